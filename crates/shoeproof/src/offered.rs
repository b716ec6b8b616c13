//! The side wagers that a submission offers.

use std::collections::BTreeSet;

use num_rational::BigRational;
use num_traits::Zero as _;
use rules::{OfferedWager, Submission};

use crate::failure::Failure;

/// The side wagers of this id that a submission offers, one for each paytable; an error that names those it does offer if none.
pub(crate) fn offered<'a>(submission: &'a Submission, id: &str) -> Result<Vec<&'a OfferedWager>, Failure> {
    let offered: Vec<&OfferedWager> = submission.wagers.iter().filter(|offered| offered.id == id).collect();
    if offered.is_empty() {
        let known: BTreeSet<&String> = submission.wagers.iter().map(|offered| &offered.id).collect();
        return Err(Failure::Asked(format!(
            "the analysis offers no side wager `{id}`: expected {}",
            rules::one_of(known)
        )));
    }
    Ok(offered)
}

/// The side wager of this id with this paytable, if the submission offers it.
pub(crate) fn with_paytable<'a>(submission: &'a Submission, id: &str, paytable: &str) -> Option<&'a OfferedWager> {
    submission.wagers.iter().find(|offered| offered.id == id && offered.paytable.name == paytable)
}

/// The meter for which figures of a wager are stated, in units of it; 0 for one without.
pub(crate) fn meter_of(offered: &OfferedWager) -> BigRational {
    offered.meter().unwrap_or_else(BigRational::zero)
}
