//! What the hands of a split are worth in floats under a play.
//!
//! The play is counted forward once, as exact values are: how often, in ordered ways, each hand is settled by each row. Both things that can be known of the
//! second card are counted side by side, and the first hand with the later ones, because it is played as they are. Cards gone beside the hands change
//! how probable a hand is, and the dealer's distribution, but not the count. So a split costs one product a row, and only rows that the dealer's outcome
//! decides ask what he comes to. Where all busted hands lose alike, that loss is taken off every row and added for the split as a
//! whole, so that no bust is looked at.

use std::ops::{AddAssign, Neg};

use rules::Game;

use super::dealt_first::DealtFirst;
use super::pair_to_split::{PLACES, PairToSplit, PlaceTimes, SECONDS};
use super::split_rows::{self, AskedSums, SplitRows, factors};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::interner::find_or_insert_in;
use crate::compiled::decisions::{Options, Play};
use crate::compiled::hands::{Hand, HandId};
use crate::compiled::settlement::{BustLoss, Doubling, NATURAL, OUTCOMES, RowId, Settlement};
use crate::compiled::split_plan::SecondCard;
use crate::compiled::walk::{CompiledRules, CountedWays, Step, follow_telling_busts};
use crate::dealer::cache::is_alike;
use crate::hand::signal_case::{SignalCase, dot};
use crate::zero_memory::second_card_starts;
use crate::zero_memory::switch::NumberedDeals;
use crate::zero_memory::switch::row_ends::{CertainEnd, RowEnd, RowEnds};

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

impl BySecond {
    /// Whole numbers, so no rounding.
    fn floats(self) -> [f64; SECONDS.len()] {
        self.0.map(|ways| ways as f64)
    }
}

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

/// What hands are paid beyond what is taken off, in settlement units.
#[derive(Debug, Clone, Copy, PartialEq)]
enum PaidBeyond {
    /// By a row as the first and as a later hand, off which so much is taken.
    Rows([RowId; PLACES.len()], i32),
    /// Whatever the dealer has.
    Certain(i32),
}

/// The same by the dealer's outcome.
#[derive(Debug)]
struct Payment {
    paid: PaidBeyond,
    /// As the first.
    first: [f64; OUTCOMES],
    /// What it is paid more as a later hand, by outcomes where that is not zero.
    later: Vec<(usize, f64)>,
    /// Whether every outcome of the dealer is paid alike in either place.
    is_alike: bool,
}

/// How often hands count: in all places together, and as later hands.
type PlaceWeights = [f64; PLACES.len()];

