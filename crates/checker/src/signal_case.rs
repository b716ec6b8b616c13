//! One up card and signal: the cards that are known and those that may be.

use cards::Value;
use rules::HoleCase;

use crate::hands::Counts;

/// What is known of the cards under one up card and signal.
pub(crate) struct SignalCase {
    pub(crate) up: usize,
    /// What the hole card may be.
    pub(crate) holes: Vec<usize>,
    /// Whether a discovered blackjack has ended the round.
    pub(crate) ends_round: bool,
    /// Cards beside the up card.
    pub(crate) left: Counts,
}

impl SignalCase {
    pub(crate) fn new(up: Value, case: &HoleCase, left: Counts) -> Self {
        let holes = case.holes.values().map(Value::index).collect();
        Self { up: up.index(), holes, ends_round: case.ends_round, left }
    }
}
