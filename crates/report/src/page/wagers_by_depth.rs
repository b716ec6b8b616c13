//! Side wagers by true count, after some of the shoe was seen.

use certificate::{CountByDepth, CountedWagerDepth, Counting, ReportDocument, SeenDepth, WhyNoCounts};
use num_rational::BigRational;
use num_traits::One as _;
use serde::Serialize;

use super::by_depth::{SHARE_PLACES, interval, true_count};
use crate::counted;
use crate::extremes::greatest;
use crate::figure::{self, PERCENT_PLACES};

/// Side wagers of a table.
const COLUMNS: usize = 6;
/// A wager that pays in less than one of so many rounds is not named in the finding.
const RARE: i64 = 1_000_000;

/// The side wagers.
#[derive(Debug, Serialize)]
pub(super) struct SideDepths {
    finding: Option<String>,
    rows: Vec<PaysRow>,
    tables: Vec<SideTable>,
    /// Whether standard deviations are stated.
    has_std_dev: bool,
    left_out: Vec<String>,
}

/// When a side wager pays.
#[derive(Debug, Serialize)]
struct PaysRow {
    wager: String,
    paytable: String,
    count: String,
    percent: u8,
    pays: String,
    gain: String,
    from: String,
    up_to: String,
}

/// Some side wagers by one count after so many cards.
#[derive(Debug, Serialize)]
struct SideTable {
    count: String,
    percent: u8,
    seen: u32,
    wagers: Vec<String>,
    rows: Vec<SideTableRow>,
}

#[derive(Debug, Serialize)]
struct SideTableRow {
    true_count: String,
    probability: String,
    evs: Vec<String>,
}

/// `None` where no side wager is offered that is stated, or left out.
pub(super) fn section(document: &ReportDocument, counting: &Counting) -> Option<SideDepths> {
    let rows: Vec<PaysRow> = wagers(counting)
        .map(|(count, depth, wager)| PaysRow {
            wager: counted::wager_title(document, &wager.wager).to_owned(),
            paytable: wager.paytable.clone(),
            count: counted::title(counting, &count.id).to_owned(),
            percent: depth.percent,
            pays: figure::percent(&wager.pays, PERCENT_PLACES),
            gain: figure::minus(&wager.gain.percent(PERCENT_PLACES)),
            from: true_count(wager.pays_from.as_ref()),
            up_to: true_count(wager.pays_up_to.as_ref()),
        })
        .collect();
    let left_out = left_out(document, counting);
    let is_there = !rows.is_empty() || !left_out.is_empty();
    is_there.then(|| SideDepths {
        finding: finding(document, counting),
        rows,
        tables: counted::depths(counting).flat_map(|(count, depth)| tables(document, counting, count, depth)).collect(),
        has_std_dev: counted::depths(counting)
            .flat_map(|(_, depth)| &depth.rows)
            .any(|row| row.wagers.iter().any(|one| one.std_dev.is_some())),
        left_out,
    })
}

/// Every side wager by every count and depth.
fn wagers(counting: &Counting) -> impl Iterator<Item = (&CountByDepth, &SeenDepth, &CountedWagerDepth)> {
    counted::depths(counting).flat_map(|(count, depth)| depth.wagers.iter().map(move |wager| (count, depth, wager)))
}

fn tables(document: &ReportDocument, counting: &Counting, count: &CountByDepth, depth: &SeenDepth) -> Vec<SideTable> {
    let of_wagers = depth.wagers.chunks(COLUMNS).enumerate().map(|(chunk, wagers)| {
        let name =
            |one: &CountedWagerDepth| format!("{}, {}", counted::wager_title(document, &one.wager), one.paytable);
        let rows = depth.rows.iter().map(|row| SideTableRow {
            true_count: interval(row),
            probability: figure::percent(&row.probability, PERCENT_PLACES),
            evs: row
                .wagers
                .iter()
                .skip(chunk * COLUMNS)
                .take(COLUMNS)
                .map(|one| figure::percent(&one.ev, PERCENT_PLACES))
                .collect(),
        });
        SideTable {
            count: counted::title(counting, &count.id).to_owned(),
            percent: depth.percent,
            seen: depth.seen,
            wagers: wagers.iter().map(name).collect(),
            rows: rows.collect(),
        }
    });
    of_wagers.collect()
}

/// Of all wagers, counts and depths the one that wins most.
fn finding(document: &ReportDocument, counting: &Counting) -> Option<String> {
    let all: Vec<(BigRational, _)> = wagers(counting).filter_map(|one| Some((one.2.gain.value()?, one))).collect();
    let often = all.iter().filter_map(|(_, (.., wager))| wager.pays.value()).max()?;
    if often * BigRational::from_integer(RARE.into()) < BigRational::one() {
        return Some("No side wager has an EV above zero in as many as one in a million rounds.".to_owned());
    }
    let most = greatest(all)?;
    let (count, depth, wager) = most.item;
    Some(format!(
        "{}, {}, wins most: by {} after {}% of the shoe its EV is above zero in {} of rounds, and made in these alone it wins {} units per 100 rounds.{}",
        counted::wager_title(document, &wager.wager),
        wager.paytable,
        counted::title(counting, &count.id),
        depth.percent,
        figure::percent(&wager.pays, SHARE_PLACES),
        figure::minus(&wager.gain.percent(PERCENT_PLACES)),
        most.equals("it"),
    ))
}

/// Sentences on the side wagers that are not stated.
fn left_out(document: &ReportDocument, counting: &Counting) -> Vec<String> {
    let sentences = counting.wagers_left_out.iter().map(|one| {
        let why = match one.why {
            WhyNoCounts::Play => "the play of the hand decides it",
            WhyNoCounts::Event => "it has a line on an event apart from the cards",
            WhyNoCounts::Meter => "it pays a part of a meter",
            WhyNoCounts::Lines => "it has more lines than are counted together",
            WhyNoCounts::Cards => {
                "it looks at other cards than the first two of one hand and the dealer's, or both at the deal and at the dealer's finished hand"
            }
        };
        format!("{} by count and depth: left out, because {why}.", counted::wager_title(document, &one.wager))
    });
    sentences.collect()
}
