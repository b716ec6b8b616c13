//! The dealer's hands summed by how many cards of one value they hold.
//!
//! The hands of a split stand beside fewer and more cards of the pair's value. That number is in one factor alone: j cards of the value are drawn from a that
//! are left in a·(a - 1)·…·(a - j + 1) ordered ways. So sums over the dealer's hands are taken by j, without this factor, once for all these numbers. A sum of
//! few terms gives the distribution beside any of them, or what all of them have together.

use cards::Value;
use pulp::{Arch, Simd, WithSimd};

use super::batched::{CaseEnds, Slot, beside, slots};
use super::block::{BLOCK, Block};
use super::drawing_hands::{Bin, DrawingHands};
use super::{COUNTS, Dealer};
use crate::arithmetic::card_set::CardSet;
use crate::compiled::settlement::OUTCOMES;

/// How ordered ways are summed by case, end, and cards drawn, all and of one value.
#[derive(Debug)]
pub(crate) struct ValueApart {
    /// If there is one.
    value: Option<usize>,
    hands: DrawingHands,
    /// In their order.
    bins: Vec<Bin>,
    slots: Vec<Slot>,
    cases: CaseEnds,
    most_draws: usize,
    /// The most cards drawn of the value.
    most_apart: usize,
    /// By (case × end) and cards drawn, how many bins there are.
    together: Vec<usize>,
    /// Whether these bins have exact sums, apart and together.
    pub(super) is_exact: bool,
}

/// One number by how many cards are drawn.
pub(crate) type ByDrawn = [f64; COUNTS];

/// How often a hand counts that draws so many cards, by all and by those of the value, with the ways to draw these.
#[derive(Debug)]
pub(crate) struct DrawnWeights([ByDrawn; COUNTS]);

/// Part of such weights: the product of one number by all cards drawn, and one by those of the value.
pub(crate) struct WeightProduct {
    pub(crate) by_all: ByDrawn,
    pub(crate) by_apart: ByDrawn,
}

impl DrawnWeights {
    #[inline(always)]
    fn of(&self, all: usize, apart: usize) -> f64 {
        self.0[all % COUNTS][apart % COUNTS]
    }
}

impl ValueApart {
    pub(super) fn new(dealer: &Dealer, end_of: &[usize; OUTCOMES], value: Option<usize>) -> Self {
        let cases = CaseEnds::new(dealer, end_of);
        let (hands, bins, is_exact) = DrawingHands::new(dealer, end_of, cases.rest, value);
        let most_apart = bins.iter().map(|bin| bin.apart).max().unwrap_or(0);
        let together = bins.chunk_by(|one, other| (one.slot, one.drawn) == (other.slot, other.drawn));
        let together = together.map(<[Bin]>::len).collect();
        let (slots, most_draws) = (slots(&bins), dealer.most_draws as usize);
        Self { value, hands, slots, bins, cases, most_draws, most_apart, together, is_exact }
    }

    /// The sum of these products.
    pub(crate) fn weights(&self, products: &[WeightProduct]) -> DrawnWeights {
        let mut weights = DrawnWeights([[0.0; COUNTS]; COUNTS]);
        Arch::new().dispatch(SummedWeights {
            products,
            weights: &mut weights.0[..=self.most_draws],
            most_apart: self.most_apart,
        });
        weights
    }

    /// What sums beside so many sets of cards cost, in products of blocks, and what it costs to weigh them.
    pub(super) fn work(&self, sets: usize, weighed: usize) -> usize {
        let of_weights = self.bins.len() + self.together.len();
        (sets * self.hands.work() + weighed * of_weights) / BLOCK
    }

    /// A number by how many cards may be drawn.
    pub(crate) fn by_drawn(&self, of: impl Fn(u32) -> f64) -> ByDrawn {
        let mut by_drawn = [0.0; COUNTS];
        by_drawn[..=self.most_draws].iter_mut().zip(0..).for_each(|(number, drawn)| *number = of(drawn));
        by_drawn
    }

    /// Sums for sets of cards beside these, which are those besides the up card.
    pub(crate) fn sums(&self, left: &[u32; Value::COUNT]) -> ApartSums<'_> {
        let distribution = vec![Block::ZERO; self.cases.room()];
        ApartSums { apart: self, all: *left, left: [Block::ZERO; Value::COUNT], scratch: Vec::new(), distribution }
    }
}

/// The sums over the dealer's hands beside some sets of cards, and what they come to with some weights.
pub(crate) struct ApartSums<'a> {
    apart: &'a ValueApart,
    /// The cards besides the up card.
    all: [u32; Value::COUNT],
    /// The same beside each set; one of the value.
    left: [Block; Value::COUNT],
    /// At its end the sums, by bin.
    scratch: Vec<Block>,
    /// By case and end.
    distribution: Vec<Block>,
}

