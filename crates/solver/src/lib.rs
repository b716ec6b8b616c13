//! Exact expected values of a round from a finite shoe, and the strategies they belong to.
//!
//! A [`Solver`] compiles a submission's rules for its shoe; [`Solver::solve`] values a whole round under a strategy
//! class. Every value is a fraction. Floats guide decisions only, within a proven error bound, and decisions inside
//! that bound are settled exactly.
//!
//! ```
//! use rules::Submission;
//! use solver::{Class, Solver, Want};
//!
//! let analysis = concat!(env!("CARGO_MANIFEST_DIR"), "/../../analyses/plain-blackjack/1-decks.toml");
//! let submission = Submission::load(analysis.as_ref(), &[]).expect("an analysis");
//! let solved = Solver::new(&submission).and_then(|solver| solver.solve(Class::CdzMinus, Want::action())).expect("values");
//! assert_eq!(cards::decimal(&solved.ev, 10), "0.0015312000");
//! ```
//!
//! | question | module |
//! |---|---|
//! | what a round is worth, with variance and action | `answers::solve` |
//! | perfect play that is kept as it is solved | `answers::perfect` |
//! | between which two values perfect play lies | `bounds` |
//! | what a stated chart is worth | `answers::stated_play` |
//! | every decision of a play | `answers::play_table`, `answers::chart` |
//! | one decision: what each act is worth, and how it can end | `answers::inspect`, `answers::action_results` |
//! | two hands: what keeping and switching are worth | `answers::switch_decision` |
//! | how the dealer's hand ends, and what signals are worth | `answers::dealer_outcomes`, `answers::value_of_signals` |
//! | insurance | `answers::insurance` |
//! | the distribution of a round's result | `answers::round_distribution` |
//! | side wagers that look at the play | `answers::side_wagers` |
//! | what the base game is worth beside a side wager | `answers::initial_hands`, `answers::beside_base` |
//! | two spots at one table | `answers::two_spots` |
//! | many combinations of readings and options | `engine::family` |
//! | a round by the cards it takes, for counts | `answers::cards_taken` |
//! | the same with a decision made otherwise, for index tables | `answers::index_plays` |
//! | the same of stated charts | `answers::stated_taken` |
//! | values in floats, for many shoes | `answers::approximation` |
//!
//! The modules stand on floors, which `layers.toml` lists.

mod answers;
mod arithmetic;
mod bounds;
mod compiled;
mod dealer;
mod engine;
mod hand;
mod parallel;
mod perfect;
#[cfg(test)]
mod test_games;
mod zero_memory;

/// Counts and what they tell of a shoe, for those who ask for rounds by the cards that they take.
pub use counting;

pub use answers::action_results::NetResults;
pub use answers::approximation::{ApproximatedRound, ApproximatedUp, Approximation, Approximator, FixedPlay};
pub use answers::beside_base::InitialMean;
pub use answers::cards_taken::RoundByCardsTaken;
pub use answers::chart::{ChartCell, ChartHand, CompositionException, DoubledGivenUp};
pub use answers::dealer_outcomes::{DealerOutcome, SignalOutcomes, dealer_outcomes};
pub use answers::first_hand_actions::{ActionsOfClass, FirstHandActions};
pub use answers::followers::{
    CallerDoes, Followed, FollowedSignal, FollowedUp, FollowerAnswer, FollowerDecision, FollowerPlace, HeldWager,
};
pub use answers::index_plays::{Departure, DepartureByCardsTaken};
pub use answers::initial_hands::InitialHand;
pub use answers::inspect::{InspectError, Inspection, Query, Signal};
pub use answers::insurance::{InsuranceValue, insurance};
pub use answers::insurance_taken::{InsuranceByCardsTaken, insurance_by_cards_taken};
pub use answers::play_table::{MayDo, PlayTable, PlayedHand, SignalPlay, SwitchGains, UpPlay};
pub use answers::round_distribution::{
    DealerResult, DistributionProgress, DoubledRounds, RoundDistribution, RoundResult,
};
pub use answers::side_wagers::{
    AfterSplitHands, Aim, Breakpoint, DealerEnd, PlayChange, PlayedLine, PlayedValue, PlayedWager, Playing,
    StraightAgainstBlackjack, StraightLine, StraightRule, StraightSoFar, StraightSurrendered, Tracks,
};
pub use answers::solve::Want;
pub use answers::split_hand_actions::{SplitHandActions, WhichOfSplit};
pub use answers::stated_play::{StatedOtherwise, StatedRow, StatedValue};
pub use answers::switch_decision::{
    DealtPair, HandActions, HandAlone, HandOfPair, PairValue, SwitchDecision, SwitchRule,
};
pub use answers::two_spots::{TwoSpots, TwoSpotsUp};
pub use answers::value_of_signals::{UpValueOfSignals, ValueOfSignal, ValueOfSignals};
pub use arithmetic::error::SolveError;
pub use bounds::Bracket;
pub use compiled::action::{Action, best_action};
pub use compiled::strategy::Class;
pub use dealer::DealerHand;
pub use engine::family::SolverFamily;
pub use engine::perfect_round::{SolvedPart, SolvedRound, SolvedSplit};
pub use engine::round::Step;
pub use engine::scope::TO_MANY;
pub use engine::solution::{SignalValue, Solution, UpValue};
pub use engine::solver::{Solver, share_distributions};
pub use parallel::{Stopped, stoppable};
pub use perfect::values::{PerfectValue, SplitSize};
pub use zero_memory::shared_values::SharedCounts;
pub use zero_memory::switch::SwitchedDeal;
