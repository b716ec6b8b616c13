//! Whole numbers of a width that is known to be enough.

use num_bigint::{BigInt, Sign};

/// What polynomials are computed in.
pub(crate) trait Number: Clone + Default + PartialEq + Send + Sync {
    fn of(value: &BigInt) -> Self;
    fn add(&mut self, other: &Self);
    fn subtract(&mut self, other: &Self);
    fn to_bigint(&self) -> BigInt;
}

/// Numbers of any width, each in memory of its own.
impl Number for BigInt {
    fn of(value: &BigInt) -> Self {
        value.clone()
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn subtract(&mut self, other: &Self) {
        *self -= other;
    }

    fn to_bigint(&self) -> BigInt {
        self.clone()
    }
}

/// A two's complement integer, lowest limb first. Sums may leave its range and come back: the last is right if it is within.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Limbs<const N: usize>([u64; N]);

impl<const N: usize> Default for Limbs<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Number for Limbs<N> {
    fn of(value: &BigInt) -> Self {
        let mut limbs = [0; N];
        limbs.iter_mut().zip(value.iter_u64_digits()).for_each(|(limb, digit)| *limb = digit);
        let mut number = Self::default();
        if value.sign() == Sign::Minus {
            number.subtract(&Self(limbs));
        } else {
            number.add(&Self(limbs));
        }
        number
    }

    #[inline]
    fn add(&mut self, other: &Self) {
        let mut carry = false;
        for (limb, &other) in self.0.iter_mut().zip(&other.0) {
            (*limb, carry) = limb.carrying_add(other, carry);
        }
    }

    #[inline]
    fn subtract(&mut self, other: &Self) {
        let mut borrow = false;
        for (limb, &other) in self.0.iter_mut().zip(&other.0) {
            (*limb, borrow) = limb.borrowing_sub(other, borrow);
        }
    }

    fn to_bigint(&self) -> BigInt {
        let bytes: Vec<u8> = self.0.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        BigInt::from_signed_bytes_le(&bytes)
    }
}

/// Calls a function of a type of [`Number`] that holds so many bits, the sign included.
macro_rules! with_width {
    ($bits:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $bits {
            0..=256 => $function::<$crate::number::Limbs<4>>($($argument),*),
            257..=512 => $function::<$crate::number::Limbs<8>>($($argument),*),
            513..=768 => $function::<$crate::number::Limbs<12>>($($argument),*),
            769..=1024 => $function::<$crate::number::Limbs<16>>($($argument),*),
            _ => $function::<num_bigint::BigInt>($($argument),*),
        }
    };
}
pub(crate) use with_width;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limbs_are_the_integers_they_stand_for() {
        let one = BigInt::from(1);
        let values = [one.clone(), -one, (BigInt::from(3) << 190) - 7, BigInt::from(-5) << 200, BigInt::ZERO];
        for first in &values {
            assert_eq!(Limbs::<4>::of(first).to_bigint(), *first);
            for second in &values {
                let other = Limbs::<4>::of(second);
                let (mut sum, mut difference) = (Limbs::<4>::of(first), Limbs::<4>::of(first));
                sum.add(&other);
                difference.subtract(&other);
                assert_eq!([sum.to_bigint(), difference.to_bigint()], [first + second, first - second]);
                assert_eq!(difference == Limbs::default(), first == second);
            }
        }
    }
}
