//! Single hands to be played on under one play, and the search for the play that is best for all of them together.

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::Value;
use rayon::prelude::*;
use rules::Game;
use rustc_hash::FxHashMap;

use super::WHAT;
use crate::SolveError;
use crate::case::{Case, deals, dot, pair_hand};
use crate::hands::{Hand, HandId, Hands, NO_HAND};
use crate::play::{Act, Options, Play};
use crate::removed::Removed;
use crate::settlement::{Doubling, OUTCOMES, RowId};
use crate::split_plan::{HandKind, SplitPlan};
use crate::zero_memory::second_card_starts;

/// In settlement units: plays whose values are closer than this are not told apart. Values are sums of some ten thousand terms that are
/// below one together, in floats.
pub(super) const CLOSE: f64 = 1e-12;

/// Most bounds that are computed for one case.
const MOST_NODES: usize = 100_000;

const ACTS: [Act; 4] = [Act::Stand, Act::Hit, Act::Double, Act::Surrender];

/// Acts that a hand may choose from, one bit each.
type Acts = u8;

fn allows(acts: Acts, act: Act) -> bool {
    acts >> act as u8 & 1 == 1
}

/// Acts on contested hands, first choice first: the first that a hand may do is done.
type Orders = FxHashMap<HandId, Vec<Act>>;

/// A single hand to be played on.
#[derive(Clone)]
pub(super) struct Root {
    /// The pair it is split from.
    pair: Option<usize>,
    options: Options,
    /// Cards that all its hands hold.
    held: Removed,
    /// Hands it begins with, and how often.
    starts: Vec<(HandId, f64)>,
    /// Hands it can come to, the longest last.
    hands: Vec<HandId>,
    /// By hand.
    may: Arc<[Acts]>,
    /// By hand, in settlement units, all weighted by the probability of the cards and the signal: standing, what busts add to hitting,
    /// doubling and giving up.
    worth: Vec<[f64; 4]>,
}

const STAND: usize = 0;
const BUST: usize = 1;
const DOUBLE: usize = 2;
const SURRENDER: usize = 3;

/// A root as it is played.
pub(super) struct Played {
    /// By hand: what playing on is worth.
    values: Vec<f64>,
    acts: Vec<Act>,
}

/// All roots that one play is for.
pub(super) struct Roots<'a> {
    hands: &'a Hands,
    roots: Vec<Arc<Root>>,
    /// What a round is worth besides.
    rest: f64,
}

/// Every root at its best under some orders, and what that is worth together.
pub(super) struct Node {
    orders: Orders,
    pub(super) played: Vec<Arc<Played>>,
    pub(super) bound: f64,
}

/// Roots under some orders, not yet looked into; `of` says what else is decided.
pub(super) struct Open<'a, T> {
    pub(super) roots: Arc<Roots<'a>>,
    pub(super) node: Node,
    pub(super) of: T,
}

/// The best of all plays, if it is worth more than what is known. `refine` is told by how much more a node may be worth than the best play so
/// far, and whether all roots agree, and gives what is to be looked into in its place. Nothing, if they do, says that the play is worth its bound.
///
/// # Errors
/// [`SolveError::Unsolved`] if too many hands are contested.
pub(super) fn search<'a, T: Clone>(
    all: Open<'a, T>,
    known: f64,
    budget: &mut Budget,
    refine: impl Fn(&Open<'a, T>, f64, bool) -> Vec<Open<'a, T>>,
) -> Result<Option<Open<'a, T>>, SolveError> {
    let mut best: (f64, Option<Open<'a, T>>) = (known, None);
    let mut left = vec![all];
    while let Some(open) = left.pop() {
        budget.spend()?;
        let Open { roots, node, of } = &open;
        let ahead = node.bound - best.0;
        if ahead <= CLOSE {
            continue;
        }
        let contested = roots.contested(node);
        let refined = refine(&open, ahead, contested.is_none());
        if !refined.is_empty() {
            left.extend(refined);
        } else if let Some((hand, acts)) = contested {
            let mut children: Vec<Node> = acts.into_iter().map(|act| roots.with_order(node, hand, act)).collect();
            children.sort_by(|one, other| one.bound.total_cmp(&other.bound));
            left.extend(children.into_iter().map(|node| Open { roots: Arc::clone(roots), node, of: of.clone() }));
        } else {
            best = (node.bound, Some(open));
        }
    }
    Ok(best.1)
}

