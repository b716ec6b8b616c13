//! The total of N independent rounds, certified.
//!
//! Let T = Σ Kᵢ be the total in steps of the lattice above N times the lowest result, φ the characteristic function of K less its
//! mean μ, and W a window of M consecutive integers A, A + 1, … around Nμ. The discrete Fourier transform with M points folds
//! the distribution of T onto W: every n ∈ W gets Σⱼ P(T = n + jM). So the folded distribution sums over any part of W to the true sum plus
//! at most P(T ∉ W), and with θₖ = 2πk/M
//!
//! P(A ≤ T ≤ x) = g(x) - g(A - 1) - ε,  0 ≤ ε ≤ P(T ∉ W),
//! g(y) = y/M + Σₖ Re[φ(θₖ)ᴺ · e^{-iθₖ(y + ½ - Nμ)} · i] / (M sin(θₖ/2)), k = 1 … (M-1)/2 (M odd),
//!
//! which is the geometric sum of e^{-iθₖn} written with half angles. P(T ∉ W) is bounded by Chernoff
//! (`crate::centred`), W being chosen so that it is below 2·10⁻¹⁵. The window is about 17 standard deviations of the total, so
//! φᴺ, whose width in k is M/(2πσ√N), has only some 30 frequencies that matter, however large N is, plus those around other
//! near-maxima of |φ| if results nearly lie on a coarser lattice. The others are proven to be below 10⁻¹⁷/M each
//! (`crate::characteristic`). No transform over the window is needed: one value of the distribution function costs a sine for each
//! frequency that matters, and a quantile the logarithm of M of them.

use std::cmp::Ordering;
use std::f64::consts::PI;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;

use crate::{
    Bracket, Distribution, Level, StatisticsError,
    centred::{Centred, Side},
    characteristic::Frequencies,
    lattice::{BITS, Lattice},
    root::nearest,
    sum::{Sum, UNIT},
};

/// -ln of what may lie outside the window on either side.
const OUTSIDE: f64 = 34.6;
/// -ln of what all frequencies that are left out come to.
const LEFT_OUT: f64 = 39.2;
/// Most frequencies that are summed.
const MOST_FREQUENCIES: usize = 1 << 20;

/// The distribution of the player's total result of N independent rounds, by its distribution function with a proven bound.
///
/// Costs F·J sines to make, for F frequencies that matter (about 30 to 100 for the usual round, whatever N is; up to half the
/// number of possible totals for small N) and J outcomes, and F sines for each value.
#[derive(Debug, Clone)]
pub struct Total {
    rounds: u64,
    lattice: Lattice,
    distribution: Centred,
    /// ⌊Nμ⌋: places of totals are counted from it.
    center: BigInt,
    /// Nμ less that.
    beyond_center: f64,
    first: i64,
    last: i64,
    waves: Vec<Wave>,
    /// g(A - 1) without its linear part.
    start: f64,
    /// Bound on the error of any value inside the window.
    error: f64,
}

/// One frequency of the sum.
#[derive(Debug, Clone, Copy)]
struct Wave {
    index: u64,
    /// |φ|ᴺ / (M sin(θ/2)).
    weight: f64,
    /// N·arg φ, and θ times the fractional part of Nμ.
    phase: f64,
}

/// The house's hold over N rounds: an interval with at most half of the level's complement beyond either end.
#[derive(Debug, Clone, PartialEq)]
pub struct HoldInterval {
    /// Its level.
    pub level: Level,
    /// Lower end, the house's win per initial wager: a possible hold, exact.
    pub low: BigRational,
    /// Upper end.
    pub high: BigRational,
    /// The probability of a hold below the lower end; proven to be at most the level's tail.
    pub below: Bracket,
    /// The probability of a hold above the upper end; proven to be at most the level's tail.
    pub above: Bracket,
    /// Whether both ends are proven to be the quantiles themselves. Otherwise a tail is so near the level's that its side could
    /// not be decided, and the end in question is the outer candidate.
    pub is_quantile: bool,
}

/// Who is ahead after N rounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// The probability that the house has won.
    pub house_ahead: Bracket,
    /// The probability that both are even.
    pub even: Bracket,
    /// The probability that the player has won.
    pub player_ahead: Bracket,
}

