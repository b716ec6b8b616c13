//! What a player wins who knows every card that is left, over shoes sampled: docs/design/bets.md.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use cards::{Composition, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};
use rayon::prelude::*;
use report::{CeilingEstimate, CeilingReached, CeilingSpread, CeilingWorth, CountBelow};
use rules::Submission;
use solver::{Approximator, Class, SolveError, insurance};
use statistics::Level;

use super::ramp::{Ramp, RampCount};
use super::rows::{ByLabel, Labels};
use crate::failure::Failure;
use crate::numbers::whole;
use crate::printed::Printed;
use crate::progress::{Steps, Work};
use crate::sampled_shoe;

/// Shoes of which the EVs of a player are estimated who knows every card that is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CeilingShoes {
    /// Shoes for each depth: 100 to 100,000. Over several numbers of cards seen they are made as many for each.
    pub shoes: u64,
    /// Seed of the random numbers.
    pub seed: u64,
}

const LEAST_SHOES: u64 = 100;
const MOST_SHOES: u64 = 100_000;

/// Shoes that are valued before progress is told.
const AT_A_TIME: usize = 32;

/// Places of estimates.
const PLACES: u32 = 8;
/// Places of a standard error before it is multiplied.
const FINE_PLACES: u32 = 14;

/// Parts of a unit in which EVs are added up.
const FINE: i64 = 1_000_000_000_000;
/// Parts by which a shoe's EV, its insurance and the count's EV are off for being whole parts: half of one each.
const ROUNDED: i64 = 2;

impl Default for CeilingShoes {
    fn default() -> Self {
        Self { shoes: 1_000, seed: 1 }
    }
}

impl CeilingShoes {
    pub(super) fn check(&self) -> Result<(), Failure> {
        if (LEAST_SHOES..=MOST_SHOES).contains(&self.shoes) {
            return Ok(());
        }
        Err(Failure::Asked(format!("{} shoes: expected {LEAST_SHOES} to {MOST_SHOES}", self.shoes)))
    }
}

/// A game ready to be valued with any cards left.
pub(super) struct Ceiling<'a> {
    submission: &'a Submission,
    approximator: Approximator,
    class: Class,
    labels: Labels<'a>,
    asked: CeilingShoes,
    /// The least and the most units of a spread.
    units: Option<[u32; 2]>,
}

/// What a round is worth with these cards left, in parts of a unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShoeWithCards {
    /// With insurance.
    pub(super) ev: i64,
    pub(super) insurance: i64,
    /// By how much the EV may be off, in units.
    pub(super) error: f64,
}

/// A shoe of the sample: the cards left, and the EV that the count tells of them in parts.
type Sampled = (Composition, i64);

