//! Plays of the hands of an up card: the base game's, or the best one for an aim, with their exact values.

mod reached;
mod weighing;

use std::cmp::Ordering;
use std::sync::Arc;

use cards::{Suit, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use self::weighing::{CONTESTED, Weighing};
use super::ends::SideEnds;
use super::graph::{ActBuilder, ActGraph, Levels, NOTHING, NodeId, Triple, add_times, dot, side_distribution};
use super::split::{SideMeans, SplitEv, SplitPair, Wagered, float, pair_value};
use super::straight::{State, Tracker};
use super::{AfterSplitHands, Aim, PlayedWager, Tracks};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::fixed_int::PayoffSum;
use crate::compiled::hands::HandId;
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::engine::solver::Solver;
use crate::hand::signal_case::{SignalCase, deals};
use crate::zero_memory::CasePlay;

/// The first two cards of a hand.
#[derive(Debug)]
struct TwoCards {
    /// By case; `None` for a case that these cards leave no hole card for.
    nodes: Vec<NodeId>,
    /// Values of the nodes times this, over [`Unit::denominator`], are those of the hand weighted by its probability.
    weight: BigInt,
    weight_float: f64,
    /// Probability of the state given the cards.
    share: BigRational,
    /// By case.
    splits: Vec<Option<(usize, SplitPair)>>,
    base_splits: Vec<bool>,
    /// What giving the hand up before any signal is worth, and whether the base game does.
    early: Option<(Triple, Vec<SplitEv>, bool)>,
}

/// What may be decided together: one case, or all of an up card where a hand may be given up before any signal.
pub(super) struct Unit<'a> {
    pub(super) cases: Vec<SignalCase<'a>>,
    pub(super) plays: Vec<CasePlay>,
    pub(super) graphs: Vec<ActGraph>,
    starts: Vec<TwoCards>,
    pub(super) tracker: Tracker,
    /// Index of the up card.
    at: usize,
    pub(super) after_split: AfterSplitHands,
    pub(super) solver: &'a Solver,
    pub(super) levels: Levels,
    pub(super) denominator: BigInt,
    /// Probability of the up card, and of its suits where they are looked at.
    pub(super) probability: BigRational,
    up_suits: Option<Vec<Suit>>,
}

/// A play of a unit's nodes with their values.
#[derive(Debug, Clone)]
pub(super) struct Policy {
    /// By graph and node: the choice, counted from the node's first.
    acts: Vec<Vec<u8>>,
    values: Vec<Vec<Triple>>,
}

/// The decisions on first cards, and the value of all.
#[derive(Debug, Clone)]
pub(super) struct Opening {
    /// By start and case.
    splits: Vec<Vec<bool>>,
    early: Vec<bool>,
    /// Base game, fixed and meter's part of the side wager, given the up card.
    pub(super) means: [BigRational; 3],
}

impl Policy {
    /// The choice on a node of a graph, counted from the node's first.
    pub(super) fn act(&self, graph: usize, node: usize) -> u8 {
        self.acts[graph][node]
    }
}

impl<'a> Unit<'a> {
    /// The units of an up card by its place, under CDZ-.
    pub(super) fn all(
        solver: &'a Solver,
        wager: &PlayedWager,
        ends: &Arc<SideEnds>,
        at: usize,
    ) -> Result<Vec<Self>, SolveError> {
        let up = &solver.ups()[at];
        let cases = solver.cases(up, solver.settlement(up, Class::CdzMinus)?);
        let plays = solver.known_plays(&cases, Class::CdzMinus)?;
        let value = up.dealer.up();
        let share = BigRational::new(solver.shoe().count(value).into(), solver.shoe().total().into());
        let suits = ends.suits();
        let looks = matches!(wager.tracks, Tracks::Straight(_)) && value == Value::ACE && suits.len() > 1;
        let groups: Vec<Option<u8>> = if looks { (0..suits.len() as u8).map(Some).collect() } else { vec![None] };
        let together = cases.iter().any(|case| case.options.early);
        let mut units = Vec::new();
        for group in groups {
            let up_suits = group.map(|group| suits[usize::from(group)].clone());
            let part = BigRational::new(up_suits.as_ref().map_or(4, Vec::len).into(), 4.into());
            let size = if together { cases.len().max(1) } else { 1 };
            for (cases, plays) in cases.chunks(size).zip(plays.chunks(size)) {
                let tracker = Tracker::new(solver, &wager.tracks, ends, value, group);
                let most_units = ends.most_units().max(most_units(cases));
                let levels = Levels::new(up, solver.hands(), most_units, tracker.scale(State::Run(None)))?;
                let mut unit = Self {
                    cases: cases.to_vec(),
                    plays: plays.to_vec(),
                    graphs: Vec::new(),
                    starts: Vec::new(),
                    tracker,
                    at,
                    after_split: wager.after_split,
                    solver,
                    denominator: BigInt::one(),
                    levels,
                    probability: &share * &part,
                    up_suits: up_suits.clone(),
                };
                unit.build()?;
                units.push(unit);
            }
        }
        Ok(units)
    }

