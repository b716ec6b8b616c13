//! The distribution of the dealer's final total, exact, for any cards left in the shoe.
//!
//! For one up card the dealer's final hands are a few hundred to two thousand multisets. Each has a number of
//! drawing orders for every hole card, and its probability is that number times a product of falling factorials
//! over one falling factorial. The products are summed value by value from the highest, so that hands share those of their common
//! cards, and sets of cards left that differ in low values share those of the high ones.

mod batched;
mod block;
pub(crate) mod cache;
mod drawing_hands;
pub(crate) mod grouped;
mod kept_blocks;
mod pair_moments;
pub(crate) mod run_out;
mod set_families;
mod shared_aces;
pub(crate) mod union_sums;
mod value_apart;
mod weighted;

use std::sync::OnceLock;

use cards::{Composition, Value};
use rules::{Game, HoleCase, Soft17};
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::settlement::{FIRST_TOTAL, NATURAL, OUTCOMES, Row};
pub(crate) use batched::{DISTRIBUTION_ERROR, DistributionBlocks, ends};
pub(crate) use block::{BLOCK, Block};
use kept_blocks::KeptBlocks;
pub(crate) use kept_blocks::KeptList;
pub(crate) use pair_moments::{After, LANES, MOST_WEIGHT, Paid};
pub(crate) use set_families::{SetFamily, each_by_held, families};
pub(crate) use value_apart::{ApartSums, DrawnWeights, ValueApart, WeightProduct};
pub use weighted::DealerHand;
pub(crate) use weighted::{FinishedHand, finished_hands};

/// How the sums over one value's cards are taken: what is left are sums by the cards of all lower values.
#[derive(Debug)]
struct Level {
    /// Cards of the value, source by source; sources of one target stand together.
    counts: Vec<u8>,
    /// By target, one past its last source.
    ends: Vec<u32>,
}

/// The dealer's play from one up card.
#[derive(Debug)]
pub(crate) struct Dealer {
    up: Value,
    cases: Vec<HoleCase>,
    /// Orders of every final multiset that begin with a hole card of one case, by bin and cards, lowest value first.
    orders: Vec<u64>,
    /// By value.
    levels: Vec<Level>,
    /// What a bin collects: (case × outcome, cards drawn).
    bins: Vec<(usize, usize)>,
    most_draws: u32,
    most_left: [u32; Value::COUNT],
    /// The multisets of drawn cards at which the dealer stops.
    pub(crate) finals: Vec<(CardSet, FinalHand)>,
    /// By outcome; those with one label are counted together in blocks.
    labels: Row,
    blocks: OnceLock<Box<DistributionBlocks>>,
    /// By value; the last with none apart.
    apart: [OnceLock<Box<ValueApart>>; Value::COUNT + 1],
    kept: KeptBlocks,
}

impl Dealer {
    /// # Errors
    /// [`SolveError::ShoeTooLarge`] if the shoe is so large that ordered draws overflow 127 bits.
    pub(crate) fn new(game: &Game, up: Value, shoe: &Composition) -> Result<Self, SolveError> {
        Self::telling_apart(game, up, shoe, &mut |hand, points| Ok(outcome(hand, points)))
    }

    /// The same dealer with other outcomes: `outcome` is told a finished hand, up card included, and its total, and
    /// gives an index below [`OUTCOMES`].
    ///
    /// # Errors
    /// As [`Dealer::new`], and those of `outcome`.
    pub(crate) fn telling_apart(
        game: &Game,
        up: Value,
        shoe: &Composition,
        outcome: &mut impl FnMut(CardSet, u8) -> Result<usize, SolveError>,
    ) -> Result<Self, SolveError> {
        let cases = game.hole_cases(up);
        let finals = final_hands(game, up, &cases, shoe, outcome)?;
        Self::assemble(up, cases, finals, shoe, 1)
    }

    /// `most` is the greatest weight with which an order is counted.
    fn assemble(
        up: Value,
        cases: Vec<HoleCase>,
        finals: Vec<(CardSet, FinalHand)>,
        shoe: &Composition,
        most: u64,
    ) -> Result<Self, SolveError> {
        let mut most_left = shoe.counts().map(u32::from);
        most_left[up.index()] = most_left[up.index()].saturating_sub(1);
        let dealer = Self::with_finals(up, cases, finals, most_left);
        if (cards::falling(shoe.total(), dealer.most_draws) * most).bits() > 127 {
            return Err(SolveError::ShoeTooLarge);
        }
        Ok(dealer)
    }

