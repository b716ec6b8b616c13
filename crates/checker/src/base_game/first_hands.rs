//! What the first two cards are worth under the stated play, and what each action is worth with them, as a certificate states it: decimals
//! rounded from the exact value.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{
    Action, HandsOfSplit, STATED_PLACES, StatedActions, StatedClass, StatedHandActions, StatedSplitHand,
};
use num_rational::BigRational;
use num_traits::Zero as _;
use rules::{BlackjackAfterSplit, Submission, SurrenderWhen};

use super::charged::given_back;
use super::valued::Decisions;
use crate::hand_place::HandPlace;
use crate::hands::{Hand, VALUES};
use crate::parallel;
use crate::refusal::{Refusal, same_list};
use crate::round::{ActionValues, Round, Sum, Worth};
use crate::strategy::{Act, Row};
use crate::up_card_play::{UpCardPlay, stated_plays};

/// Two cards under an up card and a signal under which the player acts.
pub(crate) struct FirstHand {
    /// The values, the lower first.
    pub(crate) hand: [usize; 2],
    pub(crate) up: Value,
    pub(crate) signal: String,
    /// EV given the up card, weighted by the cards and the signal.
    pub(crate) worth: BigRational,
}

impl UpCardPlay<'_> {
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
                    self.hand(round, (play, Some(actions)), id, Decisions::Stated)?.0
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
            same_values(&format!("{here}, {}", found.hand), &stated.values, &found.values)?;
        }
        let name = |one: &StatedSplitHand| format!("{} of {}, {}", one.hand, one.pair, one.which.name());
        let hands: Vec<String> = found.after_split.iter().map(name).collect();
        let named: Vec<String> = stated.after_split.iter().map(name).collect();
        same_list(&format!("{here}: hands of splits"), named.iter(), &hands)?;
        for ((stated, found), hand) in stated.after_split.iter().zip(&found.after_split).zip(&hands) {
            same_values(&format!("{here}, {hand}"), &stated.values, &found.values)?;
        }
    }
    Ok(())
}

fn same_values(here: &str, stated: &BTreeMap<Action, String>, found: &BTreeMap<Action, String>) -> Result<(), Refusal> {
    if !stated.keys().eq(found.keys()) {
        return Err(Refusal::Table(format!("{here}: its actions are not those that the rules allow")));
    }
    for ((action, stated), found) in stated.iter().zip(found.values()) {
        if stated != found {
            return Err(Refusal::value(&format!("{here}: {}", action.name()), stated, found));
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
        UpCardPlay::new(submission, class, up, play)?.actions()
    })?;
    Ok(found.concat())
}

impl UpCardPlay<'_> {
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
                let after_split = self.after_split(round, play)?;
                all.push(StatedActions { up: self.up.to_string(), signal: case.signal.clone(), hands, after_split });
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

    /// Hands of the pairs that are split, each alone.
    fn after_split(&self, round: &Round<'_>, play: &Row) -> Result<Vec<StatedSplitHand>, Refusal> {
        let mut found = Vec::new();
        if self.game.split.is_none() || round.blackjack_looks_for_live_hands() {
            return Ok(found);
        }
        for pair in (0..VALUES).filter(|&pair| play.split[pair] && self.hands.two(pair, pair).is_some()) {
            let places = [round.pay.first(pair), round.pay.later(pair)];
            let of_place = |place: HandPlace| -> Result<Vec<(usize, ExactActions)>, Refusal> {
                let mut hands = Vec::new();
                for second in 0..VALUES {
                    hands.push((second, self.hand_of_split(round, play, (pair, second), round.alike[&place])?));
                }
                hands.retain(|(_, values)| values.len() > 1);
                Ok(hands)
            };
            let [first, later] = places.map(of_place);
            let (first, later) = (first?, later?);
            let by_hand = if first == later {
                vec![(HandsOfSplit::Each, first)]
            } else {
                vec![(HandsOfSplit::First, first), (HandsOfSplit::Later, later)]
            };
            for (which, hands) in by_hand {
                found.extend(hands.iter().map(|(second, values)| stated_hand((pair, *second), which, values)));
            }
        }
        Ok(found)
    }

    /// Nothing of what cannot be dealt or is settled at once.
    fn hand_of_split(
        &self,
        round: &Round<'_>,
        play: &Row,
        (pair, second): (usize, usize),
        place: HandPlace,
    ) -> Result<ExactActions, Refusal> {
        let mut values = ExactActions::new();
        let Some(id) = self.hands.two(pair, second) else { return Ok(values) };
        let hand = &self.hands.list[id];
        let is_blackjack = self.game.natural.after_split == BlackjackAfterSplit::AcesAndTens && hand.is_ace_and_ten();
        let mut beside = [0; VALUES];
        beside[pair] = 1;
        let gone = std::array::from_fn(|value| hand.cards[value] + beside[value]);
        let ways = round.ways_of(&gone);
        let holes = round.holes_in(&round.without(&gone));
        if is_blackjack || holes == 0 || ways.is_zero() {
            return Ok(values);
        }
        let chance = BigRational::new(&ways * holes, crate::dealer::falling(round.unseen, 4));
        let may = round.may(place, Some(pair), hand);
        let mut beside = round.beside(beside);
        for act in Act::ALL.into_iter().filter(|&act| may.allows(act)) {
            let mut sum = Sum::default();
            let worth = round.acted_beside((place, Some(pair)), play, &mut beside, (id, act))?;
            sum.add(round.depth + 1, &worth, &ways);
            values.insert(named(act), sum.total(round).0 / &chance);
        }
        Ok(values)
    }

    /// What is given up before a signal is known has no value under one.
    fn may_act(&self, hand: &Hand, act: Act) -> bool {
        let is_early = self.game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early);
        act != Act::Surrender || (hand.surrenders && !is_early)
    }
}

/// Values by action.
type ExactActions = BTreeMap<Action, BigRational>;

fn stated_hand((pair, second): (usize, usize), which: HandsOfSplit, values: &ExactActions) -> StatedSplitHand {
    let mut two = [0; VALUES];
    two[pair] += 1;
    two[second] += 1;
    StatedSplitHand {
        pair: Value::from_index(pair).map_or_else(String::new, |value| value.to_string()),
        which,
        hand: crate::hands::name(&two),
        values: values.iter().map(|(&action, value)| (action, cards::decimal(value, STATED_PLACES))).collect(),
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