impl Total {
    /// The total of `rounds` rounds.
    ///
    /// # Errors
    /// If there are no rounds, the lattice of net results is too fine for floats, or more than a million frequencies matter (few
    /// rounds with a payout of millions of steps).
    pub fn new(round: &Distribution, rounds: u64) -> Result<Self, StatisticsError> {
        if rounds == 0 {
            return Err(StatisticsError::NoRounds);
        }
        let lattice = Lattice::from_lowest(round)?;
        let distribution = lattice.centred();
        let mean = &lattice.mean * BigRational::from_integer(rounds.into());
        let center = mean.floor().to_integer();
        let beyond_center = nearest(&mean.fract());
        let too_fine = || StatisticsError::LatticeTooFine { step: lattice.step.clone(), bits: BITS };
        let (first, last) = window(&lattice, &distribution, rounds, &center).ok_or_else(too_fine)?;
        let points = (last - first).unsigned_abs() + 1;

        let mut total = Self {
            rounds,
            lattice,
            distribution,
            center,
            beyond_center,
            first,
            last,
            waves: Vec::new(),
            start: 0.0,
            error: 0.0,
        };
        total.sum_up(points)?;
        Ok(total)
    }

    /// Finds the frequencies that matter and the bound on every value.
    fn sum_up(&mut self, points: u64) -> Result<(), StatisticsError> {
        let frequencies = Frequencies::new(&self.distribution, points, self.rounds);
        let least = LEFT_OUT + libm::log(points as f64);
        let indices = frequencies
            .that_matter(least, MOST_FREQUENCIES)
            .ok_or(StatisticsError::TooManyFrequencies { limit: MOST_FREQUENCIES })?;
        let mut error = Sum::default();
        let mut waves = Vec::with_capacity(indices.len());
        for index in indices {
            let power = frequencies.power(index);
            let share = 1.0 / (points as f64 * libm::sin(PI * index as f64 / points as f64));
            let phase = power.argument + frequencies.angle(index) * self.beyond_center;
            error.add(share * power.error);
            waves.push(Wave { index, weight: share * power.modulus, phase });
        }
        self.waves = waves;
        self.start = self.waves_at(self.first - 1);
        // Each frequency enters at both ends; the two tails; the frequencies left out; the linear part and the last sums.
        self.error = 2.0 * error.value() * 1.01 + 2.0 * libm::exp(-OUTSIDE) + libm::exp(-LEFT_OUT) + 64.0 * UNIT;
        Ok(())
    }

    fn points(&self) -> u64 {
        (self.last - self.first).unsigned_abs() + 1
    }

    /// g at a place, without its linear part.
    fn waves_at(&self, place: i64) -> f64 {
        let points = i128::from(self.points());
        let waves = self.waves.iter().map(|wave| {
            // θₖ(y + ½) = π·k(2y + 1)/M, reduced exactly.
            let turns = (i128::from(wave.index) * (2 * i128::from(place) + 1)).rem_euclid(2 * points);
            let turns = if turns > points { turns - 2 * points } else { turns };
            wave.weight * libm::sin(PI * turns as f64 / points as f64 - wave.phase)
        });
        waves.collect::<Sum>().value()
    }

    /// P(T ≤ place).
    fn up_to(&self, place: i64) -> Bracket {
        if place < self.first {
            let high = self.distribution.tail(Side::Below, self.rounds as f64, self.distance(place));
            return Bracket { low: 0.0, high };
        }
        if place >= self.last {
            return self.beyond(place).complement();
        }
        let linear = (place - self.first + 1) as f64 / self.points() as f64;
        Bracket::probability(linear + (self.waves_at(place) - self.start), self.error)
    }

    /// P(T > place).
    fn beyond(&self, place: i64) -> Bracket {
        if place < self.last {
            return self.up_to(place).complement();
        }
        let high = self.distribution.tail(Side::Above, self.rounds as f64, self.distance(place + 1));
        Bracket { low: 0.0, high }
    }

    /// How far a place is from the mean; no farther than it is.
    fn distance(&self, place: i64) -> f64 {
        (place as f64 - self.beyond_center).abs() * (1.0 - 4.0 * UNIT)
    }

