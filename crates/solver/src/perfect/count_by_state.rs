//! A play counted forward: its exact mean.
//!
//! Every state is reached by a whole number of orders of cards. Where a hand is settled, that number times what it is
//! paid stands beside the cards gone, and the distribution of the dealer beside them makes it exact.

use std::collections::BTreeMap;

use cards::Value;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::Act;
use crate::compiled::settlement::{Doubling, OUTCOMES, RowId};
use crate::dealer::cache::{DealerCache, ExactSum, is_alike};
use crate::parallel;
use crate::perfect::best_play::{BestPlay, Lane, Round};
use crate::perfect::graph::{Coming, EntryId, StageEntry, StageId, StageOrEntry};
use crate::perfect::hand_classes::{HandClass, HandClassId, Next};
use crate::perfect::rows::HandClassRows;
use crate::perfect::ways::{Ways, WithResult};

/// Sets of cards one task sums.
const CHUNK: usize = 1024;

/// Exact totals given the up card, weighted by the probability of the signal.
pub(super) struct PlayedOut {
    /// In settlement units.
    pub(super) mean: BigRational,
    /// Of the square of the result, in settlement units squared; `None` if it was not asked for.
    pub(super) square: Option<BigRational>,
    /// Wagers made besides the initial one, in initial wagers.
    pub(super) added: BigRational,
}

/// Where a count begins.
#[derive(Clone, Copy)]
pub(super) enum CountFrom<'a> {
    /// At these entries with these cards gone, in so many orders of the cards.
    Entries(&'a [(EntryId, CardSet, i64)]),
    /// A hand of this class is in play, these cards are gone, and this is done with it.
    Act(StageId, HandClassId, CardSet, Act),
}

/// Whether the second of two rows is better beside these cards.
pub(super) type GivingUp = FxHashMap<(CardSet, [RowId; 2]), bool>;

/// A row that a hand is settled by, in every way of a state.
#[derive(Clone, Copy)]
struct SettledRow {
    cards: CardSet,
    row: RowId,
    /// Among the ways of its level.
    ways: usize,
    /// Whether it is taken off.
    negated: bool,
}

/// By the card drawn last: as states are left in order, each list is in order too, or nearly. Sorting such lists one after another is merging
/// them, which a stable sort knows.
struct Runs<T>([Vec<T>; Value::COUNT]);

impl<T> Default for Runs<T> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Vec::new()))
    }
}

impl<T> Runs<T> {
    fn push(&mut self, card: usize, item: T) {
        self.0[card].push(item);
    }

    fn append_to(&mut self, list: &mut Vec<T>) {
        list.reserve(self.0.iter().map(Vec::len).sum());
        self.0.iter_mut().for_each(|run| list.append(run));
    }
}

impl Runs<(GoneCards, HandClassId, usize)> {
    /// HandClasses beside the same cards gone, which come together, do not come in order.
    fn push_in_order(&mut self, card: usize, item: (GoneCards, HandClassId, usize)) {
        let run = &mut self.0[card];
        let before = run.iter().rposition(|&(gone, class, _)| (gone, class) <= (item.0, item.1));
        run.insert(before.map_or(0, |before| before + 1), item);
    }
}

/// Cards gone, and those among them that lie face down under doubled hands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GoneCards {
    cards: CardSet,
    unseen: CardSet,
}

impl GoneCards {
    /// Cards that all have been seen.
    pub(super) fn seen(cards: CardSet) -> Self {
        Self { cards, unseen: CardSet::NONE }
    }

    fn faced_up(self) -> CardSet {
        self.cards - self.unseen
    }

    fn with(self, card: usize) -> Self {
        Self { cards: self.cards + CardSet::one(card), ..self }
    }

    /// The same with this card, which is among those gone, face up or down.
    fn faced(self, card: usize, seen: bool) -> Self {
        if seen { self } else { Self { unseen: self.unseen + CardSet::one(card), ..self } }
    }
}

/// Hands in play, with a position among the ways of the number of cards before, from where alone they come: a state leaves by many cards.
type PlayHands = Vec<(GoneCards, HandClassId, usize)>;

