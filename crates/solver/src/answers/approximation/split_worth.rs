//! What the hands of a split are worth in floats under a play.
//!
//! The play is counted forward once, as exact values are: how often, in ordered ways, each hand is settled by each row. Both things that can be known of the
//! second card are counted side by side, and the first hand with the later ones, because it is played as they are. Cards gone beside the hands change
//! how probable a hand is, and the dealer's distribution, but not the count. So a split costs one product a row and number of cards gone, and only rows that
//! the dealer's outcome decides need his distribution. Where all busted hands lose alike, that loss is taken off every row and added for the split as a
//! whole, so that no bust is looked at.

use std::ops::{AddAssign, Neg};

use cards::Value;
use rules::Game;

use super::{PairToSplit, SplitDistributions};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::interner::find_or_insert_in;
use crate::compiled::decisions::{Options, Play};
use crate::compiled::settlement::{Doubling, HandPlace, OUTCOMES, Row, RowId};
use crate::compiled::split_plan::SecondCard;
use crate::compiled::walk::{CompiledRules, CountedWays, Step, follow};
use crate::dealer::cache::{DealerCache, is_alike};
use crate::hand::signal_case::{SignalCase, dot};
use crate::zero_memory::second_card_starts;

/// What is known of second cards.
const SECONDS: [SecondCard; 2] = [SecondCard::Any, SecondCard::Other];
/// The first hand of a split, and the others, which may be settled otherwise but are played alike.
const PLACES: [HandPlace; 2] = [HandPlace::First, HandPlace::Later];

/// Ordered ways by what is known of the second card.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct BySecond([i64; SECONDS.len()]);

impl AddAssign for BySecond {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(ways, other)| *ways += other);
    }
}

impl Neg for BySecond {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.map(Neg::neg))
    }
}

impl CountedWays for BySecond {}

/// A hand settled by a row in each place.
#[derive(Debug, Clone, Copy)]
struct SettledHand {
    cards: CardSet,
    /// Among the hands that a split card can grow into.
    position: u32,
    /// The place of its rows among [`SettledSplit::payments`].
    payment: u32,
    /// Cards of the pair's value in the hand.
    repeated: u32,
    ways: BySecond,
    /// The place of the same hand settled by other rows.
    next: u32,
}

/// What a hand is paid more than [`SettledSplit::every`], in settlement units.
#[derive(Debug)]
struct Payment {
    /// As the first.
    first: [f64; OUTCOMES],
    /// What it is paid more as a later hand, by outcomes where that is not zero.
    later: Vec<(usize, f64)>,
    /// Whether every outcome of the dealer is paid alike in either place.
    is_alike: bool,
}

/// How often hands count: in all places together, and as later hands.
type PlaceWeights = [f64; 2];

/// How the hands of a split are settled under a play.
#[derive(Debug)]
pub(super) struct SettledSplit {
    /// Those whose rows pay something else than `every`.
    settled: Vec<SettledHand>,
    payments: Vec<Payment>,
    /// By settled hand and cards of the pair's value gone besides, how often it counts.
    weights: Vec<PlaceWeights>,
    /// By cards of the pair's value gone besides, how often hands of each place and second card count.
    times: Vec<[[f64; SECONDS.len()]; PLACES.len()]>,
    /// What a busted hand is paid whatever the dealer has, or zero if that is not one figure.
    every: i32,
}

/// The ordered ways in which a play comes to hands, all zero between two plays.
#[derive(Debug, Default)]
pub(super) struct ReachedWays(Vec<BySecond>);

