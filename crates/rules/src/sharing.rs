//! Several players who wager on one box, of whom one calls the decisions: what the others decide for themselves.

use serde::{Deserialize, Serialize};

use crate::schema::JsonSchema;

/// Several players on one box. One of them, the caller, decides what is done with its cards; the others follow him.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SharingRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Most players who may wager on one box, the caller among them.
    pub players: u8,
    /// Whether a follower makes the attack wager.
    #[serde(default)]
    pub attack: Follows,
    /// Whether a follower doubles his wager when the caller doubles.
    #[serde(default)]
    pub double: Follows,
    /// Whether a follower wagers on both hands when the caller splits. Where he need not, he chooses one of the two
    /// hands, and his wager stays on it.
    #[serde(default)]
    pub split: Follows,
    /// Whether a follower gives up when the caller surrenders. Where he need not, his wager stays on the hand, which
    /// takes no more cards.
    #[serde(default)]
    pub surrender: Follows,
    /// Where the attack wager of a follower goes who leaves his initial wager on one hand of a split.
    #[serde(default)]
    pub attack_of_one_hand: AttackOfOneHand,
}

/// How far a follower does as the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Follows {
    /// He does as the caller.
    #[default]
    Called,
    /// He may where the caller does, and need not.
    WhereCalled,
    /// He may or not, whatever the caller does.
    Own,
}

/// Which hand of a split the attack wager of a follower stands on who wagers on one hand alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AttackOfOneHand {
    /// The hand that carries his initial wager.
    #[default]
    WithInitial,
    /// The first, as the caller's does.
    FirstHand,
}
