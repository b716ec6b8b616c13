//! Cards known beside a hand in play.

use std::rc::Rc;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::worth::Worth;
use crate::hand_place::HandPlace;
use crate::hands::Counts;

/// By size of a hand: falling(n - s - L, D - s - L) and falling(n - s - 1, D - s - 1).
pub(super) type Factors<N = BigInt> = Vec<(N, N)>;

/// Cards known beside a hand in play, with the factors that bring values of hands of each size to their denominators.
pub(crate) struct Beside<N = BigInt> {
    pub(super) cards: Counts,
    pub(super) factors: Rc<Factors<N>>,
    /// Split hands played on so far, by place and hand.
    pub(super) worths: FxHashMap<(HandPlace, usize), Worth<N>>,
}
