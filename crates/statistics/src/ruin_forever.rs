//! Ruin of a side with a positive mean that plays for ever.
//!
//! Bankrolls are counted in steps of the lattice of results. Let ψ(u) be the probability of ever coming from u to 0 or below: ψ = 1
//! for u ≤ 0, and for u ≥ 1 ψ = Pψ, where (Pw)(u) = Σ p(x)·w(u + x). The largest loss is ℓ steps, the highest win m.
//!
//! **Lundberg.** There is one R > 0 with E e^{-RX} = 1, the adjustment coefficient. e^{-RU} is a martingale of the bankroll U, and at ruin
//! -(ℓ - 1) ≤ U ≤ 0, so e^{-R(u + ℓ - 1)} ≤ ψ(u) ≤ e^{-Ru}.
//!
//! **A narrow bracket.** The bankroll first falls below where it is now by d steps with a probability g(d), d = 1 … ℓ, whatever it is now,
//! and then anew: ψ(u) = Σ g(d)·ψ(u - d). Take any numbers ĝ(d) ≥ 0 and let w be the function with w = 1 for u ≤ 0 and
//! w(u) = Σ ĝ(d)·w(u - d) for u ≥ 1. Its residual r = w - Pw obeys the same recursion, r(u) = Σ ĝ(d)·r(u - d), for u > ℓ, since P does
//! not depend on u. So if r ≥ 0 for u = 1 … ℓ, then r ≥ 0 everywhere, w(U) is a supermartingale until ruin, and ψ ≤ w. If r ≤ 0 there and
//! Σ ĝ < 1, then w → 0 far out, where the bankroll goes unless it is ruined, and ψ ≥ w. Both are checked on the numbers
//! themselves, with the rounding of the residuals counted, so it does not matter how ĝ was found.
//!
//! It is found for two walks beside the given one: with a small probability η a round is instead the largest loss (then Pw ≤ P'w = w for
//! the w of that walk, since w falls), or instead the highest win. The states from a far one down are eliminated in turn
//! (Grassmann, Taksar and Heyman: no subtractions); the row that is left of a state is its g. η is raised until the checks pass.

use std::collections::VecDeque;

use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

use crate::{
    Bankroll, Bracket, Distribution, StatisticsError,
    centred::{Centred, Side},
    lattice::Lattice,
    root::nearest,
    sum::{Sum, UNIT},
};

/// Most multiplications of one elimination: seconds.
const MOST_WORK: f64 = 2e9;
/// Most entries of the rows that are open at once.
const MOST_ENTRIES: f64 = 3e7;
/// Far enough: -ln of the chance to come back from the highest state.
const FAR: f64 = 36.0;

/// The probability that a side with a positive mean result is ever ruined, playing for ever at one initial wager a round.
///
/// Ruin is a bankroll of zero or less: the last losses may exceed what is left (doubles and splits on credit). Who stops when less than c
/// is left has the risk of a bankroll smaller by c, less one step of the lattice of results.
///
/// Making it costs about 36/R · ℓ · m multiplications a trial, with R the adjustment coefficient by step and ℓ and m the largest loss and the
/// highest win in steps. Where that is too much (rare results of thousands of steps) only Lundberg's bracket is given.
#[derive(Debug, Clone)]
pub struct RuinForever {
    step: BigRational,
    largest_loss: i64,
    /// By step.
    adjustment: Bracket,
    ladders: Option<Ladders>,
}

/// Probabilities ĝ(1), ĝ(2), … whose w is proven to lie below and above ψ.
#[derive(Debug, Clone)]
struct Ladders {
    low: Vec<f64>,
    high: Vec<f64>,
}

