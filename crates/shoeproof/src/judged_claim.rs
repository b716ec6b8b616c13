//! A claim beside its exact answer.

use certificate::StrategyCell;
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde::Serialize;

use crate::claim::{Claim, Figure, Stated, Subject, Word};
use crate::claims::Claims;
use crate::exact_figures::{Answer, ClaimedPlay};
use crate::failure::Failure;
use crate::printed::{Printed, Printing, Quantity};
use crate::schema::JsonSchema;
use crate::variants::Changes;

/// How a claim stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimStands {
    /// It is the exact figure to the digits printed.
    Match,
    /// It is off by a unit of its last digit, or cut off.
    RoundingSlip,
    /// It is neither.
    Wrong,
}

/// One claim and what became of it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CheckedClaim {
    /// Its line in the file.
    pub line: usize,
    /// What it is a figure of, in words.
    pub of: String,
    /// The figure's name.
    pub figure: &'static str,
    /// As it was claimed.
    pub claimed: String,
    /// How it stands.
    pub verdict: ClaimStands,
    /// In the form of the claim, with a few more digits.
    pub exact: String,
    /// As a fraction; the square of a root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact_fraction: Option<String>,
    /// Claimed less exact; of a count, less as many times the exact one as the remarks say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// What else is to be said.
    pub remarks: Vec<String>,
    /// Changes under which the claim is right, fewest first.
    pub right_under: Vec<Changes>,
}

impl CheckedClaim {
    /// Whether it is of a cell of the strategy, of which a chart has hundreds.
    pub fn is_of_cell(&self) -> bool {
        self.figure == Figure::Action.name()
    }
}

/// A claim with its exact answer.
pub(crate) struct Judgement {
    pub(crate) claim: usize,
    pub(crate) answer: Answer,
    pub(crate) verdict: ClaimStands,
    /// Between the counts claimed and the exact ones.
    pub(crate) factor: BigRational,
    /// Whether a sign or a percent sign is all that is wrong.
    pub(crate) is_slip_of_the_pen: bool,
    pub(crate) remarks: Vec<String>,
}

pub(crate) fn judge(
    claims: &Claims,
    position: usize,
    answer: Answer,
    factor: &BigRational,
) -> Result<Judgement, Failure> {
    let claim = &claims.claims[position];
    let mut remarks = Vec::new();
    let mut is_slip_of_the_pen = false;
    let verdict = match (&answer, &claim.stated) {
        (Answer::Number(exact), Stated::Number(printed)) => {
            // Within a unit of its only digit lies too much to call it a slip.
            let may_slip = claim.figure.is_significant(printed);
            let (verdict, remark) = match printed.against(exact) {
                Printing::Exact | Printing::Rounded => (ClaimStands::Match, None),
                Printing::HalfUp => (ClaimStands::Match, Some("a tie, rounded half up")),
                Printing::HalfEven => (ClaimStands::Match, Some("a tie, rounded half to even")),
                Printing::Truncated if !may_slip => {
                    (ClaimStands::Wrong, Some("cut off, not rounded, and of fewer than two digits"))
                }
                Printing::UnitOff if !may_slip => (ClaimStands::Wrong, slip_of_the_pen(printed, exact)),
                Printing::Truncated => (ClaimStands::RoundingSlip, Some("cut off, not rounded")),
                Printing::UnitOff => (ClaimStands::RoundingSlip, Some("off by at most one unit of the last digit")),
                Printing::Wrong => (ClaimStands::Wrong, slip_of_the_pen(printed, exact)),
            };
            is_slip_of_the_pen = verdict == ClaimStands::Wrong && remark.is_some();
            remarks.extend(remark.map(str::to_owned));
            verdict
        }
        (Answer::Count(exact), Stated::Number(printed)) => {
            let is_right = printed.value == BigRational::from_integer(exact.clone()) * factor;
            if !factor.is_one() && !exact.is_zero() {
                let so = if is_right { ": the same probabilities" } else { " elsewhere" };
                remarks.push(format!("counts are {factor} times the exact ones{so}"));
            }
            if is_right { ClaimStands::Match } else { ClaimStands::Wrong }
        }
        (Answer::Cell(cell), Stated::Action(stated)) => {
            let Some(agrees) = agrees(cell, stated) else {
                let expected = "S, H, D, Dh, Ds, P, R, Rh, Rs, Rd or Rp, or stand, hit, double, split or surrender";
                let place = Some(claim.span.clone());
                return Err(claims.file.expected(place, format!("`{stated}` is no action"), expected).into());
            };
            if agrees { ClaimStands::Match } else { ClaimStands::Wrong }
        }
        _ => ClaimStands::Wrong,
    };
    Ok(Judgement { claim: position, answer, verdict, factor: factor.clone(), is_slip_of_the_pen, remarks })
}

