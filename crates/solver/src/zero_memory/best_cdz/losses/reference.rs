//! The play that others are compared with, and what each deviation from it loses.

use std::sync::Mutex;

use num_rational::BigRational;
use rustc_hash::FxHashMap;

use super::Lost;
use super::loss::Loss;
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::Act;
use crate::compiled::hands::{HandId, Hands};
use crate::parallel::locked;
use crate::zero_memory::best_cdz::roots::{ACTS, About, Acts, ERROR, Exactly, Root, allows, best_act};

/// A root at its best.
pub(super) struct Reference {
    pub(super) root: Root,
    pub(super) acts: Vec<Act>,
    values: Vec<f64>,
    pub(super) sizes: Vec<f64>,
    /// What acts are worth less than the best, from fractions: where floats do not tell which is best.
    settled: FxHashMap<(HandId, Act), Loss>,
    /// The same of those that are not the best and have been done since.
    exact: Mutex<FxHashMap<(HandId, Act), Loss>>,
}

impl Reference {
    /// # Errors
    /// As [`Exactly::value`].
    pub(super) fn new(root: Root, exactly: &Exactly<'_>) -> Result<Self, SolveError> {
        let hands = exactly.case.table.hands;
        let sizes = root.sizes(hands);
        let mut values = vec![0.0; hands.len()];
        let mut acts = vec![Act::Stand; hands.len()];
        let mut settled = FxHashMap::default();
        for &id in root.hands.iter().rev() {
            let (at, of_acts) = (id as usize, root.act_values(hands, &values, id));
            let may = root.may[at];
            let error = 2.0 * ERROR * sizes[at];
            acts[at] = if hands.get(id).size == 1 { Act::Hit } else { best_act(&of_acts, may) };
            let gap = |best: Act, act: Act| of_acts[best as usize] - of_acts[act as usize];
            let near = |act: &Act| allows(may, *act) && gap(acts[at], *act) <= error;
            // Hands that never come about are worth nothing, whatever is done.
            let near: Vec<Act> =
                ACTS.into_iter().filter(|act| hands.get(id).size > 1 && error > 0.0 && near(act)).collect();
            if near.len() > 1 {
                let exact = near.into_iter().map(|act| Ok((act, exactly.of_act(&root, (id, act), &acts)?)));
                let exact = exact.collect::<Result<Vec<(Act, BigRational)>, SolveError>>()?;
                // The first of the best.
                if let Some((best, most)) = exact.iter().rev().max_by(|(_, one), (_, other)| one.cmp(other)) {
                    acts[at] = *best;
                    settled.extend(exact.iter().map(|(act, value)| ((id, *act), Loss::of_fraction(&(most - value)))));
                }
            }
            values[at] = of_acts[acts[at] as usize];
        }
        Ok(Self { root, acts, values, sizes, settled, exact: Mutex::default() })
    }

    #[inline]
    pub(super) fn value(&self, id: HandId) -> About {
        About { value: self.values[id as usize], error: ERROR * self.sizes[id as usize] }
    }

    /// What all hands are worth that the root begins with.
    #[inline]
    pub(super) fn total(&self) -> About {
        self.root.starts.iter().map(|&(id, ways)| self.value(id).times(ways as f64)).sum()
    }

    /// What each act on a hand is worth less than the best, if the root is at its best afterwards.
    fn gaps(&self, hands: &Hands, id: HandId) -> [Loss; 4] {
        let of_acts = self.root.act_values(hands, &self.values, id);
        let best = self.acts[id as usize];
        ACTS.map(|act| {
            if act == best || !allows(self.root.may[id as usize], act) {
                return Loss::NOTHING;
            }
            self.settled.get(&(id, act)).copied().unwrap_or_else(|| {
                let value = of_acts[best as usize] - of_acts[act as usize];
                Loss::about(About { value, error: 2.0 * ERROR * self.sizes[id as usize] })
            })
        })
    }

    /// What is lost once a card has been drawn to a hand.
    fn lost_by_hitting(hands: &Hands, lost: &[Loss], id: HandId) -> Loss {
        hands.get(id).grown().map(|next| lost[next as usize]).sum()
    }

