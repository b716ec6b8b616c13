//! What a mistake costs: the value of the best action less that of another.

use certificate::{Action, HandActions};
use num_rational::BigRational;

use crate::figure;

/// The value of the best action.
pub(crate) fn best_value(hand: &HandActions) -> Option<BigRational> {
    figure::printed(hand.values.get(&hand.best)?)
}

/// What an action loses against the best, per unit of initial wager.
pub(crate) fn cost(hand: &HandActions, action: Action) -> Option<BigRational> {
    Some(best_value(hand)? - figure::printed(hand.values.get(&action)?)?)
}

/// The best of the other actions, and what it loses.
pub(crate) fn next_best(hand: &HandActions) -> Option<(Action, BigRational)> {
    let others = hand.values.keys().filter(|&&action| action != hand.best);
    others.filter_map(|&action| Some((action, cost(hand, action)?))).min_by(|one, other| one.1.cmp(&other.1))
}