impl SettledSplit {
    pub(super) fn new(
        split: &PairToSplit,
        game: &Game,
        case: &SignalCase<'_>,
        play: &Play,
        ReachedWays(reach): &mut ReachedWays,
    ) -> Self {
        const NONE: u32 = u32::MAX;
        let CompiledRules { hands, settlement } = case.table;
        let [options, later] = PLACES.map(|place| Options::split(game, split.value, place));
        let spots = [options.spot, later.spot];
        debug_assert!(spots.map(|spot| options.in_spot(spot)) == [options, later], "places are played alike");
        let busted = spots.map(|spot| settlement.row(settlement.bust(spot, Doubling::No)));
        let is_one = busted.iter().all(|row| row.iter().all(|&units| units == busted[0][0]));
        let every = if is_one { busted[0][0] } else { 0 };
        let mut times = vec![[[0.0; SECONDS.len()]; PLACES.len()]; split.keys.len()];
        for &(second, place, extra, number) in &split.terms {
            let [place, second] = [usize::from(place != PLACES[0]), usize::from(second != SECONDS[0])];
            times[extra as usize][place][second] += number;
        }
        let is_every = |row: &Row| row.iter().all(|&units| units == every);
        let is_passed_over: Vec<bool> = settlement.rows().iter().map(is_every).collect();
        let mut settled: Vec<SettledHand> = Vec::with_capacity(split.order.len());
        let mut payments: Vec<[RowId; PLACES.len()]> = Vec::new();
        let mut first_of = vec![NONE; split.order.len()];
        reach.resize(hands.len(), BySecond::default());
        let starts = SECONDS.into_iter().enumerate().flat_map(|(at, second)| {
            let of_second = second_card_starts(hands, split.value, second).into_iter();
            of_second
                .map(move |(id, ways)| (id, BySecond(std::array::from_fn(|other| if other == at { ways } else { 0 }))))
        });
        let act = |id, hand: &_| play.act(id, hand, &options);
        let gives_up_doubled = |id, hand: &_, doubling| play.gives_up_doubled(id, hand, doubling, &options);
        let order = split.order.iter().copied();
        follow(case.table, options, reach, order, starts, act, gives_up_doubled, |id, step, ways| {
            let Step::Settled(by) = step else { return };
            let rows = [by.row, by.row_in(spots[1], case.table, id)];
            debug_assert_eq!(by.row_in(spots[0], case.table, id), by.row);
            if rows.iter().all(|&row| is_passed_over[usize::from(row)]) {
                return;
            }
            let position = split.position_of[id as usize];
            let mut place = first_of[position];
            while place != NONE && payments[settled[place as usize].payment as usize] != rows {
                place = settled[place as usize].next;
            }
            if place == NONE {
                place = settled.len() as u32;
                let cards = hands.get(id).cards;
                settled.push(SettledHand {
                    cards,
                    position: position as u32,
                    payment: find_or_insert_in(&mut payments, rows) as u32,
                    repeated: cards.count(split.value),
                    ways: BySecond::default(),
                    next: first_of[position],
                });
                first_of[position] = place;
            }
            settled[place as usize].ways += ways;
        });
        let mut weights = Vec::with_capacity(settled.len() * times.len());
        for hand in &settled {
            weights.extend(times.iter().map(|times| weights_of(hand.ways, times)));
        }
        let payments = payments.into_iter().map(|rows| Payment::new(rows.map(|row| settlement.row(row)), every));
        Self { settled, payments: payments.collect(), weights, times, every }
    }

    /// Tells the positions among the keys of splits of the distributions that decide a hand.
    pub(super) fn mark_needed(&self, split: &PairToSplit, needed: &mut [bool]) {
        for (hand, _, weights) in self.weighted().filter(|(_, payment, _)| !payment.is_alike) {
            for (&weights, keys) in weights.iter().zip(&split.keys) {
                if weights != [0.0; 2] {
                    needed[keys[hand.position as usize] as usize] = true;
                }
            }
        }
    }

    /// The settled hands, each with how often it counts by cards of the pair's value gone besides.
    fn weighted(&self) -> impl Iterator<Item = (&SettledHand, &Payment, &[PlaceWeights])> {
        let weights = self.weights.chunks_exact(self.times.len().max(1));
        self.settled.iter().zip(weights).map(|(hand, weights)| (hand, &self.payments[hand.payment as usize], weights))
    }

    /// What the hands are worth together in a case, in settlement units, weighted by the probability of the cards and of the case; and the weights, as
    /// magnitudes, with which their values were added up.
    pub(super) fn mean(
        &self,
        split: &PairToSplit,
        case: &SignalCase<'_>,
        distributions: &SplitDistributions,
    ) -> (f64, f64) {
        let dealt = &distributions.dealt;
        let beside: Vec<CardSet> = (0..).zip(&self.times).map(|(extra, _)| split.beside(extra)).collect();
        let mut sum = Compensated::default();
        let (every, mut magnitudes) = (f64::from(self.every), 0.0);
        for (times, &beside) in self.times.iter().zip(&beside) {
            let dealt_of = |cards| match dealt.probability(cards) {
                0.0 => [0.0; 2],
                probability => [probability, probability * dealt.share_of_case(case.case, cards)],
            };
            let [gone, any] = dealt_of(beside + CardSet::one(split.value));
            let [_, pair] = dealt_of(beside + CardSet::several(split.value, 2));
            for (times, second) in times.iter().flat_map(|of_place| of_place.iter().zip(SECONDS)) {
                magnitudes += gone * times.abs();
                sum.add(times * every * if second == SecondCard::Any { any } else { any - pair });
            }
        }
        for (hand, payment, of_hand) in self.weighted() {
            let size = hand.cards.size();
            let others = dealt.ways(hand.cards - CardSet::several(split.value, hand.repeated));
            for (extra, ((weights, keys), &beside)) in (1..).zip(of_hand.iter().zip(&split.keys).zip(&beside)) {
                let dealt_ways = others * dealt.ways_of(split.value, hand.repeated + extra);
                let weights = weights.map(|weight| weight * dealt_ways * dealt.of_all(size + extra));
                if weights == [0.0; 2] {
                    continue;
                }
                if payment.is_alike {
                    sum.add(payment.certain(weights) * dealt.share_of_case(case.case, hand.cards + beside));
                } else if let Some(distribution) = distributions.get(keys[hand.position as usize], case.case) {
                    sum.add(payment.mean(weights, distribution));
                }
            }
        }
        (sum.total(), magnitudes)
    }
}

