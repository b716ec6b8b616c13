//! CDZ: the best play that looks at the up card, the signal and the composition of the hand in play, and at no more, before a split and
//! after it alike.
//!
//! A round's value under such a play is a sum over *roots*: unsplit hands, and the hands of each split pair by how they come about. Each
//! root alone is a single hand to be played on with known cards gone, and has a best play of its own. One play for all of them
//! together is worth no more than that, and as much where all roots agree. Where they do not, the hand is *contested*: each of the
//! acts is tried in turn, for all roots at once, and what is bounded below the best play known is not looked into.
//!
//! What an act is worth at a hand depends on what is done later, so the number of contested hands bounds the work and not the number of
//! hands: a few of some three thousand.

use std::collections::BTreeMap;

use cards::Value;
use num_traits::ToPrimitive;
use rules::Game;
use rustc_hash::FxHashMap;

use crate::SolveError;
use crate::case::{Case, deals, dot, pair_hand};
use crate::hands::{Hand, HandId, NO_HAND};
use crate::play::{Act, Options, Play};
use crate::removed::Removed;
use crate::settlement::{Doubling, RowId};
use crate::split_plan::HandKind;
use crate::zero_memory::{CasePlay, SplitCounts, second_card_starts, with_splits};

/// In settlement units: plays whose values are closer than this are not told apart. Values are sums of some ten thousand terms that are
/// below one together, in floats.
const CLOSE: f64 = 1e-12;

/// How far the exact value of the play found may be from its bound, in settlement units.
const FAR: f64 = 1e-10;

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
struct Root {
    /// The pair it is split from.
    pair: Option<usize>,
    options: Options,
    /// Hands it begins with, and how often.
    starts: Vec<(HandId, f64)>,
    /// Hands it can come to, the longest last.
    hands: Vec<HandId>,
    /// By hand.
    may: Vec<Acts>,
    /// By hand, in settlement units, all weighted by the probability of the cards and the signal: standing, what busts add to hitting,
    /// doubling and giving up.
    worth: Vec<[f64; 4]>,
}

const STAND: usize = 0;
const BUST: usize = 1;
const DOUBLE: usize = 2;
const SURRENDER: usize = 3;

/// A root as it is played.
#[derive(Clone)]
struct Played {
    /// By hand: what playing on is worth.
    values: Vec<f64>,
    acts: Vec<Act>,
}

/// All roots of a case.
struct Roots<'a> {
    case: &'a Case<'a>,
    /// Unsplit hands first.
    roots: Vec<Root>,
}

/// Every root at its best under some orders, and what that is worth together.
struct Node {
    orders: Orders,
    played: Vec<Played>,
    bound: f64,
}

/// The best play of a case; `first` is CDZ-, which it is compared with.
///
/// Which doubled hands are given up once they have their card is left as CDZ- has it.
///
/// # Errors
/// [`SolveError::Unsolved`] if too many hands are contested, or if the exact value of the play found is not its bound: the rules must be
/// such that no hand of a round depends on another, and none is given up before a signal.
pub(crate) fn best(game: &Game, case: &Case<'_>, first: CasePlay) -> Result<CasePlay, SolveError> {
    if !case.is_played() || game.split.is_none() {
        return Ok(first);
    }
    let roots = Roots::new(game, case, &first.play);
    let known = roots.value(&roots.under(&first.play));
    let mut best: (f64, Option<Node>) = (known, None);
    let mut open = vec![roots.node(Orders::default(), None)];
    let mut nodes = 0;
    while let Some(node) = open.pop() {
        nodes += 1;
        if nodes > MOST_NODES {
            return Err(SolveError::Unsolved { what: WHAT, rules: "so many contested hands" });
        }
        if node.bound <= best.0 + CLOSE {
            continue;
        }
        match roots.contested(&node) {
            None => best = (node.bound, Some(node)),
            Some((hand, acts)) => {
                let children = acts.into_iter().map(|act| {
                    let mut orders = node.orders.clone();
                    orders.entry(hand).or_default().push(act);
                    roots.node(orders, Some((&node, hand)))
                });
                let mut children: Vec<Node> = children.collect();
                children.sort_by(|one, other| one.bound.total_cmp(&other.bound));
                open.extend(children);
            }
        }
    }
    let Some(node) = best.1 else { return Ok(first) };
    let found = with_splits(game, case, roots.play(&node, first.play.clone()))?;
    let value = found.mean(game, case)?;
    let reached = (&value * case.units()).to_f64().is_some_and(|value| (value - node.bound).abs() < FAR);
    if !reached {
        return Err(SolveError::Unsolved { what: WHAT, rules: "a play that is not worth its bound" });
    }
    // Floats have chosen; the fractions have the last word.
    Ok(if value > first.mean(game, case)? { found } else { first })
}

/// What [`best`] finds, in an error.
pub(crate) const WHAT: &str = "the best composition-dependent play";

