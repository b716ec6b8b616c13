//! What a deviation loses, in whole units with an error.

use std::ops::Add;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use crate::zero_memory::best_cdz::roots::{About, Range};

/// One settlement unit, in those of [`Loss`]: 2¹⁰⁰.
const UNIT: i128 = 1 << 100;

/// What is lost, not negative: not less than the one and not more than the other, in parts of a settlement unit.
#[derive(Clone, Copy)]
pub(crate) struct Loss {
    pub(crate) least: i128,
    pub(crate) most: i128,
}

impl Loss {
    pub(super) const NOTHING: Self = Self { least: 0, most: 0 };

    #[inline]
    pub(super) fn about(About { value, error }: About) -> Self {
        // Powers of two are exact; what is cut off is less than one part. The second roundings are for the sums.
        let parts = |float: f64| (float * UNIT as f64) as i128;
        let [least, most] = [(value - error) * (1.0 - f64::EPSILON), (value + error) * (1.0 + f64::EPSILON)];
        Self { least: parts(least.max(0.0)), most: parts(most) + 1 }
    }

    #[inline]
    pub(super) fn of_fraction(fraction: &BigRational) -> Self {
        let (parts, rest) = (fraction.numer() * BigInt::from(UNIT)).div_rem(fraction.denom());
        let least = parts.to_i128().unwrap_or(i128::MAX);
        Self { least, most: least.saturating_add(i128::from(!rest.is_zero())) }
    }

    #[inline]
    pub(super) fn times(self, factor: i64) -> Self {
        let [least, most] = [self.least, self.most].map(|parts| parts * i128::from(factor));
        Self { least, most }
    }

    /// The smaller of two.
    #[inline]
    pub(super) fn or(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.min(other.most) }
    }

    #[inline]
    pub(super) fn middle(self) -> f64 {
        (self.least + (self.most - self.least) / 2) as f64 / UNIT as f64
    }

    /// What is left of something.
    #[inline]
    pub(super) fn from(self, all: Range) -> Range {
        let [least, most] = [self.least, self.most].map(|parts| parts as f64 / UNIT as f64);
        let error = most * f64::EPSILON;
        Range { least: all.least - most - error, most: all.most - least + error }
    }
}

impl Add for Loss {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { least: self.least + other.least, most: self.most + other.most }
    }
}

impl std::iter::Sum for Loss {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::NOTHING, Self::add)
    }
}
