//! A wager's paytables under some readings, one row each.

use certificate::{Exact, Progressive, Wager};
use num_rational::BigRational;
use num_traits::Signed;
use serde::Serialize;

use super::super::readings::Against;
use crate::{
    family::{Family, Reading},
    figure::{self, EdgeCell, usual_percent},
    position::Position,
};

#[derive(Debug, Serialize)]
pub(super) struct Table {
    /// Whether the wager has a meter.
    progressive: bool,
    /// Whether any paytable of the wager has a published interval.
    published: bool,
    /// Whether play decides the wager.
    played: bool,
    /// Players who share a meter, if any do.
    shared: Option<String>,
    /// The meter that the figures are stated for, if it is the same for all.
    meter: Option<String>,
    groups: Vec<Group>,
    variants: usize,
    /// From the least to the greatest house edge.
    range: Option<String>,
    favours: bool,
    /// Whether the rows say what the long run returns.
    long_run: bool,
}

#[derive(Debug, Serialize)]
struct Group {
    /// Empty for a wager that no reading concerns.
    choices: Vec<String>,
    chosen: bool,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    paytable: String,
    favours: bool,
    edge: EdgeCell,
    /// The EV, or of a progressive wager its formula.
    ev: String,
    /// Of a progressive wager.
    break_even: String,
    /// The same if players share the meter.
    shared: String,
    /// Of a progressive wager, where it is not the table's.
    meter: Option<String>,
    /// House edge under the play that is best for the wager alone.
    alone: EdgeCell,
    alone_favours: bool,
    std_dev: String,
    hit_frequency: String,
    published: Option<String>,
    position: Option<Against>,
    long_run: String,
    long_run_favours: bool,
}

pub(super) fn table(family: &Family<'_>, readings: &[Reading<'_>]) -> Table {
    let wagers = || readings.iter().flat_map(|reading| &reading.paytables).copied();
    let meters: Vec<Option<String>> = wagers().map(super::meter).collect();
    let same = meters.windows(2).all(|pair| pair[0] == pair[1]);
    let meter = meters.first().cloned().flatten().filter(|_| same);
    let edges: Vec<BigRational> = wagers().filter_map(|wager| wager.ev.value()).map(|ev| -ev).collect();
    let long_run = !std::ptr::eq(readings.as_ptr(), family.readings.as_ptr());
    let shared = || wagers().filter_map(|wager| wager.progressive.as_ref()?.shared.as_ref());
    Table {
        shared: shared().map(|shared| shared.players).max().map(|players| figure::grouped(&players.to_string())),
        progressive: family.is_progressive(),
        published: family.variants().any(|wager| wager.published.is_some()),
        played: wagers().any(|wager| wager.played.is_some()),
        groups: readings
            .iter()
            .map(|reading| Group {
                choices: reading.choices.clone(),
                chosen: reading.paytables.iter().any(|wager| wager.chosen),
                rows: reading.paytables.iter().map(|wager| row(wager, meter.is_some())).collect(),
            })
            .collect(),
        meter,
        variants: meters.len(),
        range: figure::percent_range(&edges),
        favours: wagers().any(|wager| wager.favours_player),
        long_run: long_run && wagers().any(|wager| long_runs(wager).next().is_some()),
    }
}

fn row(wager: &Wager, meter_in_head: bool) -> Row {
    let edge = figure::negated(&wager.ev);
    let interval = wager.published.as_ref();
    let position = interval.and_then(|[low, high]| Position::of(&edge, low, high));
    let progressive = wager.progressive.as_ref();
    let ev = progressive.map(|it| figure::linear(&it.fixed, &it.per_meter_unit));
    let break_even = progressive.and_then(|it| it.break_even_meter.as_ref());
    let returns: Vec<BigRational> = long_runs(wager).filter_map(|run| figure::printed(&run.rtp)).collect();
    let alone = wager.played.as_ref().map(|played| figure::negated(&played.alone.ev));
    Row {
        paytable: wager.paytable.clone(),
        favours: wager.favours_player,
        ev: ev.unwrap_or_else(|| figure::minus(&wager.ev.rounded(8))),
        break_even: break_even.and_then(Exact::value).as_ref().map_or_else(figure::dash, even),
        shared: progressive.and_then(shared_even).unwrap_or_else(figure::dash),
        meter: super::meter(wager).filter(|_| !meter_in_head),
        alone: EdgeCell::of(alone.as_ref()),
        alone_favours: alone.and_then(|edge| edge.value()).is_some_and(|edge| edge.is_negative()),
        edge: EdgeCell::of(Some(&edge)),
        std_dev: figure::minus(&wager.std_dev.rounded(6)),
        hit_frequency: usual_percent(&wager.hit_frequency),
        published: interval
            .map(|[low, high]| format!("{} to {}", figure::short_percent(low), figure::short_percent(high))),
        position: position.as_ref().map(Against::of),
        long_run: figure::percent_range(&returns).unwrap_or_else(figure::dash),
        long_run_favours: long_runs(wager).any(|run| run.favours_player),
    }
}

/// A meter at which a wager is even.
pub(super) fn even(meter: &BigRational) -> String {
    if meter.is_negative() { "below 0".into() } else { figure::amount_of(meter) }
}

/// The meter at which the wager is even for players who share it; no more than that if their part is a lower bound.
fn shared_even(progressive: &Progressive) -> Option<String> {
    let shared = progressive.shared.as_ref()?;
    let meter = shared.break_even_meter.as_ref()?.value()?;
    let bound = if shared.exact || meter.is_negative() { "" } else { "at most " };
    Some(format!("{bound}{}", even(&meter)))
}

fn long_runs(wager: &Wager) -> impl Iterator<Item = &certificate::LongRun> {
    wager.progressive.iter().flat_map(|progressive| &progressive.long_run)
}
