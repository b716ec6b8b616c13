//! The player's hands under one up card, in the order of the certificate's tables.

use std::collections::BTreeMap;

use cards::{Composition, Value};
use rules::{Cards, Game, SurrenderWhen};

/// Number of card values.
pub(crate) const VALUES: usize = Value::COUNT;
const ACE: usize = 0;
const TEN: usize = 9;

/// Counts of cards by value.
pub(crate) type Counts = [u16; VALUES];

/// A hand of two or more cards that is not over 21.
#[derive(Debug, Clone)]
pub(crate) struct Hand {
    pub(crate) cards: Counts,
    pub(crate) size: usize,
    /// Every ace counted 1.
    pub(crate) hard: u8,
    /// The best total.
    pub(crate) total: u8,
    pub(crate) soft: bool,
    /// First two cards both of the push rule's originals; of three or more only where the rules let them count still.
    pub(crate) originals: bool,
    /// What the rules name it for, in some spot.
    pub(crate) hits: bool,
    pub(crate) doubles: bool,
    pub(crate) doubles_free: bool,
    pub(crate) surrenders: bool,
    /// The hand after one more card; `None` for a bust, a card that is not there, and a hand that may not draw.
    pub(crate) next: [Option<usize>; VALUES],
}

impl Hand {
    pub(crate) fn is_ace_and_ten(&self) -> bool {
        self.size == 2 && self.cards[ACE] == 1 && self.cards[TEN] == 1
    }

    pub(crate) fn pair(&self) -> Option<usize> {
        (0..VALUES).find(|&value| self.size == 2 && self.cards[value] == 2)
    }

    /// Whether it may be a doubled hand that is given up with its card.
    pub(crate) fn may_be_given_up(&self) -> bool {
        self.size > 2 && self.total < 21
    }
}

/// Every hand that can come about beside the up card, by number of cards, then with the smaller cards first.
#[derive(Debug, Clone)]
pub(crate) struct Hands {
    pub(crate) list: Vec<Hand>,
    index: BTreeMap<(Counts, bool), usize>,
}

impl Hands {
    /// `left` are the cards beside the up card.
    pub(crate) fn new(game: &Game, left: &Counts) -> Self {
        let push = game.push.as_ref();
        let keeps = push.is_some_and(|push| push.originals_after_draw);
        let is_original = |value: usize| {
            push.is_some_and(|push| Value::from_index(value).is_some_and(|value| push.originals.contains(&value)))
        };
        let mut level: BTreeMap<(Counts, bool), Hand> = BTreeMap::new();
        for first in 0..VALUES {
            for second in first..VALUES {
                let mut cards = [0; VALUES];
                cards[first] += 1;
                cards[second] += 1;
                if fits(&cards, left) {
                    let originals = is_original(first) && is_original(second);
                    level.insert((cards, originals), hand(game, cards, originals));
                }
            }
        }
        let mut list: Vec<Hand> = Vec::new();
        while !level.is_empty() {
            let mut next: BTreeMap<(Counts, bool), Hand> = BTreeMap::new();
            let mut sorted: Vec<Hand> = level.into_values().collect();
            // More of the first value in which two hands of one size differ is the smaller hand.
            sorted.sort_by(|a, b| b.cards.cmp(&a.cards).then(a.originals.cmp(&b.originals)));
            for one in sorted {
                for (_, cards) in drawn(&one, left) {
                    let originals = one.originals && keeps;
                    next.entry((cards, originals)).or_insert_with(|| hand(game, cards, originals));
                }
                list.push(one);
            }
            level = next;
        }
        let index: BTreeMap<(Counts, bool), usize> =
            list.iter().enumerate().map(|(at, hand)| ((hand.cards, hand.originals), at)).collect();
        for one in &mut list {
            for (value, cards) in drawn(one, left) {
                one.next[value] = index.get(&(cards, one.originals && keeps)).copied();
            }
        }
        Self { list, index }
    }

    /// Where each hand of a smaller shoe stands among these.
    pub(crate) fn places_of(&self, smaller: &Self) -> Option<Vec<usize>> {
        smaller.list.iter().map(|hand| self.index.get(&(hand.cards, hand.originals)).copied()).collect()
    }

    /// Two cards of these values.
    pub(crate) fn two(&self, first: usize, second: usize) -> Option<usize> {
        let mut cards = [0; VALUES];
        cards[first] += 1;
        cards[second] += 1;
        [false, true].into_iter().find_map(|originals| self.index.get(&(cards, originals)).copied())
    }
}

/// The hands one more card makes, by its value, but for busts.
fn drawn(hand: &Hand, left: &Counts) -> Vec<(usize, Counts)> {
    let more = (0..VALUES).filter(|&value| hand.hits && usize::from(hand.hard) + value < 21).map(|value| {
        let mut cards = hand.cards;
        cards[value] += 1;
        (value, cards)
    });
    more.filter(|(_, cards)| fits(cards, left)).collect()
}

pub(crate) fn fits(cards: &Counts, left: &Counts) -> bool {
    cards.iter().zip(left).all(|(cards, left)| cards <= left)
}

fn hand(game: &Game, cards: Counts, originals: bool) -> Hand {
    let size: usize = cards.iter().map(|&count| usize::from(count)).sum();
    let hard: u8 = (1..).zip(&cards).map(|(points, &count)| points * count as u8).sum();
    let soft = cards[ACE] > 0 && hard <= 11;
    let total = if soft { hard + 10 } else { hard };
    let on_cards = |cards: Cards| size == 2 || cards == Cards::Any;
    let hits = game.draw.allows(total, soft);
    let doubling = game.double.as_ref().filter(|rule| {
        hits && on_cards(rule.cards)
            && if soft { rule.soft } else { rule.hard_totals[0] <= total && total <= rule.hard_totals[1] }
    });
    let free = doubling.and_then(|rule| rule.free_hard_totals).filter(|_| size == 2 && !soft);
    Hand {
        cards,
        size,
        hard,
        total,
        soft,
        originals,
        hits,
        doubles: doubling.is_some(),
        doubles_free: free.is_some_and(|[low, high]| low <= total && total <= high),
        surrenders: total < 21
            && game.surrender.as_ref().is_some_and(|rule| rule.when != SurrenderWhen::Never && on_cards(rule.cards)),
        next: [None; VALUES],
    }
}

/// The cards of a hand as they are written, `A,2,T`.
pub(crate) fn name(cards: &Counts) -> String {
    Composition::new(*cards).to_string()
}

/// A card value as it is written, by its index.
pub(crate) fn value_name(value: usize) -> String {
    Value::from_index(value).map_or_else(String::new, |value| value.to_string())
}

/// The index of the ace and of the ten.
pub(crate) const NATURAL_VALUES: [usize; 2] = [ACE, TEN];
