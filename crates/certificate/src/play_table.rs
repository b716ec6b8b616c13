//! A strategy as a table that can be played from alone.

use serde::{Deserialize, Serialize};

use crate::schema::JsonSchema;
use crate::{Action, Exact};

/// Every decision of a strategy class but those on insurance and switches, which a report lists elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayTable {
    /// `td` or `cdz`.
    pub strategy: String,
    /// By up card.
    pub up_cards: Vec<PlayUpCard>,
}

/// The decisions under one up card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayUpCard {
    /// The up card.
    pub up: String,
    /// Whether the attack wager is made; left out in a game without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<bool>,
    /// Whether a blackjack takes even money; left out where it is not offered under this up card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub even_money: Option<bool>,
    /// By signal under which the player acts.
    pub signals: Vec<PlaySignal>,
}

/// The decisions under one up card and signal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaySignal {
    /// The signal.
    pub signal: String,
    /// The rows. A hand is played by the row of its cards where there is one, else by the row of its total; a hand without a row stands.
    pub rows: Vec<PlayRow>,
}

/// Which hands a row is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RowOf {
    /// The first two cards of a hand, of a split or not.
    Two,
    /// Three or more cards.
    More,
    /// The first two cards, before any signal.
    BeforeSignal,
    /// Two cards of split aces that get no further card.
    SplitAces,
    /// A hand that was doubled on the player's own money and has its card.
    Doubled,
    /// A hand that was doubled on the house's money and has its card.
    DoubledFree,
}

impl RowOf {
    /// As it is written in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Two => "two",
            Self::More => "more",
            Self::BeforeSignal => "before-signal",
            Self::SplitAces => "split-aces",
            Self::Doubled => "doubled",
            Self::DoubledFree => "doubled-free",
        }
    }
}

/// What is done with a hand, by what is allowed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayRow {
    /// `hard 16`, `soft 18`, or the cards of a hand in value order.
    pub hand: String,
    /// Which hands of this total or of these cards.
    pub of: RowOf,
    /// Whether it is for hands that were dealt two cards which the rules call original; left out where that makes no difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub originals: Option<bool>,
    /// Where everything is allowed that the rules allow on a hand that is not split.
    pub action: Action,
    /// Where it may not be split. This and what follows is left out where it is the same as `action`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_split: Option<Action>,
    /// Where it may be neither split nor doubled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_double: Option<Action>,
    /// Where it may be neither split nor surrendered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_surrender: Option<Action>,
    /// Where it may only stand and, if it may draw, hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_or_hit: Option<Action>,
}

/// The switches under one up card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Switches {
    /// The up card.
    pub up: String,
    /// The signal after which is switched; left out where it is decided before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<String>,
    /// Probability of a switch, given both.
    pub share: Exact,
    /// Deals as `T,5 6,A`, each hand in the order dealt. Which of the hands is the first makes no difference, so each pair of
    /// hands is listed once.
    pub deals: Vec<String>,
    /// Of each of these deals, what the switch gains over keeping the hands as dealt: given the deal, the up card and the signal, per unit of both wagers. A decimal of 6
    /// places. Empty where gains are not computed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gains: Vec<String>,
}
