//! The value of a round under a strategy class.

use cards::Value;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::compiled::settlement::Settlement;
use crate::compiled::strategy::Class;
use crate::zero_memory::Moments;

/// A round's value under a strategy class, in units of initial wager, insurance left out.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// The strategy class.
    pub strategy: Class,
    /// Expected net result.
    pub ev: BigRational,
    /// Variance of the net result; `None` if it was not asked for, and where it is not computed: payouts that depend on suits,
    /// which the hands of a split share, and splits to more than four hands.
    pub variance: Option<BigRational>,
    /// Expected total wager (initial, double and split wagers; insurance left out) per unit of initial wager.
    pub average_wager: BigRational,
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
    /// The same where the attack wager is decided the other way and the hands are then played as well as the class can, or by the chart that is
    /// valued; `None` in a game without an attack wager and for perfect play, which is not solved for a decision that bounds rule out.
    pub other_attack_ev: Option<BigRational>,
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

/// What is solved under one up card.
pub(crate) struct OfUp<'a, T> {
    /// With or without the attack wager, whichever is worth more.
    pub(crate) settlement: &'a Settlement,
    /// By case.
    pub(crate) values: Vec<T>,
    /// The EV given the up card with the other decision on the attack wager; `None` in a game without one.
    pub(crate) other_attack_ev: Option<BigRational>,
}

impl Solution {
    /// The solution of a round by up card, each with the moments of its cases; `squares` says whether these have squares.
    pub(crate) fn of_ups(strategy: Class, per_up: Vec<(UpValue, Vec<Moments>)>, squares: bool) -> Self {
        // Bounds of splits may be other than zero under a signal that cannot occur, which no up card's EV counts.
        let ev: BigRational = per_up.iter().map(|(up, _)| &up.probability * &up.ev).sum();
        let mut round = Moments::zero();
        let mut ups = Vec::with_capacity(per_up.len());
        for (up, moments) in per_up {
            moments.iter().for_each(|one| round.add(&one.weighted(&up.probability)));
            if up.attack == Some(true) {
                round.added += &up.probability;
            }
            ups.push(up);
        }
        let variance = squares.then(|| round.square - &ev * &ev);
        Self { strategy, ev, variance, average_wager: round.added + BigRational::one(), ups }
    }

    /// Expected loss per unit of total action.
    pub fn element_of_risk(&self) -> BigRational {
        -&self.ev / &self.average_wager
    }
}

impl UpValue {
    pub(crate) fn new(up: Value, probability: BigRational, attack: Option<bool>, signals: Vec<SignalValue>) -> Self {
        let ev = signals.iter().map(|one| &one.probability * &one.ev).fold(BigRational::zero(), |sum, term| sum + term);
        debug_assert!(signals.iter().map(|one| &one.probability).sum::<BigRational>().is_one());
        Self { up, probability, attack, ev, other_attack_ev: None, signals }
    }
}
