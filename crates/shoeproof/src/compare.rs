use std::collections::BTreeMap;
use std::io::Write as _;

use certificate::Exact;
use comfy_table::{Table, presets};
use num_traits::Signed;
use rules::Submission;
use serde::Serialize;
use solver::Class;

use crate::arguments::{Compare, mark};
use crate::failure::Failure;
use crate::readings::{SolverPool, TD_AND_CDZ_MINUS, one_at_a_time, zero_memory_edges};
use crate::{present, progress};

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
    let bar = progress::bar(submissions.iter().map(|submission| 1 + others(submission) as u64).sum());
    let entries = submissions
        .iter()
        .map(|submission| entry(submission, &|message| bar.step(message)))
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

fn entry(submission: &Submission, step: &dyn Fn(&str)) -> Result<Entry, Failure> {
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
    Ok(Entry {
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
    edges: Vec<String>,
    favours_player: bool,
}

fn lines(entries: &[Entry]) -> Vec<Line> {
    let line = |analysis: &str, reading: String, edges: &BTreeMap<String, Exact>| Line {
        analysis: analysis.to_owned(),
        reading,
        edges: TD_AND_CDZ_MINUS.iter().map(|class| format!("{}%", edges[class.name()].percent(4))).collect(),
        favours_player: edges.values().any(|edge| edge.value().is_some_and(|edge| edge.is_negative())),
    };
    let mut lines = Vec::new();
    for entry in entries {
        lines.push(line(&entry.title, "as chosen".to_owned(), &entry.house_edge));
        for reading in &entry.by_reading {
            lines.push(line("", format!("{} = {}", reading.name, reading.choice), &reading.house_edge));
        }
    }
    lines
}

fn table(entries: &[Entry]) -> Table {
    let mut table = Table::new();
    let classes = TD_AND_CDZ_MINUS.map(Class::name);
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["analysis", "reading", classes[0], classes[1], ""]);
    for line in lines(entries) {
        let advantage = if line.favours_player { "player's advantage" } else { "" };
        let mut row = vec![line.analysis, line.reading];
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
        let reading = if line.reading == "as chosen" { line.reading } else { format!("`{}`", line.reading) };
        text.push_str(&format!("| {} | {reading} | {} | {advantage} |\n", line.analysis, line.edges.join(" | ")));
    }
    text
}
