//! Rounds dealt with real cards and settled, to show how the rules work.

use serde::{Deserialize, Serialize};

use crate::schema::JsonSchema;

/// Rounds that the dealing simulator dealt for the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkedExamples {
    /// Seed of the random numbers: the first 64 bits of the submission's SHA-256.
    pub seed: String,
    /// The class whose strategy plays.
    pub strategy: String,
    /// How many rounds were dealt and looked at.
    pub rounds: String,
    /// The first round of each sort.
    pub rounds_shown: Vec<WorkedExample>,
    /// The sorts of which no round came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_met: Vec<String>,
}

/// One round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkedExample {
    /// What it shows.
    pub shows: String,
    /// Whether that is a rule that most games of blackjack do not have.
    pub unusual: bool,
    /// The rule in words, as among the report's rules; left out of what every game has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The clauses of the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// Which round of the seed it is, from 1.
    pub round: String,
    /// What the table signals of the hole card.
    pub signal: String,
    /// The dealer's cards, the up card first, each such as `T♠`.
    pub dealer: Vec<String>,
    /// The player's hands as they were dealt, where second cards were switched after that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dealt: Vec<Vec<String>>,
    /// The player's hands in the order of play.
    pub hands: Vec<WorkedHand>,
    /// How every wager is settled, line by line: the hands in the order of play, then side wagers.
    pub settlement: Vec<SettlementLine>,
    /// All wagers on the hands, in initial wagers of one hand.
    pub wagered: String,
    /// Net result of these wagers, in initial wagers of one hand.
    pub net: String,
    /// Insurance, where it was offered: `not taken`, `taken and won` or `taken and lost`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insurance: Option<String>,
    /// Side wagers and what they came to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub side_wagers: Vec<WorkedSideWager>,
}

/// A player's hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkedHand {
    /// Its cards in the order they came.
    pub cards: Vec<String>,
    /// What became of it: `total 18`, `bust with 24`, `blackjack`, `surrendered`, …
    pub became: String,
    /// Whether it was doubled.
    pub doubled: bool,
    /// Whether it is of a split pair.
    pub split: bool,
    /// The player's own wagers on it, in initial wagers.
    pub wagers: String,
}

/// What one wager comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettlementLine {
    /// The wager with its amount, such as `Hand 1: 2` or `Match the Dealer, paytable 11/4: 1`.
    pub wager: String,
    /// Its result, such as `20 against 18: won`.
    pub result: String,
    /// What is paid or taken, such as `3:2`.
    pub pays: String,
    /// Its net result in the unit of the wager, with its sign; left out where it is a share of a meter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// The clauses that settle it; left out where the game file names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// A side wager in a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkedSideWager {
    /// Id of the wager.
    pub wager: String,
    /// The outcome.
    pub outcome: String,
}
