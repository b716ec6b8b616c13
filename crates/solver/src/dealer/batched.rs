//! The distributions of the dealer beside many sets of cards, a block of sets at a time.
//!
//! The end with the most final hands, nearly always a bust, is not summed: its share is what is left of the case's.
//!
//! What is summed are ordered ways by numbers of cards drawn, whole numbers that are far smaller than those of a distribution: from eight decks all fit the
//! 53 bits of a float once the powers of two that divide them are left out. So the sums in floats are exact, and exact distributions cost little more
//! than distributions in floats.

use cards::Value;
use pulp::{Arch, Simd, WithSimd};

use super::block::{BLOCK, Block};
use super::drawing_hands::{Bin, DrawingHands};
use super::{COUNTS, Dealer};
use crate::arithmetic::card_set::CardSet;
use crate::compiled::settlement::{OUTCOMES, Row};

/// Most by which all probabilities of a case are off together, if sums are exact.
///
/// A share is rounded at most 28 times, by 2⁻⁵³ of itself: 13 factors of the denominator, its reciprocal, a product, and 13 additions of numbers of cards. Shares are at
/// most 1 together; what is left has the same error once more, and up to 20 roundings of numbers below 1. All that is less than 10⁻¹⁴.
pub(crate) const DISTRIBUTION_ERROR: f64 = 4e-14;

/// The cases and ends of one up card's dealer.
///
/// Results that no payoff tells apart are one *end*.
#[derive(Debug)]
pub(super) struct CaseEnds {
    /// By (case × end), the place of the end's first outcome among those of all cases.
    places: Vec<usize>,
    /// By case, the hole cards.
    pub(super) holes: Vec<Vec<usize>>,
    pub(super) ends: usize,
    /// The end that is not summed.
    pub(super) rest: usize,
}

/// One up card's dealer, as far as payoffs tell his results apart.
#[derive(Debug)]
pub(crate) struct DistributionBlocks {
    hands: DrawingHands,
    /// In their order.
    bins: Vec<Bin>,
    slots: Vec<Slot>,
    cases: CaseEnds,
    /// The most cards drawn to any final hand.
    most_draws: u32,
    is_exact: bool,
}

/// A (case × end), and the number of its bins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    pub(super) place: usize,
    pub(super) bins: usize,
}

/// The slots of bins, in their order.
pub(super) fn slots(bins: &[Bin]) -> Vec<Slot> {
    let of_slots = bins.chunk_by(|one, other| one.slot == other.slot);
    of_slots.map(|bins| Slot { place: bins[0].slot, bins: bins.len() }).collect()
}

/// Results of the dealer that all these rows pay alike: by outcome, the number of its end.
pub(crate) fn ends(rows: &[Row]) -> [usize; OUTCOMES] {
    let pays = |outcome: usize| rows.iter().map(move |row| row[outcome]);
    let mut firsts: Vec<usize> = Vec::new();
    std::array::from_fn(|outcome| {
        firsts.iter().position(|&first| pays(first).eq(pays(outcome))).unwrap_or_else(|| {
            firsts.push(outcome);
            firsts.len() - 1
        })
    })
}

impl CaseEnds {
    pub(super) fn new(dealer: &Dealer, end_of: &[usize; OUTCOMES]) -> Self {
        let ends = end_of.iter().max().map_or(0, |most| most + 1);
        let mut hands_of = vec![0; ends];
        dealer.finals.iter().for_each(|(_, hand)| hands_of[end_of[hand.outcome]] += 1);
        let rest = (0..ends).max_by_key(|&end| hands_of[end]).unwrap_or(0);
        let holes = dealer.cases.iter().map(|case| case.holes.values().map(Value::index).collect()).collect();
        let first = |end: usize| end_of.iter().position(|&other| other == end).unwrap_or_default();
        let of_case = |case: usize| (0..ends).map(move |end| case * OUTCOMES + first(end));
        let places = (0..dealer.cases.len()).flat_map(of_case).collect();
        Self { places, holes, ends, rest }
    }

