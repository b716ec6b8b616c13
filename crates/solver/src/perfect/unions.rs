//! Values of settled hands after every union of two hands' cards, in floats.

use rayon::prelude::*;

use crate::SolveError;
use crate::case::dot;
use crate::laws::UpTable;
use crate::removed::Removed;
use crate::settlement::{Row, RowId, Settlement};

/// Most cases of one up card that are solved together.
pub(super) const MOST_CASES: usize = 4;

/// One number for each played case.
pub(super) type PerCase = [f64; MOST_CASES];

/// Values of settled hands after every union of two hands' cards, for the cases of one up card.
pub(super) struct UnionValues {
    /// For each union and row kind, one value a case.
    values: Vec<PerCase>,
    kinds: usize,
    /// Kind and factor of each row of the settlement.
    of_row: Vec<(usize, f64)>,
}

impl UnionValues {
    /// Rows that are multiples of each other share a kind.
    pub(super) fn new(
        up: &UpTable,
        settlement: &Settlement,
        played: &[usize],
        keys: &[Removed],
    ) -> Result<Self, SolveError> {
        let mut kinds: Vec<Row> = Vec::new();
        let of_row = settlement
            .rows()
            .iter()
            .map(|row| {
                let scale = row.iter().fold(0, |scale, &units| gcd(scale, units.abs())).max(1);
                let primitive = row.map(|units| units / scale);
                let kind = kinds.iter().position(|kind| *kind == primitive).unwrap_or_else(|| {
                    kinds.push(primitive);
                    kinds.len() - 1
                });
                (kind, f64::from(scale))
            })
            .collect();
        let per_key: Vec<Vec<PerCase>> = keys
            .par_chunks(1024)
            .map_init(
                || up.float_laws(),
                |laws, keys| {
                    let mut values = Vec::with_capacity(keys.len() * kinds.len());
                    for &key in keys {
                        if !up.is_feasible(key) {
                            values.extend(kinds.iter().map(|_| PerCase::default()));
                            continue;
                        }
                        let law = laws.at(key)?;
                        values.extend(kinds.iter().map(|kind| {
                            let mut value = PerCase::default();
                            value.iter_mut().zip(played).for_each(|(value, &case)| *value = dot(kind, &law[case]));
                            value
                        }));
                    }
                    Ok(values)
                },
            )
            .collect::<Result<_, _>>()?;
        Ok(Self { values: per_key.concat(), kinds: kinds.len(), of_row })
    }

    pub(super) fn get(&self, key: usize, row: RowId) -> (&PerCase, f64) {
        let (kind, scale) = self.of_row[usize::from(row)];
        (&self.values[key * self.kinds + kind], scale)
    }
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
