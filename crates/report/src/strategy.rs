//! Strategy cells arranged as the charts of the field: rows by hand, columns by up card, one chart for each signal.

use std::collections::{BTreeMap, BTreeSet};

use certificate::{Action, HandClass, ReportDocument, StrategyCell};
use serde::Serialize;

use crate::names::{exposed, signal_order, slug, up_order};
use crate::schema::JsonSchema;

/// A strategy's chart for one signal, for several of which no two come under one up card, or for one up card with each exposed hole card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StrategyChart {
    /// A short name, unique among the charts and safe in a file name.
    pub slug: String,
    /// What is known of the hole card, in words.
    pub title: String,
    /// Up cards, 2 … 9, T, A.
    pub columns: Vec<ChartColumn>,
    /// Hard hands, soft hands, pairs.
    pub sections: Vec<ChartSection>,
    /// What marked column heads mean.
    pub notes: Vec<String>,
}

/// An up card, with the signal it comes with here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChartColumn {
    /// The up card.
    pub up: String,
    /// The signal, as in [`certificate::Signal::signal`].
    pub signal: String,
    /// `7`, or `T+T` for a ten with an exposed ten, or `A*` after a peek.
    pub head: String,
}

/// Hard hands, soft hands or pairs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChartSection {
    /// `Hard`, `Soft` or `Pairs`.
    pub title: &'static str,
    /// By total, pairs by card.
    pub rows: Vec<ChartRow>,
}

/// The hands of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChartRow {
    /// `16`, `A,7` or `8,8`.
    pub hand: String,
    /// One for each column; `None` where the hand cannot arise.
    pub cells: Vec<Option<ChartCode>>,
}

/// What is done with a row under an up card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChartCode {
    /// The field's code: `S`, `H`, `Dh` (double, else hit), `Ds`, `P` (split), `Rh` (surrender, else hit), `Rs`, `Rd`, `Rp`, `R` (surrender before the dealer looks); `S/H` where two cards stand and
    /// more cards hit.
    pub code: String,
    /// `stand`, `hit`, `double`, `split`, `surrender` or `other`: decides the colour.
    pub kind: &'static str,
    /// The cell in words.
    pub meaning: String,
    /// Whether some hands of the row are played otherwise; left out where none is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub varies: bool,
}

/// Hole cards by the signal that tells of them.
pub type HolesBySignal = BTreeMap<String, BTreeSet<String>>;

/// The charts of a report's strategy, as its page has them.
pub fn charts(certificate: &ReportDocument) -> Vec<StrategyChart> {
    let classes = certificate.base_game.iter().flat_map(|class| &class.by_up_card);
    let mut holes = HolesBySignal::new();
    for signal in classes.flat_map(|up| &up.signals) {
        holes.entry(signal.signal.clone()).or_default().extend(signal.holes.iter().cloned());
    }
    strategy_charts(&certificate.strategy, &holes)
}

/// Cells as charts. Signals that only stand in for another under some up cards (an exposed hole card, a peek without blackjack) join
/// the chart whose columns they complete. Where hole cards are exposed under every up card there are too many columns for a page: each up
/// card then has a chart of its own.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use certificate::{Action, HandClass, StrategyCell};
///
/// let cell = StrategyCell {
///     up: "6".to_owned(),
///     signal: "none".to_owned(),
///     class: HandClass::Hard,
///     hand: "11".to_owned(),
///     total: 11,
///     first_two: Some(Action::Double),
///     later: Some(Action::Hit),
///     otherwise: Some(Action::Hit),
///     code: "Dh".to_owned(),
/// };
/// let charts = report::strategy_charts(&[cell], &BTreeMap::new());
/// assert_eq!(charts[0].columns[0].head, "6");
/// assert_eq!(charts[0].sections[0].rows[0].cells[0].as_ref().map(|cell| cell.code.as_str()), Some("Dh"));
/// ```
pub fn strategy_charts(cells: &[StrategyCell], holes: &HolesBySignal) -> Vec<StrategyChart> {
    let signals: BTreeSet<(u8, u8, &str)> = cells.iter().map(|cell| signal_order(&cell.signal)).collect();
    let mut plans: Vec<ChartPlan> = Vec::new();
    let (companions, hosts): (Vec<&str>, Vec<&str>) =
        signals.into_iter().map(|(.., signal)| signal).partition(|signal| Companions::of(signal).is_some());
    for signal in hosts {
        let columns = ups_of(cells, signal).map(|up| (up, signal)).collect();
        plans.push(ChartPlan { name: signal, up: None, columns });
    }
    let hosted = plans.len();
    for signal in companions {
        let Some(family) = Companions::of(signal) else { continue };
        for up in ups_of(cells, signal) {
            let host = family.host(&plans[..hosted], up);
            let plan = host.or_else(|| plans.iter().position(|plan| plan.name == family.name()));
            let plan = plan.unwrap_or_else(|| {
                plans.push(ChartPlan { name: family.name(), up: None, columns: Vec::new() });
                plans.len() - 1
            });
            plans[plan].columns.push((up, signal));
        }
    }
    let alone = plans.len() == 1;
    let plans = plans.into_iter().flat_map(ChartPlan::by_up_card);
    let mut slugs = BTreeSet::new();
    let cells = CellsByColumn::new(cells);
    plans
        .map(|mut plan| {
            plan.columns.sort_by_key(|(up, signal)| (up_order(up), signal_order(signal)));
            let mut slug = plan.up.map_or_else(|| slug(plan.name), |up| slug(&format!("{} {up}", plan.name)));
            while !slugs.insert(slug.clone()) {
                slug.push_str("-2");
            }
            let title = match plan.up {
                Some(up) => format!("Up card {up}, hole card exposed"),
                None if alone && plan.name != EXPOSED => every_signal(&plan.columns),
                None => title(holes, plan.name),
            };
            chart(&cells, &plan, slug, title)
        })
        .collect()
}