    /// Room for a number of each case and end.
    pub(super) fn room(&self) -> usize {
        self.holes.len() * self.ends
    }

    /// Takes what the other ends of a case have from the one that is not summed, which was given all of the case.
    #[inline(always)]
    pub(super) fn leave_rest(&self, distribution: &mut [Block]) {
        for of_case in distribution.chunks_exact_mut(self.ends) {
            let mut rest = of_case[self.rest];
            for end in (0..self.ends).filter(|&end| end != self.rest) {
                rest.subtract(&of_case[end]);
            }
            of_case[self.rest] = rest;
        }
    }

    /// Writes what one set has, by case.
    pub(super) fn write(&self, distribution: &[Block], set: usize, times: f64, rows: &mut [[f64; OUTCOMES]]) {
        let row = rows.as_flattened_mut();
        for (&place, block) in self.places.iter().zip(distribution) {
            row[place] = block.0[set] * times;
        }
    }
}

impl DistributionBlocks {
    pub(crate) fn new(dealer: &Dealer, end_of: &[usize; OUTCOMES]) -> Self {
        let cases = CaseEnds::new(dealer, end_of);
        let (hands, bins, is_exact) = DrawingHands::new(dealer, end_of, cases.rest, None);
        Self { hands, slots: slots(&bins), bins, cases, most_draws: dealer.most_draws, is_exact }
    }

    /// Whether sums in floats are exact, for all parts of the dealer's shoe.
    pub(crate) fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// What distributions beside so many sets of cards cost, in products of blocks.
    pub(super) fn work(&self, sets: usize) -> usize {
        // A division takes as long as some products.
        const DIVISION: usize = 8;
        sets * (self.hands.work() + self.bins.len() + DIVISION * self.most_draws as usize) / BLOCK
    }

    /// Writes the probabilities of each case and end; `unseen` are the cards left in each set together.
    ///
    /// The error of all ends of a case together is at most 6·10⁻¹³. A share that is summed is rounded at most 2,600 times, by 2⁻⁵³ of itself: two roundings a drawn
    /// card, and one for each number that is added. All its terms are positive. These shares are at most 1 together; what is left has the same error once more, and up to
    /// 20 roundings of numbers below 1.
    #[inline(always)]
    fn probabilities(
        &self,
        left: &[Block; Value::COUNT],
        unseen: &Block,
        scratch: &mut Vec<Block>,
        distribution: &mut [Block],
    ) {
        let sums = self.hands.sum(left, scratch);
        let mut tail = [Block::ZERO; COUNTS];
        let mut all = Block::ONE;
        for (drawn, tail) in (0..).zip(&mut tail[1..=self.most_draws as usize]) {
            for ((tail, all), unseen) in tail.0.iter_mut().zip(&mut all.0).zip(unseen.0) {
                *all *= (unseen - f64::from(drawn)).max(0.0);
                *tail = if *all > 0.0 { 1.0 / *all } else { 0.0 };
            }
        }
        distribution.fill(Block::ZERO);
        for (case, holes) in self.cases.holes.iter().enumerate() {
            let rest = &mut distribution[case * self.cases.ends + self.cases.rest];
            for &hole in holes {
                rest.add_product(&left[hole], &tail[1]);
            }
        }
        let mut bins = self.bins.iter().zip(sums);
        for slot in &self.slots {
            let mut share = Block::ZERO;
            for (bin, sum) in bins.by_ref().take(slot.bins) {
                share.add_product(sum, &tail[bin.drawn % COUNTS]);
            }
            distribution[slot.place] = share;
        }
        self.cases.leave_rest(distribution);
    }

    /// Writes the probabilities of each case and end beside at most [`BLOCK`] sets, by case and end. The error of all ends of a case together is at most
    /// 6·10⁻¹³, and at most [`DISTRIBUTION_ERROR`] if [`DistributionBlocks::is_exact`]. `left` are the cards besides the up card.
    pub(crate) fn distributions(
        &self,
        left: &[u32; Value::COUNT],
        keys: &[CardSet],
        scratch: &mut Vec<Block>,
        distribution: &mut Vec<Block>,
    ) {
        distribution.resize(self.cases.room(), Block::ZERO);
        let left = beside(left, keys);
        let unseen = Block(std::array::from_fn(|set| left.iter().map(|left| left.0[set]).sum()));
        Arch::new().dispatch(Probabilities { blocks: self, left: &left, unseen: &unseen, scratch, distribution });
    }

