//! Square roots of fractions, kept exact.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A square root of a fraction with a sign: kept exact, since a root is rarely a fraction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedRoot {
    /// Its square.
    pub square: BigRational,
    /// Whether it is below zero.
    pub is_negative: bool,
}

impl SignedRoot {
    /// The root of a square that is not negative.
    pub(crate) fn of(square: BigRational) -> Self {
        Self { square, is_negative: false }
    }

    /// `value / √below`, `below` positive.
    pub(crate) fn ratio(value: &BigRational, below: &BigRational) -> Self {
        Self { square: value * value / below, is_negative: value.is_negative() }
    }

    /// The nearest double, ties to even.
    pub fn nearest(&self) -> f64 {
        let root = nearest_root(&self.square);
        if self.is_negative { -root } else { root }
    }
}

/// The double nearest to a fraction, ties to even.
pub(crate) fn nearest(value: &BigRational) -> f64 {
    // `Ratio::to_f64` rounds the quotient of the integers once.
    value.to_f64().unwrap_or(f64::NAN)
}

fn nearest_root(square: &BigRational) -> f64 {
    if !square.is_positive() {
        return 0.0;
    }
    // At least 65 bits of the root; what is beyond them only matters by being there, for ties.
    let length = |integer: &BigInt| i64::try_from(integer.bits()).unwrap_or(i64::MAX);
    let missing = (131 - length(square.numer()) + length(square.denom())).max(0);
    let half = missing.div_euclid(2) + 1;
    let shift = usize::try_from(half).unwrap_or(0);
    let scaled: BigInt = square.numer() << (2 * shift);
    let (whole, rest) = (&scaled / square.denom(), &scaled % square.denom());
    let root = whole.sqrt();
    let is_exact = rest.is_zero() && &root * &root == whole;
    let doubled: BigInt = (root << 1) + if is_exact { BigInt::zero() } else { BigInt::one() };
    nearest(&BigRational::new(doubled, BigInt::one() << (shift + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    #[test]
    fn roots_by_hand() {
        assert_eq!(SignedRoot::of(ratio(9, 4)).nearest(), 1.5);
        assert_eq!(SignedRoot::of(ratio(2, 1)).nearest(), std::f64::consts::SQRT_2);
        assert_eq!(SignedRoot::of(ratio(0, 1)).nearest(), 0.0);
        let negative = SignedRoot::ratio(&ratio(-3, 2), &ratio(9, 1));
        assert_eq!((negative.square.clone(), negative.nearest()), (ratio(1, 4), -0.5));
    }

    #[test]
    fn a_tie_goes_to_even_and_a_hair_beyond_goes_up() {
        // (2⁵³ + 1)² has the root 2⁵³ + 1, halfway between two doubles.
        let half = BigRational::from_integer(BigInt::from((1u64 << 53) + 1));
        let square = &half * &half;
        assert_eq!(SignedRoot::of(square.clone()).nearest(), 9_007_199_254_740_992.0);
        let hair = BigRational::new(BigInt::one(), BigInt::one() << 400);
        assert_eq!(SignedRoot::of(square + hair).nearest(), 9_007_199_254_740_994.0);
    }

    proptest! {
        #[test]
        fn no_double_is_nearer(n in 1i64..i64::MAX, d in 1i64..i64::MAX) {
            let square = ratio(n, d);
            let root = SignedRoot::of(square.clone()).nearest();
            let exact = |x: f64| BigRational::from_float(x).expect("finite");
            // Halfway to the neighbours, squared, lies on either side of the square.
            let two = BigRational::from_integer(2.into());
            let below = (exact(root) + exact(root.next_down())) / &two;
            let above = (exact(root) + exact(root.next_up())) / &two;
            prop_assert!(&below * &below <= square && square <= &above * &above);
        }
    }
}
