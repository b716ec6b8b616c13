//! The best play of a round in floats, from its last cards back to its first.
//!
//! A level needs the one with one card more and, where a hand is finished, what the next hand is worth with the same cards gone. So levels
//! are taken by number of cards, over all stages, and no values are kept but those of one number of cards.
//! Several up cards and signals are valued side by side: they share everything but the numbers of cards and the distribution of the dealer.

use std::ops::Range;
use std::sync::atomic::AtomicUsize;

use cards::Value;
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use crate::arithmetic::buffer_pool::{Array, BufferPool};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::interner::find_or_insert_in;
use crate::compiled::decisions::Act;
use crate::compiled::settlement::{Doubling, Settlement};
use crate::dealer::cache::DealerCache;
use crate::dealer::{BLOCK, Block, DistributionBlocks};
use crate::perfect::graph::{Coming, Entry, EntryId, Node, Stage, StageId};
use crate::perfect::hand_class_sets::MOST_HAND_CLASSES;
use crate::perfect::hand_classes::{HandClassId, HandClasses, Next, SplitPlace};
use crate::perfect::reach::{CHUNK, Level, Reach, SLOTS, Walk};
use crate::perfect::rows::{HandClassRows, Rows, Scaled};

/// One up card and signal.
#[derive(Clone, Copy)]
pub(super) struct Lane<'a> {
    pub(super) up: &'a DealerCache,
    /// Among the dealer's cases.
    pub(super) case: usize,
}

/// What a round is, for all up cards.
#[derive(Clone, Copy)]
pub(super) struct Round<'a> {
    pub(super) classes: &'a HandClasses,
    pub(super) reach: &'a Reach,
    pub(super) settlement: &'a Settlement,
    pub(super) rows: &'a Rows,
    /// Two values closer than this are compared exactly.
    pub(super) contested: f64,
    /// From so many cards gone on, orders of cards are known to leave 64 bits.
    pub(super) wide_from: &'a AtomicUsize,
}

/// A decision that floats leave open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Open {
    pub(super) place: At,
    /// Cards gone.
    pub(super) size: usize,
    /// Among the sets of so many cards.
    pub(super) at: usize,
}

/// Where a decision is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum At {
    /// On a hand in play.
    Stage(StageId, HandClassId),
    /// Whether to split.
    Entry(EntryId),
}

/// Acts of one level: for every set of cards two bits a hand that has a choice, and two a hand that may be given up once doubled, by
/// who doubled it.
type Acts = Vec<u64>;

/// The best play under one up card and signal.
pub(super) struct BestPlay {
    /// By stage, then by number of cards.
    levels: Vec<Vec<Acts>>,
    /// By entry, then by number of cards, whether a pair is split beside each set of them.
    splits: Vec<Vec<Vec<bool>>>,
}

impl BestPlay {
    fn new(round: &Round<'_>) -> Self {
        Self { levels: by_size(&round.reach.levels), splits: by_size(&round.reach.starts) }
    }

    /// The act on a hand class beside a set of cards; a class without a choice stands, or else draws.
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    pub(super) fn act(&self, round: &Round<'_>, stage: StageId, size: usize, at: usize, class: HandClassId) -> Act {
        self.level(round, stage, size).act(at, class)
    }

    /// The acts of one level that is listed.
    pub(super) fn level<'p>(&'p self, round: &Round<'p>, stage: StageId, size: usize) -> LevelActs<'p> {
        LevelActs { round: *round, level: &round.reach.levels[stage][size], words: &self.levels[stage][size] }
    }

    /// Whether a hand of this class that has been doubled is given up; `None` if floats leave it open.
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    pub(super) fn gives_up(
        &self,
        round: &Round<'_>,
        doubling: Doubling,
        stage: StageId,
        size: usize,
        at: usize,
        class: HandClassId,
    ) -> Option<bool> {
        let level = &round.reach.levels[stage][size];
        let sets = &round.reach.sets;
        let slot = level.slots[at] as usize + sets.rescue_slot(sets.get(level.classes[at]), class, doubling)?;
        match self.levels[stage][size][slot / SLOTS] >> (2 * (slot % SLOTS)) & 3 {
            KEPT => Some(false),
            GIVEN_UP => Some(true),
            _ => None,
        }
    }

