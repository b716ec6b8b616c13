//! Acts on single hands, each compared with every other that is allowed.

use num_bigint::BigInt;

use crate::hand_place::{Doubled, HandPlace};
use crate::hands::{VALUES, name};
use crate::refusal::Refusal;
use crate::round::{ActionValues, Round};
use crate::strategy::{Act, Permitted, Row};

/// Every act must be worth at least as much as every other that is allowed, hand by hand.
pub(super) fn best_by_hand(round: &Round<'_>, play: &Row, actions: &[ActionValues], here: &str) -> Result<(), Refusal> {
    for (id, hand) in round.hands.list.iter().enumerate() {
        for may in Permitted::of(hand) {
            best(play.act(id, may), may, |act| actions[id].of(act).cloned(), here, &name(&hand.cards))?;
        }
    }
    let beside = round.beside([0; VALUES]);
    for doubled in [Doubled::Own, Doubled::Free] {
        for (id, hand) in round.hands.list.iter().enumerate() {
            let Some(given_up) = play.given_up_doubled(doubled, id) else { continue };
            let value = |given_up| round.doubled(HandPlace::Unsplit.with(doubled), &beside, id, given_up);
            giving_up_is_best(given_up, &value(true)?, &value(false)?, here, &name(&hand.cards))?;
        }
    }
    Ok(())
}

pub(super) fn giving_up_is_best(
    given_up: bool,
    up: &BigInt,
    kept: &BigInt,
    here: &str,
    hand: &str,
) -> Result<(), Refusal> {
    let (stated, other) = if given_up { (up, kept) } else { (kept, up) };
    if other > stated {
        let words = ["keep", "give up"];
        let hand = format!("doubled {hand}");
        let (stated, better) = (words[usize::from(given_up)], words[usize::from(!given_up)]);
        return Err(Refusal::NotOptimal(format!("{here}: {stated} with {hand}, to {better} is worth more")));
    }
    Ok(())
}

pub(super) fn best(
    stated: Act,
    may: Permitted,
    value: impl Fn(Act) -> Option<BigInt>,
    here: &str,
    hand: &str,
) -> Result<(), Refusal> {
    let Some(own) = value(stated) else {
        return Err(Refusal::Table(format!("{here}: {} is no act on {hand}", stated.word())));
    };
    for act in Act::ALL.into_iter().filter(|&act| act != stated && may.allows(act)) {
        if value(act).is_some_and(|other| other > own) {
            let message = format!("{here}: {} with {hand}, to {} is worth more", stated.word(), act.word());
            return Err(Refusal::NotOptimal(message));
        }
    }
    Ok(())
}
