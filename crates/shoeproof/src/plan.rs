//! A strategy as the table plays it.

use std::collections::{HashMap, HashSet};

use num_traits::Signed as _;
use rules::Submission;
use solver::{Action, PlayTable};
use table::{Act, May, Plan, PlannedHand, SignalPlan, UpPlan};

/// The solver's play as the table takes it.
pub(crate) fn plan(submission: &Submission, play: &PlayTable) -> Plan {
    let insured: HashSet<Vec<cards::Value>> = solver::insurance(&submission.game, &submission.shoe)
        .map(|insurance| insurance.by_hand)
        .unwrap_or_default()
        .into_iter()
        .filter(|(_, ev)| ev.is_positive())
        .map(|(hand, _)| hand)
        .collect();
    let ups = play.ups.iter().map(|up| UpPlan {
        up: up.up,
        attack: up.attack == Some(true),
        even_money: up.even_money == Some(true),
        insured: insured.clone(),
        given_up_early: up.early.iter().flatten().filter(|&(_, &given_up)| given_up).map(|(hand, _)| *hand).collect(),
        switched_before_check: up.switched_before_check.iter().copied().collect(),
        signals: up.signals.iter().map(signal_plan).collect(),
    });
    Plan { ups: ups.collect() }
}

fn signal_plan(signal: &solver::SignalPlay) -> SignalPlan {
    let hand = |cards: &cards::Composition, original: bool| PlannedHand { cards: *cards, original };
    let acts: HashMap<(PlannedHand, May), Act> = signal
        .acts()
        .filter_map(|one| {
            let act = match one.act {
                Action::Stand => Act::Stand,
                Action::Hit => Act::Hit,
                Action::Double => Act::Double,
                Action::Surrender => Act::Surrender,
                // Splits are listed apart.
                Action::Split => return None,
            };
            let may = May { draw: one.may.hit, double: one.may.double, surrender: one.may.surrender };
            Some(((hand(&one.hand, one.originals), may), act))
        })
        .collect();
    let given_up_doubled = [false, true].into_iter().flat_map(|free| {
        let given_up = signal
            .doubled_hands(free)
            .filter(move |&(cards, original)| signal.gives_up_doubled(cards, original, free) == Some(true));
        given_up.map(move |(cards, original)| (hand(cards, original), free))
    });
    SignalPlan {
        signal: signal.signal.clone(),
        split: cards::Value::all().filter(|value| signal.split[value.index()] == Some(true)).collect(),
        acts,
        given_up_doubled: given_up_doubled.collect(),
        switched: signal.switched.iter().copied().collect(),
    }
}