impl RuinForever {
    /// For the side whose net results have this distribution: the player's, or the house's by [`Distribution::negated`].
    ///
    /// # Errors
    /// If the mean is not positive or the lattice of results is too fine for floats.
    pub fn new(round: &Distribution) -> Result<Self, StatisticsError> {
        if !round.mean().is_positive() {
            return Err(StatisticsError::NoAdvantage { mean: round.mean() });
        }
        let lattice = Lattice::from_zero(round)?;
        let largest_loss = (-lattice.lowest()).max(0);
        let adjustment = adjustment(&lattice.centred(), nearest(&lattice.mean), largest_loss);
        let ladders = if largest_loss == 0 { None } else { ladders(&lattice, adjustment) };
        Ok(Self { step: lattice.step, largest_loss, adjustment, ladders })
    }

    /// The adjustment coefficient: the R > 0 with E e^{-RX} = 1, X in initial wagers; infinite if no result is a loss.
    pub fn adjustment_coefficient(&self) -> Bracket {
        let step = nearest(&self.step);
        let Bracket { low, high } = self.adjustment;
        Bracket { low: low / step * (1.0 - 4.0 * UNIT), high: high / step * (1.0 + 4.0 * UNIT) }
    }

    /// Lundberg's bracket: e^{-R(b + largest loss - one step)} and e^{-Rb}, for a bankroll rounded up to whole steps.
    pub fn lundberg(&self, bankroll: &BigRational) -> Bracket {
        self.lundberg_at(steps(bankroll, &self.step))
    }

    fn lundberg_at(&self, bankroll: u64) -> Bracket {
        if bankroll == 0 {
            return Bracket { low: 1.0, high: 1.0 };
        }
        if self.largest_loss == 0 {
            return Bracket { low: 0.0, high: 0.0 };
        }
        let far = bankroll as f64;
        let power = |rate: f64, steps: f64, widened: f64| {
            let exponent = -rate * steps;
            libm::exp(exponent + widened * UNIT * 4.0 * exponent.abs()) * (1.0 + widened * UNIT * 8.0)
        };
        Bracket {
            low: power(self.adjustment.high, far + (self.largest_loss - 1) as f64, -1.0),
            high: power(self.adjustment.low, far, 1.0).clamp(f64::MIN_POSITIVE, 1.0),
        }
    }

    /// The probability of ever being ruined from a bankroll in initial wagers; 1 if it is not positive.
    ///
    /// Costs one multiplication for each step of the bankroll and of the largest loss.
    pub fn probability(&self, bankroll: &BigRational) -> Bracket {
        let bankroll = steps(bankroll, &self.step);
        let lundberg = self.lundberg_at(bankroll);
        let Some(ladders) = self.ladders.as_ref().filter(|_| bankroll > 0 && lundberg.high > 1e-300) else {
            return lundberg;
        };
        let at = |ladder: &[f64]| Renewal::new(ladder).nth(usize::try_from(bankroll - 1).unwrap_or(usize::MAX));
        let (low, high) = (at(&ladders.low).unwrap_or(0.0), at(&ladders.high).unwrap_or(1.0));
        meet(lundberg, low, high, bankroll)
    }

    /// The least bankroll whose risk of ever being ruined is at most `risk`.
    ///
    /// # Errors
    /// If the risk is not between 10⁻¹² and 1.
    pub fn bankroll(&self, risk: f64) -> Result<Bankroll, StatisticsError> {
        let risk = checked(risk, LEAST_RISK)?;
        let amount = |bankroll: u64| &self.step * BigRational::from_integer(bankroll.into());
        if self.largest_loss == 0 {
            return Ok(Bankroll { amount: amount(1), is_least: true });
        }
        let mut before = Bracket { low: 1.0, high: 1.0 };
        if let Some(ladders) = &self.ladders {
            let both = Renewal::new(&ladders.low).zip(Renewal::new(&ladders.high));
            for (bankroll, (low, high)) in (1..).zip(both) {
                let bracket = meet(self.lundberg_at(bankroll), low, high, bankroll);
                if bracket.high <= risk {
                    return Ok(Bankroll { amount: amount(bankroll), is_least: before.low > risk });
                }
                before = bracket;
            }
        }
        let mut bankroll = (-libm::log(risk) / self.adjustment.low).floor().max(0.0) as u64;
        while self.lundberg_at(bankroll).high > risk {
            bankroll += 1;
        }
        let is_least = self.lundberg_at(bankroll.saturating_sub(1)).low > risk;
        Ok(Bankroll { amount: amount(bankroll), is_least })
    }
}

