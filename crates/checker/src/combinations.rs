//! The EV under every combination of readings: the best play is searched for, since none is stated.

use std::collections::BTreeMap;

use cards::Value;
use certificate::Certificate;
use certificate::form::MOST_MEMBERS;
use num_rational::BigRational;
use rules::{Changes, Game, Submission};

use crate::base_game::found::Found;
use crate::best;
use crate::refusal::{Refusal, expect, fraction};

/// Why combinations are not derived, if they are not.
pub(crate) fn unchecked(game: &Game) -> Option<&'static str> {
    crate::base_game::checkable(game).is_err().then_some("this checker does not know its rules")
}

/// As many as there are, and the same EV as elsewhere where that is stated elsewhere.
///
/// # Errors
/// [`Refusal`] for the first that is missing or contradicts another claim.
pub(crate) fn check(submission: &Submission, statement: &Certificate) -> Result<(), Refusal> {
    let stated = &statement.combinations;
    let Some(all) = submission.combination_changes(MOST_COMBINATIONS) else {
        if stated.is_empty() {
            return Ok(());
        }
        return Err(Refusal::Table(format!("combinations are stated, and there are more than {MOST_COMBINATIONS}")));
    };
    if all.len() != stated.len() {
        return Err(Refusal::Table(format!("{} combinations of readings are stated of {}", stated.len(), all.len())));
    }
    for (at, _) in known(submission, statement) {
        let Some((changes, stated)) = all.get(at).zip(stated.get(at)) else { continue };
        let what = format!("the combination {}: EV", named(changes));
        let elsewhere = ev_elsewhere(statement, changes).unwrap_or_default();
        if stated != elsewhere {
            return Err(Refusal::value(&what, stated, elsewhere));
        }
        fraction(&what, stated)?;
    }
    Ok(())
}

/// The EV of composition-dependent play that is stated of the base game or a variant.
fn ev_elsewhere<'a>(statement: &'a Certificate, changes: &Changes) -> Option<&'a str> {
    let classes = match statement.variants.iter().find(|variant| variant.set == *changes) {
        Some(variant) => &variant.classes,
        None => Some(&statement.classes).filter(|_| changes.is_empty())?,
    };
    classes.iter().find(|class| class.strategy == "cdz").map(|class| class.ev.as_str())
}

/// Places of the combinations that are stated elsewhere too, with the one change that makes them; none in the submission itself.
pub(crate) fn known(submission: &Submission, statement: &Certificate) -> Vec<(usize, Option<(String, String)>)> {
    let all = submission.combination_changes(MOST_COMBINATIONS).unwrap_or_default();
    let places = all.into_iter().take(statement.combinations.len()).enumerate();
    let known = places.filter(|(_, changes)| changes.len() < 2 && ev_elsewhere(statement, changes).is_some());
    known.map(|(at, changes)| (at, changes.into_iter().next())).collect()
}

/// The rules of a combination, as far as they concern the base game.
///
/// # Errors
/// [`Refusal`] for rules that are not known.
pub(crate) fn combined(submission: &Submission, changes: &Changes) -> Result<Game, Refusal> {
    let what = format!("the combination {}", named(changes));
    let combined = submission.changed(changes).map_err(|error| Refusal::Table(format!("{what}: {error}")))?;
    crate::base_game::checkable(&combined.game)?;
    if combined.shoe != submission.shoe {
        return Err(Refusal::NotCheckable(format!("{what} has another shoe")));
    }
    Ok(Game { wagers: BTreeMap::new(), options: Vec::new(), readings: Vec::new(), ..combined.game })
}

/// What every combination is worth under an up card, times the probability of that.
///
/// # Errors
/// [`Refusal`] for shoes that cannot be checked.
pub(crate) fn under(submission: &Submission, games: &[Game], up: Value) -> Result<Vec<BigRational>, Refusal> {
    let mut found = Found::default();
    games.iter().map(|game| best::under(game, &submission.shoe, up, &mut found)).collect()
}

/// Compares the EVs of all combinations with those stated; `by_up` are those of every up card.
///
/// # Errors
/// [`Refusal`] for the first that is another.
pub(crate) fn compare(changes: &[Changes], stated: &[String], by_up: &[&Vec<BigRational>]) -> Result<(), Refusal> {
    for (at, (changes, stated)) in changes.iter().zip(stated).enumerate() {
        let ev: BigRational = by_up.iter().filter_map(|of_up| of_up.get(at)).sum();
        expect(&format!("the combination {}: EV", named(changes)), stated, &ev)?;
    }
    Ok(())
}

/// `key=value` of every change.
pub(crate) fn named(changes: &Changes) -> String {
    let text: Vec<String> = changes.iter().map(|(key, value)| format!("{key}={value}")).collect();
    text.join(", ").chars().take(200).collect()
}

/// Most combinations that are stated.
pub(crate) const MOST_COMBINATIONS: usize = MOST_MEMBERS;
