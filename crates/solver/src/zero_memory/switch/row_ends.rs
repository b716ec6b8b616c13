//! What hands come to, told by the rows that settle them.
//!
//! Values in floats ask neither for squares nor for wagers added. So a row stands for its payments, and each thing that a hand comes to is a small entry. Where
//! all busted hands lose alike, that loss is taken off every row and added for the cards that the player begins with, so that no bust is looked at.

use super::NumberedDeals;
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::interner::find_or_insert_in;
use crate::compiled::hands::{Hand, HandId};
use crate::compiled::settlement::{BustLoss, Doubling, OUTCOMES, Row, RowId};
use crate::compiled::walk::{CompiledRules, Settled, Step, follow_telling_busts};
use crate::dealer::After;
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::CasePlay;

/// A hand that a player begins with comes to these cards and is settled by a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowEnd {
    pub(crate) cards: CardSet,
    /// Ordered ways.
    pub(crate) ways: i64,
    /// The number of the hand: see [`NumberedDeals::start`].
    pub(crate) start: u16,
    pub(crate) row: RowId,
    /// The place of what is taken off the row: see [`RowEnds::less`].
    pub(crate) less: u8,
}

/// Cards at which a hand is paid something whatever the dealer has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CertainEnd {
    pub(crate) cards: CardSet,
    /// Ordered ways times settlement units.
    pub(crate) paid: i64,
    /// As [`RowEnd::start`].
    pub(crate) start: u16,
}

/// What all hands that a player begins with come to in a case.
#[derive(Debug)]
pub(crate) struct RowEnds {
    /// What is taken off rows, in settlement units: first of unsplit hands by how they were doubled.
    less: Vec<i32>,
    pub(super) settled: Vec<RowEnd>,
    pub(super) certain: Vec<CertainEnd>,
}

impl RowEnds {
    /// Of all hands but pairs that are split, which [`RowEnds::add`] and [`RowEnds::add_certain`] add.
    pub(crate) fn unsplit(case: &SignalCase<'_>, play: &CasePlay, deals: &NumberedDeals) -> Self {
        let (table, options) = (case.table, case.options);
        let CompiledRules { hands, settlement } = table;
        let loss = BustLoss::new(settlement, &[options.place]);
        let less: Vec<i32> = Doubling::ALL.map(|doubling| loss.of(doubling)).to_vec();
        let mut ends = Self { less, settled: Vec::new(), certain: Vec::new() };
        let mut reach = vec![0; hands.len()];
        let feasible = |((_, hand), _): &((HandId, &Hand), _)| case.up.is_feasible(hand.cards);
        for ((id, hand), order) in hands.of_two_cards().zip(&deals.orders).filter(feasible) {
            let cards = hand.cards;
            let paid = i64::from(loss.every());
            if let Some(row) = case.switched_natural_row().filter(|_| hand.is_natural()) {
                let start = deals.start(id, true);
                ends.add(RowEnd { cards, ways: 1, start, row, less: 0 });
                ends.add_certain(CertainEnd { cards, paid, start });
            }
            if hand.pair().is_some_and(|value| play.split[value]) {
                continue;
            }
            let start = deals.start(id, false);
            ends.add_certain(CertainEnd { cards, paid, start });
            let act = |id, hand: &_| play.play.act(id, hand, &options);
            let gives_up_doubled = |id, hand: &_, doubling| play.play.gives_up_doubled(id, hand, doubling, &options);
            let is_told = |hand: &Hand, doubling| hand.can_bust && loss.is_told(doubling);
            let step = |id, step, ways| {
                let hand = hands.get(id);
                let cards = hand.cards;
                match step {
                    Step::Settled(Settled { row, doubling, .. }) if !loss.is_all_of(&[row], doubling) => {
                        ends.add(RowEnd { cards, ways, start, row, less: doubling as u8 });
                    }
                    Step::Settled(_) => {}
                    Step::Doubled(_) => {
                        let paid = ways * i64::from(loss.of_double(Doubling::of(hand)));
                        ends.add_certain(CertainEnd { cards, paid, start });
                    }
                }
            };
            let order = order.iter().copied();
            follow_telling_busts(table, options, &mut reach, order, [(id, 1)], act, gives_up_doubled, is_told, step);
        }
        ends
    }

    /// The place of what is taken off the rows of hands that are added.
    pub(crate) fn less(&mut self, units: i32) -> u8 {
        find_or_insert_in(&mut self.less, units) as u8
    }

    /// Adds a hand, of a split with all cards that are gone with it; none that comes in no ways.
    pub(crate) fn add(&mut self, end: RowEnd) {
        if end.ways != 0 {
            self.settled.push(end);
        }
    }

    /// Adds what a hand is paid whatever the dealer has, or what was taken off it, if that is anything.
    pub(crate) fn add_certain(&mut self, end: CertainEnd) {
        if end.paid != 0 {
            self.certain.push(end);
        }
    }
}

/// The place of payments of 1 whatever the dealer has.
pub(super) const CERTAIN: u16 = 0;

/// Payments wherever they are made, and of which of them each row is made.
pub(super) struct RowParts {
    rows: usize,
    /// By what is taken off and row: how often it is which payments.
    parts: Vec<Vec<(i64, u16)>>,
    /// At [`CERTAIN`] 1 whatever the dealer has.
    pub(super) payments: Vec<[i64; OUTCOMES]>,
}

impl RowParts {
    /// Of these rows less what is taken off them, and whether [`After::parts`] has all of them.
    pub(super) fn new(rows: &[Row], ends: &RowEnds, after: Option<&After>) -> (bool, Self) {
        let of_after = after.and_then(|after| Self::of_multiples(rows, ends, |paid| after.parts(&paid)));
        let is_used = of_after.is_some();
        let whole = || Self::of_multiples(rows, ends, |paid| Some(vec![(1, paid)]));
        let none = Self { rows: rows.len(), parts: Vec::new(), payments: Vec::new() };
        (is_used, of_after.or_else(whole).unwrap_or(none))
    }

    fn of_multiples(
        rows: &[Row],
        ends: &RowEnds,
        multiples: impl Fn([i64; OUTCOMES]) -> Option<Vec<(i64, [i64; OUTCOMES])>>,
    ) -> Option<Self> {
        let mut payments = vec![[1; OUTCOMES]];
        let mut parts = Vec::with_capacity(rows.len() * ends.less.len());
        for &less in &ends.less {
            for row in rows {
                let of_row = multiples(row.map(|units| i64::from(units) - i64::from(less)))?;
                let numbered = of_row.into_iter().filter(|&(times, _)| times != 0);
                parts.push(
                    numbered.map(|(times, paid)| (times, find_or_insert_in(&mut payments, paid) as u16)).collect(),
                );
            }
        }
        Some(Self { rows: rows.len(), parts, payments })
    }

    pub(super) fn of(&self, end: &RowEnd) -> &[(i64, u16)] {
        &self.parts[usize::from(end.less) * self.rows + usize::from(end.row)]
    }
}
