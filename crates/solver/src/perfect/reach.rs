//! Every set of cards that can be gone while the hands of a split are played, by the hand in play and the hands to come.
//!
//! Hands are played one after another, and what a finished hand is worth is banked when it is finished. So a hand in play
//! meets no more of the round than the cards gone, the hands that wait with one card each, and the splits left: a *stage*. Within
//! a stage the cards are ordered by their number and then by their packed counts. Adding one card of a value keeps that order, so
//! the sets after one more card are found by walking along two sorted lists.

use cards::{Composition, Value};
use rayon::prelude::*;
use rules::Game;
use rustc_hash::FxHashMap;

use crate::perfect::kinds::{Kind, KindId, Kinds, Next};
use crate::removed::Removed;
use crate::settlement::Spot;

/// Kinds of hands, one bit each.
type KindSet = u128;

/// Most kinds of hands that one split card can grow into.
pub(super) const MOST_KINDS: usize = KindSet::BITS as usize;

/// Position in [`KindSets::list`].
pub(super) type SetId = u32;

/// Kinds of hands that can be in play with the same cards gone. Few such sets are met again and again.
pub(super) struct HandsInPlay {
    pub(super) kinds: Vec<KindId>,
    /// By kind, its position among `kinds`.
    pub(super) position: Vec<u8>,
    /// By card: the positions of the kinds that go on with it, and what they become.
    pub(super) moves: [Vec<(u8, KindId)>; Value::COUNT],
    /// Positions of kinds that may double, and of kinds that can bust unlisted, each with its kind.
    pub(super) doubling: Vec<(u8, KindId)>,
    pub(super) busting: Vec<(u8, KindId)>,
    pub(super) draws: bool,
    next: [KindSet; Value::COUNT],
    /// Whether a hand can be finished, or be a listed bust.
    ends: bool,
    is_bust: bool,
    /// By card: whether it ends a double without a bust, and whether it busts a hand.
    ends_double: [bool; Value::COUNT],
    busts: [bool; Value::COUNT],
}

impl HandsInPlay {
    fn new(kinds: &Kinds, set: KindSet, doubled_is_seen: bool) -> Self {
        let ids: Vec<KindId> = (0..kinds.list.len() as KindId).filter(|&id| set >> id & 1 == 1).collect();
        let mut position = vec![u8::MAX; kinds.list.len()];
        ids.iter().zip(0..).for_each(|(&id, at)| position[usize::from(id)] = at);
        let members = || ids.iter().zip(0..).map(|(&id, at)| (at, id, &kinds.list[usize::from(id)]));
        let of = |is_asked_for: fn(&Kind) -> bool| {
            members().filter(|(_, _, kind)| is_asked_for(kind)).map(|(at, id, _)| (at, id)).collect::<Vec<_>>()
        };
        let moves: [Vec<(u8, KindId)>; Value::COUNT] = std::array::from_fn(|card| {
            let next = members().filter_map(|(at, _, kind)| match kind.next[card] {
                Next::Kind(next) => Some((at, next)),
                Next::Bust | Next::Never => None,
            });
            next.collect()
        });
        Self {
            next: std::array::from_fn(|card| moves[card].iter().fold(0, |set, &(_, next)| set | 1 << next)),
            moves,
            doubling: of(|kind| kind.doubles),
            busting: of(Kind::can_bust),
            draws: members().any(|(_, _, kind)| kind.may_draw),
            ends: members().any(|(_, _, kind)| {
                ((kind.stands || kind.surrenders) && !kind.is_bust) || (kind.doubles && !doubled_is_seen)
            }),
            is_bust: members().any(|(_, _, kind)| kind.is_bust),
            ends_double: std::array::from_fn(|card| {
                doubled_is_seen
                    && members().any(|(_, _, kind)| kind.doubles && matches!(kind.next[card], Next::Kind(_)))
            }),
            busts: std::array::from_fn(|card| members().any(|(_, _, kind)| kind.next[card] == Next::Bust)),
            kinds: ids,
            position,
        }
    }
}

