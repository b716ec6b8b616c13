//! The second hand of a split: solved for every set of cards that a finished first hand can leave.

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rayon::prelude::*;

use crate::SolveError;
use crate::count::Count;
use crate::hands::HandId;
use crate::laws::ExactSum;
use crate::perfect::unions::{MOST_CASES, PerCase};
use crate::perfect::{Split, best};
use crate::play::{Act, Options};
use crate::removed::Removed;
use crate::settlement::Spot;
use crate::split_tree::{NO_NODE, NodeId};

/// Buffers that one thread uses again for every set of cards gone.
#[derive(Default)]
pub(super) struct Scratch {
    /// Value of each node, and the same less a bust's in the same place.
    values: Vec<(PerCase, PerCase)>,
    /// By hand.
    acts: Vec<Act>,
    pub(super) count: Count,
}

impl Split<'_> {
    fn may_double(&self) -> bool {
        Options::split(self.game, self.tree.value, Spot::Later).may_double
    }

    /// Values of the second hand's nodes in every played case once these cards are gone. `choose` is told node, case,
    /// and the values of standing, hitting and doubling (not numbers where not allowed), and returns the value kept.
    pub(super) fn second_hand(
        &self,
        gone: usize,
        scratch: &mut Vec<(PerCase, PerCase)>,
        mut choose: impl FnMut(NodeId, usize, [f64; 3]) -> f64,
    ) -> PerCase {
        let Self { tree, unions, .. } = self;
        let settlement = self.table.settlement;
        let may_double = self.may_double();
        let bust_row = settlement.bust(Spot::Later, false);
        let bust_doubled_row = settlement.bust(Spot::Later, true);
        let left = self.up.left_after(tree.gone[gone]);
        let unseen = self.up.unseen_after(tree.gone[gone]);
        scratch.clear();
        scratch.resize(tree.nodes.len(), (PerCase::default(), PerCase::default()));
        for (id, node) in tree.nodes.iter().enumerate().rev() {
            if (0..Value::COUNT).any(|value| node.counts[value] > left[value]) {
                continue;
            }
            let key = tree.key(gone, id);
            let (stand, stand_scale) = unions.get(key, settlement.stand(Spot::Later, node.hand));
            let (bust, bust_scale) = unions.get(key, bust_row);
            let mut hit = [f64::NAN; MOST_CASES];
            let mut double = [f64::NAN; MOST_CASES];
            if node.may_draw {
                let doubles = may_double && node.doubles;
                let (bust_doubled, bust_doubled_scale) = unions.get(key, bust_doubled_row);
                for case in 0..MOST_CASES {
                    hit[case] = if node.can_bust { bust[case] * bust_scale } else { 0.0 };
                    if doubles {
                        double[case] = if node.can_bust { bust_doubled[case] * bust_doubled_scale } else { 0.0 };
                    }
                }
                let reciprocal = 1.0 / f64::from(unseen - node.size);
                for (value, &next) in node.next.iter().enumerate() {
                    if next == NO_NODE || left[value] == node.counts[value] {
                        continue;
                    }
                    let probability = f64::from(left[value] - node.counts[value]) * reciprocal;
                    let (whole, less_bust) = &scratch[next as usize];
                    let after = if node.can_bust { less_bust } else { whole };
                    for case in 0..MOST_CASES {
                        hit[case] += probability * after[case];
                    }
                    if doubles {
                        let next_key = tree.key(gone, next as usize);
                        let row = settlement.doubled(Spot::Later, tree.nodes[next as usize].hand);
                        let (won, scale) = unions.get(next_key, row);
                        let (lost, lost_scale) = unions.get(next_key, bust_doubled_row);
                        let lost_scale = if node.can_bust { lost_scale } else { 0.0 };
                        for case in 0..MOST_CASES {
                            double[case] += probability * (won[case] * scale - lost[case] * lost_scale);
                        }
                    }
                }
            }
            let (whole, less_bust) = &mut scratch[id];
            for case in 0..self.played.len() {
                whole[case] = choose(id as NodeId, case, [stand[case] * stand_scale, hit[case], double[case]]);
                less_bust[case] = whole[case] - bust[case] * bust_scale;
            }
        }
        let mut value = PerCase::default();
        let after_pair = self.tree.value;
        for (card, &start) in tree.starts.iter().enumerate() {
            let left = left[card] - u32::from(card == after_pair && left[card] > 0);
            if start == NO_NODE || left == 0 {
                continue;
            }
            let probability = f64::from(left) / f64::from(unseen - 1);
            for (sum, value) in value.iter_mut().zip(scratch[start as usize].0) {
                *sum += probability * value;
            }
        }
        value
    }

    /// The second hand's value after every set of cards gone.
    pub(super) fn second_values(&self) -> Vec<PerCase> {
        (0..self.tree.gone.len())
            .into_par_iter()
            .map_init(Vec::new, |scratch, gone| {
                let beside = self.tree.gone[gone] + Removed::one(self.tree.value);
                if !self.up.is_feasible(beside) || self.up.unseen_after(beside) == 0 {
                    return PerCase::default();
                }
                self.second_hand(gone, scratch, |_, _, acts| acts.into_iter().fold(f64::NEG_INFINITY, f64::max))
            })
            .collect()
    }

    /// Leaves in `scratch` the second hand's acts in one played case after these cards, every open decision settled.
    pub(super) fn second_play(&self, gone: usize, played: usize, scratch: &mut Scratch) -> Result<(), SolveError> {
        let Scratch { values, acts, count } = scratch;
        acts.clear();
        acts.resize(self.table.hands.len(), Act::Stand);
        let holes = self.up.dealer.cases()[self.played[played]].holes;
        let mut failed = None;
        self.second_hand(gone, values, |node, case, values| {
            if case != played {
                // Not asked for; any value serves.
                return 0.0;
            }
            let node = &self.tree.nodes[node as usize];
            let (act, value) = best(values, |act| {
                let left = self.up.left_after(self.tree.gone[gone] + node.cards);
                if holes.values().all(|hole| left[hole.index()] == 0) {
                    // The signal is impossible with these cards: whatever is done is worth nothing.
                    return BigRational::zero();
                }
                self.count_second(count, acts, &[(node.hand, 1)], Some((node.hand, act)));
                self.second_mean(count, gone, played).unwrap_or_else(|error| {
                    failed = Some(error);
                    BigRational::zero()
                })
            });
            acts[node.hand as usize] = act;
            value
        });
        failed.map_or(Ok(()), Err)
    }

    /// Counts in `scratch` the second hand's play, as [`Split::second_play`] left it, from `starts`.
    pub(super) fn count_second_play(
        &self,
        scratch: &mut Scratch,
        starts: &[(HandId, i64)],
        forced: Option<(HandId, Act)>,
    ) {
        let Scratch { acts, count, .. } = scratch;
        self.count_second(count, acts, starts, forced);
    }

    fn count_second(&self, count: &mut Count, acts: &[Act], starts: &[(HandId, i64)], forced: Option<(HandId, Act)>) {
        let options = Options::split(self.game, self.tree.value, Spot::Later);
        let order = self.tree.nodes.iter().map(|node| node.hand);
        count.play_on(self.table, options, order, starts.iter().copied(), |id, hand| match forced {
            Some((forced, act)) if forced == id => act,
            _ if hand.may_draw => acts[id as usize],
            _ => Act::Stand,
        });
    }

    /// The exact mean of what was counted, these cards gone before, in settlement units.
    pub(super) fn second_mean(&self, count: &Count, gone: usize, played: usize) -> Result<BigRational, SolveError> {
        let mut sum = ExactSum::new(self.up);
        let mut law = Vec::new();
        for (id, entry) in count.iter() {
            let cards = self.tree.gone[gone] + self.table.hands.get(id).cards;
            if self.up.is_feasible(cards) {
                self.up.exact_law(cards, &mut law)?;
                sum.add(cards, &law[self.played[played]], &entry.mean);
            }
        }
        Ok(sum.total())
    }
}
