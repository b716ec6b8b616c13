//! The ceiling on the page, and as a table for spreadsheets.

use num_rational::BigRational;
use serde::Serialize;

use super::ceiling::{CeilingBets, CeilingWorth, CountBelow};
use super::document::SeenDepth;
use super::fields::seen;
use super::findings::SHARE_PLACES;
use super::subject::ExposurePage;
use crate::csv::{both, line};
use crate::figure::{self, PERCENT_PLACES};

/// Places of parts of the ceiling.
const PART_PLACES: u32 = 1;

/// The ceiling of a depth.
#[derive(Debug, Serialize)]
pub(super) struct ShownCeiling {
    title: String,
    shoes: String,
    level: u32,
    error: String,
    favourable: String,
    favourable_interval: String,
    few: bool,
    rows: Vec<CeilingLine>,
}

/// Bets with what they win.
#[derive(Debug, Serialize)]
struct CeilingLine {
    bets: String,
    win: String,
    interval: String,
    count: String,
    reached: String,
    reached_interval: String,
}

/// The ceiling of every depth, in their order.
pub(super) fn ceilings(page: &ExposurePage<'_>) -> Vec<ShownCeiling> {
    let shown = |depth: &SeenDepth| Some(shown(page.seen(depth), depth.ceiling.as_ref()?));
    page.depths.iter().filter_map(shown).collect()
}

fn shown(title: String, ceiling: &CeilingWorth) -> ShownCeiling {
    ShownCeiling {
        title,
        shoes: figure::grouped(&ceiling.shoes.to_string()),
        level: ceiling.level,
        error: ceiling.error.clone(),
        favourable: hundredfold(&ceiling.favourable.estimate, SHARE_PLACES),
        favourable_interval: interval(&ceiling.favourable.interval, SHARE_PLACES),
        few: ceiling.has_few_favourable(),
        rows: ceiling
            .bets()
            .into_iter()
            .map(|CeilingBets { words, estimate, count, .. }| CeilingLine {
                bets: words,
                win: hundredfold(&estimate.estimate, PERCENT_PLACES),
                interval: interval(&estimate.interval, PERCENT_PLACES),
                count: count.map_or_else(String::new, |count| {
                    let win = count.win.value().unwrap_or_default() * figure::hundred();
                    figure::minus(&cards::decimal(&win, PERCENT_PLACES))
                }),
                reached: reached(count, |reached| hundredfold(&reached.estimate, PART_PLACES)),
                reached_interval: reached(count, |reached| interval(&reached.interval, PART_PLACES)),
            })
            .collect(),
    }
}

fn reached(count: Option<&CountBelow>, of: impl Fn(&super::CeilingReached) -> String) -> String {
    count.and_then(|count| count.reached.as_ref()).map_or_else(String::new, of)
}

fn hundredfold(decimal: &str, places: u32) -> String {
    let number: BigRational = figure::printed(decimal).unwrap_or_default();
    figure::minus(&cards::decimal(&(number * figure::hundred()), places))
}

fn interval([low, high]: &[String; 2], places: u32) -> String {
    format!("{} to {}", hundredfold(low, places), hundredfold(high, places))
}

/// One row a depth and kind of bets.
pub(super) fn ceiling_table(page: &ExposurePage<'_>) -> String {
    let mut text = String::from(
        "seen_from,seen_to,shoes,seed,level,bets,win,standard_error,interval_from,interval_to,count_win,count_win_fraction,reached,reached_from,reached_to\n",
    );
    for (depth, ceiling) in page.depths.iter().filter_map(|depth| Some((depth, depth.ceiling.as_ref()?))) {
        let [from, to] = seen(depth);
        let [shoes, seed, level] =
            [ceiling.shoes, ceiling.seed, ceiling.level.into()].map(|number: u64| number.to_string());
        let bets = ceiling.bets().into_iter().map(|bets| (bets.name, bets.estimate, bets.count));
        for (name, estimate, count) in bets.chain([("favourable_shoes", &ceiling.favourable, None)]) {
            let mut fields = vec![from.as_str(), &to, &shoes, &seed, &level, name];
            fields.extend([&estimate.estimate, &estimate.standard_error].map(String::as_str));
            fields.extend(estimate.interval.each_ref().map(String::as_str));
            fields.extend(both(count.map(|count| &count.win)));
            let reached = count.and_then(|count| count.reached.as_ref());
            fields
                .extend(reached.map_or([""; 3], |reached| {
                    [reached.estimate.as_str(), &reached.interval[0], &reached.interval[1]]
                }));
            line(&mut text, &fields);
        }
    }
    text
}
