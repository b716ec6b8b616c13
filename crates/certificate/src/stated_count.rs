//! What rounds come to by the count of the cards seen before them, for `certificate.json`.

use num_bigint::BigInt;
use num_integer::Integer as _;
use serde::{Deserialize, Serialize};

use crate::JsonSchema;

/// The net result under TD by a count, after several numbers of cards seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedCount {
    /// Name of the count.
    pub id: String,
    /// Its tags of A, 2, …, 9, T, in units.
    pub tags: Vec<String>,
    /// By cards seen, fewest first; those that the analysis asks for and that can be stated.
    pub depths: Vec<StatedSeen>,
}

/// The net result by the count of so many cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedSeen {
    /// Cards seen before the round.
    pub seen: String,
    /// What all nets are over, the least that makes them whole.
    pub over: String,
    /// For every sum of tags from the least that so many cards can have to the greatest: the mean net result in initial wagers, insurance left out, counted as nothing where the cards have another
    /// sum. It is the probability of that sum times the EV given it.
    pub nets: Vec<String>,
    /// In the same way the mean square of the net result. Stated of the first count alone, and not where suits decide what the base game pays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squares: Option<StatedSums>,
    /// In the same way the mean net result of one unit of insurance that is taken wherever it is offered, per unit: nothing where it is not offered. The up card is not among the cards seen. Left out
    /// where the game has no insurance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insurance: Option<StatedSums>,
    /// The same of side wagers that the cards of a deal alone decide, in the order of the wagers; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wagers: Vec<StatedSeenWager>,
}

/// A side wager by the count of so many cards, under the submission's own readings and one paytable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedSeenWager {
    /// Wager id.
    pub id: String,
    /// Paytable.
    pub paytable: String,
    /// The mean net result per unit of the wager, counted as nothing where the cards have another sum.
    pub nets: StatedSums,
    /// In the same way the mean square of the net result. Stated of the first count alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squares: Option<StatedSums>,
}

/// Numbers by sum of tags, in the order of [`StatedSeen::nets`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedSums {
    /// What all numbers are over, the least that makes them whole.
    pub over: String,
    /// One for every sum of tags.
    pub by_sum: Vec<String>,
}

impl StatedSums {
    /// The same numbers in lowest terms; `over` is positive.
    pub fn of(over: &BigInt, by_sum: &[BigInt]) -> Self {
        let common = by_sum.iter().fold(over.clone(), |all, one| all.gcd(one));
        let text = |number: &BigInt| (number / &common).to_string();
        Self { over: text(over), by_sum: by_sum.iter().map(text).collect() }
    }
}

impl StatedSeen {
    /// The net result alone.
    pub fn of(seen: u32, nets: StatedSums) -> Self {
        let StatedSums { over, by_sum } = nets;
        Self { seen: seen.to_string(), over, nets: by_sum, squares: None, insurance: None, wagers: Vec::new() }
    }
}
