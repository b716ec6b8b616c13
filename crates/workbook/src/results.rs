//! Every result of a round, a sheet for each class whose distribution is stated.

use certificate::{ClassResult, RoundDistribution};
use report::class_short;

use crate::error::WorkbookError;
use crate::page::{Add, Maker, Page, cell, float, number, range};
use crate::styles::Styles;

const FIRST: u32 = 4;

pub(crate) fn add<'a>(maker: &mut Maker<'a>, add: Add<'_, 'a>) -> Result<(), WorkbookError> {
    for class in &maker.document.base_game {
        let Some(distribution) = class.distribution.as_ref().filter(|it| !it.action.is_empty()) else { continue };
        let short = class_short(&class.strategy).replace('\u{2212}', "-");
        let title = format!("Every result of a round: {short}");
        let mut page = maker.page(&format!("Results {short}"), &title)?;
        page.widths(&[14.0, 14.0, 16.0, 16.0, 16.0, 16.0, 24.0, 90.0])?;
        page.text((1, 0), "Amounts are in initial wagers, insurance left out. A result is a net result with all that was wagered in the round.", &maker.styles.soft)?;
        let last = rows(&mut page, distribution)?;
        figures(maker, &mut page, (class, distribution), last)?;
        add(page, format!("every result of a round under {short} with its probability, and what follows from them"));
    }
    Ok(())
}

fn rows(page: &mut Page<'_>, distribution: &RoundDistribution) -> Result<u32, WorkbookError> {
    let styles = page.styles;
    let heads = [
        ">Net result",
        ">Wagered",
        ">Probability",
        ">Adds to the EV",
        ">Adds to the mean square",
        ">Adds to the average wager",
        ">Probability, the report's decimal",
        "The same as a fraction",
    ];
    page.heads(FIRST - 1, &heads)?;
    page.freeze(FIRST)?;
    let mut row = FIRST;
    for one in &distribution.action {
        let [net, wagered, chance] = [number(&one.net)?, number(&one.wagered)?, float(&one.probability)?];
        page.number((row, 0), net, &styles.plain)?;
        page.number((row, 1), wagered, &styles.plain)?;
        page.number((row, 2), chance, &styles.percent)?;
        let [net_cell, wagered_cell, chance_cell] = [0, 1, 2].map(|column| cell((row, column)));
        page.formula((row, 3), &format!("={net_cell}*{chance_cell}"), net * chance, &styles.decimal)?;
        page.formula((row, 4), &format!("={net_cell}^2*{chance_cell}"), net * net * chance, &styles.decimal)?;
        page.formula((row, 5), &format!("={wagered_cell}*{chance_cell}"), wagered * chance, &styles.decimal)?;
        page.exact((row, 6), &one.probability)?;
        row += 1;
    }
    Ok(row - 1)
}

fn figures(
    maker: &mut Maker<'_>,
    page: &mut Page<'_>,
    of: (&ClassResult, &RoundDistribution),
    last: u32,
) -> Result<(), WorkbookError> {
    let styles = page.styles;
    let (class, distribution) = of;
    let short = class_short(&class.strategy);
    let total = last + 1;
    let sum = |column: u16| format!("=SUM({})", range(column, FIRST, last));
    let ev = float(&class.ev)?;
    let average = float(&class.average_wager)?;
    let sd = class.std_dev.as_ref().map(|root| number(&root.decimal)).transpose()?;
    let square = sd.map_or(0.0, |sd| sd * sd + ev * ev);
    let sums = [
        (2, 1.0, &styles.percent),
        (3, ev, &styles.decimal),
        (4, square, &styles.decimal),
        (5, average, &styles.decimal),
    ];
    for column in 0..8 {
        page.text((total, column), if column == 0 { "All" } else { "" }, &Styles::total(&styles.text))?;
    }
    for (column, result, style) in sums {
        page.formula((total, column), &sum(column), result, &Styles::total(style))?;
    }
    maker.check(page, (total, 2), format!("{short}: probabilities of the results add up to 1"), 1.0);
    maker.check(page, (total, 3), format!("{short}: EV from the results"), ev);
    maker.check(page, (total, 5), format!("{short}: average wager from the results"), average);
    let shares = [
        ("Probability of a net result above zero", ">0", &distribution.hit_frequency),
        ("Probability of a net result of zero", "=0", &distribution.push_frequency),
        ("Probability of a net result below zero", "<0", &distribution.loss_frequency),
    ];
    let mut row = total + 2;
    page.heads(row, &["Figure", "", ">By formula", "", "", "", ">The report's decimal", "The same as a fraction"])?;
    row += 1;
    for (label, condition, share) in shares {
        let result = float(share)?;
        let nets = range(0, FIRST, last);
        let formula = format!("=SUMIF({nets},\"{condition}\",{})", range(2, FIRST, last));
        page.text((row, 0), label, &styles.text)?;
        page.formula((row, 2), &formula, result, &styles.percent)?;
        page.exact((row, 6), share)?;
        maker.check(page, (row, 2), format!("{short}: {}", label.to_lowercase()), result);
        row += 1;
    }
    if let (Some(sd), Some(root)) = (sd, &class.std_dev) {
        page.text((row, 0), "Standard deviation of the net result", &styles.text)?;
        let formula = format!("=SQRT({}-{}^2)", cell((total, 4)), cell((total, 3)));
        page.formula((row, 2), &formula, sd, &styles.decimal)?;
        page.text((row, 6), &root.decimal, &styles.digits)?;
        maker.check(page, (row, 2), format!("{short}: standard deviation"), sd);
        row += 1;
    }
    let risk = float(&class.element_of_risk)?;
    page.text((row, 0), "Element of risk", &styles.text)?;
    page.formula((row, 2), &format!("=-{}/{}", cell((total, 3)), cell((total, 5))), risk, &styles.percent)?;
    page.exact((row, 6), &class.element_of_risk)
}
