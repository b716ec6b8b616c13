//! The dealer's hand beside very many sets of cards, each final hand weighed by the cards of each tag that are then gone.
//!
//! As in `ends.rs` the values are summed out one by one. Here the weight of all cards together is known before: so the values from six on are summed out from the other end, ten first, once for all sets that have
//! the same of them and as many cards of each tag. Where both ends meet a set takes one scalar product.

use std::collections::HashMap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::ends::{Level, Rest, falling};
use super::field::{Field, MOST_PRODUCTS};
use super::tag_groups::TagGroups;
use super::terms::{Terms, count};
use crate::dealer::{Dealer, ENDS};
use crate::hands::{Counts, VALUES};

use crate::refusal::Refusal;

/// Values that are summed out ace first; the others, ten first.
const MIDDLE: usize = 5;

/// The class of a hand's end, and its cards by tag.
type EndAndTags = (usize, u64);

/// The dealer's hands under one up card and signal, for one count.
pub(super) struct Weighed<'a> {
    field: &'a Field,
    groups: &'a TagGroups,
    levels: Vec<Level>,
    /// Orders of each hand.
    orders: Vec<u64>,
    /// The cards by tag of what is left at last.
    pub(super) drawn: Vec<u64>,
    /// The rests of each class where both ends meet.
    classes: Vec<Range<usize>>,
    /// By value and number: falling factorials of the cards that are there.
    falling: Vec<Vec<u64>>,
}

impl<'a> Weighed<'a> {
    /// `class` tells which ends are told apart.
    pub(super) fn new(
        field: &'a Field,
        groups: &'a TagGroups,
        (dealer, left): (&Dealer, &Counts),
        class: &[usize; ENDS],
    ) -> Self {
        let mut hands: Vec<(Rest<EndAndTags>, u64)> = dealer
            .finished()
            .iter()
            .map(|(cards, end, orders)| ((cards.to_vec(), (class[*end], groups.of_cards(cards))), field.of(*orders)))
            .collect();
        // Rests keep the order of their classes.
        hands.sort_by_key(|((_, (class, _)), _)| *class);
        let (mut rests, orders): (Vec<Rest<EndAndTags>>, Vec<u64>) = hands.into_iter().unzip();
        let mut levels = Vec::new();
        let mut classes = Vec::new();
        for value in 0..VALUES {
            if value == MIDDLE {
                let number = class.iter().max().map_or(0, |most| most + 1);
                let at = |class| rests.partition_point(|(_, (of, _))| *of < class);
                classes = (0..number).map(|class| at(class)..at(class + 1)).collect();
            }
            let (level, list) = Level::of_first(&rests);
            levels.push(level);
            rests = list;
        }
        let falling = left.iter().map(|&held| falling(field, held.into())).collect();
        let drawn = rests.into_iter().map(|(_, (_, tags))| tags).collect();
        Self { field, groups, levels, orders, drawn, classes, falling }
    }

    /// The sum over sets of cards and the dealer's hands of the coefficient, the ordered ways to draw both, and the weight of the cards by tag, `more` among them.
    ///
    /// # Errors
    /// For cards without a weight.
    pub(super) fn sum(&self, terms: &Terms, more: u64, weights: &FxHashMap<u64, u64>) -> Result<u64, Refusal> {
        let counts = |key: u64| -> [usize; VALUES] { std::array::from_fn(|value| count(key, value)) };
        let (begun, place_of) = self.begun(terms);
        let mut order: Vec<(u64, [usize; VALUES - MIDDLE], usize)> = (0..terms.keys.len())
            .map(|at| {
                let counts = counts(terms.keys[at]);
                let last = std::array::from_fn(|place| counts[VALUES - 1 - place]);
                (self.groups.of_packed(terms.keys[at]) + more, last, at)
            })
            .collect();
        order.sort_unstable();
        let mut ended: Vec<Vec<u64>> = vec![Vec::new(); VALUES + 1];
        let mut known: Option<(u64, [usize; VALUES - MIDDLE])> = None;
        let mut sum = 0;
        for (tags, last, at) in order {
            let mut same = match &known {
                Some((of, before)) if *of == tags => last.iter().zip(before).take_while(|(a, b)| a == b).count(),
                _ => {
                    let all = self.drawn.iter().map(|drawn| weights.get(&(tags + drawn)).copied());
                    let all: Option<Vec<u64>> = all.collect();
                    ended[VALUES] =
                        all.ok_or_else(|| Refusal::not_checkable("a shoe that the cards seen and a round can use up"))?;
                    0
                }
            };
            while same < last.len() {
                let value = VALUES - 1 - same;
                let falling = &self.falling[value][last[same]..];
                let after = &ended[value + 1];
                let level = self.levels[value].terms.iter();
                ended[value] = level.map(|&(cards, next)| self.field.multiply(falling[cards], after[next])).collect();
                same += 1;
            }
            known = Some((tags, last));
            let (begun, ended) = (&begun[place_of[&low_cards(terms.keys[at])]], &ended[MIDDLE]);
            let coefficients = &terms.coefficients[at * terms.ends..][..terms.ends];
            for (class, &coefficient) in self.classes.iter().zip(coefficients).filter(|(_, one)| **one != 0) {
                let of_class = self.scalar(&begun[class.clone()], &ended[class.clone()]);
                sum = self.field.add(sum, self.field.multiply(coefficient, of_class));
            }
        }
        Ok(sum)
    }

    fn scalar(&self, one: &[u64], other: &[u64]) -> u64 {
        let parts = one.chunks(MOST_PRODUCTS).zip(other.chunks(MOST_PRODUCTS));
        parts.fold(0, |sum, (one, other)| {
            let products = one.iter().zip(other).map(|(&a, &b)| u128::from(a) * u128::from(b));
            self.field.add(sum, self.field.reduce(products.sum()))
        })
    }

    /// The dealer's hands with the low values summed out, for the low cards of every set; and where each stands.
    fn begun(&self, terms: &Terms) -> (Vec<Vec<u64>>, HashMap<[u8; MIDDLE], usize>) {
        let mut all: Vec<[u8; MIDDLE]> = terms.keys.iter().map(|&key| low_cards(key)).collect();
        all.sort_unstable();
        all.dedup();
        let mut steps: Vec<Vec<u64>> = vec![self.orders.clone(); MIDDLE + 1];
        let mut known: Option<[u8; MIDDLE]> = None;
        let mut begun = Vec::with_capacity(all.len());
        for low in &all {
            let same = known.map_or(0, |before| low.iter().zip(&before).take_while(|(a, b)| a == b).count());
            for value in same..MIDDLE {
                let falling = &self.falling[value][usize::from(low[value])..];
                let mut after = std::mem::take(&mut steps[value + 1]);
                self.levels[value].sum_out(self.field, &steps[value], falling, &mut after);
                steps[value + 1] = after;
            }
            known = Some(*low);
            begun.push(steps[MIDDLE].clone());
        }
        (begun, all.into_iter().enumerate().map(|(place, low)| (low, place)).collect())
    }
}

/// The cards of a set below [`MIDDLE`].
fn low_cards(key: u64) -> [u8; MIDDLE] {
    std::array::from_fn(|value| count(key, value) as u8)
}
