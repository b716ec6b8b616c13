//! A sheet for each side wager: every paytable under every reading, from deals and payouts.

use certificate::Wager;
use num_traits::ToPrimitive;
use report::{Family, families, negated};

use crate::error::WorkbookError;
use crate::page::{Add, Maker, Page, cell, float, number, range, ratio};
use crate::styles::Styles;

const COLUMNS: u16 = 11;

/// The clause, to stand before a sentence; nothing of a wager without one.
fn cited(clause: &str) -> String {
    if clause.is_empty() { String::new() } else { format!("{clause}. ") }
}

/// The columns of an outcome.
const DEALS: u16 = 2;
const CHANCE: u16 = 3;
const PAYS: u16 = 5;
const SHARE: u16 = 6;
const NET: u16 = 7;
const ADDS: u16 = 8;
const RETURNED: u16 = 9;
const PART: u16 = 10;

pub(crate) fn add<'a>(maker: &mut Maker<'a>, add: Add<'_, 'a>) -> Result<(), WorkbookError> {
    for family in families(&maker.document.wagers) {
        let mut page = maker.page(family.title, &format!("Side wager: {}", family.title))?;
        page.widths(&[40.0, 22.0, 20.0, 15.0, 24.0, 13.0, 12.0, 16.0, 17.0, 17.0, 15.0])?;
        let variants: Vec<&Wager> = family.variants().collect();
        page.text(
            (1, 0),
            &format!("{}Figures are per unit of the wager. All deals are equally likely.", cited(family.clause)),
            &maker.styles.soft,
        )?;
        let mut row = 5 + u32::try_from(variants.len()).unwrap_or(0);
        let mut places = Vec::new();
        for wager in &variants {
            let block = Block::write(maker, &mut page, wager, row)?;
            row = block.end;
            places.push(block);
        }
        overview(&mut page, &variants, &places)?;
        add(page, holds(&family, variants.len()));
    }
    Ok(())
}

fn holds(family: &Family<'_>, variants: usize) -> String {
    let tables = family.own().paytables.len();
    let plural = if tables == 1 { "paytable" } else { "paytables" };
    if variants == tables {
        format!("side wager: {tables} {plural} by deals and payouts")
    } else {
        format!("side wager: {tables} {plural} by deals and payouts, {variants} with all readings")
    }
}

/// The readings of a wager in a line.
pub(crate) fn reading(wager: &Wager) -> String {
    let choices: Vec<String> = wager.reading.iter().map(|(name, choice)| format!("{name} = {choice}")).collect();
    choices.join("; ")
}

/// The list of variants at the head of the sheet, each with a link to its table.
fn overview(page: &mut Page<'_>, variants: &[&Wager], places: &[Block]) -> Result<(), WorkbookError> {
    let styles = page.styles;
    let heads = [
        "Reading",
        "Paytable",
        "The report's",
        ">House edge",
        ">Return (RTP)",
        ">Hit frequency",
        "",
        ">Standard deviation",
        ">Published: from",
        ">to",
        "",
    ];
    page.heads(3, &heads)?;
    for (row, (wager, block)) in (4..).zip(variants.iter().zip(places)) {
        page.text((row, 0), &reading(wager), &styles.text)?;
        page.link((row, 1), &page.name.clone(), &cell((block.start, 0)), &wager.paytable)?;
        page.text((row, 2), if wager.chosen { "yes" } else { "" }, &styles.text)?;
        let ev = float(&wager.ev)?;
        let figures = [
            (3, block.edge, -ev, &styles.percent),
            (4, block.edge + 1, 1.0 + ev, &styles.percent),
            (5, block.edge + 4, float(&wager.hit_frequency)?, &styles.percent),
            (7, block.edge + 3, number(&wager.std_dev.decimal)?, &styles.decimal),
        ];
        for (column, from, result, style) in figures {
            page.formula((row, column), &format!("={}", cell((from, CHANCE))), result, style)?;
        }
        if let Some([low, high]) = &wager.published {
            page.number((row, 8), float(low)?, &styles.percent)?;
            page.number((row, 9), float(high)?, &styles.percent)?;
        }
    }
    Ok(())
}

/// Where the table of a paytable under a reading stands.
struct Block {
    start: u32,
    /// The row of its house edge; return, variance, standard deviation and hit frequency follow.
    edge: u32,
    /// The first free row.
    end: u32,
}

