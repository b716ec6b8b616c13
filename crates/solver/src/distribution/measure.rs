//! Signed measures on what hands of a round have taken from the shoe and come to, and their products.

use std::collections::BTreeSet;
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
    /// Of the tallies of `some` with those of `hand`: by position of the latter and by the former, a column.
    columns: Vec<Vec<u32>>,
    /// The tally of each column.
    tallies: Vec<TallyId>,
    /// The position of each term's tally among those of `hand`.
    hand_tally: Vec<usize>,
    /// By term of each factor, the position of its cards of low values among those that come up.
    lows: [Vec<u32>; 2],
    /// By such positions, first of `hand`, then of `some`: the row of both together.
    rows: Vec<Vec<u32>>,
    /// The cards of low values of each row, in order.
    low: Vec<Removed>,
    blocks: Vec<(Removed, Vec<Pair>)>,
}

/// Sums of one block, by row and column; all zero between two blocks.
pub(super) struct Scratch {
    sums: Vec<i64>,
    /// Rows that are not all zero, as bits.
    touched: Vec<u64>,
}

impl<'a> Product<'a> {
    /// `hand_tallies` are those that `sums` were made with, in that order.
    pub(super) fn new(
        up: &'a UpTable,
        some: &'a Measure,
        hand: &'a Measure,
        hand_tallies: &[TallyId],
        sums: &Sums,
    ) -> Self {
        let position: FxHashMap<TallyId, usize> =
            hand_tallies.iter().zip(0..).map(|(&tally, at)| (tally, at)).collect();
        let hand_tally = hand.terms().iter().map(|term| position[&term.tally]).collect();
        let tallies = sums.all();
        let column = |tally: &TallyId| tallies.binary_search(tally).map_or(u32::MAX, |column| column as u32);
        let columns = (0..hand_tallies.len()).map(|at| sums.with(at).iter().map(column).collect()).collect();
        let low_of = |measure: &Measure| -> Vec<Removed> {
            let lows: BTreeSet<Removed> = measure.terms().iter().map(|term| term.cards.below(BLOCK_VALUE)).collect();
            lows.into_iter().collect()
        };
        let (of_some, of_hand) = (&low_of(some), &low_of(hand));
        let position = |sets: &[Removed], set: Removed| sets.binary_search(&set).map_or(u32::MAX, |at| at as u32);
        let lows = [(some, of_some), (hand, of_hand)].map(|(measure, lows)| {
            measure.terms().iter().map(|term| position(lows, term.cards.below(BLOCK_VALUE))).collect()
        });
        let unions = of_hand.iter().flat_map(|&other| of_some.iter().map(move |&one| one + other));
        let low: Vec<Removed> = unions.collect::<BTreeSet<Removed>>().into_iter().collect();
        let rows = of_hand.iter().map(|&other| of_some.iter().map(|&one| position(&low, one + other)).collect());
        let rows = rows.collect();
        let mut blocks: FxHashMap<Removed, Vec<Pair>> = FxHashMap::default();
        let hand_blocks = hand.blocks();
        for (cards, range) in some.blocks() {
            for (hand_cards, hand_range) in &hand_blocks {
                blocks.entry(cards + *hand_cards).or_default().push((range.clone(), hand_range.clone()));
            }
        }
        let mut blocks: Vec<_> = blocks.into_iter().collect();
        blocks.sort_unstable_by_key(|&(cards, _)| cards);
        Self { up, some, hand, columns, tallies, hand_tally, lows, rows, low, blocks }
    }

    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    pub(super) fn scratch(&self) -> Scratch {
        Scratch {
            sums: vec![0; self.low.len() * self.tallies.len()],
            touched: vec![0; self.low.len().div_ceil(u64::BITS as usize)],
        }
    }

    /// One block of the product, without cards that cannot be gone.
    pub(super) fn block(&self, block: usize, scratch: &mut Scratch) -> Measure {
        let (cards, pairs) = &self.blocks[block];
        let width = self.tallies.len();
        let [some_lows, hand_lows] = &self.lows;
        for (range, hand_range) in pairs {
            for at in hand_range.clone() {
                let other = &self.hand.terms()[at];
                let rows = &self.rows[hand_lows[at] as usize];
                let columns = &self.columns[self.hand_tally[at]];
                for (one, low) in self.some.terms()[range.clone()].iter().zip(&some_lows[range.clone()]) {
                    let row = rows[*low as usize] as usize;
                    scratch.touched[row / u64::BITS as usize] |= 1 << (row % u64::BITS as usize);
                    scratch.sums[row * width + columns[one.tally as usize] as usize] += one.ways * other.ways;
                }
            }
        }
        let mut terms = Vec::new();
        for (word, touched) in scratch.touched.iter_mut().enumerate() {
            while *touched != 0 {
                let row = word * u64::BITS as usize + touched.trailing_zeros() as usize;
                *touched &= *touched - 1;
                let sums = &mut scratch.sums[row * width..][..width];
                let cards = *cards + self.low[row];
                if self.up.is_feasible(cards) {
                    let sums = sums.iter().zip(&self.tallies).filter(|(ways, _)| **ways != 0);
                    terms.extend(sums.map(|(&ways, &tally)| Term { cards, tally, ways }));
                }
                sums.fill(0);
            }
        }
        Measure(terms)
    }

    pub(super) fn whole(&self) -> Measure {
        let blocks: Vec<Measure> = (0..self.blocks())
            .into_par_iter()
            .map_init(|| self.scratch(), |scratch, block| self.block(block, scratch))
            .collect();
        Measure(blocks.into_iter().flat_map(|block| block.0).collect())
    }
}
