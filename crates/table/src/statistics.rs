//! Observed figures against expected ones: z scores, and one verdict over all of them.

/// A figure of the table beside the exact one.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// What it is.
    pub name: String,
    /// Rounds it is a mean over, or that were looked at.
    pub rounds: u64,
    /// Times the event came, where the figure is the frequency of one.
    pub count: Option<u64>,
    /// Observed.
    pub observed: f64,
    /// Exact.
    pub expected: f64,
    /// Standard error of the observed figure.
    pub standard_error: f64,
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
    /// By the tail of the binomial law, since the event is rare.
    ByCount,
    /// Not at all: too few rounds, or rare payouts that are judged one by one.
    Not,
}

impl Figure {
    /// Standard errors between observed and expected; 0 if neither can differ.
    pub fn z(&self) -> f64 {
        let off = self.observed - self.expected;
        if off == 0.0 { 0.0 } else { off / self.standard_error }
    }

    /// The mean of amounts by their sum and sum of squares, against an exact mean; `variance` is the exact variance if it is
    /// known, and else that of the amounts is taken.
    pub fn mean(name: impl Into<String>, rounds: u64, sums: [f64; 2], expected: f64, variance: Option<f64>) -> Self {
        let n = rounds as f64;
        let observed = if rounds == 0 { expected } else { sums[0] / n };
        let spread = if rounds == 0 { 0.0 } else { sums[1] / n - observed * observed };
        let standard_error = (variance.unwrap_or(spread).max(0.0) / n.max(1.0)).sqrt();
        let judged = if rounds < FEWEST_ROUNDS { Judged::Not } else { Judged::ByZ };
        Self { name: name.into(), rounds, count: None, observed, expected, standard_error, judged, p: 1.0 }.by_z()
    }

    /// The frequency of an event against its exact probability.
    pub fn frequency(name: impl Into<String>, rounds: u64, count: u64, probability: f64) -> Self {
        let n = rounds as f64;
        let observed = if rounds == 0 { probability } else { count as f64 / n };
        let standard_error = (probability * (1.0 - probability) / n.max(1.0)).max(0.0).sqrt();
        let few = n * probability.min(1.0 - probability) < FEW;
        let mut figure = Self {
            name: name.into(),
            rounds,
            count: Some(count),
            observed,
            expected: probability,
            standard_error,
            judged: if few { Judged::ByCount } else { Judged::ByZ },
            p: 1.0,
        }
        .by_z();
        if few {
            let (rare, share) =
                if probability <= 0.5 { (count, probability) } else { (rounds - count, 1.0 - probability) };
            figure.p = binomial_tail(rounds, rare, share);
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

/// Means over fewer rounds are not taken to be normal.
const FEWEST_ROUNDS: u64 = 10_000;
/// Events expected fewer times than this are judged by the binomial law.
const FEW: f64 = 2_000.0;

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
    /// The family-wise p value: Holm's adjusted p of the figure that is furthest off.
    pub p: f64,
    /// Names of the figures that are rejected.
    pub rejected: Vec<String>,
}

impl Verdict {
    /// Judges figures at a level.
    pub fn new<'a>(figures: impl IntoIterator<Item = &'a Figure>, level: f64) -> Self {
        let mut judged: Vec<&Figure> = figures.into_iter().filter(|figure| figure.judged != Judged::Not).collect();
        judged.sort_by(|one, other| one.p.total_cmp(&other.p));
        let many = judged.len();
        let largest_z = judged
            .iter()
            .filter(|figure| figure.judged == Judged::ByZ)
            .map(|figure| (figure.z().abs(), figure.name.clone()))
            .max_by(|one, other| one.0.total_cmp(&other.0));
        let adjusted = judged.iter().enumerate().map(|(at, figure)| ((many - at) as f64 * figure.p, figure));
        let rejected = adjusted.take_while(|(p, _)| *p <= level).map(|(_, figure)| figure.name.clone()).collect();
        let p = judged.first().map_or(1.0, |figure| (many as f64 * figure.p).min(1.0));
        Self { figures: many, largest_z, p, rejected }
    }
}

/// Probability of a normal number at least so far from 0.
pub fn two_sided(z: f64) -> f64 {
    if z.is_nan() {
        return 1.0;
    }
    // Numerical Recipes' Chebyshev fit of the complementary error function: relative error below 1.2e-7 everywhere.
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.5 * x);
    let fit = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let sum = fit.iter().rev().fold(0.0, |sum, term| sum * t + term);
    (t * (-x * x + sum).exp()).min(1.0)
}

/// Twice the smaller tail of the binomial law, at most 1.
fn binomial_tail(rounds: u64, count: u64, probability: f64) -> f64 {
    if probability <= 0.0 {
        return if count == 0 { 1.0 } else { 0.0 };
    }
    let (n, k) = (rounds as f64, count as f64);
    let log = ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0)
        + k * probability.ln()
        + (n - k) * (-probability).ln_1p();
    let here = log.exp();
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

/// Stirling's series, from arguments shifted up to where four terms are exact to the last digits.
fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut shift) = (x, 0.0);
    while x < 15.0 {
        shift += x.ln();
        x += 1.0;
    }
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    let series = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0)));
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - shift
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
        let right = |z: f64| Figure::mean("right", 1_000_000, [1000.0 * z, 1_000_000.0], 0.0, Some(1.0));
        let mut figures: Vec<Figure> = (0..100).map(|at| right(f64::from(at % 5) - 2.0)).collect();
        let verdict = Verdict::new(&figures, 1e-6);
        assert_eq!((verdict.figures, verdict.rejected.len()), (100, 0));
        assert!(verdict.p == 1.0 && verdict.largest_z.is_some_and(|(z, _)| (z - 2.0).abs() < 1e-9));
        figures.push(Figure::mean("wrong", 1_000_000, [7000.0, 1_000_000.0], 0.0, Some(1.0)));
        assert_eq!(Verdict::new(&figures, 1e-6).rejected, ["wrong"]);
    }
}