/// The rows of the outcomes, first and last, and the cell of the meter.
struct Outcomes {
    first: u32,
    last: u32,
    meter: Option<String>,
}

impl Block {
    fn write(maker: &mut Maker<'_>, page: &mut Page<'_>, wager: &Wager, row: u32) -> Result<Self, WorkbookError> {
        let styles = page.styles;
        let reading = reading(wager);
        let paytable = format!("Paytable {}", wager.paytable);
        let title = if reading.is_empty() { paytable } else { format!("{paytable}, {reading}") };
        page.text((row, 0), &title, &styles.heading)?;
        let mut at = row + 1;
        let mut meter = None;
        if let Some(progressive) = &wager.progressive {
            page.text((at, 0), "Meter, in units of the wager", &styles.text)?;
            page.number((at, CHANCE), float(&progressive.meter)?, &styles.input)?;
            meter = Some(rust_xlsxwriter::utility::row_col_to_cell_absolute(at, CHANCE));
            at += 1;
        }
        page.heads(
            at,
            &[
                "Outcome",
                ">Deals, all digits",
                ">Deals",
                ">Probability",
                "Pays",
                ">Pays per unit, net",
                ">Share of the meter",
                ">Net result",
                ">Adds to the EV",
                ">Returned, wager included",
                ">Share of all that is returned",
            ],
        )?;
        let last = at + u32::try_from(wager.lines.len()).unwrap_or(0);
        let outcomes = Outcomes { first: at + 1, last, meter };
        lines(page, wager, &outcomes)?;
        totals(maker, page, wager, &outcomes)?;
        let end = figures(maker, page, wager, &outcomes)?;
        Ok(Self { start: row, edge: last + 3, end: end + 1 })
    }
}

fn lines(page: &mut Page<'_>, wager: &Wager, outcomes: &Outcomes) -> Result<(), WorkbookError> {
    let styles = page.styles;
    let total_cell = cell((outcomes.last + 1, DEALS));
    let returned_cell = cell((outcomes.last + 1, RETURNED));
    let total = ratio(&wager.total)?;
    let meter = wager.progressive.as_ref().map(|one| one.meter.value().unwrap_or_default()).unwrap_or_default();
    for (row, line) in (outcomes.first..).zip(&wager.lines) {
        let pays = ratio(&line.pays)?;
        let share = line.meter_share.as_deref().map(ratio).transpose()?;
        let net = &pays + share.clone().unwrap_or_default() * &meter;
        let chance = ratio(&line.combinations)? / &total;
        let returned = &chance + &chance * &net;
        let nearest = |number: &num_rational::BigRational| number.to_f64().unwrap_or_default();
        page.text((row, 0), &line.name, &styles.text)?;
        page.text((row, 1), &line.combinations, &styles.digits)?;
        page.number((row, DEALS), number(&line.combinations)?, styles.count_of(&line.combinations))?;
        let [deals, chance_cell, pays_cell, share_cell, net_cell, back] =
            [DEALS, CHANCE, PAYS, SHARE, NET, RETURNED].map(|column| cell((row, column)));
        page.formula((row, CHANCE), &format!("={deals}/{total_cell}"), nearest(&chance), &styles.percent)?;
        page.text((row, 4), &report::pays(&line.pays, line.meter_share.as_deref()), &styles.after)?;
        page.number((row, PAYS), nearest(&pays), &styles.plain)?;
        let net_formula = match (&share, &outcomes.meter) {
            (Some(share), Some(meter)) => {
                page.number((row, SHARE), nearest(share), &styles.plain)?;
                format!("={pays_cell}+{share_cell}*{meter}")
            }
            _ => format!("={pays_cell}"),
        };
        page.formula((row, NET), &net_formula, nearest(&net), &styles.plain)?;
        let adds = nearest(&(&chance * &net));
        page.formula((row, ADDS), &format!("={chance_cell}*{net_cell}"), adds, &styles.decimal)?;
        let give_back = format!("={chance_cell}*(1+{net_cell})");
        page.formula((row, RETURNED), &give_back, nearest(&returned), &styles.decimal)?;
        let part = float(&line.share_of_return)?;
        page.formula((row, PART), &format!("={back}/{returned_cell}"), part, &styles.percent)?;
    }
    Ok(())
}

