//! The base game with something else chosen: which variants and combinations must be stated, and with which claims.

use certificate::{Certificate, StatedClass, StatedVariant};
use rules::{Changes, Submission};

use crate::combinations::named;
use crate::refusal::Refusal;
use crate::{combinations, omissions};

/// Every variant of the rules is there in its order, with the classes of the base game and nothing besides; and as many
/// combinations of readings as there are.
///
/// # Errors
/// [`Refusal`] for the first that is missing, too many or out of place.
pub(crate) fn check(submission: &Submission, statement: &Certificate) -> Result<(), Refusal> {
    let expected = submission.variant_changes();
    let stated: Vec<&Changes> = statement.variants.iter().map(|variant| &variant.set).collect();
    for (at, changes) in expected.iter().enumerate() {
        if stated.get(at) != Some(&changes) {
            let found = stated.get(at).map_or_else(|| "nothing".to_owned(), |found| named(found));
            return Err(Refusal::Table(format!(
                "the variant {} is missing: {found} stands in its place",
                named(changes)
            )));
        }
    }
    if let Some(more) = stated.get(expected.len()) {
        return Err(Refusal::Table(format!("there is no variant {} of the rules", named(more))));
    }
    for variant in &statement.variants {
        of_variant(submission, variant)?;
    }
    combinations::check(submission, statement)
}

fn of_variant(submission: &Submission, variant: &StatedVariant) -> Result<(), Refusal> {
    let here = format!("the variant {}", named(&variant.set));
    let names: Vec<&str> = variant.classes.iter().map(|class| class.strategy.as_str()).collect();
    let changed = submission.changed(&variant.set).map_err(|error| Refusal::Table(error.to_string()))?;
    let expected = omissions::classes(&changed.game, !variant.set.contains_key("decks"));
    if !expected.contains(&names.as_slice()) {
        return Err(Refusal::Table(format!(
            "{here} has the strategy classes {} instead of {}",
            names.join(" "),
            expected[0].join(" ")
        )));
    }
    for class in &variant.classes {
        let more = claims_too_many(class);
        if let Some(more) = more {
            return Err(Refusal::Table(format!(
                "{here}, {}: {more} is stated, which belongs to the base game alone",
                class.strategy
            )));
        }
        if class.strategy == "perfect" && class.play.is_some() {
            return Err(Refusal::Table(format!("{here}, perfect: a table cannot hold perfect play")));
        }
    }
    Ok(())
}

/// What of a class belongs to the submission's own alone and is stated nevertheless.
pub(crate) fn claims_too_many(class: &StatedClass) -> Option<&'static str> {
    let has_results = class.results.is_some() || class.up_cards.iter().any(|up| up.results.is_some());
    let has_other_attack = class.up_cards.iter().any(|up| up.other_attack_ev.is_some());
    [
        (class.variance.is_some(), "the variance"),
        (has_results, "the distribution of a round"),
        (class.insured.is_some(), "the distribution with insurance"),
        (class.events.is_some(), "what happens in a round"),
        (class.doubled.is_some(), "how rounds end whose hand is doubled"),
        (class.switch_gains.is_some(), "the gain of every switch"),
        (has_other_attack, "what the other decision on the attack wager is worth"),
    ]
    .into_iter()
    .find_map(|(is_there, what)| is_there.then_some(what))
}
