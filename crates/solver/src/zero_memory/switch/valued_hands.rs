//! What hands are worth in floats beside one another.

use rules::{Game, SwitchWhen};

use super::beside::Beside;
use super::profiles::Profile;
use super::row_ends::RowEnds;
use super::{NO_SWITCH, NumberedDeal, NumberedDeals, Starts};
use crate::arithmetic::error::SolveError;
use crate::hand::signal_case::SignalCase;
use crate::parallel;

/// The values of every hand beside the other in the cases of an up card.
pub(super) struct ValuedHands<'a, 'c> {
    pub(super) cases: &'c [SignalCase<'a>],
    pub(super) when: SwitchWhen,
    pub(super) of_each: Beside<'a>,
    /// By case, then as [`Starts::beside`] has it: in settlement units, times the probability of all four cards.
    values: Vec<Vec<f64>>,
}

impl<'a, 'c> ValuedHands<'a, 'c> {
    /// Of hands that come to these profiles, by case.
    ///
    /// # Errors
    /// As [`super::means`].
    pub(super) fn of_profiles(
        game: &Game,
        cases: &'c [SignalCase<'a>],
        profiles: &[Vec<Profile>],
        starts: &Starts,
    ) -> Result<Self, SolveError> {
        let beside =
            |case: &SignalCase<'a>| Beside::new(case.up, case.table.settlement.rows(), &starts.cards, profiles);
        Self::new(game, cases, starts, beside)
    }

    /// Of hands that are settled by these rows, by case. Neither squares nor wagers added can be asked for.
    ///
    /// # Errors
    /// As [`super::means`].
    pub(super) fn of_rows(
        game: &Game,
        cases: &'c [SignalCase<'a>],
        ends: &[RowEnds],
        starts: &Starts,
    ) -> Result<Self, SolveError> {
        let beside =
            |case: &SignalCase<'a>| Beside::of_rows(case.up, case.table.settlement.rows(), &starts.cards, ends);
        Self::new(game, cases, starts, beside)
    }

    fn new(
        game: &Game,
        cases: &'c [SignalCase<'a>],
        starts: &Starts,
        beside: impl FnOnce(&SignalCase<'a>) -> Beside<'a>,
    ) -> Result<Self, SolveError> {
        let (case, rule) = cases.first().zip(game.switch.as_ref()).ok_or(NO_SWITCH)?;
        let of_each = beside(case);
        let values = parallel::try_map_numbers(cases.len(), |case| of_each.values(case, starts.len()))?;
        Ok(Self { cases, when: rule.when, of_each, values })
    }

    pub(super) fn may_switch(&self, group: &[usize]) -> bool {
        self.when == SwitchWhen::BeforeCheck || self.cases[group[0]].is_played()
    }

    /// What two hands whose values stand at these places are worth in a group of cases, in settlement units, times the probability of their cards.
    pub(super) fn value_at(&self, group: &[usize], [one, other]: [usize; 2]) -> f64 {
        group.iter().map(|&case| self.values[case][one] + self.values[case][other]).sum()
    }

    /// The mean of a round over all deals that the shoe holds, per unit of both wagers, and by how much it may be off at most. `of_deal` tells what a deal adds, by its
    /// place, in settlement units.
    pub(super) fn mean(&self, deals: &NumberedDeals, of_deal: impl Fn(usize, &NumberedDeal) -> f64) -> (f64, f64) {
        let SignalCase { up, table, .. } = self.cases[0];
        let (mut mean, mut first) = (0.0, 0);
        // Sums of sums, which are rounded less often.
        for alike in deals.by_first() {
            let of_alike = (first..).zip(alike).filter(|(_, deal)| up.is_feasible(deal.cards));
            mean += of_alike.map(|(at, deal)| of_deal(at, deal)).sum::<f64>();
            first += alike.len();
        }
        // Either hand, kept or switched.
        let times: Vec<i64> = deals.starts.orders.iter().map(|orders| 4 * orders).collect();
        let error = |case| self.of_each.error(case, &times, deals.roundings + self.cases.len());
        let units = 2.0 * table.settlement.denominator() as f64;
        (mean / units, (0..self.cases.len()).map(error).sum::<f64>() / units)
    }
}