/// All sets of kinds that are met.
#[derive(Default)]
pub(super) struct KindSets {
    pub(super) list: Vec<HandsInPlay>,
    index: FxHashMap<KindSet, SetId>,
}

impl KindSets {
    fn id(&mut self, kinds: &Kinds, set: KindSet, doubled_is_seen: bool) -> SetId {
        *self.index.entry(set).or_insert_with(|| {
            self.list.push(HandsInPlay::new(kinds, set, doubled_is_seen));
            (self.list.len() - 1) as SetId
        })
    }

    pub(super) fn get(&self, id: SetId) -> &HandsInPlay {
        &self.list[id as usize]
    }
}

/// Where a round with a split stands when a hand comes into play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stage {
    /// Hands that still wait with one card, the one in play not counted.
    waiting: u32,
    splits: u32,
    /// Whether no hand before this one is live, where that matters.
    alone: bool,
    pub(super) spot: Spot,
    /// Stages after this hand, live or out of the round; `None` if it is the last.
    pub(super) after_live: Option<usize>,
    pub(super) after_bust: Option<usize>,
    /// The stage if this hand is split again.
    pub(super) resplit: Option<usize>,
}

/// The stages of a split to this many hands, each before those it leads to. The first begins with the split.
pub(super) fn stages(most_hands: u32, looks_for_live_hands: bool, later: Spot) -> Vec<Stage> {
    let mut order: Vec<(u32, u32, bool)> = Vec::new();
    for finished in 0..most_hands {
        for splits in (0..=most_hands.saturating_sub(2)).rev() {
            let Some(waiting) = (most_hands - splits).checked_sub(finished + 1) else { continue };
            order.push((waiting, splits, finished > 0 && looks_for_live_hands));
            if finished > 0 && looks_for_live_hands {
                order.push((waiting, splits, false));
            }
        }
    }
    let find = |waiting: Option<u32>, splits: Option<u32>, alone: bool| {
        order.iter().position(|&stage| (Some(stage.0), Some(stage.1), stage.2) == (waiting, splits, alone))
    };
    let stage = |&(waiting, splits, alone): &(u32, u32, bool)| {
        let first = waiting + splits + 1 == most_hands;
        let fewer = waiting.checked_sub(1);
        Stage {
            waiting,
            splits,
            alone,
            spot: match (first, alone && waiting == 0) {
                (true, _) => Spot::First,
                (false, true) => Spot::Alone,
                (false, false) => later,
            },
            after_live: find(fewer, Some(splits), false),
            after_bust: find(fewer, Some(splits), looks_for_live_hands && (first || alone)),
            resplit: find(Some(waiting + 1), splits.checked_sub(1), alone),
        }
    };
    order.iter().map(stage).collect()
}

/// Bytes that the tables of a solution take at their largest: two levels of values, and all acts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    shared: usize,
    /// Of each up card and signal that is valued side by side.
    each: usize,
}

impl Memory {
    pub(super) fn of(self, lanes: usize) -> usize {
        self.shared + lanes * self.each
    }
}

/// What can be gone of one number of cards.
#[derive(Default, Debug)]
pub(super) struct Level {
    /// In ascending order.
    pub(super) keys: Vec<Removed>,
    /// Kinds of hands that can be in play with these cards gone.
    pub(super) kinds: Vec<SetId>,
    /// Cards gone when a hand with one card comes into play, in ascending order.
    pub(super) starts: Vec<Removed>,
}

/// By stage, then by number of cards.
pub(super) struct Reach {
    pub(super) stages: Vec<Stage>,
    pub(super) levels: Vec<Vec<Level>>,
    pub(super) sets: KindSets,
}

