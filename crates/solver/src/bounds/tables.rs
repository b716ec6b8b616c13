//! The dealer's laws in floats with all kinds of known cards gone.

use std::sync::Arc;

use cards::Value;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::Removed;
use crate::dealer::cache::{Keys, UpTable};
use crate::hand::signal_case::Case;

/// One up card's tables, by the cards gone.
pub(super) struct Tables {
    made: FxHashMap<Removed, UpTable>,
}

impl Tables {
    /// With each of these sets gone, the laws beside each of these hands; sets that cannot be gone are left out.
    pub(super) fn new(up: &UpTable, sets: impl IntoIterator<Item = Removed>, hands: &[Removed]) -> Self {
        let mut sets: Vec<Removed> = sets.into_iter().filter(|&set| up.is_feasible(set)).collect();
        sets.sort_unstable();
        sets.dedup();
        let hands = Arc::new(Keys::new(hands.to_vec(), Vec::new()));
        let made = sets.into_par_iter().map(|set| (set, up.beside(set, &hands)));
        Self { made: made.collect() }
    }

    /// The sets of cards gone.
    pub(super) fn gone(&self) -> impl Iterator<Item = Removed> {
        self.made.keys().copied()
    }

    /// A case with cards gone, if they can be.
    pub(super) fn case<'a>(&'a self, case: Case<'a>, gone: Removed) -> Option<Case<'a>> {
        self.made.get(&gone).map(|up| Case { up, ..case })
    }
}

/// A set, and the same with one card more, whichever it is.
pub(super) fn with_one_more(gone: Removed) -> impl Iterator<Item = Removed> {
    std::iter::once(gone).chain((0..Value::COUNT).map(move |card| gone + Removed::one(card)))
}
