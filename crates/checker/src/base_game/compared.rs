//! What is stated of up cards and lists against what is found.

use cards::Value;
use certificate::{StatedSignal, StatedUp};
use num_rational::BigRational;
use num_traits::Zero;
use rules::Submission;

use super::up_value;
use crate::refusal::{Refusal, same_list};

/// Refuses an up card's values that are not those found.
pub(crate) fn same_up(what: &str, stated: &StatedUp, found: &StatedUp) -> Result<(), Refusal> {
    let here = format!("{what}, up card {}", found.up);
    same(format!("{here}: probability"), &stated.probability, &found.probability)?;
    let signals: Vec<&String> = found.signals.iter().map(|one| &one.signal).collect();
    same_list(&format!("{here}: signals"), stated.signals.iter().map(|one| &one.signal), &signals)?;
    for (stated, found) in stated.signals.iter().zip(&found.signals) {
        let here = format!("{here}, signal {}", found.signal);
        same(format!("{here}: hole cards"), &stated.holes, &found.holes)?;
        same(format!("{here}: probability"), &stated.probability, &found.probability)?;
        same(format!("{here}: EV"), &stated.ev, &found.ev)?;
    }
    same(format!("{here}: EV"), &stated.ev, &found.ev)
}

/// Refuses signals, hole cards and probabilities that are not those of the rules; EVs are not looked at.
pub(crate) fn same_signals(submission: &Submission, what: &str, up: Value, stated: &StatedUp) -> Result<(), Refusal> {
    let cases = submission.game.hole_cases(up);
    let nothing = vec![(BigRational::zero(), BigRational::zero()); cases.len()];
    let found = up_value(submission, up, &cases, &nothing);
    let found = StatedUp {
        ev: stated.ev.clone(),
        signals: found
            .signals
            .into_iter()
            .zip(stated.signals.iter().map(|one| &one.ev).chain(std::iter::repeat(&stated.ev)))
            .map(|(found, ev)| StatedSignal { ev: ev.clone(), ..found })
            .collect(),
        ..found
    };
    same_up(what, stated, &found)
}

/// A fraction in lowest terms has one text.
fn same(what: String, stated: &str, found: &str) -> Result<(), Refusal> {
    if stated == found { Ok(()) } else { Err(Refusal::value(&what, stated, found)) }
}
