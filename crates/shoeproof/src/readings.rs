//! The base game under other readings, deck counts and combinations of readings.

use std::collections::BTreeMap;

use certificate::Exact;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rayon::prelude::*;
use rules::{Choice, Submission, SwitchChoice};
use solver::{Class, Solver, SolverFamily};

use crate::failure::Failure;
use crate::progress::{Steps, Work};
use crate::variants::Changes;

/// The classes that every game is solved for.
pub const TD_AND_CDZ_MINUS: [Class; 2] = [Class::Td, Class::CdzMinus];

/// House edges by the name of the class.
pub(crate) fn zero_memory_edges(solver: &Solver) -> Result<BTreeMap<String, Exact>, Failure> {
    TD_AND_CDZ_MINUS.into_iter().map(|class| Ok((class.name().to_owned(), Exact::from(&-solver.ev(class)?)))).collect()
}

/// The submission with another choice of a reading.
fn switched(submission: &Submission, reading: &Choice, choice: &SwitchChoice) -> Result<Submission, Failure> {
    Ok(submission.with(&format!("readings.{}", reading.switch.name), &choice.name)?)
}

/// Choices that are not the submission's own, by the name of the reading.
pub(crate) type Switched = BTreeMap<String, String>;

/// The submission with one other choice of one of the readings at a time: what is switched, and the submission so.
pub(crate) fn one_at_a_time<'a>(
    submission: &Submission,
    readings: impl Iterator<Item = &'a Choice>,
) -> Result<Vec<(Switched, Submission)>, Failure> {
    let pairs = readings.flat_map(|reading| reading.others().map(move |other| (reading, other)));
    pairs
        .map(|(reading, other)| {
            let what = Switched::from([(reading.switch.name.clone(), other.name.clone())]);
            Ok((what, switched(submission, reading, other)?))
        })
        .collect()
}

/// Combinations of readings are valued where there are at most so many.
const MOST_COMBINATIONS: usize = certificate::form::MOST_MEMBERS;

/// What is switched in every combination of readings, in the order of a certificate; none where there are too many.
pub(crate) fn combination_names(submission: &Submission) -> Vec<Switched> {
    let changes = submission.combination_changes(MOST_COMBINATIONS).unwrap_or_default().into_iter();
    let name = |key: String| key.strip_prefix("readings.").map_or_else(|| key.clone(), str::to_owned);
    changes.map(|changes| changes.into_iter().map(|(key, choice)| (name(key), choice)).collect()).collect()
}

/// How many solutions the variants by reading take.
pub(crate) fn effect_steps(submission: &Submission, classes: usize) -> u64 {
    submission.base_readings().map(|choice| choice.switch.choices.len() as u64 - 1).sum::<u64>() * classes as u64
}

/// How many combinations [`combination_evs`] computes.
pub(crate) fn combination_count(submission: &Submission) -> u64 {
    submission.combination_changes(MOST_COMBINATIONS).map_or(0, |changes| changes.len() as u64)
}

/// The EV under CDZ- of every combination of readings, in the order of [`combination_names`].
///
/// # Errors
/// What the rules or the solver refuse.
pub(crate) fn combination_evs(
    submission: &Submission,
    family: &SolverFamily,
    steps: &Steps<'_>,
) -> Result<Vec<BigRational>, Failure> {
    let changes = submission.combination_changes(MOST_COMBINATIONS).unwrap_or_default();
    let evs = each_variant(
        family,
        &changes,
        |changes| Ok(submission.changed(changes)?),
        |_, solver| {
            steps.done(Work::Combination);
            Ok(solver?.1.ev(Class::CdzMinus)?)
        },
    );
    evs.into_iter().collect()
}

/// Variants whose rules are held at a time.
const HELD: usize = 4096;

/// Values variants of a submission, in their order, on all processors. Those with the same distributions of the dealer follow each other, and
/// the first of them makes the distributions.
pub(crate) fn each_variant<R: Send>(
    family: &SolverFamily,
    changes: &[Changes],
    make: impl Fn(&Changes) -> Result<Submission, Failure> + Sync,
    value: impl Fn(&Changes, Result<(&Submission, Solver), Failure>) -> R + Sync,
) -> Vec<R> {
    let mut values: Vec<R> = Vec::with_capacity(changes.len());
    for changes in changes.chunks(HELD) {
        let made: Vec<Result<Submission, Failure>> = changes.par_iter().map(&make).collect();
        let mut valued: Vec<(usize, R)> = Vec::with_capacity(made.len());
        let mut groups: Vec<Vec<Variant>> = Vec::new();
        for (at, made) in made.into_iter().enumerate() {
            match made {
                Err(failure) => valued.push((at, value(&changes[at], Err(failure)))),
                Ok(submission) => add_to_its_group(&mut groups, (at, submission)),
            }
        }
        let of = |(at, submission): &Variant| {
            let solver = family.solver(submission).map(|solver| (submission, solver));
            (*at, value(&changes[*at], solver.map_err(Failure::from)))
        };
        for group in groups {
            let (first, others) = group.split_at(1);
            valued.extend(first.iter().map(of));
            // Neighbours differ in little: each thread values a run of them, and finds once what the run needs.
            valued.par_extend(others.par_iter().map(of));
        }
        valued.sort_by_key(|&(at, _)| at);
        values.extend(valued.into_iter().map(|(_, value)| value));
    }
    values
}

/// A variant and its place among those held.
type Variant = (usize, Submission);

/// A group has variants with the same distributions of the dealer.
fn add_to_its_group(groups: &mut Vec<Vec<Variant>>, variant: Variant) {
    match groups.iter_mut().find(|group| solver::share_distributions(&group[0].1, &variant.1)) {
        Some(group) => group.push(variant),
        None => groups.push(vec![variant]),
    }
}

/// How far an edge lies outside an interval; zero inside.
pub(crate) fn distance(edge: &BigRational, low: &BigRational, high: &BigRational) -> BigRational {
    let below = low - edge;
    let above = edge - high;
    let outside = if below > above { below } else { above };
    if outside.is_positive() { outside } else { BigRational::zero() }
}
