//! Whole rounds under zero-memory play: the split decision, exact means, and exact second moments.
//!
//! After a split both hands follow the same play from the same start. Unseen cards are exchangeable and the play of one
//! hand does not look at the other, so each hand alone is distributed as if it were played first: its mean needs no
//! enumeration of the other. Their product does, because they share the dealer and the shoe.

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rayon::prelude::*;
use rules::Game;

use crate::SolveError;
use crate::case::{Case, deals, pair_hand};
use crate::count::Count;
use crate::hands::HandId;
use crate::laws::UpTable;
use crate::play::{Options, Play};
use crate::removed::Removed;
use crate::settlement::{OUTCOMES, Spot};
use crate::tally::{Tallies, sum_tallies};

/// Zero-memory play of a case with its split decisions.
#[derive(Clone, Debug)]
pub(crate) struct CasePlay {
    pub(crate) play: Play,
    /// Whether a pair of each value is split.
    pub(crate) split: [bool; Value::COUNT],
}

/// Moments of a round in one case, given the up card and weighted by the probability of the case, in units of
/// initial wager.
#[derive(Clone, Debug)]
pub(crate) struct Moments {
    pub(crate) mean: BigRational,
    pub(crate) square: BigRational,
    /// Wagers made besides the initial one.
    pub(crate) added: BigRational,
}

impl Moments {
    pub(crate) fn zero() -> Self {
        Self { mean: BigRational::zero(), square: BigRational::zero(), added: BigRational::zero() }
    }

    pub(crate) fn weighted(&self, probability: &BigRational) -> Self {
        Self { mean: &self.mean * probability, square: &self.square * probability, added: &self.added * probability }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.mean += &other.mean;
        self.square += &other.square;
        self.added += &other.added;
    }
}

/// The two hands of a split pair as they are played: measures by the hand settled, the other card of the pair beside it.
pub(crate) struct SplitCounts {
    value: usize,
    first: Count,
    later: Count,
}

impl SplitCounts {
    pub(crate) fn new(game: &Game, case: &Case<'_>, play: &Play, value: usize) -> Option<Self> {
        let start = case.table.hands.single(value)?;
        let count = |spot| case.count(Options::split(game, value, spot), play, &[(start, 1)], None);
        Some(Self { value, first: count(Spot::First), later: count(Spot::Later) })
    }

    /// The mean of both hands.
    pub(crate) fn mean(&self, case: &Case<'_>) -> BigRational {
        let beside = Removed::one(self.value);
        let sum = |count| case.sum(count, beside, |entry| entry.mean);
        if self.first == self.later {
            sum(&self.first) * BigRational::from_integer(2.into()) / case.units()
        } else {
            (sum(&self.first) + sum(&self.later)) / case.units()
        }
    }
}

/// Decides every pair of a case: split if that is worth more than the best play without, unsplit on a tie.
pub(crate) fn with_splits(game: &Game, case: &Case<'_>, play: Play) -> CasePlay {
    let mut split = [false; Value::COUNT];
    if game.split.is_some() && case.is_played() {
        for (value, split) in split.iter_mut().enumerate() {
            let Some(pair) = pair_hand(case.table.hands, value) else { continue };
            let Some(counts) = SplitCounts::new(game, case, &play, value) else { continue };
            let unsplit = case.exact_mean(case.options, &play, &[(pair, 1)], Removed::NONE, None);
            *split = counts.mean(case) > unsplit;
        }
    }
    CasePlay { play, split }
}

impl CasePlay {
    fn unsplit(&self, case: &Case<'_>) -> Count {
        let hands = case.table.hands;
        let is_split = |id: HandId| hands.get(id).pair().is_some_and(|value| self.split[value]);
        let starts: Vec<(HandId, i64)> = deals(hands).filter(|&(id, _)| !is_split(id)).collect();
        case.count(case.options, &self.play, &starts, None)
    }

