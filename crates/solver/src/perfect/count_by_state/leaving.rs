//! A count on its way: hands that are settled leave it, and others draw on.

use std::collections::BTreeMap;

use cards::Value;

use super::gone::GoneCards;
use super::runs::Runs;
use super::settled::{SettledMean, SettledSums, combined};
use super::{Arrivals, Counted, DoubledHand, ForcedHand, GivingUp, PlayHands, SettledRow};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::Act;
use crate::compiled::settlement::RowId;
use crate::dealer::cache::ExactSum;
use crate::perfect::graph::{Coming, EntryId, StageEntry, StageId};
use crate::perfect::hand_classes::{HandClass, HandClassId, Next};
use crate::perfect::rows::HandClassRows;
use crate::perfect::ways::Ways;

/// Settlements kept at the most: 12 MiB.
pub(crate) const MOST_KEPT: usize = if cfg!(test) { 1 << 8 } else { 1 << 16 };

/// What becomes of what is settled, and of wagers added.
pub(crate) enum Sink<'s, 'a> {
    Summed(&'s mut SettledSums<'a>, &'s mut ExactSum<'a>),
    /// Means of results alone, to be summed by others.
    Kept(&'s mut Vec<SettledMean>),
}

/// How a hand leaves play: by what row it is settled, and whether what comes after it is what comes after a bust.
#[derive(Clone, Copy)]
struct Ending {
    row: RowId,
    is_bust: bool,
}

impl Sink<'_, '_> {
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        matches!(self, Self::Kept(kept) if kept.len() > MOST_KEPT)
    }
}

/// A count on its way.
pub(super) struct Leaving<'a, 'b, W> {
    pub(super) counted: &'b Counted<'a>,
    pub(super) arrivals: Arrivals<W>,
    pub(super) sink: Sink<'b, 'a>,
}

/// One number of cards of one stage, as it is left behind.
struct LeftLevel<W> {
    stage: StageId,
    size: usize,
    /// Of the states left so far.
    ways: Vec<W>,
    settled: Vec<SettledRow>,
    /// Beside one card more.
    settled_next: Runs<SettledRow>,
    hands_next: Runs<(GoneCards, HandClassId, usize)>,
    /// Of hands out of play, live and busted.
    finished: [Vec<(GoneCards, W)>; 2],
    /// The same beside one card more.
    finished_next: [Runs<(GoneCards, W)>; 2],
    gave_up: GivingUp,
}

impl<W> LeftLevel<W> {
    fn new(stage: StageId, size: usize) -> Self {
        Self {
            stage,
            size,
            ways: Vec::new(),
            settled: Vec::new(),
            settled_next: Runs::default(),
            hands_next: Runs::default(),
            finished: Default::default(),
            finished_next: Default::default(),
            gave_up: GivingUp::default(),
        }
    }

    /// The ways of the state that is left now.
    fn left(&self) -> usize {
        self.ways.len() - 1
    }
}

impl<W: Ways> Leaving<'_, '_, W> {
    fn add_wager(&mut self, cards: CardSet, ways: &W, wager: i64) {
        if let Sink::Summed(_, added) = &mut self.sink {
            self.counted.add_wager(added, cards, ways.orders() * i128::from(wager));
        }
    }

    /// Goes on from an entry where its pair is split. What is left of it are its hands that are not.
    pub(super) fn split(&mut self, entry: EntryId) {
        let reach = self.counted.round.reach;
        let StageEntry { coming, split, wager, .. } = reach.graph.entries[entry];
        let sizes = std::mem::take(&mut self.arrivals.starts[entry]);
        for (size, starts) in sizes {
            let mut order: Vec<(GoneCards, usize)> = starts.iter().map(|&(gone, _)| gone).zip(0..).collect();
            order.sort_by_key(|&(gone, _)| gone);
            let mut starts = combined(&order, |(gone, _)| gone, |(_, at)| starts[at].1);
            if let Some(split) = split {
                starts.retain(|(gone, ways)| {
                    if !self.counted.splits(entry, *gone) {
                        return true;
                    }
                    let (pair, more) = match coming {
                        Coming::Hand(_) => (*gone, 0),
                        Coming::Card(value) if self.counted.is_left(*gone, value) => (gone.with(value), 1),
                        Coming::Card(_) => return true,
                    };
                    self.add_wager(pair.cards, ways, wager);
                    self.arrivals.starts[split].entry(size + more).or_default().push((pair, *ways));
                    more > 0
                });
            }
            self.arrivals.starts[entry].insert(size, starts);
        }
    }

