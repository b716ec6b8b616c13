//! What every action is worth with the first two cards: as a certificate claims it, and as a report states it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Action;
use crate::schema::JsonSchema;

/// Places of a stated value of an action, rounded from the exact value, half away from zero.
pub const STATED_PLACES: u32 = 12;

/// Places of how many of 100 hands something concerns.
pub const PER_100_PLACES: u32 = 9;

/// Under one up card and signal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedActions {
    /// The up card.
    pub up: String,
    /// The signal.
    pub signal: String,
    /// Every two cards that leave something to decide, in the order of the tables.
    pub hands: Vec<StatedHandActions>,
    /// The same of hands of the pairs that are split, by pair, by which of its hands, and in the order of the tables; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after_split: Vec<StatedSplitHand>,
}

/// Which hands of a split have these values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HandsOfSplit {
    /// Each of them.
    Each,
    /// The one that is played first.
    First,
    /// Those that are played later.
    Later,
}

impl HandsOfSplit {
    /// `each`, `first` or `later`.
    pub fn name(self) -> &'static str {
        match self {
            HandsOfSplit::Each => "each",
            HandsOfSplit::First => "first",
            HandsOfSplit::Later => "later",
        }
    }
}

/// The actions with two cards of a hand of a split.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedSplitHand {
    /// The value of the pair that was split.
    pub pair: String,
    /// Which of its hands.
    pub which: HandsOfSplit,
    /// The hand's two cards, in value order, joined by a comma.
    pub hand: String,
    /// Of each action that the rules allow but a further split, the EV of this hand alone, per unit of the initial wager, given its two cards, one more
    /// card of the pair's value, the up card and the signal: a decimal of 12 places ([`STATED_PLACES`]).
    pub values: BTreeMap<Action, String>,
}

/// The actions with one hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedHandActions {
    /// The cards, in value order, joined by commas.
    pub hand: String,
    /// Of each action that the rules allow, its EV per unit of the hand's own initial wager, given hand, up card and signal: a decimal of
    /// 12 places ([`STATED_PLACES`]).
    pub values: BTreeMap<Action, String>,
}

/// The values of actions under one up card and signal, as a report states them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignalActions {
    /// The up card.
    pub up: String,
    /// The signal.
    pub signal: String,
    /// Whether the attack wager has been made; left out in a game without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<bool>,
    /// The hands.
    pub hands: Vec<HandActions>,
    /// Hands of the pairs that CDZ- splits; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after_split: Vec<SplitHandActions>,
}

/// The values of actions with a hand of a split, as a report states them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SplitHandActions {
    /// The value of the pair that was split.
    pub pair: String,
    /// Which of its hands.
    pub which: HandsOfSplit,
    /// The hand's two cards, in value order, joined by a comma.
    pub hand: String,
    /// How many such hands come for 100 hands that are dealt, those not counted that are split again: a decimal of 9 places ([`PER_100_PLACES`]).
    pub per_100: String,
    /// EV of each action but a further split, of this hand alone, per unit of the initial wager, a decimal of 12 places ([`STATED_PLACES`]).
    pub values: BTreeMap<Action, String>,
}

/// The values of actions with one hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandActions {
    /// The cards.
    pub hand: String,
    /// How many of 100 hands have these cards, up card and signal: a decimal of 9 places ([`PER_100_PLACES`]).
    pub per_100: String,
    /// EV of each action per unit of the hand's own initial wager, a decimal of 12 places ([`STATED_PLACES`]).
    pub values: BTreeMap<Action, String>,
    /// The action of CDZ-.
    pub best: Action,
    /// The action of TD, where it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub td: Option<Action>,
    /// The action of CDZ- on these cards as a hand of a split that may not be split again; left out of cards that no split makes, or that
    /// get no decision then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_split: Option<Action>,
}
