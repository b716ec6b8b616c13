//! The base game's figures.

use certificate::{
    Certificate, ClassResult, Event, EventShare, NetResult, RoundDistribution, Signal, StatedClass, StatedNet,
    StatedResult, UpCard,
};
use num_rational::BigRational;
use num_traits::Zero as _;
use rules::Submission;

use super::{exact, fraction, refused};
use crate::distribution::{self, Action};
use crate::failure::Failure;
use crate::present;

/// Every class's figures.
///
/// # Errors
/// As [`super::document`].
pub(crate) fn class_results(submission: &Submission, certificate: &Certificate) -> Result<Vec<ClassResult>, Failure> {
    certificate.classes.iter().map(|class| class_result(submission, class)).collect()
}

fn class_result(submission: &Submission, class: &StatedClass) -> Result<ClassResult, Failure> {
    let ev = fraction(&class.ev)?;
    let average_wager = fraction(&class.average_wager)?;
    let variance = class.variance.as_deref().map(fraction).transpose()?;
    if variance.as_ref().is_some_and(|variance| *variance < BigRational::zero()) {
        return Err(refused(format!("{}: the variance is negative", class.strategy)));
    }
    let up_cards = class.up_cards.iter().map(|up| {
        let play = class.play.iter().flatten().find(|play| play.up == up.up);
        let signals = up.signals.iter().map(|signal| {
            Ok(Signal {
                signal: signal.signal.clone(),
                holes: signal.holes.chars().map(String::from).collect(),
                probability: exact(&signal.probability)?,
                ev: exact(&signal.ev)?,
            })
        });
        Ok(UpCard {
            up: up.up.clone(),
            probability: exact(&up.probability)?,
            attack: submission.game.attack.as_ref().and_then(|_| play?.attack),
            ev: exact(&up.ev)?,
            other_attack_ev: up.other_attack_ev.as_deref().map(exact).transpose()?,
            signals: signals.collect::<Result<_, Failure>>()?,
        })
    });
    Ok(ClassResult {
        strategy: class.strategy.clone(),
        ev: (&ev).into(),
        house_edge: (&-&ev).into(),
        std_dev: variance.as_ref().map(present::root),
        element_of_risk: exact(&class.element_of_risk)?,
        average_wager: (&average_wager).into(),
        by_up_card: up_cards.collect::<Result<_, Failure>>()?,
        distribution: round_distribution(class)?,
    })
}

fn round_distribution(class: &StatedClass) -> Result<Option<RoundDistribution>, Failure> {
    let Some(results) = &class.results else { return Ok(None) };
    let events = class.events.iter().flatten().map(|event| {
        let shares = event.shares.iter();
        let shares =
            shares.map(|one| Ok(EventShare { value: one.value.clone(), probability: exact(&one.probability)? }));
        Ok(Event { what: event.what.clone(), shares: shares.collect::<Result<_, Failure>>()? })
    });
    let events = events.collect::<Result<_, Failure>>()?;
    let insured = class.insured.as_deref().map_or_else(|| Ok(Vec::new()), net_results)?;
    distribution::implied(&action(&class.strategy, results)?, insured, events).map(Some)
}

/// The joint distribution of net result and total wager.
fn action(strategy: &str, results: &[StatedResult]) -> Result<Action, Failure> {
    let mut action = Action::new();
    for one in results {
        let key = (fraction(&one.net)?, fraction(&one.wagered)?);
        if action.insert(key, fraction(&one.probability)?).is_some() {
            return Err(refused(format!("{strategy}: a result of the round is stated twice")));
        }
    }
    Ok(action)
}

/// Net results as a report states them.
///
/// # Errors
/// For what is no fraction.
pub(crate) fn net_results(stated: &[StatedNet]) -> Result<Vec<NetResult>, Failure> {
    let results = stated
        .iter()
        .map(|one| Ok(NetResult { net: fraction(&one.net)?.to_string(), probability: exact(&one.probability)? }));
    results.collect()
}
