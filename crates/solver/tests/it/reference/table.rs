//! What lies on the table and in the shoe: the up card, the hole card behind its signal, the next card, the dealer.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use cards::{Composition, Value};
use num_traits::{One, Zero};
use rules::{DealerRule, Game, Soft17};
use rustc_hash::FxHashMap;

use super::hand::score;
use super::settle::DealerEnd;
use super::{Exact, is_blackjack};

/// Counts of cards by value.
type Counts = [u16; Value::COUNT];

/// The first two cards of each hand dealt. Of a single hand they are sorted, for their order means nothing.
pub(crate) type Deal = Vec<[Value; 2]>;

/// Every up card and signal of a shoe.
pub(crate) struct Tables {
    shoe: Composition,
    ups: BTreeMap<Value, Exact>,
    tables: Vec<Table>,
}

/// One up card and one signal.
pub(crate) struct Table {
    shoe: Counts,
    dealer: DealerRule,
    up: Value,
    signal: String,
    ends_round: bool,
    holes: Vec<Value>,
    /// Of the signal, given the up card.
    probability: Exact,
    /// The player's first two cards of a single hand, given up card and signal.
    deals: BTreeMap<Deal, Exact>,
    /// The same for two hands, in games that deal two.
    double_deals: BTreeMap<Deal, Exact>,
    next_cards: RefCell<FxHashMap<Counts, NextCards>>,
    ends: RefCell<FxHashMap<Counts, DealerEnds>>,
}

/// The next card from the shoe, with its probability.
pub(crate) type NextCards = Rc<Vec<(Value, Exact)>>;

/// The end of the dealer's hand, with its probability.
pub(crate) type DealerEnds = Rc<Ends>;

type Ends = BTreeMap<DealerEnd, Exact>;

/// The words of the table for a hole card: 3(e) and 7(h), or what a peek tells.
fn signal(game: &Game, up: Value, hole: Value) -> (String, bool) {
    let rule = &game.hole_card;
    let peeked = rule.checked_under.contains(&up);
    if peeked && is_blackjack(up, hole) {
        return ("blackjack".to_owned(), true);
    }
    if rule.exposed_if_both.contains(&up) && rule.exposed_if_both.contains(&hole) {
        return (format!("exposed {hole}"), false);
    }
    match rule.ranges.iter().find(|range| range.values.contains(&hole)) {
        Some(range) => (range.name.clone(), false),
        None if peeked => ("no blackjack".to_owned(), false),
        None => ("none".to_owned(), false),
    }
}

/// What is on the table when the player begins: by up card, signal and deal, with the probability.
pub(crate) type Beginnings = BTreeMap<(Value, String), BTreeMap<Deal, Exact>>;

impl Tables {
    pub(crate) fn new(game: &Game, shoe: &Composition) -> Self {
        let counts = *shoe.counts();
        let mut behind: BTreeMap<(Value, String), (Vec<Value>, bool)> = BTreeMap::new();
        let single = beginnings(game, shoe, 1, &mut behind);
        let mut double = if game.switch.is_some() { beginnings(game, shoe, 2, &mut behind) } else { Beginnings::new() };
        let mut ups: BTreeMap<Value, Exact> = BTreeMap::new();
        for ((up, _), deals) in &single {
            *ups.entry(*up).or_insert_with(Exact::zero) += deals.values().sum::<Exact>();
        }
        let tables = single
            .into_iter()
            .map(|(key, deals)| {
                let probability: Exact = deals.values().sum();
                let given = |deals: BTreeMap<Deal, Exact>| -> BTreeMap<Deal, Exact> {
                    deals.into_iter().map(|(deal, chance)| (deal, chance / probability)).collect()
                };
                let double_deals = given(double.remove(&key).unwrap_or_default());
                let (mut holes, ends_round) = behind[&key].clone();
                holes.sort_unstable();
                let (up, signal) = key;
                Table {
                    shoe: counts,
                    dealer: game.dealer.clone(),
                    up,
                    signal,
                    ends_round,
                    holes,
                    deals: given(deals),
                    double_deals,
                    probability: probability / ups[&up],
                    next_cards: RefCell::default(),
                    ends: RefCell::default(),
                }
            })
            .collect();
        Self { shoe: *shoe, ups, tables }
    }

