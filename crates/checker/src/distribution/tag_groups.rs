//! The cards of a shoe by their tag.

use super::terms::count;
use crate::hands::{Counts, VALUES};

/// The most different tags beside which means are derived.
pub(crate) const MOST_GROUPS: usize = 6;

/// Bits of the cards of one tag in a set of cards by tag.
const BITS: usize = 8;

/// The cards of a shoe by their tag.
#[derive(Debug, Clone)]
pub(crate) struct TagGroups {
    /// By tag in rising order, how many cards the shoe holds.
    pub(super) held: Vec<(i32, u64)>,
    group_of: [usize; VALUES],
}

impl TagGroups {
    /// `None` if the cards of the shoe have more than [`MOST_GROUPS`] different tags.
    pub(crate) fn new(shoe: &Counts, tags: &[i32; VALUES]) -> Option<Self> {
        let mut held: Vec<(i32, u64)> = Vec::new();
        let mut sorted: Vec<usize> = (0..VALUES).filter(|&value| shoe[value] > 0).collect();
        sorted.sort_by_key(|&value| tags[value]);
        let mut group_of = [0; VALUES];
        for value in sorted {
            match held.last_mut().filter(|(tag, _)| *tag == tags[value]) {
                Some((_, cards)) => *cards += u64::from(shoe[value]),
                None => held.push((tags[value], shoe[value].into())),
            }
            group_of[value] = held.len() - 1;
        }
        (held.len() <= MOST_GROUPS).then_some(Self { held, group_of })
    }

    /// The lowest and the highest count of so many cards.
    pub(crate) fn range(&self, seen: u64) -> [i64; 2] {
        let sum = |groups: &mut dyn Iterator<Item = &(i32, u64)>| {
            let mut left = seen;
            groups.fold(0, |sum, &(tag, held)| {
                let taken = held.min(left);
                left -= taken;
                sum + i64::from(tag) * taken as i64
            })
        };
        [sum(&mut self.held.iter()), sum(&mut self.held.iter().rev())]
    }

    pub(super) fn cards(&self) -> u64 {
        self.held.iter().map(|&(_, held)| held).sum()
    }

    /// A set of cards by tag; those of two together are the sum.
    pub(super) fn one(&self, value: usize) -> u64 {
        1 << (self.group_of[value] * BITS)
    }

    pub(super) fn of_cards(&self, cards: &Counts) -> u64 {
        (0..VALUES).map(|value| u64::from(cards[value]) * self.one(value)).sum()
    }

    pub(super) fn of_packed(&self, cards: u64) -> u64 {
        (0..VALUES).map(|value| count(cards, value) as u64 * self.one(value)).sum()
    }

    /// The groups of the cards of a set, one after the other.
    pub(super) fn groups_in(&self, taken: u64) -> impl Iterator<Item = usize> {
        let cards = move |group: usize| (taken >> (group * BITS)) as usize & ((1 << BITS) - 1);
        (0..self.held.len()).rev().flat_map(move |group| std::iter::repeat_n(group, cards(group)))
    }
}
