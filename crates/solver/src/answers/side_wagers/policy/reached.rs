//! How often hands are come to under a policy, and where it differs from another.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::{Opening, Policy, Unit};
use crate::answers::side_wagers::PlayChange;
use crate::answers::side_wagers::ends::EndId;
use crate::answers::side_wagers::graph::{PlayNode, dot, side_distribution};
use crate::answers::side_wagers::split::SplitEv;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::fixed_int::PayoffSum;
use crate::compiled::action::Action;
use crate::compiled::settlement::OUTCOMES;

impl<'a> Unit<'a> {
    /// How often a play comes to each node: what a node's value is to be multiplied by in the sum of all, over
    /// [`Unit::denominator`].
    pub(crate) fn reach(&self, policy: &Policy, opening: &Opening) -> Vec<Vec<BigInt>> {
        let mut reach: Vec<Vec<BigInt>> =
            self.graphs.iter().map(|graph| vec![BigInt::ZERO; graph.nodes.len()]).collect();
        for ((start, splits), &early) in self.starts.iter().zip(&opening.splits).zip(&opening.early) {
            for (case, &split) in splits.iter().enumerate().filter(|_| !early) {
                if !split {
                    reach[case][start.nodes[case] as usize] += &start.weight;
                }
            }
        }
        for (at, graph) in self.graphs.iter().enumerate() {
            for id in (0..graph.nodes.len()).rev() {
                if reach[at][id].is_zero() {
                    continue;
                }
                let choice = &graph.choices[(graph.nodes[id].choices.0 + u32::from(policy.acts[at][id])) as usize];
                let here = reach[at][id].clone();
                for &(times, child) in &graph.edges[choice.edges.0 as usize..choice.edges.1 as usize] {
                    reach[at][child as usize] += &here * times;
                }
            }
        }
        reach
    }

    /// The expected number of hands at each slot of the side wager, given the up card.
    ///
    /// # Errors
    /// As [`Unit::opening`].
    pub(crate) fn slots(&self, policy: &Policy, opening: &Opening) -> Result<Vec<BigRational>, SolveError> {
        let ends = &self.tracker.ends;
        let reach = self.reach(policy, opening);
        let mut sums = vec![BigInt::ZERO; ends.slots()];
        for (at, graph) in self.graphs.iter().enumerate() {
            let case = &self.cases[at];
            for (id, node) in graph.nodes.iter().enumerate().filter(|&(id, _)| !reach[at][id].is_zero()) {
                let choice = &graph.choices[(node.choices.0 + u32::from(policy.acts[at][id])) as usize];
                for term in &graph.terms[choice.terms.0 as usize..choice.terms.1 as usize] {
                    let hand = case.table.hands.get(term.hand);
                    let Some(distribution) = side_distribution(case, self.side(), &self.tracker, term.end, hand) else {
                        continue;
                    };
                    let row = ends.row(term.end);
                    let times = &reach[at][id] * term.times;
                    for (slot, sum) in sums.iter_mut().enumerate().filter(|&(slot, _)| row.slots.contains(&slot)) {
                        let ways = dot(distribution, &row.slots.map(|other| i64::from(other == slot)));
                        *sum += &times * self.levels.scaled(ways, hand.size).to_bigint();
                    }
                }
            }
        }
        let mut slots: Vec<BigRational> =
            sums.into_iter().map(|sum| BigRational::new(sum, self.denominator.clone())).collect();
        for (start, (splits, &early)) in self.starts.iter().zip(opening.splits.iter().zip(&opening.early)) {
            for (case, &is_split) in splits.iter().enumerate() {
                if let (true, Some((pair, split))) = (is_split, &start.splits[case]) {
                    let worth = self.wagered().worth(split, &self.cases[case], &self.plays[case], *pair)?;
                    slots.iter_mut().zip(&worth.slots).for_each(|(sum, part)| *sum += part * &start.share);
                }
            }
            if let (true, Some((_, worths, _))) = (early, &start.early) {
                for worth in worths {
                    slots.iter_mut().zip(&worth.slots).for_each(|(sum, part)| *sum += part);
                }
            }
        }
        Ok(slots)
    }

    /// The splits of a play, with the share of each that belongs to the wager's state and how that ends if nothing is drawn.
    ///
    /// # Errors
    /// As [`Unit::opening`].
    pub(crate) fn splits_by_end(&self, opening: &Opening) -> Result<Vec<(&BigRational, &SplitEv, EndId)>, SolveError> {
        let mut found = Vec::new();
        for (start, splits) in self.starts.iter().zip(&opening.splits) {
            for (at, case) in self.cases.iter().enumerate().filter(|&(at, _)| splits[at]) {
                let Some((pair, split)) = &start.splits[at] else { continue };
                let node = &self.graphs[at].nodes[start.nodes[at] as usize];
                let end = self.tracker.finished(case.table.hands.get(node.hand), node.state, false, false);
                found.push((&start.share, self.wagered().worth(split, case, &self.plays[at], *pair)?, end));
            }
        }
        Ok(found)
    }

