//! Whole rounds under perfect play, and what is kept of a solution that takes long.

use std::collections::BTreeMap;

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rayon::prelude::*;

use crate::SolveError;
use crate::bounds::Decided;
use crate::compiled::decisions::{Act, Options, Play};
use crate::compiled::strategy::Class;
use crate::compiled::walk::Table;
use crate::engine::solution::{Solution, Spread};
use crate::engine::solver::{Solver, Step, gives_up_early};
use crate::hand::composition_dependent;
use crate::hand::signal_case::{Case, deals};
use crate::perfect::{Asked, LANES, PerfectValue, SplitSize, Splits, TwoHands, UpCases};
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
type Key = (bool, Value, usize);

impl PerfectSplits {
    /// States what a pair is worth in a case if it is split, which is taken to be more than if it is not.
    pub(crate) fn set(&mut self, case: &Case<'_>, value: usize, mean: BigRational) {
        if let Some(pair) = Value::from_index(value) {
            let split = PerfectValue { mean, square: None, added: BigRational::zero() };
            self.values.entry(key(case)).or_default().push((vec![pair], Some(split)));
        }
    }

    fn add(&mut self, solved: SolvedPart) {
        match solved {
            SolvedPart::Split(split) => self.values.entry(split.key()).or_default().push((split.pairs, split.value)),
            SolvedPart::Round(round) => _ = self.rounds.insert(round.up, round.values),
        }
    }

    /// Adds parts as they are solved, if `keep` says to go on.
    fn take(
        &mut self,
        solved: Vec<SolvedPart>,
        keep: &mut impl FnMut(&[SolvedPart]) -> bool,
    ) -> Result<(), SolveError> {
        if !keep(&solved) {
            return Err(SolveError::Stopped);
        }
        solved.into_iter().for_each(|part| self.add(part));
        Ok(())
    }

