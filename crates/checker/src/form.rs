//! What is checked of a certificate before anything is derived.

use certificate::{Certificate, is_sha256_hex};
use rules::Submission;

use crate::refusal::Refusal;
use crate::{
    base_game, claims, counted, counted_wagers, cut_card, doubled, events, followers, identity, numbers, perfect,
    removal, results, simulation, switch, untold, wager_removal, wagers,
};

/// Checks what takes no time: identity, form, which claims are there, and what they say of each other. Whoever derives anything from a
/// certificate asks this first: numbers that somebody chose so that their sums have no end are refused.
///
/// # Errors
/// [`Refusal`] for the first that does not hold, and for rules that this checker does not know.
pub fn check_form(submission: &Submission, certificate: &Certificate) -> Result<(), Refusal> {
    identity::check(submission, certificate)?;
    lock(&certificate.software.lock_sha256)?;
    numbers::check(certificate)?;
    base_game::checkable(&submission.game)?;
    claims::check(submission, certificate)?;
    classes(submission, certificate)?;
    untold::present(submission, certificate)?;
    followers::present(submission, certificate)?;
    removal::present(submission, certificate)?;
    counted::present(submission, certificate)?;
    wagers::present(submission, &certificate.wagers)?;
    wager_removal::present(submission, certificate)?;
    counted_wagers::present(submission, certificate)?;
    simulation::check(submission, certificate.simulation.as_ref())?;
    cut_card::check(submission, certificate.cut_card.as_ref())
}

/// A hash is printed as it stands, so it is one.
fn lock(text: &str) -> Result<(), Refusal> {
    if is_sha256_hex(text) { Ok(()) } else { Err(Refusal::Table("software: lock_sha256 is no SHA-256".to_owned())) }
}

/// What the stated classes say of themselves.
pub(crate) fn classes(submission: &Submission, certificate: &Certificate) -> Result<(), Refusal> {
    for class in &certificate.classes {
        if class.play.is_none() {
            perfect::check(submission, class)?;
            continue;
        }
        base_game::check_lists(submission, class)?;
        switch::gains_present(submission, class)?;
        if let Some(stated) = &class.results {
            results::check(class, stated)?;
        }
        events::none_missing(submission, class)?;
        doubled::present(submission, class)?;
    }
    Ok(())
}
