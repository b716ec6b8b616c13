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
mod counted_shoes;
mod cut_card;
mod dealer;
mod dealt;
mod error;
mod follow;
mod hands;
mod limits;
mod on_table;
mod options;
mod plan;
mod round;
mod run;
mod shoe;
mod side;
mod side_event;
mod side_pattern;
mod statistics;
mod tally;

use cards::Value;
use rules::{MeterAmount, OfferedWager};

pub use compiled::{SecondCard, Table};
pub use counted_shoes::{CountedRound, CountedRounds, CountedShoes, CountedSums, VARIANCE, WIN};
pub use cut_card::{AMOUNT, AtCut, Cut, CutShoes, CutSums, NextTwo, PAYMENT, SHOES_OF_A_BLOCK, Spread, Stream};
pub use dealer::DEALER_OUTCOMES;
pub use dealt::{Dealt, DealtHand};
pub use error::TableError;
pub use follow::{Called, FollowerAct, FollowerPlan, FollowerQuestion, WagerKind, WagerPlace};
pub use limits::{MOST_PLAYERS, MOST_ROUNDS};
pub use on_table::Status;
pub use options::{Act, May};
pub use plan::{Decision, Plan, PlannedHand, SignalPlan, UpPlan};
pub use run::{BLOCK, Progress, Shuffling, Simulation};
pub use statistics::{Figure, Judged, Verdict, two_sided};
pub use tally::{CaseTally, InsuranceTally, ShoeTally, Tally};

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
