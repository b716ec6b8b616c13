//! Powers of the characteristic function of a centred distribution, with bounds on their rounding errors.
//!
//! Let X be integer-valued up to a shift, E X = 0, and φ(θ) = E e^{iθX} = 1 - A + iB with
//!
//! A = Σ p·2 sin²(θx/2),  B = Σ p·(sin θx - θx).
//!
//! (The term -θx sums to zero and takes the cancellation out of B.) All terms of A are positive. So near θ = 0, where φᴺ lives
//! for large N, both are right to a few roundings *of themselves*, and log φ, of which N times is needed, to a few roundings of
//! itself: N·log φ is of the order of 1 to 50 where φᴺ is not negligible, whatever N is.
//!
//! **Rounding.** u = 2⁻⁵³. The argument y = θx carries at most 8u (θ: 3, x: 1, product: 1). A change of y by 8u|y| changes
//! 2 sin²(y/2) by at most 8u|y|·min(1, |y|)·(1 + 8u) and sin y - y by at most 8u|y|·min(y²/2, 2). Functions are within 4u of their
//! value. With three more roundings a term, and sums within 3u of their absolute terms ([`Sum`]), A and B together are within
//! 100u·G, G = Σ p|y|·min(1, |y|); these come to less than 85. With δ this bound,
//! |φᴺ - φ̂ᴺ| ≤ N·δ·(|φ̂| + δ)ᴺ⁻¹. Then φ̂ᴺ = exp(N·L)·e^{iN·arg}, where L = ½ ln(1 - t), t = A(2 - A) - B², is within
//! 24u·A + 4u|L| and the argument within 8u of itself.

use std::f64::consts::PI;

use crate::{
    centred::Centred,
    sum::{Sum, UNIT},
};

/// Bound of A and B together, in units of u·G.
const ROUNDINGS: f64 = 100.0;
/// Intervals of fewer frequencies are not tested as a whole.
const SMALL: u64 = 8;

/// φᴺ at one frequency, `modulus · e^{i·argument}`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Power {
    pub(crate) modulus: f64,
    pub(crate) argument: f64,
    /// How far off it may be, as a complex number, a few roundings of a further phase within π included.
    pub(crate) error: f64,
}

/// A, B, G and what the slope of |φ|² needs.
struct Parts {
    a: f64,
    b: f64,
    g: f64,
    /// t = 1 - |φ|².
    t: f64,
    /// Its derivative.
    slope: f64,
}

/// Frequencies 2πk/`points`, k = 1 … (`points` - 1)/2, of a centred distribution.
pub(crate) struct Frequencies<'a> {
    distribution: &'a Centred,
    points: u64,
    rounds: u64,
    /// √variance, for error bounds.
    spread: f64,
}

impl<'a> Frequencies<'a> {
    pub(crate) fn new(distribution: &'a Centred, points: u64, rounds: u64) -> Self {
        Self { distribution, points, rounds, spread: distribution.variance.sqrt() }
    }

    pub(crate) fn angle(&self, k: u64) -> f64 {
        2.0 * PI * k as f64 / self.points as f64
    }

    fn parts(&self, theta: f64) -> Parts {
        let (mut a, mut b, mut g) = (Sum::default(), Sum::default(), Sum::default());
        let (mut sine, mut versine) = (Sum::default(), Sum::default());
        for (x, p) in &self.distribution.terms {
            let y = theta * x;
            let half = libm::sin(0.5 * y);
            let bent = sine_beyond_line(y);
            a.add(p * 2.0 * half * half);
            b.add(p * bent);
            g.add(p * y.abs() * y.abs().min(1.0));
            sine.add(p * x * (y + bent));
            versine.add(p * x * 2.0 * half * half);
        }
        let (a, b, g) = (a.value(), b.value(), g.value());
        // φ' = -Σ p x sin θx + i Σ p x cos θx, and Σ p x = 0.
        let slope = 2.0 * ((1.0 - a) * sine.value() + b * versine.value());
        Parts { a, b, g, t: a * (2.0 - a) - b * b, slope }
    }

    /// φᴺ at frequency k.
    pub(crate) fn power(&self, k: u64) -> Power {
        let Parts { a, b, g, t, .. } = self.parts(self.angle(k));
        let rounds = self.rounds as f64;
        let (real, off) = (1.0 - a, ROUNDINGS * UNIT * g);
        let log = 0.5 * if t <= 0.5 { libm::log1p(-t) } else { libm::log(real * real + b * b) };
        let turn = libm::atan2(b, real);
        let modulus = libm::exp(rounds * log).min(1.0);
        let size = libm::exp(log);
        let relative = rounds * (off / size + UNIT * (24.0 * a + 6.0 * log.abs() + 16.0 * turn.abs())) + 100.0 * UNIT;
        // |e^{z+ε} - e^z| ≤ |e^z|·|ε|·e^{|ε|}; where that says nothing, both numbers are small or the bound is 2.
        let error = if relative <= 1.0 {
            modulus * relative * libm::exp(relative)
        } else {
            modulus + libm::exp(rounds * libm::log((size + off).min(1.0))) * 1.01
        };
        Power { modulus, argument: rounds * turn, error: 1.01 * error }
    }

