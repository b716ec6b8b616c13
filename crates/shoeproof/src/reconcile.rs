//! Which combinations of readings, and on request of options, deck counts and strategy classes, give a published house edge.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use certificate::Exact;
use num_rational::BigRational;
use num_traits::Zero;
use rayon::prelude::*;
use rules::Submission;
use serde::Serialize;
use solver::{Class, SolverFamily};

use crate::failure::Failure;
use crate::interval::Interval;
use crate::offered;
use crate::played::BaseGame;
use crate::progress::{Steps, Work};
use crate::readings::{self, distance};
use crate::schema::JsonSchema;
use crate::variants::{self, Asked, Changes, Dimension, Scope};

/// Near misses given.
const NEAR: usize = 12;
/// What is searched where no side wager is.
pub const BASE_GAME: &str = "base game";

/// One combination and its edge.
struct Row {
    changes: Changes,
    column: FigureOf,
    edge: BigRational,
    /// Of the edge to the interval; zero inside.
    distance: BigRational,
}

/// What a combination is besides its changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct FigureOf {
    /// Number of decks; `null` for a shoe that is not whole decks.
    pub decks: Option<u16>,
    /// The strategy class of a house edge of the base game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<&'static str>,
    /// The paytable of a side wager's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paytable: Option<String>,
}

impl FigureOf {
    /// The same strategy class or paytable, whatever the number of decks.
    fn figure(&self) -> (Option<&'static str>, Option<&String>) {
        (self.strategy, self.paytable.as_ref())
    }
}

/// What is searched for a published house edge, and how far.
#[derive(Debug, Clone)]
pub struct ReconcileWant {
    /// The published house edge.
    pub edge: Interval,
    /// The side wager whose edge it is; the base game's unless given.
    pub wager: Option<String>,
    /// The meter of a progressive wager, in dollars.
    pub meter: Option<String>,
    /// Search the casino's options too, or the wager's paytables.
    pub options: bool,
    /// Search every number of decks that the game allows.
    pub decks: bool,
    /// Strategy classes of the base game.
    pub classes: BTreeSet<Class>,
    /// Search only these readings, options or `decks`; everything if empty.
    pub only: Vec<String>,
    /// Change at most so many choices of the analysis at a time.
    pub changes: Option<usize>,
    /// Most combinations computed; a search that needs more is refused.
    pub limit: u64,
}

impl ReconcileWant {
    /// Every reading of the base game under CDZ-, in at most 20,000 combinations.
    pub fn new(edge: Interval) -> Self {
        Self {
            edge,
            wager: None,
            meter: None,
            options: false,
            decks: false,
            classes: BTreeSet::from([Class::CdzMinus]),
            only: Vec::new(),
            changes: None,
            limit: 20_000,
        }
    }
}

/// Which combinations of choices give a published house edge.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Reconciled {
    /// Id of the analysis.
    pub analysis: String,
    /// `base game`, or a side wager's id.
    pub of: String,
    /// The published house edge as it was written.
    pub published: String,
    /// The lower end of the interval searched, ends included: the published end less half a unit of its last digit.
    pub low: Exact,
    /// The upper end: the published end and half a unit of its last digit.
    pub high: Exact,
    /// What was searched, each with the choice of the analysis first.
    pub searched: Vec<Searched>,
    /// How many switches differ from the analysis at the most; `null` for any number.
    pub most_changes: Option<usize>,
    /// Combinations computed.
    pub combinations: u64,
    /// The one with the smallest house edge.
    pub smallest: Option<Found>,
    /// The one with the largest.
    pub largest: Option<Found>,
    /// How many lie inside.
    pub inside: u64,
    /// Those inside that also lie between the published ends taken as exact numbers.
    pub between_ends: u64,
    /// By number of decks and class or paytable.
    pub by_column: Vec<FoundSummary>,
    /// All that lie inside, fewest changes first.
    pub explanations: Vec<Found>,
    /// The nearest outside.
    pub near_misses: Vec<Found>,
    /// What each choice does.
    pub effects: Vec<ChoiceEffect>,
    /// What the rules or the solver refuse.
    pub unsolved: Vec<Unsolved>,
}

/// Something that was searched.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Searched {
    /// Key of the analysis.
    pub key: String,
    /// The choices, that of the analysis first.
    pub choices: Vec<String>,
}

