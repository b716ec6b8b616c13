//! Sums of stated fractions, which somebody could have chosen so that their common denominator has no end.

use num_rational::BigRational;
use num_traits::Zero;

use crate::refusal::Refusal;

/// Most bits of a common denominator. The probabilities of a round have at most a few thousand.
const MOST_BITS: u64 = 1 << 15;

/// A sum of stated fractions.
#[derive(Debug, Clone)]
pub(crate) struct Total(BigRational);

impl Total {
    pub(crate) fn new() -> Self {
        Self(BigRational::zero())
    }

    /// # Errors
    /// [`Refusal::Table`] if the fractions so far have too large a common denominator.
    pub(crate) fn add(&mut self, what: &str, more: &BigRational) -> Result<(), Refusal> {
        if self.0.denom().bits() + more.denom().bits() > 2 * MOST_BITS {
            return Err(too_large(what));
        }
        self.0 += more;
        if self.0.denom().bits() > MOST_BITS { Err(too_large(what)) } else { Ok(()) }
    }

    pub(crate) fn sum(self) -> BigRational {
        self.0
    }
}

fn too_large(what: &str) -> Refusal {
    Refusal::Table(format!("{what}: the fractions have no common denominator of a size that a round can have"))
}

/// The sum of all.
///
/// # Errors
/// As [`Total::add`].
pub(crate) fn sum(what: &str, all: impl IntoIterator<Item = BigRational>) -> Result<BigRational, Refusal> {
    let mut total = Total::new();
    for one in all {
        total.add(what, &one)?;
    }
    Ok(total.sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_without_a_common_denominator_are_refused() {
        let ratio = |denominator: u64| BigRational::new(1.into(), denominator.into());
        assert_eq!(sum("all", [2, 3, 6].map(ratio)), Ok(BigRational::from_integer(1.into())));
        // Consecutive numbers share few factors.
        let many = (0..4096).map(|at| ratio((1 << 40) + at));
        assert!(matches!(sum("all", many), Err(Refusal::Table(_))));
    }
}
