//! Exact sums of payments over the dealer's distributions.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::DealerCache;
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::fixed_int::{PayoffSum, Product, ROUND_LIMBS, RoundSum};
use crate::compiled::settlement::OUTCOMES;

/// An exact sum over sets of removed cards of (ordered ways to deal them) × (distribution of the dealer) × (weights).
pub(crate) struct ExactSum<'a> {
    up: &'a DealerCache,
    /// By number of cards gone before the dealer's, so that each has one denominator.
    by_size: Vec<RoundSum>,
}

impl<'a> ExactSum<'a> {
    pub(crate) fn new(up: &'a DealerCache) -> Self {
        Self { up, by_size: Vec::new() }
    }

    /// Adds the removed cards' ordered ways times the distribution's ways times the weights, outcome by outcome.
    pub(crate) fn add(&mut self, removed: CardSet, distribution: &[u128; OUTCOMES], weights: &[i64; OUTCOMES]) {
        self.add_products(removed, distribution, weights, PayoffSum::product);
    }

    /// The same for weights of more than two hands together, below 2¹⁰⁰.
    pub(crate) fn add_wide(&mut self, removed: CardSet, distribution: &[u128; OUTCOMES], weights: &[i128; OUTCOMES]) {
        self.add_products(removed, distribution, weights, PayoffSum::product_of_wide);
    }

    #[inline]
    fn add_products<W: Copy + Zero + PartialEq>(
        &mut self,
        removed: CardSet,
        distribution: &[u128; OUTCOMES],
        weights: &[W; OUTCOMES],
        product: impl Fn(u128, W) -> PayoffSum,
    ) {
        let mut payoff = PayoffSum::ZERO;
        // Outcomes next to one another are often paid alike.
        let (mut alike, mut of_alike) = (0, W::zero());
        for (&ways, &weight) in distribution.iter().zip(weights) {
            if weight != of_alike {
                if alike != 0 && !of_alike.is_zero() {
                    payoff.add(&product(alike, of_alike));
                }
                (alike, of_alike) = (0, weight);
            }
            alike += ways;
        }
        if alike != 0 && !of_alike.is_zero() {
            payoff.add(&product(alike, of_alike));
        }
        self.add_after(removed, 0, &payoff);
    }

    /// Adds a sum over the ways of some more cards and the dealer's most, times the removed cards' ordered ways. So many must be unseen.
    pub(crate) fn add_after(&mut self, removed: CardSet, more: u32, sum: &PayoffSum) {
        let term = self.up.dealt(removed, sum);
        self.of_size(removed.size() + more).add_product(&term);
    }

    /// Adds ways in which so many cards are removed and the dealer draws, times a weight.
    #[inline]
    pub(crate) fn add_ways(&mut self, removed: u32, ways: &Product<ROUND_LIMBS>, weight: i64) {
        self.of_size(removed).add_product_signed(ways, weight);
    }

    fn of_size(&mut self, size: u32) -> &mut RoundSum {
        let size = size as usize;
        if self.by_size.len() <= size {
            self.by_size.resize(size + 1, RoundSum::ZERO);
        }
        &mut self.by_size[size]
    }

    /// Adds another sum over the same up card.
    pub(crate) fn merge(&mut self, other: &Self) {
        if self.by_size.len() < other.by_size.len() {
            self.by_size.resize(other.by_size.len(), RoundSum::ZERO);
        }
        self.by_size.iter_mut().zip(&other.by_size).for_each(|(sum, other)| sum.add(other));
    }

    /// Adds a multiple of another sum over the same up card.
    pub(crate) fn merge_times(&mut self, other: &Self, factor: i64) {
        for (size, sum) in other.by_size.iter().enumerate() {
            let of_size = self.of_size(size as u32);
            if factor < 0 {
                of_size.add_times(&RoundSum::ZERO.minus(sum), factor.unsigned_abs());
            } else {
                of_size.add_times(sum, factor.unsigned_abs());
            }
        }
    }

    /// The sum as a probability-weighted value, given the up card: each size divided by its ordered ways.
    pub(crate) fn total(&self) -> BigRational {
        // One common denominator, falling(unseen, widest), for all sizes: no gcd until the end.
        let widest = (0..self.by_size.len() as u32)
            .map(|size| size + self.up.dealer.draws_of_distributions(self.up.unseen.saturating_sub(size)))
            .max()
            .unwrap_or(0);
        let mut numerator = BigInt::zero();
        for (size, sum) in self.by_size.iter().enumerate() {
            let size = size as u32;
            if size > self.up.unseen {
                continue;
            }
            let drawn = size + self.up.dealer.draws_of_distributions(self.up.unseen - size);
            numerator += sum.to_bigint() * BigInt::from(cards::falling(self.up.unseen - drawn, widest - drawn));
        }
        BigRational::new(numerator, BigInt::from(cards::falling(self.up.unseen, widest)))
    }
}
