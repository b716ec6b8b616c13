//! A play counted forward from many beginnings at once: its exact mean.
//!
//! As in [`played_out`](super::played_out), every state is come to in a whole number of orders of cards. Here the states with one number of
//! cards gone are arrays, laid out as they are listed, so that nothing is sorted, and what is settled beside a set of cards is summed over
//! all stages before the law of the dealer is asked for. That takes a walk over all states that are listed, come to or not.
//!
//! A doubled hand's card that is not seen is settled with the hand, and the round goes on as if it were not drawn: what is drawn after it
//! would be as probable before it.

use cards::Value;
use num_rational::BigRational;
use rayon::prelude::*;

use super::graph::{Coming, Entry, EntryId, Node, Stage, StageId};
use super::kind_sets::KindSet;
use super::kinds::{Kind, KindId, Next};
use super::played_out::{Counted, Gone, Rescued, Sums};
use super::reach::{Bounds, Level, Reach, Walk, between, parts};
use super::rows::{KindRows, Scaled};
use super::spare::{Array, Spare};
use crate::SolveError;
use crate::distinct::position;
use crate::laws::ExactSum;
use crate::play::Act;
use crate::removed::Removed;
use crate::settlement::{OUTCOMES, RowId};

/// Sets of cards of the number of cards with most of them, whose settlements one task sums, and those of all others between.
const CHUNK: usize = 1024;

/// Bytes of what is settled beside sets of cards from which on it is summed and let go. More of it at a time share more of the dealer's laws.
pub(super) const MOST_HELD: usize = if cfg!(test) { 1 << 12 } else { 3 << 29 };

/// The ways that lead to all states with one number of cards gone; empty where none has been come to.
struct Ways {
    /// By entry, then by set of cards.
    starts: Vec<Array<i64>>,
    /// By stage.
    hands: Vec<Hands>,
    /// By place of a set of cards among all, then by primitive row, and last for wagers added: ways times multiples.
    settled: Array<i64>,
    /// Whether some number was too great.
    overflowed: bool,
}

/// The hands of one level.
#[derive(Default)]
struct Hands {
    /// By set of cards, where its kinds begin, and where the last set's end.
    offsets: Array<usize>,
    ways: Array<i64>,
}

#[derive(Default)]
struct Spares {
    ways: Spare<i64>,
    offsets: Spare<usize>,
}

impl Ways {
    fn new(reach: &Reach, size: usize, columns: usize, spare: &mut Spares) -> Self {
        Self {
            starts: reach.graph.entries.iter().map(|_| Array::default()).collect(),
            hands: reach.graph.stages.iter().map(|_| Hands::default()).collect(),
            settled: spare.ways.filled(reach.sets_of_size(size).len() * columns, 0),
            overflowed: false,
        }
    }

    fn add_start(&mut self, reach: &Reach, (entry, size): (EntryId, usize), at: usize, ways: i64, spare: &mut Spares) {
        let starts = &mut self.starts[entry];
        if starts.is_empty() {
            *starts = spare.ways.filled(reach.starts(entry, size).len(), 0);
        }
        self.overflowed |= add(&mut starts[at], ways);
    }

    /// Brings a hand of a stage's level into play beside its set of cards at this place.
    fn add_hand(
        &mut self,
        reach: &Reach,
        (stage, level): (StageId, &Level),
        (at, kind): (usize, KindId),
        ways: i64,
        spare: &mut Spares,
    ) {
        let position = reach.sets.get(level.kinds[at]).position(kind);
        self.overflowed |= self.hands[stage].begun(reach, level, spare).add(at, position, ways);
    }

    /// Adds ways times a multiple to a column beside a set of cards.
    fn settle(&mut self, place: usize, times: i64, ways: i64) {
        let (product, overflowed) = ways.overflowing_mul(times);
        self.overflowed |= overflowed | add(&mut self.settled[place], product);
    }
}

/// Gives whether the sum is too great.
fn add(to: &mut i64, ways: i64) -> bool {
    let overflowed;
    (*to, overflowed) = to.overflowing_add(ways);
    overflowed
}

impl Hands {
    fn new(reach: &Reach, level: &Level, spare: &mut Spares) -> Self {
        let mut offsets = spare.offsets.any(level.keys.len() + 1, 0);
        let hands = level.fill_offsets(&reach.sets, &mut offsets);
        let ways = spare.ways.filled(hands, 0);
        Self { offsets, ways }
    }

