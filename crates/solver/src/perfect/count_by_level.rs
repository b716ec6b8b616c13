//! A play counted forward from many beginnings at once: its exact mean.
//!
//! As in [`count_by_state`](super::count_by_state), every state is come to in a whole number of orders of cards. Here the states with one number of
//! cards gone are arrays, laid out as they are listed, so that nothing is sorted, and what is settled beside a set of cards is summed over
//! all stages before the distribution of the dealer is asked for. That takes a walk over all states that are listed, come to or not.
//!
//! A doubled hand's card that is not seen is settled with the hand, and the round goes on as if it were not drawn: what is drawn after it
//! would be as probable before it.

mod size_ways;
mod stage;

use std::sync::atomic::Ordering;

use cards::Value;
use num_rational::BigRational;

use self::size_ways::{BufferPools, Busts, SizeWays, add, starts};
use self::stage::{MovedHand, NextSetPlaces, SetPlaces, StageKind, StageWalks};
use super::best_play::Round;
use super::count_by_state::{Counted, DoubledHand, GivingUp, GoneCards, SettledSums, Settling};
use super::graph::{Coming, EntryId, Stage, StageEntry, StageId, StageOrEntry};
use super::hand_classes::{HandClass, HandClassId, Next};
use super::limits::MOST_HELD;
use super::reach::{Layer, Reach, Walk, between, parts};
use super::rows::Scaled;
use super::settled_sets::{OrderCount, SettledSets};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::Act;
use crate::compiled::settlement::{OUTCOMES, RowId};
use crate::dealer::cache::ExactSum;
use crate::parallel;

/// Sets of cards of the number of cards with most of them, whose settlements one task sums, and those of all others between.
const CHUNK: usize = 1024;

/// What one order beside a set of cards can be settled for, over all rows, is at most so many units.
const MOST_WIDE_UNITS: u64 = 1 << 9;

/// A count on its way.
struct LevelCount<'a, 'b, W> {
    counted: &'b Counted<'a>,
    /// Columns of what is settled.
    columns: usize,
    /// Cards gone.
    size: usize,
    here: SizeWays<W>,
    /// Beside one card more; nothing yet when a size is begun.
    next: SizeWays<W>,
    /// By number of cards, from the first that has not been summed on.
    settled: Vec<SettledSets<W>>,
    summed: usize,
    sums: SettledSums<'a>,
    added: ExactSum<'a>,
    gave_up: GivingUp,
    spare: BufferPools<W>,
}

impl Counted<'_> {
    /// Means of the result, in settlement units, and of wagers added, in initial wagers, given the up card and weighted by the probability
    /// of the signal, of what comes of these entries, each with these cards gone and in so many orders of them. `None` if some number of
    /// orders is too great, or there are more sets of cards than can be numbered.
    ///
    /// Orders are numbers of 64 bits until one leaves them, which only many cards bring about, and of 128 from that number of cards on: then
    /// there are fewer sets of cards again.
    ///
    /// # Errors
    /// [`SolveError`] if the dealer may find no card.
    pub(super) fn swept(&self, begin: &[(EntryId, CardSet, i64)]) -> Result<Option<[BigRational; 2]>, SolveError> {
        let Round { reach, rows, wide_from, .. } = self.round;
        let columns = rows.units.len() + 1;
        if !is_numbered(reach, columns) {
            return Ok(None);
        }
        loop {
            let from = wide_from.load(Ordering::Relaxed);
            let mut narrow = LevelCount::new(self, columns);
            if let Some(size) = narrow.run(begin, from)? {
                let units = rows.units.iter().map(|row| row.iter().map(|units| u64::from(units.unsigned_abs())).max());
                if units.map(Option::unwrap_or_default).sum::<u64>() > MOST_WIDE_UNITS {
                    return Ok(None);
                }
                wide_from.fetch_min(size, Ordering::Relaxed);
                continue;
            }
            if from >= reach.sizes() {
                return narrow.means().map(Some);
            }
            let mut wide = narrow.widened()?;
            return if wide.run(begin, usize::MAX)?.is_some() { Ok(None) } else { wide.means().map(Some) };
        }
    }
}

/// Whether 32 bits number all that sets of one size can have in so many columns.
fn is_numbered(reach: &Reach, columns: usize) -> bool {
    (0..reach.sizes()).all(|size| u32::try_from(reach.sets_of_size(size).len() * columns).is_ok())
}