/// A combination of choices with its house edge.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Found {
    /// Choices that differ from the analysis.
    pub changes: Changes,
    /// What it is besides.
    #[serde(flatten)]
    pub column: FigureOf,
    /// Its house edge.
    pub house_edge: Exact,
    /// To the interval, where it lies outside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Exact>,
    /// Whether it lies between the published ends taken as exact numbers.
    pub between_ends: bool,
    /// Whether no part of its changes is enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
}

/// The combinations of one number of decks and class or paytable.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FoundSummary {
    /// Which.
    #[serde(flatten)]
    pub column: FigureOf,
    /// How many.
    pub combinations: u64,
    /// How many of them inside.
    pub inside: u64,
    /// The smallest house edge.
    pub smallest: Exact,
    /// The largest.
    pub largest: Exact,
}

/// What one choice does to the edge in place of the analysis's.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ChoiceEffect {
    /// Key of the analysis.
    pub key: String,
    /// The choice.
    pub choice: String,
    /// The strategy class of a house edge of the base game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<&'static str>,
    /// The paytable of a side wager's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paytable: Option<String>,
    /// With nothing else changed.
    pub alone: Option<Exact>,
    /// The least that it does, whatever else is changed.
    pub least: Exact,
    /// The most.
    pub most: Exact,
}

/// A combination that cannot be computed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Unsolved {
    /// Choices that differ from the analysis.
    pub changes: Changes,
    /// Why.
    pub reason: String,
}

/// As [`crate::Analysis::reconcile`].
pub(crate) fn reconcile(
    submission: &Submission,
    want: &ReconcileWant,
    steps: &Steps<'_>,
) -> Result<Reconciled, Failure> {
    let submission = match (&want.wager, &want.meter) {
        (Some(id), Some(meter)) => &submission.with(&format!("wagers.{id}.meter"), meter)?,
        _ => submission,
    };
    let asked = match &want.wager {
        None => {
            want.edge.is_of_a_base_game()?;
            Asked::Base
        }
        Some(id) => {
            offered::offered(submission, id)?;
            Asked::Wager(id)
        }
    };
    if want.decks && submission.decks.is_none() {
        return Err(Failure::Asked("deck counts cannot be searched: the analysis has a shoe of its own".to_owned()));
    }
    let scope = Scope { options: want.options, decks: want.decks, paytables: want.options };
    let mut dimensions = variants::dimensions(submission, asked, scope);
    if !want.only.is_empty() {
        only(&mut dimensions, want)?;
    }
    let most = want.changes.unwrap_or(usize::MAX);
    let per_changes = if want.wager.is_some() { 1 } else { want.classes.len() as u64 };
    let planned = variants::count(&dimensions, most).and_then(|count| count.checked_mul(per_changes));
    let Some(planned) = planned.filter(|&planned| planned <= want.limit) else {
        let factors = variants::factors(&dimensions, per_changes);
        return Err(Failure::TooManyCombinations { planned, limit: want.limit, factors });
    };
    steps.expect(planned);
    let mut search = Search { low_high: want.edge.bounds(), rows: Vec::new(), unsolved: Vec::new() };
    let combinations = variants::combinations(&dimensions, most);
    match asked {
        Asked::Base => search.base_game(submission, combinations, &want.classes, steps)?,
        Asked::Wager(id) => search.wager(submission, id, combinations, steps)?,
    }
    Ok(search.reconciled(want, submission, &dimensions))
}

/// Keeps the dimensions named.
fn only(dimensions: &mut Vec<Dimension>, want: &ReconcileWant) -> Result<(), Failure> {
    let names = &want.only;
    for name in names {
        if !dimensions.iter().any(|dimension| variants::is_named(dimension, name)) {
            let known = rules::one_of(dimensions.iter().map(|dimension| variants::short(&dimension.key)));
            return Err(Failure::Asked(format!(
                "`{name}` is not searched: expected {known}; options, paytables and numbers of decks are searched where they are asked for"
            )));
        }
    }
    dimensions.retain(|dimension| names.iter().any(|name| variants::is_named(dimension, name)));
    let is_option = |key: &str| key.starts_with("options.") || key.ends_with(".paytable");
    let keeps = |of: &dyn Fn(&str) -> bool| dimensions.iter().any(|dimension| of(&dimension.key));
    for (asked, what, kept) in
        [(want.decks, "numbers of decks", keeps(&|key| key == "decks")), (want.options, "options", keeps(&is_option))]
    {
        if asked && !kept {
            return Err(Failure::Asked(format!("{what} are asked for, and none is among those alone to be searched")));
        }
    }
    Ok(())
}