    fn build(&mut self) -> Result<(), SolveError> {
        let up = self.cases[0].up;
        let hands = self.cases[0].table.hands;
        let mut starts = Vec::new();
        for (id, ways) in deals(hands).filter(|&(id, _)| up.is_feasible(hands.get(id).cards)) {
            for (state, share) in self.tracker.starts(hands.get(id)) {
                starts.push((id, ways, state, share));
            }
        }
        let scale = |state| BigInt::from(self.tracker.scale(state));
        let common = starts
            .iter()
            .fold(BigInt::one(), |common, (_, _, state, share)| common.lcm(&(share.denom() * scale(*state))));
        self.denominator = self.levels.denominator(0) * &common;
        for table in self.cases.first().map(|case| case.up).into_iter().chain(self.side()) {
            table.make_exact(hands.iter().map(|(_, hand)| hand.cards));
        }
        let mut builders: Vec<ActBuilder<'_>> = self
            .cases
            .iter()
            .zip(&self.plays)
            .map(|(case, play)| ActBuilder::new(case, play, &self.tracker, self.side(), &self.levels))
            .collect();
        let wagered =
            Wagered { solver: self.solver, after_split: self.after_split, tracker: &self.tracker, side: self.side() };
        let mut done = Vec::with_capacity(starts.len());
        for (id, ways, state, share) in starts {
            let hand = hands.get(id);
            let mut in_order = BigInt::from(ways);
            let mut left = up.left_after(CardSet::NONE);
            for (value, held) in hand.cards.counts().into_iter().enumerate() {
                for _ in 0..held {
                    in_order *= left[value];
                    left[value] -= 1;
                }
            }
            let weight = (BigRational::from_integer(&common * in_order) * &share / scale(state)).to_integer();
            let nodes: Vec<NodeId> = builders.iter_mut().map(|builder| builder.start(id, state)).collect();
            let mut splits = Vec::new();
            let mut base_splits = Vec::new();
            for (case, play) in self.cases.iter().zip(&self.plays) {
                let pair = pair_value(case, id);
                let split = pair.map(|value| wagered.split(case, play, value, state)).transpose()?.flatten();
                base_splits.push(pair.is_some_and(|value| play.split[value]) && split.is_some());
                splits.push(pair.zip(split));
            }
            let options = &self.cases[0].options;
            let may_give_up = options.early && hand.surrenders && !options.is_blackjack(hand);
            let early = may_give_up.then(|| self.early_surrender((id, state), &weight, &mut builders));
            let weight_float = float(&BigRational::new(weight.clone(), self.denominator.clone()));
            done.push(TwoCards { nodes, weight, weight_float, share, splits, base_splits, early });
        }
        self.graphs = builders.into_iter().map(|builder| builder.graph).collect();
        self.starts = done;
        Ok(())
    }