/// How the hands of a split are settled under a play.
#[derive(Debug)]
pub(super) struct SettledSplit {
    /// Those that are paid something beyond what is taken off.
    settled: Vec<SettledHand>,
    payments: Vec<Payment>,
    /// What is taken off the rows of hands that are not doubled.
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
        let places = [options.place, later.place];
        debug_assert!(places.map(|place| options.in_place(place)) == [options, later], "places are played alike");
        let loss = BustLoss::new(settlement, &places);
        let mut settled: Vec<SettledHand> = Vec::with_capacity(split.order.len());
        let mut payments: Vec<PaidBeyond> = Vec::new();
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
        let is_told = |hand: &Hand, doubling| hand.can_bust && loss.is_told(doubling);
        follow_telling_busts(
            case.table,
            options,
            reach,
            order,
            starts,
            act,
            gives_up_doubled,
            is_told,
            |id, step, ways| {
                let paid = match step {
                    Step::Settled(by) => {
                        let rows = [by.row, by.row_in(places[1], case.table, id)];
                        debug_assert_eq!(by.row_in(places[0], case.table, id), by.row);
                        if loss.is_all_of(&rows, by.doubling) {
                            return;
                        }
                        PaidBeyond::Rows(rows, loss.of(by.doubling))
                    }
                    Step::Doubled(_) => match loss.of_double(Doubling::of(hands.get(id))) {
                        0 => return,
                        units => PaidBeyond::Certain(units),
                    },
                };
                let position = split.position_of[id as usize];
                let mut place = first_of[position];
                while place != NONE && payments[settled[place as usize].payment as usize] != paid {
                    place = settled[place as usize].next;
                }
                if place == NONE {
                    place = settled.len() as u32;
                    let cards = hands.get(id).cards;
                    settled.push(SettledHand {
                        cards,
                        position: position as u32,
                        payment: find_or_insert_in(&mut payments, paid) as u32,
                        repeated: cards.count(split.value),
                        ways: BySecond::default(),
                        next: first_of[position],
                    });
                    first_of[position] = place;
                }
                settled[place as usize].ways += ways;
            },
        );
        let has_blackjack = case.has_blackjack();
        let payments = payments.into_iter().map(|paid| Payment::new(paid, settlement, has_blackjack));
        Self { settled, payments: payments.collect(), every: loss.every() }
    }

    /// Asks for the sums that decide a hand, by set.
    pub(super) fn ask(&self, split: &PairToSplit, asked: &mut [AskedSums]) {
        for (hand, payment) in self.paid().filter(|(_, payment)| !payment.is_alike) {
            asked[split.set_of[hand.position as usize]] |=
                split_rows::asked(split, hand.ways.floats(), !payment.later.is_empty());
        }
    }

    /// The most cards of a hand that the dealer decides with those of the pair's value gone besides.
    pub(super) fn longest(&self, split: &PairToSplit) -> u32 {
        let of_hand = |(hand, _): (&SettledHand, _)| {
            let counts = |(_, times): &(u32, &PlaceTimes)| weights_of(hand.ways, times) != [0.0; 2];
            let beside = split.beside().zip(&split.times).filter(counts).map(|(beside, _)| beside).max();
            beside.map_or(0, |beside| hand.cards.size() + beside)
        };
        self.paid().filter(|(_, payment)| !payment.is_alike).map(of_hand).max().unwrap_or(0)
    }

    fn paid(&self) -> impl Iterator<Item = (&SettledHand, &Payment)> {
        self.settled.iter().map(|hand| (hand, &self.payments[hand.payment as usize]))
    }

    /// What the hands are worth together in a case, in settlement units, weighted by the probability of the cards and of the case; and the weights, as
    /// magnitudes, with which their values were added up. `rows` are those that the hands have asked for.
    pub(super) fn mean(
        &self,
        split: &PairToSplit,
        case: &SignalCase<'_>,
        dealt: &DealtFirst,
        rows: &SplitRows<'_>,
    ) -> (f64, f64) {
        let mut sum = Compensated::default();
        let (every, mut magnitudes) = (f64::from(self.every), 0.0);
        for (beside, &[all, later]) in split.beside().zip(&split.times) {
            let dealt_of = |number| {
                let cards = CardSet::several(split.value, number);
                match dealt.probability(cards) {
                    0.0 => [0.0; 2],
                    probability => [probability, probability * dealt.share_of_case(case.case, cards)],
                }
            };
            let [gone, any] = dealt_of(beside + 1);
            let [_, pair] = dealt_of(beside + 2);
            for (at, second) in SECONDS.into_iter().enumerate() {
                magnitudes += gone * ((all[at] - later[at]).abs() + later[at].abs());
                sum.add(all[at] * every * if second == SecondCard::Any { any } else { any - pair });
            }
        }
        for (hand, payment) in self.paid() {
            let (set, ways) = (split.set_of[hand.position as usize], hand.ways.floats());
            if !payment.is_alike {
                sum.add(rows.sum(set, case.case, factors(split, ways, 0), |row| dot(&payment.first, row)));
                if !payment.later.is_empty() {
                    sum.add(rows.sum(set, case.case, factors(split, ways, 1), |row| payment.more(row)));
                }
                continue;
            }
            let others = dealt.ways(hand.cards - CardSet::several(split.value, hand.repeated));
            for (beside, times) in split.beside().zip(&split.times) {
                let ways = others * dealt.ways_of(split.value, hand.repeated + beside);
                let share = ways * dealt.of_all(hand.cards.size() + beside);
                let weights = weights_of(hand.ways, times).map(|weight| weight * share);
                if weights != [0.0; 2] {
                    let gone = hand.cards + CardSet::several(split.value, beside);
                    sum.add(payment.certain(weights) * dealt.share_of_case(case.case, gone));
                }
            }
        }
        (sum.total(), magnitudes)
    }
}

