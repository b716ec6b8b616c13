//! The mean net result of a round, hand by hand, as a polynomial in the cards that decide it.
//!
//! Means add up over the hands of a split. Beside one hand nothing need be known of the others but second cards that decide how often is split: what they draw besides
//! is any card. So no product of many hands is made.

use std::collections::BTreeMap;

use super::hands::{Hands, Settled};
use super::terms::{Terms, pack, product};
use crate::dealer::ENDS;
use crate::hand_place::HandPlace;
use crate::hands::VALUES;
use crate::refusal::Refusal;

/// Some hands of a split.
#[derive(Clone)]
struct MeanPart {
    /// The cards known of them, each set as often as it is dealt.
    dealt: Terms,
    /// The sum of their net results, by what is known beside the cards of the hand that wins it.
    net: Terms,
}

/// One hand of a split.
#[derive(Clone)]
struct OneHand {
    /// If its second card is of another value than the pair's.
    other: MeanPart,
    /// With any second card, which then need not be known.
    any: MeanPart,
}

/// Hands of a split, each of which gets its second card and is played before the next.
struct MeanSplitting<'h, 'a> {
    hands: &'h Hands<'a>,
    /// One card of the pair's value.
    card: u64,
    /// A hand after the first.
    later: OneHand,
    /// Hands with one card each, by their number and how many splits are left.
    known: BTreeMap<(usize, usize), MeanPart>,
}

impl Hands<'_> {
    /// Of hands that are not split and of all splits: the net result in units of [`crate::round::Round::units`], by the cards of one hand and those known beside it, for every end of the dealer's.
    ///
    /// # Errors
    /// For hands of too many cards.
    pub(super) fn means(&self, unsplit: &[Settled]) -> Result<Terms, Refusal> {
        let mut all: Vec<Terms> = unsplit.iter().map(|settled| self.unmarked(settled)).collect();
        for pair in (0..VALUES).filter(|&pair| self.play.split[pair]) {
            all.push(self.split_means(pair)?);
        }
        Ok(Terms::sum(self.field(), ENDS, all.iter().flat_map(Terms::iter)))
    }

    pub(super) fn unmarked(&self, settled: &Settled) -> Terms {
        let terms = settled.values().flatten().map(|(key, coefficients)| (*key, &coefficients[..]));
        Terms::sum(self.field(), ENDS, terms)
    }

    fn split_means(&self, pair: usize) -> Result<Terms, Refusal> {
        let Some(rule) = &self.round.game.split else { return Ok(nothing()) };
        let splits = usize::from(rule.most_hands(pair)).saturating_sub(2);
        let [first, later] =
            [self.round.pay.first(pair), self.round.pay.later(pair)].map(|place| self.one_hand(place, pair));
        let card = one_card(pair);
        let mut splitting = MeanSplitting { hands: self, card, later, known: BTreeMap::new() };
        let sum = splitting.hand_and_others(&first, 1, splits)?;
        Ok(sum.net.times(self.field(), 2 * card, self.field().one()))
    }

    fn one_hand(&self, place: HandPlace, pair: usize) -> OneHand {
        let one = [self.field().one(); ENDS];
        let others = (0..VALUES).filter(|&second| second != pair).map(|second| (one_card(second), &one[..]));
        let dealt = Terms::sum(self.field(), ENDS, others);
        OneHand {
            other: MeanPart { dealt, net: self.net_of(place, pair, |second| second != pair) },
            any: MeanPart { net: self.net_of(place, pair, |_| true), ..self.no_hand() },
        }
    }

    /// What is told of a hand of a split with these second cards; the card it was split with is not counted as its own.
    pub(super) fn net_of(&self, place: HandPlace, pair: usize, is_second: impl Fn(usize) -> bool) -> Terms {
        let seconds = (0..VALUES).filter(|&second| is_second(second));
        let starts: Vec<(usize, u64)> =
            seconds.filter_map(|second| Some((self.round.hands.two(pair, second)?, 1))).collect();
        let mut settled = Settled::new();
        self.follow(place, Some(pair), &starts, &mut settled);
        settled.values_mut().flatten().for_each(|(key, _)| *key -= one_card(pair));
        self.unmarked(&settled)
    }

    fn no_hand(&self) -> MeanPart {
        MeanPart { dealt: Terms::single(ENDS, 0, self.field().one()), net: nothing() }
    }
}

fn nothing() -> Terms {
    Terms { ends: ENDS, ..Terms::default() }
}

pub(super) fn one_card(value: usize) -> u64 {
    let mut card = [0; VALUES];
    card[value] = 1;
    pack(&card)
}

impl MeanSplitting<'_, '_> {
    /// One hand, and so many others that have one card each, while so many splits are left.
    fn hand_and_others(&mut self, hand: &OneHand, others: usize, splits: usize) -> Result<MeanPart, Refusal> {
        let field = self.hands.field();
        let mut sum = MeanPart { dealt: nothing(), net: nothing() };
        // It has been split so often before it keeps its second card; once no split is left it keeps any.
        for made in 0..=splits {
            let card = if made < splits { &hand.other } else { &hand.any };
            let beside = self.others(others + made, splits - made)?;
            let part = self.product(card, &beside)?;
            let with_cards = |terms: &Terms| terms.times(field, made as u64 * self.card, field.one());
            sum.dealt = sum.dealt.plus(field, &with_cards(&part.dealt));
            sum.net = sum.net.plus(field, &with_cards(&part.net));
        }
        Ok(sum)
    }

    /// Hands with one card each while so many splits are left.
    fn others(&mut self, waiting: usize, splits: usize) -> Result<MeanPart, Refusal> {
        let none = self.hands.no_hand();
        if waiting == 0 {
            return Ok(none);
        }
        if splits == 0 {
            let field = self.hands.field();
            return Ok(MeanPart { net: self.later.any.net.times(field, 0, field.of(waiting as u64)), ..none });
        }
        if let Some(known) = self.known.get(&(waiting, splits)) {
            return Ok(known.clone());
        }
        let hand = self.later.clone();
        let part = self.hand_and_others(&hand, waiting - 1, splits)?;
        self.known.insert((waiting, splits), part.clone());
        Ok(part)
    }

    fn product(&self, one: &MeanPart, other: &MeanPart) -> Result<MeanPart, Refusal> {
        let field = self.hands.field();
        let of_one = product(field, &one.net, &other.dealt)?;
        let of_other = product(field, &one.dealt, &other.net)?;
        Ok(MeanPart { dealt: product(field, &one.dealt, &other.dealt)?, net: of_one.plus(field, &of_other) })
    }
}
