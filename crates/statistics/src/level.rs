//! The confidence levels that regulators use.

use num_rational::BigRational;

/// A confidence level of regulators: two-sided, with as much probability beyond either end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// 90 %.
    Ninety,
    /// 95 %.
    NinetyFive,
    /// 99 %.
    NinetyNine,
}

impl Level {
    /// All levels, the lowest first.
    pub const ALL: [Self; 3] = [Self::Ninety, Self::NinetyFive, Self::NinetyNine];

    /// In percent.
    pub fn percent(self) -> u32 {
        match self {
            Self::Ninety => 90,
            Self::NinetyFive => 95,
            Self::NinetyNine => 99,
        }
    }

    /// The most probability that may lie beyond either end.
    pub fn tail(self) -> BigRational {
        BigRational::new((100 - self.percent()).into(), 200.into())
    }

    /// The quantile z of the standard normal distribution with that tail above it.
    pub fn z(self) -> f64 {
        match self {
            Self::Ninety => 1.644_853_626_951_472_6,
            Self::NinetyFive => 1.959_963_984_540_054_2,
            Self::NinetyNine => 2.575_829_303_548_901,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{normal::tail, root::nearest};

    #[test]
    fn z_has_the_tail_of_its_level() {
        for level in Level::ALL {
            let exact = nearest(&level.tail());
            assert!((tail(level.z()) / exact - 1.0).abs() < 1e-14, "{level:?}");
        }
    }
}
