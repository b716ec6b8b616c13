//! Counting a hand's play forward: how often, in ordered ways, it is settled with which cards and result.

use std::ops::{AddAssign, Neg};

use crate::compiled::decisions::{Act, Options};
use crate::compiled::hands::{End, Hand, HandId, Hands};
use crate::compiled::settlement::{Doubling, HandPlace, NATURAL, OUTCOMES, Row, RowId, Settlement};

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
    /// Each hand once.
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

impl Settled {
    /// The row by which the same hand of a split is settled if it is in this place.
    pub(crate) fn row_in(self, place: HandPlace, table: CompiledRules<'_>, id: HandId) -> RowId {
        let CompiledRules { hands, settlement } = table;
        match self.end {
            End::GivenUp => settlement.surrender(place, self.doubling),
            End::Busted if !hands.get(id).is_bust() => settlement.bust(place, self.doubling),
            End::Busted | End::Kept => settlement.finished(place, self.doubling, id),
        }
    }
}

/// Ordered ways: one number, or several that are counted together.
pub(crate) trait CountedWays: Copy + Default + PartialEq + AddAssign + Neg<Output = Self> {}

impl CountedWays for i64 {}

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
pub(crate) fn follow<W: CountedWays>(
    table: CompiledRules<'_>,
    options: Options,
    reach: &mut [W],
    order: impl IntoIterator<Item = HandId>,
    starts: impl IntoIterator<Item = (HandId, W)>,
    act: impl Fn(HandId, &Hand) -> Act,
    gives_up_doubled: impl Fn(HandId, &Hand, Doubling) -> bool,
    step: impl FnMut(HandId, Step, W),
) {
    follow_telling_busts(table, options, reach, order, starts, act, gives_up_doubled, |hand, _| hand.can_bust, step);
}

/// The same, with only those busts told of which `is_told` says so, given the hand that draws. Those of a hand that cannot bust may be told too: they add up to
/// nothing.
#[inline]
#[expect(clippy::too_many_arguments, reason = "the play, where it starts, and what is told of it")]
pub(crate) fn follow_telling_busts<W: CountedWays>(
    table: CompiledRules<'_>,
    options: Options,
    reach: &mut [W],
    order: impl IntoIterator<Item = HandId>,
    starts: impl IntoIterator<Item = (HandId, W)>,
    act: impl Fn(HandId, &Hand) -> Act,
    gives_up_doubled: impl Fn(HandId, &Hand, Doubling) -> bool,
    is_told: impl Fn(&Hand, Doubling) -> bool,
    mut step: impl FnMut(HandId, Step, W),
) {
    let CompiledRules { hands, settlement } = table;
    // The last hand that has been come to: most hands stand long before the last of all.
    let mut last = 0;
    let end_of = |hand: &Hand| if hand.is_bust() { End::Busted } else { End::Kept };
    for (id, ways) in starts {
        reach[id as usize] += ways;
        last = last.max(id);
    }
    for id in order {
        if id > last {
            break;
        }
        let ways = std::mem::take(&mut reach[id as usize]);
        if ways == W::default() {
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
            Act::Hit => hand.grown().for_each(|next| {
                reach[next as usize] += ways;
                last = last.max(next);
            }),
            Act::Surrender => {
                settled(id, options.surrender_row(settlement, hand), Doubling::No, End::GivenUp, ways);
            }
            Act::Double => {
                for next in hand.grown() {
                    if gives_up_doubled(next, hands.get(next), doubling) {
                        let row = settlement.surrender(options.place, doubling);
                        settled(next, row, doubling, End::GivenUp, ways);
                    } else {
                        let row = settlement.finished(options.place, doubling, next);
                        settled(next, row, doubling, end_of(hands.get(next)), ways);
                    }
                }
            }
        }
        if matches!(act, Act::Hit | Act::Double) && is_told(hand, doubling) {
            let row = settlement.bust(options.place, doubling);
            settled(id, row, doubling, End::Busted, ways);
            hand.grown().for_each(|next| settled(next, row, doubling, End::Busted, -ways));
        }
        if act == Act::Double {
            step(id, Step::Doubled(settlement.double_wager(options.place, doubling)), ways);
        }
    }
}

/// No place in a list.
const NONE: u32 = u32::MAX;

/// A hand as it is counted.
struct HandTally {
    id: HandId,
    doubled: i64,
    /// In how many ways it is busted without a double.
    busts: i64,
    /// The place of what else settled it last, which has the place of what did before.
    last: u32,
}

impl Count {
    /// What is counted of the play on from `starts`, as [`follow`] tells it.
    #[expect(clippy::too_many_arguments, reason = "the play, and where it starts")]
    pub(crate) fn of(
        table: CompiledRules<'_>,
        options: Options,
        order: impl IntoIterator<Item = HandId>,
        starts: impl IntoIterator<Item = (HandId, i64)>,
        act: impl Fn(HandId, &Hand) -> Act,
        gives_up_doubled: impl Fn(HandId, &Hand, Doubling) -> bool,
    ) -> Self {
        let CompiledRules { hands, settlement } = table;
        // After most draws the bust before them is taken away again, and most hands that draw are left without one. So busts are added up first.
        let busted =
            Settled { row: settlement.bust(options.place, Doubling::No), doubling: Doubling::No, end: End::Busted };
        let mut places = vec![NONE; hands.len()];
        let mut counted: Vec<HandTally> = Vec::new();
        let mut others: Vec<(Settled, i64, u32)> = Vec::new();
        follow(table, options, &mut vec![0; hands.len()], order, starts, act, gives_up_doubled, |id, step, ways| {
            let place = &mut places[id as usize];
            if *place == NONE {
                *place = counted.len() as u32;
                counted.push(HandTally { id, doubled: 0, busts: 0, last: NONE });
            }
            let hand = &mut counted[*place as usize];
            match step {
                Step::Settled(settled) if settled == busted => hand.busts += ways,
                Step::Settled(settled) => {
                    others.push((settled, ways, hand.last));
                    hand.last = others.len() as u32 - 1;
                }
                Step::Doubled(wager) => hand.doubled += ways * wager,
            }
        });
        let mut settled = Vec::with_capacity(counted.len());
        for HandTally { id, doubled, busts, last } in counted {
            if doubled == 0 && busts == 0 && last == NONE {
                continue;
            }
            let mut entry = Entry { doubled, ..Entry::default() };
            let mut add = |by: Settled, ways| {
                let row = settlement.row(by.row);
                entry.add(row, ways);
                if settlement.is_gone(by.end) {
                    entry.add_gone(row, ways);
                }
            };
            if busts != 0 {
                add(busted, busts);
            }
            let mut next = last;
            while let Some(&(by, ways, before)) = others.get(next as usize) {
                add(by, ways);
                next = before;
            }
            settled.push((id, entry));
        }
        Self { settled }
    }

    /// Hands with what is settled at each.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (HandId, &Entry)> {
        self.settled.iter().map(|(id, entry)| (*id, entry))
    }
}
