//! Effects of removal: what a round is worth once one card has left the shoe.

use serde::{Deserialize, Serialize};

use crate::{Exact, JsonSchema};

/// The EV without one card of a value, for `certificate.json`: of the base wager, under the strategy stated for the full shoe, or of a side wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedRemoval {
    /// The card value.
    pub card: String,
    /// EV per unit of the wager: of the initial one, insurance left out, or of the side wager, a progressive's at the meter stated.
    pub ev: String,
}

/// Effects of removal, for `report.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EffectsOfRemoval {
    /// The strategy class. Its strategy for the full shoe is kept.
    pub strategy: String,
    /// By card value, ace first.
    pub by_card: Vec<EffectOfRemoval>,
}

/// What taking out one card does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EffectOfRemoval {
    /// The card value.
    pub card: String,
    /// Cards of this value in the full shoe.
    pub in_shoe: u16,
    /// EV of the shoe without one of them, per unit of the wager; insurance is left out of the base wager's.
    pub ev: Exact,
    /// That EV less the full shoe's. These effects, each as often as its card is in the shoe, add up to zero.
    pub effect: Exact,
}
