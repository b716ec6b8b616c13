//! What lines pay.

use std::fmt;
use std::str::FromStr;

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use serde::de::Deserializer;
use serde::{Deserialize, Serialize};

use crate::odds::{Odds, Percent};
use crate::schema::JsonSchema;
use crate::text::parsed;

/// Whether a winner gets the wager back besides what the line names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quote {
    /// "x to 1": the wager is returned too.
    #[default]
    To,
    /// "x for 1": the wager is not returned.
    For,
}

impl Quote {
    pub(super) fn kept() -> Self {
        Self::For
    }

    pub(super) fn returned(self) -> BigRational {
        match self {
            Self::To => BigRational::one(),
            Self::For => BigRational::zero(),
        }
    }
}

/// Payouts and the decks they go with.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Paytable {
    /// Name, such as `11/4` or `C`. Tables for different numbers of decks may share one.
    pub name: String,
    /// Numbers of decks it may be used with; empty for all of the game, unless `decks_from` says otherwise.
    #[serde(default)]
    pub decks: Vec<u16>,
    /// It may also be used with so many decks and more.
    pub decks_from: Option<u16>,
    /// In a wager on matches: same rank and suit as the up card.
    pub suited: Option<Odds>,
    /// In a wager on matches: same rank, another suit.
    pub unsuited: Option<Odds>,
    /// What each line pays, in the order of the lines.
    #[serde(default)]
    pub pays: Vec<Pay>,
}

impl Paytable {
    /// Whether it may be used with so many decks.
    pub fn goes_with(&self, decks: u16) -> bool {
        match self.decks_from {
            Some(least) if decks >= least => true,
            None if self.decks.is_empty() => true,
            _ => self.decks.contains(&decks),
        }
    }
}

/// What a line pays: `30:1`, `1000 for 1`, a share of the meter such as `10%`, or both as in `100% + 200:1`.
#[derive(Debug, Clone, PartialEq)]
pub struct Pay {
    pub(super) meter: Option<Percent>,
    pub(super) odds: Option<(Odds, Quote)>,
}

impl Pay {
    /// The share of the meter that it pays.
    pub fn meter(&self) -> Option<&BigRational> {
        self.meter.as_ref().map(Percent::ratio)
    }

    /// The odds that it pays, and whether the wager comes back with them.
    pub fn odds(&self) -> Option<(Odds, Quote)> {
        self.odds
    }

    /// Whether it pays a share of the meter.
    pub fn is_of_meter(&self) -> bool {
        self.meter.is_some()
    }

    /// Whether it pays a share of the meter and nothing else.
    pub(crate) fn is_of_meter_alone(&self) -> bool {
        self.meter.is_some() && self.odds.is_none()
    }

    /// Whether odds of it are printed as "x to 1".
    pub(crate) fn is_to_one(&self) -> bool {
        matches!(self.odds, Some((_, Quote::To)))
    }
}

impl FromStr for Pay {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || {
            format!(
                "`{text}` is no payout: expected odds such as 30:1, `1000 for 1`, a share of the meter such as 10%, or \
                 a share and odds such as `100% + 200:1`"
            )
        };
        let odds = |part: &str| match part.split_once(" for ") {
            Some((win, stake)) => format!("{win}:{stake}").parse().map(|odds| (odds, Quote::For)),
            None => part.parse().map(|odds| (odds, Quote::To)),
        };
        let (meter, odds) = match text.split_once('+') {
            Some((meter, rest)) => (Some(meter.trim()), Some(odds(rest.trim()).map_err(|_| wrong())?)),
            None if text.ends_with('%') => (Some(text), None),
            None => (None, Some(odds(text).map_err(|_| wrong())?)),
        };
        let meter: Option<Percent> = meter.map(|share| share.parse().map_err(|_| wrong())).transpose()?;
        if meter.as_ref().is_some_and(|share| !share.ratio().is_positive() || *share.ratio() > BigRational::one()) {
            return Err(wrong());
        }
        Ok(Self { meter, odds })
    }
}

impl fmt::Display for Pay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(meter) = &self.meter {
            write!(f, "{meter} of the meter")?;
        }
        if let Some((odds, quote)) = &self.odds {
            let and = if self.meter.is_some() { " and " } else { "" };
            let word = match quote {
                Quote::To => "to",
                Quote::For => "for",
            };
            let odds = odds.to_string().replace(':', &format!(" {word} "));
            write!(f, "{and}{odds}")?;
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Pay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parsed(deserializer, "a payout in quotation marks")
    }
}
