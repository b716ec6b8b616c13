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
use crate::compiled::hands::Hand;
use crate::compiled::settlement::{Doubling, NATURAL, OUTCOMES, Row, RowId};
use crate::compiled::split_plan::SecondCard;
use crate::compiled::walk::{CompiledRules, CountedWays, Step, follow_telling_busts};
use crate::dealer::cache::is_alike;
use crate::hand::signal_case::{SignalCase, dot};
use crate::zero_memory::second_card_starts;

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
type PlaceWeights = [f64; PLACES.len()];

/// How the hands of a split are settled under a play.
#[derive(Debug)]
pub(super) struct SettledSplit {
    /// Those whose rows pay something else than `every`.
    settled: Vec<SettledHand>,
    payments: Vec<Payment>,
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
        let is_passed = |rows: [RowId; PLACES.len()]| rows.iter().all(|&row| is_passed_over[usize::from(row)]);
        // Most of what would be told are busts that are passed over.
        let is_told =
            |hand: &Hand, doubling| hand.can_bust && !is_passed(spots.map(|spot| settlement.bust(spot, doubling)));
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
                let Step::Settled(by) = step else { return };
                let rows = [by.row, by.row_in(spots[1], case.table, id)];
                debug_assert_eq!(by.row_in(spots[0], case.table, id), by.row);
                if is_passed(rows) {
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
            },
        );
        let payments = payments
            .into_iter()
            .map(|rows| Payment::new(rows.map(|row| settlement.row(row)), every, case.has_blackjack()));
        Self { settled, payments: payments.collect(), every }
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

impl Payment {
    /// `has_blackjack` tells whether the dealer can. Other outcomes are left in, because busts that are paid alike are counted at one of them, which he may not come to.
    fn new([first, later]: [&Row; PLACES.len()], every: i32, has_blackjack: bool) -> Self {
        let more = first.iter().zip(later).map(|(&first, &later)| f64::from(later) - f64::from(first));
        Self {
            first: first.map(|units| f64::from(units) - f64::from(every)),
            later: more
                .enumerate()
                .filter(|&(outcome, more)| more != 0.0 && (outcome != NATURAL || has_blackjack))
                .collect(),
            is_alike: is_alike(first) && is_alike(later),
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
