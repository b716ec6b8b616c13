//! The second hand of a split: solved for every set of cards that a finished first hand can leave.

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rayon::prelude::*;

use crate::SolveError;
use crate::count::Count;
use crate::hands::{Hand, HandId};
use crate::laws::ExactSum;
use crate::perfect::unions::{MOST_CASES, PerCase};
use crate::perfect::{Split, best};
use crate::play::{Act, Options, Rescue};
use crate::removed::Removed;
use crate::settlement::{Doubling, Spot};
use crate::split_tree::{NO_NODE, NodeId};

/// Buffers that one thread uses again for every set of cards gone.
#[derive(Default)]
pub(super) struct Scratch {
    /// Value of each node, and the same less a bust's in the same place.
    values: Vec<(PerCase, PerCase)>,
    /// By hand.
    acts: Vec<Act>,
    /// By hand.
    rescue: Rescue,
    pub(super) count: Count,
}

impl Split<'_> {
    /// What the second hand may do, and how it is settled, once a first hand has left these cards.
    fn second_options(&self, gone: usize) -> Options {
        let mut options = Options::split(self.game, self.tree.value, Spot::Later);
        if self.table.settlement.looks_for_live_hands() && self.tree.is_bust(gone) {
            options.spot = Spot::Alone;
        }
        options
    }

    /// Values of the second hand's nodes in every played case once these cards are gone. `choose` is told node, case,
    /// and the values of standing, hitting, doubling and giving up (not numbers where not allowed), and returns the value
    /// kept.
    pub(super) fn second_hand(
        &self,
        gone: usize,
        scratch: &mut Vec<(PerCase, PerCase)>,
        mut choose: impl FnMut(NodeId, usize, [f64; 4]) -> f64,
    ) -> PerCase {
        let Self { tree, unions, .. } = self;
        let settlement = self.table.settlement;
        let options = self.second_options(gone);
        let spot = options.spot;
        let bust_row = settlement.bust(spot, Doubling::No);
        let surrender_row = settlement.surrender(spot, Doubling::No);
        let left = self.up.left_after(tree.gone[gone]);
        let unseen = self.up.unseen_after(tree.gone[gone]);
        scratch.clear();
        scratch.resize(tree.nodes.len(), (PerCase::default(), PerCase::default()));
        for (id, node) in tree.nodes.iter().enumerate().rev() {
            if (0..Value::COUNT).any(|value| node.counts[value] > left[value]) {
                continue;
            }
            let key = tree.key(gone, id);
            let (stand, stand_scale) = unions.get(key, settlement.finished(spot, Doubling::No, node.hand));
            let (bust, bust_scale) = unions.get(key, bust_row);
            let mut hit = [f64::NAN; MOST_CASES];
            let mut double = [f64::NAN; MOST_CASES];
            let mut surrender = [f64::NAN; MOST_CASES];
            if options.may_surrender && node.surrenders {
                let (value, scale) = unions.get(key, surrender_row);
                surrender = value.map(|value| value * scale);
            }
            if node.may_draw {
                let doubles = options.may_double && node.doubles;
                let bust_doubled_row = settlement.bust(spot, node.doubling);
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
                        let row = settlement.finished(spot, node.doubling, tree.nodes[next as usize].hand);
                        let (won, scale) = unions.get(next_key, row);
                        let mut won = won.map(|value| value * scale);
                        if options.may_rescue && tree.nodes[next as usize].rescuable {
                            let (value, scale) = unions.get(next_key, settlement.surrender(spot, node.doubling));
                            won.iter_mut().zip(value).for_each(|(won, value)| *won = won.max(value * scale));
                        }
                        let (lost, lost_scale) = unions.get(next_key, bust_doubled_row);
                        let lost_scale = if node.can_bust { lost_scale } else { 0.0 };
                        for case in 0..MOST_CASES {
                            double[case] += probability * (won[case] - lost[case] * lost_scale);
                        }
                    }
                }
            }
            let (whole, less_bust) = &mut scratch[id];
            for case in 0..self.played.len() {
                whole[case] =
                    choose(id as NodeId, case, [stand[case] * stand_scale, hit[case], double[case], surrender[case]]);
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
        let Scratch { values, acts, rescue, count } = scratch;
        acts.clear();
        acts.resize(self.table.hands.len(), Act::Stand);
        self.second_rescue(gone, played, rescue)?;
        let holes = self.up.dealer.cases()[self.played[played]].holes;
        let mut failed = None;
        self.second_hand(gone, values, |node, case, values| {
            if case != played {
                // Not asked for; any value serves.
                return 0.0;
            }
            let node = &self.tree.nodes[node as usize];
            let (act, value) = best(values, self.table.settlement.contested(), |act| {
                let left = self.up.left_after(self.tree.gone[gone] + node.cards);
                if holes.values().all(|hole| left[hole.index()] == 0) {
                    // The signal is impossible with these cards: whatever is done is worth nothing.
                    return BigRational::zero();
                }
                self.count_second(gone, count, acts, rescue, &[(node.hand, 1)], Some((node.hand, act)));
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

    /// Which doubled second hands are given up.
    fn second_rescue(&self, gone: usize, played: usize, rescue: &mut Rescue) -> Result<(), SolveError> {
        let options = self.second_options(gone);
        if !options.may_rescue {
            return Ok(());
        }
        let settlement = self.table.settlement;
        rescue.reset(self.table.hands.len());
        for doubling in Doubling::DOUBLED {
            for (id, node) in self.tree.nodes.iter().enumerate().filter(|(_, node)| node.rescuable) {
                let cards = self.tree.gone[gone] + node.cards;
                if self.up.is_feasible(cards) {
                    let rows = [
                        settlement.finished(options.spot, doubling, node.hand),
                        settlement.surrender(options.spot, doubling),
                    ];
                    let key = self.tree.key(gone, id);
                    let [kept, given_up] = rows.map(|row| {
                        let (value, scale) = self.unions.get(key, row);
                        value[played] * scale
                    });
                    rescue.set(doubling, node.hand, self.is_better(rows, given_up - kept, cards, played)?);
                }
            }
        }
        Ok(())
    }

    /// Counts in `scratch` the second hand's play after these cards, as [`Split::second_play`] left it, from `starts`.
    pub(super) fn count_second_play(
        &self,
        gone: usize,
        scratch: &mut Scratch,
        starts: &[(HandId, i64)],
        forced: Option<(HandId, Act)>,
    ) {
        let Scratch { acts, rescue, count, .. } = scratch;
        self.count_second(gone, count, acts, rescue, starts, forced);
    }

    fn count_second(
        &self,
        gone: usize,
        count: &mut Count,
        acts: &[Act],
        rescue: &Rescue,
        starts: &[(HandId, i64)],
        forced: Option<(HandId, Act)>,
    ) {
        let options = self.second_options(gone);
        let order = self.tree.nodes.iter().map(|node| node.hand);
        let act = |id, _: &Hand| match forced {
            Some((forced, act)) if forced == id => act,
            _ => acts[id as usize],
        };
        let rescues = |id, hand: &Hand, doubling| options.rescues(rescue, id, hand, doubling);
        count.play_on(self.table, options, order, starts.iter().copied(), act, rescues);
    }

    /// The exact mean of what was counted, these cards gone before, in settlement units.
    pub(super) fn second_mean(&self, count: &Count, gone: usize, played: usize) -> Result<BigRational, SolveError> {
        let mut sum = ExactSum::new(self.up);
        let mut laws = self.up.exact_laws();
        for (id, entry) in count.iter() {
            let cards = self.tree.gone[gone] + self.table.hands.get(id).cards;
            if self.up.is_feasible(cards) {
                sum.add(cards, &laws.at(cards)?[self.played[played]], &entry.mean);
            }
        }
        Ok(sum.total())
    }
}
