//! Whole rounds under perfect play, and what is kept of a solution that takes long.

use std::collections::BTreeMap;

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;

use crate::arithmetic::error::SolveError;
use crate::engine::early_surrender::gives_up_early;
use crate::engine::solver::Solver;
use crate::hand::composition_dependent;
use crate::hand::signal_case::{SignalCase, deals};
use crate::parallel;
use crate::perfect::values::PerfectValue;
use crate::zero_memory::{CasePlay, Moments};

/// A part of perfect play that is solved.
#[derive(Debug, Clone, PartialEq)]
pub enum SolvedPart {
    /// Splits of one hand.
    Split(SolvedSplit),
    /// Rounds of two hands to switch.
    Round(SolvedRound),
}

/// Rounds of two hands to switch under one up card, solved for perfect play.
#[derive(Debug, Clone, PartialEq)]
pub struct SolvedRound {
    /// The up card.
    pub up: Value,
    /// By signal, those included that end the round, what a round is worth.
    pub values: Vec<PerfectValue>,
}

/// The splits of some pairs under one up card and signal, solved for perfect play.
#[derive(Debug, Clone, PartialEq)]
pub struct SolvedSplit {
    /// Whether with the attack wager made, in a game that has one.
    pub attacked: bool,
    /// The values of the pairs.
    pub pairs: Vec<Value>,
    /// The up card.
    pub up: Value,
    /// Position among the up card's signals, those included that end the round.
    pub signal: usize,
    /// What they are worth together if each is split; `None` if each is better not split.
    pub value: Option<PerfectValue>,
}

impl SolvedSplit {
    fn key(&self) -> Key {
        (self.attacked, self.up, self.signal)
    }
}

impl PerfectValue {
    fn added_to(&self, to: Moments) -> Moments {
        let Moments { mean, mut square, added } = to;
        square += self.square.iter().sum::<BigRational>();
        Moments { mean: mean + &self.mean, square, added: added + &self.added }
    }
}

/// Splits under perfect play, as far as they are solved.
#[derive(Default)]
pub(crate) struct PerfectSplits {
    values: BTreeMap<Key, Vec<OfPairs>>,
    /// Whole rounds of two hands to switch, by up card and case.
    rounds: BTreeMap<Value, Vec<PerfectValue>>,
}

/// What some pairs are worth together, as [`SolvedSplit`] states it.
type OfPairs = (Vec<Value>, Option<PerfectValue>);

/// Attack wager made, up card and signal.
pub(crate) type Key = (bool, Value, usize);

impl PerfectSplits {
    /// States what a pair is worth in a case if it is split, which is taken to be more than if it is not.
    pub(crate) fn set(&mut self, case: &SignalCase<'_>, value: usize, mean: BigRational) {
        if let Some(pair) = Value::from_index(value) {
            let split = PerfectValue { mean, square: None, added: BigRational::zero() };
            self.values.entry(key(case)).or_default().push((vec![pair], Some(split)));
        }
    }

    pub(crate) fn add(&mut self, solved: SolvedPart) {
        match solved {
            SolvedPart::Split(split) => self.values.entry(split.key()).or_default().push((split.pairs, split.value)),
            SolvedPart::Round(round) => _ = self.rounds.insert(round.up, round.values),
        }
    }

    /// Adds parts as they are solved, if `keep` says to go on.
    pub(crate) fn take(
        &mut self,
        solved: Vec<SolvedPart>,
        keep: &mut dyn FnMut(&[SolvedPart]) -> bool,
    ) -> Result<(), SolveError> {
        if !keep(&solved) {
            return Err(SolveError::Stopped);
        }
        solved.into_iter().for_each(|part| self.add(part));
        Ok(())
    }

    /// What a round of two hands to switch is worth in each case of an up card.
    pub(crate) fn round(&self, cases: &[SignalCase<'_>]) -> Option<&[PerfectValue]> {
        let round = self.rounds.get(&cases.first()?.up.dealer.up())?;
        (round.len() == cases.len()).then_some(round)
    }

    fn of_case(&self, case: &SignalCase<'_>) -> &[OfPairs] {
        self.values.get(&key(case)).map_or(&[], |values| values)
    }

    pub(crate) fn is_known(&self, case: &SignalCase<'_>, pair: Value) -> bool {
        self.of_case(case).iter().any(|(pairs, _)| pairs.contains(&pair))
    }

    /// Whether splitting a pair is known to be worth more in a case than not splitting it.
    pub(crate) fn is_split(&self, case: &SignalCase<'_>, value: usize) -> bool {
        let pair = Value::from_index(value);
        let split = self.of_case(case).iter().filter(|(_, split)| split.is_some());
        split.flat_map(|(pairs, _)| pairs).any(|&other| Some(other) == pair)
    }

    /// What a pair is worth in a case if it is split, if that is known to be more than if it is not and of the pair alone.
    fn alone(&self, case: &SignalCase<'_>, value: usize) -> Option<&PerfectValue> {
        let pair = Value::from_index(value)?;
        self.of_case(case).iter().find(|(pairs, _)| *pairs == [pair])?.1.as_ref()
    }
}

pub(crate) fn key(case: &SignalCase<'_>) -> Key {
    (case.table.settlement.attacked(), case.up.dealer.up(), case.case)
}

impl Solver {
    /// Moments of a round under perfect play, for every case of an up card; the squares are wrong unless the splits have them.
    pub(crate) fn perfect_moments(&self, cases: &[SignalCase<'_>], splits: &PerfectSplits) -> Vec<Moments> {
        if let Some(round) = splits.round(cases) {
            return round.iter().map(|value| value.added_to(Moments::zero())).collect();
        }
        let plays = parallel::map(cases, composition_dependent::best_play);
        let mut early = vec![false; self.hands().len()];
        if cases.iter().any(|case| case.options.early) {
            for (id, ways) in deals(self.hands()).filter(|&(id, _)| self.hands().get(id).surrenders) {
                let split: Vec<Option<BigRational>> = cases
                    .iter()
                    .map(|case| splits.alone(case, self.hands().get(id).pair()?).map(|split| split.mean.clone()))
                    .collect();
                early[id as usize] = gives_up_early(cases, plays.iter(), &[(id, ways)], &split);
            }
        }
        let moments = cases.iter().zip(plays).map(|(case, play)| {
            let is_split = std::array::from_fn(|value| splits.is_split(case, value));
            let mut play = CasePlay::new(play, is_split);
            play.give_up_early(self.hands(), &early);
            let moments = play.unsplit_moments(case, true);
            let is_split = |pairs: &[Value]| pairs.iter().all(|pair| play.split[pair.index()]);
            let split = splits.of_case(case).iter().filter(|(pairs, _)| is_split(pairs));
            split.filter_map(|(_, split)| split.as_ref()).fold(moments, |moments, split| split.added_to(moments))
        });
        moments.collect()
    }
}
