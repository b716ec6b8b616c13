//! Which of several means is the greatest.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::answers::side_wagers::Aim;
use crate::answers::side_wagers::ends::SideEnds;
use crate::answers::side_wagers::graph::{Triple, Units};
use crate::answers::side_wagers::split::float;

/// Floats of two values that differ by less than this part of their terms are compared exactly. Each term is within a relative
/// 2⁻⁴⁷ and there are a handful.
pub(super) const CONTESTED: f64 = 1e-12;

/// How base game and side wager are weighed against each other.
#[derive(Debug, Clone)]
pub(crate) struct Weighing {
    /// Base game, side wager but for the meter, and per unit of meter.
    exact: [BigRational; 3],
    float: [f64; 3],
    /// The same for values in units, multiplied by what makes them whole; and not multiplied.
    units: [BigInt; 3],
    units_float: [f64; 3],
    /// Whether a side wager that is lost is the worst for it.
    pub(crate) losing_is_least: bool,
}

impl Weighing {
    /// `None` for the base game's play.
    pub(crate) fn new(aim: &Aim, ends: &SideEnds, base_units: i64) -> Option<Self> {
        let (base, ratio, meter) = match aim {
            Aim::Base => return None,
            Aim::Side { meter } => (BigRational::zero(), BigRational::one(), meter),
            Aim::Joint { ratio, meter } => (BigRational::one(), ratio.clone(), meter),
        };
        let exact = [base, ratio.clone(), &ratio * meter];
        let [fixed, per_meter] = &ends.units;
        let in_units: [BigRational; 3] =
            [exact[0].clone() / BigInt::from(base_units), exact[1].clone() / fixed, exact[2].clone() / per_meter];
        let common = in_units.iter().fold(BigInt::one(), |common, weight| common.lcm(weight.denom()));
        let units = in_units.each_ref().map(|weight| (weight * &common).to_integer());
        let losing_is_least = !ratio.is_negative() && ends.losing_is_least(meter);
        Some(Self {
            float: exact.each_ref().map(float),
            units_float: in_units.each_ref().map(float),
            exact,
            units,
            losing_is_least,
        })
    }

    /// The sign of the weighed difference of two values of a node.
    pub(super) fn compare(&self, one: &Triple, other: &Triple) -> Ordering {
        let difference: [Units; 3] = std::array::from_fn(|part| one[part].minus(&other[part]));
        let mut sum = 0.0;
        let mut size = 0.0;
        let mut differs = false;
        for (part, difference) in difference.iter().enumerate() {
            if !difference.is_zero() && !self.units[part].is_zero() {
                let term = difference.to_f64() * self.units_float[part];
                sum += term;
                size += term.abs();
                differs = true;
            }
        }
        if !differs {
            return Ordering::Equal;
        }
        // Not so if a weight is out of a float's range: then all is compared exactly.
        if sum.abs() > size * CONTESTED {
            return sum.total_cmp(&0.0);
        }
        let exact: BigInt = difference.iter().zip(&self.units).map(|(part, weight)| part.to_bigint() * weight).sum();
        exact.cmp(&BigInt::zero())
    }

    #[inline]
    pub(super) fn weigh(&self, means: &[BigRational; 3]) -> BigRational {
        self.exact.iter().zip(means).map(|(weight, mean)| weight * mean).sum()
    }

    #[inline]
    pub(super) fn weigh_floats(&self, means: &[f64; 3]) -> (f64, f64) {
        let terms = [0, 1, 2].map(|part| if self.float[part] == 0.0 { 0.0 } else { self.float[part] * means[part] });
        (terms.iter().sum(), terms.iter().map(|term| term.abs()).sum())
    }
}
