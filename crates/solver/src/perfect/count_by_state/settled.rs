//! Sums of what settled hands are paid.

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::settlement::OUTCOMES;
use crate::dealer::cache::{DealerCache, ExactSum, is_alike};
use crate::perfect::best_play::Lane;
use crate::perfect::ways::Ways;

/// Sums of results and of their squares.
pub(crate) struct SettledSums<'a> {
    pub(crate) mean: ExactSum<'a>,
    pub(super) square: ExactSum<'a>,
}

/// What is settled beside one set of cards, by the dealer's outcome: ordered ways times units, and times their square if that is asked for.
pub(crate) struct Settling {
    pub(crate) cards: CardSet,
    pub(crate) mean: [i128; OUTCOMES],
    pub(crate) square: Option<[i128; OUTCOMES]>,
}

impl Settling {
    #[inline]
    pub(crate) fn needs_distribution(&self) -> bool {
        !is_alike(&self.mean) || self.square.as_ref().is_some_and(|square| !is_alike(square))
    }
}

impl<'a> SettledSums<'a> {
    pub(crate) fn new(up: &'a DealerCache) -> Self {
        Self { mean: ExactSum::new(up), square: ExactSum::new(up) }
    }

    /// Adds what is settled beside some sets of cards, in their order.
    ///
    /// # Errors
    /// [`SolveError`] if the dealer may find no card.
    pub(crate) fn add(&mut self, Lane { up, case }: Lane<'_>, settled: Vec<Settling>) -> Result<(), SolveError> {
        let (by_distribution, certain): (Vec<_>, Vec<_>) = settled.into_iter().partition(Settling::needs_distribution);
        certain.iter().for_each(|weights| self.add_certain(Lane { up, case }, weights));
        let keys: Vec<CardSet> = by_distribution.iter().map(|weights| weights.cards).collect();
        let mut by_distribution = by_distribution.iter();
        up.each_exact(&keys, &mut |_, distribution| {
            by_distribution.by_ref().take(1).for_each(|weights| self.add_by(&distribution[case], weights))
        })
    }

    /// Adds what is settled alike whatever the dealer comes to.
    #[inline]
    pub(crate) fn add_certain(&mut self, Lane { up, case }: Lane<'_>, settled: &Settling) {
        self.add_by(&up.certain(settled.cards, case), settled);
    }

    #[inline]
    pub(crate) fn add_by(&mut self, distribution: &[u128; OUTCOMES], Settling { cards, mean, square }: &Settling) {
        self.mean.add_wide(*cards, distribution, mean);
        if let Some(square) = square {
            self.square.add_wide(*cards, distribution, square);
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.mean.merge(&other.mean);
        self.square.merge(&other.square);
    }
}

/// Items in order, the ways of those with the same key added up.
pub(super) fn combined<T: Copy + Ord, K: Eq, W: Ways>(
    sorted: &[T],
    key: impl Fn(T) -> K,
    ways: impl Fn(T) -> W,
) -> Vec<(K, W)> {
    sorted
        .chunk_by(|&a, &b| key(a) == key(b))
        .map(|group| {
            let mut all = ways(group[0]);
            group[1..].iter().for_each(|&more| all.add(&ways(more)));
            (key(group[0]), all)
        })
        .filter(|(_, ways)| !ways.is_nothing())
        .collect()
}

/// What is settled beside a set of cards, by the dealer's outcome: ordered ways times units.
pub(crate) type SettledMean = (CardSet, [i128; OUTCOMES]);
