//! A player on several spots at one table.

use certificate::{Exact, Root};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use serde::Serialize;
use solver::TwoSpots;

use crate::present;

/// `spots` of `solve --json`: one unit of initial wager on each of several spots against the same dealer.
#[derive(Serialize)]
pub(crate) struct Spots {
    number: u32,
    /// Of the net results of two spots, in squared units of one spot's initial wager.
    covariance: Exact,
    /// The covariance over the variance of one spot.
    correlation: Exact,
    /// Expected total of all spots.
    ev: Exact,
    /// Variance of the total of all spots.
    variance: Exact,
    /// The nearest float to its root.
    std_dev: f64,
    #[serde(skip)]
    root: Root,
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
            root,
        }
    }

    /// The figures as lines of text.
    pub(crate) fn lines(&self) -> [String; 2] {
        let Self { number, covariance, correlation, ev, variance, root, .. } = self;
        [
            format!("two spots        covariance {}, correlation {}", covariance.rounded(8), correlation.rounded(8)),
            format!(
                "{:<17}EV {}, variance {}, std deviation {}",
                format!("{number} spots"),
                ev.rounded(12),
                variance.rounded(8),
                root.rounded(8)
            ),
        ]
    }
}
