//! Multisets of cards, packed so that a union is one addition.

use std::ops::{Add, Sub};

use cards::{Composition, Value};

/// Bits per value. A round of two player hands removes at most 43 cards of one value.
const BITS: u32 = 6;
const MASK: u64 = (1 << BITS) - 1;

/// A multiset of at most 63 cards of each value, packed so that the union of two is one addition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct CardSet(u64);

impl CardSet {
    pub(crate) const NONE: CardSet = CardSet(0);
    /// Greater than any cards.
    pub(crate) const END: CardSet = CardSet(u64::MAX);
    /// Cards of which any set can be told.
    pub(crate) const MOST: u32 = MASK as u32;

    pub(crate) fn one(value: usize) -> Self {
        Self(1 << (BITS * value as u32))
    }

    /// So many cards of a value.
    pub(crate) fn several(value: usize, number: u32) -> Self {
        (0..number).map(|_| Self::one(value)).sum()
    }

    pub(crate) fn count(self, value: usize) -> u32 {
        (self.0 >> (BITS * value as u32) & MASK) as u32
    }

    pub(crate) fn counts(self) -> [u32; Value::COUNT] {
        std::array::from_fn(|value| self.count(value))
    }

    /// The cards of this value and all after it.
    pub(crate) fn at_least(self, value: usize) -> Self {
        let low = BITS * value as u32;
        Self(self.0 >> low << low)
    }

    /// The cards of all lower values.
    pub(crate) fn below(self, value: usize) -> Self {
        Self(self.0 & !(u64::MAX << (BITS * value as u32)))
    }

    pub(crate) fn contains(self, others: Self) -> bool {
        self.counts().iter().zip(others.counts()).all(|(&of_self, of_others)| of_others <= of_self)
    }

    /// The same set has the same words, and no other has.
    pub(crate) fn words(self) -> [u32; 2] {
        [self.0 as u32, (self.0 >> 32) as u32]
    }

    pub(crate) fn size(self) -> u32 {
        self.counts().iter().sum()
    }
}

impl Add for CardSet {
    type Output = CardSet;

    fn add(self, other: CardSet) -> CardSet {
        CardSet(self.0 + other.0)
    }
}

/// The cards of the first that are not among the second, which must all be among the first.
impl Sub for CardSet {
    type Output = CardSet;

    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 - other.0)
    }
}

impl std::iter::Sum for CardSet {
    fn sum<I: Iterator<Item = CardSet>>(removed: I) -> CardSet {
        removed.fold(CardSet::NONE, Add::add)
    }
}

impl From<CardSet> for Composition {
    fn from(removed: CardSet) -> Composition {
        Composition::new(removed.counts().map(|count| count as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_is_a_sum() {
        let pair = CardSet::one(9) + CardSet::one(9);
        let hand = pair + CardSet::one(0);
        assert_eq!(hand.count(9), 2);
        assert_eq!(hand.counts(), [1, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
        assert_eq!(hand.size(), 3);
    }
}
