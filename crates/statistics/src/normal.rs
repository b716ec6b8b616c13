//! Approximations: the normal distribution for totals, and the diffusion for ruin.

use std::f64::consts::{PI, SQRT_2};

use num_rational::BigRational;

use crate::{
    Distribution, Level, SignedRoot, StatisticsError,
    root::nearest,
    ruin_forever::{LEAST_RISK, checked},
};

/// An interval of an approximation: no bound on its error is claimed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Approximate {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Distribution {
    /// The volatility index VI = z·σ, with σ the standard deviation of one round in initial wagers and z of the level.
    ///
    /// This is the figure of slot PAR sheets, most often at 90 % with z printed as 1.65 (Kilby, Fox and Lucas, *Casino Operations
    /// Management*, 2nd ed., on slot volatility): return and hold over N rounds are expected within VI/√N of their means. z is
    /// taken to full precision here ([`Level::z`]).
    pub fn volatility_index(&self, level: Level) -> f64 {
        level.z() * self.std_dev().nearest()
    }

    /// The interval of the house's hold over `rounds` rounds by the normal distribution: the mean hold ± VI/√N. An approximation: by the
    /// central limit theorem it becomes right as N grows, later for rare high payouts; [`Total::hold_interval`](crate::Total)
    /// is certified.
    ///
    /// # Errors
    /// If there are no rounds.
    pub fn normal_hold(&self, level: Level, rounds: u64) -> Result<Approximate, StatisticsError> {
        if rounds == 0 {
            return Err(StatisticsError::NoRounds);
        }
        let hold = nearest(&-self.mean());
        let variance = self.variance() / BigRational::from_integer(rounds.into());
        let half = level.z() * SignedRoot::of(variance).nearest();
        Ok(Approximate { low: hold - half, high: hold + half })
    }
}

/// The probability of ruin within `rounds` rounds of a side whose results have this distribution, from `bankroll` initial wagers, by the
/// diffusion with the same mean m and variance σ² a round: Φ((-b - mN)/(σ√N)) + e^{-2mb/σ²}·Φ((-b + mN)/(σ√N)).
///
/// An approximation for long play: results are taken to be small beside the bankroll, and what the last loss takes below zero is
/// left out, which makes it a little too high. [`RuinWithin`](crate::RuinWithin) is certified.
pub fn diffusion_ruin(round: &Distribution, bankroll: f64, rounds: u64) -> f64 {
    Diffusion::new(round, rounds).ruin(bankroll)
}

/// The bankroll, in initial wagers, whose risk of ruin within `rounds` rounds is `risk` by [`diffusion_ruin`].
///
/// # Errors
/// If the risk is not between 10⁻¹² and 1.
pub fn diffusion_bankroll(round: &Distribution, rounds: u64, risk: f64) -> Result<f64, StatisticsError> {
    let risk = checked(risk, LEAST_RISK)?;
    let diffusion = Diffusion::new(round, rounds);
    // Twelve standard deviations and the mean loss are more than enough.
    let (mut low, mut high) = (0.0, 12.0 * diffusion.spread + diffusion.drift.abs());
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if diffusion.ruin(middle) > risk { low = middle } else { high = middle }
    }
    Ok(high)
}

/// Mean and standard deviation of the total.
struct Diffusion {
    drift: f64,
    spread: f64,
}

impl Diffusion {
    fn new(round: &Distribution, rounds: u64) -> Self {
        let n = rounds as f64;
        Self { drift: nearest(&round.mean()) * n, spread: round.std_dev().nearest() * n.sqrt() }
    }

    fn ruin(&self, bankroll: f64) -> f64 {
        let Self { drift, spread } = *self;
        if bankroll <= 0.0 {
            return 1.0;
        }
        if spread == 0.0 {
            return if bankroll + drift <= 0.0 { 1.0 } else { 0.0 };
        }
        let direct = tail((bankroll + drift) / spread);
        let tilt = -2.0 * (drift / spread) * (bankroll / spread);
        let reflected = libm::exp(tilt + log_tail((bankroll - drift) / spread));
        (direct + reflected).min(1.0)
    }
}

/// P(Z ≥ z) of the standard normal distribution.
pub(crate) fn tail(z: f64) -> f64 {
    0.5 * libm::erfc(z / SQRT_2)
}

/// Its logarithm, also where it underflows.
fn log_tail(z: f64) -> f64 {
    if z < 20.0 {
        return libm::log(tail(z));
    }
    let inverse = 1.0 / (z * z);
    let series = 1.0 - inverse * (1.0 - 3.0 * inverse * (1.0 - 5.0 * inverse));
    -0.5 * z * z - libm::log(z * (2.0 * PI).sqrt() / series)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::tests::{distribution, ratio};

    #[test]
    fn the_normal_tail_and_its_logarithm_meet() {
        assert_eq!(tail(0.0), 0.5);
        // P(Z ≥ 6) = 9.865876450376…e-10 by tables.
        assert!((tail(6.0) / 9.865_876_450_377e-10 - 1.0).abs() < 1e-12);
        assert!((log_tail(20.0) / libm::log(tail(20.0)) - 1.0).abs() < 1e-10);
    }

    #[test]
    fn volatility_index_of_a_published_par_sheet() {
        // Standard deviation 3.62 and payback 92.78 %: 90.90 % to 94.66 % over 100,000 games at 90 % confidence
        // (J. Robison, Ask the Slot Expert, 5 September 2012). Such a distribution: 0.9278 ± 3.62 with even chances, less the wager.
        let mean = ratio(9278 - 10_000, 10_000);
        let apart = ratio(362, 100);
        let half = ratio(1, 2);
        let slot = Distribution::new([(&mean + &apart, half.clone()), (&mean - &apart, half)]).expect("a distribution");
        let hold = slot.normal_hold(Level::Ninety, 100_000).expect("rounds");
        assert_eq!(
            (format!("{:.4}", 1.0 - hold.high), format!("{:.4}", 1.0 - hold.low)),
            ("0.9090".into(), "0.9466".into())
        );
        assert_eq!(format!("{:.2}", slot.volatility_index(Level::Ninety)), "5.95");
        assert_eq!(slot.normal_hold(Level::Ninety, 0), Err(StatisticsError::NoRounds));
    }

    #[test]
    fn ruin_by_diffusion_has_its_limits() {
        let fair = distribution(1, &[(1, 1), (-1, 1)]);
        // Without drift: twice the normal tail, by reflection.
        assert!((diffusion_ruin(&fair, 20.0, 100) / (2.0 * tail(2.0)) - 1.0).abs() < 1e-12);
        let bankroll = diffusion_bankroll(&fair, 100, 2.0 * tail(2.0)).expect("a risk");
        assert!((bankroll - 20.0).abs() < 1e-9);
        // With an advantage and for ever: exp(-2mb/σ²).
        let good = distribution(1, &[(1, 51), (-1, 49)]);
        let forever = libm::exp(-2.0 * 0.02 * 50.0 / (1.0 - 0.0004));
        assert!((diffusion_ruin(&good, 50.0, 10_000_000) / forever - 1.0).abs() < 1e-9);
        // Against it: certain.
        assert!((diffusion_ruin(&good.negated(), 50.0, 10_000_000) - 1.0).abs() < 1e-9);
        assert!(diffusion_bankroll(&fair, 100, 0.0).is_err());
    }
}
