//! The player's hands under one up card, in the order of the certificate's tables.

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
    /// What the rules name it for, in some place.
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
    /// By hand, in increasing order.
    ranks: Vec<u64>,
}

/// Cards with whether they count as originals.
type DistinctHand = (Counts, bool);

impl Hands {
    /// `left` are the cards beside the up card.
    pub(crate) fn new(game: &Game, left: &Counts) -> Self {
        let push = game.push.as_ref();
        let keeps = push.is_some_and(|push| push.originals_after_draw);
        let is_original = |value: usize| {
            push.is_some_and(|push| Value::from_index(value).is_some_and(|value| push.originals.contains(&value)))
        };
        let mut level: Vec<(u64, DistinctHand)> = Vec::new();
        for first in 0..VALUES {
            for second in first..VALUES {
                let mut cards = [0; VALUES];
                cards[first] += 1;
                cards[second] += 1;
                if fits(&cards, left) {
                    let key = (cards, is_original(first) && is_original(second));
                    level.push((rank(&key), key));
                }
            }
        }
        let (mut list, mut ranks): (Vec<Hand>, Vec<u64>) = Default::default();
        while !level.is_empty() {
            level.sort_unstable();
            level.dedup();
            let mut next: Vec<(u64, DistinctHand)> = Vec::new();
            for (rank_of_one, (cards, originals)) in level {
                let one = hand(game, cards, originals);
                for (_, cards) in drawn(&one, left) {
                    let key = (cards, originals && keeps);
                    next.push((rank(&key), key));
                }
                list.push(one);
                ranks.push(rank_of_one);
            }
            level = next;
        }
        for one in &mut list {
            let mut next = [None; VALUES];
            for (value, cards) in drawn(one, left) {
                next[value] = ranks.binary_search(&rank(&(cards, one.originals && keeps))).ok();
            }
            one.next = next;
        }
        Self { list, ranks }
    }

    fn position(&self, key: &DistinctHand) -> Option<usize> {
        self.ranks.binary_search(&rank(key)).ok()
    }

    /// Where each hand of a smaller shoe stands among these.
    pub(crate) fn places_of(&self, smaller: &Self) -> Option<Vec<usize>> {
        smaller.list.iter().map(|hand| self.position(&(hand.cards, hand.originals))).collect()
    }

    /// Two cards of these values.
    pub(crate) fn two(&self, first: usize, second: usize) -> Option<usize> {
        let mut cards = [0; VALUES];
        cards[first] += 1;
        cards[second] += 1;
        [false, true].into_iter().find_map(|originals| self.position(&(cards, originals)))
    }
}

/// Bits of a count of cards in a rank; a hand has at most 21 cards.
const BITS: u32 = 5;

/// A number that is less for fewer cards, then for more of the first value in which two hands differ, then for no originals.
fn rank(&(cards, originals): &DistinctHand) -> u64 {
    let size: u16 = cards.iter().sum();
    let rank = cards.iter().fold(u64::from(size), |rank, &count| rank << BITS | u64::from(31 - count.min(31)));
    rank << 1 | u64::from(originals)
}

/// The hands one more card makes, by its value, but for busts.
fn drawn(hand: &Hand, left: &Counts) -> impl Iterator<Item = (usize, Counts)> + use<> {
    let (cards, hard, hits, left) = (hand.cards, usize::from(hand.hard), hand.hits, *left);
    let values = (0..VALUES).filter(move |&value| hits && hard + value < 21 && cards[value] < left[value]);
    values.map(move |value| {
        let mut cards = cards;
        cards[value] += 1;
        (value, cards)
    })
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
