//! Giving up a hand.

use serde::{Deserialize, Serialize};

use super::{Cards, yes};
use crate::odds::Odds;
use crate::schema::JsonSchema;

/// Giving up part of the wager instead of playing on. A hand may be given up while its total is below 21.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SurrenderRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Whether it is allowed at all, and whether before or after a dealer blackjack is looked for.
    pub when: SurrenderWhen,
    /// Part of the wager that is lost, as odds (`1:2` for half).
    pub loses: Odds,
    /// On how many cards.
    #[serde(default)]
    pub cards: Cards,
    /// Whether the hands of a split pair may be given up.
    #[serde(default)]
    pub after_split: bool,
    /// Whether that holds for split aces that receive one card each.
    #[serde(default)]
    pub split_aces: bool,
    /// Whether doubled hands, split or not, may be given up once they have their card, where `after_double` names a price.
    #[serde(default = "yes")]
    pub doubled: bool,
    /// What giving up a doubled hand costs.
    #[serde(default)]
    pub after_double: SurrenderAfterDouble,
    /// What a dealer blackjack that comes to light after the hand was given up takes.
    #[serde(default)]
    pub into_blackjack: SurrenderIntoBlackjack,
}

impl SurrenderRule {
    /// Whether a doubled hand may be given up.
    pub fn takes_doubled(&self) -> bool {
        self.when != SurrenderWhen::Never && self.doubled && self.after_double != SurrenderAfterDouble::No
    }
}

/// When a hand may be given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SurrenderWhen {
    /// Never.
    Never,
    /// Once a dealer blackjack that is looked for has been ruled out (late surrender).
    Late,
    /// The first two cards before it is looked for; a dealer blackjack takes no more (early surrender).
    Early,
}

/// What giving up a doubled hand costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SurrenderAfterDouble {
    /// It is not allowed.
    #[default]
    No,
    /// The part of all the hand's wagers.
    PartOfAll,
    /// The part of the wagers before the double, which is returned.
    PartOfBet,
}

/// What a dealer blackjack takes of a hand that was given up before it came to light.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SurrenderIntoBlackjack {
    /// The hand's whole wager (a double wager is returned).
    #[default]
    Whole,
    /// The hand's whole wager, and its double wager where giving up the hand costs a part of that too.
    WholeAndDouble,
    /// What it takes of a hand that was played.
    AsPlayed,
    /// The whole wager of a hand that was not split, and of a hand of a split what it takes of one that was played.
    WholeUnlessSplit,
}
