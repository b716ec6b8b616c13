//! Tallies settled by the dealer's distribution, as exact probabilities.

use std::ops::Range;

use num_rational::{BigRational, Ratio};
use num_traits::Zero;
use rayon::prelude::*;

use super::measure::{MeasureProduct, ProductBlock};
use super::suits::SuitBonuses;
use super::tally::{Blackjack, SUIT_BONUSES, Tally, TallyId, TallyIds, combined};
use super::{DealerResult, Results, RoundResult};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::fixed_int::{PayoffSum, Product, ROUND_LIMBS};
use crate::arithmetic::interner::Interner;
use crate::compiled::settlement::{FIRST_TOTAL, NATURAL, OUTCOMES};
use crate::dealer::cache::ExactSum;
use crate::hand::signal_case::SignalCase;

/// A round's result apart from bonuses that depend on suits.
#[derive(Clone, PartialEq, Eq, Hash)]
struct ResultKey {
    result: RoundResult,
    bonus: [u8; SUIT_BONUSES],
}

/// What combinations of tallies come to against every dealer outcome. A combination comes to a *mixed result*: results with coefficients. Many combinations come to the
/// same one, which is summed once.
pub(super) struct Layout {
    keys: Vec<ResultKey>,
    /// The mixed results: positions in `keys`, with coefficients.
    mixed: Vec<Vec<(u32, i64)>>,
    /// By outcome, then by combination of tallies, the position in `mixed`.
    of: [Vec<u32>; OUTCOMES],
}

impl Layout {
    /// The rounds of a case that end with so many hands and these split wagers.
    pub(super) fn new(
        case: &SignalCase<'_>,
        tallies: &TallyIds,
        used: &[TallyId],
        hands: u32,
        split_wagers: i64,
    ) -> Self {
        let (mut keys, mut mixed) = (Interner::default(), Interner::default());
        let mut of: [Vec<u32>; OUTCOMES] = std::array::from_fn(|_| vec![0; tallies.len()]);
        for &id in used {
            for (outcome, of) in of.iter_mut().enumerate() {
                let results = tallies.get(id).terms().iter().map(|(tally, coefficient)| {
                    (keys.find_or_insert(key(case, tally, outcome, hands, split_wagers)), *coefficient)
                });
                of[id as usize] = mixed.find_or_insert(combined(results));
            }
        }
        Self { keys: keys.list, mixed: mixed.list, of }
    }
}

fn key(case: &SignalCase<'_>, tally: &Tally, outcome: usize, hands: u32, split_wagers: i64) -> ResultKey {
    let settlement = case.table.settlement;
    let units = settlement.denominator();
    // The first hand of a split is charged with the initial wager in any case; see `Settlement::looks_for_live_hands`.
    let given_back =
        outcome == NATURAL && hands > 1 && settlement.looks_for_live_hands() && case.is_played() && tally.no_live_hand;
    let net = i64::from(tally.net[outcome]) + if given_back { units } else { 0 };
    let initial = 1 + i64::from(settlement.attacked());
    let dealer = match outcome {
        NATURAL => DealerResult::Blackjack,
        outcome => DealerResult::Total(FIRST_TOTAL + outcome as u8),
    };
    let result = RoundResult {
        up: case.up.dealer.up(),
        net: Ratio::new(net, units),
        wagered: Ratio::from_integer(initial + split_wagers + i64::from(tally.added)),
        hands: hands as u8,
        doubled: tally.doubled,
        busted: tally.busted,
        surrendered: tally.surrendered,
        blackjack: tally.blackjack != Blackjack::No,
        even_money: tally.blackjack == Blackjack::EvenMoney,
        dealer,
    };
    // Against a late blackjack no bonus is paid.
    ResultKey { result, bonus: if outcome == NATURAL { [0; SUIT_BONUSES] } else { tally.bonus } }
}

/// By mixed result, the exact sum of ordered ways times the dealer's distribution.
pub(super) struct TallySum<'a> {
    case: &'a SignalCase<'a>,
    layout: &'a Layout,
    sums: Vec<ExactSum<'a>>,
    block: BlockResults,
}

/// The mixed results of one block after the other. Each has a *place* among those of the block, so that the weights of a set of cards are few and lie together.
#[derive(Default)]
struct BlockResults {
    /// By column of the block, the place of its mixed result against every outcome.
    places: Vec<[u32; OUTCOMES]>,
    /// By place, the position in [`Layout::mixed`].
    mixed: Vec<u32>,
    /// By outcome, the places of its mixed results.
    of: [Range<usize>; OUTCOMES],
    /// By place, what one set of cards adds; all zero between two sets.
    weights: Vec<i64>,
    /// By position in [`Layout::mixed`], the place against one outcome; `u32::MAX` between two outcomes.
    place_of: Vec<u32>,
    /// The sets of the block.
    sets: Vec<CardSet>,
}

