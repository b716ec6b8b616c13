//! What hands are worth in floats if a play is followed from them.

use crate::arithmetic::card_set::CardSet;
use crate::compiled::decisions::{Act, Play};
use crate::compiled::hands::{Hand, HandId, NO_HAND};
use crate::compiled::settlement::Doubling;
use crate::compiled::walk::CompiledRules;
use crate::hand::signal_case::{SignalCase, deals, dot};

/// The acts of a play on the unsplit hands that it comes to.
pub(super) struct PlayActs {
    /// By hand.
    of: Vec<Option<Act>>,
    /// Whether a double leads to it.
    doubled: Vec<bool>,
}

impl PlayActs {
    /// Follows a play from all two cards.
    pub(super) fn of(case: &SignalCase<'_>, play: &Play) -> Self {
        let SignalCase { table: CompiledRules { hands, .. }, options, up, .. } = *case;
        let left = up.left_after(CardSet::NONE);
        let mut acts = Self { of: vec![None; hands.len()], doubled: vec![false; hands.len()] };
        for (id, _) in deals(hands) {
            acts.of[id as usize] = Some(Act::Stand);
        }
        for (id, hand) in hands.iter() {
            if acts.of[id as usize].is_none() {
                continue;
            }
            let act = play.act(id, hand, &options);
            acts.of[id as usize] = Some(act);
            if matches!(act, Act::Hit | Act::Double) {
                for (&next, _) in hand.next.iter().zip(left).filter(|&(&next, left)| next != NO_HAND && left > 0) {
                    match act {
                        Act::Hit => acts.of[next as usize] = Some(Act::Stand),
                        _ => acts.doubled[next as usize] = true,
                    }
                }
            }
        }
        acts
    }

    pub(super) fn needs_distribution(&self, id: HandId) -> bool {
        self.of[id as usize].is_some() || self.doubled[id as usize]
    }
}

/// What unsplit hands are worth if a play is followed from them, by hand, of those that it comes to: in settlement units, weighted by the probability of
/// the signal.
pub(super) fn unsplit(case: &SignalCase<'_>, play: &Play) -> Vec<f64> {
    let SignalCase { table: CompiledRules { hands, settlement }, options, .. } = *case;
    let acts = PlayActs::of(case, play);
    let mut values = vec![0.0; hands.len()];
    // The same if a hand busts in its place.
    let mut lost = vec![0.0; hands.len()];
    let bust = settlement.row(settlement.bust(options.place, Doubling::No));
    let distribution = |id: HandId| case.up.float_row(hands.get(id).cards, case.case);
    for (id, hand) in hands.iter().rev() {
        let Some(act) = acts.of[id as usize] else { continue };
        let Some(here) = distribution(id) else { continue };
        lost[id as usize] = dot(bust, here);
        values[id as usize] = match act {
            Act::Stand => dot(settlement.row(options.stand_row(settlement, id, hand)), here),
            Act::Surrender => dot(settlement.row(options.surrender_row(settlement, hand)), here),
            Act::Hit => {
                let mut sum = if hand.can_bust { lost[id as usize] } else { 0.0 };
                for (next, probability) in grown(case, hand) {
                    let busted = if hand.can_bust { lost[next as usize] } else { 0.0 };
                    sum += probability * (values[next as usize] - busted);
                }
                sum
            }
            Act::Double => {
                let doubling = Doubling::of(hand);
                let bust = settlement.row(settlement.bust(options.place, doubling));
                let mut sum = if hand.can_bust { dot(bust, here) } else { 0.0 };
                for (next, probability) in grown(case, hand) {
                    let Some(there) = distribution(next) else { continue };
                    let row = if play.gives_up_doubled(next, hands.get(next), doubling, &options) {
                        settlement.surrender(options.place, doubling)
                    } else {
                        settlement.finished(options.place, doubling, next)
                    };
                    let busted = if hand.can_bust { dot(bust, there) } else { 0.0 };
                    sum += probability * (dot(settlement.row(row), there) - busted);
                }
                sum
            }
        };
    }
    values
}

/// The hands after one more card that does not bust, with its probability.
fn grown<'a>(case: &SignalCase<'_>, hand: &'a Hand) -> impl Iterator<Item = (HandId, f64)> + use<'a> {
    let unseen = f64::from(case.up.unseen_after(hand.cards));
    let cards = hand.next.iter().zip(case.up.left_after(hand.cards));
    cards
        .filter(|&(&next, left)| next != NO_HAND && left > 0)
        .map(move |(&next, left)| (next, f64::from(left) / unseen))
}
