//! What one card taken out of the shoe does to a side wager, by rank and suit.

use cards::Card;
use certificate::Exact;
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
    let faces: Vec<Card> = offered.cards.faces().collect();
    let without = faces.par_iter().filter_map(|&card| {
        let left = OfferedWager { cards: offered.cards.without(card)?, ..offered.clone() };
        let ev = wagers::value(submission, &left)?.ev(&meter);
        Some(FaceRemoved {
            card: card.to_string(),
            in_shoe: offered.cards.count(card),
            effect: (&(&ev - &whole)).into(),
            ev: (&ev).into(),
        })
    });
    without.collect()
}
