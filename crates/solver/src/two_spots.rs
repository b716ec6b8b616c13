//! Two players' rounds against the same dealer: the exact mean of the product of their results.
//!
//! Unseen cards are exchangeable and no hand looks at another, so a player's round is a signed measure on sets of removed cards
//! with a net result for every dealer outcome, and two rounds together are the product of two such measures: on the union
//! of the cards gone, with one dealer law a union. That is true of a split too, whose hands add up.

use std::collections::BTreeMap;

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rayon::prelude::*;
use rules::LateBlackjackTakes;

use crate::SolveError;
use crate::case::Case;
use crate::laws::UpTable;
use crate::measure::Measure;
use crate::removed::Removed;
use crate::run_out;
use crate::settlement::OUTCOMES;
use crate::solution::Strategy;
use crate::solver::Solver;
use crate::tally::{Tallies, sum_tallies};

/// Two spots at one table, each playing one unit of initial wager by the same strategy against the same dealer.
///
/// Nothing is known of the shoe but its cards; the two are exchangeable, and more than two spots have these figures pair by pair.
#[derive(Debug, Clone, PartialEq)]
pub struct TwoSpots {
    /// Expected net result of one spot, per unit of initial wager; the same number as [`crate::Solution::ev`].
    pub ev: BigRational,
    /// Expected product of the net results of both, in squared units of initial wager.
    pub product_mean: BigRational,
    /// Covariance of the net results: `product_mean` less the square of `ev`.
    pub covariance: BigRational,
    /// By up card, ace first; up cards that the shoe does not hold are left out.
    pub ups: Vec<TwoSpotsUp>,
}

/// Two spots given the up card.
#[derive(Debug, Clone, PartialEq)]
pub struct TwoSpotsUp {
    /// The up card.
    pub up: Value,
    /// Its probability.
    pub probability: BigRational,
    /// Expected net result of one spot given this up card.
    pub ev: BigRational,
    /// Expected product of the net results of both given this up card.
    pub product_mean: BigRational,
}

impl TwoSpots {
    /// Variance of the total of so many spots with one unit of initial wager each, given the variance of one.
    pub fn variance_of(&self, spots: u32, variance: &BigRational) -> BigRational {
        let whole = |number: u64| BigRational::from_integer(number.into());
        let spots = u64::from(spots);
        whole(spots) * variance + whole(spots * spots.saturating_sub(1)) * &self.covariance
    }
}

/// Sets of removed cards are told apart by their cards from 8 up, so that the unions of one such part can be summed and
/// forgotten before those of the next. A dealer's laws for sets that differ in low cards alone cost least.
const SHARD_FROM: usize = 7;

/// A measure by the cards from [`SHARD_FROM`] up.
type Shards = BTreeMap<Removed, Measure>;

impl Solver {
    /// The covariance of two spots under a zero-memory class, exact. `progress` is told every up card as it is done.
    ///
    /// Work grows with the square of the card sets a round can be settled with. Up cards are taken one at a time.
    ///
    /// # Errors
    /// [`SolveError::PerfectUnsolved`] for perfect play; [`SolveError::Unsolved`] for two hands to switch, for payouts that
    /// depend on suits, which the spots share, and for splits where a late dealer blackjack looks for live hands, as a round is
    /// then no sum of hands; [`SolveError::ShoeTooSmall`] where two rounds might use up the shoe; else as [`Solver::solve`].
    pub fn two_spots(&self, strategy: Strategy, progress: impl Fn(Value)) -> Result<TwoSpots, SolveError> {
        self.two_spots_are_solved(strategy)?;
        let mut ups = Vec::with_capacity(self.ups.len());
        for up in self.ups.iter() {
            ups.push(self.two_spots_under(up, strategy)?);
            progress(up.dealer.up());
        }
        let mean = |of: fn(&TwoSpotsUp) -> &BigRational| -> BigRational {
            ups.iter().map(|up| &up.probability * of(up)).sum()
        };
        let (ev, product_mean) = (mean(|up| &up.ev), mean(|up| &up.product_mean));
        Ok(TwoSpots { covariance: &product_mean - &ev * &ev, ev, product_mean, ups })
    }

    fn two_spots_are_solved(&self, strategy: Strategy) -> Result<(), SolveError> {
        const WHAT: &str = "the covariance of two spots";
        self.deals_one_hand(strategy, WHAT)?;
        let late_blackjack_takes = self.game.hole_card.late_blackjack_takes;
        let unsolved = |rules| Err(SolveError::Unsolved { what: WHAT, rules });
        if self.game.pays_by_suit() {
            return unsolved("payouts that depend on suits");
        }
        if self.game.split.is_some() && late_blackjack_takes == LateBlackjackTakes::BustedAndOriginal {
            return unsolved("splits and a late blackjack that looks for live hands");
        }
        run_out::check_spots(&self.game, &self.shoe, 2)
    }

