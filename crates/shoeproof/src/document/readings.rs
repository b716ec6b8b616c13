//! The base game under other readings and numbers of decks.

use std::collections::BTreeMap;

use certificate::{
    Certificate, CombinationEdge, Combinations, DeckEdge, Exact, Published, ReadingChoice, ReadingCombination,
    ReadingEffect, StatedClass, StatedVariant,
};
use num_rational::BigRational;
use num_traits::Zero as _;
use rules::{Standing, Submission};

use super::{fraction, refused};
use crate::failure::Failure;
use crate::readings::{Switched, combination_names, distance};

/// Combinations of readings listed in a report at the most, unless more lie in the published interval.
const LISTED: usize = 12;

/// The class that combinations of readings are valued under.
const CLASS: &str = "cdz";

/// Values of classes by name.
fn by_class(
    classes: &[StatedClass],
    value: impl Fn(BigRational) -> BigRational,
) -> Result<BTreeMap<String, Exact>, Failure> {
    let pairs = classes.iter().map(|class| Ok((class.strategy.clone(), Exact::from(&value(fraction(&class.ev)?)))));
    pairs.collect()
}

fn variant<'a>(certificate: &'a Certificate, key: &str, value: &str) -> Result<&'a StatedVariant, Failure> {
    let set = BTreeMap::from([(key.to_owned(), value.to_owned())]);
    let found = certificate.variants.iter().find(|variant| variant.set == set);
    found.ok_or_else(|| refused(format!("the certificate has no variant {key} = {value}")))
}

/// The EV of every choice of every reading, one switched at a time.
///
/// # Errors
/// As [`super::document`].
pub(super) fn effects(submission: &Submission, certificate: &Certificate) -> Result<Vec<ReadingEffect>, Failure> {
    let effects = submission.base_readings().map(|reading| {
        let choices = reading.switch.choices.iter().map(|choice| {
            let chosen = choice.name == reading.choice;
            let classes = if chosen {
                &certificate.classes
            } else {
                &variant(certificate, &format!("readings.{}", reading.switch.name), &choice.name)?.classes
            };
            let ev = by_class(classes, |ev| ev)?;
            Ok(ReadingChoice { choice: choice.name.clone(), text: choice.text.clone(), chosen, ev })
        });
        Ok(ReadingEffect {
            name: reading.switch.name.clone(),
            clauses: reading.switch.clauses.clone(),
            question: reading.switch.question.clone(),
            choices: choices.collect::<Result<_, Failure>>()?,
        })
    });
    effects.collect()
}

/// The house edge of every number of decks that the game allows.
///
/// # Errors
/// As [`super::document`].
pub(super) fn edge_by_decks(submission: &Submission, certificate: &Certificate) -> Result<Vec<DeckEdge>, Failure> {
    // Other numbers of decks are compared with whole decks alone.
    let Some(own) = submission.decks else { return Ok(Vec::new()) };
    let edges = submission.game.shoe.decks.iter().map(|&decks| {
        let zero_memory: Vec<StatedClass>;
        let classes = if decks == own {
            zero_memory = certificate.classes.iter().filter(|class| class.play.is_some()).cloned().collect();
            &zero_memory
        } else {
            &variant(certificate, "decks", &decks.to_string())?.classes
        };
        Ok(DeckEdge { decks, house_edge: by_class(classes, |ev| -ev)? })
    });
    edges.collect()
}

/// What is switched in every combination of readings, and its stated EV.
fn named_combinations(
    submission: &Submission,
    certificate: &Certificate,
) -> Result<(Vec<Switched>, Vec<BigRational>), Failure> {
    let names = combination_names(submission);
    if names.len() != certificate.combinations.len() {
        return Err(refused("the certificate has another number of combinations of readings".to_owned()));
    }
    let evs = certificate.combinations.iter().map(|ev| fraction(ev)).collect::<Result<_, Failure>>()?;
    Ok((names, evs))
}

