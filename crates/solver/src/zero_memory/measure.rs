//! A player's round in one case as a signed measure on sets of removed cards.

use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::Play;
use crate::compiled::hands::HandId;
use crate::compiled::settlement::OUTCOMES;
use crate::compiled::walk::Count;
use crate::dealer::union_sums::{Tallies, sum_tallies};
use crate::hand::signal_case::{SignalCase, pair_hand};
use crate::zero_memory::no_live_hand::{AllGone, GoneBound};
use crate::zero_memory::{CasePlay, SplitCounts};
use rules::Game;

/// Ordered ways times net result in settlement units, by the cards gone and the dealer's outcome. The cards are in rising order,
/// and the shoe can deal all of them.
pub(crate) type Measure = Vec<(CardSet, [i64; OUTCOMES])>;

/// A measure in the making; what the shoe cannot deal is left out.
pub(crate) struct Sums<'a> {
    case: &'a SignalCase<'a>,
    sums: FxHashMap<CardSet, [i64; OUTCOMES]>,
}

impl<'a> Sums<'a> {
    pub(crate) fn new(case: &'a SignalCase<'a>) -> Self {
        Self { case, sums: FxHashMap::default() }
    }

    pub(crate) fn add(&mut self, count: &Count, beside: CardSet, times: i64) {
        for (id, entry) in count.iter() {
            self.add_weights(self.case.table.hands.get(id).cards + beside, &entry.mean, times);
        }
    }

    pub(crate) fn add_weights(&mut self, cards: CardSet, weights: &[i64; OUTCOMES], times: i64) {
        if self.case.up.is_feasible(cards) {
            let sum = self.sums.entry(cards).or_default();
            sum.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += times * weight);
        }
    }

    fn add_split(&mut self, counts: &SplitCounts) {
        counts.terms().for_each(|(count, beside, times)| self.add(count, beside, times));
    }

    pub(crate) fn measure(self) -> Measure {
        let mut measure: Measure = self.sums.into_iter().filter(|(_, sum)| *sum != [0; OUTCOMES]).collect();
        measure.sort_unstable();
        measure
    }

    /// The exact mean in settlement units, weighted by the case, whatever distributions the table keeps.
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if the dealer may find no card.
    pub(crate) fn total(self) -> Result<BigRational, SolveError> {
        let SignalCase { up, case, .. } = *self.case;
        let mut tallies = vec![Tallies::<1>::default(); up.dealer.cases().len()];
        tallies[case] = self.sums.into_iter().map(|(cards, weights)| (cards, [weights])).collect();
        Ok(sum_tallies(up, &tallies)?.into_iter().map(|[mean]| mean).sum())
    }
}

/// What a pair of this value, in this order, is worth more split than not, as [`Sums::total`] has it.
///
/// # Errors
/// As [`Sums::total`].
pub(crate) fn gain_of_split(
    game: &Game,
    case: &SignalCase<'_>,
    play: &Play,
    value: usize,
) -> Result<BigRational, SolveError> {
    let mut sums = Sums::new(case);
    if let Some((pair, counts)) = pair_hand(case.table.hands, value).zip(SplitCounts::new(game, case, play, value)) {
        sums.add_split(&counts);
        sums.add(&case.count(case.options, play, &[(pair, 1)], None), CardSet::NONE, -1);
    }
    sums.total()
}

impl CasePlay {
    /// The whole round, but for what [`AllGone`] gives back.
    pub(crate) fn measure(&self, game: &Game, case: &SignalCase<'_>) -> Measure {
        let mut sums = Sums::new(case);
        sums.add(&self.unsplit(case), CardSet::NONE, 1);
        self.split_counts(game, case).iter().for_each(|counts| sums.add_split(counts));
        sums.measure()
    }

    /// The round from first two cards that are dealt in so many ordered ways, but for what [`AllGone`] gives back.
    pub(crate) fn measure_from(&self, game: &Game, case: &SignalCase<'_>, start: (HandId, i64)) -> Measure {
        let mut sums = Sums::new(case);
        match self.split_of(game, case, start.0) {
            Some(counts) => sums.add_split(&counts),
            None => sums.add(&case.count(case.options, &self.play, &[start], None), CardSet::NONE, 1),
        }
        sums.measure()
    }

    /// What a late dealer blackjack gives back when no hand of these first two cards is live: the mean, weighted by
    /// cards and blackjack.
    ///
    /// # Errors
    /// As [`AllGone::new`].
    pub(crate) fn given_back(
        &self,
        game: &Game,
        case: &SignalCase<'_>,
        start: HandId,
    ) -> Result<BigRational, SolveError> {
        match self.split_of(game, case, start) {
            Some(counts) => AllGone::probability(&counts, case, GoneBound::Exact),
            None => Ok(BigRational::zero()),
        }
    }

    fn split_of(&self, game: &Game, case: &SignalCase<'_>, start: HandId) -> Option<SplitCounts> {
        let value = case.table.hands.get(start).pair().filter(|&value| self.split[value])?;
        SplitCounts::new(game, case, &self.play, value)
    }
}
