//! What perfect play is worth, and how much there is to value.

use cards::Value;
use num_rational::BigRational;

/// What a part of a round is worth at best given the up card, weighted by the probability of the signal and, if the part is splits, of each
/// pair, dealt in one order. In initial wagers, those of two hands to switch taken as one.
#[derive(Debug, Clone, PartialEq)]
pub struct PerfectValue {
    /// Expected net result.
    pub mean: BigRational,
    /// Expectation of its square; `None` if that was not asked for.
    pub square: Option<BigRational>,
    /// Wagers made besides the initial one: doubles, and splits.
    pub added: BigRational,
}

/// How much there is to value in what is solved together: the splits of some pairs, or rounds of two hands to switch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitSize {
    /// The values of the pairs; none if it is whole rounds of two hands to switch.
    pub pairs: Vec<Value>,
    /// Up cards and signals that are valued side by side.
    pub cases: usize,
    /// HandClasses of hands that are told apart.
    pub hand_classes: usize,
    /// Sets of cards gone, by what is to come; each needs the dealer's distribution for every up card.
    pub compositions: usize,
    /// The same by the hand class in play, for one up card.
    pub states: usize,
    /// Bytes that it takes at a time.
    pub bytes: usize,
}
