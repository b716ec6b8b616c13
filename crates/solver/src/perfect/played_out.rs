//! A play of a split counted forward: its exact mean.
//!
//! Every state is reached by a whole number of orders of cards. Where a hand is settled, that number times what it is
//! paid stands beside the cards gone, and the law of the dealer beside them makes it exact.

use cards::Value;
use num_rational::BigRational;
use num_traits::Signed;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::SolveError;
use crate::laws::{ExactSum, Laws, UpTable};
use crate::perfect::kinds::{Kind, KindId, Next};
use crate::perfect::optimum::{Arbiter, BestPlay, Lane, Open, Round};
use crate::perfect::reach::{Level, Stage};
use crate::perfect::rows::KindRows;
use crate::play::Act;
use crate::removed::Removed;
use crate::settlement::{Doubling, OUTCOMES, Row, RowId};

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
pub(super) enum Start {
    /// A hand with one card comes into play.
    Hand,
    /// A hand of this kind is in play, and this is done with it.
    Act(KindId, Act),
}

/// Orders of cards that lead to a state, with what is needed of the hands finished before.
pub(super) trait Ways: Copy + Send + Sync {
    /// Whether squares can be told.
    const SQUARES: bool;
    const ONE: Self;
    fn orders(&self) -> i128;
    fn add(&mut self, other: &Self);
    /// The same once a hand is settled by this row.
    fn banked(self, row: &Row) -> Self;
    /// Adds by outcome, `sign` times, what settling by this row adds to the square of the result.
    fn add_squares(&self, row: &Row, sign: i128, squares: &mut [i128; OUTCOMES]);
}

/// Enough for means.
impl Ways for i128 {
    const SQUARES: bool = false;
    const ONE: Self = 1;
    fn orders(&self) -> i128 {
        *self
    }
    fn add(&mut self, other: &Self) {
        *self += other;
    }
    fn banked(self, _: &Row) -> Self {
        self
    }
    fn add_squares(&self, _: &Row, _: i128, _: &mut [i128; OUTCOMES]) {}
}

/// Orders, and by the dealer's outcome orders times the result of the finished hands.
#[derive(Clone, Copy)]
pub(super) struct WithResult {
    orders: i128,
    results: [i128; OUTCOMES],
}

impl Ways for WithResult {
    const SQUARES: bool = true;
    const ONE: Self = Self { orders: 1, results: [0; OUTCOMES] };
    fn orders(&self) -> i128 {
        self.orders
    }
    fn add(&mut self, other: &Self) {
        self.orders += other.orders;
        self.results.iter_mut().zip(other.results).for_each(|(result, other)| *result += other);
    }
    fn banked(self, row: &Row) -> Self {
        Self {
            results: std::array::from_fn(|outcome| self.results[outcome] + self.orders * i128::from(row[outcome])),
            ..self
        }
    }
    fn add_squares(&self, row: &Row, sign: i128, squares: &mut [i128; OUTCOMES]) {
        for ((square, result), &units) in squares.iter_mut().zip(self.results).zip(row) {
            let units = i128::from(units);
            *square += sign * units * (units * self.orders + 2 * result);
        }
    }
}

/// A row that a hand is settled by, in every way of a state.
#[derive(Clone, Copy)]
struct Settled {
    cards: Removed,
    row: RowId,
    /// Among the ways of its level.
    ways: usize,
    /// Whether it is taken off.
    negated: bool,
}

/// What is settled in the ways of one level.
struct Settlements<'a, W> {
    of: &'a [Settled],
    ways: &'a [W],
}

impl<'a, W: Ways> Settlements<'a, W> {
    fn all(&self) -> impl Iterator<Item = (&'a Settled, &'a W)> {
        let Self { of, ways } = *self;
        of.iter().map(|settled| (settled, &ways[settled.ways]))
    }
}

/// Cards gone, and those among them that lie face down under doubled hands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Gone {
    cards: Removed,
    unseen: Removed,
}

impl Gone {
    fn seen(self) -> Removed {
        self.cards - self.unseen
    }

    fn with(self, card: usize) -> Self {
        Self { cards: self.cards + Removed::one(card), ..self }
    }

