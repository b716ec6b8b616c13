use std::collections::BTreeMap;
use std::io::Write as _;

use certificate::{CombinationEdge, Combinations, Exact};
use comfy_table::{Table, presets};
use num_traits::Signed;
use rules::Submission;
use serde::Serialize;
use solver::Class;

use crate::arguments::{Compare, mark};
use crate::failure::Failure;
use crate::readings::{
    SolverPool, TD_AND_CDZ_MINUS, combination_count, combination_evs, combination_names, one_at_a_time,
    zero_memory_edges,
};
use crate::{document, present, progress};

/// One analysis: an entry of `compare --json`.
#[derive(Serialize)]
struct Entry {
    analysis: String,
    title: String,
    game: String,
    decks: Option<u16>,
    conforming: bool,
    /// House edges under the readings chosen, by strategy class.
    house_edge: BTreeMap<String, Exact>,
    /// House edges with one reading switched.
    by_reading: Vec<Reading>,
    /// How many combinations its readings have; `null` if more than a certificate may state.
    #[serde(skip_serializing_if = "Option::is_none")]
    combination_count: Option<Option<u64>>,
    /// House edges under CDZ- over all of them, where they were asked for, and there are two at least and not too many.
    #[serde(skip_serializing_if = "Option::is_none")]
    combinations: Option<Combinations>,
}

#[derive(Serialize)]
struct Reading {
    name: String,
    choice: String,
    house_edge: BTreeMap<String, Exact>,
}

pub(crate) fn run(arguments: &Compare) -> Result<(), Failure> {
    let submissions =
        arguments.analyses.iter().map(|path| Submission::load(path, &[])).collect::<Result<Vec<_>, _>>()?;
    submissions.iter().for_each(mark);
    let others =
        |submission: &Submission| -> usize { submission.base_readings().map(|reading| reading.others().count()).sum() };
    let combinations = |submission| if arguments.combinations { combination_count(submission) } else { 0 };
    let steps = submissions.iter().map(|submission| 1 + others(submission) as u64 + combinations(submission)).sum();
    let bar = progress::bar(steps);
    let entries = submissions
        .iter()
        .map(|submission| entry(submission, arguments.combinations, &|message| bar.step(message)))
        .collect::<Result<Vec<_>, _>>()?;
    bar.finish();
    let mut out = crate::terminal::stdout();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&entries)?)?;
    } else if arguments.markdown {
        write!(out, "{}", markdown(&entries))?;
    } else {
        writeln!(out, "{}", table(&entries))?;
    }
    Ok(())
}

fn entry(submission: &Submission, with_combinations: bool, step: &(dyn Fn(&str) + Sync)) -> Result<Entry, Failure> {
    let solver = solver::Solver::new(submission)?;
    let mut pool = SolverPool::new(solver);
    let mut edges = |submission: &Submission, what: &str| -> Result<BTreeMap<String, Exact>, Failure> {
        step(&format!("{}: {what}", submission.title));
        let solver = pool.solver(submission)?;
        zero_memory_edges(&solver)
    };
    let house_edge = edges(submission, "readings chosen")?;
    let mut by_reading = Vec::new();
    for (switched, variant) in one_at_a_time(submission, submission.base_readings())? {
        for (name, choice) in switched {
            let house_edge = edges(&variant, &format!("{name} = {choice}"))?;
            by_reading.push(Reading { name, choice, house_edge });
        }
    }
    let number = combination_count(submission);
    let combinations = if with_combinations && number > 1 {
        let evs = combination_evs(submission, &|what| step(&format!("{}: {what}", submission.title)))?;
        document::combinations_by_ev(submission, &combination_names(submission), &evs)?
    } else {
        None
    };
    Ok(Entry {
        combination_count: with_combinations.then_some((number > 0).then_some(number)),
        combinations,
        analysis: submission.id.clone(),
        title: submission.title.clone(),
        game: submission.game.id.clone(),
        decks: submission.decks,
        conforming: submission.deviations.is_empty(),
        house_edge,
        by_reading,
    })
}

