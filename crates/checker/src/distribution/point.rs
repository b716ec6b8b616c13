//! Where distributions are compared: a random point, modulo a random prime.

use num_rational::BigRational;

use super::field::{Field, Random};

/// Where distributions are compared.
#[derive(Debug, Clone)]
pub(crate) struct Point {
    pub(super) field: Field,
    /// A unit of net result and its inverse.
    pub(super) net: [u64; 2],
    pub(super) wager: u64,
}

impl Point {
    /// A point that depends on every letter of the seed.
    pub(crate) fn random(seed: String) -> Self {
        let mut numbers = Random::new(seed);
        let field = Field::random(&mut numbers);
        let mut element = || field.random_unit(&mut numbers);
        let net = element();
        Self { field, net: [net, field.inverse(net)], wager: element() }
    }

    /// A point that depends on every letter of the seed and where wagers make no difference; and the same point for net results in
    /// units so many times as large.
    pub(crate) fn random_of_net(seed: String, times: u64) -> [Self; 2] {
        let fine = Self::random(seed);
        let fine = Self { wager: fine.field.one(), ..fine };
        let coarse = Self { net: fine.net.map(|net| fine.field.power(net, times)), ..fine.clone() };
        [fine, coarse]
    }

    pub(crate) fn prime(&self) -> u64 {
        self.field.prime
    }

    /// A stated distribution at this point: results in whole units of net result and of wager, each with its probability. `None` if
    /// a denominator is a multiple of the prime, as that of no probability of a round is.
    pub(crate) fn stated<'a>(&self, distribution: impl Iterator<Item = (i64, i64, &'a BigRational)>) -> Option<u64> {
        let field = &self.field;
        distribution
            .map(|(net, wager, probability)| Some(field.multiply(self.residue(probability)?, self.weight(net, wager))))
            .try_fold(0, |sum, term| Some(field.add(sum, term?)))
    }

    /// The sum of these, each times a probability.
    pub(crate) fn mean<'a>(&self, all: impl Iterator<Item = (u64, &'a BigRational)>) -> Option<u64> {
        let field = &self.field;
        let terms = all.map(|(value, probability)| Some(field.multiply(self.residue(probability)?, value)));
        terms.into_iter().try_fold(0, |sum, term| Some(field.add(sum, term?)))
    }

    /// `None` if the denominator is a multiple of the prime.
    pub(super) fn residue(&self, fraction: &BigRational) -> Option<u64> {
        let field = &self.field;
        let denominator = Some(field.of_integer(fraction.denom())).filter(|&denominator| denominator != 0)?;
        Some(field.multiply(field.of_integer(fraction.numer()), field.inverse(denominator)))
    }

    /// x^net · y^wager.
    pub(super) fn weight(&self, net: i64, wager: i64) -> u64 {
        let net_power = self.field.power(self.net[usize::from(net < 0)], net.unsigned_abs());
        self.field.multiply(net_power, self.field.power(self.wager, wager.unsigned_abs()))
    }
}