impl<'a> Ceiling<'a> {
    pub(super) fn new(
        submission: &'a Submission,
        (class, labels): (Class, Labels<'a>),
        asked: CeilingShoes,
        ramp: Option<&Ramp>,
    ) -> Result<Self, Failure> {
        let approximator = Approximator::new(&submission.game, submission.shoe)?;
        let units = match ramp {
            Some(&(Ramp::Best { least, most } | Ramp::Bank { least, most, .. })) => Some([least, most]),
            Some(Ramp::Stated { .. }) | None => None,
        };
        Ok(Self { submission, approximator, class, labels, asked, units })
    }

    /// What he wins where rounds begin with so many cards seen, each number as often as the others. `played` is what the player of the count knows, by label.
    pub(super) fn worth(
        &self,
        seen: &RangeInclusive<u32>,
        (by_label, played): (&ByLabel, &[RampCount]),
        steps: &Steps<'_>,
    ) -> Result<CeilingWorth, Failure> {
        let sampled = self.sampled(seen, (by_label, played));
        let mut known: HashMap<Composition, ShoeWithCards> = HashMap::new();
        let mut asked: Vec<Composition> = sampled.iter().map(|(left, _)| *left).collect();
        asked.sort_unstable_by_key(|left| *left.counts());
        asked.dedup();
        steps.expect(asked.len().div_ceil(AT_A_TIME) as u64);
        for some in asked.chunks(AT_A_TIME) {
            let values: Vec<_> = some.par_iter().map(|left| self.value(left)).collect();
            for (left, value) in some.iter().zip(values) {
                known.insert(*left, value?);
            }
            steps.done(Work::Shoes(known.len() as u64));
        }
        let valued: Vec<(ShoeWithCards, i64)> =
            sampled.iter().filter_map(|(left, told)| Some((*known.get(left)?, *told))).collect();
        Ok(self.told(&valued, played))
    }

    /// The shoes of a depth.
    fn sampled(&self, seen: &RangeInclusive<u32>, (by_label, played): (&ByLabel, &[RampCount])) -> Vec<Sampled> {
        let told: HashMap<i64, i64> =
            by_label.keys().copied().zip(played.iter().map(|count| parts(&count.ev))).collect();
        let numbers = u64::from(seen.end() - seen.start()) + 1;
        let one = |(seen, number): (u32, u64)| {
            let left = sampled_shoe::left(&self.submission.shoe, seen, self.asked.seed, number);
            let label = self.label(seen, &left);
            (left, told.get(&label).copied().unwrap_or_default())
        };
        let each = self.asked.shoes.div_ceil(numbers);
        seen.clone().flat_map(|seen| (0..each).map(move |number| (seen, number))).map(one).collect()
    }

    /// What the cards left stand under.
    pub(super) fn label(&self, seen: u32, left: &Composition) -> i64 {
        let tags = &self.labels.system.tags;
        let gone = |value: Value| i32::from(self.submission.shoe.count(value) - left.count(value));
        self.labels.of(seen, Value::all().map(|value| gone(value) * tags[value.index()]).sum())
    }

    /// Values the round of these cards.
    pub(super) fn value(&self, left: &Composition) -> Result<ShoeWithCards, SolveError> {
        let round = self.approximator.approximate(left, self.class)?;
        let gain = insurance(&self.submission.game, left).map(|insurance| parts(&insurance.optimal_gain));
        let gain = gain.unwrap_or_default();
        Ok(ShoeWithCards { ev: (round.ev * FINE as f64).round() as i64 + gain, insurance: gain, error: round.error })
    }

    /// The answer. What the count tells of each shoe is taken from it, and added again in the exact mean: what is left of a shoe varies little.
    fn told(&self, valued: &[(ShoeWithCards, i64)], played: &[RampCount]) -> CeilingWorth {
        let error = valued.iter().map(|(shoe, _)| shoe.error).fold(0.0, f64::max);
        let error = BigRational::from_float(error).unwrap_or_default() + BigRational::new(ROUNDED.into(), FINE.into());
        let mean = |of: &dyn Fn(&BigRational) -> BigRational| -> BigRational {
            played.iter().map(|count| &count.probability * of(&count.ev)).sum()
        };
        let known = [mean(&BigRational::clone), mean(&|ev| ev.max(&BigRational::zero()).clone())];
        let beyond = |(shoe, told): &(ShoeWithCards, i64)| [shoe.ev - told, shoe.ev.max(0) - (*told).max(0)];
        let with_bets = |[always, ahead]: [u32; 2]| {
            let [always, ahead] = [i64::from(always), i64::from(ahead)];
            let exact = &known[0] * whole(always) + &known[1] * whole(ahead);
            let beyond = valued.iter().map(|one| beyond(one)[0] * always + beyond(one)[1] * ahead);
            let estimate = estimate(&exact, beyond, &(&error * whole(always + ahead)));
            let count = below(&exact, &estimate);
            (estimate.printed(), count)
        };
        let favourable_shoes = valued.iter().filter(|(shoe, _)| shoe.ev > 0).count() as u64;
        let (ev, _) = with_bets([1, 0]);
        let (win, count) = with_bets([0, 1]);
        let spread = self.units.map(|[least, most]| {
            let (win, count) = with_bets([least, most - least]);
            CeilingSpread { least, most, win, count }
        });
        let insured = self.submission.game.insurance.as_ref().map(|_| {
            let gains = valued.iter().map(|(shoe, _)| shoe.insurance);
            estimate(&BigRational::zero(), gains, &BigRational::new(ROUNDED.into(), FINE.into())).printed()
        });
        CeilingWorth {
            shoes: valued.len() as u64,
            seed: self.asked.seed,
            level: LEVEL.percent(),
            ev,
            favourable: share(favourable_shoes, valued.len() as u64),
            favourable_shoes,
            win,
            count,
            insurance: insured,
            spread,
            error: cards::decimal_above(&error, FINE_PLACES),
        }
    }
}

/// The level of every interval.
const LEVEL: Level = Level::NinetyFive;

/// A mean with its standard error and the interval, as numbers.
struct Estimate {
    mean: BigRational,
    standard_error: BigRational,
    interval: [BigRational; 2],
}

impl Estimate {
    /// The ends are rounded outward.
    fn printed(&self) -> CeilingEstimate {
        let [low, high] = &self.interval;
        CeilingEstimate {
            estimate: cards::decimal(&self.mean, PLACES),
            standard_error: cards::decimal(&self.standard_error, PLACES),
            interval: [cards::decimal_below(low, PLACES), cards::decimal_above(high, PLACES)],
        }
    }
}

/// What is known exactly, with the mean of what single shoes have beyond it, in parts. `error` widens the interval.
fn estimate(exact: &BigRational, beyond: impl Iterator<Item = i64>, error: &BigRational) -> Estimate {
    let (mut shoes, mut sum, mut square) = (0_i64, BigInt::zero(), BigInt::zero());
    for one in beyond {
        shoes += 1;
        sum += one;
        square += BigInt::from(one) * one;
    }
    let all = whole(shoes.max(2));
    let of_sum = BigRational::from_integer(sum) / whole(FINE);
    let of_square = BigRational::from_integer(square) / whole(FINE) / whole(FINE);
    let mean = &of_sum / &all;
    let variance = (of_square / &all - &mean * &mean) / (&all - BigRational::one());
    let standard_error = root(&variance);
    let mean = exact + mean;
    let half = z() * &standard_error + error;
    Estimate { interval: [&mean - &half, &mean + &half], mean, standard_error }
}

/// A share of shoes with Wilson's interval, which has a width where none or all are of the kind.
fn share(of_the_kind: u64, shoes: u64) -> CeilingEstimate {
    let all = BigRational::from_integer(shoes.max(2).into());
    let mean = BigRational::from_integer(of_the_kind.into()) / &all;
    let of_one = &mean * (BigRational::one() - &mean);
    let square = z() * z() / &all;
    let scale = BigRational::one() + &square;
    let middle = (&mean + &square / whole(2)) / &scale;
    let half = z() * root(&(&of_one / &all + &square / &all / whole(4))) / scale;
    let standard_error = root(&(of_one / (&all - BigRational::one())));
    Estimate { interval: [&middle - &half, middle + half], mean, standard_error }.printed()
}

fn below(win: &BigRational, ceiling: &Estimate) -> CountBelow {
    let [low, high] = &ceiling.interval;
    let reached = low.is_positive().then(|| {
        let mut ends = [win / high, win / low];
        ends.sort();
        CeilingReached {
            estimate: cards::decimal(&(win / &ceiling.mean), PLACES),
            interval: [cards::decimal_below(&ends[0], PLACES), cards::decimal_above(&ends[1], PLACES)],
        }
    });
    CountBelow { win: win.into(), reached }
}

fn z() -> BigRational {
    BigRational::from_float(LEVEL.z()).unwrap_or_default()
}

fn root(variance: &BigRational) -> BigRational {
    let root = cards::sqrt_decimal(&variance.abs(), FINE_PLACES).unwrap_or_default();
    root.parse().map(|root: Printed| root.value).unwrap_or_default()
}

fn parts(number: &BigRational) -> i64 {
    (number * whole(FINE)).round().to_integer().to_i64().unwrap_or_default()
}
