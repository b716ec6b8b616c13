//! Ways that lead to all states with one number of cards gone.

use cards::Value;

use crate::arithmetic::buffer_pool::{Array, BufferPool};
use crate::perfect::graph::{EntryId, StageId};
use crate::perfect::reach::{Layer, Reach};
use crate::perfect::settled_sets::OrderCount;

/// Gives whether the sum is too great.
#[inline]
pub(super) fn add<W: OrderCount>(to: &mut W, ways: W) -> bool {
    let overflowed;
    (*to, overflowed) = to.plus(ways);
    overflowed
}

/// The ways that lead to all states with one number of cards gone.
pub(super) struct SizeWays<W> {
    /// By entry, then by set of cards; empty where none has been come to.
    pub(super) starts: Vec<Array<W>>,
    /// By stage, where the ways of its hands are: by set of cards, where its classes begin, and where the last set's end; empty where none has
    /// been come to.
    pub(super) hands: Vec<Array<usize>>,
    /// Of the hands of all stages, in the order in which these are come to.
    pub(super) ways: Vec<W>,
    /// By place of a set of cards among all, then by primitive row, and last for wagers added: ways times multiples.
    pub(super) settled: Vec<W>,
    /// Whether some number was too great.
    pub(super) overflowed: bool,
}

#[derive(Default)]
pub(super) struct BufferPools<W> {
    pub(super) starts: BufferPool<W>,
    pub(super) offsets: BufferPool<usize>,
}

/// No ways yet beside the sets of cards of one size that an entry can be come to beside.
pub(super) fn starts<W: OrderCount>(
    spare: &mut BufferPools<W>,
    reach: &Reach,
    (entry, size): (EntryId, usize),
) -> Array<W> {
    spare.starts.filled(reach.starts(entry, size).len(), W::NONE)
}

impl<W: OrderCount> SizeWays<W> {
    /// No ways yet, in these arrays of ways of hands and of what is settled.
    pub(super) fn new(reach: &Reach, size: usize, columns: usize, [mut ways, mut settled]: [Vec<W>; 2]) -> Self {
        ways.clear();
        settled.clear();
        settled.resize(reach.sets_of_size(size).len() * columns, W::NONE);
        let starts = reach.graph.entries.iter().map(|_| Array::default()).collect();
        let hands = reach.graph.stages.iter().map(|_| Array::default()).collect();
        Self { starts, hands, ways, settled, overflowed: false }
    }

    /// Adds ways in which an entry is come to beside its set of cards at this place. `none` gives an array of no ways for all its sets.
    #[inline]
    pub(super) fn add_start(&mut self, entry: EntryId, at: usize, ways: W, none: impl FnOnce() -> Array<W>) {
        let starts = &mut self.starts[entry];
        if starts.is_empty() {
            *starts = none();
        }
        self.overflowed |= add(&mut starts[at], ways);
    }

    /// Makes room for the hands of a stage's level, if that has not been done.
    #[inline]
    pub(super) fn open(&mut self, reach: &Reach, (stage, level): (StageId, &Layer), spare: &mut BufferPools<W>) {
        let offsets = &mut self.hands[stage];
        if offsets.is_empty() {
            *offsets = spare.offsets.any(level.keys.len() + 1, 0);
            let end = level.fill_offsets(&reach.sets, self.ways.len(), offsets);
            self.ways.resize(end, W::NONE);
        }
    }

    /// Brings a hand of a stage's level, which is open, into play beside its set of cards at this place.
    #[inline]
    pub(super) fn add_hand(&mut self, stage: StageId, (at, position): (usize, usize), ways: W) {
        self.overflowed |= add(&mut self.ways[self.hands[stage][at] + position], ways);
    }

    /// Adds ways times a multiple to a column beside a set of cards.
    #[inline]
    pub(super) fn settle(&mut self, place: usize, times: i64, ways: W) {
        let (product, overflowed) = ways.times(times);
        self.overflowed |= overflowed | add(&mut self.settled[place], product);
    }
}

/// Hands that can bust, beside one set of cards and before it is settled what they lose.
pub(super) struct Busts<W> {
    pub(super) any: bool,
    /// By bust row, then by the lowest card that busts: ways times multiples.
    pub(super) lost: [[W; Value::COUNT]; 3],
    /// By the lowest card that busts: ways in which the card is seen.
    pub(super) seen: [W; Value::COUNT],
}

impl<W: OrderCount> Busts<W> {
    #[inline]
    pub(super) fn new() -> Self {
        Self { any: false, lost: [[W::NONE; Value::COUNT]; 3], seen: [W::NONE; Value::COUNT] }
    }

    /// A bust row with its multiple. Gives whether some number is too great.
    #[inline]
    pub(super) fn note(&mut self, (which, times): (usize, i64), first_bust: usize, ways: W, seen: bool) -> bool {
        self.any = true;
        let (lost, overflowed) = ways.times(times);
        let overflowed = overflowed | add(&mut self.lost[which][first_bust], lost);
        overflowed | (seen && add(&mut self.seen[first_bust], ways))
    }
}
