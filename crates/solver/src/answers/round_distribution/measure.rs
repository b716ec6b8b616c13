//! Signed measures on what hands of a round have taken from the shoe and come to, and their products.

use std::collections::BTreeSet;
use std::ops::Range;

use cards::Value;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::tally::{Tally, TallyId, TallyIds, TallySums};
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

    /// One hand by the cards it takes and what it comes to, in so many signed ways.
    ///
    /// A hand that does not bust counts as the bust of a hand doubled alike, and the difference. Where a hand hits or doubles, its busts are those of the hand before
    /// the draw, less one for each hand that it may become; that hand's own bust takes this away again. So busts are left at the starts alone, and a card set on which a
    /// hand stands has one term, the difference.
    pub(super) fn of_hand(tallies: &mut TallyIds, settled: &[(CardSet, Tally, i64)]) -> Self {
        let busted: BTreeSet<Tally> =
            settled.iter().map(|&(_, tally, _)| tally).filter(|tally| tally.busted > 0).collect();
        let busted: Vec<Tally> = busted.into_iter().collect();
        let mut terms = Vec::new();
        for &(cards, tally, ways) in settled {
            let tally = match tally.busted_like(&busted) {
                Some(busted) => {
                    terms.push(MeasureTerm { cards, tally: tallies.id(busted), ways });
                    tallies.instead_of(tally, busted)
                }
                None => tallies.id(tally),
            };
            terms.push(MeasureTerm { cards, tally, ways });
        }
        Self::new(terms)
    }

    /// No hand, of this tally.
    pub(super) fn of_no_hand(tally: TallyId) -> Self {
        Self(vec![MeasureTerm { cards: CardSet::NONE, tally, ways: 1 }])
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
    /// The cards of high values.
    high: CardSet,
    /// The position of each set's cards of low values among those of the factor, in order: positions in [`Factor::lows_of_blocks`].
    lows: Range<usize>,
    /// The tallies that come up, in order, each with its terms: positions in [`Factor::terms`].
    tallies: Vec<(TallyId, Range<usize>)>,
}

/// A factor by blocks.
struct Factor {
    blocks: Vec<FactorBlock>,
    lows_of_blocks: Vec<u32>,
    /// The position of the cards of low values among those of the factor, and the ways.
    terms: Vec<(u32, i64)>,
    /// The cards of low values that come up, in order.
    lows: Vec<CardSet>,
}

impl Factor {
    fn new(measure: &HandsMeasure) -> Self {
        let lows: BTreeSet<CardSet> = measure.terms().iter().map(|term| term.cards.below(BLOCK_VALUE)).collect();
        let lows: Vec<CardSet> = lows.into_iter().collect();
        let (mut blocks, mut lows_of_blocks, mut terms) = (Vec::new(), Vec::new(), Vec::new());
        let mut by_tally = Vec::new();
        for block in measure.blocks() {
            let (first_low, mut tallies) = (lows_of_blocks.len(), Vec::new());
            by_tally.clear();
            for term in block {
                let low = position(&lows, &term.cards.below(BLOCK_VALUE));
                if lows_of_blocks[first_low..].last() != Some(&low) {
                    lows_of_blocks.push(low);
                }
                by_tally.push((term.tally, low, term.ways));
            }
            by_tally.sort_unstable();
            for of_tally in by_tally.chunk_by(|(one, ..), (other, ..)| one == other) {
                let first = terms.len();
                terms.extend(of_tally.iter().map(|&(_, low, ways)| (low, ways)));
                tallies.push((of_tally[0].0, first..terms.len()));
            }
            let high = block[0].cards.at_least(BLOCK_VALUE);
            blocks.push(FactorBlock { high, lows: first_low..lows_of_blocks.len(), tallies });
        }
        Self { blocks, lows_of_blocks, terms, lows }
    }

