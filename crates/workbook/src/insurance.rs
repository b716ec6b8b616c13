//! Insurance: always taken, and hand by hand, from the cards of the shoe.

use certificate::Insurance;
use report::VALUES;

use crate::error::WorkbookError;
use crate::page::{Add, Maker, Page, cell, float, number, range};

/// What it pays, to 1, and the most that may be wagered.
const PAYS: (u32, u16) = (3, 1);
const MOST: (u32, u16) = (4, 1);
/// The first of the values of cards, a row each; below the last stand all cards.
const CARDS: u32 = 7;
const ALL: u32 = CARDS + VALUES.len() as u32;
/// Heads of the figures and of the hands.
const FIGURES: u32 = ALL + 2;
const HANDS: u32 = FIGURES + 8;
/// Columns of the cards.
const IN_SHOE: u16 = 1;
const LEFT: u16 = 2;
/// Columns of the hands.
const WAYS: u16 = 1;
const EV: u16 = 2;

pub(crate) fn add<'a>(maker: &mut Maker<'a>, add: Add<'_, 'a>) -> Result<(), WorkbookError> {
    let Some(insurance) = &maker.document.insurance else { return Ok(()) };
    let styles = maker.styles;
    let mut page = maker.page("Insurance", "Insurance")?;
    page.widths(&[52.0, 18.0, 18.0, 16.0, 24.0, 44.0])?;
    page.text(
        (1, 0),
        "All figures follow from the cards of the shoe. Change the payout or the largest wager (yellow), and they follow.",
        &styles.soft,
    )?;
    page.text((2, 0), &format!("Offered on an up card of {}", insurance.offered_on), &styles.text)?;
    page.text((2, 1), &format!("wins on a hole card of {}", insurance.wins_on), &styles.text)?;
    page.text((PAYS.0, 0), &format!("Pays, to 1: {}", insurance.pays), &styles.text)?;
    page.number(PAYS, odds(&insurance.pays)?, &styles.input)?;
    page.text((MOST.0, 0), "Largest wager, per unit of initial wager", &styles.text)?;
    page.number(MOST, odds(&insurance.maximum)?, &styles.input)?;
    cards(maker, &mut page, insurance)?;
    hands(maker, &mut page, insurance)?;
    figures(maker, &mut page, insurance)?;
    add(page, "insurance: always taken, and for each initial hand".to_owned());
    Ok(())
}

/// `2:1` as the number of units to one.
fn odds(text: &str) -> Result<f64, WorkbookError> {
    let not_odds = || WorkbookError::NotANumber(text.to_owned());
    let (units, to) = text.split_once(':').ok_or_else(not_odds)?;
    Ok(number(units)? / number(to)?)
}

/// The row of a value's cards.
fn row_of(name: &str) -> Result<u32, WorkbookError> {
    let found = (CARDS..).zip(VALUES).find(|(_, value)| *value == name);
    found.map(|(row, _)| row).ok_or_else(|| WorkbookError::NotANumber(name.to_owned()))
}

/// The shoe, and what is left of it once the up card is dealt.
fn cards(maker: &Maker<'_>, page: &mut Page<'_>, insurance: &Insurance) -> Result<(), WorkbookError> {
    let styles = maker.styles;
    page.heads(CARDS - 1, &["Cards", ">In the shoe", ">Left after the up card"])?;
    let offered = row_of(&insurance.offered_on)?;
    let mut all = 0.0;
    for ((row, value), count) in (CARDS..).zip(VALUES).zip(maker.document.item.shoe) {
        let count = f64::from(count);
        let gone = if row == offered { 1.0 } else { 0.0 };
        page.text((row, 0), value, &styles.bold)?;
        page.number((row, IN_SHOE), count, &styles.count)?;
        page.formula((row, LEFT), &format!("={}-{gone}", cell((row, IN_SHOE))), count - gone, &styles.count)?;
        all += count;
    }
    page.text((ALL, 0), "All", &styles.bold)?;
    for (column, total) in [(IN_SHOE, all), (LEFT, all - 1.0)] {
        let sum = format!("=SUM({})", range(column, CARDS, ALL - 1));
        page.formula((ALL, column), &sum, total, &styles.count)?;
    }
    Ok(())
}

