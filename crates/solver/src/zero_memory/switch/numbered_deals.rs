//! Deals of two hands with where their values stand, so that shoe after shoe is valued without looking any of them up.

use super::{Pair, Start, Starts, cards_of, deals, has_dealt_blackjack};
use crate::arithmetic::card_set::CardSet;
use crate::compiled::hands::Hands;

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

/// The deals of a game in the order of [`deals`], counted once for all shoes.
#[derive(Debug)]
pub(crate) struct NumberedDeals(pub(super) Vec<NumberedDeal>);

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
        Self(deals(hands).into_iter().map(numbered).collect())
    }
}