    /// Every beginning of a round of two spots with so many hands each: up card, signal, and all deals with their probability.
    pub(crate) fn two_spots(&self, game: &Game, hands: usize) -> Beginnings {
        beginnings(game, &self.shoe, 2 * hands, &mut BTreeMap::new())
    }

    pub(crate) fn composition(&self) -> Composition {
        self.shoe
    }

    pub(crate) fn ups(&self) -> impl Iterator<Item = Value> {
        self.ups.keys().copied()
    }

    pub(crate) fn probability(&self, up: Value) -> &Exact {
        &self.ups[&up]
    }

    pub(crate) fn of(&self, up: Value) -> impl Iterator<Item = &Table> {
        self.tables.iter().filter(move |table| table.up == up)
    }

    pub(crate) fn find(&self, up: Value, signal: &str) -> Option<&Table> {
        self.of(up).find(|table| table.signal == signal)
    }
}

impl Table {
    pub(crate) fn up(&self) -> Value {
        self.up
    }

    pub(crate) fn signal(&self) -> &str {
        &self.signal
    }

    pub(crate) fn ends_round(&self) -> bool {
        self.ends_round
    }

    pub(crate) fn holes(&self) -> &[Value] {
        &self.holes
    }

    pub(crate) fn probability(&self) -> &Exact {
        &self.probability
    }

    /// A single hand dealt.
    pub(crate) fn deals(&self) -> &BTreeMap<Deal, Exact> {
        &self.deals
    }

    /// Two hands dealt.
    pub(crate) fn double_deals(&self) -> &BTreeMap<Deal, Exact> {
        &self.double_deals
    }

    /// The player's belief: in how many ways the cards he has seen, in the order in which he saw them, can come with
    /// each hole card of the signal, and the cards that are left with it. The hole card is dealt fourth.
    pub(crate) fn belief(&self, seen: &[Value]) -> Vec<(Value, u128, Counts)> {
        assert!(seen.len() >= 2, "the player has his two cards when he is told of the hole card");
        self.holes
            .iter()
            .filter_map(|&hole| {
                let mut order = vec![seen[0], self.up, seen[1], hole];
                order.extend(&seen[2..]);
                let ways = ways_in_order(self.shoe, &order);
                let mut left = self.shoe;
                if ways > 0 {
                    order.iter().for_each(|card| left[card.index()] -= 1);
                    Some((hole, ways, left))
                } else {
                    None
                }
            })
            .collect()
    }

    /// The next card the player draws. Which order the cards came in does not matter; a test checks it.
    pub(crate) fn next_cards(&self, seen: impl Iterator<Item = Value>) -> NextCards {
        let (seen, key) = sorted(seen);
        let known = self.next_cards.borrow().get(&key).cloned();
        known.unwrap_or_else(|| {
            let cards = Rc::new(self.next_cards_after(&seen));
            self.next_cards.borrow_mut().insert(key, Rc::clone(&cards));
            cards
        })
    }

    /// As `next_cards`, worked out for this order of the cards.
    pub(crate) fn next_cards_after(&self, seen: &[Value]) -> Vec<(Value, Exact)> {
        let belief = self.belief(seen);
        let all: u128 = belief.iter().map(|(_, ways, _)| ways).sum();
        let left: u16 = belief.first().expect("a state that can occur has a hole card").2.iter().sum();
        assert!(left > 0, "the shoe runs out");
        Value::all()
            .filter_map(|card| {
                let ways: u128 = belief.iter().map(|(_, ways, rest)| ways * u128::from(rest[card.index()])).sum();
                (ways > 0).then(|| (card, quotient(ways, all * u128::from(left))))
            })
            .collect()
    }

