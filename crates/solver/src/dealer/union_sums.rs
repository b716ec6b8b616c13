//! Sums over the unions of two hands' cards, for which distributions are too many to keep.

use num_rational::BigRational;
use num_traits::Zero;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::settlement::OUTCOMES;
use crate::dealer::cache::{DealerCache, ExactSum};
use crate::parallel;

/// By removed cards, N quantities: ordered ways times a weight, by dealer outcome.
pub(crate) type Tallies<const N: usize> = FxHashMap<CardSet, [[i64; OUTCOMES]; N]>;

/// Sets of cards one task sums; each distribution is computed once, for all cases.
const CHUNK: usize = 4096;

/// The exact totals of one tally a case, in the order of the dealer's cases: given the up card, weighted by the case.
///
/// # Errors
/// [`SolveError::ShoeRunsOut`] if the dealer may find no card beside some of the removed cards.
pub(crate) fn sum_tallies<const N: usize>(
    up: &DealerCache,
    tallies: &[Tallies<N>],
) -> Result<Vec<[BigRational; N]>, SolveError> {
    sum_by(up, tallies, |up, keys, each| up.each_exact(keys, each))
}

/// The same behind a dealer whose finished hands are weighed.
pub(crate) fn sum_weighed<const N: usize>(
    up: &DealerCache,
    tallies: &[Tallies<N>],
) -> Result<Vec<[BigRational; N]>, SolveError> {
    sum_by(up, tallies, |up, keys, each| {
        let mut distributions = up.exact_distributions();
        keys.iter().for_each(|&key| each(key, distributions.weighed(key)));
        Ok(())
    })
}

/// Tells the distributions once each of some sets of cards is gone.
type EachDistribution =
    fn(&DealerCache, &[CardSet], &mut dyn FnMut(CardSet, &[[u128; OUTCOMES]])) -> Result<(), SolveError>;

fn sum_by<const N: usize>(
    up: &DealerCache,
    tallies: &[Tallies<N>],
    each_distribution: EachDistribution,
) -> Result<Vec<[BigRational; N]>, SolveError> {
    let mut keys: Vec<CardSet> =
        tallies.iter().flat_map(|tally| tally.keys().copied()).filter(|&key| up.is_feasible(key)).collect();
    keys.par_sort_unstable();
    keys.dedup();
    let sum_chunk = |keys: &[CardSet]| -> Result<Vec<[ExactSum<'_>; N]>, SolveError> {
        let mut sums: Vec<[ExactSum<'_>; N]> =
            tallies.iter().map(|_| std::array::from_fn(|_| ExactSum::new(up))).collect();
        each_distribution(up, keys, &mut |key, distribution| {
            for ((sums, tally), distribution) in sums.iter_mut().zip(tallies).zip(distribution) {
                let Some(weights) = tally.get(&key) else { continue };
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    sum.add(key, distribution, weights);
                }
            }
        })?;
        Ok(sums)
    };
    let sums = parallel::try_merge_chunks(&keys, CHUNK, sum_chunk, |mut all, some| {
        for (all, some) in all.iter_mut().flatten().zip(some.iter().flatten()) {
            all.merge(some);
        }
        all
    })?;
    let none = || tallies.iter().map(|_| std::array::from_fn(|_| BigRational::zero())).collect();
    let totals = |sums: &[ExactSum<'_>; N]| std::array::from_fn(|n| sums[n].total());
    Ok(sums.map_or_else(none, |sums| sums.iter().map(totals).collect()))
}
