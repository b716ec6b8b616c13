//! What the hands of a split are worth in floats under a play.
//!
//! The play is counted forward once, as exact values are: how often, in ordered ways, each hand is settled by each row. Cards gone beside the hands change
//! how probable a hand is, and the dealer's distribution, but not the count. So a split costs one product a row and number of cards gone, and only rows that
//! the dealer's outcome decides need his distribution. Where all busted hands lose alike, that loss is taken off every row and added for the split as a
//! whole, so that no bust is looked at.

use cards::Value;
use rules::Game;

use super::{PairToSplit, SplitDistributions};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::interner::find_or_insert_in;
use crate::compiled::decisions::{Options, Play};
use crate::compiled::settlement::{Doubling, HandPlace, OUTCOMES, RowId};
use crate::compiled::split_plan::{HandKind, SecondCard};
use crate::compiled::walk::{CompiledRules, Step, follow};
use crate::dealer::cache::{DealerCache, is_alike};
use crate::hand::signal_case::{SignalCase, dot};
use crate::zero_memory::second_card_starts;

/// Kinds of hands of a split: two of second cards, at two places.
const KINDS: usize = 4;

/// A hand settled by a row.
#[derive(Debug, Clone, Copy)]
struct SettledHand {
    cards: CardSet,
    /// Among the hands that a split card can grow into.
    position: u32,
    row: RowId,
    /// Whether every outcome of the dealer is paid alike.
    is_alike: bool,
    /// Cards of the pair's value in the hand.
    repeated: u32,
    /// Ordered ways, by kind.
    ways: [f64; KINDS],
    /// The next row of the same hand.
    next: u32,
}

/// How the hands of a split are settled under a play.
#[derive(Debug)]
pub(super) struct SettledSplit {
    /// Those whose row pays something else than `every`.
    settled: Vec<SettledHand>,
    /// By settled hand and cards of the pair's value gone besides, how often it counts.
    weights: Vec<f64>,
    /// By cards of the pair's value gone besides, how often hands of each kind count.
    times: Vec<[f64; KINDS]>,
    /// By kind, what is known of the second card.
    second: [SecondCard; KINDS],
    /// What a busted hand is paid whatever the dealer has, or zero if that is not one figure.
    every: i32,
}

impl SettledSplit {
    pub(super) fn new(split: &PairToSplit, game: &Game, case: &SignalCase<'_>, play: &Play) -> Self {
        const NONE: u32 = u32::MAX;
        let CompiledRules { hands, settlement } = case.table;
        let options = |place| Options::split(game, split.value, place);
        let [first, later] = [HandPlace::First, HandPlace::Later].map(|place| options(place).spot);
        let are_alike = settlement.pays_alike(first, later);
        let busted = [first, later].map(|place| settlement.row(settlement.bust(place, Doubling::No)));
        let is_one = busted.iter().all(|row| row.iter().all(|&units| units == busted[0][0]));
        let every = if is_one { busted[0][0] } else { 0 };
        let mut kinds: Vec<HandKind> = Vec::new();
        let mut times = vec![[0.0; KINDS]; split.keys.len()];
        for &(second, place, extra, number) in &split.terms {
            let place = if are_alike { HandPlace::Later } else { place };
            times[extra as usize][find_or_insert_in(&mut kinds, (second, place))] += number;
        }
        let is_row_alike: Vec<bool> = settlement.rows().iter().map(is_alike).collect();
        let is_every = |row: RowId| is_row_alike[usize::from(row)] && settlement.row(row)[0] == every;
        let is_passed_over: Vec<bool> = (0..is_row_alike.len()).map(|row| is_every(row as RowId)).collect();
        let mut settled: Vec<SettledHand> = Vec::with_capacity(split.order.len());
        let mut first_of = vec![NONE; split.order.len()];
        let mut reach = vec![0; hands.len()];
        for (kind, &(second, place)) in kinds.iter().enumerate() {
            let options = options(place);
            let starts = second_card_starts(hands, split.value, second);
            let act = |id, hand: &_| play.act(id, hand, &options);
            let gives_up_doubled = |id, hand: &_, doubling| play.gives_up_doubled(id, hand, doubling, &options);
            let order = split.order.iter().copied();
            follow(case.table, options, &mut reach, order, starts, act, gives_up_doubled, |id, step, ways| {
                let Step::Settled(by) = step else { return };
                if is_passed_over[usize::from(by.row)] {
                    return;
                }
                let position = split.position_of[id as usize];
                let mut place = first_of[position];
                while place != NONE && settled[place as usize].row != by.row {
                    place = settled[place as usize].next;
                }
                if place == NONE {
                    place = settled.len() as u32;
                    settled.push(SettledHand {
                        cards: hands.get(id).cards,
                        position: position as u32,
                        row: by.row,
                        is_alike: is_row_alike[usize::from(by.row)],
                        repeated: hands.get(id).cards.count(split.value),
                        ways: [0.0; KINDS],
                        next: first_of[position],
                    });
                    first_of[position] = place;
                }
                settled[place as usize].ways[kind] += ways as f64;
            });
        }
        let mut weights = Vec::with_capacity(settled.len() * times.len());
        for hand in &settled {
            weights.extend(times.iter().map(|times| weight(&hand.ways, times)));
        }
        let second = std::array::from_fn(|kind| kinds.get(kind).map_or(SecondCard::Any, |&(second, _)| second));
        Self { settled, weights, times, second, every }
    }

