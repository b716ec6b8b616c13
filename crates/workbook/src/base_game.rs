//! The base game by up card and signal, a sheet for each class of strategies.

use certificate::{ClassResult, Signal, UpCard};
use report::class_short;

use crate::error::WorkbookError;
use crate::page::{Add, Maker, Page, cell, float, number, range};
use crate::styles::Styles;

/// The first row of the table, below its heads.
const FIRST: u32 = 4;

pub(crate) fn add<'a>(maker: &mut Maker<'a>, add: Add<'_, 'a>) -> Result<(), WorkbookError> {
    for class in &maker.document.base_game {
        let short = class_short(&class.strategy).replace('\u{2212}', "-");
        let title = format!("The base game by up card and signal: {short}");
        let mut page = maker.page(&format!("Base {short}"), &title)?;
        page.widths(&[12.0, 18.0, 14.0, 15.0, 15.0, 15.0, 17.0, 17.0, 24.0, 40.0])?;
        let unit = &maker.document.unit;
        page.text((1, 0), &format!("Probabilities and values are in a round from the full shoe. EV is the player's expected net result per unit of {unit}, insurance left out."), &maker.styles.soft)?;
        let last = rows(&mut page, class)?;
        total(maker, &mut page, class, last)?;
        let row = up_cards(maker, &mut page, class, last)?;
        figures(maker, &mut page, class, (row, last))?;
        add(page, format!("the value of the round under {short}, by up card and signal"));
    }
    Ok(())
}

/// The table, and the row of its last line.
fn rows(page: &mut Page<'_>, class: &ClassResult) -> Result<u32, WorkbookError> {
    let heads = [
        "Up card",
        "Signal",
        "Hole cards",
        ">Probability of the up card",
        ">Probability of the signal, given it",
        ">Probability of both",
        ">EV, given both",
        ">Adds to the EV",
        ">EV given both, the report's decimal",
        "The same as a fraction",
    ];
    page.heads(FIRST - 1, &heads)?;
    page.freeze(FIRST)?;
    let mut row = FIRST;
    for up in &class.by_up_card {
        for signal in &up.signals {
            line(page, row, up, signal)?;
            row += 1;
        }
    }
    Ok(row.max(FIRST + 1) - 1)
}

fn line(page: &mut Page<'_>, row: u32, up: &UpCard, signal: &Signal) -> Result<(), WorkbookError> {
    let styles = page.styles;
    let [chance, given, ev] = [float(&up.probability)?, float(&signal.probability)?, float(&signal.ev)?];
    let name = match up.attack {
        Some(true) => format!("{}, attack", up.up),
        _ => up.up.clone(),
    };
    page.text((row, 0), &name, &styles.bold)?;
    page.text((row, 1), &signal.signal, &styles.text)?;
    page.text((row, 2), &signal.holes.join(" "), &styles.text)?;
    page.number((row, 3), chance, &styles.percent)?;
    page.number((row, 4), given, &styles.percent)?;
    let [up_cell, signal_cell, both, ev_cell] = [3, 4, 5, 6].map(|column| cell((row, column)));
    page.formula((row, 5), &format!("={up_cell}*{signal_cell}"), chance * given, &styles.percent)?;
    page.number((row, 6), ev, &styles.decimal)?;
    page.formula((row, 7), &format!("={both}*{ev_cell}"), chance * given * ev, &styles.decimal)?;
    page.exact((row, 8), &signal.ev)
}

fn total(maker: &mut Maker<'_>, page: &mut Page<'_>, class: &ClassResult, last: u32) -> Result<(), WorkbookError> {
    let styles = page.styles;
    let row = last + 1;
    for column in 0..10 {
        page.text((row, column), if column == 0 { "All" } else { "" }, &Styles::total(&styles.text))?;
    }
    let short = class_short(&class.strategy);
    let ev = float(&class.ev)?;
    page.formula((row, 5), &format!("=SUM({})", range(5, FIRST, last)), 1.0, &Styles::total(&styles.percent))?;
    page.formula((row, 7), &format!("=SUM({})", range(7, FIRST, last)), ev, &Styles::total(&styles.decimal))?;
    maker.check(page, (row, 5), format!("{short}: probabilities add up to 1"), 1.0);
    maker.check(page, (row, 7), format!("{short}: EV of the base game"), ev);
    page.text((row, 8), &class.ev.decimal, &Styles::total(&styles.digits))?;
    page.fraction((row, 9), &class.ev)
}

