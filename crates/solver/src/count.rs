//! Counting a hand's play forward: how often, in ordered ways, it is settled with which cards and result.

use crate::hands::{Hand, HandId, Hands, NO_HAND};
use crate::play::{Act, Options};
use crate::settlement::{Doubling, NATURAL, OUTCOMES, Row, Settlement};

/// The rules compiled for the shoe: what every case of a game shares.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    pub(crate) hands: &'a Hands,
    pub(crate) settlement: &'a Settlement,
}

/// What one hand adds to a round when it is settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Entry {
    /// Ordered ways times net result, by dealer outcome, in settlement units.
    pub(crate) mean: [i64; OUTCOMES],
    /// Ordered ways times squared net result.
    pub(crate) square: [i64; OUTCOMES],
    /// Ordered ways times the double wager, in initial wagers, made when the hand has these cards.
    pub(crate) doubled: i64,
    /// Where a late dealer blackjack looks for live hands: ordered ways in which this one is out of the round before, and the same
    /// times what it loses to a dealer blackjack.
    pub(crate) gone: [i64; 2],
}

impl Entry {
    pub(crate) fn add(&mut self, row: &Row, ways: i64) {
        for ((mean, square), &units) in self.mean.iter_mut().zip(&mut self.square).zip(row) {
            *mean += ways * i64::from(units);
            *square += ways * i64::from(units) * i64::from(units);
        }
    }

    fn add_gone(&mut self, row: &Row, ways: i64) {
        self.gone[0] += ways;
        self.gone[1] += ways * i64::from(row[NATURAL]);
    }
}

/// The value of a play as a signed measure on the hands at which it is settled.
///
/// Busts are never enumerated. Drawing any card from a hand changes no expectation of what is still unseen, so the
/// busting draws are worth "busted here, before the draw" less "busted after each draw that does not bust". A
/// sequence of cards of at most 21 points is one of at most 2²⁰, so the counts are far within 64 bits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Count {
    reach: Vec<i64>,
    entries: Vec<Entry>,
    /// Whether a hand is among the settled.
    marks: Vec<bool>,
    settled: Vec<HandId>,
}

impl Count {
    /// Replaces what was counted by the play on from `starts`, hands with the number of ordered ways each is dealt.
    /// `order` are all hands the play can come to, in index order; `rescues` says which doubled hands are given up.
    pub(crate) fn play_on(
        &mut self,
        table: Table<'_>,
        options: Options,
        order: impl IntoIterator<Item = HandId>,
        starts: impl IntoIterator<Item = (HandId, i64)>,
        act: impl Fn(HandId, &Hand) -> Act,
        rescues: impl Fn(HandId, &Hand, Doubling) -> bool,
    ) {
        let Table { hands, settlement } = table;
        self.clear(hands.len());
        for (id, ways) in starts {
            self.reach[id as usize] += ways;
        }
        for id in order {
            let ways = std::mem::take(&mut self.reach[id as usize]);
            if ways == 0 {
                continue;
            }
            let hand = hands.get(id);
            let grown = || hand.next.iter().copied().filter(|&next| next != NO_HAND);
            let doubling = Doubling::of(hand);
            let act = match hand.size {
                // A split card receives its second card without a decision.
                1 => Act::Hit,
                _ => act(id, hand),
            };
            match act {
                Act::Stand => {
                    let row = settlement.row(options.stand_row(settlement, id, hand));
                    self.entry(id).add(row, ways);
                    if hand.is_bust() {
                        self.entry(id).add_gone(row, ways);
                    }
                }
                Act::Hit => grown().for_each(|next| self.reach[next as usize] += ways),
                Act::Surrender => {
                    let row = settlement.row(options.surrender_row(settlement, hand));
                    self.entry(id).add(row, ways);
                    if settlement.surrendered_are_gone() {
                        self.entry(id).add_gone(row, ways);
                    }
                }
                Act::Double => {
                    self.entry(id).doubled += ways * settlement.double_wager(options.spot, doubling);
                    for next in grown() {
                        let (row, is_gone) = if rescues(next, hands.get(next), doubling) {
                            (settlement.surrender(options.spot, doubling), settlement.surrendered_are_gone())
                        } else {
                            (settlement.finished(options.spot, doubling, next), hands.get(next).is_bust())
                        };
                        let row = settlement.row(row);
                        self.entry(next).add(row, ways);
                        if is_gone {
                            self.entry(next).add_gone(row, ways);
                        }
                    }
                }
            }
            if matches!(act, Act::Hit | Act::Double) && hand.can_bust {
                let doubling = if act == Act::Double { doubling } else { Doubling::No };
                let bust = settlement.row(settlement.bust(options.spot, doubling));
                self.entry(id).add(bust, ways);
                grown().for_each(|next| self.entry(next).add(bust, -ways));
            }
        }
    }

    /// Hands with what is settled at each.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (HandId, &Entry)> {
        self.settled.iter().map(|&id| (id, &self.entries[id as usize]))
    }

    fn clear(&mut self, hands: usize) {
        if self.reach.len() == hands {
            for id in self.settled.drain(..) {
                self.entries[id as usize] = Entry::default();
                self.marks[id as usize] = false;
            }
        } else {
            *self = Self {
                reach: vec![0; hands],
                entries: vec![Entry::default(); hands],
                marks: vec![false; hands],
                settled: Vec::new(),
            };
        }
    }

    fn entry(&mut self, id: HandId) -> &mut Entry {
        if !std::mem::replace(&mut self.marks[id as usize], true) {
            self.settled.push(id);
        }
        &mut self.entries[id as usize]
    }
}