    /// Whether the pair that comes of an entry beside a set of cards is split.
    pub(super) fn splits(&self, entry: EntryId, size: usize, at: usize) -> bool {
        self.splits[entry].get(size).and_then(|splits| splits.get(at)).is_some_and(|&splits| splits)
    }

    fn set(&mut self, reach: &Reach, open: Open, act: Act) {
        match open.place {
            At::Stage(stage, class) => {
                let level = &reach.levels[stage][open.size];
                if let Some(slot) = reach.sets.act_slot(reach.sets.get(level.classes[open.at]), class) {
                    let slot = level.slots[open.at] as usize + slot;
                    let (word, shift) = (&mut self.levels[stage][open.size][slot / SLOTS], 2 * (slot % SLOTS));
                    *word = *word & !(3 << shift) | encoded(act) << shift;
                }
            }
            At::Entry(entry) => self.splits[entry][open.size][open.at] = act == Act::Hit,
        }
    }
}

/// The acts of one level.
pub(super) struct LevelActs<'p> {
    round: Round<'p>,
    level: &'p Level,
    words: &'p [u64],
}

impl LevelActs<'_> {
    /// The act on a hand class that can be in play beside a set of cards.
    pub(super) fn act(&self, at: usize, class: HandClassId) -> Act {
        let sets = &self.round.reach.sets;
        match sets.act_slot(sets.get(self.level.classes[at]), class) {
            Some(slot) => {
                let slot = self.level.slots[at] as usize + slot;
                decoded(self.words[slot / SLOTS] >> (2 * (slot % SLOTS)))
            }
            None if self.round.classes.list[usize::from(class)].stands => Act::Stand,
            None => Act::Hit,
        }
    }
}

/// Nothing yet, by stage or entry and then by number of cards, as many as there are.
fn by_size<T, U: Default>(lists: &[Vec<T>]) -> Vec<Vec<U>> {
    lists.iter().map(|sizes| sizes.iter().map(|_| U::default()).collect()).collect()
}

/// What becomes of a doubled hand; a third number if floats leave it open.
const KEPT: u64 = 0;
const GIVEN_UP: u64 = 1;
const OPEN: u64 = 2;

fn encoded(act: Act) -> u64 {
    match act {
        Act::Stand => 0,
        Act::Hit => 1,
        Act::Double => 2,
        Act::Surrender => 3,
    }
}

fn decoded(bits: u64) -> Act {
    [Act::Stand, Act::Hit, Act::Double, Act::Surrender][(bits & 3) as usize]
}

/// Settles what floats leave open: of the acts on a hand (hitting and standing for splitting again and not) the best in order.
pub(super) trait Arbiter: Sync {
    /// # Errors
    /// [`SolveError`] if the shoe can run out.
    fn decide(&self, lane: usize, play: &BestPlay, open: Open, acts: &[Act]) -> Result<Act, SolveError>;
}

/// Where the values of one level are, among those of all levels with as many cards gone. Before them all is what rows are worth beside all
/// sets of so many cards.
#[derive(Default)]
struct Placed {
    /// Where each set of cards has its values.
    offsets: Array<usize>,
    /// By set of cards, then by class in play.
    of_hands: Range<usize>,
}

/// Values of one level, side by side for several up cards and signals.
#[derive(Clone, Copy)]
struct Values<'v, const L: usize> {
    offsets: &'v [usize],
    of_hands: &'v [[f64; L]],
    /// By place among all sets of cards, then by primitive row.
    settled: &'v [[f64; L]],
}

impl Placed {
    fn among<'v, const L: usize>(&'v self, values: &'v [[f64; L]]) -> Values<'v, L> {
        let Self { offsets, of_hands } = self;
        Values { offsets, of_hands: &values[of_hands.clone()], settled: values }
    }
}

impl<const L: usize> Values<'_, L> {
    /// The value of a hand class in play beside a set of cards of its level.
    fn of_hand(&self, reach: &Reach, level: &Level, at: usize, class: HandClassId) -> [f64; L] {
        self.of_hands[self.offsets[at] + reach.sets.get(level.classes[at]).position(class)]
    }
}

