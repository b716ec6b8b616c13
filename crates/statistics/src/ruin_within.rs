//! Ruin within N rounds, by recursion over the rounds.
//!
//! ψ₀(u) = 1 for u ≤ 0 and else 0; ψₙ(u) = Σ p(x)·ψₙ₋₁(u + x) for u ≥ 1, and 1 for u ≤ 0. One run gives ψ_N for all bankrolls.
//!
//! **Far bankrolls.** With n rounds left, bankrolls above Hₙ are taken to be safe. For s > 0 and κ = max(ln E e^{-sX}, 0), e^{-sS - nκ} is a
//! supermartingale of the sum S after n rounds, so ψₙ(u) ≤ e^{-su + nκ}; Hₙ is where this falls to a level ε, and grows with n. What is taken
//! from ψ_N(u) is the risk of play that comes above some Hₙ and is ruined after that: at most ε, whenever it first comes there. The level is
//! at most 10⁻⁹ of the least risk that is asked for.
//!
//! **Rounding.** All terms are positive. A round's sum of J products, with probabilities rounded from fractions, adds at most (J + 3)u
//! relative; N rounds N·(J + 3)u.

use num_rational::BigRational;

use crate::{
    Bankroll, Bracket, Distribution, StatisticsError,
    centred::{Side, least},
    lattice::Lattice,
    root::nearest,
    ruin_forever::{LEAST_RISK, checked, steps},
    sum::UNIT,
};

/// Most multiplications: some seconds.
const MOST_WORK: f64 = 1e10;
/// Most bankrolls of the table.
const MOST_BANKROLLS: f64 = 3e7;
/// -ln of the share of the least risk that may be left out by taking far bankrolls to be safe: a little less than 10⁻⁹.
const EXPONENT: f64 = 20.73;
/// The play is cut into so many equal parts. Hₙ is found once for each, where most rounds are left.
const PARTS: u64 = 16;

/// The probability of ruin within N rounds at one initial wager a round, for either sign of the mean.
///
/// Ruin is a bankroll of zero or less after some round, as in [`RuinForever`](crate::RuinForever). Making it costs 0.7·N·H·J
/// multiplications: N rounds, H bankrolls (for risks down to 0.1%, some seven standard deviations of the total, and what is lost on average), J outcomes.
#[derive(Debug, Clone)]
pub struct RuinWithin {
    step: BigRational,
    /// By bankroll in steps, from 1; never less than the true risk once `relative` and `left_out` are added.
    risks: Vec<f64>,
    relative: f64,
    left_out: f64,
}

impl RuinWithin {
    /// For the side whose net results have this distribution: the player's, or the house's by [`Distribution::negated`]. Bankrolls
    /// whose risk is at most 10⁻⁹ of `least` are taken to be safe, and every bracket is so much wider.
    ///
    /// # Errors
    /// If `least` is not between 10⁻¹² and 1, the lattice of results is too fine for floats, or the recursion takes more than 10¹⁰
    /// multiplications or 3·10⁷ bankrolls; [`diffusion_ruin`](crate::diffusion_ruin) is an approximation for that many rounds.
    pub fn new(round: &Distribution, rounds: u64, least: f64) -> Result<Self, StatisticsError> {
        let exponent = EXPONENT - libm::log(checked(least, LEAST_RISK)?);
        let lattice = Lattice::from_zero(round)?;
        let farthest = far(&lattice, rounds, exponent);
        let work = rounds.max(1) as f64 * farthest * lattice.places.len() as f64;
        if work > MOST_WORK || farthest > MOST_BANKROLLS {
            return Err(StatisticsError::TooLong { rounds, work, bankrolls: farthest });
        }
        let relative = 1.01 * rounds as f64 * (lattice.places.len() + 3) as f64 * UNIT;
        Ok(Self {
            risks: played(&lattice, farthest as usize, rounds, exponent),
            relative,
            left_out: libm::exp(-exponent),
            step: lattice.step,
        })
    }

    /// The probability of ruin from a bankroll in initial wagers; 1 if it is not positive.
    pub fn probability(&self, bankroll: &BigRational) -> Bracket {
        self.at(steps(bankroll, &self.step))
    }

    fn at(&self, bankroll: u64) -> Bracket {
        if bankroll == 0 {
            return Bracket { low: 1.0, high: 1.0 };
        }
        let index = usize::try_from(bankroll - 1).unwrap_or(usize::MAX);
        let risk = self.risks.get(index).copied().unwrap_or(0.0);
        let high = risk * (1.0 + self.relative) + self.left_out;
        Bracket { low: risk * (1.0 - self.relative), high: high.min(1.0) }
    }

    /// The least bankroll that survives the rounds but for a risk of at most `risk`.
    ///
    /// # Errors
    /// If the risk is not between 10⁻¹² and 1, or no more than what is left out. A risk below the least that was asked for may find a bankroll
    /// that is not proven to be the least.
    pub fn bankroll(&self, risk: f64) -> Result<Bankroll, StatisticsError> {
        let risk = checked(risk, LEAST_RISK.max(self.left_out))?;
        // Risks fall with the bankroll, and so do their roundings but for ties: the first that is proven is looked for in order.
        let enough = (1..).find(|bankroll| self.at(*bankroll).high <= risk).unwrap_or(u64::MAX);
        let amount = &self.step * BigRational::from_integer(enough.into());
        Ok(Bankroll { amount, is_least: self.at(enough - 1).low > risk })
    }
}

