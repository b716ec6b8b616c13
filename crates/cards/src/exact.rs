//! Exact numbers: counting and the one place where a fraction becomes a printed decimal.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::{BigRational, Ratio};
use num_traits::{One, Pow, Signed, Zero};

/// The falling factorial n(n-1)…(n-k+1), the number of ordered draws of k cards from n; 0 if k > n.
pub fn falling(n: u32, k: u32) -> BigUint {
    if k > n {
        return BigUint::zero();
    }
    (n - k + 1..=n).fold(BigUint::one(), |product, factor| product * factor)
}

/// A fraction of machine integers as an exact number.
pub fn widened(ratio: Ratio<i64>) -> BigRational {
    BigRational::new((*ratio.numer()).into(), (*ratio.denom()).into())
}

/// The least common multiple of positive numbers; 1 of none.
pub fn least_common_multiple<'n>(numbers: impl Iterator<Item = &'n BigInt>) -> BigInt {
    numbers.fold(BigInt::one(), |multiple, number| multiple.lcm(number))
}

/// A fraction in lowest terms as `n/d`; the sign is on the numerator and a whole number keeps `/1`.
pub fn fraction(value: &BigRational) -> String {
    format!("{}/{}", value.numer(), value.denom())
}

/// The decimal expansion with `places` digits after the point, rounded half away from zero from the
/// fraction itself. A value that rounds to zero carries no sign.
pub fn decimal(value: &BigRational, places: u32) -> String {
    let scale: BigInt = Pow::pow(BigInt::from(10), places);
    let doubled: BigInt = value.numer().abs() * &scale * 2 + value.denom();
    let rounded = doubled.div_floor(&(value.denom() * 2));
    place_point(rounded.magnitude(), value.numer().sign() == Sign::Minus, places)
}

/// The greatest decimal with `places` digits that is not above the value.
pub fn decimal_below(value: &BigRational, places: u32) -> String {
    let scale: BigInt = Pow::pow(BigInt::from(10), places);
    let floor = (value.numer() * scale).div_floor(value.denom());
    place_point(floor.magnitude(), floor.sign() == Sign::Minus, places)
}

/// The least decimal with `places` digits that is not below the value.
pub fn decimal_above(value: &BigRational, places: u32) -> String {
    let scale: BigInt = Pow::pow(BigInt::from(10), places);
    let ceiling = (value.numer() * scale).div_ceil(value.denom());
    place_point(ceiling.magnitude(), ceiling.sign() == Sign::Minus, places)
}

/// The square root of a non-negative fraction with `places` digits, correctly rounded
/// (half up; exact ties cannot be hidden by a float because none is used).
///
/// Returns `None` for a negative value.
pub fn sqrt_decimal(value: &BigRational, places: u32) -> Option<String> {
    signed_sqrt_decimal(false, value, places)
}

/// The same with a minus sign if `negative` says so and the root does not round to zero.
pub fn signed_sqrt_decimal(negative: bool, value: &BigRational, places: u32) -> Option<String> {
    if value.is_negative() {
        return None;
    }
    // round(sqrt(q)·10^p) = floor((floor(sqrt(4q·10^2p)) + 1) / 2): the outer floor only needs the
    // integer part of the doubled root.
    let scale: BigInt = Pow::pow(BigInt::from(10), 2 * places);
    let quadrupled: BigInt = value.numer() * scale * 4;
    let doubled = quadrupled.div_floor(value.denom()).sqrt();
    let rounded: BigInt = (doubled + 1) / 2;
    Some(place_point(rounded.magnitude(), negative, places))
}

fn place_point(magnitude: &BigUint, negative: bool, places: u32) -> String {
    let places = places as usize;
    let digits = format!("{:0>width$}", magnitude.to_string(), width = places + 1);
    let (whole, part) = digits.split_at(digits.len() - places);
    let sign = if negative && !magnitude.is_zero() { "-" } else { "" };
    if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    #[test]
    fn falling_factorials_by_hand() {
        assert_eq!(falling(5, 0), BigUint::one());
        assert_eq!(falling(5, 3), BigUint::from(60u8));
        assert_eq!(falling(2, 3), BigUint::zero());
    }

    #[test]
    fn decimals_round_half_away_from_zero() {
        assert_eq!(decimal(&ratio(1, 8), 2), "0.13");
        assert_eq!(decimal(&ratio(-1, 8), 2), "-0.13");
        assert_eq!(decimal(&ratio(-1, 1000), 2), "0.00");
        assert_eq!(decimal(&ratio(-1958, 48205), 6), "-0.040618");
        assert_eq!(decimal(&ratio(7, 2), 0), "4");
        assert_eq!(decimal(&ratio(100, 1), 3), "100.000");
    }

    #[test]
    fn bounds_are_decimals_on_either_side() {
        assert_eq!((&*decimal_below(&ratio(1, 3), 3), &*decimal_above(&ratio(1, 3), 3)), ("0.333", "0.334"));
        assert_eq!((&*decimal_below(&ratio(-1, 3), 3), &*decimal_above(&ratio(-1, 3), 3)), ("-0.334", "-0.333"));
        assert_eq!((&*decimal_below(&ratio(1, 1), 2), &*decimal_above(&ratio(1, 1), 2)), ("1.00", "1.00"));
        assert_eq!(decimal_above(&ratio(-1, 1000), 2), "0.00");
    }

    #[test]
    fn a_root_that_rounds_to_zero_has_no_sign() {
        assert_eq!(signed_sqrt_decimal(true, &ratio(2, 1), 2).as_deref(), Some("-1.41"));
        assert_eq!(signed_sqrt_decimal(true, &ratio(1, 1_000_000), 2).as_deref(), Some("0.00"));
    }

    #[test]
    fn roots_are_correctly_rounded() {
        assert_eq!(sqrt_decimal(&ratio(2, 1), 10).as_deref(), Some("1.4142135624"));
        assert_eq!(sqrt_decimal(&ratio(9, 4), 3).as_deref(), Some("1.500"));
        assert_eq!(sqrt_decimal(&ratio(1, 400), 1).as_deref(), Some("0.1"));
        assert_eq!(sqrt_decimal(&ratio(-1, 4), 3), None);
    }

    proptest! {
        #[test]
        fn a_printed_decimal_is_within_half_a_unit_of_the_fraction(n in -1_000_000i64..1_000_000, d in 1i64..10_000) {
            let printed = decimal(&ratio(n, d), 6);
            let digits: i64 = printed.replace('.', "").parse().expect("digits");
            let error = (ratio(digits, 1_000_000) - ratio(n, d)).abs();
            prop_assert!(error <= ratio(1, 2_000_000));
        }
    }
}