/// The optimum of several up cards and signals.
pub(super) struct Optimum<'a, const L: usize> {
    round: Round<'a>,
    lanes: [Lane<'a>; L],
    /// By up card: the dealer, and the lanes that have it.
    distributions: Vec<(DistributionBlocks, Vec<usize>)>,
    /// By entry and number of cards: the round's value when it is come to; while that is not known, without the pair that may be split. Kept
    /// while hands with as many cards or one fewer are valued, and those of roots for good.
    starts: Vec<Vec<Array<[f64; L]>>>,
    /// The same: what that pair is worth if it is not split, times its probability.
    pairs: Vec<Vec<Array<[f64; L]>>>,
    pub(super) plays: [BestPlay; L],
    spare: BufferPool<[f64; L]>,
    spare_offsets: BufferPool<usize>,
}

/// Rows of one stage, ready for the inner loop.
struct StageRows {
    classes: Vec<StageKind>,
    /// Primitive rows of busts.
    bust_primitives: Vec<usize>,
}

struct StageKind {
    stand: Option<Scaled>,
    hits: bool,
    doubles: bool,
    surrender: Option<Scaled>,
    decides: bool,
    bust: (usize, f64),
    bust_doubled: (usize, f64),
    doubled: [[Scaled; 2]; 3],
    doubling: Doubling,
    rescuable: bool,
    is_bust: bool,
    first_bust: usize,
}

impl StageRows {
    fn new(round: &Round<'_>, place: SplitPlace) -> Self {
        let mut bust_primitives = Vec::new();
        let mut bust = |scaled: Scaled| (find_or_insert_in(&mut bust_primitives, scaled.primitive), scaled.times);
        let get = |row| round.rows.get(row);
        let classes = round.classes.list.iter().map(|class| {
            let rows = HandClassRows::new(round.settlement, place, class);
            StageKind {
                stand: class.stands.then(|| get(rows.stand)),
                hits: class.may_draw,
                doubles: class.doubles,
                surrender: class.surrenders.then(|| get(rows.surrender)),
                decides: class.decides(),
                bust: bust(get(rows.bust)),
                bust_doubled: bust(get(rows.bust_doubled)),
                doubled: rows.doubled.map(|rows| rows.map(get)),
                doubling: class.doubling,
                rescuable: class.rescuable,
                is_bust: class.is_bust,
                first_bust: class.first_bust(),
            }
        });
        let classes = classes.collect();
        Self { classes, bust_primitives }
    }

    /// What a hand class may do, in the order of ties.
    fn acts(&self, class: HandClassId) -> Vec<Act> {
        let class = &self.classes[usize::from(class)];
        [
            (class.stand.is_some(), Act::Stand),
            (class.hits, Act::Hit),
            (class.doubles, Act::Double),
            (class.surrender.is_some(), Act::Surrender),
        ]
        .into_iter()
        .filter_map(|(may, act)| may.then_some(act))
        .collect()
    }
}

