//! Observed figures against expected ones: z scores, and one verdict over all of them.
//!
//! Figures and the squares of their z scores are fractions. What is computed in floats from them (probabilities of tails) uses no
//! function that differs between machines.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A figure of the table beside the exact one.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// What it is.
    pub name: String,
    /// Rounds it is a mean over, or that were looked at.
    pub rounds: u64,
    /// Times the event came, where the figure is the frequency of one.
    pub count: Option<u64>,
    /// Observed; the exact figure where there was no round to look at.
    pub observed: BigRational,
    /// Exact.
    pub expected: BigRational,
    /// Square of the standard error of the observed figure.
    pub error_squared: BigRational,
    /// How the figure is judged.
    pub judged: Judged,
    /// Probability of a figure at least as far off if the exact one is right.
    pub p: f64,
}

/// How a figure is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judged {
    /// By its z score, taken to be normal.
    ByZ,
    /// By the tail of the binomial distribution, since the event is rare.
    ByCount,
    /// Not at all: too few rounds, or rare payouts that are judged one by one.
    Not,
}

impl Figure {
    /// Observed less exact.
    pub fn off(&self) -> BigRational {
        &self.observed - &self.expected
    }

    /// Square of the standard errors between observed and expected: 0 if they are the same, `None` if they differ and cannot.
    pub fn z_squared(&self) -> Option<BigRational> {
        let off = self.off();
        if off.is_zero() {
            return Some(off);
        }
        (!self.error_squared.is_zero()).then(|| &off * &off / &self.error_squared)
    }

    /// Standard errors between observed and expected, rounded to a float; infinite if they differ and cannot.
    pub fn z(&self) -> f64 {
        let size = self.z_squared().map_or(f64::INFINITY, |squared| float(&squared).sqrt());
        if self.off().is_negative() { -size } else { size }
    }

    /// The standard error, rounded to a float.
    pub fn standard_error(&self) -> f64 {
        float(&self.error_squared).sqrt()
    }

    /// The mean of amounts by their sum and sum of squares, against an exact mean; `variance` is the exact variance if it is
    /// known, and else that of the amounts is taken.
    pub fn mean(
        name: impl Into<String>,
        rounds: u64,
        sums: [BigRational; 2],
        expected: BigRational,
        variance: Option<BigRational>,
    ) -> Self {
        let [sum, squares] = sums;
        let n = whole(rounds.max(1));
        let observed = if rounds == 0 { expected.clone() } else { sum / &n };
        let spread = || if rounds == 0 { BigRational::zero() } else { squares / &n - &observed * &observed };
        let error_squared = variance.unwrap_or_else(spread) / &n;
        let judged = if rounds < FEWEST_ROUNDS { Judged::Not } else { Judged::ByZ };
        Self { name: name.into(), rounds, count: None, observed, expected, error_squared, judged, p: 1.0 }.by_z()
    }

    /// The frequency of an event against its exact probability.
    pub fn frequency(name: impl Into<String>, rounds: u64, count: u64, probability: BigRational) -> Self {
        let n = whole(rounds.max(1));
        let observed = if rounds == 0 { probability.clone() } else { whole(count) / &n };
        let other = BigRational::one() - &probability;
        let error_squared = &probability * &other / &n;
        let few = whole(rounds) * (&probability).min(&other) < whole(FEW);
        let mut figure = Self {
            name: name.into(),
            rounds,
            count: Some(count),
            observed,
            expected: probability,
            error_squared,
            judged: if few { Judged::ByCount } else { Judged::ByZ },
            p: 1.0,
        }
        .by_z();
        if few {
            let (rare, share) =
                if figure.expected <= other { (count, &figure.expected) } else { (rounds - count, &other) };
            figure.p = binomial_tail(rounds, rare, float(share));
        }
        figure
    }

    /// The same figure, not judged.
    #[must_use]
    pub fn unjudged(mut self) -> Self {
        self.judged = Judged::Not;
        self
    }

