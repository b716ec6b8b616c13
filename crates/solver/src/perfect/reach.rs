//! Every set of cards that can be gone while hands are played, by the hand in play and what is to come.
//!
//! Hands are played one after another, and what a finished hand is worth is banked when it is finished. So a hand in play
//! meets no more of the round than the cards gone and what is to come: a [`Stage`](super::graph::Stage). Within
//! a stage the cards are ordered by their number and then by their packed counts. Adding one card of a value keeps that order, so
//! the sets after one more card are found by walking along two sorted lists.

pub(super) mod walk;

use cards::{Composition, Value};
use rayon::prelude::*;
use rules::Game;

use self::walk::{Entered, KeyPart, merge, union};
pub(super) use self::walk::{Walk, between, parts};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::perfect::graph::{Coming, EntryId, Graph, StageId, StageOrEntry};
use crate::perfect::hand_class_sets::{HandClassSet, HandClassSets, SetId};
use crate::perfect::hand_classes::{HandClassId, HandClasses, Next};
use crate::perfect::limits::{MOST_HELD, double_card_is_hidden};

/// Most sets of cards, stage by stage, that are listed: they take 16 bytes each, and as many more for each up card and signal.
const MOST_SETS: usize = 400_000_000;

/// Bytes that the tables of a solution take at their largest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// All that is listed.
    shared: usize,
    /// Of each up card and signal: all acts.
    acts: usize,
    /// Of each that is valued side by side: the values of two numbers of cards.
    valued: usize,
    /// Of each that is counted at the same time: as many ways, and what is settled and not yet summed.
    counted: usize,
}

impl Memory {
    /// With so many up cards and signals side by side, of which some are counted at a time.
    pub(super) fn of(self, lanes: usize, counted: usize) -> usize {
        self.shared + lanes * self.acts + (lanes * self.valued).max(lanes.min(counted) * self.counted)
    }
}

/// What can be gone of one number of cards.
#[derive(Default, Debug)]
pub(super) struct Layer {
    /// In ascending order.
    pub(super) keys: Vec<CardSet>,
    /// By set, its place in the level of [`Graph::LAST`]; empty for that one.
    places: Vec<u32>,
    /// HandClasses of hands that can be in play with these cards gone.
    pub(super) classes: Vec<SetId>,
    /// Where the slots of their decisions begin: those of a task's sets with a word of their own.
    pub(super) slots: Vec<u32>,
    /// Words of all slots.
    pub(super) words: usize,
}

/// Decisions that a word holds, two bits each.
pub(super) const SLOTS: usize = u64::BITS as usize / 2;

/// Sets of cards that one task values; few in tests, so that small shoes take many tasks.
pub(super) const CHUNK: usize = if cfg!(test) { 8 } else { 4096 };

/// Numbers of orders are planned for in 128 bits from so many cards gone on. In the games that are here they leave 64 bits from 32 on, if at all.
const WIDE_FROM: usize = 30;

/// All that can be gone.
pub(super) struct Reach {
    pub(super) graph: Graph,
    /// By stage, then by number of cards. Those of [`Graph::LAST`] have every set of cards that one of another stage has, though perhaps
    /// without hands.
    pub(super) levels: Vec<Vec<Layer>>,
    /// By entry, then by number of cards: the cards gone when it is come to, in ascending order.
    pub(super) starts: Vec<Vec<Vec<CardSet>>>,
    /// By stage, its entries.
    pub(super) entries: Vec<Vec<EntryId>>,
    pub(super) sets: HandClassSets,
    /// By number of cards: hands in play beside sets of so many, over all stages.
    hands: Vec<usize>,
}

