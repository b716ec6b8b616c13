//! Splits under perfect play that the solvers of one search share.
//!
//! Readings differ in few rows. What splitting a pair is worth depends on the dealer, up card and signal, on the hands that the split can grow into, what may be
//! done with them, what follows what, and on the rows that settle them, as far as the dealer can come to an outcome. All of that is written out as words, which
//! are compared in full. The hands that are not split do not matter: they decide only whether the pair is split.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cards::Value;
use dashmap::DashMap;
use num_rational::BigRational;
use rustc_hash::FxBuildHasher;

use super::graph::{Coming, EntryId, Graph, Stage, StageEntry, StageOrEntry};
use super::hand_classes::{HandClasses, Next, SplitPlace};
use super::rows::HandClassRows;
use super::states::States;
use super::values::PerfectValue;
use crate::arithmetic::card_set::CardSet;
use crate::compiled::identity::{RowsMet, Words};
use crate::compiled::settlement::{Doubling, Settlement};
use crate::zero_memory::shared_values::Shared;

/// Words of identities kept at the most: 64 MiB. What comes after is valued and not kept.
const MOST_WORDS: usize = 1 << 24;

/// What splits of one search are worth, by identity.
#[derive(Debug, Default)]
pub(crate) struct SharedSplits {
    known: DashMap<Box<[u32]>, Arc<KnownSplits>, FxBuildHasher>,
    words: AtomicUsize,
}

/// What the solvers of one search share.
#[derive(Debug, Clone)]
pub(crate) struct SharedSearch {
    pub(crate) values: Shared,
    pub(crate) splits: Arc<SharedSplits>,
}

/// What splitting the pairs of one up card and signal is worth.
#[derive(Debug, Default)]
pub(super) struct KnownSplits {
    /// By value of the pair, in floats, given that it is dealt.
    floats: Vec<(usize, f64)>,
    /// Some pairs together, by their values.
    exact: Vec<(Vec<usize>, PerfectValue)>,
}

impl SharedSplits {
    pub(super) fn get(&self, words: &[u32]) -> Option<Arc<KnownSplits>> {
        self.known.get(words).map(|known| Arc::clone(&known))
    }

    /// Keeps what has been valued, besides what is known already.
    pub(super) fn keep(&self, words: &[u32], mut new: KnownSplits) {
        let before = self.get(words);
        if before.is_none() && self.words.fetch_add(words.len(), Ordering::Relaxed) > MOST_WORDS {
            return;
        }
        for part in before.iter().flat_map(|before| &before.exact) {
            if !new.exact.iter().any(|(values, _)| *values == part.0) {
                new.exact.push(part.clone());
            }
        }
        self.known.insert(words.into(), Arc::new(new));
    }

    /// How many up cards and signals have been valued, each with other rows.
    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }
}

impl KnownSplits {
    pub(super) fn add_float(&mut self, value: usize, worth: f64) {
        self.floats.push((value, worth));
    }

    pub(super) fn add_exact(&mut self, values: Vec<usize>, worth: PerfectValue) {
        self.exact.push((values, worth));
    }

    pub(super) fn float(&self, value: usize) -> Option<f64> {
        self.floats.iter().find(|(pair, _)| *pair == value).map(|&(_, worth)| worth)
    }

    /// What these pairs are worth together, with the square if that is asked for.
    pub(super) fn exact(&self, values: &[usize], squares: bool) -> Option<PerfectValue> {
        let (_, worth) = self.exact.iter().find(|(pairs, _)| pairs == values)?;
        let square: Option<BigRational> = if squares { Some(worth.square.clone()?) } else { None };
        Some(PerfectValue { mean: worth.mean.clone(), square, added: worth.added.clone() })
    }
}

/// The value of a pair, the entry that its split begins with, and its cards.
pub(super) type SplitRoot = (usize, EntryId, CardSet);

/// What the splits of one case are worth: as they are found, or as they were.
pub(super) trait SplitWorth {
    type Error;

    /// Whether squares of results are asked for.
    fn squares(&self) -> bool;

    /// The value of splitting a pair in floats, in settlement units, given that it is dealt.
    fn float(&mut self, root: SplitRoot) -> Result<f64, Self::Error>;

    /// The exact value of splitting these pairs.
    fn exact(&mut self, roots: &[SplitRoot]) -> Result<PerfectValue, Self::Error>;
}

/// What is known of a case.
pub(super) struct RecalledSplits<'k> {
    pub(super) known: &'k KnownSplits,
    pub(super) squares: bool,
}

/// Something is asked that is not known.
pub(super) struct NotKnown;

impl SplitWorth for RecalledSplits<'_> {
    type Error = NotKnown;

    fn squares(&self) -> bool {
        self.squares
    }

    fn float(&mut self, (value, ..): SplitRoot) -> Result<f64, NotKnown> {
        self.known.float(value).ok_or(NotKnown)
    }

    fn exact(&mut self, roots: &[SplitRoot]) -> Result<PerfectValue, NotKnown> {
        self.known.exact(&values_of(roots), self.squares).ok_or(NotKnown)
    }
}

pub(super) fn values_of(roots: &[SplitRoot]) -> Vec<usize> {
    roots.iter().map(|&(value, ..)| value).collect()
}

/// Writes all that splits depend on besides the dealer, if he comes to none but these outcomes.
pub(super) fn words_of(states: &States<'_>, roots: &[(usize, EntryId)], outcomes: u16, words: &mut Words) {
    let settlement = states.table.settlement;
    let contested = states.contested.to_bits();
    words.extend([contested as u32, (contested >> 32) as u32, u32::from(states.reach.sets.doubled_is_seen)]);
    roots.iter().for_each(|&(value, entry)| words.extend([value as u32, entry as u32]));
    graph_words(&states.reach.graph, words);
    let mut rows = RowsMet::new(settlement, outcomes);
    class_words(&states.classes, settlement, &mut rows, words);
    rows.write(words);
}

fn option(value: Option<usize>) -> u32 {
    value.map_or(u32::MAX, |value| value as u32)
}

fn graph_words(Graph { stages, entries, order }: &Graph, words: &mut Words) {
    for &Stage { place, after_live, after_bust } in stages {
        words.extend([place as u32, option(after_live), option(after_bust)]);
    }
    words.push(u32::MAX);
    for &StageEntry { stage, coming, split, wager } in entries {
        let coming = match coming {
            Coming::Card(value) => [0, value as u32],
            Coming::Hand(class) => [1, class.into()],
        };
        words.extend([stage as u32, coming[0], coming[1], option(split), wager as u32]);
    }
    words.push(u32::MAX);
    words.extend(order.iter().flat_map(|node| match *node {
        StageOrEntry::Entry(entry) => [0, entry as u32],
        StageOrEntry::Stage(stage) => [1, stage as u32],
    }));
}

fn class_words(classes: &HandClasses, settlement: &Settlement, rows: &mut RowsMet<'_>, words: &mut Words) {
    words.push(classes.list.len() as u32);
    for class in &classes.list {
        class.words(words);
        for place in SplitPlace::ALL {
            let HandClassRows { stand, surrender, bust, bust_doubled, doubled } =
                HandClassRows::new(settlement, place, class);
            words.extend([stand, surrender, bust, bust_doubled].map(|row| rows.meet(row)));
            words.extend(doubled.iter().flatten().map(|&row| rows.meet(row)));
            words.extend(
                Doubling::ALL.map(|doubling| settlement.double_wager(class.hand_place(place), doubling) as u32),
            );
        }
    }
    for value in 0..Value::COUNT {
        words.extend(classes.starts(value).map(Next::word));
    }
}
