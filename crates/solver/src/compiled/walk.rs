//! Counting a hand's play forward: how often, in ordered ways, it is settled with which cards and result.

use crate::compiled::decisions::{Act, Options};
use crate::compiled::hands::{End, Hand, HandId, Hands};
use crate::compiled::settlement::{Doubling, NATURAL, OUTCOMES, Row, RowId, Settlement};

/// The rules compiled for the shoe: what every case of a game shares.
#[derive(Clone, Copy)]
pub(crate) struct CompiledRules<'a> {
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
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Count {
    /// Each hand once, in the order in which they are first settled.
    settled: Vec<(HandId, Entry)>,
}

/// Something that happens to a hand as its play is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// The player adds this many initial wagers to double it.
    Doubled(i64),
    /// It is settled.
    Settled(Settled),
}

/// How a hand is settled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Settled {
    pub(crate) row: RowId,
    pub(crate) doubling: Doubling,
    pub(crate) end: End,
}

/// Follows a play on from `starts`, hands with the number of ordered ways each is dealt, and tells `step` what happens at
/// which hand in how many ordered ways.
///
/// Busts that are not listed among the hands are never enumerated. Drawing any card from a hand changes no expectation of what
/// is still unseen, so the busting draws are told as "busted here, before the draw" less "busted after each draw that does not
/// bust". A sequence of cards of at most 21 points is one of at most 2²⁰, so the ways are far within 64 bits.
///
/// `reach` has an element a hand, all zero, and is so left. `order` are all hands the play can come to, in index order;
/// `gives_up_doubled` says which doubled hands are given up.
#[expect(clippy::too_many_arguments, reason = "the play, where it starts, and what is told of it")]
pub(crate) fn follow(
    table: CompiledRules<'_>,
    options: Options,
    reach: &mut [i64],
    order: impl IntoIterator<Item = HandId>,
    starts: impl IntoIterator<Item = (HandId, i64)>,
    act: impl Fn(HandId, &Hand) -> Act,
    gives_up_doubled: impl Fn(HandId, &Hand, Doubling) -> bool,
    mut step: impl FnMut(HandId, Step, i64),
) {
    let CompiledRules { hands, settlement } = table;
    let end_of = |hand: &Hand| if hand.is_bust() { End::Busted } else { End::Kept };
    for (id, ways) in starts {
        reach[id as usize] += ways;
    }
    for id in order {
        let ways = std::mem::take(&mut reach[id as usize]);
        if ways == 0 {
            continue;
        }
        let hand = hands.get(id);
        let mut settled = |id, row, doubling, end, ways| step(id, Step::Settled(Settled { row, doubling, end }), ways);
        let act = match hand.size {
            // A split card receives its second card without a decision.
            1 => Act::Hit,
            _ => act(id, hand),
        };
        let doubling = if act == Act::Double { Doubling::of(hand) } else { Doubling::No };
        match act {
            Act::Stand => settled(id, options.stand_row(settlement, id, hand), Doubling::No, end_of(hand), ways),
            Act::Hit => hand.grown().for_each(|next| reach[next as usize] += ways),
            Act::Surrender => {
                settled(id, options.surrender_row(settlement, hand), Doubling::No, End::GivenUp, ways);
            }
            Act::Double => {
                for next in hand.grown() {
                    if gives_up_doubled(next, hands.get(next), doubling) {
                        let row = settlement.surrender(options.spot, doubling);
                        settled(next, row, doubling, End::GivenUp, ways);
                    } else {
                        let row = settlement.finished(options.spot, doubling, next);
                        settled(next, row, doubling, end_of(hands.get(next)), ways);
                    }
                }
            }
        }
        if matches!(act, Act::Hit | Act::Double) && hand.can_bust {
            let row = settlement.bust(options.spot, doubling);
            settled(id, row, doubling, End::Busted, ways);
            hand.grown().for_each(|next| settled(next, row, doubling, End::Busted, -ways));
        }
        if act == Act::Double {
            step(id, Step::Doubled(settlement.double_wager(options.spot, doubling)), ways);
        }
    }
}

impl Count {
    /// What is counted of the play on from `starts`, as [`follow`] tells it.
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    pub(crate) fn of(
        table: CompiledRules<'_>,
        options: Options,
        order: impl IntoIterator<Item = HandId>,
        starts: impl IntoIterator<Item = (HandId, i64)>,
        act: impl Fn(HandId, &Hand) -> Act,
        gives_up_doubled: impl Fn(HandId, &Hand, Doubling) -> bool,
    ) -> Self {
        let CompiledRules { hands, settlement } = table;
        let mut settled: Vec<(HandId, Entry)> = Vec::new();
        let mut places = vec![u32::MAX; hands.len()];
        follow(table, options, &mut vec![0; hands.len()], order, starts, act, gives_up_doubled, |id, step, ways| {
            let place = &mut places[id as usize];
            if *place == u32::MAX {
                *place = settled.len() as u32;
                settled.push((id, Entry::default()));
            }
            let (_, entry) = &mut settled[*place as usize];
            match step {
                Step::Doubled(wager) => entry.doubled += ways * wager,
                Step::Settled(settled) => {
                    let row = settlement.row(settled.row);
                    entry.add(row, ways);
                    if settlement.is_gone(settled.end) {
                        entry.add_gone(row, ways);
                    }
                }
            }
        });
        Self { settled }
    }

    /// Hands with what is settled at each.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (HandId, &Entry)> {
        self.settled.iter().map(|(id, entry)| (*id, entry))
    }
}
