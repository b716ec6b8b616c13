//! What a cut card does to the house edge, beside the edge of a fresh shoe.

use certificate::{ClassResult, CutCardPlace, CutCardTable, CutCards, Exact, ReportDocument};
use num_rational::BigRational;
use serde::Serialize;

use crate::figure::{self, EdgeCell};

/// Decimals of percentages: the standard error is of the fourth or fifth.
const PLACES: u32 = 5;

/// The section, and what of it stands beside the house edge at the top of the page.
#[derive(Debug, Serialize)]
pub(super) struct Section {
    strategy: String,
    /// `234 of 312 cards`.
    place: String,
    /// Clauses, where the place is the deepest that the text allows.
    deepest: Vec<String>,
    fresh: EdgeCell,
    /// In the place asked for, by number of players.
    beside: Vec<Beside>,
    tables: Vec<Rows>,
    shoes: String,
    burned: String,
    valued: String,
    /// What the analysis asks for, as the command takes it.
    command: String,
    /// The most shoes in any place in which a round found too few cards; none if every round found enough.
    too_short: Option<String>,
    continuous_shuffler: Vec<String>,
    at_discretion: Vec<String>,
    /// Players of the table that is drawn.
    drawn: String,
}

/// The effect beside the house edge.
#[derive(Debug, Serialize)]
struct Beside {
    players: String,
    points: String,
    error: String,
    edge: EdgeCell,
}

/// All places with one number of players.
#[derive(Debug, Serialize)]
struct Rows {
    players: String,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    before: usize,
    part: String,
    rounds: String,
    effect: String,
    error: String,
    z: String,
    edge: EdgeCell,
    allowed: bool,
    asked: bool,
}

pub(super) fn section(document: &ReportDocument) -> Option<Section> {
    let cut = document.cut_card.as_ref()?;
    let class = document.base_game.iter().find(|class| class.strategy == cut.strategy)?;
    let is_deepest = |deepest: &&certificate::DeepestCutCard| deepest.cards_before == cut.cards_before;
    let short = cut.tables.iter().flat_map(|table| &table.by_depth).map(|place| place.shoes_too_short).max();
    Some(Section {
        strategy: cut.strategy.clone(),
        place: format!("{} of {} cards", cut.cards_before, cut.cards),
        deepest: cut.deepest.as_ref().filter(is_deepest).map_or_else(Vec::new, |deepest| deepest.clauses.clone()),
        fresh: EdgeCell::rounded(&class.house_edge, PLACES),
        beside: cut.tables.iter().filter_map(|table| beside(cut, table)).collect(),
        tables: cut.tables.iter().map(|table| rows(cut, class, table)).collect(),
        shoes: figure::grouped(&cut.shoes),
        burned: cut.burned.clone(),
        valued: figure::grouped(&cut.shoes_valued),
        command: format!(
            "--penetration {} --shoes {} --valued {} --seed {}",
            cut.cards_before, cut.shoes, cut.shoes_valued, cut.seed
        ),
        too_short: short.filter(|&shoes| shoes > 0).map(|shoes| figure::grouped(&shoes.to_string())),
        continuous_shuffler: cut.continuous_shuffler.clone(),
        at_discretion: cut.at_discretion.clone(),
        drawn: cut.tables.first().map(|table| players(table.players)).unwrap_or_default(),
    })
}

/// `one player`, `7 players`.
fn players(number: u16) -> String {
    if number == 1 { "one player".to_owned() } else { format!("{number} players") }
}

fn beside(cut: &CutCards, table: &CutCardTable) -> Option<Beside> {
    let place = table.by_depth.iter().find(|place| place.cards_before == cut.cards_before)?;
    Some(Beside {
        players: players(table.players),
        points: figure::printed(&place.effect)
            .map_or_else(figure::dash, |effect| figure::signed_points_in(&-effect, PLACES)),
        error: points(&place.standard_error),
        edge: estimated(&place.house_edge),
    })
}

fn rows(cut: &CutCards, class: &ClassResult, table: &CutCardTable) -> Rows {
    let fresh = Row {
        before: 0,
        part: figure::dash(),
        rounds: figure::dash(),
        effect: figure::dash(),
        error: figure::dash(),
        z: figure::dash(),
        edge: EdgeCell::rounded(&class.house_edge, PLACES),
        allowed: true,
        asked: false,
    };
    let rows = table.by_depth.iter().map(|place| row(cut, place));
    Rows { players: players(table.players), rows: std::iter::once(fresh).chain(rows).collect() }
}

fn row(cut: &CutCards, place: &CutCardPlace) -> Row {
    let part = BigRational::new(place.cards_before.into(), cut.cards.max(1).into());
    Row {
        before: place.cards_before,
        part: figure::percent(&Exact::from(&part), 1),
        rounds: place.rounds_per_shoe.clone(),
        effect: percent(&place.effect),
        error: percent(&place.standard_error),
        z: figure::minus(&place.z),
        edge: estimated(&place.house_edge),
        allowed: place.allowed,
        asked: place.cards_before == cut.cards_before,
    }
}

fn percent(decimal: &str) -> String {
    figure::printed(decimal).map_or_else(|| decimal.to_owned(), |number| figure::percent(&Exact::from(&number), PLACES))
}

/// An edge that is printed as a decimal.
fn estimated(edge: &str) -> EdgeCell {
    figure::printed(edge).map_or_else(|| EdgeCell::of(None), |edge| EdgeCell::rounded(&Exact::from(&edge), PLACES))
}

/// An amount in percentage points.
fn points(decimal: &str) -> String {
    percent(decimal).trim_end_matches('%').to_owned()
}
