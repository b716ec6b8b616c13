//! The table: rounds dealt by the regulation's procedure, card by card, from a shuffled shoe of real cards, under a strategy that
//! is given as a plain table of decisions.
//!
//! This is the third road to every figure, beside the solver and the checker. It knows the rules ([`rules::Submission`]) and
//! nothing of how they are solved: the dealing, the player's options, the settlement of every wager and the side wagers are written
//! here again from the steps of the regulation. What it shares with the rest is the model of the rules, and the strategy, which is
//! input ([`Plan`]).
//!
//! A [`Table`] deals a single round from given cards ([`Table::deal_cards`]) or, in a [`Simulation`], as many as are asked for. Net
//! results are whole numbers of a unit, so tallies are exact and add up in any order.

mod admit;
mod compiled;
mod dealer;
mod dealt;
mod hands;
mod plan;
mod round;
mod run;
mod shoe;
mod side;
mod statistics;
mod tally;

use cards::{Composition, Value};
use rules::{MeterAmount, OfferedWager};

pub use compiled::{SecondCard, Table};
pub use dealer::DEALER_OUTCOMES;
pub use dealt::{Dealt, DealtHand};
pub use plan::{Act, Decision, May, Plan, PlannedHand, SignalPlan, UpPlan};
pub use round::Status;
pub use run::{BLOCK, MOST_ROUNDS, Progress, Shuffling, Simulation};
pub use statistics::{Figure, Judged, Verdict, two_sided};
pub use tally::{CaseTally, InsuranceTally, ShoeTally, Tally};

/// A game that the table cannot deal, or a plan with which it cannot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The plan has nothing under an up card or a signal.
    #[error("the plan says nothing of an up card of {up}{}", signal.as_ref().map(|signal| format!(" with the signal `{signal}`")).unwrap_or_default())]
    NoPlan {
        /// The up card.
        up: Value,
        /// The signal, if the up card is there.
        signal: Option<String>,
    },
    /// The plan has no act for a hand, or one that is not allowed.
    #[error("the plan has no act that {hand} may do against {up} (signal `{signal}`){}", planned.map(|act| format!(": {act:?} is not allowed")).unwrap_or_default())]
    NoAct {
        /// The up card.
        up: Value,
        /// The signal.
        signal: String,
        /// The hand.
        hand: Composition,
        /// The act that is not allowed, if there is one.
        planned: Option<Act>,
    },
    /// More up cards and signals than the table counts.
    #[error("the rules have more than 255 up cards and signals")]
    TooManySignals,
    /// More hands than the table has room for.
    #[error("a player may come to have more than {most} hands")]
    TooManyHands {
        /// The most there is room for.
        most: usize,
    },
    /// Payouts whose common unit is too small.
    #[error("the payouts have no common unit that is large enough to count in")]
    Odds,
    /// A chance with too large a denominator.
    #[error("the chance of `{line}` in {wager} is a fraction of numbers beyond 64 bits")]
    Chance {
        /// Wager id.
        wager: String,
        /// The line.
        line: String,
    },
    /// A wager with too many lines that add to others.
    #[error("{wager} has more than 6 lines that add to others")]
    TooManyLines {
        /// Wager id.
        wager: String,
    },
    /// A cut card that is not in the shoe, or too far back.
    #[error(
        "the cut card cannot lie behind {cut} of {cards} cards: expected at least 1 before it and {behind} behind it"
    )]
    CutCard {
        /// Cards before it.
        cut: usize,
        /// Cards of the shoe.
        cards: usize,
        /// Fewest cards behind it.
        behind: usize,
    },
    /// More rounds than a run may have.
    #[error("more than {MOST_ROUNDS} rounds")]
    TooManyRounds,
    /// A round found no card to draw, not even in the discard rack.
    #[error("a round used up all cards of the shoe")]
    ShoeRanOut,
    /// The cards given for a round are too few.
    #[error("{given} cards do not complete the round")]
    TooFewCards {
        /// How many were given.
        given: usize,
    },
    /// Threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(String),
}

/// An up card and a signal that the table tells apart in its tallies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseName {
    /// The up card.
    pub up: Value,
    /// The signal.
    pub signal: String,
}

impl Table {
    /// The up cards and signals of [`Tally::cases`], in order.
    pub fn case_names(&self) -> Vec<CaseName> {
        self.cases.iter().map(|case| CaseName { up: case.up, signal: case.signal.clone() }).collect()
    }

    /// Units of money in the initial wager of one hand.
    pub fn wager_of_one_hand(&self) -> i64 {
        self.money.wager
    }

    /// Units of insurance money in one initial wager, and what the largest insurance wager wins and loses in them.
    pub fn insurance_money(&self) -> (i64, [i64; 2]) {
        (self.money.insurance_unit, self.money.insurance)
    }

    /// Ids of the side wagers of [`Tally::sides`], in order.
    pub fn side_ids(&self) -> Vec<&str> {
        self.sides.iter().map(|side| side.id.as_str()).collect()
    }

    /// Names of the outcomes of a side wager, in the order of its tally: those of the lines paid joined by ` + `, `All others` if
    /// none is, and `Returned` last. A wager on matches with the up card has the numbers of suited and unsuited ones.
    pub fn side_names(&self, side: usize) -> Vec<String> {
        self.sides[side].names()
    }

    /// Net results of the outcomes of a side wager under a paytable, per unit wagered, in the order of its tally.
    pub fn side_nets(&self, side: usize, offered: &OfferedWager) -> Vec<MeterAmount> {
        self.sides[side].nets(offered)
    }
}
