//! The base game under other readings, deck counts and combinations of readings.

use std::collections::BTreeMap;

use certificate::{DeckEdge, Exact, Published, ReadingChoice, ReadingCombination, ReadingEffect};
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rules::{Choice, Submission, SwitchChoice};
use solver::{Solver, Strategy};

use crate::failure::Failure;

/// Combinations of readings listed in a report at the most, unless more lie in the published interval.
const LISTED: usize = 12;

/// The classes that every game is solved for.
pub(crate) const ZERO_MEMORY: [Strategy; 2] = [Strategy::TotalDependent, Strategy::CompositionDependent];

/// House edges by the name of the class.
pub(crate) fn zero_memory_edges(solver: &Solver) -> Result<BTreeMap<String, Exact>, Failure> {
    ZERO_MEMORY.into_iter().map(|class| Ok((class.name().to_owned(), Exact::from(&-solver.solve(class)?.ev)))).collect()
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
        if let Some(solver) = self.0.iter().find(|solver| solver.shares_laws_with(submission)) {
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

/// Readings that concern the base game.
pub(crate) fn base_readings(submission: &Submission) -> impl Iterator<Item = &Choice> {
    submission.readings.iter().filter(|choice| choice.switch.affects_base_game())
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

/// How many solutions [`effects`] computes besides the chosen one.
pub(crate) fn effect_steps(submission: &Submission) -> u64 {
    base_readings(submission).map(|choice| choice.switch.choices.len() as u64 - 1).sum::<u64>() * 3
}

/// The EV of every choice of every reading, one switched at a time, by strategy class.
pub(crate) fn effects(
    submission: &Submission,
    pool: &mut SolverPool,
    chosen: &BTreeMap<String, Exact>,
    step: &(dyn Fn(&str) + Sync),
) -> Result<Vec<ReadingEffect>, Failure> {
    let mut effects = Vec::new();
    for reading in base_readings(submission) {
        let mut choices = Vec::new();
        for choice in &reading.switch.choices {
            let is_chosen = choice.name == reading.choice;
            let ev = if is_chosen {
                chosen.clone()
            } else {
                let solver = pool.solver(&switched(submission, reading, choice)?)?;
                let mut ev = BTreeMap::new();
                for strategy in solver.strategies() {
                    step(&format!("{} = {}: {strategy}", reading.switch.name, choice.name));
                    ev.insert(strategy.name().to_owned(), Exact::from(&solver.solve(strategy)?.ev));
                }
                ev
            };
            choices.push(ReadingChoice {
                choice: choice.name.clone(),
                text: choice.text.clone(),
                chosen: is_chosen,
                ev,
            });
        }
        effects.push(ReadingEffect {
            name: reading.switch.name.clone(),
            clauses: reading.switch.clauses.clone(),
            question: reading.switch.question.clone(),
            choices,
        });
    }
    Ok(effects)
}

/// How many combinations [`published`] computes.
pub(crate) fn combination_count(submission: &Submission) -> u64 {
    match submission.game.published {
        None => 0,
        Some(_) => base_readings(submission).map(|choice| choice.switch.choices.len() as u64).product(),
    }
}

/// Every combination of readings under CDZ-, against the published house edge.
pub(crate) fn published(
    submission: &Submission,
    pool: &mut SolverPool,
    step: &(dyn Fn(&str) + Sync),
) -> Result<Option<Published>, Failure> {
    let Some(rule) = &submission.game.published else { return Ok(None) };
    let (low, high) = (rule.low.ratio(), rule.high.ratio());
    let mut edges: Vec<(BigRational, BigRational, Switched)> = Vec::new();
    for (switched, variant) in combinations(submission, base_readings(submission))? {
        step("combinations of readings");
        let edge = -pool.solver(&variant)?.solve(Strategy::CompositionDependent)?.ev;
        edges.push((distance(&edge, low, high), edge, switched));
    }
    edges.sort_by(|a, b| a.0.cmp(&b.0).then(a.2.len().cmp(&b.2.len())).then(a.2.cmp(&b.2)));
    let inside = edges.iter().filter(|(distance, ..)| distance.is_zero()).count();
    let all: Vec<&BigRational> = edges.iter().map(|(_, edge, _)| edge).collect();
    let extreme =
        |edge: Option<&&BigRational>| edge.map_or_else(|| Exact::from(&BigRational::zero()), |&edge| edge.into());
    Ok(Some(Published {
        low: low.into(),
        high: high.into(),
        source: rule.source.clone(),
        combinations: edges.len() as u64,
        strategy: Strategy::CompositionDependent.name().to_owned(),
        smallest: extreme(all.iter().min()),
        largest: extreme(all.iter().max()),
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

/// How far an edge lies outside an interval; zero inside.
pub(crate) fn distance(edge: &BigRational, low: &BigRational, high: &BigRational) -> BigRational {
    let below = low - edge;
    let above = edge - high;
    let outside = if below > above { below } else { above };
    if outside.is_positive() { outside } else { BigRational::zero() }
}

/// The house edge of every number of decks the game allows, by zero-memory class.
pub(crate) fn edge_by_decks(submission: &Submission, step: &(dyn Fn(&str) + Sync)) -> Result<Vec<DeckEdge>, Failure> {
    let mut edges = Vec::new();
    for &decks in &submission.game.shoe.decks {
        let variant = submission.for_decks(decks)?;
        step(&format!("{decks} decks"));
        edges.push(DeckEdge { decks, house_edge: zero_memory_edges(&Solver::new(&variant)?)? });
    }
    Ok(edges)
}
