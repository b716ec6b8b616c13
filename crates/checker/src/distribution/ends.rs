//! The distribution of the dealer's end beside many sets of cards.
//!
//! The dealer's finished hands are terms too: a set of cards, its end, and in how many orders it is drawn. A set of cards of the
//! player's and a dealer's hand stand for the ordered draws of both, a falling factorial for each value over one for all cards.
//! So the values are summed out one by one, ace first, and sets that begin with the same counts share the sums.

use std::collections::BTreeMap;

use super::field::Field;
use super::terms::{count, size};
use crate::dealer::Dealer;
use crate::hands::{Counts, VALUES};
use crate::refusal::Refusal;

/// What is left of a dealer's hand once some values are summed out: the counts of the others, and what is told of the hand.
pub(super) type Rest<T> = (Vec<u16>, T);

/// One value of every rest: how many cards of it, and what is left.
#[derive(Debug)]
pub(super) struct Level {
    pub(super) terms: Vec<(usize, usize)>,
    /// Cards and place of every rest, in groups that leave the same.
    alike: Vec<(usize, usize)>,
    /// Where the groups begin, and where the last ends. A group has a few rests for each number of cards, fewer than
    /// [`MOST_PRODUCTS`](super::field::MOST_PRODUCTS).
    bounds: Vec<usize>,
}

impl Level {
    /// The first value of all rests, and what is left, in the order in which it first comes.
    pub(super) fn of_first<T: Copy + Ord>(rests: &[Rest<T>]) -> (Self, Vec<Rest<T>>) {
        let mut after: BTreeMap<Rest<T>, usize> = BTreeMap::new();
        let mut list: Vec<Rest<T>> = Vec::new();
        let terms = rests.iter().map(|(cards, told)| {
            let rest = (cards[1..].to_vec(), *told);
            let next = *after.entry(rest.clone()).or_insert_with(|| {
                list.push(rest);
                list.len() - 1
            });
            (usize::from(cards[0]), next)
        });
        let terms: Vec<(usize, usize)> = terms.collect();
        let mut by_next: Vec<Vec<(usize, usize)>> = vec![Vec::new(); list.len()];
        terms.iter().enumerate().for_each(|(place, &(cards, next))| by_next[next].push((cards, place)));
        let mut bounds = vec![0];
        bounds.extend(by_next.iter().scan(0, |end, alike| {
            *end += alike.len();
            Some(*end)
        }));
        (Self { terms, alike: by_next.concat(), bounds }, list)
    }

    /// Sums the value out, where so many ways are left to draw each number of its cards.
    pub(super) fn sum_out(&self, field: &Field, before: &[u64], falling: &[u64], after: &mut Vec<u64>) {
        after.clear();
        after.extend(self.bounds.windows(2).map(|bounds| {
            let alike = self.alike[bounds[0]..bounds[1]].iter();
            field.reduce(alike.map(|&(cards, place)| u128::from(before[place]) * u128::from(falling[cards])).sum())
        }));
    }
}

/// In how many ordered ways each number of cards is drawn from so many.
pub(super) fn falling(field: &Field, number: usize) -> Vec<u64> {
    let mut falling = vec![field.one()];
    for drawn in 0..MOST_CARDS {
        falling.push(field.multiply(falling[drawn], field.of(number.saturating_sub(drawn) as u64)));
    }
    falling
}

/// The dealer's hands under one up card and signal beside the cards of a shoe.
#[derive(Debug)]
pub(crate) struct Ends<'a> {
    field: &'a Field,
    levels: Vec<Level>,
    /// Orders of each hand.
    orders: Vec<u64>,
    /// Class and number of cards of what is left at last.
    last: Vec<(usize, usize)>,
    /// By value and number: falling factorials of the cards that are there.
    falling: Vec<Vec<u64>>,
    /// The inverses of those of all cards.
    inverse: Vec<u64>,
    /// Sums so far, by number of values summed out, and the counts they were summed for.
    sums: Vec<Vec<u64>>,
    counts: Vec<Option<usize>>,
}

/// Most cards that all hands of a round may hold.
pub(crate) const MOST_CARDS: usize = 90;

impl<'a> Ends<'a> {
    /// `class` tells what end is told from what other, by the cards drawn beside the up card, end and number of the dealer's cards.
    pub(crate) fn new(
        field: &'a Field,
        dealer: &Dealer,
        left: &Counts,
        class: &dyn Fn(&Counts, usize, usize) -> usize,
    ) -> Self {
        let finished = dealer.finished();
        let mut rests: Vec<Rest<(usize, usize)>> = finished
            .iter()
            .map(|(cards, end, _)| {
                let drawn = cards.iter().map(|&one| usize::from(one)).sum();
                (cards.to_vec(), (class(cards, *end, drawn + 1), drawn))
            })
            .collect();
        let orders = finished.iter().map(|&(_, _, orders)| field.of(orders)).collect();
        let mut levels = Vec::new();
        for _ in 0..VALUES {
            let (level, list) = Level::of_first(&rests);
            levels.push(level);
            rests = list;
        }
        let unseen: usize = left.iter().map(|&count| usize::from(count)).sum();
        Self {
            field,
            levels,
            orders,
            last: rests.into_iter().map(|(_, told)| told).collect(),
            falling: left.iter().map(|&count| falling(field, count.into())).collect(),
            inverse: falling(field, unseen).into_iter().map(|product| field.inverse(product)).collect(),
            sums: vec![Vec::new(); VALUES + 1],
            counts: vec![None; VALUES],
        }
    }

    /// The probability that cards are drawn in one order that makes up this set, and that the dealer comes to each end, by class;
    /// fastest if sets follow each other in order.
    ///
    /// Where the set can leave the dealer too few cards, his ends lack those ways, and a distribution of them does not sum to one.
    ///
    /// # Errors
    /// If more cards than there are had ways.
    pub(crate) fn distribution(&mut self, key: u64, distribution: &mut [u64]) -> Result<(), Refusal> {
        let size = size(key);
        let counts: [usize; VALUES] = std::array::from_fn(|value| count(key, value));
        let known = (0..VALUES).find(|&value| self.counts[value] != Some(counts[value])).unwrap_or(VALUES - 1);
        for (value, &count) in counts.iter().enumerate().skip(known) {
            self.sum_out(value, count);
        }
        distribution.fill(0);
        // Where set and dealer's hand are more cards than there are, one value is too many, and the sum is zero.
        for (&(class, cards), &sum) in self.last.iter().zip(&self.sums[VALUES]).filter(|&(_, &sum)| sum != 0) {
            let inverse = self.inverse.get(size + cards).copied().filter(|&inverse| inverse != 0);
            let inverse = inverse.ok_or_else(|| Refusal::not_checkable("a shoe that a round can use up"))?;
            distribution[class] = self.field.add(distribution[class], self.field.multiply(sum, inverse));
        }
        Ok(())
    }

    fn sum_out(&mut self, value: usize, count: usize) {
        self.counts[value] = Some(count);
        self.counts[value + 1..].fill(None);
        let mut after = std::mem::take(&mut self.sums[value + 1]);
        let before = if value == 0 { &self.orders } else { &self.sums[value] };
        self.levels[value].sum_out(self.field, before, &self.falling[value][count..], &mut after);
        self.sums[value + 1] = after;
    }
}
