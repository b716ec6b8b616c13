//! What the table cannot deal, and why.

use cards::{Composition, Value};

use crate::limits::{MOST_PLAYERS, MOST_ROUNDS};
use crate::options::Act;

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
    #[error(
        "the payouts are parts of a wager that are too small to be counted: state odds of smaller numbers, such as 3:2"
    )]
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
    /// No player, or too many.
    #[error("{players} players cannot sit at a table: expected 1 to {MOST_PLAYERS}")]
    Players {
        /// How many were asked for.
        players: u16,
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
    /// Rules under which no follower is dealt in.
    #[error(
        "nobody can follow another's decisions where hands are switched, the house gives wagers, or a hand is doubled by more than it bears"
    )]
    Follower,
    /// Threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(String),
}