    fn with_finals(
        up: Value,
        cases: Vec<HoleCase>,
        finals: Vec<(CardSet, FinalHand)>,
        most_left: [u32; Value::COUNT],
    ) -> Self {
        let most_draws = finals.iter().map(|(drawn, _)| drawn.size()).max().unwrap_or(0);
        let mut dealer = Self {
            up,
            cases,
            orders: Vec::new(),
            levels: Vec::new(),
            bins: Vec::new(),
            most_draws,
            most_left,
            finals,
            labels: std::array::from_fn(|outcome| outcome as i32),
            blocks: OnceLock::new(),
            apart: Default::default(),
            kept: KeptBlocks::default(),
        };
        dealer.build_levels(|case, _, outcome| case * OUTCOMES + outcome);
        dealer
    }

    /// The same dealer, whose final hands are summed by other slots.
    fn told_apart(&self, slot: impl Fn(usize, CardSet, usize) -> usize) -> Self {
        let mut dealer = Self {
            up: self.up,
            cases: self.cases.clone(),
            orders: Vec::new(),
            levels: Vec::new(),
            bins: Vec::new(),
            most_draws: self.most_draws,
            most_left: self.most_left,
            finals: self.finals.clone(),
            labels: std::array::from_fn(|outcome| outcome as i32),
            blocks: OnceLock::new(),
            apart: Default::default(),
            kept: KeptBlocks::default(),
        };
        dealer.build_levels(slot);
        dealer
    }

    /// The same dealer in some of his cases, in this order.
    pub(crate) fn of_cases(&self, cases: &[usize]) -> Self {
        let finals = self.finals.iter().filter_map(|(drawn, hand)| {
            let orders: Vec<u64> = cases.iter().map(|&case| hand.orders[case]).collect();
            let comes_up = orders.iter().any(|&orders| orders > 0);
            comes_up.then_some((*drawn, FinalHand { outcome: hand.outcome, orders }))
        });
        let finals = finals.collect();
        let cases = cases.iter().map(|&case| self.cases[case].clone()).collect();
        Self::with_finals(self.up, cases, finals, self.most_left).with_alike(self.labels)
    }

    /// The same dealer, who counts outcomes with one label together, at the first of them.
    pub(crate) fn with_alike(self, labels: Row) -> Self {
        Self { labels, blocks: OnceLock::new(), apart: Default::default(), ..self }
    }

    /// The same dealer for many distributions at a time.
    pub(crate) fn blocks(&self) -> &DistributionBlocks {
        self.blocks.get_or_init(|| Box::new(DistributionBlocks::new(self, &ends(&[self.labels]))))
    }

    /// The same with the cards of one value left apart, or of none.
    pub(crate) fn apart(&self, value: Option<usize>) -> &ValueApart {
        let new = || Box::new(ValueApart::new(self, &ends(&[self.labels]), value));
        self.apart[value.unwrap_or(Value::COUNT)].get_or_init(new)
    }

    pub(crate) fn up(&self) -> Value {
        self.up
    }

    /// The hole card that makes a blackjack, if any does.
    pub(crate) fn natural_hole(&self) -> Option<Value> {
        match self.up {
            Value::ACE => Some(Value::TEN),
            Value::TEN => Some(Value::ACE),
            _ => None,
        }
    }

    /// The cases of this up card; distributions are given for each in this order.
    pub(crate) fn cases(&self) -> &[HoleCase] {
        &self.cases
    }

    /// Bit by bit, the outcomes that the dealer can come to in a case.
    pub(crate) fn outcomes(&self, case: usize) -> u16 {
        let of_case = self.bins.iter().filter(|(slot, _)| slot / OUTCOMES == case);
        of_case.fold(0, |outcomes, (slot, _)| outcomes | 1 << (slot % OUTCOMES))
    }

    /// Cards of each value without the up card, in the shoe that the dealer is compiled for: distributions may be asked for with any part of them.
    pub(crate) fn most_left(&self) -> &[u32; Value::COUNT] {
        &self.most_left
    }

    /// The most cards the dealer ever draws, hole card included.
    pub(crate) fn most_draws(&self) -> u32 {
        self.most_draws
    }

    /// The number of draws, with n cards unseen, in whose ordered outcomes an exact distribution is counted.
    pub(crate) fn draws_of_distributions(&self, unseen: u32) -> u32 {
        self.most_draws.min(unseen)
    }