struct Search {
    low_high: [BigRational; 2],
    rows: Vec<Row>,
    unsolved: Vec<Unsolved>,
}

impl Search {
    fn add(&mut self, changes: &Changes, column: FigureOf, edge: BigRational) {
        let [low, high] = &self.low_high;
        self.rows.push(Row { changes: changes.clone(), column, distance: distance(&edge, low, high), edge });
    }

    /// What the rules or the solver refuse is part of the answer, unless it is everything.
    fn refused(&mut self, changes: &Changes, failure: &Failure) {
        self.unsolved.push(Unsolved { changes: changes.clone(), reason: failure.to_string() });
    }

    fn base_game(
        &mut self,
        submission: &Submission,
        combinations: Vec<Changes>,
        classes: &BTreeSet<Class>,
        steps: &Steps<'_>,
    ) -> Result<(), Failure> {
        let family = SolverFamily::default();
        let by_decks = variants::ByDecks::new(submission, &combinations);
        let make = |changes: &Changes| by_decks.changed(changes);
        let edges = readings::each_variant(&family, &combinations, make, |changes, solver| {
            let of_class = |&class: &Class| {
                steps.done(Work::Variant { of: None, changes: changes.clone(), class: Some(class) });
                match &solver {
                    Err(failure) => Err(failure.to_string()),
                    Ok((variant, solver)) => match solver.ev(class) {
                        Ok(ev) => Ok((variant.decks, -ev)),
                        Err(error) => Err(error.to_string()),
                    },
                }
            };
            classes.iter().map(of_class).collect::<Vec<_>>()
        });
        for (changes, edges) in combinations.into_iter().zip(edges) {
            for (class, edge) in classes.iter().zip(edges) {
                match edge {
                    Err(reason) => self.unsolved.push(Unsolved { changes: changes.clone(), reason }),
                    Ok((decks, edge)) => {
                        self.add(&changes, FigureOf { decks, strategy: Some(class.name()), paytable: None }, edge);
                    }
                }
            }
        }
        self.anything()
    }

    fn wager(
        &mut self,
        submission: &Submission,
        id: &str,
        combinations: Vec<Changes>,
        steps: &Steps<'_>,
    ) -> Result<(), Failure> {
        // Play is that of the base game, which depends on the number of decks and on nothing else that is searched here.
        for group in combinations.chunk_by(|one, other| one.get("decks") == other.get("decks")) {
            let decks = group[0].iter().filter(|(key, _)| *key == "decks");
            let decks: Changes = decks.map(|(key, value)| (key.clone(), value.clone())).collect();
            let base = variants::changed(submission, &decks)?;
            let mut base_game = BaseGame::new(&base);
            for changes in group {
                steps.done(Work::Variant { of: None, changes: changes.clone(), class: None });
                match variants::changed(submission, changes) {
                    Err(failure) => self.refused(changes, &failure),
                    Ok(variant) => self.under_each_paytable(changes, &variant, id, &mut base_game),
                }
            }
        }
        self.anything()
    }

    fn under_each_paytable(&mut self, changes: &Changes, variant: &Submission, id: &str, game: &mut BaseGame<'_>) {
        for offered in variant.wagers.iter().filter(|offered| offered.id == id) {
            match game.value(variant, offered) {
                Err(failure) => self.refused(changes, &failure),
                Ok(result) => {
                    let edge = -result.ev(&offered::meter_of(offered));
                    let column = FigureOf { decks: variant.decks, strategy: None, paytable: Some(result.paytable) };
                    self.add(changes, column, edge);
                }
            }
        }
    }

    /// An error if there is nothing at all to show.
    fn anything(&self) -> Result<(), Failure> {
        match (self.rows.is_empty(), self.unsolved.first()) {
            (true, Some(unsolved)) => Err(Failure::Asked(unsolved.reason.clone())),
            (true, None) => Err(Failure::Asked("the wager is not offered with any of these".to_owned())),
            _ => Ok(()),
        }
    }

