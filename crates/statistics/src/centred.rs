//! A distribution measured from its mean, and Chernoff bounds from it.
//!
//! Let X be one round's result less its mean and K(s) = ln E e^{sX}. For s > 0 Markov's inequality for e^{sS} gives
//! P(S ≥ w) ≤ exp(N·K(s) - s·w) for the sum S of N independent rounds, whatever s is. So any s that a search comes to gives
//! a bound that holds; a good one makes it sharp. The lower tail is the upper tail of -X.
//!
//! Since E X = 0, E e^{sX} - 1 = E(e^{sX} - 1 - sX), whose terms are all positive: nothing cancels, and K is right to a few
//! roundings however small s is.

use crate::sum::Sum;

/// What a bound is widened by, in proportion, for the roundings on the way to it: a hundred times what they come to.
const WIDENED: f64 = 1e-11;
/// Steps of the search for s, each shortening it by the golden ratio.
const SEARCH: u32 = 90;

/// Which tail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Below,
    Above,
}

/// Probabilities at distances from the mean, all as nearest doubles.
#[derive(Debug, Clone)]
pub(crate) struct Centred {
    /// Distance and probability.
    pub(crate) terms: Vec<(f64, f64)>,
    pub(crate) variance: f64,
}

impl Centred {
    pub(crate) fn new(terms: impl Iterator<Item = (f64, f64)>) -> Self {
        let terms: Vec<(f64, f64)> = terms.collect();
        let variance = terms.iter().map(|(distance, probability)| probability * distance * distance);
        Self { variance: variance.collect::<Sum>().value(), terms }
    }

    /// ln E e^{sX} for the side's sign of X, s ≥ 0.
    pub(crate) fn log_mgf(&self, side: Side, s: f64) -> f64 {
        let s = if side == Side::Above { s } else { -s };
        let terms = self.terms.iter().map(|(distance, probability)| probability * beyond_line(s * distance));
        libm::log1p(terms.collect::<Sum>().value())
    }

    /// A distance w with P(S ≥ w) ≤ e^{-exponent} for the sum of `rounds` rounds, on the side.
    pub(crate) fn reach(&self, side: Side, rounds: f64, exponent: f64) -> f64 {
        if self.variance == 0.0 {
            return 0.0;
        }
        let at = |s: f64| (rounds * self.log_mgf(side, s) + exponent) / s;
        at(least(self.scale(rounds, exponent), at)) * (1.0 + WIDENED)
    }

    /// A bound on P(S ≥ distance) for the sum of `rounds` rounds, on the side; `distance` ≥ 0.
    pub(crate) fn tail(&self, side: Side, rounds: f64, distance: f64) -> f64 {
        if self.variance == 0.0 {
            return if distance > 0.0 { 0.0 } else { 1.0 };
        }
        // Negative where the bound says anything, and then less than s·distance, by which its rounding is judged.
        let at = |s: f64| rounds * self.log_mgf(side, s) - s * distance;
        let s = least(self.scale(rounds, distance * distance / (2.0 * rounds * self.variance)), at);
        let exponent = at(s) + WIDENED * (s * distance + rounds * self.log_mgf(side, s));
        if exponent.is_nan() { 1.0 } else { (libm::exp(exponent) * (1.0 + WIDENED)).clamp(f64::MIN_POSITIVE, 1.0) }
    }

    /// The best s of a normal distribution, where searches start, if exponentials do not overflow there.
    pub(crate) fn scale(&self, rounds: f64, exponent: f64) -> f64 {
        let farthest = self.terms.iter().map(|(distance, _)| distance.abs()).fold(0.0, f64::max);
        (2.0 * exponent / rounds / self.variance).sqrt().clamp(f64::MIN_POSITIVE, 100.0 / farthest)
    }
}

/// About where a function with one minimum has it, within e¹⁶ of `around`. Where it overflows it counts as large.
pub(crate) fn least(around: f64, at: impl Fn(f64) -> f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let point = |log: f64| {
        let s = around * libm::exp(log);
        let value = at(s);
        (if value.is_nan() { f64::INFINITY } else { value }, s)
    };
    let (mut low, mut high) = (-16.0, 16.0);
    let inner = |low: f64, high: f64| (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (left, right) = inner(low, high);
    let (mut left, mut right) = (point(left), point(right));
    for _ in 0..SEARCH {
        // Where both are infinite the minimum is at a smaller s.
        if left.0 <= right.0 {
            high = inner(low, high).1;
            right = left;
            left = point(inner(low, high).0);
        } else {
            low = inner(low, high).0;
            left = right;
            right = point(inner(low, high).1);
        }
    }
    if left.0 <= right.0 { left.1 } else { right.1 }
}

/// eˣ - 1 - x ≥ 0 without cancellation.
pub(crate) fn beyond_line(x: f64) -> f64 {
    if x.abs() > 0.5 {
        return libm::expm1(x) - x;
    }
    // x²/2 (1 + x/3 (1 + x/4 (…))): the 16th factor is below 2⁻⁶⁰ of the first for |x| ≤ 1/2.
    let series = (3..=16).rev().fold(1.0, |sum, n| 1.0 + x / f64::from(n) * sum);
    0.5 * x * x * series
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coin() -> Centred {
        Centred::new([(-0.5, 0.5), (0.5, 0.5)].into_iter())
    }

    #[test]
    fn the_exponential_beyond_its_tangent() {
        for x in [-40.0, -2.0, -0.51, -0.5, -0.3, 0.2, 0.5, 0.51, 3.0] {
            let plain = libm::exp(x) - 1.0 - x;
            assert!((beyond_line(x) / plain - 1.0).abs() < 1e-14, "{x}");
        }
        assert!((beyond_line(1e-9) / 5e-19 - 1.0).abs() < 1e-9);
        assert!((beyond_line(-1e-200)).abs() < 1e-300);
    }

    #[test]
    fn a_coins_bound_is_the_entropy_bound() {
        // P(90 heads or more of 100): the best Chernoff bound is exp(-100 · D(0.9 ‖ 0.5)).
        let entropy = 0.9 * libm::log(1.8) + 0.1 * libm::log(0.2);
        let bound = coin().tail(Side::Above, 100.0, 40.0);
        let exact = libm::exp(-100.0 * entropy);
        assert!(bound >= exact && bound < exact * (1.0 + 1e-8), "{bound}");
        assert_eq!(coin().tail(Side::Below, 100.0, 40.0), bound);
    }

    #[test]
    fn reach_and_tail_are_inverse() {
        for rounds in [10.0, 1e4, 1e9, 1e18] {
            let reach = coin().reach(Side::Above, rounds, 3.0);
            let tail = coin().tail(Side::Above, rounds, reach);
            assert!((libm::log(tail) + 3.0).abs() < 1e-6, "{rounds}: {reach}, {tail}");
        }
        // All heads is the most: 2⁻³ = e^{-2.08}, so e^{-3} needs no more than the whole distance.
        assert!(coin().reach(Side::Above, 3.0, 3.0) < 1.5 * (1.0 + 1e-3));
    }
}