impl Reach {
    /// Everything that can come of these entries with these cards gone, whatever is done.
    ///
    /// # Errors
    /// [`SolveError::PerfectUnsolved`] if that is more than [`MOST_SETS`] sets of cards.
    pub(super) fn new(
        game: &Game,
        classes: &HandClasses,
        shoe: &Composition,
        graph: Graph,
        roots: &[(EntryId, CardSet)],
    ) -> Result<Self, SolveError> {
        let shoe: [u32; Value::COUNT] = shoe.counts().map(u32::from);
        let mut entries = vec![Vec::new(); graph.stages.len()];
        graph.entries.iter().zip(0..).for_each(|(entry, id)| entries[entry.stage].push(id));
        let mut reach = Self {
            levels: graph.stages.iter().map(|_| Vec::new()).collect(),
            starts: graph.entries.iter().map(|_| Vec::new()).collect(),
            entries,
            sets: HandClassSets::new(classes, !double_card_is_hidden(game)),
            graph,
            hands: Vec::new(),
        };
        let mut roots = roots.to_vec();
        roots.sort_unstable();
        for (entry, cards) in roots {
            reach.add_starts(entry, cards.size() as usize, vec![cards]);
        }
        let mut sets = 0;
        for at in 0..reach.graph.order.len() {
            match reach.graph.order[at] {
                StageOrEntry::Entry(entry) => reach.split(&shoe, entry),
                StageOrEntry::Stage(stage) => {
                    let entered = reach.entries[stage].iter().map(|&entry| reach.starts[entry].len() + 1).max();
                    let mut size = 0;
                    while size < entered.unwrap_or(0)
                        || reach.levels[stage].last().is_some_and(|last| !last.keys.is_empty())
                    {
                        let level = reach.add_level(classes, &shoe, stage, size);
                        sets += level.keys.len();
                        if sets > MOST_SETS || level.words > u32::MAX as usize / SLOTS {
                            return Err(SolveError::PerfectUnsolved(format!(
                                "more than {} million sets of cards",
                                MOST_SETS / 1_000_000
                            )));
                        }
                        size += 1;
                    }
                }
            }
        }
        reach.place();
        reach.sets.close();
        reach.hands = vec![0; reach.sizes()];
        for (size, level) in reach.levels.iter().flat_map(|levels| levels.iter().enumerate()) {
            reach.hands[size] += level.hands(&reach.sets);
        }
        Ok(reach)
    }

    /// Completes the levels of the last stage, and finds the sets of all others there.
    fn place(&mut self) {
        let sizes = self.levels.iter().map(Vec::len).max().unwrap_or(0);
        let mut all = std::mem::take(&mut self.levels[Graph::LAST]);
        all.resize_with(sizes, Layer::default);
        let none = self.sets.id(HandClassSet::NONE);
        let (levels, sets) = (&self.levels, &self.sets);
        all.par_iter_mut().enumerate().for_each(|(size, all)| {
            let mut missing: Vec<CardSet> = Vec::new();
            for level in levels.iter().filter_map(|levels| levels.get(size)) {
                let mut walk = Walk::new(&all.keys, CardSet::NONE);
                missing.extend(level.keys.iter().filter(|&&key| walk.find_far(key).is_none()));
            }
            if !missing.is_empty() {
                missing.sort_unstable();
                missing.dedup();
                *all = std::mem::take(all).with(sets, &missing, none);
            }
        });
        let others = self.levels.par_iter_mut().flat_map(|levels| levels.par_iter_mut().enumerate());
        others.for_each(|(size, level)| {
            let mut walk = Walk::new(&all[size].keys, CardSet::NONE);
            level.places = level.keys.iter().filter_map(|&key| walk.find_far(key)).map(|place| place as u32).collect();
        });
        self.levels[Graph::LAST] = all;
    }

    /// Sets of cards gone when a hand is in play, and the hands that can be, those that have just come into play included.
    pub(super) fn states(&self) -> (usize, usize) {
        let levels = || self.levels.iter().flatten();
        let starts: usize = self.starts.iter().flatten().map(Vec::len).sum();
        (levels().map(|level| level.keys.len()).sum(), self.hands.iter().sum::<usize>() + starts)
    }

    /// What the tables of a solution take, with so many primitive rows.
    pub(super) fn memory(&self, primitives: usize) -> Memory {
        let mut memory = Memory { shared: 0, acts: 0, valued: 0, counted: MOST_HELD };
        let mut sets = vec![0; self.sizes() + 1];
        for (size, level) in self.levels.iter().flat_map(|levels| levels.iter().enumerate()) {
            memory.shared += level.keys.len() * (size_of::<CardSet>() + size_of::<SetId>() + size_of::<u32>());
            memory.shared += level.places.len() * size_of::<u32>();
            memory.acts += level.words * size_of::<u64>();
            sets[size] += level.keys.len();
        }
        // What comes into play with as many cards and with one more: its value, and apart from it that of a pair which may be split.
        let (mut starting, mut pairs) = (vec![0; self.sizes() + 1], vec![0; self.sizes() + 1]);
        for (entry, starts) in self.graph.entries.iter().zip(&self.starts) {
            for (size, starts) in starts.iter().map(Vec::len).enumerate() {
                memory.shared += starts * size_of::<CardSet>();
                memory.acts += starts * size_of::<bool>();
                starting[size] += starts;
                pairs[size] += if entry.split.is_some() { starts } else { 0 };
            }
        }
        let most = |of: &[usize]| of.windows(2).map(|two| two[0] + two[1]).max().unwrap_or(0);
        memory.shared += most(&sets) * size_of::<usize>();
        memory.valued +=
            (self.values(primitives).iter().sum::<usize>() + most(&starting) + most(&pairs)) * size_of::<f64>();
        let counted = |from: usize| {
            let starting = starting.get(from..).map_or(0, most);
            self.values_from(primitives + 1, from).iter().sum::<usize>() + starting
        };
        memory.counted += (counted(0) * size_of::<i64>()).max(counted(WIDE_FROM) * size_of::<i128>());
        memory.counted += most(&sets) * size_of::<usize>();
        memory
    }

