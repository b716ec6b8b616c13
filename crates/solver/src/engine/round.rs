//! A round under a strategy class: its moments by up card and signal, and the steps on the way to them.

use std::fmt;

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::settlement::Settlement;
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::engine::perfect_round::PerfectSplits;
use crate::engine::solution::{OfUp, SignalValue, Solution, UpValue};
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::{self, Moments, switch};

impl Solver {
    /// The solution, once the splits are solved if it is of perfect play.
    pub(crate) fn moments_with(
        &self,
        strategy: Class,
        squares: bool,
        splits: &PerfectSplits,
        progress: impl Fn(Step) + Sync,
    ) -> Result<Solution, SolveError> {
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
        let of_up = |(up, of_up): (&DealerCache, OfUp<'_, Moments>)| {
            let OfUp { settlement, values: moments, other_attack_ev } = of_up;
            let mut value = self.up_value(up, settlement, moments.iter().map(|one: &Moments| &one.mean));
            if strategy != Class::Perfect {
                self.keep_settlement(up, strategy, settlement);
                value.other_attack_ev = other_attack_ev;
            }
            (value, moments)
        };
        Ok(Solution::of_ups(strategy, self.ups().iter().zip(per_up).map(of_up).collect(), squares))
    }

    /// Means weighted by the cases' probabilities, as values given the case; nothing is said of the other decision on the attack wager.
    pub(crate) fn up_value<'m>(
        &self,
        up: &DealerCache,
        settlement: &Settlement,
        means: impl Iterator<Item = &'m BigRational>,
    ) -> UpValue {
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