impl<'a> Roots<'a> {
    fn new(game: &Game, case: &'a Case<'a>, first: &Play) -> Self {
        let hands = case.table.hands;
        let starts = deals(hands).map(|(id, ways)| (id, ways as f64)).collect();
        let all = (0..hands.len() as HandId).filter(|&id| hands.get(id).size > 1).collect();
        let mut roots = vec![Root::new(case, first, None, case.options, starts, all, &[(Removed::NONE, 1)])];
        for value in 0..Value::COUNT {
            let Some(start) = hands.single(value).filter(|_| pair_hand(hands, value).is_some()) else { continue };
            let Some(counts) = SplitCounts::new(game, case, first, value) else { continue };
            let mut kinds: BTreeMap<HandKind, Vec<(Removed, i64)>> = BTreeMap::new();
            for (&(kind, extra), &coefficient) in &counts.plan().hands {
                kinds.entry(kind).or_default().push((counts.pair_cards(extra + 1), coefficient));
            }
            for ((second, spot), beside) in kinds {
                let options = Options::split(game, value, spot);
                let starts = second_card_starts(hands, value, second);
                let starts = starts.into_iter().map(|(id, ways)| (id, ways as f64)).collect();
                roots.push(Root::new(case, first, Some(value), options, starts, hands.grown_from(start), &beside));
            }
        }
        Self { case, roots }
    }

    /// Every root at its best but for the orders. Of `parent`, roots that cannot come to a hand are taken over.
    fn node(&self, orders: Orders, parent: Option<(&Node, HandId)>) -> Node {
        let hands = self.case.table.hands;
        let played: Vec<Played> = self
            .roots
            .iter()
            .enumerate()
            .map(|(at, root)| match parent {
                Some((parent, hand)) if !root.comes_to(hands.get(hand)) => parent.played[at].clone(),
                _ => root.played(self.case, |id, values, may| {
                    let order = orders.get(&id).into_iter().flatten();
                    order.copied().find(|&act| allows(may, act)).unwrap_or_else(|| best_act(values, may))
                }),
            })
            .collect();
        Node { bound: self.value(&played), orders, played }
    }

    /// Every root under one play.
    fn under(&self, play: &Play) -> Vec<Played> {
        let hands = self.case.table.hands;
        self.roots
            .iter()
            .map(|root| root.played(self.case, |id, _, _| play.act(id, hands.get(id), &root.options)))
            .collect()
    }

    /// What splitting a pair is worth.
    fn split(&self, played: &[Played], value: usize) -> f64 {
        let roots = self.roots.iter().zip(played).filter(|(root, _)| root.pair == Some(value));
        roots.map(|(root, played)| root.total(played)).sum()
    }

    fn is_split(&self, played: &[Played], value: usize) -> bool {
        let unsplit = pair_hand(self.case.table.hands, value).map(|pair| played[0].values[pair as usize]);
        unsplit.is_some_and(|unsplit| self.split(played, value) > unsplit)
    }

    /// The whole round, each pair split or not, whichever is better.
    fn value(&self, played: &[Played]) -> f64 {
        let hands = self.case.table.hands;
        let of_start = |&(id, ways): &(HandId, f64)| {
            let unsplit = ways * played[0].values[id as usize];
            match hands.get(id).pair() {
                Some(value) => unsplit.max(self.split(played, value)),
                None => unsplit,
            }
        };
        self.roots[0].starts.iter().map(of_start).sum()
    }