/// Whether a claim is right, to the digits printed.
pub(crate) fn is_right(claim: &Claim, answer: &Answer, factor: &BigRational) -> bool {
    match (answer, &claim.stated) {
        (Answer::Number(exact), Stated::Number(printed)) => {
            !matches!(printed.against(exact), Printing::Truncated | Printing::UnitOff | Printing::Wrong)
        }
        (Answer::Count(exact), Stated::Number(printed)) => {
            printed.value == BigRational::from_integer(exact.clone()) * factor
        }
        (Answer::Cell(cell), Stated::Action(stated)) => agrees(cell, stated) == Some(true),
        _ => false,
    }
}

/// What is wrong with a number that has the right digits.
fn slip_of_the_pen(printed: &Printed, exact: &Quantity) -> Option<&'static str> {
    let hundred = BigRational::from_integer(100.into());
    let scaled = |by: &BigRational| {
        let against = printed.times(by).against(exact);
        !matches!(against, Printing::Wrong | Printing::UnitOff) && !printed.value.is_zero()
    };
    if scaled(&-BigRational::one()) {
        Some("right with the other sign")
    } else if !printed.is_percent && scaled(&(BigRational::one() / &hundred)) {
        Some("right as a percentage")
    } else if printed.is_percent && scaled(&hundred) {
        Some("right without the sign for a percentage")
    } else {
        None
    }
}

/// Whether a code or a word says what a cell does; `None` if it is neither. `D` and `R` leave open what replaces them.
fn agrees(cell: &StrategyCell, stated: &str) -> Option<bool> {
    let word = match stated {
        "stand" => 'S',
        "hit" => 'H',
        "double" | "D" => 'D',
        "split" => 'P',
        "surrender" | "R" => 'R',
        "S" | "H" | "P" | "Dh" | "Ds" | "Rh" | "Rs" | "Rd" | "Rp" => return Some(cell.code == stated),
        _ => return None,
    };
    Some(cell.code.starts_with(word))
}

impl Judgement {
    /// Whether it is wrong with nothing noticed that says why.
    pub(crate) fn is_unexplained(&self) -> bool {
        self.verdict == ClaimStands::Wrong && !self.is_slip_of_the_pen
    }

    pub(crate) fn checked(
        mut self,
        claims: &Claims,
        right_under: Vec<Changes>,
        remark: Option<String>,
    ) -> CheckedClaim {
        let claim = &claims.claims[self.claim];
        if self.is_unexplained() && right_under.is_empty() {
            self.remarks.extend(remark);
        }
        let (exact, exact_fraction, difference) = match (&self.answer, &claim.stated) {
            (Answer::Number(exact), Stated::Number(printed)) => {
                let fraction = match exact {
                    Quantity::Number(value) => cards::fraction(value),
                    Quantity::RootOf(squared) => cards::fraction(squared),
                };
                (printed.like(exact), Some(fraction), Some(printed.difference(exact)))
            }
            (Answer::Count(exact), Stated::Number(printed)) => {
                let difference = &printed.value - BigRational::from_integer(exact.clone()) * &self.factor;
                (exact.to_string(), None, Some(difference.to_string()))
            }
            (Answer::Cell(cell), _) => (cell.code.clone(), None, None),
            _ => (String::new(), None, None),
        };
        let claimed = match &claim.stated {
            Stated::Number(printed) => printed.text.clone(),
            Stated::Action(stated) => stated.clone(),
        };
        CheckedClaim {
            line: claims.line(claim),
            of: described(claim, claims),
            figure: claim.figure.name(),
            claimed,
            verdict: self.verdict,
            exact,
            exact_fraction,
            difference: difference.filter(|_| self.verdict != ClaimStands::Match),
            remarks: self.remarks,
            right_under,
        }
    }
}

/// What a claim is of, in words.
pub(crate) fn described(claim: &Claim, claims: &Claims) -> String {
    let with = |name: &str, word: Option<&Word>| word.map_or_else(String::new, |word| format!("{name}{}", word.text));
    let mut text = match &claim.subject {
        Subject::Base { strategy, up, signal } => {
            let up = up.as_ref().map_or_else(String::new, |(up, _)| format!(", up card {up}"));
            format!("base game, {}{up}{}", ClaimedPlay::of(*strategy, claims).name(), with(" ", signal.as_ref()))
        }
        Subject::Insurance => "insurance".to_owned(),
        Subject::Wager { id, paytable, line } => {
            format!("{}{}{}", id.text, with(" ", paytable.as_ref()), with(": ", line.as_ref()))
        }
        Subject::Cell { up, signal, hand } => {
            format!("{} against {}{}", hand.text, up.0, with(" ", signal.as_ref()))
        }
    };
    for (name, choice) in &claim.readings {
        text.push_str(&format!(", {}={}", name.text, choice.text));
    }
    text
}
