//! What a mistake costs: the value of the best action less that of another.

use std::collections::BTreeMap;

use certificate::Exact;
use num_rational::BigRational;
use serde::Serialize;
use solver::Action;

use crate::schema::JsonSchema;

/// What is lost by an action that is not the best.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MistakeCost {
    /// EV of the best action less that of this one, once the decision has come up.
    pub per_hand: Exact,
    /// The same over 100 hands of play, few of which have this decision; left out where the frequency is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_100_hands: Option<Exact>,
}

/// Values by the name of the action, in their order.
pub(crate) fn in_order(actions: &[(Action, BigRational)]) -> Vec<(&'static str, Exact)> {
    actions.iter().map(|(action, ev)| (action.name(), ev.into())).collect()
}

/// The cost of each action that is worth less than the best.
pub(crate) fn costs(
    actions: &[(Action, BigRational)],
    frequency: Option<&BigRational>,
) -> BTreeMap<&'static str, MistakeCost> {
    let Some(most) = actions.iter().map(|(_, ev)| ev).max() else { return BTreeMap::new() };
    let hundred = BigRational::from_integer(100.into());
    let cost = |ev: &BigRational| {
        let lost = most - ev;
        let per_100_hands = frequency.map(|frequency| Exact::from(&(&lost * frequency * &hundred)));
        MistakeCost { per_hand: (&lost).into(), per_100_hands }
    };
    actions.iter().filter(|(_, ev)| ev < most).map(|(action, ev)| (action.name(), cost(ev))).collect()
}
