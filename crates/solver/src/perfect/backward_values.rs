//! The best play of a round in floats, from its last cards back to its first.
//!
//! A level needs the one with one card more and, where a hand is finished, what the next hand is worth with the same cards gone. So levels
//! are taken by number of cards, over all stages, and no values are kept but those of one number of cards.
//! Several up cards and signals are valued side by side: they share everything but the numbers of cards and the distribution of the dealer.

use std::ops::Range;

use cards::Value;
use pulp::Arch;
use rayon::prelude::*;

use crate::arithmetic::buffer_pool::{Array, BufferPool};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::Act;
use crate::compiled::settlement::Row;
use crate::dealer::cache::DealerCache;
use crate::dealer::{BLOCK, DistributionBlocks, KeptList};
use crate::perfect::best_play::{ActSet, Arbiter, At, BestPlay, Lane, OpenDecision, Round, by_size};
use crate::perfect::graph::{Coming, EntryId, StageEntry, StageOrEntry};
use crate::perfect::hand_classes::{Next, SplitPlace};
use crate::perfect::reach::{CHUNK, Layer, Reach, SLOTS, Walk};
use crate::perfect::stage_rows::{LevelValues, PaidRows, StageRows, draws};
use crate::perfect::sure_acts::SureActs;
use crate::perfect::value_sets::Chunk;

/// Where the values of one level are, among those of all levels with as many cards gone. Before them all is what rows are worth beside all
/// sets of so many cards.
#[derive(Default)]
struct PlacedValues {
    /// Where each set of cards has its values.
    offsets: Array<usize>,
    /// By set of cards, then by class in play.
    of_hands: Range<usize>,
}

impl PlacedValues {
    fn among<'v, const L: usize>(&'v self, values: &'v [[f64; L]]) -> LevelValues<'v, L> {
        let Self { offsets, of_hands } = self;
        LevelValues { offsets, of_hands: &values[of_hands.clone()], settled: values }
    }
}

/// What hands in one place of a split are paid.
struct PlaceRows<const L: usize> {
    rows: StageRows,
    /// By lane, of hands that come last; `None` if none here does.
    sure: Option<[SureActs; L]>,
}

impl<const L: usize> PlaceRows<L> {
    fn new(round: &Round<'_>, place: SplitPlace, lanes: &[Lane<'_>; L]) -> Self {
        let rows = StageRows::new(round, place);
        let comes_last = round.reach.graph.stages.iter().any(|stage| stage.place == place && stage.is_last());
        let sure = comes_last.then(|| std::array::from_fn(|lane| SureActs::new(round, &rows, lanes[lane])));
        Self { rows, sure }
    }
}

/// The optimum of several up cards and signals.
pub(super) struct Optimum<'a, const L: usize> {
    round: Round<'a>,
    lanes: [Lane<'a>; L],
    /// By up card: the dealer, and the lanes that have it.
    distributions: Vec<(DistributionBlocks, Vec<usize>)>,
    /// Whether these are kept for others who ask for the same.
    keeps: bool,
    /// By entry and number of cards: the round's value when it is come to; while that is not known, without the pair that may be split. Kept
    /// while hands with as many cards or one fewer are valued, and those of roots for good.
    starts: Vec<Vec<Array<[f64; L]>>>,
    /// The same: what that pair is worth if it is not split, times its probability.
    pairs: Vec<Vec<Array<[f64; L]>>>,
    pub(super) plays: [BestPlay; L],
    spare: BufferPool<[f64; L]>,
    spare_offsets: BufferPool<usize>,
}