/// Room for the ways of hands and for what is settled of a number of cards, and of every other one above.
fn arrays<W>(reach: &Reach, columns: usize, size: usize) -> [Vec<W>; 2] {
    let most = |of: &dyn Fn(usize) -> usize| (size..reach.sizes()).step_by(2).map(of).max().unwrap_or(0);
    [most(&|size| reach.hands_of_size(size)), most(&|size| reach.sets_of_size(size).len() * columns)]
        .map(Vec::with_capacity)
}

impl<'a, 'b> LevelCount<'a, 'b, i64> {
    fn new(counted: &'b Counted<'a>, columns: usize) -> Self {
        let reach = counted.round.reach;
        Self {
            counted,
            columns,
            size: 0,
            here: SizeWays::new(reach, 0, columns, arrays(reach, columns, 0)),
            next: SizeWays::new(reach, 1, columns, arrays(reach, columns, 1)),
            settled: Vec::new(),
            summed: 0,
            sums: SettledSums::new(counted.lane.up),
            added: ExactSum::new(counted.lane.up),
            gave_up: GivingUp::default(),
            spare: BufferPools::default(),
        }
    }

    /// The same in more bits.
    ///
    /// # Errors
    /// As [`LevelCount::settle`].
    fn widened(mut self) -> Result<LevelCount<'a, 'b, i128>, SolveError> {
        self.settle()?;
        let Self { counted, columns, size, here, next, summed, sums, added, gave_up, spare, .. } = self;
        drop((next, spare));
        let reach = counted.round.reach;
        let mut spare = BufferPools::default();
        let SizeWays { starts, hands, ways: narrow_ways, settled: narrow_settled, .. } = here;
        // One at a time, so that no more is held than before.
        let [mut ways, mut settled] = arrays(reach, columns, size);
        settled.extend(narrow_settled.iter().map(|&ways| i128::from(ways)));
        drop(narrow_settled);
        ways.extend(narrow_ways.iter().map(|&ways| i128::from(ways)));
        drop(narrow_ways);
        let starts = starts.iter().map(|starts| {
            let mut wide = spare.starts.any(starts.len(), 0);
            wide.iter_mut().zip(starts.iter()).for_each(|(wide, &ways)| *wide = ways.into());
            wide
        });
        let here = SizeWays { starts: starts.collect(), hands, ways, settled, overflowed: false };
        let next = SizeWays::new(reach, size + 1, columns, arrays(reach, columns, size + 1));
        Ok(LevelCount { counted, columns, size, here, next, settled: Vec::new(), summed, sums, added, gave_up, spare })
    }
}

impl<W: OrderCount> LevelCount<'_, '_, W> {
    /// Goes on until so many cards are gone; gives the number of cards beside which some number of orders is too great.
    ///
    /// # Errors
    /// As [`LevelCount::settle`].
    fn run(&mut self, begin: &[(EntryId, CardSet, i64)], until: usize) -> Result<Option<usize>, SolveError> {
        let reach = self.counted.round.reach;
        while self.size < reach.sizes().min(until) {
            let size = self.size;
            for &(entry, cards, orders) in begin.iter().filter(|(_, cards, _)| cards.size() as usize == size) {
                if let Ok(at) = reach.starts(entry, size).binary_search(&cards) {
                    self.start_here(entry, at, orders.into());
                }
            }
            for &node in &reach.graph.order {
                match node {
                    StageOrEntry::Entry(entry) => self.enter(entry),
                    StageOrEntry::Stage(stage) => self.play(stage)?,
                }
            }
            if self.here.overflowed || self.next.overflowed {
                return Ok(Some(size));
            }
            self.settled.push(SettledSets::new(&self.here.settled, self.columns));
            self.size += 1;
            self.gave_up.clear();
            if self.settled.iter().map(SettledSets::bytes).sum::<usize>() > MOST_HELD {
                self.settle()?;
            }
            let arrays = [&mut self.here.ways, &mut self.here.settled].map(std::mem::take);
            let next = SizeWays::new(reach, self.size + 1, self.columns, arrays);
            self.here = std::mem::replace(&mut self.next, next);
            self.spare.starts.step();
            self.spare.offsets.step();
        }
        Ok(None)
    }

    /// Means of the result and of wagers added.
    ///
    /// # Errors
    /// As [`LevelCount::settle`].
    fn means(mut self) -> Result<[BigRational; 2], SolveError> {
        (self.here.ways, self.next.ways) = Default::default();
        self.settle()?;
        Ok([self.sums.mean.total(), self.added.total()])
    }