/// The value of each up card from its signals; returns the first free row.
fn up_cards(maker: &mut Maker<'_>, page: &mut Page<'_>, class: &ClassResult, last: u32) -> Result<u32, WorkbookError> {
    let styles = page.styles;
    let head = last + 4;
    page.text((head - 1, 0), "By up card", &styles.heading)?;
    let heads = [
        "Up card",
        "Attack wager",
        "",
        ">Probability",
        "",
        "",
        ">EV, given it",
        "",
        ">EV given it, the report's decimal",
        "The same as a fraction",
    ];
    page.heads(head, &heads)?;
    let mut row = head + 1;
    let mut first = FIRST;
    for up in &class.by_up_card {
        let lines = u32::try_from(up.signals.len()).unwrap_or(0);
        if lines == 0 {
            continue;
        }
        let end = first + lines - 1;
        let [chance, ev] = [float(&up.probability)?, float(&up.ev)?];
        page.text((row, 0), &up.up, &styles.bold)?;
        let attack = up.attack.map_or("", |attack| if attack { "made" } else { "not made" });
        page.text((row, 1), attack, &styles.text)?;
        page.formula((row, 3), &format!("=SUM({})", range(5, first, end)), chance, &styles.percent)?;
        let value = format!("=SUM({})/SUM({})", range(7, first, end), range(5, first, end));
        page.formula((row, 6), &value, ev, &styles.decimal)?;
        page.exact((row, 8), &up.ev)?;
        let short = class_short(&class.strategy);
        maker.check(page, (row, 3), format!("{short}: probability of the up card {}", up.up), chance);
        maker.check(page, (row, 6), format!("{short}: EV given the up card {}", up.up), ev);
        first = end + 1;
        row += 1;
    }
    Ok(row + 1)
}

/// House edge, return and what else the class has; `at` is the row to begin in, and the last line of the table.
fn figures(
    maker: &mut Maker<'_>,
    page: &mut Page<'_>,
    class: &ClassResult,
    at: (u32, u32),
) -> Result<(), WorkbookError> {
    let styles = page.styles;
    let (row, last) = at;
    let short = class_short(&class.strategy);
    page.text((row, 0), "Figures", &styles.heading)?;
    let heads = ["Figure", "", "", "", "", "", ">By formula", "", ">The report's decimal", "The same as a fraction"];
    page.heads(row + 1, &heads)?;
    let total = cell((last + 1, 7));
    let [ev, edge, average] = [float(&class.ev)?, float(&class.house_edge)?, float(&class.average_wager)?];
    page.text((row + 2, 0), "House edge", &styles.text)?;
    page.formula((row + 2, 6), &format!("=-{total}"), edge, &styles.percent)?;
    page.exact((row + 2, 8), &class.house_edge)?;
    maker.check(page, (row + 2, 6), format!("{short}: house edge"), edge);
    page.text((row + 3, 0), &format!("Return to the player (RTP), per unit of {}", maker.document.unit), &styles.text)?;
    page.formula((row + 3, 6), &format!("=1+{total}"), 1.0 + ev, &styles.percent)?;
    page.text((row + 4, 0), "Average wager of a round, stated", &styles.text)?;
    page.number((row + 4, 6), average, &styles.decimal)?;
    page.exact((row + 4, 8), &class.average_wager)?;
    page.text((row + 5, 0), "Element of risk: house edge per unit of everything wagered", &styles.text)?;
    let risk = float(&class.element_of_risk)?;
    page.formula((row + 5, 6), &format!("=-{total}/{}", cell((row + 4, 6))), risk, &styles.percent)?;
    page.exact((row + 5, 8), &class.element_of_risk)?;
    maker.check(page, (row + 5, 6), format!("{short}: element of risk"), risk);
    if let Some(root) = &class.std_dev {
        page.text((row + 6, 0), "Standard deviation of a round, stated", &styles.text)?;
        page.number((row + 6, 6), number(&root.decimal)?, &styles.decimal)?;
        page.text((row + 6, 8), &root.decimal, &styles.digits)?;
    }
    Ok(())
}
