//! `compare`: analyses side by side.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use comfy_table::Table;
use shoeproof::{COMPARISON_FILE, Class, CombinationEdge, Compared, Exact, TD_AND_CDZ_MINUS};

use crate::arguments::{Compare, opened};
use crate::bar::Bar;
use crate::failed::Failed;
use crate::marks::mark;
use crate::tables::{align_figures, plain};
use crate::terminal;

pub(crate) fn run(arguments: &Compare) -> Result<ExitCode, Failed> {
    let open = |name: &PathBuf| opened(name, &arguments.overrides);
    let analyses = arguments.analyses.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    analyses.iter().for_each(mark);
    let mut out = terminal::stdout();
    if let Some(dir) = &arguments.out {
        let titles: Vec<&str> = analyses.iter().map(|one| one.submission().title.as_str()).collect();
        let title = arguments.title.clone().unwrap_or_else(|| titles.join(" against "));
        shoeproof::room_for_comparison(dir)?;
        let comparison = shoeproof::comparison(&analyses, &title, &Bar::new())?;
        let files = shoeproof::write_comparison(&comparison, dir)?;
        writeln!(out, "comparison of {} files: {}", files.len(), dir.join(COMPARISON_FILE).display())?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.markdown {
        // Analysis by analysis, since all combinations of many take long.
        write!(out, "{HEADING}")?;
        for analysis in &analyses {
            let entries = shoeproof::compare(std::slice::from_ref(analysis), arguments.combinations, &Bar::new())?;
            write!(out, "{}", markdown(&entries))?;
            out.flush()?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let entries = shoeproof::compare(&analyses, arguments.combinations, &Bar::new())?;
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&entries)?)?;
    } else {
        writeln!(out, "{}", table(&entries))?;
        for unit in units(&entries) {
            writeln!(out, "{unit}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
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

fn lines(entries: &[Compared]) -> Vec<Line> {
    let is_negative = |edge: &Exact| edge.fraction.starts_with('-');
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
fn throughout(entry: &Compared) -> Vec<(String, &CombinationEdge)> {
    let Some(all) = &entry.combinations else { return Vec::new() };
    vec![
        ("the text literally throughout".to_owned(), &all.literal),
        ("custom throughout".to_owned(), &all.customary),
        (format!("most adverse to the player of {} combinations", all.number), &all.largest),
        (format!("most adverse to the house of {} combinations", all.number), &all.smallest),
    ]
}

fn table(entries: &[Compared]) -> Table {
    let mut table = plain();
    let classes = TD_AND_CDZ_MINUS.map(Class::name);
    table.set_header(["analysis", "reading", classes[0], classes[1], ""]);
    for line in lines(entries) {
        let advantage = if line.favours_player { "player's advantage" } else { "" };
        let reading = [line.reading].into_iter().chain(line.choices).filter(|part| !part.is_empty());
        let mut row = vec![line.analysis, reading.collect::<Vec<_>>().join("\n")];
        row.extend(line.edges);
        row.push(advantage.to_owned());
        table.add_row(row);
    }
    align_figures(&mut table, 2..4);
    table
}

/// What the house edges are per unit of: one line if that is the same for all, else one for each analysis.
fn units(entries: &[Compared]) -> Vec<String> {
    match entries {
        [first, rest @ ..] if rest.iter().all(|one| one.unit == first.unit) => {
            vec![format!("House edges are per unit of {}. RTP is 100% less the house edge.", first.unit)]
        }
        _ => {
            let of_one = |one: &Compared| format!("{}: house edges per unit of {}.", one.title, one.unit);
            entries.iter().map(of_one).chain(["RTP is 100% less the house edge.".to_owned()]).collect()
        }
    }
}

/// The heading of [`markdown`].
const HEADING: &str = "| analysis | reading | TD | CDZ- | note |\n|---|---|---:|---:|---|\n";

/// Rows of a table in Markdown.
fn markdown(entries: &[Compared]) -> String {
    let mut text = String::new();
    for line in lines(entries) {
        let advantage = if line.favours_player { "**player's advantage**" } else { "" };
        let choices = line.choices.iter().map(|choice| format!("`{choice}`")).collect::<Vec<_>>().join(", ");
        let reading = [line.reading, choices].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        text.push_str(&format!("| {} | {reading} | {} | {advantage} |\n", line.analysis, line.edges.join(" | ")));
    }
    text
}
