//! Winnings of a side wager that are added to the base wager: what that gains, by the EV of the first two cards.

use std::collections::BTreeMap;

use certificate::{StatedClass, StatedParlay, StatedParlayHand, StatedWager};
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rules::Submission;

use crate::hands::{VALUES, value_name};
use crate::refusal::Refusal;
use crate::up_card_play::{UpCardPlay, stated_plays};
use crate::wagers;

/// Gain and hands under the play of this class.
///
/// # Errors
/// [`Refusal`] for tables that the rules do not ask for, and for a wager that is not offered.
pub(crate) fn derive(
    submission: &Submission,
    class: &StatedClass,
    stated: &StatedWager,
) -> Result<StatedParlay, Refusal> {
    let added = wagers::added(submission, stated)?;
    let (mut gain, mut always) = (BigRational::zero(), BigRational::zero());
    let mut hands: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (up, play) in stated_plays(submission, class)? {
        let table = UpCardPlay::new(submission, class, up, play)?;
        let of_up = BigRational::new(submission.shoe.count(up).into(), submission.shoe.total().into());
        for first in table.first_hands()? {
            let [low, high] = first.hand;
            let Some(mean) = added.get(&(low * VALUES + high)).filter(|mean| mean.is_positive()) else { continue };
            let worth = &first.worth * mean * &of_up;
            always += &worth;
            if worth.is_positive() {
                gain += worth;
                let against = hands.entry(format!("{},{}", value_name(low), value_name(high))).or_default();
                against.push(match first.signal.as_str() {
                    "none" => first.up.to_string(),
                    signal => format!("{} {signal}", first.up),
                });
            }
        }
    }
    let hands = hands.into_iter().map(|(hand, against)| StatedParlayHand { hand, against });
    Ok(StatedParlay { gain: cards::fraction(&gain), always: cards::fraction(&always), hands: hands.collect() })
}

/// Checks gain and hands under the play of this class.
///
/// # Errors
/// [`Refusal`] for the first claim that does not hold.
pub(crate) fn check(submission: &Submission, class: &StatedClass, stated: &StatedWager) -> Result<(), Refusal> {
    let Some(parlay) = &stated.parlay else { return Ok(()) };
    let here = format!("wager {} {}: winnings added to the base wager", stated.id, stated.paytable);
    let StatedParlay { gain, always, hands: found } = derive(submission, class, stated)?;
    for (what, stated, found) in [("gain", &parlay.gain, gain), ("gain of always", &parlay.always, always)] {
        if *stated != found {
            return Err(Refusal::value(&format!("{here}: {what}"), stated, &found));
        }
    }
    if found == parlay.hands {
        return Ok(());
    }
    let wrong = parlay.hands.iter().find(|hand| !found.contains(hand)).map(|hand| &hand.hand);
    let text = match wrong {
        Some(hand) => {
            format!("{here}: {} is listed, and it does not gain so", hand.chars().take(20).collect::<String>())
        }
        None => format!("{here}: hands that gain are missing or out of order"),
    };
    Err(Refusal::Table(text))
}
