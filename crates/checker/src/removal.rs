//! Effects of removal: the stated strategy played through once more beside a shoe without one card, and side wagers counted again.

use cards::Value;
use certificate::{Certificate, StatedClass};
use num_rational::BigRational;
use num_traits::Zero;
use rules::Submission;

use crate::dealer::Dealings;
use crate::followers::looks_for_live_hands;
use crate::random_card::no_effect_of_a_random_card;
use crate::refusal::{Refusal, expect, same_list};
use crate::room::has_room_without_a_card;
use crate::up_card_play::{stated_plays, table_at};
use crate::wager_removal;

/// Most hands of a split beside which the solver sums a round by the cards that it takes.
const MOST_HANDS: u8 = 4;

/// The class whose strategy is kept.
pub(crate) const CLASS: &str = "td";

/// Whether effects of removal must be stated: where one hand is dealt to the player, where no late blackjack looks for live hands of a split, and where no round uses up the
/// shoe without one card.
pub fn is_asked_for(submission: &Submission) -> bool {
    let game = &submission.game;
    let is_followed = match &game.split {
        None => true,
        Some(split) => split.max_hands <= MOST_HANDS && !looks_for_live_hands(submission),
    };
    game.switch.is_none()
        && is_followed
        && cards_of_a_round(submission) < submission.shoe.total()
        && has_room_without_a_card(submission).is_ok()
}

/// A bound on the cards of a round: before its last card each hand has at most 20 points, the dealer's at most 16, every ace counted 1, and the smallest cards make the
/// longest hands.
pub(crate) fn cards_of_a_round(submission: &Submission) -> u32 {
    let hands = submission.game.split.as_ref().map_or(1, |split| u32::from(split.max_hands));
    let (mut points, mut cards) = (20 * hands + 16, hands + 1);
    for value in Value::all() {
        let each = u32::from(value.hard_points());
        let drawn = u32::from(submission.shoe.count(value)).min(points / each);
        cards += drawn;
        points -= drawn * each;
    }
    cards
}

/// What cards are taken out beside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Without {
    /// The base game, without the card at this place of the claims.
    Base(usize),
    /// The side wager at this place, without every card.
    Wager(usize),
}

/// The work that derives these claims; none where that of an earlier claim derives them too.
pub(crate) fn work(certificate: &Certificate, without: Without) -> Option<Without> {
    match without {
        Without::Wager(at) if wager_removal::counted_with(certificate, at).is_empty() => None,
        _ => Some(without),
    }
}

/// Which claims are there: every value that the shoe holds, or none where they may be left out. Where the analysis asks what counts tell they may not.
///
/// # Errors
/// [`Refusal`] for the first that is missing or too many.
pub(crate) fn present(submission: &Submission, certificate: &Certificate) -> Result<(), Refusal> {
    let stated = &certificate.removal;
    if stated.is_empty() && !is_asked_for(submission) {
        let without = "the analysis asks what counts tell, and no effects of removal are stated";
        return submission.exposure.as_ref().map_or(Ok(()), |_| Err(Refusal::Table(without.to_owned())));
    }
    if submission.game.switch.is_some() {
        return Err(Refusal::Table("effects of removal are stated where two hands are switched".to_owned()));
    }
    let held: Vec<Value> = Value::all().filter(|&value| submission.shoe.count(value) > 0).collect();
    same_list("the cards taken out", stated.iter().map(|one| &one.card), &held)?;
    let class = certificate.classes.iter().find(|class| class.strategy == CLASS);
    let class = class.ok_or_else(|| Refusal::Table(format!("{CLASS} without a card: the strategy is missing")))?;
    no_effect_of_a_random_card(&format!("{CLASS} without a card"), &submission.shoe, stated, &class.ev)
}

/// Derives again what is stated without these cards, and compares.
///
/// # Errors
/// [`Refusal`] if it is another, and for shoes that cannot be checked.
pub(crate) fn check(
    submission: &Submission,
    certificate: &Certificate,
    without: Without,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<(), Refusal> {
    let at = match without {
        Without::Base(at) => at,
        Without::Wager(at) => {
            let places = wager_removal::counted_with(certificate, at).into_iter();
            let wagers: Vec<_> = places.map(|place| &certificate.wagers[place]).collect();
            return wager_removal::check(submission, &wagers, progress);
        }
    };
    let stated = &certificate.removal[at];
    let what = format!("{CLASS} without {}: EV", stated.card);
    progress(&what);
    let class = certificate.classes.iter().find(|class| class.strategy == CLASS);
    let class = class.ok_or_else(|| Refusal::Table(format!("{what}: the strategy is missing")))?;
    let card = Value::all().find(|value| value.to_string() == stated.card);
    let card = card.ok_or_else(|| Refusal::Table(format!("{what}: there is no such card")))?;
    expect(&what, &stated.ev, &ev_without(submission, class, card)?)
}

/// The EV of the class's strategy once a card has left the shoe.
pub(crate) fn ev_without(submission: &Submission, class: &StatedClass, card: Value) -> Result<BigRational, Refusal> {
    let total = u64::from(submission.shoe.total()) - 1;
    let mut ev = BigRational::zero();
    for (place, (up, _)) in stated_plays(submission, class)?.into_iter().enumerate() {
        let held = u64::from(submission.shoe.count(up)) - u64::from(up == card);
        if held == 0 {
            continue;
        }
        let table = table_at(submission, class, place, &Dealings::default())?.without(card.index());
        let table = table.ok_or_else(|| Refusal::Table(format!("without {card}: the shoe has no such card")))?;
        ev += table.ev()? * BigRational::new(held.into(), total.into());
    }
    Ok(ev)
}
