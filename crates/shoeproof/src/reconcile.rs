//! Which combinations of readings, and on request of options, deck counts and strategy classes, give a published house edge.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::str::FromStr;

use certificate::Exact;
use comfy_table::{Table, presets};
use num_rational::BigRational;
use num_traits::Zero;
use rules::Submission;
use serde::Serialize;
use solver::Class;

use crate::arguments::Reconcile;
use crate::failure::Failure;
use crate::played::BaseGame;
use crate::printed::Printed;
use crate::readings::{SolverPool, distance};
use crate::variants::{self, Asked, Changes, Dimension, Scope};
use crate::{present, progress, wagers};

/// Combinations listed for the terminal, of those inside; JSON has them all.
const LISTED: usize = 24;
/// Near misses listed, less those inside; JSON has this many always.
const NEAR: usize = 12;
/// What is searched where no side wager is.
const BASE_GAME: &str = "base game";
/// Places of a percentage on the terminal.
const PLACES: u32 = 6;

/// A published house edge: an interval, or the numbers that print as one number.
#[derive(Debug, Clone)]
pub(crate) struct Interval {
    text: String,
    ends: [Printed; 2],
}

impl FromStr for Interval {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Some((low, high)) = text.split_once("..") else {
            let one: Printed = text.parse()?;
            return Ok(Self { text: text.to_owned(), ends: [one.clone(), one] });
        };
        // In `0.43..0.49%` the sign stands for both.
        let low = if high.trim_end().ends_with('%') && !low.trim_end().ends_with('%') {
            format!("{low}%")
        } else {
            low.to_owned()
        };
        let ends: [Printed; 2] = [low.parse()?, high.parse()?];
        if ends[0].value > ends[1].value {
            return Err(format!("`{text}` is no interval: expected the lower end first, such as 0.43%..0.49%"));
        }
        Ok(Self { text: text.to_owned(), ends })
    }
}

impl Interval {
    /// The ends as they are printed, as numbers.
    fn ends(&self) -> [BigRational; 2] {
        self.ends.each_ref().map(|end| end.value.clone())
    }

    /// Every number that lies between the ends or prints as one of them: published ends are rounded like other numbers.
    fn bounds(&self) -> [BigRational; 2] {
        let [[low, _], [_, high]] = self.ends.each_ref().map(Printed::interval);
        [low, high]
    }
}

/// One combination and its edge.
struct Row {
    changes: Changes,
    column: Column,
    edge: BigRational,
    /// Of the edge to the interval; zero inside.
    distance: BigRational,
}

/// What a row is besides its changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Column {
    decks: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strategy: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paytable: Option<String>,
}

impl Column {
    /// The same strategy class or paytable, whatever the number of decks.
    fn figure(&self) -> (Option<&'static str>, Option<&String>) {
        (self.strategy, self.paytable.as_ref())
    }
}

/// `reconcile --json`.
#[derive(Serialize)]
struct Output {
    analysis: String,
    /// `base game`, or a side wager's id.
    of: String,
    published: String,
    /// The interval searched, ends included: the published ends less and more half a unit of their last digit.
    low: Exact,
    high: Exact,
    /// What was searched, each with the choice of the analysis first.
    searched: Vec<Searched>,
    /// How many switches differ from the analysis at the most; `null` for any number.
    most_changes: Option<usize>,
    combinations: u64,
    smallest: Option<Found>,
    largest: Option<Found>,
    inside: u64,
    /// Those inside that also lie between the published ends taken as exact numbers.
    between_ends: u64,
    by_column: Vec<Summary>,
    /// All that lie inside, fewest changes first.
    explanations: Vec<Found>,
    /// The nearest outside.
    near_misses: Vec<Found>,
    effects: Vec<Effect>,
    unsolved: Vec<Unsolved>,
}

#[derive(Serialize)]
struct Searched {
    key: String,
    choices: Vec<String>,
}

#[derive(Clone, Serialize)]
struct Found {
    changes: Changes,
    #[serde(flatten)]
    column: Column,
    house_edge: Exact,
    /// To the interval, where it lies outside.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<Exact>,
    /// Whether it lies between the published ends taken as exact numbers.
    between_ends: bool,
    /// Whether no part of its changes is enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<bool>,
}

/// The rows of one number of decks and class or paytable.
#[derive(Serialize)]
struct Summary {
    #[serde(flatten)]
    column: Column,
    combinations: u64,
    inside: u64,
    smallest: Exact,
    largest: Exact,
}

