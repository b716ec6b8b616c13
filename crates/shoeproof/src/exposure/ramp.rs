//! What a player wins who bets by the count.

use certificate::Root;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};
use report::RampWorth;

use super::ruin::ruin;
use crate::failure::Failure;
use crate::printed::Printed;

/// How much is wagered under each count.
#[derive(Debug, Clone, PartialEq)]
pub enum Ramp {
    /// Units from a count on, the lowest count first; below the first as much as `below`.
    Stated {
        /// Counts, as [`crate::CountedRow::count`] has them, and units.
        steps: Vec<(BigRational, BigRational)>,
        /// Units below the first count.
        below: BigRational,
    },
    /// The units between the least and the most that win most against their standard deviation.
    Best {
        /// The least: one, or nothing for a player who then leaves the table.
        least: u32,
        /// The most.
        most: u32,
    },
}

/// Largest wager, in units.
const MOST_UNITS: u32 = 100_000;
/// Most steps of a ramp.
const MOST_STEPS: usize = 100;
/// Parts of a unit in which the best ramp is told.
const PARTS: i64 = 100;
/// Slopes of the best ramp that are tried: so many for each factor of two, so they are a hundredth apart.
const SLOPES: u32 = 64;

/// A count with what its rounds come to.
pub(super) struct RampCount {
    pub(super) count: BigRational,
    pub(super) probability: BigRational,
    pub(super) ev: BigRational,
    /// Mean square of the net result of a unit.
    pub(super) square: Option<BigRational>,
}

impl Ramp {
    /// Reads `COUNT:UNITS` with commas between, the lowest count first.
    ///
    /// ```
    /// assert!(shoeproof::Ramp::stated("1:2,2:4,3:8", 1).is_ok());
    /// assert!(shoeproof::Ramp::stated("2:4,1:8", 1).is_err());
    /// ```
    ///
    /// # Errors
    /// In words, for what is none.
    pub fn stated(text: &str, below: u32) -> Result<Self, String> {
        let mut steps: Vec<(BigRational, BigRational)> = Vec::new();
        for step in text.split(',') {
            let read = |text: &str| text.trim().parse().ok().map(|number: Printed| number.value);
            let read = step.split_once(':').and_then(|(count, units)| Some((read(count)?, read(units)?)));
            let Some((count, units)) = read else {
                return Err(format!("`{step}`: expected COUNT:UNITS, as in 2:4"));
            };
            if units.is_negative() || units > whole(MOST_UNITS.into()) {
                return Err(format!("`{step}`: expected 0 to {MOST_UNITS} units"));
            }
            if steps.last().is_some_and(|(before, _)| *before >= count) {
                return Err(format!("`{step}`: expected counts from the lowest to the highest"));
            }
            steps.push((count, units));
        }
        if steps.len() > MOST_STEPS {
            return Err(format!("{} steps: expected at most {MOST_STEPS}", steps.len()));
        }
        Ok(Self::Stated { steps, below: whole(below.into()) })
    }

    pub(super) fn check(&self) -> Result<(), Failure> {
        match self {
            Self::Best { least, most } if *most == 0 || *most > MOST_UNITS || least > most => {
                Err(Failure::Asked(format!("a spread to {most} units: expected 1 to {MOST_UNITS}")))
            }
            _ => Ok(()),
        }
    }

    fn units(&self, rows: &[RampCount]) -> Vec<BigRational> {
        match self {
            Self::Stated { steps, below } => {
                let of =
                    |row: &RampCount| steps.iter().rev().find(|(from, _)| *from <= row.count).map(|(_, units)| units);
                rows.iter().map(|row| of(row).unwrap_or(below).clone()).collect()
            }
            Self::Best { least, most } => best(rows, *least, *most),
        }
    }

    /// What it comes to, and the risk of ruin of a bank if one is stated.
    pub(super) fn worth(&self, rows: &[RampCount], bank: Option<u32>) -> RampWorth {
        let units = self.units(rows);
        let mean = |of: &dyn Fn(&RampCount, &BigRational) -> BigRational| {
            rows.iter().zip(&units).map(|(row, units)| &row.probability * of(row, units)).sum::<BigRational>()
        };
        let win = mean(&|row, units| units * &row.ev);
        let has_square = rows.iter().all(|row| row.square.is_some());
        let square = has_square.then(|| {
            mean(&|row, units| row.square.as_ref().map_or_else(BigRational::zero, |square| units * units * square))
        });
        let variance = square.map(|square| square - &win * &win);
        let wins = variance.as_ref().filter(|variance| win.is_positive() && variance.is_positive());
        let n0 = wins.map(|variance| variance / (&win * &win));
        RampWorth {
            mean_units: (&mean(&|_, units| units.clone())).into(),
            played: (&mean(&|_, units| if units.is_zero() { BigRational::zero() } else { BigRational::one() })).into(),
            std_dev: variance.as_ref().and_then(Root::of),
            score: n0.as_ref().map(|n0| (&(whole(1_000_000) / n0)).into()),
            n0: n0.as_ref().map(Into::into),
            bank: wins.map(|variance| (&(variance / &win)).into()),
            ruin: bank.zip(variance.as_ref()).and_then(|(bank, variance)| ruin(bank, &win, variance)),
            shoe: None,
            win: (&win).into(),
            units: units.iter().map(Into::into).collect(),
        }
    }
}

