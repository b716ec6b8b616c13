//! Two players' rounds against the same dealer: the exact mean of the product of their results.
//!
//! Unseen cards are exchangeable and no hand looks at another, so a player's round is a signed measure on sets of removed cards
//! with a net result for every dealer outcome, and two rounds together are the product of two such measures: on the union
//! of the cards gone, with one dealer distribution a union. That is true of a split too, whose hands add up.

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rules::LateBlackjackTakes;

use crate::arithmetic::error::SolveError;
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::dealer::run_out;
use crate::dealer::union_sums::{Tallies, sum_tallies};
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;
use crate::parallel;
use crate::zero_memory::measure::Measure;
use crate::zero_memory::products::{Product, sum_products};
use crate::zero_memory::switch;

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

impl Solver {
    /// The covariance of two spots under a zero-memory class, exact. `progress` is told every up card as it is done.
    ///
    /// Work grows with the square of the card sets a round can be settled with. Up cards are taken one at a time.
    ///
    /// # Errors
    /// [`SolveError::PerfectUnsolved`] for perfect play; [`SolveError::Unsolved`] for payouts that depend on suits, which the spots
    /// share, and for several hands where a late dealer blackjack looks for live ones, as a round is then no sum of hands; [`SolveError::ShoeTooSmall`] where two rounds might use up the shoe; else as [`Solver::solve`].
    pub fn two_spots(&self, strategy: Class, progress: &dyn Fn(Value)) -> Result<TwoSpots, SolveError> {
        self.two_spots_are_solved(strategy)?;
        let mut ups = Vec::with_capacity(self.ups().len());
        for up in self.ups().iter() {
            ups.push(self.two_spots_under(up, strategy)?);
            progress(up.dealer.up());
        }
        let mean = |of: fn(&TwoSpotsUp) -> &BigRational| -> BigRational {
            ups.iter().map(|up| &up.probability * of(up)).sum()
        };
        let (ev, product_mean) = (mean(|up| &up.ev), mean(|up| &up.product_mean));
        Ok(TwoSpots { covariance: &product_mean - &ev * &ev, ev, product_mean, ups })
    }

    fn two_spots_are_solved(&self, strategy: Class) -> Result<(), SolveError> {
        const WHAT: &str = "the covariance of two spots";
        if strategy == Class::Perfect {
            return Err(SolveError::PerfectUnsolved(WHAT.to_owned()));
        }
        let late_blackjack_takes = self.game().hole_card.late_blackjack_takes;
        let unsolved = |rules| Err(SolveError::Unsolved { what: WHAT, rules });
        if self.game().pays_by_suit() {
            return unsolved("payouts that depend on suits");
        }
        let several_hands = self.game().split.is_some() || self.game().switch.is_some();
        if several_hands && late_blackjack_takes == LateBlackjackTakes::BustedAndOriginal {
            return unsolved("several hands and a late blackjack that looks for live ones");
        }
        run_out::check_spots(self.game(), self.shoe(), 2)
    }

    fn two_spots_under(&self, up: &DealerCache, strategy: Class) -> Result<TwoSpotsUp, SolveError> {
        let cases = self.cases(up, self.settlement(up, strategy)?);
        let plays = self.plays(&cases, strategy)?;
        let mut units = cases.first().map_or_else(BigRational::zero, SignalCase::units);
        let (measures, ev): (Vec<Measure>, Vec<BigRational>) = if self.game().switch.is_some() {
            units *= BigRational::from_integer(2.into());
            let measures = switch::measures(self.game(), &cases, &plays)?;
            let of_round = |round: &Measure| round.iter().map(|&(cards, weights)| (cards, [weights])).collect();
            let tallies: Vec<Tallies<1>> = measures.iter().map(of_round).collect();
            let ev = sum_tallies(up, &tallies)?.into_iter().map(|[mean]| mean / &units).collect();
            (measures, ev)
        } else {
            let round = |at: usize| {
                let (play, case) = (&plays[at], &cases[at]);
                Ok((play.measure(self.game(), case), play.mean(self.game(), case)?))
            };
            parallel::try_map_numbers(cases.len(), round)?.into_iter().unzip()
        };
        let products = measures.into_iter().map(|measure| vec![Product::Square(measure)]).collect();
        let parts = sum_products(up, products)?;
        Ok(TwoSpotsUp {
            up: up.dealer.up(),
            probability: self.share(up),
            ev: ev.into_iter().sum(),
            product_mean: parts.into_iter().sum::<BigRational>() / (&units * &units),
        })
    }
}
