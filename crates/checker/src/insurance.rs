//! The insurance wager, hand by hand.

use cards::Value;
use certificate::StatedInsurance;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rules::Submission;

use crate::{Refusal, expect};

/// Checks every figure: the hole card is drawn from the cards beside up card and hand.
pub(crate) fn check(submission: &Submission, stated: Option<&StatedInsurance>) -> Result<(), Refusal> {
    let rule = submission.game.insurance.as_ref();
    let rest = rule.and_then(|rule| submission.shoe.without(rule.offered_on).ok());
    let (Some(rule), Some(rest)) = (rule, rest) else {
        return match stated {
            None => Ok(()),
            Some(_) => Err(Refusal::Table("insurance is stated and the game has none".to_owned())),
        };
    };
    let stated = stated.ok_or_else(|| Refusal::Table("the insurance wager is missing".to_owned()))?;
    if stated.pays != rule.pays.to_string() {
        return Err(Refusal::value("insurance: odds", &stated.pays, &rule.pays.to_string()));
    }
    let number = |count: u32| BigRational::from_integer(count.into());
    let pays = rule.pays.exact();
    let unseen = rest.total();
    let ev = |tens: u32, unseen: u32| {
        let wins = number(tens) / number(unseen);
        &wins * &pays - (BigRational::one() - &wins)
    };
    expect("insurance: EV if always taken", &stated.ev_always, &ev(rest.count(rule.wins_on).into(), unseen))?;
    let dealt = if submission.game.switch.is_some() { 4 } else { 2 };
    let mut hands = Vec::new();
    deal(dealt, Value::ACE, &mut Vec::new(), &mut |cards| {
        let mut left = rest;
        // Cards drawn in any order, the first of which is any of the values that are there.
        let mut probability = BigRational::one();
        for (drawn, &card) in (1_u32..).zip(cards) {
            let alike = cards[..drawn as usize].iter().filter(|&&one| one == card).count() as u32;
            probability *= number(left.count(card).into()) * number(drawn) / (number(left.total()) * number(alike));
            let Ok(after) = left.without(card) else { return };
            left = after;
        }
        let names: Vec<String> = cards.iter().map(ToString::to_string).collect();
        hands.push((names.join(","), ev(left.count(rule.wins_on).into(), left.total()), probability));
    });
    if hands.len() != stated.hands.len() {
        let message = format!("insurance: {} hands are stated and {} exist", stated.hands.len(), hands.len());
        return Err(Refusal::Table(message));
    }
    let mut gain = BigRational::zero();
    for (hand, value, dealt) in &hands {
        let claim = stated.hands.iter().find(|one| &one.hand == hand);
        let claim = claim.ok_or_else(|| Refusal::Table(format!("insurance: the hand {hand} is missing")))?;
        expect(&format!("insurance with {hand}: EV"), &claim.ev, value)?;
        if (claim.take && value.is_negative()) || (!claim.take && value.is_positive()) {
            let words = ["leaves it", "takes it"];
            let message = format!(
                "insurance with {hand}: {}, {} is worth more",
                words[usize::from(claim.take)],
                words[usize::from(!claim.take)]
            );
            return Err(Refusal::NotOptimal(message));
        }
        if claim.take {
            gain += value * dealt;
        }
    }
    let offered = number(submission.shoe.count(rule.offered_on).into()) / number(submission.shoe.total());
    expect("insurance: gain", &stated.optimal_gain, &(gain * rule.maximum.exact() * offered))
}

/// Every set of cards in value order.
fn deal(more: usize, from: Value, cards: &mut Vec<Value>, take: &mut impl FnMut(&[Value])) {
    if more == 0 {
        return take(cards);
    }
    for value in Value::all().filter(|&value| value >= from) {
        cards.push(value);
        deal(more - 1, value, cards, take);
        cards.pop();
    }
}