impl Payment {
    fn new([first, later]: [&Row; PLACES.len()], every: i32) -> Self {
        let more = first.iter().zip(later).map(|(&first, &later)| f64::from(later) - f64::from(first));
        Self {
            first: first.map(|units| f64::from(units) - f64::from(every)),
            later: more.enumerate().filter(|&(_, more)| more != 0.0).collect(),
            is_alike: is_alike(first) && is_alike(later),
        }
    }

    /// What hands are paid where every outcome is paid alike.
    fn certain(&self, [all, later]: PlaceWeights) -> f64 {
        all * self.first[0] + later * self.later.first().map_or(0.0, |&(_, more)| more)
    }

    /// What hands are paid on average.
    fn mean(&self, [all, later]: PlaceWeights, distribution: &[f64; OUTCOMES]) -> f64 {
        let more: f64 = self.later.iter().map(|&(outcome, more)| more * distribution[outcome]).sum();
        all * dot(&self.first, distribution) + later * more
    }
}

/// Whole numbers, so no rounding.
fn weights_of(BySecond(ways): BySecond, times: &[[f64; SECONDS.len()]; PLACES.len()]) -> PlaceWeights {
    let [first, later] =
        times.map(|times| ways.iter().zip(times).map(|(&ways, times)| ways as f64 * times).sum::<f64>());
    [first + later, later]
}

/// A sum that is off by two roundings of its terms, however many they are.
#[derive(Debug, Default)]
struct Compensated {
    sum: f64,
    /// What roundings have taken away.
    lost: f64,
}

impl Compensated {
    fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        let added = sum - self.sum;
        self.lost += (self.sum - (sum - added)) + (term - added);
        self.sum = sum;
    }

    fn total(&self) -> f64 {
        self.sum + self.lost
    }
}

/// The probabilities of cards to be dealt next beside an up card, in one order.
#[derive(Debug)]
pub(super) struct DealtFirst {
    /// By value and number, the ordered ways to deal them.
    ways: Vec<[f64; Value::COUNT]>,
    /// By number of cards, one over the ordered ways to deal any.
    of_all: Vec<f64>,
    left: [f64; Value::COUNT],
    unseen: f64,
    /// By case, one for each value that can be the hole card; no element where there is one case.
    holes: Vec<[f64; Value::COUNT]>,
}

impl DealtFirst {
    /// For sets of at most so many cards.
    pub(super) fn new(up: &DealerCache, most: u32) -> Self {
        let left = up.left_after(CardSet::NONE);
        let mut ways = vec![[1.0; Value::COUNT]];
        let mut of_all = vec![1.0];
        let unseen: u32 = left.iter().sum();
        let mut all = 1.0;
        for drawn in 0..most {
            let before = ways[drawn as usize];
            ways.push(std::array::from_fn(|value| before[value] * f64::from(left[value].saturating_sub(drawn))));
            all *= f64::from(unseen.saturating_sub(drawn));
            of_all.push(if all > 0.0 { 1.0 / all } else { 0.0 });
        }
        let cases = up.dealer.cases();
        let holes = cases.iter().filter(|_| cases.len() > 1).map(|case| {
            let mut of_case = [0.0; Value::COUNT];
            case.holes.values().for_each(|hole| of_case[hole.index()] = 1.0);
            of_case
        });
        Self { ways, of_all, left: left.map(f64::from), unseen: f64::from(unseen), holes: holes.collect() }
    }

    /// Zero if there are not so many cards. Off by at most 60 roundings: two factors a card.
    fn probability(&self, cards: CardSet) -> f64 {
        self.ways(cards) * self.of_all(cards.size())
    }

    /// The ordered ways to deal so many cards of a value.
    fn ways_of(&self, value: usize, number: u32) -> f64 {
        self.ways[number as usize][value]
    }

    /// One over the ordered ways to deal so many cards.
    fn of_all(&self, number: u32) -> f64 {
        self.of_all[number as usize]
    }

    fn ways(&self, cards: CardSet) -> f64 {
        let counts = cards.counts();
        let of = |value: usize| self.ways[counts[value] as usize][value];
        // Two products side by side, because in one each factor waits for the last.
        let (mut even, mut odd) = (1.0, 1.0);
        for value in (0..Value::COUNT).step_by(2) {
            even *= of(value);
            odd *= of(value + 1);
        }
        even * odd
    }

    /// The probability of a case once cards are gone that can be.
    fn share_of_case(&self, case: usize, cards: CardSet) -> f64 {
        let Some(holes) = self.holes.get(case) else { return 1.0 };
        let counts = cards.counts();
        let left: f64 =
            (0..Value::COUNT).map(|value| holes[value] * (self.left[value] - f64::from(counts[value]))).sum();
        left / (self.unseen - f64::from(cards.size()))
    }
}
