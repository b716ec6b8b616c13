//! The insurance wager, hand by hand.

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rules::Game;

/// The insurance wager under the cards of a shoe.
#[derive(Debug, Clone, PartialEq)]
pub struct InsuranceValue {
    /// EV per unit of insurance, given the up card it is offered on, if always taken.
    pub ev_always: BigRational,
    /// Expected gain over all rounds per unit of *initial* wager of taking the largest insurance allowed exactly with
    /// the hands for which it has a positive EV.
    pub optimal_gain: BigRational,
    /// EV per unit of insurance given the player's cards and the up card, best first: the first two, or the first four of a
    /// player with two hands.
    pub by_hand: Vec<(Vec<Value>, BigRational)>,
}

/// Values the insurance wager hand by hand. It is settled by the hole card alone, and decided before any signal, so
/// the player knows his own cards, two or those of two hands, and the up card.
///
/// `None` if the game has no insurance or the shoe cannot deal the up card it is offered on, these cards and a hole card.
pub fn insurance(game: &Game, shoe: &Composition) -> Option<InsuranceValue> {
    let rule = game.insurance.as_ref()?;
    let count = |value: Value| i64::from(shoe.count(value));
    let total = i64::from(shoe.total());
    let left = shoe.without(rule.offered_on).ok()?;
    let (pays, maximum) = (rule.pays.exact(), rule.maximum.exact());
    let one = BigRational::one();
    let ratio = |part: i64, whole: i64| BigRational::new(part.into(), whole.into());
    let ev = |wins: i64, unseen: i64| {
        let probability = ratio(wins, unseen);
        &probability * &pays - (&one - &probability)
    };
    let held: usize = if game.switch.is_some() { 4 } else { 2 };
    if total < held as i64 + 2 {
        return None;
    }
    let mut by_hand = Vec::new();
    let mut gain = BigRational::zero();
    for hand in multisets(held) {
        let mut rest = left;
        let mut dealt = BigRational::one();
        let mut orders = 1;
        for (place, &card) in hand.iter().enumerate() {
            dealt *= ratio(i64::from(rest.count(card)), total - 1 - place as i64);
            let Ok(without) = rest.without(card) else { break };
            rest = without;
            // One more card of a kind can stand in any of the places so far that do not hold its like.
            let alike = hand[..=place].iter().filter(|&&other| other == card).count();
            orders = orders * (place as i64 + 1) / alike as i64;
        }
        if dealt.is_zero() {
            continue;
        }
        let value = ev(i64::from(rest.count(rule.wins_on)), total - 1 - held as i64);
        if value.is_positive() {
            gain += &value * dealt * ratio(orders, 1);
        }
        by_hand.push((hand, value));
    }
    by_hand.sort_by(|x, y| y.1.cmp(&x.1).then(x.0.cmp(&y.0)));
    Some(InsuranceValue {
        ev_always: ev(i64::from(left.count(rule.wins_on)), total - 1),
        optimal_gain: gain * maximum * ratio(count(rule.offered_on), total),
        by_hand,
    })
}

/// Every multiset of so many values, each in value order.
fn multisets(size: usize) -> Vec<Vec<Value>> {
    let mut all: Vec<Vec<Value>> = vec![Vec::new()];
    for _ in 0..size {
        all = all
            .into_iter()
            .flat_map(|hand| {
                let least = hand.last().copied().unwrap_or(Value::ACE);
                Value::all().filter(move |&value| value >= least).map(move |value| {
                    let mut more = hand.clone();
                    more.push(value);
                    more
                })
            })
            .collect();
    }
    all
}
