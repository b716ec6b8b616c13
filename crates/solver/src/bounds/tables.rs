//! The dealer's distributions in floats with all kinds of known cards gone.

use std::sync::Arc;

use cards::Value;
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::dealer::cache::{CachedSets, DealerCache};
use crate::hand::signal_case::SignalCase;
use crate::parallel;

/// One up card's tables, by the cards gone.
pub(super) struct Tables {
    made: FxHashMap<CardSet, DealerCache>,
}

impl Tables {
    /// With each of these sets gone, the distributions beside each of these hands; sets that cannot be gone are left out.
    pub(super) fn new(up: &DealerCache, sets: impl IntoIterator<Item = CardSet>, hands: &[CardSet]) -> Self {
        let mut sets: Vec<CardSet> = sets.into_iter().filter(|&set| up.is_feasible(set)).collect();
        sets.sort_unstable();
        sets.dedup();
        let hands = Arc::new(CachedSets::new(hands.to_vec(), Vec::new()));
        let made = parallel::map(&sets, |&set| (set, up.beside(set, &hands)));
        Self { made: made.into_iter().collect() }
    }

    /// The sets of cards gone.
    pub(super) fn gone(&self) -> impl Iterator<Item = CardSet> {
        self.made.keys().copied()
    }

    /// A case with cards gone, if they can be.
    pub(super) fn case<'a>(&'a self, case: SignalCase<'a>, gone: CardSet) -> Option<SignalCase<'a>> {
        self.made.get(&gone).map(|up| SignalCase { up, ..case })
    }
}

/// A set, and the same with one card more, whichever it is.
pub(super) fn with_one_more(gone: CardSet) -> impl Iterator<Item = CardSet> {
    std::iter::once(gone).chain((0..Value::COUNT).map(move |card| gone + CardSet::one(card)))
}