/// Bounds that may still be computed.
pub(super) struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(MOST_NODES)
    }
}

impl Budget {
    /// # Errors
    /// [`SolveError::Unsolved`] if there are none.
    pub(super) fn spend(&mut self) -> Result<(), SolveError> {
        let left = self.0.checked_sub(1);
        self.0 = left.ok_or(SolveError::Unsolved { what: WHAT, rules: "so many contested hands" })?;
        Ok(())
    }
}

/// The roots of a case: unsplit hands first, then by pair and by how they come about the hands of each split. `first` says which doubled
/// hands are given up.
pub(super) fn roots_of(game: &Game, case: &Case<'_>, first: &Play) -> Vec<Root> {
    let hands = case.table.hands;
    let unsplit = Start {
        pair: None,
        options: case.options,
        held: Removed::NONE,
        starts: deals(hands).map(|(id, ways)| (id, ways as f64)).collect(),
        hands: (0..hands.len() as HandId).filter(|&id| hands.get(id).size > 1).collect(),
    };
    let mut roots = vec![Root::new(case, first, unsplit, &[(Removed::NONE, 1)])];
    let Some(rule) = &game.split else { return roots };
    for value in 0..Value::COUNT {
        let Some(start) = hands.single(value).filter(|_| pair_hand(hands, value).is_some()) else { continue };
        let mut kinds: BTreeMap<HandKind, Vec<(Removed, i64)>> = BTreeMap::new();
        for (&(kind, extra), &coefficient) in &SplitPlan::new(rule.most_hands(value)).hands {
            kinds.entry(kind).or_default().push((Removed::several(value, extra + 1), coefficient));
        }
        for ((second, spot), beside) in kinds {
            let starts = second_card_starts(hands, value, second);
            let split = Start {
                pair: Some(value),
                options: Options::split(game, value, spot),
                held: Removed::one(value),
                starts: starts.into_iter().map(|(id, ways)| (id, ways as f64)).collect(),
                hands: hands.grown_from(start),
            };
            roots.push(Root::new(case, first, split, &beside));
        }
    }
    roots
}

impl<'a> Roots<'a> {
    pub(super) fn new(hands: &'a Hands, roots: Vec<Root>, rest: f64) -> Self {
        Self { hands, roots: roots.into_iter().map(Arc::new).collect(), rest }
    }

    pub(super) fn len(&self) -> usize {
        self.roots.len()
    }

    pub(super) fn root(&self, at: usize) -> &Root {
        &self.roots[at]
    }

    /// The same with some roots and the rest changed.
    pub(super) fn changed(&self, change: impl Fn(usize, &Root) -> Option<Root> + Sync, rest: f64) -> Self {
        let roots = self.roots.par_iter().enumerate();
        let roots = roots.map(|(at, root)| change(at, root).map_or_else(|| Arc::clone(root), Arc::new));
        Self { hands: self.hands, roots: roots.collect(), rest: self.rest + rest }
    }

    /// Every root at its best.
    pub(super) fn best(&self) -> Node {
        self.node(Orders::default(), |_| None)
    }

    /// Every root at its best but for the orders of a node of other roots, some of which are the same.
    pub(super) fn ordered_as(&self, node: &Node, others: &Self) -> Node {
        let is_kept = |at: usize| Arc::ptr_eq(&self.roots[at], &others.roots[at]).then(|| &node.played[at]);
        self.node(node.orders.clone(), is_kept)
    }

