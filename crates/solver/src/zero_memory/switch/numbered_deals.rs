//! Deals of two hands with where their values stand, so that shoe after shoe is valued without looking any of them up.

use super::{Pair, Start, Starts, cards_of, deals, has_dealt_blackjack};
use crate::arithmetic::card_set::CardSet;
use crate::compiled::hands::{HandId, Hands};

/// A deal, with where the values of its hands beside one another stand.
#[derive(Debug)]
pub(super) struct NumberedDeal {
    /// The first hand if none is switched.
    pub(super) first: Start,
    /// All four cards.
    pub(super) cards: CardSet,
    /// The ordered deals that leave the same choice.
    pub(super) ways: i64,
    /// Whether either hand is dealt as a blackjack.
    pub(super) has_blackjack: bool,
    /// As dealt and switched, the places of both hands as [`Starts::beside`] has them.
    pub(super) places: [[usize; 2]; 2],
}

/// The deals of a game in the order of [`deals`], counted once for all shoes, and the hands that they begin with.
#[derive(Debug)]
pub(crate) struct NumberedDeals {
    pub(super) deals: Vec<NumberedDeal>,
    pub(super) starts: Starts,
    /// By two-card hand in the order of their numbers, all hands that it can grow into.
    pub(super) orders: Vec<Vec<HandId>>,
    /// How often a deal's value is rounded at most in a sum over the sums of those with the same first hand.
    pub(super) roundings: usize,
}

impl NumberedDeals {
    pub(crate) fn new(hands: &Hands) -> Self {
        let starts = Starts::new(hands);
        let numbered = |(pairs, ways): ([Pair; 2], i64)| NumberedDeal {
            first: pairs[0][0],
            cards: cards_of(hands, pairs[0]),
            ways,
            has_blackjack: has_dealt_blackjack(hands, pairs[0]),
            places: pairs.map(|pair| starts.beside_each_other(pair)),
        };
        let deals = deals(hands).into_iter().map(numbered).collect();
        let orders = hands.of_two_cards().map(|(id, _)| hands.grown_from(id)).collect();
        let numbered = Self { deals, starts, orders, roundings: 0 };
        let roundings = numbered.by_first().count() + numbered.by_first().map(<[_]>::len).max().unwrap_or(0);
        Self { roundings, ..numbered }
    }
    /// The deals, those together that have the same first hand.
    pub(super) fn by_first(&self) -> impl Iterator<Item = &[NumberedDeal]> {
        self.deals.chunk_by(|one, other| one.first == other.first)
    }

    /// The number of a hand that a player begins with, dealt so or made by the switch.
    pub(crate) fn start(&self, hand: HandId, switched_natural: bool) -> u16 {
        self.starts.number(Start { hand, switched_natural }) as u16
    }
}