/// The cells of a strategy, by the column that they stand in.
struct CellsByColumn<'a> {
    /// By up card and signal.
    of: BTreeMap<(&'a str, &'a str), Vec<&'a StrategyCell>>,
    /// The actions that the rules are seen to allow on three or more cards.
    later_actions: Vec<Action>,
}

impl<'a> CellsByColumn<'a> {
    fn new(cells: &'a [StrategyCell]) -> Self {
        let mut all = Self { of: BTreeMap::new(), later_actions: Vec::new() };
        for column in cells.chunk_by(|one, other| (&one.up, &one.signal) == (&other.up, &other.signal)) {
            all.of.entry((&column[0].up, &column[0].signal)).or_default().extend(column);
        }
        for later in cells.iter().filter_map(|cell| cell.later) {
            if !all.later_actions.contains(&later) {
                all.later_actions.push(later);
            }
        }
        all
    }
}

/// A chart before its rows: the signal it is named for, its up card if it has only one, and its columns (up card, signal).
struct ChartPlan<'a> {
    name: &'a str,
    up: Option<&'a str>,
    columns: Vec<(&'a str, &'a str)>,
}

impl<'a> ChartPlan<'a> {
    /// A plan for each up card where up cards have several columns; else the plan itself.
    fn by_up_card(self) -> Vec<Self> {
        let mut parts: BTreeMap<(u8, &'a str), Self> = BTreeMap::new();
        for &(up, signal) in &self.columns {
            let part = Self { name: self.name, up: Some(up), columns: Vec::new() };
            parts.entry(up_order(up)).or_insert(part).columns.push((up, signal));
        }
        if parts.len() == self.columns.len() { vec![self] } else { parts.into_values().collect() }
    }
}

/// The name of a chart of columns with an exposed hole card alone.
const EXPOSED: &str = "exposed";

/// Signals that stand in for another one under some up cards.
#[derive(Clone, Copy)]
enum Companions {
    Exposed,
    NoBlackjack,
}

impl Companions {
    fn of(signal: &str) -> Option<Self> {
        match signal {
            "no blackjack" => Some(Self::NoBlackjack),
            _ => exposed(signal).map(|_| Self::Exposed),
        }
    }

    /// The chart of the family's own, for columns that complete no other.
    fn name(self) -> &'static str {
        match self {
            Self::Exposed => EXPOSED,
            Self::NoBlackjack => "no blackjack",
        }
    }

    fn host(self, plans: &[ChartPlan<'_>], up: &str) -> Option<usize> {
        let lacks = |plan: &ChartPlan<'_>| plan.columns.iter().all(|(other, _)| *other != up);
        let named = |name: &str| plans.iter().position(|plan| plan.name == name && lacks(plan));
        match self {
            Self::Exposed => named("large").or_else(|| plans.iter().position(lacks)),
            Self::NoBlackjack => named("none"),
        }
    }
}

fn ups_of<'a>(cells: &'a [StrategyCell], signal: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let ups: BTreeSet<(u8, &str)> =
        cells.iter().filter(|cell| cell.signal == signal).map(|cell| up_order(&cell.up)).collect();
    ups.into_iter().map(|(_, up)| up)
}