impl<'a, const L: usize> Optimum<'a, L> {
    /// # Errors
    /// Those of the arbiter.
    pub(super) fn new(round: Round<'a>, lanes: [Lane<'a>; L], arbiter: &impl Arbiter<L>) -> Result<Self, SolveError> {
        Self::with_kept(round, lanes, arbiter, false)
    }

    /// The same, where `keeps` says whether the dealer's distributions are kept for others who ask for the same.
    ///
    /// # Errors
    /// Those of the arbiter.
    pub(super) fn with_kept(
        round: Round<'a>,
        lanes: [Lane<'a>; L],
        arbiter: &impl Arbiter<L>,
        keeps: bool,
    ) -> Result<Self, SolveError> {
        let mut distributions: Vec<(DistributionBlocks, Vec<usize>)> = Vec::new();
        let mut ups: Vec<&DealerCache> = Vec::new();
        for (index, lane) in lanes.iter().enumerate() {
            match ups.iter().position(|up| std::ptr::eq(*up, lane.up)) {
                Some(position) => distributions[position].1.push(index),
                None => {
                    ups.push(lane.up);
                    distributions.push((DistributionBlocks::new(&lane.up.dealer, &round.rows.end_of), vec![index]));
                }
            }
        }
        let plays = std::array::from_fn(|_| BestPlay::new(&round));
        let [starts, pairs] = [(); 2].map(|()| by_size(&round.reach.starts));
        let (spare, spare_offsets) = Default::default();
        let mut optimum = Self { round, lanes, distributions, keeps, starts, pairs, plays, spare, spare_offsets };
        let Reach { graph, levels, .. } = round.reach;
        let roots = graph.roots();
        let primitives = round.rows.primitives.len();
        let rows = SplitPlace::ALL.map(|place| PlaceRows::new(&round, place, &lanes));
        // All values with an even number of cards gone, and with an odd one.
        let mut values = round.reach.values(primitives).map(|values| vec![[0.0; L]; values]);
        // By stage, of its level with one card more until that of its own is valued.
        let mut placed: Vec<PlacedValues> = graph.stages.iter().map(|_| PlacedValues::default()).collect();
        for size in (0..round.reach.sizes()).rev() {
            let [even, odd] = &mut values;
            let (here, after) = if size % 2 == 0 { (even, odd) } else { (odd, even) };
            let all = round.reach.sets_of_size(size);
            let mut begin = all.len() * primitives;
            optimum.settle(all, &mut here[..begin]);
            for &node in graph.order.iter().rev() {
                match node {
                    StageOrEntry::Entry(entry) => optimum.value_splits(entry, size, arbiter)?,
                    StageOrEntry::Stage(stage) => {
                        let before = std::mem::take(&mut placed[stage]);
                        let mut open = Vec::new();
                        let rows = &rows[graph.stages[stage].place as usize];
                        if levels[stage].get(size).is_some() {
                            (placed[stage], open) =
                                optimum.value(rows, (stage, size), (begin, here), before.among(after));
                            begin = placed[stage].of_hands.end;
                        }
                        for &entry in &round.reach.entries[stage] {
                            optimum.value_starts(entry, size, placed[stage].among(here), before.among(after));
                        }
                        optimum.spare_offsets.keep(before.offsets);
                        optimum.decide_open(&open, arbiter)?;
                    }
                }
            }
            let passed = optimum.starts.iter_mut().zip(&roots).filter(|(_, is_root)| !**is_root);
            for starts in passed.filter_map(|(sizes, _)| sizes.get_mut(size + 1)) {
                optimum.spare.keep(std::mem::take(starts));
            }
            optimum.spare.step();
            optimum.spare_offsets.step();
        }
        (optimum.spare, optimum.spare_offsets) = Default::default();
        Ok(optimum)
    }

    /// The round's value in one lane when a root of the graph is come to with these cards gone.
    pub(super) fn value_of(&self, entry: EntryId, cards: CardSet, lane: usize) -> f64 {
        let size = cards.size() as usize;
        let at = self.round.reach.starts(entry, size).binary_search(&cards);
        at.map_or(0.0, |at| self.starts[entry][size][at][lane])
    }

    /// What each primitive row is worth beside every set of cards.
    fn settle(&self, keys: &[CardSet], settled: &mut [[f64; L]]) {
        for (blocks, lanes) in &self.distributions {
            let up = self.lanes[lanes[0]].up;
            let is_whole = up.left_after(CardSet::NONE) == *up.dealer.most_left();
            match (self.keeps && is_whole).then(|| up.dealer.kept_beside(keys)).flatten() {
                Some(kept) => self.settle_by_kept(&kept, lanes, settled),
                None => self.settle_anew(blocks, lanes, keys, settled),
            }
        }
    }

    /// The same in some lanes of one up card.
    fn settle_anew(&self, blocks: &DistributionBlocks, lanes: &[usize], keys: &[CardSet], settled: &mut [[f64; L]]) {
        let primitives = &self.round.rows.primitives;
        let ends = primitives.first().map_or(0, Vec::len);
        settled.par_chunks_mut(BLOCK * primitives.len().max(1)).zip(keys.par_chunks(BLOCK)).for_each_init(
            || (Vec::new(), Vec::new()),
            |(scratch, distribution), (settled, keys)| {
                let up = self.lanes[lanes[0]].up;
                blocks.distributions(&up.left_after(CardSet::NONE), keys, scratch, distribution);
                for &lane in lanes {
                    let distribution = &distribution[self.lanes[lane].case * ends..][..ends];
                    Arch::new().dispatch(PaidRows { primitives, distribution, lane, settled: &mut *settled });
                }
            },
        );
    }

    /// The same by distributions that were made before.
    fn settle_by_kept(&self, kept: &KeptList, lanes: &[usize], settled: &mut [[f64; L]]) {
        let units = &self.round.rows.units;
        let paid = |row: &Row| kept.outcomes().iter().map(|&outcome| f64::from(row[outcome])).collect();
        let primitives: Vec<Vec<f64>> = units.iter().map(paid).collect();
        settled.par_chunks_mut(BLOCK * primitives.len().max(1)).enumerate().for_each(|(block, settled)| {
            for &lane in lanes {
                let distribution = kept.beside(block, self.lanes[lane].case);
                Arch::new().dispatch(PaidRows { primitives: &primitives, distribution, lane, settled: &mut *settled });
            }
        });
    }

    /// Values a level's hands and notes what is best. The values go from a place on among those with as many cards gone, where what is settled
    /// stands already.
    fn value(
        &mut self,
        PlaceRows { rows, sure }: &PlaceRows<L>,
        (stage, size): (usize, usize),
        (begin, here): (usize, &mut [[f64; L]]),
        after: LevelValues<'_, L>,
    ) -> (PlacedValues, Vec<(usize, OpenDecision)>) {
        let reach = self.round.reach;
        let level = &reach.levels[stage][size];
        let sure = sure.as_ref().filter(|_| reach.graph.stages[stage].is_last());
        let mut offsets = self.spare_offsets.any(level.keys.len() + 1, 0);
        let hands = level.fill_offsets(&reach.sets, 0, &mut offsets);
        let of_hands = begin..begin + hands;
        let (settled, here_hands) = here[..of_hands.end].split_at_mut(begin);
        let settled = &*settled;
        let mut acts: [Vec<u64>; L] = std::array::from_fn(|_| vec![0; level.words]);
        let mut tasks = Vec::new();
        {
            let mut values = here_hands;
            let mut acts_left: [&mut [u64]; L] = acts.each_mut().map(|acts| &mut acts[..]);
            for from in (0..level.keys.len()).step_by(CHUNK) {
                let to = (from + CHUNK).min(level.keys.len());
                let (here, rest) = values.split_at_mut(offsets[to] - offsets[from]);
                values = rest;
                let words = level.slots.get(to).map_or(level.words, |&slot| slot as usize / SLOTS);
                let words = words - level.slots[from] as usize / SLOTS;
                let mut here_acts: [&mut [u64]; L] = std::array::from_fn(|_| &mut [][..]);
                for (here, left) in here_acts.iter_mut().zip(&mut acts_left) {
                    let (first, rest) = std::mem::take(left).split_at_mut(words);
                    (*here, *left) = (first, rest);
                }
                tasks.push((from..to, here, here_acts));
            }
        }
        let this = &*self;
        let open: Vec<Vec<(usize, OpenDecision)>> = tasks
            .into_par_iter()
            .map(|(range, values, acts)| {
                let (round, lanes, starts) = (this.round, &this.lanes, &this.starts[..]);
                let chunk =
                    Chunk { round, lanes, starts, rows, sure, stage, size, range, settled, after, values, acts };
                Arch::new().dispatch(chunk)
            })
            .collect();
        for (play, words) in self.plays.iter_mut().zip(acts) {
            play.levels[stage][size] = words;
        }
        (PlacedValues { offsets, of_hands }, open.concat())
    }

    /// Values what comes of an entry into a stage, its pair apart if that may be split. `here` and `after` are the values of the stage with as
    /// many cards gone, and with one more.
    fn value_starts(&mut self, entry: EntryId, size: usize, here: LevelValues<'_, L>, after: LevelValues<'_, L>) {
        let reach = self.round.reach;
        let starts = reach.starts(entry, size);
        if starts.is_empty() {
            return;
        }
        let StageEntry { stage, coming, split, .. } = reach.graph.entries[entry];
        let mut values = self.spare.any(starts.len(), [0.0; L]);
        let mut pairs = self.spare.any(if split.is_some() { starts.len() } else { 0 }, [0.0; L]);
        let empty = Layer::default();
        let this = &*self;
        let value = |starts: &[CardSet], values: &mut [[f64; L]], pairs: &mut [[f64; L]]| match coming {
            Coming::Hand(class) => {
                let level = reach.level(stage, size).unwrap_or(&empty);
                let mut walk = Walk::new(&level.keys, starts[0]);
                let into = if split.is_some() {
                    values.fill([0.0; L]);
                    pairs
                } else {
                    values
                };
                for (&key, into) in starts.iter().zip(into) {
                    *into = walk.find(key).map_or([0.0; L], |at| here.of_hand(reach, level, at, class));
                }
            }
            Coming::Card(value) => {
                let level = reach.level(stage, size + 1).unwrap_or(&empty);
                let nexts = this.round.classes.starts(value);
                let mut walks: [Walk<'_>; Value::COUNT] =
                    std::array::from_fn(|card| Walk::new(&level.keys, starts[0] + CardSet::one(card)));
                for (at, &key) in starts.iter().enumerate() {
                    let (probability, _) = draws(&this.lanes, key, size);
                    let (mut sum, mut pair) = ([0.0; L], [0.0; L]);
                    for card in 0..Value::COUNT {
                        let Next::HandClass(class) = nexts[card] else { continue };
                        let Some(next) = walks[card].find(key + CardSet::one(card)) else { continue };
                        let played = after.of_hand(reach, level, next, class);
                        let into = if split.is_some() && card == value { &mut pair } else { &mut sum };
                        for lane in 0..L {
                            into[lane] += probability[card][lane] * played[lane];
                        }
                    }
                    values[at] = sum;
                    if let Some(of_pair) = pairs.get_mut(at) {
                        *of_pair = pair;
                    }
                }
            }
        };
        let chunks = starts.par_chunks(CHUNK).zip(values.par_chunks_mut(CHUNK));
        if split.is_some() {
            chunks.zip(pairs.par_chunks_mut(CHUNK)).for_each(|((starts, values), pairs)| value(starts, values, pairs));
        } else {
            chunks.for_each(|(starts, values)| value(starts, values, &mut []));
        }
        self.starts[entry][size] = values;
        self.pairs[entry][size] = pairs;
    }

    /// Adds to the values of an entry that of its pair, split or not, whichever is better.
    fn value_splits(&mut self, entry: EntryId, size: usize, arbiter: &impl Arbiter<L>) -> Result<(), SolveError> {
        let reach = self.round.reach;
        let StageEntry { coming, split: Some(split), .. } = reach.graph.entries[entry] else { return Ok(()) };
        let starts = reach.starts(entry, size);
        if starts.is_empty() {
            return Ok(());
        }
        let more = match coming {
            Coming::Hand(_) => CardSet::NONE,
            Coming::Card(value) => CardSet::one(value),
        };
        let into = size + more.size() as usize;
        let keys = reach.starts(split, into);
        let mut values = std::mem::take(&mut self.starts[entry][size]);
        let pairs = std::mem::take(&mut self.pairs[entry][size]);
        let mut splits: [Vec<bool>; L] = std::array::from_fn(|_| vec![false; starts.len()]);
        let mut splits_left = splits.each_mut().map(|splits| splits.chunks_mut(CHUNK));
        let splits_of_chunks: Vec<[&mut [bool]; L]> = starts
            .chunks(CHUNK)
            .map(|_| splits_left.each_mut().map(|chunks| chunks.next().unwrap_or_default()))
            .collect();
        let this = &*self;
        let values_there = this.starts[split].get(into).map_or(&[][..], |values| values);
        let open_of_chunks: Vec<Vec<(usize, OpenDecision)>> = starts
            .par_chunks(CHUNK)
            .zip(pairs.par_chunks(CHUNK))
            .zip(values.par_chunks_mut(CHUNK))
            .zip(splits_of_chunks)
            .enumerate()
            .map(|(chunk, (((starts, pairs), values), splits))| {
                let mut walk = Walk::new(keys, starts[0] + more);
                let mut open = Vec::new();
                for (at, (&key, pair)) in starts.iter().zip(pairs).enumerate() {
                    let best = &mut values[at];
                    let Some(found) = walk.find(key + more) else {
                        best.iter_mut().zip(pair).for_each(|(best, pair)| *best += pair);
                        continue;
                    };
                    let (probability, possible) = draws(&this.lanes, key, size);
                    for lane in 0..L {
                        let chance = match coming {
                            Coming::Hand(_) => 1.0,
                            Coming::Card(value) => probability[value][lane],
                        };
                        let value = chance * values_there[found][lane];
                        let gain = value - pair[lane];
                        splits[lane][at] = gain > 0.0;
                        if gain.abs() <= this.round.contested * chance && possible[lane] && chance > 0.0 {
                            let (at, acts) = (chunk * CHUNK + at, ActSet::of([Act::Stand, Act::Hit]));
                            open.push((lane, OpenDecision { place: At::Entry(entry), size, at, acts }));
                        }
                        best[lane] += value.max(pair[lane]);
                    }
                }
                open
            })
            .collect();
        self.spare.keep(pairs);
        self.starts[entry][size] = values;
        for (play, splits) in self.plays.iter_mut().zip(splits) {
            play.splits[entry][size] = splits;
        }
        self.decide_open(&open_of_chunks.concat(), arbiter)
    }

    fn decide_open(&mut self, open: &[(usize, OpenDecision)], arbiter: &impl Arbiter<L>) -> Result<(), SolveError> {
        if open.is_empty() {
            return Ok(());
        }
        let acts = arbiter.decide(&self.plays, open)?;
        for (&(lane, open), act) in open.iter().zip(acts) {
            self.plays[lane].set(self.round.reach, open, act);
        }
        Ok(())
    }
}