    /// Hands in play beside sets of cards, over all stages, and primitive rows beside all sets: the most with one number of cards gone, among
    /// even numbers and among odd ones.
    pub(super) fn values(&self, primitives: usize) -> [usize; 2] {
        self.values_from(primitives, 0)
    }

    /// The same with so many cards gone or more, an even number.
    fn values_from(&self, primitives: usize, from: usize) -> [usize; 2] {
        let of_size = |size| self.hands_of_size(size) + self.sets_of_size(size).len() * primitives;
        [from, from + 1].map(|first| (first..self.sizes()).step_by(2).map(of_size).max().unwrap_or(0))
    }

    /// Hands in play beside sets of so many cards, over all stages.
    pub(super) fn hands_of_size(&self, size: usize) -> usize {
        self.hands.get(size).copied().unwrap_or(0)
    }

    /// One more than the most cards gone.
    pub(super) fn sizes(&self) -> usize {
        let levels = self.levels.iter().map(Vec::len);
        levels.chain(self.starts.iter().map(Vec::len)).max().unwrap_or(0)
    }

    /// All sets of so many cards that can be gone while a hand is in play, in ascending order.
    pub(super) fn sets_of_size(&self, size: usize) -> &[CardSet] {
        self.level(Graph::LAST, size).map_or(&[], |level| &level.keys)
    }

    pub(super) fn level(&self, stage: StageId, size: usize) -> Option<&Layer> {
        self.levels[stage].get(size)
    }

    /// The cards gone, of so many, when an entry is come to.
    pub(super) fn starts(&self, entry: EntryId, size: usize) -> &[CardSet] {
        self.starts[entry].get(size).map_or(&[], |starts| starts)
    }

    fn add_starts(&mut self, entry: EntryId, size: usize, starts: Vec<CardSet>) {
        if starts.is_empty() {
            return;
        }
        let sizes = &mut self.starts[entry];
        if sizes.len() <= size {
            sizes.resize_with(size + 1, Vec::new);
        }
        sizes[size] = union(&sizes[size], &starts);
    }

    /// Follows an entry to what comes of splitting.
    fn split(&mut self, shoe: &[u32; Value::COUNT], entry: EntryId) {
        let Some(split) = self.graph.entries[entry].split else { return };
        for size in 0..self.starts[entry].len() {
            match self.graph.entries[entry].coming {
                Coming::Hand(_) => self.add_starts(split, size, self.starts[entry][size].clone()),
                Coming::Card(value) => {
                    let beside = self.starts[entry][size].iter().filter(|start| start.count(value) < shoe[value]);
                    let starts = beside.map(|&start| start + CardSet::one(value)).collect();
                    self.add_starts(split, size + 1, starts);
                }
            }
        }
    }

    /// What comes into play at a level of a stage by its entries, in order.
    fn entered(&self, classes: &HandClasses, shoe: &[u32; Value::COUNT], stage: StageId, size: usize) -> Entered {
        let mut coming: Vec<(&[CardSet], CardSet, HandClassId)> = Vec::new();
        for &entry in &self.entries[stage] {
            match self.graph.entries[entry].coming {
                Coming::Hand(class) => coming.push((self.starts(entry, size), CardSet::NONE, class)),
                Coming::Card(value) => {
                    let before = size.checked_sub(1).map_or(&[][..], |before| self.starts(entry, before));
                    let drawn = classes.starts(value).into_iter().enumerate().filter_map(|(card, next)| match next {
                        Next::HandClass(class) => Some((before, CardSet::one(card), class)),
                        Next::Bust | Next::Never => None,
                    });
                    coming.extend(drawn);
                }
            }
        }
        let entered = coming.into_par_iter().filter(|(starts, ..)| !starts.is_empty()).map(|(starts, drawn, class)| {
            let fits =
                |key: &CardSet| (0..Value::COUNT).all(|card| drawn.count(card) == 0 || key.count(card) <= shoe[card]);
            let keys: Vec<CardSet> = starts.iter().map(|&start| start + drawn).filter(fits).collect();
            let sets = vec![HandClassSet::one(class); keys.len()];
            (keys, sets)
        });
        entered.reduce(Default::default, merge)
    }

