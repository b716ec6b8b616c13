//! What the first two cards are worth under the stated play, and what each action is worth with them, as a certificate states it: decimals
//! rounded from the exact value.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{Action, STATED_PLACES, StatedActions, StatedClass, StatedHandActions};
use num_rational::BigRational;
use rules::{Submission, SurrenderWhen};

use super::charged::given_back;
use super::{Decisions, UpTable, same_list, stated_plays};
use crate::hands::Hand;
use crate::round::{ActionValues, Round, Sum, Worth};
use crate::strategy::{Act, Row};
use crate::{Refusal, parallel};

/// Two cards under an up card and a signal under which the player acts.
pub(crate) struct FirstHand {
    /// The values, the lower first.
    pub(crate) hand: [usize; 2],
    pub(crate) up: Value,
    pub(crate) signal: String,
    /// EV given the up card, weighted by the cards and the signal.
    pub(crate) worth: BigRational,
}

impl UpTable<'_> {
    /// Every two cards under every signal that does not end the round.
    ///
    /// # Errors
    /// [`Refusal`] for a shoe that a round can use up.
    pub(crate) fn first_hands(&self) -> Result<Vec<FirstHand>, Refusal> {
        let rounds = self.rounds(self.attacked)?;
        let mut values = Vec::new();
        for (case, (round, play)) in
            rounds.iter().zip(&self.plays).enumerate().filter(|(_, (round, _))| !round.ends_round)
        {
            values.push((case, round, play, round.action_values(play)?));
        }
        let mut hands = Vec::new();
        for (id, hand) in self.hands.list.iter().enumerate().filter(|(_, hand)| hand.size == 2) {
            let cards: Vec<usize> =
                hand.cards.iter().enumerate().flat_map(|(value, &count)| (0..count).map(move |_| value)).collect();
            for (case, round, play, actions) in &values {
                let sum = if self.early[id] {
                    let mut sum = Sum::default();
                    sum.add(round.depth, &round.settled(&round.pay.early(), id)?, &round.ways(id));
                    sum
                } else {
                    self.hand(round, play, Some(actions), id, Decisions::Stated)?.0
                };
                hands.push(FirstHand {
                    hand: [cards[0], cards[1]],
                    up: self.up,
                    signal: self.cases[*case].signal.clone(),
                    worth: sum.total(round).0,
                });
            }
        }
        Ok(hands)
    }
}

/// Derives the values under every up card and compares them.
///
/// # Errors
/// [`Refusal`] for the first value, hand or signal that is not the one derived.
pub(crate) fn check_actions(
    submission: &Submission,
    class: Option<&StatedClass>,
    stated: &[StatedActions],
    progress: &(dyn Fn(&str) + Sync),
) -> Result<(), Refusal> {
    let class = class.ok_or_else(|| Refusal::Table("values of actions: the play is missing".to_owned()))?;
    let found = action_values(submission, class, progress)?;
    let place = |one: &StatedActions| format!("{} {}", one.up, one.signal);
    let here = "values of actions";
    let places: Vec<String> = found.iter().map(place).collect();
    same_list(&format!("{here}: up cards and signals"), stated.iter().map(place).collect::<Vec<_>>().iter(), &places)?;
    for (stated, found) in stated.iter().zip(&found) {
        let here = format!("{here}, up card {}, signal {}", found.up, found.signal);
        let hands: Vec<&String> = found.hands.iter().map(|one| &one.hand).collect();
        same_list(&format!("{here}: hands"), stated.hands.iter().map(|one| &one.hand), &hands)?;
        for (stated, found) in stated.hands.iter().zip(&found.hands) {
            let here = format!("{here}, {}", found.hand);
            if !stated.values.keys().eq(found.values.keys()) {
                return Err(Refusal::Table(format!("{here}: its actions are not those that the rules allow")));
            }
            for ((action, stated), found) in stated.values.iter().zip(found.values.values()) {
                if stated != found {
                    return Err(Refusal::value(&format!("{here}: {}", action.name()), stated, found));
                }
            }
        }
    }
    Ok(())
}

/// What every action is worth with the first two cards under a class's stated play, by up card and signal.
///
/// # Errors
/// As [`super::derive`].
pub(crate) fn action_values(
    submission: &Submission,
    class: &StatedClass,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Vec<StatedActions>, Refusal> {
    let plays = stated_plays(submission, class)?;
    let found = parallel::each(&plays, parallel::threads(), |&(up, play)| {
        progress(&format!("values of actions: up card {up}"));
        UpTable::new(submission, class, up, play)?.actions()
    })?;
    Ok(found.concat())
}

impl UpTable<'_> {
    /// Every two cards that leave something to decide, by signal.
    fn actions(&self) -> Result<Vec<StatedActions>, Refusal> {
        let rounds = self.rounds(self.attacked)?;
        let mut all = Vec::new();
        for ((case, round), play) in self.cases.iter().zip(&rounds).zip(&self.plays) {
            if round.ends_round {
                continue;
            }
            let values = round.action_values(play)?;
            let mut hands = Vec::new();
            let mut two: Vec<(usize, &Hand)> =
                self.hands.list.iter().enumerate().filter(|(_, hand)| hand.size == 2).collect();
            two.sort_by_key(|(_, hand)| std::cmp::Reverse(hand.cards));
            for (id, hand) in two {
                let values = self.hand_actions(round, play, &values, id)?;
                if values.len() > 1 && !hand.is_ace_and_ten() {
                    hands.push(StatedHandActions { hand: crate::hands::name(&hand.cards), values });
                }
            }
            if !hands.is_empty() {
                all.push(StatedActions { up: self.up.to_string(), signal: case.signal.clone(), hands });
            }
        }
        Ok(all)
    }

    /// The values of a hand by action, given the cards and the signal; none where these cannot come together.
    fn hand_actions(
        &self,
        round: &Round<'_>,
        play: &Row,
        values: &[ActionValues],
        id: usize,
    ) -> Result<BTreeMap<Action, String>, Refusal> {
        let hand = &self.hands.list[id];
        let holes = round.holes_in(&round.without(&hand.cards));
        let mut found = BTreeMap::new();
        if holes == 0 {
            return Ok(found);
        }
        // Of these cards, in either order, and of the signal.
        let chance = BigRational::new(round.ways(id) * holes, crate::dealer::falling(round.unseen, 3));
        let decimal = |sum: &Sum| cards::decimal(&(sum.total(round).0 / &chance), STATED_PLACES);
        for act in Act::ALL.into_iter().filter(|&act| self.may_act(hand, act)) {
            let Some(net) = values[id].of(act) else { continue };
            let mut sum = Sum::default();
            sum.add(round.depth, &Worth::plain(net.clone()), &round.ways(id));
            found.insert(named(act), decimal(&sum));
        }
        if let Some(pair) = hand.pair().filter(|_| self.game.split.is_some()) {
            let mut sum = round.split(pair, play)?;
            if round.blackjack_looks_for_live_hands() {
                sum.merge(&given_back(round, play, pair)?);
            }
            found.insert(Action::Split, decimal(&sum));
        }
        Ok(found)
    }

    /// What is given up before a signal is known has no value under one.
    fn may_act(&self, hand: &Hand, act: Act) -> bool {
        let is_early = self.game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early);
        act != Act::Surrender || (hand.surrenders && !is_early)
    }
}

fn named(act: Act) -> Action {
    match act {
        Act::Stand => Action::Stand,
        Act::Hit => Action::Hit,
        Act::Double => Action::Double,
        Act::Surrender => Action::Surrender,
    }
}
