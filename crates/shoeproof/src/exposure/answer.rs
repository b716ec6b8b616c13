//! The answer of `exposure`.

use certificate::Exact;
use counting::CountSystem;
use report::{CountedWager, PenetrationWorth, SeenDepth, WagerTags};
use serde::Serialize;

use super::{CountedBy, Rating};
use crate::schema::JsonSchema;

/// What a player who counts knows of the next round. Amounts are per unit of initial wager, those of insurance per unit of insurance.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Exposure {
    /// The analysis.
    pub analysis: String,
    /// SHA-256 of the canonical submission.
    pub submission_sha256: String,
    /// The class that is played, as it is best with a fresh shoe.
    pub strategy: &'static str,
    /// The count.
    pub count: CountSystem,
    /// By what rounds are told apart.
    pub counted_by: CountedBy,
    /// Cards of the shoe.
    pub cards: u32,
    /// Cards of a deck.
    pub cards_of_a_deck: u32,
    /// Most cards that may have been seen, so that a round surely finds its cards.
    pub most_seen: u32,
    /// EV of a round from the fresh shoe.
    pub ev: Exact,
    /// House edge of the fresh shoe.
    pub house_edge: Exact,
    /// The side wagers asked for, each with a paytable.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wagers: Vec<CountedWager>,
    /// The least count under which a side wager is made; absent where it is made wherever its EV is positive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger: Option<i64>,
    /// By the number of cards seen before the round.
    pub depths: Vec<SeenDepth>,
    /// What a player wins who bets by the count and plays by the chart, by the number of cards up to which rounds begin: about what cut cards at these depths make of him. Only
    /// with a ramp.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub penetrations: Vec<PenetrationWorth>,
    /// The tags that tell most of each wager, the base wager first, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<WagerTags>,
    /// How the base wager, by spread, and each side wager stand up to every count, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<Rating>,
}
