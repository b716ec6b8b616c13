//! Exact numbers of the slow references: fractions of whole numbers of 128 bits, in lowest terms. Overflow checks are on in every
//! profile, so a number that did not fit would stop the test.
//!
//! The references spend most of their time in sums and products. Nearly all their numbers fit in 64 bits, where a common divisor
//! is found several times faster.

use std::cmp::Ordering;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// A fraction in lowest terms, its denominator positive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Exact {
    numer: i128,
    denom: i128,
}

/// The greatest common divisor, positive unless both are 0.
fn common(one: i128, other: i128) -> i128 {
    let (mut one, mut other) = (one.unsigned_abs(), other.unsigned_abs());
    loop {
        if let (Ok(one), Ok(other)) = (u64::try_from(one), u64::try_from(other)) {
            return one.gcd(&other).into();
        }
        if other == 0 {
            return i128::try_from(one).expect("a common divisor of 127 bits");
        }
        (one, other) = (other, one % other);
    }
}

/// A quotient that is whole.
fn divided(number: i128, divisor: i128) -> i128 {
    if divisor == 1 {
        return number;
    }
    match (i64::try_from(number), i64::try_from(divisor)) {
        (Ok(number), Ok(divisor)) => (number / divisor).into(),
        _ => number / divisor,
    }
}

impl Exact {
    pub(crate) fn new(numer: i128, denom: i128) -> Self {
        assert!(denom > 0, "a denominator is positive");
        let common = common(numer, denom);
        Self { numer: divided(numer, common), denom: divided(denom, common) }
    }

    pub(crate) fn whole(number: i128) -> Self {
        Self { numer: number, denom: 1 }
    }

    /// The same number as the solver writes it.
    pub(crate) fn big(&self) -> BigRational {
        BigRational::new(self.numer.into(), self.denom.into())
    }
}

impl Default for Exact {
    fn default() -> Self {
        Self::whole(0)
    }
}

impl Add for Exact {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        if self.numer == 0 || other.numer == 0 {
            return if self.numer == 0 { other } else { self };
        }
        let common_of_denoms = common(self.denom, other.denom);
        let (left, right) = (divided(self.denom, common_of_denoms), divided(other.denom, common_of_denoms));
        let numer = self.numer * right + other.numer * left;
        // What the numerator has in common with the denominator is in what the two denominators have in common.
        let common = common(numer, common_of_denoms);
        Self { numer: divided(numer, common), denom: left * divided(other.denom, common) }
    }
}

impl Mul for Exact {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let (left, right) = (common(self.numer, other.denom), common(other.numer, self.denom));
        Self {
            numer: divided(self.numer, left) * divided(other.numer, right),
            denom: divided(self.denom, right) * divided(other.denom, left),
        }
    }
}

impl Neg for Exact {
    type Output = Self;

    fn neg(self) -> Self {
        Self { numer: -self.numer, denom: self.denom }
    }
}

impl Sub for Exact {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Div for Exact {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        assert!(other.numer != 0, "a division by 0");
        self * Self { numer: other.denom * other.numer.signum(), denom: other.numer.abs() }
    }
}

impl AddAssign for Exact {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl AddAssign<&Self> for Exact {
    fn add_assign(&mut self, other: &Self) {
        *self = *self + *other;
    }
}

impl Mul<Exact> for &Exact {
    type Output = Exact;

    fn mul(self, other: Exact) -> Exact {
        *self * other
    }
}

impl Mul<&Exact> for &Exact {
    type Output = Exact;

    fn mul(self, other: &Exact) -> Exact {
        *self * *other
    }
}

impl Mul<&Self> for Exact {
    type Output = Self;

    fn mul(self, other: &Self) -> Self {
        self * *other
    }
}

impl Sum for Exact {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::zero(), Add::add)
    }
}

impl<'a> Sum<&'a Self> for Exact {
    fn sum<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
        numbers.copied().sum()
    }
}

impl Zero for Exact {
    fn zero() -> Self {
        Self::whole(0)
    }

    fn is_zero(&self) -> bool {
        self.numer == 0
    }
}

impl One for Exact {
    fn one() -> Self {
        Self::whole(1)
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denom == other.denom {
            return self.numer.cmp(&other.numer);
        }
        let signs = self.numer.signum().cmp(&other.numer.signum());
        signs.then_with(|| (self.numer * other.denom).cmp(&(other.numer * self.denom)))
    }
}

#[cfg(test)]
mod tests {
    use num_traits::Signed;
    use proptest::prelude::*;

    use super::*;

    fn numbers() -> impl Strategy<Value = Exact> {
        let large = (-1_i128 << 62..1 << 62, 1_i128..1 << 40).prop_map(|(numer, denom)| Exact::new(numer, denom));
        let larger = (-1_i128 << 80..1 << 80, 1_i128..60).prop_map(|(numer, denom)| Exact::new(numer, denom));
        let small = (-60_i128..60, 1_i128..60).prop_map(|(numer, denom)| Exact::new(numer, denom));
        prop_oneof![3 => small, 1 => large, 1 => larger]
    }

    fn assert_same(found: Exact, expected: &BigRational) {
        assert_eq!((found.numer.into(), found.denom.into()), (expected.numer().clone(), expected.denom().clone()));
    }

    proptest! {
        /// Against fractions of any length, in lowest terms too.
        #[test]
        fn numbers_are_fractions(one in numbers(), other in (-60_i128..60, 1_i128..60)) {
            let other = Exact::new(other.0, other.1);
            let (left, right) = (one.big(), other.big());
            assert_same(one + other, &(&left + &right));
            assert_same(one - other, &(&left - &right));
            assert_same(one * other, &(&left * &right));
            assert_same(-one, &-&left);
            prop_assert_eq!(one.cmp(&other), left.cmp(&right));
            prop_assert_eq!(one == other, left == right);
            if !other.is_zero() && left.numer().abs().bits() < 100 {
                assert_same(one / other, &(&left / &right));
            }
        }
    }
}
