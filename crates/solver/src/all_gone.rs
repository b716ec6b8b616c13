//! A late dealer blackjack against a split of which no hand is live.
//!
//! Where such a blackjack takes the wagers that busted before, and one initial wager if any hand is live, payoffs do not
//! add up over the hands. A split's first hand is charged with the initial wager in any case, and here it is given back with
//! the probability that every hand is out of the round and the dealer has a blackjack. That is a product over all hands, so
//! their cards are enumerated together.

use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use crate::SolveError;
use crate::case::Case;
use crate::laws::ExactSum;
use crate::removed::Removed;
use crate::settlement::{NATURAL, OUTCOMES};
use crate::split_plan::{HandKind, hands_of};
use crate::zero_memory::SplitCounts;

/// Sets of cards that all hands together may be gone with; more are refused.
const MOST_SETS: usize = 20_000_000;

/// Ordered ways, and ways times what the hands lose together, by cards.
type Gone = FxHashMap<Removed, [i128; 2]>;

/// That no hand of a split is live when the dealer has a blackjack: given the up card, weighted by the pair and the case.
pub(crate) struct AllGone {
    pub(crate) probability: BigRational,
    /// The expectation of what the hands lose, in initial wagers, on that event.
    pub(crate) net: BigRational,
}

impl AllGone {
    /// Nothing where the rules do not look for live hands, or no dealer blackjack can come to light late.
    ///
    /// # Errors
    /// [`SolveError::TooManyBusts`] if the hands can bust in too many ways together.
    pub(crate) fn new(counts: &SplitCounts, case: &Case<'_>) -> Result<Self, SolveError> {
        let mut sum = [BigRational::zero(), BigRational::zero()];
        if Self::can_be(case) {
            for (&(others, waiting), &ways) in &counts.plan().ends {
                let mut gone: Gone = FxHashMap::from_iter([(Removed::NONE, [i128::from(ways), 0])]);
                for kind in hands_of(others, waiting) {
                    gone = with_hand(&gone, &of_hand(counts, case, kind), case)?;
                }
                for (n, sum) in sum.iter_mut().enumerate() {
                    *sum += total(case, gone.iter().map(|(&cards, weights)| (cards, weights[n])))?;
                }
            }
        }
        let [probability, net] = sum;
        Ok(Self { probability, net: net / case.units() })
    }

    /// A bound on the probability: that of the first hand alone, whatever becomes of the others.
    pub(crate) fn most(counts: &SplitCounts, case: &Case<'_>) -> BigRational {
        let mut most = BigRational::zero();
        if Self::can_be(case) {
            for (count, beside, coefficient) in counts.terms() {
                if coefficient > 0 {
                    let ways = case.sum(count, beside, |entry| {
                        let mut weights = [0; OUTCOMES];
                        weights[NATURAL] = entry.gone[0];
                        weights
                    });
                    most += ways * BigRational::from_integer(coefficient.into());
                }
            }
        }
        most
    }

    fn can_be(case: &Case<'_>) -> bool {
        let law = case.up.exact_row(Removed::NONE, case.case);
        case.table.settlement.looks_for_live_hands() && case.is_played() && law.is_none_or(|law| law[NATURAL] > 0)
    }
}

/// One hand out of the round.
fn of_hand(counts: &SplitCounts, case: &Case<'_>, kind: HandKind) -> Vec<(Removed, [i128; 2])> {
    let hands = case.table.hands;
    let gone = counts.count(kind).iter().filter(|(_, entry)| entry.gone[0] != 0);
    gone.map(|(id, entry)| (hands.get(id).cards, entry.gone.map(i128::from))).collect()
}

fn with_hand(gone: &Gone, hand: &[(Removed, [i128; 2])], case: &Case<'_>) -> Result<Gone, SolveError> {
    let mut more = Gone::default();
    for (&cards, &[ways, net]) in gone {
        for &(hand_cards, [hand_ways, hand_net]) in hand {
            let union = cards + hand_cards;
            // Cards that the shoe does not hold would also leave the packed counts.
            if case.up.is_feasible(union) {
                let sum = more.entry(union).or_default();
                sum[0] += ways * hand_ways;
                sum[1] += ways * hand_net + net * hand_ways;
            }
        }
        if more.len() > MOST_SETS {
            return Err(SolveError::TooManyBusts);
        }
    }
    Ok(more)
}

/// The sum of weights, each times the probability of its cards and of a dealer blackjack in the case.
fn total(case: &Case<'_>, weights: impl Iterator<Item = (Removed, i128)>) -> Result<BigRational, SolveError> {
    let mut sum = ExactSum::new(case.up);
    let hole = case.up.dealer.natural_hole();
    for (cards, weight) in weights {
        let Some(hole) = hole.filter(|&hole| case.up.dealer.cases()[case.case].holes.contains(hole)) else { continue };
        let mut law = [0; OUTCOMES];
        law[NATURAL] = case.up.hole_ways(cards, hole);
        let mut weights = [0; OUTCOMES];
        weights[NATURAL] = i64::try_from(weight).map_err(|_| SolveError::TooManyBusts)?;
        sum.add(cards, &law, &weights);
    }
    Ok(sum.total())
}
