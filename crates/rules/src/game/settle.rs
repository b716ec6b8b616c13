//! How hands are settled where that differs from the usual way.

use serde::Deserialize;

use crate::schema::JsonSchema;

/// How hands are settled where that differs from the usual way.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SettleRule {
    /// Clauses.
    #[serde(default)]
    pub clauses: Vec<String>,
    /// What equal totals do.
    #[serde(default)]
    pub ties: Ties,
    /// What a player's 21 does against a dealer's 21 that is no blackjack.
    #[serde(default)]
    pub twenty_one: TwentyOne,
    /// What becomes of a busted hand if the dealer busts too.
    #[serde(default)]
    pub busts: Busts,
}

/// What equal totals do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The wager is returned.
    #[default]
    Returned,
    /// The wager is lost.
    Lost,
}

/// What a player's 21 does against a dealer's 21 that is no blackjack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TwentyOne {
    /// It ties.
    #[default]
    Ties,
    /// It is paid.
    Paid,
}

/// What becomes of a busted hand if the dealer busts too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Busts {
    /// It has lost.
    #[default]
    Lost,
    /// Its wager is returned.
    Returned,
    /// Its wager is returned if the two totals are equal, also where that is the push total.
    EqualReturned,
}
