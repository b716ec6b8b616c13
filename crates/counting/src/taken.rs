//! Sums over rounds, by the cards that they take of each group.

use std::collections::BTreeMap;

use cards::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use crate::grouped_shoe::GroupedShoe;

/// Cards taken of each group. There are no more groups than values; what is past the last is zero.
pub type CardsTaken = [u8; Value::COUNT];

/// By the cards taken of each group, in how many ordered ways a round takes cards from the full shoe, times a quantity.
///
/// A term with *m* cards is a sum over ordered draws of *m* cards from the *N* of the shoe: divided by N(N-1)…(N-m+1) it is a part of the quantity's
/// expectation. Terms may be signed, and one round may be told by several: what is summed need only be right in the mean over all orders of the shoe.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TakenSum {
    sums: BTreeMap<CardsTaken, BigInt>,
}

impl TakenSum {
    /// The quantity 1, which no card decides.
    pub fn one() -> Self {
        Self { sums: BTreeMap::from([([0; Value::COUNT], BigInt::from(1))]) }
    }

    /// Adds ordered ways, times the quantity, in which these cards are taken.
    pub fn add(&mut self, taken: CardsTaken, ways: &BigInt) {
        *self.sums.entry(taken).or_default() += ways;
    }

    /// Adds a multiple of another sum from the same shoe.
    pub fn add_times(&mut self, other: &Self, factor: i64) {
        for (taken, ways) in &other.sums {
            self.add(*taken, &(ways * factor));
        }
    }

    /// The terms that are not zero.
    pub fn terms(&self) -> impl Iterator<Item = (&CardsTaken, &BigInt)> {
        self.sums.iter().filter(|(_, ways)| !ways.is_zero())
    }

    /// Most cards of a term.
    pub fn most_cards(&self) -> u32 {
        self.terms().map(|(taken, _)| number(taken)).max().unwrap_or(0)
    }

    /// The expectation of the quantity from the full shoe.
    pub fn expectation(&self, shoe: &GroupedShoe) -> BigRational {
        over_draws(self.terms().map(|(taken, ways)| (number(taken), ways.clone())), shoe.cards())
    }

    /// The expectation once one card of a group has left the shoe; zero if the group has none.
    pub fn expectation_without(&self, shoe: &GroupedShoe, group: usize) -> BigRational {
        let held = shoe.groups()[group].cards;
        if held == 0 {
            return BigRational::zero();
        }
        let left = |taken: &CardsTaken| held.saturating_sub(taken[group].into());
        let terms = self.terms().map(|(taken, ways)| (number(taken), ways * left(taken)));
        over_draws(terms, shoe.cards() - 1) / BigRational::from_integer(held.into())
    }

    /// The same sum with every term brought to so many cards: each is followed by any cards of the shoe.
    pub(crate) fn filled_up(&self, shoe: &GroupedShoe, cards: u32) -> BTreeMap<CardsTaken, BigInt> {
        let mut by_number: BTreeMap<u32, Vec<(&CardsTaken, &BigInt)>> = BTreeMap::new();
        for term in self.terms() {
            by_number.entry(number(term.0)).or_default().push(term);
        }
        let mut level: BTreeMap<CardsTaken, BigInt> = BTreeMap::new();
        for taken in 0..=cards {
            for (cards, ways) in by_number.remove(&taken).into_iter().flatten() {
                *level.entry(*cards).or_default() += ways;
            }
            if taken == cards {
                break;
            }
            let mut next: BTreeMap<CardsTaken, BigInt> = BTreeMap::new();
            for (cards, ways) in &level {
                for (place, group) in shoe.groups().iter().enumerate() {
                    let left = group.cards.saturating_sub(cards[place].into());
                    if left > 0 {
                        let mut more = *cards;
                        more[place] += 1;
                        *next.entry(more).or_default() += ways * left;
                    }
                }
            }
            level = next;
        }
        level
    }
}

/// Terms with so many cards each, over the ordered draws of so many from the shoe. Terms with as many cards are summed first: thousands of fractions would be
/// reduced otherwise.
fn over_draws(terms: impl Iterator<Item = (u32, BigInt)>, shoe: u32) -> BigRational {
    let mut by_number: BTreeMap<u32, BigInt> = BTreeMap::new();
    for (cards, ways) in terms {
        *by_number.entry(cards).or_default() += ways;
    }
    by_number.into_iter().map(|(cards, ways)| BigRational::new(ways, cards::falling(shoe, cards).into())).sum()
}

/// Cards of all groups.
fn number(taken: &CardsTaken) -> u32 {
    taken.iter().map(|&cards| u32::from(cards)).sum()
}