impl Reach {
    /// Everything that a split of two cards of a value can come to, whatever is done.
    pub(super) fn new(game: &Game, kinds: &Kinds, shoe: &Composition, stages: Vec<Stage>) -> Self {
        let shoe: [u32; Value::COUNT] = shoe.counts().map(u32::from);
        let pair = Removed::one(kinds.value) + Removed::one(kinds.value);
        let mut reach = Self { levels: stages.iter().map(|_| Vec::new()).collect(), stages, sets: KindSets::default() };
        reach.add_starts(0, 2, vec![pair]);
        let doubled_is_seen = !crate::perfect::double_card_is_hidden(game);
        for stage in 0..reach.stages.len() {
            let mut size = 0;
            while size < reach.levels[stage].len() {
                reach.leave(kinds, &shoe, stage, size, doubled_is_seen);
                size += 1;
            }
        }
        reach
    }

    /// Sets of cards gone when a hand is in play, and the hands that can be, those with one card included.
    pub(super) fn states(&self) -> (usize, usize) {
        let levels = || self.levels.iter().flatten();
        let hands = |level: &Level| level.kinds.iter().map(|&set| self.sets.get(set).kinds.len()).sum::<usize>();
        (levels().map(|level| level.keys.len()).sum(), levels().map(|level| hands(level) + level.starts.len()).sum())
    }

    /// What the tables of a solution take, with so many primitive rows and words of acts a set of cards.
    pub(super) fn memory(&self, primitives: usize, words: usize) -> Memory {
        let mut memory = Memory { shared: 0, each: 0 };
        let mut most_values = 0;
        for level in self.levels.iter().flatten() {
            let (sets, starts) = (level.keys.len(), level.starts.len());
            let hands: usize = level.kinds.iter().map(|&set| self.sets.get(set).kinds.len()).sum();
            memory.shared += sets * (size_of::<Removed>() + size_of::<SetId>()) + starts * size_of::<Removed>();
            memory.each += sets * words * size_of::<u64>() + starts * (size_of::<f64>() + size_of::<bool>());
            most_values = most_values.max((hands + sets * primitives) * size_of::<f64>());
        }
        memory.each += 2 * most_values;
        memory
    }

    pub(super) fn level(&self, stage: usize, size: usize) -> Option<&Level> {
        self.levels[stage].get(size)
    }

    fn at(&mut self, stage: usize, size: usize) -> &mut Level {
        let levels = &mut self.levels[stage];
        if levels.len() <= size {
            levels.resize_with(size + 1, Level::default);
        }
        &mut levels[size]
    }

    fn add_starts(&mut self, stage: usize, size: usize, starts: Vec<Removed>) {
        if !starts.is_empty() {
            let level = self.at(stage, size);
            level.starts = union(&level.starts, &starts);
        }
    }

    /// Follows every hand of a level by one card, or out of play.
    fn leave(&mut self, kinds: &Kinds, shoe: &[u32; Value::COUNT], stage: usize, size: usize, doubled_is_seen: bool) {
        let Stage { after_live, after_bust, resplit, .. } = self.stages[stage];
        let level = std::mem::take(&mut self.levels[stage][size]);
        let with = |is_asked_for: fn(&HandsInPlay) -> bool| -> Vec<Removed> {
            let level = level.keys.iter().zip(&level.kinds);
            level.filter(|&(_, &set)| is_asked_for(self.sets.get(set))).map(|(&key, _)| key).collect()
        };
        let ended = [(after_live, with(|hands| hands.ends)), (after_bust, with(|hands| hands.is_bust))];
        let drawn: Vec<Drawn> = (0..Value::COUNT)
            .into_par_iter()
            .map(|card| Drawn::new(kinds, &self.sets, &level, card, shoe[card]))
            .collect();
        for (after, starts) in ended {
            if let Some(after) = after {
                self.add_starts(after, size, starts);
            }
        }
        let mut next: (Vec<Removed>, Vec<KindSet>) = Default::default();
        for drawn in drawn {
            next = merge(next, drawn.played);
            for (after, starts) in [(after_live, drawn.doubled), (after_bust, drawn.busted)] {
                if let Some(after) = after {
                    self.add_starts(after, size + 1, starts);
                }
            }
        }
        if !next.0.is_empty() {
            let mut last = None;
            let ids = next.1.iter().map(|&set| match last {
                Some((same, id)) if same == set => id,
                _ => {
                    let id = self.sets.id(kinds, set, doubled_is_seen);
                    last = Some((set, id));
                    id
                }
            });
            let ids = ids.collect();
            let into = self.at(stage, size + 1);
            (into.keys, into.kinds) = (next.0, ids);
        }
        if let Some(resplit) = resplit {
            let beside = level.starts.iter().filter(|start| start.count(kinds.value) < shoe[kinds.value]);
            let starts = beside.map(|&start| start + Removed::one(kinds.value)).collect();
            self.add_starts(resplit, size + 1, starts);
        }
        self.levels[stage][size] = level;
    }
}

