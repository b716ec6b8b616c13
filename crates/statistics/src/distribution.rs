//! The exact distribution of the net result of one round, and its moments.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};

use crate::{SignedRoot, StatisticsError};

/// A net result of a round and how likely it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The player's net result, in initial wagers.
    pub net: BigRational,
    /// Its probability, positive.
    pub probability: BigRational,
}

/// The exact distribution of the net result of one round: outcomes by net result, the lowest first, each once, with positive
/// probabilities that sum to exactly one.
///
/// Moments are exact; a root is kept as its square ([`SignedRoot`]). Each costs one pass over the outcomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution {
    outcomes: Vec<Outcome>,
}

impl Distribution {
    /// From net results, in initial wagers, and their probabilities, in any order.
    ///
    /// # Errors
    /// If there are none, a net result comes twice, a probability is not positive or they do not sum to exactly 1.
    pub fn new(outcomes: impl IntoIterator<Item = (BigRational, BigRational)>) -> Result<Self, StatisticsError> {
        let mut outcomes: Vec<Outcome> =
            outcomes.into_iter().map(|(net, probability)| Outcome { net, probability }).collect();
        outcomes.sort_by(|one, other| one.net.cmp(&other.net));
        if let Some(wrong) = outcomes.iter().find(|outcome| !outcome.probability.is_positive()) {
            return Err(StatisticsError::ProbabilityNotPositive { outcome: Box::new(wrong.clone()) });
        }
        if let Some(pair) = outcomes.windows(2).find(|pair| pair[0].net == pair[1].net) {
            return Err(StatisticsError::RepeatedOutcome { net: pair[0].net.clone() });
        }
        if outcomes.is_empty() {
            return Err(StatisticsError::NoOutcome);
        }
        let sum: BigRational = outcomes.iter().map(|outcome| &outcome.probability).sum();
        if !sum.is_one() {
            return Err(StatisticsError::WrongSum { sum });
        }
        Ok(Self { outcomes })
    }

    /// From net results and the numbers of equally likely cases that give them. Cases of one net result may be spread over
    /// several items; an item without cases is left out.
    ///
    /// # Errors
    /// If no case is counted.
    pub fn from_counts(counts: impl IntoIterator<Item = (BigRational, BigUint)>) -> Result<Self, StatisticsError> {
        let mut counts: Vec<(BigRational, BigUint)> =
            counts.into_iter().filter(|(_, count)| !count.is_zero()).collect();
        counts.sort_by(|one, other| one.0.cmp(&other.0));
        counts.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 += &next.1;
            }
            is_same
        });
        let total: BigUint = counts.iter().map(|(_, count)| count).sum();
        let share = |count: BigUint| BigRational::new(BigInt::from(count), BigInt::from(total.clone()));
        Self::new(counts.into_iter().map(|(net, count)| (net, share(count))))
    }

    /// Every outcome, the lowest net result first.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// The other side of the table: every net result with its sign changed.
    pub fn negated(&self) -> Self {
        let negated = |outcome: &Outcome| Outcome { net: -&outcome.net, probability: outcome.probability.clone() };
        Self { outcomes: self.outcomes.iter().rev().map(negated).collect() }
    }

    /// The moment about zero E Xᵏ.
    pub fn moment(&self, order: u32) -> BigRational {
        self.outcomes.iter().map(|outcome| Pow::pow(&outcome.net, order) * &outcome.probability).sum()
    }

    /// The expected net result.
    pub fn mean(&self) -> BigRational {
        self.moment(1)
    }

    /// The variance E (X - m)².
    pub fn variance(&self) -> BigRational {
        let mean = self.mean();
        self.moment(2) - &mean * &mean
    }

    /// The third central moment E (X - m)³.
    pub fn third_central_moment(&self) -> BigRational {
        let (mean, second, whole) = (self.mean(), self.moment(2), whole);
        let square = &mean * &mean;
        self.moment(3) - whole(3) * &mean * second + whole(2) * mean * square
    }

    /// The fourth central moment E (X - m)⁴.
    pub fn fourth_central_moment(&self) -> BigRational {
        let mean = self.mean();
        let square = &mean * &mean;
        self.moment(4) - whole(4) * &mean * self.moment(3) + whole(6) * &square * self.moment(2)
            - whole(3) * &square * &square
    }

    /// The standard deviation of one round.
    pub fn std_dev(&self) -> SignedRoot {
        SignedRoot::of(self.variance())
    }

    /// Skewness E (X - m)³ / σ³; `None` if the result is certain.
    pub fn skewness(&self) -> Option<SignedRoot> {
        let variance = self.variance();
        let cube = &variance * &variance * &variance;
        (!cube.is_zero()).then(|| SignedRoot::ratio(&self.third_central_moment(), &cube))
    }

    /// Excess kurtosis E (X - m)⁴ / σ⁴ - 3; `None` if the result is certain.
    pub fn excess_kurtosis(&self) -> Option<BigRational> {
        let variance = self.variance();
        (!variance.is_zero()).then(|| self.fourth_central_moment() / (&variance * &variance) - whole(3))
    }

    /// The highest net result; it is a loss if the player cannot win.
    pub fn maximum_win(&self) -> &Outcome {
        &self.outcomes[self.outcomes.len() - 1]
    }

    /// The lowest net result; it is a win if the player cannot lose.
    pub fn maximum_loss(&self) -> &Outcome {
        &self.outcomes[0]
    }

    /// Hit frequency: the probability of a positive net result.
    pub fn hit_frequency(&self) -> BigRational {
        self.sign(Ordering::Greater)
    }

    /// The probability of a net result of zero.
    pub fn push_frequency(&self) -> BigRational {
        self.sign(Ordering::Equal)
    }

    /// The probability of a negative net result.
    pub fn loss_frequency(&self) -> BigRational {
        self.sign(Ordering::Less)
    }

    fn sign(&self, sign: Ordering) -> BigRational {
        let zero = BigRational::zero();
        let of_sign = self.outcomes.iter().filter(|outcome| outcome.net.cmp(&zero) == sign);
        of_sign.map(|outcome| &outcome.probability).sum()
    }
}

