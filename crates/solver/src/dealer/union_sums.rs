//! Sums over the unions of two hands' cards, for which laws are too many to keep.

use num_rational::BigRational;
use num_traits::Zero;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::SolveError;
use crate::arithmetic::card_set::Removed;
use crate::compiled::settlement::OUTCOMES;
use crate::dealer::cache::{ExactSum, UpTable};

/// By removed cards, N quantities: ordered ways times a weight, by dealer outcome.
pub(crate) type Tallies<const N: usize> = FxHashMap<Removed, [[i64; OUTCOMES]; N]>;

/// Sets of cards one task sums; each law is computed once, for all cases.
const CHUNK: usize = 4096;

/// The exact totals of one tally a case, in the order of the dealer's cases: given the up card, weighted by the case.
///
/// # Errors
/// [`SolveError::ShoeRunsOut`] if the dealer may find no card beside some of the removed cards.
pub(crate) fn sum_tallies<const N: usize>(
    up: &UpTable,
    tallies: &[Tallies<N>],
) -> Result<Vec<[BigRational; N]>, SolveError> {
    sum_by(up, tallies, |up, keys, each| up.each_exact(keys, each))
}

/// The same behind a dealer whose finished hands are weighed.
///
/// # Errors
/// None.
pub(crate) fn sum_weighed<const N: usize>(
    up: &UpTable,
    tallies: &[Tallies<N>],
) -> Result<Vec<[BigRational; N]>, SolveError> {
    sum_by(up, tallies, |up, keys, each| {
        let mut laws = up.exact_laws();
        keys.iter().for_each(|&key| each(key, laws.weighed(key)));
        Ok(())
    })
}

/// Tells the laws once each of some sets of cards is gone.
type EachLaw = fn(&UpTable, &[Removed], &mut dyn FnMut(Removed, &[[u128; OUTCOMES]])) -> Result<(), SolveError>;

fn sum_by<const N: usize>(
    up: &UpTable,
    tallies: &[Tallies<N>],
    each_law: EachLaw,
) -> Result<Vec<[BigRational; N]>, SolveError> {
    let mut keys: Vec<Removed> =
        tallies.iter().flat_map(|tally| tally.keys().copied()).filter(|&key| up.is_feasible(key)).collect();
    keys.par_sort_unstable();
    keys.dedup();
    let sum_chunk = |keys: &[Removed]| -> Result<Vec<[ExactSum<'_>; N]>, SolveError> {
        let mut sums: Vec<[ExactSum<'_>; N]> =
            tallies.iter().map(|_| std::array::from_fn(|_| ExactSum::new(up))).collect();
        each_law(up, keys, &mut |key, law| {
            for ((sums, tally), law) in sums.iter_mut().zip(tallies).zip(law) {
                let Some(weights) = tally.get(&key) else { continue };
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    sum.add(key, law, weights);
                }
            }
        })?;
        Ok(sums)
    };
    let nothing = || tallies.iter().map(|_| std::array::from_fn(|_| ExactSum::new(up))).collect::<Vec<_>>();
    let sums = keys.par_chunks(CHUNK).map(sum_chunk).try_reduce(nothing, |mut all, some| {
        for (all, some) in all.iter_mut().flatten().zip(some.iter().flatten()) {
            all.merge(some);
        }
        Ok(all)
    })?;
    Ok(sums
        .iter()
        .map(|sums| std::array::from_fn(|n| sums.get(n).map_or_else(BigRational::zero, ExactSum::total)))
        .collect())
}