/// What both brackets allow; a renewal's value has one compensated sum's error for each step.
fn meet(lundberg: Bracket, low: f64, high: f64, bankroll: u64) -> Bracket {
    let rounding = (5.0 * UNIT * bankroll as f64).min(0.5);
    Bracket { low: lundberg.low.max(low * (1.0 - rounding)), high: lundberg.high.min(high * (1.0 + 2.0 * rounding)) }
}

/// Risks up to here are too small for floats to certify.
pub(crate) const LEAST_RISK: f64 = 1e-12;

/// A risk, if it is one above that and below 1.
pub(crate) fn checked(risk: f64, above: f64) -> Result<f64, StatisticsError> {
    if risk > above && risk < 1.0 { Ok(risk) } else { Err(StatisticsError::WrongRisk { risk, above }) }
}

/// A bankroll in steps, rounded up: since it moves by whole steps, it is ruined exactly when the rounded one is.
pub(crate) fn steps(bankroll: &BigRational, step: &BigRational) -> u64 {
    let steps = bankroll / step;
    if steps.is_positive() { steps.numer().div_ceil(steps.denom()).to_u64().unwrap_or(u64::MAX) } else { 0 }
}

/// The root R of E e^{-RX} = 1 by step, between floats at which the sign of E e^{-rX} - 1 is proven.
fn adjustment(distribution: &Centred, mean: f64, largest_loss: i64) -> Bracket {
    if largest_loss == 0 {
        return Bracket { low: f64::INFINITY, high: f64::INFINITY };
    }
    // ln E e^{-rX} = -r·mean + K(r), K the log-moment function of the lower side.
    let sign = |r: f64| {
        let (fall, rise) = (r * mean, distribution.log_mgf(Side::Below, r));
        // An exponential carries its argument's two roundings, times the argument.
        let margin = UNIT * (64.0 + 8.0 * r * (largest_loss as f64 + mean)) * (fall + rise);
        // Overflow is far beyond the root.
        if !rise.is_finite() || rise - fall > margin {
            1
        } else if fall - rise > margin {
            -1
        } else {
            0
        }
    };
    let mut high = 2.0 * mean / distribution.variance.max(f64::MIN_POSITIVE);
    while sign(high) <= 0 {
        high *= 2.0;
    }
    let mut low = high;
    while sign(low) >= 0 {
        low *= 0.5;
    }
    let bisect = |mut low: f64, mut high: f64, is_low: &dyn Fn(i32) -> bool| {
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if is_low(sign(middle)) { low = middle } else { high = middle }
        }
        (low, high)
    };
    Bracket { low: bisect(low, high, &|sign| sign < 0).0, high: bisect(low, high, &|sign| sign <= 0).1 }
}

/// Ladders whose w are proven to enclose ψ; `None` if they are too much work or no η proves it.
fn ladders(lattice: &Lattice, adjustment: Bracket) -> Option<Ladders> {
    let walk = Walk::new(lattice)?;
    let states = (FAR / adjustment.low).ceil() + walk.highest as f64;
    let (lowest, highest) = (walk.lowest as f64, walk.highest as f64);
    let width = lowest + highest;
    if states * lowest * highest > MOST_WORK || highest * width > MOST_ENTRIES {
        return None;
    }
    let mean = nearest(&lattice.mean);
    let mut share = 1e-15 / (adjustment.high * width).min(1.0);
    while share * width < 0.01 * mean {
        let low = walk.beside(share, walk.highest as i64).ladder(states as usize);
        let high = walk.beside(share, -(walk.lowest as i64)).ladder(states as usize);
        if walk.proves(&low, -1.0)
            && low.iter().copied().collect::<Sum>().value() < 1.0 - 1e-14
            && walk.proves(&high, 1.0)
        {
            return Some(Ladders { low, high });
        }
        share *= 8.0;
    }
    None
}