impl ApartSums<'_> {
    /// Takes the sums beside at most [`BLOCK`] sets of cards, none of the value.
    pub(crate) fn stand_beside(&mut self, sets: &[CardSet]) {
        self.left = beside(&self.all, sets);
        self.apart.value.into_iter().for_each(|value| self.left[value] = Block::ONE);
        Arch::new().dispatch(SummedHands { apart: self.apart, left: &self.left, scratch: &mut self.scratch });
    }

    /// Sums ways times weights. `docs/design/error-bounds.md` says by how much the sums may be off.
    pub(crate) fn weigh(&mut self, weights: &DrawnWeights) {
        let sums = &self.scratch[self.scratch.len() - self.apart.bins.len()..];
        let (apart, left, distribution) = (self.apart, &self.left, &mut self.distribution[..]);
        Arch::new().dispatch(Weighed { apart, sums, left, weights, distribution });
    }

    /// Sums ways times a weight by all cards drawn, where so many of the value are left. If [`ValueApart::is_exact`], that is to the last bit what sums with
    /// nothing left apart come to with these weights.
    pub(crate) fn weigh_together(&mut self, weights: &ByDrawn, left: f64) {
        let sums = &self.scratch[self.scratch.len() - self.apart.bins.len()..];
        let mut ways = 1.0;
        let by_apart = std::array::from_fn(|drawn| {
            let of_drawn = ways;
            ways *= (left - drawn as f64).max(0.0);
            of_drawn
        });
        if let Some(value) = self.apart.value {
            self.left[value] = Block([left; BLOCK]);
        }
        let (apart, left, distribution) = (self.apart, &self.left, &mut self.distribution[..]);
        Arch::new().dispatch(WeighedTogether { apart, sums, left, weights, by_apart: &by_apart, distribution });
    }

    /// Writes what has been weighed last for one of the sets, times a factor, by case and outcome.
    pub(crate) fn write(&self, set: usize, times: f64, rows: &mut [[f64; OUTCOMES]]) {
        self.apart.cases.write(&self.distribution, set % BLOCK, times, rows);
    }
}

struct SummedHands<'a> {
    apart: &'a ValueApart,
    left: &'a [Block; Value::COUNT],
    scratch: &'a mut Vec<Block>,
}

impl WithSimd for SummedHands<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.apart.hands.sum(self.left, self.scratch);
    }
}

struct SummedWeights<'a> {
    products: &'a [WeightProduct],
    /// By all cards drawn, as far as they can be.
    weights: &'a mut [ByDrawn],
    most_apart: usize,
}

impl WithSimd for SummedWeights<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        // What is left out of the second half is not asked for.
        if self.most_apart < COUNTS / 2 { self.sum::<{ COUNTS / 2 }>() } else { self.sum::<COUNTS>() }
    }
}

impl SummedWeights<'_> {
    #[inline(always)]
    fn sum<const APART: usize>(self) {
        for (all, weights) in self.weights.iter_mut().enumerate() {
            let mut sum = [0.0; APART];
            for WeightProduct { by_all, by_apart } in self.products {
                sum.iter_mut().zip(by_apart).for_each(|(sum, apart)| *sum += by_all[all] * apart);
            }
            weights[..APART].copy_from_slice(&sum);
        }
    }
}

struct Weighed<'a> {
    apart: &'a ValueApart,
    /// By bin.
    sums: &'a [Block],
    left: &'a [Block; Value::COUNT],
    weights: &'a DrawnWeights,
    distribution: &'a mut [Block],
}

impl WithSimd for Weighed<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { apart: ValueApart { value, bins, slots, cases, .. }, sums, left, weights, distribution } = self;
        // Other ends are written whole, or never.
        for (holes, of_case) in cases.holes.iter().zip(distribution.chunks_exact_mut(cases.ends)) {
            of_case[cases.rest] = Block::ZERO;
            for hole in holes {
                of_case[cases.rest].add_times(&left[*hole], weights.of(1, usize::from(Some(*hole) == *value)));
            }
        }
        let mut bins = bins.iter().zip(sums);
        for slot in slots {
            let mut share = Block::ZERO;
            for (bin, sum) in bins.by_ref().take(slot.bins) {
                share.add_times(sum, weights.of(bin.drawn, bin.apart));
            }
            distribution[slot.place] = share;
        }
        cases.leave_rest(distribution);
    }
}