    /// Those of this level, none of which has been come to if there are none yet.
    fn begun(&mut self, reach: &Reach, level: &Level, spare: &mut Spares) -> &mut Self {
        if self.offsets.is_empty() {
            *self = Self::new(reach, level, spare);
        }
        self
    }

    /// Adds to the hands at a position beside the set of cards at a place. Gives whether the sum is too great.
    fn add(&mut self, at: usize, position: usize, ways: i64) -> bool {
        add(&mut self.ways[self.offsets[at] + position], ways)
    }
}

/// What is settled beside all sets of one number of cards, where it is not nothing.
struct Settled {
    /// Among all sets of the size, in ascending order.
    places: Vec<u32>,
    /// By set, where what is settled ends.
    ends: Vec<u32>,
    /// The column of what is settled, and how many ways times multiples.
    columns: Vec<u16>,
    ways: Vec<i64>,
}

impl Settled {
    /// Whether 32 bits number all that sets of one size can have in so many columns.
    fn is_numbered(reach: &Reach, columns: usize) -> bool {
        (0..reach.sizes()).all(|size| u32::try_from(reach.sets_of_size(size).len() * columns).is_ok())
    }

    /// What is not nothing in so many columns of all sets of a size.
    fn new(settled: &[i64], columns: usize) -> Self {
        let (sets, entries) = (settled.len() / columns, settled.iter().filter(|ways| **ways != 0).count());
        let mut new = Self {
            places: Vec::with_capacity(sets),
            ends: Vec::with_capacity(sets),
            columns: vec![0; entries + columns],
            ways: vec![0; entries + columns],
        };
        let mut end = 0;
        for (place, of_set) in settled.chunks_exact(columns).enumerate() {
            let before = end;
            // Which columns are nothing cannot be foreseen: all are written down, and the next is put over those.
            for (&ways, column) in of_set.iter().zip(0..) {
                (new.columns[end], new.ways[end]) = (column, ways);
                end += usize::from(ways != 0);
            }
            if end > before {
                new.places.push(place as u32);
                new.ends.push(end as u32);
            }
        }
        new
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.places[..])
            + size_of_val(&self.ends[..])
            + size_of_val(&self.columns[..])
            + size_of_val(&self.ways[..])
    }

    /// Columns and ways of the set at this place in the list.
    fn of_set(&self, at: usize) -> impl Iterator<Item = (usize, i64)> {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let entries = begin as usize..self.ends[at] as usize;
        self.columns[entries.clone()].iter().map(|&column| usize::from(column)).zip(self.ways[entries].iter().copied())
    }
}

/// A count on its way.
struct Sweep<'a, 'b> {
    counted: &'b Counted<'a>,
    /// Columns of what is settled.
    columns: usize,
    /// Cards gone.
    size: usize,
    here: Ways,
    /// Beside one card more.
    next: Ways,
    /// By number of cards, from the first that has not been summed on.
    settled: Vec<Settled>,
    summed: usize,
    sums: Sums<'a>,
    added: ExactSum<'a>,
    rescued: Rescued,
    spare: Spares,
}