    fn start_here(&mut self, entry: EntryId, at: usize, ways: W) {
        self.here.add_start(entry, at, ways, || starts(&mut self.spare, self.counted.round.reach, (entry, self.size)));
    }

    fn start_next(&mut self, entry: EntryId, at: usize, ways: W) {
        self.next
            .add_start(entry, at, ways, || starts(&mut self.spare, self.counted.round.reach, (entry, self.size + 1)));
    }

    /// Brings a hand of a stage's level into play, by the places of its set of cards and of its class there.
    #[inline]
    fn bring_here(&mut self, (stage, level): (StageId, &Layer), hand: (usize, usize), ways: W) {
        self.here.open(self.counted.round.reach, (stage, level), &mut self.spare);
        self.here.add_hand(stage, hand, ways);
    }

    /// The same with one card more gone.
    #[inline]
    fn bring_next(&mut self, (stage, level): (StageId, &Layer), hand: (usize, usize), ways: W) {
        self.next.open(self.counted.round.reach, (stage, level), &mut self.spare);
        self.next.add_hand(stage, hand, ways);
    }

    /// Brings what an entry comes to into play.
    fn enter(&mut self, entry: EntryId) {
        let starts = std::mem::take(&mut self.here.starts[entry]);
        if starts.is_empty() {
            return;
        }
        let (counted, size) = (self.counted, self.size);
        let reach = counted.round.reach;
        let StageEntry { stage, coming, split, wager } = reach.graph.entries[entry];
        let (more, into) = match coming {
            Coming::Hand(_) => (CardSet::NONE, size),
            Coming::Card(value) => (CardSet::one(value), size + 1),
        };
        let empty = Layer::default();
        let level = reach.level(stage, into).unwrap_or(&empty);
        let mut split_walk = Walk::new(split.map_or(&[], |split| reach.starts(split, into)), CardSet::NONE);
        let mut walks = [Walk::new(&level.keys, CardSet::NONE); Value::COUNT];
        let come =
            reach.starts(entry, size).iter().zip(starts.iter()).enumerate().filter(|&(_, (_, ways))| *ways != W::NONE);
        for (at, (&key, &ways)) in come {
            let left = counted.lane.up.left_after(key);
            let may_be_split = match coming {
                Coming::Hand(_) => true,
                Coming::Card(value) => left[value] > 0,
            };
            let is_split = may_be_split && counted.play.splits(entry, size, at);
            if let (Some(split), true, Some(there)) = (split, is_split, split_walk.find(key + more)) {
                match coming {
                    Coming::Hand(_) => self.start_here(split, there, ways),
                    Coming::Card(_) => self.start_next(split, there, ways),
                }
                counted.add_wager(&mut self.added, key + more, ways.into() * i128::from(wager));
            }
            match coming {
                Coming::Hand(class) => {
                    if let (false, Some(there)) = (is_split, walks[0].find(key)) {
                        let position = reach.sets.get(level.classes[there]).position(class);
                        self.bring_here((stage, level), (there, position), ways);
                    }
                }
                Coming::Card(value) => {
                    let nexts = counted.round.classes.starts(value);
                    let is_drawn = |card: usize| left[card] > 0 && !(is_split && card == value);
                    for card in (0..Value::COUNT).filter(|&card| is_drawn(card)) {
                        if let (Next::HandClass(class), Some(there)) =
                            (nexts[card], walks[card].find(key + CardSet::one(card)))
                        {
                            let position = reach.sets.get(level.classes[there]).position(class);
                            self.bring_next((stage, level), (there, position), ways);
                        }
                    }
                }
            }
        }
        self.spare.starts.keep(starts);
    }