/// The bankroll in steps above which the risk of ruin is at most e^{-exponent}.
fn far(lattice: &Lattice, rounds: u64, exponent: f64) -> f64 {
    let (distribution, mean, rounds) = (lattice.centred(), nearest(&lattice.mean), rounds as f64);
    let sure = -rounds * lattice.lowest().min(0) as f64;
    if distribution.variance == 0.0 {
        return sure + 1.0;
    }
    let at = |s: f64| {
        let (fall, rise) = (s * mean, distribution.log_mgf(Side::Below, s));
        let growth = (rise - fall).max(0.0) + 1e-12 * (rise + fall.abs());
        (rounds * growth + exponent) / s
    };
    let found = at(least(distribution.scale(rounds.max(1.0), exponent), at));
    found.min(sure).ceil() + 1.0
}

/// ψ_N of so many bankrolls, from 1: of all whose risk is above e^{-exponent}.
fn played(lattice: &Lattice, all: usize, rounds: u64, exponent: f64) -> Vec<f64> {
    // Nobody comes farther than past either end.
    let reach = |x: i64| usize::try_from(x.unsigned_abs()).unwrap_or(usize::MAX).min(all);
    let (ruined, safe) = (reach(lattice.lowest().min(0)), reach(lattice.highest().max(0)));
    let moves: Vec<(usize, f64)> =
        lattice.moves().map(|(x, p)| (if x < 0 { ruined - reach(x) } else { ruined + reach(x) }, p)).collect();
    // Between the bankrolls that are ruined and those that are safe, so that no move leaves the table. What is far in one part of the play
    // is never less in the next, so that nothing is written above it before.
    let mut risks = vec![0.0; ruined + all + safe];
    risks[..ruined].fill(1.0);
    let mut next = risks.clone();
    let (mut left, mut known) = (0, 0);
    for part in 1..=PARTS {
        let end = (u128::from(rounds) * u128::from(part) / u128::from(PARTS)) as u64;
        known = (far(lattice, end, exponent) as usize).clamp(known, all);
        for _ in left..end {
            play(&moves, &risks, &mut next[ruined..][..known]);
            std::mem::swap(&mut risks, &mut next);
        }
        left = end;
    }
    risks.truncate(ruined + all);
    risks.drain(..ruined);
    risks
}