    /// The hands given up before any signal, by case: the expected number at each slot, and the net result in initial wagers.
    pub(crate) fn given_up_early<'s>(
        &'s self,
        opening: &'s Opening,
    ) -> impl Iterator<Item = (&'s [BigRational], BigRational)> {
        let given_up = self.starts.iter().zip(&opening.early).filter(|&(_, &early)| early);
        given_up.filter_map(|(start, _)| start.early.as_ref()).flat_map(|(_, worths, _)| {
            worths.iter().zip(&self.cases).map(|(worth, case)| {
                let settlement = case.table.settlement;
                // Whatever the dealer has.
                let net = settlement.row(settlement.early_surrender())[0];
                (worth.slots.as_slice(), BigRational::new(net.into(), settlement.denominator().into()))
            })
        })
    }

    /// Where a play differs from another, the base game's if there is none, among the hands it comes to. Probabilities are over
    /// all rounds.
    pub(crate) fn changes(
        &self,
        policy: &Policy,
        opening: &Opening,
        from: Option<(&Policy, &Opening)>,
    ) -> Vec<PlayChange> {
        let reach = self.reach(policy, opening);
        let mut changes = Vec::new();
        let action = |at: usize, node: &PlayNode, act: u8| {
            self.graphs[at].choices[(node.choices.0 + u32::from(act)) as usize].action
        };
        for (position, start) in self.starts.iter().enumerate() {
            for at in 0..self.graphs.len() {
                let id = start.nodes[at] as usize;
                let node = &self.graphs[at].nodes[id];
                let first = |split: bool, early: bool, act: u8| match (early, split) {
                    (true, _) => Action::Surrender,
                    (false, true) => Action::Split,
                    (false, false) => action(at, node, act),
                };
                let is_early = opening.early[position];
                let to = first(opening.splits[position][at], is_early, policy.acts[at][id]);
                let old = match from {
                    None => {
                        let early = start.early.as_ref().is_some_and(|&(_, _, base)| base);
                        first(start.base_splits[at], early, node.base)
                    }
                    Some((old, old_opening)) => {
                        first(old_opening.splits[position][at], old_opening.early[position], old.acts[at][id])
                    }
                };
                if to != old {
                    let probability = self.probability_of(at, node, &start.weight);
                    changes.extend(self.change(at, node, [old, to], probability));
                }
            }
        }
        for (at, graph) in self.graphs.iter().enumerate() {
            for (id, node) in graph.nodes.iter().enumerate().filter(|&(id, _)| !reach[at][id].is_zero()) {
                if self.cases[at].table.hands.get(node.hand).size == 2 {
                    continue;
                }
                let old = from.map_or(node.base, |(old, _)| old.acts[at][id]);
                let actions = [old, policy.acts[at][id]].map(|act| action(at, node, act));
                if actions[0] != actions[1] {
                    let probability = self.probability_of(at, node, &reach[at][id]);
                    changes.extend(self.change(at, node, actions, probability));
                }
            }
        }
        changes
    }

    fn probability_of(&self, at: usize, node: &PlayNode, reach: &BigInt) -> BigRational {
        let case = &self.cases[at];
        let hand = case.table.hands.get(node.hand);
        let distribution = case.up.exact_row(hand.cards, case.case);
        let ways = distribution.map_or(PayoffSum::ZERO, |distribution| dot(distribution, &[1; OUTCOMES]));
        let ways = self.levels.scaled(ways, hand.size).to_bigint() * node.scale * reach;
        BigRational::new(ways, self.denominator.clone()) * &self.probability
    }

    fn change(
        &self,
        at: usize,
        node: &PlayNode,
        [from, to]: [Action; 2],
        probability: BigRational,
    ) -> Option<PlayChange> {
        let case = &self.cases[at];
        let hand = case.table.hands.get(node.hand);
        (!probability.is_zero()).then(|| PlayChange {
            up: case.up.dealer.up(),
            up_suits: self.up_suits.clone(),
            signal: case.up.dealer.cases()[case.case].signal.clone(),
            hand: hand.cards.into(),
            straight: self.tracker.so_far(node.state),
            doubled: node.doubled,
            from,
            to,
            probability,
        })
    }
}
