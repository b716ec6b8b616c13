//! Distributions beside sets of cards that differ in their aces alone, from one sum over the dealer's hands.
//!
//! Sums are taken by how many aces the dealer draws, as [`ValueApart`] has them, once for all sets with the same other cards. They are put together for each number of
//! aces left. What is put together are whole numbers that floats hold, so every bit is that of sums for each set.

use super::block::BLOCK;
use super::cache::DealerCache;
use super::set_families::{ACE, SetFamily, each_by_held};
use super::value_apart::{ApartSums, ByDrawn};
use super::{COUNTS, Dealer};
use crate::arithmetic::card_set::CardSet;
use crate::compiled::settlement::OUTCOMES;

impl Dealer {
    /// Whether sums for so many families are exact, and cost less than those for each of so many sets.
    pub(crate) fn shares_aces(&self, families: usize, sets: usize) -> bool {
        let (shared, each) = (self.apart(Some(ACE)), self.blocks());
        // Some of a block's families have no set with so many aces.
        let weighed = sets + sets / 2;
        each.is_exact() && shared.is_exact && shared.work(families, weighed) < each.work(sets)
    }
}

impl DealerCache {
    /// Takes the sums for families, and for each of their sets that `is_asked` for what they come to with weights, which depend on how many cards are gone: `write`
    /// is told the set, its cards, its place among the sums, and these.
    pub(crate) fn each_sharing_aces(
        &self,
        families: &[&SetFamily],
        is_asked: impl Fn(usize) -> bool,
        weights: impl Fn(u32) -> ByDrawn,
        mut write: impl FnMut(usize, CardSet, usize, &ApartSums<'_>),
    ) {
        let left = self.left_after(CardSet::NONE);
        let mut sums = self.dealer.apart(Some(ACE)).sums(&left);
        let mut known: Vec<Option<ByDrawn>> = Vec::new();
        for families in families.chunks(BLOCK) {
            let others: Vec<CardSet> = families.iter().map(|family| family.others).collect();
            sums.stand_beside(&others);
            let mut places = 0..;
            for of_size in families.chunk_by(|one, other| one.others.size() == other.others.size()) {
                let size = of_size[0].others.size();
                each_by_held(of_size.iter().copied().zip(places.by_ref()), |held, sets| {
                    let mut asked = sets.iter().filter(|&&(set, _)| is_asked(set)).peekable();
                    if asked.peek().is_none() {
                        return;
                    }
                    let gone = size + held;
                    known.resize(known.len().max(gone as usize + 1), None);
                    let weights = known[gone as usize].get_or_insert_with(|| weights(gone));
                    sums.weigh_together(weights, f64::from(left[ACE]) - f64::from(held));
                    for &(set, place) in asked {
                        write(set, others[place] + CardSet::several(ACE, held), place, &sums);
                    }
                });
            }
        }
    }

    /// [`DealerCache::float_rows`] of all these sets; of those that are not feasible zeros. By families, if there are any and that costs less.
    pub(super) fn all_float_rows(&self, sets: &[CardSet], families: &[SetFamily]) -> Vec<[f64; OUTCOMES]> {
        if !families.is_empty() && self.dealer.shares_aces(families.len(), sets.len()) {
            return self.rows_sharing_aces(sets, families);
        }
        if sets.iter().all(|&key| self.is_feasible(key)) {
            return self.float_rows(sets);
        }
        let cases = self.dealer.cases().len().max(1);
        let mut float = vec![[0.0; OUTCOMES]; sets.len() * cases];
        let places = sets.iter().copied().zip(float.chunks_mut(cases));
        let (feasible, places): (Vec<CardSet>, Vec<_>) = places.filter(|&(key, _)| self.is_feasible(key)).unzip();
        let rows = self.float_rows(&feasible);
        places.into_iter().zip(rows.chunks(cases)).for_each(|(place, row)| place.copy_from_slice(row));
        float
    }

    fn rows_sharing_aces(&self, sets: &[CardSet], families: &[SetFamily]) -> Vec<[f64; OUTCOMES]> {
        let cases = self.dealer.cases().len();
        let mut rows = vec![[0.0; OUTCOMES]; sets.len() * cases];
        let unseen = self.unseen_after(CardSet::NONE);
        let tails = |gone: u32| {
            let mut tails = [1.0; COUNTS];
            let mut all = 1.0;
            for (drawn, tail) in (0..self.dealer.most_draws()).zip(&mut tails[1..]) {
                all *= f64::from(unseen.saturating_sub(gone + drawn));
                *tail = if all > 0.0 { 1.0 / all } else { 0.0 };
            }
            tails
        };
        let families: Vec<&SetFamily> = families.iter().collect();
        self.each_sharing_aces(
            &families,
            |set| self.is_feasible(sets[set]),
            tails,
            |set, _, place, sums| sums.write(place, 1.0, &mut rows[set * cases..][..cases]),
        );
        rows
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use cards::{Composition, Value};

    use super::super::batched::tests::{dealers, games};
    use super::super::set_families::families;
    use super::*;
    use crate::compiled::hands::Hands;

    /// Shared sums give every bit of those for each set, from the shoe compiled for and from parts of it that lack some of the sets.
    #[test]
    fn aces_are_shared_to_the_last_bit() {
        for (decks, game) in [1, 8].into_iter().zip(games()) {
            let shoe = Composition::decks(decks);
            let mut sets: Vec<CardSet> = Hands::new(&game, &shoe).iter().map(|(_, hand)| hand.cards).collect();
            sets.sort_unstable();
            sets.dedup();
            let families = families(Some(ACE), &sets);
            assert!(families.len() * 2 < sets.len());
            for dealer in dealers(&game, &shoe).into_iter().map(Arc::new) {
                assert!(dealer.blocks().is_exact() && dealer.apart(Some(ACE)).is_exact, "{}", dealer.up());
                let most = *dealer.most_left();
                let thin = std::array::from_fn(|value| most[value] - most[value] * (value as u32 % 3) / 4);
                let few_aces = std::array::from_fn(|value| if value == ACE { most[value].min(2) } else { most[value] });
                for left in [most, thin, few_aces] {
                    let table = DealerCache::empty(&dealer, left, &Arc::default());
                    let rows = table.rows_sharing_aces(&sets, &families);
                    let cases = dealer.cases().len();
                    for (&set, rows) in sets.iter().zip(rows.chunks(cases)) {
                        if table.is_feasible(set) && table.always_finds_cards(&[set]) {
                            assert_eq!(rows, table.float_rows(&[set]), "{}, {set:?}", dealer.up());
                        } else if !table.is_feasible(set) {
                            assert!(rows.as_flattened().iter().all(|&share| share == 0.0));
                        }
                    }
                }
            }
        }
        assert_eq!(ACE, Value::ACE.index());
    }
}