    fn lows_of(&self, block: &FactorBlock) -> &[u32] {
        &self.lows_of_blocks[block.lows.clone()]
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

/// One block of a product after the other, in buffers that are used again.
#[derive(Default)]
pub(super) struct ProductBlock {
    /// The cards of high values of all its sets.
    pub(super) high: CardSet,
    /// The tallies that come up, in order: the columns of its terms.
    pub(super) tallies: Vec<TallyId>,
    /// In the order of their cards, without those that cannot be gone: the row of each set's cards of low values, and the position behind its last term.
    pub(super) sets: Vec<(u32, u32)>,
    /// Column and ways, set by set; none is without ways.
    pub(super) terms: Vec<(u32, i64)>,
    /// Sums by column and row; all zero between two blocks. A block has a column for each tally, so that they stay in a cache.
    sums: Vec<i64>,
    /// Rows that are not all zero, as bits.
    touched: Vec<u64>,
    /// By tally, its column; `u32::MAX` for the tallies of other blocks.
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
                blocks.entry(block.high + hand_block.high).or_default().push((one, other));
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

    /// Finds the tallies that come up in a block, and numbers them in their order.
    fn number_tallies(&self, pairs: &[(usize, usize)], block: &mut ProductBlock) {
        let ProductBlock { tallies, columns, .. } = block;
        for tally in tallies.drain(..) {
            columns[tally as usize] = u32::MAX;
        }
        for &(one, other) in pairs {
            for &(hand_tally, _) in &self.hand.blocks[other].tallies {
                let with = self.with(hand_tally);
                for &(tally, _) in &self.some.blocks[one].tallies {
                    let tally = with[tally as usize];
                    if columns.len() <= tally as usize {
                        columns.resize(tally as usize + 1, u32::MAX);
                    }
                    let column = &mut columns[tally as usize];
                    if *column == u32::MAX {
                        *column = 0;
                        tallies.push(tally);
                    }
                }
            }
        }
        tallies.sort_unstable();
        for (column, &tally) in tallies.iter().enumerate() {
            columns[tally as usize] = column as u32;
        }
    }

    /// The cards of low values in a row.
    pub(super) fn low(&self, row: u32) -> CardSet {
        self.low[row as usize]
    }

    /// Makes one block of the product.
    pub(super) fn make(&self, index: usize, block: &mut ProductBlock) {
        let (high, pairs) = &self.blocks[index];
        block.high = *high;
        self.number_tallies(pairs, block);
        self.add_pairs(pairs, block);
        self.take_terms(block);
    }

    /// Adds the products of these blocks' terms to the sums of their columns and rows.
    fn add_pairs(&self, pairs: &[(usize, usize)], block: &mut ProductBlock) {
        let ProductBlock { tallies, columns, sums, touched, .. } = block;
        let height = self.low.len();
        if sums.len() < height * tallies.len() {
            sums.resize(height * tallies.len(), 0);
        }
        touched.resize(height.div_ceil(u64::BITS as usize), 0);
        for &(one, other) in pairs {
            let (some, hand) = (&self.some.blocks[one], &self.hand.blocks[other]);
            for &hand_low in self.hand.lows_of(hand) {
                let rows: &[u32] = &self.rows[hand_low as usize];
                for &low in self.some.lows_of(some) {
                    let row = rows[low as usize] as usize;
                    touched[row / u64::BITS as usize] |= 1 << (row % u64::BITS as usize);
                }
            }
            for (hand_tally, hand_terms) in &hand.tallies {
                let with = self.with(*hand_tally);
                for (tally, terms) in &some.tallies {
                    let column = columns[with[*tally as usize] as usize] as usize;
                    let sums = &mut sums[column * height..][..height];
                    let terms = &self.some.terms[terms.clone()];
                    for &(hand_low, hand_ways) in &self.hand.terms[hand_terms.clone()] {
                        let rows: &[u32] = &self.rows[hand_low as usize];
                        for &(low, ways) in terms {
                            // What a set of cards can come to was checked: no sum ends outside of 63 bits.
                            let sum = &mut sums[rows[low as usize] as usize];
                            *sum = sum.wrapping_add(ways.wrapping_mul(hand_ways));
                        }
                    }
                }
            }
        }
    }

    /// Turns the sums into terms, and leaves all of them zero.
    fn take_terms(&self, block: &mut ProductBlock) {
        let ProductBlock { high, tallies, sets, terms, sums, touched, .. } = block;
        let height = self.low.len();
        sets.clear();
        terms.clear();
        for (word, touched) in touched.iter_mut().enumerate() {
            while *touched != 0 {
                let row = word * u64::BITS as usize + touched.trailing_zeros() as usize;
                *touched &= *touched - 1;
                let is_feasible = self.up.is_feasible(*high + self.low[row]);
                let first = terms.len();
                for column in 0..tallies.len() {
                    let ways = std::mem::take(&mut sums[column * height + row]);
                    if is_feasible && ways != 0 {
                        terms.push((column as u32, ways));
                    }
                }
                if terms.len() > first {
                    sets.push((row as u32, terms.len() as u32));
                }
            }
        }
    }

    pub(super) fn whole(&self) -> HandsMeasure {
        let blocks: Vec<Vec<MeasureTerm>> = (0..self.blocks())
            .into_par_iter()
            .map_init(ProductBlock::default, |block, index| {
                self.make(index, block);
                self.terms_of(block).collect()
            })
            .collect();
        HandsMeasure(blocks.into_iter().flatten().collect())
    }

    fn terms_of<'b>(&'b self, block: &'b ProductBlock) -> impl Iterator<Item = MeasureTerm> + 'b {
        block.each_set().flat_map(move |(row, terms)| {
            let cards = block.high + self.low(row);
            terms.iter().map(move |&(column, ways)| MeasureTerm { cards, tally: block.tallies[column as usize], ways })
        })
    }
}

impl ProductBlock {
    /// The row of each set's cards of low values, with the set's terms.
    pub(super) fn each_set(&self) -> impl Iterator<Item = (u32, &[(u32, i64)])> {
        let mut first = 0;
        self.sets.iter().map(move |&(row, end)| {
            let terms = &self.terms[first as usize..end as usize];
            first = end;
            (row, terms)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled::settlement::OUTCOMES;

    /// A hand that hits twice: of its busts the start's alone are left, and a card set on which it stands has one term.
    #[test]
    fn busts_add_up_to_those_of_the_start() {
        let busted = Tally { busted: 1, ..Tally::NONE };
        let stood = |net| Tally { net: [net; OUTCOMES], ..Tally::NONE };
        let drawn = |values: &[usize]| values.iter().fold(CardSet::NONE, |cards, &value| cards + CardSet::one(value));
        let [start, hits, stands, last] = [&[7, 5][..], &[7, 5, 1], &[7, 5, 3], &[7, 5, 1, 4]].map(drawn);
        let settled = [
            (start, busted, 2),
            (hits, busted, -2),
            (stands, busted, -2),
            (stands, stood(1), 2),
            (hits, busted, 2),
            (last, busted, -2),
            (last, stood(0), 2),
        ];
        let mut tallies = TallyIds::default();
        let measure = HandsMeasure::of_hand(&mut tallies, &settled);
        let terms = |term: &MeasureTerm| (term.cards, tallies.get(term.tally).terms().to_vec(), term.ways);
        let mut found: Vec<_> = measure.terms().iter().map(terms).collect();
        found.sort_unstable();
        let mut expected = vec![
            (start, vec![(busted, 1)], 2),
            (stands, vec![(busted, -1), (stood(1), 1)], 2),
            (last, vec![(busted, -1), (stood(0), 1)], 2),
        ];
        expected.iter_mut().for_each(|(_, terms, _)| terms.sort_unstable());
        expected.sort_unstable();
        assert_eq!(found, expected);
    }

    /// (t - b)(u - b) is tu - tb - bu + bb, and equal products are one.
    #[test]
    fn differences_multiply_like_polynomials() {
        let busted = Tally { busted: 1, net: [-1; OUTCOMES], ..Tally::NONE };
        let stood = |net| Tally { net: [net; OUTCOMES], ..Tally::NONE };
        let mut tallies = TallyIds::default();
        let [won, tied] = [stood(1), stood(0)].map(|tally| tallies.instead_of(tally, busted));
        let sums = tallies.sums(&[won, tied], &[won, tied]);
        let [of_won, of_tied] = [0, 1].map(|other| sums.with(other));
        assert_eq!(of_won[tied as usize], of_tied[won as usize]);
        let both = |net, busts| Tally { net: [net; OUTCOMES], busted: busts, ..Tally::NONE };
        let mut expected = vec![(both(1, 0), 1), (both(0, 1), -1), (both(-1, 1), -1), (both(-2, 2), 1)];
        expected.sort_unstable();
        assert_eq!(tallies.get(of_won[tied as usize]).terms(), expected);
    }
}
