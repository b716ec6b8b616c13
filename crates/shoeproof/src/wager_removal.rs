//! What one card taken out of the shoe does to a side wager, by rank and suit.

use cards::{Card, Value};
use certificate::{Exact, StatedRemoval};
use num_rational::BigRational;
use rayon::prelude::*;
use rules::{OfferedWager, Submission};
use serde::Serialize;

use crate::offered::meter_of;
use crate::schema::JsonSchema;

/// A side wager without one card of a face.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FaceRemoved {
    /// The card, such as `Qh`.
    pub card: String,
    /// Cards of this face in the shoe.
    pub in_shoe: u16,
    /// Expected net result per unit wagered, from the shoe without one of them; a progressive's at its meter.
    pub ev: Exact,
    /// That less the EV from the whole shoe. Effects add up to zero, each as often as its face is in the shoe.
    pub effect: Exact,
}

/// Of every face in the shoe, by rank and suit; nothing of a wager that play decides. Two or three hundred milliseconds where three cards and the
/// dealer's two decide.
pub(crate) fn effects_of_removal(submission: &Submission, offered: &OfferedWager) -> Vec<FaceRemoved> {
    let meter = meter_of(offered);
    let Some(whole) = wagers::value(submission, offered).map(|result| result.ev(&meter)) else { return Vec::new() };
    let without = evs_without_each_face(submission, offered).into_iter().map(|(card, ev)| FaceRemoved {
        card: card.to_string(),
        in_shoe: offered.cards.count(card),
        effect: (&(&ev - &whole)).into(),
        ev: (&ev).into(),
    });
    without.collect()
}

/// The EV at the wager's meter without one card of every face in the shoe.
fn evs_without_each_face(submission: &Submission, offered: &OfferedWager) -> Vec<(Card, BigRational)> {
    let meter = meter_of(offered);
    let faces: Vec<Card> = offered.cards.faces().collect();
    let without = faces.par_iter().filter_map(|&card| {
        let left = OfferedWager { cards: offered.cards.without(card)?, ..offered.clone() };
        Some((card, wagers::value(submission, &left)?.ev(&meter)))
    });
    without.collect()
}

/// The EV without one card of each value in the shoe, every card of the value as likely to be the one, for a certificate.
pub(crate) fn stated(submission: &Submission, offered: &OfferedWager) -> Vec<StatedRemoval> {
    let by_face = evs_without_each_face(submission, offered);
    let shoe = offered.cards.composition();
    let of_value = Value::all().filter(|&value| shoe.count(value) > 0).map(|value| {
        let times = |card: Card| BigRational::from_integer(offered.cards.count(card).into());
        let faces = by_face.iter().filter(|(card, _)| card.rank.value() == value);
        let sum: BigRational = faces.map(|(card, ev)| ev * times(*card)).sum();
        let ev = sum / BigRational::from_integer(shoe.count(value).into());
        StatedRemoval { card: value.to_string(), ev: cards::fraction(&ev) }
    });
    of_value.collect()
}
