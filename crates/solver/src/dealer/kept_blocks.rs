//! The dealer's distributions in floats beside long lists of sets of cards, kept for whoever asks for the same list again.
//!
//! Perfect play under one reading after another does: which cards can be gone depends on what may be done with hands, not on what is paid. So all
//! outcomes are told apart. A list costs 256 bytes for 32 sets, each case and each outcome.
//!
//! How moments are summed is kept too: it is the same for every shoe that a dealer is asked about.

use std::sync::{Arc, Mutex, OnceLock};

use super::{After, BLOCK, Block, Dealer, DistributionBlocks};
use crate::arithmetic::card_set::CardSet;
use crate::compiled::settlement::OUTCOMES;
use crate::parallel::{self, locked};

/// Bytes kept of an up card at the most. Of what comes after nothing is kept.
const MOST_BYTES: usize = 128 << 20;

/// Cases with outcomes paid alike that are kept of an up card at the most: tables of some 100 KB each.
const MOST_AFTERS: usize = 64;

/// Blocks of sets that one task looks at.
const PART: usize = 64;

/// What has been kept of a dealer.
#[derive(Debug, Default)]
pub(super) struct KeptBlocks {
    outcomes: OnceLock<OutcomesApart>,
    lists: Mutex<Vec<Arc<KeptList>>>,
    afters: Mutex<Vec<KeptAfter>>,
}

/// A case with the outcomes that are paid alike in it, and [`After::new`] of them.
type KeptAfter = ((usize, [usize; OUTCOMES]), Option<Arc<After>>);

#[derive(Debug)]
struct OutcomesApart {
    /// Those that the dealer can come to.
    outcomes: Vec<usize>,
    blocks: DistributionBlocks,
}

/// The distributions beside a list of sets of cards.
#[derive(Debug)]
pub(crate) struct KeptList {
    keys: Box<[CardSet]>,
    outcomes: Vec<usize>,
    cases: usize,
    /// By part, then by block of sets, by case and by outcome.
    parts: Vec<Vec<Block>>,
}

impl KeptList {
    /// The outcomes that are told apart, in their order.
    pub(crate) fn outcomes(&self) -> &[usize] {
        &self.outcomes
    }

    /// The probabilities of the outcomes in a case, beside the sets of a block of the list.
    pub(crate) fn beside(&self, block: usize, case: usize) -> &[Block] {
        let outcomes = self.outcomes.len();
        &self.parts[block / PART][(block % PART * self.cases + case) * outcomes..][..outcomes]
    }

    fn bytes(cases: usize, outcomes: usize, keys: usize) -> usize {
        keys.div_ceil(BLOCK) * cases * outcomes * size_of::<Block>()
    }
}

impl Dealer {
    /// [`After::new`] of a case, kept from before or from now on.
    pub(crate) fn after(&self, case: usize, end_of: &[usize; OUTCOMES]) -> Option<Arc<After>> {
        let of = (case, *end_of);
        let known = locked(&self.kept.afters).iter().find(|(other, _)| *other == of).map(|(_, after)| after.clone());
        if let Some(known) = known {
            return known;
        }
        let after = After::new(self, case, end_of).map(Arc::new);
        let mut kept = locked(&self.kept.afters);
        if kept.len() < MOST_AFTERS {
            kept.push((of, after.clone()));
        }
        after
    }

    /// The distributions beside these sets of cards gone from the whole shoe, kept from before or from now on; `None` if they would take too much memory. For the error see
    /// [`DistributionBlocks::distributions`].
    pub(crate) fn kept_beside(&self, keys: &[CardSet]) -> Option<Arc<KeptList>> {
        let OutcomesApart { outcomes, blocks } = self.kept.outcomes.get_or_init(|| self.told_apart_by_outcome());
        let lists = || locked(&self.kept.lists);
        let known = || lists().iter().find(|list| *list.keys == *keys).cloned();
        if let Some(known) = known() {
            return Some(known);
        }
        let cases = self.cases.len();
        let bytes = |keys: usize| KeptList::bytes(cases, outcomes.len(), keys);
        if lists().iter().map(|list| bytes(list.keys.len())).sum::<usize>() + bytes(keys.len()) > MOST_BYTES {
            return None;
        }
        let parts: Vec<&[CardSet]> = keys.chunks(BLOCK * PART).collect();
        let parts = parallel::map(&parts, |part| {
            let (mut scratch, mut distribution, mut kept) = (Vec::new(), Vec::new(), Vec::new());
            for keys in part.chunks(BLOCK) {
                blocks.distributions(self.most_left(), keys, &mut scratch, &mut distribution);
                kept.extend_from_slice(&distribution);
            }
            kept
        });
        let list = Arc::new(KeptList { keys: keys.into(), outcomes: outcomes.clone(), cases, parts });
        lists().push(Arc::clone(&list));
        Some(list)
    }

    fn told_apart_by_outcome(&self) -> OutcomesApart {
        let all = (0..self.cases.len()).fold(0, |all, case| all | self.outcomes(case));
        let outcomes: Vec<usize> = (0..OUTCOMES).filter(|outcome| all >> outcome & 1 > 0).collect();
        // What he cannot come to is never asked for.
        let end_of = std::array::from_fn(|outcome| outcomes.iter().position(|&other| other == outcome).unwrap_or(0));
        OutcomesApart { blocks: DistributionBlocks::new(self, &end_of), outcomes }
    }
}

#[cfg(test)]
mod tests {
    use cards::{Composition, Value};

    use super::super::batched::tests::{dealers, games};
    use super::*;
    use crate::dealer::DISTRIBUTION_ERROR;
    use crate::dealer::cache::DealerCache;

    /// Each set's distribution is the one that is made for it alone, from one list and from the same list again; another list is another.
    #[test]
    fn what_is_kept_is_what_is_made_anew() {
        let shoe = Composition::decks(2);
        let pairs = Value::all().flat_map(|one| Value::all().map(move |other| [one, other]));
        let mut keys: Vec<CardSet> =
            pairs.map(|pair| pair.into_iter().map(|value| CardSet::one(value.index())).sum()).collect();
        keys.sort_unstable();
        keys.dedup();
        for dealer in games().iter().flat_map(|game| dealers(game, &shoe)) {
            let table = DealerCache::without_keys(dealer);
            let dealer = &table.dealer;
            let lists = [&keys[..], &keys[1..], &keys[..]].map(|keys| dealer.kept_beside(keys).expect("little memory"));
            assert!(Arc::ptr_eq(&lists[0], &lists[2]) && !Arc::ptr_eq(&lists[0], &lists[1]));
            for (list, skipped) in lists.iter().zip([0, 1]) {
                let rows = table.float_rows(&keys[skipped..]);
                assert_eq!(rows.len(), (keys.len() - skipped) * dealer.cases().len());
                for (at, expected) in rows.chunks(dealer.cases().len()).enumerate() {
                    for (case, expected) in expected.iter().enumerate() {
                        let kept = list.beside(at / BLOCK, case).iter().map(|block| block.0[at % BLOCK]);
                        let mut found = [0.0; OUTCOMES];
                        list.outcomes().iter().zip(kept).for_each(|(&outcome, kept)| found[outcome] = kept);
                        let off: f64 =
                            found.iter().zip(expected).map(|(found, expected)| (found - expected).abs()).sum();
                        assert!(off < 2.0 * DISTRIBUTION_ERROR, "up card {}: {off}", dealer.up());
                    }
                }
            }
        }
    }
}
