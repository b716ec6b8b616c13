//! Perfect play of split pairs: every decision sees every card of the round.
//!
//! Hands are completed one after another. When one is finished its expected payoff can be banked at once, because later draws
//! cannot change that expectation; what stays of it is the set of cards gone. So a state is the cards gone, the kind of
//! the hand in play, the hands that wait and the splits left.
//!
//! [`Reach`](reach::Reach) lists all states, [`Optimum`](optimum::Optimum) values them from the last to the first in floats within
//! a proven bound, and [`Counted`](played_out::Counted) counts the play found forward exactly. A decision that the floats leave open is
//! settled by counting all of its continuations.

mod kinds;
mod optimum;
mod played_out;
mod reach;
mod rows;

use cards::{Composition, Value};
use num_rational::BigRational;
use rayon::prelude::*;
use rules::{DoubleCard, Game};

use crate::SolveError;
use crate::case::{Case, pair_hand};
use crate::count::Table;
use crate::dealer::MOST_DEPTH;
use crate::hands::HandId;
use crate::play::{Act, Options, Play};
use crate::removed::Removed;
use crate::settlement::Spot;
use crate::wide::RoundSum;

use optimum::{BestPlay, Lane, Optimum, Round};
use played_out::{Counted, Exact, PlayedOut, Start, WithResult};

/// Whether the card of a doubled hand is not seen before the hands are settled.
pub(crate) fn double_card_is_hidden(game: &Game) -> bool {
    game.double.as_ref().is_some_and(|double| double.card == DoubleCard::Down)
}

/// What splitting a pair is worth at best given the up card, weighted by the probability of the pair, dealt in one order, and of
/// the signal.
#[derive(Debug, Clone, PartialEq)]
pub struct SplitValue {
    /// Expected net result, in initial wagers.
    pub mean: BigRational,
    /// Expectation of its square; `None` if that was not asked for.
    pub square: Option<BigRational>,
    /// Double and split wagers.
    pub added: BigRational,
}

/// How much there is to value in the splits of one pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SplitSize {
    /// The value of the pair.
    pub value: Value,
    /// Up cards and signals, with and without an attack wager, under which bounds leave it open whether it is split.
    pub cases: usize,
    /// Kinds of hands a split card can grow into.
    pub kinds: usize,
    /// Sets of cards gone, by hands to come and splits left; each needs the dealer's law for every up card.
    pub compositions: usize,
    /// The same by the kind of hand in play, for one up card.
    pub states: usize,
    /// Up cards and signals that are valued side by side.
    pub side_by_side: usize,
    /// Bytes of the tables that valuing them takes; what is counted and what the allocator keeps comes to half as much again.
    pub bytes: usize,
}

/// The splits of one pair, to any number of hands, under perfect play.
pub(crate) struct Splits<'a> {
    game: &'a Game,
    table: Table<'a>,
    kinds: kinds::Kinds,
    rows: rows::Rows,
    reach: reach::Reach,
}

impl<'a> Splits<'a> {
    /// `None` if the pair cannot be dealt or split. For `squares`, nothing is left out that may be played on a tie: which of two plays
    /// of the same mean is played decides the variance.
    ///
    /// # Errors
    /// [`SolveError::PerfectUnsolved`] if the rules tell too many kinds of hands apart.
    pub(crate) fn new(
        game: &'a Game,
        table: Table<'a>,
        shoe: &Composition,
        value: usize,
        squares: bool,
    ) -> Result<Option<Self>, SolveError> {
        let Some(rule) = &game.split else { return Ok(None) };
        let settlement = table.settlement;
        let most_hands = u32::from(rule.most_hands(value));
        let Some(kinds) = kinds::Kinds::new(game, table.hands, settlement, value, !squares && most_hands > 2) else {
            return Ok(None);
        };
        if shoe.counts()[value] < 2 {
            return Ok(None);
        }
        if kinds.list.len() > reach::MOST_KINDS {
            return Err(SolveError::PerfectUnsolved("so many kinds of hands".to_owned()));
        }
        let later = Options::split(game, value, Spot::Later).spot;
        let stages = reach::stages(most_hands, settlement.looks_for_live_hands(), later);
        let rows = rows::Rows::new(settlement, &kinds, &stages);
        if !counts_fit(shoe, most_hands, value) {
            return Err(SolveError::PerfectUnsolved("so large a shoe".to_owned()));
        }
        let reach = reach::Reach::new(game, &kinds, shoe, stages);
        Ok(Some(Self { game, table, kinds, rows, reach }))
    }

    /// How much there is to value for so many up cards and signals.
    pub(crate) fn size(&self, value: Value, cases: usize) -> SplitSize {
        let (compositions, states) = self.reach.states();
        SplitSize {
            value,
            cases,
            kinds: self.kinds.list.len(),
            compositions,
            states,
            side_by_side: self.lanes(),
            bytes: self.memory().of(self.lanes()),
        }
    }

