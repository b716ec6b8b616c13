//! Decisions that floats leave open, settled by counting what comes of each act.
//!
//! None of the decisions of a level comes after another, so they are counted side by side. Of each decision only what its acts settle differently is
//! summed: much is the same after two acts that are worth nearly the same, and of what is left all decisions under an up card share the dealer's distributions.

use num_rational::BigRational;
use num_traits::Zero;

use super::best_play::{Arbiter, At, BestPlay, Lane, OpenDecision, Round};
use super::count_by_state::{CountFrom, Counted, ForcedHand, MOST_KEPT, SettledMean, SettledSums, Settling, Sink};
use super::graph::{Coming, EntryId, StageEntry, StageId};
use super::hand_classes::{HandClassId, Next};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::Act;
use crate::compiled::settlement::OUTCOMES;
use crate::parallel;

/// Decisions whose settlements are held at a time; few in tests, so that those of small shoes are several times as many.
const AT_A_TIME: usize = if cfg!(test) { 3 } else { 16 };

/// Settlements that one task weighs.
const CHUNK: usize = 1024;

/// Which of several acts is best, counted exactly.
pub(super) struct ExactArbiter<'a, const L: usize> {
    pub(super) round: Round<'a>,
    pub(super) lanes: [Lane<'a>; L],
}

impl<const L: usize> Arbiter<L> for ExactArbiter<'_, L> {
    fn decide(&self, plays: &[BestPlay; L], open: &[(usize, OpenDecision)]) -> Result<Vec<Act>, SolveError> {
        let mut acts = Vec::with_capacity(open.len());
        for some in open.chunks(AT_A_TIME) {
            let counted = |lane: usize| Counted { round: self.round, lane: self.lanes[lane], play: &plays[lane] };
            let gains = parallel::try_map(some, |&(lane, open)| gains_over_first(&counted(lane), open))?;
            let of = some.iter().zip(&gains);
            let lists = of.flat_map(|(&(lane, _), gains)| gains.iter().flatten().map(move |gain| (lane, gain)));
            let lists: Vec<(Lane<'_>, &[SettledMean])> =
                lists.map(|(lane, gain)| (self.lanes[lane], &gain[..])).collect();
            let mut sums = sum_lists(&lists)?.into_iter();
            for (&(lane, open), gains) in some.iter().zip(&gains) {
                acts.push(match gains {
                    Some(gains) => {
                        let others = sums.by_ref().take(gains.len()).map(|sums| sums.mean.total());
                        best(open, std::iter::once(BigRational::zero()).chain(others))
                    }
                    None => {
                        let counted = counted(lane);
                        let means = open.acts.iter().map(|act| counted.mean_after(open, act));
                        best(open, means.collect::<Result<Vec<_>, _>>()?.into_iter())
                    }
                });
            }
        }
        Ok(acts)
    }
}

/// The first of the best acts, whose worths stand in their order.
fn best(open: OpenDecision, worths: impl Iterator<Item = BigRational>) -> Act {
    let mut best: Option<(Act, BigRational)> = None;
    for (act, worth) in open.acts.iter().zip(worths) {
        if best.as_ref().is_none_or(|(_, most)| worth > *most) {
            best = Some((act, worth));
        }
    }
    best.map_or(Act::Stand, |(act, _)| act)
}

/// For each act but the first, what it settles more than that, by set of cards in their order; `None` if that is more than can be kept.
fn gains_over_first(counted: &Counted<'_>, open: OpenDecision) -> Result<Option<Vec<Vec<SettledMean>>>, SolveError> {
    let mut acts = open.acts.iter();
    let Some(first) = acts.next() else { return Ok(Some(Vec::new())) };
    let mut gains = Vec::new();
    for act in acts {
        let Some(mut gain) = counted.settled_more(open, act, first)? else { return Ok(None) };
        gain.sort_unstable_by_key(|&(cards, _)| cards);
        let sum = |some: &[SettledMean]| {
            let mut sum = [0; OUTCOMES];
            some.iter().for_each(|(_, mean)| sum.iter_mut().zip(mean).for_each(|(sum, weight)| *sum += weight));
            (some[0].0, sum)
        };
        let summed = gain.chunk_by(|(one, _), (other, _)| one == other).map(sum);
        gains.push(summed.filter(|(_, sum)| *sum != [0; OUTCOMES]).collect());
    }
    Ok(Some(gains))
}

