//! The base game under other readings, deck counts and combinations of readings.

use std::collections::BTreeMap;

use certificate::Exact;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rayon::prelude::*;
use rules::{Choice, RulesError, Submission, SwitchChoice};
use solver::{Class, Solver};

use crate::failure::Failure;
use crate::progress::{Steps, Work};

/// The classes that every game is solved for.
pub const TD_AND_CDZ_MINUS: [Class; 2] = [Class::Td, Class::CdzMinus];

/// House edges by the name of the class.
pub(crate) fn zero_memory_edges(solver: &Solver) -> Result<BTreeMap<String, Exact>, Failure> {
    TD_AND_CDZ_MINUS
        .into_iter()
        .map(|class| Ok((class.name().to_owned(), Exact::from(&-solver.solve(class)?.ev))))
        .collect()
}

/// Solvers by dealer's law, so that readings that only change the payoffs share the costly part.
#[derive(Default)]
pub(crate) struct SolverPool(Vec<Solver>);

/// Laws kept at the most: those used last, since a search over options and deck counts meets many and they are large.
const LAWS_KEPT: usize = 8;

impl SolverPool {
    pub(crate) fn new(solver: Solver) -> Self {
        Self(vec![solver])
    }

    /// A solver for the submission.
    pub(crate) fn solver(&mut self, submission: &Submission) -> Result<Solver, Failure> {
        if let Some(solver) = self.0.iter().find(|solver| solver.shares_distributions_with(submission)) {
            return Ok(solver.with(submission)?);
        }
        let solver = Solver::new(submission)?;
        let shared = solver.with(submission)?;
        if self.0.len() >= LAWS_KEPT {
            self.0.remove(0);
        }
        self.0.push(solver);
        Ok(shared)
    }
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

/// The submission under every combination of choices of the readings, its own first.
pub(crate) fn combinations<'a>(
    submission: &Submission,
    readings: impl Iterator<Item = &'a Choice>,
) -> Result<Vec<(Switched, Submission)>, Failure> {
    let mut combinations = vec![(Switched::new(), submission.clone())];
    for reading in readings {
        let mut more = Vec::new();
        for (what, one) in &combinations {
            for other in reading.others() {
                let mut what = what.clone();
                what.insert(reading.switch.name.clone(), other.name.clone());
                more.push((what, switched(one, reading, other)?));
            }
        }
        combinations.extend(more);
    }
    Ok(combinations)
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
pub(crate) fn effect_steps(submission: &Submission) -> u64 {
    submission.base_readings().map(|choice| choice.switch.choices.len() as u64 - 1).sum::<u64>() * 3
}

/// How many combinations [`combination_evs`] computes.
pub(crate) fn combination_count(submission: &Submission) -> u64 {
    submission.combination_changes(MOST_COMBINATIONS).map_or(0, |changes| changes.len() as u64)
}

/// The EV under CDZ- of every combination of readings, in the order of [`combination_names`]. Combinations with the same
/// distributions of the dealer are solved side by side.
///
/// # Errors
/// What the solver refuses.
pub(crate) fn combination_evs(submission: &Submission, steps: &Steps<'_>) -> Result<Vec<BigRational>, Failure> {
    let changes = submission.combination_changes(MOST_COMBINATIONS).unwrap_or_default();
    let variants = changes.par_iter().map(|changes| submission.changed(changes));
    let variants = variants.collect::<Result<Vec<Submission>, RulesError>>()?;
    let mut evs: Vec<Option<BigRational>> = vec![None; variants.len()];
    while let Some(first) = evs.iter().position(Option::is_none) {
        let solver = Solver::new(&variants[first])?;
        let alike: Vec<usize> = (first..variants.len())
            .filter(|&at| evs[at].is_none() && (at == first || solver.shares_distributions_with(&variants[at])))
            .collect();
        let solved = alike.par_iter().map(|&at| {
            steps.done(Work::Combination);
            Ok((at, solver.with(&variants[at])?.solve(Class::CdzMinus)?.ev))
        });
        for (at, ev) in solved.collect::<Result<Vec<_>, Failure>>()? {
            evs[at] = Some(ev);
        }
    }
    Ok(evs.into_iter().flatten().collect())
}

/// How far an edge lies outside an interval; zero inside.
pub(crate) fn distance(edge: &BigRational, low: &BigRational, high: &BigRational) -> BigRational {
    let below = low - edge;
    let above = edge - high;
    let outside = if below > above { below } else { above };
    if outside.is_positive() { outside } else { BigRational::zero() }
}
