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

use super::Exact;
use super::evaluate::Evaluator;
use super::fixed::FixedDecisions;
use super::hand::{Action, Doubled, Hand, Place, Round, doubles_face_down};
use super::table::{Deal, Table};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Cell {
    total: u8,
    soft: bool,
    pair: Option<Value>,
    first_two: bool,
    /// A doubled hand that has its card may still be given up.
    doubled: Doubled,
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
    pub(crate) fn of(hand: &Hand) -> Self {
        Self {
            total: hand.total(),
            soft: hand.is_soft(),
            pair: hand.is_pair().then(|| hand.cards[0]),
            first_two: hand.cards.len() == 2,
            doubled: hand.doubled,
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

/// What the iteration begins with.
type Start = fn(&Hand) -> Action;

/// The unsplit game under one up card and signal.
#[derive(Clone, Copy)]
struct Unsplit<'a> {
    game: &'a Game,
    table: &'a Table,
    attacked: bool,
    /// Deals that are given up before a signal, so that nobody plays them.
    given_up: &'a BTreeSet<Deal>,
    /// Which of its hands a cell is played for that no hand reaches: the last in some order, or the first.
    last: bool,
}

impl TotalDependent {
    /// With `from_everywhere` the iteration starts from more charts, which takes several times as long.
    pub(crate) fn new(
        game: &Game,
        table: &Table,
        (attacked, from_everywhere): (bool, bool),
        given_up: &BTreeSet<Deal>,
    ) -> Self {
        let unsplit = Unsplit { game, table, attacked, given_up, last: false };
        // Every hand that has a decision and that some play of the unsplit game reaches.
        let everything = Unsplit { given_up: &BTreeSet::new(), ..unsplit };
        let mut hands: BTreeSet<Hand> = everything.reach(|_, options| options.to_vec()).into_keys().collect();
        // An ace and a ten that are no blackjack are 21 of two cards, which only a split or a switch makes.
        let made = Hand { place: Place::AsIfDealt, ..Hand::new(&[Value::ACE, Value::TEN]) };
        if table.deals().contains_key(&vec![[Value::ACE, Value::TEN]])
            && unsplit.round(&made).options(game) != [Action::Stand]
        {
            hands.insert(made);
        }
        let starts: [Start; 12] = [
            |_| Action::Stand,
            |hand| if hand.total() < 17 { Action::Hit } else { Action::Stand },
            |hand| if hand.total() < 12 || hand.is_soft() { Action::Hit } else { Action::Stand },
            // These matter where hands of more than two cards may be given up.
            |hand| if hand.doubled == Doubled::No { Action::Hit } else { Action::Surrender },
            |hand| if hand.doubled == Doubled::No { Action::Double } else { Action::Stand },
            |hand| if hand.doubled == Doubled::No { Action::Double } else { Action::Surrender },
            |hand| if hand.total() < 9 { Action::Hit } else { Action::Stand },
            |hand| if hand.total() < 14 { Action::Hit } else { Action::Stand },
            |hand| if hand.total() < 16 { Action::Hit } else { Action::Stand },
            |hand| if hand.total() < 18 { Action::Hit } else { Action::Stand },
            |hand| if hand.total() < 19 { Action::Hit } else { Action::Stand },
            |hand| if hand.total() < 20 { Action::Hit } else { Action::Stand },
        ];
        let late = hands
            .iter()
            .any(|hand| hand.cards.len() > 2 && unsplit.round(hand).options(game).contains(&Action::Surrender));
        let starts = match (from_everywhere, late) {
            (true, _) => &starts[..],
            (false, true) => &starts[..6],
            (false, false) => &starts[..3],
        };
        // What an unreached cell would do can decide whether hands come to it.
        let mut found: Vec<(Policy, bool)> = starts
            .iter()
            .flat_map(|first| [false, true].map(|last| (first, last)))
            .map(|(first, last)| {
                let wanted = hands.iter().map(|hand| (Cell::of(hand), vec![first(hand), Action::Stand])).collect();
                Unsplit { last, ..unsplit }.iterate(&hands, Policy { wanted, splits: BTreeSet::new() })
            })
            .collect();
        let agree = found.windows(2).all(|pair| pair[0].0 == pair[1].0);
        let (policy, doubtful) = found.swap_remove(0);
        Self { policy, doubtful: doubtful || !agree }
    }
}

/// Whether decisions satisfy the definition, wherever an iteration starts: every cell that they reach takes an action of
/// the greatest value summed over its hands, and every pair is split where that is worth more.
pub(crate) fn is_stable(game: &Game, table: &Table, attacked: bool, decisions: &FixedDecisions) -> bool {
    let nobody = BTreeSet::new();
    let unsplit = Unsplit { game, table, attacked, given_up: &nobody, last: false };
    let evaluator = Evaluator::of_decisions(game, table, decisions.clone(), attacked);
    // What is taken, and the value of each action.
    type Summed = (Action, BTreeMap<Action, Exact>);
    let mut cells: BTreeMap<(Cell, Vec<Action>), Summed> = BTreeMap::new();
    for (hand, chance) in unsplit.reach(|round, options| vec![decisions.choose(round, options)]) {
        let round = unsplit.round(&hand);
        let (all, options) = (round.options(game), unsplit.options(&round));
        let taken = decisions.choose(&round, &options);
        let split = all.contains(&Action::Split).then(|| evaluator.mean_after(&round, Action::Split));
        let is_split = split.is_some_and(|mean| mean > evaluator.mean_after(&round, taken));
        if is_split != (decisions.choose(&round, &all) == Action::Split) {
            return false;
        }
        let place = (Cell::of(&hand), options.clone());
        let (_, values) = cells.entry(place).or_insert_with(|| (taken, BTreeMap::new()));
        for action in options {
            *values.entry(action).or_insert_with(Exact::zero) += chance * evaluator.mean_after(&round, action);
        }
    }
    cells.values().all(|(taken, values)| values.values().all(|value| *value <= values[taken]))
}

impl Unsplit<'_> {
    /// The hands with a decision that are reached if these of their options are taken, with their probabilities.
    fn reach(&self, takes: impl Fn(&Round, &[Action]) -> Vec<Action>) -> BTreeMap<Hand, Exact> {
        let mut reached = BTreeMap::new();
        let mut now: BTreeMap<Hand, Exact> = self
            .table
            .deals()
            .iter()
            .filter(|(deal, _)| !self.given_up.contains(*deal))
            .map(|(deal, chance)| (Hand::new(&deal[0]), *chance))
            .collect();
        while !now.is_empty() {
            let mut next = BTreeMap::new();
            for (hand, chance) in now {
                let round = self.round(&hand);
                let options = round.options(self.game);
                if options == [Action::Stand] {
                    continue;
                }
                for action in takes(&round, &self.options(&round)) {
                    for (card, likely) in self.table.next_cards(round.seen()).iter() {
                        let drawn = match action {
                            Action::Hit => round.draw(*card),
                            Action::Double if !doubles_face_down(self.game) => round.double(self.game, *card),
                            _ => break,
                        };
                        if let Some(hand) = drawn.hand() {
                            *next.entry(hand.clone()).or_insert_with(Exact::zero) += chance * likely;
                        }
                    }
                }
                reached.insert(hand, chance);
            }
            now = next;
        }
        reached
    }

    fn round(&self, hand: &Hand) -> Round {
        Round::alone(hand, self.attacked)
    }

    fn options(&self, round: &Round) -> Vec<Action> {
        round.options(self.game).into_iter().filter(|&action| action != Action::Split).collect()
    }

    fn evaluator(&self, policy: &Policy) -> Evaluator<'_> {
        Evaluator::of_policy(self.game, self.table, policy.clone(), self.attacked)
    }

    fn iterate(&self, hands: &BTreeSet<Hand>, mut policy: Policy) -> (Policy, bool) {
        for _ in 0..100 {
            let (next, doubtful) = self.improve(hands, &policy);
            if next == policy {
                let evaluator = self.evaluator(&policy);
                let splits = hands
                    .iter()
                    .filter(|hand| hand.is_pair())
                    .filter(|hand| {
                        let round = self.round(hand);
                        round.options(self.game).contains(&Action::Split)
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

    fn improve(&self, hands: &BTreeSet<Hand>, policy: &Policy) -> (Policy, bool) {
        let evaluator = self.evaluator(policy);
        let reached = self.reach(|round, options| vec![policy.choose(round, options.to_vec())]);
        let mut weighted: BTreeMap<Cell, BTreeMap<Action, Exact>> = BTreeMap::new();
        let mut single: BTreeMap<Cell, BTreeSet<Vec<Action>>> = BTreeMap::new();
        for hand in hands {
            let round = self.round(hand);
            let values: BTreeMap<Action, Exact> =
                self.options(&round).into_iter().map(|action| (action, evaluator.mean_after(&round, action))).collect();
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
                    let one = if self.last { orders.into_iter().next_back() } else { orders.into_iter().next() };
                    (cell, one.expect("a cell has a hand"))
                }
            })
            .collect();
        (Policy { wanted, splits: BTreeSet::new() }, doubtful)
    }
}

/// The actions from the best to the worst; ties stay in the order of ties.
fn by_value(values: &BTreeMap<Action, Exact>) -> Vec<Action> {
    let mut order: Vec<(&Action, &Exact)> = values.iter().collect();
    order.sort_by(|one, other| other.1.cmp(one.1));
    order.into_iter().map(|(action, _)| *action).collect()
}