    /// What giving up two cards of this weight before any signal is worth, and whether the base game does.
    fn early_surrender(
        &self,
        (id, state): (HandId, State),
        weight: &BigInt,
        builders: &mut [ActBuilder<'_>],
    ) -> (Triple, Vec<SplitEv>, bool) {
        let hand = self.cases[0].table.hands.get(id);
        let scale = self.tracker.scale(state);
        let mut value = NOTHING;
        let mut worths = Vec::with_capacity(self.cases.len());
        for (case, builder) in self.cases.iter().zip(builders) {
            let end = if case.is_played() {
                self.tracker.given_up(hand, state)
            } else {
                self.tracker.given_up_before_blackjack(hand, state)
            };
            add_times(&mut value, &builder.settled(case.table.settlement.early_surrender(), end, id), scale);
            let distribution = side_distribution(case, self.side(), &self.tracker, end, hand);
            let row = self.tracker.ends.row(end);
            let slots = (0..self.tracker.ends.slots()).map(|slot| {
                let sums = distribution.map_or(PayoffSum::ZERO, |distribution| {
                    dot(distribution, &row.slots.map(|other| i64::from(other == slot)))
                });
                let ways = self.levels.scaled(sums, hand.size).to_bigint() * scale;
                BigRational::new(ways * weight, self.denominator.clone())
            });
            worths.push(SplitEv { base: BigRational::zero(), slots: slots.collect() });
        }
        (value, worths, self.plays[0].play.early[id as usize])
    }

    /// The dealer's distributions by what the side wager tells apart.
    fn side(&self) -> Option<&DealerCache> {
        self.tracker.ends.distribution(self.at)
    }

    fn wagered(&self) -> Wagered<'_> {
        Wagered { solver: self.solver, after_split: self.after_split, tracker: &self.tracker, side: self.side() }
    }

    /// The weights of an aim for this unit.
    pub(super) fn weights(&self, aim: &Aim) -> Option<Weighing> {
        Weighing::new(aim, &self.tracker.ends, self.cases[0].table.settlement.denominator())
    }

    /// The best play by these weights, the base game's without. `between` are the best plays at two meters around this one: a
    /// node with the same value in both has it in between.
    pub(super) fn policy(&self, weights: Option<&Weighing>, between: Option<(&Policy, &Policy)>) -> Policy {
        let mut policy = match between {
            Some((low, _)) => low.clone(),
            None => Policy {
                acts: self.graphs.iter().map(|graph| vec![0; graph.nodes.len()]).collect(),
                values: self.graphs.iter().map(|graph| vec![NOTHING; graph.nodes.len()]).collect(),
            },
        };
        for (at, graph) in self.graphs.iter().enumerate() {
            let (acts, values) = (&mut policy.acts[at], &mut policy.values[at]);
            for (id, node) in graph.nodes.iter().enumerate() {
                if between.is_some_and(|(low, high)| low.values[at][id] == high.values[at][id]) {
                    continue;
                }
                let value = |choice: u8| {
                    let choice = &graph.choices[node.choices.0 as usize + usize::from(choice)];
                    let mut sum = choice.constant;
                    for &(times, child) in &graph.edges[choice.edges.0 as usize..choice.edges.1 as usize] {
                        add_times(&mut sum, &values[child as usize], times);
                    }
                    sum
                };
                let mut best = (node.base, value(node.base));
                if let Some(weights) = weights {
                    for choice in (0..(node.choices.1 - node.choices.0) as u8).filter(|&choice| choice != node.base) {
                        let other = value(choice);
                        if weights.compare(&other, &best.1).is_gt() {
                            best = (choice, other);
                        }
                    }
                }
                (acts[id], values[id]) = best;
            }
        }
        policy
    }

    /// Decides splits and early surrenders on top of a play, and values all.
    ///
    /// # Errors
    /// [`SolveError::TooManyBusts`] where a split must be valued and cannot be.
    pub(super) fn opening(&self, weights: Option<&Weighing>, policy: &Policy) -> Result<Opening, SolveError> {
        let mut sums = [const { BigInt::ZERO }; 3];
        let mut split_means: [BigRational; 3] = std::array::from_fn(|_| BigRational::zero());
        let mut splits = Vec::with_capacity(self.starts.len());
        let mut early = Vec::with_capacity(self.starts.len());
        for start in &self.starts {
            let mut own = vec![false; self.cases.len()];
            let mut unsplit = NOTHING;
            let mut parts: Vec<&SideMeans> = Vec::new();
            for (case, own) in own.iter_mut().enumerate() {
                let value = &policy.values[case][start.nodes[case] as usize];
                *own = self.is_split(weights, start, case, value)?;
                match &start.splits[case] {
                    Some((pair, split)) if *own => parts.push(self.split_means(start, case, *pair, split)?),
                    _ => add_times(&mut unsplit, value, 1),
                }
            }
            let gives_up = match (&start.early, weights) {
                (None, _) => false,
                (Some((_, _, base)), None) => *base,
                (Some((given_up, _, base)), Some(weights)) if parts.is_empty() => {
                    match weights.compare(given_up, &unsplit) {
                        Ordering::Equal => *base,
                        order => order.is_gt(),
                    }
                }
                (Some((given_up, _, base)), Some(weights)) => {
                    let mut kept = self.means_of(start, &unsplit);
                    parts.iter().for_each(|part| add_means(&mut kept, &part.exact));
                    let gain = weights.weigh(&self.means_of(start, given_up)) - weights.weigh(&kept);
                    if gain.is_zero() { *base } else { gain.is_positive() }
                }
            };
            if gives_up {
                own.fill(false);
                unsplit = start.early.as_ref().map_or(NOTHING, |(given_up, _, _)| *given_up);
            } else {
                parts.iter().for_each(|part| add_means(&mut split_means, &part.exact));
            }
            for (sum, value) in sums.iter_mut().zip(&unsplit) {
                *sum += value.to_bigint() * &start.weight;
            }
            splits.push(own);
            early.push(gives_up);
        }
        let units = self.units();
        let mut means: [BigRational; 3] =
            std::array::from_fn(|part| BigRational::new(sums[part].clone(), &self.denominator * &units[part]));
        add_means(&mut means, &split_means);
        Ok(Opening { splits, early, means })
    }