    /// Tells the positions among the keys of splits of the distributions that decide a hand.
    pub(super) fn mark_needed(&self, split: &PairToSplit, needed: &mut [bool]) {
        for (hand, weights) in self.weighted().filter(|(hand, _)| !hand.is_alike) {
            for (&weight, keys) in weights.iter().zip(&split.keys) {
                if weight != 0.0 {
                    needed[keys[hand.position as usize] as usize] = true;
                }
            }
        }
    }

    /// The settled hands, each with how often it counts by cards of the pair's value gone besides.
    fn weighted(&self) -> impl Iterator<Item = (&SettledHand, &[f64])> {
        self.settled.iter().zip(self.weights.chunks_exact(self.times.len().max(1)))
    }

    /// What the hands are worth together in a case, in settlement units, weighted by the probability of the cards and of the case; and the weights, as
    /// magnitudes, with which their values were added up.
    pub(super) fn mean(
        &self,
        split: &PairToSplit,
        case: &SignalCase<'_>,
        distributions: &SplitDistributions,
    ) -> (f64, f64) {
        let (settlement, dealt) = (case.table.settlement, &distributions.dealt);
        let beside: Vec<CardSet> = (0..).zip(&self.times).map(|(extra, _)| split.beside(extra)).collect();
        let mut sum = Compensated::default();
        let (every, mut weights) = (f64::from(self.every), 0.0);
        for (times, &beside) in self.times.iter().zip(&beside) {
            let dealt_of = |cards| match dealt.probability(cards) {
                0.0 => [0.0; 2],
                probability => [probability, probability * dealt.share_of_case(case.case, cards)],
            };
            let [gone, any] = dealt_of(beside + CardSet::one(split.value));
            let [_, pair] = dealt_of(beside + CardSet::several(split.value, 2));
            for (times, second) in times.iter().zip(self.second) {
                weights += gone * times.abs();
                sum.add(times * every * if second == SecondCard::Any { any } else { any - pair });
            }
        }
        let rows: Vec<[f64; OUTCOMES]> =
            settlement.rows().iter().map(|row| row.map(|units| f64::from(units) - every)).collect();
        for (hand, of_hand) in self.weighted() {
            let (row, size) = (&rows[usize::from(hand.row)], hand.cards.size());
            let others = dealt.ways(hand.cards - CardSet::several(split.value, hand.repeated));
            for (extra, ((&weight, keys), &beside)) in (1..).zip(of_hand.iter().zip(&split.keys).zip(&beside)) {
                let dealt_ways = others * dealt.ways_of(split.value, hand.repeated + extra);
                let weight = weight * dealt_ways * dealt.of_all(size + extra);
                if weight == 0.0 {
                    continue;
                }
                if hand.is_alike {
                    sum.add(weight * row[0] * dealt.share_of_case(case.case, hand.cards + beside));
                } else if let Some(distribution) = distributions.get(keys[hand.position as usize], case.case) {
                    sum.add(weight * dot(row, distribution));
                }
            }
        }
        (sum.total(), weights)
    }
}

fn weight(ways: &[f64; KINDS], times: &[f64; KINDS]) -> f64 {
    ways.iter().zip(times).map(|(ways, times)| ways * times).sum()
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
