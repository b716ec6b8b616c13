//! One figure of a submitter: what it is of, which it is, and what is stated.

use std::ops::Range;

use cards::Value;
use num_rational::BigRational;
use num_traits::{One, Zero};
use solver::Class;

use crate::printed::Printed;

/// A text with its place in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) span: Range<usize>,
}

/// What a claim is a figure of.
#[derive(Debug, Clone)]
pub(crate) enum Subject {
    /// The base game, or its part under one up card and signal.
    Base { strategy: Option<Class>, up: Option<(Value, Range<usize>)>, signal: Option<Word> },
    /// The insurance wager.
    Insurance,
    /// A side wager, or one of its lines.
    Wager { id: Word, paytable: Option<Word>, line: Option<Word> },
    /// A cell of the total-dependent strategy.
    Cell { up: (Value, Range<usize>), signal: Option<Word>, hand: Word },
}

/// Which figure is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Figure {
    HouseEdge,
    Ev,
    Rtp,
    ElementOfRisk,
    StdDev,
    Variance,
    AverageWager,
    Probability,
    OptimalGain,
    HitFrequency,
    Total,
    Combinations,
    Fixed,
    PerMeterUnit,
    BreakEvenMeter,
    Action,
}

impl Figure {
    const ALL: [(Figure, &'static str); 16] = [
        (Figure::HouseEdge, "house-edge"),
        (Figure::Ev, "ev"),
        (Figure::Rtp, "rtp"),
        (Figure::ElementOfRisk, "element-of-risk"),
        (Figure::StdDev, "std-dev"),
        (Figure::Variance, "variance"),
        (Figure::AverageWager, "average-wager"),
        (Figure::Probability, "probability"),
        (Figure::OptimalGain, "optimal-gain"),
        (Figure::HitFrequency, "hit-frequency"),
        (Figure::Total, "total"),
        (Figure::Combinations, "combinations"),
        (Figure::Fixed, "fixed"),
        (Figure::PerMeterUnit, "per-meter-unit"),
        (Figure::BreakEvenMeter, "break-even-meter"),
        (Figure::Action, "action"),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(figure, _)| *figure == self).map_or("", |(_, name)| name)
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(figure, _)| *figure)
    }

    /// Where its significant digits are counted from: a return of 99.5% states the half percent that is missing.
    fn origin(self) -> BigRational {
        if self == Figure::Rtp { BigRational::one() } else { BigRational::zero() }
    }

    /// Whether a number has two significant digits of it. With fewer it is right or wrong, and no slip of its last digit.
    pub(crate) fn is_significant(self, printed: &Printed) -> bool {
        printed.is_significant(&self.origin())
    }

    /// Whether a number says anything of it: `1` is within a unit of every edge, and `0` rounds from most.
    ///
    /// A part of a wager, or a chance, may have fewer than two digits if it is printed to a tenth of a percent.
    pub(crate) fn is_told_by(self, printed: &Printed) -> bool {
        self.is_count() || self.is_significant(printed) || (self.is_part() && printed.is_fine())
    }

    pub(crate) fn least_digits(self) -> &'static str {
        match self {
            Figure::Rtp => {
                "two significant digits of its distance from 100% or more, or tenths of a percent, such as 97.3%"
            }
            _ if self.is_part() => "two significant digits or more, or tenths of a percent, such as 12%, 3.1% or 0.3%",
            _ => "two significant digits or more, such as 1.2",
        }
    }

    /// Whether it is a part of a wager or a chance.
    fn is_part(self) -> bool {
        use Figure::*;
        matches!(self, HouseEdge | Ev | Rtp | ElementOfRisk | Probability | OptimalGain | HitFrequency | Fixed)
    }

    /// Whether it is a count of cards, which is right or wrong and never rounded.
    pub(crate) fn is_count(self) -> bool {
        matches!(self, Figure::Total | Figure::Combinations)
    }
}

impl Subject {
    pub(crate) fn figures(&self) -> &'static [Figure] {
        use Figure::*;
        match self {
            Subject::Base { up: None, .. } => &[HouseEdge, Ev, Rtp, ElementOfRisk, StdDev, Variance, AverageWager],
            Subject::Base { up: Some(_), .. } => &[HouseEdge, Ev, Rtp, Probability],
            Subject::Insurance => &[HouseEdge, Ev, OptimalGain],
            Subject::Wager { line: None, .. } => {
                &[HouseEdge, Ev, Rtp, HitFrequency, StdDev, Variance, Total, Fixed, PerMeterUnit, BreakEvenMeter]
            }
            Subject::Wager { line: Some(_), .. } => &[Combinations, Probability],
            Subject::Cell { .. } => &[Action],
        }
    }
}

/// What is claimed.
#[derive(Debug, Clone)]
pub(crate) enum Stated {
    Number(Printed),
    /// A code of the chart or the word for an action.
    Action(String),
}

/// One claimed figure.
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    pub(crate) subject: Subject,
    pub(crate) figure: Figure,
    pub(crate) stated: Stated,
    /// Of what is claimed.
    pub(crate) span: Range<usize>,
    /// Readings that the claim is made under, where they are not those of the analysis: name and choice.
    pub(crate) readings: Vec<(Word, Word)>,
}

impl Claim {
    /// The line of a side wager that it is of.
    pub(crate) fn line(&self) -> Option<&str> {
        match &self.subject {
            Subject::Wager { line, .. } => line.as_ref().map(|line| line.text.as_str()),
            _ => None,
        }
    }
}