    /// The same with this card, which is among those gone, face up or down.
    fn faced(self, card: usize, seen: bool) -> Self {
        if seen { self } else { Self { unseen: self.unseen + Removed::one(card), ..self } }
    }
}

/// What a number of cards gone meets in one stage.
struct Arrivals<W> {
    starts: Vec<(Gone, W)>,
    /// With a position among the ways of the level before, from where alone they come: a state leaves by many cards.
    hands: Vec<(Gone, KindId, usize)>,
}

impl<W> Default for Arrivals<W> {
    fn default() -> Self {
        Self { starts: Vec::new(), hands: Vec::new() }
    }
}

/// A play under one up card and signal.
pub(super) struct Counted<'a> {
    pub(super) round: Round<'a>,
    pub(super) lane: Lane<'a>,
    pub(super) play: &'a BestPlay,
    /// Initial wagers the player adds for each further hand.
    pub(super) split_wager: i64,
}

impl<'a> Counted<'a> {
    /// # Errors
    /// [`SolveError`] if the dealer may find no card.
    pub(super) fn from<W: Ways>(
        &self,
        stage: usize,
        size: usize,
        cards: Removed,
        start: Start,
    ) -> Result<PlayedOut, SolveError> {
        let Self { round, lane, .. } = self;
        let reach = round.reach;
        // Cards face down are gone, but no level counts them: at most one a hand.
        let levels = |stage: usize| reach.levels[stage].len() + reach.stages.len();
        let mut arrivals: Vec<Vec<Arrivals<W>>> =
            (0..reach.stages.len()).map(|stage| (0..levels(stage)).map(|_| Arrivals::default()).collect()).collect();
        let gone = Gone { cards, unseen: Removed::NONE };
        let mut forced = match start {
            Start::Hand => {
                arrivals[stage][size].starts.push((gone, W::ONE));
                None
            }
            Start::Act(kind, act) => {
                arrivals[stage][size].hands.push((gone, kind, 0));
                Some(act)
            }
        };
        let mut before = vec![W::ONE];
        let first = (stage, size);
        let mut sums = Sums::new(lane.up);
        let mut added = ExactSum::new(lane.up);
        for stage in stage..reach.stages.len() {
            let mut settled_before: Vec<Settled> = Vec::new();
            for size in 0..levels(stage) {
                if (stage, size) < first {
                    continue;
                }
                let here = std::mem::take(&mut arrivals[stage][size]);
                let rescued = FxHashMap::default();
                let mut leaving = Leaving {
                    counted: self,
                    stage,
                    size,
                    arrivals: &mut arrivals,
                    added: &mut added,
                    ways: Vec::new(),
                    settled: Vec::new(),
                    settled_next: Vec::new(),
                    rescued,
                };
                leaving.leave_starts(&here.starts);
                // The first hand is alone on its level.
                leaving.leave_hands(here.hands, &before, &mut forced)?;
                let Leaving { ways, settled, settled_next, .. } = leaving;
                let settled = [(&settled_before, &before), (&settled, &ways)];
                self.add_settled(&mut sums, settled.map(|(of, ways)| Settlements { of, ways }))?;
                (settled_before, before) = (settled_next, ways);
            }
        }
        Ok(PlayedOut { mean: sums.mean.total(), square: W::SQUARES.then(|| sums.square.total()), added: added.total() })
    }

