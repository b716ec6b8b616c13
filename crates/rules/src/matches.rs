//! Wagers that the player's first two cards match the up card: which cards match it, and what two matches are paid.

use serde::{Deserialize, Serialize};

use crate::schema::JsonSchema;

/// What two matching cards are paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchPays {
    /// Each match.
    Each,
    /// The higher one only.
    Best,
}

/// What matches an up card of ten points. Of any other up card a card of its rank is a match, in its suit or in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TensMatch {
    /// A card of its rank, as of any other up card: a king matches a king and no queen.
    #[default]
    Rank,
    /// A card of its rank and suit alone: a king of spades matches a king of spades.
    RankAndSuit,
}
