//! What bets by the count win, after some of the shoe was seen.

use certificate::{CountByDepth, CountedBets, CountedSpread, Counting, SeenDepth};
use num_rational::BigRational;
use serde::Serialize;

use super::by_depth::{SHARE_PLACES, true_count};
use crate::counted;
use crate::extremes::greatest;
use crate::figure::{self, PERCENT_PLACES};

/// The bets of every count and depth.
#[derive(Debug, Serialize)]
pub(super) struct Bets {
    finding: Option<String>,
    spreads: Vec<String>,
    rows: Vec<BetsRow>,
    has_std_dev: bool,
}

/// One count after so many cards.
#[derive(Debug, Serialize)]
struct BetsRow {
    count: String,
    percent: u8,
    pays: String,
    from: String,
    up_to: String,
    /// Units won in 100 rounds, by spread.
    wins: Vec<String>,
}

/// `None` where no rounds are stated.
pub(super) fn section(counting: &Counting) -> Option<Bets> {
    let first = bets(counting).next()?.2;
    let rows = bets(counting).map(|(count, depth, bets)| BetsRow {
        count: counted::title(counting, &count.id).to_owned(),
        percent: depth.percent,
        pays: figure::percent(&bets.pays, PERCENT_PLACES),
        from: true_count(bets.pays_from.as_ref()),
        up_to: true_count(bets.pays_up_to.as_ref()),
        wins: bets.spreads.iter().map(|one| figure::minus(&one.win.percent(PERCENT_PLACES))).collect(),
    });
    Some(Bets {
        finding: finding(counting),
        spreads: first.spreads.iter().map(spread).collect(),
        rows: rows.collect(),
        has_std_dev: bets(counting).any(|(.., bets)| bets.spreads.iter().any(|one| one.std_dev.is_some())),
    })
}

fn bets(counting: &Counting) -> impl Iterator<Item = (&CountByDepth, &SeenDepth, &CountedBets)> {
    counted::depths(counting).filter_map(|(count, depth)| Some((count, depth, depth.bets.as_ref()?)))
}

fn spread(one: &CountedSpread) -> String {
    match (one.least, one.most) {
        (0, 1) => "one unit there alone".to_owned(),
        (least, most) => format!("{least} to {most} units"),
    }
}

/// Of all counts and depths the one that wins most with the largest spread.
fn finding(counting: &Counting) -> Option<String> {
    let all = bets(counting).filter_map(|(count, depth, bets)| {
        let largest = bets.spreads.last()?;
        Some((largest.win.value()?, (count, depth, bets, largest)))
    });
    let most = greatest(all)?;
    let (count, depth, bets, largest) = most.item;
    let verb = if most.value < BigRational::from_integer(0.into()) { "lose least" } else { "win most" };
    Some(format!(
        "Bets of {} {verb} by {} after {}% of the shoe: the EV is above zero in {} of rounds, and 100 rounds come to {} units.{}",
        spread(largest),
        counted::title(counting, &count.id),
        depth.percent,
        figure::percent(&bets.pays, SHARE_PLACES),
        figure::minus(&largest.win.percent(PERCENT_PLACES)),
        most.equals("it"),
    ))
}
