//! Perfect play with its splits kept in a file, so that a run that was stopped goes on.

use std::path::Path;

use cards::Value;
use certificate::sha256_hex;
use num_rational::BigRational;
use rules::Submission;
use serde::{Deserialize, Serialize};
use solver::{Solution, SolveError, SolvedSplit, Solver, SplitValue, Spread, Step};

use crate::failure::Failure;
use crate::resume;

const FORMAT: u32 = 2;

/// Splits on disk; numbers are fractions.
#[derive(Serialize, Deserialize)]
struct Kept {
    attacked: bool,
    pairs: Vec<String>,
    up: String,
    signal: usize,
    /// `None` if each pair is better not split.
    value: Option<KeptValue>,
}

#[derive(Serialize, Deserialize)]
struct KeptValue {
    mean: BigText,
    square: Option<BigText>,
    added: BigText,
}

/// A fraction as text.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct BigText(BigRational);

impl TryFrom<String> for BigText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map(Self).map_err(|_| format!("`{text}` is no fraction"))
    }
}

impl From<BigText> for String {
    fn from(number: BigText) -> String {
        cards::fraction(&number.0)
    }
}

impl Kept {
    fn new(split: &SolvedSplit) -> Self {
        let value = split.value.as_ref().map(|value| KeptValue {
            mean: BigText(value.mean.clone()),
            square: value.square.clone().map(BigText),
            added: BigText(value.added.clone()),
        });
        let SolvedSplit { attacked, ref pairs, up, signal, .. } = *split;
        let pairs = pairs.iter().map(Value::to_string).collect();
        Self { attacked, pairs, up: up.to_string(), signal, value }
    }

    fn solved(&self, path: &Path) -> Result<SolvedSplit, Failure> {
        let card = |text: &str| -> Result<Value, Failure> {
            text.parse().map_err(|_| resume::refused(path, &format!("`{text}` is no card value")))
        };
        let value = self.value.as_ref().map(|value| SplitValue {
            mean: value.mean.0.clone(),
            square: value.square.as_ref().map(|square| square.0.clone()),
            added: value.added.0.clone(),
        });
        let pairs = self.pairs.iter().map(|pair| card(pair)).collect::<Result<Vec<_>, Failure>>()?;
        Ok(SolvedSplit { attacked: self.attacked, pairs, up: card(&self.up)?, signal: self.signal, value })
    }
}

/// Perfect play, going on from a file and keeping every split there as it is solved.
///
/// # Errors
/// Those of the solver, and [`Failure::Resume`].
pub(crate) fn solve(
    submission: &Submission,
    solver: &Solver,
    variance: bool,
    path: &Path,
    progress: impl Fn(Step) + Sync,
) -> Result<(Solution, Spread), Failure> {
    let run = sha256_hex(format!("{}\nperfect {variance}", submission.canonical()).as_bytes());
    let mut kept: Vec<Kept> = resume::read(path, FORMAT, &run)?.unwrap_or_default();
    let known = kept.iter().map(|one| one.solved(path)).collect::<Result<Vec<_>, Failure>>()?;
    let mut failed = None;
    let keep = |solved: &[SolvedSplit]| {
        kept.extend(solved.iter().map(Kept::new));
        failed = resume::write(path, FORMAT, &run, &kept).err();
        failed.is_none()
    };
    match (solver.solve_perfect(variance, &known, keep, progress), failed) {
        (Err(SolveError::Stopped), Some(failure)) => Err(failure),
        (solved, _) => Ok(solved?),
    }
}
