//! Sets of cards whose distributions are kept.

use cards::Value;
use rules::Game;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::arithmetic::card_set::CardSet;
use crate::compiled::decisions::Options;
use crate::compiled::hands::{Hand, Hands};
use crate::compiled::settlement::HandPlace;
use crate::compiled::split_plan::SplitPlan;
use crate::dealer::set_families::AceFamilies;

/// Sets of cards beside which the dealer's distributions are asked for, the same for all up cards.
#[derive(Debug, Default)]
pub(crate) struct CachedSets {
    /// Those whose distributions are wanted in floats, in their order, and then the others in theirs.
    pub(super) sets: Vec<CardSet>,
    pub(super) floats: usize,
    pub(super) index: FxHashMap<CardSet, u32>,
    /// If they are asked for with many shoes.
    pub(super) aces: Option<AceFamilies>,
}

impl CachedSets {
    /// Those whose distributions are wanted in floats, and others.
    pub(crate) fn new(mut floats: Vec<CardSet>, mut others: Vec<CardSet>) -> Self {
        floats.sort_unstable();
        floats.dedup();
        others.sort_unstable();
        others.dedup();
        others.retain(|key| floats.binary_search(key).is_err());
        let number = floats.len();
        let sets = [floats, others].concat();
        let index = sets.iter().zip(0..).map(|(&key, position)| (key, position)).collect();
        Self { sets, floats: number, index, aces: None }
    }

    /// Those whose distributions are wanted in floats, in order.
    pub(crate) fn in_floats(&self) -> &[CardSet] {
        &self.sets[..self.floats]
    }

    /// Cards of the largest.
    pub(crate) fn longest(&self) -> u32 {
        self.sets.iter().map(|cards| cards.size()).max().unwrap_or(0)
    }

    /// Those that are wanted in floats with many shoes: what is shared then pays for being compiled.
    pub(crate) fn of_many_shoes(floats: Vec<CardSet>) -> Self {
        Self { aces: Some(AceFamilies::default()), ..Self::new(floats, Vec::new()) }
    }
}

/// Every set of cards that one player hand can have removed: the hand itself, and after a split the hand beside as many
/// cards of the pair's value as its [`SplitPlan`] asks for.
pub(crate) fn single_hand_keys(game: &Game, hands: &Hands) -> Vec<CardSet> {
    keys_of(game, hands, true, |_| true)
}

/// The same for some hands alone, and for unsplit hands alone if `after_split` is false.
pub(crate) fn keys_of(
    game: &Game,
    hands: &Hands,
    after_split: bool,
    is_asked_for: impl Fn(&Hand) -> bool,
) -> Vec<CardSet> {
    let mut most_extra: FxHashMap<u8, u32> = FxHashMap::default();
    let mut extra = |hands| *most_extra.entry(hands).or_insert_with(|| SplitPlan::new(hands).most_extra());
    let mut keys: FxHashSet<CardSet> = FxHashSet::default();
    for (_, hand) in hands.iter().filter(|(_, hand)| hand.size >= 2 && is_asked_for(hand)) {
        keys.insert(hand.cards);
        let Some(split) = game.split.as_ref().filter(|_| after_split) else { continue };
        for value in (0..Value::COUNT).filter(|&value| hand.cards.count(value) > 0) {
            if hand.size == 2 || !Options::split(game, value, HandPlace::First).one_card {
                let mut beside = hand.cards;
                for _ in 0..=extra(split.most_hands(value)) {
                    beside = beside + CardSet::one(value);
                    keys.insert(beside);
                }
            }
        }
    }
    let mut keys: Vec<CardSet> = keys.into_iter().collect();
    keys.sort_unstable();
    keys
}
