//! Exact covariances of the wagers of one round.

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::{SignedRoot, StatisticsError};

/// Exact covariances of the net results of several wagers of one round, each per unit of its own wager.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Covariance {
    rows: Vec<Vec<BigRational>>,
}

impl Covariance {
    /// From the rows of the matrix; variances are on its diagonal.
    ///
    /// # Errors
    /// If the matrix is not square, symmetric and positive semidefinite (every covariance matrix is), which is checked exactly in
    /// n³ operations on fractions.
    pub fn new(rows: Vec<Vec<BigRational>>) -> Result<Self, StatisticsError> {
        let no = |what: &str| StatisticsError::NoCovariance { what: format!("a matrix that is not {what}") };
        if rows.is_empty() || rows.iter().any(|row| row.len() != rows.len()) {
            return Err(no("square"));
        }
        if !is_symmetric(&rows) {
            return Err(no("symmetric"));
        }
        if !is_semidefinite(rows.clone()) {
            return Err(no("positive semidefinite"));
        }
        Ok(Self { rows })
    }

    /// The variance of the total of all wagers, each at its stake: Σ aᵢaⱼ·Cov(i, j). With stakes of 1 on k equal spots this is
    /// k·v + k(k - 1)·c.
    ///
    /// # Errors
    /// If there are not as many stakes as wagers.
    pub fn variance_of_total(&self, stakes: &[BigRational]) -> Result<BigRational, StatisticsError> {
        if stakes.len() != self.rows.len() {
            return Err(StatisticsError::WrongStakes { stakes: stakes.len(), wagers: self.rows.len() });
        }
        let of_row = |(row, stake): (&Vec<BigRational>, &BigRational)| {
            stake * row.iter().zip(stakes).map(|(entry, other)| entry * other).sum::<BigRational>()
        };
        Ok(self.rows.iter().zip(stakes).map(of_row).sum())
    }

    /// The correlation of two wagers by their places; `None` if a place is beyond the matrix or a result certain.
    pub fn correlation(&self, one: usize, other: usize) -> Option<SignedRoot> {
        let entry = |row: usize, column: usize| self.rows.get(row)?.get(column);
        let below = entry(one, one)? * entry(other, other)?;
        (!below.is_zero()).then_some(())?;
        Some(SignedRoot::ratio(entry(one, other)?, &below))
    }
}

fn is_symmetric(rows: &[Vec<BigRational>]) -> bool {
    rows.iter().enumerate().all(|(at, row)| row.iter().zip(rows).take(at).all(|(entry, other)| *entry == other[at]))
}

/// By symmetric elimination: every pivot is positive, or zero with nothing beside it.
fn is_semidefinite(mut rows: Vec<Vec<BigRational>>) -> bool {
    for at in 0..rows.len() {
        let (done, rest) = rows.split_at_mut(at + 1);
        let pivot = &done[at];
        if pivot[at].is_negative() || (pivot[at].is_zero() && pivot[at + 1..].iter().any(|entry| !entry.is_zero())) {
            return false;
        }
        for row in rest.iter_mut().filter(|row| !row[at].is_zero()) {
            let factor = &row[at] / &pivot[at];
            for (entry, above) in row.iter_mut().zip(pivot).skip(at) {
                *entry -= &factor * above;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::tests::ratio;
    use proptest::prelude::*;

    fn matrix(rows: &[&[i64]]) -> Vec<Vec<BigRational>> {
        rows.iter().map(|row| row.iter().map(|entry| ratio(*entry, 1)).collect()).collect()
    }

    #[test]
    fn two_spots_by_hand() {
        // Variance 4 a spot and covariance 1: 2 · 4 + 2 · 1 · 1 = 10 for two, 3 · 4 + 3 · 2 · 1 = 18 for three.
        let spots: [&[&[i64]]; 3] = [&[&[4]], &[&[4, 1], &[1, 4]], &[&[4, 1, 1], &[1, 4, 1], &[1, 1, 4]]];
        for (rows, variance) in spots.into_iter().zip([4, 10, 18]) {
            let all = Covariance::new(matrix(rows)).expect("a covariance");
            assert_eq!(all.variance_of_total(&vec![ratio(1, 1); rows.len()]), Ok(ratio(variance, 1)));
        }
        let two = Covariance::new(matrix(spots[1])).expect("a covariance");
        // 3 on one spot and 1 on the other: 9 · 4 + 4 + 2 · 3.
        assert_eq!(two.variance_of_total(&[ratio(3, 1), ratio(1, 1)]), Ok(ratio(46, 1)));
        assert_eq!(two.correlation(0, 1), Some(SignedRoot { square: ratio(1, 16), is_negative: false }));
        assert_eq!(two.correlation(0, 1).map(|root| root.nearest()), Some(0.25));
        assert_eq!(two.correlation(0, 2), None);
        let against = Covariance::new(matrix(&[&[4, -1], &[-1, 9]])).expect("a covariance");
        assert_eq!(against.correlation(0, 1), Some(SignedRoot { square: ratio(1, 36), is_negative: true }));
    }

    #[test]
    fn what_is_no_covariance_matrix_is_refused() {
        for wrong in [
            matrix(&[]),
            matrix(&[&[1, 2]]),
            matrix(&[&[1, 0], &[1, 1]]),
            matrix(&[&[-1]]),
            matrix(&[&[1, 2], &[2, 1]]),
            matrix(&[&[0, 1], &[1, 5]]),
        ] {
            assert!(matches!(Covariance::new(wrong.clone()), Err(StatisticsError::NoCovariance { .. })), "{wrong:?}");
        }
        // Two wagers that always go together have a pivot of zero.
        let same = Covariance::new(matrix(&[&[2, 2], &[2, 2]])).expect("a covariance");
        assert!(matches!(same.variance_of_total(&[]), Err(StatisticsError::WrongStakes { stakes: 0, wagers: 2 })));
    }

    proptest! {
        #[test]
        fn squares_of_matrices_are_covariances(entries in proptest::collection::vec(-5i64..6, 9), stakes in proptest::collection::vec(-5i64..6, 3)) {
            // Σ over three independent ±1: the covariance of A·z is A·Aᵀ, and the total's variance |Aᵀa|².
            let at = |row: usize, column: usize| entries[3 * row + column];
            let product = |one: usize, other: usize| (0..3).map(|k| at(one, k) * at(other, k)).sum::<i64>();
            let rows: Vec<Vec<BigRational>> = (0..3).map(|i| (0..3).map(|j| ratio(product(i, j), 1)).collect()).collect();
            let covariance = Covariance::new(rows).expect("a covariance");
            let length: i64 = (0..3).map(|k| (0..3).map(|i| stakes[i] * at(i, k)).sum::<i64>().pow(2)).sum();
            let stakes: Vec<BigRational> = stakes.iter().map(|stake| ratio(*stake, 1)).collect();
            prop_assert_eq!(covariance.variance_of_total(&stakes), Ok(ratio(length, 1)));
            for one in 0..3 {
                for other in 0..3 {
                    if let Some(root) = covariance.correlation(one, other) {
                        prop_assert!(root.square <= ratio(1, 1));
                    }
                }
            }
        }
    }
}
