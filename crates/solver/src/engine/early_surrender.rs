//! Which first hands are given up before any signal, where the rules let them be.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::{Act, Play};
use crate::compiled::hands::HandId;
use crate::compiled::strategy::Class;
use crate::engine::solver::Solver;
use crate::hand::signal_case::{SignalCase, deals};
use crate::hand::total_dependent::Cell;
use crate::zero_memory::CasePlay;
use crate::zero_memory::shared_values::{Shared, SharedCase};

impl Solver {
    /// Which two-card hands are better given up before any signal: hand by hand, or for a total-dependent player cell by cell.
    pub(super) fn early_surrenders(
        &self,
        cases: &[SignalCase<'_>],
        plays: &[CasePlay],
        strategy: Class,
    ) -> Result<Vec<bool>, SolveError> {
        let mut alike: BTreeMap<(Cell, HandId), Vec<(HandId, i64)>> = BTreeMap::new();
        for (id, ways) in deals(self.hands()).filter(|&(id, _)| self.hands().get(id).surrenders) {
            let apart = if strategy == Class::Td { 0 } else { id };
            alike.entry((Cell::of(self.hands().get(id)), apart)).or_default().push((id, ways));
        }
        // A cell of a chart weighs its hands by how they are dealt; a single hand's gain has the sign of what it gains once it is dealt.
        let gains = if strategy == Class::Td { Vec::new() } else { gains_by_giving_up(cases, plays) };
        let close = cases.iter().map(|case| case.table.settlement.contested()).sum::<f64>();
        let mut early = vec![false; self.hands().len()];
        for hands in alike.values() {
            let value = self.hands().get(hands[0].0).pair();
            let split = cases
                .iter()
                .zip(plays)
                .map(|(case, play)| match value {
                    None => Ok(None),
                    Some(value) => play.mean_of_split(self.game(), case, value),
                })
                .collect::<Result<Vec<_>, SolveError>>()?;
            let gain = gains.get(hands[0].0 as usize).copied().filter(|_| split.iter().all(Option::is_none));
            let is_better = match gain {
                Some(gain) if gain.abs() > close => gain > 0.0,
                _ => gives_up_early(cases, plays.iter().map(|play| &play.play), hands, &split),
            };
            if is_better {
                hands.iter().for_each(|&(id, _)| early[id as usize] = true);
            }
        }
        Ok(early)
    }

    /// Means of an up card's cases under CDZ-, from the values of a search: those without early surrender, and what the hands given up gain.
    ///
    /// # Errors
    /// As [`Shared::mean`].
    pub(super) fn means_but_given_up(
        &self,
        shared: &Shared,
        cases: &[SignalCase<'_>],
        solved: &[SharedCase],
    ) -> Result<Vec<BigRational>, SolveError> {
        let plays = self.shared_plays(shared, cases, solved)?;
        let early = self.early_surrenders(cases, &plays, Class::CdzMinus)?;
        let given_up: Vec<(HandId, i64)> = deals(self.hands()).filter(|&(id, _)| early[id as usize]).collect();
        let of_case = |((case, solved), mut play): ((&SignalCase<'_>, &SharedCase), CasePlay)| {
            let kept = play.mean_from(self.game(), case, &given_up)?;
            play.give_up_early(self.hands(), &early);
            Ok(shared.mean(self.game(), case, solved)? + play.mean_from(self.game(), case, &given_up)? - kept)
        };
        cases.iter().zip(solved).zip(plays).map(of_case).collect()
    }
}

/// By hand, what giving it up before any signal gains over playing it, in floats and settlement units, given its cards; nothing where the shoe
/// cannot deal them.
fn gains_by_giving_up(cases: &[SignalCase<'_>], plays: &[CasePlay]) -> Vec<f64> {
    let mut gains = Vec::new();
    for (case, play) in cases.iter().zip(plays) {
        let hands = case.table.hands;
        let mut kept_play = play.play.clone();
        kept_play.early.fill(false);
        gains.resize(hands.len(), 0.0);
        case.act_values(kept_play.given_up.clone(), |id, values| {
            let value = values.of(kept_play.act(id, hands.get(id), &case.options));
            gains[id as usize] += values.surrender - value;
            value
        });
    }
    gains
}

/// Whether hands, with the ways each is dealt, are better given up before any signal than kept: played, or split where the
/// value of that is given for a case.
pub(crate) fn gives_up_early<'p>(
    cases: &[SignalCase<'_>],
    plays: impl Iterator<Item = &'p Play>,
    hands: &[(HandId, i64)],
    split: &[Option<BigRational>],
) -> bool {
    let mut gain = BigRational::zero();
    for ((case, play), split) in cases.iter().zip(plays).zip(split) {
        let mut kept_play = play.clone();
        kept_play.early.fill(false);
        let mean = |starts: &[_], forced| case.exact_mean(&kept_play, starts, CardSet::NONE, forced);
        for &(id, ways) in hands {
            gain += mean(&[(id, ways)], Some((id, Act::Surrender)));
        }
        gain -= split.clone().unwrap_or_else(|| mean(hands, None));
    }
    gain > BigRational::zero()
}
