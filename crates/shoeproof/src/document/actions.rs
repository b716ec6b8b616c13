//! What every action is worth with the first two cards, with how often it matters and what is done.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{
    Action, Certificate, HandActions, PER_100_PLACES, SignalActions, SplitHandActions, StatedHandActions,
    StatedSplitHand, number,
};
use checker::{DecodedHand, DecodedSignal, DecodedUp};
use num_rational::BigRational;
use rules::{SplitAces, Submission, SurrenderRule};

use super::first_hands::FirstHands;
use super::refused;
use super::split_hands::SplitHands;
use super::strategy::decoded;
use crate::cells::{decided, first_act};
use crate::failure::Failure;

/// By up card and signal, in the certificate's order.
///
/// # Errors
/// As [`super::document`]; also for an up card, a signal or a hand that the game does not have.
pub(super) fn actions(
    submission: &Submission,
    certificate: &Certificate,
    first: &FirstHands,
) -> Result<Vec<SignalActions>, Failure> {
    if certificate.actions.is_empty() {
        return Ok(Vec::new());
    }
    let [td, cdz] = ["td", "cdz"].map(|class| decoded(submission, certificate, class));
    let (td, cdz) = (td?, cdz?);
    let split = SplitHands::new(submission, &cdz);
    let of_signal = |one: &certificate::StatedActions| {
        let wrong = || refused(format!("values of actions: there is no up card {} with {}", one.up, one.signal));
        let up = cdz.iter().find(|up| up.up.to_string() == one.up).ok_or_else(wrong)?;
        let after_split = |hand: &StatedSplitHand| of_split_hand((up.up, &one.signal), &split, hand);
        let plays = [signal(&cdz, &one.up, &one.signal), signal(&td, &one.up, &one.signal)];
        let [Some(cdz), Some(td)] = plays else { return Err(wrong()) };
        let hands = one.hands.iter();
        let hands = hands.filter_map(|hand| of_hand(submission, (up.up, first), [cdz, td], hand).transpose());
        Ok(SignalActions {
            up: one.up.clone(),
            signal: one.signal.clone(),
            attack: submission.game.attack.as_ref().map(|_| up.attack),
            hands: hands.collect::<Result<_, Failure>>()?,
            after_split: one.after_split.iter().map(after_split).collect::<Result<_, Failure>>()?,
        })
    };
    certificate.actions.iter().map(of_signal).collect()
}

fn signal<'a>(ups: &'a [DecodedUp], up: &str, signal: &str) -> Option<&'a DecodedSignal> {
    let up = ups.iter().find(|one| one.up.to_string() == up)?;
    up.signals.iter().find(|one| one.signal == signal)
}

/// `None` for a hand that is given up before the dealer looks, which is not there to be played.
fn of_hand(
    submission: &Submission,
    (up, first): (Value, &FirstHands),
    [cdz, td]: [&DecodedSignal; 2],
    stated: &StatedHandActions,
) -> Result<Option<HandActions>, Failure> {
    let wrong = || refused(format!("values of actions: {} is no hand under the up card {up}", stated.hand));
    let find = |play: &'_ DecodedSignal| {
        play.hands.iter().find(|hand| hand.size == 2 && hand.cards.to_string() == stated.hand).cloned()
    };
    let [Some(hand), Some(td_hand)] = [cdz, td].map(find) else { return Err(wrong()) };
    if stated.values.values().any(|value| number::decimal_value(value).is_err()) {
        return Err(refused(format!("values of actions: {}: a value is no decimal", stated.hand)));
    }
    if hand.early {
        return Ok(None);
    }
    let act = first_act(cdz, &hand);
    let best = if stated.values.contains_key(&act) { act } else { greatest(&stated.values).ok_or_else(wrong)? };
    let hundred = BigRational::from_integer(100.into());
    let td = Some(first_act(td, &td_hand)).filter(|&td| td != best && stated.values.contains_key(&td));
    Ok(Some(HandActions {
        hand: stated.hand.clone(),
        per_100: cards::decimal(&(first.share(up, &cdz.signal, &hand.cards) * hundred), PER_100_PLACES),
        values: stated.values.clone(),
        best,
        td,
        after_split: after_split(submission, &hand),
    }))
}

fn of_split_hand(
    (up, signal): (Value, &str),
    split: &SplitHands,
    stated: &StatedSplitHand,
) -> Result<SplitHandActions, Failure> {
    let StatedSplitHand { pair, which, hand, values } = stated.clone();
    let wrong = || refused(format!("values of actions: {hand} is no hand of a split of {pair}"));
    let value = |text: &str| text.parse::<Value>().map_err(|_| wrong());
    let of_pair = value(&pair)?;
    let (one, other) = hand.split_once(',').ok_or_else(wrong)?;
    let (one, other) = (value(one)?, value(other)?);
    let second = if one == of_pair { other } else { one };
    let number = split.number(up, signal, (of_pair, which), second);
    let per_100 = cards::decimal(&(number * BigRational::from_integer(100.into())), PER_100_PLACES);
    Ok(SplitHandActions { pair, which, hand, per_100, values })
}

fn greatest(values: &BTreeMap<Action, String>) -> Option<Action> {
    let number = |text: &String| number::decimal_value(text).ok();
    let (first, rest) = (values.iter().next()?, values.iter().skip(1));
    Some(*rest.fold(first, |best, one| if number(one.1) > number(best.1) { one } else { best }).0)
}

/// What CDZ- does with two cards of a split that are not split again; none for two aces that get no decision.
fn after_split(submission: &Submission, hand: &DecodedHand) -> Option<Action> {
    let game = &submission.game;
    let split = game.split.as_ref()?;
    // No other two cards come only from split aces.
    let of_split_aces = hand.cards.count(Value::ACE) == 2;
    let played = !of_split_aces || split.aces == SplitAces::Played;
    let hit = hand.unsplit.hit && played;
    let double = hand.unsplit.double && played && game.double.as_ref().is_some_and(|rule| rule.after_split);
    let given_up = |rule: &SurrenderRule| rule.after_split && (played || rule.split_aces);
    let surrender = hand.unsplit.surrender && game.surrender.as_ref().is_some_and(given_up);
    let decides = hit || double || surrender;
    decides.then(|| decided(hand.act(checker::Permitted { hit, double, surrender })))
}
