//! What the dealer comes to beside the hands of a split, in floats, one row a hand.
//!
//! A hand of a split counts beside k more cards of the pair's value that are gone, times t(k) in all. Let r of its s cards be of the value, of which a are left in
//! n. With each k counted t(k) times, the hand, these k, and d cards that the dealer draws, j of the value, come with probability
//!
//! > ways of all other cards · Σ_k t(k) · (a)_{r+k+j} / (n)_{s+k+d},        (x)_i = x·(x - 1)·…·(x - i + 1)
//!
//! So ways of the dealer's hands are summed by d and j for all r and k at once ([`ApartSums`]), and weighed with the sum over k.

use rustc_hash::FxHashMap;

use super::dealt_first::DealtFirst;
use super::pair_to_split::{PLACES, PairToSplit, PlaceTimes, SECONDS, SplitSets};
use crate::arithmetic::card_set::CardSet;
use crate::compiled::settlement::OUTCOMES;
use crate::dealer::cache::DealerCache;
use crate::dealer::{ApartSums, BLOCK, DrawnWeights, SetFamily, WeightProduct, each_by_held};

/// What is known of the second card in the sums of a place: any, another than the pair's, or both together.
const SECONDS_SUMMED: usize = SECONDS.len() + 1;
/// Sums asked for beside a hand. Where the hands stand beside one number of the pair's cards, the first alone: each time that a hand counts.
const SUMS: usize = PLACES.len() * SECONDS_SUMMED;

/// Bit by bit, which sums are asked for beside a hand.
pub(super) type AskedSums = u8;

/// Sums, and how often each counts.
pub(super) type SumFactors = [(usize, f64); SECONDS.len()];

/// Those of a hand that a play comes to in these ways: in all places together, or as a later hand.
pub(super) fn factors(split: &PairToSplit, [any, other]: [f64; SECONDS.len()], place: usize) -> SumFactors {
    let first = place * SECONDS_SUMMED;
    match &split.times[..] {
        [times] => [(0, any * times[place][0] + other * times[place][1]), (0, 0.0)],
        _ if any == other => [(first + 2, any), (0, 0.0)],
        _ => [(first, any), (first + 1, other)],
    }
}

/// How often a hand counts in a sum beside one number of the pair's cards.
fn times_of(times: &[PlaceTimes], beside: usize, sum: usize) -> f64 {
    if times.len() == 1 {
        return 1.0;
    }
    let [any, other] = times[beside][sum / SECONDS_SUMMED];
    [any, other, any + other][sum % SECONDS_SUMMED]
}

/// The sums that a hand asks for which a play comes to in these ways, and which is paid otherwise as a later hand or is not.
pub(super) fn asked(split: &PairToSplit, ways: [f64; SECONDS.len()], is_later_told: bool) -> AskedSums {
    let of_place = |place| factors(split, ways, place).into_iter().filter(|&(_, factor)| factor != 0.0);
    let places = 0..1 + usize::from(is_later_told);
    places.flat_map(of_place).fold(0, |asked, (sum, _)| asked | 1 << sum)
}

/// The sums that the plays after a split ask for.
#[derive(Debug)]
pub(super) struct AskedRows {
    /// By set.
    asked: Vec<AskedSums>,
    /// By set, the place of its first row.
    first: Vec<u32>,
    rows: usize,
}

impl AskedRows {
    pub(super) fn new(asked: Vec<AskedSums>) -> Self {
        let mut rows = 0;
        let first = asked.iter().map(|asked| {
            let first = rows;
            rows += asked.count_ones();
            first
        });
        Self { first: first.collect(), rows: rows as usize, asked }
    }

    fn row(&self, set: usize, sum: usize) -> usize {
        let before = self.asked[set] & ((1 << sum) - 1);
        (self.first[set] + before.count_ones()) as usize
    }
}

/// What is asked for beside sets of cards, under one up card.
pub(super) struct SplitRows<'a> {
    asked: &'a AskedRows,
    cases: usize,
    /// By row and case.
    rows: Vec<[f64; OUTCOMES]>,
}

