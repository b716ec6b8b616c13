//! The answer of `exposure`.

use certificate::{Exact, Root};
use counting::CountSystem;
use serde::Serialize;

use super::CountedBy;
use super::indices::IndexTable;
use super::ramp::RampWorth;
use super::tags::WagerTags;
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
}

/// What a player wins who bets by the count, where rounds begin with up to so many cards seen, each number as often as the others.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PenetrationWorth {
    /// Most cards seen.
    pub up_to: u32,
    /// Part of the shoe.
    pub penetration: Exact,
    /// What he wins.
    pub ramp: RampWorth,
}

/// A side wager under one paytable.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CountedWager {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Name of the paytable.
    pub paytable: String,
}

/// The rounds that begin with so many cards seen.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SeenDepth {
    /// Cards seen: the fewest and the most, each number between them as often as the others.
    pub seen: [u32; 2],
    /// By count, the lowest first.
    pub rows: Vec<CountedRow>,
    /// A player who wagers where his EV is positive, and nowhere else.
    pub ahead: PlayedWhenAhead,
    /// The same of each side wager, or where the count is no less than the trigger.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wagers_ahead: Vec<PlayedWhenAhead>,
    /// The index table, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indices: Option<IndexTable>,
    /// What a player wins who bets by the count, if that was asked for. With an index table he plays by it; squares of results are those of the chart in any case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ramp: Option<RampWorth>,
}

/// The rounds that stand under one count.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CountedRow {
    /// The running or true count.
    pub count: Exact,
    /// The running counts that stand under it: the lowest and the highest.
    pub running: [Exact; 2],
    /// Probability of the count.
    pub probability: Exact,
    /// EV of a round given the count.
    pub ev: Exact,
    /// Standard deviation of its net result given the count; absent where it was not asked for or is not computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub std_dev: Option<Root>,
    /// EV of insurance given the count and that it is offered; absent where there is none. The up card is not among the cards seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insurance_ev: Option<Exact>,
    /// EV of each side wager given the count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wager_evs: Vec<Exact>,
}

/// A player who wagers one unit under some counts, such as those for which his EV is positive, and nothing under the others.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PlayedWhenAhead {
    /// Part of the rounds in which he wagers.
    pub played: Exact,
    /// EV of these wagers; absent if he makes none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_ev: Option<Exact>,
    /// What he wins in the mean over all rounds, those without a wager among them.
    pub win: Exact,
    /// Mean over all rounds of EV²/E\[net²\] where he wagers: his rate of growth is half of it with wagers in proportion to EV/E\[net²\], of a bank without
    /// limits. Absent without the variance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub growth: Option<Exact>,
}