/// One round: `next` from `risks`, by where the first bankroll comes to and how likely. Four moves are added at a time, in their order: to
/// read and write the sum for each took twice as long.
fn play(moves: &[(usize, f64)], risks: &[f64], next: &mut [f64]) {
    let length = next.len();
    next.fill(0.0);
    let (fours, others) = moves.as_chunks::<4>();
    for four in fours {
        let [a, b, c, d] = four.map(|(at, _)| &risks[at..][..length]);
        let [p, q, r, s] = four.map(|(_, probability)| probability);
        for (at, sum) in next.iter_mut().enumerate() {
            *sum = *sum + p * a[at] + q * b[at] + r * c[at] + s * d[at];
        }
    }
    for &(at, probability) in others {
        next.iter_mut().zip(&risks[at..]).for_each(|(sum, risk)| *sum += probability * risk);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        RuinForever, diffusion_ruin,
        distribution::tests::{distribution, distributions, ratio},
        normal::tail,
    };
    use num_traits::{One, Signed, Zero};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// By following every bankroll as a fraction.
    fn followed(round: &Distribution, bankroll: &BigRational, rounds: u32) -> BigRational {
        let mut at = BTreeMap::from([(bankroll.clone(), BigRational::one())]);
        let mut ruined = BigRational::zero();
        for _ in 0..rounds {
            let mut next: BTreeMap<BigRational, BigRational> = BTreeMap::new();
            for (bankroll, probability) in &at {
                for outcome in round.outcomes() {
                    let (left, share) = (bankroll + &outcome.net, probability * &outcome.probability);
                    if left.is_positive() {
                        *next.entry(left).or_insert_with(BigRational::zero) += share;
                    } else {
                        ruined += share;
                    }
                }
            }
            at = next;
        }
        ruined
    }

    fn assert_within(bracket: Bracket, exact: &BigRational) {
        let of = |float: f64| BigRational::from_float(float).expect("finite");
        assert!(of(bracket.low) <= *exact && *exact <= of(bracket.high), "{bracket:?} without {}", nearest(exact));
        assert!(bracket.width() < 1e-12);
    }

    #[test]
    fn three_rounds_worked_by_hand() {
        // From 1: lost at once 1/2; after a win, two losses, 1/8.
        let fair = distribution(1, &[(-1, 1), (1, 1)]);
        assert_within(RuinWithin::new(&fair, 3, 1e-11).expect("short").probability(&ratio(1, 1)), &ratio(5, 8));
        assert_within(RuinWithin::new(&fair, 3, 1e-11).expect("short").probability(&ratio(3, 1)), &ratio(1, 8));
        assert_within(RuinWithin::new(&fair, 3, 1e-11).expect("short").probability(&ratio(4, 1)), &ratio(0, 1));
        assert_eq!(RuinWithin::new(&fair, 0, 1e-11).expect("none").probability(&ratio(1, 2)).low, 0.0);
        let bankroll = RuinWithin::new(&fair, 3, 1e-11).expect("short").bankroll(0.2).expect("a risk");
        assert_eq!(bankroll, Bankroll { amount: ratio(3, 1), is_least: true });
    }

    #[test]
    fn a_fair_coin_is_ruined_as_by_reflection() {
        // P(ruin within N from b) = P(|S| > b) + P(S = b)… = P(S ≥ b) + P(S > b), exactly; near the normal distribution for long play.
        let fair = distribution(1, &[(-1, 1), (1, 1)]);
        let ruin = RuinWithin::new(&fair, 10_000, 1e-11).expect("moderate");
        let bracket = ruin.probability(&ratio(200, 1));
        assert!((bracket.middle() / (2.0 * tail(2.0)) - 1.0).abs() < 1e-3, "{bracket:?}");
        assert!(bracket.width() < 1e-10);
    }

    #[test]
    fn long_play_with_an_advantage_nears_play_for_ever() {
        let good = distribution(2, &[(-4, 10), (-2, 40), (2, 45), (3, 15)]);
        let (within, forever) = (RuinWithin::new(&good, 20_000, 1e-11), RuinForever::new(&good));
        let (within, forever) = (within.expect("moderate"), forever.expect("an advantage"));
        for bankroll in [1, 4, 20] {
            let bankroll = ratio(bankroll, 1);
            let (within, forever) = (within.probability(&bankroll), forever.probability(&bankroll));
            assert!(within.low <= forever.high && (within.middle() - forever.middle()).abs() < 1e-9);
        }
    }

    #[test]
    fn the_diffusion_is_near_for_long_play() {
        let player = distribution(2, &[(-4, 600), (-2, 4400), (0, 900), (2, 3400), (3, 400), (4, 500)]);
        let exact = RuinWithin::new(&player, 5_000, 1e-11).expect("moderate").probability(&ratio(200, 1)).middle();
        let about = diffusion_ruin(&player, 200.0, 5_000);
        assert!((about / exact - 1.0).abs() < 0.05, "{about} for {exact}");
    }

    #[test]
    fn too_long_a_play_is_refused() {
        let player = distribution(2, &[(-4, 600), (-2, 4400), (0, 900), (2, 3400), (3, 400), (4, 500)]);
        let refused = RuinWithin::new(&player, 1_000_000_000, 1e-11);
        assert!(matches!(refused, Err(StatisticsError::TooLong { .. })));
        assert!(RuinWithin::new(&player, 10, 1e-11).expect("short").bankroll(2.0).is_err());
        // No bankroll is proven to have so little of it.
        assert!(RuinWithin::new(&player, 10, 0.01).expect("short").bankroll(9e-12).is_err());
        assert!(RuinWithin::new(&player, 10, 0.01).expect("short").bankroll(2e-11).is_ok());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn the_recursion_agrees_with_following_fractions(round in distributions(), rounds in 0u32..12, halves in -2i64..20) {
            let bankroll = ratio(halves, 2);
            let bracket = RuinWithin::new(&round, u64::from(rounds), 1e-11).expect("short").probability(&bankroll);
            if bankroll.is_positive() {
                assert_within(bracket, &followed(&round, &bankroll, rounds));
            } else {
                prop_assert_eq!(bracket.low, 1.0);
            }
        }

        #[test]
        fn what_is_left_out_is_no_more_than_is_said(round in distributions(), rounds in 0u64..300, risk in 1u32..200) {
            let least = f64::from(risk) / 1000.0;
            let (all, some) = (RuinWithin::new(&round, rounds, 1e-11), RuinWithin::new(&round, rounds, least));
            let (all, some) = (all.expect("short"), some.expect("short"));
            prop_assert!(some.risks.len() <= all.risks.len());
            for bankroll in 0..all.risks.len() as u64 + 2 {
                let (all, some) = (all.at(bankroll), some.at(bankroll));
                prop_assert!(some.low <= all.high && all.low <= some.high && some.width() < 2e-9 * least);
            }
            prop_assert_eq!(all.bankroll(least).expect("a risk").amount, some.bankroll(least).expect("a risk").amount);
        }

        #[test]
        fn risk_falls_with_the_bankroll_and_grows_with_the_rounds(round in distributions(), rounds in 1u64..200, bankroll in 1i64..40) {
            let (short, long) = (RuinWithin::new(&round, rounds, 1e-11), RuinWithin::new(&round, 2 * rounds, 1e-11));
            let (short, long) = (short.expect("short"), long.expect("short"));
            let (less, more) = (ratio(bankroll, 1), ratio(bankroll + 1, 1));
            prop_assert!(short.probability(&more).low <= short.probability(&less).high);
            prop_assert!(short.probability(&less).low <= long.probability(&less).high);
        }
    }
}
