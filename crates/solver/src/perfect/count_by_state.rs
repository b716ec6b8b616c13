//! A play counted forward: its exact mean.
//!
//! Every state is reached by a whole number of orders of cards. Where a hand is settled, that number times what it is
//! paid stands beside the cards gone, and the distribution of the dealer beside them makes it exact.

mod gone;
mod leaving;
mod runs;
mod settled;

use std::collections::BTreeMap;

use cards::Value;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};
use rustc_hash::FxHashMap;

pub(super) use self::gone::GoneCards;
use self::leaving::Leaving;
pub(super) use self::leaving::{MOST_KEPT, Sink};
pub(super) use self::settled::{SettledMean, SettledSums, Settling};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::Act;
use crate::compiled::settlement::{Doubling, OUTCOMES, RowId};
use crate::dealer::cache::ExactSum;
use crate::parallel;
use crate::perfect::best_play::{BestPlay, Lane, Round};
use crate::perfect::graph::{Coming, EntryId, StageEntry, StageId, StageOrEntry};
use crate::perfect::hand_classes::HandClassId;
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
    pub(super) fn gives_up(
        &self,
        known: &mut GivingUp,
        DoubledHand { stage, doubling, class, drawn, rows }: DoubledHand,
    ) -> Result<bool, SolveError> {
        let Self { round, lane: Lane { up, case }, play } = *self;
        let size = drawn.faced_up().size() as usize;
        let at = round.reach.level(stage, size).and_then(|level| level.keys.binary_search(&drawn.faced_up()).ok());
        let at = at.filter(|_| drawn.unseen == CardSet::NONE);
        let is_given_up = |at| play.level(&round, stage, size).gives_up(doubling, at, class);
        if let Some(is_given_up) = at.and_then(is_given_up) {
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
        self.play.level(&self.round, stage, size).act(at, class)
    }
}

/// A doubled hand once it has its card.
#[derive(Clone, Copy)]
pub(super) struct DoubledHand {
    pub(super) stage: StageId,
    pub(super) doubling: Doubling,
    /// With the card.
    pub(super) class: HandClassId,
    /// All cards gone, this one among them.
    pub(super) drawn: GoneCards,
    /// By which it is settled if it is kept, and if it is given up.
    pub(super) rows: [RowId; 2],
}

/// A hand in play with these cards gone, and what is done with it, each in so many orders.
pub(super) struct ForcedHand {
    pub(super) stage: StageId,
    pub(super) class: HandClassId,
    pub(super) cards: CardSet,
    pub(super) acts: Vec<(Act, i64)>,
}