/// The best ramp, as far as the slopes that are tried and hundredths of a unit tell.
///
/// The win A = Σ p·b·ev against the root of B = Σ p·b²·square is greatest, within bounds on every b, where each b is the bounded t·ev/square, for the t = B/A of that very ramp:
/// that is where no b can improve the quotient. So one slope t is sought, in floats; what the ramp then wins is exact. Where no ramp wins, the most is
/// wagered wherever the EV is positive.
fn best(rows: &[RampCount], least: u32, most: u32) -> Vec<BigRational> {
    let float = |number: &BigRational| number.to_f64().unwrap_or(0.0);
    let rows: Vec<[f64; 3]> = rows
        .iter()
        .map(|row| {
            [float(&row.probability), float(&row.ev), row.square.as_ref().map_or(1.0, float).max(f64::MIN_POSITIVE)]
        })
        .collect();
    let (least, most) = (f64::from(least), f64::from(most));
    let units = |slope: f64| rows.iter().map(move |[_, ev, square]| (slope * ev / square).clamp(least, most));
    let quality = |slope: f64| {
        let sums = rows.iter().zip(units(slope));
        let (win, square) = sums.fold((0.0, 0.0), |(win, all), ([probability, ev, square], units)| {
            (win + probability * units * ev, all + probability * units * units * square)
        });
        if win > 0.0 { win / square.sqrt() } else { win }
    };
    // From a unit on an edge of a hundred percent to the most on an edge of a millionth.
    let slopes = (0..=SLOPES * 40).map(|step| (f64::from(step) / f64::from(SLOPES)).exp2());
    let scanned =
        slopes.map(|slope| (quality(slope), slope)).reduce(|best, one| if one.0 > best.0 { one } else { best });
    let slope = scanned.map_or(1.0, |(quality, slope)| if quality > 0.0 { slope } else { f64::INFINITY });
    let hundredths = |units: f64| BigRational::new(BigInt::from((units * PARTS as f64).round() as i64), PARTS.into());
    let bounded = |[_, ev, square]: &[f64; 3]| {
        if slope.is_finite() {
            (slope * ev / square).clamp(least, most)
        } else if *ev > 0.0 {
            most
        } else {
            least
        }
    };
    rows.iter().map(|row| hundredths(bounded(row))).collect()
}

fn whole(number: i64) -> BigRational {
    BigRational::from_integer(number.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use certificate::Exact;

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    fn row(count: i64, probability: BigRational, ev: BigRational) -> RampCount {
        RampCount { count: whole(count), probability, ev, square: Some(ratio(5, 4)) }
    }

    /// Half of the rounds lose one percent and a quarter each win one and three: a table that a pencil can check.
    fn rows() -> Vec<RampCount> {
        vec![
            row(-1, ratio(1, 2), ratio(-1, 100)),
            row(0, ratio(1, 4), ratio(1, 100)),
            row(1, ratio(1, 4), ratio(3, 100)),
        ]
    }

    #[test]
    fn a_stated_ramp_by_hand() {
        let worth = Ramp::stated("0:2,1:4", 1).expect("a ramp").worth(&rows(), None);
        let value = |exact: &Exact| exact.value().expect("a fraction");
        // -1/200 + 2/400 + 12/400, and 5/4 of 1/2 + 4/4 + 16/4.
        assert_eq!(value(&worth.win), ratio(3, 100));
        assert_eq!(value(&worth.mean_units), whole(2));
        let variance = ratio(5, 4) * ratio(11, 2) - ratio(9, 10_000);
        assert_eq!(value(&worth.std_dev.expect("a deviation").squared), variance);
        assert_eq!(value(&worth.n0.expect("a win")), &variance / ratio(9, 10_000));
        assert_eq!(value(&worth.bank.expect("a win")), variance / ratio(3, 100));
    }

    #[test]
    fn no_other_ramp_is_better_than_the_best() {
        let value = |exact: Option<Exact>| exact.and_then(|exact| exact.value()).expect("a win");
        for least in [0, 1] {
            let score = value(Ramp::Best { least, most: 4 }.worth(&rows(), None).score);
            for [below, middle, high] in
                (0..=4).flat_map(|a| (0..=4).flat_map(move |b| (0..=4).map(move |c| [a, b, c])))
            {
                if [below, middle, high].iter().any(|&units| units < least) {
                    continue;
                }
                let other = Ramp::stated(&format!("0:{middle},1:{high}"), below).expect("a ramp").worth(&rows(), None);
                let Some(other) = other.score else { continue };
                // Hundredths of a unit may cost a little.
                assert!(other.value().expect("a number") <= &score * ratio(1001, 1000), "{below} {middle} {high}");
            }
        }
        let lost = [row(0, whole(1), ratio(-1, 100))];
        let lost = Ramp::Best { least: 1, most: 8 }.worth(&lost, None);
        assert!(lost.score.is_none() && lost.units[0].decimal.starts_with('1'), "the least is lost");
    }

    #[test]
    fn what_is_no_ramp_is_refused() {
        for text in ["", "1", "1:x", "1:-2", "2:1,2:3", "1:9999999"] {
            assert!(Ramp::stated(text, 1).is_err(), "{text}");
        }
    }
}
