//! The insurance wager.

use cards::Value;
use serde::Deserialize;

use crate::odds::Odds;
use crate::schema::JsonSchema;
use crate::text::value;

/// The insurance wager: wins if the hole card is ten-valued.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct InsuranceRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Up card it is offered on.
    #[serde(deserialize_with = "value")]
    pub offered_on: Value,
    /// Hole card it wins on.
    #[serde(deserialize_with = "value")]
    pub wins_on: Value,
    /// Payout.
    pub pays: Odds,
    /// Largest insurance wager per unit of initial wager, as odds (`1:2` for half).
    pub maximum: Odds,
}

impl InsuranceRule {
    /// Whether it wins exactly where the dealer has a blackjack, of the deals in which it is offered.
    pub fn is_on_blackjack(&self) -> bool {
        (self.offered_on, self.wins_on) == (Value::ACE, Value::TEN)
    }
}
