//! What hands are worth in floats if a play is followed from them.

use crate::arithmetic::card_set::CardSet;
use crate::compiled::decisions::{Act, Play};
use crate::compiled::hands::{Hand, HandId, Hands, NO_HAND};
use crate::compiled::settlement::Doubling;
use crate::compiled::walk::CompiledRules;
use crate::hand::signal_case::{SignalCase, dot};

/// The acts of a play on the hands that it comes to.
pub(super) struct PlayActs {
    /// By hand.
    of: Vec<Option<Act>>,
    /// Whether a double leads to it.
    doubled: Vec<bool>,
}

impl PlayActs {
    pub(super) fn new(hands: &Hands) -> Self {
        Self { of: vec![None; hands.len()], doubled: vec![false; hands.len()] }
    }

    /// Follows a play from these starts. `order` are the hands it might come to, in index order.
    pub(super) fn follow(
        &mut self,
        case: &SignalCase<'_>,
        play: &Play,
        order: impl Iterator<Item = HandId> + Clone,
        starts: impl IntoIterator<Item = HandId>,
    ) {
        let SignalCase { table: CompiledRules { hands, .. }, options, up, .. } = *case;
        let left = up.left_after(CardSet::NONE);
        for id in order.clone() {
            (self.of[id as usize], self.doubled[id as usize]) = (None, false);
        }
        for id in starts {
            self.of[id as usize] = Some(Act::Stand);
        }
        for id in order {
            if self.of[id as usize].is_none() {
                continue;
            }
            let hand = hands.get(id);
            // A split card receives its second card without a decision.
            let act = if hand.size == 1 { Act::Hit } else { play.act(id, hand, &options) };
            self.of[id as usize] = Some(act);
            if matches!(act, Act::Hit | Act::Double) {
                for (&next, _) in hand.next.iter().zip(left).filter(|&(&next, left)| next != NO_HAND && left > 0) {
                    match act {
                        Act::Hit => self.of[next as usize] = Some(Act::Stand),
                        _ => self.doubled[next as usize] = true,
                    }
                }
            }
        }
    }

    pub(super) fn needs_distribution(&self, id: HandId) -> bool {
        self.of[id as usize].is_some() || self.doubled[id as usize]
    }
}

/// What hands are worth if a play is followed from them, in settlement units, weighted by the probability of the signal.
pub(super) struct PlayWorth {
    acts: PlayActs,
    /// By hand, of those that the play comes to.
    values: Vec<f64>,
    /// The same if it busts in its place.
    lost: Vec<f64>,
}

impl PlayWorth {
    fn new(hands: &Hands) -> Self {
        Self { acts: PlayActs::new(hands), values: vec![0.0; hands.len()], lost: vec![0.0; hands.len()] }
    }

    /// What hands are worth, by hand, of those that a play comes to from these starts.
    pub(super) fn unsplit(case: &SignalCase<'_>, play: &Play, starts: impl Iterator<Item = HandId>) -> Vec<f64> {
        let hands = case.table.hands;
        let all = 0..hands.len() as HandId;
        let mut worth = Self::new(hands);
        worth.acts.follow(case, play, all.clone(), starts);
        worth.value(case, play, all);
        worth.values
    }

    fn value(&mut self, case: &SignalCase<'_>, play: &Play, order: impl DoubleEndedIterator<Item = HandId>) {
        let SignalCase { table: CompiledRules { hands, settlement }, options, .. } = *case;
        let bust = settlement.row(settlement.bust(options.spot, Doubling::No));
        let distribution = |id: HandId| case.up.float_row(hands.get(id).cards, case.case);
        for id in order.rev() {
            let Some(act) = self.acts.of[id as usize] else { continue };
            let Some(here) = distribution(id) else { continue };
            let hand = hands.get(id);
            self.lost[id as usize] = dot(bust, here);
            self.values[id as usize] = match act {
                Act::Stand => dot(settlement.row(options.stand_row(settlement, id, hand)), here),
                Act::Surrender => dot(settlement.row(options.surrender_row(settlement, hand)), here),
                Act::Hit => {
                    let mut sum = if hand.can_bust { self.lost[id as usize] } else { 0.0 };
                    for (next, probability) in grown(case, hand) {
                        let lost = if hand.can_bust { self.lost[next as usize] } else { 0.0 };
                        sum += probability * (self.values[next as usize] - lost);
                    }
                    sum
                }
                Act::Double => {
                    let doubling = Doubling::of(hand);
                    let bust = settlement.row(settlement.bust(options.spot, doubling));
                    let mut sum = if hand.can_bust { dot(bust, here) } else { 0.0 };
                    for (next, probability) in grown(case, hand) {
                        let Some(there) = distribution(next) else { continue };
                        let row = if play.rescues(next, hands.get(next), doubling, &options) {
                            settlement.surrender(options.spot, doubling)
                        } else {
                            settlement.finished(options.spot, doubling, next)
                        };
                        let lost = if hand.can_bust { dot(bust, there) } else { 0.0 };
                        sum += probability * (dot(settlement.row(row), there) - lost);
                    }
                    sum
                }
            };
        }
    }
}

/// The hands after one more card that does not bust, with its probability.
fn grown<'a>(case: &SignalCase<'_>, hand: &'a Hand) -> impl Iterator<Item = (HandId, f64)> + use<'a> {
    let unseen = f64::from(case.up.unseen_after(hand.cards));
    let cards = hand.next.iter().zip(case.up.left_after(hand.cards));
    cards
        .filter(|&(&next, left)| next != NO_HAND && left > 0)
        .map(move |(&next, left)| (next, f64::from(left) / unseen))
}