    /// Sums the multisets from the highest value down, so that a target's sources differ in one value's cards only. `slot` says what is summed together,
    /// by case, cards drawn and outcome.
    fn build_levels(&mut self, slot: impl Fn(usize, CardSet, usize) -> usize) {
        let mut entries: Vec<(usize, usize, [u8; Value::COUNT], u64)> = Vec::new();
        for (drawn, hand) in &self.finals {
            let cards = drawn.counts().map(|count| count as u8);
            let cases = hand.orders.iter().enumerate().filter(|&(_, &orders)| orders > 0);
            entries.extend(
                cases.map(|(case, &orders)| (slot(case, *drawn, hand.outcome), drawn.size() as usize, cards, orders)),
            );
        }
        entries.sort_unstable();
        self.orders = entries.iter().map(|&(.., orders)| orders).collect();
        let mut sources: Vec<_> = entries.into_iter().map(|(slot, depth, cards, _)| (slot, depth, cards)).collect();
        for value in (0..Value::COUNT).rev() {
            let counts = sources.iter().map(|(.., cards)| cards[value]).collect();
            sources.iter_mut().for_each(|(.., cards)| cards[value] = 0);
            let mut ends = Vec::new();
            let mut end = 0;
            for alike in sources.chunk_by(|a, b| a == b) {
                end += alike.len() as u32;
                ends.push(end);
            }
            sources.dedup();
            self.levels.push(Level { counts, ends });
        }
        self.levels.reverse();
        self.bins = sources.into_iter().map(|(slot, depth, _)| (slot, depth)).collect();
    }
}

/// The dealer's distributions for one set of cards after another.
///
/// The sums over the higher values are kept from one set to the next: sets in the order of [`CardSet`] cost a fraction of sets
/// in no order.
pub(crate) struct DistributionWalk<'a> {
    dealer: &'a Dealer,
    /// The cards that the sums are for.
    left: Option<[u32; Value::COUNT]>,
    /// By value, the sources of its level; at last the multisets themselves.
    sums: Vec<Vec<u128>>,
    bins: Vec<u128>,
    distribution: Vec<[u128; OUTCOMES]>,
}

impl<'a> DistributionWalk<'a> {
    pub(crate) fn new(dealer: &'a Dealer) -> Self {
        let mut sums: Vec<Vec<u128>> = dealer.levels.iter().map(|level| vec![0; level.counts.len()]).collect();
        if let Some(orders) = sums.last_mut() {
            *orders = dealer.orders.iter().map(|&orders| u128::from(orders)).collect();
        }
        let distribution = vec![[0; OUTCOMES]; dealer.cases.len()];
        Self { dealer, left: None, sums, bins: vec![0; dealer.bins.len()], distribution }
    }

    /// The sums of each bin over all its multisets: ordered draws of the cards, times orders.
    ///
    /// No product that is summed overflows: each is part of a sum of ordered draws that [`Dealer::new`] has bounded.
    fn sum_bins(&mut self, left: &[u32; Value::COUNT]) {
        let highest = match &self.left {
            Some(before) => before.iter().zip(left).rposition(|(before, now)| before != now),
            None => Some(Value::COUNT - 1),
        };
        for value in (0..=highest.unwrap_or(0)).rev() {
            let mut ordered = [0_u128; COUNTS];
            let mut ways: u128 = 1;
            for (drawn, ordered) in ordered.iter_mut().enumerate() {
                *ordered = ways;
                ways = ways.wrapping_mul(u128::from(left[value].saturating_sub(drawn as u32)));
            }
            let Level { counts, ends } = &self.dealer.levels[value];
            let (lower, sources) = self.sums.split_at_mut(value);
            let targets = lower.last_mut().unwrap_or(&mut self.bins);
            let mut start = 0;
            for (target, &end) in targets.iter_mut().zip(ends) {
                let range = start..end as usize;
                let mut sum = 0;
                for (&source, &count) in sources[0][range.clone()].iter().zip(&counts[range]) {
                    sum += source.wrapping_mul(ordered[usize::from(count) % COUNTS]);
                }
                *target = sum;
                start = end as usize;
            }
        }
        self.left = Some(*left);
    }

    /// For each case and outcome, the ordered ways that the next `draws_of_distributions` cards put the hole card into
    /// the case and the dealer at the outcome. Divided by `falling(unseen, draws_of_distributions)` that is the probability, given the
    /// cards gone; over all cases it sums to one, unless the shoe can run out.
    ///
    /// `left` are the unseen cards, hole card included, up card not.
    pub(crate) fn exact(&mut self, left: &[u32; Value::COUNT]) -> &[[u128; OUTCOMES]] {
        let unseen: u32 = left.iter().sum();
        let draws = self.dealer.draws_of_distributions(unseen);
        // tail[d]: ordered ways to fill up d cards to `draws`, so that all multisets share a denominator.
        let mut tail = [1_u128; MOST_DEPTH + 1];
        for depth in (0..draws as usize).rev() {
            tail[depth] = tail[depth + 1] * u128::from(unseen - depth as u32);
        }
        self.sum_bins(left);
        self.distribution.fill([0; OUTCOMES]);
        for (&(slot, depth), &sum) in self.dealer.bins.iter().zip(&self.bins) {
            self.distribution[slot / OUTCOMES][slot % OUTCOMES] += sum.wrapping_mul(tail[depth]);
        }
        &self.distribution
    }
}

