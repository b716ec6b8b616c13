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
}

impl StatedSeen {
    /// The same numbers in lowest terms; `over` is positive.
    pub fn of(seen: u32, over: &BigInt, nets: &[BigInt]) -> Self {
        let common = nets.iter().fold(over.clone(), |all, net| all.gcd(net));
        let text = |number: &BigInt| (number / &common).to_string();
        Self { seen: seen.to_string(), over: text(over), nets: nets.iter().map(text).collect() }
    }
}
