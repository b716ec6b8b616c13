//! Signed measures on what hands of a round have taken from the shoe and come to, and their products.

use std::collections::BTreeSet;
use std::ops::Range;

use cards::Value;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::tally::{TallyId, TallySums};
use crate::arithmetic::card_set::CardSet;
use crate::dealer::cache::DealerCache;

/// Ordered ways in which some hands, together, take these cards and come to this tally. Busting cards are left out and
/// ways are signed, as [`crate::compiled::walk::follow`] tells them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct MeasureTerm {
    pub(super) cards: CardSet,
    pub(super) tally: TallyId,
    pub(super) ways: i64,
}

/// A measure on the hands played so far, in the order of cards and tally, each pair once.
#[derive(Clone, Default, PartialEq)]
pub(super) struct HandsMeasure(Vec<MeasureTerm>);

/// A product is made block by block of sets of cards that agree in the values from this one on, so that a block's sums stay
/// in a cache. They are the high bits of a set, and those of a union are the sum of those of its parts.
const BLOCK_VALUE: usize = 3;

impl HandsMeasure {
    pub(super) fn new(terms: impl IntoIterator<Item = MeasureTerm>) -> Self {
        let mut sums: FxHashMap<(CardSet, TallyId), i64> = FxHashMap::default();
        for term in terms {
            *sums.entry((term.cards, term.tally)).or_default() += term.ways;
        }
        Self::of_sums(sums.into_iter().map(|((cards, tally), ways)| MeasureTerm { cards, tally, ways }).collect())
    }

    fn of_sums(mut terms: Vec<MeasureTerm>) -> Self {
        terms.retain(|term| term.ways != 0);
        terms.sort_unstable();
        Self(terms)
    }

