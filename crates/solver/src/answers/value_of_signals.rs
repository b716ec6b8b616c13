//! What the signals are worth to the player: the game as it is against the same game whose table tells nothing of the hole card beyond
//! whether there is a blackjack that is looked for.

use cards::Value;
use num_rational::BigRational;

use crate::answers::solve::Want;
use crate::arithmetic::error::SolveError;
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::engine::solution::UpValue;
use crate::engine::solver::Solver;
use crate::parallel;
use crate::zero_memory::CasePlay;

/// A round with the signals and without them, both under the best play of one strategy class.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueOfSignals {
    /// The strategy class.
    pub strategy: Class,
    /// EV of a round for a player who is told the signals.
    pub told: BigRational,
    /// EV of a round for one who is not.
    pub untold: BigRational,
    /// By up card, ace first.
    pub ups: Vec<UpValueOfSignals>,
}

/// The same given the up card.
#[derive(Debug, Clone, PartialEq)]
pub struct UpValueOfSignals {
    /// The up card.
    pub up: Value,
    /// Its probability.
    pub probability: BigRational,
    /// EV given the up card for a player who is told the signals.
    pub told: BigRational,
    /// EV given the up card for one who is not.
    pub untold: BigRational,
    /// By signal, as in [`crate::UpValue::signals`]; empty where two hands may be switched.
    pub signals: Vec<ValueOfSignal>,
}

/// The same given up card and signal: the player who is not told it plays on as he would under any.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueOfSignal {
    /// The signal.
    pub signal: String,
    /// Its probability given the up card.
    pub probability: BigRational,
    /// EV given up card and signal for a player who is told it.
    pub told: BigRational,
    /// EV given up card and signal for one who is not.
    pub untold: BigRational,
}

impl ValueOfSignals {
    /// What the signals are worth in a round, per unit of initial wager.
    pub fn value(&self) -> BigRational {
        &self.told - &self.untold
    }
}

impl UpValueOfSignals {
    /// What the signals are worth in a round with this up card.
    pub fn value(&self) -> BigRational {
        &self.told - &self.untold
    }
}

impl ValueOfSignal {
    /// What this signal is worth in a round in which it is given. Weighted by the probabilities of the signals these add up to the worth
    /// under the up card.
    pub fn value(&self) -> BigRational {
        &self.told - &self.untold
    }
}

impl Solver {
    /// What the signals are worth under a zero-memory class; `None` if the table gives none.
    ///
    /// Both players may choose their attack wager, early surrender and even money anew, which come before any signal. It costs two solutions.
    ///
    /// # Errors
    /// [`SolveError::PerfectUnsolved`] for perfect play; else as [`Solver::solve`].
    pub fn value_of_signals(&self, strategy: Class) -> Result<Option<ValueOfSignals>, SolveError> {
        if strategy == Class::Perfect {
            return Err(SolveError::PerfectUnsolved("the value of signals".to_owned()));
        }
        if !self.game().signals_hole_card() {
            return Ok(None);
        }
        let untold = Self::for_game(self.game().without_signals(), *self.shoe())?;
        let solved = |solver: &Self| solver.solve(strategy, Want::action());
        let (with, without) = (solved(self)?, solved(&untold)?);
        let ups = parallel::try_map_numbers(self.ups().len(), |at| {
            let (up, other, told, value) = (&self.ups()[at], &untold.ups()[at], &with.ups[at], &without.ups[at]);
            Ok(UpValueOfSignals {
                up: told.up,
                probability: told.probability.clone(),
                told: told.ev.clone(),
                untold: value.ev.clone(),
                signals: self.by_signal((up, told), (&untold, other), strategy)?,
            })
        })?;
        Ok(Some(ValueOfSignals { strategy, told: with.ev, untold: without.ev, ups }))
    }

    /// Plays as the player who is told nothing does, under each signal of an up card.
    fn by_signal(
        &self,
        (up, told): (&DealerCache, &UpValue),
        (untold, other): (&Self, &DealerCache),
        strategy: Class,
    ) -> Result<Vec<ValueOfSignal>, SolveError> {
        if self.game().switch.is_some() {
            return Ok(Vec::new());
        }
        let chosen = untold.settlement(other, strategy)?;
        let attacked = chosen.attacked();
        let plays = untold.plays(&untold.cases(other, chosen), strategy)?;
        let same = self.settlements().iter().find(|settlement| settlement.attacked() == attacked);
        let cases = self.cases(up, same.unwrap_or(&self.settlements()[0]));
        let signals = cases.iter().zip(up.dealer.cases()).filter_map(|(case, hole)| {
            let told = told.signals.iter().find(|signal| signal.signal == hole.signal)?;
            let without = other.dealer.cases().iter().position(|one| one.ends_round == hole.ends_round)?;
            let CasePlay { play, split, .. } = &plays[without];
            let mean = CasePlay::new(play.clone(), *split).mean(self.game(), case);
            Some(mean.map(|mean| ValueOfSignal {
                signal: told.signal.clone(),
                probability: told.probability.clone(),
                told: told.ev.clone(),
                untold: mean / &told.probability,
            }))
        });
        signals.collect()
    }
}