    /// The probabilities of each outcome, those of an end all at its first, by set and case, once each of these sets of cards is gone, which must be feasible, and the dealer must always
    /// find a card. `left` are the cards besides the up card. For the error see [`DistributionBlocks::distributions`].
    pub(crate) fn float_rows(&self, left: &[u32; Value::COUNT], keys: &[CardSet]) -> Vec<[f64; OUTCOMES]> {
        let (mut scratch, mut distributions) = Default::default();
        let cases = self.cases.holes.len();
        let mut rows = vec![[0.0; OUTCOMES]; keys.len() * cases];
        let of_blocks = rows.chunks_mut((BLOCK * cases).max(1));
        for (keys, rows) in keys.chunks(BLOCK).zip(of_blocks) {
            self.distributions(left, keys, &mut scratch, &mut distributions);
            for (set, row) in rows.chunks_exact_mut(cases).enumerate() {
                self.cases.write(&distributions, set, 1.0, row);
            }
        }
        rows
    }

    /// The same in ordered ways, as [`super::DistributionWalk::exact`] counts them, if [`DistributionBlocks::is_exact`]. All draws of the dealer must be among the cards
    /// that each set leaves.
    pub(crate) fn each_exact(
        &self,
        left: &[u32; Value::COUNT],
        keys: &[CardSet],
        each: &mut dyn FnMut(CardSet, &[[u128; OUTCOMES]]),
    ) {
        let (mut scratch, mut ways) = Default::default();
        let mut distribution = vec![[0_u128; OUTCOMES]; self.cases.holes.len()];
        let all: u32 = left.iter().sum();
        let mut tails: Vec<[u128; COUNTS]> = Vec::new();
        for keys in keys.chunks(BLOCK) {
            let left = beside(left, keys);
            Arch::new().dispatch(OrderedWays { blocks: self, left: &left, scratch: &mut scratch, ways: &mut ways });
            for (set, &key) in keys.iter().enumerate() {
                let gone = key.size();
                for more in tails.len() as u32..=gone {
                    tails.push(ways_to_draw_on(all.saturating_sub(more), self.most_draws));
                }
                let tail = &tails[gone as usize];
                let mut sums = self.bins.iter().zip(&ways);
                let distributions = distribution.as_flattened_mut();
                for slot in &self.slots {
                    // Nothing overflows: all ways together are those of `most_draws` cards, which `Dealer::new` has bounded.
                    distributions[self.cases.places[slot.place]] =
                        sums.by_ref().take(slot.bins).fold(0, |sum: u128, (bin, ways)| {
                            sum.wrapping_add(u128::from(ways[set]).wrapping_mul(tail[bin.drawn % COUNTS]))
                        });
                }
                let rest = self.cases.places[self.cases.rest];
                for (distribution, holes) in distribution.iter_mut().zip(&self.cases.holes) {
                    let holes: f64 = holes.iter().map(|&hole| left[hole].0[set]).sum();
                    distribution[rest] = 0;
                    distribution[rest] = u128::from(whole(holes)) * tail[1] - distribution.iter().sum::<u128>();
                }
                each(key, &distribution);
            }
        }
    }
}

/// By value, the cards left beside each set; none where there is no set.
pub(super) fn beside(left: &[u32; Value::COUNT], keys: &[CardSet]) -> [Block; Value::COUNT] {
    let mut blocks = [Block::ZERO; Value::COUNT];
    for (set, key) in keys.iter().enumerate() {
        for ((block, &left), gone) in blocks.iter_mut().zip(left).zip(key.counts()) {
            block.0[set] = f64::from(left) - f64::from(gone);
        }
    }
    blocks
}

