//! `exposure`: what a player who counts knows of the next round.

use std::io::Write as _;
use std::process::ExitCode;

use comfy_table::Table;
use shoeproof::{
    CountSystem, CountedBy, CountedWager, Exposure as Answer, ExposureWant, PlayedWhenAhead, SeenDepth, count_system,
    rounded,
};

use crate::arguments::Exposure;
use crate::bar::Bar;
use crate::closed_pipe;
use crate::failed::Failed;
use crate::tables::{align_figures, plain};
use crate::terminal;

/// Places of percentages.
const PLACES: u32 = 4;

/// Rows with less of a chance than this are left out on a terminal; JSON has them.
const LEAST_SHOWN: f64 = 5e-7;

pub(crate) fn run(arguments: &Exposure) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    let want = ExposureWant {
        count: count_system(&arguments.count)?,
        class: arguments.strategy,
        seen: arguments.seen.clone(),
        up_to: arguments.up_to,
        by: arguments.by,
        wagers: arguments.wagers.clone(),
        trigger: arguments.trigger,
        variance: !arguments.no_variance,
    };
    let answer = analysis.exposure(&want, &Bar::new())?;
    closed_pipe::is_no_failure(print(analysis.title(), &answer, arguments.json))?;
    Ok(ExitCode::SUCCESS)
}

fn print(title: &str, answer: &Answer, json: bool) -> Result<(), Failed> {
    let mut out = terminal::stdout();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(answer)?)?;
        return Ok(());
    }
    writeln!(out, "{title}")?;
    writeln!(out, "strategy class   {}, as it is best with a fresh shoe", answer.strategy)?;
    writeln!(out, "house edge       {}% with a fresh shoe", answer.house_edge.percent(PLACES))?;
    writeln!(out, "count            {}: {}", answer.count.title, tags(&answer.count))?;
    writeln!(out, "rounds by        {}", division(answer.counted_by))?;
    for depth in &answer.depths {
        writeln!(out, "\n{}", seen(depth, answer))?;
        writeln!(out, "{}", rows(depth, answer))?;
        writeln!(out, "{}", made("the base wager", &depth.ahead, None))?;
        for (wager, ahead) in answer.wagers.iter().zip(&depth.wagers_ahead) {
            writeln!(out, "{}", made(&named(wager, &answer.wagers), ahead, answer.trigger))?;
        }
    }
    Ok(())
}

fn seen(depth: &SeenDepth, answer: &Answer) -> String {
    let [first, last] = depth.seen;
    if first < last {
        return format!("{first} to {last} of {} cards seen, each number as often as the others", answer.cards);
    }
    let decks = f64::from(answer.cards - last) / f64::from(answer.cards_of_a_deck);
    format!("{last} of {} cards seen, {decks:.2} decks left", answer.cards)
}

/// What a wager wins that is made under some counts alone.
fn made(wager: &str, ahead: &PlayedWhenAhead, trigger: Option<i64>) -> String {
    let when =
        trigger.map_or_else(|| "where its EV is positive".to_owned(), |least| format!("from a count of {least}"));
    let Some(ev) = &ahead.mean_ev else { return format!("{wager}, made {when}: never") };
    let (played, ev, win) = (ahead.played.percent(2), ev.percent(PLACES), ahead.win.percent(PLACES));
    format!("{wager}, made {when}: in {played}% of rounds, with an EV of {ev}%, so {win} units per 100 rounds")
}

/// A wager's title, with its paytable where there are several.
fn named(wager: &CountedWager, all: &[CountedWager]) -> String {
    let several = all.iter().filter(|other| other.id == wager.id).count() > 1;
    if several { format!("{} {}", wager.title, wager.paytable) } else { wager.title.clone() }
}

fn division(by: CountedBy) -> &'static str {
    match by {
        CountedBy::RunningCount => "running count",
        CountedBy::TrueCount => "true count: the running count divided by the decks not seen, rounded down",
        CountedBy::TrueCountInHalfDecks => {
            "true count: the running count divided by the decks not seen to the nearest half, rounded down"
        }
    }
}

/// The tags as the field writes them.
fn tags(count: &CountSystem) -> String {
    let names = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"];
    let one = |tag: i32| match (count.units, tag) {
        (1, tag) => format!("{tag:+}"),
        (units, tag) => format!("{:+}", f64::from(tag) / f64::from(units)),
    };
    let tags = names
        .iter()
        .zip(count.tags)
        .map(|(name, tag)| format!("{name} {}", if tag == 0 { "0".to_owned() } else { one(tag) }));
    tags.collect::<Vec<_>>().join(", ")
}

fn rows(depth: &SeenDepth, answer: &Answer) -> Table {
    let mut text = plain();
    let has_insurance = depth.rows.iter().any(|row| row.insurance_ev.is_some());
    let has_deviation = depth.rows.iter().any(|row| row.std_dev.is_some());
    let mut header = vec!["count".to_owned(), "of rounds, %".to_owned(), "EV, %".to_owned()];
    header.extend(has_deviation.then(|| "deviation".to_owned()));
    header.extend(has_insurance.then(|| "insurance, %".to_owned()));
    header.extend(answer.wagers.iter().map(|wager| format!("{}, %", named(wager, &answer.wagers))));
    let columns = header.len();
    text.set_header(header);
    let in_parts = answer.counted_by == CountedBy::RunningCount && answer.count.units > 1;
    let shown = |chance: &str| chance.parse::<f64>().is_ok_and(|chance| chance >= LEAST_SHOWN);
    for row in depth.rows.iter().filter(|row| shown(&row.probability.decimal)) {
        let count = row.count.rounded(if in_parts { 2 } else { 0 });
        let mut cells = vec![count, row.probability.percent(PLACES), row.ev.percent(PLACES)];
        if has_deviation {
            cells.push(row.std_dev.as_ref().map_or_else(|| "-".to_owned(), |root| rounded(&root.decimal, PLACES)));
        }
        if has_insurance {
            cells.push(row.insurance_ev.as_ref().map_or_else(|| "-".to_owned(), |ev| ev.percent(2)));
        }
        cells.extend(row.wager_evs.iter().map(|ev| ev.percent(PLACES)));
        text.add_row(cells);
    }
    align_figures(&mut text, 0..columns);
    text
}
