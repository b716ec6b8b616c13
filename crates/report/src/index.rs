//! A page that leads to many reports: their edges by class, their adverse readings, and links.

use certificate::{Bracket, Exact, ReportDocument};
use minijinja::{Environment, context};
use num_rational::BigRational;
use num_traits::Signed as _;
use serde::Serialize;

use crate::classes::reading_edges;
use crate::error::ReportError;
use crate::extremes::first_with_equals;
use crate::figure::{self, EdgeCell};
use crate::names::class_order;
use crate::page::{environment, rtp_between};

/// Readings that a report has on the page.
const MOST_READINGS: usize = 5;
/// Wagers that a report has on the page.
const MOST_WAGERS: usize = 5;

#[derive(Serialize)]
struct Entry {
    folder: String,
    title: String,
    date: String,
    regulation: String,
    decks: Option<u16>,
    unit: String,
    /// By class, in the order of the columns.
    edges: Vec<EdgeCell>,
    files: Vec<&'static str>,
    adverse: Vec<AdverseReading>,
    favours: Vec<FavouringWager>,
    is_example: bool,
    has_readings: bool,
}

#[derive(Serialize)]
struct AdverseReading {
    reading: String,
    edge: EdgeCell,
    points: String,
    favours: bool,
}

#[derive(Serialize)]
struct FavouringWager {
    name: String,
    edge: EdgeCell,
}

/// The page as HTML. Each report comes with the folder that holds it, relative to the page, and they are listed in the order of their
/// folders, those that begin with `example-` last; `comparisons` come with their titles in the same way, and `analyses` are the paths of all analysis files.
///
/// The same arguments give the same bytes.
///
/// # Errors
/// What stopped the rendering.
pub fn index(
    reports: &[(String, ReportDocument)],
    comparisons: &[(String, String)],
    analyses: &[String],
) -> Result<String, ReportError> {
    let mut environment: Environment<'_> = environment()?;
    environment.add_template("index.html", include_str!("../templates/index.html"))?;
    let mut reports: Vec<&(String, ReportDocument)> = reports.iter().collect();
    reports.sort_by_key(|(folder, _)| (is_example(folder), folder.as_str()));
    let classes = reports.iter().flat_map(|(_, document)| &document.base_game).map(|class| class.strategy.as_str());
    let mut classes: Vec<&str> = classes.collect();
    classes.sort_by_key(|class| class_order(class).0);
    classes.dedup();
    let software = reports.first().map(|(_, document)| &document.software);
    let software = software.map_or_else(String::new, |software| format!("{} {}", software.name, software.version));
    let page = context! {
        software => software,
        classes => classes,
        reports => reports.iter().map(|(folder, document)| entry(folder, document, &classes)).collect::<Vec<Entry>>(),
        comparisons => comparisons,
        analyses => analyses,
    };
    Ok(environment.get_template("index.html")?.render(page)?)
}

fn entry(folder: &str, document: &ReportDocument, classes: &[&str]) -> Entry {
    let class = |name: &str| document.base_game.iter().find(|class| class.strategy == name);
    let edges = classes.iter().map(|name| match (class(name), *name, &document.perfect_bracket) {
        (Some(class), ..) => EdgeCell::of(Some(&class.house_edge)),
        (None, "perfect", Some(bracket)) => {
            let [low, high] = outwards(&bracket.house_edge_percent);
            let edge = format!("{low}% to {high}%");
            rtp_between(document).map_or_else(|| EdgeCell::of(None), |rtp| EdgeCell::between(edge, rtp))
        }
        _ => EdgeCell::of(None),
    });
    Entry {
        folder: folder.to_owned(),
        title: document.item.title.clone(),
        date: document.item.date.clone(),
        regulation: document.item.regulation.clone(),
        decks: document.item.decks,
        unit: document.unit.clone(),
        edges: edges.collect(),
        files: vec!["report.json", "certificate.json"],
        adverse: adverse(document),
        favours: favours(document),
        is_example: is_example(folder),
        has_readings: !document.reading_effects.is_empty(),
    }
}

/// A bracket of percentages in as many places as other edges have, rounded outwards.
fn outwards(bracket: &Bracket) -> [String; 2] {
    let in_places = |text: &str, round: fn(&BigRational, u32) -> String| {
        figure::printed(text).map_or_else(|| text.to_owned(), |number| round(&number, figure::PERCENT_PLACES))
    };
    let ends = [in_places(&bracket.low, cards::decimal_below), in_places(&bracket.high, cards::decimal_above)];
    ends.map(|end| figure::minus(&end))
}

/// Whether a report shows a form, and no game of its own.
fn is_example(folder: &str) -> bool {
    folder.starts_with("example-")
}

/// The choices that take most off the house edge, with those that take as much as the last of them.
fn adverse(document: &ReportDocument) -> Vec<AdverseReading> {
    let mut all = reading_edges(document);
    all.retain(|one| one.moved.is_negative());
    all.sort_by(|one, other| one.moved.cmp(&other.moved));
    let most = first_with_equals(&all, MOST_READINGS, |one| &one.moved).len();
    let shown = all.into_iter().enumerate();
    let shown = shown.filter(|(at, one)| *at < most || one.edge.is_negative());
    let shown = shown.map(|(_, one)| AdverseReading {
        edge: EdgeCell::of(Some(&Exact::from(&one.edge))),
        points: figure::signed_points(&one.moved),
        favours: one.edge.is_negative(),
        reading: one.name,
    });
    shown.collect()
}

/// The side wagers that favour the player most, with those that favour him as much as the last of them.
fn favours(document: &ReportDocument) -> Vec<FavouringWager> {
    let mut all: Vec<(BigRational, FavouringWager)> = Vec::new();
    for wager in &document.wagers {
        let Some(ev) = wager.ev.value().filter(|ev| ev.is_positive()) else { continue };
        let reading: Vec<String> = wager.reading.iter().map(|(name, choice)| format!("{name} = {choice}")).collect();
        let reading =
            if wager.chosen || reading.is_empty() { String::new() } else { format!(" ({})", reading.join(", ")) };
        let name = format!("{}, {}{reading}", wager.title, wager.paytable);
        all.push((ev.clone(), FavouringWager { name, edge: EdgeCell::of(Some(&Exact::from(&-ev))) }));
    }
    all.sort_by(|one, other| other.0.cmp(&one.0));
    let most = first_with_equals(&all, MOST_WAGERS, |(ev, _)| ev).len();
    all.into_iter().take(most).map(|(_, row)| row).collect()
}
