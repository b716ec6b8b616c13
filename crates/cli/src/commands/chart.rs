//! `chart`: a strategy in the letters and colours of the field.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

use anstyle::{Ansi256Color, Style};
use shoeproof::{Action, ChartCode, ChartException, ChartRow, ChartWant, Class, StrategyChart, StrategyCharts};

use crate::arguments::Chart;
use crate::failed::Failed;
use crate::tables::{align_figures, plain, width};
use crate::terminal::{self, escape};

pub(crate) fn run(arguments: &Chart) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    let want = ChartWant { signal: arguments.signal.clone() };
    let charts = analysis.chart(arguments.strategy, &want)?;
    if arguments.json {
        writeln!(terminal::stdout(), "{}", serde_json::to_string_pretty(&charts)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = format!("{}\n", escape(analysis.title()));
    write(&mut text, &charts, arguments.strategy, width())?;
    // Colours go past the escapes, so every name is escaped before.
    terminal::colored_stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn write(text: &mut String, charts: &StrategyCharts, class: Class, width: usize) -> Result<(), Failed> {
    writeln!(text, "strategy class   {}", in_words(class))?;
    if let Some(attack) = &charts.attack {
        writeln!(text, "attack wager     {}", list(attack, "against", "never"))?;
    }
    if let Some(insured) = &charts.insured {
        let many = || format!("with {} hands, which `--json` lists", insured.len());
        let insured = if insured.len() > FEW { many() } else { list(insured, "with", "never") };
        writeln!(text, "insurance        {insured}")?;
    }
    if let Some(even_money) = charts.even_money {
        writeln!(text, "even money       {}", if even_money { "taken" } else { "never" })?;
    }
    for chart in &charts.charts {
        write_chart(text, chart, width)?;
    }
    write_legend(text, charts)?;
    write_given_up(text, charts)?;
    write_exceptions(text, charts)?;
    write_switches(text, charts)
}

/// Most hands that a line lists.
const FEW: usize = 8;

/// Most columns of exposed cards that are explained: the others are like them.
const EXPLAINED: usize = 3;

fn in_words(class: Class) -> &'static str {
    match class {
        Class::Td => "td: by the total of the hand",
        Class::CdzMinus => "cdz: by the cards of the hand, best before a split",
        Class::BestCdz => "cdz-best: by the cards of the hand, best over the whole round",
        Class::Perfect => "perfect",
    }
}

fn list(of: &[String], word: &str, none: &str) -> String {
    if of.is_empty() { none.to_owned() } else { format!("{word} {}", of.join(" ")) }
}

/// Of a cell that some hands depart from. A star is of a column.
const MARK: &str = "†";

/// Columns of the name of a row.
const LABEL: usize = 7;

/// A chart, its up cards in as many blocks as the width needs.
fn write_chart(text: &mut String, chart: &StrategyChart, width: usize) -> Result<(), Failed> {
    let codes = cells(chart).map(|cell| shown(cell).chars().count());
    let heads = chart.columns.iter().map(|column| column.head.chars().count());
    let cell = codes.chain(heads).max().unwrap_or(0) + 2;
    let most = (width.saturating_sub(LABEL) / cell).max(1);
    // Blocks of nearly equal width.
    let blocks = chart.columns.len().div_ceil(most).max(1);
    let each = chart.columns.len().div_ceil(blocks).max(1);
    for from in (0..chart.columns.len()).step_by(each) {
        let to = (from + each).min(chart.columns.len());
        let part = if blocks > 1 {
            format!(" (up cards {} to {})", chart.columns[from].head, chart.columns[to - 1].head)
        } else {
            String::new()
        };
        let bold = Style::new().bold();
        writeln!(text, "\n{bold}{}{}{bold:#}", escape(&chart.title), escape(&part))?;
        write!(text, "{:LABEL$}", "")?;
        for column in &chart.columns[from..to] {
            write!(text, " {bold}{:1$}{bold:#}", escape(&column.head), cell - 1)?;
        }
        writeln!(text)?;
        for section in &chart.sections {
            writeln!(text, "{}", section.title.to_lowercase())?;
            for row in &section.rows {
                write_row(text, row, from..to, cell)?;
            }
        }
    }
    let is_of_column =
        |note: &&String| chart.columns.iter().any(|column| note.starts_with(&format!("{}: ", column.head)));
    let (of_columns, others): (Vec<&String>, Vec<&String>) = chart.notes.iter().partition(is_of_column);
    for note in of_columns.into_iter().take(EXPLAINED).chain(others) {
        writeln!(text, "{}", escape(note))?;
    }
    Ok(())
}

fn write_row(text: &mut String, row: &ChartRow, columns: std::ops::Range<usize>, width: usize) -> Result<(), Failed> {
    write!(text, "{:>label$}  ", row.hand, label = LABEL - 2)?;
    for cell in &row.cells[columns] {
        match cell {
            None => write!(text, "{:width$}", "")?,
            Some(cell) => {
                let color = color(cell.kind);
                write!(text, "{color} {:1$}{color:#}", shown(cell), width - 1)?;
            }
        }
    }
    writeln!(text)?;
    Ok(())
}

fn shown(cell: &ChartCode) -> String {
    format!("{}{}", cell.code, if cell.varies { MARK } else { "" })
}

/// The report's colours, as near as a terminal has them, under black letters.
fn color(kind: &str) -> Style {
    let paper = match kind {
        "stand" => 217,
        "hit" => 157,
        "double" => 222,
        "split" => 117,
        "surrender" => 183,
        _ => 252,
    };
    Style::new().fg_color(Some(Ansi256Color(16).into())).bg_color(Some(Ansi256Color(paper).into()))
}

fn cells(chart: &StrategyChart) -> impl Iterator<Item = &ChartCode> {
    chart.sections.iter().flat_map(|section| &section.rows).flat_map(|row| row.cells.iter().flatten())
}

/// What the codes mean that occur.
fn write_legend(text: &mut String, charts: &StrategyCharts) -> Result<(), Failed> {
    let all = || charts.charts.iter().flat_map(cells);
    let first = |cell: &ChartCode| cell.code.split('/').next().unwrap_or_default().to_owned();
    let entries = [
        ("S", "stand", "stand"),
        ("H", "hit", "hit"),
        ("Dh", "double", "double, else hit"),
        ("Ds", "double", "double, else stand"),
        ("P", "split", "split"),
        ("Rh", "surrender", "surrender, else hit"),
        ("Rs", "surrender", "surrender, else stand"),
        ("Rd", "surrender", "surrender, else double"),
        ("Rp", "surrender", "surrender, else split"),
        ("R", "surrender", "surrender before the dealer looks"),
    ];
    writeln!(text)?;
    for (code, kind, words) in entries {
        if all().any(|cell| first(cell) == code) {
            let color = color(kind);
            writeln!(text, "{color} {code:2} {color:#} {words}")?;
        }
    }
    if let Some(cell) = all().find(|cell| cell.code.contains('/')) {
        writeln!(text, "{:4} after a stroke: with three or more cards", escape(&cell.code))?;
    }
    Ok(())
}

fn write_given_up(text: &mut String, charts: &StrategyCharts) -> Result<(), Failed> {
    for (which, hands) in
        [("given up once doubled", &charts.doubled_given_up), ("split aces given up", &charts.split_aces_given_up)]
    {
        if hands.is_empty() {
            continue;
        }
        let mut table = plain();
        table.set_header(["up", "signal", which]);
        for one in hands {
            table.add_row([&one.up, &one.signal, &one.hands.join("  ")]);
        }
        writeln!(text, "\n{}", escape_lines(&table.to_string()))?;
    }
    Ok(())
}

/// Two cards that are played otherwise than their cell says, by up card and change; longer hands are counted.
fn write_exceptions(text: &mut String, charts: &StrategyCharts) -> Result<(), Failed> {
    if charts.exceptions.is_empty() {
        return Ok(());
    }
    let (short, long): (Vec<&ChartException>, Vec<&ChartException>) =
        charts.exceptions.iter().partition(|one| one.hand.split(',').count() == 2);
    writeln!(text, "\n{MARK}  Some hands of the row are played otherwise. The cell has the act of most deals.")?;
    let mut rows: Vec<([&str; 2], [Action; 2], Vec<&str>)> = Vec::new();
    let columns = charts.charts.iter().flat_map(|chart| &chart.columns);
    for column in columns {
        for one in short.iter().filter(|one| one.up == column.up && one.signal == column.signal) {
            let (of, acts) = ([one.up.as_str(), one.signal.as_str()], [one.chart, one.act]);
            match rows.iter_mut().find(|row| row.0 == of && row.1 == acts) {
                Some(row) => row.2.push(&one.hand),
                None => rows.push((of, acts, vec![&one.hand])),
            }
        }
    }
    if !rows.is_empty() {
        let mut table = plain();
        table.set_header(["up", "signal", "chart", "played", "two cards"]);
        for ([up, signal], [chart, act], hands) in &rows {
            table.add_row([up, signal, chart.name(), act.name(), &hands.join("  ")]);
        }
        writeln!(text, "{}", escape_lines(&table.to_string()))?;
    }
    if !long.is_empty() {
        writeln!(text, "and {} hands of three or more cards, which `--json` lists", long.len())?;
    }
    Ok(())
}

fn write_switches(text: &mut String, charts: &StrategyCharts) -> Result<(), Failed> {
    if charts.switches.is_empty() {
        return Ok(());
    }
    let deals: usize = charts.switches.iter().map(|one| one.deals.len()).sum();
    writeln!(
        text,
        "\nSecond cards are switched in {deals} deals, which `--json` lists. The charts are for\nthe hands that the switch leaves."
    )?;
    let mut table = plain();
    table.set_header(["up", "signal", "switched", "deals"]);
    for one in &charts.switches {
        let signal = one.signal.clone().unwrap_or_else(|| "before any".to_owned());
        table.add_row([one.up.clone(), signal, format!("{}%", one.share.percent(4)), one.deals.len().to_string()]);
    }
    align_figures(&mut table, 2..4);
    writeln!(text, "{}", escape_lines(&table.to_string()))?;
    Ok(())
}

/// Lines of the program's own, in which names are escaped.
fn escape_lines(text: &str) -> String {
    text.lines().map(escape).collect::<Vec<_>>().join("\n")
}
