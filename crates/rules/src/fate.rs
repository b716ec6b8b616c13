//! What becomes of a side wager where the hand ends early.

use serde::Deserialize;

use crate::schema::JsonSchema;

/// What becomes of a side wager where the hand ends early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Fate {
    /// When the hand is given up.
    pub surrender: Fared,
    /// When the hand busts.
    pub bust: Fared,
    /// When a dealer blackjack ends the round.
    pub dealer_blackjack: Fared,
}

/// What an early end of the hand does to a side wager.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fared {
    /// It has been settled before.
    Settled,
    /// It stays and is settled by its own lines.
    Stays,
    /// It is lost.
    Lost,
}

/// What becomes of a straight that the hand could not finish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StraightFate {
    /// It is paid as it stands.
    Paid,
    /// The wager is returned.
    Returned,
    /// The wager is lost.
    Lost,
}
