//! A round under a strategy class: its moments by up card and signal, and the steps on the way to them.

use std::fmt;

use cards::Value;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::settlement::Settlement;
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::engine::perfect_round::PerfectSplits;
use crate::engine::solution::{OfUp, SignalValue, Solution, Spread, UpValue};
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::{self, Moments, switch};

impl Solver {
    /// The expected value of a round under a zero-memory class.
    ///
    /// # Errors
    /// [`SolveError`] for hands that can exhaust the shoe, and for the best CDZ where it is not solved.
    pub(crate) fn zero_memory_solution(&self, strategy: Class) -> Result<Solution, SolveError> {
        let of_up = |up: &DealerCache| self.with_attack(up, |cases| self.means(cases, strategy), |mean| mean);
        let means = self.of_ups(self.ups().len(), strategy, of_up, |mean, share| mean * share)?;
        let values = self.ups().iter().zip(means);
        let values = values.map(|(up, of_up)| UpValue {
            other_attack_ev: of_up.other_attack_ev,
            ..self.up_value(up, of_up.settlement, &of_up.values)
        });
        Ok(Solution::new(strategy, values.collect()))
    }

    /// The expected value of a round under a class: that of [`Solver::solve`], without its parts.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn ev(&self, strategy: Class) -> Result<BigRational, SolveError> {
        if strategy == Class::Perfect {
            return Ok(self.solve(strategy)?.ev);
        }
        if let Some(ev) = self.shared_ev(strategy)? {
            return Ok(ev);
        }
        let of_up = |up: &DealerCache| self.with_attack(up, |cases| self.means(cases, strategy), |mean| mean);
        let means = self.of_ups(self.ups().len(), strategy, of_up, |mean, share| mean * share)?;
        let of_ups = self.ups().iter().zip(means);
        Ok(of_ups.map(|(up, of_up)| self.share(up) * of_up.values.into_iter().sum::<BigRational>()).sum())
    }

    /// The solution with its spread, once the splits are solved if it is of perfect play.
    pub(crate) fn moments_with(
        &self,
        strategy: Class,
        squares: bool,
        splits: &PerfectSplits,
        progress: impl Fn(Step) + Sync,
    ) -> Result<(Solution, Spread), SolveError> {
        let of_cases = |cases: &[SignalCase<'_>]| -> Result<Vec<Moments>, SolveError> {
            match strategy {
                Class::Perfect => Ok(self.perfect_moments(cases, splits)),
                _ if self.game().switch.is_some() => {
                    let plays = self.known_plays(cases, strategy)?;
                    switch::moments(self.game(), cases, &plays, squares, |decisions| {
                        self.keep_switches(cases, strategy, decisions);
                    })
                }
                _ => zero_memory::moments(self.game(), cases, &self.known_plays(cases, strategy)?, squares),
            }
        };
        let moments = |up: &DealerCache| {
            let moments = self.with_attack(up, of_cases, |moments| &moments.mean);
            if strategy != Class::Perfect {
                progress(Step::UpCard(up.dealer.up()));
            }
            moments
        };
        // Two up cards at a time: their distributions are the memory, and the work inside is parallel too.
        let per_up = self.of_ups(2, strategy, moments, Moments::weighted)?;
        let mut ups = Vec::with_capacity(self.ups().len());
        let mut round = Moments::zero();
        for (up, OfUp { settlement, values: moments, other_attack_ev }) in self.ups().iter().zip(per_up) {
            let means: Vec<BigRational> = moments.iter().map(|one| one.mean.clone()).collect();
            let mut value = self.up_value(up, settlement, &means);
            if strategy != Class::Perfect {
                self.keep_settlement(up, strategy, settlement);
                value.other_attack_ev = other_attack_ev;
            }
            moments.iter().for_each(|one| round.add(&one.weighted(&value.probability)));
            if settlement.attacked() {
                round.added += &value.probability;
            }
            ups.push(value);
        }
        let solution = Solution::new(strategy, ups);
        let spread = Spread {
            variance: squares.then(|| round.square - &round.mean * &round.mean),
            average_wager: round.added + BigRational::one(),
            ev: round.mean,
        };
        Ok((solution, spread))
    }

    /// Means weighted by the cases' probabilities, as values given the case; nothing is said of the other decision on the attack wager.
    pub(crate) fn up_value(&self, up: &DealerCache, settlement: &Settlement, means: &[BigRational]) -> UpValue {
        let left = up.left_after(CardSet::NONE);
        let share = |part: u32, whole: u32| BigRational::new(part.into(), whole.into());
        let unseen = self.shoe().total() - 1;
        let signals = up
            .dealer
            .cases()
            .iter()
            .zip(means)
            .filter_map(|(case, mean)| {
                let holes: Vec<Value> = case.holes.values().filter(|hole| left[hole.index()] > 0).collect();
                let probability = share(holes.iter().map(|hole| left[hole.index()]).sum(), unseen);
                (!probability.is_zero()).then(|| SignalValue {
                    signal: case.signal.clone(),
                    holes,
                    ev: mean / &probability,
                    probability,
                })
            })
            .collect();
        let attack = self.game().attack.is_some().then(|| settlement.attacked());
        UpValue::new(up.dealer.up(), self.share(up), attack, signals)
    }
}

/// Something that is done on the way to a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// An up card.
    UpCard(Value),
    /// Splits of a pair under perfect play.
    Pair {
        /// The value of the pair.
        pair: Value,
        /// Whether with the attack wager made, in a game that has one.
        attacked: bool,
        /// Up cards and signals done.
        done: usize,
        /// All up cards and signals.
        of: usize,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Step::UpCard(up) => write!(f, "up card {up}"),
            Step::Pair { pair, attacked, done, of } => {
                let attack = if attacked { " attacked" } else { "" };
                write!(f, "pairs of {pair}{attack}: {done} of {of} up cards and signals")
            }
        }
    }
}