/// A whole number below 2⁶³, in operations that processors have for vectors: both halves are read from the last bits of a float with 2⁵² added.
#[inline(always)]
fn whole(number: f64) -> u64 {
    const HALF: f64 = (1_u64 << 32) as f64;
    const LAST_BITS: f64 = (1_u64 << 52) as f64;
    let last_bits = |half: f64| (half + LAST_BITS).to_bits() ^ LAST_BITS.to_bits();
    let high = (number * (1.0 / HALF)).floor();
    last_bits(high) << 32 | last_bits(number - high * HALF)
}

/// By cards drawn from so many, the ordered ways to draw on to a number.
fn ways_to_draw_on(unseen: u32, number: u32) -> [u128; COUNTS] {
    let mut ways = [1; COUNTS];
    for drawn in (0..number).rev() {
        ways[drawn as usize] = ways[drawn as usize + 1] * u128::from(unseen.saturating_sub(drawn));
    }
    ways
}

/// Distributions to be summed with the vectors that the machine has.
struct Probabilities<'a> {
    blocks: &'a DistributionBlocks,
    left: &'a [Block; Value::COUNT],
    unseen: &'a Block,
    scratch: &'a mut Vec<Block>,
    distribution: &'a mut [Block],
}

impl WithSimd for Probabilities<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.blocks.probabilities(self.left, self.unseen, self.scratch, self.distribution);
    }
}

/// Ordered ways, by bin, in the same manner.
struct OrderedWays<'a> {
    blocks: &'a DistributionBlocks,
    left: &'a [Block; Value::COUNT],
    scratch: &'a mut Vec<Block>,
    ways: &'a mut Vec<[u64; BLOCK]>,
}

