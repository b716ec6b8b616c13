//! What a player wins who bets by the count.

use std::ops::RangeInclusive;

use certificate::Root;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};
use report::RampWorth;

use super::ruin::ruin;
use crate::failure::Failure;
use crate::numbers::whole;
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
    /// The units between one and the most that win most against their standard deviation.
    Best {
        /// The least: one, or nothing for a player who then leaves the table. Where he wagers at all he wagers a unit or more.
        least: u32,
        /// The most.
        most: u32,
    },
    /// Units in proportion to EV over mean square, between one and the most, with which a bank has a stated risk of ruin by the diffusion formula: the largest such. Where the bank
    /// bears the most at every count with an edge the risk is less, and where no such bets have that risk they are those of the least.
    Bank {
        /// Units of the bank.
        bank: u32,
        /// The risk, between 0 and 1.
        risk: BigRational,
        /// The least, as in [`Ramp::Best`].
        least: u32,
        /// The most.
        most: u32,
    },
}

/// Largest wager, in units.
pub(super) const MOST_UNITS: u32 = 100_000;
/// Most steps of a ramp.
const MOST_STEPS: usize = 100;
/// Parts of a unit in which the best ramp is told.
const PARTS: i64 = 100;
/// Slopes of the best ramp that are tried: so many for each factor of two, so they are a hundredth apart.
const SLOPES: u32 = 64;
/// Factors of two that are tried.
const DOUBLINGS: u32 = 40;
/// Halvings of the step in which a stated risk is met.
const HALVINGS: u32 = 50;

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
            if units.is_negative() || units > whole(MOST_UNITS) {
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
        Ok(Self::Stated { steps, below: whole(below) })
    }

    /// Bets between the least and the most units, for a bank of so many: `5%` or `0.05` is the risk of ruin.
    ///
    /// ```
    /// assert!(shoeproof::Ramp::for_bank(1000, "5%", 1..=8).is_ok());
    /// assert!(shoeproof::Ramp::for_bank(1000, "5", 1..=8).is_err());
    /// ```
    ///
    /// # Errors
    /// In words, for what is no risk.
    pub fn for_bank(bank: u32, risk: &str, bets: RangeInclusive<u32>) -> Result<Self, String> {
        let risk: Option<BigRational> = risk.parse().ok().map(|number: Printed| number.value);
        let risk = risk.filter(|risk| risk.is_positive() && *risk < BigRational::one());
        let risk = risk.ok_or("expected a risk between 0 and 1, such as 5% or 0.05")?;
        Ok(Self::Bank { bank, risk, least: *bets.start(), most: *bets.end() })
    }

    pub(super) fn check(&self) -> Result<(), Failure> {
        match self {
            Self::Best { least, most } | Self::Bank { least, most, .. }
                if *most == 0 || *most > MOST_UNITS || *least > 1 =>
            {
                Err(Failure::Asked(format!("a spread to {most} units: expected 1 to {MOST_UNITS}")))
            }
            Self::Bank { bank: 0, .. } => Err(Failure::Asked("a bank of nothing: expected a unit or more".to_owned())),
            Self::Bank { risk, .. } if !risk.is_positive() || *risk >= BigRational::one() => {
                Err(Failure::Asked("a risk of ruin: expected more than 0 and less than 1".to_owned()))
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
            Self::Best { least, most } => {
                let floats = Floats::new(rows, *least, *most);
                floats.units(floats.best_slope())
            }
            Self::Bank { bank, risk, least, most } => {
                let floats = Floats::new(rows, *least, *most);
                let exponent = -risk.to_f64().unwrap_or(0.0).max(f64::MIN_POSITIVE).ln() / f64::from(*bank) / 2.0;
                floats.units(floats.slope_of(exponent))
            }
        }
    }

    /// The risk of ruin that is asked for.
    fn risk(&self) -> Option<&BigRational> {
        if let Self::Bank { risk, .. } = self { Some(risk) } else { None }
    }

    /// What it comes to, and the risk of ruin of a bank if one is stated.
    pub(super) fn worth(&self, rows: &[RampCount], bank: Option<u32>) -> RampWorth {
        let units = self.units(rows);
        let bank = if let Self::Bank { bank, .. } = self { Some(*bank) } else { bank };
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
            ruin: bank.zip(variance.as_ref()).and_then(|(bank, variance)| ruin((bank, self.risk()), &win, variance)),
            shoe: None,
            win: (&win).into(),
            units: units.iter().map(Into::into).collect(),
        }
    }
}

