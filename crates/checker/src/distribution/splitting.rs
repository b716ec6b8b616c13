//! All hands of a split together, in the order in which they are dealt.

use std::collections::BTreeMap;

use super::classes::Classes;
use super::ends::Ends;
use super::field::Field;
use super::hands::{Hands, Settled};
use super::terms::{Marked, multiply, pack};
use crate::hand_place::HandPlace;
use crate::hands::{Counts, VALUES};
use crate::refusal::Refusal;

/// Against what the hands of a split are out of the round.
pub(crate) struct Gone<'a> {
    /// Whether hands that are given up are.
    pub(crate) given_up: bool,
    /// Whether blackjacks are, which have been paid.
    pub(crate) blackjacks: bool,
    /// The dealer's finished hands by end and number of cards: a class below `classes`, or none that is looked at.
    pub(crate) class: &'a dyn Fn(usize, usize) -> Option<usize>,
    pub(crate) classes: usize,
}

/// One hand of a split by its second card.
pub(super) struct Kind {
    /// Not of the pair's value.
    pub(super) other: Marked,
    /// Of the pair's value, and not split again.
    pub(super) same: Marked,
}

impl Hands<'_> {
    /// A pair that is split, to as many hands as the rules let it.
    pub(super) fn split(&self, pair: usize) -> Result<u64, Refusal> {
        let (classes, products) = self.products(pair)?;
        products
            .iter()
            .try_fold(0, |sum, (first, after)| Ok(self.field().add(sum, self.ended(&classes, first, after)?)))
    }

    /// The probability that all its hands are out of the round, by class of the dealer's hand.
    pub(super) fn gone(&self, pair: usize, gone: &Gone<'_>) -> Result<Vec<u64>, Refusal> {
        let field = self.field();
        let (_, products) = self.products(pair)?;
        let class = |_: &Counts, end: usize, cards: usize| (gone.class)(end, cards).unwrap_or(gone.classes);
        let mut ends = Ends::new(field, &self.round.dealer, &self.round.left, &class);
        let mut distribution = vec![0; gone.classes + 1];
        let mut sums = vec![0; gone.classes];
        // No hand that is gone has earned anything by its suits.
        for (a, b) in products.iter().flat_map(|(first, after)| first.pairs(after).into_values().flatten()) {
            multiply(field, a, b, |block| {
                for (key, coefficients) in block.iter() {
                    ends.distribution(key, &mut distribution)?;
                    let coefficient = field.reduce(coefficients[0]);
                    for (sum, &probability) in sums.iter_mut().zip(&distribution) {
                        *sum = field.add(*sum, field.multiply(coefficient, probability));
                    }
                }
                Ok(())
            })?;
        }
        Ok(sums)
    }

    /// The first hand of a split by its second card, each with all hands after it.
    fn products(&self, pair: usize) -> Result<(Classes, Vec<(Marked, Marked)>), Refusal> {
        let Some(rule) = &self.round.game.split else { return Ok((Classes::blackjack(), Vec::new())) };
        let later = self.round.pay.later(pair);
        let mut card = [0; VALUES];
        card[pair] = 1;
        let card = pack(&card);
        let (first, later) = (self.kind(self.round.pay.first(pair), pair, card), self.kind(later, pair, card));
        let kinds = [&first.other, &first.same, &later.other, &later.same];
        let classes = self.classes(kinds);
        let [first_other, first_same, other, same] = kinds.map(|terms| classes.of(terms));
        let mut splitting = Splitting { field: self.field(), card, other, same, known: BTreeMap::new() };
        let splits = usize::from(rule.most_hands(pair)).saturating_sub(2);
        // Both cards of the pair are dealt.
        let dealt = |terms: &Marked| terms.times(self.field(), 2 * card, self.field().one());
        let after_other = dealt(&splitting.after_other(2, splits)?);
        let after_same = dealt(&splitting.after_same(2, splits)?);
        Ok((classes, vec![(first_other, after_other), (first_same, after_same)]))
    }

    /// A hand of a split; the card it was split with is not counted as its own.
    pub(super) fn kind(&self, place: HandPlace, pair: usize, card: u64) -> Kind {
        let wager = self
            .point
            .weight(0, if place == self.round.pay.first(pair) { 0 } else { self.round.pay.split_wager(place) });
        let [other, same] = [false, true].map(|is_same| {
            let seconds = (0..VALUES).filter(|&second| (second == pair) == is_same);
            let starts: Vec<(usize, u64)> =
                seconds.filter_map(|second| Some((self.round.hands.two(pair, second)?, 1))).collect();
            let mut settled = Settled::new();
            self.follow(place, Some(pair), &starts, &mut settled);
            settled.values_mut().flatten().for_each(|(key, _)| *key -= card);
            self.terms(&settled).times(self.field(), 0, wager)
        });
        Kind { other, same }
    }
}

/// The hands of a split, each of which gets its second card and is played before the next.
struct Splitting<'a> {
    field: &'a Field,
    /// One card of the pair's value.
    card: u64,
    other: Marked,
    same: Marked,
    /// What hands with one card each come to, by their number and how many splits are left.
    known: BTreeMap<(usize, usize), Marked>,
}

impl Splitting<'_> {
    fn ends(&self) -> usize {
        self.other.ends
    }

    /// What hands with one card each come to while so many splits are left.
    fn hands(&mut self, waiting: usize, splits: usize) -> Result<Marked, Refusal> {
        if waiting == 0 {
            return Ok(Marked::one(self.field, self.ends()));
        }
        if let Some(known) = self.known.get(&(waiting, splits)) {
            return Ok(known.clone());
        }
        let after_other = self.after_other(waiting, splits)?;
        let after_same = self.after_same(waiting, splits)?;
        let with_other = self.other.product(self.field, &after_other)?;
        let terms = with_other.plus(self.field, &self.same.product(self.field, &after_same)?);
        self.known.insert((waiting, splits), terms.clone());
        Ok(terms)
    }

    /// What all others come to if the hand to be dealt to gets a card of another value in the end, having been split on the way any
    /// number of times.
    fn after_other(&mut self, waiting: usize, splits: usize) -> Result<Marked, Refusal> {
        let mut sum = Marked::new(self.ends());
        for made in 0..=splits {
            let others = self.hands(waiting - 1 + made, splits - made)?;
            sum = sum.plus(self.field, &others.times(self.field, made as u64 * self.card, self.field.one()));
        }
        Ok(sum)
    }

    /// The same if it keeps a card of the pair's value, which it does once no split is left.
    fn after_same(&mut self, waiting: usize, splits: usize) -> Result<Marked, Refusal> {
        let others = self.hands(waiting - 1 + splits, 0)?;
        Ok(others.times(self.field, splits as u64 * self.card, self.field.one()))
    }
}