/// What is yet to be followed, by number of cards.
struct Arrivals<W> {
    /// By entry.
    starts: Vec<BTreeMap<usize, Vec<(GoneCards, W)>>>,
    /// By stage.
    hands: Vec<BTreeMap<usize, PlayHands>>,
}

/// A play under one up card and signal.
pub(super) struct Counted<'a> {
    pub(super) round: Round<'a>,
    pub(super) lane: Lane<'a>,
    pub(super) play: &'a BestPlay,
}

impl<'a> Counted<'a> {
    /// All that comes of these entries, each with these cards gone and in so many orders of them, no two of which can come about together; with its
    /// square if that is asked for. `value` is what floats find a round to be worth from an entry on, and must agree.
    ///
    /// # Errors
    /// [`SolveError`] if the dealer may find no card, and [`SolveError::FloatsDisagree`].
    pub(super) fn all(
        &self,
        begin: &[(EntryId, CardSet, i64)],
        squares: bool,
        value: impl Fn(EntryId, CardSet) -> f64,
    ) -> Result<PlayedOut, SolveError> {
        let played = if squares {
            self.from::<WithResult>(CountFrom::Entries(begin))?
        } else {
            match self.swept(begin)? {
                Some([mean, added]) => PlayedOut { mean, square: None, added },
                None => self.from::<i128>(CountFrom::Entries(begin))?,
            }
        };
        let of_entry = |&(entry, cards, orders): &(EntryId, CardSet, i64)| {
            orders as f64 * self.lane.up.probability_of(cards) * value(entry, cards)
        };
        let in_floats: f64 = begin.iter().map(of_entry).sum();
        let mean = played.mean.to_f64().unwrap_or(f64::NAN);
        if (mean - in_floats).abs() <= self.round.contested { Ok(played) } else { Err(SolveError::FloatsDisagree) }
    }

    /// # Errors
    /// [`SolveError`] if the dealer may find no card.
    pub(super) fn from<W: Ways>(&self, start: CountFrom<'_>) -> Result<PlayedOut, SolveError> {
        let (mut sums, mut added) = (SettledSums::new(self.lane.up), ExactSum::new(self.lane.up));
        let sink = Sink::Summed(&mut sums, &mut added);
        match start {
            CountFrom::Entries(entries) => self.follow::<W>(entries, None, sink)?,
            CountFrom::Act(stage, class, cards, act) => {
                self.follow::<W>(&[], Some(ForcedHand { stage, class, cards, acts: vec![(act, 1)] }), sink)?;
            }
        }
        Ok(PlayedOut { mean: sums.mean.total(), square: W::SQUARES.then(|| sums.square.total()), added: added.total() })
    }

    /// Follows the play to its end, or until the sink is full: from entries, and from a hand.
    ///
    /// # Errors
    /// [`SolveError`] if the dealer may find no card.
    pub(super) fn follow<W: Ways>(
        &self,
        entries: &[(EntryId, CardSet, i64)],
        mut forced: Option<ForcedHand>,
        sink: Sink<'_, 'a>,
    ) -> Result<(), SolveError> {
        let graph = &self.round.reach.graph;
        let mut arrivals = Arrivals::<W> {
            starts: graph.entries.iter().map(|_| BTreeMap::new()).collect(),
            hands: graph.stages.iter().map(|_| BTreeMap::new()).collect(),
        };
        for &(entry, cards, orders) in entries {
            let starts = arrivals.starts[entry].entry(cards.size() as usize).or_default();
            starts.push((GoneCards::seen(cards), W::new(orders)));
        }
        let mut count = Leaving { counted: self, arrivals, sink };
        for &node in &graph.order {
            if count.sink.is_full() {
                break;
            }
            match node {
                StageOrEntry::Entry(entry) => count.split(entry),
                StageOrEntry::Stage(stage) => count.play(stage, &mut forced)?,
            }
        }
        Ok(())
    }

    /// Whether the pair that comes of an entry beside these cards is split.
    fn splits(&self, entry: EntryId, gone: GoneCards) -> bool {
        let reach = self.round.reach;
        let seen = gone.faced_up();
        let size = seen.size() as usize;
        reach.graph.entries[entry].split.is_some()
            && reach.starts(entry, size).binary_search(&seen).is_ok_and(|at| self.play.splits(entry, size, at))
    }

