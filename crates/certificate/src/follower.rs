//! What a wager is worth that stands on the box of another player, who calls the decisions.

use std::collections::BTreeMap;

use num_rational::BigRational;
use serde::{Deserialize, Serialize};

use crate::{Exact, JsonSchema, ReadingEffect};

/// A follower of a caller who plays one strategy class, for `certificate.json`. He decides for himself what the rules of sharing leave
/// to him, and does the best there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedFollower {
    /// The caller's strategy class: `td` or `cdz`.
    pub caller: String,
    /// EV per unit of the follower's initial wager, insurance left out.
    pub ev: String,
    /// Values by up card, ace first.
    pub up_cards: Vec<StatedFollowedUp>,
    /// The EV with one other choice of a reading that concerns followers alone, in the order of the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<StatedFollowedReading>,
}

/// A follower's value under one up card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedFollowedUp {
    /// The up card.
    pub up: String,
    /// EV given it.
    pub ev: String,
    /// Whether he makes the attack wager, as the caller does in a tie; left out in a game without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<bool>,
}

/// A follower's value under another reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedFollowedReading {
    /// The reading and its choice, by key of the analysis.
    pub set: BTreeMap<String, String>,
    /// EV per unit of the follower's initial wager.
    pub ev: String,
}

/// Several players on one box, for `report.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SharedBox {
    /// Clauses of the rules of sharing.
    pub clauses: Vec<String>,
    /// Most players on one box, the caller among them.
    pub players: u8,
    /// By the caller's strategy class.
    pub by_caller: Vec<FollowedCaller>,
    /// The follower's EV under each choice of the readings that concern followers alone, by the caller's class.
    pub reading_effects: Vec<ReadingEffect>,
}

/// A caller and who follows him.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FollowedCaller {
    /// The caller's strategy class.
    pub strategy: String,
    /// In a round.
    pub round: FollowerGain,
    /// By up card.
    pub by_up_card: Vec<FollowedUpCard>,
}

/// The same given an up card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FollowedUpCard {
    /// The up card.
    pub up: String,
    /// Its probability.
    pub probability: Exact,
    /// Given it.
    pub gain: FollowerGain,
    /// Whether the caller makes the attack wager; left out in a game without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caller_attacks: Option<bool>,
    /// Whether the follower does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follower_attacks: Option<bool>,
}

/// EVs of two players on one box, each per unit of his own initial wager, insurance left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FollowerGain {
    /// Of who calls the decisions.
    pub caller: Exact,
    /// Of who follows, with his best choices.
    pub follower: Exact,
    /// What these choices are worth: the difference.
    pub worth: Exact,
}

impl FollowerGain {
    /// By the EVs of caller and follower.
    pub fn new(caller: &BigRational, follower: &BigRational) -> Self {
        Self { caller: caller.into(), follower: follower.into(), worth: (&(follower - caller)).into() }
    }
}
