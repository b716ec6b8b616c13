//! All that can come about in a round, listed and ready to be valued.

use std::sync::atomic::AtomicUsize;

use cards::{Composition, Value};
use rules::Game;

use super::best_play::Round;
use super::graph::{EntryId, Graph};
use super::hand_class_sets::{MOST_HAND_CLASSES, TOO_MANY_KINDS};
use super::hand_classes::HandClasses;
use super::limits::{COUNTED, LANES};
use super::reach::{Memory, Reach};
use super::rows::Rows;
use super::values::SplitSize;
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::walk::CompiledRules;

/// Bytes of the tables of [`Memory`].
const MOST_MEMORY: usize = 20 << 30;

/// The states of a round, with what settles its hands.
pub(super) struct States<'a> {
    pub(super) table: CompiledRules<'a>,
    pub(super) classes: HandClasses,
    pub(super) reach: Reach,
    /// Two values closer than this are compared exactly.
    pub(super) contested: f64,
    rows: Rows,
    wide_from: AtomicUsize,
}

/// Rounds to be valued.
pub(super) struct Rounds {
    pub(super) graph: Graph,
    /// The entries that they begin with, with the cards then gone.
    pub(super) begin: Vec<(EntryId, CardSet)>,
    /// Of one round.
    pub(super) most_hands: u32,
}

impl<'a> States<'a> {
    /// All that can come of these rounds.
    ///
    /// # Errors
    /// [`SolveError::PerfectUnsolved`] if there are too many hand classes or sets of cards.
    pub(super) fn new(
        game: &Game,
        table: CompiledRules<'a>,
        shoe: &Composition,
        classes: HandClasses,
        Rounds { graph, begin, most_hands }: Rounds,
    ) -> Result<Self, SolveError> {
        if classes.list.len() > MOST_HAND_CLASSES {
            return Err(SolveError::PerfectUnsolved(TOO_MANY_KINDS.to_owned()));
        }
        let rows = Rows::new(table.settlement, &classes, &graph.stages);
        let reach = Reach::new(game, &classes, shoe, graph, &begin)?;
        // The bound of `Settlement::contested` is for two hands, and grows with their number.
        let contested = f64::from(most_hands.div_ceil(2)) * table.settlement.contested();
        Ok(Self { table, classes, reach, contested, rows, wide_from: AtomicUsize::new(usize::MAX) })
    }

    pub(super) fn round(&self) -> Round<'_> {
        let Self { table, classes, reach, contested, rows, wide_from } = self;
        Round { classes, reach, settlement: table.settlement, rows, contested: *contested, wide_from }
    }

    /// How much there is to value for so many cases.
    pub(super) fn size(&self, pairs: Vec<Value>, cases: usize) -> SplitSize {
        let (compositions, states) = self.reach.states();
        let lanes = self.lanes(cases);
        let bytes = self.memory().of(lanes, self.counted(lanes));
        SplitSize { pairs, cases, hand_classes: self.classes.list.len(), compositions, states, bytes }
    }

    /// Of so many cases, how many are valued side by side: not all where their tables would not fit in memory.
    pub(super) fn lanes(&self, cases: usize) -> usize {
        let memory = self.memory();
        let most = (1..=LANES).rev().find(|&lanes| memory.of(lanes, COUNTED) <= MOST_MEMORY).unwrap_or(1);
        cases.div_ceil(cases.div_ceil(most).max(1)).max(1)
    }

    /// Of so many valued side by side, how many are counted at a time: all if that fits in memory, because the last of some others has the processors to
    /// itself.
    pub(super) fn counted(&self, lanes: usize) -> usize {
        let memory = self.memory();
        (COUNTED..=lanes).rev().find(|&counted| memory.of(lanes, counted) <= MOST_MEMORY).unwrap_or(COUNTED)
    }

    fn memory(&self) -> Memory {
        self.reach.memory(self.rows.primitives.len())
    }
}