    /// Follows the hands of a stage by one card, or out of play.
    fn play(&mut self, stage: StageId) -> Result<(), SolveError> {
        let offsets = std::mem::take(&mut self.here.hands[stage]);
        let (counted, size) = (self.counted, self.size);
        let reach = counted.round.reach;
        if let Some(level) = reach.level(stage, size).filter(|_| !offsets.is_empty()) {
            let all = std::mem::take(&mut self.here.ways);
            let mut of = StageWalks::new(counted, stage, size);
            let acts = counted.play.level(&counted.round, stage, size);
            for (at, &key) in level.keys.iter().enumerate() {
                let hands = &all[offsets[at]..offsets[at + 1]];
                if hands.iter().all(|&ways| ways == W::NONE) {
                    continue;
                }
                let beside = of.beside(key, level.place(at), &counted.lane.up.left_after(key));
                let mut busts = Busts::new();
                let classes = reach.sets.get(level.classes[at]).iter();
                for (class, &ways) in classes.zip(hands).filter(|(_, ways)| **ways != W::NONE) {
                    self.leave(&of, &beside, &mut busts, MovedHand { class, act: acts.act(at, class), ways })?;
                }
                self.bust(&of, &beside, &busts);
            }
            self.here.ways = all;
        }
        self.spare.offsets.keep(offsets);
        Ok(())
    }

    /// Does this with a hand class that is in play in so many ways; busts are only noted.
    fn leave(
        &mut self,
        of: &StageWalks<'_>,
        beside: &SetPlaces,
        busts: &mut Busts<W>,
        MovedHand { class, act, ways }: MovedHand<W>,
    ) -> Result<(), SolveError> {
        let round = self.counted.round;
        let Stage { place, after_live, after_bust } = of.stage;
        let StageKind { rows, bust, bust_doubled, first_bust } = of.classes[usize::from(class)];
        let class = &round.classes.list[usize::from(class)];
        let seen = act != Act::Double || round.reach.sets.doubled_is_seen;
        let bust = match act {
            Act::Stand | Act::Surrender => {
                let row = if act == Act::Stand { rows.stand } else { rows.surrender };
                let is_bust = act == Act::Stand && class.is_bust;
                self.settle_here(beside, row, ways);
                self.go_on(if is_bust { (after_bust, beside.bust) } else { (after_live, beside.live) }, ways);
                return Ok(());
            }
            Act::Hit => {
                if let Some(level) = of.next_level {
                    for drawn in beside.drawn.iter().flatten() {
                        if let (Next::HandClass(class), Some(in_play)) = (class.next[drawn.card], &drawn.in_play) {
                            let hand = (in_play.at, in_play.hands.position(class));
                            self.bring_next((of.id, level), hand, ways);
                        }
                    }
                }
                bust
            }
            Act::Double => {
                let wager = round.settlement.double_wager(class.hand_place(place), class.doubling);
                self.here.settle((beside.set + 1) * self.columns - 1, wager, ways);
                if !seen {
                    self.go_on((after_live, beside.live), ways);
                }
                for drawn in beside.drawn.iter().flatten() {
                    let (Next::HandClass(next), Some(in_play)) = (class.next[drawn.card], &drawn.in_play) else {
                        continue;
                    };
                    let row = self.doubled(of, class, next, drawn.gone)?;
                    self.settle_next(in_play.set, row, ways);
                    if seen {
                        let is_bust = round.classes.list[usize::from(next)].is_bust;
                        let after = if is_bust { (after_bust, drawn.bust) } else { (after_live, drawn.live) };
                        self.go_on_next(after, ways);
                    }
                }
                bust_doubled
            }
        };
        if first_bust < Value::COUNT {
            self.here.overflowed |= busts.note(bust, first_bust, ways, seen);
        }
        Ok(())
    }

    /// Settles the busts that have been noted beside a set of cards.
    ///
    /// As drawing changes no expectation, they are worth "busted before the draw" less "busted after each draw that does not bust".
    fn bust(&mut self, of: &StageWalks<'_>, beside: &SetPlaces, busts: &Busts<W>) {
        if !busts.any {
            return;
        }
        for (&column, lost) in of.bust_columns.iter().zip(&busts.lost) {
            // What is lost by hands that this card and higher ones bust.
            let mut above = W::NONE;
            for card in (0..Value::COUNT).rev() {
                if let (true, Some(NextSetPlaces { in_play: Some(in_play), .. })) =
                    (above != W::NONE, &beside.drawn[card])
                {
                    self.next.settle(in_play.set * self.columns + column, -1, above);
                }
                self.here.overflowed |= add(&mut above, lost[card]);
            }
            self.here.settle(beside.set * self.columns + column, 1, above);
        }
        let mut busted = W::NONE;
        for (card, &ways) in busts.seen.iter().enumerate() {
            self.here.overflowed |= add(&mut busted, ways);
            if let (true, Some(drawn)) = (busted != W::NONE, &beside.drawn[card]) {
                self.go_on_next((of.stage.after_bust, drawn.bust), busted);
            }
        }
    }