/// A line of the comparison: analysis, reading, one figure a class, and whether the player has the advantage in any.
struct Line {
    analysis: String,
    reading: String,
    /// What else the reading column says, in code in Markdown.
    choices: Vec<String>,
    edges: Vec<String>,
    favours_player: bool,
}

fn lines(entries: &[Entry]) -> Vec<Line> {
    let is_negative = |edge: &Exact| edge.value().is_some_and(|edge| edge.is_negative());
    let line = |analysis: &str, reading: &str, choices: Vec<String>, edges: &BTreeMap<String, Exact>| {
        let edge =
            |class: &Class| edges.get(class.name()).map_or_else(String::new, |edge| format!("{}%", edge.percent(4)));
        Line {
            analysis: analysis.to_owned(),
            reading: reading.to_owned(),
            choices,
            edges: TD_AND_CDZ_MINUS.iter().map(edge).collect(),
            favours_player: edges.values().any(is_negative),
        }
    };
    let mut lines = Vec::new();
    for entry in entries {
        lines.push(line(&entry.title, "as chosen", Vec::new(), &entry.house_edge));
        for reading in &entry.by_reading {
            lines.push(line("", "", vec![format!("{} = {}", reading.name, reading.choice)], &reading.house_edge));
        }
        for (what, one) in throughout(entry) {
            let edges = BTreeMap::from([(Class::CdzMinus.name().to_owned(), one.house_edge.clone())]);
            let chosen = entry.combinations.iter().flat_map(|all| &all.chosen.choices);
            let chosen: BTreeMap<_, _> = chosen.collect();
            let differs = one.choices.iter().filter(|(name, choice)| chosen.get(name) != Some(choice));
            let differs: Vec<String> = differs.map(|(name, choice)| format!("{name} = {choice}")).collect();
            let what = if differs.is_empty() { format!("{what}: as chosen") } else { format!("{what}:") };
            lines.push(line("", &what, differs, &edges));
        }
        if entry.combination_count == Some(None) {
            lines.push(line(
                "",
                "too many combinations of readings to value all of them",
                Vec::new(),
                &BTreeMap::new(),
            ));
        }
    }
    lines
}

/// Combinations of readings that stand for all of them, in words.
fn throughout(entry: &Entry) -> Vec<(String, &CombinationEdge)> {
    let Some(all) = &entry.combinations else { return Vec::new() };
    vec![
        ("the text literally throughout".to_owned(), &all.literal),
        ("custom throughout".to_owned(), &all.customary),
        (format!("most adverse to the player of {} combinations", all.number), &all.largest),
        (format!("most adverse to the house of {} combinations", all.number), &all.smallest),
    ]
}

fn table(entries: &[Entry]) -> Table {
    let mut table = Table::new();
    let classes = TD_AND_CDZ_MINUS.map(Class::name);
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["analysis", "reading", classes[0], classes[1], ""]);
    for line in lines(entries) {
        let advantage = if line.favours_player { "player's advantage" } else { "" };
        let reading = [line.reading].into_iter().chain(line.choices).filter(|part| !part.is_empty());
        let mut row = vec![line.analysis, reading.collect::<Vec<_>>().join("\n")];
        row.extend(line.edges);
        row.push(advantage.to_owned());
        table.add_row(row);
    }
    present::align_right(&mut table, 2..4);
    table
}

fn markdown(entries: &[Entry]) -> String {
    let mut text = String::from("| analysis | reading | TD | CDZ- | |\n|---|---|---:|---:|---|\n");
    for line in lines(entries) {
        let advantage = if line.favours_player { "**player's advantage**" } else { "" };
        let choices = line.choices.iter().map(|choice| format!("`{choice}`")).collect::<Vec<_>>().join(", ");
        let reading = [line.reading, choices].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        text.push_str(&format!("| {} | {reading} | {} | {advantage} |\n", line.analysis, line.edges.join(" | ")));
    }
    text
}
