//! Perfect play with its parts kept in a file, so that a run that was stopped goes on.

use std::collections::BTreeSet;
use std::path::Path;

use cards::Value;
use certificate::sha256_hex;
use num_rational::BigRational;
use rules::Submission;
use serde::{Deserialize, Serialize};
use solver::{Class, PerfectValue, Solution, SolveError, SolvedPart, SolvedRound, SolvedSplit, Solver, Step, Want};

use crate::failure::Failure;
use crate::resume::{self, Run};

const FORMAT: u32 = 4;

/// A part on disk; numbers are fractions.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kept {
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
pub(crate) struct KeptValue {
    mean: BigText,
    square: Option<BigText>,
    added: BigText,
}

/// A fraction as text.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct BigText(BigRational);

impl TryFrom<String> for BigText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        certificate::number::fraction(&text).map(Self).map_err(|error| error.to_string())
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

/// The parts that a file keeps, or why it cannot be gone on from.
pub(crate) fn known(path: &Path, kept: &[Kept]) -> Result<Vec<SolvedPart>, Failure> {
    let known = kept.iter().map(|one| one.solved(path)).collect::<Result<Vec<_>, Failure>>()?;
    match contradiction(&known) {
        Some(what) => Err(resume::refused(path, what)),
        None => Ok(known),
    }
}

/// Why parts cannot be those of one solution: a part there twice would count twice.
fn contradiction(known: &[SolvedPart]) -> Option<&'static str> {
    let mut splits = BTreeSet::new();
    let mut rounds = BTreeSet::new();
    let is_new = |part: &SolvedPart| match part {
        SolvedPart::Split(split) => {
            split.pairs.iter().all(|&pair| splits.insert((split.attacked, split.up, split.signal, pair)))
        }
        SolvedPart::Round(round) => rounds.insert(round.up),
    };
    if !known.iter().map(is_new).fold(true, |all, new| all & new) {
        return Some("it has a part twice");
    }
    let values = |part: &SolvedPart| match part {
        SolvedPart::Split(split) => split.value.iter().cloned().collect(),
        SolvedPart::Round(round) => round.values.clone(),
    };
    let squares: BTreeSet<bool> =
        known.iter().flat_map(values).map(|value: PerfectValue| value.square.is_some()).collect();
    (squares.len() > 1).then_some("some of its parts have squares and some have none")
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
) -> Result<Solution, Failure> {
    let canonical = submission.canonical();
    let run = Run {
        format: FORMAT,
        submission: sha256_hex(canonical.as_bytes()),
        run: sha256_hex(format!("{canonical}\nperfect {variance}").as_bytes()),
    };
    let mut kept: Vec<Kept> = resume::read(path, &run)?.unwrap_or_default();
    let known = known(path, &kept)?;
    let mut failed = None;
    let mut keep = |solved: &[SolvedPart]| {
        kept.extend(solved.iter().map(Kept::new));
        failed = resume::write(path, &run, &kept).err();
        failed.is_none()
    };
    let want = if variance { Want::variance() } else { Want::quick_variance() };
    let want = want.telling(&progress).resuming(&known, &mut keep);
    match (solver.solve(Class::Perfect, want), failed) {
        (Err(SolveError::Stopped), Some(failure)) => Err(failure),
        (solved, _) => Ok(solved?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(pairs: &[&str], signal: usize, square: Option<i64>) -> Kept {
        let number = |value: i64| BigText(BigRational::from_integer(value.into()));
        Kept::Split {
            attacked: false,
            pairs: pairs.iter().map(|&pair| pair.to_owned()).collect(),
            up: "6".to_owned(),
            signal,
            value: Some(Box::new(KeptValue { mean: number(1), square: square.map(number), added: number(2) })),
        }
    }

    fn said(parts: &[Kept]) -> Option<&'static str> {
        let solved: Result<Vec<_>, Failure> = parts.iter().map(|part| part.solved(Path::new("file"))).collect();
        contradiction(&solved.expect("parts"))
    }

    #[test]
    fn a_part_that_is_there_twice_is_refused() {
        assert_eq!(said(&[split(&["8"], 0, None), split(&["8"], 1, None), split(&["9", "T"], 0, None)]), None);
        assert_eq!(said(&[split(&["8"], 0, None), split(&["9", "8"], 0, None)]), Some("it has a part twice"));
        assert_eq!(said(&[split(&["8", "8"], 0, None)]), Some("it has a part twice"));
        let round = || Kept::Round { up: "A".to_owned(), values: Vec::new() };
        assert_eq!(said(&[round()]), None);
        assert_eq!(said(&[round(), round()]), Some("it has a part twice"));
        assert!(
            said(&[split(&["8"], 0, Some(3)), split(&["8"], 1, None)]).is_some_and(|words| words.contains("squares"))
        );
    }

    #[test]
    fn numbers_are_read_in_one_form_and_to_a_length() {
        for wrong in ["1", "2/4", "1/0", "x/1", "1.5/2"] {
            assert!(BigText::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
        let long = format!("{}/1", "7".repeat(1_000_000));
        assert!(BigText::try_from(long).is_err_and(|words| words.len() < 200));
        let number = BigText::try_from("-1958/48205".to_owned()).expect("a fraction");
        assert_eq!(String::from(number), "-1958/48205");
    }
}
