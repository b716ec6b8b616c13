//! Perfect play with its parts kept in a file, so that a run that was stopped goes on.

use std::path::Path;

use cards::Value;
use certificate::sha256_hex;
use num_rational::BigRational;
use rules::Submission;
use serde::{Deserialize, Serialize};
use solver::{PerfectValue, Solution, SolveError, SolvedPart, SolvedRound, SolvedSplit, Solver, Spread, Step};

use crate::failure::Failure;
use crate::resume;

const FORMAT: u32 = 3;

/// A part on disk; numbers are fractions.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kept {
    Split {
        attacked: bool,
        pairs: Vec<String>,
        up: String,
        signal: usize,
        /// `None` if each pair is better not split.
        value: Option<Box<KeptValue>>,
    },
    /// Two hands to switch.
    Round {
        up: String,
        /// By signal.
        values: Vec<KeptValue>,
    },
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

impl KeptValue {
    fn new(value: &PerfectValue) -> Self {
        let PerfectValue { mean, square, added } = value.clone();
        Self { mean: BigText(mean), square: square.map(BigText), added: BigText(added) }
    }

    fn solved(&self) -> PerfectValue {
        let Self { mean, square, added } = self;
        PerfectValue {
            mean: mean.0.clone(),
            square: square.as_ref().map(|square| square.0.clone()),
            added: added.0.clone(),
        }
    }
}

impl Kept {
    fn new(part: &SolvedPart) -> Self {
        match part {
            SolvedPart::Split(split) => Self::Split {
                attacked: split.attacked,
                pairs: split.pairs.iter().map(Value::to_string).collect(),
                up: split.up.to_string(),
                signal: split.signal,
                value: split.value.as_ref().map(|value| Box::new(KeptValue::new(value))),
            },
            SolvedPart::Round(round) => {
                Self::Round { up: round.up.to_string(), values: round.values.iter().map(KeptValue::new).collect() }
            }
        }
    }

    fn solved(&self, path: &Path) -> Result<SolvedPart, Failure> {
        let card = |text: &String| -> Result<Value, Failure> {
            text.parse().map_err(|_| resume::refused(path, &format!("`{text}` is no card value")))
        };
        Ok(match self {
            Self::Split { attacked, pairs, up, signal, value } => SolvedPart::Split(SolvedSplit {
                attacked: *attacked,
                pairs: pairs.iter().map(card).collect::<Result<_, Failure>>()?,
                up: card(up)?,
                signal: *signal,
                value: value.as_ref().map(|value| value.solved()),
            }),
            Self::Round { up, values } => {
                SolvedPart::Round(SolvedRound { up: card(up)?, values: values.iter().map(KeptValue::solved).collect() })
            }
        })
    }
}

/// Perfect play, going on from a file and keeping every part there as it is solved.
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
    let keep = |solved: &[SolvedPart]| {
        kept.extend(solved.iter().map(Kept::new));
        failed = resume::write(path, FORMAT, &run, &kept).err();
        failed.is_none()
    };
    match (solver.solve_perfect(variance, &known, keep, progress), failed) {
        (Err(SolveError::Stopped), Some(failure)) => Err(failure),
        (solved, _) => Ok(solved?),
    }
}