/// What one card makes of a level's hands.
struct Drawn {
    played: (Vec<Removed>, Vec<KindSet>),
    /// Cards gone after a double that does not bust.
    doubled: Vec<Removed>,
    busted: Vec<Removed>,
}

impl Drawn {
    fn new(kinds: &Kinds, sets: &KindSets, level: &Level, card: usize, held: u32) -> Self {
        let one = Removed::one(card);
        let mut drawn = Self { played: Default::default(), doubled: Vec::new(), busted: Vec::new() };
        for (&key, &set) in level.keys.iter().zip(&level.kinds) {
            if key.count(card) >= held {
                continue;
            }
            let hands = sets.get(set);
            if hands.next[card] != 0 {
                drawn.played.0.push(key + one);
                drawn.played.1.push(hands.next[card]);
            }
            if hands.ends_double[card] {
                drawn.doubled.push(key + one);
            }
            if hands.busts[card] {
                drawn.busted.push(key + one);
            }
        }
        if let Next::Kind(start) = kinds.starts[card] {
            let starts: Vec<Removed> =
                level.starts.iter().filter(|start| start.count(card) < held).map(|&start| start + one).collect();
            let sets = vec![1 << start; starts.len()];
            drawn.played = merge(drawn.played, (starts, sets));
        }
        drawn
    }
}

fn union(a: &[Removed], b: &[Removed]) -> Vec<Removed> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut at_a, mut at_b) = (0, 0);
    while at_a < a.len() && at_b < b.len() {
        let (x, y) = (a[at_a], b[at_b]);
        all.push(x.min(y));
        at_a += usize::from(x <= y);
        at_b += usize::from(y <= x);
    }
    all.extend_from_slice(&a[at_a..]);
    all.extend_from_slice(&b[at_b..]);
    all
}

/// Two sorted lists of keys with sets as one.
fn merge(a: (Vec<Removed>, Vec<KindSet>), b: (Vec<Removed>, Vec<KindSet>)) -> (Vec<Removed>, Vec<KindSet>) {
    if a.0.is_empty() {
        return b;
    }
    let mut keys = Vec::with_capacity(a.0.len() + b.0.len() / 4);
    let mut sets = Vec::with_capacity(keys.capacity());
    let (mut at_a, mut at_b) = (0, 0);
    while at_a < a.0.len() && at_b < b.0.len() {
        let (x, y) = (a.0[at_a], b.0[at_b]);
        let mut set = 0;
        if x <= y {
            set |= a.1[at_a];
            at_a += 1;
        }
        if y <= x {
            set |= b.1[at_b];
            at_b += 1;
        }
        keys.push(x.min(y));
        sets.push(set);
    }
    keys.extend_from_slice(&a.0[at_a..]);
    sets.extend_from_slice(&a.1[at_a..]);
    keys.extend_from_slice(&b.0[at_b..]);
    sets.extend_from_slice(&b.1[at_b..]);
    (keys, sets)
}