impl Counted<'_> {
    /// Means of the result, in settlement units, and of wagers added, in initial wagers, given the up card and weighted by the probability
    /// of the signal, of what comes of these entries, each with these cards gone and in so many orders of them. `None` if some number of
    /// orders leaves 64 bits, or there are more sets of cards than can be numbered.
    ///
    /// # Errors
    /// [`SolveError`] if the dealer may find no card.
    pub(super) fn swept(&self, begin: &[(EntryId, Removed, i64)]) -> Result<Option<[BigRational; 2]>, SolveError> {
        let reach = self.round.reach;
        let columns = self.round.rows.units.len() + 1;
        if !Settled::is_numbered(reach, columns) {
            return Ok(None);
        }
        let mut spare = Spares::default();
        let mut sweep = Sweep {
            counted: self,
            columns,
            size: 0,
            here: Ways::new(reach, 0, columns, &mut spare),
            next: Ways::new(reach, 1, columns, &mut spare),
            settled: Vec::new(),
            summed: 0,
            sums: Sums::new(self.lane.up),
            added: ExactSum::new(self.lane.up),
            rescued: Rescued::default(),
            spare,
        };
        while sweep.size < reach.sizes() {
            let size = sweep.size;
            for &(entry, cards, orders) in begin.iter().filter(|(_, cards, _)| cards.size() as usize == size) {
                if let Ok(at) = reach.starts(entry, size).binary_search(&cards) {
                    sweep.start_here(entry, at, orders);
                }
            }
            for &node in &reach.graph.order {
                match node {
                    Node::Entry(entry) => sweep.enter(entry),
                    Node::Stage(stage) => sweep.play(stage)?,
                }
            }
            if sweep.here.overflowed || sweep.next.overflowed {
                return Ok(None);
            }
            sweep.settled.push(Settled::new(&sweep.here.settled, columns));
            sweep.size += 1;
            sweep.rescued.clear();
            sweep.spare.ways.keep(std::mem::take(&mut sweep.here.settled));
            if sweep.settled.iter().map(Settled::bytes).sum::<usize>() > MOST_HELD {
                sweep.settle()?;
            }
            let next = Ways::new(reach, sweep.size + 1, columns, &mut sweep.spare);
            sweep.here = std::mem::replace(&mut sweep.next, next);
            sweep.spare.ways.step();
            sweep.spare.offsets.step();
        }
        sweep.settle()?;
        Ok(Some([sweep.sums.mean.total(), sweep.added.total()]))
    }
}

impl Sweep<'_, '_> {
    fn start_here(&mut self, entry: EntryId, at: usize, ways: i64) {
        self.here.add_start(self.counted.round.reach, (entry, self.size), at, ways, &mut self.spare);
    }

    fn start_next(&mut self, entry: EntryId, at: usize, ways: i64) {
        self.next.add_start(self.counted.round.reach, (entry, self.size + 1), at, ways, &mut self.spare);
    }