/// Every combination of readings against the published house edge.
///
/// # Errors
/// As [`super::document`].
pub(super) fn published(submission: &Submission, certificate: &Certificate) -> Result<Option<Published>, Failure> {
    let Some(rule) = &submission.game.published else { return Ok(None) };
    let (names, evs) = named_combinations(submission, certificate)?;
    if names.is_empty() {
        return Ok(None);
    }
    let (low, high) = (rule.low.ratio(), rule.high.ratio());
    let mut edges: Vec<(BigRational, BigRational, Switched)> = Vec::new();
    for (switched, ev) in names.into_iter().zip(evs) {
        let edge = -ev;
        edges.push((distance(&edge, low, high), edge, switched));
    }
    edges.sort_by(|a, b| a.0.cmp(&b.0).then(a.2.len().cmp(&b.2.len())).then(a.2.cmp(&b.2)));
    let inside = edges.iter().filter(|(distance, ..)| distance.is_zero()).count();
    let extreme = |edge: Option<&BigRational>| edge.map_or_else(|| Exact::from(&BigRational::zero()), Exact::from);
    let all = || edges.iter().map(|(_, edge, _)| edge);
    Ok(Some(Published {
        low: low.into(),
        high: high.into(),
        source: rule.source.clone(),
        combinations: edges.len() as u64,
        strategy: CLASS.to_owned(),
        smallest: extreme(all().min()),
        largest: extreme(all().max()),
        inside: inside as u64,
        nearest: edges
            .iter()
            .take(inside.max(LISTED))
            .map(|(distance, edge, switched)| ReadingCombination {
                switched: switched.clone(),
                house_edge: edge.into(),
                inside: distance.is_zero(),
            })
            .collect(),
    }))
}

/// What all combinations of readings come to; none where there is only one, or too many.
///
/// # Errors
/// As [`super::document`].
pub(super) fn combinations(
    submission: &Submission,
    certificate: &Certificate,
) -> Result<Option<Combinations>, Failure> {
    let (names, evs) = named_combinations(submission, certificate)?;
    combinations_by_ev(submission, &names, &evs)
}

/// The same by what is switched in each combination, the submission's own first, and its EV.
///
/// # Errors
/// [`Failure::Refused`] if a combination that must be among them is not.
pub(crate) fn combinations_by_ev(
    submission: &Submission,
    names: &[Switched],
    evs: &[BigRational],
) -> Result<Option<Combinations>, Failure> {
    if names.len() < 2 {
        return Ok(None);
    }
    let edge = |at: usize| CombinationEdge {
        choices: submission
            .base_readings()
            .map(|reading| {
                let name = &reading.switch.name;
                (name.clone(), names[at].get(name).unwrap_or(&reading.choice).clone())
            })
            .collect(),
        house_edge: (&-&evs[at]).into(),
    };
    let throughout = |standing: Standing| -> Result<CombinationEdge, Failure> {
        let other = submission.read_throughout(standing)?;
        let own = submission.base_readings().zip(other.base_readings());
        let switched: Switched = own
            .filter(|(own, other)| own.choice != other.choice)
            .map(|(own, other)| (own.switch.name.clone(), other.choice.clone()))
            .collect();
        let at = names.iter().position(|name| *name == switched);
        at.map(edge).ok_or_else(|| refused("a combination of readings is not among those listed".to_owned()))
    };
    // The first of several that are equal.
    let extreme = |is_further: fn(&BigRational, &BigRational) -> bool| {
        (1..evs.len()).fold(0, |best, at| if is_further(&evs[at], &evs[best]) { at } else { best })
    };
    Ok(Some(Combinations {
        number: names.len() as u64,
        literal: throughout(Standing::Literal)?,
        customary: throughout(Standing::Customary)?,
        chosen: edge(0),
        largest: edge(extreme(|one, best| one < best)),
        smallest: edge(extreme(|one, best| one > best)),
    }))
}
