//! Exact analysis of blackjack-family games as a library: everything that a face (the command line, a wheel, a web page) can ask, as
//! typed answers that serialise. Nothing here prints, reads arguments, or ends the process.
//!
//! | question | verb | answer |
//! |---|---|---|
//! | What is the game worth under a strategy class? | [`Analysis::solve`] | [`Solved`] |
//! | What does perfect play lie between? | [`Analysis::bracket`] | [`PerfectBracket`] |
//! | How much is there to solve for perfect play? | [`Analysis::count`] | [`PerfectSize`] |
//! | How does the dealer's hand end? | [`Analysis::dealer`] | [`DealerEnds`] |
//! | What are the side wagers worth? | [`Analysis::side_wagers`] | [`SideWagers`] |
//! | What is each action worth in one decision? | [`Analysis::inspect`] | [`Inspected`] |
//! | How is the game played? | [`Analysis::chart`] | [`StrategyCharts`] |
//! | Should two hands' second cards be switched? | [`Analysis::inspect_switch`], [`Analysis::switch_rules`] | [`InspectedSwitch`], [`SwitchRules`] |
//! | What is a player worth who follows another's decisions? | [`Analysis::follow`] | [`FollowerAnswered`] |
//! | What is each action worth, and how can it end? | [`Analysis::decision`] | [`Decision`] |
//! | How do analyses differ? | [`compare`] | [`Compared`] |
//! | The same in full, as a page | [`comparison()`], [`write_comparison`] | [`Comparison`] |
//! | Which readings give a published house edge? | [`Analysis::reconcile`] | [`Reconciled`] |
//! | Are a submitter's figures right? | [`Analysis::check`] | [`CheckedClaims`] |
//! | What do real cards come to? | [`Analysis::simulate`] | [`Simulated`] |
//! | What does a cut card do? | [`Analysis::cut_card`] | [`CutCardEffects`] |
//! | What is a stated strategy worth? | [`Analysis::value`] | [`ValuedStrategy`] |
//! | What can a player who counts know? | [`Analysis::exposure`] | [`Exposure`] |
//! | The same as a page | [`exposure_files`], [`write_exposure`] | files |
//! | What do many analyses come to? | [`sweep`], [`unit()`] | [`SweepDone`], [`UnitAnswer`] |
//! | What can be analysed? | [`game_summaries`] | [`GameSummary`] |
//! | What does a game leave open? | [`Analysis::choices`] | [`GameChoices`] |
//! | What did the analysis choose? | [`Analysis::chosen`] | [`Chosen`] |
//! | Everything, as a report | [`Analysis::certify`] | [`Certified`] |
//! | Is a report true? | [`verify`] | [`Verified`] |
//! | Who answers for it? | [`keygen`], [`sign`] | [`NewKey`], [`SignedReport`] |
//! | A report as a spreadsheet | [`workbook()`], [`verify_workbook`] | bytes |
//! | What is a shoe worth, in milliseconds? | [`Analysis::approximate`] | [`Approximated`] |
//! | Several of these about one analysis | [`Analysis::compiled`], [`Analysis::compiled_in_floats`] | [`Compiled`], [`CompiledInFloats`] |
//!
//! Numbers are fractions, each with its decimal ([`Exact`]). A verb that takes long tells a [`Progress`] of its [`Step`]s, and is
//! stopped by it.

mod analysis;
mod approximate;
mod asked_counts;
mod catalogue;
mod cells;
mod certification;
mod certify;
mod chart;
mod chart_file;
mod check;
mod chosen;
mod claim;
mod claims;
mod compare;
mod comparison;
mod compiled;
mod corroborate;
mod count;
mod count_tags;
mod counted_by;
mod covariance;
mod cut_card;
mod dealer;
mod decision;
mod distribution;
mod document;
mod exact_figures;
mod exposure;
mod failure;
mod first_hands;
mod followed;
mod game_source;
mod games;
mod inspect;
mod interval;
mod judged_claim;
mod known_wagers;
mod mistakes;
mod numbers;
mod offered;
#[doc(hidden)]
pub mod outside;
mod perfect;
mod plan;
mod play_rows;
mod played;
mod present;
mod printed;
mod progress;
mod progressive;
mod quoted;
mod readings;
mod reconcile;
mod rendering;
mod report_files;
mod resume;
mod sampled_shoe;
mod schema;
mod signature_check;
mod signing;
mod simulate;
mod solve;
mod split_seconds;
mod spots;
mod stated;
mod stated_chart;
mod stated_counts;
mod stated_variants;
mod statement;
mod sweep;
mod switches;
mod switching;
mod tallied;
mod today;
mod toml_line;
mod variants;
mod verification;
mod verify;
mod wager_money;
mod wager_removal;
mod wagers;
mod workbook;
mod write_file;

