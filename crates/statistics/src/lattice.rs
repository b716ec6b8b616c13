//! Net results as whole numbers of steps.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use crate::{Distribution, StatisticsError, centred::Centred, root::nearest};

/// Steps are counted in floats too, so there are fewer than 2 to this power.
pub(crate) const BITS: u32 = 52;

/// The net results `origin + step · place`.
#[derive(Debug, Clone)]
pub(crate) struct Lattice {
    pub(crate) origin: BigRational,
    pub(crate) step: BigRational,
    /// Ascending, beside the outcomes of the distribution.
    pub(crate) places: Vec<i64>,
    /// Nearest doubles of the probabilities.
    pub(crate) probabilities: Vec<f64>,
    /// The mean place.
    pub(crate) mean: BigRational,
}

impl Lattice {
    /// The coarsest lattice of the net results, from the lowest of them. Totals of any number of rounds lie on its like.
    pub(crate) fn from_lowest(round: &Distribution) -> Result<Self, StatisticsError> {
        Self::from(round, round.maximum_loss().net.clone())
    }

    /// The coarsest lattice of the net results and zero, from zero: where bankrolls move.
    pub(crate) fn from_zero(round: &Distribution) -> Result<Self, StatisticsError> {
        Self::from(round, BigRational::zero())
    }

    fn from(round: &Distribution, origin: BigRational) -> Result<Self, StatisticsError> {
        let apart = || round.outcomes().iter().map(|outcome| &outcome.net - &origin);
        let step = common_step(apart());
        let too_fine = || StatisticsError::LatticeTooFine { step: step.clone(), bits: BITS };
        let place = |apart: BigRational| (apart / &step).to_integer().to_i64().filter(|place| place.abs() >> BITS == 0);
        let places = apart().map(place).collect::<Option<Vec<i64>>>().ok_or_else(too_fine)?;
        let probabilities = round.outcomes().iter().map(|outcome| nearest(&outcome.probability)).collect();
        let mean = (round.mean() - &origin) / &step;
        Ok(Self { origin, step, places, probabilities, mean })
    }

    pub(crate) fn lowest(&self) -> i64 {
        self.places[0]
    }

    pub(crate) fn highest(&self) -> i64 {
        self.places[self.places.len() - 1]
    }

    /// Places with their probabilities.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (i64, f64)> + Clone + '_ {
        self.places.iter().copied().zip(self.probabilities.iter().copied())
    }

    /// Places measured from the mean.
    pub(crate) fn centred(&self) -> Centred {
        let apart = |place: &i64| nearest(&(BigRational::from_integer((*place).into()) - &self.mean));
        Centred::new(self.places.iter().map(apart).zip(self.probabilities.iter().copied()))
    }
}

/// The greatest fraction of which all numbers are whole multiples; 1 if they are all zero.
fn common_step(numbers: impl Iterator<Item = BigRational>) -> BigRational {
    let step = numbers.fold(BigRational::zero(), |step, number| {
        let denominator = step.denom().lcm(number.denom());
        let whole = |part: &BigRational| part.numer() * (&denominator / part.denom());
        let gcd: BigInt = whole(&step).gcd(&whole(&number));
        BigRational::new(gcd, denominator)
    });
    if step.is_zero() { BigRational::one() } else { step }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::tests::{distribution, ratio};

    #[test]
    fn steps_are_the_greatest_common_ones() {
        let step = |numbers: &[(i64, i64)]| common_step(numbers.iter().map(|(n, d)| ratio(*n, *d)));
        assert_eq!(step(&[(3, 2), (-1, 1), (0, 1)]), ratio(1, 2));
        assert_eq!(step(&[(2, 3), (1, 2)]), ratio(1, 6));
        assert_eq!(step(&[(4, 1), (-6, 1)]), ratio(2, 1));
        assert_eq!(step(&[(0, 1)]), ratio(1, 1));
    }

    #[test]
    fn totals_and_bankrolls_have_lattices_of_their_own() {
        // Even money: totals of N rounds are 2 apart, bankrolls 1.
        let coin = distribution(1, &[(-1, 1), (1, 1)]);
        let total = Lattice::from_lowest(&coin).expect("two places");
        assert_eq!((total.step.clone(), total.places.clone(), total.mean), (ratio(2, 1), vec![0, 1], ratio(1, 2)));
        let bankroll = Lattice::from_zero(&coin).expect("two places");
        assert_eq!((bankroll.step.clone(), bankroll.places.clone()), (ratio(1, 1), vec![-1, 1]));
    }

    #[test]
    fn a_lattice_beyond_floats_is_refused() {
        let fine = distribution(i64::MAX, &[(-1, 1), (0, 1), (i64::MAX, 1)]);
        assert!(matches!(Lattice::from_lowest(&fine), Err(StatisticsError::LatticeTooFine { .. })));
    }
}