    /// What a round of two hands to switch is worth in each case of an up card.
    fn round(&self, cases: &[Case<'_>]) -> Option<&[PerfectValue]> {
        let round = self.rounds.get(&cases.first()?.up.dealer.up())?;
        (round.len() == cases.len()).then_some(round)
    }

    fn of_case(&self, case: &Case<'_>) -> &[OfPairs] {
        self.values.get(&key(case)).map_or(&[], |values| values)
    }

    fn is_known(&self, case: &Case<'_>, pair: Value) -> bool {
        self.of_case(case).iter().any(|(pairs, _)| pairs.contains(&pair))
    }

    /// Whether splitting a pair is known to be worth more in a case than not splitting it.
    pub(crate) fn is_split(&self, case: &Case<'_>, value: usize) -> bool {
        let pair = Value::from_index(value);
        let split = self.of_case(case).iter().filter(|(_, split)| split.is_some());
        split.flat_map(|(pairs, _)| pairs).any(|&other| Some(other) == pair)
    }

    /// What a pair is worth in a case if it is split, if that is known to be more than if it is not and of the pair alone.
    fn alone(&self, case: &Case<'_>, value: usize) -> Option<&PerfectValue> {
        let pair = Value::from_index(value)?;
        self.of_case(case).iter().find(|(pairs, _)| *pairs == [pair])?.1.as_ref()
    }
}

fn key(case: &Case<'_>) -> Key {
    (case.table.settlement.attacked(), case.up.dealer.up(), case.case)
}

/// Up cards and signals that are solved together: those that ask for the same pairs, or nearly.
fn groups<'c, 'a>(mut asked: Vec<Asked<'c, 'a>>) -> Vec<Vec<Asked<'c, 'a>>> {
    asked.retain(|asked| asked.pairs.contains(&true));
    // Low pairs have the most sets of cards, but for aces, which take one card where they are not played on.
    let low_first = |asked: &Asked<'_, '_>| {
        let [aces, others @ ..] = asked.pairs;
        (others, aces)
    };
    asked.sort_by_key(low_first);
    let mut groups: Vec<Vec<Asked<'_, '_>>> = Vec::new();
    for some in asked.chunks(LANES) {
        match groups.last_mut().filter(|group| pairs_of(group) == pairs_of(some)) {
            Some(group) => group.extend_from_slice(some),
            None => groups.push(some.to_vec()),
        }
    }
    groups
}

/// Of each case, with its best play without splits, the pairs that bounds leave open and that are not known.
fn asked<'c, 'a>(
    cases: &[&'c Case<'a>],
    plays: &'c [Play],
    decided: Option<&Decided>,
    is_known: impl Fn(&Case<'_>, Value) -> bool,
) -> Vec<Asked<'c, 'a>> {
    let is_open = |case: &Case<'_>, value| !decided.is_some_and(|decided| decided.rules_out(case, value));
    let asked = cases.iter().zip(plays).map(|(&case, unsplit)| {
        let asks = |value| Value::from_index(value).is_some_and(|pair| !is_known(case, pair)) && is_open(case, value);
        Asked { case, unsplit, pairs: std::array::from_fn(asks) }
    });
    asked.collect()
}

/// The values of the pairs that some of a group ask for.
fn pairs_of(group: &[Asked<'_, '_>]) -> Vec<usize> {
    (0..Value::COUNT).filter(|&value| group.iter().any(|asked| asked.pairs[value])).collect()
}

impl Solver {
    /// Perfect play as [`Solver::solve_with_spread`] solves it, or with its variance as [`Solver::solve_with_variance`] does, going on from
    /// what is known of it. `keep` is given the parts as they are solved, some at a time, and says whether to go on.
    ///
    /// What is `known` must have been kept for the same game and shoe, and with variance if that is asked for now; that is not
    /// checked.
    ///
    /// # Errors
    /// [`SolveError::Stopped`] if `keep` says so; else as [`Solver::solve_with_spread`].
    pub fn solve_perfect(
        &self,
        variance: bool,
        known: &[SolvedPart],
        keep: impl FnMut(&[SolvedPart]) -> bool,
        progress: impl Fn(Step) + Sync,
    ) -> Result<(Solution, Spread), SolveError> {
        let squares = (variance || self.perfect_is_quick()) && self.variance_is_known();
        let splits = self.perfect_splits(squares, known, keep, &progress)?;
        self.moments_with(Class::Perfect, squares, &splits, progress)
    }

    /// Perfect play of all pairs, with squares of results if they are asked for.
    pub(crate) fn perfect_splits(
        &self,
        squares: bool,
        known: &[SolvedPart],
        mut keep: impl FnMut(&[SolvedPart]) -> bool,
        progress: &impl Fn(Step),
    ) -> Result<PerfectSplits, SolveError> {
        self.perfect_is_solved()?;
        let mut splits = PerfectSplits::default();
        known.iter().cloned().for_each(|known| splits.add(known));
        if self.game.switch.is_some() {
            self.perfect_rounds(&mut splits, squares, keep, progress)?;
            return Ok(splits);
        }
        // Bounds take seconds: as long as one split alone.
        let decided = self.resplits().then(|| self.decided());
        for settlement in self.settlements.iter() {
            let per_up: Vec<Vec<Case<'_>>> = self.ups.iter().map(|up| self.cases(up, settlement)).collect();
            let cases: Vec<&Case<'_>> = per_up.iter().flatten().filter(|case| case.is_played()).collect();
            let plays: Vec<Play> = cases.par_iter().map(|case| composition_dependent::best_play(case)).collect();
            let table = Table { hands: &self.hands, settlement };
            let asked = asked(&cases, &plays, decided.as_ref(), |case, pair| splits.is_known(case, pair));
            let not_asked = |value: usize| asked.iter().filter(|one| !one.pairs[value]).count();
            let mut done: [usize; Value::COUNT] = std::array::from_fn(not_asked);
            for group in groups(asked) {
                let Some(pairs) = Splits::new(&self.game, table, &self.shoe, &pairs_of(&group), squares)? else {
                    continue;
                };
                pairs.values(&group, squares, |some| {
                    let mut solved = Vec::new();
                    for (case, pairs, value) in some {
                        let (attacked, up, signal) = key(case);
                        for &pair in &pairs {
                            let done = &mut done[pair.index()];
                            *done += 1;
                            progress(Step::Pair { pair, attacked, done: *done, of: cases.len() });
                        }
                        solved.push(SolvedPart::Split(SolvedSplit { attacked, pairs, up, signal, value }));
                    }
                    splits.take(solved, &mut keep)
                })?;
            }
        }
        Ok(splits)
    }

    /// Perfect play of two hands to switch, but for what is known.
    fn perfect_rounds(
        &self,
        splits: &mut PerfectSplits,
        squares: bool,
        mut keep: impl FnMut(&[SolvedPart]) -> bool,
        progress: &impl Fn(Step),
    ) -> Result<(), SolveError> {
        let mut per_up = self.cases_of_two_hands();
        per_up.retain(|cases| splits.round(cases).is_none());
        for (two_hands, ups) in self.two_hands(&per_up, squares)? {
            two_hands.values(&ups, squares, |some, values| {
                let mut solved = Vec::new();
                for (cases, values) in some.iter().zip(values) {
                    let up = cases[0].up.dealer.up();
                    progress(Step::UpCard(up));
                    solved.push(SolvedPart::Round(SolvedRound { up, values }));
                }
                splits.take(solved, &mut keep)
            })?;
        }
        Ok(())
    }

    fn cases_of_two_hands(&self) -> Vec<Vec<Case<'_>>> {
        self.ups.iter().map(|up| self.cases(up, &self.settlements[0])).collect()
    }

    /// Two hands to switch, compiled for each way that a hand is played and settled, with the up cards for which it is.
    fn two_hands<'c, 'a>(
        &'a self,
        per_up: &'c [Vec<Case<'a>>],
        squares: bool,
    ) -> Result<Vec<(TwoHands<'a>, Vec<UpCases<'c, 'a>>)>, SolveError> {
        let mut alike: Vec<(Options, Vec<UpCases<'c, 'a>>)> = Vec::new();
        for cases in per_up {
            let Some(case) = cases.iter().find(|case| case.is_played()).or(cases.first()) else { continue };
            match alike.iter_mut().find(|(options, _)| *options == case.options) {
                Some((_, ups)) => ups.push(cases),
                None => alike.push((case.options, vec![cases])),
            }
        }
        let table = Table { hands: &self.hands, settlement: &self.settlements[0] };
        let draws = self.ups.iter().map(|up| up.dealer.most_draws()).max().unwrap_or(0);
        let mut compiled = Vec::new();
        for (options, ups) in alike {
            let two_hands = TwoHands::new(&self.game, table, &self.shoe, options, draws, squares)?;
            compiled.extend(two_hands.map(|two_hands| (two_hands, ups)));
        }
        Ok(compiled)
    }