    fn add_settled<W: Ways>(&self, sums: &mut Sums<'a>, settled: [Settlements<'_, W>; 2]) -> Result<(), SolveError> {
        let mut order: Vec<_> = settled.iter().flat_map(Settlements::all).collect();
        order.par_sort_unstable_by_key(|(settled, _)| settled.cards);
        let groups: Vec<_> = order.chunk_by(|(a, _), (b, _)| a.cards == b.cards).collect();
        let of_chunk = |groups: &[&[(&Settled, &W)]]| -> Result<Sums<'a>, SolveError> {
            let mut sums = Sums::new(self.lane.up);
            let mut laws = self.lane.up.exact_laws();
            groups.iter().try_for_each(|group| self.add_group(&mut sums, group, &mut laws))?;
            Ok(sums)
        };
        let all = groups.par_chunks(CHUNK).map(of_chunk).try_reduce(
            || Sums::new(self.lane.up),
            |mut all, some| {
                all.merge(&some);
                Ok(all)
            },
        )?;
        sums.merge(&all);
        Ok(())
    }

    /// Adds everything settled beside one set of cards.
    fn add_group<W: Ways>(
        &self,
        sums: &mut Sums<'a>,
        group: &[(&Settled, &W)],
        laws: &mut Laws<'_, u128>,
    ) -> Result<(), SolveError> {
        let Lane { up, case } = self.lane;
        let cards = group[0].0.cards;
        let (mut mean, mut square) = ([0_i128; OUTCOMES], [0_i128; OUTCOMES]);
        for (settled, ways) in group {
            let row = self.round.settlement.row(settled.row);
            let sign = if settled.negated { -1 } else { 1 };
            let orders = sign * ways.orders();
            mean.iter_mut().zip(row).for_each(|(mean, &units)| *mean += orders * i128::from(units));
            ways.add_squares(row, sign, &mut square);
        }
        let is_one = |weights: &[i128; OUTCOMES]| weights.iter().all(|weight| *weight == weights[0]);
        let law = if is_one(&mean) && is_one(&square) { certain(up, case, cards) } else { laws.at(cards)?[case] };
        sums.mean.add_wide(cards, &law, &mean);
        if W::SQUARES {
            sums.square.add_wide(cards, &law, &square);
        }
        Ok(())
    }

    /// The hand with one card of a start drew the pair's value: played on (standing) or split again (hitting).
    fn after_pair(&self, stage: usize, size: usize, start: Removed, act: Act) -> Result<PlayedOut, SolveError> {
        let round = self.round;
        let pair = start + Removed::one(round.kinds.value);
        let resplit = round.reach.stages[stage].resplit;
        match (act, resplit, round.kinds.starts[round.kinds.value]) {
            (Act::Hit, Some(resplit), _) => self.from::<i128>(resplit, size + 1, pair, Start::Hand),
            (_, _, Next::Kind(kind)) => {
                let at = round.reach.levels[stage][size + 1].keys.binary_search(&pair).unwrap_or_default();
                let act = self.play.act(round.kinds, stage, size + 1, at, kind);
                self.from::<i128>(stage, size + 1, pair, Start::Act(kind, act))
            }
            _ => unreachable!("a pair can be played"),
        }
    }
}

/// Sums of results and of their squares.
struct Sums<'a> {
    mean: ExactSum<'a>,
    square: ExactSum<'a>,
}

impl<'a> Sums<'a> {
    fn new(up: &'a UpTable) -> Self {
        Self { mean: ExactSum::new(up), square: ExactSum::new(up) }
    }

    fn merge(&mut self, other: &Self) {
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
        .collect()
}

/// Which of several acts is best, counted exactly.
pub(super) struct Exact<'a, const L: usize> {
    pub(super) round: Round<'a>,
    pub(super) lanes: [Lane<'a>; L],
}

impl<const L: usize> Arbiter for Exact<'_, L> {
    fn decide(&self, lane: usize, play: &BestPlay, open: Open, acts: &[Act]) -> Result<Act, SolveError> {
        let Self { round, lanes } = *self;
        let Open { stage, size, at, kind } = open;
        let counted = Counted { round, lane: lanes[lane], play, split_wager: 0 };
        let level = &round.reach.levels[stage][size];
        let mut best: Option<(Act, BigRational)> = None;
        for &act in acts {
            let value = match kind {
                Some(kind) => counted.from::<i128>(stage, size, level.keys[at], Start::Act(kind, act))?,
                None => counted.after_pair(stage, size, level.starts[at], act)?,
            };
            if best.as_ref().is_none_or(|(_, best)| value.mean > *best) {
                best = Some((act, value.mean));
            }
        }
        Ok(best.map_or(Act::Stand, |(act, _)| act))
    }
}

/// The ordered ways of a case, whatever the dealer then comes to, as a law of one outcome.
fn certain(up: &UpTable, case: usize, cards: Removed) -> [u128; OUTCOMES] {
    let mut law = [0; OUTCOMES];
    law[0] = up.dealer.cases()[case].holes.values().map(|hole| up.hole_ways(cards, hole)).sum();
    law
}