    fn round(&self) -> Round<'_> {
        Round {
            kinds: &self.kinds,
            reach: &self.reach,
            settlement: self.table.settlement,
            rows: &self.rows,
            doubled_is_seen: !double_card_is_hidden(self.game),
            contested: 2.0 * self.table.settlement.contested(),
        }
    }

    /// For each case, which must be played and have this settlement, the exact value of splitting if that is better than
    /// the best play without. `solved` is given some cases at a time, with their values, and says whether to go on.
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if the hands can leave the dealer without cards, and those of `solved`.
    pub(crate) fn values(
        &self,
        cases: &[(&Case<'a>, &Play)],
        squares: bool,
        mut solved: impl FnMut(&[(&Case<'a>, &Play)], Vec<Option<SplitValue>>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        for some in cases.chunks(self.lanes()) {
            let values = match some.len() {
                1 => self.side_by_side::<1>(some, squares)?,
                2 => self.side_by_side::<2>(some, squares)?,
                3 => self.side_by_side::<3>(some, squares)?,
                _ => self.side_by_side::<LANES>(some, squares)?,
            };
            solved(some, values)?;
        }
        Ok(())
    }

    fn memory(&self) -> reach::Memory {
        let round = self.round();
        self.reach.memory(round.rows.primitives.len(), BestPlay::words(&round))
    }

    /// As many cases as are solved side by side: fewer where their tables would not fit in memory.
    fn lanes(&self) -> usize {
        let memory = self.memory();
        (1..=LANES).rev().find(|&lanes| memory.of(lanes) <= MOST_MEMORY).unwrap_or(1)
    }

    fn side_by_side<const L: usize>(
        &self,
        cases: &[(&Case<'a>, &Play)],
        squares: bool,
    ) -> Result<Vec<Option<SplitValue>>, SolveError> {
        let round = self.round();
        let lanes: [Lane<'_>; L] = std::array::from_fn(|lane| Lane { up: cases[lane].0.up, case: cases[lane].0.case });
        let optimum = Optimum::new(round, lanes, &Exact { round, lanes })?;
        let mut values = vec![None; L];
        let contests: Vec<(usize, Contest)> = (0..L)
            .filter_map(|lane| Some((lane, self.contest(cases[lane].0, cases[lane].1, optimum.value_of(lane))?)))
            .collect();
        for some in contests.chunks(COUNTED) {
            let counted: Result<Vec<_>, SolveError> = some
                .par_iter()
                .map(|&(lane, contest)| {
                    let counted = self.counted(round, lanes[lane], &optimum.plays[lane]);
                    self.if_better(cases[lane].0, cases[lane].1, contest, &counted, squares)
                })
                .collect();
            for (&(lane, _), value) in some.iter().zip(counted?) {
                values[lane] = value;
            }
        }
        Ok(values)
    }

    fn counted<'b>(&self, round: Round<'b>, lane: Lane<'b>, play: &'b BestPlay) -> Counted<'b> {
        let later = Options::split(self.game, self.kinds.value, Spot::Later).spot;
        Counted { round, lane, play, split_wager: self.table.settlement.split_wager(later) }
    }

    /// `None` if the pair cannot be dealt or is better not split.
    fn contest(&self, case: &Case<'_>, unsplit: &Play, split: f64) -> Option<Contest> {
        let (pair, cards) = self.pair(case)?;
        let ahead = split - unsplit_value(case, unsplit, pair);
        let contested = self.round().contested;
        (ahead >= -contested).then_some(Contest { pair, cards, is_open: ahead <= contested })
    }

    fn if_better(
        &self,
        case: &Case<'_>,
        unsplit: &Play,
        contest: Contest,
        counted: &Counted<'_>,
        squares: bool,
    ) -> Result<Option<SplitValue>, SolveError> {
        let Contest { pair, cards, is_open } = contest;
        let value = self.played(case, cards, counted, squares)?;
        let is_worse = || value.mean <= case.exact_mean(case.options, unsplit, &[(pair, 1)], Removed::NONE, None);
        Ok(if is_open && is_worse() { None } else { Some(value) })
    }

    /// The pair and its cards, if they can be dealt.
    fn pair(&self, case: &Case<'_>) -> Option<(HandId, Removed)> {
        let pair = pair_hand(self.table.hands, self.kinds.value)?;
        let cards = self.table.hands.get(pair).cards;
        case.up.is_feasible(cards).then_some((pair, cards))
    }

    fn played(
        &self,
        case: &Case<'_>,
        pair: Removed,
        counted: &Counted<'_>,
        squares: bool,
    ) -> Result<SplitValue, SolveError> {
        let PlayedOut { mean, square, added } = if squares {
            counted.from::<WithResult>(0, PAIR, pair, Start::Hand)?
        } else {
            counted.from::<i128>(0, PAIR, pair, Start::Hand)?
        };
        let units = case.units();
        let wager = BigRational::from_integer(counted.split_wager.into());
        Ok(SplitValue {
            mean: mean / &units,
            square: square.map(|square| square / (&units * &units)),
            added: added + case.probability(pair) * wager,
        })
    }

    /// The value of splitting in one case.
    ///
    /// # Errors
    /// As [`Splits::values`].
    pub(crate) fn value(&self, case: &Case<'a>) -> Result<Option<SplitValue>, SolveError> {
        let Some((_, pair)) = self.pair(case) else { return Ok(None) };
        let round = self.round();
        let lane = Lane { up: case.up, case: case.case };
        let optimum = Optimum::new(round, [lane], &Exact { round, lanes: [lane] })?;
        self.played(case, pair, &self.counted(round, lane, &optimum.plays[0]), false).map(Some)
    }

    /// The exact values of acts on a hand in one case, weighted by the probability of the cards seen and the case: of the
    /// hand in play and of one still to be played. `None` if the hands are none of this split, which is to two hands.
    ///
    /// # Errors
    /// As [`Splits::values`].
    pub(crate) fn hand_values(
        &self,
        case: &Case<'a>,
        position: &Position,
        acts: &[Act],
    ) -> Result<Option<Vec<BigRational>>, SolveError> {
        let round = self.round();
        let first = &self.reach.stages[0];
        let waiting = Removed::one(self.kinds.value);
        let hand = self.table.hands.get(position.hand).cards;
        let stage = match position.other {
            None => Some(0),
            Some(other) => [first.after_live, first.after_bust].into_iter().flatten().find(|&stage| {
                let start = other + waiting;
                let level = self.reach.level(stage, start.size() as usize);
                let is_bust = crate::hands::is_bust(other);
                level.is_some_and(|level| level.starts.binary_search(&start).is_ok())
                    && (first.after_live == first.after_bust || (Some(stage) == first.after_bust) == is_bust)
            }),
        };
        let gone = hand + position.other.unwrap_or(waiting);
        let size = gone.size() as usize;
        let Some(stage) = stage else { return Ok(None) };
        let kind = self.kinds.of(position.hand);
        let is_known = self.reach.level(stage, size).is_some_and(|level| level.keys.binary_search(&gone).is_ok());
        let Some(kind) = kind.filter(|_| is_known) else { return Ok(None) };
        let lane = Lane { up: case.up, case: case.case };
        let optimum = Optimum::new(round, [lane], &Exact { round, lanes: [lane] })?;
        let counted = self.counted(round, lane, &optimum.plays[0]);
        let units = case.units();
        let means =
            acts.iter().map(|&act| Ok(counted.from::<i128>(stage, size, gone, Start::Act(kind, act))?.mean / &units));
        means.collect::<Result<_, SolveError>>().map(Some)
    }
}

/// Whether cards gone fit their packed counts and sums over a round their fixed width: ordered draws, times a result below 2¹⁶.
fn counts_fit(shoe: &Composition, most_hands: u32, value: usize) -> bool {
    const MOST_POINTS: u32 = 21;
    let mut points = most_hands * (MOST_POINTS - 1 - value as u32);
    let mut cards = 2 * most_hands + MOST_DEPTH as u32;
    let mut packed = true;
    for (each, &held) in (1..).zip(shoe.counts()) {
        packed &= u32::from(held).min(most_hands * (MOST_POINTS / each + 1)) <= Removed::MOST;
        let drawn = u32::from(held).min(points / each);
        cards += drawn;
        points -= drawn * each;
    }
    packed && cards::falling(shoe.total(), cards.min(shoe.total())).bits() + 16 < RoundSum::BITS
}

/// Cards of a pair.
const PAIR: usize = 2;

/// Most up cards and signals that are valued side by side.
const LANES: usize = 4;

/// Bytes of the tables of [`reach::Memory`]; what is counted and what the allocator keeps comes to half as much again.
const MOST_MEMORY: usize = 11 << 30;

/// Of those, as many as are counted side by side: each holds all it meets on a level.
const COUNTED: usize = 2;

/// A pair that may be best split.
#[derive(Clone, Copy)]
struct Contest {
    pair: HandId,
    cards: Removed,
    /// Whether the floats leave open if it is.
    is_open: bool,
}

/// A hand of a split in play.
pub(crate) struct Position {
    /// The hand in play.
    pub(crate) hand: HandId,
    /// The cards of the first hand, if that is finished and the hand in play is the second.
    pub(crate) other: Option<Removed>,
}

/// The value of the best unsplit play of a pair in floats, in settlement units, given that it is dealt.
fn unsplit_value(case: &Case<'_>, play: &Play, pair: HandId) -> f64 {
    let hands = case.table.hands;
    let act = |id| play.act(id, hands.get(id), &case.options);
    let values = case.act_values(play.rescue.clone(), |id, values| values.of(act(id)));
    values[pair as usize].of(act(pair))
}
