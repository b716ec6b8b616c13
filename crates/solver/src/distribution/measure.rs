//! Signed measures on what hands of a round have taken from the shoe and come to, and their products.

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::tally::{Sums, TallyId};
use crate::laws::UpTable;
use crate::removed::Removed;

/// Ordered ways in which some hands, together, take these cards and come to this tally. Busting cards are left out and
/// ways are signed, as [`crate::count::follow`] tells them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Term {
    pub(super) cards: Removed,
    pub(super) tally: TallyId,
    pub(super) ways: i64,
}

/// A measure on the hands played so far, in the order of cards and tally, each pair once.
#[derive(Clone, Default)]
pub(super) struct Measure(Vec<Term>);

/// A product is made block by block of sets of cards that agree in the values from this one on, so that a block's sums stay
/// in a cache. They are the high bits of a set, and those of a union are the sum of those of its parts.
const BLOCK_VALUE: usize = 3;

impl Measure {
    pub(super) fn new(terms: impl IntoIterator<Item = Term>) -> Self {
        let mut sums: FxHashMap<(Removed, TallyId), i64> = FxHashMap::default();
        for term in terms {
            *sums.entry((term.cards, term.tally)).or_default() += term.ways;
        }
        Self::of_sums(sums.into_iter().map(|((cards, tally), ways)| Term { cards, tally, ways }).collect())
    }

    fn of_sums(mut terms: Vec<Term>) -> Self {
        terms.retain(|term| term.ways != 0);
        terms.sort_unstable();
        Self(terms)
    }

    pub(super) fn terms(&self) -> &[Term] {
        &self.0
    }

    /// The tallies that come up, in order.
    pub(super) fn tallies(&self) -> Vec<TallyId> {
        let mut tallies: Vec<TallyId> = self.0.iter().map(|term| term.tally).collect();
        tallies.sort_unstable();
        tallies.dedup();
        tallies
    }

    /// The most cards that the hands have taken.
    pub(super) fn most_cards(&self) -> u32 {
        self.0.iter().map(|term| term.cards.size()).max().unwrap_or(0)
    }

    /// The sum of the magnitudes of its ways. That of a product is at most the product of those of its factors.
    pub(super) fn norm(&self) -> u128 {
        self.0.iter().map(|term| u128::from(term.ways.unsigned_abs())).sum()
    }

    pub(super) fn times(mut self, factor: i64) -> Self {
        self.0.iter_mut().for_each(|term| term.ways *= factor);
        self
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self::new(self.0.into_iter().chain(other.0))
    }

    fn blocks(&self) -> Vec<(Removed, Range<usize>)> {
        let mut blocks = Vec::new();
        let mut start = 0;
        for block in self.0.chunk_by(|a, b| a.cards.at_least(BLOCK_VALUE) == b.cards.at_least(BLOCK_VALUE)) {
            blocks.push((block[0].cards.at_least(BLOCK_VALUE), start..start + block.len()));
            start += block.len();
        }
        blocks
    }
}

/// A block of each factor, by the positions of its terms.
type Pair = (Range<usize>, Range<usize>);

/// The product of a measure with that of one more hand, which is made block by block and need not be kept.
pub(super) struct Product<'a> {
    up: &'a UpTable,
    some: &'a Measure,
    hand: &'a Measure,
    /// Of the tallies of `some` with those of `hand`.
    sums: &'a Sums,
    /// The position of each term's tally among those of `hand`.
    hand_tally: Vec<usize>,
    blocks: Vec<(Removed, Vec<Pair>)>,
}

impl<'a> Product<'a> {
    /// `hand_tallies` are those that `sums` were made with, in that order.
    pub(super) fn new(
        up: &'a UpTable,
        some: &'a Measure,
        hand: &'a Measure,
        hand_tallies: &[TallyId],
        sums: &'a Sums,
    ) -> Self {
        let position: FxHashMap<TallyId, usize> =
            hand_tallies.iter().zip(0..).map(|(&tally, at)| (tally, at)).collect();
        let hand_tally = hand.terms().iter().map(|term| position[&term.tally]).collect();
        let mut blocks: FxHashMap<Removed, Vec<Pair>> = FxHashMap::default();
        let hand_blocks = hand.blocks();
        for (cards, range) in some.blocks() {
            for (hand_cards, hand_range) in &hand_blocks {
                blocks.entry(cards + *hand_cards).or_default().push((range.clone(), hand_range.clone()));
            }
        }
        let mut blocks: Vec<_> = blocks.into_iter().collect();
        blocks.sort_unstable_by_key(|&(cards, _)| cards);
        Self { up, some, hand, sums, hand_tally, blocks }
    }

    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// One block of the product, without cards that cannot be gone.
    pub(super) fn block(&self, block: usize) -> Measure {
        let (cards, pairs) = &self.blocks[block];
        // By the cards of lower values and tally.
        let mut sums: FxHashMap<u64, i64> = FxHashMap::default();
        for (range, hand_range) in pairs {
            for at in hand_range.clone() {
                let other = &self.hand.terms()[at];
                let with_each = self.sums.with(self.hand_tally[at]);
                let below = other.cards.below(BLOCK_VALUE).packed();
                for one in &self.some.terms()[range.clone()] {
                    let tally = with_each[one.tally as usize];
                    let key = ((one.cards.below(BLOCK_VALUE).packed() + below) << 32) | u64::from(tally);
                    *sums.entry(key).or_default() += one.ways * other.ways;
                }
            }
        }
        let terms = sums.into_iter().map(|(key, ways)| Term {
            cards: *cards + Removed::of_packed(key >> 32),
            tally: key as TallyId,
            ways,
        });
        Measure::of_sums(terms.filter(|term| self.up.is_feasible(term.cards)).collect())
    }

    pub(super) fn whole(&self) -> Measure {
        let blocks: Vec<Measure> = (0..self.blocks()).into_par_iter().map(|block| self.block(block)).collect();
        Measure(blocks.into_iter().flat_map(|block| block.0).collect())
    }
}
