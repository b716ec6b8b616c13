//! One decision: the exact EV of each action.

use std::collections::BTreeMap;

use cards::Value;
use certificate::Exact;
use rules::Submission;
use serde::Serialize;
use solver::{Class, Query, Solver};

use crate::failure::Failure;
use crate::mistakes::{MistakeCost, costs, in_order};
use crate::schema::JsonSchema;

/// The EV of each action in one decision, per unit of initial wager, given the signal and no dealer blackjack.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Inspected {
    /// Id of the analysis.
    pub analysis: String,
    /// The strategy class that is followed after the action.
    pub strategy: &'static str,
    /// The hand in play.
    pub hand: Vec<String>,
    /// The other hand of a split, or of two hands.
    pub other: Vec<String>,
    /// The up card.
    pub up: String,
    /// What the table signals of the hole card.
    pub signal: String,
    /// The hole cards that the signal leaves.
    pub holes: Vec<String>,
    /// Whether the attack wager has been made, in a game that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<bool>,
    /// The actions that the rules allow, each with its EV per unit of the hand's initial wager. With one card of the other hand of a split, which
    /// then waits to be played, it is the EV of both hands together, in initial wagers of one hand.
    pub actions: BTreeMap<&'static str, Exact>,
    /// The action of greatest value; of equals the first of stand, hit, double, surrender, split.
    pub best: &'static str,
    /// What each action costs that is worth less than the best.
    pub costs: BTreeMap<&'static str, MistakeCost>,
    /// Probability of a round in which these two cards are dealt, with the up card and the signal; left out for other hands than the first two
    /// cards, and where two hands may be switched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency: Option<Exact>,
    /// The same actions in the order in which ties are decided.
    #[serde(skip)]
    pub in_order: Vec<(&'static str, Exact)>,
}

/// As [`crate::Analysis::inspect`].
pub(crate) fn inspect(submission: &Submission, query: &Query, strategy: Class) -> Result<Inspected, Failure> {
    with(&Solver::new(submission)?, submission, query, strategy)
}

/// The same by a solver of the submission.
pub(crate) fn with(
    solver: &Solver,
    submission: &Submission,
    query: &Query,
    strategy: Class,
) -> Result<Inspected, Failure> {
    let inspection = solver.inspect(query, strategy)?;
    let names = |cards: &[Value]| cards.iter().map(Value::to_string).collect::<Vec<_>>();
    let in_order = in_order(&inspection.actions);
    Ok(Inspected {
        analysis: submission.id.clone(),
        strategy: strategy.name(),
        hand: names(&query.hand),
        other: names(&query.other),
        up: query.up.to_string(),
        signal: inspection.signal,
        holes: names(&inspection.holes),
        attack: inspection.attack,
        actions: in_order.iter().cloned().collect(),
        best: inspection.best.name(),
        costs: costs(&inspection.actions, inspection.frequency.as_ref()),
        frequency: inspection.frequency.as_ref().map(Into::into),
        in_order,
    })
}