impl<'a, const L: usize> Optimum<'a, L> {
    /// # Errors
    /// Those of the arbiter.
    pub(super) fn new(round: Round<'a>, lanes: [Lane<'a>; L], arbiter: &impl Arbiter) -> Result<Self, SolveError> {
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
        let mut optimum = Self { round, lanes, distributions, starts, pairs, plays, spare, spare_offsets };
        let Reach { graph, levels, .. } = round.reach;
        let roots = graph.roots();
        let primitives = round.rows.primitives.len();
        let rows = SplitPlace::ALL.map(|place| StageRows::new(&round, place));
        // All values with an even number of cards gone, and with an odd one.
        let mut values = round.reach.values(primitives).map(|values| vec![[0.0; L]; values]);
        // By stage, of its level with one card more until that of its own is valued.
        let mut placed: Vec<Placed> = graph.stages.iter().map(|_| Placed::default()).collect();
        for size in (0..round.reach.sizes()).rev() {
            let [even, odd] = &mut values;
            let (here, after) = if size % 2 == 0 { (even, odd) } else { (odd, even) };
            let all = round.reach.sets_of_size(size);
            let mut begin = all.len() * primitives;
            optimum.settle(all, &mut here[..begin]);
            for &node in graph.order.iter().rev() {
                match node {
                    Node::Entry(entry) => optimum.value_splits(entry, size, arbiter)?,
                    Node::Stage(stage) => {
                        let before = std::mem::take(&mut placed[stage]);
                        let mut open = Vec::new();
                        let rows = &rows[graph.stages[stage].place as usize];
                        if levels[stage].get(size).is_some() {
                            (placed[stage], open) =
                                optimum.value(rows, stage, size, (begin, here), before.among(after));
                            begin = placed[stage].of_hands.end;
                        }
                        for &entry in &round.reach.entries[stage] {
                            optimum.value_starts(entry, size, placed[stage].among(here), before.among(after));
                        }
                        optimum.spare_offsets.keep(before.offsets);
                        optimum.decide_open(rows, open, arbiter)?;
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
        let primitives = &self.round.rows.primitives;
        let ends = primitives.first().map_or(0, Vec::len);
        settled.par_chunks_mut(BLOCK * primitives.len().max(1)).zip(keys.par_chunks(BLOCK)).for_each_init(
            || (Vec::new(), Vec::new()),
            |(scratch, distribution), (settled, keys)| {
                for (blocks, lanes) in &self.distributions {
                    let up = self.lanes[lanes[0]].up;
                    blocks.distributions(&up.left_after(CardSet::NONE), keys, scratch, distribution);
                    for &lane in lanes {
                        let distribution = &distribution[self.lanes[lane].case * ends..][..ends];
                        Arch::new().dispatch(Paid { primitives, distribution, lane, settled: &mut *settled });
                    }
                }
            },
        );
    }

    /// By lane, the probability of each card, and whether the cards and the signal are possible.
    fn draws(&self, key: CardSet, size: usize) -> ([[f64; L]; Value::COUNT], [bool; L]) {
        let mut probability = [[0.0; L]; Value::COUNT];
        let mut possible = [false; L];
        let counts = key.counts();
        for (index, lane) in self.lanes.iter().enumerate() {
            let shoe = lane.up.left_after(CardSet::NONE);
            let unseen = (f64::from(lane.up.unseen_after(CardSet::NONE)) - size as f64).max(1.0);
            let is_feasible = shoe.iter().zip(&counts).all(|(left, gone)| gone <= left);
            let holes = lane.up.dealer.cases()[lane.case].holes;
            possible[index] = is_feasible && holes.values().any(|hole| shoe[hole.index()] > counts[hole.index()]);
            for card in 0..Value::COUNT {
                probability[card][index] = f64::from(shoe[card].saturating_sub(counts[card])) / unseen;
            }
        }
        (probability, possible)
    }

    /// Values a level's hands and notes what is best. The values go from a place on among those with as many cards gone, where what is settled
    /// stands already.
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    fn value(
        &mut self,
        rows: &StageRows,
        stage: usize,
        size: usize,
        (begin, here): (usize, &mut [[f64; L]]),
        after: Values<'_, L>,
    ) -> (Placed, Vec<(usize, Open)>) {
        let reach = self.round.reach;
        let level = &reach.levels[stage][size];
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
        let open: Vec<Vec<(usize, Open)>> = tasks
            .into_par_iter()
            .map(|(range, values, acts)| {
                let chunk = Chunk { optimum: this, rows, stage, size, range, settled, after, values, acts };
                Arch::new().dispatch(chunk)
            })
            .collect();
        for (play, words) in self.plays.iter_mut().zip(acts) {
            play.levels[stage][size] = words;
        }
        (Placed { offsets, of_hands }, open.concat())
    }

    /// Values what comes of an entry into a stage, its pair apart if that may be split. `here` and `after` are the values of the stage with as
    /// many cards gone, and with one more.
    fn value_starts(&mut self, entry: EntryId, size: usize, here: Values<'_, L>, after: Values<'_, L>) {
        let reach = self.round.reach;
        let starts = reach.starts(entry, size);
        if starts.is_empty() {
            return;
        }
        let Entry { stage, coming, split, .. } = reach.graph.entries[entry];
        let mut values = self.spare.any(starts.len(), [0.0; L]);
        let mut pairs = self.spare.any(if split.is_some() { starts.len() } else { 0 }, [0.0; L]);
        let empty = Level::default();
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
                    let (probability, _) = this.draws(key, size);
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
    fn value_splits(&mut self, entry: EntryId, size: usize, arbiter: &impl Arbiter) -> Result<(), SolveError> {
        let reach = self.round.reach;
        let Entry { coming, split: Some(split), .. } = reach.graph.entries[entry] else { return Ok(()) };
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
        let open_of_chunks: Vec<Vec<(usize, Open)>> = starts
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
                    let (probability, possible) = this.draws(key, size);
                    for lane in 0..L {
                        let chance = match coming {
                            Coming::Hand(_) => 1.0,
                            Coming::Card(value) => probability[value][lane],
                        };
                        let value = chance * values_there[found][lane];
                        let gain = value - pair[lane];
                        splits[lane][at] = gain > 0.0;
                        if gain.abs() <= this.round.contested * chance && possible[lane] && chance > 0.0 {
                            open.push((lane, Open { place: At::Entry(entry), size, at: chunk * CHUNK + at }));
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
        for (lane, open) in open_of_chunks.concat() {
            let act = arbiter.decide(lane, &self.plays[lane], open, &[Act::Stand, Act::Hit])?;
            self.plays[lane].set(reach, open, act);
        }
        Ok(())
    }

    fn decide_open(
        &mut self,
        rows: &StageRows,
        open: Vec<(usize, Open)>,
        arbiter: &impl Arbiter,
    ) -> Result<(), SolveError> {
        for (lane, open) in open {
            let At::Stage(_, class) = open.place else { continue };
            let act = arbiter.decide(lane, &self.plays[lane], open, &rows.acts(class))?;
            self.plays[lane].set(self.round.reach, open, act);
        }
        Ok(())
    }
}

/// One task of [`Optimum::value`], with its parts of the buffers.
struct Chunk<'s, 'a, const L: usize> {
    optimum: &'s Optimum<'a, L>,
    rows: &'s StageRows,
    stage: StageId,
    size: usize,
    range: Range<usize>,
    /// By place among all sets of cards, then by primitive row.
    settled: &'s [[f64; L]],
    after: Values<'s, L>,
    values: &'s mut [[f64; L]],
    acts: [&'s mut [u64]; L],
}

impl<const L: usize> WithSimd for Chunk<'_, '_, L> {
    type Output = Vec<(usize, Open)>;

    #[inline(always)]
    #[expect(clippy::too_many_lines, reason = "older than the limit")]
    fn with_simd<S: Simd>(self, _: S) -> Self::Output {
        let Self { optimum, rows, stage, size, range, settled, after, values, mut acts } = self;
        let reach = optimum.round.reach;
        let level = &reach.levels[stage][size];
        let Stage { after_live, after_bust, .. } = reach.graph.stages[stage];
        let empty = Level::default();
        let next_level = reach.level(stage, size + 1).unwrap_or(&empty);
        // Memory that is read from before it is written to costs the system more.
        for acts in acts.iter_mut() {
            acts.fill(0);
        }
        let first = level.keys[range.start];
        let primitives = optimum.round.rows.primitives.len();
        let first_slot = level.slots[range.start] as usize;
        let starts_of = |entry: Option<EntryId>, size: usize| -> (&[CardSet], &[[f64; L]]) {
            entry.map_or_else(Default::default, |entry| {
                let values = optimum.starts[entry].get(size).map_or(&[][..], |values| values);
                (reach.starts(entry, size), values)
            })
        };
        let (live_keys, live_values) = starts_of(after_live, size);
        let (live_next_keys, live_next_values) = starts_of(after_live, size + 1);
        let (bust_next_keys, bust_next_values) = starts_of(after_bust, size + 1);
        let (bust_keys, bust_values) = starts_of(after_bust, size);
        let mut live = Walk::new(live_keys, first);
        let mut bust_here = Walk::new(bust_keys, first);
        let walks = |keys| -> [Walk<'_>; Value::COUNT] {
            std::array::from_fn(|card| Walk::new(keys, first + CardSet::one(card)))
        };
        let mut nexts = walks(&next_level.keys);
        let mut live_next = walks(live_next_keys);
        let mut bust_next = walks(bust_next_keys);
        let sets = &reach.sets;
        let hidden = !sets.doubled_is_seen;
        let mut open = Vec::new();
        let mut at_value = 0;
        let mut hit = [[0.0; L]; MOST_HAND_CLASSES];
        let mut double = [[0.0; L]; MOST_HAND_CLASSES];
        for at in range.clone() {
            let key = level.keys[at];
            let hands = sets.get(level.classes[at]);
            let [busting, doubling] = [sets.busting, sets.doubles].map(|classes| hands & classes);
            let (probability, possible) = optimum.draws(key, size);
            let here = &settled[level.place(at) * primitives..][..primitives];
            let rest = live.find(key).map_or([0.0; L], |at| live_values[at]);
            let rest_bust = bust_here.find(key).map_or([0.0; L], |at| bust_values[at]);
            for class in hands.iter() {
                hit[usize::from(class)] = [0.0; L];
                double[usize::from(class)] = [0.0; L];
            }
            if hands.meets(sets.draws) {
                // Up to each card: what busted hands would be worth after the draws that do not bust.
                let mut not_bust = [[[0.0; L]; Value::COUNT + 1]; 3];
                // From each card on: what the hands to come are worth after it.
                let mut busted_rest = [[0.0; L]; Value::COUNT + 1];
                for card in 0..Value::COUNT {
                    let p = &probability[card];
                    let found = nexts[card].find(key + CardSet::one(card));
                    if !busting.is_empty() {
                        for (sums, &primitive) in not_bust.iter_mut().zip(&rows.bust_primitives) {
                            sums[card + 1] = sums[card];
                            if let Some(next) = found {
                                let there = &after.settled[next_level.place(next) * primitives + primitive];
                                for lane in 0..L {
                                    sums[card + 1][lane] += p[lane] * there[lane];
                                }
                            }
                        }
                    }
                    let mut after_bust = [0.0; L];
                    if !(busting.is_empty() && doubling.is_empty()) {
                        let found = bust_next[card].find(key + CardSet::one(card));
                        after_bust = found.map_or([0.0; L], |at| bust_next_values[at]);
                        busted_rest[card] = std::array::from_fn(|lane| p[lane] * after_bust[lane]);
                    }
                    let Some(next) = found else { continue };
                    let there = &after.of_hands[after.offsets[next]..after.offsets[next + 1]];
                    let hands_there = sets.get(next_level.classes[next]);
                    for class in (hands & sets.moves[card]).iter() {
                        let value = &there[hands_there.position(sets.next[card][usize::from(class)])];
                        let hit = &mut hit[usize::from(class)];
                        for lane in 0..L {
                            hit[lane] += p[lane] * value[lane];
                        }
                    }
                    if doubling.is_empty() {
                        continue;
                    }
                    let found = live_next[card].find(key + CardSet::one(card));
                    let after_live = found.map_or([0.0; L], |at| live_next_values[at]);
                    let there = &after.settled[next_level.place(next) * primitives..][..primitives];
                    for class in (doubling & sets.moves[card]).iter() {
                        let grown = &rows.classes[usize::from(sets.next[card][usize::from(class)])];
                        let [kept, given_up] = grown.doubled[rows.classes[usize::from(class)].doubling as usize];
                        let rest = if grown.is_bust { &after_bust } else { &after_live };
                        for lane in 0..L {
                            let mut value = there[kept.primitive][lane] * kept.times;
                            if grown.rescuable {
                                value = value.max(there[given_up.primitive][lane] * given_up.times);
                            }
                            double[usize::from(class)][lane] +=
                                p[lane] * (value + if hidden { 0.0 } else { rest[lane] });
                        }
                    }
                }
                for card in (0..Value::COUNT).rev() {
                    let above = busted_rest[card + 1];
                    busted_rest[card].iter_mut().zip(above).for_each(|(rest, above)| *rest += above);
                }
                let bust_of = |(which, times): (usize, f64), below: usize, lane: usize| {
                    times * (here[rows.bust_primitives[which]][lane] - not_bust[which][below][lane])
                };
                for class in busting.iter().map(usize::from) {
                    let of = &rows.classes[class];
                    for lane in 0..L {
                        let rest = busted_rest[of.first_bust][lane];
                        hit[class][lane] += bust_of(of.bust, of.first_bust, lane) + rest;
                        double[class][lane] +=
                            bust_of(of.bust_doubled, of.first_bust, lane) + if hidden { 0.0 } else { rest };
                    }
                }
                if hidden {
                    for class in doubling.iter() {
                        for lane in 0..L {
                            double[usize::from(class)][lane] += rest[lane];
                        }
                    }
                }
            }
            let slot_here = level.slots[at] as usize - first_slot;
            let place = |slot: usize| {
                let slot = slot_here + slot;
                (slot / SLOTS, 2 * (slot % SLOTS))
            };
            for class in hands.iter() {
                let from = usize::from(class);
                let of = &rows.classes[from];
                let rest = if of.is_bust { &rest_bust } else { &rest };
                let into = &mut values[at_value];
                at_value += 1;
                for doubling in Doubling::DOUBLED {
                    let Some((word, shift)) = sets.rescue_slot(hands, class, doubling).map(place) else { continue };
                    let [kept, given_up] = of.doubled[doubling as usize];
                    for lane in 0..L {
                        let value = |row: Scaled| here[row.primitive][lane] * row.times;
                        let gain = value(given_up) - value(kept);
                        let known = if gain > 0.0 { GIVEN_UP } else { KEPT };
                        let end = if gain.abs() > optimum.round.contested { known } else { OPEN };
                        acts[lane][word] |= end << shift;
                    }
                }
                let settle = |row: Scaled, lane: usize| here[row.primitive][lane] * row.times + rest[lane];
                let act_slot = sets.act_slot(hands, class).map(place);
                for lane in 0..L {
                    if !of.decides {
                        into[lane] = of.stand.map_or(hit[from][lane], |row| settle(row, lane));
                        continue;
                    }
                    let mut best = (Act::Stand, f64::NEG_INFINITY);
                    let mut second = f64::NEG_INFINITY;
                    let mut offer = |act, value: f64| {
                        if value > best.1 {
                            second = best.1;
                            best = (act, value);
                        } else if value > second {
                            second = value;
                        }
                    };
                    if let Some(row) = of.stand {
                        offer(Act::Stand, settle(row, lane));
                    }
                    if of.hits {
                        offer(Act::Hit, hit[from][lane]);
                    }
                    if of.doubles {
                        offer(Act::Double, double[from][lane]);
                    }
                    if let Some(row) = of.surrender {
                        offer(Act::Surrender, settle(row, lane));
                    }
                    let (act, value) = best;
                    if value - second <= optimum.round.contested && possible[lane] {
                        open.push((lane, Open { place: At::Stage(stage, class), size, at }));
                    }
                    into[lane] = value;
                    if let Some((word, shift)) = act_slot {
                        acts[lane][word] |= encoded(act) << shift;
                    }
                }
            }
        }
        open
    }
}

/// What the primitive rows pay in one lane, beside the sets of a block, under their distributions.
struct Paid<'s, const L: usize> {
    primitives: &'s [Vec<f64>],
    distribution: &'s [Block],
    lane: usize,
    settled: &'s mut [[f64; L]],
}

impl<const L: usize> WithSimd for Paid<'_, L> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { primitives, distribution, lane, settled } = self;
        for (primitive, paid) in primitives.iter().enumerate() {
            let mut value = Block::ZERO;
            for (paid, distribution) in paid.iter().zip(distribution) {
                value.0.iter_mut().zip(distribution.0).for_each(|(value, distribution)| *value += paid * distribution);
            }
            for (settled, value) in settled.chunks_exact_mut(primitives.len()).zip(value.0) {
                settled[primitive][lane] = value;
            }
        }
    }
}
