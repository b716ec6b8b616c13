//! Whole numbers that values are counted in: of any size, or of a width that is known to be enough.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::Zero;

/// A whole number as values are.
pub(crate) trait Whole: Clone + Default + Ord {
    /// The number itself; the width must be enough for it.
    fn of(value: &BigInt) -> Self;

    /// The number of any size.
    fn widened(&self) -> BigInt;

    /// So many times another more.
    fn add_times(&mut self, other: &Self, times: u64);

    /// So many times this.
    fn times(&self, times: i128) -> Self;
}

impl Whole for BigInt {
    fn of(value: &BigInt) -> Self {
        value.clone()
    }

    fn widened(&self) -> BigInt {
        self.clone()
    }

    fn add_times(&mut self, other: &Self, times: u64) {
        if !other.is_zero() {
            *self += other * times;
        }
    }

    fn times(&self, times: i128) -> Self {
        self * times
    }
}

/// Numbers from -2^(64 L - 1) to 2^(64 L - 1) - 1, as their remainders by 2^(64 L), the lowest digits first. Sums and products of such
/// remainders are exact as long as their results are in that range, whatever the steps between were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wide<const L: usize>([u64; L]);

impl<const L: usize> Wide<L> {
    fn is_negative(&self) -> bool {
        self.0[L - 1] >> 63 == 1
    }

    fn negative(mut self) -> Self {
        let mut carry = true;
        for digit in &mut self.0 {
            (*digit, carry) = (!*digit).overflowing_add(u64::from(carry));
        }
        self
    }
}

impl<const L: usize> Default for Wide<L> {
    fn default() -> Self {
        Self([0; L])
    }
}

impl<const L: usize> Whole for Wide<L> {
    fn of(value: &BigInt) -> Self {
        let mut wide = Self::default();
        for (digit, of_value) in wide.0.iter_mut().zip(value.iter_u64_digits()) {
            *digit = of_value;
        }
        if value.sign() == num_bigint::Sign::Minus { wide.negative() } else { wide }
    }

    fn widened(&self) -> BigInt {
        let bytes: Vec<u8> = self.0.iter().flat_map(|digit| digit.to_le_bytes()).collect();
        BigInt::from_signed_bytes_le(&bytes)
    }

    #[inline]
    fn add_times(&mut self, other: &Self, times: u64) {
        if other.0.iter().fold(0, |all, digit| all | digit) == 0 {
            return;
        }
        let mut carry = 0;
        for (digit, other) in self.0.iter_mut().zip(&other.0) {
            let sum = u128::from(*other) * u128::from(times) + u128::from(*digit) + carry;
            *digit = sum as u64;
            carry = sum >> 64;
        }
    }

    #[inline]
    fn times(&self, times: i128) -> Self {
        let (low, high) = (times.unsigned_abs() as u64, (times.unsigned_abs() >> 64) as u64);
        let mut product = Self::default();
        product.add_times(self, low);
        if high > 0 {
            let mut shifted = Self::default();
            shifted.0[1..].copy_from_slice(&self.0[..L - 1]);
            product.add_times(&shifted, high);
        }
        if times < 0 { product.negative() } else { product }
    }
}

impl<const L: usize> Ord for Wide<L> {
    fn cmp(&self, other: &Self) -> Ordering {
        let signs = other.is_negative().cmp(&self.is_negative());
        signs.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl<const L: usize> PartialOrd for Wide<L> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of either sign, with and without carries.
    fn numbers() -> Vec<BigInt> {
        let powers = [0, 1, 31, 63, 64, 65, 127, 128, 129, 150].map(|power: u32| BigInt::from(1) << power);
        let near = powers.iter().flat_map(|power| [-1, 0, 1].map(|more: i32| power + more));
        near.flat_map(|number: BigInt| [-number.clone(), number]).collect()
    }

    #[test]
    fn a_fixed_width_computes_as_any_width_does() {
        for one in &numbers() {
            let wide = Wide::<5>::of(one);
            assert_eq!(wide.widened(), *one);
            for times in [0, 1, -1, 7, i128::from(u64::MAX), -(1 << 64), (1 << 126) + 5, i128::MIN + 1] {
                assert_eq!(wide.times(times).widened(), one * times, "{one} {times}");
            }
            for other in &numbers() {
                let mut sum = wide.clone();
                sum.add_times(&Wide::of(other), u64::MAX);
                assert_eq!(sum.widened(), one + other * u64::MAX, "{one} {other}");
                assert_eq!(wide.cmp(&Wide::of(other)), one.cmp(other), "{one} {other}");
            }
        }
    }
}
