//! Insurance, hand by hand.

use crate::error::WorkbookError;
use crate::page::{Add, Maker, cell, float};

pub(crate) fn add<'a>(maker: &mut Maker<'a>, add: Add<'_, 'a>) -> Result<(), WorkbookError> {
    let Some(insurance) = &maker.document.insurance else { return Ok(()) };
    let styles = maker.styles;
    let mut page = maker.page("Insurance", "Insurance")?;
    page.widths(&[52.0, 16.0, 16.0, 24.0, 44.0])?;
    page.text((2, 0), "Pays", &styles.text)?;
    page.text((2, 1), &insurance.pays, &styles.digits)?;
    page.heads(3, &["Figure", ">By formula", "", ">The report's decimal", "The same as a fraction"])?;
    let ev = float(&insurance.ev_always)?;
    page.text((4, 0), "EV per unit of insurance, always taken", &styles.text)?;
    page.number((4, 1), ev, &styles.decimal)?;
    page.exact((4, 3), &insurance.ev_always)?;
    page.text((5, 0), "House edge", &styles.text)?;
    page.formula((5, 1), &format!("=-{}", cell((4, 1))), -ev, &styles.percent)?;
    page.text((6, 0), "Return to the player (RTP)", &styles.text)?;
    page.formula((6, 1), &format!("=1+{}", cell((4, 1))), 1.0 + ev, &styles.percent)?;
    page.text((7, 0), "Gain per unit of initial wager, taken where it is positive", &styles.text)?;
    page.number((7, 1), float(&insurance.optimal_gain)?, &styles.decimal)?;
    page.exact((7, 3), &insurance.optimal_gain)?;
    page.heads(
        9,
        &["Initial hand", ">EV of insurance", ">House edge", ">The report's decimal", "The same as a fraction"],
    )?;
    for (row, one) in (10..).zip(&insurance.by_hand) {
        let ev = float(&one.ev)?;
        page.text((row, 0), &one.hand, &styles.bold)?;
        page.number((row, 1), ev, &styles.decimal)?;
        page.formula((row, 2), &format!("=-{}", cell((row, 1))), -ev, &styles.percent)?;
        page.exact((row, 3), &one.ev)?;
    }
    add(page, "insurance: always taken, and for each initial hand".to_owned());
    Ok(())
}
