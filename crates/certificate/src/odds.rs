//! True odds, payout odds and house advantage of every wager.

use serde::{Deserialize, Serialize};

use crate::Exact;
use crate::schema::JsonSchema;

/// A wager with its outcomes, and what it is worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerOdds {
    /// The wager in words.
    pub wager: String,
    /// Id of a side wager; left out for a wager of the base game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Paytable of a side wager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paytable: Option<String>,
    /// Outcomes, in paying order; empty where their probabilities are not computed.
    pub outcomes: Vec<OutcomeOdds>,
    /// Expected loss per unit of this wager; left out of an outcome that is no wager of its own, and where it is not computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house_advantage: Option<Exact>,
    /// Return to the player, `1 - house_advantage`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rtp: Option<Exact>,
    /// What the figures are given, what they are per unit of, and why one is not given.
    pub conditions: String,
}

/// An outcome: of a side wager one that wins, of a round with wagers of the base game a win, a tie or a loss.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutcomeOdds {
    /// In words.
    pub outcome: String,
    /// Its probability, given what the wager's `conditions` say.
    pub probability: Exact,
    /// True odds against it, `(1 - p) / p`; left out of what is certain or never happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub true_odds_against: Option<Exact>,
    /// Payout odds in words, such as `3:2` or `100% of meter`.
    pub payout: String,
}