    /// The place at or below a total, or the farthest that floats count; and whether the total is on the lattice. A place so far
    /// out is bounded on one side only, and the bound holds beyond it too.
    fn place_below(&self, total: &BigRational) -> (i64, bool) {
        let origin = &self.lattice.origin * BigRational::from_integer(self.rounds.into());
        let steps = (total - origin) / &self.lattice.step;
        let place = steps.floor().to_integer() - &self.center;
        let farthest = BigInt::from(1i64 << BITS);
        let place = place.clamp(-&farthest, farthest).to_i64().unwrap_or(1 << BITS);
        (place, steps.is_integer())
    }

    /// The probability that the player's total result is at most `total` initial wagers.
    pub fn at_most(&self, total: &BigRational) -> Bracket {
        self.up_to(self.place_below(total).0)
    }

    fn total_at(&self, place: i64) -> BigRational {
        let steps = BigRational::from_integer(&self.center + BigInt::from(place));
        &self.lattice.origin * BigRational::from_integer(self.rounds.into()) + &self.lattice.step * steps
    }

    /// The first place of the window at which `holds`, which must hold at its end.
    fn first_place(&self, holds: impl Fn(Bracket) -> bool) -> i64 {
        let (mut low, mut high) = (self.first - 1, self.last);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if holds(self.up_to(middle)) { high = middle } else { low = middle }
        }
        high
    }

    /// The least place that may have P(T ≤ place) ≥ `share`, and one that has.
    fn quantile(&self, share: f64) -> (i64, i64) {
        // A share is rounded from a fraction by half a unit at the most.
        let (less, more) = (share.next_down(), share.next_up());
        (self.first_place(|value| value.high >= less), self.first_place(|value| value.low >= more))
    }

    /// The certified interval of the house's hold, the negative of the player's total per round.
    ///
    /// With α the level's complement, the ends are the α/2- and (1 - α/2)-quantiles of the total, the q-quantile being the least
    /// total x with P(total ≤ x) ≥ q; so less than α/2 lies below and at most α/2 above.
    pub fn hold_interval(&self, level: Level) -> HoldInterval {
        let tail = nearest(&level.tail());
        let (least, other_least) = self.quantile(tail);
        let (other_most, most) = self.quantile(1.0 - tail);
        let hold = |place| -self.total_at(place) / BigRational::from_integer(self.rounds.into());
        HoldInterval {
            level,
            low: hold(most),
            high: hold(least),
            below: self.up_to(most).complement(),
            above: self.up_to(least - 1),
            is_quantile: least == other_least && other_most == most,
        }
    }

    /// Who is ahead. A side that is ahead with a probability of less than 10⁻¹⁵ gets Chernoff's bound, which is sharper there.
    pub fn standing(&self) -> Standing {
        let zero = BigRational::from_integer(0.into());
        let (place, is_even) = self.place_below(&zero);
        let last_ahead = if is_even { place - 1 } else { place };
        let (house_ahead, player_ahead) = (self.up_to(last_ahead), self.beyond(place));
        let even = if is_even {
            let (up_to, from) = (self.up_to(place), self.beyond(place - 1));
            Bracket {
                low: (up_to.low - house_ahead.high).next_down().max(0.0),
                high: (up_to.high - house_ahead.low).next_up().min(up_to.high).min(from.high),
            }
        } else {
            Bracket { low: 0.0, high: 0.0 }
        };
        Standing { house_ahead, even, player_ahead }
    }
}

