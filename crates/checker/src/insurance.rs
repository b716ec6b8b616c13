//! The insurance wager, hand by hand.

use cards::{Composition, Value};
use certificate::StatedInsurance;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rules::{InsuranceRule, Submission};

use crate::hands::{Counts, VALUES};
use crate::refusal::{Refusal, expect};

/// Checks every figure: the hole card is drawn from the cards beside up card and hand.
pub(crate) fn check(submission: &Submission, stated: Option<&StatedInsurance>) -> Result<(), Refusal> {
    let Some(rule) = offered(submission) else {
        return match stated {
            None => Ok(()),
            Some(_) => Err(Refusal::Table("insurance is stated and the game has none".to_owned())),
        };
    };
    let stated = stated.ok_or_else(|| Refusal::Table("the insurance wager is missing".to_owned()))?;
    if stated.pays != rule.pays.to_string() {
        return Err(Refusal::value("insurance: odds", &stated.pays, &rule.pays.to_string()));
    }
    let found = derive(submission, rule).ok_or_else(|| Refusal::Table("insurance cannot be offered".to_owned()))?;
    expect("insurance: EV if always taken", &stated.ev_always, &found.ev_always)?;
    if found.hands.len() != stated.hands.len() {
        let message = format!("insurance: {} hands are stated and {} exist", stated.hands.len(), found.hands.len());
        return Err(Refusal::Table(message));
    }
    let mut gain = BigRational::zero();
    for (claim, (hand, value, weight)) in stated.hands.iter().zip(&found.hands) {
        if claim.hand != *hand {
            return Err(Refusal::Table(format!("insurance: the hand {hand} is missing or out of order")));
        }
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
            gain += weight;
        }
    }
    expect("insurance: gain", &stated.optimal_gain, &gain)
}

/// The insurance wager as it is derived.
pub(crate) struct Derived {
    /// EV given the up card.
    pub(crate) ev_always: BigRational,
    /// Every hand, its EV, and what it adds to the gain if it takes insurance.
    pub(crate) hands: Vec<(String, BigRational, BigRational)>,
}

impl Derived {
    /// The gain of taking it with every hand with which it is worth something.
    #[cfg(test)]
    pub(crate) fn gain(&self) -> BigRational {
        self.hands.iter().map(|(_, _, weight)| weight).filter(|weight| weight.is_positive()).sum()
    }
}

/// Insurance by hand, in the order of the certificate; `None` if the shoe has no card that it is offered on.
pub(crate) fn derive(submission: &Submission, rule: &InsuranceRule) -> Option<Derived> {
    let rest = submission.shoe.without(rule.offered_on).ok()?;
    let number = |count: u32| BigRational::from_integer(count.into());
    let pays = rule.pays.exact();
    let ev = |tens: u32, unseen: u32| {
        let wins = number(tens) / number(unseen);
        &wins * &pays - (BigRational::one() - &wins)
    };
    let offered = number(submission.shoe.count(rule.offered_on).into()) / number(submission.shoe.total());
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
        let value = ev(left.count(rule.wins_on).into(), left.total());
        let weight = &value * probability * rule.maximum.exact() * &offered;
        hands.push((names.join(","), value, weight));
    });
    // The best first, and those alike in value order.
    hands.sort_by(|(_, one, _), (_, other, _)| other.cmp(one));
    Some(Derived { ev_always: ev(rest.count(rule.wins_on).into(), rest.total()), hands })
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

/// The rule, where a card that insurance is offered on is in the shoe.
pub(crate) fn offered(submission: &Submission) -> Option<&InsuranceRule> {
    submission.game.insurance.as_ref().filter(|rule| submission.shoe.count(rule.offered_on) > 0)
}

/// Up card and hole card of every deal of these cards in which insurance is offered: the probability, times what one unit comes to.
pub(crate) fn both_cards(rule: &InsuranceRule, shoe: &Composition) -> Vec<(Counts, BigRational)> {
    let Ok(rest) = shoe.without(rule.offered_on) else { return Vec::new() };
    let number = |count: u32| BigRational::from_integer(count.into());
    let up = number(shoe.count(rule.offered_on).into()) / number(shoe.total());
    let holes = Value::all().filter(|&hole| rest.count(hole) > 0);
    let deals = holes.map(|hole| {
        let comes_to = if hole == rule.wins_on { rule.pays.exact() } else { -BigRational::one() };
        let mut cards = [0; VALUES];
        cards[rule.offered_on.index()] += 1;
        cards[hole.index()] += 1;
        (cards, &up * number(rest.count(hole).into()) / number(rest.total()) * comes_to)
    });
    deals.collect()
}

/// The mean of one unit that is staked wherever insurance is offered.
pub(crate) fn unit_always(rule: &InsuranceRule, shoe: &Composition) -> BigRational {
    both_cards(rule, shoe).into_iter().map(|(_, comes_to)| comes_to).sum()
}

/// What insuring every hand for as much as the rules allow adds to the EV of a round, a blackjack left out if it takes even money.
pub(crate) fn mean_always(submission: &Submission, takes_even_money: bool) -> BigRational {
    let rule = submission.game.insurance.as_ref();
    let rest = rule.and_then(|rule| submission.shoe.without(rule.offered_on).ok());
    let (Some(rule), Some(rest)) = (rule, rest) else { return BigRational::zero() };
    let number = |count: u32| BigRational::from_integer(count.into());
    let ev = |left: &Composition| {
        let wins = number(left.count(rule.wins_on).into()) / number(left.total());
        &wins * rule.pays.exact() - (BigRational::one() - wins)
    };
    let mut mean = ev(&rest);
    let beside = rest.without(Value::ACE).and_then(|left| left.without(Value::TEN));
    if let Some(beside) = beside.ok().filter(|beside| takes_even_money && beside.total() > 0) {
        let ways = 2 * u32::from(rest.count(Value::ACE)) * u32::from(rest.count(Value::TEN));
        mean -= ev(&beside) * number(ways) / (number(rest.total()) * number(rest.total() - 1));
    }
    let offered = number(submission.shoe.count(rule.offered_on).into()) / number(submission.shoe.total());
    mean * rule.maximum.exact() * offered
}
