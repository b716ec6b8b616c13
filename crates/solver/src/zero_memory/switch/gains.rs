//! What every switch gains.

use std::collections::BTreeMap;

use num_rational::BigRational;
use rules::Game;

use super::{Pair, Played, SwitchedDeal, cards_of, each_decision};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::dealer::union_sums::{Tallies, sum_tallies};
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::CasePlay;

/// Gains are counted in so many parts of both wagers.
const MILLION: i64 = 1_000_000;

/// What each switch gains given the deal and what the player knows of the hole card, in millionths of both wagers, rounded half away from zero; by the first case of
/// those that he cannot tell apart.
pub(crate) type GainsByCase = BTreeMap<usize, BTreeMap<SwitchedDeal, i64>>;

/// The gain of every deal that is switched; none in a game without a switch.
///
/// # Errors
/// As [`super::means`].
pub(crate) fn gains(game: &Game, cases: &[SignalCase<'_>], plays: &[CasePlay]) -> Result<GainsByCase, SolveError> {
    let mut all = GainsByCase::new();
    let gain = |played: &Played<'_, '_>, group: &[usize], pairs| played.gain(group, pairs);
    each_decision(game, cases, plays, gain, |deal, case, gain| {
        if let Some(gain) = gain {
            all.entry(case).or_default().insert(deal, gain);
        }
    })?;
    Ok(all)
}

impl Played<'_, '_> {
    /// By how much the switch is worth more over some cases, in settlement units, times the probability of the cards in one order.
    pub(super) fn exact_gain(&self, group: &[usize], [kept, switched]: [Pair; 2]) -> Result<BigRational, SolveError> {
        let mut tallies: Vec<Tallies<1>> = vec![Tallies::default(); self.valued.cases.len()];
        for &case in group {
            self.add(&mut tallies[case], case, kept, -1);
            self.add(&mut tallies[case], case, switched, 1);
        }
        Ok(sum_tallies(self.valued.cases[0].up, &tallies)?.into_iter().map(|[mean]| mean).sum())
    }

    /// What the switch gains given the four cards and one of these cases, in millionths of both wagers; `None` if it is not made.
    fn gain(&self, group: &[usize], pairs: [Pair; 2]) -> Result<Option<i64>, SolveError> {
        if !self.switches(group, pairs)? {
            return Ok(None);
        }
        let SignalCase { up, table, .. } = self.valued.cases[0];
        let cards = cards_of(table.hands, pairs[0]);
        let left = up.left_after(cards);
        let is_of = |&case: &usize| up.dealer.cases()[case].holes;
        let holes: u32 = group.iter().map(is_of).flat_map(|holes| holes.values()).map(|hole| left[hole.index()]).sum();
        let units = 2 * table.settlement.denominator();
        let share = f64::from(holes) / f64::from(up.unseen_after(cards));
        let given = up.probability_of(cards) * share * units as f64;
        let gain = (self.value(group, pairs[1]) - self.value(group, pairs[0])) / given * MILLION as f64;
        let off = table.settlement.contested() / (share * units as f64) * MILLION as f64;
        if (gain.fract().abs() - 0.5).abs() > off {
            return Ok(Some(gain.round() as i64));
        }
        // The four cards in one order, then the hole card.
        let given = BigRational::new(
            up.dealt_ways(cards, holes.into()).to_bigint(),
            cards::falling(up.unseen_after(CardSet::NONE), cards.size() + 1).into(),
        );
        let gain = self.exact_gain(group, pairs)? / given / BigRational::from_integer(units.into());
        let gain = (gain * BigRational::from_integer(MILLION.into())).round();
        Ok(Some(i64::try_from(gain.to_integer()).unwrap_or(i64::MAX)))
    }
}