/// The window of places, counted from the center, that holds all totals but for 2·e^{-OUTSIDE}; an odd number of them.
fn window(lattice: &Lattice, distribution: &Centred, rounds: u64, center: &BigInt) -> Option<(i64, i64)> {
    let place = |reach: f64| (reach.ceil() < (1u64 << (BITS - 2)) as f64).then_some(reach.ceil() as i64 + 1);
    let first = -place(distribution.reach(Side::Below, rounds as f64, OUTSIDE))?;
    let last = place(distribution.reach(Side::Above, rounds as f64, OUTSIDE))?;
    // No total lies outside those of only lowest and only highest results.
    let within = |bound: BigInt, place: i64, side: Ordering| match bound.to_i64() {
        Some(bound) if bound.cmp(&place) == side => bound,
        _ => place,
    };
    let highest = BigInt::from(lattice.highest()) * BigInt::from(rounds) - center;
    let first = within(-center, first, Ordering::Greater);
    let last = within(highest, last, Ordering::Less);
    Some((first, if (last - first) % 2 == 0 { last } else { last + 1 }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::tests::{distribution, distributions, ratio};
    use num_traits::{One, Zero};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// The total's distribution by multiplying out, as fractions.
    fn convolved(round: &Distribution, rounds: u32) -> BTreeMap<BigRational, BigRational> {
        let mut total = BTreeMap::from([(BigRational::zero(), BigRational::one())]);
        for _ in 0..rounds {
            let mut next: BTreeMap<BigRational, BigRational> = BTreeMap::new();
            for (sum, probability) in &total {
                for outcome in round.outcomes() {
                    *next.entry(sum + &outcome.net).or_insert_with(BigRational::zero) +=
                        probability * &outcome.probability;
                }
            }
            total = next;
        }
        total
    }

    fn exact(float: f64) -> BigRational {
        BigRational::from_float(float).expect("finite")
    }

    fn assert_within(bracket: Bracket, value: &BigRational) {
        assert!(
            exact(bracket.low) <= *value && *value <= exact(bracket.high),
            "{bracket:?} without {}",
            nearest(value)
        );
    }

    fn assert_agrees(round: &Distribution, rounds: u32) {
        let total = Total::new(round, u64::from(rounds)).expect("a total");
        let distribution = convolved(round, rounds);
        let mut up_to = BigRational::zero();
        for (sum, probability) in &distribution {
            up_to += probability;
            let bracket = total.at_most(sum);
            assert_within(bracket, &up_to);
            assert!(bracket.width() < 1e-11, "{bracket:?}");
        }
        let zero = BigRational::zero();
        let side =
            |side: Ordering| distribution.iter().filter(|(sum, _)| (*sum).cmp(&zero) == side).map(|(_, p)| p).sum();
        let standing = total.standing();
        assert_within(standing.house_ahead, &side(Ordering::Less));
        assert_within(standing.even, &side(Ordering::Equal));
        assert_within(standing.player_ahead, &side(Ordering::Greater));
        for level in Level::ALL {
            assert_interval(&total, &distribution, level);
        }
    }

    fn assert_interval(total: &Total, distribution: &BTreeMap<BigRational, BigRational>, level: Level) {
        let quantile = |share: &BigRational| {
            let mut up_to = BigRational::zero();
            distribution.iter().find(|(_, probability)| {
                up_to += *probability;
                up_to >= *share
            })
        };
        let rounds = BigRational::from_integer(total.rounds.into());
        let hold = total.hold_interval(level);
        let tail = level.tail();
        if hold.is_quantile {
            let low = quantile(&tail).map(|(sum, _)| -sum / &rounds);
            let high = quantile(&(BigRational::one() - &tail)).map(|(sum, _)| -sum / &rounds);
            assert_eq!((Some(hold.high.clone()), Some(hold.low.clone())), (low, high));
        }
        let beyond = |is_beyond: &dyn Fn(&BigRational) -> bool| {
            distribution.iter().filter(|(sum, _)| is_beyond(&(-*sum / &rounds))).map(|(_, p)| p).sum::<BigRational>()
        };
        let (below, above) = (beyond(&|x| *x < hold.low), beyond(&|x| *x > hold.high));
        assert!(below <= tail && above <= tail, "{hold:?}");
        assert_within(hold.below, &below);
        assert_within(hold.above, &above);
    }

    #[test]
    fn small_totals_agree_with_multiplying_out() {
        let round = distribution(2, &[(-4, 30), (-2, 1400), (-1, 40), (0, 250), (2, 1000), (3, 120), (4, 90)]);
        for rounds in [1, 2, 3, 10, 60] {
            assert_agrees(&round, rounds);
        }
        // A jackpot.
        assert_agrees(&distribution(1, &[(-1, 990), (5, 9), (1000, 1)]), 12);
        // A result that is certain, and results that nearly lie on a coarser lattice.
        assert_agrees(&distribution(3, &[(-1, 1)]), 5);
        assert_agrees(&distribution(2, &[(-2, 500_000), (2, 500_000), (1, 1)]), 20);
    }

    #[test]
    fn quantiles_of_fair_coins() {
        // Heads of N fair coins at q = 2.5 % and, by symmetry, N less that; sums of exact binomial coefficients.
        for (rounds, heads) in
            [(100u64, 40u64), (1000, 469), (10_000, 4902), (1_000_000, 499_020), (1_000_000_000, 499_969_010)]
        {
            let total = Total::new(&distribution(1, &[(-1, 1), (1, 1)]), rounds).expect("a total");
            let hold = total.hold_interval(Level::NinetyFive);
            let expected = BigRational::new((i128::from(rounds) - 2 * i128::from(heads)).into(), rounds.into());
            assert!(hold.is_quantile);
            assert_eq!((hold.low, hold.high), (-&expected, expected), "{rounds}");
        }
    }

    #[test]
    fn five_hundred_rounds_agree_with_multiplying_out() {
        // Counts of 2930⁵⁰⁰ equally likely cases, multiplied out in whole numbers.
        let round = distribution(2, &[(-4, 30), (-2, 1400), (-1, 40), (0, 250), (2, 1000), (3, 120), (4, 90)]);
        let total = Total::new(&round, 500).expect("a total");
        let halves = [(Level::Ninety, -117, 36), (Level::NinetyFive, -132, 50), (Level::NinetyNine, -160, 79)];
        for (level, low, high) in halves {
            let hold = total.hold_interval(level);
            assert_eq!((hold.low, hold.high, hold.is_quantile), (ratio(-high, 1000), ratio(-low, 1000), true));
        }
        let standing = total.standing();
        assert!(standing.house_ahead.contains(0.808_391_123_496_173_7) && standing.house_ahead.width() < 1e-12);
        assert!(standing.even.contains(0.005_802_045_220_759_945) && standing.even.width() < 1e-12);
    }

    #[test]
    fn long_play_nears_the_normal_law() {
        let round = distribution(2, &[(-4, 30), (-2, 1400), (-1, 40), (0, 250), (2, 1000), (3, 120), (4, 90)]);
        for rounds in [1_000_000, 1_000_000_000, 1_000_000_000_000_000] {
            let total = Total::new(&round, rounds).expect("a total");
            assert!(total.waves.len() < 200, "{}", total.waves.len());
            assert!(total.error < 1e-11, "{rounds}: {}", total.error);
            for level in Level::ALL {
                let (hold, normal) = (total.hold_interval(level), round.normal_hold(level, rounds).expect("rounds"));
                let width = normal.high - normal.low;
                assert!(hold.is_quantile);
                assert!((nearest(&hold.low) - normal.low).abs() < 0.001 * width, "{rounds} {level:?}");
                assert!((nearest(&hold.high) - normal.high).abs() < 0.001 * width, "{rounds} {level:?}");
            }
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let coin = distribution(1, &[(-1, 1), (1, 1)]);
        assert_eq!(Total::new(&coin, 0).err(), Some(StatisticsError::NoRounds));
        let fine = distribution(1, &[(-1, 1), (0, 1), (1, 1), (10_000_001, 1)]);
        assert!(matches!(Total::new(&fine, 1), Err(StatisticsError::TooManyFrequencies { .. })));
    }

    #[test]
    fn a_total_far_out_is_bounded_by_chernoff() {
        let total = Total::new(&distribution(1, &[(-1, 51), (1, 49)]), 1_000_000).expect("a total");
        let standing = total.standing();
        assert!(standing.player_ahead.high < 1e-80 && standing.house_ahead.low > 1.0 - 1e-15, "{standing:?}");
        assert!(total.at_most(&ratio(i64::MAX, 1)).low > 0.999_999);
        assert!(total.at_most(&ratio(i64::MIN, 1)).high < 1e-300);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn any_small_total_agrees_with_multiplying_out(round in distributions(), rounds in 1u32..12) {
            assert_agrees(&round, rounds);
        }

        #[test]
        fn the_other_sides_total_is_the_same_mirrored(round in distributions(), rounds in 1u64..1_000_000) {
            let (one, other) = (Total::new(&round, rounds), Total::new(&round.negated(), rounds));
            let (one, other) = (one.expect("a total"), other.expect("a total"));
            let (ours, theirs) = (one.standing(), other.standing());
            prop_assert!((ours.house_ahead.middle() - theirs.player_ahead.middle()).abs() < 1e-11);
            prop_assert!((ours.even.middle() - theirs.even.middle()).abs() < 1e-11);
        }
    }
}