    pub(super) fn terms(&self) -> &[MeasureTerm] {
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

    /// The most that the magnitudes of ways with the same cards add up to. Of a product that is at most the norm of one factor times
    /// this of the other.
    pub(super) fn largest(&self) -> u128 {
        let of_set = |set: &[MeasureTerm]| set.iter().map(|term| u128::from(term.ways.unsigned_abs())).sum();
        self.0.chunk_by(|a, b| a.cards == b.cards).map(of_set).max().unwrap_or(0)
    }

    /// The most cards of each value.
    pub(super) fn most_counts(&self) -> [u32; Value::COUNT] {
        self.0.iter().fold([0; Value::COUNT], |most, term| {
            let counts = term.cards.counts();
            std::array::from_fn(|value| most[value].max(counts[value]))
        })
    }

    pub(super) fn times(mut self, factor: i64) -> Self {
        self.0.iter_mut().for_each(|term| term.ways *= factor);
        self
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self::new(self.0.into_iter().chain(other.0))
    }

    fn blocks(&self) -> impl Iterator<Item = &[MeasureTerm]> {
        self.0.chunk_by(|a, b| a.cards.at_least(BLOCK_VALUE) == b.cards.at_least(BLOCK_VALUE))
    }
}

/// Measures, each so many times.
pub(super) fn factors(hands: [(&HandsMeasure, u32); 2]) -> Vec<&HandsMeasure> {
    hands.into_iter().flat_map(|(hand, number)| std::iter::repeat_n(hand, number as usize)).collect()
}

/// The terms of a factor that agree in the values from [`BLOCK_VALUE`] on.
struct FactorBlock {
    cards: CardSet,
    /// Positions in [`Factor::sets`].
    sets: Range<usize>,
    /// The tallies that come up, in order.
    tallies: Vec<TallyId>,
}

/// The terms of a block with the same cards.
struct Set {
    /// Position of the cards of low values among those of the factor.
    low: u32,
    /// Positions in [`Factor::terms`].
    terms: Range<u32>,
}

/// A term of a block.
struct BlockTerm {
    ways: i64,
    /// Position of its tally among those of the block.
    tally: u32,
}

/// A factor by blocks.
struct Factor {
    blocks: Vec<FactorBlock>,
    sets: Vec<Set>,
    terms: Vec<BlockTerm>,
    /// The cards of low values that come up, in order.
    lows: Vec<CardSet>,
}

impl Factor {
    fn new(measure: &HandsMeasure) -> Self {
        let lows: BTreeSet<CardSet> = measure.terms().iter().map(|term| term.cards.below(BLOCK_VALUE)).collect();
        let lows: Vec<CardSet> = lows.into_iter().collect();
        let (mut blocks, mut sets, mut terms) = (Vec::new(), Vec::new(), Vec::new());
        for block in measure.blocks() {
            let tallies: BTreeSet<TallyId> = block.iter().map(|term| term.tally).collect();
            let tallies: Vec<TallyId> = tallies.into_iter().collect();
            let first = sets.len();
            for set in block.chunk_by(|a, b| a.cards == b.cards) {
                let first = terms.len() as u32;
                let of_block =
                    |term: &MeasureTerm| BlockTerm { ways: term.ways, tally: position(&tallies, &term.tally) };
                terms.extend(set.iter().map(of_block));
                let low = position(&lows, &set[0].cards.below(BLOCK_VALUE));
                sets.push(Set { low, terms: first..terms.len() as u32 });
            }
            blocks.push(FactorBlock { cards: block[0].cards.at_least(BLOCK_VALUE), sets: first..sets.len(), tallies });
        }
        Self { blocks, sets, terms, lows }
    }
}

impl Factor {
    fn terms_of(&self, set: &Set) -> &[BlockTerm] {
        &self.terms[set.terms.start as usize..set.terms.end as usize]
    }
}

/// Where something stands in a list in order.
fn position<T: Ord>(list: &[T], one: &T) -> u32 {
    list.binary_search(one).map_or(u32::MAX, |at| at as u32)
}

/// The product of a measure with that of one more hand, which is made block by block and need not be kept.
pub(super) struct MeasureProduct<'a> {
    up: &'a DealerCache,
    some: Factor,
    hand: Factor,
    /// The tallies of `hand`, in the order of `sums`.
    hand_tallies: &'a [TallyId],
    sums: &'a TallySums,
    /// By positions of cards of low values, first of `hand`, then of `some`: the row of both together.
    rows: Vec<Vec<u32>>,
    /// The cards of low values of each row, in order.
    low: Vec<CardSet>,
    /// Every block of the product with the blocks that it comes of, of `some` and of `hand`.
    blocks: Vec<(CardSet, Vec<(usize, usize)>)>,
}

/// Sums of one block, by row and column; all zero between two blocks. A block has a column for each tally that comes up in it, so
/// that its rows stay in a cache.
#[derive(Default)]
pub(super) struct BlockSums {
    sums: Vec<i64>,
    /// Rows that are not all zero, as bits.
    touched: Vec<u64>,
    /// The tally of each column, in order.
    tallies: Vec<TallyId>,
    /// By tally of a block of `hand`, the column of each tally of a block of `some`.
    columns: Vec<u32>,
}

impl<'a> MeasureProduct<'a> {
    /// `hand_tallies` are those that `sums` were made with, in that order.
    pub(super) fn new(
        up: &'a DealerCache,
        some: &HandsMeasure,
        hand: &HandsMeasure,
        hand_tallies: &'a [TallyId],
        sums: &'a TallySums,
    ) -> Self {
        let [some, hand] = [some, hand].map(Factor::new);
        let unions = hand.lows.iter().flat_map(|&other| some.lows.iter().map(move |&one| one + other));
        let low: Vec<CardSet> = unions.collect::<BTreeSet<CardSet>>().into_iter().collect();
        let row = |other: CardSet| some.lows.iter().map(|&one| position(&low, &(one + other))).collect();
        let rows = hand.lows.iter().map(|&other| row(other)).collect();
        let mut blocks: FxHashMap<CardSet, Vec<(usize, usize)>> = FxHashMap::default();
        for (one, block) in some.blocks.iter().enumerate() {
            for (other, hand_block) in hand.blocks.iter().enumerate() {
                blocks.entry(block.cards + hand_block.cards).or_default().push((one, other));
            }
        }
        let mut blocks: Vec<_> = blocks.into_iter().collect();
        blocks.sort_unstable_by_key(|&(cards, _)| cards);
        Self { up, some, hand, hand_tallies, sums, rows, low, blocks }
    }

    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// What a tally of a block of `hand` comes to with those of `some`.
    fn with(&self, hand_tally: TallyId) -> &[TallyId] {
        self.sums.with(position(self.hand_tallies, &hand_tally) as usize)
    }