    fn by_z(mut self) -> Self {
        self.p = if self.judged == Judged::ByZ { two_sided(self.z()) } else { 1.0 };
        self
    }
}

fn whole(count: u64) -> BigRational {
    BigRational::from_integer(BigInt::from(count))
}

fn float(value: &BigRational) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

/// Means over fewer rounds are not taken to be normal.
const FEWEST_ROUNDS: u64 = 10_000;
/// Events expected fewer times than this are judged by the binomial distribution.
const FEW: u64 = 2_000;

/// The verdict over a family of figures.
///
/// Many figures are looked at together, so some are far off by chance. Holm's procedure holds the probability of rejecting any
/// right figure below the level, however the figures depend on each other: sorted by p, the k-th of m is rejected if it and all
/// before it satisfy (m - k + 1)·p ≤ level.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// Figures that were judged.
    pub figures: usize,
    /// Largest absolute z score among those judged by it, and the figure's name.
    pub largest_z: Option<(f64, String)>,
    /// Holm's adjusted p value of every figure, in their order: it is rejected at a level if this is no greater. `None` for one that
    /// is not judged.
    pub adjusted: Vec<Option<f64>>,
    /// The family-wise p value: the adjusted one of the figure that is furthest off.
    pub p: f64,
    /// Names of the figures that are rejected, those furthest off first.
    pub rejected: Vec<String>,
}

impl Verdict {
    /// Judges figures at a level.
    pub fn new<'a>(figures: impl IntoIterator<Item = &'a Figure>, level: f64) -> Self {
        let figures: Vec<&Figure> = figures.into_iter().collect();
        let mut judged: Vec<usize> = (0..figures.len()).filter(|&at| figures[at].judged != Judged::Not).collect();
        judged.sort_by(|&one, &other| figures[one].p.total_cmp(&figures[other].p));
        let largest_z = judged
            .iter()
            .map(|&at| figures[at])
            .filter(|figure| figure.judged == Judged::ByZ)
            .map(|figure| (figure.z().abs(), figure.name.clone()))
            .max_by(|one, other| one.0.total_cmp(&other.0));
        let mut adjusted = vec![None; figures.len()];
        let mut rejected = Vec::new();
        let mut least = 0.0_f64;
        for (position, &at) in judged.iter().enumerate() {
            least = least.max((judged.len() - position) as f64 * figures[at].p).min(1.0);
            adjusted[at] = Some(least);
            if least <= level {
                rejected.push(figures[at].name.clone());
            }
        }
        let p = judged.first().and_then(|&first| adjusted[first]).unwrap_or(1.0);
        Self { figures: judged.len(), largest_z, adjusted, p, rejected }
    }
}

