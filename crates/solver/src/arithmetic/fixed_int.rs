//! Signed integers of a fixed width that is proven to be enough.

use num_bigint::{BigInt, Sign};

/// 704 bits, enough for any sum over a round: it counts ordered draws, times a payoff. That is below 2²⁴, and with one split a
/// round removes at most 43 cards by two player hands and 13 by the dealer: 1040^56 < 2^562. For more hands see who sums.
pub(crate) type RoundSum = Wide<ROUND_LIMBS>;
pub(crate) const ROUND_LIMBS: usize = 11;

/// 256 bits, enough for the payoff of one set of removed cards: below 2^127 ordered dealer draws for each of eleven
/// outcomes, times a 63-bit weight, are below 2^194.
pub(crate) type PayoffSum = Wide<4>;

/// A two's-complement integer modulo 2^(64·LIMBS).
///
/// Sums may pass out of range and come back: arithmetic in the ring is exact as long as the final value is in
/// range, which the bounds beside the two widths guarantee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wide<const LIMBS: usize>([u64; LIMBS]);

impl<const LIMBS: usize> Wide<LIMBS> {
    pub(crate) const ZERO: Self = Wide([0; LIMBS]);
    /// Bits, sign included.
    pub(crate) const BITS: u64 = 64 * LIMBS as u64;

    pub(crate) fn of(count: u128) -> Self {
        let mut wide = Self::ZERO;
        wide.0[0] = count as u64;
        wide.0[1] = (count >> 64) as u64;
        wide
    }

    /// The signed product of a 128-bit count and a factor below 2^63 in magnitude.
    pub(crate) fn product(count: u128, factor: i64) -> Self {
        let mut wide = Self::of(count);
        wide.times(factor.unsigned_abs());
        if factor < 0 { wide.negated() } else { wide }
    }

