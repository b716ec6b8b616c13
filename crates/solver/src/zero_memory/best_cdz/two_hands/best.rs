//! The best of several values known within an error.

use crate::compiled::decisions::Act;
use crate::compiled::hands::{HandId, Hands};
use crate::zero_memory::CasePlay;
use crate::zero_memory::best_cdz::roots::{Root, Values};

/// How a hand is best played beside known cards.
pub(super) struct Best {
    /// Whether a pair is split that may be.
    split: Option<(usize, bool)>,
    /// By root, what is done with the hands that it comes to.
    acts: Vec<(usize, Vec<(HandId, Act)>)>,
}

impl Best {
    /// # Returns
    /// `None` if another way is as good for all that floats tell.
    pub(super) fn of(hands: &Hands, roots: &[Root], best: &Values, start: HandId) -> Option<Self> {
        let unsplit = best.unsplit(roots, start);
        let pair = hands.get(start).pair();
        let split = pair.and_then(|value| Some((value, best.split(roots, value)?)));
        let gain = split.map(|(value, split)| (value, split.value - unsplit.value, split.error + unsplit.error));
        if gain.is_some_and(|(_, gain, error)| gain.abs() <= error) {
            return None;
        }
        let split = gain.map(|(value, gain, _)| (value, gain > 0.0));
        let pair = split.and_then(|(value, is_split)| is_split.then_some(value));
        let of_roots = roots.iter().enumerate().filter(|(_, root)| root.pair == pair);
        let acts = of_roots.map(|(at, root)| {
            let starts: Vec<HandId> = match pair {
                Some(_) => root.starts.iter().map(|&(id, _)| id).collect(),
                None => vec![start],
            };
            Some((at, best.surely_best(hands, (at, root), starts)?))
        });
        Some(Self { split, acts: acts.collect::<Option<_>>()? })
    }

    pub(super) fn is(&self, hands: &Hands, roots: &[Root], play: &CasePlay) -> bool {
        let is_done = |at: usize, acts: &[(HandId, Act)]| {
            acts.iter().all(|&(id, act)| roots[at].act_under(hands, &play.play, id) == act)
        };
        self.split.is_none_or(|(value, is_split)| play.split[value] == is_split)
            && self.acts.iter().all(|(at, acts)| is_done(*at, acts))
    }
}
