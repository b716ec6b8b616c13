//! What a player wins who knows every card that is left, beside the count.

use comfy_table::Table;
use shoeproof::{CeilingEstimate, CeilingSpread, CeilingWorth, CountBelow, rounded_percent};

use crate::tables::{align_figures, plain};

/// Places of percentages.
const PLACES: u32 = 4;
/// Places of parts of the ceiling.
const PART_PLACES: u32 = 1;
/// Fewer favourable shoes than the normal distribution is good for.
const FEW: u64 = 30;

/// Over what is estimated.
pub(super) fn over_shoes(ceiling: &CeilingWorth) -> String {
    let CeilingWorth { shoes, level, error, favourable, favourable_shoes, .. } = ceiling;
    let mut text = format!(
        "a player who knows every card that is left: an estimate over {shoes} shoes, with {level}% confidence intervals; the EV of a shoe is off by {error} at most\n{}% of the shoes have a positive EV ({})",
        rounded_percent(&favourable.estimate, 2),
        interval(&favourable.interval, 2),
    );
    if *favourable_shoes < FEW {
        text += "; these are few, so the intervals of what is won where it is positive say little";
    }
    text
}

/// What he wins, and the count with the same bets.
pub(super) fn ceilings(ceiling: &CeilingWorth, count: &str) -> Table {
    let mut text = plain();
    let by_count = format!("{count} wins");
    text.set_header(["bets", "wins per 100 rounds", "interval", "error", &by_count, "of that, %", "interval"]);
    let won = |bets: String, estimate: &CeilingEstimate, below: Option<&CountBelow>| {
        let reached = below.and_then(|below| below.reached.as_ref());
        [
            bets,
            rounded_percent(&estimate.estimate, PLACES),
            interval(&estimate.interval, PLACES),
            rounded_percent(&estimate.standard_error, PLACES),
            below.map_or_else(String::new, |below| below.win.percent(PLACES)),
            reached.map_or_else(String::new, |reached| rounded_percent(&reached.estimate, PART_PLACES)),
            reached.map_or_else(String::new, |reached| interval(&reached.interval, PART_PLACES)),
        ]
    };
    text.add_row(won("1 in every round".to_owned(), &ceiling.ev, None));
    if let Some(gain) = &ceiling.insurance {
        text.add_row(won("of it by insurance".to_owned(), gain, None));
    }
    text.add_row(won("1 where the EV is positive, else 0".to_owned(), &ceiling.win, Some(&ceiling.count)));
    if let Some(CeilingSpread { least, most, win, count }) = &ceiling.spread {
        text.add_row(won(format!("{most} where the EV is positive, else {least}"), win, Some(count)));
    }
    for column in [1, 3, 4, 5] {
        align_figures(&mut text, column..column + 1);
    }
    text
}

fn interval([low, high]: &[String; 2], places: u32) -> String {
    format!("{} to {}", rounded_percent(low, places), rounded_percent(high, places))
}