pub use self::workbook::{verify_workbook, workbook};
pub use self::write_file::write_file;
pub use analysis::Analysis;
pub use approximate::{Approximated, ApproximatedShoe, ApproximatedUpCard};
pub use catalogue::{game_file, games};
pub use certification::{certificate, lock_sha256};
pub use certify::{Certified, CertifyWant};
pub use chart::{ChartException, ChartWant, StrategyCharts};
pub use check::CheckedClaims;
pub use chosen::{Chosen, ChosenWager};
pub use claims::Claims;
pub use compare::{Compared, ComparedReading, compare};
pub use comparison::{comparison, room_for_comparison, write_comparison};
pub use compiled::{ApproximatedPlay, Compiled, CompiledInFloats};
pub use count::PerfectSize;
pub use counted_by::{CountedBy, count_system};
pub use covariance::BesideBase;
pub use cut_card::{AtDiscretion, ContinuousShuffler, CutCardEffects, CutCardWant, FreshShoe};
pub use dealer::{DealerEnds, DealerWant, SignalRow, SignalRowWorth};
pub use decision::{ActionResults, Decision, NetProbability};
pub use exposure::{
    CeilingShoes, ChartByCount, ChartCountRow, Exposure, ExposureWant, Ramp, RatedCount, Rating, TableSeats,
    exposure_files, room_for_exposure, write_exposure,
};
pub use failure::Failure;
pub use first_hands::{FirstHandValues, SplitHandValues};
pub use followed::{
    DEALT, FollowWant, FollowerAnswered, FollowerOtherwise, FollowerRounds, FollowerSimulated, FollowerUpCard,
};
pub use game_source::GameSource;
pub use games::{
    GameChoice, GameChoices, GamePaytable, GameSummary, GameSwitch, GameWager, game_summaries, new_analysis,
};
pub use inspect::Inspected;
pub use interval::Interval;
pub use judged_claim::{CheckedClaim, ClaimStands};
pub use known_wagers::KnownWagers;
pub use mistakes::MistakeCost;
pub use present::{rounded, rounded_percent};
pub use progress::{Progress, Silent, Step, Work};
pub use readings::TD_AND_CDZ_MINUS;
pub use reconcile::{
    BASE_GAME, ChoiceEffect, FigureOf, Found, FoundSummary, ReconcileWant, Reconciled, Searched, Unsolved,
};
pub use rendering::{ANALYSIS_FILE, GAME_FILE, OVERRIDES_FILE, render, submission};
pub use report_files::is_no_report;
pub use signing::{NewKey, SignedReport, keygen, mode_open_to_others, sign};
pub use simulate::{CutCardMeasured, SimulateWant, Simulated, SimulatedFigure, SimulatedVerdict};
pub use solve::{Removal, Solved, Variance, Want};
pub use spots::Spots;
pub use stated::{PlayedOtherwise, StatedIndexPlay, StatedInsurance, ValueWant, ValuedStrategy};
pub use stated_counts::stated as stated_counts;
pub use statement::{actions, doubled, plays, results, switch_gains};
pub use sweep::{
    SweepDone, SweepPart, SweepPlan, SweepUnit, SweepWant, UnitAnswer, UnitFigures, UnitQuestion, UnitWorker, sweep,
    unit, units,
};
pub use switching::{
    HandAlone, InspectedSwitch, OneOfTwoHands, OneOfTwoHandsActions, SwitchException, SwitchRuleOfUp, SwitchRules,
    TwoHands,
};
pub use today::today;
pub use variants::{Changes, named};
pub use verification::{Claim, ClaimVerdict, JudgedBy, Judgement, Thoroughness, judge, random_seed};
pub use verify::{Verified, VerifyWant, verify};
pub use wager_money::Conformity;
pub use wager_removal::FaceRemoved;
pub use wagers::{Count, SideWagers, WagerEntry, WagerEntryLine, WagersWant, pays};

pub use cards::{ParseValueError, Value, parse_hand};
pub use certificate::{
    Action, Bracket, ByDealerOutcome, CombinationEdge, Combinations, CutCardPlace, DealerOutcomes, DeepestCutCard,
    DoubleShoe, Exact, Gain, GivenUpHands, Insurance, PerfectBracket, Played, PlayedFigures, Progressive,
    RoundDistribution, SeatFigures, SeatValue, SignalsWorth, Switches, UpCard, Wager, WagerDollars, WagerEvent,
    WagerLine,
};
pub use checker::Level;
pub use counting::CountSystem;
pub use input::acts;
pub use report::{
    AnalysisColumn, COMPARISON_FILE, CeilingBets, CeilingEstimate, CeilingReached, CeilingSpread, CeilingWorth,
    ChartCode, ChartColumn, ChartRow, ChartSection, ChoiceInWords, ComparedClass, ComparedWager, Comparison,
    CorrelatedCount, CountBelow, CountedRow, CountedWager, Difference, DifferingCell, EXPOSURE_FILE, IndexPlay,
    IndexRow, IndexTable, PenetrationWorth, PlayedWhenAhead, RampWorth, RuinOfBank, RuleEffect, SeenDepth,
    ShoeEstimate, ShoeWorth, StrategyChart, TagsOfLevel, WagerTags, the_unit,
};
pub use rules::{Override, Penetration, RulesError, Source, Submission, SubmissionFiles, cited, one_of};
pub use solver::{Class, DealtPair, Query, Signal};
pub use table::{MOST_PLAYERS, MOST_ROUNDS};

/// The pages that list every verb with an example; their examples are run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
#[doc = include_str!("../../../docs/library-more.md")]
pub struct Page;
