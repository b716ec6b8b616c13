//! Amounts that depend on a meter.

use num_rational::BigRational;
use num_traits::Zero as _;

/// An amount that depends on the meter: `fixed + per_meter · meter`, per unit of the wager.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MeterAmount {
    /// The part that does not depend on the meter.
    pub fixed: BigRational,
    /// The part that is a multiple of the meter, the meter in units of the wager.
    pub per_meter: BigRational,
}

impl MeterAmount {
    /// An amount without a meter.
    pub fn fixed(fixed: BigRational) -> Self {
        Self { fixed, per_meter: BigRational::zero() }
    }
}

impl std::ops::Add for MeterAmount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { fixed: self.fixed + other.fixed, per_meter: self.per_meter + other.per_meter }
    }
}
