//! The house's hold over many rounds, and the normal approximation for any number of them.

use certificate::{ClassResult, RoundDistribution};
use report::class_short;

use crate::error::WorkbookError;
use crate::page::{Add, Maker, Page, cell, float, number};

pub(crate) fn add<'a>(maker: &mut Maker<'a>, add: Add<'_, 'a>) -> Result<(), WorkbookError> {
    let classes: Vec<(&ClassResult, &RoundDistribution)> = maker
        .document
        .base_game
        .iter()
        .filter_map(|class| Some((class, class.distribution.as_ref().filter(|it| !it.hold.is_empty())?)))
        .collect();
    if classes.is_empty() {
        return Ok(());
    }
    let mut page = maker.page("Hold", "The house's hold over many rounds")?;
    page.widths(&[16.0, 12.0, 20.0, 20.0, 20.0, 20.0, 22.0, 22.0])?;
    page.prose((1, 0), 7, 2, "Hold is what the house keeps of the initial wagers of that many independent rounds. The exact interval is proven from the distribution of a round: at most half of the rest lies beyond each end. The normal one is an approximation, which the formulas give again from house edge and standard deviation.")?;
    let mut row = 3;
    for (class, distribution) in classes {
        row = of_class(maker, &mut page, (class, distribution), row)? + 1;
    }
    add(page, "hold against the number of rounds, exact and by the normal approximation, also for a number of rounds of your own".to_owned());
    Ok(())
}

/// Returns the first free row.
fn of_class(
    maker: &mut Maker<'_>,
    page: &mut Page<'_>,
    of: (&ClassResult, &RoundDistribution),
    row: u32,
) -> Result<u32, WorkbookError> {
    let styles = page.styles;
    let (class, distribution) = of;
    let Some(root) = &class.std_dev else { return Ok(row) };
    let [edge, sd] = [float(&class.house_edge)?, number(&root.decimal)?];
    page.text((row, 0), &class_short(&class.strategy), &styles.heading)?;
    page.text((row + 1, 0), "House edge", &styles.text)?;
    page.number((row + 1, 2), edge, &styles.percent)?;
    page.text((row + 2, 0), "Standard deviation", &styles.text)?;
    page.number((row + 2, 2), sd, &styles.decimal)?;
    let [edge_cell, sd_cell] = [cell((row + 1, 2)), cell((row + 2, 2))];
    let heads = [
        ">Rounds",
        ">Level, %",
        ">Hold, exact: from",
        ">to",
        ">Hold, normal: from",
        ">to",
        ">House ahead: not below",
        ">not above",
    ];
    page.heads(row + 3, &heads)?;
    let mut at = row + 4;
    for hold in &distribution.hold {
        for interval in &hold.intervals {
            #[expect(clippy::cast_precision_loss, reason = "rounds are round numbers, far below what a float holds")]
            page.number((at, 0), hold.rounds as f64, &styles.count)?;
            page.number((at, 1), number(&interval.level)?, &styles.plain)?;
            page.number((at, 2), number(&interval.exact[0])?, &styles.percent)?;
            page.number((at, 3), number(&interval.exact[1])?, &styles.percent)?;
            for (column, sign, stated) in [(4, '-', &interval.normal[0]), (5, '+', &interval.normal[1])] {
                page.formula(
                    (at, column),
                    &normal((&edge_cell, &sd_cell), at, sign),
                    number(stated)?,
                    &styles.percent,
                )?;
                let end = if sign == '-' { "lower" } else { "upper" };
                let (short, rounds, level) = (class_short(&class.strategy), hold.rounds, &interval.level);
                let what = format!("{short}: {end} end of the hold over {rounds} rounds at {level}%, normal");
                maker.check_rounded(page, (at, column), what, stated)?;
            }
            page.number((at, 6), number(&hold.house_ahead.low)?, &styles.percent)?;
            page.number((at, 7), number(&hold.house_ahead.high)?, &styles.percent)?;
            at += 1;
        }
    }
    own(page, (&edge_cell, &sd_cell), (edge, sd), at)?;
    Ok(at + 1)
}

/// The end of an interval by the normal distribution, with rounds and level of this row.
fn normal(of: (&str, &str), row: u32, sign: char) -> String {
    let (edge, sd) = of;
    let [rounds, level] = [0, 1].map(|column| cell((row, column)));
    format!("={edge}{sign}NORMSINV(0.5+{level}/200)*{sd}/SQRT({rounds})")
}

/// A row for the reader's own number of rounds and level.
fn own(page: &mut Page<'_>, of: (&str, &str), figures: (f64, f64), row: u32) -> Result<(), WorkbookError> {
    let styles = page.styles;
    let (edge, sd) = figures;
    // The quantile of 95%, as spreadsheets have it.
    const Z: f64 = 1.959_963_984_540_054;
    page.number((row, 0), 1000.0, &styles.input)?;
    page.number((row, 1), 95.0, &styles.input)?;
    page.text((row, 2), "your own rounds and level", &styles.after)?;
    let spread = Z * sd / 1000f64.sqrt();
    page.formula((row, 4), &normal(of, row, '-'), edge - spread, &styles.percent)?;
    page.formula((row, 5), &normal(of, row, '+'), edge + spread, &styles.percent)
}