/// The title of the one chart of a table that tells nothing of the hole card.
const NO_SIGNAL: &str = "Every up card";

/// The title of the only chart: every signal that a column has.
fn every_signal(columns: &[(&str, &str)]) -> String {
    let mut signals: Vec<&str> = columns.iter().map(|(_, signal)| *signal).collect();
    signals.sort_by_key(|signal| signal_order(signal));
    signals.dedup();
    if signals == ["none"] { NO_SIGNAL.to_owned() } else { format!("Signal {}", signals.join(" or ")) }
}

fn title(holes: &HolesBySignal, signal: &str) -> String {
    match signal {
        "none" => NO_SIGNAL.into(),
        "no blackjack" => "Signal no blackjack: the dealer has looked and has none".into(),
        EXPOSED => "Hole card exposed".into(),
        _ => {
            let holes: BTreeSet<(u8, &str)> =
                holes.get(signal).into_iter().flatten().map(|hole| up_order(hole)).collect();
            let holes: Vec<&str> = holes.into_iter().map(|(_, hole)| hole).collect();
            if holes.is_empty() {
                format!("Signal {signal}")
            } else {
                format!("Signal {signal}: hole card {}", holes.join(", "))
            }
        }
    }
}

fn chart(cells: &CellsByColumn<'_>, plan: &ChartPlan<'_>, slug: String, title: String) -> StrategyChart {
    let columns: Vec<ChartColumn> = plan
        .columns
        .iter()
        .map(|(up, signal)| ChartColumn {
            up: (*up).to_owned(),
            signal: (*signal).to_owned(),
            head: match (exposed(signal), *signal) {
                (Some(hole), _) => format!("{up}+{hole}"),
                (None, "no blackjack") if plan.name != "no blackjack" => format!("{up}*"),
                _ => (*up).to_owned(),
            },
        })
        .collect();
    let mut rows: BTreeMap<RowKey<'_>, Vec<Option<ChartCode>>> = BTreeMap::new();
    for (column, place) in plan.columns.iter().enumerate() {
        for cell in cells.of.get(place).into_iter().flatten() {
            let row = rows.entry((cell.class, row_order(cell))).or_insert_with(|| vec![None; columns.len()]);
            row[column] = Some(ChartCode::of(cell, &cells.later_actions));
        }
    }
    let sections = [(HandClass::Hard, "Hard"), (HandClass::Soft, "Soft"), (HandClass::Pair, "Pairs")]
        .into_iter()
        .map(|(class, title)| ChartSection {
            title,
            rows: rows
                .iter()
                .filter(|((of, _), _)| *of == class)
                .map(|((_, (_, _, hand)), cells)| ChartRow { hand: (*hand).to_owned(), cells: cells.clone() })
                .collect(),
        })
        .filter(|section| !section.rows.is_empty())
        .collect();
    let notes = notes(&columns, plan);
    StrategyChart { slug, title, columns, sections, notes }
}

fn notes(columns: &[ChartColumn], plan: &ChartPlan<'_>) -> Vec<String> {
    if let (Some(up), Some(first)) = (plan.up, columns.first()) {
        let hole = exposed(&first.signal).unwrap_or(&first.signal);
        return vec![format!("{}: up card {up}, hole card {hole} exposed; the other columns likewise.", first.head)];
    }
    let mut notes: Vec<String> = columns
        .iter()
        .filter_map(|column| {
            let hole = exposed(&column.signal)?;
            Some(format!("{}: up card {}, hole card {hole} exposed.", column.head, column.up))
        })
        .collect();
    if plan.name != "no blackjack" && columns.iter().any(|column| column.signal == "no blackjack") {
        notes.push("*: after the dealer has looked and has no blackjack.".into());
    }
    notes
}

/// Class, then the order within it.
type RowKey<'a> = (HandClass, (u8, u8, &'a str));

/// By total; pairs by the card, since two aces have the total of two sixes.
fn row_order(cell: &StrategyCell) -> (u8, u8, &str) {
    let card = cell.hand.split(',').next().unwrap_or_default();
    match cell.class {
        HandClass::Pair => (up_order(card).0, cell.total, &cell.hand),
        HandClass::Hard | HandClass::Soft => (cell.total, 0, &cell.hand),
    }
}

