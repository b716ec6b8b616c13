//! Progressive wagers: what each is worth at a meter, and in the long run.

use certificate::{LongRun, Progressive, Wager};

use crate::error::WorkbookError;
use crate::page::{Add, Maker, Page, cell, float, number};
use crate::wager::reading;

const FIRST: u32 = 4;

pub(crate) fn add<'a>(maker: &mut Maker<'a>, add: Add<'_, 'a>) -> Result<(), WorkbookError> {
    let wagers = &maker.document.wagers;
    let progressive: Vec<(&Wager, &Progressive)> =
        wagers.iter().filter_map(|wager| Some((wager, wager.progressive.as_ref()?))).collect();
    if progressive.is_empty() {
        return Ok(());
    }
    let mut page = maker.page("Meters", "Progressive wagers at a meter, and in the long run")?;
    page.widths(&[28.0, 12.0, 40.0, 9.0, 18.0, 18.0, 14.0, 18.0, 18.0, 18.0, 14.0])?;
    page.text(
        (1, 0),
        "Amounts are in units of the wager. Change a meter (yellow), and the EV follows.",
        &maker.styles.soft,
    )?;
    let heads = [
        "Wager",
        "Paytable",
        "Reading",
        "The report's",
        ">EV without the meter",
        ">A unit of the meter adds",
        ">Meter",
        ">EV at the meter",
        ">House edge",
        ">Return (RTP)",
        ">Even at a meter of",
    ];
    page.heads(FIRST - 1, &heads)?;
    page.freeze(FIRST)?;
    let mut row = FIRST;
    for (wager, meter) in &progressive {
        line(maker, &mut page, (wager, meter), row)?;
        row += 1;
    }
    long_runs(&mut page, &progressive, row + 1)?;
    add(page, "progressive wagers at any meter, the meters at which they are even, and the long run".to_owned());
    Ok(())
}

fn named(page: &mut Page<'_>, wager: &Wager, row: u32) -> Result<(), WorkbookError> {
    let styles = page.styles;
    page.text((row, 0), &wager.title, &styles.bold)?;
    page.text((row, 1), &wager.paytable, &styles.text)?;
    page.text((row, 2), &reading(wager), &styles.text)?;
    page.text((row, 3), if wager.chosen { "yes" } else { "" }, &styles.text)
}

fn line(maker: &mut Maker<'_>, page: &mut Page<'_>, of: (&Wager, &Progressive), row: u32) -> Result<(), WorkbookError> {
    let styles = page.styles;
    let (wager, progressive) = of;
    named(page, wager, row)?;
    let [fixed, slope] = [float(&progressive.fixed)?, float(&progressive.per_meter_unit)?];
    let ev = float(&wager.ev)?;
    page.number((row, 4), fixed, &styles.decimal)?;
    page.number((row, 5), slope, &styles.decimal)?;
    page.number((row, 6), float(&progressive.meter)?, &styles.input)?;
    let [fixed_cell, slope_cell, meter_cell, ev_cell] = [4, 5, 6, 7].map(|column| cell((row, column)));
    page.formula((row, 7), &format!("={fixed_cell}+{slope_cell}*{meter_cell}"), ev, &styles.decimal)?;
    page.formula((row, 8), &format!("=-{ev_cell}"), -ev, &styles.percent)?;
    page.formula((row, 9), &format!("=1+{ev_cell}"), 1.0 + ev, &styles.percent)?;
    let what = |figure: &str| format!("{}, {}, {}: {figure}", wager.title, wager.paytable, reading(wager));
    if wager.events.is_empty() {
        maker.check(page, (row, 7), what("EV at the meter"), ev);
    }
    if let Some(even) = &progressive.break_even_meter {
        let even = float(even)?;
        page.formula((row, 10), &format!("=-{fixed_cell}/{slope_cell}"), even, &styles.amount)?;
        maker.check(page, (row, 10), what("even meter"), even);
    }
    Ok(())
}

fn long_runs(page: &mut Page<'_>, wagers: &[(&Wager, &Progressive)], row: u32) -> Result<(), WorkbookError> {
    let styles = page.styles;
    let runs: Vec<(&Wager, &LongRun)> =
        wagers.iter().flat_map(|(wager, meter)| meter.long_run.iter().map(|run| (*wager, run))).collect();
    if runs.is_empty() {
        return Ok(());
    }
    page.text((row, 0), "In the long run, one unit wagered in every round", &styles.heading)?;
    page.text((row + 1, 0), "Under each model of what the text leaves open. These figures are the report's; their formula needs more than a spreadsheet.", &styles.soft)?;
    let heads = [
        "Wager",
        "Paytable",
        "Reading",
        "The report's",
        "Reserve goes to",
        "A part that is won",
        ">Rate and reserve",
        ">Mean of the start",
        ">Mean when won",
        ">Return (RTP)",
        ">EV",
    ];
    page.heads(row + 2, &heads)?;
    for (row, (wager, run)) in (row + 3..).zip(runs) {
        named(page, wager, row)?;
        page.text((row, 4), &run.reserve_goes, &styles.text)?;
        page.text((row, 5), &run.part_hits, &styles.text)?;
        let rates = format!("{} and {}", percent(&run.rate)?, percent(&run.reserve)?);
        page.text((row, 6), &rates, &styles.digits)?;
        for (column, text) in [(7, &run.mean_start), (8, &run.mean_meter_when_hit)] {
            page.number((row, column), number(text)?, &styles.amount)?;
        }
        page.number((row, 9), number(&run.rtp)?, &styles.percent)?;
        page.number((row, 10), number(&run.ev)?, &styles.percent)?;
    }
    Ok(())
}

fn percent(value: &certificate::Exact) -> Result<String, WorkbookError> {
    Ok(format!("{}%", float(value)? * 100.0))
}