/// Probability of a normal number at least so far from 0.
pub fn two_sided(z: f64) -> f64 {
    libm::erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// Twice the smaller tail of the binomial distribution, at most 1.
fn binomial_tail(rounds: u64, count: u64, probability: f64) -> f64 {
    if probability <= 0.0 {
        return if count == 0 { 1.0 } else { 0.0 };
    }
    let (n, k) = (rounds as f64, count as f64);
    let log = libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0)
        + k * libm::log(probability)
        + (n - k) * libm::log1p(-probability);
    let here = libm::exp(log);
    let odds = probability / (1.0 - probability);
    let up = k > n * probability;
    // From the count outwards every term is smaller than the one before.
    let (mut sum, mut term, mut at) = (0.0, here, k);
    while term > here * 1e-17 && term > 0.0 && (0.0..=n).contains(&at) {
        sum += term;
        if up {
            term *= odds * (n - at) / (at + 1.0);
            at += 1.0;
        } else {
            term *= at / (odds * (n - at + 1.0));
            at -= 1.0;
        }
    }
    (2.0 * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64, relative: f64) {
        assert!((one - other).abs() <= relative * other.abs(), "{one} is not {other}");
    }

    #[test]
    fn tails_of_the_normal_law() {
        close(two_sided(0.0), 1.0, 1e-6);
        close(two_sided(1.959_963_985), 0.05, 1e-6);
        close(two_sided(-6.0), 1.973_175_29e-9, 1e-6);
    }

    #[test]
    fn tails_of_the_binomial_law() {
        // Four coins: P(0) = 1/16, twice that.
        close(binomial_tail(4, 0, 0.5), 0.125, 1e-12);
        close(binomial_tail(4, 4, 0.5), 0.125, 1e-12);
        // 10 expected, 30 seen of a million: the tail summed in Python.
        close(binomial_tail(1_000_000, 30, 1e-5), 2.0 * 2.509463e-07, 1e-4);
        assert_eq!(binomial_tail(10, 1, 0.0), 0.0);
        assert_eq!(binomial_tail(10, 0, 0.0), 1.0);
    }

    #[test]
    fn one_wrong_figure_among_many_is_found() {
        let figure = |name: &str, z: i64| {
            let sums = [1_000 * z, 1_000_000].map(|sum| BigRational::from_integer(sum.into()));
            Figure::mean(name, 1_000_000, sums, BigRational::zero(), Some(BigRational::one()))
        };
        let mut figures: Vec<Figure> = (0..100).map(|at| figure("right", at % 5 - 2)).collect();
        let verdict = Verdict::new(&figures, 1e-6);
        assert_eq!((verdict.figures, verdict.rejected.len()), (100, 0));
        assert!(verdict.p == 1.0 && verdict.largest_z == Some((2.0, "right".to_owned())));
        figures.insert(7, figure("wrong", 7));
        let verdict = Verdict::new(&figures, 1e-6);
        assert_eq!(verdict.rejected, ["wrong"]);
        assert_eq!(verdict.adjusted[7], Some(verdict.p));
        close(verdict.p, 101.0 * two_sided(7.0), 1e-12);
        assert!(verdict.adjusted.iter().enumerate().all(|(at, p)| at == 7 || *p == Some(1.0)));
    }

    /// Three p values of 0.01, 0.02 and 0.04 by hand: 0.03, 0.04 and 0.04, and the unjudged figure is left out.
    #[test]
    fn adjusted_by_hand() {
        let figure = |p: f64| {
            let sums = [0, 1].map(|sum| BigRational::from_integer(sum.into()));
            Figure { p, ..Figure::mean("figure", 10_000, sums, BigRational::zero(), None) }
        };
        let figures = [figure(0.04), figure(0.01), figure(0.0).unjudged(), figure(0.02)];
        let adjusted = Verdict::new(&figures, 0.035);
        assert_eq!(adjusted.adjusted, [Some(0.04), Some(0.03), None, Some(0.04)]);
        assert_eq!((adjusted.rejected.len(), adjusted.p), (1, 0.03));
    }

    #[test]
    fn a_z_score_by_hand() {
        let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
        // 10,100 heads of 20,000: 100 off, one standard deviation is the root of 5,000.
        let coin = Figure::frequency("heads", 20_000, 10_100, ratio(1, 2));
        assert_eq!((coin.z_squared(), coin.judged), (Some(ratio(2, 1)), Judged::ByZ));
        assert!(coin.z() > 1.414 && Figure::frequency("heads", 20_000, 9_900, ratio(1, 2)).z() < -1.414);
        // What cannot happen and does, and what must and does.
        let never = Figure::frequency("never", 20_000, 1, ratio(0, 1));
        assert_eq!((never.z_squared(), never.z(), never.p), (None, f64::INFINITY, 0.0));
        let always = Figure::frequency("always", 20_000, 20_000, ratio(1, 1));
        assert_eq!((always.z_squared(), always.p), (Some(ratio(0, 1)), 1.0));
        let none = Figure::frequency("none", 0, 0, ratio(1, 3));
        assert_eq!((none.observed, none.p), (ratio(1, 3), 1.0));
    }
}
