//! A player on several spots at one table.

use certificate::{Exact, Root};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use serde::Serialize;
use solver::TwoSpots;

use crate::present;
use crate::schema::JsonSchema;

/// `spots` of `solve --json`: one unit of initial wager on each of several spots against the same dealer.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Spots {
    /// How many spots.
    pub number: u32,
    /// Of the net results of two spots, in squared units of one spot's initial wager.
    pub covariance: Exact,
    /// The covariance over the variance of one spot.
    pub correlation: Exact,
    /// Expected total of all spots.
    pub ev: Exact,
    /// Variance of the total of all spots.
    pub variance: Exact,
    /// The nearest float to its root.
    pub std_dev: f64,
    /// The standard deviation to as many digits as are asked of it.
    #[serde(skip)]
    pub deviation: Root,
}

impl Spots {
    pub(crate) fn new(number: u32, two: &TwoSpots, variance: &BigRational) -> Self {
        let total = two.variance_of(number, variance);
        let root = present::root(&total);
        let correlation = if variance.is_zero() { BigRational::zero() } else { &two.covariance / variance };
        Self {
            number,
            covariance: (&two.covariance).into(),
            correlation: (&correlation).into(),
            ev: (&(&two.ev * BigInt::from(number))).into(),
            variance: (&total).into(),
            std_dev: root.decimal.parse().unwrap_or(f64::NAN),
            deviation: root,
        }
    }
}