    fn units(&self) -> [BigInt; 3] {
        let [fixed, per_meter] = self.tracker.ends.units.clone();
        [self.cases[0].table.settlement.denominator().into(), fixed, per_meter]
    }

    /// A value of a start's nodes, weighted by the probability of the start.
    fn means_of(&self, start: &TwoCards, value: &Triple) -> [BigRational; 3] {
        let units = self.units();
        std::array::from_fn(|part| {
            BigRational::new(value[part].to_bigint() * &start.weight, &self.denominator * &units[part])
        })
    }

    fn worth_means(&self, start: &TwoCards, worth: &SplitEv) -> SideMeans {
        let [fixed, per_meter] = self.tracker.ends.means(&worth.slots);
        SideMeans::new([&worth.base * &start.share, fixed * &start.share, per_meter * &start.share])
    }

    fn split_means<'s>(
        &self,
        start: &TwoCards,
        case: usize,
        pair: usize,
        split: &'s SplitPair,
    ) -> Result<&'s SideMeans, SolveError> {
        let worth = self.wagered().worth(split, &self.cases[case], &self.plays[case], pair)?;
        Ok(split.means.get_or_init(|| self.worth_means(start, worth)))
    }

    fn is_split(
        &self,
        weights: Option<&Weighing>,
        start: &TwoCards,
        case: usize,
        unsplit: &Triple,
    ) -> Result<bool, SolveError> {
        let base = start.base_splits[case];
        let (Some((pair, split)), Some(weights)) = (&start.splits[case], weights) else { return Ok(base) };
        let units = self.units();
        let unsplit_floats: [f64; 3] = std::array::from_fn(|part| {
            unsplit[part].to_f64() * start.weight_float / float(&BigRational::from_integer(units[part].clone()))
        });
        let (unsplit_sum, unsplit_size) = weights.weigh_floats(&unsplit_floats);
        // The order of split and unsplit, from floats if they are far enough apart.
        let order = |means: &SideMeans| {
            let (sum, size) = weights.weigh_floats(&means.float);
            if (sum - unsplit_sum).abs() > CONTESTED * (size + unsplit_size) {
                return sum.total_cmp(&unsplit_sum);
            }
            weights.weigh(&means.exact).cmp(&weights.weigh(&self.means_of(start, unsplit)))
        };
        if let (false, true, Some(bound)) = (split.is_known(), weights.losing_is_least, &split.bound) {
            let bound = order(&self.worth_means(start, bound));
            if bound.is_lt() || (bound.is_eq() && !base) {
                return Ok(false);
            }
        }
        let order = order(self.split_means(start, case, *pair, split)?);
        Ok(order.is_gt() || (order.is_eq() && base))
    }
}

fn add_means(sum: &mut [BigRational; 3], more: &[BigRational; 3]) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

fn most_units(cases: &[SignalCase<'_>]) -> u64 {
    let rows = cases.iter().flat_map(|case| case.table.settlement.rows());
    rows.flatten().map(|units| u64::from(units.unsigned_abs())).max().unwrap_or(1)
}