/// Counts in floats, and the bounds of a wager: what a ramp wins is exact, and only its slope is sought in these.
///
/// The win A = Σ p·b·ev against the root of B = Σ p·b²·square is greatest, whatever wagers b are allowed, where each b is the allowed wager next to t·ev/square, for the t = B/A of that very ramp. For no
/// other ramp then has a greater 2·t·A - B, in which every count stands alone. So one slope t is sought.
struct Floats {
    /// Probability, EV and mean square.
    rows: Vec<[f64; 3]>,
    leaves: bool,
    most: f64,
}

impl Floats {
    fn new(rows: &[RampCount], least: u32, most: u32) -> Self {
        let float = |number: &BigRational| number.to_f64().unwrap_or(0.0);
        let of = |row: &RampCount| {
            let square = row.square.as_ref().map_or(1.0, float).max(f64::MIN_POSITIVE);
            [float(&row.probability), float(&row.ev), square]
        };
        Self { rows: rows.iter().map(of).collect(), leaves: least == 0, most: most.into() }
    }

    /// The wager under a count: nothing for who leaves, or one unit to the most.
    fn bounded(&self, slope: f64, [_, ev, square]: &[f64; 3]) -> f64 {
        let aimed = if slope.is_finite() { slope * ev / square } else { f64::from(u8::from(*ev > 0.0)) * self.most };
        if self.leaves && aimed < 0.5 { 0.0 } else { aimed.clamp(1.0, self.most) }
    }

    /// The win and the mean square of a round.
    fn sums(&self, slope: f64) -> [f64; 2] {
        self.rows.iter().fold([0.0, 0.0], |[win, all], row| {
            let (units, [probability, ev, square]) = (self.bounded(slope, row), row);
            [win + probability * units * ev, all + probability * units * units * square]
        })
    }

    /// The slope under which the best count has the most on; none where no count has an edge.
    fn steep(&self) -> Option<f64> {
        let best = self.rows.iter().map(|[_, ev, square]| ev / square).fold(0.0, f64::max);
        (best > 0.0).then(|| self.most / best)
    }

    /// Slopes to try: from a unit on an edge of a hundred percent to the most on an edge of a millionth. Of who leaves those under which the best count has the most on: a smaller one is the same
    /// ramp in smaller units, but for the least wager, which then binds no less.
    fn slopes(&self) -> impl Iterator<Item = f64> {
        let least = if self.leaves { self.steep() } else { None };
        let all = (0..=SLOPES * DOUBLINGS).map(|step| (f64::from(step) / f64::from(SLOPES)).exp2());
        least.into_iter().chain(all.filter(move |slope| least.is_none_or(|least| *slope > least)))
    }

    /// The slope of the best ramp among those that are tried. Where no ramp wins, the most is wagered wherever the EV is positive.
    fn best_slope(&self) -> f64 {
        let quality = |slope: f64| {
            let [win, square] = self.sums(slope);
            if win > 0.0 { win / square.sqrt() } else { win }
        };
        let all = self.slopes().map(|slope| (quality(slope), slope));
        let best = all.reduce(|best, one| if one.0 > best.0 { one } else { best });
        best.filter(|(quality, _)| *quality > 0.0).map_or(f64::INFINITY, |(_, slope)| slope)
    }