    fn reconciled(mut self, want: &ReconcileWant, submission: &Submission, dimensions: &[Dimension]) -> Reconciled {
        self.rows.sort_by(|a, b| {
            (&a.distance, a.changes.len(), &a.changes, &a.column).cmp(&(
                &b.distance,
                b.changes.len(),
                &b.changes,
                &b.column,
            ))
        });
        let inside = self.rows.iter().take_while(|row| row.distance.is_zero()).count();
        let [exact_low, exact_high] = want.edge.ends();
        let is_between = |row: &Row| exact_low <= row.edge && row.edge <= exact_high;
        let found = |row: &Row| Found {
            between_ends: is_between(row),
            changes: row.changes.clone(),
            column: row.column.clone(),
            house_edge: (&row.edge).into(),
            distance: (!row.distance.is_zero()).then(|| (&row.distance).into()),
            minimal: None,
        };
        let (explained, outside) = self.rows.split_at(inside);
        let explanations =
            explained.iter().map(|row| Found { minimal: Some(is_minimal(row, explained)), ..found(row) });
        let searched = dimensions.iter().map(|dimension| Searched {
            key: dimension.key.clone(),
            choices: std::iter::once(&dimension.chosen).chain(&dimension.others).cloned().collect(),
        });
        let [low, high] = &self.low_high;
        Reconciled {
            analysis: submission.id.clone(),
            of: want.wager.clone().unwrap_or_else(|| BASE_GAME.to_owned()),
            published: want.edge.text().to_owned(),
            low: low.into(),
            high: high.into(),
            searched: searched.collect(),
            most_changes: want.changes,
            combinations: self.rows.len() as u64,
            smallest: self.rows.iter().min_by_key(|row| &row.edge).map(found),
            largest: self.rows.iter().max_by_key(|row| &row.edge).map(found),
            inside: inside as u64,
            between_ends: explained.iter().filter(|row| is_between(row)).count() as u64,
            by_column: summaries(&self.rows),
            explanations: explanations.collect(),
            near_misses: outside.iter().take(NEAR).map(found).collect(),
            effects: effects(&self.rows, dimensions),
            unsolved: self.unsolved,
        }
    }
}

/// Whether no other explanation, for the same class or paytable, makes do with part of the changes.
fn is_minimal(row: &Row, explained: &[Row]) -> bool {
    !explained.iter().any(|other| {
        other.column.figure() == row.column.figure()
            && other.changes.len() < row.changes.len()
            && other.changes.iter().all(|(key, value)| row.changes.get(key) == Some(value))
    })
}

fn summaries(rows: &[Row]) -> Vec<FoundSummary> {
    let mut by_column: BTreeMap<&FigureOf, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        by_column.entry(&row.column).or_default().push(row);
    }
    let summary = |(column, rows): (&FigureOf, Vec<&Row>)| {
        let edges = || rows.iter().map(|row| &row.edge);
        Some(FoundSummary {
            column: column.clone(),
            combinations: rows.len() as u64,
            inside: rows.iter().filter(|row| row.distance.is_zero()).count() as u64,
            smallest: edges().min()?.into(),
            largest: edges().max()?.into(),
        })
    };
    by_column.into_iter().filter_map(summary).collect()
}

/// What each choice does in place of the analysis's, under every combination of the other changes that was computed.
fn effects(rows: &[Row], dimensions: &[Dimension]) -> Vec<ChoiceEffect> {
    type Figure<'a> = (Option<&'static str>, Option<&'a String>);
    let edges: HashMap<(&Changes, Figure), &BigRational> =
        rows.iter().map(|row| ((&row.changes, row.column.figure()), &row.edge)).collect();
    let figures: BTreeSet<Figure> = rows.iter().map(|row| row.column.figure()).collect();
    let of_choice = |&(key, choice): &(&String, &String)| -> Vec<ChoiceEffect> {
        let with = rows.iter().filter(|row| row.changes.get(key) == Some(choice));
        let mut moved: BTreeMap<Figure, Vec<(bool, BigRational)>> = BTreeMap::new();
        for row in with {
            let mut without = row.changes.clone();
            without.remove(key);
            if let Some(&before) = edges.get(&(&without, row.column.figure())) {
                moved.entry(row.column.figure()).or_default().push((without.is_empty(), &row.edge - before));
            }
        }
        let effect = |figure: &Figure| {
            let moves = moved.get(figure)?;
            let all = || moves.iter().map(|(_, by)| by);
            Some(ChoiceEffect {
                key: key.clone(),
                choice: choice.clone(),
                strategy: figure.0,
                paytable: figure.1.cloned(),
                alone: moves.iter().find(|(alone, _)| *alone).map(|(_, by)| by.into()),
                least: all().min()?.into(),
                most: all().max()?.into(),
            })
        };
        figures.iter().filter_map(effect).collect()
    };
    let all: Vec<(&String, &String)> = dimensions
        .iter()
        .flat_map(|Dimension { key, others, .. }| others.iter().map(move |choice| (key, choice)))
        .collect();
    all.par_iter().flat_map_iter(of_choice).collect()
}