    /// The tallies that come up in a block, in order.
    fn tallies_of(&self, pairs: &[(usize, usize)], tallies: &mut Vec<TallyId>) {
        tallies.clear();
        for &(one, other) in pairs {
            for &hand_tally in &self.hand.blocks[other].tallies {
                let with = self.with(hand_tally);
                tallies.extend(self.some.blocks[one].tallies.iter().map(|&tally| with[tally as usize]));
            }
            tallies.sort_unstable();
            tallies.dedup();
        }
    }

    /// One block of the product, without cards that cannot be gone.
    pub(super) fn block(&self, block: usize, scratch: &mut BlockSums) -> HandsMeasure {
        let (cards, pairs) = &self.blocks[block];
        let BlockSums { sums, touched, tallies, columns } = scratch;
        self.tallies_of(pairs, tallies);
        let width = tallies.len();
        if sums.len() < self.low.len() * width {
            sums.resize(self.low.len() * width, 0);
        }
        touched.resize(self.low.len().div_ceil(u64::BITS as usize), 0);
        for &(one, other) in pairs {
            let (block, hand_block) = (&self.some.blocks[one], &self.hand.blocks[other]);
            columns.clear();
            for &hand_tally in &hand_block.tallies {
                let with = self.with(hand_tally);
                columns.extend(block.tallies.iter().map(|&tally| position(tallies, &with[tally as usize])));
            }
            for hand_set in &self.hand.sets[hand_block.sets.clone()] {
                let rows = &self.rows[hand_set.low as usize];
                for set in &self.some.sets[block.sets.clone()] {
                    let row = rows[set.low as usize] as usize;
                    touched[row / u64::BITS as usize] |= 1 << (row % u64::BITS as usize);
                    let sums = &mut sums[row * width..][..width];
                    for hand in self.hand.terms_of(hand_set) {
                        let columns = &columns[hand.tally as usize * block.tallies.len()..][..block.tallies.len()];
                        for some in self.some.terms_of(set) {
                            // What a set of cards can come to was checked: no sum ends outside of 63 bits.
                            let sum = &mut sums[columns[some.tally as usize] as usize];
                            *sum = sum.wrapping_add(some.ways.wrapping_mul(hand.ways));
                        }
                    }
                }
            }
        }
        let mut terms = Vec::new();
        for (word, touched) in touched.iter_mut().enumerate() {
            while *touched != 0 {
                let row = word * u64::BITS as usize + touched.trailing_zeros() as usize;
                *touched &= *touched - 1;
                let sums = &mut sums[row * width..][..width];
                let cards = *cards + self.low[row];
                if self.up.is_feasible(cards) {
                    let sums = sums.iter().zip(&*tallies).filter(|(ways, _)| **ways != 0);
                    terms.extend(sums.map(|(&ways, &tally)| MeasureTerm { cards, tally, ways }));
                }
                sums.fill(0);
            }
        }
        HandsMeasure(terms)
    }

    pub(super) fn whole(&self) -> HandsMeasure {
        let blocks: Vec<HandsMeasure> = (0..self.blocks())
            .into_par_iter()
            .map_init(BlockSums::default, |scratch, block| self.block(block, scratch))
            .collect();
        HandsMeasure(blocks.into_iter().flat_map(|block| block.0).collect())
    }
}
