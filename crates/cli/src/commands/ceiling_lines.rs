//! What a player wins who knows every card that is left, beside the count.

use comfy_table::Table;
use shoeproof::{CeilingBets, CeilingWorth, rounded_percent};

use crate::tables::{align_figures, plain};

/// Places of percentages.
const PLACES: u32 = 4;
/// Places of parts of the ceiling.
const PART_PLACES: u32 = 1;

/// Over what is estimated.
pub(super) fn over_shoes(ceiling: &CeilingWorth) -> String {
    let CeilingWorth { shoes, level, error, favourable, .. } = ceiling;
    let mut text = format!(
        "a player who knows every card that is left: an estimate over {shoes} shoes, with {level}% confidence intervals; the EV of a shoe is off by {error} at most\n{}% of the shoes have a positive EV ({})",
        rounded_percent(&favourable.estimate, 2),
        interval(&favourable.interval, 2),
    );
    if ceiling.has_few_favourable() {
        text += "; these are few, so the intervals of what is won where it is positive say little";
    }
    text
}

/// What he wins, and the count with the same bets.
pub(super) fn ceilings(ceiling: &CeilingWorth, count: &str) -> Table {
    let mut text = plain();
    let by_count = format!("{count} wins");
    text.set_header(["bets", "wins per 100 rounds", "interval", "error", &by_count, "of that, %", "interval"]);
    for CeilingBets { words, estimate, count, .. } in ceiling.bets() {
        let reached = count.and_then(|count| count.reached.as_ref());
        text.add_row([
            words,
            rounded_percent(&estimate.estimate, PLACES),
            interval(&estimate.interval, PLACES),
            rounded_percent(&estimate.standard_error, PLACES),
            count.map_or_else(String::new, |count| count.win.percent(PLACES)),
            reached.map_or_else(String::new, |reached| rounded_percent(&reached.estimate, PART_PLACES)),
            reached.map_or_else(String::new, |reached| interval(&reached.interval, PART_PLACES)),
        ]);
    }
    for column in [1, 3, 4, 5] {
        align_figures(&mut text, column..column + 1);
    }
    text
}

fn interval([low, high]: &[String; 2], places: u32) -> String {
    format!("{} to {}", rounded_percent(low, places), rounded_percent(high, places))
}