    fn is_left(&self, gone: GoneCards, card: usize) -> bool {
        self.lane.up.left_after(gone.cards)[card] > 0
    }

    /// Cards that can be drawn.
    fn draws(&self, gone: GoneCards) -> impl Iterator<Item = usize> + use<> {
        let left = self.lane.up.left_after(gone.cards);
        (0..Value::COUNT).filter(move |&card| left[card] > 0)
    }

    /// Adds what is settled, with the ways that it points to.
    fn add_settled<W: Ways>(
        &self,
        sink: &mut Sink<'_, 'a>,
        settled: [(&[SettledRow], &[W]); 2],
    ) -> Result<(), SolveError> {
        let mut order: Vec<(SettledRow, &W)> = Vec::with_capacity(settled.iter().map(|(of, _)| of.len()).sum());
        for (of, ways) in settled {
            order.extend(of.iter().map(|&settled| (settled, &ways[settled.ways])));
        }
        order.sort_by_key(|(settled, _)| settled.cards);
        let groups: Vec<_> = order.chunk_by(|(a, _), (b, _)| a.cards == b.cards).collect();
        let sums = match sink {
            Sink::Summed(sums, _) => sums,
            Sink::Kept(kept) => {
                let weights = groups.iter().map(|group| self.weights(group));
                let means = weights.map(|Settling { cards, mean, .. }| (cards, mean));
                kept.extend(means.filter(|(_, mean)| *mean != [0; OUTCOMES]));
                return Ok(());
            }
        };
        let of_chunk = |groups: &[&[(SettledRow, &W)]]| -> Result<SettledSums<'a>, SolveError> {
            let mut sums = SettledSums::new(self.lane.up);
            sums.add(self.lane, groups.iter().map(|group| self.weights(group)).collect())?;
            Ok(sums)
        };
        let all = parallel::try_merge_chunks(&groups, CHUNK, of_chunk, |mut all, some| {
            all.merge(&some);
            all
        })?;
        all.iter().for_each(|all| sums.merge(all));
        Ok(())
    }

    /// Everything settled beside one set of cards.
    fn weights<W: Ways>(&self, group: &[(SettledRow, &W)]) -> Settling {
        let (mut mean, mut square) = ([0_i128; OUTCOMES], [0_i128; OUTCOMES]);
        for (settled, ways) in group {
            let row = self.round.settlement.row(settled.row);
            let sign = if settled.negated { -1 } else { 1 };
            let orders = sign * ways.orders();
            mean.iter_mut().zip(row).for_each(|(mean, &units)| *mean += orders * i128::from(units));
            ways.add_squares(row, sign, &mut square);
        }
        Settling { cards: group[0].0.cards, mean, square: W::SQUARES.then_some(square) }
    }

    /// Adds wagers made beside these cards, times the orders that lead there.
    pub(super) fn add_wager(&self, added: &mut ExactSum<'_>, cards: CardSet, wagers: i128) {
        let Lane { up, case } = self.lane;
        let mut weights = [0; OUTCOMES];
        weights[0] = wagers;
        added.add_wide(cards, &up.certain(cards, case), &weights);
    }

    /// Whether a hand that was doubled and now has these cards beside it is given up: settled by the second row, not the first.
    ///
    /// # Errors
    /// [`SolveError`] if the dealer may find no card.
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    pub(super) fn gives_up(
        &self,
        known: &mut GivingUp,
        stage: StageId,
        doubling: Doubling,
        class: HandClassId,
        drawn: GoneCards,
        rows: [RowId; 2],
    ) -> Result<bool, SolveError> {
        let Self { round, lane: Lane { up, case }, play } = *self;
        let size = drawn.faced_up().size() as usize;
        let at = round.reach.level(stage, size).and_then(|level| level.keys.binary_search(&drawn.faced_up()).ok());
        let at = at.filter(|_| drawn.unseen == CardSet::NONE);
        if let Some(is_given_up) = at.and_then(|at| play.gives_up(&round, doubling, stage, size, at, class)) {
            return Ok(is_given_up);
        }
        if let Some(&is_given_up) = known.get(&(drawn.cards, rows)) {
            return Ok(is_given_up);
        }
        let distribution = up.exact_distributions().at(drawn.cards)?[case];
        let gains = round.settlement.gain(&distribution, rows[0], rows[1]).is_positive();
        known.insert((drawn.cards, rows), gains);
        Ok(gains)
    }

    /// Whether the hand that comes of an entry beside these cards, all of which have been dealt, is stood on as it comes.
    pub(super) fn stands_first(&self, entry: EntryId, cards: CardSet) -> bool {
        let StageEntry { stage, coming, .. } = self.round.reach.graph.entries[entry];
        let Coming::Hand(class) = coming else { return false };
        !self.splits(entry, GoneCards::seen(cards)) && self.act(stage, class, cards) == Act::Stand
    }

    /// The act on a hand class in play beside these cards.
    pub(super) fn act(&self, stage: StageId, class: HandClassId, cards: CardSet) -> Act {
        let size = cards.size() as usize;
        let at = self.round.reach.levels[stage][size].keys.binary_search(&cards).unwrap_or_default();
        self.play.act(&self.round, stage, size, at, class)
    }
}