impl ChartCode {
    fn of(cell: &StrategyCell, later_actions: &[Action]) -> Self {
        let kind = match cell.code.chars().next() {
            Some('S') => "stand",
            Some('H') => "hit",
            Some('D') => "double",
            Some('P') => "split",
            Some('R') => "surrender",
            _ => "other",
        };
        // The field's codes have no word for a hand whose best action turns on the number of cards alone.
        let not_allowed_later = cell.first_two.is_some_and(|action| !later_actions.contains(&action));
        let implied = cell.later == cell.first_two || (not_allowed_later && cell.later == cell.otherwise);
        let code = match cell.later {
            Some(later) if cell.first_two.is_some() && !implied => format!("{}/{}", cell.code, letter(later)),
            _ => cell.code.clone(),
        };
        Self { code, kind, meaning: meaning(cell), varies: false }
    }
}

fn letter(action: Action) -> char {
    match action {
        Action::Stand => 'S',
        Action::Hit => 'H',
        Action::Double => 'D',
        Action::Split => 'P',
        Action::Surrender => 'R',
    }
}

/// `16 against T: two cards: surrender; three or more cards: hit`; the action alone where it is the same with any number of cards.
fn meaning(cell: &StrategyCell) -> String {
    let signal = if cell.signal == "none" { String::new() } else { format!(", {}", cell.signal) };
    let against = format!("{} against {}{signal}", cell.hand, cell.up);
    let mut parts = Vec::new();
    if let Some(first) = cell.first_two {
        if cell.otherwise.is_none() && cell.later.is_none_or(|later| later == first) {
            return format!("{against}: {}", first.name());
        }
        parts.push(format!("two cards: {}", first.name()));
    }
    if let Some(otherwise) = cell.otherwise {
        parts.push(format!("where that is not allowed: {}", otherwise.name()));
    }
    if let Some(later) = cell.later {
        parts.push(format!("three or more cards: {}", later.name()));
    }
    format!("{against}: {}", parts.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_says_once_what_is_done_with_any_number_of_cards() {
        let cell = |first_two, otherwise, later, signal: &str| StrategyCell {
            up: "T".to_owned(),
            signal: signal.to_owned(),
            class: HandClass::Hard,
            hand: "16".to_owned(),
            total: 16,
            first_two,
            later,
            otherwise,
            code: "H".to_owned(),
        };
        let (hit, stand) = (Some(Action::Hit), Some(Action::Stand));
        assert_eq!(meaning(&cell(hit, None, hit, "none")), "16 against T: hit");
        assert_eq!(meaning(&cell(hit, None, None, "small")), "16 against T, small: hit");
        assert_eq!(
            meaning(&cell(hit, None, stand, "none")),
            "16 against T: two cards: hit; three or more cards: stand"
        );
        let surrender = meaning(&cell(Some(Action::Surrender), hit, hit, "none"));
        assert_eq!(
            surrender,
            "16 against T: two cards: surrender; where that is not allowed: hit; three or more cards: hit"
        );
        assert_eq!(meaning(&cell(None, None, stand, "none")), "16 against T: three or more cards: stand");
    }

    /// In one chart of a column for each pair of cards no column could be read.
    #[test]
    fn where_every_hole_card_is_exposed_each_up_card_has_a_chart() {
        let cell = |up: &str, hole: &str| StrategyCell {
            up: up.to_owned(),
            signal: format!("exposed {hole}"),
            class: HandClass::Hard,
            hand: "16".to_owned(),
            total: 16,
            first_two: Some(Action::Hit),
            later: None,
            otherwise: None,
            code: "H".to_owned(),
        };
        let cards = ["A", "T", "9"];
        let cells: Vec<StrategyCell> = cards.iter().flat_map(|up| cards.map(|hole| cell(up, hole))).collect();
        let charts = strategy_charts(&cells, &HolesBySignal::new());
        let slugs: Vec<&str> = charts.iter().map(|chart| chart.slug.as_str()).collect();
        assert_eq!(slugs, ["exposed-9", "exposed-t", "exposed-a"]);
        assert_eq!(charts[1].title, "Up card T, hole card exposed");
        let heads: Vec<&str> = charts[1].columns.iter().map(|column| column.head.as_str()).collect();
        assert_eq!(heads, ["T+9", "T+T", "T+A"]);
        assert_eq!(charts[1].notes, ["T+9: up card T, hole card 9 exposed; the other columns likewise."]);
        assert!(charts.iter().all(|chart| chart.sections[0].rows[0].cells.iter().all(Option::is_some)));

        // A column for each up card stays one chart.
        let one: Vec<StrategyCell> = cards.iter().map(|up| cell(up, "9")).collect();
        let slugs: Vec<String> =
            strategy_charts(&one, &HolesBySignal::new()).into_iter().map(|chart| chart.slug).collect();
        assert_eq!(slugs, ["exposed"]);
    }
}
