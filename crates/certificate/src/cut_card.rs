//! Shoes dealt to a cut card: the sums that the certificate states, and what they come to.

use serde::{Deserialize, Serialize};

use crate::JsonSchema;

/// Shoes dealt to a cut card under the CDZ- play of [`crate::StatedClass::play`], and what they came to, in whole numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedCutCards {
    /// Shoes dealt to each number of players.
    pub shoes: String,
    /// Shoes of which what is left was valued, in every place.
    pub valued: String,
    /// Seed of the random numbers.
    pub seed: String,
    /// By number of players, ascending.
    pub tables: Vec<StatedCutTable>,
}

/// Shoes dealt to a number of players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedCutTable {
    /// Players at the table.
    pub players: String,
    /// By place of the cut card, ascending.
    pub places: Vec<StatedCutSums>,
}

/// Sums over shoes with the cut card in one place. T is the number of rounds of a shoe, t the usual one, and S what a wager on the next two cards is
/// worth with what is left more than with the full shoe. Amounts are in parts of 10^-12 of the initial wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedCutSums {
    /// Cards before the cut card.
    pub cards_before: String,
    /// t.
    pub usual: String,
    /// Sum of T over the shoes dealt.
    pub rounds: String,
    /// Sum of T squared.
    pub rounds_square: String,
    /// Sum of (T - t) S.
    pub gain: String,
    /// Sum of its squares.
    pub gain_square: String,
    /// Sum of (T - t) S T.
    pub gain_rounds: String,
    /// Shoes in which a round asked for more cards than there were.
    pub too_short: String,
    /// Over the shoes valued, the sum of (T - t) times what the EV is more than S, both less those of the full shoe.
    pub rest: String,
    /// Sum of its squares.
    pub rest_square: String,
}

/// What a cut card does to the house edge: an estimate beside the exact figures, and no part of them. Amounts are per unit of initial wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CutCards {
    /// The strategy class that is played, as it is best with a fresh shoe.
    pub strategy: String,
    /// Shoes dealt to each number of players, as a string of digits.
    pub shoes: String,
    /// Shoes of which what is left was valued, in every place.
    pub shoes_valued: String,
    /// Seed of the random numbers, as a string of digits.
    pub seed: String,
    /// Cards of the shoe.
    pub cards: u16,
    /// What is burned unseen: `the first card of every shoe`, or `a card before every round`.
    pub burned: String,
    /// Cards before the cut card where the analysis has it, or else in the deepest place that the text allows.
    pub cards_before: usize,
    /// The deepest place that the text allows; left out where it says nothing, and of a game file that is not the catalogue's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deepest: Option<DeepestCutCard>,
    /// By number of players, ascending.
    pub tables: Vec<CutCardTable>,
    /// Clauses that allow a device which puts the cards of every round back before the next, with which there is no effect; left out where none does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub continuous_shuffler: Vec<String>,
    /// Clauses under which the house may reshuffle after any round; left out where none does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at_discretion: Vec<String>,
}

/// The deepest place that the text lets the cut card have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeepestCutCard {
    /// Cards before it.
    pub cards_before: usize,
    /// Clauses.
    pub clauses: Vec<String>,
}

/// The cut card with a number of players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CutCardTable {
    /// Players at the table, who all play alike.
    pub players: u16,
    /// By depth.
    pub by_depth: Vec<CutCardPlace>,
}

/// The cut card in one place. Amounts are per unit of initial wager, and estimates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CutCardPlace {
    /// Cards before it.
    pub cards_before: usize,
    /// Whether the text lets it lie there.
    pub allowed: bool,
    /// Rounds of a shoe in the mean, to 3 places.
    pub rounds_per_shoe: String,
    /// EV of a round dealt to the cut card, less that of a fresh shoe, to 9 places.
    pub effect: String,
    /// Its standard error, to 9 places.
    pub standard_error: String,
    /// Standard errors between the effect and zero, with its sign, to 1 place.
    pub z: String,
    /// EV of a round dealt to the cut card, to 9 places.
    pub ev: String,
    /// House edge of rounds dealt to the cut card, to 9 places.
    pub house_edge: String,
    /// Shoes in which a round asked for more cards than there were. It is valued as if they had been there.
    pub shoes_too_short: u64,
}
