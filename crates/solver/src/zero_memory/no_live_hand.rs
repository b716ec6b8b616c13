//! A late dealer blackjack against a split of which no hand is live.
//!
//! Where such a blackjack takes the wagers that busted before, and one initial wager if any hand is live, payoffs do not
//! add up over the hands. A split's first hand is charged with the initial wager in any case, and here it is given back with
//! the probability that every hand is out of the round and the dealer has a blackjack. That is a product over all hands, so
//! their cards are enumerated together.

use std::collections::BTreeMap;

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::settlement::{HandPlace, NATURAL, OUTCOMES};
use crate::compiled::split_plan::{HandKind, SecondCard};
use crate::dealer::cache::ExactSum;
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::SplitCounts;

/// Sets of cards that all hands together may be gone with; more are refused.
const MOST_SETS: usize = 20_000_000;

/// Cards that all hands together may be gone with. The weights are ordered draws and add up to no more than all of them, times a
/// loss below 2¹⁶: with 13 dealer cards, 1040⁶² is below 2⁶²², within [`crate::arithmetic::fixed_int::RoundSum`].
const MOST_CARDS_GONE: u32 = 49;

/// How closely the probability that no hand is live is known: each closer and costlier than the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GoneBound {
    /// No less: that of one hand, whatever becomes of the others.
    OneHand,
    /// No less: that of two hands.
    TwoHands,
    Exact,
}

impl GoneBound {
    const ALL: [Self; 3] = [Self::OneHand, Self::TwoHands, Self::Exact];
}

/// Ordered ways, and ways times what the hands lose together, by cards.
type Gone = FxHashMap<CardSet, [i128; 2]>;

/// That no hand of a split is live when the dealer has a blackjack: given the up card, weighted by the pair and the case.
pub(crate) struct AllGone {
    pub(crate) probability: BigRational,
    /// The expectation of what the hands lose, in initial wagers, on that event.
    pub(crate) net: BigRational,
}

impl AllGone {
    /// Whether the rules look for live hands and a dealer blackjack can come to light late.
    pub(crate) fn may_be(case: &SignalCase<'_>) -> bool {
        late_hole(case).is_some()
    }

    /// Nothing if it [may not be](AllGone::may_be).
    ///
    /// # Errors
    /// [`SolveError::TooManyBusts`] if the hands can bust in too many ways together.
    pub(crate) fn new(counts: &SplitCounts, case: &SignalCase<'_>) -> Result<Self, SolveError> {
        let Some(hole) = late_hole(case) else {
            return Ok(Self { probability: BigRational::zero(), net: BigRational::zero() });
        };
        let hand = |second, spot| of_hand(counts, case, (second, spot));
        // Ends differ by the hands that have another second card; the rest of each is a power of the same hand, so all are
        // one polynomial in it.
        let mut heads: Vec<Gone> = Vec::new();
        for (&(others, waiting), &ways) in &counts.plan().ends {
            let start = Gone::from_iter([(CardSet::NONE, [i128::from(ways), 0])]);
            let (head, power) = if others == 0 {
                (with_hand(&start, &hand(SecondCard::Any, HandPlace::First), case)?, waiting - 1)
            } else {
                let mut head = with_hand(&start, &hand(SecondCard::Other, HandPlace::First), case)?;
                for _ in 1..others {
                    head = with_hand(&head, &hand(SecondCard::Other, HandPlace::Later), case)?;
                }
                (head, waiting)
            };
            if heads.len() <= power as usize {
                heads.resize_with(power as usize + 1, Gone::default);
            }
            add(&mut heads[power as usize], head);
        }
        let mut gone = Gone::default();
        let later = heads.len().checked_sub(2).map(|_| hand(SecondCard::Any, HandPlace::Later)).unwrap_or_default();
        for head in heads.into_iter().rev() {
            gone = with_hand(&gone, &later, case)?;
            add(&mut gone, head);
        }
        let part = |n: usize| total(case, hole, gone.iter().map(|(&cards, weights)| (cards, weights[n])));
        Ok(Self { probability: part(0)?, net: part(1)? / case.units() })
    }

    /// Which hands are out of the round and in how many ways: with the dealer, the pair and the number of hands, all that the probability
    /// depends on.
    pub(crate) fn words(counts: &SplitCounts, case: &SignalCase<'_>) -> Vec<u32> {
        let mut words = Vec::new();
        for kind in counts.kinds() {
            let hand = of_hand(counts, case, kind);
            words.push(hand.len() as u32);
            for (cards, [ways, _]) in hand {
                words.extend(cards.words());
                words.extend([ways as u32, (ways >> 32) as u32]);
            }
        }
        words
    }

