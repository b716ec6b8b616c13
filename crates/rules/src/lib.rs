//! Games as data: a *game file* states every rule that affects play with its clause, and every option
//! and reading as a named switch; an *analysis file* chooses from it. Together they give a
//! [`Submission`], the only thing the solver, the checker and the reports see of the rules.
//!
//! Nothing here knows a particular game. If a rule does not fit the vocabulary, the vocabulary grows.

mod amount;
mod analysis;
mod asked_counts;
mod check;
mod check_fate;
mod check_money;
mod check_wager;
mod chosen_wagers;
mod clause_coverage;
mod clause_table;
mod cut_card;
mod cut_card_shoes;
mod dealing;
mod departures;
mod describe;
mod describe_dealer;
mod describe_line;
mod describe_wager;
mod document;
mod ends;
mod error;
mod fate;
mod fault;
mod file_kind;
mod game;
mod game_file;
mod hole;
mod insurance;
mod loading;
mod located;
mod matches;
mod meter_amount;
mod named;
mod odds;
mod offered;
mod outcome_name;
mod published;
mod removed_card;
mod report_details;
mod schema;
#[cfg(feature = "schema")]
mod schema_texts;
mod seating;
mod sharing;
mod shoe;
mod side_wager;
mod simulation;
mod submission;
mod switch;
mod tables;
mod text;
mod topic;
mod variants;
mod wager_inputs;

pub use analysis::Override;
pub use asked_counts::{AskedCount, AskedCounts, OwnCount};
pub use clause_coverage::Misfit;
pub use clause_table::{ClauseLine, ClauseRow, ClauseStatus, ClauseTable, RegulationLines};
pub use cut_card::CutCardRule;
pub use cut_card_shoes::{
    CUT_CARD_BLOCK, CUT_CARD_PLAYERS, CUT_CARD_SHOES, CUT_CARD_VALUED, CutCardShoes, cut_card_depths, usual_cut_card,
};
pub use dealing::{Dealing, DecksCounted};
pub use describe::RuleText;
pub use document::Document;
pub use ends::{WagerEnd, WagerEnds};
pub use error::{RulesError, Source, one_of};
pub use fate::{Fared, Fate, StraightFate};
pub use file_kind::FileKind;
pub use game::{
    AfterSplit, AgainstBlackjack, AgainstPush, AttackRule, BlackjackAfterSplit, BonusHand, BonusRule, BustAgainstPush,
    Busts, Cards, CitedClauses, DealerRule, DealtBlackjack, DoubleCard, DoubleRule, DoubleWager, DoubledAgainstPush,
    DrawRule, EvenMoney, Game, HoleCardRule, LateBlackjackTakes, NaturalRule, OriginalsHeldBy, PushRule, Range,
    SettleRule, ShoeRule, Soft17, SplitAces, SplitRule, SplitWager, SurrenderAfterDouble, SurrenderIntoBlackjack,
    SurrenderRule, SurrenderWhen, SwitchRule, SwitchWhen, Ties, TwentyOne, WagerAgainstBlackjack,
};
pub use game_file::ReadRules;
pub use hole::{HoleCase, HoleSet};
pub use insurance::InsuranceRule;
pub use matches::{MatchPays, TensMatch};
pub use meter_amount::MeterAmount;
pub use odds::{Odds, Percent};
pub use offered::OfferedWager;
pub use outcome_name::{RETURNED, lines_of_outcome, outcome_name};
pub use published::Published;
pub use removed_card::RemovedCard;
pub use report_details::{ReportDetails, ReportRevision};
pub use seating::Seating;
pub use sharing::{AttackOfOneHand, Follows, SharingRule};
pub use shoe::StatedShoe;
pub use side_wager::{
    AcePlace, Added, AfterSplitHands, CardName, CardsPattern, DealerPattern, Drawn, EventRule, HandPattern, LineRule,
    MaximumRule, MeterRule, NoLiveHand, ParlayAdds, ParlayRule, Pay, Paytable, PlayRule, PlayerCards, Quote, SeedIn,
    Shared, SideWager, StraightPattern, SuitName, SuitsPattern, UpPattern,
};
pub use simulation::{CutCard, LEAST_BEHIND_CUT_CARD, Penetration, SIMULATED_ROUNDS, Simulation};
pub use submission::{Choice, Submission, SubmissionFiles};
pub use switch::{Standing, Switch, SwitchChoice};
pub use text::cited;
pub use topic::Topic;
pub use variants::{Changes, combined_changes};
pub use wager_inputs::{InputUnit, StatedInput, WagerInputs};