    /// The greatest slope with so much won for each unit of the variance, found by halves; that with the most won for it, if none has so much.
    fn slope_of(&self, win_per_variance: f64) -> f64 {
        let quality = |slope: f64| {
            let [win, square] = self.sums(slope);
            if square > 0.0 { win / (square - win * win) } else { 0.0 }
        };
        // A bank may bear no more than a unit: from a slope that wagers the least.
        let Some(steep) = self.steep() else { return f64::INFINITY };
        let slope = |step: u32| steep / self.most * (f64::from(step) / f64::from(SLOPES)).exp2() / 2.0;
        let all: Vec<(f64, f64)> = (0..=SLOPES * DOUBLINGS).map(|step| (quality(slope(step)), slope(step))).collect();
        let Some(last) = all.iter().rposition(|(quality, _)| *quality >= win_per_variance) else {
            let most = all.iter().copied().reduce(|best, one| if one.0 > best.0 { one } else { best });
            return most.map_or(f64::INFINITY, |(_, slope)| slope);
        };
        let (mut low, Some(&(_, mut high))) = (all[last].1, all.get(last + 1)) else { return f64::INFINITY };
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2.0;
            if quality(middle) >= win_per_variance { low = middle } else { high = middle }
        }
        low
    }

    /// The units under each count, in hundredths.
    fn units(&self, slope: f64) -> Vec<BigRational> {
        let hundredths =
            |units: f64| BigRational::new(BigInt::from((units * PARTS as f64).round() as i64), PARTS.into());
        self.rows.iter().map(|row| hundredths(self.bounded(slope, row))).collect()
    }
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
            let best = Ramp::Best { least, most: 4 }.worth(&rows(), None);
            let score = value(best.score);
            assert_eq!(best.units[2].value(), Some(whole(4)), "a wager in smaller units is the same ramp");
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

    /// Nothing is wagered, or a unit or more: ten counts of which the most against the standard deviation asks for less than a unit under some.
    #[test]
    fn who_leaves_wagers_nothing_or_a_unit() {
        let rows: Vec<RampCount> = (-3..7).map(|count| row(count, ratio(1, 10), ratio(count, 1000))).collect();
        for most in [1, 2, 5, 12] {
            let worth = Ramp::Best { least: 0, most }.worth(&rows, None);
            let units: Vec<BigRational> = worth.units.iter().map(|units| units.value().expect("units")).collect();
            assert!(units.iter().all(|units| units.is_zero() || *units >= BigRational::one()), "{most}: {units:?}");
            assert!(units[..=3].iter().all(BigRational::is_zero) && units.is_sorted(), "{most}: {units:?}");
            assert_eq!(units.last(), Some(&whole(most)));
        }
    }

    /// Without bounds that bind, the wagers are t·ev/square, and the risk e^(-2·win·bank/variance) with a win of t·G and a variance of t²·(G - G²) for G = Σ p·ev²/square: that is met by t = 2·bank/((1 - G)·-ln risk).
    #[test]
    fn a_bank_with_a_risk() {
        let rows =
            [row(0, ratio(1, 2), whole(0)), row(1, ratio(1, 4), ratio(1, 100)), row(2, ratio(1, 4), ratio(3, 100))];
        let ramp = |bank, risk, most| Ramp::Bank { bank, risk, least: 0, most };
        let worth = ramp(1000, ratio(1, 20), 1000).worth(&rows, None);
        let growth = 0.25 * (0.0001 + 0.0009) / 1.25;
        let slope = 2000.0 / (1.0 - growth) / 20_f64.ln();
        for (units, ev) in worth.units.iter().zip([0.0, 0.01, 0.03]) {
            let units = units.value().expect("units").to_f64().expect("a float");
            assert!((units - slope * ev / 1.25).abs() < 0.0051, "{units}");
        }
        let risk = worth.ruin.expect("a bank");
        assert_eq!((risk.bank, &risk.risk[..5]), (1000, "0.050"));
        // A bank that bears the most everywhere has less risk, and one that does not bear a unit more.
        let rich = ramp(1_000_000, ratio(1, 20), 4).worth(&rows, None);
        assert_eq!(
            rich.units.iter().map(|units| units.value()).collect::<Vec<_>>(),
            [whole(0), whole(4), whole(4)].map(Some)
        );
        let poor = ramp(20, ratio(1, 20), 4).worth(&rows, None);
        assert!(poor.ruin.expect("a bank").risk.as_str() > "0.05");
        assert!(ramp(0, ratio(1, 20), 4).check().is_err() && ramp(1, whole(1), 4).check().is_err());
    }

    #[test]
    fn what_is_no_ramp_is_refused() {
        for text in ["", "1", "1:x", "1:-2", "2:1,2:3", "1:9999999"] {
            assert!(Ramp::stated(text, 1).is_err(), "{text}");
        }
    }
}