fn whole(number: i64) -> BigRational {
    BigRational::from_integer(number.into())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(crate) fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    /// Net results as numerators and weights as counts.
    pub(crate) fn distribution(denominator: i64, counts: &[(i64, u64)]) -> Distribution {
        let items = counts.iter().map(|(net, count)| (ratio(*net, denominator), BigUint::from(*count)));
        Distribution::from_counts(items).expect("cases")
    }

    /// Small distributions on a lattice of halves or thirds.
    pub(crate) fn distributions() -> impl Strategy<Value = Distribution> {
        (1i64..4, proptest::collection::btree_map(-8i64..9, 1u64..50, 1..7))
            .prop_map(|(denominator, counts)| distribution(denominator, &counts.into_iter().collect::<Vec<_>>()))
    }

    #[test]
    fn moments_of_a_law_worked_by_hand() {
        // -1 with 1/2, 0 with 1/4, 2 with 1/4: mean 0, squares 1/2 + 1, cubes -1/2 + 2, fourth powers 1/2 + 4.
        let round = distribution(1, &[(0, 1), (2, 1), (-1, 2)]);
        assert_eq!(round.mean(), ratio(0, 1));
        assert_eq!(round.variance(), ratio(3, 2));
        assert_eq!(round.third_central_moment(), ratio(3, 2));
        assert_eq!(round.fourth_central_moment(), ratio(9, 2));
        // 1.5 / 1.5^1.5 squared is 9/4 · 8/27; 4.5 / 2.25 - 3.
        assert_eq!(round.skewness(), Some(SignedRoot { square: ratio(2, 3), is_negative: false }));
        assert_eq!(round.excess_kurtosis(), Some(ratio(-1, 1)));
        assert_eq!(
            [round.hit_frequency(), round.push_frequency(), round.loss_frequency()],
            [ratio(1, 4), ratio(1, 4), ratio(1, 2)]
        );
        assert_eq!((&round.maximum_win().net, &round.maximum_loss().net), (&ratio(2, 1), &ratio(-1, 1)));
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        let half = || ratio(1, 2);
        let of = |items: &[(i64, BigRational)]| {
            Distribution::new(items.iter().map(|(net, probability)| (ratio(*net, 1), probability.clone())))
        };
        assert_eq!(of(&[]), Err(StatisticsError::NoOutcome));
        assert_eq!(of(&[(1, half()), (1, half())]), Err(StatisticsError::RepeatedOutcome { net: ratio(1, 1) }));
        assert_eq!(of(&[(1, half()), (2, ratio(1, 3))]), Err(StatisticsError::WrongSum { sum: ratio(5, 6) }));
        let negative = of(&[(1, ratio(3, 2)), (2, ratio(-1, 2))]);
        assert!(matches!(negative, Err(StatisticsError::ProbabilityNotPositive { .. })));
        assert_eq!(Distribution::from_counts([]), Err(StatisticsError::NoOutcome));
    }

    #[test]
    fn a_certain_result_has_no_shape() {
        let certain = distribution(2, &[(3, 7)]);
        assert_eq!((certain.variance(), certain.skewness(), certain.excess_kurtosis()), (ratio(0, 1), None, None));
    }

    proptest! {
        #[test]
        fn central_moments_are_moments_of_the_centred_result(round in distributions()) {
            let mean = round.mean();
            let centred = Distribution::new(
                round.outcomes().iter().map(|outcome| (&outcome.net - &mean, outcome.probability.clone())),
            ).expect("the same probabilities");
            prop_assert_eq!(round.variance(), centred.moment(2));
            prop_assert_eq!(round.third_central_moment(), centred.moment(3));
            prop_assert_eq!(round.fourth_central_moment(), centred.moment(4));
        }

        #[test]
        fn the_other_side_has_the_same_spread_and_the_opposite_mean(round in distributions()) {
            let other = round.negated();
            prop_assert_eq!(other.mean(), -round.mean());
            prop_assert_eq!(other.variance(), round.variance());
            prop_assert_eq!(other.third_central_moment(), -round.third_central_moment());
            prop_assert_eq!(other.hit_frequency(), round.loss_frequency());
            prop_assert_eq!(&other.negated(), &round);
        }
    }
}