struct WeighedTogether<'a> {
    apart: &'a ValueApart,
    /// By bin.
    sums: &'a [Block],
    left: &'a [Block; Value::COUNT],
    /// By all cards drawn.
    weights: &'a ByDrawn,
    /// By cards drawn of the value, the ways to draw these.
    by_apart: &'a ByDrawn,
    distribution: &'a mut [Block],
}

impl WithSimd for WeighedTogether<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { apart: ValueApart { bins, together, cases, .. }, sums, left, weights, by_apart, distribution } =
            self;
        // Other ends are written whole, or never.
        for (holes, of_case) in cases.holes.iter().zip(distribution.chunks_exact_mut(cases.ends)) {
            of_case[cases.rest] = Block::ZERO;
            for hole in holes {
                of_case[cases.rest].add_times(&left[*hole], weights[1]);
            }
        }
        let mut bins = bins.iter().zip(sums);
        let (mut share, mut of_share) = (Block::ZERO, None);
        for number in together {
            let mut ways = Block::ZERO;
            let (mut slot, mut drawn) = (0, 0);
            for (bin, sum) in bins.by_ref().take(*number) {
                ways.add_times(sum, by_apart[bin.apart % COUNTS]);
                (slot, drawn) = (bin.slot, bin.drawn);
            }
            if of_share.replace(slot) != Some(slot) {
                share = Block::ZERO;
            }
            share.add_times(&ways, weights[drawn % COUNTS]);
            distribution[slot] = share;
        }
        cases.leave_rest(distribution);
    }
}

#[cfg(test)]
mod tests {
    use cards::Composition;

    use super::super::batched::tests::{dealers, games};
    use super::*;
    use crate::dealer::DISTRIBUTION_ERROR;
    use crate::dealer::cache::DealerCache;

    /// By how many cards, the ordered ways to draw them from so many.
    fn falling(left: u32) -> impl Fn(u32) -> f64 {
        move |drawn| (0..drawn).map(|before| f64::from(left.saturating_sub(before))).product()
    }

    /// The distributions beside sets with so many cards of the value are those of the blocks.
    fn assert_same(table: &DealerCache, value: Option<usize>, held: u32, others: &[CardSet]) {
        let apart = table.dealer.apart(value);
        let gone = value.map_or(CardSet::NONE, |value| CardSet::several(value, held));
        let left = table.left_after(gone);
        let cases = table.dealer.cases().len();
        let mut sums = apart.sums(&table.left_after(CardSet::NONE));
        sums.stand_beside(others);
        for (set, &others) in others.iter().enumerate() {
            let unseen = falling(table.unseen_after(others + gone));
            let product = WeightProduct {
                by_all: apart.by_drawn(|all| 1.0 / unseen(all)),
                by_apart: apart.by_drawn(|drawn| value.map_or(1.0, |value| falling(left[value])(drawn))),
            };
            // Half of the weight twice, and what is written twice as much.
            let half = |product: &WeightProduct| WeightProduct {
                by_all: product.by_all.map(|weight| weight / 4.0),
                by_apart: product.by_apart,
            };
            sums.weigh(&apart.weights(&[half(&product), half(&product)]));
            let mut found = vec![[0.0; OUTCOMES]; cases];
            sums.write(set, 2.0, &mut found);
            for (case, (found, expected)) in found.iter().zip(table.float_rows(&[others + gone])).enumerate() {
                let off: f64 = found.iter().zip(expected).map(|(found, expected)| (found - expected).abs()).sum();
                assert!(off < 4.0 * DISTRIBUTION_ERROR, "up card {}, case {case}, {value:?}: {off}", table.dealer.up());
            }
        }
    }

    #[test]
    fn a_value_left_apart_gives_the_same_distributions() {
        let sets = |value: Option<usize>| -> Vec<CardSet> {
            let others = (0..Value::COUNT).filter(move |&other| Some(other) != value);
            let pairs =
                others.clone().flat_map(|one| others.clone().map(move |other| CardSet::one(one) + CardSet::one(other)));
            pairs.step_by(7).collect()
        };
        // With 40 decks floats do not hold every number exactly, and some dealers draw too many cards.
        for (decks, step, number) in [(1, 1, 5), (8, 3, 5), (40, 9, 1)] {
            for game in &games()[..number] {
                for dealer in dealers(game, &Composition::decks(decks)) {
                    let table = DealerCache::without_keys(dealer);
                    for value in (0..Value::COUNT).step_by(step).map(Some).chain([None]) {
                        for held in [0, 1, 3] {
                            assert_same(&table, value, held, &sets(value));
                        }
                    }
                }
            }
        }
    }
}