    /// The signed product of a 128-bit count and a factor.
    pub(crate) fn product_of_wide(count: u128, factor: i128) -> Self {
        let magnitude = factor.unsigned_abs();
        let mut wide = Self::of(count);
        let mut high = wide;
        wide.times(magnitude as u64);
        high.times((magnitude >> 64) as u64);
        let shifted = Wide(std::array::from_fn(|limb| if limb == 0 { 0 } else { high.0[limb - 1] }));
        wide.add(&shifted);
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

    /// Adds a multiple of another number.
    pub(crate) fn add_times(&mut self, other: &Self, factor: u64) {
        let mut carry = 0_u128;
        for (limb, &addend) in self.0.iter_mut().zip(&other.0) {
            // At most (2⁶⁴ - 1)² + 2·(2⁶⁴ - 1), which is 2¹²⁸ - 1.
            let sum = u128::from(addend) * u128::from(factor) + u128::from(*limb) + carry;
            *limb = sum as u64;
            carry = sum >> 64;
        }
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        let mut borrow = false;
        Wide(std::array::from_fn(|limb| {
            let (difference, first) = self.0[limb].overflowing_sub(other.0[limb]);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            borrow = first | second;
            difference
        }))
    }

    /// Adds a product.
    pub(crate) fn add_product(&mut self, product: &Product<LIMBS>) {
        let Product { limbs, length, is_negative } = product;
        let mut carry = false;
        for (place, limb) in self.0.iter_mut().enumerate() {
            if place >= *length && !carry {
                break;
            }
            let addend = limbs[place];
            let with = |limb: u64, other: u64| {
                if *is_negative { limb.overflowing_sub(other) } else { limb.overflowing_add(other) }
            };
            let (sum, first) = with(*limb, addend);
            let (sum, second) = with(sum, u64::from(carry));
            *limb = sum;
            carry = first | second;
        }
    }

    /// Adds a product times a count.
    pub(crate) fn add_product_times(&mut self, product: &Product<LIMBS>, count: u128) {
        for (shift, factor) in [count as u64, (count >> 64) as u64].into_iter().enumerate() {
            if factor == 0 {
                continue;
            }
            let mut carry = 0_u128;
            for (place, limb) in self.0.iter_mut().enumerate().skip(shift) {
                if place - shift >= product.length && carry == 0 {
                    break;
                }
                // At most (2⁶⁴ - 1)² + 2⁶⁴, far below 2¹²⁸.
                let addend = u128::from(product.limbs[place - shift]) * u128::from(factor) + carry;
                let (sum, over) = if product.is_negative {
                    limb.overflowing_sub(addend as u64)
                } else {
                    limb.overflowing_add(addend as u64)
                };
                *limb = sum;
                carry = (addend >> 64) + u128::from(over);
            }
        }
    }

    /// Adds a multiple of a product, of either sign. A loop shared with [`Wide::add_product_times`] is slower, by measure.
    #[inline]
    pub(crate) fn add_product_signed(&mut self, product: &Product<LIMBS>, factor: i64) {
        let (magnitude, subtracts) = (u128::from(factor.unsigned_abs()), product.is_negative != (factor < 0));
        let mut carry = 0_u128;
        for (place, limb) in self.0.iter_mut().enumerate() {
            if place >= product.length && carry == 0 {
                break;
            }
            // At most (2⁶⁴ - 1)·2⁶³ + 2⁶⁴, far below 2¹²⁸.
            let addend = u128::from(product.limbs[place]) * magnitude + carry;
            let (sum, over) =
                if subtracts { limb.overflowing_sub(addend as u64) } else { limb.overflowing_add(addend as u64) };
            *limb = sum;
            carry = (addend >> 64) + u128::from(over);
        }
    }

    /// All limbs, the lowest first.
    pub(crate) fn limbs(&self) -> &[u64] {
        &self.0
    }

    /// The lowest limbs, the last of which holds the sign, so few as hold the number.
    pub(crate) fn shortest(&self) -> &[u64] {
        let extension = if self.is_negative() { u64::MAX } else { 0 };
        let mut length = LIMBS;
        while length > 1 && self.0[length - 1] == extension && (self.0[length - 2] ^ extension) >> 63 == 0 {
            length -= 1;
        }
        &self.0[..length]
    }

    /// The number of these limbs, of which the last holds the sign.
    pub(crate) fn of_limbs(limbs: &[i128]) -> Self {
        let mut carry = 0_i128;
        Wide(std::array::from_fn(|place| {
            let sum = limbs.get(place).copied().unwrap_or(0) + carry;
            carry = sum >> 64;
            sum as u64
        }))
    }

    pub(crate) fn is_positive(&self) -> bool {
        !self.is_negative() && !self.is_zero()
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.iter().all(|&limb| limb == 0)
    }

    /// The number in a float, with a relative error of at most 2⁻⁵¹. No width used here overflows one.
    pub(crate) fn to_f64(self) -> f64 {
        let negative = self.is_negative();
        let magnitude = if negative { self.negated() } else { self };
        let top = magnitude.0.iter().rposition(|&limb| limb != 0).unwrap_or(0);
        // Three limbs, the highest of which is not zero, hold 129 bits or more: what is left out is below 2⁻¹²⁸ of them.
        let float = (top.saturating_sub(2)..=top)
            .rev()
            .fold(0.0, |float: f64, limb| float * 18_446_744_073_709_551_616.0 + magnitude.0[limb] as f64);
        let float = float * 2_f64.powi(64 * top.saturating_sub(2) as i32);
        if negative { -float } else { float }
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

/// The magnitude of a product, no longer than it has become, and its sign; like [`Wide`] modulo 2^(64·LIMBS).
#[derive(Clone, Copy)]
pub(crate) struct Product<const LIMBS: usize> {
    /// The lowest first; zero from `length` on.
    limbs: [u64; LIMBS],
    length: usize,
    is_negative: bool,
}

impl<const LIMBS: usize> Product<LIMBS> {
    /// A number that fits.
    pub(crate) fn of<const LESS: usize>(number: &Wide<LESS>) -> Self {
        let is_negative = number.is_negative();
        let magnitude = if is_negative { number.negated() } else { *number };
        let mut limbs = [0; LIMBS];
        limbs.iter_mut().zip(magnitude.0).for_each(|(limb, other)| *limb = other);
        let length = magnitude.0.iter().rposition(|&limb| limb != 0).map_or(0, |highest| highest + 1);
        Self { limbs, length, is_negative }
    }

    pub(crate) fn times(&mut self, factor: u64) {
        let mut carry = 0;
        for limb in &mut self.limbs[..self.length] {
            let product = u128::from(*limb) * u128::from(factor) + u128::from(carry);
            *limb = product as u64;
            carry = (product >> 64) as u64;
        }
        if let (true, Some(limb)) = (carry > 0, self.limbs.get_mut(self.length)) {
            *limb = carry;
            self.length += 1;
        }
    }

    /// The product times a count.
    pub(crate) fn times_count(&self, count: u128) -> Self {
        let [low, high] = [count as u64, (count >> 64) as u64];
        let mut product = *self;
        product.times(low);
        if high == 0 {
            return product;
        }
        let mut carry = 0_u128;
        for place in 0..LIMBS - 1 {
            if place >= self.length && carry == 0 {
                break;
            }
            // At most (2⁶⁴ - 1)² + 2·(2⁶⁴ - 1), which is 2¹²⁸ - 1.
            let sum = u128::from(self.limbs[place]) * u128::from(high) + u128::from(product.limbs[place + 1]) + carry;
            product.limbs[place + 1] = sum as u64;
            carry = sum >> 64;
        }
        product.length = product.limbs.iter().rposition(|&limb| limb != 0).map_or(0, |highest| highest + 1);
        product
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
                let distribution = PayoffSum::product(count, factor);
                let mut term: RoundSum = distribution.widened();
                let mut product = Product::of(&distribution);
                let mut big_term = BigInt::from(count) * factor;
                for factor in factors {
                    term.times(factor);
                    product.times(factor);
                    big_term *= factor;
                }
                let mut counted = RoundSum::ZERO;
                counted.add_product(&product.times_count(count));
                prop_assert_eq!(counted.to_bigint(), &big_term * count);
                let mut signed = wide;
                signed.add_product_signed(&product, factor);
                signed.add_product_signed(&product, -1);
                prop_assert_eq!(signed.to_bigint(), &big + &big_term * factor - &big_term);
                let mut by_count = wide;
                by_count.add_product_times(&product, count);
                prop_assert_eq!(by_count.to_bigint(), &big + &big_term * count);
                wide.add_product(&product);
                let mut alone = RoundSum::ZERO;
                alone.add_product(&product);
                prop_assert_eq!(alone, term);
                big += big_term;
            }
            prop_assert_eq!(wide.to_bigint(), big);
        }

        #[test]
        fn multiples_differences_and_floats_agree_with_a_bignum(
            terms in proptest::collection::vec((any::<u128>(), -(1i64 << 62)..1 << 62, any::<u64>()), 1..8),
            (count, factor) in (any::<u128>(), any::<i128>()),
        ) {
            let product = RoundSum::product_of_wide(count, factor);
            prop_assert_eq!(product.to_bigint(), BigInt::from(count) * factor);
            let mut sum = RoundSum::ZERO;
            let mut big = BigInt::from(0);
            for (count, factor, times) in terms {
                let term: RoundSum = PayoffSum::product(count, factor).widened();
                sum.add_times(&term, times);
                big += BigInt::from(count) * factor * times;
                prop_assert_eq!(sum.to_bigint(), big.clone());
                let difference = sum.minus(&term);
                prop_assert_eq!(difference.to_bigint(), &big - BigInt::from(count) * factor);
                prop_assert_eq!(sum.is_zero(), big.sign() == Sign::NoSign);
                prop_assert_eq!(sum.is_positive(), big.sign() == Sign::Plus);
                let short = sum.shortest();
                let (last, low) = short.split_last().expect("one limb at the least");
                let limbs: Vec<i128> =
                    low.iter().map(|&limb| i128::from(limb)).chain([i128::from(*last as i64)]).collect();
                prop_assert_eq!(RoundSum::of_limbs(&limbs), sum);
                let float: f64 = big.to_string().parse().expect("a number");
                prop_assert!((sum.to_f64() - float).abs() <= float.abs() * 2_f64.powi(-51));
            }
        }
    }
}
