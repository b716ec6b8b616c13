//! The dealer by single hole cards, and with every finished hand weighed.

use cards::{Composition, Value};
use rules::{Game, HoleCase};
use rustc_hash::FxHashMap;

use super::{Dealer, FinalHand, final_hands, is_natural, outcome, stands, total};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;

/// The dealer's finished hand as far as a wager on it can tell it from others by values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DealerHand {
    /// The up card.
    pub up: Value,
    /// The hole card, or the card dealt second where there is none.
    pub hole: Value,
    /// The third card, if one was drawn.
    pub third: Option<Value>,
    /// Number of cards.
    pub cards: u8,
    /// Best total; more than 21 is a bust.
    pub total: u8,
    /// Whether it is an ace and a ten.
    pub blackjack: bool,
}

/// A finished hand by all its cards.
pub(crate) struct FinishedHand {
    /// Cards without the up card.
    drawn: CardSet,
    pub(crate) hand: DealerHand,
    /// Orders of the cards after those that `hand` names.
    orders: u64,
}

impl Dealer {
    /// The same dealer as [`Dealer::new`] with a case of its own for every hole card that the shoe holds, in value order.
    ///
    /// # Errors
    /// As [`Dealer::new`].
    pub(crate) fn by_hole_card(game: &Game, up: Value, shoe: &Composition) -> Result<Self, SolveError> {
        let holes = Value::all().filter(|&hole| shoe.count(hole) > u16::from(hole == up));
        let cases: Vec<HoleCase> = holes
            .map(|hole| HoleCase { signal: hole.to_string(), holes: [hole].into_iter().collect(), ends_round: false })
            .collect();
        let finals = final_hands(game, up, &cases, shoe, &mut |hand, points| Ok(outcome(hand, points)))?;
        Self::assemble(up, cases, finals, shoe, 1)
    }

    /// The dealer of [`Dealer::new`] whose distributions count each order with the weight of its finished hand, as given beside it.
    ///
    /// # Errors
    /// [`SolveError::ShoeTooLarge`] if ordered draws times weights overflow 127 bits.
    pub(crate) fn weighted<'a>(
        game: &Game,
        up: Value,
        shoe: &Composition,
        hands: impl Iterator<Item = (&'a FinishedHand, u64)>,
    ) -> Result<Self, SolveError> {
        let cases = game.hole_cases(up);
        let mut finals: FxHashMap<CardSet, FinalHand> = FxHashMap::default();
        let mut most = 1;
        for (FinishedHand { drawn, hand, orders }, weight) in hands.filter(|&(_, weight)| weight > 0) {
            let all = *drawn + CardSet::one(up.index());
            let sum = finals
                .entry(*drawn)
                .or_insert_with(|| FinalHand { outcome: outcome(all, hand.total), orders: vec![0; cases.len()] });
            if let Some(case) = cases.iter().position(|case| case.holes.contains(hand.hole)) {
                let weighed = orders.checked_mul(weight).and_then(|orders| orders.checked_add(sum.orders[case]));
                sum.orders[case] = weighed.ok_or(SolveError::ShoeTooLarge)?;
            }
            most = most.max(weight);
        }
        Self::assemble(up, cases, finals.into_iter().collect(), shoe, most)
    }
}

/// Every finished hand of the dealer from this up card.
pub(crate) fn finished_hands(game: &Game, up: Value, shoe: &Composition) -> Vec<FinishedHand> {
    let mut level: FxHashMap<(CardSet, Value, Option<Value>), u64> =
        Value::all().map(|hole| ((CardSet::one(hole.index()), hole, None), 1)).collect();
    let mut finished = Vec::new();
    while !level.is_empty() {
        let mut next: FxHashMap<(CardSet, Value, Option<Value>), u64> = FxHashMap::default();
        for ((drawn, hole, third), orders) in level {
            let hand = drawn + CardSet::one(up.index());
            if Value::all().any(|value| hand.count(value.index()) > u32::from(shoe.count(value))) {
                continue;
            }
            let (points, soft) = total(hand, game.dealer.ace_limit);
            if stands(game, points, soft) {
                let cards = hand.size() as u8;
                let hand = DealerHand { up, hole, third, cards, total: points, blackjack: is_natural(hand) };
                finished.push(FinishedHand { drawn, hand, orders });
                continue;
            }
            for value in Value::all() {
                let key = (drawn + CardSet::one(value.index()), hole, third.or(Some(value)));
                *next.entry(key).or_default() += orders;
            }
        }
        level = next;
    }
    finished
}
