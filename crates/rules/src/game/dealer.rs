//! The dealer's hand and the hole card.

use cards::Value;
use serde::{Deserialize, Serialize};

use super::Range;
use crate::schema::JsonSchema;
use crate::text::values;

/// How the dealer completes a hand.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DealerRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Whether a soft 17 stands. Hard 17 and above always do.
    pub soft_17: Soft17,
    /// An ace counts 11 unless that would put the dealer above this: 21, or 22 where the text says so.
    pub ace_limit: u8,
}

/// What the dealer does with a soft 17.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Soft17 {
    /// Stands on all 17s (S17).
    Stand,
    /// Hits soft 17 (H17).
    Hit,
}

/// What the players learn of the dealer's hole card before they act.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HoleCardRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Up cards under which a dealer blackjack is discovered, and ends the round, before any player acts.
    #[serde(deserialize_with = "values")]
    pub checked_under: Vec<Value>,
    /// Value ranges the table signals; empty if it signals none. They cover every value exactly once.
    #[serde(default)]
    pub ranges: Vec<Range>,
    /// What a dealer blackjack takes that no check discovered before the players acted.
    #[serde(default)]
    pub late_blackjack_takes: LateBlackjackTakes,
    /// Values such that an up card and a hole card both among them put the hole card face up.
    #[serde(default, deserialize_with = "values")]
    pub exposed_if_both: Vec<Value>,
}

/// What a dealer blackjack takes that comes to light after the players acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LateBlackjackTakes {
    /// Every wager, double and split wagers included.
    #[default]
    All,
    /// The one initial wager; attack, double and split wagers are returned, also of hands that busted.
    Original,
    /// The initial and the attack wager; double and split wagers are returned, also of hands that busted.
    OriginalAndAttack,
    /// The wagers of hands that busted before, and one initial wager if any hand is still live.
    BustedAndOriginal,
}
