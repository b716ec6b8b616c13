//! What is stated of up cards and lists against what is found.

use cards::Value;
use certificate::{StatedSignal, StatedUp};
use num_rational::BigRational;
use num_traits::Zero;
use rules::{HoleCase, Submission};

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

/// The values under an up card; `values` are those of the cases, net result and further wagers, weighted by the case.
pub(crate) fn up_value(
    submission: &Submission,
    up: Value,
    cases: &[HoleCase],
    values: &[(BigRational, BigRational)],
) -> StatedUp {
    let total = u64::from(submission.shoe.total());
    let left = |hole: Value| u64::from(submission.shoe.count(hole)) - u64::from(hole == up);
    let mut of_up = BigRational::zero();
    let mut signals = Vec::new();
    for (case, (net, _)) in cases.iter().zip(values) {
        let holes: Vec<Value> = case.holes.values().filter(|&hole| left(hole) > 0).collect();
        if holes.is_empty() {
            continue;
        }
        let of_signal = ratio(holes.iter().map(|&hole| left(hole)).sum(), total - 1);
        signals.push(StatedSignal {
            signal: case.signal.clone(),
            holes: holes.into_iter().map(Value::letter).collect(),
            ev: cards::fraction(&(net / &of_signal)),
            probability: cards::fraction(&of_signal),
        });
        of_up += net;
    }
    StatedUp {
        up: up.to_string(),
        probability: cards::fraction(&ratio(submission.shoe.count(up).into(), total)),
        ev: cards::fraction(&of_up),
        other_attack_ev: None,
        signals,
        results: None,
    }
}

pub(super) fn ratio(part: u64, whole: u64) -> BigRational {
    BigRational::new(part.into(), whole.into())
}