    fn settle_here(&mut self, beside: &SetPlaces, row: RowId, ways: W) {
        let Scaled { primitive, times } = self.counted.round.rows.get(row);
        self.here.settle(beside.set * self.columns + primitive, times as i64, ways);
    }

    fn settle_next(&mut self, set: usize, row: RowId, ways: W) {
        let Scaled { primitive, times } = self.counted.round.rows.get(row);
        self.next.settle(set * self.columns + primitive, times as i64, ways);
    }

    /// To what comes after a hand that is out of play.
    fn go_on(&mut self, after: (Option<EntryId>, Option<usize>), ways: W) {
        if let (Some(after), Some(at)) = after {
            self.start_here(after, at, ways);
        }
    }

    /// The same with one card more gone.
    fn go_on_next(&mut self, after: (Option<EntryId>, Option<usize>), ways: W) {
        if let (Some(after), Some(at)) = after {
            self.start_next(after, at, ways);
        }
    }

    /// The row that settles a hand doubled by a card to this class, with these cards then gone.
    fn doubled(
        &mut self,
        of: &StageWalks<'_>,
        class: &HandClass,
        next: HandClassId,
        gone: CardSet,
    ) -> Result<RowId, SolveError> {
        let [kept, given_up] = of.classes[usize::from(next)].rows.doubled[class.doubling as usize];
        let may_be_given_up = self.counted.round.classes.list[usize::from(next)].may_be_given_up && kept != given_up;
        let gives_up = may_be_given_up && {
            let (doubling, drawn) = (class.doubling, GoneCards::seen(gone));
            let hand = DoubledHand { stage: of.id, doubling, class: next, drawn, rows: [kept, given_up] };
            self.counted.gives_up(&mut self.gave_up, hand)?
        };
        Ok(if gives_up { given_up } else { kept })
    }

    /// Adds what is settled and has not been summed, and lets it go.
    ///
    /// The distributions of sets that differ in aces alone share the most, so sets of all sizes are taken in order.
    fn settle(&mut self) -> Result<(), SolveError> {
        let (counted, first) = (self.counted, self.summed);
        let Counted { round, lane, .. } = *counted;
        let settled = std::mem::take(&mut self.settled);
        self.summed += settled.len();
        let by_size = || settled.iter().zip(first..).map(|(settled, size)| (settled, round.reach.sets_of_size(size)));
        let longest = by_size().max_by_key(|(settled, _)| settled.places.len());
        let longest = longest.into_iter().flat_map(|(of, sets)| of.places.iter().map(|&place| sets[place as usize]));
        let parts = parts(longest, CHUNK);
        let of_part = |number: usize| -> Result<_, SolveError> {
            let mut order = Vec::new();
            for (settled, sets) in by_size() {
                let range = between(sets, CardSet::NONE, parts[number]);
                let [begin, end] =
                    [range.start, range.end].map(|end| settled.places.partition_point(|&place| (place as usize) < end));
                order.extend((begin..end).map(|at| (sets[settled.places[at] as usize], settled, at)));
            }
            order.sort_unstable_by_key(|&(cards, ..)| cards);
            let (mut sums, mut added) = (SettledSums::new(lane.up), ExactSum::new(lane.up));
            for order in order.chunks(CHUNK) {
                let mut weighed = Vec::with_capacity(order.len());
                for &(cards, settled, at) in order {
                    let mut mean = [0; OUTCOMES];
                    let mut is_settled = false;
                    for (column, ways) in settled.of_set(at) {
                        if let Some(row) = round.rows.units.get(column) {
                            is_settled = true;
                            let paid = mean.iter_mut().zip(row);
                            paid.for_each(|(mean, &units)| *mean += ways * i128::from(units));
                        } else {
                            counted.add_wager(&mut added, cards, ways);
                        }
                    }
                    if is_settled {
                        weighed.push(Settling { cards, mean, square: None });
                    }
                }
                sums.add(lane, weighed)?;
            }
            Ok((sums, added))
        };
        let all = parallel::try_merge(parts.len(), of_part, |(mut sums, mut added), (some, some_added)| {
            sums.merge(&some);
            added.merge(&some_added);
            (sums, added)
        })?;
        if let Some((sums, added)) = all {
            self.sums.merge(&sums);
            self.added.merge(&added);
        }
        Ok(())
    }
}
