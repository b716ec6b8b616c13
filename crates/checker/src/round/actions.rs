//! Unsplit hands: the value of every action, and how often hands are come to.

use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::Zero;
use rules::SurrenderRule;
use rustc_hash::FxHashMap;

use super::beside::Beside;
use super::signal::Round;
use super::worth::{ActionValues, Worth};
use crate::dealer::ENDS;
use crate::hand_place::{Doubled, HandPlace};
use crate::hands::VALUES;
use crate::nets::Net;
use crate::refusal::Refusal;
use crate::strategy::{Act, Permitted, Row, doubled_hands};

impl<'a> Round<'a> {
    pub(super) fn double(&self, place: HandPlace, play: &Row, beside: &Beside, id: usize) -> Result<Worth, Refusal> {
        let hand = &self.hands.list[id];
        let kind = Doubled::of(hand);
        let mut net = BigInt::zero();
        for (value, count) in self.draws(beside, hand) {
            net += count
                * match hand.next[value] {
                    Some(next) => self.doubled(place.with(kind), beside, next, play.gives_up_doubled(kind, next))?,
                    None => self.bust(place.with(kind), beside, hand, value)?,
                };
        }
        Ok(Worth { net, wagers: self.doubling(place.with(kind), beside, hand) })
    }

    /// The values of all actions on every unsplit hand under a play, an ace and a ten taken for any 21.
    pub(crate) fn action_values(&self, play: &Row) -> Result<Vec<ActionValues>, Refusal> {
        self.actions(
            |id, values| values.worth(play.act(id, self.may(HandPlace::Unsplit, None, &self.hands.list[id]))),
            |beside, id| self.double(HandPlace::Unsplit, play, beside, id),
        )
    }

    /// The same under the best play, which is written down.
    pub(crate) fn best_actions(&self, play: &mut Row) -> Result<Vec<ActionValues>, Refusal> {
        if self.game.surrender.as_ref().is_some_and(SurrenderRule::takes_doubled) {
            let beside = self.beside([0; VALUES]);
            for doubled in [Doubled::Own, Doubled::Free] {
                for id in doubled_hands(self.hands, doubled) {
                    let value = |given_up| self.doubled(HandPlace::Unsplit.with(doubled), &beside, id, given_up);
                    let given_up = value(true)? > value(false)?;
                    play.decide_giving_up(doubled, id, given_up);
                }
            }
        }
        let doubled_play = play.clone();
        self.actions(
            |id, values| {
                let hand = &self.hands.list[id];
                for may in Permitted::of(hand) {
                    let mut best = Act::Stand;
                    for act in Act::ALL.into_iter().filter(|&act| may.allows(act)) {
                        if values.of(act) > values.of(best) {
                            best = act;
                        }
                    }
                    play.decide(id, may, best);
                }
                values.worth(play.act(id, self.may(HandPlace::Unsplit, None, hand)))
            },
            |beside, id| self.double(HandPlace::Unsplit, &doubled_play, beside, id),
        )
    }

    /// The values of all actions, where `play` says what a hand is worth that has these, and `double` values a double.
    fn actions(
        &self,
        mut play: impl FnMut(usize, &ActionValues) -> Worth,
        double: impl Fn(&Beside, usize) -> Result<Worth, Refusal>,
    ) -> Result<Vec<ActionValues>, Refusal> {
        let beside = self.beside([0; VALUES]);
        let mut values: Vec<Option<ActionValues>> = vec![None; self.hands.list.len()];
        let mut played: Vec<Worth> = vec![Worth::default(); self.hands.list.len()];
        // Hands stand in order of size, so what a hand grows into comes first here.
        for (id, hand) in self.hands.list.iter().enumerate().rev() {
            let hit = if hand.hits {
                let mut hit = Worth::default();
                for (value, count) in self.draws(&beside, hand) {
                    match hand.next[value] {
                        Some(next) => {
                            hit.net += &played[next].net * count;
                            hit.wagers += &played[next].wagers * count;
                        }
                        None => {
                            hit.net += self.bust(HandPlace::Unsplit.with(Doubled::No), &beside, hand, value)? * count
                        }
                    }
                }
                Some(hit)
            } else {
                None
            };
            let double = if hand.doubles { Some(double(&beside, id)?) } else { None };
            let surrender = if hand.surrenders {
                let nets = self.surrendered(HandPlace::Unsplit.with(Doubled::No), Some(hand));
                Some(self.finished(&nets, &beside, &hand.cards, hand.size)?)
            } else {
                None
            };
            let value = ActionValues { stand: self.stand(HandPlace::Unsplit, &beside, id)?, hit, double, surrender };
            played[id] = play(id, &value);
            values[id] = Some(value);
        }
        Ok(values.into_iter().flatten().collect())
    }

    /// What an unsplit two-card hand is worth that is played on by the play.
    pub(crate) fn played_on(&self, values: &[ActionValues], play: &Row, id: usize) -> Worth {
        values[id].worth(play.act(id, self.may(HandPlace::Unsplit, None, &self.hands.list[id])))
    }

    /// What two cards are worth that are settled by these results at once.
    pub(crate) fn settled(&self, nets: &[Net; ENDS], id: usize) -> Result<Worth, Refusal> {
        self.settled_beside(nets, &self.beside([0; VALUES]), id)
    }

    /// The same beside known cards.
    pub(crate) fn settled_beside(&self, nets: &[Net; ENDS], beside: &Beside, id: usize) -> Result<Worth, Refusal> {
        let hand = &self.hands.list[id];
        let net = self.finished(&self.scaled(nets), beside, &hand.cards, hand.size)?;
        Ok(Worth { net, wagers: BigInt::zero() })
    }

    /// Ordered ways, over falling(unseen, s), to hold each hand of s cards at some time, and to hold it after a double, under
    /// what `act` says of unsplit hands and `starts` of the first two cards.
    pub(crate) fn reach(
        &self,
        starts: impl Fn(usize) -> bool,
        act: impl Fn(usize) -> Act,
        doubles: impl Fn(usize) -> bool,
    ) -> Reach {
        let beside: Beside = Beside { cards: [0; VALUES], factors: Rc::default(), worths: FxHashMap::default() };
        let number = self.hands.list.len();
        let mut reach = Reach {
            hands: vec![BigInt::zero(); number],
            doubled: [vec![BigInt::zero(); number], vec![BigInt::zero(); number]],
        };
        for (id, hand) in self.hands.list.iter().enumerate() {
            if hand.size == 2 && starts(id) {
                reach.hands[id] = self.ways(id);
            }
            let here = reach.hands[id].clone();
            if here.is_zero() {
                continue;
            }
            let (hits, doubles) = (act(id) == Act::Hit, doubles(id));
            for (value, count) in self.draws(&beside, hand) {
                if let Some(next) = hand.next[value] {
                    if hits {
                        reach.hands[next] += &here * count;
                    }
                    if doubles {
                        reach.doubled[usize::from(hand.doubles_free)][next] += &here * count;
                    }
                }
            }
        }
        reach
    }
}

/// Weights of hands.
pub(crate) struct Reach {
    pub(crate) hands: Vec<BigInt>,
    /// By whose money doubled them.
    pub(crate) doubled: [Vec<BigInt>; 2],
}