/// Most cards a dealer can draw: an H17 dealer with an ace limit of 21 reaches 12.
pub(crate) const MOST_DEPTH: usize = 13;

/// Numbers of cards that a dealer may draw of one value and more, a power of two: what is taken modulo it needs no check.
const COUNTS: usize = (MOST_DEPTH + 1).next_power_of_two();

/// A multiset of drawn cards at which the dealer stops.
#[derive(Clone, Debug)]
pub(crate) struct FinalHand {
    pub(crate) outcome: usize,
    /// Orders in which the cards can be drawn, by the case of the first, the hole card.
    pub(crate) orders: Vec<u64>,
}

/// The dealer's total and whether an ace counts 11.
fn total(cards: CardSet, ace_limit: u8) -> (u8, bool) {
    let counts = cards.counts();
    let hard: u32 = (1..=10).zip(counts).map(|(points, count)| points * count).sum();
    let elevens = (0..=counts[Value::ACE.index()]).take_while(|aces| hard + 10 * aces <= u32::from(ace_limit)).last();
    let elevens = elevens.unwrap_or(0);
    ((hard + 10 * elevens) as u8, elevens > 0)
}

fn stands(game: &Game, points: u8, soft: bool) -> bool {
    points > FIRST_TOTAL || (points == FIRST_TOTAL && !(soft && game.dealer.soft_17 == Soft17::Hit))
}

fn final_hands(
    game: &Game,
    up: Value,
    cases: &[HoleCase],
    shoe: &Composition,
    outcome: &mut impl FnMut(CardSet, u8) -> Result<usize, SolveError>,
) -> Result<Vec<(CardSet, FinalHand)>, SolveError> {
    let up_card = CardSet::one(up.index());
    let mut level: FxHashMap<CardSet, Vec<u64>> = FxHashMap::default();
    for (case, hole) in cases.iter().enumerate() {
        for value in hole.holes.values() {
            let mut orders = vec![0; cases.len()];
            orders[case] = 1;
            level.insert(CardSet::one(value.index()), orders);
        }
    }
    let mut finals = Vec::new();
    while !level.is_empty() {
        let mut next: FxHashMap<CardSet, Vec<u64>> = FxHashMap::default();
        for (drawn, orders) in level {
            let hand = drawn + up_card;
            if Value::all().any(|value| hand.count(value.index()) > u32::from(shoe.count(value))) {
                continue;
            }
            let (points, soft) = total(hand, game.dealer.ace_limit);
            if stands(game, points, soft) {
                finals.push((drawn, FinalHand { outcome: outcome(hand, points)?, orders }));
                continue;
            }
            for value in 0..Value::COUNT {
                let more = next.entry(drawn + CardSet::one(value)).or_insert_with(|| vec![0; cases.len()]);
                for (sum, &orders) in more.iter_mut().zip(&orders) {
                    *sum += orders;
                }
            }
        }
        level = next;
    }
    Ok(finals)
}

/// Whether these cards are an ace and a ten.
pub(crate) fn is_natural(hand: CardSet) -> bool {
    hand == CardSet::one(Value::ACE.index()) + CardSet::one(Value::TEN.index())
}

fn outcome(hand: CardSet, points: u8) -> usize {
    if is_natural(hand) { NATURAL } else { usize::from(points - FIRST_TOTAL) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ace_counts_eleven_up_to_the_limit() {
        let hand = |values: &[usize]| values.iter().fold(CardSet::NONE, |hand, &value| hand + CardSet::one(value));
        let two_aces = hand(&[0, 0]);
        assert_eq!(total(two_aces, 21), (12, true));
        assert_eq!(total(two_aces, 22), (22, true));
        let ace_five_six = hand(&[0, 4, 5]);
        assert_eq!(total(ace_five_six, 21), (12, false));
        assert_eq!(total(ace_five_six, 22), (22, true));
        // A third ace would make 23, so it and one more count 1.
        assert_eq!(total(hand(&[0, 0, 0]), 22), (13, true));
        assert_eq!(total(hand(&[0, 9, 9]), 22), (21, false));
    }
}
