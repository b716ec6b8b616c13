//! What a mistake costs: the value of the best action less that of another.

use certificate::{Action, HandActions, ReportDocument, SignalActions};
use num_rational::BigRational;
use num_traits::Zero as _;

use crate::figure;

/// What an action loses against the best, per unit of initial wager.
pub(crate) fn cost(hand: &HandActions, action: Action) -> Option<BigRational> {
    let value = |action: Action| figure::printed(hand.values.get(&action)?);
    Some(value(hand.best)? - value(action)?)
}

/// What a cost comes to over 100 hands of play, of which few are this one.
pub(crate) fn per_100(hand: &HandActions, cost: &BigRational) -> BigRational {
    cost * figure::printed(&hand.per_100).unwrap_or_default()
}

/// A first hand with which the next best action is taken for the best.
pub(crate) struct Mistake<'a> {
    pub(crate) signal: &'a SignalActions,
    pub(crate) hand: &'a HandActions,
    pub(crate) instead: Action,
    /// Per unit of initial wager, once the hand is dealt.
    pub(crate) cost: BigRational,
    /// In initial wagers per 100 hands of play.
    pub(crate) per_100: BigRational,
}

/// All of them, those first that cost most per 100 hands of play. What costs nothing is left out.
pub(crate) fn mistakes(document: &ReportDocument) -> Vec<Mistake<'_>> {
    let all = document.actions.iter().flat_map(|signal| signal.hands.iter().map(move |hand| (signal, hand)));
    let mut all: Vec<Mistake<'_>> = all
        .filter_map(|(signal, hand)| {
            let (instead, cost) = next_best(hand)?;
            Some(Mistake { signal, hand, instead, per_100: per_100(hand, &cost), cost })
        })
        .filter(|mistake| !mistake.per_100.is_zero())
        .collect();
    all.sort_by(|one, other| other.per_100.cmp(&one.per_100));
    all
}

/// The best of the other actions, and what it loses.
fn next_best(hand: &HandActions) -> Option<(Action, BigRational)> {
    let others = hand.values.keys().filter(|&&action| action != hand.best);
    others.filter_map(|&action| Some((action, cost(hand, action)?))).min_by(|one, other| one.1.cmp(&other.1))
}