impl SettledSplit {
    /// Adds the hands to what a pair comes to in a game in which two hands may be switched.
    pub(super) fn add_to(&self, ends: &mut RowEnds, split: &PairToSplit, deals: &NumberedDeals, pair: HandId) {
        let start = deals.start(pair, false);
        let mut add_certain = |cards, paid| ends.add_certain(CertainEnd { cards, paid, start });
        for (beside, [all, _]) in split.beside().zip(&split.times) {
            let [any, other] = all.map(|times| times as i64 * i64::from(self.every));
            let gone = CardSet::several(split.value, beside + 1);
            add_certain(gone, any + other);
            add_certain(gone + CardSet::one(split.value), -other);
        }
        for (hand, payment) in self.paid() {
            for (beside, times) in split.beside().zip(&split.times) {
                // Whole numbers.
                let [all, as_later] = weights_of(hand.ways, times).map(|weight| weight as i64);
                let cards = hand.cards + CardSet::several(split.value, beside);
                match payment.paid {
                    PaidBeyond::Certain(units) => {
                        ends.add_certain(CertainEnd { cards, paid: all * i64::from(units), start });
                    }
                    PaidBeyond::Rows([first, later], less) => {
                        let less = ends.less(less);
                        let as_first = if first == later { all } else { all - as_later };
                        for (row, ways) in [(first, as_first), (later, all - as_first)] {
                            ends.add(RowEnd { cards, ways, start, row, less });
                        }
                    }
                }
            }
        }
    }
}

impl Payment {
    /// `has_blackjack` tells whether the dealer can. Other outcomes are left in, because busts that are paid alike are counted at one of them, which he may not come to.
    fn new(paid: PaidBeyond, settlement: &Settlement, has_blackjack: bool) -> Self {
        let ([first, later], less) = match paid {
            PaidBeyond::Rows(rows, less) => (rows.map(|row| *settlement.row(row)), less),
            PaidBeyond::Certain(units) => ([[units; OUTCOMES]; PLACES.len()], 0),
        };
        let more = first.iter().zip(later).map(|(&first, later)| f64::from(later) - f64::from(first));
        Self {
            paid,
            first: first.map(|units| f64::from(units) - f64::from(less)),
            later: more
                .enumerate()
                .filter(|&(outcome, more)| more != 0.0 && (outcome != NATURAL || has_blackjack))
                .collect(),
            is_alike: is_alike(&first) && is_alike(&later),
        }
    }

    /// What hands are paid where every outcome is paid alike.
    fn certain(&self, [all, later]: PlaceWeights) -> f64 {
        all * self.first[0] + later * self.later.first().map_or(0.0, |&(_, more)| more)
    }

    /// What later hands are paid beyond the first.
    fn more(&self, row: &[f64; OUTCOMES]) -> f64 {
        self.later.iter().map(|&(outcome, more)| more * row[outcome]).sum()
    }
}

fn weights_of(ways: BySecond, times: &PlaceTimes) -> PlaceWeights {
    let ways = ways.floats();
    times.map(|times| ways.iter().zip(times).map(|(ways, times)| ways * times).sum())
}

/// A sum that is off by two roundings of its terms, however many they are.
#[derive(Debug, Default)]
pub(super) struct Compensated {
    sum: f64,
    /// What roundings have taken away.
    lost: f64,
}

impl Compensated {
    pub(super) fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        let added = sum - self.sum;
        self.lost += (self.sum - (sum - added)) + (term - added);
        self.sum = sum;
    }

    pub(super) fn total(&self) -> f64 {
        self.sum + self.lost
    }
}