    /// What each act on a hand loses, with what is lost afterwards.
    #[inline]
    pub(super) fn losses(&self, hands: &Hands, lost: &[Loss], id: HandId) -> [Loss; 4] {
        let mut losses = self.gaps(hands, id);
        losses[Act::Hit as usize] = losses[Act::Hit as usize] + Self::lost_by_hitting(hands, lost, id);
        losses
    }

    /// What is lost if some hands are played as is said.
    ///
    /// # Errors
    /// As [`Exactly::value`].
    pub(super) fn lost(
        &self,
        exactly: &Exactly<'_>,
        said: impl Fn(HandId, Acts) -> Option<Act>,
    ) -> Result<Lost, SolveError> {
        let hands = exactly.case.table.hands;
        let (of, is_open) = (vec![Loss::NOTHING; hands.len()], vec![false; hands.len()]);
        let mut lost = Lost { of, acts: self.acts.clone(), is_open };
        self.lose(&mut lost, self.root.hands.iter().rev().copied(), exactly, said)?;
        Ok(lost)
    }

    /// The same where only on these hands, the longest first, it is another act or leads to one.
    ///
    /// # Errors
    /// As [`Exactly::value`].
    pub(super) fn lose(
        &self,
        lost: &mut Lost,
        changed: impl Iterator<Item = HandId>,
        exactly: &Exactly<'_>,
        said: impl Fn(HandId, Acts) -> Option<Act>,
    ) -> Result<(), SolveError> {
        let hands = exactly.case.table.hands;
        for id in changed {
            let (at, best) = (id as usize, self.acts[id as usize]);
            let may = self.root.may[at];
            let said = if hands.get(id).size == 1 { Some(Act::Hit) } else { said(id, may) };
            let lost_later =
                |act| if act == Act::Hit { Self::lost_by_hitting(hands, &lost.of, id) } else { Loss::NOTHING };
            let of_best = lost_later(best);
            if said.map_or(of_best.most == 0, |said| said == best) {
                (lost.of[at], lost.acts[at], lost.is_open[at]) = (of_best, best, false);
                continue;
            }
            let mut losses = self.losses(hands, &lost.of, id);
            let act = said.unwrap_or_else(|| least_loss(&losses, may, best));
            if exactly.losses && act != best {
                losses[act as usize] = lost_later(act) + self.exact_gap(exactly, id, act)?;
            }
            lost.acts[at] = act;
            lost.of[at] = losses[act as usize];
            lost.is_open[at] = false;
            if said.is_none() {
                for other in ACTS.into_iter().filter(|&other| other != act && allows(may, other)) {
                    lost.is_open[at] |= losses[other as usize].least < losses[act as usize].most;
                    lost.of[at] = lost.of[at].or(losses[other as usize]);
                }
            }
        }
        Ok(())
    }

    /// What an act is worth less than the best, from a fraction.
    fn exact_gap(&self, exactly: &Exactly<'_>, id: HandId, act: Act) -> Result<Loss, SolveError> {
        let settled = self.settled.get(&(id, act)).copied();
        if let Some(gap) = settled.or_else(|| locked(&self.exact).get(&(id, act)).copied()) {
            return Ok(gap);
        }
        let value = |act| exactly.of_act(&self.root, (id, act), &self.acts);
        let gap = Loss::of_fraction(&(value(self.acts[id as usize])? - value(act)?));
        locked(&self.exact).insert((id, act), gap);
        Ok(gap)
    }

    /// What all hands that the root begins with lose.
    #[inline]
    pub(super) fn total_lost(&self, lost: &Lost) -> Loss {
        self.root.starts.iter().map(|&(id, ways)| lost.of[id as usize].times(ways)).sum()
    }
}

/// The act that loses least at most; of equal ones this, or the first.
fn least_loss(losses: &[Loss; 4], may: Acts, this: Act) -> Act {
    let mut best = this;
    for act in ACTS.into_iter().filter(|&act| allows(may, act)) {
        if losses[act as usize].most < losses[best as usize].most {
            best = act;
        }
    }
    best
}
