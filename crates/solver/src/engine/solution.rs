//! Strategy classes, and the value of a round under one.

use std::fmt;
use std::str::FromStr;

use cards::Value;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// A strategy class: what a decision may look at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strategy {
    /// Total-dependent (TD): total, soft or hard, pair, first two cards or more, up card and signal.
    TotalDependent,
    /// CDZ-: the composition of the hand in play, up card and signal; optimal for an unsplit hand and kept after a split.
    CompositionDependent,
    /// CDZ: the composition of the hand in play, up card and signal, the same before a split and after it; the best such play over
    /// the whole round. Not among [`Strategy::ALL`]: it takes longer than CDZ- and gains very little.
    ZeroMemory,
    /// Every card of the round that the player has seen: the true optimum.
    Perfect,
}

impl Strategy {
    /// The classes of a report, from the least information to the most.
    pub const ALL: [Strategy; 3] = [Strategy::TotalDependent, Strategy::CompositionDependent, Strategy::Perfect];

    /// `td`, `cdz`, `cdz-best` or `perfect`.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::TotalDependent => "td",
            Strategy::CompositionDependent => "cdz",
            Strategy::ZeroMemory => "cdz-best",
            Strategy::Perfect => "perfect",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Strategy::ALL
            .into_iter()
            .chain([Strategy::ZeroMemory])
            .find(|strategy| strategy.name() == text)
            .ok_or_else(|| format!("`{text}` is no strategy class: expected td, cdz, cdz-best or perfect"))
    }
}

/// A round's value under a strategy class, in units of initial wager, insurance left out.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// The strategy class.
    pub strategy: Strategy,
    /// Expected net result.
    pub ev: BigRational,
    /// By up card, ace first; up cards that the shoe does not hold are left out.
    pub ups: Vec<UpValue>,
}

/// A round's value given the up card.
#[derive(Debug, Clone, PartialEq)]
pub struct UpValue {
    /// The up card.
    pub up: Value,
    /// Its probability.
    pub probability: BigRational,
    /// Whether the attack wager is made under it; `None` in a game without one.
    pub attack: Option<bool>,
    /// Expected net result given this up card.
    pub ev: BigRational,
    /// By signal; signals that cannot occur are left out.
    pub signals: Vec<SignalValue>,
}

/// A round's value given up card and signal.
#[derive(Debug, Clone, PartialEq)]
pub struct SignalValue {
    /// The signal, as in [`rules::HoleCase::signal`].
    pub signal: String,
    /// Hole cards it stands for.
    pub holes: Vec<Value>,
    /// Probability given the up card.
    pub probability: BigRational,
    /// Expected net result given up card and signal.
    pub ev: BigRational,
}

/// A round's first two moments and its action under a strategy class.
#[derive(Debug, Clone, PartialEq)]
pub struct Spread {
    /// Expected net result per unit of initial wager; the same number as [`Solution::ev`].
    pub ev: BigRational,
    /// Variance of the net result; `None` if it was not asked for, and where it is not computed: payouts that depend on suits,
    /// which the hands of a split share.
    pub variance: Option<BigRational>,
    /// Expected total wager (initial, double and split wagers; insurance left out) per unit of initial wager.
    pub average_wager: BigRational,
}

impl Spread {
    /// Expected loss per unit of total action.
    pub fn element_of_risk(&self) -> BigRational {
        -&self.ev / &self.average_wager
    }
}

impl Solution {
    /// Assembles a solution from the cases' means, each given the up card and weighted by the case's probability.
    pub(crate) fn new(strategy: Strategy, ups: Vec<UpValue>) -> Self {
        let ev = ups.iter().map(|up| &up.probability * &up.ev).fold(BigRational::zero(), |sum, term| sum + term);
        Self { strategy, ev, ups }
    }
}

impl UpValue {
    pub(crate) fn new(up: Value, probability: BigRational, attack: Option<bool>, signals: Vec<SignalValue>) -> Self {
        let ev = signals.iter().map(|one| &one.probability * &one.ev).fold(BigRational::zero(), |sum, term| sum + term);
        debug_assert!(signals.iter().map(|one| &one.probability).sum::<BigRational>().is_one());
        Self { up, probability, attack, ev, signals }
    }
}
