//! Which deals of two hands are switched.

use rules::{Game, SwitchWhen};
use rustc_hash::FxHashMap;

use super::{Pair, Played, SwitchedDeal, cards_of, deals, each_deal, groups, in_either_order};
use crate::arithmetic::error::SolveError;
use crate::compiled::hands::Hands;
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::CasePlay;

/// The deals that are switched: before a dealer blackjack is looked for, or by case.
#[derive(Debug)]
pub(crate) struct Switched {
    pub(crate) before_check: Vec<SwitchedDeal>,
    pub(crate) by_case: Vec<Vec<SwitchedDeal>>,
}

/// Whether two hands are switched: by the hands as dealt and switched, each pair in either order, and by the first of the cases that the player
/// cannot tell apart.
pub(crate) type Decisions = FxHashMap<([Pair; 2], usize), bool>;

/// Whether either of two hands as dealt is paid even money before anything may be switched: that is offered on a blackjack before the dealer looks, and
/// the hand is removed.
pub(crate) fn is_paid_before(case: &SignalCase<'_>, when: SwitchWhen, kept: Pair) -> bool {
    blackjacks_are_paid(case, when) && has_dealt_blackjack(case.table.hands, kept)
}

/// Whether dealt blackjacks are paid so.
pub(super) fn blackjacks_are_paid(case: &SignalCase<'_>, when: SwitchWhen) -> bool {
    let even_money = case.table.settlement.even_money();
    when == SwitchWhen::AfterCheck && even_money.is_some() && case.options.natural() == even_money
}

/// Whether either hand was dealt as a blackjack.
pub(super) fn has_dealt_blackjack(hands: &Hands, kept: Pair) -> bool {
    kept.iter().any(|start| !start.switched_natural && hands.get(start.hand).is_natural())
}

/// Every decision on a deal that the shoe holds; none in a game without a switch.
///
/// # Errors
/// As [`super::means`].
pub(crate) fn decisions(game: &Game, cases: &[SignalCase<'_>], plays: &[CasePlay]) -> Result<Decisions, SolveError> {
    if game.switch.is_none() || cases.is_empty() {
        return Ok(Decisions::default());
    }
    Played::new(game, cases, plays)?.decisions()
}

/// Every deal that is switched, in the order dealt; none in a game without a switch.
pub(crate) fn switched(game: &Game, cases: &[SignalCase<'_>], decisions: &Decisions) -> Switched {
    let mut all = Switched { before_check: Vec::new(), by_case: vec![Vec::new(); cases.len()] };
    let Some((case, rule)) = cases.first().zip(game.switch.as_ref()) else { return all };
    let groups = groups(cases, rule.when);
    for (deal, pairs) in each_deal(case.table.hands) {
        let pairs = pairs.map(in_either_order);
        for group in &groups {
            if decisions.get(&(pairs, group[0])).is_some_and(|&switches| switches) {
                match rule.when {
                    SwitchWhen::BeforeCheck => all.before_check.push(deal),
                    SwitchWhen::AfterCheck => all.by_case[group[0]].push(deal),
                }
            }
        }
    }
    all
}

impl Played<'_, '_> {
    pub(super) fn decisions(&self) -> Result<Decisions, SolveError> {
        let mut decisions = Decisions::default();
        let SignalCase { up, table, .. } = self.valued.cases[0];
        let groups = groups(self.valued.cases, self.valued.when);
        for (pairs, _) in deals(table.hands) {
            if up.is_feasible(cards_of(table.hands, pairs[0])) {
                for group in &groups {
                    decisions.insert((pairs, group[0]), self.switches(group, pairs)?);
                }
            }
        }
        Ok(decisions)
    }
}