/// One number of cards of one stage, as it is left behind.
struct Leaving<'a, 'b, W> {
    counted: &'b Counted<'a>,
    stage: usize,
    size: usize,
    arrivals: &'b mut Vec<Vec<Arrivals<W>>>,
    added: &'b mut ExactSum<'a>,
    /// Of the states left so far.
    ways: Vec<W>,
    settled: Vec<Settled>,
    /// Beside one card more.
    settled_next: Vec<Settled>,
    /// Whether the second of two rows is better beside these cards.
    rescued: FxHashMap<(Removed, [RowId; 2]), bool>,
}

impl<'b, W: Ways> Leaving<'_, 'b, W> {
    fn add_wager(&mut self, cards: Removed, ways: &W, wager: i64) {
        let Lane { up, case } = self.counted.lane;
        let mut weights = [0; OUTCOMES];
        weights[0] = ways.orders() * i128::from(wager);
        self.added.add_wide(cards, &certain(up, case, cards), &weights);
    }

    /// The ways of the state that is left now.
    fn left(&self) -> usize {
        self.ways.len() - 1
    }

    /// A hand is settled, and the next comes into play if there is one.
    fn finish(&mut self, stage: Option<usize>, gone: Gone, row: RowId, ways: W) {
        self.settled.push(Settled { cards: gone.cards, row, ways: self.left(), negated: false });
        self.go_on(stage, 0, gone, row, ways);
    }

    fn go_on(&mut self, stage: Option<usize>, more: usize, gone: Gone, row: RowId, ways: W) {
        if let Some(stage) = stage {
            let ways = ways.banked(self.counted.round.settlement.row(row));
            self.arrivals[stage][self.size + more].starts.push((gone, ways));
        }
    }

    /// Cards that can be drawn.
    fn draws(&self, gone: Gone) -> impl Iterator<Item = usize> + use<W> {
        let left = self.counted.lane.up.left_after(gone.cards);
        (0..Value::COUNT).filter(move |&card| left[card] > 0)
    }

    fn level(&self, gone: Gone) -> (usize, &'b Level) {
        let size = self.size - gone.unseen.size() as usize;
        (size, &self.counted.round.reach.levels[self.stage][size])
    }

    fn leave_starts(&mut self, starts: &[(Gone, W)]) {
        let round = self.counted.round;
        let resplit = round.reach.stages[self.stage].resplit;
        let mut order: Vec<(Gone, usize)> = starts.iter().map(|&(gone, _)| gone).zip(0..).collect();
        order.par_sort_unstable();
        for (gone, ways) in combined(&order, |(gone, _)| gone, |(_, at)| starts[at].1) {
            self.ways.push(ways);
            let (size, level) = self.level(gone);
            let Ok(at) = level.starts.binary_search(&gone.seen()) else { continue };
            for card in self.draws(gone) {
                let drawn = gone.with(card);
                let splits = resplit.filter(|_| card == round.kinds.value);
                match splits.filter(|_| self.counted.play.resplits(self.stage, size, at)) {
                    Some(resplit) => {
                        self.add_wager(drawn.cards, &ways, self.counted.split_wager);
                        self.arrivals[resplit][self.size + 1].starts.push((drawn, ways));
                    }
                    None => {
                        if let Next::Kind(kind) = round.kinds.starts[card] {
                            let ways = self.left();
                            self.arrivals[self.stage][self.size + 1].hands.push((drawn, kind, ways));
                        }
                    }
                }
            }
        }
    }

    fn leave_hands(
        &mut self,
        mut hands: Vec<(Gone, KindId, usize)>,
        before: &[W],
        forced: &mut Option<Act>,
    ) -> Result<(), SolveError> {
        let round = self.counted.round;
        let stage = &round.reach.stages[self.stage];
        let rows: Vec<KindRows> =
            round.kinds.list.iter().map(|kind| KindRows::new(round.settlement, stage, kind)).collect();
        hands.par_sort_unstable();
        for ((gone, id), ways) in combined(&hands, |(gone, kind, _)| (gone, kind), |(_, _, at)| before[at]) {
            self.ways.push(ways);
            let (size, level) = self.level(gone);
            let Ok(at) = level.keys.binary_search(&gone.seen()) else { continue };
            let kind = &round.kinds.list[usize::from(id)];
            let of = &rows[usize::from(id)];
            let act = forced.take().unwrap_or_else(|| self.counted.play.act(round.kinds, self.stage, size, at, id));
            match act {
                Act::Stand => {
                    let after = if kind.is_bust { stage.after_bust } else { stage.after_live };
                    self.finish(after, gone, of.stand, ways);
                }
                Act::Surrender => self.finish(stage.after_live, gone, of.surrender, ways),
                Act::Hit => {
                    for (next, _, drawn) in self.draw(stage, kind, gone, of.bust, true, ways) {
                        let ways = self.left();
                        self.arrivals[self.stage][self.size + 1].hands.push((drawn, next, ways));
                    }
                }
                Act::Double => {
                    self.add_wager(gone.cards, &ways, round.settlement.double_wager(stage.spot, kind.doubling));
                    let seen = round.doubled_is_seen;
                    for (next, card, drawn) in self.draw(stage, kind, gone, of.bust_doubled, seen, ways) {
                        let grown = &round.kinds.list[usize::from(next)];
                        let rows = rows[usize::from(next)].doubled[kind.doubling as usize];
                        let may_be_given_up = grown.rescuable && rows[0] != rows[1];
                        let row = if may_be_given_up && self.gives_up(kind.doubling, next, drawn, rows)? {
                            rows[1]
                        } else {
                            rows[0]
                        };
                        let at = self.left();
                        self.settled_next.push(Settled { cards: drawn.cards, row, ways: at, negated: false });
                        let after = if grown.is_bust { stage.after_bust } else { stage.after_live };
                        self.go_on(after, 1, drawn.faced(card, seen), row, ways);
                    }
                }
            }
        }
        Ok(())
    }

    /// Draws a card: busted hands are settled, the others returned with the card and the cards then gone.
    ///
    /// Drawing changes no expectation, so the busts are worth "busted before the draw" less "busted after each draw that does
    /// not bust".
    fn draw(
        &mut self,
        stage: &Stage,
        kind: &Kind,
        gone: Gone,
        bust: RowId,
        seen: bool,
        ways: W,
    ) -> Vec<(KindId, usize, Gone)> {
        if kind.can_bust() {
            self.settled.push(Settled { cards: gone.cards, row: bust, ways: self.left(), negated: false });
        }
        let mut grown = Vec::with_capacity(Value::COUNT);
        for card in self.draws(gone) {
            let drawn = gone.with(card);
            match kind.next[card] {
                Next::Never => {}
                Next::Bust => {
                    let after = if seen { stage.after_bust } else { stage.after_live };
                    self.go_on(after, 1, drawn.faced(card, seen), bust, ways);
                }
                Next::Kind(next) => {
                    if kind.can_bust() {
                        let ways = self.left();
                        self.settled_next.push(Settled { cards: drawn.cards, row: bust, ways, negated: true });
                    }
                    grown.push((next, card, drawn));
                }
            }
        }
        grown
    }

    /// Whether a hand that was doubled and now has these cards beside it is given up: settled by the second row, not the first.
    fn gives_up(
        &mut self,
        doubling: Doubling,
        kind: KindId,
        drawn: Gone,
        rows: [RowId; 2],
    ) -> Result<bool, SolveError> {
        let Counted { round, lane: Lane { up, case }, play, .. } = *self.counted;
        let (stage, size) = (self.stage, drawn.seen().size() as usize);
        let at = round.reach.level(stage, size).and_then(|level| level.keys.binary_search(&drawn.seen()).ok());
        if let Some(known) = at.and_then(|at| play.gives_up(doubling, stage, size, at, kind)) {
            return Ok(known);
        }
        if let Some(&known) = self.rescued.get(&(drawn.cards, rows)) {
            return Ok(known);
        }
        let law = up.exact_laws().at(drawn.cards)?[case];
        let gains = round.settlement.gain(&law, rows[0], rows[1]).is_positive();
        self.rescued.insert((drawn.cards, rows), gains);
        Ok(gains)
    }
}