    /// A node with one act more in the order of a hand; roots that cannot come to it are played as they were.
    fn with_order(&self, node: &Node, hand: HandId, act: Act) -> Node {
        let mut orders = node.orders.clone();
        orders.entry(hand).or_default().push(act);
        let is_kept = |at: usize| (!self.roots[at].comes_to(self.hands.get(hand))).then(|| &node.played[at]);
        self.node(orders, is_kept)
    }

    /// Every root at its best but for the orders, and but for those that are kept.
    fn node<'n>(&self, orders: Orders, kept: impl Fn(usize) -> Option<&'n Arc<Played>>) -> Node {
        let played = self.roots.iter().enumerate().map(|(at, root)| {
            kept(at).map_or_else(
                || {
                    Arc::new(root.played(self.hands, |id, values, may| {
                        let order = orders.get(&id).into_iter().flatten();
                        order.copied().find(|&act| allows(may, act)).unwrap_or_else(|| best_act(values, may))
                    }))
                },
                Arc::clone,
            )
        });
        let played: Vec<Arc<Played>> = played.collect();
        Node { bound: self.value(&played), orders, played }
    }

    /// Every root under one play.
    pub(super) fn under(&self, play: &Play) -> Node {
        let play = |root: &Arc<Root>| {
            Arc::new(root.played(self.hands, |id, _, _| play.act(id, self.hands.get(id), &root.options)))
        };
        let played: Vec<Arc<Played>> = self.roots.iter().map(play).collect();
        Node { bound: self.value(&played), orders: Orders::default(), played }
    }

    /// What two cards are worth unsplit, each time that they are dealt.
    pub(super) fn unsplit(&self, played: &[Arc<Played>], id: HandId) -> f64 {
        let of_root = |(root, played): (&Arc<Root>, &Arc<Played>)| {
            let starts = root.starts.iter().filter(|&&(start, _)| root.pair.is_none() && start == id);
            starts.map(|_| played.values[id as usize]).sum::<f64>()
        };
        self.roots.iter().zip(played).map(of_root).sum()
    }

    /// What splitting a pair is worth, if it may be split.
    pub(super) fn split(&self, played: &[Arc<Played>], value: usize) -> Option<f64> {
        let roots = self.roots.iter().zip(played).filter(|(root, _)| root.pair == Some(value));
        roots.map(|(root, played)| root.total(played)).reduce(|sum, one| sum + one)
    }

    /// Whether splitting a pair is worth more than not; of a pair that never comes about it is not told.
    pub(super) fn is_split(&self, node: &Node, value: usize) -> Option<bool> {
        let (unsplit, split) =
            (self.unsplit(&node.played, pair_hand(self.hands, value)?), self.split(&node.played, value)?);
        ([unsplit, split] != [0.0; 2]).then_some(split > unsplit)
    }

    /// The whole round, each pair split or not, whichever is better.
    fn value(&self, played: &[Arc<Played>]) -> f64 {
        let of_root = |(root, played_root): (&Arc<Root>, &Arc<Played>)| {
            let starts = root.starts.iter().map(|&(id, ways)| {
                let unsplit = ways * played_root.values[id as usize];
                let split = self.hands.get(id).pair().and_then(|value| self.split(played, value));
                split.map_or(unsplit, |split| split.max(unsplit))
            });
            starts.sum::<f64>()
        };
        let unsplit = self.roots.iter().zip(played).filter(|(root, _)| root.pair.is_none());
        self.rest + unsplit.map(of_root).sum::<f64>()
    }

    /// What roots choose at hands that they come to: the acts they may choose from, the act, and what each act costs them.
    fn choices(&self, node: &Node) -> FxHashMap<HandId, Vec<Choice>> {
        let hands = self.hands;
        let split: Vec<bool> = (0..Value::COUNT).map(|value| self.is_split(node, value) == Some(true)).collect();
        let mut choices: FxHashMap<HandId, Vec<Choice>> = FxHashMap::default();
        for (root, played) in self.roots.iter().zip(&node.played) {
            if root.pair.is_some_and(|value| !split[value]) {
                continue;
            }
            let mut reach = vec![0.0; hands.len()];
            for &(id, ways) in &root.starts {
                let is_split = root.pair.is_none() && hands.get(id).pair().is_some_and(|value| split[value]);
                reach[id as usize] = if is_split { 0.0 } else { ways };
            }
            for &id in &root.hands {
                let ways = reach[id as usize];
                let hand = hands.get(id);
                // Cards that the shoe does not hold are worth nothing, whatever is done.
                if ways == 0.0 || (hand.size > 1 && root.worth[id as usize] == [0.0; 4]) {
                    continue;
                }
                let act = played.acts[id as usize];
                if hand.size > 1 {
                    let values = root.act_values(hands, &played.values, id);
                    let may = root.may[id as usize];
                    let best = values[act as usize];
                    let costs = values.map(|value| ways * (best - value));
                    choices.entry(id).or_default().push(Choice { may, act, costs });
                }
                if act == Act::Hit {
                    for &next in hand.next.iter().filter(|&&next| next != NO_HAND) {
                        reach[next as usize] += ways;
                    }
                }
            }
        }
        choices
    }

    /// The hand whose contest costs most, and the acts that may be next in its order; `None` if all roots agree on every hand.
    fn contested(&self, node: &Node) -> Option<(HandId, Vec<Act>)> {
        let mut worst: Option<(f64, HandId, Vec<Act>)> = None;
        for (id, choices) in self.choices(node) {
            if order_of(&choices).is_some() {
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
    pub(super) fn play(&self, node: &Node, rest: Play) -> Play {
        let mut play = rest;
        for (id, choices) in self.choices(node) {
            let Some(order) = order_of(&choices) else { continue };
            let hand = self.hands.get(id);
            for root in &self.roots {
                let may = root.may[id as usize];
                let is_played = root.comes_to(hand) && !root.options.is_blackjack(hand);
                if is_played
                    && choices.iter().any(|choice| choice.may == may)
                    && let Some(&act) = order.iter().find(|&&act| allows(may, act))
                {
                    play.set(id, root.options.allowed(hand), act);
                }
            }
        }
        play
    }
}

/// What one root does at one hand.
struct Choice {
    may: Acts,
    act: Act,
    /// By act.
    costs: [f64; 4],
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

/// The first of the best acts.
fn best_act(values: &[f64; 4], may: Acts) -> Act {
    let mut best = Act::Stand;
    for act in ACTS.into_iter().filter(|&act| allows(may, act)) {
        if values[act as usize] > values[best as usize] {
            best = act;
        }
    }
    best
}

/// What a root begins with, as [`Root`] has it.
struct Start {
    pair: Option<usize>,
    options: Options,
    held: Removed,
    starts: Vec<(HandId, f64)>,
    hands: Vec<HandId>,
}

impl Root {
    /// With sets of cards gone besides the hand, each so many times.
    fn new(case: &Case<'_>, first: &Play, start: Start, beside: &[(Removed, i64)]) -> Self {
        let Start { pair, options, held, starts, hands } = start;
        let (table, settlement) = (case.table, case.table.settlement);
        // By hand, the law of the dealer times the probability of the cards gone.
        let mut laws = vec![[0.0; OUTCOMES]; table.hands.len()];
        for &id in hands.iter().filter(|&&id| table.hands.get(id).size > 1) {
            for &(beside, times) in beside {
                let cards = table.hands.get(id).cards + beside;
                let law = case.up.float_law(cards, case.case);
                let weight = times as f64 * law.map_or(0.0, |_| case.up.probability_of(cards));
                let law = law.into_iter().flatten();
                laws[id as usize].iter_mut().zip(law).for_each(|(sum, law)| *sum += weight * law);
            }
        }
        let weighted = |id: HandId, row: RowId| dot(settlement.row(row), &laws[id as usize]);
        let mut worth = vec![[0.0; 4]; table.hands.len()];
        let mut may = vec![1 << Act::Stand as u8; table.hands.len()];
        for &id in &hands {
            let hand = table.hands.get(id);
            let grown = || hand.next.iter().copied().filter(|&next| next != NO_HAND);
            let busts = |row: RowId| {
                if hand.can_bust {
                    weighted(id, row) - grown().map(|next| weighted(next, row)).sum::<f64>()
                } else {
                    0.0
                }
            };
            let doubling = Doubling::of(hand);
            let doubled = |next: HandId| {
                if first.rescues(next, table.hands.get(next), doubling, &options) {
                    settlement.surrender(options.spot, doubling)
                } else {
                    settlement.finished(options.spot, doubling, next)
                }
            };
            if hand.size == 1 {
                continue;
            }
            let allowed = options.allowed(hand);
            let of = &mut worth[id as usize];
            of[STAND] = weighted(id, options.stand_row(settlement, id, hand));
            if options.is_blackjack(hand) {
                continue;
            }
            if allowed.draw {
                may[id as usize] |= 1 << Act::Hit as u8;
                of[BUST] = busts(settlement.bust(options.spot, Doubling::No));
            }
            if allowed.double {
                may[id as usize] |= 1 << Act::Double as u8;
                of[DOUBLE] = busts(settlement.bust(options.spot, doubling))
                    + grown().map(|next| weighted(next, doubled(next))).sum::<f64>();
            }
            if allowed.surrender {
                may[id as usize] |= 1 << Act::Surrender as u8;
                of[SURRENDER] = weighted(id, options.surrender_row(settlement, hand));
            }
        }
        Self { pair, options, held, starts, hands, may: may.into(), worth }
    }

    /// The two-card hand that a root of a split begins with.
    pub(super) fn pair(&self, hands: &Hands) -> Option<HandId> {
        pair_hand(hands, self.pair?)
    }

    /// Of a root of all unsplit hands, that of one.
    pub(super) fn of_one(&self, hands: &Hands, start: HandId) -> Self {
        let (starts, held) = (vec![(start, 1.0)], hands.get(start).cards);
        Self { held, starts, hands: hands.grown_from(start), ..self.clone() }
    }

    /// The same hands, worth nothing.
    pub(super) fn worthless(&self) -> Self {
        Self { worth: vec![[0.0; 4]; self.worth.len()], ..self.clone() }
    }

    /// The same hands, worth more by what they are in other places, so many times each.
    pub(super) fn in_more<'r>(&self, places: impl Iterator<Item = (&'r Self, f64)>) -> Self {
        let mut all = self.clone();
        for (place, times) in places {
            for &id in &self.hands {
                let more = place.worth[id as usize];
                all.worth[id as usize].iter_mut().zip(more).for_each(|(sum, more)| *sum += times * more);
            }
        }
        all
    }

    /// Whether a hand can grow from the root's.
    fn comes_to(&self, hand: &Hand) -> bool {
        self.held.counts().iter().zip(hand.cards.counts()).all(|(&held, of_hand)| held <= of_hand)
    }

    fn act_values(&self, hands: &Hands, values: &[f64], id: HandId) -> [f64; 4] {
        let worth = &self.worth[id as usize];
        let next = hands.get(id).next.iter().filter(|&&next| next != NO_HAND);
        let drawn: f64 = next.map(|&next| values[next as usize]).sum();
        [worth[STAND], worth[BUST] + drawn, worth[DOUBLE], worth[SURRENDER]]
    }

    fn played(&self, hands: &Hands, choose: impl Fn(HandId, &[f64; 4], Acts) -> Act) -> Played {
        let mut played = Played { values: vec![0.0; hands.len()], acts: vec![Act::Stand; hands.len()] };
        for &id in self.hands.iter().rev() {
            let values = self.act_values(hands, &played.values, id);
            let act = if hands.get(id).size == 1 { Act::Hit } else { choose(id, &values, self.may[id as usize]) };
            played.values[id as usize] = values[act as usize];
            played.acts[id as usize] = act;
        }
        played
    }

    /// What the root's hands are worth.
    fn total(&self, played: &Played) -> f64 {
        self.starts.iter().map(|&(id, ways)| ways * played.values[id as usize]).sum()
    }
}
