//! The effect of the cut card as a table for spreadsheets.

use certificate::{CutCards, Exact};

use crate::csv::line;
use crate::figure;

/// `cut-card.csv`: a line for every number of players and place of the cut card. Amounts are per unit of initial wager.
pub(crate) fn cut_card_csv(cut: &CutCards) -> String {
    let mut text = String::from(
        "players,cards_before,cards,allowed,rounds_per_shoe,effect,standard_error,z,ev,house_edge,rtp,shoes_too_short\n",
    );
    for table in &cut.tables {
        for place in &table.by_depth {
            line(
                &mut text,
                &[
                    &table.players.to_string(),
                    &place.cards_before.to_string(),
                    &cut.cards.to_string(),
                    if place.allowed { "true" } else { "false" },
                    &place.rounds_per_shoe,
                    &place.effect,
                    &place.standard_error,
                    &place.z,
                    &place.ev,
                    &place.house_edge,
                    &returned(&place.house_edge),
                    &place.shoes_too_short.to_string(),
                ],
            );
        }
    }
    text
}

/// The RTP that a printed house edge leaves, in as many places. What is no decimal leaves none.
fn returned(house_edge: &str) -> String {
    let places = house_edge.split_once('.').map_or(0, |(_, decimals)| decimals.len() as u32);
    figure::printed(house_edge).map_or_else(String::new, |edge| figure::rtp(&Exact::from(&edge)).rounded(places))
}