/// A round's moves in steps.
#[derive(Debug, Clone)]
struct Walk {
    /// The largest loss and the highest win.
    lowest: usize,
    highest: usize,
    moves: Vec<(i64, f64)>,
}

impl Walk {
    /// `None` if a move is too long for a table.
    fn new(lattice: &Lattice) -> Option<Self> {
        let (lowest, highest) = (usize::try_from(-lattice.lowest()).ok()?, usize::try_from(lattice.highest()).ok()?);
        (lowest + highest < 1 << 24).then(|| Self { lowest, highest, moves: lattice.moves().collect() })
    }

    /// The walk that makes one certain move instead with probability `share`.
    fn beside(&self, share: f64, certain: i64) -> Self {
        let scaled = self.moves.iter().map(|(x, p)| (*x, p * (1.0 - share)));
        Self { moves: scaled.chain([(certain, share)]).collect(), ..self.clone() }
    }

    /// About the probabilities of first falling below a state by 1, 2, … steps, by eliminating `states` states above it.
    fn ladder(&self, states: usize) -> Vec<f64> {
        let (lowest, highest) = (self.lowest, self.highest);
        let mut row = vec![0.0; lowest + highest + 1];
        for (x, p) in &self.moves {
            row[(x + lowest as i64) as usize] += p;
        }
        // The state to be eliminated next first, with its chances to go up for good; moves to states above are already gone.
        let mut rows: VecDeque<(Vec<f64>, f64)> = VecDeque::with_capacity(highest + 1);
        for up in 0..=highest {
            let beyond: f64 = row[lowest + up + 1..].iter().sum();
            let within = row.iter().enumerate().map(|(at, p)| if at <= lowest + up { *p } else { 0.0 });
            rows.push_back((within.collect(), beyond));
        }
        let mut ladder = Vec::new();
        for _ in 0..states {
            let Some((gone, escape)) = rows.pop_front() else { break };
            let away = gone[..lowest].iter().sum::<f64>() + escape;
            // Falling by d steps is at d - 1, where a row counts from the lowest move up.
            let falls: Vec<f64> = gone[..lowest].iter().map(|p| p / away).collect();
            for (up, (row, beyond)) in (1..).zip(rows.iter_mut()) {
                let there = std::mem::replace(&mut row[lowest + up], 0.0);
                for (to, fall) in row[up..].iter_mut().zip(&falls) {
                    *to += there * fall;
                }
                *beyond += there * escape / away;
            }
            rows.push_back((row.clone(), 0.0));
            ladder = falls;
        }
        ladder.reverse();
        ladder
    }

    /// Whether the residual w - Pw of a ladder's w is proven to have the sign for u = 1 … ℓ.
    fn proves(&self, ladder: &[f64], sign: f64) -> bool {
        let reach = self.lowest + self.highest;
        let far: Vec<f64> = Renewal::new(ladder).take(reach).collect();
        let at = |u: i64| usize::try_from(u - 1).map_or(1.0, |index| far[index]);
        (1..=self.lowest as i64).all(|u| {
            let here = at(u);
            let residual: Sum = self.moves.iter().map(|(x, p)| p * (here - at(u + x))).collect();
            let size: f64 = self.moves.iter().map(|(x, p)| p * (here + at(u + x))).sum();
            // Values of w carry 4u for each step from 1; then a subtraction, a product and the probability's own rounding.
            let rounding = UNIT * (5.0 * reach as f64 + 16.0) * size;
            sign * residual.value() > rounding
        })
    }
}

