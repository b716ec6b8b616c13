//! What every action is worth with the first two cards of a hand, and what each mistake costs.

use std::collections::BTreeMap;

use cards::Value;
use certificate::Exact;
use num_rational::BigRational;
use rules::Submission;
use serde::Serialize;
use solver::{Action, Class, Solver, best_action};

use crate::failure::Failure;
use crate::mistakes::{MistakeCost, costs, in_order};
use crate::progress::{Steps, Work};
use crate::schema::JsonSchema;
use crate::split_seconds::SplitSeconds;
use crate::statement::hands_of_split;

/// The EV of each action with two cards, per unit of the hand's own initial wager, given the cards, the up card and the signal.
///
/// The class is followed afterwards. Where two hands may be switched, a hand is valued as if it were alone.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FirstHandValues {
    /// The up card.
    pub up: String,
    /// What the table signals of the hole card.
    pub signal: String,
    /// The two cards, the lower value first.
    pub hand: Vec<String>,
    /// Whether the class makes the attack wager, in a game that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<bool>,
    /// Probability of a round with these cards, up card and signal; left out where two hands may be switched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency: Option<Exact>,
    /// The actions that the rules allow.
    pub actions: BTreeMap<&'static str, Exact>,
    /// The action of greatest value; of equals the first of stand, hit, double, surrender, split.
    pub best: &'static str,
    /// What each action costs that is worth less than the best.
    pub costs: BTreeMap<&'static str, MistakeCost>,
    /// The same actions in the order in which ties are decided.
    #[serde(skip)]
    pub in_order: Vec<(&'static str, Exact)>,
}

/// The EV of each action with two cards of a hand of a split, a further split left out: of this hand alone, per unit of initial wager.
///
/// It is given the two cards, one more card of the pair's value, the up card and the signal, and the class is followed afterwards. The class looks at
/// no other hand, so whatever else the split has dealt changes the value only by not being known.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SplitHandValues {
    /// The up card.
    pub up: String,
    /// What the table signals of the hole card.
    pub signal: String,
    /// The value of the pair that the class splits.
    pub pair: String,
    /// Which of its hands: `each`, or `first` and `later` where these are settled otherwise.
    pub which: &'static str,
    /// The hand's two cards, the lower value first.
    pub hand: Vec<String>,
    /// Expected number of such hands in a round, those not counted that are split again; left out where two hands may be switched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency: Option<Exact>,
    /// The actions that the rules allow.
    pub actions: BTreeMap<&'static str, Exact>,
    /// The action of greatest value; of equals the first of stand, hit, double, surrender.
    pub best: &'static str,
    /// What the class does, where the hand is not split again.
    pub played: &'static str,
    /// What each action costs that is worth less than the best.
    pub costs: BTreeMap<&'static str, MistakeCost>,
    /// The same actions in the order in which ties are decided.
    #[serde(skip)]
    pub in_order: Vec<(&'static str, Exact)>,
}

fn best(actions: &[(Action, BigRational)]) -> &'static str {
    best_action(actions).map_or("", Action::name)
}

/// How often a hand of a split comes in a round; `None` where two hands may be switched, since it depends on the switches.
fn frequency(submission: &Submission, one: &solver::SplitHandActions) -> Option<BigRational> {
    if submission.game.switch.is_some() {
        return None;
    }
    let (mut rest, mut dealt) = (submission.shoe, 1);
    for card in [one.up, one.pair, one.pair] {
        dealt *= u128::from(rest.count(card));
        rest = rest.without(card).ok()?;
    }
    let cases = submission.game.hole_cases(one.up).into_iter().filter(|case| case.signal == one.signal);
    let mut seconds = SplitSeconds::new(submission, one.pair);
    cases.for_each(|case| seconds.add(dealt, &rest, case.holes.values()));
    let second = if one.hand[0] == one.pair { one.hand[1] } else { one.hand[0] };
    Some(seconds.number(hands_of_split(one.which), second))
}

fn split_hand(submission: &Submission, one: solver::SplitHandActions) -> SplitHandValues {
    let in_order = in_order(&one.actions);
    let frequency = frequency(submission, &one);
    SplitHandValues {
        up: one.up.to_string(),
        signal: one.signal,
        pair: one.pair.to_string(),
        which: hands_of_split(one.which).name(),
        hand: one.hand.iter().map(Value::to_string).collect(),
        frequency: frequency.as_ref().map(Into::into),
        actions: in_order.iter().cloned().collect(),
        best: best(&one.actions),
        played: one.played.name(),
        costs: costs(&one.actions, frequency.as_ref()),
        in_order,
    }
}

/// Every first hand that leaves something to decide, by up card, signal and cards, and the hands of splits; `attacked` are the up cards with an attack wager.
///
/// # Errors
/// As [`Solver::first_hand_actions`].
pub(crate) fn first_hands(
    submission: &Submission,
    solver: &Solver,
    class: Class,
    attacked: &BTreeMap<String, bool>,
    steps: &Steps<'_>,
) -> Result<(Vec<FirstHandValues>, Vec<SplitHandValues>), Failure> {
    steps.expect(submission.shoe.counts().iter().filter(|&&count| count > 0).count() as u64);
    let solver::ActionsOfClass { first: mut found, after_split } =
        solver.first_hand_actions(class, &|up| steps.done(Work::FirstHands(up)))?;
    // Solvers give them by up card, then by signal.
    for group in found.chunk_by_mut(|one, other| (one.up, &one.signal) == (other.up, &other.signal)) {
        group.sort_by_key(|one| one.hand.map(Value::index));
    }
    let values = |one: solver::FirstHandActions| {
        let in_order = in_order(&one.actions);
        FirstHandValues {
            up: one.up.to_string(),
            attack: attacked.get(&one.up.to_string()).copied(),
            hand: one.hand.iter().map(Value::to_string).collect(),
            frequency: one.frequency.as_ref().map(Into::into),
            actions: in_order.iter().cloned().collect(),
            best: best(&one.actions),
            costs: costs(&one.actions, one.frequency.as_ref()),
            signal: one.signal,
            in_order,
        }
    };
    let split_hand = |one| split_hand(submission, one);
    Ok((found.into_iter().map(values).collect(), after_split.into_iter().map(split_hand).collect()))
}
