//! Switches that were decided with other cards than those that they are valued with.

use rules::Game;

use super::row_ends::RowEnds;
use super::valued_hands::ValuedHands;
use super::{NumberedDeal, NumberedDeals, Played, cards_of, deals, groups};
use crate::arithmetic::error::SolveError;
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::CasePlay;

/// Which deals are switched: by deal in the order of [`deals`], then by group of cases.
#[derive(Debug)]
pub(crate) struct FixedSwitches(Vec<bool>);

impl FixedSwitches {
    /// The switches that are best for the cards of these cases.
    ///
    /// # Errors
    /// As [`super::means`].
    pub(crate) fn new(game: &Game, cases: &[SignalCase<'_>], plays: &[CasePlay]) -> Result<Self, SolveError> {
        let played = Played::new(game, cases, plays)?;
        let SignalCase { up, table, .. } = cases[0];
        let groups = groups(cases, played.valued.when);
        let mut switches = Vec::new();
        for ([kept, switched], _) in deals(table.hands) {
            for group in &groups {
                let is_dealt = up.is_feasible(cards_of(table.hands, kept));
                switches.push(is_dealt && played.switches(group, [kept, switched])?);
            }
        }
        Ok(Self(switches))
    }
}

/// The mean of a round as [`super::approximate`] has it, with the switches given.
///
/// # Errors
/// As [`super::means`].
pub(crate) fn value_of(
    game: &Game,
    cases: &[SignalCase<'_>],
    ends: &[RowEnds],
    deals: &NumberedDeals,
    switches: &FixedSwitches,
) -> Result<(f64, f64), SolveError> {
    let valued = ValuedHands::of_rows(game, cases, ends, &deals.starts)?;
    let groups = groups(cases, valued.when);
    let of_deal = |at: usize, deal: &NumberedDeal| {
        let switches = &switches.0[at * groups.len()..][..groups.len()];
        let [kept, switched] = deal.places;
        let of_group =
            |(group, &switches): (&Vec<usize>, &bool)| valued.value_at(group, if switches { switched } else { kept });
        deal.ways as f64 * groups.iter().zip(switches).map(of_group).sum::<f64>()
    };
    Ok(valued.mean(deals, of_deal))
}
