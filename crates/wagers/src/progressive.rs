//! The meter of a progressive wager in the long run.
//!
//! The model: one wager of one unit a round, alike in every round. Each adds `rate` to the meter before it is settled and
//! `reserve` to an account for later meters. With probability p a round wins the whole meter, which then starts from the
//! seed or, if the rules say so, from the reserve where that is more. Rounds that win a part take it from the meter, or
//! leave the meter as it is.
//!
//! The mean m of the meter at a settlement is the same whether or not the round wins, since rounds are independent of the
//! meter. Over a long run what comes into the meter goes out: `rate + p·start = m·(p + q)`, with q the mean share that
//! part wins take away.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rules::{OfferedWager, Percent};

use crate::result::{Line, WagerResult};

/// What the reserve of a meter is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReserveGoes {
    /// All of it starts the next meter, at the seed at least.
    NextMeter,
    /// It pays for seeds; what is left stays with the house.
    Seeds,
}

/// What a payout of part of the meter does to the meter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartHits {
    /// It is taken from the meter.
    Reduce,
    /// The house pays it and the meter stays as it is.
    Leave,
}

/// A progressive wager in the long run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongRun {
    /// What the meter starts from at the least, in units of the wager.
    pub seed: BigRational,
    /// Part of every wager that is added to the meter.
    pub rate: BigRational,
    /// Part of every wager that is kept for later meters.
    pub reserve: BigRational,
    /// What the reserve is used for.
    pub reserve_goes: ReserveGoes,
    /// What a payout of part of the meter does to it.
    pub part_hits: PartHits,
    /// Mean of what the meter starts from.
    pub mean_start: BigRational,
    /// Mean of the meter when it is won, in units of the wager. Also its mean over all rounds.
    pub mean_meter: BigRational,
    /// Expected net result per unit wagered over a long run.
    pub ev: BigRational,
}

/// Binary digits kept of a power that would have millions: what is left out is below 2⁻⁴⁰⁰ of the result.
const POWER_BITS: u64 = 448;

impl LongRun {
    /// The long run under what the text fixes and the analysis states, for each use of the reserve and each effect of part wins
    /// that makes a difference; none where neither gives the rate.
    ///
    /// Where the reserve starts the next meter, [`LongRun::mean_start`] holds a power of a probability to the number of
    /// rounds after which the reserve exceeds the seed; it is computed to 400 binary digits.
    pub fn models(result: &WagerResult, wager: &OfferedWager) -> Vec<Self> {
        let (Some(rule), Some(seed)) = (&wager.rule.meter, wager.seed()) else { return Vec::new() };
        let inputs = &wager.inputs;
        let of_text = |percent: &Option<Percent>| percent.as_ref().map(|percent| percent.ratio().clone());
        let Some(rate) = inputs.rate.clone().or_else(|| of_text(&rule.rate)) else { return Vec::new() };
        let reserve = inputs.reserve.clone().or_else(|| of_text(&rule.reserve)).unwrap_or_else(BigRational::zero);
        let total = BigRational::from_integer(BigInt::from(result.total.clone()));
        let chance = |line: &Line| BigRational::from_integer(line.combinations.clone().into()) / &total;
        let whole: BigRational = result.lines.iter().filter(|line| line.per_meter.is_one()).map(chance).sum();
        let parts = result.lines.iter().filter(|line| line.per_meter < BigRational::one());
        let parts: BigRational = parts.map(|line| chance(line) * &line.per_meter).sum();
        if whole.is_zero() {
            return Vec::new();
        }
        let uses =
            if reserve.is_zero() { &[ReserveGoes::Seeds][..] } else { &[ReserveGoes::NextMeter, ReserveGoes::Seeds] };
        let effects = if parts.is_zero() { &[PartHits::Reduce][..] } else { &[PartHits::Reduce, PartHits::Leave] };
        let mut models = Vec::new();
        for &reserve_goes in uses {
            let mean_start = match reserve_goes {
                ReserveGoes::Seeds => seed.clone(),
                ReserveGoes::NextMeter => &seed + excess(&seed, &reserve, &whole),
            };
            for &part_hits in effects {
                let taken = if part_hits == PartHits::Reduce { parts.clone() } else { BigRational::zero() };
                let mean_meter = (&rate + &whole * &mean_start) / (&whole + taken);
                models.push(Self {
                    seed: seed.clone(),
                    rate: rate.clone(),
                    reserve: reserve.clone(),
                    reserve_goes,
                    part_hits,
                    mean_start: mean_start.clone(),
                    ev: result.ev(&mean_meter),
                    mean_meter,
                });
            }
        }
        models
    }
}

/// The mean of what a reserve of `part` a round holds beyond `seed` when the round comes that has the chance `p` every time.
///
/// The number N of rounds is geometric and forgets: beyond the last round k that leaves the reserve within the seed,
/// N - k is as N. So the mean is (1-p)^k · (k·part + part/p - seed).
fn excess(seed: &BigRational, part: &BigRational, p: &BigRational) -> BigRational {
    if !part.is_positive() {
        return BigRational::zero();
    }
    let last = (seed / part).floor().to_integer();
    let beyond = BigRational::from_integer(last.clone()) * part + part / p - seed;
    let rounds = last.to_u64().unwrap_or(u64::MAX);
    power(&(BigRational::one() - p), rounds) * beyond
}

/// The power of a probability, rounded down to [`POWER_BITS`] binary digits at every step.
fn power(base: &BigRational, mut exponent: u64) -> BigRational {
    let one = BigInt::one() << POWER_BITS;
    let mut square = (base.numer() << POWER_BITS).div_floor(base.denom());
    let mut product = one.clone();
    while exponent > 0 {
        if exponent.is_odd() {
            product = (&product * &square) >> POWER_BITS;
        }
        square = (&square * &square) >> POWER_BITS;
        exponent /= 2;
    }
    BigRational::new(product, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    /// Half of all rounds win and 1 unit is kept a round, seed 2: after 3, 4, … rounds 1, 2, … are beyond it.
    /// Σ (N-2)·2⁻ᴺ over N > 2 = 2⁻²·Σ n·2⁻ⁿ = 1/2.
    #[test]
    fn excess_by_hand() {
        let found = excess(&ratio(2, 1), &ratio(1, 1), &ratio(1, 2));
        assert_eq!(found, ratio(1, 2));
        assert_eq!(excess(&ratio(2, 1), &ratio(0, 1), &ratio(1, 2)), ratio(0, 1));
    }

    #[test]
    fn powers_are_close_from_below() {
        let exact = ratio(2, 3);
        let found = power(&exact, 5);
        let true_power = ratio(32, 243);
        assert!(found <= true_power && &true_power - &found < ratio(1, 1 << 62));
    }
}