    /// Every frequency at which |φ|ᴺ may exceed e^{-exponent}, ascending, and perhaps a few more; `None` if there are more
    /// than `limit`.
    ///
    /// (|φ|²)'' = -Σ pᵢpⱼ(xᵢ - xⱼ)² cos θ(xᵢ - xⱼ) is at most 2·variance in absolute value. So within d of θ,
    /// t ≥ t(θ) - |t'(θ)|·d - variance·d², and an interval for which this exceeds 1 - e^{-2·exponent/N} is left out. Near θ = 0,
    /// where t ≈ variance·θ², an interval [θ, 2θ] passes as a whole; so intervals double and there are few of them.
    pub(crate) fn that_matter(&self, exponent: f64, limit: usize) -> Option<Vec<u64>> {
        let least = -libm::expm1(-2.0 * exponent / self.rounds as f64) * (1.0 + 1e-9);
        let mut found = Vec::new();
        let mut open = vec![(1, (self.points - 1) / 2)];
        while let Some((low, high)) = open.pop() {
            if low > high {
                continue;
            }
            if high - low < SMALL {
                found.extend(low..=high);
            } else if !self.all_beyond(low, high, least) {
                let middle = low + (high - low) / 2;
                open.extend([(middle + 1, high), (low, middle)]);
            }
            if found.len() + open.len() > limit {
                return None;
            }
        }
        Some(found)
    }

    /// Whether t is proven to exceed `least` from frequency `low` to `high`.
    fn all_beyond(&self, low: u64, high: u64, least: f64) -> bool {
        let middle = low + (high - low) / 2;
        let theta = self.angle(middle);
        let distance = self.angle(high - middle) * (1.0 + 1e-9);
        let Parts { t, slope, g, .. } = self.parts(theta);
        let bend = self.distribution.variance * distance * distance;
        let fall = slope.abs() * distance + bend;
        let wide = theta * self.spread;
        let rounding = UNIT * (3.0 * ROUNDINGS * g + 4.0 * ROUNDINGS * wide * self.spread * (1.0 + g) * distance);
        (t - fall) - rounding - 1e-12 * (t + fall) >= least
    }
}

/// sin y - y, right to a few roundings of min(|y|³, |y|).
fn sine_beyond_line(y: f64) -> f64 {
    if y.abs() > 1.0 {
        return libm::sin(y) - y;
    }
    // -y³/6 (1 - y²/(4·5) (1 - y²/(6·7) (…))): eight factors leave less than 2⁻⁶⁰ for |y| ≤ 1.
    let square = y * y;
    let series = (2..=9).rev().fold(1.0, |sum, n| 1.0 - square / f64::from(2 * n * (2 * n + 1)) * sum);
    -y * square / 6.0 * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sine_beyond_its_tangent() {
        for y in [-9.0, -1.01, -1.0, 0.6, 1.0, 2.0] {
            assert!((sine_beyond_line(y) - (libm::sin(y) - y)).abs() < 1e-15, "{y}");
        }
        assert!((sine_beyond_line(1e-3) / (-1e-9 / 6.0 + 1e-15 / 120.0) - 1.0).abs() < 1e-12);
    }

    /// A coin's places are ±½, and φ = cos(θ/2).
    fn coin() -> Centred {
        Centred::new([(-0.5, 0.5), (0.5, 0.5)].into_iter())
    }

    #[test]
    fn powers_of_a_coin_are_powers_of_a_cosine() {
        let distribution = coin();
        let frequencies = Frequencies::new(&distribution, 1001, 40);
        for k in [1, 3, 50, 200, 499, 500] {
            let power = frequencies.power(k);
            let exact = libm::pow(libm::cos(0.5 * frequencies.angle(k)), 40.0);
            let apart = libm::hypot(
                power.modulus * libm::cos(power.argument) - exact,
                power.modulus * libm::sin(power.argument),
            );
            assert!(apart <= power.error && power.error < 1e-11, "{k}: {apart} of {}", power.error);
        }
    }

    #[test]
    fn frequencies_left_out_do_not_matter() {
        // A rare half step: near θ = π φ is almost ±1 again.
        let distribution = Centred::new([(-1.0, 0.49999), (1.0, 0.49999), (0.0, 2e-5)].into_iter());
        for rounds in [1, 100, 10_000, 10_000_000] {
            let frequencies = Frequencies::new(&distribution, 20_001, rounds);
            let kept = frequencies.that_matter(30.0, 1 << 20).expect("few");
            assert!(kept.windows(2).all(|pair| pair[0] < pair[1]));
            let left_out = (1..=10_000).filter(|k| kept.binary_search(k).is_err());
            assert!(left_out.map(|k| frequencies.power(k)).all(|power| power.modulus < libm::exp(-30.0)));
            assert_eq!(rounds == 1, kept.len() == 10_000, "{rounds}: {}", kept.len());
        }
        assert!(Frequencies::new(&distribution, 20_001, 1).that_matter(30.0, 100).is_none());
    }

    #[test]
    fn the_slope_is_that_of_the_modulus() {
        let distribution = Centred::new([(-1.25, 0.5), (0.25, 0.25), (2.25, 0.25)].into_iter());
        let frequencies = Frequencies::new(&distribution, 101, 1);
        for theta in [0.01, 0.4, 2.0, 3.0] {
            let numeric = (frequencies.parts(theta + 1e-6).t - frequencies.parts(theta - 1e-6).t) / 2e-6;
            assert!((numeric - frequencies.parts(theta).slope).abs() < 1e-8, "{theta}");
        }
    }
}