impl BlockResults {
    /// Gives places to what the tallies of a block come to.
    fn number(&mut self, layout: &Layout, tallies: &[TallyId]) {
        self.place_of.resize(layout.mixed.len(), u32::MAX);
        self.places.clear();
        self.places.resize(tallies.len(), [0; OUTCOMES]);
        self.mixed.clear();
        for (outcome, of) in layout.of.iter().enumerate() {
            let first = self.mixed.len();
            for (places, &tally) in self.places.iter_mut().zip(tallies) {
                let mixed = of[tally as usize];
                let place = &mut self.place_of[mixed as usize];
                if *place == u32::MAX {
                    *place = self.mixed.len() as u32;
                    self.mixed.push(mixed);
                }
                places[outcome] = *place;
            }
            self.of[outcome] = first..self.mixed.len();
            self.mixed[first..].iter().for_each(|&mixed| self.place_of[mixed as usize] = u32::MAX);
        }
        self.weights.resize(self.mixed.len(), 0);
    }
}

impl<'a> TallySum<'a> {
    fn new(case: &'a SignalCase<'a>, layout: &'a Layout) -> Self {
        let sums = layout.mixed.iter().map(|_| ExactSum::new(case.up)).collect();
        Self { case, layout, sums, block: BlockResults::default() }
    }

    /// The sum over a product, block by block.
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if the dealer may find no card beside some of the cards.
    pub(super) fn of_product(
        case: &'a SignalCase<'a>,
        layout: &'a Layout,
        product: &MeasureProduct<'_>,
    ) -> Result<Self, SolveError> {
        let none = || Self::new(case, layout);
        (0..product.blocks())
            .into_par_iter()
            .try_fold(
                || (none(), ProductBlock::default()),
                |(mut sum, mut block), index| {
                    product.make(index, &mut block);
                    sum.add(product, &block)?;
                    Ok((sum, block))
                },
            )
            .map(|part: Result<_, SolveError>| Ok(part?.0))
            .try_reduce(none, |mut sum, other| {
                sum.merge(&other);
                Ok(sum)
            })
    }

    fn add(&mut self, product: &MeasureProduct<'_>, block: &ProductBlock) -> Result<(), SolveError> {
        let SignalCase { up, case, .. } = *self.case;
        self.block.number(self.layout, &block.tallies);
        let mut cards = std::mem::take(&mut self.block.sets);
        cards.clear();
        cards.extend(block.sets.iter().map(|&(row, _)| block.high + product.low(row)));
        let high = up.dealt(block.high, &PayoffSum::of(1));
        let mut sets = block.each_set();
        let added = up.each_exact(&cards, &mut |cards, distribution| {
            if let Some((row, terms)) = sets.next() {
                let mut dealt = high;
                up.times_dealt(&mut dealt, product.low(row));
                self.add_at(cards.size(), &dealt, &distribution[case], terms);
            }
        });
        self.block.sets = cards;
        added
    }

    /// Adds the terms of one set of cards: how many cards it has, in how many ways they are dealt, and the dealer's distribution beside them.
    fn add_at(
        &mut self,
        size: u32,
        dealt: &Product<ROUND_LIMBS>,
        distribution: &[u128; OUTCOMES],
        terms: &[(u32, i64)],
    ) {
        let BlockResults { places, mixed, of, weights, .. } = &mut self.block;
        for &(column, ways) in terms {
            for &place in &places[column as usize] {
                weights[place as usize] += ways;
            }
        }
        for (of, &ways) in of.iter().zip(distribution).filter(|&(_, &ways)| ways > 0) {
            let ways = dealt.times_count(ways);
            for (&mixed, &weight) in mixed[of.clone()].iter().zip(&weights[of.clone()]) {
                if weight != 0 {
                    self.sums[mixed as usize].add_ways(size, &ways, weight);
                }
            }
        }
        weights.fill(0);
    }

    fn merge(&mut self, other: &Self) {
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, other)| sum.merge(other));
    }

    pub(super) fn results(&self, bonuses: &SuitBonuses) -> Results {
        let mut sums: Vec<ExactSum<'_>> = self.layout.keys.iter().map(|_| ExactSum::new(self.case.up)).collect();
        for (mixed, sum) in self.layout.mixed.iter().zip(&self.sums) {
            mixed.iter().for_each(|&(key, coefficient)| sums[key as usize].merge_times(sum, coefficient));
        }
        let sums = self.layout.keys.iter().zip(&sums).map(|(key, sum)| (key, sum.total()));
        let mut results = Vec::new();
        for (key, probability) in sums.filter(|(_, probability): &(_, BigRational)| !probability.is_zero()) {
            for (pays, given) in bonuses.payouts(&key.bonus) {
                let result = RoundResult { net: key.result.net + pays, ..key.result.clone() };
                results.push((result, &probability * given));
            }
        }
        results
    }
}