    /// What roots choose at hands that they come to: the acts they may choose from, the act, and what each act costs them.
    fn choices(&self, node: &Node) -> FxHashMap<HandId, Vec<Choice>> {
        let hands = self.case.table.hands;
        let split: Vec<bool> = (0..Value::COUNT).map(|value| self.is_split(&node.played, value)).collect();
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
                    let values = root.act_values(self.case, &played.values, id);
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
    fn play(&self, node: &Node, rest: Play) -> Play {
        let mut play = rest;
        for (id, choices) in self.choices(node) {
            let Some(order) = order_of(&choices) else { continue };
            let hand = self.case.table.hands.get(id);
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

impl Root {
    fn new(
        case: &Case<'_>,
        first: &Play,
        pair: Option<usize>,
        options: Options,
        starts: Vec<(HandId, f64)>,
        hands: Vec<HandId>,
        beside: &[(Removed, i64)],
    ) -> Self {
        let (table, settlement) = (case.table, case.table.settlement);
        let weighted = |id: HandId, row: RowId| -> f64 {
            let terms = beside.iter().map(|&(beside, times)| {
                let cards = table.hands.get(id).cards + beside;
                let law = if case.up.is_feasible(cards) { case.up.float_row(cards, case.case) } else { None };
                let worth = law.map_or(0.0, |law| dot(settlement.row(row), law) * case.up.probability_of(cards));
                times as f64 * worth
            });
            terms.sum()
        };
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
        Self { pair, options, starts, hands, may, worth }
    }

    /// Whether a hand can grow from the root's.
    fn comes_to(&self, hand: &Hand) -> bool {
        self.pair.is_none_or(|value| hand.cards.count(value) > 0)
    }

    fn act_values(&self, case: &Case<'_>, values: &[f64], id: HandId) -> [f64; 4] {
        let hand = case.table.hands.get(id);
        let worth = &self.worth[id as usize];
        let drawn: f64 = hand.next.iter().filter(|&&next| next != NO_HAND).map(|&next| values[next as usize]).sum();
        [worth[STAND], worth[BUST] + drawn, worth[DOUBLE], worth[SURRENDER]]
    }

    fn played(&self, case: &Case<'_>, choose: impl Fn(HandId, &[f64; 4], Acts) -> Act) -> Played {
        let number = case.table.hands.len();
        let mut played = Played { values: vec![0.0; number], acts: vec![Act::Stand; number] };
        for &id in self.hands.iter().rev() {
            let values = self.act_values(case, &played.values, id);
            let act =
                if case.table.hands.get(id).size == 1 { Act::Hit } else { choose(id, &values, self.may[id as usize]) };
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

#[cfg(test)]
mod tests {
    use cards::Composition;
    use num_rational::BigRational;

    use super::*;
    use crate::solution::Strategy;
    use crate::solver::Solver;

    fn plain(change: impl FnOnce(&mut Game)) -> Game {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/plain-blackjack.toml");
        let mut game: Game = toml::from_str(&std::fs::read_to_string(path).expect("game file")).expect("game");
        change(&mut game);
        game
    }

    /// Of all plays of a case that have one order of acts for each hand wherever it is met, the value of the best.
    fn best_of_all(solver: &Solver, case: &Case<'_>, first: &Play) -> BigRational {
        use Act::{Double, Hit, Stand, Surrender};
        let hands = case.table.hands;
        let mut plays = vec![first.clone()];
        for (id, hand) in hands.iter().filter(|(_, hand)| hand.size > 1 && case.up.is_feasible(hand.cards)) {
            let most = case.options.allowed(hand);
            let busts = hand.next.iter().all(|&next| next == NO_HAND);
            if !most.draw || hand.is_natural() || busts {
                continue;
            }
            let mut orders = vec![vec![Stand], vec![Hit]];
            for (may, act) in [(most.double, Double), (most.surrender, Surrender)] {
                if may {
                    orders.extend(orders.clone().into_iter().map(|order| [vec![act], order].concat()));
                }
            }
            let set = |play: &Play, order: &[Act]| {
                let mut play = play.clone();
                for double in [false, most.double] {
                    for surrender in [false, most.surrender] {
                        let allowed = crate::play::Allowed { draw: true, double, surrender };
                        let may = |act: &&Act| match act {
                            Stand | Hit => true,
                            Double => double,
                            Surrender => surrender,
                        };
                        play.set(id, allowed, *order.iter().find(may).expect("stand or hit comes last"));
                    }
                }
                play
            };
            plays = plays.iter().flat_map(|play| orders.iter().map(|order| set(play, order))).collect();
        }
        let mean = |play: Play| {
            let play = with_splits(&solver.game, case, play).expect("a long shoe");
            play.mean(&solver.game, case).expect("a long shoe")
        };
        plays.into_iter().map(mean).max().expect("a play")
    }

    /// Sixes, a second value and tens: few enough hands to try every play there is. Without a double after a split, orders of acts matter.
    #[test]
    fn no_play_of_a_small_game_is_better() {
        let (eights, sevens) = ([0, 0, 0, 0, 0, 8, 0, 8, 0, 5], [0, 0, 0, 0, 0, 10, 10, 0, 0, 8]);
        for (shoe, most_hands, after_split) in [(eights, 2, true), (eights, 3, true), (sevens, 4, false)] {
            let game = plain(|game| {
                game.split.as_mut().expect("splits").max_hands = most_hands;
                game.double.as_mut().expect("doubles").after_split = after_split;
            });
            let solver = Solver::for_game(game, Composition::new(shoe)).expect("a game");
            let mut gained = 0;
            for up in solver.ups.iter() {
                for case in solver.cases(up, &solver.settlements[0]).iter().filter(|case| case.is_played()) {
                    let first =
                        solver.plays(std::slice::from_ref(case), Strategy::CompositionDependent).expect("plays");
                    let expected = best_of_all(&solver, case, &first[0].play);
                    let before = first[0].mean(&solver.game, case).expect("a mean");
                    let found = best(&solver.game, case, first[0].clone()).expect("a play");
                    assert_eq!(found.mean(&solver.game, case).expect("a mean"), expected, "up {}", up.dealer.up());
                    gained += u32::from(expected > before);
                }
            }
            assert!(gained > 0, "CDZ- is not the best of {shoe:?}");
        }
    }
}
