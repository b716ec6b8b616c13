//! Whole numbers among fractions.

use num_bigint::BigInt;
use num_rational::BigRational;

pub(crate) fn whole(number: impl Into<BigInt>) -> BigRational {
    BigRational::from_integer(number.into())
}