/// A hand in play with these cards gone, and what is done with it, each in so many orders.
pub(super) struct ForcedHand {
    pub(super) stage: StageId,
    pub(super) class: HandClassId,
    pub(super) cards: CardSet,
    pub(super) acts: Vec<(Act, i64)>,
}

/// Sums of results and of their squares.
pub(super) struct SettledSums<'a> {
    pub(super) mean: ExactSum<'a>,
    square: ExactSum<'a>,
}

/// What is settled beside one set of cards, by the dealer's outcome: ordered ways times units, and times their square if that is asked for.
pub(super) struct Settling {
    pub(super) cards: CardSet,
    pub(super) mean: [i128; OUTCOMES],
    pub(super) square: Option<[i128; OUTCOMES]>,
}

impl Settling {
    pub(super) fn needs_distribution(&self) -> bool {
        !is_alike(&self.mean) || self.square.as_ref().is_some_and(|square| !is_alike(square))
    }
}

impl<'a> SettledSums<'a> {
    pub(super) fn new(up: &'a DealerCache) -> Self {
        Self { mean: ExactSum::new(up), square: ExactSum::new(up) }
    }

    /// Adds what is settled beside some sets of cards, in their order.
    ///
    /// # Errors
    /// [`SolveError`] if the dealer may find no card.
    pub(super) fn add(&mut self, Lane { up, case }: Lane<'_>, settled: Vec<Settling>) -> Result<(), SolveError> {
        let (by_distribution, certain): (Vec<_>, Vec<_>) = settled.into_iter().partition(Settling::needs_distribution);
        certain.iter().for_each(|weights| self.add_certain(Lane { up, case }, weights));
        let keys: Vec<CardSet> = by_distribution.iter().map(|weights| weights.cards).collect();
        let mut by_distribution = by_distribution.iter();
        up.each_exact(&keys, &mut |_, distribution| {
            by_distribution.by_ref().take(1).for_each(|weights| self.add_by(&distribution[case], weights))
        })
    }

    /// Adds what is settled alike whatever the dealer comes to.
    pub(super) fn add_certain(&mut self, Lane { up, case }: Lane<'_>, settled: &Settling) {
        self.add_by(&up.certain(settled.cards, case), settled);
    }

