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

/// A measure on the hands played so far: each pair of cards and tally once. Terms of one set of cards stand together, and so do sets that agree from [`BLOCK_VALUE`] on.
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
    /// Its terms by tally, in order: positions in [`Factor::lists`].
    lists: Range<usize>,
}

/// The terms of a block that have one tally.
struct TermList {
    tally: TallyId,
    /// Positions in [`Factor::terms`].
    terms: Range<usize>,
}

/// A factor by blocks.
struct Factor {
    blocks: Vec<FactorBlock>,
    lists: Vec<TermList>,
    /// The position of the cards of low values among those of the factor, in order within a list, and the ways.
    terms: Vec<(u32, i64)>,
    /// The cards of low values that come up, in order.
    lows: Vec<SizedSet>,
}

impl Factor {
    fn new(measure: &HandsMeasure) -> Self {
        let lows = distinct(measure.terms().iter().map(|term| sized(term.cards.below(BLOCK_VALUE))));
        let (mut blocks, mut lists, mut terms) = (Vec::new(), Vec::new(), Vec::new());
        let mut by_tally = Vec::new();
        for block in measure.blocks() {
            let first_list = lists.len();
            by_tally.clear();
            let low = |term: &MeasureTerm| position(&lows, &sized(term.cards.below(BLOCK_VALUE)));
            by_tally.extend(block.iter().map(|term| (term.tally, low(term), term.ways)));
            by_tally.sort_unstable();
            for of_tally in by_tally.chunk_by(|(one, ..), (other, ..)| one == other) {
                let first = terms.len();
                terms.extend(of_tally.iter().map(|&(_, low, ways)| (low, ways)));
                lists.push(TermList { tally: of_tally[0].0, terms: first..terms.len() });
            }
            let high = block[0].cards.at_least(BLOCK_VALUE);
            blocks.push(FactorBlock { high, lists: first_list..lists.len() });
        }
        Self { blocks, lists, terms, lows }
    }

    /// The terms of a list.
    fn terms_of(&self, list: u32) -> &[(u32, i64)] {
        &self.terms[self.lists[list as usize].terms.clone()]
    }
}

/// Where something stands in a list in order.
fn position<T: Ord>(list: &[T], one: &T) -> u32 {
    list.binary_search(one).map_or(u32::MAX, |at| at as u32)
}

/// A set of cards behind its size. In this order sums of one size are added to together, and the order of unions with one more set is the same.
type SizedSet = (u32, CardSet);

fn sized(cards: CardSet) -> SizedSet {
    (cards.size(), cards)
}

/// Each once, in order.
fn distinct(sets: impl Iterator<Item = SizedSet>) -> Vec<SizedSet> {
    sets.collect::<BTreeSet<SizedSet>>().into_iter().collect()
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
    low: Vec<SizedSet>,
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
    /// In the order of their rows, without those that cannot be gone: the row of each set's cards of low values, and the position behind its last term.
    pub(super) sets: Vec<(u32, u32)>,
    /// Column and ways, set by set; none is without ways.
    pub(super) terms: Vec<(u32, i64)>,
    /// By tally, its column; `u32::MAX` for the tallies of other blocks.
    columns: Vec<u32>,
    /// Lists of `some` and of `hand` whose products the block sums up, with what their tallies come to.
    products: Vec<(TallyId, [u32; 2])>,
    /// The same lists, column by column.
    in_columns: Vec<[u32; 2]>,
    /// By column, the position behind its last lists.
    ends: Vec<u32>,
    /// The sums of one column, by row; all zero between two columns. Whole lanes.
    sums: Vec<i64>,
    /// Row, column and ways of each sum that is not zero, column by column.
    found: Vec<(u32, u32, i64)>,
    /// By row, how many sums are not zero; then, the position of its next term.
    of_row: Vec<u32>,
}

