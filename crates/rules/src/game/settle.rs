//! How hands are settled where that differs from the usual way.

use serde::{Deserialize, Serialize};

use crate::schema::JsonSchema;

/// How hands are settled where that differs from the usual way.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SettleRule {
    /// Clauses.
    #[serde(default)]
    pub clauses: Vec<String>,
    /// Which clauses settle which outcome; without it `clauses` are cited for all.
    pub cited: Option<CitedClauses>,
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

/// The clauses that settle each outcome of a hand. An empty list means that the text does not say what becomes of the wager.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CitedClauses {
    /// A player's blackjack is paid.
    #[serde(default)]
    pub blackjack: Vec<String>,
    /// The same where the dealer has 21 and no blackjack, if another clause says so.
    pub blackjack_against_21: Option<Vec<String>>,
    /// What a player's blackjack gets where the dealer has the total that returns wagers, if another clause says so.
    pub blackjack_against_push: Option<Vec<String>>,
    /// A player's blackjack is paid where the dealer is over 21, by no such total, if another clause says so.
    pub blackjack_dealer_over: Option<Vec<String>>,
    /// Player and dealer have a blackjack.
    #[serde(default)]
    pub both_blackjacks: Vec<String>,
    /// The dealer is over 21, and by no total that returns wagers.
    #[serde(default)]
    pub dealer_over: Vec<String>,
    /// The hand has the higher total.
    #[serde(default)]
    pub higher: Vec<String>,
    /// An ace and a ten that a switch put together get the wager back.
    #[serde(default)]
    pub switched_returned: Vec<String>,
    /// An ace and a ten that a switch put together lose to the dealer's blackjack.
    #[serde(default)]
    pub switched_lost: Vec<String>,
    /// The totals are equal.
    #[serde(default)]
    pub equal: Vec<String>,
    /// The hand has the lower total.
    #[serde(default)]
    pub lower: Vec<String>,
    /// The hand is over 21 and the dealer is not.
    #[serde(default)]
    pub bust: Vec<String>,
    /// The hand and the dealer are over 21.
    #[serde(default)]
    pub both_over: Vec<String>,
    /// The dealer has the total that returns wagers.
    #[serde(default)]
    pub push: Vec<String>,
    /// The dealer is found to have a blackjack before anybody plays.
    #[serde(default)]
    pub dealer_blackjack: Vec<String>,
    /// A dealer blackjack comes to light once the hands are played.
    #[serde(default)]
    pub late_blackjack: Vec<String>,
    /// What is cited besides, where the hand was doubled.
    #[serde(default)]
    pub late_blackjack_doubled: Vec<String>,
    /// What is cited besides, where the hand is of a split.
    #[serde(default)]
    pub late_blackjack_split: Vec<String>,
    /// What is cited besides, where an attack wager was made and the hand not surrendered.
    #[serde(default)]
    pub attack: Vec<String>,
    /// The hand was surrendered.
    #[serde(default)]
    pub surrendered: Vec<String>,
    /// The hand was surrendered, and a dealer blackjack comes to light.
    #[serde(default)]
    pub surrendered_to_blackjack: Vec<String>,
}

/// What equal totals do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The wager is returned.
    #[default]
    Returned,
    /// The wager is lost.
    Lost,
}

/// What a player's 21 does against a dealer's 21 that is no blackjack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TwentyOne {
    /// It ties.
    #[default]
    Ties,
    /// It is paid.
    Paid,
}

/// What becomes of a busted hand if the dealer busts too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
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