    /// Brings what an entry comes to into play.
    fn enter(&mut self, entry: EntryId) {
        let starts = std::mem::take(&mut self.here.starts[entry]);
        if starts.is_empty() {
            return;
        }
        let (counted, size) = (self.counted, self.size);
        let reach = counted.round.reach;
        let Entry { stage, coming, split, wager } = reach.graph.entries[entry];
        let (more, into) = match coming {
            Coming::Hand(_) => (Removed::NONE, size),
            Coming::Card(value) => (Removed::one(value), size + 1),
        };
        let empty = Level::default();
        let level = reach.level(stage, into).unwrap_or(&empty);
        let mut split_walk = Walk::new(split.map_or(&[], |split| reach.starts(split, into)), Removed::NONE);
        let mut walks = [Walk::new(&level.keys, Removed::NONE); Value::COUNT];
        let come = reach.starts(entry, size).iter().zip(starts.iter()).enumerate().filter(|&(_, (_, ways))| *ways != 0);
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
                counted.add_wager(&mut self.added, key + more, i128::from(ways) * i128::from(wager));
            }
            match coming {
                Coming::Hand(kind) => {
                    if let (false, Some(there)) = (is_split, walks[0].find(key)) {
                        self.here.add_hand(reach, (stage, level), (there, kind), ways, &mut self.spare);
                    }
                }
                Coming::Card(value) => {
                    let nexts = counted.round.kinds.starts(value);
                    let is_drawn = |card: usize| left[card] > 0 && !(is_split && card == value);
                    for card in (0..Value::COUNT).filter(|&card| is_drawn(card)) {
                        if let (Next::Kind(kind), Some(there)) =
                            (nexts[card], walks[card].find(key + Removed::one(card)))
                        {
                            self.next.add_hand(reach, (stage, level), (there, kind), ways, &mut self.spare);
                        }
                    }
                }
            }
        }
        self.spare.ways.keep(starts);
    }

    /// Follows the hands of a stage by one card, or out of play.
    fn play(&mut self, stage: StageId) -> Result<(), SolveError> {
        let Hands { offsets, ways } = std::mem::take(&mut self.here.hands[stage]);
        let (counted, size) = (self.counted, self.size);
        let reach = counted.round.reach;
        let Some(level) = reach.level(stage, size).filter(|_| !ways.is_empty()) else { return Ok(()) };
        let mut of = StageWalks::new(counted, stage, size);
        let acts = counted.play.level(&counted.round, stage, size);
        for (at, &key) in level.keys.iter().enumerate() {
            let hands = &ways[offsets[at]..offsets[at + 1]];
            if hands.iter().all(|&ways| ways == 0) {
                continue;
            }
            let beside = of.beside(key, level.place(at), &counted.lane.up.left_after(key));
            let mut busts = Busts::default();
            let kinds = reach.sets.get(level.kinds[at]).iter();
            for (kind, &ways) in kinds.zip(hands).filter(|(_, ways)| **ways != 0) {
                self.leave(&of, &beside, &mut busts, kind, acts.act(at, kind), ways)?;
            }
            self.bust(&of, &beside, &busts);
        }
        self.spare.ways.keep(ways);
        self.spare.offsets.keep(offsets);
        Ok(())
    }

    /// Does this with a kind of hand that is in play in so many ways; busts are only noted.
    fn leave(
        &mut self,
        of: &StageWalks<'_>,
        beside: &Beside,
        busts: &mut Busts,
        kind: KindId,
        act: Act,
        ways: i64,
    ) -> Result<(), SolveError> {
        let round = self.counted.round;
        let Stage { place, after_live, after_bust } = of.stage;
        let StageKind { rows, bust, bust_doubled, first_bust } = of.kinds[usize::from(kind)];
        let kind = &round.kinds.list[usize::from(kind)];
        let seen = act != Act::Double || round.reach.sets.doubled_is_seen;
        let bust = match act {
            Act::Stand | Act::Surrender => {
                let row = if act == Act::Stand { rows.stand } else { rows.surrender };
                let is_bust = act == Act::Stand && kind.is_bust;
                self.settle_here(beside, row, ways);
                self.go_on(if is_bust { (after_bust, beside.bust) } else { (after_live, beside.live) }, ways);
                return Ok(());
            }
            Act::Hit => {
                if let Some(level) = of.next_level {
                    let next = self.next.hands[of.id].begun(round.reach, level, &mut self.spare);
                    for drawn in beside.drawn.iter().flatten() {
                        if let (Next::Kind(kind), Some(in_play)) = (kind.next[drawn.card], &drawn.in_play) {
                            let position = in_play.hands.position(kind);
                            self.next.overflowed |= next.add(in_play.at, position, ways);
                        }
                    }
                }
                bust
            }
            Act::Double => {
                let wager = round.settlement.double_wager(kind.spot(place), kind.doubling);
                self.here.settle((beside.set + 1) * self.columns - 1, wager, ways);
                if !seen {
                    self.go_on((after_live, beside.live), ways);
                }
                for drawn in beside.drawn.iter().flatten() {
                    let (Next::Kind(next), Some(in_play)) = (kind.next[drawn.card], &drawn.in_play) else { continue };
                    let row = self.doubled(of, kind, next, drawn.gone)?;
                    self.settle_next(in_play.set, row, ways);
                    if seen {
                        let is_bust = round.kinds.list[usize::from(next)].is_bust;
                        let after = if is_bust { (after_bust, drawn.bust) } else { (after_live, drawn.live) };
                        self.go_on_next(after, ways);
                    }
                }
                bust_doubled
            }
        };
        if first_bust < Value::COUNT {
            let (which, times) = bust;
            self.here.overflowed |= busts.note(which, first_bust, times, ways, seen);
        }
        Ok(())
    }

    /// Settles the busts that have been noted beside a set of cards.
    ///
    /// As drawing changes no expectation, they are worth "busted before the draw" less "busted after each draw that does not bust".
    fn bust(&mut self, of: &StageWalks<'_>, beside: &Beside, busts: &Busts) {
        if !busts.any {
            return;
        }
        for (&column, lost) in of.bust_columns.iter().zip(&busts.lost) {
            // What is lost by hands that this card and higher ones bust.
            let mut above = 0;
            for card in (0..Value::COUNT).rev() {
                if let (true, Some(Drawn { in_play: Some(in_play), .. })) = (above != 0, &beside.drawn[card]) {
                    self.next.settle(in_play.set * self.columns + column, -1, above);
                }
                self.here.overflowed |= add(&mut above, lost[card]);
            }
            self.here.settle(beside.set * self.columns + column, 1, above);
        }
        let mut busted = 0;
        for (card, &ways) in busts.seen.iter().enumerate() {
            self.here.overflowed |= add(&mut busted, ways);
            if let (true, Some(drawn)) = (busted != 0, &beside.drawn[card]) {
                self.go_on_next((of.stage.after_bust, drawn.bust), busted);
            }
        }
    }

    fn settle_here(&mut self, beside: &Beside, row: RowId, ways: i64) {
        let Scaled { primitive, times } = self.counted.round.rows.get(row);
        self.here.settle(beside.set * self.columns + primitive, times as i64, ways);
    }

    fn settle_next(&mut self, set: usize, row: RowId, ways: i64) {
        let Scaled { primitive, times } = self.counted.round.rows.get(row);
        self.next.settle(set * self.columns + primitive, times as i64, ways);
    }

    /// To what comes after a hand that is out of play.
    fn go_on(&mut self, after: (Option<EntryId>, Option<usize>), ways: i64) {
        if let (Some(after), Some(at)) = after {
            self.start_here(after, at, ways);
        }
    }

    /// The same with one card more gone.
    fn go_on_next(&mut self, after: (Option<EntryId>, Option<usize>), ways: i64) {
        if let (Some(after), Some(at)) = after {
            self.start_next(after, at, ways);
        }
    }

    /// The row that settles a hand doubled by a card to this kind, with these cards then gone.
    fn doubled(&mut self, of: &StageWalks<'_>, kind: &Kind, next: KindId, gone: Removed) -> Result<RowId, SolveError> {
        let [kept, given_up] = of.kinds[usize::from(next)].rows.doubled[kind.doubling as usize];
        let may_be_given_up = self.counted.round.kinds.list[usize::from(next)].rescuable && kept != given_up;
        let gives_up = may_be_given_up && {
            let known = &mut self.rescued;
            self.counted.gives_up(known, of.id, kind.doubling, next, Gone::seen(gone), [kept, given_up])?
        };
        Ok(if gives_up { given_up } else { kept })
    }

    /// Adds what is settled and has not been summed, and lets it go.
    ///
    /// The laws of sets that differ in aces alone share the most, so sets of all sizes are taken in order.
    fn settle(&mut self) -> Result<(), SolveError> {
        let (counted, first) = (self.counted, self.summed);
        let Counted { round, lane, .. } = *counted;
        let settled = std::mem::take(&mut self.settled);
        self.summed += settled.len();
        let by_size = || settled.iter().zip(first..).map(|(settled, size)| (settled, round.reach.sets_of_size(size)));
        let longest = by_size().max_by_key(|(settled, _)| settled.places.len());
        let longest = longest.into_iter().flat_map(|(of, sets)| of.places.iter().map(|&place| sets[place as usize]));
        let of_part = |part: Bounds| -> Result<_, SolveError> {
            let mut order = Vec::new();
            for (settled, sets) in by_size() {
                let range = between(sets, Removed::NONE, part);
                let [begin, end] =
                    [range.start, range.end].map(|end| settled.places.partition_point(|&place| (place as usize) < end));
                order.extend((begin..end).map(|at| (sets[settled.places[at] as usize], settled, at)));
            }
            order.sort_unstable_by_key(|&(cards, ..)| cards);
            let (mut sums, mut added) = (Sums::new(lane.up), ExactSum::new(lane.up));
            let mut laws = lane.up.exact_laws();
            for (cards, settled, at) in order {
                let mut mean = [0; OUTCOMES];
                let mut is_settled = false;
                for (column, ways) in settled.of_set(at) {
                    if let Some(row) = round.rows.units.get(column) {
                        is_settled = true;
                        let paid = mean.iter_mut().zip(row);
                        paid.for_each(|(mean, &units)| *mean += i128::from(ways) * i128::from(units));
                    } else {
                        counted.add_wager(&mut added, cards, ways.into());
                    }
                }
                if is_settled {
                    counted.add_weights(&mut sums, cards, &mean, None, &mut laws)?;
                }
            }
            Ok((sums, added))
        };
        let (sums, added) = parts(longest, CHUNK).into_par_iter().map(of_part).try_reduce(
            || (Sums::new(lane.up), ExactSum::new(lane.up)),
            |(mut sums, mut added), (some, some_added)| {
                sums.merge(&some);
                added.merge(&some_added);
                Ok((sums, added))
            },
        )?;
        self.sums.merge(&sums);
        self.added.merge(&added);
        Ok(())
    }
}