impl<'a> SplitRows<'a> {
    pub(super) fn new(sets: &SplitSets, asked: &'a AskedRows, up: &DealerCache, dealt: &DealtFirst) -> Self {
        let cases = up.dealer.cases().len();
        let mut rows = Self { asked, cases, rows: vec![[0.0; OUTCOMES]; asked.rows * cases] };
        let is_asked = |family: &&SetFamily| family.sets.iter().any(|&(_, set)| asked.asked[set] != 0);
        let by_aces: Vec<&SetFamily> = sets.by_aces.iter().filter(is_asked).collect();
        if !by_aces.is_empty() && up.dealer.shares_aces(by_aces.len(), asked.rows) {
            rows.add_sharing_aces(&by_aces, up, dealt);
            return rows;
        }
        let mut sums = up.dealer.apart(sets.apart).sums(&up.left_after(CardSet::NONE));
        let mut weights = KnownWeights { sets, up, dealt, known: FxHashMap::default() };
        let families: Vec<&SetFamily> = sets.families.iter().filter(is_asked).collect();
        for families in families.chunks(BLOCK) {
            let others: Vec<CardSet> = families.iter().map(|family| family.others).collect();
            sums.stand_beside(&others);
            let mut places = others.iter().map(|&others| dealt.ways(others)).enumerate();
            for of_size in families.chunk_by(|one, other| one.others.size() == other.others.size()) {
                let of_size: Vec<_> = of_size.iter().copied().zip(places.by_ref()).collect();
                rows.add(&of_size, &mut sums, &mut weights);
            }
        }
        rows
    }

    /// Adds sets that differ in their aces alone with one sum, where nothing is left apart for another reason.
    fn add_sharing_aces(&mut self, families: &[&SetFamily], up: &DealerCache, dealt: &DealtFirst) {
        let (asked, cases, rows) = (self.asked, self.cases, &mut self.rows);
        let weights = |gone| up.dealer.apart(None).by_drawn(|all| dealt.of_all(gone + all));
        up.each_sharing_aces(
            families,
            |set| asked.asked[set] != 0,
            weights,
            |set, cards, place, sums| {
                let row = asked.row(set, 0);
                sums.write(place, dealt.ways(cards), &mut rows[row * cases..][..cases]);
            },
        );
    }

    /// Adds sets with as many other cards, each with its place among those that sums stand beside and with the ways to deal these cards.
    fn add(
        &mut self,
        families: &[(&SetFamily, (usize, f64))],
        sums: &mut ApartSums<'_>,
        weights: &mut KnownWeights<'_>,
    ) {
        let size = families[0].0.others.size();
        each_by_held(families.iter().copied(), |held, sets| {
            let asked = sets.iter().fold(0, |asked, &(set, _)| asked | self.asked.asked[set]);
            for sum in (0..SUMS).filter(|sum| asked >> sum & 1 > 0) {
                sums.weigh(weights.of((size, held, sum)));
                for &(set, (place, ways)) in sets {
                    if self.asked.asked[set] >> sum & 1 > 0 {
                        let row = self.asked.row(set, sum);
                        sums.write(place, ways, &mut self.rows[row * self.cases..][..self.cases]);
                    }
                }
            }
        });
    }

    /// What a hand is paid in a case, each time that it counts.
    pub(super) fn sum(
        &self,
        set: usize,
        case: usize,
        factors: SumFactors,
        payment: impl Fn(&[f64; OUTCOMES]) -> f64,
    ) -> f64 {
        let sums = factors.into_iter().filter(|&(_, factor)| factor != 0.0);
        let paid = sums.map(|(sum, factor)| {
            let row = self.asked.row(set, sum);
            factor * payment(&self.rows[row * self.cases + case])
        });
        paid.sum()
    }
}

/// Weights that have been asked for before.
struct KnownWeights<'a> {
    sets: &'a SplitSets,
    up: &'a DealerCache,
    dealt: &'a DealtFirst,
    known: FxHashMap<(u32, u32, usize), DrawnWeights>,
}

impl KnownWeights<'_> {
    /// Those of a sum beside hands of so many cards left apart and so many others.
    fn of(&mut self, of: (u32, u32, usize)) -> &DrawnWeights {
        let (size, held, sum) = of;
        let Self { sets: SplitSets { apart, times, .. }, up, dealt, known } = self;
        known.entry(of).or_insert_with(|| {
            let sums = up.dealer.apart(*apart);
            let product = |at: usize| {
                let held = if apart.is_some() { held + at as u32 + 1 } else { 0 };
                let ways = |drawn| apart.map_or(1.0, |value| dealt.ways_of(value, held + drawn));
                let times = times_of(times, at, sum);
                WeightProduct {
                    by_all: sums.by_drawn(|all| times * dealt.of_all(size + held + all)),
                    by_apart: sums.by_drawn(ways),
                }
            };
            let products: Vec<WeightProduct> = (0..times.len()).map(product).collect();
            sums.weights(&products)
        })
    }
}
