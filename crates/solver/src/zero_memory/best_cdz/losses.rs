//! What plays lose against every root at its best.
//!
//! Floats tell sums of a whole round apart down to some 10⁻¹³, and plays can differ by far less: by what is done with a hand of eight
//! cards. So a play is not measured by what it is worth, but by what it loses against a play that has each root at its best: at a hand, what its
//! act is worth less, and what is lost later. None of these terms is negative. Those that are not known to differ from nothing are computed
//! exactly, and so are those of contested hands, which most of a loss comes from.

mod loss;
mod reference;

use std::ops::Add;
use std::sync::Arc;

use cards::Value;
use num_rational::BigRational;
use num_traits::Signed;
use rustc_hash::FxHashMap;

pub(super) use self::loss::Loss;
use self::reference::Reference;
use super::roots::{ACTS, About, Acts, Exactly, Range, Root, allows};
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::{Act, Play};
use crate::compiled::hands::{HandId, Hands};
use crate::hand::signal_case::pair_hand;
use crate::parallel;

/// What a root loses by hand, playing on from it, what is done, and whether another act may be better for all that floats tell.
#[derive(Clone)]
pub(super) struct Lost {
    of: Vec<Loss>,
    acts: Vec<Act>,
    is_open: Vec<bool>,
}

/// All roots that one play is for.
pub(super) struct Roots<'a> {
    exactly: Exactly<'a>,
    roots: Vec<Arc<Reference>>,
    /// By value: what it loses not to split a pair, and to split it; `None` for pairs that may not be split.
    pairs: [Option<[Loss; 2]>; Value::COUNT],
    /// What a round is worth with every root at its best.
    value: Range,
}

/// Acts on contested hands, first choice first: the first that a hand may do is done.
type Orders = FxHashMap<HandId, Vec<Act>>;

/// Every root at its best under some orders, and what is lost by them.
pub(super) struct LossNode {
    orders: Orders,
    lost: Vec<Arc<Lost>>,
    pub(super) loss: Loss,
    /// What a round is worth.
    pub(super) value: Range,
}

/// What one root does at one hand.
struct Choice {
    may: Acts,
    act: Act,
    /// By act, what it loses more.
    costs: [f64; 4],
    /// Whether another act may be better for all that floats tell.
    is_open: bool,
}

impl<'a> Roots<'a> {
    /// `rest` is what a round is worth besides.
    ///
    /// # Errors
    /// As [`Exactly::value`].
    pub(super) fn new(exactly: Exactly<'a>, roots: Vec<Root>, rest: About) -> Result<Self, SolveError> {
        let roots = parallel::try_map_owned(roots, |root| Ok(Arc::new(Reference::new(root, &exactly)?)))?;
        Self::of(exactly, roots, rest)
    }

    fn of(exactly: Exactly<'a>, roots: Vec<Arc<Reference>>, rest: About) -> Result<Self, SolveError> {
        let mut all = Self { exactly, roots, pairs: [None; Value::COUNT], value: About::default().into() };
        for value in 0..Value::COUNT {
            all.pairs[value] = all.pair(value)?;
        }
        let unsplit = all.unsplit_roots().flat_map(|(_, reference)| {
            let pairs = &all.pairs;
            reference.root.starts.iter().map(|&(id, ways)| {
                let is_split = |value: usize| pairs[value].is_some_and(|[unsplit, _]| unsplit.most > 0);
                match all.hands().get(id).pair().filter(|&value| is_split(value)) {
                    Some(value) => all.of_pair(value).map(|(_, reference)| reference.total()).sum(),
                    None => reference.value(id).times(ways as f64),
                }
            })
        });
        all.value = Range::from(unsplit.sum::<About>() + rest);
        Ok(all)
    }

