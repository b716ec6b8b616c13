//! `games`: what can be analysed.

use std::io::Write;
use std::process::ExitCode;

use comfy_table::{ColumnConstraint, ContentArrangement, Width};
use shoeproof::{Analysis, GameChoices, GamePaytable, GameSummary, GameSwitch, cited};
use textwrap::{WordSeparator, WordSplitter, WrapAlgorithm};

use crate::arguments::Games;
use crate::failed::Failed;
use crate::tables::{plain, width};
use crate::terminal;

pub(crate) fn run(arguments: &Games) -> Result<ExitCode, Failed> {
    let mut out = terminal::stdout();
    match &arguments.game {
        None => {
            let games = shoeproof::game_summaries()?;
            if arguments.json {
                writeln!(out, "{}", serde_json::to_string_pretty(&games)?)?;
            } else {
                write_games(&mut out, &games)?;
            }
        }
        Some(game) => {
            let analysis = Analysis::open(game, &[])?;
            let choices = analysis.choices();
            if arguments.file {
                write!(out, "{}", analysis.submission().files().game)?;
            } else if arguments.json {
                writeln!(out, "{}", serde_json::to_string_pretty(&choices)?)?;
            } else {
                write_game(&mut out, &choices)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn write_games(out: &mut impl Write, games: &[GameSummary]) -> Result<(), Failed> {
    let mut table = plain();
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(u16::try_from(width()).unwrap_or(u16::MAX));
    table.set_header(["game", "title", "regulation", "decks", "options", "readings", "wagers"]);
    // An id is there to be copied, so it stays in one line.
    if let Some(column) = table.column_mut(0) {
        column.set_constraint(ColumnConstraint::ContentWidth);
    }
    for (column, text) in [(1, |game: &GameSummary| &game.title), (2, |game: &GameSummary| &game.regulation)]
        as [(usize, fn(&GameSummary) -> &String); 2]
    {
        let words = games.iter().flat_map(|game| text(game).split_whitespace()).map(|word| word.chars().count());
        let longest = u16::try_from(words.max().unwrap_or(0)).unwrap_or(u16::MAX);
        if let Some(column) = table.column_mut(column) {
            // Two for the cell's padding.
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(longest.saturating_add(2))));
        }
    }
    for game in games {
        let counts = [&game.options, &game.readings, &game.wagers].map(|names| names.len().to_string());
        let decks = game.decks.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
        let words = [game.game.clone(), game.title.clone(), game.regulation.clone(), decks];
        table.add_row(words.into_iter().chain(counts));
    }
    writeln!(out, "{table}")?;
    writeln!(
        out,
        "`shoeproof games GAME` lists what a game leaves open; `shoeproof solve GAME` solves it as it stands;"
    )?;
    writeln!(
        out,
        "`shoeproof new GAME` writes an analysis file to choose in, `shoeproof games GAME --file` the rules."
    )?;
    Ok(())
}

fn write_game(out: &mut impl Write, game: &GameChoices) -> Result<(), Failed> {
    writeln!(out, "{}  {}", game.title, game.game)?;
    writeln!(out, "{}", game.regulation)?;
    let decks = game.decks.iter().map(u16::to_string).collect::<Vec<_>>().join(", ");
    let usual = game.usual_decks.map_or_else(String::new, |decks| format!(" ({decks} unless chosen)"));
    writeln!(out, "decks {decks}{usual}")?;
    for sentence in &game.left_out {
        write_wrapped(out, "", &format!("left out: {sentence}"))?;
    }
    for (kind, about, switches) in [
        ("options", "what the casino chooses", &game.options),
        ("readings", "what the text leaves open", &game.readings),
    ] {
        if !switches.is_empty() {
            writeln!(out, "\n{kind}: {about}")?;
        }
        for switch in switches {
            write_switch(out, switch)?;
        }
    }
    if !game.wagers.is_empty() {
        writeln!(out, "\nside wagers")?;
    }
    for wager in &game.wagers {
        write_wrapped(out, "  ", &format!("{}  {}{}", wager.id, wager.title, cited(&wager.clauses)))?;
        let same_decks = |a: &GamePaytable, b: &GamePaytable| (&a.decks, a.decks_from) == (&b.decks, b.decks_from);
        let tables = wager.paytables.chunk_by(same_decks).map(|tables| {
            let mut decks: Vec<String> = tables[0].decks.iter().map(u16::to_string).collect();
            decks.extend(tables[0].decks_from.map(|from| format!("{from} and more")));
            let decks = if decks.is_empty() { String::new() } else { format!(" ({} decks)", decks.join(", ")) };
            let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
            format!("{}{decks}", names.join(", "))
        });
        write_wrapped(out, "    ", &format!("paytables: {}", tables.collect::<Vec<_>>().join("; ")))?;
        if !wager.readings.is_empty() {
            write_wrapped(out, "    ", &format!("readings: {}", wager.readings.join(", ")))?;
        }
    }
    Ok(())
}

fn write_switch(out: &mut impl Write, switch: &GameSwitch) -> Result<(), Failed> {
    write_wrapped(out, "  ", &format!("{}  {}{}", switch.name, switch.question, cited(&switch.clauses)))?;
    for choice in &switch.choices {
        let mark = if choice.name == switch.default { '*' } else { ' ' };
        let mut marks: Vec<&str> = choice.is.clone();
        if !choice.conforming {
            marks.push("not conforming");
        }
        let marks = if marks.is_empty() { String::new() } else { format!(" [{}]", marks.join(", ")) };
        write_wrapped(out, "    ", &format!("{mark} {}{marks}: {}", choice.name, choice.text))?;
    }
    Ok(())
}

/// Words on lines of the terminal's width, the later ones indented by four more.
fn write_wrapped(out: &mut impl Write, indent: &str, text: &str) -> Result<(), Failed> {
    let later = format!("{indent}    ");
    let options = textwrap::Options::new(width().max(40))
        .initial_indent(indent)
        .subsequent_indent(&later)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    writeln!(out, "{}", textwrap::fill(text, options))?;
    Ok(())
}
