//! What hands are worth in floats beside one another.

use rules::{Game, SwitchWhen};

use super::beside::Beside;
use super::profiles::Profile;
use super::row_ends::RowEnds;
use super::{NO_SWITCH, Starts};
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
    pub(super) fn value_at(&self, group: &[usize], places: [usize; 2]) -> f64 {
        group.iter().flat_map(|&case| places.map(|place| self.values[case][place])).sum()
    }

    /// By how much a sum over all deals of values of two hands, in settlement units, may be off at most.
    pub(super) fn error(&self, starts: &Starts) -> f64 {
        // Either hand, kept or switched.
        let times: Vec<i64> = starts.orders.iter().map(|orders| 4 * orders).collect();
        (0..self.cases.len()).map(|case| self.of_each.error(case, &times)).sum()
    }
}