    /// The end of the dealer's hand when the player has finished.
    pub(crate) fn ends(&self, seen: impl Iterator<Item = Value>) -> DealerEnds {
        let (seen, key) = sorted(seen);
        let known = self.ends.borrow().get(&key).cloned();
        known.unwrap_or_else(|| {
            let mut ends = BTreeMap::new();
            let belief = self.belief(&seen);
            let all: u128 = belief.iter().map(|(_, ways, _)| ways).sum();
            for (hole, ways, rest) in belief {
                let mut cards = vec![self.up, hole];
                finish(&self.dealer, &mut cards, rest, &quotient(ways, all), &mut ends);
            }
            debug_assert!(ends.values().sum::<Exact>().is_one());
            let ends = Rc::new(ends);
            self.ends.borrow_mut().insert(key, Rc::clone(&ends));
            ends
        })
    }
}

/// Deals every beginning of a round in the order of 7(e): player, up card, player, hole card.
fn beginnings(
    game: &Game,
    shoe: &Composition,
    hands: usize,
    behind: &mut BTreeMap<(Value, String), (Vec<Value>, bool)>,
) -> Beginnings {
    let total = u128::from(shoe.total());
    let dealt = 2 * hands + 2;
    let all: u128 = (0..dealt as u128).map(|gone| total - gone).product();
    let mut beginnings = Beginnings::new();
    for order in orders(shoe.counts(), dealt) {
        let (up, hole) = (order[hands], order[dealt - 1]);
        let (signal, ends_round) = signal(game, up, hole);
        let key = (up, signal);
        let (holes, _) = behind.entry(key.clone()).or_insert((Vec::new(), ends_round));
        if !holes.contains(&hole) {
            holes.push(hole);
        }
        let mut deal: Deal = (0..hands).map(|hand| [order[hand], order[hands + 1 + hand]]).collect();
        if let [hand] = deal.as_mut_slice() {
            hand.sort_unstable();
        }
        let chance = quotient(ways_in_order(*shoe.counts(), &order), all);
        *beginnings.entry(key).or_default().entry(deal).or_insert_with(Exact::zero) += chance;
    }
    beginnings
}

/// Every row of so many cards that the shoe holds.
fn orders(shoe: &Counts, cards: usize) -> Vec<Vec<Value>> {
    let mut rows = vec![Vec::new()];
    for _ in 0..cards {
        rows = rows
            .iter()
            .flat_map(|row| Value::all().map(move |card| [row.as_slice(), &[card]].concat()))
            .filter(|row: &Vec<Value>| ways_in_order(*shoe, row) > 0)
            .collect();
    }
    rows
}

/// 7(m): the dealer draws until he stands, or is over.
fn finish(rule: &DealerRule, cards: &mut Vec<Value>, rest: Counts, chance: &Exact, ends: &mut Ends) {
    let (total, soft) = score(cards, rule.ace_limit);
    let draws = total < 17 || (total == 17 && soft && rule.soft_17 == Soft17::Hit);
    if !draws {
        let blackjack = cards.len() == 2 && is_blackjack(cards[0], cards[1]);
        let end = if blackjack { DealerEnd::Blackjack } else { DealerEnd::Total(total) };
        *ends.entry(end).or_insert_with(Exact::zero) += chance;
        return;
    }
    let left: u16 = rest.iter().sum();
    assert!(left > 0, "the shoe runs out: the dealer has {cards:?}");
    for card in Value::all() {
        let count = rest[card.index()];
        if count > 0 {
            let mut rest = rest;
            rest[card.index()] -= 1;
            cards.push(card);
            finish(rule, cards, rest, &(chance * quotient(count.into(), left.into())), ends);
            cards.pop();
        }
    }
}

/// In how many ways these cards can come off the shoe in this order.
fn ways_in_order(mut shoe: Counts, order: &[Value]) -> u128 {
    order.iter().fold(1, |ways, card| {
        let count = &mut shoe[card.index()];
        let product = ways * u128::from(*count);
        *count = count.saturating_sub(1);
        product
    })
}

fn sorted(seen: impl Iterator<Item = Value>) -> (Vec<Value>, Counts) {
    let mut seen: Vec<Value> = seen.collect();
    seen.sort_unstable();
    let mut counts = [0; Value::COUNT];
    seen.iter().for_each(|card| counts[card.index()] += 1);
    (seen, counts)
}

fn quotient(numer: u128, denom: u128) -> Exact {
    let whole = |count: u128| i128::try_from(count).expect("orders of the cards of a small shoe");
    Exact::new(whole(numer), whole(denom))
}
