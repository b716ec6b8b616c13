//! Sums of worths over ordered draws.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::signal::Round;
use super::worth::Worth;
use crate::dealer::falling;

/// Sums of worths over ordered draws from the cards beside the up card, by number of draws.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sum(BTreeMap<usize, Worth>);

impl Sum {
    pub(crate) fn add(&mut self, draws: usize, worth: &Worth, ways: &BigInt) {
        let sum = self.0.entry(draws).or_default();
        sum.net += &worth.net * ways;
        sum.wagers += &worth.wagers * ways;
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (&draws, worth) in &other.0 {
            self.add(draws, worth, &BigInt::from(1));
        }
    }

    /// Both over falling(unseen, draws), in units.
    pub(crate) fn over(&self, round: &Round<'_>, draws: usize) -> Worth {
        let mut sum = Worth::default();
        for (&own, worth) in &self.0 {
            let factor = falling(round.unseen - own, draws - own);
            sum.net += &worth.net * &factor;
            sum.wagers += &worth.wagers * factor;
        }
        sum
    }

    /// Net result and wagers in initial wagers.
    pub(crate) fn total(&self, round: &Round<'_>) -> (BigRational, BigRational) {
        let mut sums = (BigRational::zero(), BigRational::zero());
        for (&draws, worth) in &self.0 {
            let denominator = falling(round.unseen, draws);
            sums.0 += BigRational::new(worth.net.clone(), &denominator * round.units);
            sums.1 += BigRational::new(worth.wagers.clone(), denominator);
        }
        sums
    }
}