/// What one choice does to the edge in place of the analysis's.
#[derive(Serialize)]
struct Effect {
    key: String,
    choice: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    strategy: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paytable: Option<String>,
    /// With nothing else changed.
    alone: Option<Exact>,
    /// The least and the most that it does, whatever else is changed.
    least: Exact,
    most: Exact,
}

#[derive(Serialize)]
struct Unsolved {
    changes: Changes,
    reason: String,
}

pub(crate) fn run(arguments: &Reconcile) -> Result<(), Failure> {
    let mut submission = arguments.analysis.load()?;
    if let (Some(id), Some(meter)) = (&arguments.wager, &arguments.meter) {
        submission = submission.with(&format!("wagers.{id}.meter"), meter)?;
    }
    let asked = match &arguments.wager {
        None => Asked::Base,
        Some(id) => {
            wagers::offered(&submission, id)?;
            Asked::Wager(id)
        }
    };
    if arguments.decks && submission.decks.is_none() {
        return Err(Failure::Asked("deck counts cannot be searched: the analysis has a shoe of its own".to_owned()));
    }
    let scope = Scope { options: arguments.options, decks: arguments.decks, paytables: arguments.options };
    let mut dimensions = variants::dimensions(&submission, asked, scope);
    if !arguments.only.is_empty() {
        only(&mut dimensions, &arguments.only)?;
    }
    let classes: BTreeSet<Class> = arguments.strategy.iter().copied().collect();
    let most = arguments.changes.unwrap_or(usize::MAX);
    let per_changes = if arguments.wager.is_some() { 1 } else { classes.len() as u64 };
    let planned = variants::count(&dimensions, most).and_then(|count| count.checked_mul(per_changes));
    let Some(planned) = planned.filter(|&planned| planned <= arguments.limit) else {
        return Err(Failure::Asked(too_many(planned, arguments.limit, &dimensions, per_changes)));
    };
    let bar = progress::bar(planned);
    let mut search = Search { low_high: arguments.edge.bounds(), rows: Vec::new(), unsolved: Vec::new() };
    let combinations = variants::combinations(&dimensions, most);
    match asked {
        Asked::Base => search.base_game(&submission, combinations, &classes, &|message| bar.step(message))?,
        Asked::Wager(id) => search.wager(&submission, id, combinations, &|message| bar.step(message))?,
    }
    bar.finish();
    let output = search.output(arguments, &submission, &dimensions);
    let mut out = crate::terminal::stdout();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&output)?)?;
        return Ok(());
    }
    print(&submission, &output, &mut out)
}

/// Keeps the dimensions named.
fn only(dimensions: &mut Vec<Dimension>, names: &[String]) -> Result<(), Failure> {
    for name in names {
        if !dimensions.iter().any(|dimension| is_named(dimension, name)) {
            let known = rules::one_of(dimensions.iter().map(|dimension| short(&dimension.key)));
            return Err(Failure::Asked(format!("`--only {name}`: nothing of that name is searched: expected {known}")));
        }
    }
    dimensions.retain(|dimension| names.iter().any(|name| is_named(dimension, name)));
    Ok(())
}

fn is_named(dimension: &Dimension, name: &str) -> bool {
    dimension.key == name || short(&dimension.key) == name
}

/// A key without the kind of thing it is.
fn short(key: &str) -> &str {
    key.rsplit_once('.').map_or(key, |(_, name)| name)
}

fn too_many(planned: Option<u64>, limit: u64, dimensions: &[Dimension], per_changes: u64) -> String {
    let factors: Vec<String> =
        dimensions.iter().map(|one| format!("{} {}", short(&one.key), 1 + one.others.len())).collect();
    let planned = planned.map_or_else(|| "more than 2^64".to_owned(), |planned| planned.to_string());
    let classes = if per_changes > 1 { format!(", strategy classes {per_changes}") } else { String::new() };
    format!(
        "{planned} combinations are more than the limit of {limit} ({}{classes}). No combination may be left out unseen, since \
         the changes do not add up. Narrow the search: `--changes 1` shows what each switch does alone, `--only NAME,NAME` \
         searches the switches named, `--set` fixes a choice, fewer of `--options`, `--decks` and classes; or raise `--limit`",
        factors.join(", ")
    )
}

struct Search {
    low_high: [BigRational; 2],
    rows: Vec<Row>,
    unsolved: Vec<Unsolved>,
}