    fn two_spots_under(&self, up: &UpTable, strategy: Strategy) -> Result<TwoSpotsUp, SolveError> {
        let cases = self.cases(up, self.settlement(up, strategy)?);
        let plays = self.plays(&cases, strategy)?;
        let measures: Vec<Measure> =
            plays.par_iter().zip(&cases).map(|(play, case)| play.measure(&self.game, case)).collect();
        check_widths(up, &measures)?;
        let ev = plays
            .par_iter()
            .zip(&cases)
            .map(|(play, case)| play.mean(&self.game, case))
            .collect::<Result<Vec<_>, SolveError>>()?;
        let shards: Vec<Shards> = measures.into_iter().map(sharded).collect();
        let sums = sums_of_two(up, &shards);
        let parts = sums
            .par_iter()
            .map(|&sum| {
                let tallies: Vec<Tallies<1>> = shards.iter().map(|shards| products(up, shards, sum)).collect();
                Ok(sum_tallies(up, &tallies)?.into_iter().map(|[sum]| sum).sum())
            })
            .collect::<Result<Vec<BigRational>, SolveError>>()?;
        let units = cases.first().map_or_else(BigRational::zero, Case::units);
        Ok(TwoSpotsUp {
            up: up.dealer.up(),
            probability: self.share(up),
            ev: ev.into_iter().sum(),
            product_mean: parts.into_iter().sum::<BigRational>() / (&units * &units),
        })
    }
}

/// Bits of [`crate::wide::RoundSum`] but for the sign.
const ROUND_BITS: u64 = crate::wide::RoundSum::BITS - 1;

/// Proves that sums of products cannot leave their widths.
///
/// With A the sum over a measure's sets of the greatest weight by outcome, no product's weights add up to more than A². All sets
/// of one size are dealt in no more ordered ways than so many cards of the shoe, and beside them the dealer draws as many
/// as his longest hand.
fn check_widths(up: &UpTable, measures: &[Measure]) -> Result<(), SolveError> {
    let greatest = |weights: &[i64; OUTCOMES]| weights.iter().map(|weight| weight.unsigned_abs()).max().unwrap_or(0);
    let total = |measure: &Measure| measure.iter().map(|(_, weights)| u128::from(greatest(weights))).sum::<u128>();
    let most = measures.iter().map(total).max().unwrap_or(0);
    let square = most.checked_mul(most).filter(|&square| i64::try_from(square).is_ok());
    let longest = measures.iter().flatten().map(|(cards, _)| cards.size()).max().unwrap_or(0);
    let unseen = up.unseen_after(Removed::NONE);
    let ways = cards::falling(unseen, unseen.min(2 * longest + up.dealer.most_draws()));
    let square = square.ok_or(SolveError::ShoeTooLarge)?;
    let is_wide_enough = ways.bits() + u64::from(u128::BITS - square.leading_zeros()) <= ROUND_BITS;
    if 2 * longest <= Removed::MOST && is_wide_enough { Ok(()) } else { Err(SolveError::ShoeTooLarge) }
}

fn sharded(measure: Measure) -> Shards {
    let mut shards = Shards::new();
    for one in measure {
        shards.entry(one.0.at_least(SHARD_FROM)).or_default().push(one);
    }
    shards
}

/// The parts that unions of two sets can have.
fn sums_of_two(up: &UpTable, shards: &[Shards]) -> Vec<Removed> {
    let pairs = |shards: &Shards| -> Vec<Removed> {
        shards.keys().flat_map(|&one| shards.keys().map(move |&other| one + other)).collect()
    };
    let mut sums: Vec<Removed> = shards.iter().flat_map(pairs).filter(|&sum| up.is_feasible(sum)).collect();
    sums.sort_unstable();
    sums.dedup();
    sums
}

/// All products of two sets whose union has one part.
fn products(up: &UpTable, shards: &Shards, sum: Removed) -> Tallies<1> {
    let mut tallies = Tallies::default();
    for (&one, sets) in shards {
        for (_, others) in shards.range(one..).filter(|&(&other, _)| one + other == sum && one != other) {
            for set in sets {
                // Either spot may be the one that is settled with a set: each pair of different sets counts twice.
                others.iter().for_each(|other| add_product(up, &mut tallies, set, other, 2));
            }
        }
        if one + one == sum {
            for (at, set) in sets.iter().enumerate() {
                add_product(up, &mut tallies, set, set, 1);
                sets[at + 1..].iter().for_each(|other| add_product(up, &mut tallies, set, other, 2));
            }
        }
    }
    tallies
}

fn add_product(
    up: &UpTable,
    tallies: &mut Tallies<1>,
    (a_cards, a): &(Removed, [i64; OUTCOMES]),
    (b_cards, b): &(Removed, [i64; OUTCOMES]),
    times: i64,
) {
    let union = *a_cards + *b_cards;
    if !up.is_feasible(union) {
        return;
    }
    let [sum] = tallies.entry(union).or_insert([[0; OUTCOMES]]);
    for ((sum, a), b) in sum.iter_mut().zip(a).zip(b) {
        *sum += times * a * b;
    }
}
