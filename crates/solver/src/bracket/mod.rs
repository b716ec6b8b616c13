//! Two values that the EV of perfect play lies between, in seconds whatever the number of hands.
//!
//! From below: a play that is valued. From above: that play is changed one decision at a time. Under zero-memory play no hand
//! looks at another, so what a change is worth depends on one hand alone, and on the cards seen before only as unseen ones that are no longer
//! there. By how much a player who looks at them can gain is bounded by how much the value of the change moves with one card gone, and by the
//! number of cards that can have been seen (`information.rs`). A hand's gains are added up over everything that it can come to
//! (`hand.rs`), and a split's over its hands (`split.rs`).

mod hand;
mod information;
mod split;
mod tables;
mod two_hands;

use cards::Value;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use rayon::prelude::*;

use crate::case::{Case, pair_hand};
use crate::perfect_round::PerfectSplits;
use crate::removed::Removed;
use crate::solution::Strategy;
use crate::solver::Solver;
use crate::{SolveError, composition_dependent};

use information::CardSums;
use split::{PairSplits, most_beside};

/// Bounds of the EV of perfect play, per unit of initial wager, insurance left out.
#[derive(Debug, Clone, PartialEq)]
pub struct Bracket {
    /// What some play is worth, or a little less.
    pub lower: BigRational,
    /// What no play is worth more than.
    pub upper: BigRational,
}

/// What is bounded, in an error.
const WHAT: &str = "a bracket of perfect play";

/// Covers all roundings of a bound in floats, in initial wagers: what an act is worth is right to 10⁻¹¹ (`LawBlocks::laws`), a bound is no more sensitive to it
/// than by the number of cards seen, some 30, and bounds enter with the probabilities of the hands they are of.
const ROUNDING: f64 = 1e-9;

impl Solver {
    /// Bounds of the EV of perfect play. `step` is told every up card as it is done.
    ///
    /// The lower bound is what this play is worth: an unsplit hand as is best, a hand of a split as is best if only it and the pair are
    /// seen; of two hands to switch, each with the two cards of the other seen too.
    ///
    /// # Errors
    /// [`SolveError::Unsolved`] where the hands of a round depend on one another in other ways than by the cards gone, and
    /// [`SolveError::ShoeTooSmall`] if a round might use up the shoe.
    pub fn bracket(&self, step: impl Fn(Value) + Sync) -> Result<Bracket, SolveError> {
        let unsolved = |rules| Err(SolveError::Unsolved { what: WHAT, rules });
        if self.settlements[0].looks_for_live_hands() {
            return unsolved("a late blackjack that looks for live hands");
        }
        let (needed, held) = (self.cards_looked_at(), self.shoe.total());
        if needed > held {
            return Err(SolveError::ShoeTooSmall { needed, held });
        }
        if self.game.switch.is_some() {
            return self.switch_bracket(step);
        }
        let mut splits = [PerfectSplits::default(), PerfectSplits::default()];
        let bounds = self.ups.par_iter().map(|up| {
            let of_settlement = |settlement| (up, settlement, self.split_bounds(&self.cases(up, settlement)));
            let bounds: Vec<_> = self.settlements.iter().map(of_settlement).collect();
            step(up.dealer.up());
            bounds
        });
        for (up, settlement, bounds) in bounds.collect::<Vec<_>>().into_iter().flatten() {
            let cases = self.cases(up, settlement);
            for (splits, bounds) in splits.iter_mut().zip(bounds) {
                bounds.into_iter().for_each(|(case, value, mean)| splits.set(&cases[case], value, mean));
            }
        }
        let solved = |splits| Ok(self.moments_with(Strategy::Perfect, false, splits, |_| ())?.0.ev);
        let [lower, upper] = [solved(&splits[0])?, solved(&splits[1])?];
        self.rounded(lower, upper)
    }

    /// The dealer must have cards enough beside every set that is looked at: a hand, other cards of a pair, and one card more.
    fn cards_looked_at(&self) -> u32 {
        let hand = self.hands.iter().map(|(_, hand)| u32::from(hand.size)).max().unwrap_or(0);
        let dealer = self.ups.iter().map(|up| up.dealer.most_draws()).max().unwrap_or(0);
        let pair = self.game.split.as_ref().map_or(0, |split| most_beside(u32::from(split.max_hands), true));
        let held = self.shoe.counts().iter().map(|&count| u32::from(count)).max().unwrap_or(0);
        let other_hand = if self.game.switch.is_some() { 2 } else { 0 };
        1 + hand + dealer + pair.min(held) + 1 + other_hand
    }

    /// Bounds in floats as bounds: the lower is no less than what CDZ- is worth.
    fn rounded(&self, lower: BigRational, upper: BigRational) -> Result<Bracket, SolveError> {
        let rounding = rational(ROUNDING);
        let known = self.solve(Strategy::CompositionDependent)?.ev;
        Ok(Bracket { lower: (lower - &rounding).max(known), upper: upper + rounding })
    }

    /// Lower and upper bounds of what pairs are worth, by case and value, weighted by the probability of the cards and the signal; left out
    /// where they are worth no more than unsplit.
    fn split_bounds(&self, cases: &[Case<'_>]) -> [Vec<(usize, usize, BigRational)>; 2] {
        let sums = CardSums::default();
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for value in 0..Value::COUNT {
            let splits = cases.first().and_then(|case| PairSplits::new(&self.game, case, value, true, &sums));
            let Some((splits, pair)) = splits.zip(pair_hand(&self.hands, value)) else { continue };
            for (at, case) in cases.iter().enumerate().filter(|(_, case)| case.is_played()) {
                let play = composition_dependent::best_play(case);
                let unsplit = case.exact_mean(case.options, &play, &[(pair, 1)], Removed::NONE, None);
                let dealt = case.up.probability_of(self.hands.get(pair).cards);
                let units = case.table.settlement.denominator() as f64 / dealt;
                let split = splits.best(*case);
                let lost = unsplit.to_f64().map_or(0.0, |unsplit| unsplit * units - split.value);
                let gained = (-lost).max(0.0);
                let more = split.gain(0, lost.max(0.0));
                for (bounds, gained) in [(&mut lower, gained), (&mut upper, gained + more)] {
                    if gained > 0.0 {
                        bounds.push((at, value, &unsplit + rational(gained / units)));
                    }
                }
            }
        }
        [lower, upper]
    }
}

/// A float as it is.
fn rational(value: f64) -> BigRational {
    BigRational::from_float(value).unwrap_or_else(BigRational::zero)
}
