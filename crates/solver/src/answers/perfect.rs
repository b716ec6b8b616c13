//! Perfect play, which may take long: what is solved is told as it is, and may be gone on from.

use cards::Value;

use crate::arithmetic::error::SolveError;
use crate::bounds::Decided;
use crate::compiled::decisions::{Act, Options, Play};
use crate::compiled::walk::CompiledRules;
use crate::engine::perfect_round::{PerfectSplits, SolvedPart, SolvedRound, SolvedSplit, key};
use crate::engine::round::Step;
use crate::engine::solver::Solver;
use crate::hand::composition_dependent;
use crate::hand::signal_case::SignalCase;
use crate::parallel;
use crate::perfect::limits::LANES;
use crate::perfect::splits::{Asked, Splits};
use crate::perfect::two_hands::{PerfectTwoHands, UpCases};
use crate::perfect::values::SplitSize;

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
    cases: &[&'c SignalCase<'a>],
    plays: &'c [Play],
    decided: Option<&Decided>,
    is_known: impl Fn(&SignalCase<'_>, Value) -> bool,
) -> Vec<Asked<'c, 'a>> {
    let is_open = |case: &SignalCase<'_>, value| !decided.is_some_and(|decided| decided.rules_out(case, value));
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
    /// Perfect play of all pairs, with squares of results if they are asked for.
    pub(crate) fn perfect_splits(
        &self,
        squares: bool,
        known: &[SolvedPart],
        keep: &mut dyn FnMut(&[SolvedPart]) -> bool,
        progress: &dyn Fn(Step),
    ) -> Result<PerfectSplits, SolveError> {
        self.perfect_is_solved()?;
        let mut splits = PerfectSplits::default();
        known.iter().cloned().for_each(|known| splits.add(known));
        if self.game().switch.is_some() {
            self.perfect_rounds(&mut splits, squares, keep, progress)?;
            return Ok(splits);
        }
        // Bounds take seconds: as long as one split alone.
        let decided = self.resplits().then(|| self.decided());
        for settlement in self.settlements().iter() {
            let per_up: Vec<Vec<SignalCase<'_>>> = self.ups().iter().map(|up| self.cases(up, settlement)).collect();
            let cases: Vec<&SignalCase<'_>> = per_up.iter().flatten().filter(|case| case.is_played()).collect();
            let plays = parallel::map(&cases, |case| composition_dependent::best_play(case));
            let table = CompiledRules { hands: self.hands(), settlement };
            let asked = asked(&cases, &plays, decided.as_ref(), |case, pair| splits.is_known(case, pair));
            let not_asked = |value: usize| asked.iter().filter(|one| !one.pairs[value]).count();
            let mut done: [usize; Value::COUNT] = std::array::from_fn(not_asked);
            for group in groups(asked) {
                let Some(pairs) = Splits::new(self.game(), table, self.shoe(), &pairs_of(&group), squares)? else {
                    continue;
                };
                pairs.values(&group, squares, self.shared(), |some| {
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
                    splits.take(solved, keep)
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
        keep: &mut dyn FnMut(&[SolvedPart]) -> bool,
        progress: &dyn Fn(Step),
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
                splits.take(solved, keep)
            })?;
        }
        Ok(())
    }

    fn cases_of_two_hands(&self) -> Vec<Vec<SignalCase<'_>>> {
        self.ups().iter().map(|up| self.cases(up, &self.settlements()[0])).collect()
    }

    /// Two hands to switch, compiled for each way that a hand is played and settled, with the up cards for which it is.
    fn two_hands<'c, 'a>(
        &'a self,
        per_up: &'c [Vec<SignalCase<'a>>],
        squares: bool,
    ) -> Result<Vec<(PerfectTwoHands<'a>, Vec<UpCases<'c, 'a>>)>, SolveError> {
        let mut alike: Vec<(Options, Vec<UpCases<'c, 'a>>)> = Vec::new();
        for cases in per_up {
            let Some(case) = cases.iter().find(|case| case.is_played()).or(cases.first()) else { continue };
            match alike.iter_mut().find(|(options, _)| *options == case.options) {
                Some((_, ups)) => ups.push(cases),
                None => alike.push((case.options, vec![cases])),
            }
        }
        let table = CompiledRules { hands: self.hands(), settlement: &self.settlements()[0] };
        let draws = self.ups().iter().map(|up| up.dealer.most_draws()).max().unwrap_or(0);
        let mut compiled = Vec::new();
        for (options, ups) in alike {
            let two_hands = PerfectTwoHands::new(self.game(), self.shoe(), (table, options), draws, squares)?;
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
        if self.game().switch.is_some() {
            let per_up = self.cases_of_two_hands();
            let sizes = self.two_hands(&per_up, false)?.into_iter().map(|(two_hands, ups)| {
                let cases = ups.iter().flat_map(|cases| cases.iter()).filter(|case| case.is_played()).count();
                two_hands.size(cases)
            });
            return Ok(sizes.collect());
        }
        let decided = self.resplits().then(|| self.decided());
        let mut sizes = Vec::new();
        for settlement in self.settlements().iter() {
            let per_up: Vec<Vec<SignalCase<'_>>> = self.ups().iter().map(|up| self.cases(up, settlement)).collect();
            let cases: Vec<&SignalCase<'_>> = per_up.iter().flatten().filter(|case| case.is_played()).collect();
            // What is played unsplit does not count here.
            let plays = vec![Play::always(self.hands(), Act::Stand); cases.len()];
            let table = CompiledRules { hands: self.hands(), settlement };
            for group in groups(asked(&cases, &plays, decided.as_ref(), |_, _| false)) {
                if let Some(splits) = Splits::new(self.game(), table, self.shoe(), &pairs_of(&group), false)? {
                    sizes.push(splits.size(group.len()));
                }
            }
        }
        Ok(sizes)
    }
}