impl WithSimd for OrderedWays<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let sums = self.blocks.hands.sum(self.left, self.scratch);
        self.ways.resize(sums.len(), [0; BLOCK]);
        for (ways, sum) in self.ways.iter_mut().zip(sums) {
            ways.iter_mut().zip(sum.0).for_each(|(ways, sum)| *ways = whole(sum));
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use cards::Composition;
    use proptest::prelude::*;
    use rules::Game;

    use super::super::DistributionWalk;
    use super::*;
    use crate::dealer::cache::DealerCache;
    use crate::test_games;

    /// A dealer who stands on soft 17, one who hits it, one who draws to 22, and hole cards told apart by signal and one by one.
    pub(in super::super) fn games() -> Vec<Game> {
        let names = ["pa-633a-blackjack", "free-bet", "pa-685a-down-under", "double-exposure"];
        let mut limit_22 = test_games::game(names[1]);
        limit_22.dealer.ace_limit = 22;
        names.map(test_games::game).into_iter().chain([limit_22]).collect()
    }

    pub(in super::super) fn dealers(game: &Game, shoe: &Composition) -> Vec<Dealer> {
        Value::all().map(|up| Dealer::new(game, up, shoe).expect("no more than 40 decks")).collect()
    }

    /// The first of these sets beside which a distribution of a block is not the one that is counted for it alone.
    fn first_wrong(dealer: &Dealer, keys: &[CardSet]) -> Option<CardSet> {
        let left = dealer.most_left();
        let mut walk = DistributionWalk::new(dealer);
        let mut told = keys.iter();
        let mut wrong = None;
        dealer.blocks().each_exact(left, keys, &mut |key, distribution| {
            assert_eq!(told.next(), Some(&key));
            let alone = walk.exact(&std::array::from_fn(|value| left[value] - key.count(value)));
            if distribution != alone {
                wrong = wrong.or(Some(key));
            }
        });
        assert_eq!(told.next(), None);
        wrong
    }

    #[test]
    fn whole_numbers_are_read_from_floats() {
        let odd = |number: u64| number >> number.ilog2().saturating_sub(52) << number.ilog2().saturating_sub(52);
        let numbers =
            (0..63).flat_map(|twos| [1, 3, 0x1234_5678_9abc_def1].map(|times: u64| times >> 1 >> (62 - twos)));
        for number in numbers.filter(|&number| number > 0).map(odd).chain([0, (1 << 32) - 1, 1 << 32, (1 << 53) - 1]) {
            assert_eq!(whole(number as f64), number);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn distributions_of_blocks_are_those_counted_alone(
            counts in proptest::collection::vec(8_u16..80, 9),
            tens in 8_u16..150,
            sets in proptest::collection::vec(proptest::collection::vec(0_usize..10, 0..7), 1..40),
        ) {
            let counts: Vec<u16> = counts.into_iter().chain([tens]).collect();
            let shoe = Composition::new(counts.try_into().expect("ten"));
            let mut keys: Vec<CardSet> =
                sets.iter().map(|cards| cards.iter().map(|&value| CardSet::one(value)).sum()).collect();
            keys.sort_unstable();
            keys.dedup();
            let dealers = games().into_iter().flat_map(|game| dealers(&game, &shoe));
            for dealer in dealers.filter(|dealer| dealer.blocks().is_exact()) {
                prop_assert_eq!(first_wrong(&dealer, &keys), None, "up card {}", dealer.up());
            }
        }
    }

    #[test]
    fn floats_are_exact_up_to_eight_decks_and_not_with_forty() {
        let games = games();
        for decks in 1..=8 {
            let mut dealers = games.iter().flat_map(|game| dealers(game, &Composition::decks(decks)));
            assert!(dealers.all(|dealer| dealer.blocks().is_exact()), "{decks} decks");
        }
        let ace = &dealers(&games[0], &Composition::decks(40))[0];
        assert!(!ace.blocks().is_exact());
        // What would come of it.
        assert_eq!(first_wrong(ace, &[CardSet::NONE]), Some(CardSet::NONE));
    }

    /// Blocks of sets of cards agree with the exact distribution within the bound, whichever ends are told apart.
    #[test]
    fn blocks_agree_with_the_exact_distribution() {
        let game = test_games::game("pa-685a-down-under");
        let shoe = Composition::decks(1);
        let all_apart: Row = std::array::from_fn(|outcome| outcome as i32);
        let busts_alike: Row =
            std::array::from_fn(|outcome| if (5..10).contains(&outcome) { 5 } else { outcome as i32 });
        let sets: [CardSet; BLOCK] = std::array::from_fn(|set| {
            let values = [0, 9, set % Value::COUNT, set / 4, 4];
            values.into_iter().map(CardSet::one).sum()
        });
        for (up, row) in Value::all().flat_map(|up| [(up, all_apart), (up, busts_alike)]) {
            let end_of = ends(&[row]);
            let table = DealerCache::without_keys(Dealer::new(&game, up, &shoe).expect("a full deck"));
            let blocks = DistributionBlocks::new(&table.dealer, &end_of);
            let (mut scratch, mut distribution) = Default::default();
            let most_left = table.left_after(CardSet::NONE);
            blocks.distributions(&most_left, &sets, &mut scratch, &mut distribution);
            let mut one_at_a_time = distribution.clone();
            let left = beside(&most_left, &sets);
            let unseen = Block(sets.map(|set| f64::from(table.unseen_after(set))));
            blocks.probabilities(&left, &unseen, &mut scratch, &mut one_at_a_time);
            assert_eq!(distribution, one_at_a_time, "the same digits whatever vectors the machine has");
            for (at, &set) in sets.iter().enumerate() {
                let exact = table.exact_distributions().at(set).expect("enough cards").to_vec();
                for (case, exact) in exact.iter().enumerate() {
                    let mut expected = vec![0.0; blocks.cases.ends];
                    for (&ways, end) in exact.iter().zip(end_of) {
                        expected[end] += ways as f64 / table.distribution_ways(set) as f64;
                    }
                    for (end, expected) in expected.into_iter().enumerate() {
                        let found = distribution[case * blocks.cases.ends + end].0[at];
                        assert!((found - expected).abs() < 1e-12, "{up}, case {case}, end {end}: {found} {expected}");
                    }
                }
            }
        }
    }
}