/// Hands that can bust, beside one set of cards and before it is settled what they lose.
#[derive(Default)]
struct Busts {
    any: bool,
    /// By bust row, then by the lowest card that busts: ways times multiples.
    lost: [[i64; Value::COUNT]; 3],
    /// By the lowest card that busts: ways in which the card is seen.
    seen: [i64; Value::COUNT],
}

impl Busts {
    /// Gives whether some number is too great.
    fn note(&mut self, which: usize, first_bust: usize, times: i64, ways: i64, seen: bool) -> bool {
        self.any = true;
        let (lost, overflowed) = ways.overflowing_mul(times);
        let overflowed = overflowed | add(&mut self.lost[which][first_bust], lost);
        overflowed | (seen && add(&mut self.seen[first_bust], ways))
    }
}

/// A stage with so many cards gone, and where its sets of cards lead.
struct StageWalks<'a> {
    id: StageId,
    stage: Stage,
    kinds: Vec<StageKind>,
    /// Columns of the rows of busts.
    bust_columns: Vec<usize>,
    reach: &'a Reach,
    next_level: Option<&'a Level>,
    live: Walk<'a>,
    bust: Walk<'a>,
    next: [Walk<'a>; Value::COUNT],
    next_live: [Walk<'a>; Value::COUNT],
    next_bust: [Walk<'a>; Value::COUNT],
}

/// A kind of hand in its place.
#[derive(Clone, Copy)]
struct StageKind {
    rows: KindRows,
    /// Which row of busts, and how many times.
    bust: (usize, i64),
    bust_doubled: (usize, i64),
    first_bust: usize,
}

/// Places of a set of cards in the lists of its size: among all sets, and among those that the next hand is come to with.
struct Beside {
    /// Among all.
    set: usize,
    live: Option<usize>,
    bust: Option<usize>,
    /// By card.
    drawn: [Option<Drawn>; Value::COUNT],
}

/// The same for the set with one card more.
struct Drawn {
    card: usize,
    gone: Removed,
    in_play: Option<InPlay>,
    live: Option<usize>,
    bust: Option<usize>,
}

/// A set beside which the hand may still be in play.
struct InPlay {
    /// Among the sets of the stage.
    at: usize,
    /// Among all.
    set: usize,
    /// Kinds of hands that can be in play.
    hands: KindSet,
}

impl<'a> StageWalks<'a> {
    fn new(counted: &Counted<'a>, id: StageId, size: usize) -> Self {
        let round = counted.round;
        let reach = round.reach;
        let stage = reach.graph.stages[id];
        let next_level = reach.level(id, size + 1);
        let starts = |after: Option<EntryId>, size| after.map_or(&[][..], |after| reach.starts(after, size));
        let walk = |keys| Walk::new(keys, Removed::NONE);
        let walks = |keys| [Walk::new(keys, Removed::NONE); Value::COUNT];
        let mut bust_columns = Vec::new();
        let mut bust = |row| {
            let Scaled { primitive, times } = round.rows.get(row);
            (position(&mut bust_columns, primitive), times as i64)
        };
        let kinds = round.kinds.list.iter().map(|kind| {
            let rows = KindRows::new(round.settlement, stage.place, kind);
            let (bust, bust_doubled) = (bust(rows.bust), bust(rows.bust_doubled));
            StageKind { rows, bust, bust_doubled, first_bust: kind.first_bust() }
        });
        Self {
            id,
            stage,
            kinds: kinds.collect(),
            bust_columns,
            reach,
            next_level,
            live: walk(starts(stage.after_live, size)),
            bust: walk(starts(stage.after_bust, size)),
            next: walks(next_level.map_or(&[][..], |level| &level.keys)),
            next_live: walks(starts(stage.after_live, size + 1)),
            next_bust: walks(starts(stage.after_bust, size + 1)),
        }
    }

    /// Sets must be asked for in ascending order; this one has this place among all.
    fn beside(&mut self, key: Removed, set: usize, left: &[u32; Value::COUNT]) -> Beside {
        let drawn = std::array::from_fn(|card| {
            if left[card] == 0 {
                return None;
            }
            let gone = key + Removed::one(card);
            let in_play = self.next_level.and_then(|level| {
                let at = self.next[card].find(gone)?;
                Some(InPlay { at, set: level.place(at), hands: self.reach.sets.get(level.kinds[at]) })
            });
            Some(Drawn {
                card,
                gone,
                in_play,
                live: self.next_live[card].find(gone),
                bust: self.next_bust[card].find(gone),
            })
        });
        Beside { set, live: self.live.find(key), bust: self.bust.find(key), drawn }
    }
}