    /// Adds the next level of a stage: what comes of the last by one card, and what comes into play. Follows the hands of both out of play.
    fn add_level(&mut self, classes: &HandClasses, shoe: &[u32; Value::COUNT], stage: StageId, size: usize) -> &Layer {
        let entered = self.entered(classes, shoe, stage, size);
        let before = self.levels[stage].pop().unwrap_or_default();
        let parts: Vec<KeyPart> = parts(before.keys.iter().copied(), CHUNK)
            .into_par_iter()
            .map(|bounds| KeyPart::new(&self.sets, &before, shoe, &entered, bounds))
            .collect();
        if size > 0 {
            self.levels[stage].push(before);
        }
        let after = self.graph.stages[stage];
        for (after, of) in
            [(after.after_live, KeyPart::doubled as fn(&KeyPart) -> &[CardSet]), (after.after_bust, KeyPart::busted)]
        {
            if let Some(after) = after {
                self.add_starts(after, size, parts.iter().map(of).collect::<Vec<_>>().concat());
            }
        }
        let ids: Vec<Vec<SetId>> =
            parts.iter().map(|part| part.sets.list.iter().map(|&set| self.sets.id(set)).collect()).collect();
        let of_keys =
            parts.par_iter().zip(&ids).flat_map_iter(|(part, ids)| part.ids.iter().map(|&id| ids[id as usize]));
        let level = Layer::new(
            &self.sets,
            parts.iter().map(|part| &part.keys[..]).collect::<Vec<_>>().concat(),
            of_keys.collect(),
        );
        let with = |classes: HandClassSet| -> Vec<CardSet> {
            let level = level.keys.iter().zip(&level.classes);
            level.filter(|&(_, &set)| self.sets.get(set).meets(classes)).map(|(&key, _)| key).collect()
        };
        let ended = [(after.after_live, with(self.sets.ends)), (after.after_bust, with(self.sets.busted))];
        for (after, starts) in ended {
            if let Some(after) = after {
                self.add_starts(after, size, starts);
            }
        }
        self.levels[stage].push(level);
        &self.levels[stage][size]
    }
}

impl Layer {
    fn new(sets: &HandClassSets, keys: Vec<CardSet>, classes: Vec<SetId>) -> Self {
        let mut slots = Vec::with_capacity(keys.len());
        let mut taken = 0_usize;
        for (at, &set) in classes.iter().enumerate() {
            if at % CHUNK == 0 {
                taken = taken.next_multiple_of(SLOTS);
            }
            // Levels of more slots than 32 bits tell are refused: see `Reach::new`.
            slots.push(taken as u32);
            taken += sets.slots(sets.get(set));
        }
        Self { keys, places: Vec::new(), classes, slots, words: taken.div_ceil(SLOTS) }
    }

    /// Takes up more sets of cards, in ascending order, each with these hands.
    fn with(self, sets: &HandClassSets, more: &[CardSet], hands: SetId) -> Self {
        let mut of_keys: Vec<(CardSet, SetId)> = self.keys.into_iter().zip(self.classes).collect();
        of_keys.extend(more.iter().map(|&key| (key, hands)));
        // Two sorted runs, which a stable sort merges.
        of_keys.sort_by_key(|&(key, _)| key);
        let (keys, classes) = of_keys.into_iter().unzip();
        Self::new(sets, keys, classes)
    }

    /// The place of a set among all of its size.
    pub(super) fn place(&self, at: usize) -> usize {
        self.places.get(at).map_or(at, |&place| place as usize)
    }

    /// The hands in play beside all sets.
    fn hands(&self, sets: &HandClassSets) -> usize {
        self.classes.iter().map(|&set| sets.get(set).len()).sum()
    }

    /// Where each set's hand classes begin, the first's at a place, and where the last set's end; gives that end.
    pub(super) fn fill_offsets(&self, sets: &HandClassSets, begin: usize, offsets: &mut [usize]) -> usize {
        let mut end = begin;
        for (offset, &set) in offsets.iter_mut().zip(&self.classes) {
            *offset = end;
            end += sets.get(set).len();
        }
        offsets[self.classes.len()] = end;
        end
    }
}