/// Each initial hand, with the ways to deal it after the up card.
fn hands(maker: &mut Maker<'_>, page: &mut Page<'_>, insurance: &Insurance) -> Result<(), WorkbookError> {
    let styles = maker.styles;
    let heads = [
        "Initial hand",
        ">Ways to deal it",
        ">EV of insurance",
        ">House edge",
        ">The report's decimal",
        "The same as a fraction",
    ];
    page.heads(HANDS, &heads)?;
    let wins = row_of(&insurance.wins_on)?;
    let left = left_after_up_card(maker, insurance)?;
    for (row, one) in (HANDS + 1..).zip(&insurance.by_hand) {
        let ev = float(&one.ev)?;
        let names: Vec<&str> = one.hand.split(',').collect();
        let mut drawn = [0_u32; VALUES.len()];
        for name in &names {
            drawn[(row_of(name)? - CARDS) as usize] += 1;
        }
        let counts = || (CARDS..).zip(drawn).zip(left).filter(|((_, number), _)| *number > 0);
        let ways: f64 = counts().map(|((_, number), left)| ways(left, number)).product();
        let terms: Vec<String> =
            counts().map(|((of, number), _)| format!("COMBIN({},{number})", cell((of, LEFT)))).collect();
        let held = drawn[(wins - CARDS) as usize];
        page.text((row, 0), &one.hand, &styles.bold)?;
        page.formula((row, WAYS), &format!("={}", terms.join("*")), ways, &styles.count)?;
        let value =
            format!("=({}-{held})/({}-{})*({}+1)-1", cell((wins, LEFT)), cell((ALL, LEFT)), names.len(), cell(PAYS));
        page.formula((row, EV), &value, ev, &styles.decimal)?;
        page.formula((row, EV + 1), &format!("=-{}", cell((row, EV))), -ev, &styles.percent)?;
        page.exact((row, EV + 2), &one.ev)?;
        maker.check(page, (row, EV), format!("insurance: EV with {}", one.hand), ev);
    }
    Ok(())
}

fn left_after_up_card(maker: &Maker<'_>, insurance: &Insurance) -> Result<[f64; VALUES.len()], WorkbookError> {
    let mut left = maker.document.item.shoe.map(f64::from);
    left[(row_of(&insurance.offered_on)? - CARDS) as usize] -= 1.0;
    Ok(left)
}

/// The ways to draw so many of so many cards.
fn ways(of: f64, number: u32) -> f64 {
    (0..number).map(f64::from).map(|drawn| (of - drawn) / (drawn + 1.0)).product()
}

fn figures(maker: &mut Maker<'_>, page: &mut Page<'_>, insurance: &Insurance) -> Result<(), WorkbookError> {
    let styles = maker.styles;
    page.heads(FIGURES, &["Figure", ">By formula", "", "", ">The report's decimal", "The same as a fraction"])?;
    let left = left_after_up_card(maker, insurance)?;
    let [offered, wins] = [row_of(&insurance.offered_on)?, row_of(&insurance.wins_on)?];
    let all: f64 = left.iter().sum();
    let [ev, gain] = [float(&insurance.ev_always)?, float(&insurance.optimal_gain)?];
    let [up, won, value] = [1, 2, 3].map(|below| cell((FIGURES + below, 1)));
    let last = HANDS + u32::try_from(insurance.by_hand.len()).unwrap_or(0);
    let [ways, evs] = [WAYS, EV].map(|column| range(column, HANDS + 1, last));
    let up_chance = (left[(offered - CARDS) as usize] + 1.0) / (all + 1.0);
    let lines = [
        (
            "Probability of the up card",
            format!("={}/{}", cell((offered, IN_SHOE)), cell((ALL, IN_SHOE))),
            up_chance,
            &styles.percent,
        ),
        (
            "Probability that it wins, given the up card",
            format!("={}/{}", cell((wins, LEFT)), cell((ALL, LEFT))),
            left[(wins - CARDS) as usize] / all,
            &styles.percent,
        ),
        ("EV per unit of insurance, always taken", format!("={won}*({}+1)-1", cell(PAYS)), ev, &styles.decimal),
        ("House edge", format!("=-{value}"), -ev, &styles.percent),
        ("Return to the player (RTP)", format!("=1+{value}"), 1.0 + ev, &styles.percent),
        (
            "Gain per unit of initial wager, taken in full where it is positive",
            format!("={up}*{}*SUMPRODUCT({ways},({evs}>0)*{evs})/SUM({ways})", cell(MOST)),
            gain,
            &styles.decimal,
        ),
    ];
    for (row, (name, formula, result, style)) in (FIGURES + 1..).zip(lines) {
        page.text((row, 0), name, &styles.text)?;
        page.formula((row, 1), &formula, result, style)?;
    }
    page.exact((FIGURES + 3, 4), &insurance.ev_always)?;
    page.exact((FIGURES + 6, 4), &insurance.optimal_gain)?;
    maker.check(page, (FIGURES + 3, 1), "insurance: EV, always taken".to_owned(), ev);
    maker.check(page, (FIGURES + 6, 1), "insurance: gain where it is positive".to_owned(), gain);
    Ok(())
}
