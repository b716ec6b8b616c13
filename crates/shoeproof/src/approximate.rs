//! EVs in floats with a proven error: of one shoe, or of as many as a file lists.

use std::path::Path;

use cards::{Composition, Value};
use rayon::prelude::*;
use rules::Submission;
use serde::Serialize;
use solver::{Approximation, Approximator, Class};

use crate::failure::Failure;
use crate::present;
use crate::schema::JsonSchema;

/// Shoes that are valued before their values are given.
const AT_A_TIME: usize = 256;

/// The EV of zero-memory play in floats; insurance is left out.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Approximated {
    /// Id of the analysis.
    pub analysis: String,
    /// The strategy class.
    pub strategy: &'static str,
    /// What EVs are per unit of, such as `initial wager`.
    pub unit: &'static str,
    /// Expected net result of a round.
    pub ev: f64,
    /// By how much the EV may be off, at most.
    pub error: f64,
    /// The round given the up card.
    pub by_up_card: Vec<ApproximatedUpCard>,
}

/// The round given an up card.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ApproximatedUpCard {
    /// The up card.
    pub up: String,
    /// Its probability.
    pub probability: f64,
    /// The EV given it.
    pub ev: f64,
    /// Whether the attack wager is made; left out of a game without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<bool>,
    /// Values of pairs that are split, after some signal.
    pub splits: Vec<String>,
}

/// A shoe with its EV.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ApproximatedShoe {
    /// Cards of each value, from the ace to the ten.
    pub shoe: [u16; Value::COUNT],
    /// Expected net result of a round.
    pub ev: f64,
    /// By how much the EV may be off, at most.
    pub error: f64,
}

/// As [`crate::Analysis::approximate`].
pub(crate) fn one(submission: &Submission, strategy: Class) -> Result<Approximated, Failure> {
    let approximator = Approximator::new(&submission.game, submission.shoe)?;
    let round = approximator.approximate(&submission.shoe, strategy)?;
    Ok(Approximated::new(submission, strategy, &round))
}

impl Approximated {
    pub(crate) fn new(submission: &Submission, strategy: Class, round: &Approximation) -> Self {
        let by_up_card = round.ups.iter().map(|up| ApproximatedUpCard {
            up: up.up.to_string(),
            probability: up.probability,
            ev: up.ev,
            attack: up.attack,
            splits: up.splits.iter().map(Value::to_string).collect(),
        });
        Self {
            analysis: submission.id.clone(),
            strategy: strategy.name(),
            unit: present::unit(&submission.game),
            ev: round.ev,
            error: round.error,
            by_up_card: by_up_card.collect(),
        }
    }
}

/// As [`crate::Analysis::approximate_shoes`].
pub(crate) fn many(
    submission: &Submission,
    strategy: Class,
    path: &Path,
    mut take: impl FnMut(ApproximatedShoe) -> bool,
) -> Result<(), Failure> {
    let shoes = shoes(path)?;
    let most = |value: usize| shoes.iter().map(|shoe| shoe.counts()[value]).max().unwrap_or(0);
    let approximator = Approximator::new(&submission.game, Composition::new(std::array::from_fn(most)))?;
    for (at, some) in shoes.chunks(AT_A_TIME).enumerate() {
        let rounds: Vec<_> = some.par_iter().map(|shoe| approximator.approximate(shoe, strategy)).collect();
        for (line, (shoe, round)) in (at * AT_A_TIME + 1..).zip(some.iter().zip(rounds)) {
            let round = round.map_err(|error| unreadable(path, line, &error.to_string()))?;
            if !take(ApproximatedShoe { shoe: *shoe.counts(), ev: round.ev, error: round.error }) {
                return Err(Failure::Stopped);
            }
        }
    }
    Ok(())
}

/// More than ten counts with spaces have, in bytes.
const LONGEST_LINE: usize = 400;

/// The shoes that a file lists, one a line.
fn shoes(path: &Path) -> Result<Vec<Composition>, Failure> {
    let text = input::text(path, input::MOST_TABLE)
        .map_err(|error| Failure::Unreadable(format!("{}: {error}", path.display())))?;
    let shoes: Vec<Composition> = (1..)
        .zip(text.lines())
        .map(|(line, counts)| {
            if counts.len() > LONGEST_LINE {
                let long = format!("it has {} bytes; at most {LONGEST_LINE} are read", counts.len());
                return Err(unreadable(path, line, &long));
            }
            counts.parse().map_err(|error: cards::CompositionError| unreadable(path, line, &error.to_string()))
        })
        .collect::<Result<_, _>>()?;
    if shoes.is_empty() {
        return Err(Failure::Unreadable(format!(
            "{}: no shoe is listed: expected lines of ten counts, A,2,…,9,T",
            path.display()
        )));
    }
    Ok(shoes)
}

fn unreadable(path: &Path, line: usize, what: &str) -> Failure {
    Failure::Unreadable(format!("{}, line {line}: {what}", path.display()))
}