/// Rows that are looked at together.
const LANES: usize = 8;

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
        let beside = |(_, other): SizedSet| some.lows.iter().map(move |&(_, one)| sized(one + other));
        let low = distinct(hand.lows.iter().flat_map(|&other| beside(other)));
        let row = |other| beside(other).map(|both| position(&low, &both)).collect();
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

    /// Finds the tallies that come up in a block, and numbers them in their order. Lists are put into the order of the tallies that they come to.
    fn number_tallies(&self, pairs: &[(usize, usize)], block: &mut ProductBlock) {
        let ProductBlock { tallies, columns, products, in_columns, ends, .. } = block;
        for tally in tallies.drain(..) {
            columns[tally as usize] = u32::MAX;
        }
        products.clear();
        for &(one, other) in pairs {
            for hand_list in self.hand.blocks[other].lists.clone() {
                let with = self.with(self.hand.lists[hand_list].tally);
                for list in self.some.blocks[one].lists.clone() {
                    let tally = with[self.some.lists[list].tally as usize];
                    products.push((tally, [list as u32, hand_list as u32]));
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
        ends.clear();
        ends.resize(tallies.len(), 0);
        products.iter().for_each(|&(tally, _)| ends[columns[tally as usize] as usize] += 1);
        let mut first = 0;
        ends.iter_mut().for_each(|number| first += std::mem::replace(number, first));
        in_columns.clear();
        in_columns.resize(products.len(), [0; 2]);
        for &(tally, lists) in &*products {
            let end = &mut ends[columns[tally as usize] as usize];
            in_columns[*end as usize] = lists;
            *end += 1;
        }
    }

    /// The cards of low values in a row.
    pub(super) fn low(&self, row: u32) -> CardSet {
        self.low[row as usize].1
    }

    /// Makes one block of the product.
    pub(super) fn make(&self, index: usize, block: &mut ProductBlock) {
        let (high, pairs) = &self.blocks[index];
        block.high = *high;
        self.number_tallies(pairs, block);
        self.sum_columns(block);
        self.take_sets(block);
    }

    /// Sums up the products of terms, one column after the other, and keeps the sums that are not zero.
    fn sum_columns(&self, block: &mut ProductBlock) {
        let ProductBlock { in_columns, ends, sums, found, of_row, .. } = block;
        sums.resize(self.low.len().next_multiple_of(LANES), 0);
        of_row.clear();
        of_row.resize(self.low.len(), 0);
        found.clear();
        let mut first = 0;
        for (column, &end) in (0..).zip(ends.iter()) {
            let rows = self.add_products(&in_columns[first..end as usize], sums);
            first = end as usize;
            let lanes = sums.as_chunks_mut::<LANES>().0;
            for (at, lane) in lanes.iter_mut().enumerate().take(rows.end.div_ceil(LANES)).skip(rows.start / LANES) {
                if lane.iter().fold(0, |any, &ways| any | ways) == 0 {
                    continue;
                }
                for (row, ways) in (at * LANES..).zip(std::mem::take(lane)) {
                    if ways != 0 {
                        found.push((row as u32, column, ways));
                        of_row[row] += 1;
                    }
                }
            }
        }
    }

    /// Adds the products of each two lists' terms to the sums of their rows, and gives the range of these rows.
    fn add_products(&self, lists: &[[u32; 2]], sums: &mut [i64]) -> Range<usize> {
        let (mut least, mut most) = (u32::MAX, 0);
        for &[some, hand] in lists {
            let terms = self.some.terms_of(some);
            let [Some(first), Some(last)] = [terms.first(), terms.last()] else { continue };
            for &(hand_low, hand_ways) in self.hand.terms_of(hand) {
                let rows: &[u32] = &self.rows[hand_low as usize];
                // Rows are in the order of their cards, as the terms of a list are.
                least = least.min(rows[first.0 as usize]);
                most = most.max(rows[last.0 as usize]);
                for &(low, ways) in terms {
                    // What a set of cards can come to was checked: no sum ends outside of 63 bits.
                    let sum = &mut sums[rows[low as usize] as usize];
                    *sum = sum.wrapping_add(ways.wrapping_mul(hand_ways));
                }
            }
        }
        least as usize..most as usize + 1
    }

    /// Puts the sums into the order of their rows, and leaves out the sets that cannot be gone.
    fn take_sets(&self, block: &mut ProductBlock) {
        let ProductBlock { high, sets, terms, found, of_row, .. } = block;
        sets.clear();
        let mut first = 0;
        for ((row, number), (_, low)) in (0..).zip(of_row.iter_mut()).zip(&self.low) {
            let terms = std::mem::replace(number, u32::MAX);
            if terms > 0 && self.up.is_feasible(*high + *low) {
                *number = first;
                first += terms;
                sets.push((row, first));
            }
        }
        terms.clear();
        terms.resize(first as usize, (0, 0));
        for &(row, column, ways) in &*found {
            let next = &mut of_row[row as usize];
            if *next != u32::MAX {
                terms[*next as usize] = (column, ways);
                *next += 1;
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