    fn split_counts(&self, game: &Game, case: &Case<'_>) -> Vec<SplitCounts> {
        (0..Value::COUNT)
            .filter(|&value| self.split[value])
            .filter_map(|value| SplitCounts::new(game, case, &self.play, value))
            .collect()
    }

    /// The mean of a round in this case.
    pub(crate) fn mean(&self, game: &Game, case: &Case<'_>) -> BigRational {
        let unsplit = case.sum(&self.unsplit(case), Removed::NONE, |entry| entry.mean) / case.units();
        self.split_counts(game, case).iter().fold(unsplit, |sum, counts| sum + counts.mean(case))
    }

    /// The moments of the rounds without a split.
    pub(crate) fn unsplit_moments(&self, case: &Case<'_>) -> Moments {
        let units = case.units();
        let unsplit = self.unsplit(case);
        Moments {
            mean: case.sum(&unsplit, Removed::NONE, |entry| entry.mean) / &units,
            square: case.sum(&unsplit, Removed::NONE, |entry| entry.square) / (&units * &units),
            added: case.sum(&unsplit, Removed::NONE, |entry| [entry.doubled; OUTCOMES]),
        }
    }

    /// The moments of a round but for the products of two split hands, which [`moments`] adds.
    fn own_moments(&self, case: &Case<'_>, splits: &[SplitCounts]) -> Moments {
        let units = case.units();
        let square_units = &units * &units;
        let mut moments = self.unsplit_moments(case);
        for counts in splits {
            moments.mean += counts.mean(case);
            let beside = Removed::one(counts.value);
            for count in [&counts.first, &counts.later] {
                moments.square += case.sum(count, beside, |entry| entry.square) / &square_units;
                moments.added += case.sum(count, beside, |entry| [entry.doubled; OUTCOMES]);
            }
            // The split wager, made whenever the pair is dealt.
            moments.added += case.probability(Removed::one(counts.value) + beside);
        }
        moments
    }
}

/// Exact moments of a round for every case of one up card.
///
/// Work grows with the square of the hands a split hand can end as; the laws needed, one for each union of two such
/// hands, are shared by the cases.
///
/// # Errors
/// [`SolveError::ShoeRunsOut`] if two split hands can leave the dealer without cards.
pub(crate) fn moments(
    game: &Game,
    up: &UpTable,
    cases: &[Case<'_>],
    plays: &[CasePlay],
) -> Result<Vec<Moments>, SolveError> {
    let splits: Vec<Vec<SplitCounts>> =
        plays.iter().zip(cases).map(|(play, case)| play.split_counts(game, case)).collect();
    let mut moments: Vec<Moments> =
        plays.par_iter().zip(cases).zip(&splits).map(|((play, case), splits)| play.own_moments(case, splits)).collect();
    let products: Vec<Tallies<1>> =
        cases.par_iter().zip(&splits).map(|(case, splits)| products(case, splits)).collect();
    for (moments, (case, [cross])) in moments.iter_mut().zip(cases.iter().zip(sum_tallies(up, &products)?)) {
        let units = case.units();
        moments.square += cross * BigRational::from_integer(2.into()) / (&units * &units);
    }
    Ok(moments)
}

/// By removed cards, ordered ways times the product of the two hands' results, outcome by outcome.
fn products(case: &Case<'_>, splits: &[SplitCounts]) -> Tallies<1> {
    let mut products = Tallies::<1>::default();
    for counts in splits {
        let settled = |count: &Count| -> Vec<(Removed, [i64; OUTCOMES])> {
            let hands = count.iter().filter(|(_, entry)| entry.mean != [0; OUTCOMES]);
            hands.map(|(id, entry)| (case.table.hands.get(id).cards, entry.mean)).collect()
        };
        let (first, later) = (settled(&counts.first), settled(&counts.later));
        for (first_cards, first) in &first {
            for (later_cards, later) in &later {
                let [sum] = products.entry(*first_cards + *later_cards).or_insert([[0; OUTCOMES]]);
                for ((sum, a), b) in sum.iter_mut().zip(first).zip(later) {
                    *sum += a * b;
                }
            }
        }
    }
    products
}