    pub(super) fn add_by(&mut self, distribution: &[u128; OUTCOMES], Settling { cards, mean, square }: &Settling) {
        self.mean.add_wide(*cards, distribution, mean);
        if let Some(square) = square {
            self.square.add_wide(*cards, distribution, square);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.mean.merge(&other.mean);
        self.square.merge(&other.square);
    }
}

/// Items in order, the ways of those with the same key added up.
fn combined<T: Copy + Ord, K: Eq, W: Ways>(sorted: &[T], key: impl Fn(T) -> K, ways: impl Fn(T) -> W) -> Vec<(K, W)> {
    sorted
        .chunk_by(|&a, &b| key(a) == key(b))
        .map(|group| {
            let mut all = ways(group[0]);
            group[1..].iter().for_each(|&more| all.add(&ways(more)));
            (key(group[0]), all)
        })
        .filter(|(_, ways)| !ways.is_nothing())
        .collect()
}

/// What is settled beside a set of cards, by the dealer's outcome: ordered ways times units.
pub(super) type SettledMean = (CardSet, [i128; OUTCOMES]);

/// Settlements kept at the most: 12 MiB.
pub(super) const MOST_KEPT: usize = if cfg!(test) { 1 << 8 } else { 1 << 16 };

/// What becomes of what is settled, and of wagers added.
pub(super) enum Sink<'s, 'a> {
    Summed(&'s mut SettledSums<'a>, &'s mut ExactSum<'a>),
    /// Means of results alone, to be summed by others.
    Kept(&'s mut Vec<SettledMean>),
}

impl Sink<'_, '_> {
    fn is_full(&self) -> bool {
        matches!(self, Self::Kept(kept) if kept.len() > MOST_KEPT)
    }
}

/// A count on its way.
struct Leaving<'a, 'b, W> {
    counted: &'b Counted<'a>,
    arrivals: Arrivals<W>,
    sink: Sink<'b, 'a>,
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
    fn split(&mut self, entry: EntryId) {
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
    fn play(&mut self, stage: StageId, forced: &mut Option<ForcedHand>) -> Result<(), SolveError> {
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
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    fn finish(&self, level: &mut LeftLevel<W>, is_bust: bool, gone: GoneCards, row: RowId, ways: W) {
        level.settled.push(SettledRow { cards: gone.cards, row, ways: level.left(), negated: false });
        if !self.is_last(level) {
            level.finished[usize::from(is_bust)].push((gone, self.banked(row, ways)));
        }
    }

    /// The same by a card.
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    fn finish_with(&self, level: &mut LeftLevel<W>, is_bust: bool, card: usize, gone: GoneCards, row: RowId, ways: W) {
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
            let act = self.counted.play.act(&round, level.stage, size, at, id);
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
            Act::Stand => self.finish(level, class.is_bust, gone, of.stand, ways),
            Act::Surrender => self.finish(level, false, gone, of.surrender, ways),
            Act::Hit => {
                for (next, card, drawn) in self.draw(level, class, gone, of.bust, true, ways) {
                    let state = (drawn, next, level.left());
                    level.hands_next.push_in_order(card, state);
                }
            }
            Act::Double => {
                let spot = class.spot(stage.place);
                self.add_wager(gone.cards, &ways, round.settlement.double_wager(spot, class.doubling));
                let seen = round.reach.sets.doubled_is_seen;
                for (next, card, drawn) in self.draw(level, class, gone, of.bust_doubled, seen, ways) {
                    let grown = &round.classes.list[usize::from(next)];
                    let rows = rows[usize::from(next)].doubled[class.doubling as usize];
                    let gives_up = grown.may_be_given_up && rows[0] != rows[1] && {
                        let (known, drawn) = (&mut level.gave_up, drawn.faced(card, seen));
                        self.counted.gives_up(known, level.stage, class.doubling, next, drawn, rows)?
                    };
                    let row = rows[usize::from(gives_up)];
                    let settled = SettledRow { cards: drawn.cards, row, ways: level.left(), negated: false };
                    level.settled_next.push(card, settled);
                    self.finish_with(level, grown.is_bust, card, drawn.faced(card, seen), row, ways);
                }
            }
        }
        Ok(())
    }

    /// Draws a card: busted hands are settled, the others returned with the card and the cards then gone.
    ///
    /// Drawing changes no expectation, so the busts are worth "busted before the draw" less "busted after each draw that does
    /// not bust".
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    fn draw(
        &self,
        level: &mut LeftLevel<W>,
        class: &HandClass,
        gone: GoneCards,
        bust: RowId,
        seen: bool,
        ways: W,
    ) -> Vec<(HandClassId, usize, GoneCards)> {
        if class.can_bust() {
            level.settled.push(SettledRow { cards: gone.cards, row: bust, ways: level.left(), negated: false });
        }
        let mut grown = Vec::with_capacity(Value::COUNT);
        for card in self.counted.draws(gone) {
            let drawn = gone.with(card);
            match class.next[card] {
                Next::Never => {}
                Next::Bust => self.finish_with(level, seen, card, drawn.faced(card, seen), bust, ways),
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
