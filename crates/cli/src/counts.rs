//! Counts in tables on a terminal.

use shoeproof::Exact;

/// The least probability of a count that is shown: one round in two million. JSON has the others.
const LEAST_SHOWN: f64 = 5e-7;

/// Whether a count of this probability is shown.
pub(crate) fn is_shown(chance: &Exact) -> bool {
    chance.decimal.parse::<f64>().is_ok_and(|chance| chance >= LEAST_SHOWN)
}

/// A count: a whole number as one, any other with two places.
pub(crate) fn count_text(count: &Exact) -> String {
    if count.fraction.ends_with("/1") { count.rounded(0) } else { count.rounded(2) }
}
