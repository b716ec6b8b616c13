//! How much there is to solve for perfect play.

use serde::Serialize;
use solver::SplitSize;

use crate::schema::JsonSchema;

/// A line of [`crate::Analysis::count`]: splits of pairs that are solved together, or rounds of two hands to switch.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PerfectSize {
    /// Those that bounds leave it open whether to split; none if it is rounds of two hands to switch.
    pub pairs: Vec<String>,
    /// Valued side by side, without or with an attack wager.
    pub up_cards_and_signals: usize,
    /// Hand classes.
    pub kinds_of_hands: usize,
    /// Each needs the dealer's distribution for every up card.
    pub sets_of_cards: usize,
    /// For one up card.
    pub states: usize,
    /// Memory.
    pub bytes: usize,
}

impl From<SplitSize> for PerfectSize {
    fn from(size: SplitSize) -> Self {
        Self {
            pairs: size.pairs.iter().map(ToString::to_string).collect(),
            up_cards_and_signals: size.cases,
            kinds_of_hands: size.hand_classes,
            sets_of_cards: size.compositions,
            states: size.states,
            bytes: size.bytes,
        }
    }
}