    /// Follows the hands of a stage until all are out of play.
    pub(super) fn play(&mut self, stage: StageId, forced: &mut Option<ForcedHand>) -> Result<(), SolveError> {
        let round = self.counted.round;
        let mut forced = forced.take_if(|hand| hand.stage == stage);
        let entries = &round.reach.entries[stage];
        let first_of = |sizes: &BTreeMap<usize, _>| sizes.keys().next().copied();
        let firsts = entries.iter().filter_map(|&entry| self.arrivals.starts[entry].keys().next().copied());
        let of_forced = forced.iter().map(|hand| hand.cards.size() as usize);
        let Some(mut size) = firsts.chain(first_of(&self.arrivals.hands[stage])).chain(of_forced).min() else {
            return Ok(());
        };
        let place = round.reach.graph.stages[stage].place;
        let rows = round.classes.list.iter().map(|class| HandClassRows::new(round.settlement, place, class));
        let rows: Vec<HandClassRows> = rows.collect();
        let mut before = LeftLevel::new(stage, size.saturating_sub(1));
        let has_more = |arrivals: &Arrivals<W>| {
            !arrivals.hands[stage].is_empty() || entries.iter().any(|&entry| !arrivals.starts[entry].is_empty())
        };
        let mut settled_before = Vec::new();
        while !self.sink.is_full() && (has_more(&self.arrivals) || forced.is_some() || !settled_before.is_empty()) {
            let mut hands = self.arrivals.hands[stage].remove(&size).unwrap_or_default();
            let mut level = LeftLevel::new(stage, size);
            for &entry in entries {
                let starts = self.arrivals.starts[entry].remove(&size).unwrap_or_default();
                match round.reach.graph.entries[entry].coming {
                    Coming::Card(value) => self.draw_second(&mut level, entry, value, &starts),
                    Coming::Hand(class) => {
                        for (gone, ways) in starts {
                            hands.push((gone, class, before.ways.len()));
                            before.ways.push(ways);
                        }
                    }
                }
            }
            self.leave_hands(&mut level, &rows, hands, &before.ways)?;
            if let Some(hand) = forced.take_if(|hand| hand.cards.size() as usize == size) {
                for &(act, orders) in &hand.acts {
                    self.leave(&mut level, &rows, (GoneCards::seen(hand.cards), hand.class), (act, W::new(orders)))?;
                }
            }
            self.counted
                .add_settled(&mut self.sink, [(&settled_before, &before.ways), (&level.settled, &level.ways)])?;
            settled_before = self.go_on(&mut level);
            before = level;
            size += 1;
        }
        Ok(())
    }

    /// Brings the hands of a level to where they go on; gives what is settled beside one card more.
    fn go_on(&mut self, level: &mut LeftLevel<W>) -> Vec<SettledRow> {
        let stage = &self.counted.round.reach.graph.stages[level.stage];
        let finished = level.finished.iter_mut().zip(&mut level.finished_next);
        for (after, (here, next)) in [stage.after_live, stage.after_bust].into_iter().zip(finished) {
            let Some(after) = after else { continue };
            let starts = &mut self.arrivals.starts[after];
            if !here.is_empty() {
                starts.entry(level.size).or_default().append(here);
            }
            if next.0.iter().any(|run| !run.is_empty()) {
                next.append_to(starts.entry(level.size + 1).or_default());
            }
        }
        if level.hands_next.0.iter().any(|run| !run.is_empty()) {
            level.hands_next.append_to(self.arrivals.hands[level.stage].entry(level.size + 1).or_default());
        }
        let mut settled = Vec::new();
        level.settled_next.append_to(&mut settled);
        settled
    }

    /// A hand is settled and out of play.
    fn finish(&self, level: &mut LeftLevel<W>, (gone, ways): (GoneCards, W), Ending { row, is_bust }: Ending) {
        level.settled.push(SettledRow { cards: gone.cards, row, ways: level.left(), negated: false });
        if !self.is_last(level) {
            level.finished[usize::from(is_bust)].push((gone, self.banked(row, ways)));
        }
    }

    /// The same by a card.
    fn finish_with(
        &self,
        level: &mut LeftLevel<W>,
        card: usize,
        (gone, ways): (GoneCards, W),
        Ending { row, is_bust }: Ending,
    ) {
        if !self.is_last(level) {
            level.finished_next[usize::from(is_bust)].push(card, (gone, self.banked(row, ways)));
        }
    }

    /// Whether a hand comes into play after those of this level.
    fn is_last(&self, level: &LeftLevel<W>) -> bool {
        self.counted.round.reach.graph.stages[level.stage].after_live.is_none()
    }

    fn banked(&self, row: RowId, ways: W) -> W {
        ways.banked(self.counted.round.settlement.row(row))
    }

