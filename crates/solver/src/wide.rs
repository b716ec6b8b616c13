//! Signed integers of a fixed width that is proven to be enough.

use num_bigint::{BigInt, Sign};

/// 640 bits, enough for any sum over a round: it counts ordered draws, times a payoff below 2⁸; a round removes at
/// most 43 cards by two player hands and 13 by the dealer, and 1040^56 < 2^562.
pub(crate) type RoundSum = Wide<10>;

/// 256 bits, enough for the payoff of one set of removed cards: below 2^127 ordered dealer draws for each of eight
/// outcomes, times a 63-bit weight.
pub(crate) type LawSum = Wide<4>;

/// A two's-complement integer modulo 2^(64·LIMBS).
///
/// Sums may pass out of range and come back: arithmetic in the ring is exact as long as the final value is in
/// range, which the bounds beside the two widths guarantee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wide<const LIMBS: usize>([u64; LIMBS]);

impl<const LIMBS: usize> Wide<LIMBS> {
    pub(crate) const ZERO: Self = Wide([0; LIMBS]);

    /// The signed product of a 128-bit count and a factor below 2^63 in magnitude.
    pub(crate) fn product(count: u128, factor: i64) -> Self {
        let mut wide = Self::ZERO;
        wide.0[0] = count as u64;
        wide.0[1] = (count >> 64) as u64;
        wide.times(factor.unsigned_abs());
        if factor < 0 { wide.negated() } else { wide }
    }

    pub(crate) fn times(&mut self, factor: u64) {
        let mut carry = 0;
        for limb in &mut self.0 {
            let product = u128::from(*limb) * u128::from(factor) + u128::from(carry);
            *limb = product as u64;
            carry = (product >> 64) as u64;
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        let mut carry = false;
        for (limb, &addend) in self.0.iter_mut().zip(&other.0) {
            let (sum, first) = limb.overflowing_add(addend);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *limb = sum;
            carry = first | second;
        }
    }

    fn negated(self) -> Self {
        let mut wide = Wide(self.0.map(|limb| !limb));
        let mut one = Self::ZERO;
        one.0[0] = 1;
        wide.add(&one);
        wide
    }

    /// The same number in more limbs.
    pub(crate) fn widened<const MORE: usize>(self) -> Wide<MORE> {
        let extension = if self.is_negative() { u64::MAX } else { 0 };
        Wide(std::array::from_fn(|limb| self.0.get(limb).copied().unwrap_or(extension)))
    }

    fn is_negative(&self) -> bool {
        self.0[LIMBS - 1] >> 63 == 1
    }

    pub(crate) fn to_bigint(self) -> BigInt {
        let negative = self.is_negative();
        let magnitude = if negative { self.negated() } else { self };
        let bytes: Vec<u8> = magnitude.0.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        BigInt::from_bytes_le(if negative { Sign::Minus } else { Sign::Plus }, &bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_a_bignum(terms in proptest::collection::vec((any::<u128>(), -(1i64 << 62)..1 << 62, proptest::collection::vec(any::<u64>(), 0..5)), 0..8)) {
            let mut wide = RoundSum::ZERO;
            let mut big = BigInt::from(0);
            for (count, factor, factors) in terms {
                let mut term = LawSum::product(count, factor).widened();
                let mut big_term = BigInt::from(count) * factor;
                for factor in factors {
                    term.times(factor);
                    big_term *= factor;
                }
                wide.add(&term);
                big += big_term;
            }
            prop_assert_eq!(wide.to_bigint(), big);
        }
    }
}
