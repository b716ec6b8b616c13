//! The round's value by up card and signal: as a certificate states it, and as a report has it.

use serde::{Deserialize, Serialize};

use crate::schema::JsonSchema;
use crate::{Exact, StatedResult};

/// The round's value under one up card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedUp {
    /// The up card.
    pub up: String,
    /// Its probability.
    pub probability: String,
    /// EV given it.
    pub ev: String,
    /// EV given it where the attack wager is decided the other way, and the hands are then played by the CDZ- play of that decision; of CDZ-
    /// alone, and left out in a game without an attack wager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_attack_ev: Option<String>,
    /// By signal, in the order of the rules.
    pub signals: Vec<StatedSignal>,
    /// The joint distribution of net result and total wager given the up card, lowest first; left out where the class's is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<Vec<StatedResult>>,
}

/// The round's value under one up card and signal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedSignal {
    /// The signal.
    pub signal: String,
    /// Hole cards it stands for, one letter each, in value order.
    pub holes: String,
    /// Probability given the up card.
    pub probability: String,
    /// EV given both.
    pub ev: String,
}

/// The round's value given the dealer's up card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpCard {
    /// Up card value: `A`, `2` … `9`, `T`.
    pub up: String,
    /// Probability of this up card.
    pub probability: Exact,
    /// Whether the attack wager is made under it; left out in a game without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<bool>,
    /// EV given this up card.
    pub ev: Exact,
    /// EV given this up card where the attack wager is decided the other way, and the hands are then played as well as the class can, or by the
    /// chart that is valued; left out in a game without an attack wager and where it is not computed, as for perfect play. A report has it for
    /// CDZ- alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_attack_ev: Option<Exact>,
    /// By what the player learns of the hole card before acting.
    pub signals: Vec<Signal>,
}

/// The round's value given up card and signal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Signal {
    /// `small`, `medium`, `large`, `exposed A`, `exposed T`, `no blackjack`, `none`, or `blackjack` where a dealer
    /// blackjack ends the round before the player acts.
    pub signal: String,
    /// Hole card values this signal stands for.
    pub holes: Vec<String>,
    /// Probability of this signal given the up card.
    pub probability: Exact,
    /// EV given up card and signal.
    pub ev: Exact,
}