    /// One card of this value draws another, unless that makes a pair that is split.
    fn draw_second(&mut self, level: &mut LeftLevel<W>, entry: EntryId, value: usize, starts: &[(GoneCards, W)]) {
        let nexts = self.counted.round.classes.starts(value);
        let mut hands = Runs::default();
        for &(gone, ways) in starts {
            level.ways.push(ways);
            let splits = self.counted.splits(entry, gone);
            for card in self.counted.draws(gone).filter(|&card| !(splits && card == value)) {
                if let Next::HandClass(class) = nexts[card] {
                    hands.push(card, (gone.with(card), class, level.left()));
                }
            }
        }
        if !starts.is_empty() {
            hands.append_to(self.arrivals.hands[level.stage].entry(level.size + 1).or_default());
        }
    }

    fn leave_hands(
        &mut self,
        level: &mut LeftLevel<W>,
        rows: &[HandClassRows],
        mut hands: PlayHands,
        before: &[W],
    ) -> Result<(), SolveError> {
        let round = self.counted.round;
        hands.sort_by_key(|&(gone, class, _)| (gone, class));
        for ((gone, id), ways) in combined(&hands, |(gone, class, _)| (gone, class), |(_, _, at)| before[at]) {
            let size = gone.faced_up().size() as usize;
            let Ok(at) = round.reach.levels[level.stage][size].keys.binary_search(&gone.faced_up()) else { continue };
            let act = self.counted.play.level(&round, level.stage, size).act(at, id);
            self.leave(level, rows, (gone, id), (act, ways))?;
        }
        Ok(())
    }

    /// Does this with a hand, in so many ways.
    fn leave(
        &mut self,
        level: &mut LeftLevel<W>,
        rows: &[HandClassRows],
        (gone, id): (GoneCards, HandClassId),
        (act, ways): (Act, W),
    ) -> Result<(), SolveError> {
        let round = self.counted.round;
        let stage = &round.reach.graph.stages[level.stage];
        level.ways.push(ways);
        let class = &round.classes.list[usize::from(id)];
        let of = &rows[usize::from(id)];
        match act {
            Act::Stand => self.finish(level, (gone, ways), Ending { row: of.stand, is_bust: class.is_bust }),
            Act::Surrender => self.finish(level, (gone, ways), Ending { row: of.surrender, is_bust: false }),
            Act::Hit => {
                let bust = Ending { row: of.bust, is_bust: true };
                for (next, card, drawn) in self.draw(level, class, (gone, ways), bust) {
                    let state = (drawn, next, level.left());
                    level.hands_next.push_in_order(card, state);
                }
            }
            Act::Double => {
                let hand_place = class.hand_place(stage.place);
                self.add_wager(gone.cards, &ways, round.settlement.double_wager(hand_place, class.doubling));
                let seen = round.reach.sets.doubled_is_seen;
                let bust = Ending { row: of.bust_doubled, is_bust: seen };
                for (next, card, drawn) in self.draw(level, class, (gone, ways), bust) {
                    let grown = &round.classes.list[usize::from(next)];
                    let rows = rows[usize::from(next)].doubled[class.doubling as usize];
                    let gives_up = grown.may_be_given_up && rows[0] != rows[1] && {
                        let (stage, doubling) = (level.stage, class.doubling);
                        let hand = DoubledHand { stage, doubling, class: next, drawn: drawn.faced(card, seen), rows };
                        self.counted.gives_up(&mut level.gave_up, hand)?
                    };
                    let row = rows[usize::from(gives_up)];
                    let settled = SettledRow { cards: drawn.cards, row, ways: level.left(), negated: false };
                    level.settled_next.push(card, settled);
                    let ending = Ending { row, is_bust: grown.is_bust };
                    self.finish_with(level, card, (drawn.faced(card, seen), ways), ending);
                }
            }
        }
        Ok(())
    }

    /// Draws a card: busted hands are settled, the others returned with the card and the cards then gone.
    ///
    /// Drawing changes no expectation, so the busts are worth "busted before the draw" less "busted after each draw that does
    /// not bust". A bust with a double card that nobody sees counts as none, and the card lies face down.
    fn draw(
        &self,
        level: &mut LeftLevel<W>,
        class: &HandClass,
        (gone, ways): (GoneCards, W),
        busts: Ending,
    ) -> Vec<(HandClassId, usize, GoneCards)> {
        let Ending { row: bust, is_bust: seen } = busts;
        if class.can_bust() {
            level.settled.push(SettledRow { cards: gone.cards, row: bust, ways: level.left(), negated: false });
        }
        let mut grown = Vec::with_capacity(Value::COUNT);
        for card in self.counted.draws(gone) {
            let drawn = gone.with(card);
            match class.next[card] {
                Next::Never => {}
                Next::Bust => self.finish_with(level, card, (drawn.faced(card, seen), ways), busts),
                Next::HandClass(next) => {
                    if class.can_bust() {
                        let settled = SettledRow { cards: drawn.cards, row: bust, ways: level.left(), negated: true };
                        level.settled_next.push(card, settled);
                    }
                    grown.push((next, card, drawn));
                }
            }
        }
        grown
    }
}