    /// What perfect play of splits, or of two hands to switch, has to look at; what bounds rule out is left out.
    ///
    /// # Errors
    /// [`SolveError::PerfectUnsolved`] for rules under which it is not solved.
    pub fn split_sizes(&self) -> Result<Vec<SplitSize>, SolveError> {
        self.perfect_is_solved()?;
        if self.game.switch.is_some() {
            let per_up = self.cases_of_two_hands();
            let sizes = self.two_hands(&per_up, false)?.into_iter().map(|(two_hands, ups)| {
                let cases = ups.iter().flat_map(|cases| cases.iter()).filter(|case| case.is_played()).count();
                two_hands.size(cases)
            });
            return Ok(sizes.collect());
        }
        let decided = self.resplits().then(|| self.decided());
        let mut sizes = Vec::new();
        for settlement in self.settlements.iter() {
            let per_up: Vec<Vec<Case<'_>>> = self.ups.iter().map(|up| self.cases(up, settlement)).collect();
            let cases: Vec<&Case<'_>> = per_up.iter().flatten().filter(|case| case.is_played()).collect();
            // What is played unsplit does not count here.
            let plays = vec![Play::always(&self.hands, Act::Stand); cases.len()];
            let table = Table { hands: &self.hands, settlement };
            for group in groups(asked(&cases, &plays, decided.as_ref(), |_, _| false)) {
                if let Some(splits) = Splits::new(&self.game, table, &self.shoe, &pairs_of(&group), false)? {
                    sizes.push(splits.size(group.len()));
                }
            }
        }
        Ok(sizes)
    }

    /// Moments of a round under perfect play, for every case of an up card; the squares are wrong unless the splits have them.
    pub(crate) fn perfect_moments(&self, cases: &[Case<'_>], splits: &PerfectSplits) -> Vec<Moments> {
        if let Some(round) = splits.round(cases) {
            return round.iter().map(|value| value.added_to(Moments::zero())).collect();
        }
        let plays: Vec<Play> = cases.par_iter().map(composition_dependent::best_play).collect();
        let mut early = vec![false; self.hands.len()];
        if cases.iter().any(|case| case.options.early) {
            for (id, ways) in deals(&self.hands).filter(|&(id, _)| self.hands.get(id).surrenders) {
                let split: Vec<Option<BigRational>> = cases
                    .iter()
                    .map(|case| splits.alone(case, self.hands.get(id).pair()?).map(|split| split.mean.clone()))
                    .collect();
                early[id as usize] = gives_up_early(cases, plays.iter(), &[(id, ways)], &split);
            }
        }
        let moments = cases.iter().zip(plays).map(|(case, play)| {
            let is_split = std::array::from_fn(|value| splits.is_split(case, value));
            let mut play = CasePlay::new(play, is_split);
            play.give_up_early(&self.hands, &early);
            let moments = play.unsplit_moments(case, true);
            let is_split = |pairs: &[Value]| pairs.iter().all(|pair| play.split[pair.index()]);
            let split = splits.of_case(case).iter().filter(|(pairs, _)| is_split(pairs));
            split.filter_map(|(_, split)| split.as_ref()).fold(moments, |moments, split| split.added_to(moments))
        });
        moments.collect()
    }
}
