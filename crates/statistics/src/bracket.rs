//! Numbers between two floats, with proof.

use num_rational::BigRational;

/// A number between two floats, both included, with proof.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bracket {
    /// Not above the number.
    pub low: f64,
    /// Not below the number.
    pub high: f64,
}

impl Bracket {
    /// A probability within `error` of `value`.
    pub(crate) fn probability(value: f64, error: f64) -> Self {
        Self { low: (value - error).next_down().max(0.0), high: (value + error).next_up().min(1.0) }
    }

    /// One less the number.
    pub(crate) fn complement(self) -> Self {
        Self { low: (1.0 - self.high).next_down().max(0.0), high: (1.0 - self.low).next_up().min(1.0) }
    }

    /// The middle of the bracket: within half its width of the number.
    pub fn middle(self) -> f64 {
        0.5 * (self.low + self.high)
    }

    /// How far apart the ends are.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// Whether a float lies in the bracket.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// A bankroll for a given risk.
#[derive(Debug, Clone, PartialEq)]
pub struct Bankroll {
    /// In initial wagers, a multiple of the lattice's step; its risk of ruin is proven to be at most the given one.
    pub amount: BigRational,
    /// Whether it is proven that one step less has a greater risk.
    pub is_least: bool,
}
