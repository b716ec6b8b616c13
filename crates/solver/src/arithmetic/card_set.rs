//! Multisets of cards, packed so that a union is one addition.

use std::ops::{Add, Sub};

use cards::{Composition, Value};

/// Bits per value. A round of two player hands removes at most 43 cards of one value.
const BITS: u32 = 6;
const MASK: u64 = (1 << BITS) - 1;

/// Bits per value where only every second value stands: above each count as many bits are free as it has.
const TWO: u32 = 2 * BITS;
/// One in the place of every second value.
const ONES: u64 = 1 | 1 << TWO | 1 << (2 * TWO) | 1 << (3 * TWO) | 1 << (4 * TWO);

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
        Self(u64::from(number) << (BITS * value as u32))
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

    /// These counts, those above [`CardSet::MOST`] cut down to it. No set has more, so what is contained in the counts is contained in this set.
    pub(crate) fn at_most(counts: &[u32; Value::COUNT]) -> Self {
        counts.iter().enumerate().map(|(value, &count)| Self::several(value, count.min(Self::MOST))).sum()
    }

    /// The counts of the values at even places, and of those at odd ones.
    fn halves(self) -> [u64; 2] {
        [self.0 & (ONES * MASK), (self.0 >> BITS) & (ONES * MASK)]
    }

    pub(crate) fn contains(self, others: Self) -> bool {
        // A free bit above each count is borrowed from if the other is greater.
        let free = ONES << BITS;
        let [even, odd] = self.halves();
        let [others_even, others_odd] = others.halves();
        ((even | free) - others_even) & ((odd | free) - others_odd) & free == free
    }

    /// The same set has the same words, and no other has.
    pub(crate) fn words(self) -> [u32; 2] {
        [self.0 as u32, (self.0 >> 32) as u32]
    }

    pub(crate) fn size(self) -> u32 {
        let [even, odd] = self.halves();
        // The product's last place sums all places.
        ((even + odd).wrapping_mul(ONES) >> (4 * TWO)) as u32 & ((1 << TWO) - 1)
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
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_union_is_a_sum() {
        let pair = CardSet::one(9) + CardSet::one(9);
        let hand = pair + CardSet::one(0);
        assert_eq!(hand.count(9), 2);
        assert_eq!(hand.counts(), [1, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
        assert_eq!(hand.size(), 3);
    }

    fn any_set() -> impl Strategy<Value = [u32; Value::COUNT]> {
        // Many counts at both ends, where places meet.
        prop::array::uniform10(prop_oneof![Just(0), Just(CardSet::MOST), 0..=CardSet::MOST])
    }

    proptest! {
        #[test]
        fn sizes_and_subsets_are_those_of_the_counts(one in any_set(), other in any_set(), taken in any_set()) {
            let set = CardSet::at_most(&one);
            prop_assert_eq!(set.counts(), one);
            prop_assert_eq!(set.size(), one.iter().sum::<u32>());
            // A set picked at random is seldom contained, so some cards are taken off the first too.
            let fewer = std::array::from_fn(|value| one[value].saturating_sub(taken[value]));
            for others in [other, fewer] {
                let is_within = one.iter().zip(others).all(|(&of_set, of_others)| of_others <= of_set);
                prop_assert_eq!(set.contains(CardSet::at_most(&others)), is_within);
            }
        }

        #[test]
        fn counts_too_large_are_cut_off(counts in prop::array::uniform10(0_u32..1000)) {
            let expected = counts.map(|count| count.min(CardSet::MOST));
            prop_assert_eq!(CardSet::at_most(&counts).counts(), expected);
        }
    }
}