impl Search {
    fn add(&mut self, changes: &Changes, column: Column, edge: BigRational) {
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
        step: &dyn Fn(&str),
    ) -> Result<(), Failure> {
        let mut pool = SolverPool::default();
        for changes in combinations {
            let solver = variants::changed(submission, &changes).and_then(|variant| {
                let solver = pool.solver(&variant)?;
                Ok((variant.decks, solver))
            });
            for &class in classes {
                step(&format!("{class}: {}", variants::named(&changes)));
                let edge = match &solver {
                    Err(failure) => Err(failure.to_string()),
                    Ok((decks, solver)) => match solver.solve(class) {
                        Ok(solution) => Ok((*decks, -solution.ev)),
                        Err(error) => Err(error.to_string()),
                    },
                };
                match edge {
                    Err(reason) => self.unsolved.push(Unsolved { changes: changes.clone(), reason }),
                    Ok((decks, edge)) => {
                        self.add(&changes, Column { decks, strategy: Some(class.name()), paytable: None }, edge);
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
        step: &dyn Fn(&str),
    ) -> Result<(), Failure> {
        // Play is that of the base game, which depends on the number of decks and on nothing else that is searched here.
        for group in combinations.chunk_by(|one, other| one.get("decks") == other.get("decks")) {
            let decks = group[0].iter().filter(|(key, _)| *key == "decks");
            let decks: Changes = decks.map(|(key, value)| (key.clone(), value.clone())).collect();
            let base = variants::changed(submission, &decks)?;
            let mut base_game = BaseGame::new(&base);
            for changes in group {
                step(&variants::named(changes));
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
                    let edge = -result.ev(&wagers::meter_of(offered));
                    let column = Column { decks: variant.decks, strategy: None, paytable: Some(result.paytable) };
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

    fn output(mut self, arguments: &Reconcile, submission: &Submission, dimensions: &[Dimension]) -> Output {
        self.rows.sort_by(|a, b| {
            (&a.distance, a.changes.len(), &a.changes, &a.column).cmp(&(
                &b.distance,
                b.changes.len(),
                &b.changes,
                &b.column,
            ))
        });
        let inside = self.rows.iter().take_while(|row| row.distance.is_zero()).count();
        let [exact_low, exact_high] = arguments.edge.ends();
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
        Output {
            analysis: submission.id.clone(),
            of: arguments.wager.clone().unwrap_or_else(|| BASE_GAME.to_owned()),
            published: arguments.edge.text.clone(),
            low: low.into(),
            high: high.into(),
            searched: searched.collect(),
            most_changes: arguments.changes,
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

fn summaries(rows: &[Row]) -> Vec<Summary> {
    let mut by_column: BTreeMap<&Column, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        by_column.entry(&row.column).or_default().push(row);
    }
    let summary = |(column, rows): (&Column, Vec<&Row>)| {
        let edges = || rows.iter().map(|row| &row.edge);
        Some(Summary {
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
fn effects(rows: &[Row], dimensions: &[Dimension]) -> Vec<Effect> {
    type Figure<'a> = (Option<&'static str>, Option<&'a String>);
    let edges: BTreeMap<(&Changes, Figure), &BigRational> =
        rows.iter().map(|row| ((&row.changes, row.column.figure()), &row.edge)).collect();
    let figures: BTreeSet<Figure> = rows.iter().map(|row| row.column.figure()).collect();
    let mut effects = Vec::new();
    for dimension in dimensions {
        for choice in &dimension.others {
            let with = rows.iter().filter(|row| row.changes.get(&dimension.key) == Some(choice));
            let mut moved: BTreeMap<Figure, Vec<(bool, BigRational)>> = BTreeMap::new();
            for row in with {
                let mut without = row.changes.clone();
                without.remove(&dimension.key);
                if let Some(&before) = edges.get(&(&without, row.column.figure())) {
                    moved.entry(row.column.figure()).or_default().push((without.is_empty(), &row.edge - before));
                }
            }
            for figure in &figures {
                let moves = moved.get(figure).map_or(&[][..], |moves| moves);
                let all = || moves.iter().map(|(_, by)| by);
                let (Some(least), Some(most)) = (all().min(), all().max()) else { continue };
                effects.push(Effect {
                    key: dimension.key.clone(),
                    choice: choice.clone(),
                    strategy: figure.0,
                    paytable: figure.1.cloned(),
                    alone: moves.iter().find(|(alone, _)| *alone).map(|(_, by)| by.into()),
                    least: least.into(),
                    most: most.into(),
                });
            }
        }
    }
    effects
}

fn print(submission: &Submission, output: &Output, out: &mut impl Write) -> Result<(), Failure> {
    let percent = |exact: &Exact| format!("{}%", exact.percent(PLACES));
    writeln!(out, "{}", submission.title)?;
    writeln!(
        out,
        "House edge of {} published as {}, which numbers from {} to {} print as",
        if output.of == BASE_GAME { "the base game" } else { &output.of },
        output.published,
        percent(&output.low),
        percent(&output.high)
    )?;
    writeln!(
        out,
        "{} combinations computed; {} inside, {} of them between the published ends taken exactly",
        output.combinations, output.inside, output.between_ends
    )?;
    for (name, found) in [("smallest", &output.smallest), ("largest", &output.largest)] {
        if let Some(found) = found {
            writeln!(out, "{name:9} {}  {}", percent(&found.house_edge), described(found))?;
        }
    }
    if !output.unsolved.is_empty() {
        let reasons: BTreeSet<&str> = output.unsolved.iter().map(|unsolved| unsolved.reason.as_str()).collect();
        let reasons = reasons.into_iter().collect::<Vec<_>>().join("; ");
        writeln!(out, "{} combinations could not be computed: {reasons}", output.unsolved.len())?;
    }
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["decks", "of", "combinations", "inside", "smallest", "largest"]);
    for one in &output.by_column {
        table.add_row([
            one.column.decks.map_or_else(|| "own shoe".to_owned(), |decks| decks.to_string()),
            figure(one.column.strategy, one.column.paytable.as_ref()),
            one.combinations.to_string(),
            one.inside.to_string(),
            percent(&one.smallest),
            percent(&one.largest),
        ]);
    }
    present::align_right(&mut table, 2..6);
    writeln!(out, "{table}")?;
    if !output.explanations.is_empty() {
        writeln!(out, "\nInside, fewest changes first (* where no part of the changes is enough):")?;
        for found in output.explanations.iter().take(LISTED) {
            let mark = if found.minimal == Some(true) { '*' } else { ' ' };
            let end = if found.between_ends { "" } else { " (prints as an end)" };
            writeln!(out, "{mark} {}{end}  {}", percent(&found.house_edge), described(found))?;
        }
        let more = output.explanations.len().saturating_sub(LISTED);
        if more > 0 {
            writeln!(out, "  and {more} more, which `--json` lists")?;
        }
    }
    let near = NEAR.saturating_sub(output.explanations.len());
    if near > 0 && !output.near_misses.is_empty() {
        writeln!(out, "\nNearest outside:")?;
        for found in output.near_misses.iter().take(near) {
            let off = found.distance.as_ref().map(percent).unwrap_or_default();
            writeln!(out, "  {} (off by {off})  {}", percent(&found.house_edge), described(found))?;
        }
    }
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["change", "of", "moves the edge alone by", "at least", "at most"]);
    for effect in &output.effects {
        table.add_row([
            format!("{}={}", effect.key, effect.choice),
            figure(effect.strategy, effect.paytable.as_ref()),
            effect.alone.as_ref().map(percent).unwrap_or_default(),
            percent(&effect.least),
            percent(&effect.most),
        ]);
    }
    present::align_right(&mut table, 2..5);
    if !output.effects.is_empty() {
        writeln!(out, "\n{table}")?;
    }
    Ok(())
}

fn figure(strategy: Option<&'static str>, paytable: Option<&String>) -> String {
    strategy.map(str::to_owned).or_else(|| paytable.cloned()).unwrap_or_default()
}

fn described(found: &Found) -> String {
    let of = figure(found.column.strategy, found.column.paytable.as_ref());
    let of = if of.is_empty() { of } else { format!("{of}: ") };
    format!("{of}{}", variants::named(&found.changes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(text: &str) -> [String; 2] {
        let interval: Interval = text.parse().expect("an interval");
        interval.bounds().map(|end| cards::fraction(&end))
    }

    #[test]
    fn an_interval_is_what_prints_as_published() {
        assert_eq!(bounds("0.43%..0.49%"), ["17/4000", "99/20000"]);
        assert_eq!(bounds("0.43..0.49%"), ["17/4000", "99/20000"]);
        assert_eq!(bounds("-0.01..0.0049"), ["-3/200", "99/20000"]);
        assert_eq!(bounds("0.46%"), ["91/20000", "93/20000"]);
        assert_eq!(bounds("1/26"), ["1/26", "1/26"]);
        for wrong in ["", "0.49%..0.43%", "a..b", "0.43%..", "..", "0.4%...0.5%"] {
            assert!(wrong.parse::<Interval>().is_err(), "{wrong}");
        }
    }
}