    /// Whether a pair is worth more split, unsplit on a tie: `of_hands` is the mean of its hands but for what is given back, `of_pair` that of the
    /// pair unsplit. `probability` tells how probable it is that something is given back.
    ///
    /// # Errors
    /// Those of `probability`.
    pub(crate) fn is_split(
        case: &SignalCase<'_>,
        of_hands: &BigRational,
        of_pair: &BigRational,
        probability: impl Fn(GoneBound) -> Result<BigRational, SolveError>,
    ) -> Result<bool, SolveError> {
        if of_hands > of_pair {
            return Ok(true);
        }
        // What is given back is never negative, and seldom decides.
        if !Self::may_be(case) {
            return Ok(false);
        }
        let needed = of_pair - of_hands;
        for bound in GoneBound::ALL {
            if probability(bound)? <= needed {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The probability, or a bound on it.
    ///
    /// # Errors
    /// As [`AllGone::new`].
    pub(crate) fn probability(
        counts: &SplitCounts,
        case: &SignalCase<'_>,
        bound: GoneBound,
    ) -> Result<BigRational, SolveError> {
        match bound {
            GoneBound::OneHand => Self::bounds(counts, case, 1),
            GoneBound::TwoHands => Self::bounds(counts, case, 2),
            GoneBound::Exact => Ok(Self::new(counts, case)?.probability),
        }
    }

    /// Bounds on the probability, each closer and costlier than the one before: that of one hand, and of two, whatever becomes
    /// of the others.
    ///
    /// # Errors
    /// As [`AllGone::new`].
    pub(crate) fn bounds(counts: &SplitCounts, case: &SignalCase<'_>, hands: usize) -> Result<BigRational, SolveError> {
        let plan = counts.plan();
        let mut bound = BigRational::zero();
        let Some(hole) = late_hole(case) else { return Ok(bound) };
        let mut terms: BTreeMap<Vec<HandKind>, BTreeMap<u32, i64>> = BTreeMap::new();
        if hands == 1 {
            // Every round has one first hand.
            for (&(kind, extra), &ways) in plan.hands.iter().filter(|((kind, _), _)| kind.1 == HandPlace::First) {
                *terms.entry(vec![kind]).or_default().entry(extra + 1).or_default() += ways;
            }
        } else {
            // The first hand and each later one: at least one such pair a round.
            for (&(a, b, extra), &ways) in
                plan.pairs.iter().filter(|((a, b, _), _)| (a.1 == HandPlace::First) != (b.1 == HandPlace::First))
            {
                *terms.entry(vec![a, b]).or_default().entry(extra).or_default() += ways;
            }
        }
        for (kinds, extras) in terms {
            let mut gone = Gone::from_iter([(CardSet::NONE, [1, 0])]);
            for kind in kinds {
                gone = with_hand(&gone, &of_hand(counts, case, kind), case)?;
            }
            for (extra, ways) in extras {
                let beside = counts.pair_cards(extra);
                let weights = gone.iter().map(|(&cards, weights)| (cards + beside, weights[0] * i128::from(ways)));
                bound += total(case, hole, weights.filter(|&(cards, _)| case.up.is_feasible(cards)))?;
            }
        }
        Ok(bound)
    }
}

/// The hole card of a dealer blackjack that comes to light late and looks for live hands, if there can be one.
fn late_hole(case: &SignalCase<'_>) -> Option<Value> {
    let holes = case.up.dealer.cases()[case.case].holes;
    let looks = case.table.settlement.looks_for_live_hands() && case.is_played();
    case.up.dealer.natural_hole().filter(|&hole| looks && holes.contains(hole))
}

/// One hand out of the round.
fn of_hand(counts: &SplitCounts, case: &SignalCase<'_>, kind: HandKind) -> Vec<(CardSet, [i128; 2])> {
    let hands = case.table.hands;
    let gone = counts.count(kind).iter().filter(|(_, entry)| entry.gone[0] != 0);
    gone.map(|(id, entry)| (hands.get(id).cards, entry.gone.map(i128::from))).collect()
}

fn with_hand(gone: &Gone, hand: &[(CardSet, [i128; 2])], case: &SignalCase<'_>) -> Result<Gone, SolveError> {
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

fn add(sum: &mut Gone, more: Gone) {
    for (cards, weights) in more {
        let sum = sum.entry(cards).or_default();
        sum.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
    }
}

/// The sum of weights, each times the probability of its cards and of this hole card.
fn total(
    case: &SignalCase<'_>,
    hole: Value,
    weights: impl Iterator<Item = (CardSet, i128)>,
) -> Result<BigRational, SolveError> {
    let mut sum = ExactSum::new(case.up);
    for (cards, weight) in weights {
        if cards.size() > MOST_CARDS_GONE {
            return Err(SolveError::TooManyBusts);
        }
        let mut distribution = [0; OUTCOMES];
        distribution[NATURAL] = case.up.hole_ways(cards, hole);
        let mut weights = [0; OUTCOMES];
        weights[NATURAL] = i64::try_from(weight).map_err(|_| SolveError::TooManyBusts)?;
        sum.add(cards, &distribution, &weights);
    }
    Ok(sum.total())
}