impl Counted<'_> {
    /// What is settled more after one act than after another, set of cards by set of cards, in any order. The acts are on a hand, or on a pair that is
    /// played on (standing) or split (hitting). What both lead to is not followed. `None` if that is more than can be kept.
    ///
    /// # Errors
    /// [`SolveError`] if the dealer may find no card.
    fn settled_more(&self, open: OpenDecision, act: Act, than: Act) -> Result<Option<Vec<SettledMean>>, SolveError> {
        let (mut entries, mut forced): (Vec<_>, Option<ForcedHand>) = Default::default();
        for (act, orders) in [(act, 1), (than, -1)] {
            match self.after(open, act) {
                LedTo::Entry(entry, cards) => entries.push((entry, cards, orders)),
                LedTo::Act(stage, class, cards, act) => {
                    let hand = || ForcedHand { stage, class, cards, acts: Vec::new() };
                    forced.get_or_insert_with(hand).acts.push((act, orders));
                }
            }
        }
        let mut kept = Vec::new();
        self.follow::<i128>(&entries, forced, Sink::Kept(&mut kept))?;
        Ok((kept.len() <= MOST_KEPT).then_some(kept))
    }

    /// The mean after an act.
    ///
    /// # Errors
    /// As [`Counted::settled_more`].
    pub(super) fn mean_after(&self, open: OpenDecision, act: Act) -> Result<BigRational, SolveError> {
        let played = match self.after(open, act) {
            LedTo::Entry(entry, cards) => self.from::<i128>(CountFrom::Entries(&[(entry, cards, 1)]))?,
            LedTo::Act(stage, class, cards, act) => self.from::<i128>(CountFrom::Act(stage, class, cards, act))?,
        };
        Ok(played.mean)
    }

    fn after(&self, OpenDecision { place, size, at, .. }: OpenDecision, act: Act) -> LedTo {
        let Round { reach, classes, .. } = self.round;
        let entry = match place {
            At::Stage(stage, class) => return LedTo::Act(stage, class, reach.levels[stage][size].keys[at], act),
            At::Entry(entry) => entry,
        };
        let cards = reach.starts(entry, size)[at];
        let StageEntry { stage, coming, split, .. } = reach.graph.entries[entry];
        let (class, cards) = match coming {
            Coming::Hand(class) => (Next::HandClass(class), cards),
            Coming::Card(value) => (classes.starts(value)[value], cards + CardSet::one(value)),
        };
        match (act, split, class) {
            (Act::Hit, Some(split), _) => LedTo::Entry(split, cards),
            (_, _, Next::HandClass(class)) => LedTo::Act(stage, class, cards, self.act(stage, class, cards)),
            _ => unreachable!("a pair can be played"),
        }
    }
}

/// Where an act leads.
enum LedTo {
    Entry(EntryId, CardSet),
    /// A hand in play with these cards gone, and what is done with it.
    Act(StageId, HandClassId, CardSet, Act),
}

/// The sums of lists under any up cards, each in the order of its cards.
///
/// # Errors
/// [`SolveError`] if the dealer may find no card.
fn sum_lists<'a>(lists: &[(Lane<'a>, &[SettledMean])]) -> Result<Vec<SettledSums<'a>>, SolveError> {
    let nothing = || -> Vec<SettledSums<'a>> { lists.iter().map(|(lane, _)| SettledSums::new(lane.up)).collect() };
    let up_of = |list: usize| std::ptr::from_ref(lists[list].0.up);
    let mut order: Vec<(usize, CardSet, usize, usize)> = Vec::with_capacity(lists.iter().map(|(_, of)| of.len()).sum());
    for (list, (_, settled)) in lists.iter().enumerate() {
        let up = (0..list).find(|&other| up_of(other) == up_of(list)).unwrap_or(list);
        order.extend(settled.iter().enumerate().map(|(at, &(cards, _))| (up, cards, list, at)));
    }
    order.sort_unstable();
    let chunks: Vec<_> = order
        .chunk_by(|one, other| one.0 == other.0)
        .flat_map(|of_up| whole_sets(of_up, |&(_, cards, ..)| cards))
        .collect();
    let of_chunk = |number: usize| -> Result<Vec<SettledSums<'a>>, SolveError> {
        let mut sums = nothing();
        let settling = |&(_, cards, list, at): &(usize, CardSet, usize, usize)| {
            (list, Settling { cards, mean: lists[list].1[at].1, square: None })
        };
        let (weighed, certain): (Vec<_>, Vec<_>) =
            chunks[number].iter().map(settling).partition(|(_, settling)| settling.needs_distribution());
        certain.iter().for_each(|(list, settling)| sums[*list].add_certain(lists[*list].0, settling));
        weigh(&weighed, |list| lists[list].0, &mut |list, distribution, settling| {
            sums[list].add_by(distribution, settling);
        })?;
        Ok(sums)
    };
    let merged = parallel::try_merge(chunks.len(), of_chunk, |mut all, some| {
        all.iter_mut().zip(&some).for_each(|(sums, more)| sums.merge(more));
        all
    })?;
    Ok(merged.unwrap_or_else(nothing))
}

/// Parts of a list in the order of its sets of cards, with about [`CHUNK`] entries each and never one set in two.
fn whole_sets<T>(list: &[T], cards: impl Fn(&T) -> CardSet) -> Vec<&[T]> {
    let (mut parts, mut rest) = (Vec::new(), list);
    while !rest.is_empty() {
        let end = rest.get(CHUNK).map_or(rest.len(), |last| rest.partition_point(|one| cards(one) <= cards(last)));
        let (some, after) = rest.split_at(end);
        parts.push(some);
        rest = after;
    }
    parts
}

/// Tells for each of these, in the order of their cards and under the same up card, the distribution of the dealer in its lane.
fn weigh<'a>(
    weighed: &[(usize, Settling)],
    lane: impl Fn(usize) -> Lane<'a>,
    each: &mut dyn FnMut(usize, &[u128; OUTCOMES], &Settling),
) -> Result<(), SolveError> {
    let Some(&(first, _)) = weighed.first() else { return Ok(()) };
    let mut keys: Vec<CardSet> = weighed.iter().map(|(_, settling)| settling.cards).collect();
    keys.dedup();
    let mut rest = weighed;
    lane(first).up.each_exact(&keys, &mut |key, distribution| {
        let here = rest.iter().take_while(|(_, settling)| settling.cards == key).count();
        let (here, after) = rest.split_at(here);
        rest = after;
        here.iter().for_each(|(of, settling)| each(*of, &distribution[lane(*of).case], settling));
    })
}
