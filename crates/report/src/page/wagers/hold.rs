//! The range of hold over paytables, required and optional wagers apart.

use certificate::{Exact, LeftOutWager, ReportDocument};
use num_rational::BigRational;
use num_traits::Signed;
use serde::Serialize;

use crate::{
    family::{Family, Reading},
    figure::{self, EdgeCell},
};

#[derive(Debug, Serialize)]
pub(super) struct Hold {
    required: Vec<Row>,
    optional: Vec<Row>,
    /// Whether any wager has a published interval.
    published: bool,
    /// Whether any range depends on the reading.
    readings: bool,
}

#[derive(Debug, Serialize)]
struct Row {
    title: String,
    slug: Option<String>,
    /// What the range goes over or stands at.
    words: String,
    own: EdgeCell,
    /// Under every reading; none where no reading concerns the wager.
    every: Option<EdgeCell>,
    published: Option<String>,
    /// Whether the least hold is negative, under the report's readings and under every reading.
    favours: bool,
    favours_elsewhere: bool,
}

pub(super) fn table(certificate: &ReportDocument, families: &[Family<'_>]) -> Hold {
    let mut optional: Vec<Row> = certificate.insurance.iter().map(|it| insurance(&it.ev_always)).collect();
    optional.extend(families.iter().map(|family| row(family, &certificate.wagers_left_out)));
    let required: Vec<Row> = base(certificate).into_iter().collect();
    let rows = || required.iter().chain(&optional);
    Hold {
        published: rows().any(|row| row.published.is_some()),
        readings: rows().any(|row| row.every.is_some()),
        required,
        optional,
    }
}

/// The base game over its strategy classes.
fn base(certificate: &ReportDocument) -> Option<Row> {
    let classes = &certificate.base_game;
    let own: Vec<BigRational> = classes.iter().filter_map(|class| class.house_edge.value()).collect();
    let choices = certificate.reading_effects.iter().flat_map(|effect| &effect.choices);
    let every: Vec<BigRational> = choices.flat_map(|choice| choice.ev.values()).filter_map(Exact::value).collect();
    let every: Vec<BigRational> = every.into_iter().map(|ev| -ev).collect();
    let attack = classes.iter().flat_map(|class| &class.by_up_card).any(|up| up.attack.is_some());
    let mut words = match classes.len() {
        1 => String::new(),
        number => format!("over {number} strategy classes"),
    };
    if attack {
        let comma = if words.is_empty() { "" } else { ", " };
        words.push_str(&format!("{comma}per unit of it; what the optional attack wager wins or loses is in it"));
    }
    Some(Row {
        title: "Initial wager".into(),
        slug: None,
        words,
        own: EdgeCell::range(&own)?,
        every: EdgeCell::range(&every),
        published: certificate.published.as_ref().map(|published| interval(&published.low, &published.high)),
        favours: own.iter().any(Signed::is_negative),
        favours_elsewhere: every.iter().any(Signed::is_negative),
    })
}

fn insurance(ev: &Exact) -> Row {
    let hold = figure::negated(ev);
    Row {
        title: "Insurance".into(),
        slug: None,
        words: "always taken".into(),
        favours: hold.value().is_some_and(|hold| hold.is_negative()),
        favours_elsewhere: false,
        own: EdgeCell::of(Some(&hold)),
        every: None,
        published: None,
    }
}

fn row(family: &Family<'_>, left_out: &[LeftOutWager]) -> Row {
    let holds = |reading: &Reading<'_>| -> Vec<BigRational> {
        reading.paytables.iter().filter_map(|wager| wager.ev.value()).map(|ev| -ev).collect()
    };
    let own = holds(family.own());
    let every: Vec<BigRational> = family.readings.iter().flat_map(holds).collect();
    let first = family.own().paytables[0];
    let number = family.own().paytables.len();
    let mut words = if number == 1 { "1 paytable".to_owned() } else { format!("{number} paytables") };
    let meters: Vec<Option<String>> = family.variants().map(super::meter).collect();
    match &meters[0] {
        Some(meter) if meters.iter().all(|other| *other == meters[0]) => {
            words.push_str(&format!(", at a meter of {meter}"));
        }
        Some(_) => words.push_str(", each at its meter"),
        None => {}
    }
    if first.played.is_some() {
        words.push_str(", with the base game's own play");
    }
    let parlays = family.own().paytables.iter().filter_map(|wager| wager.parlay.as_ref()?.ev.value());
    let with_parlay: Vec<BigRational> = parlays.map(|ev| -ev).collect();
    if let Some(range) = figure::percent_range(&with_parlay) {
        words.push_str(&format!(", nothing added to the base wager; {range} with winnings added where that gains"));
    }
    match left_out.iter().filter(|one| one.id == first.id).count() {
        0 => {}
        1 => words.push_str("; one combination of readings is not valued"),
        number => words.push_str(&format!("; {number} combinations of readings are not valued")),
    }
    let published = family.own().paytables.iter().find_map(|wager| wager.published.as_ref());
    Row {
        title: family.title.to_owned(),
        slug: Some(family.slug.clone()),
        words,
        own: EdgeCell::range(&own).unwrap_or_else(|| EdgeCell::of(None)),
        every: if family.others().is_empty() { None } else { EdgeCell::range(&every) },
        published: published.map(|[low, high]| interval(low, high)),
        favours: own.iter().any(Signed::is_negative),
        favours_elsewhere: every.iter().any(Signed::is_negative),
    }
}

fn interval(low: &Exact, high: &Exact) -> String {
    format!("{} to {}", figure::short_percent(low), figure::short_percent(high))
}