/// w(1), w(2), … of a ladder, each within 4u of itself beyond those it is made of.
struct Renewal<'a> {
    ladder: &'a [f64],
    /// The last values, the latest first.
    last: VecDeque<f64>,
}

impl<'a> Renewal<'a> {
    fn new(ladder: &'a [f64]) -> Self {
        Self { ladder, last: std::iter::repeat_n(1.0, ladder.len()).collect() }
    }
}

impl Iterator for Renewal<'_> {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        let terms = self.ladder.iter().zip(&self.last).map(|(share, value)| share * value);
        let value = terms.collect::<Sum>().value();
        self.last.pop_back();
        self.last.push_front(value);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::tests::{distribution, distributions, ratio};
    use proptest::prelude::*;

    fn assert_near(bracket: Bracket, exact: f64) {
        let slack = 1e-12 * exact;
        assert!(bracket.low <= exact + slack && exact - slack <= bracket.high, "{bracket:?} without {exact}");
        assert!(bracket.width() < 1e-7 * exact, "{bracket:?}");
    }

    #[test]
    fn even_money_is_the_gamblers_ruin() {
        // ψ(b) = (q/p)^b; with ties in between the same.
        for round in [distribution(1, &[(-1, 49), (1, 51)]), distribution(1, &[(-1, 49), (0, 700), (1, 51)])] {
            let ruin = RuinForever::new(&round).expect("an advantage");
            for bankroll in [1, 2, 17, 100] {
                let exact = libm::pow(49.0 / 51.0, f64::from(bankroll));
                assert_near(ruin.probability(&ratio(bankroll.into(), 1)), exact);
            }
            let adjustment = ruin.adjustment_coefficient();
            assert!(adjustment.contains(libm::log(51.0 / 49.0)) && adjustment.width() < 1e-13, "{adjustment:?}");
            // ln 20 / ln(51/49) = 74.9; ln 1000 / ln(51/49) = 172.7.
            let bankroll = |risk| ruin.bankroll(risk).expect("a risk");
            assert_eq!(bankroll(0.05), Bankroll { amount: ratio(75, 1), is_least: true });
            assert_eq!(bankroll(0.001), Bankroll { amount: ratio(173, 1), is_least: true });
        }
    }

    #[test]
    fn losses_of_two_have_two_roots() {
        // +1 with 0.8, -2 with 0.2: 0.8 z³ - z² + 0.2 = 0 has the roots 1 and (0.2 ± √0.68)/1.6, and ψ(u) = a·zᵤ + b·zᵤ' with
        // ψ(0) = ψ(-1) = 1.
        let ruin = RuinForever::new(&distribution(1, &[(-2, 1), (1, 4)])).expect("an advantage");
        let root = 0.68f64.sqrt();
        let (z, y) = ((0.2 + root) / 1.6, (0.2 - root) / 1.6);
        let a = (1.0 - 1.0 / y) / (1.0 / z - 1.0 / y);
        for bankroll in [1, 2, 3, 10, 30] {
            let exact = a * libm::pow(z, f64::from(bankroll)) + (1.0 - a) * libm::pow(y, f64::from(bankroll));
            assert_near(ruin.probability(&ratio(bankroll.into(), 1)), exact);
        }
        assert!(ruin.adjustment_coefficient().contains(-libm::log(z)));
        // A part of a step is ruined with the whole.
        assert_eq!(ruin.probability(&ratio(19, 2)), ruin.probability(&ratio(10, 1)));
        assert_eq!(ruin.probability(&ratio(0, 1)), Bracket { low: 1.0, high: 1.0 });
    }

    #[test]
    fn half_units_are_steps_of_their_own() {
        let whole = RuinForever::new(&distribution(1, &[(-2, 1), (1, 4)])).expect("an advantage");
        let half = RuinForever::new(&distribution(2, &[(-2, 1), (1, 4)])).expect("an advantage");
        assert_eq!(whole.probability(&ratio(8, 1)), half.probability(&ratio(4, 1)));
        assert_eq!(
            half.bankroll(0.01).expect("a risk").amount * ratio(2, 1),
            whole.bankroll(0.01).expect("a risk").amount
        );
    }

    #[test]
    fn a_small_advantage_over_results_of_many_sizes() {
        // Half a percent at a spread of about 1.1.
        let round = distribution(
            2,
            &[(-8, 2), (-4, 400), (-2, 4100), (-1, 400), (0, 850), (2, 3299), (3, 450), (4, 595), (8, 4)],
        );
        let mean = nearest(&round.mean());
        assert!(mean > 0.001 && mean < 0.05, "{mean}");
        let ruin = RuinForever::new(&round).expect("an advantage");
        for bankroll in [1, 50, 400] {
            let bankroll = ratio(bankroll, 1);
            let (bracket, lundberg) = (ruin.probability(&bankroll), ruin.lundberg(&bankroll));
            assert!(lundberg.low < bracket.low && bracket.high < lundberg.high);
            assert!(bracket.width() < 1e-6 * bracket.low, "{bracket:?}");
        }
    }

    #[test]
    fn a_payout_of_millions_leaves_lundbergs_bracket() {
        let house = distribution(1, &[(-5_000_000, 1), (1, 9_999_999)]);
        let ruin = RuinForever::new(&house).expect("an advantage");
        assert!(ruin.ladders.is_none());
        let bankroll = ratio(20_000_000, 1);
        assert_eq!(ruin.probability(&bankroll), ruin.lundberg(&bankroll));
        let enough = ruin.bankroll(0.01).expect("a risk");
        assert!(ruin.probability(&enough.amount).high <= 0.01);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let fair = distribution(1, &[(-1, 1), (1, 1)]);
        assert!(matches!(RuinForever::new(&fair), Err(StatisticsError::NoAdvantage { .. })));
        let safe = RuinForever::new(&distribution(1, &[(0, 1), (1, 1)])).expect("an advantage");
        assert_eq!(safe.probability(&ratio(1, 1)).high, 0.0);
        for risk in [0.0, 1.0, f64::NAN, -0.5, 1e-13] {
            assert!(matches!(safe.bankroll(risk), Err(StatisticsError::WrongRisk { .. })));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn ruin_is_what_a_first_round_leaves(round in distributions(), bankroll in 1i64..20) {
            prop_assume!(nearest(&round.mean()) > 0.05);
            let ruin = RuinForever::new(&round).expect("an advantage");
            let bankroll = &ruin.step * ratio(bankroll, 1);
            let here = ruin.probability(&bankroll);
            let after = round.outcomes().iter().map(|outcome| {
                let there = ruin.probability(&(&bankroll + &outcome.net));
                let share = nearest(&outcome.probability);
                (share * there.low, share * there.high)
            });
            let (low, high) = after.fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
            prop_assert!(low <= here.high * (1.0 + 1e-12) && here.low <= high * (1.0 + 1e-12));
            prop_assert!(here.width() <= 1e-7 * here.high, "{:?}", here);
            let lundberg = ruin.lundberg(&bankroll);
            prop_assert!(lundberg.low <= here.high && here.low <= lundberg.high);
        }

        #[test]
        fn the_bankroll_for_a_risk_has_it(round in distributions(), risk in 0.0001f64..0.9) {
            prop_assume!(nearest(&round.mean()) > 0.05);
            let ruin = RuinForever::new(&round).expect("an advantage");
            let bankroll = ruin.bankroll(risk).expect("a risk");
            prop_assert!(ruin.probability(&bankroll.amount).high <= risk);
            if bankroll.is_least && ruin.largest_loss > 0 {
                prop_assert!(ruin.probability(&(&bankroll.amount - &ruin.step)).low > risk);
            }
        }
    }
}
