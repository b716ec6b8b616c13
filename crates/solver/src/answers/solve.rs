//! What a round is worth: the question that the others build on.

use num_rational::BigRational;

use crate::arithmetic::error::SolveError;
use crate::compiled::settlement::Settlement;
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::engine::perfect_round::{PerfectSplits, SolvedPart};
use crate::engine::round::Step;
use crate::engine::solution::{Solution, UpValue};
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;

/// What is asked of a solution besides its expected value, and who is told on the way.
pub struct Want<'a> {
    variance: Variance,
    progress: &'a (dyn Fn(Step) + Sync),
    known: &'a [SolvedPart],
    keep: Option<Keep<'a>>,
}

/// Is given the parts of perfect play as they are solved, and says whether to go on.
type Keep<'a> = &'a mut dyn FnMut(&[SolvedPart]) -> bool;

/// Whether the variance is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Variance {
    No,
    Quick,
    Always,
}

impl<'a> Want<'a> {
    /// The average wager.
    pub fn action() -> Self {
        Self { variance: Variance::No, progress: &|_| (), known: &[], keep: None }
    }

    /// The average wager, and the variance where it takes seconds. That is everywhere but for perfect play with more than one split or
    /// of two hands to switch, which needs more states for the variance than for the mean.
    ///
    /// For a zero-memory class the variance takes ten times as long as the average wager where pairs are split to four hands: the two
    /// hands of a split share a dealer and a shoe, so the product of their results is summed over every union of their cards.
    pub fn quick_variance() -> Self {
        Self { variance: Variance::Quick, ..Self::action() }
    }

    /// The average wager and the variance, which takes minutes for perfect play with more than one split.
    pub fn variance() -> Self {
        Self { variance: Variance::Always, ..Self::action() }
    }

    /// Tells `progress` every step as it is done, at most [`Solver::most_steps`] of them.
    #[must_use]
    pub fn telling(self, progress: &'a (dyn Fn(Step) + Sync)) -> Self {
        Self { progress, ..self }
    }

    /// Goes on from parts of perfect play that are known, and gives `keep` those that are solved, some at a time; `keep` says whether to go
    /// on. Zero-memory classes have no such parts.
    ///
    /// What is `known` must have been kept for the same game and shoe, and with variance if that is asked for now; that is not checked.
    #[must_use]
    pub fn resuming(self, known: &'a [SolvedPart], keep: &'a mut dyn FnMut(&[SolvedPart]) -> bool) -> Self {
        Self { known, keep: Some(keep), ..self }
    }
}

impl Solver {
    /// What a round is worth under a strategy class, exactly, in units of initial wager: in all and by up card and signal, with what else is wanted.
    ///
    /// Payouts that depend on suits, and splits to more than four hands, have no variance.
    ///
    /// # Errors
    /// [`SolveError`] for a class that is not solved for these rules or hands that can exhaust the shoe, and [`SolveError::Stopped`] if whoever keeps the
    /// parts says so.
    pub fn solve(&self, strategy: Class, want: Want<'_>) -> Result<Solution, SolveError> {
        let Want { variance, progress, known, keep } = want;
        let asked = match variance {
            Variance::No => false,
            Variance::Quick => strategy != Class::Perfect || self.perfect_is_quick(),
            Variance::Always => true,
        };
        let squares = asked && self.variance_is_known();
        let splits = match (strategy, keep) {
            (Class::Perfect, Some(keep)) => self.perfect_splits(squares, known, keep, progress)?,
            (Class::Perfect, None) => self.perfect_splits(squares, known, &mut |_: &[SolvedPart]| true, progress)?,
            (Class::Td | Class::CdzMinus | Class::BestCdz, _) => PerfectSplits::default(),
        };
        self.moments_with(strategy, squares, &splits, progress)
    }

    /// The expected value of a round under a class and nothing else: the number of [`Solver::solve`]. A search asks for it, where many solvers
    /// share what they have found.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn ev(&self, strategy: Class) -> Result<BigRational, SolveError> {
        if let Some(ev) = self.shared_ev(strategy)? {
            return Ok(ev);
        }
        Ok(self.ev_by_up(strategy)?.iter().map(|up| &up.probability * &up.ev).sum())
    }

    /// The expected value by up card and signal and nothing else: those of [`Solver::solve`], for a search as [`Solver::ev`] is.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn ev_by_up(&self, strategy: Class) -> Result<Vec<UpValue>, SolveError> {
        if strategy == Class::Perfect {
            return Ok(self.solve(strategy, Want::action())?.ups);
        }
        let of_up = |up: &DealerCache| self.with_attack(up, |cases| self.means(cases, strategy), |mean| mean);
        let means = self.of_ups(self.ups().len(), strategy, of_up, |mean, share| mean * share)?;
        let of_ups = self.ups().iter().zip(means);
        let values = of_ups.map(|(up, of_up)| UpValue {
            other_attack_ev: of_up.other_attack_ev,
            ..self.up_value(up, of_up.settlement, of_up.values.iter())
        });
        Ok(values.collect())
    }

    /// Most steps that [`Solver::solve`] tells of.
    pub fn most_steps(&self, strategy: Class) -> usize {
        if strategy != Class::Perfect || self.game().switch.is_some() {
            return self.ups().len();
        }
        let played = |settlement: &Settlement| -> usize {
            let cases = self.ups().iter().flat_map(|up| self.cases(up, settlement));
            cases.filter(SignalCase::is_played).count()
        };
        let pairs = self.shoe().counts().iter().filter(|&&count| count >= 2).count();
        self.settlements().iter().map(|settlement| pairs * played(settlement)).sum()
    }
}
