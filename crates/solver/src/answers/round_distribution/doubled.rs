//! How rounds end whose hand is doubled and not split.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero as _;

use super::one_case::CaseDistribution;
use super::suits::SuitBonuses;
use super::{DISTRIBUTION, RoundResult};
use crate::arithmetic::error::SolveError;
use crate::compiled::settlement::Doubling;
use crate::compiled::strategy::Class;
use crate::engine::solver::Solver;

/// Rounds without a split whose hand is doubled, under a zero-memory strategy.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DoubledRounds {
    /// Doubled with the player's wager: every result that has a probability above zero, with it. They are probabilities of all rounds.
    pub own: BTreeMap<RoundResult, BigRational>,
    /// The same, doubled with a wager that the house gives.
    pub given: BTreeMap<RoundResult, BigRational>,
}

impl Solver {
    /// How rounds end whose hand is doubled and not split, under a zero-memory class. It takes as long as a few EVs, since no hands are taken together.
    ///
    /// # Errors
    /// [`SolveError::Unsolved`] for perfect play and for two hands to switch.
    pub fn doubled_rounds(&self, strategy: Class) -> Result<DoubledRounds, SolveError> {
        if strategy == Class::Perfect || self.game().switch.is_some() {
            self.follows_a_round(DISTRIBUTION, strategy)?;
        }
        let bonuses = SuitBonuses::new(self.game(), self.shoe())?;
        let mut rounds = DoubledRounds::default();
        for up in self.ups().iter() {
            let probability = self.share(up);
            let cases = self.cases(up, self.settlement(up, strategy)?);
            for (case, play) in cases.iter().zip(&self.plays(&cases, strategy)?) {
                let distribution = CaseDistribution { game: self.game(), case, play, bonuses: &bonuses };
                for (doubling, results) in [(Doubling::Own, &mut rounds.own), (Doubling::Given, &mut rounds.given)] {
                    for (result, given_up) in distribution.without_split(|settled| settled.doubling == doubling)? {
                        *results.entry(result).or_insert_with(BigRational::zero) += given_up * &probability;
                    }
                }
            }
        }
        for results in [&mut rounds.own, &mut rounds.given] {
            results.retain(|_, probability| !probability.is_zero());
        }
        Ok(rounds)
    }
}
