//! Whole numbers among fractions.

use num_rational::BigRational;

pub(super) fn whole(number: i64) -> BigRational {
    BigRational::from_integer(number.into())
}