fn what(wager: &Wager, figure: &str) -> String {
    let reading = reading(wager);
    let comma = if reading.is_empty() { "" } else { ", " };
    format!("{}{comma}{reading}: {figure}", wager.paytable)
}

/// The row below the outcomes.
fn totals(maker: &mut Maker<'_>, page: &mut Page<'_>, wager: &Wager, outcomes: &Outcomes) -> Result<(), WorkbookError> {
    let styles = page.styles;
    let row = outcomes.last + 1;
    for column in 0..COLUMNS {
        page.text((row, column), if column == 0 { "All deals" } else { "" }, &Styles::total(&styles.text))?;
    }
    page.text((row, 1), &wager.total, &Styles::total(&styles.digits))?;
    let (total, ev) = (number(&wager.total)?, float(&wager.ev)?);
    let sum = |column: u16| format!("=SUM({})", range(column, outcomes.first, outcomes.last));
    for (column, result, style) in [
        (DEALS, total, styles.count_of(&wager.total)),
        (CHANCE, 1.0, &styles.percent),
        (ADDS, ev, &styles.decimal),
        (RETURNED, 1.0 + ev, &styles.decimal),
        (PART, 1.0, &styles.percent),
    ] {
        page.formula((row, column), &sum(column), result, &Styles::total(style))?;
    }
    maker.check(page, (row, DEALS), what(wager, "deals"), total);
    maker.check(page, (row, ADDS), what(wager, "EV"), ev);
    Ok(())
}

/// The figures below a table; returns the first free row.
fn figures(
    maker: &mut Maker<'_>,
    page: &mut Page<'_>,
    wager: &Wager,
    outcomes: &Outcomes,
) -> Result<u32, WorkbookError> {
    let styles = page.styles;
    let column = |column: u16| range(column, outcomes.first, outcomes.last);
    let [chances, nets] = [column(CHANCE), column(NET)];
    let ev_cell = cell((outcomes.last + 1, ADDS));
    let head = outcomes.last + 2;
    let heads =
        ["Figure", "", "", ">By formula", ">The report's decimal", "The same as a fraction", "", "", "", "", ""];
    page.heads(head, &heads)?;
    let ev = float(&wager.ev)?;
    let variance = format!("=SUMPRODUCT({chances},{nets},{nets})-{ev_cell}^2");
    let edge = negated(&wager.ev);
    let mut list = vec![
        ("House edge", format!("=-{ev_cell}"), -ev, Some(&edge), &styles.percent),
        ("Return to the player (RTP)", format!("=1+{ev_cell}"), 1.0 + ev, None, &styles.percent),
        ("Variance of the net result", variance, float(&wager.variance)?, Some(&wager.variance), &styles.decimal),
        (
            "Standard deviation",
            format!("=SQRT({})", cell((head + 3, CHANCE))),
            number(&wager.std_dev.decimal)?,
            None,
            &styles.decimal,
        ),
        (
            "Hit frequency: a net result above zero",
            format!("=SUMIF({nets},\">0\",{chances})"),
            float(&wager.hit_frequency)?,
            Some(&wager.hit_frequency),
            &styles.percent,
        ),
    ];
    if let Some(progressive) = &wager.progressive {
        let (fixed, slope) = (&progressive.fixed, &progressive.per_meter_unit);
        let sum = |of: u16| format!("=SUMPRODUCT({chances},{})", column(of));
        list.push(("EV without the meter", sum(PAYS), float(fixed)?, Some(fixed), &styles.decimal));
        list.push(("A unit of the meter adds", sum(SHARE), float(slope)?, Some(slope), &styles.decimal));
        if let Some(even) = &progressive.break_even_meter {
            let formula = format!("=-{}/{}", cell((head + 6, CHANCE)), cell((head + 7, CHANCE)));
            list.push(("Even at a meter of", formula, float(even)?, Some(even), &styles.amount));
        }
    }
    let mut row = head + 1;
    for (label, formula, result, exact, style) in list {
        page.text((row, 0), label, &styles.text)?;
        page.formula((row, CHANCE), &formula, result, style)?;
        if let Some(exact) = exact {
            page.exact((row, 4), exact)?;
        }
        maker.check(page, (row, CHANCE), what(wager, &label.to_lowercase()), result);
        row += 1;
    }
    Ok(row)
}