    fn hands(&self) -> &'a Hands {
        self.exactly.case.table.hands
    }

    fn unsplit_roots(&self) -> impl Iterator<Item = (usize, &Arc<Reference>)> {
        self.roots.iter().enumerate().filter(|(_, reference)| reference.root.pair.is_none())
    }

    /// A two-card hand wherever it is played unsplit: the root, and how often it begins with it.
    fn unsplit_starts(&self, hand: HandId) -> impl Iterator<Item = (usize, &Arc<Reference>, i64)> {
        self.unsplit_roots().flat_map(move |(at, reference)| {
            let starts = reference.root.starts.iter().filter(move |&&(id, _)| id == hand);
            starts.map(move |&(_, ways)| (at, reference, ways))
        })
    }

    /// The roots of a split.
    fn of_pair(&self, value: usize) -> impl Iterator<Item = (usize, &Arc<Reference>)> {
        self.roots.iter().enumerate().filter(move |(_, reference)| reference.root.pair == Some(value))
    }

    /// What it loses not to split a pair, and to split it.
    fn pair(&self, value: usize) -> Result<Option<[Loss; 2]>, SolveError> {
        let Some(pair) = pair_hand(self.hands(), value).filter(|_| self.of_pair(value).next().is_some()) else {
            return Ok(None);
        };
        let unsplit: About =
            self.unsplit_starts(pair).map(|(_, reference, ways)| reference.value(pair).times(ways as f64)).sum();
        let split: About = self.of_pair(value).map(|(_, reference)| reference.total()).sum();
        let (gain, error) = (split.value - unsplit.value, split.error + unsplit.error);
        // A pair that never comes about.
        if error == 0.0 {
            return Ok(None);
        }
        let (is_gain, loss) = if gain.abs() > error {
            (gain > 0.0, Loss::about(About { value: gain.abs(), error }))
        } else {
            let exact = |reference: &Reference, starts: &[(HandId, i64)]| {
                self.exactly.value(&reference.root, starts, |hand| reference.acts[hand as usize])
            };
            let split = self.of_pair(value).map(|(_, reference)| exact(reference, &reference.root.starts));
            let unsplit = self.unsplit_starts(pair).map(|(_, reference, ways)| Ok(-exact(reference, &[(pair, ways)])?));
            let gain = split.chain(unsplit).sum::<Result<BigRational, SolveError>>()?;
            (gain.is_positive(), Loss::of_fraction(&gain.abs()))
        };
        Ok(Some(if is_gain { [loss, Loss::NOTHING] } else { [Loss::NOTHING, loss] }))
    }

    /// The same with some roots and the rest changed.
    ///
    /// # Errors
    /// As [`Exactly::value`].
    pub(super) fn changed(
        &self,
        change: impl Fn(usize, &Root) -> Option<Root> + Sync,
        rest: About,
    ) -> Result<Self, SolveError> {
        let roots = parallel::try_map_numbers(self.roots.len(), |at| {
            let reference = &self.roots[at];
            change(at, &reference.root)
                .map_or_else(|| Ok(Arc::clone(reference)), |root| Ok(Arc::new(Reference::new(root, &self.exactly)?)))
        })?;
        Self::of(self.exactly, roots, rest)
    }

    /// Every root at its best.
    ///
    /// # Errors
    /// As [`Exactly::value`], and so of all nodes.
    pub(super) fn best(&self) -> Result<LossNode, SolveError> {
        self.node(Orders::default(), |_| None)
    }

    /// Every root at its best but for the orders of a node of other roots, some of which are the same.
    pub(super) fn ordered_as(&self, node: &LossNode, others: &Self) -> Result<LossNode, SolveError> {
        let is_kept = |at: usize| Arc::ptr_eq(&self.roots[at], &others.roots[at]).then(|| &node.lost[at]);
        self.node(node.orders.clone(), is_kept)
    }

    /// A node with one act more in the order of a hand; roots that cannot come to it are played as they were.
    pub(super) fn with_order(&self, node: &LossNode, hand: HandId, act: Act) -> Result<LossNode, SolveError> {
        let mut orders = node.orders.clone();
        orders.entry(hand).or_default().push(act);
        let hands = self.hands();
        let ordered_hand = hands.get(hand);
        let before: Vec<HandId> =
            (0..=hand).rev().filter(|&id| ordered_hand.cards.contains(hands.get(id).cards)).collect();
        let lost = self.roots.iter().zip(&node.lost).map(|(reference, lost)| {
            let Reference { root, .. } = &**reference;
            if !root.comes_to(ordered_hand) {
                return Ok(Arc::clone(lost));
            }
            let mut lost = Lost::clone(lost);
            let before = before.iter().copied().filter(|&id| root.comes_to(hands.get(id)));
            reference.lose(&mut lost, before, &self.exactly, |id, may| ordered(&orders, id, may))?;
            Ok(Arc::new(lost))
        });
        let lost = lost.collect::<Result<_, SolveError>>()?;
        Ok(self.node_of(orders, lost))
    }

    /// Every root at its best but for the orders, and but for those that are kept.
    fn node<'n>(&self, orders: Orders, kept: impl Fn(usize) -> Option<&'n Arc<Lost>>) -> Result<LossNode, SolveError> {
        let lost = self.roots.iter().enumerate().map(|(at, reference)| match kept(at) {
            Some(kept) => Ok(Arc::clone(kept)),
            None => Ok(Arc::new(reference.lost(&self.exactly, |id, may| ordered(&orders, id, may))?)),
        });
        let lost = lost.collect::<Result<_, SolveError>>()?;
        Ok(self.node_of(orders, lost))
    }

    /// Every root under one play.
    ///
    /// # Errors
    /// As [`Exactly::value`].
    pub(super) fn under(&self, play: &Play) -> Result<LossNode, SolveError> {
        // Most of what it does no hand comes to.
        let exactly = Exactly { losses: false, ..self.exactly };
        let lost = self.roots.iter().map(|reference| {
            let act = |id| reference.root.act_under(self.hands(), play, id);
            Ok(Arc::new(reference.lost(&exactly, |id, _| Some(act(id)))?))
        });
        Ok(self.node_of(Orders::default(), lost.collect::<Result<_, SolveError>>()?))
    }

    fn node_of(&self, orders: Orders, lost: Vec<Arc<Lost>>) -> LossNode {
        let of_root = |(at, reference): (usize, &Arc<Reference>)| {
            let starts = reference.root.starts.iter().map(|&(id, ways)| {
                let unsplit = lost[at].of[id as usize].times(ways);
                let pair = self.hands().get(id).pair().and_then(|value| self.losses_of_pair(&lost, value, unsplit));
                pair.map_or(unsplit, |[unsplit, split]| unsplit.or(split))
            });
            starts.sum::<Loss>()
        };
        let loss = self.unsplit_roots().map(of_root).sum();
        LossNode { orders, lost, loss, value: loss.from(self.value) }
    }

    /// What a pair loses if it is not split, and if it is.
    fn losses_of_pair(&self, lost: &[Arc<Lost>], value: usize, unsplit: Loss) -> Option<[Loss; 2]> {
        let [before, split] = self.pairs[value]?;
        let roots = self.of_pair(value).map(|(at, reference)| reference.total_lost(&lost[at]));
        Some([before + unsplit, roots.fold(split, Loss::add)])
    }

    /// Whether splitting a pair may be best for all that floats tell, and whether not splitting it may; `None` if that is not asked.
    fn may_split(&self, node: &LossNode, value: usize) -> Option<[bool; 2]> {
        let pair = pair_hand(self.hands(), value)?;
        let unsplit = self.unsplit_starts(pair).map(|(at, _, ways)| node.lost[at].of[pair as usize].times(ways));
        let [unsplit, split] = self.losses_of_pair(&node.lost, value, unsplit.sum())?;
        // Of equals it is not split.
        Some([split.least < unsplit.most, unsplit.least <= split.most])
    }

    /// Whether each pair is split, in all ways that may be best for all that floats tell; `None` for pairs that may not be split.
    pub(super) fn splits(&self, node: &LossNode) -> Vec<[Option<bool>; Value::COUNT]> {
        let mut all = vec![[None; Value::COUNT]];
        for value in 0..Value::COUNT {
            let Some(may) = self.may_split(node, value) else { continue };
            let ways = [true, false].into_iter().zip(may).filter(|&(_, may)| may);
            all = ways
                .flat_map(|(split, _)| {
                    all.iter().map(move |all| {
                        let mut all = *all;
                        all[value] = Some(split);
                        all
                    })
                })
                .collect();
        }
        all
    }

    /// Tells of every hand that each root comes to, with what the root loses and how often it comes to the hand.
    fn reached(&self, node: &LossNode, mut tell: impl FnMut(HandId, &Reference, &Lost, i64)) {
        let hands = self.hands();
        let may_split: [Option<[bool; 2]>; Value::COUNT] = std::array::from_fn(|value| self.may_split(node, value));
        for (reference, lost) in self.roots.iter().zip(&node.lost) {
            let root = &reference.root;
            if root.pair.and_then(|value| may_split[value]).is_some_and(|[split, _]| !split) {
                continue;
            }
            let mut reach = vec![0; hands.len()];
            for &(id, ways) in &root.starts {
                let pair = hands.get(id).pair().filter(|_| root.pair.is_none());
                let is_unsplit = pair.and_then(|value| may_split[value]).is_none_or(|[_, unsplit]| unsplit);
                reach[id as usize] = if is_unsplit { ways } else { 0 };
            }
            for &id in &root.hands {
                let ways = reach[id as usize];
                // Cards that the shoe does not hold are worth nothing, whatever is done.
                if ways == 0 || reference.sizes[id as usize] == 0.0 {
                    continue;
                }
                let hand = hands.get(id);
                if hand.size > 1 {
                    tell(id, reference, lost, ways);
                }
                if lost.acts[id as usize] == Act::Hit {
                    for next in hand.grown() {
                        reach[next as usize] += ways;
                    }
                }
            }
        }
    }

    /// What roots choose at those of some hands that they come to.
    fn choices(&self, node: &LossNode, is_asked: impl Fn(HandId) -> bool) -> FxHashMap<HandId, Vec<Choice>> {
        let mut choices: FxHashMap<HandId, Vec<Choice>> = FxHashMap::default();
        self.reached(node, |id, reference, lost, ways| {
            if is_asked(id) {
                let (at, may) = (id as usize, reference.root.may[id as usize]);
                let (act, is_open) = (lost.acts[at], lost.is_open[at]);
                let losses = reference.losses(self.hands(), &lost.of, id);
                let best = losses[act as usize].middle();
                let costs = losses.map(|loss| ways as f64 * (loss.middle() - best));
                choices.entry(id).or_default().push(Choice { may, act, costs, is_open });
            }
        });
        choices
    }

    /// The hand whose contest costs most, and the acts that may be next in its order; `None` if all roots agree on every hand.
    pub(super) fn contested(&self, node: &LossNode) -> Option<(HandId, Vec<Act>)> {
        let mut acts: Vec<Acts> = vec![0; self.hands().len()];
        let mut is_open = vec![false; self.hands().len()];
        self.reached(node, |id, _, lost, _| {
            acts[id as usize] |= 1 << lost.acts[id as usize] as u8;
            is_open[id as usize] |= lost.is_open[id as usize];
        });
        let may_be = |id: HandId| acts[id as usize].count_ones() > 1 || is_open[id as usize];
        let mut worst: Option<(f64, HandId, Vec<Act>)> = None;
        for (id, choices) in self.choices(node, may_be) {
            if order_of(&choices).is_some() && !choices.iter().any(|choice| choice.is_open) {
                continue;
            }
            let order = node.orders.get(&id).map_or(&[][..], Vec::as_slice);
            let open = || choices.iter().filter(|choice| !order.iter().any(|&act| allows(choice.may, act)));
            let acts: Vec<Act> = ACTS.into_iter().filter(|&act| open().any(|choice| allows(choice.may, act))).collect();
            let cost = |act: &Act| -> f64 {
                open().filter(|choice| allows(choice.may, *act)).map(|choice| choice.costs[*act as usize]).sum()
            };
            let least = acts.iter().map(cost).fold(f64::INFINITY, f64::min);
            if worst.as_ref().is_none_or(|(cost, other, _)| (least, id) > (*cost, *other)) {
                worst = Some((least, id, acts));
            }
        }
        worst.map(|(_, id, acts)| (id, acts))
    }

    /// The play on which all roots agree, and `rest` for hands that none comes to.
    pub(super) fn play(&self, node: &LossNode, rest: Play) -> Play {
        let mut play = rest;
        for (id, choices) in self.choices(node, |_| true) {
            let Some(order) = order_of(&choices) else { continue };
            let hand = self.hands().get(id);
            for Reference { root, .. } in self.roots.iter().map(Arc::as_ref) {
                let may = root.may[id as usize];
                if let Some(allowed) = root.allowed(hand)
                    && choices.iter().any(|choice| choice.may == may)
                    && let Some(&act) = order.iter().find(|&&act| allows(may, act))
                {
                    play.set(id, allowed, act);
                }
            }
        }
        play
    }
}

/// What a hand that may choose from these acts does under the orders.
fn ordered(orders: &Orders, id: HandId, may: Acts) -> Option<Act> {
    orders.get(&id)?.iter().copied().find(|&act| allows(may, act))
}

/// An order of acts under which every root does as it chooses, if there is one.
fn order_of(choices: &[Choice]) -> Option<Vec<Act>> {
    let mut left: Vec<&Choice> = choices.iter().collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let agreed = |act: &Act| {
            left.iter().any(|choice| choice.act == *act)
                && left.iter().all(|choice| choice.act == *act || !allows(choice.may, *act))
        };
        let act = ACTS.into_iter().find(agreed)?;
        left.retain(|choice| choice.act != act);
        order.push(act);
    }
    Some(order)
}
