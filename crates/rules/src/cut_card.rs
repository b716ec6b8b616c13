//! How deep the cut card may lie, and what else may reshuffle the cards.

use num_rational::BigRational;
use num_traits::ToPrimitive as _;
use serde::Deserialize;

use crate::odds::Percent;
use crate::schema::JsonSchema;

/// When the cards are shuffled, by the text.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CutCardRule {
    /// Clauses on the cut card and the reshuffle once it has come.
    pub clauses: Vec<String>,
    /// The least part of the shoe behind it.
    pub least_behind: Percent,
    /// Clauses under which the house may reshuffle after any round; empty if none does.
    #[serde(default)]
    pub at_discretion: Vec<String>,
    /// Clauses that allow a device which puts the cards of every round back before the next; empty if none does.
    #[serde(default)]
    pub continuous_shuffler: Vec<String>,
}

impl CutCardRule {
    /// Most cards before the cut card of a shoe of so many.
    pub fn most_before(&self, cards: usize) -> usize {
        let behind = self.least_behind.ratio() * BigRational::from_integer(cards.into());
        cards.saturating_sub(behind.ceil().to_integer().to_usize().unwrap_or(cards))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_card_lies_behind_as_a_whole_one() {
        let rule = |least: &str| CutCardRule {
            clauses: Vec::new(),
            least_behind: least.parse().expect("a part"),
            at_discretion: Vec::new(),
            continuous_shuffler: Vec::new(),
        };
        for (least, cards, before) in [("25%", 312, 234), ("25%", 310, 232), ("0%", 52, 52), ("100%", 52, 0)] {
            assert_eq!(rule(least).most_before(cards), before, "{least} of {cards}");
        }
    }
}
