//! Total-dependent play: one action for each cell of total, softness, pair and number of cards.
//!
//! Policy iteration on the unsplit game: each cell takes the action with the greatest value summed over its hands, each
//! weighted by the probability of reaching it, until nothing changes; then each pair compares splitting with that. The
//! definition leaves open where the iteration starts and what a cell does that no hand reaches. Where either would
//! matter the policy is marked doubtful.

use std::collections::{BTreeMap, BTreeSet};

use cards::Value;
use num_traits::Zero;
use rules::Game;

use super::evaluate::{Class, Evaluator};
use super::hand::{Action, Hand, Round};
use super::table::Table;
use super::{Exact, is_blackjack};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Cell {
    total: u8,
    soft: bool,
    pair: Option<Value>,
    first_two: bool,
}

/// Actions by cell, the most wanted first, and the pairs that are split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Policy {
    wanted: BTreeMap<Cell, Vec<Action>>,
    splits: BTreeSet<Value>,
}

/// The policy for one up card and signal.
pub(crate) struct TotalDependent {
    pub(crate) policy: Policy,
    /// Whether the definition leaves more than one policy.
    pub(crate) doubtful: bool,
}

impl Cell {
    fn of(hand: &Hand) -> Self {
        Self {
            total: hand.total(),
            soft: hand.is_soft(),
            pair: hand.is_pair().then(|| hand.cards[0]),
            first_two: hand.cards.len() == 2,
        }
    }
}

impl Policy {
    /// The action for the hand in play among those allowed.
    pub(crate) fn choose(&self, round: &Round, options: Vec<Action>) -> Action {
        let hand = round.hand().expect("a hand with options is in play");
        if options.contains(&Action::Split) && self.splits.contains(&hand.cards[0]) {
            return Action::Split;
        }
        let wanted = &self.wanted[&Cell::of(hand)];
        *wanted.iter().find(|action| options.contains(action)).expect("standing is always allowed")
    }
}

impl TotalDependent {
    pub(crate) fn new(game: &Game, table: &Table) -> Self {
        // Every hand that has a decision and that some play of the unsplit game reaches.
        let hands: BTreeSet<Hand> = reach(game, table, |_| true).into_keys().collect();
        let starts: [fn(&Hand) -> bool; 3] =
            [|_| false, |hand| hand.total() < 17, |hand| hand.total() < 12 || hand.is_soft()];
        let mut found: Vec<(Policy, bool)> = starts
            .iter()
            .map(|hits| {
                let wanted = hands
                    .iter()
                    .map(|hand| {
                        let order =
                            if hits(hand) { [Action::Hit, Action::Stand] } else { [Action::Stand, Action::Hit] };
                        (Cell::of(hand), order.to_vec())
                    })
                    .collect();
                iterate(game, table, &hands, Policy { wanted, splits: BTreeSet::new() })
            })
            .collect();
        let agree = found.windows(2).all(|pair| pair[0].0 == pair[1].0);
        let (policy, doubtful) = found.swap_remove(0);
        Self { policy, doubtful: doubtful || !agree }
    }
}

/// The hands with a decision that are reached if exactly the wanted ones are hit, with their probabilities.
fn reach(game: &Game, table: &Table, hits: impl Fn(&Hand) -> bool) -> BTreeMap<Hand, Exact> {
    let mut reached = BTreeMap::new();
    let mut now: BTreeMap<Hand, Exact> = table
        .deals()
        .iter()
        .filter(|((first, second), _)| !is_blackjack(*first, *second))
        .map(|(&(first, second), chance)| (Hand::new(&[first, second]), *chance))
        .collect();
    while !now.is_empty() {
        let mut next = BTreeMap::new();
        for (hand, chance) in now {
            let round = Round::alone(hand.clone());
            if round.options(game) == [Action::Stand] {
                continue;
            }
            if hits(&hand) {
                for (card, likely) in table.next_cards(round.seen()).iter() {
                    *next.entry(hand.with(*card)).or_insert_with(Exact::zero) += chance * likely;
                }
            }
            reached.insert(hand, chance);
        }
        now = next;
    }
    reached
}

fn iterate(game: &Game, table: &Table, hands: &BTreeSet<Hand>, mut policy: Policy) -> (Policy, bool) {
    for _ in 0..100 {
        let (next, doubtful) = improve(game, table, hands, &policy);
        if next == policy {
            let evaluator = Evaluator::new(game, table, Class::Cells(&policy));
            let splits = hands
                .iter()
                .filter(|hand| hand.is_pair())
                .filter(|hand| {
                    let round = Round::alone((*hand).clone());
                    round.options(game).contains(&Action::Split)
                        && evaluator.mean_after(&round, Action::Split) > evaluator.mean(&round)
                })
                .map(|hand| hand.cards[0])
                .collect();
            return (Policy { splits, ..policy }, doubtful);
        }
        policy = next;
    }
    (policy, true)
}

fn improve(game: &Game, table: &Table, hands: &BTreeSet<Hand>, policy: &Policy) -> (Policy, bool) {
    let evaluator = Evaluator::new(game, table, Class::Cells(policy));
    let reached = reach(game, table, |hand| {
        let round = Round::alone(hand.clone());
        policy.choose(&round, unsplit_options(game, &round)) == Action::Hit
    });
    let mut weighted: BTreeMap<Cell, BTreeMap<Action, Exact>> = BTreeMap::new();
    let mut single: BTreeMap<Cell, BTreeSet<Vec<Action>>> = BTreeMap::new();
    for hand in hands {
        let round = Round::alone(hand.clone());
        let values: BTreeMap<Action, Exact> = unsplit_options(game, &round)
            .into_iter()
            .map(|action| (action, evaluator.mean_after(&round, action)))
            .collect();
        single.entry(Cell::of(hand)).or_default().insert(by_value(&values));
        if let Some(chance) = reached.get(hand) {
            let cell = weighted.entry(Cell::of(hand)).or_default();
            for (action, value) in values {
                *cell.entry(action).or_insert_with(Exact::zero) += chance * value;
            }
        }
    }
    let mut doubtful = false;
    let wanted = single
        .into_iter()
        .map(|(cell, orders)| match weighted.get(&cell) {
            Some(values) => (cell, by_value(values)),
            None => {
                // No hand reaches the cell. If its hands agree on what is best, so will every sensible choice.
                doubtful |= orders.len() > 1;
                (cell, orders.into_iter().next().expect("a cell has a hand"))
            }
        })
        .collect();
    (Policy { wanted, splits: BTreeSet::new() }, doubtful)
}

fn unsplit_options(game: &Game, round: &Round) -> Vec<Action> {
    round.options(game).into_iter().filter(|&action| action != Action::Split).collect()
}

/// The actions from the best to the worst; ties stay in the order of ties.
fn by_value(values: &BTreeMap<Action, Exact>) -> Vec<Action> {
    let mut order: Vec<(&Action, &Exact)> = values.iter().collect();
    order.sort_by(|one, other| other.1.cmp(one.1));
    order.into_iter().map(|(action, _)| *action).collect()
}
