//! The best play of a round, as it is kept: two bits a decision.

use std::sync::atomic::AtomicUsize;

use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::Act;
use crate::compiled::settlement::{Doubling, Settlement};
use crate::dealer::cache::DealerCache;
use crate::perfect::graph::{EntryId, StageId};
use crate::perfect::hand_classes::{HandClassId, HandClasses};
use crate::perfect::reach::{Layer, Reach, SLOTS};
use crate::perfect::rows::Rows;

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
pub(super) struct OpenDecision {
    pub(super) place: At,
    /// Cards gone.
    pub(super) size: usize,
    /// Among the sets of so many cards.
    pub(super) at: usize,
    /// What may be best.
    pub(super) acts: ActSet,
}

/// Some acts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct ActSet(u8);

impl ActSet {
    pub(super) fn of(acts: impl IntoIterator<Item = Act>) -> Self {
        Self(acts.into_iter().fold(0, |set, act| set | 1 << encoded(act)))
    }

    pub(super) fn contains(self, act: Act) -> bool {
        self.0 >> encoded(act) & 1 > 0
    }

    /// In the order of ties.
    pub(super) fn iter(self) -> impl Iterator<Item = Act> {
        (0..4).filter(move |bits| self.0 >> bits & 1 > 0).map(decoded)
    }
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
type PackedActs = Vec<u64>;

/// The best play under one up card and signal.
pub(super) struct BestPlay {
    /// By stage, then by number of cards.
    pub(super) levels: Vec<Vec<PackedActs>>,
    /// By entry, then by number of cards, whether a pair is split beside each set of them.
    pub(super) splits: Vec<Vec<Vec<bool>>>,
}

impl BestPlay {
    pub(super) fn new(round: &Round<'_>) -> Self {
        Self { levels: by_size(&round.reach.levels), splits: by_size(&round.reach.starts) }
    }

    /// The acts of one level that is listed.
    pub(super) fn level<'p>(&'p self, round: &Round<'p>, stage: StageId, size: usize) -> LevelActs<'p> {
        LevelActs { round: *round, level: &round.reach.levels[stage][size], words: &self.levels[stage][size] }
    }

    /// Whether the pair that comes of an entry beside a set of cards is split.
    pub(super) fn splits(&self, entry: EntryId, size: usize, at: usize) -> bool {
        self.splits[entry].get(size).and_then(|splits| splits.get(at)).is_some_and(|&splits| splits)
    }

    pub(super) fn set(&mut self, reach: &Reach, open: OpenDecision, act: Act) {
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
    level: &'p Layer,
    words: &'p [u64],
}

impl LevelActs<'_> {
    /// The act on a hand class that can be in play beside a set of cards; a class without a choice stands, or else draws.
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

    /// Whether a hand of this class that has been doubled is given up; `None` if floats leave it open.
    pub(super) fn gives_up(&self, doubling: Doubling, at: usize, class: HandClassId) -> Option<bool> {
        let sets = &self.round.reach.sets;
        let of_set = sets.get(self.level.classes[at]);
        let slot = self.level.slots[at] as usize + sets.given_up_slot(of_set, class, doubling)?;
        match self.words[slot / SLOTS] >> (2 * (slot % SLOTS)) & 3 {
            KEPT => Some(false),
            GIVEN_UP => Some(true),
            _ => None,
        }
    }
}

/// Nothing yet, by stage or entry and then by number of cards, as many as there are.
pub(super) fn by_size<T, U: Default>(lists: &[Vec<T>]) -> Vec<Vec<U>> {
    lists.iter().map(|sizes| sizes.iter().map(|_| U::default()).collect()).collect()
}

/// What becomes of a doubled hand; a third number if floats leave it open.
pub(super) const KEPT: u64 = 0;
pub(super) const GIVEN_UP: u64 = 1;
pub(super) const OPEN: u64 = 2;

pub(super) fn encoded(act: Act) -> u64 {
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
pub(super) trait Arbiter<const L: usize>: Sync {
    /// What is best of each of these decisions, in their order, in the lanes that they come with. None of them may come after another in a round.
    ///
    /// # Errors
    /// [`SolveError`] if the shoe can run out.
    fn decide(&self, plays: &[BestPlay; L], open: &[(usize, OpenDecision)]) -> Result<Vec<Act>, SolveError>;
}
