//! `wagers`: the side wagers.

use std::io::Write;
use std::process::ExitCode;

use shoeproof::{
    Analysis, BesideBase, Played, PlayedFigures, Progressive, SideWagers, WagerEntry, WagersWant, pays, rounded,
    rounded_percent,
};

use crate::arguments::Wagers;
use crate::bar::Bar;
use crate::commands::wager_lines;
use crate::failed::Failed;
use crate::tables::{align_figures, plain};
use crate::terminal;
use crate::values::Range;

pub(crate) fn run(arguments: &Wagers) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    let want = WagersWant {
        breakpoints: arguments.breakpoints.clone().map(|Range(range)| range),
        covariance: arguments.covariance.then_some(arguments.strategy),
        effects_of_removal: arguments.effects_of_removal,
    };
    let wagers = analysis.side_wagers(&want, &Bar::new())?;
    let mut out = terminal::stdout();
    if arguments.markdown {
        write!(out, "{}", markdown(&analysis, &wagers))?;
    } else if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&wagers)?)?;
    } else {
        write(&analysis, &wagers, &mut out)?;
    }
    let is_searched = |entry: &WagerEntry| entry.whole.played.as_ref().is_some_and(|played| played.meters.is_some());
    if arguments.breakpoints.is_some() && !wagers.entries.iter().any(is_searched) {
        terminal::complain(format_args!("no breakpoints: no side wager here is decided by play and has a meter"));
    }
    Ok(ExitCode::SUCCESS)
}

fn write(analysis: &Analysis, wagers: &SideWagers, out: &mut impl Write) -> Result<(), Failed> {
    writeln!(out, "{}", analysis.title())?;
    for deviation in analysis.deviations() {
        writeln!(out, "non-conforming   {deviation}")?;
    }
    if wagers.entries.is_empty() {
        let has_some = !analysis.submission().game.wagers.is_empty();
        let none = if has_some { "No side wager is offered." } else { "The game has no side wager." };
        writeln!(out, "{none}")?;
    }
    for entry in &wagers.entries {
        print(entry, out)?;
        let besides = wager_lines::lines(&entry.whole);
        for line in besides.into_iter().chain(entry.beside_base.iter().flat_map(BesideBase::lines)) {
            writeln!(out, "{line}")?;
        }
        removal(entry, out)?;
    }
    for remark in &wagers.remarks {
        writeln!(out, "\n{remark}")?;
    }
    Ok(())
}

/// Effects of removal, a row a rank and a column a suit.
fn removal(entry: &WagerEntry, out: &mut impl Write) -> Result<(), Failed> {
    if entry.effects_of_removal.is_empty() {
        return Ok(());
    }
    writeln!(out, "effects of removal of one card, in percentage points of the wager")?;
    let mut table = plain();
    let suits = ["c", "d", "h", "s"];
    table.set_header(["", "clubs", "diamonds", "hearts", "spades"]);
    let mut ranks: Vec<&str> = Vec::new();
    for one in &entry.effects_of_removal {
        let rank = &one.card[..one.card.len() - 1];
        if ranks.last() != Some(&rank) {
            ranks.push(rank);
        }
    }
    for rank in ranks {
        let effect = |suit: &&str| {
            let of_face = entry.effects_of_removal.iter().find(|one| one.card == format!("{rank}{suit}"));
            of_face.map_or_else(String::new, |one| one.effect.percent(4))
        };
        table.add_row(std::iter::once(rank.to_owned()).chain(suits.iter().map(effect)));
    }
    align_figures(&mut table, 1..5);
    writeln!(out, "{table}")?;
    Ok(())
}

fn print(entry: &WagerEntry, out: &mut impl Write) -> Result<(), Failed> {
    let WagerEntry { reading, whole: wager, .. } = entry;
    let comma = if reading.is_empty() { "" } else { ", " };
    writeln!(out, "\n{} {}{comma}{reading}", wager.title, wager.paytable)?;
    let mut table = plain();
    table.set_header(["outcome", "combinations", "pays", "share of EV", "share of return"]);
    for line in &wager.lines {
        table.add_row([
            line.name.clone(),
            line.combinations.clone(),
            pays(line),
            line.contribution.rounded(8),
            format!("{}%", line.share_of_return.percent(3)),
        ]);
    }
    table.add_row(["total".to_owned(), wager.total.clone(), String::new(), wager.ev.rounded(8), "100%".to_owned()]);
    align_figures(&mut table, 1..5);
    writeln!(out, "{table}")?;
    if let Some(progressive) = &wager.progressive {
        print_progressive(progressive, out)?;
    }
    if let Some(played) = &wager.played {
        print_played(played, out)?;
    }
    if let Some(parlay) = &wager.parlay {
        writeln!(
            out,
            "Winnings added to the base wager ({}): EV {}% if always, {}% if with the hands that gain ({})",
            parlay.adds,
            parlay.ev_always.percent(6),
            parlay.ev.percent(6),
            parlay.strategy,
        )?;
    }
    if let Some(maximum) = &wager.maximum {
        writeln!(
            out,
            "A maximum of {} for {} players at {} each costs {} per unit ({}){}",
            maximum.maximum.rounded(2),
            maximum.players,
            maximum.stake.rounded(2),
            maximum.ev_lost.rounded(15),
            maximum.line,
            if maximum.allowed { "" } else { "   NOT ALLOWED" }
        )?;
    }
    writeln!(
        out,
        "EV {} = {}%   std deviation {}   hit frequency {}%{}",
        wager.ev.fraction,
        wager.ev.percent(6),
        wager.std_dev.rounded(6),
        wager.hit_frequency.percent(4),
        if !wager.favours_player {
            ""
        } else if wager.progressive.as_ref().is_some_and(|one| one.shared.is_some()) {
            "   in the player's favour if nobody shares the meter"
        } else {
            "   IN THE PLAYER'S FAVOUR"
        }
    )?;
    Ok(())
}

fn print_progressive(progressive: &Progressive, out: &mut impl Write) -> Result<(), Failed> {
    let break_even = progressive.break_even_meter.as_ref();
    writeln!(
        out,
        "EV {} + {} a unit of the meter; even at a meter of {}. The figures above and below are at {}.",
        progressive.fixed.rounded(9),
        progressive.per_meter_unit.rounded(12),
        break_even.map_or_else(|| "none".to_owned(), |meter| meter.rounded(2)),
        progressive.meter.rounded(2),
    )?;
    if let Some(shared) = &progressive.shared {
        writeln!(
            out,
            "With {} players who share the meter {} {} a unit: EV {}{}%, even at a meter of {}{}.",
            shared.players,
            if shared.exact { "each gets" } else { "each gets at least" },
            shared.per_meter_unit.rounded(12),
            if shared.exact { "" } else { "at least " },
            shared.ev.percent(6),
            if shared.exact { "" } else { "at most " },
            shared.break_even_meter.as_ref().map_or_else(|| "none".to_owned(), |meter| meter.rounded(2)),
        )?;
    }
    for run in &progressive.long_run {
        writeln!(
            out,
            "In the long run, {}% of each wager to the meter, {}% to a reserve ({}), {}: meter when won {}, return {}%",
            run.rate.percent(2),
            run.reserve.percent(2),
            match run.reserve_goes.as_str() {
                "next-meter" => "the next meter starts from it",
                "seeds" => "it pays the least start only",
                other => other,
            },
            match run.part_hits.as_str() {
                "reduce" => "part wins deducted from the meter",
                "leave" => "part wins not deducted from the meter",
                other => other,
            },
            rounded(&run.mean_meter_when_hit, 2),
            percent(&run.rtp),
        )?;
        if run.favours_player {
            writeln!(out, "   IN THE PLAYER'S FAVOUR in the long run")?;
        }
    }
    Ok(())
}

fn print_played(played: &Played, out: &mut impl Write) -> Result<(), Failed> {
    let mut table = plain();
    table.set_header(["play", "EV of base wager", "EV of side wager", "EV of both", "even at meter", "hands changed"]);
    let mut row = |name: &str, figures: &PlayedFigures| {
        table.add_row([
            name.to_owned(),
            format!("{}%", figures.base_ev.percent(6)),
            format!("{}%", figures.ev.percent(6)),
            format!("{}%", figures.joint_ev.percent(6)),
            figures.break_even_meter.as_ref().map_or_else(String::new, |meter| meter.rounded(2)),
            figures.changed.to_string(),
        ]);
    };
    row("of the base game", &played.by_base);
    row("best for the side wager", &played.alone);
    row("best for both", &played.joint);
    align_figures(&mut table, 1..6);
    writeln!(out, "With {} of the base wager at a meter of {}:", played.ratio.rounded(4), played.meter.rounded(2))?;
    writeln!(out, "{table}")?;
    if let Some([low, high]) = &played.meters {
        writeln!(
            out,
            "The best play for both changes {} times between meters of {} and {}.",
            played.breakpoints.len().saturating_sub(1),
            low.rounded(2),
            high.rounded(2)
        )?;
        // The first is the lower end of the range, with what is played otherwise than in the base game there.
        for point in played.breakpoints.iter().skip(1) {
            writeln!(out, "  {:>14} = {}", point.meter.rounded(2), point.meter.fraction)?;
            for one in &point.changes {
                let signal = if one.signal == "none" { String::new() } else { format!(", {}", one.signal) };
                writeln!(out, "    {} against {}{signal}: {} to {}", one.hand, one.up, one.from.name(), one.to.name())?;
            }
        }
    }
    Ok(())
}

fn percent(decimal: &str) -> String {
    rounded_percent(decimal, 4)
}

/// The figures of an analysis as a table for the docs.
fn markdown(analysis: &Analysis, wagers: &SideWagers) -> String {
    let mut text = format!(
        "\n## {}\n{}\n| wager | paytable | reading | EV | even at meter | return in the long run | note |\n|---|---|---|---:|---:|---|---|\n",
        analysis.title(),
        analysis.deviations().iter().map(|deviation| format!("\nNon-conforming: {deviation}\n")).collect::<String>()
    );
    let mut last = String::new();
    for wager in wagers.entries.iter().map(|entry| &entry.whole) {
        let title = if wager.title == last { "" } else { &wager.title };
        last.clone_from(&wager.title);
        let reading = wager.reading.iter().map(|(name, choice)| format!("`{name} = {choice}`"));
        let reading = reading.collect::<Vec<_>>().join(" ");
        let (ev, even, runs) = match &wager.progressive {
            None => (format!("{}%", wager.ev.percent(4)), String::new(), Vec::new()),
            Some(progressive) => (
                format!("{} + {} J", progressive.fixed.rounded(6), progressive.per_meter_unit.rounded(10)),
                progressive.break_even_meter.as_ref().map_or_else(String::new, |meter| meter.rounded(2)),
                progressive
                    .long_run
                    .iter()
                    .map(|run| format!("{}% ({}, {})", percent(&run.rtp), run.reserve_goes, run.part_hits))
                    .collect(),
            ),
        };
        let long_run = wager.progressive.iter().flat_map(|progressive| &progressive.long_run);
        let flag = if wager.favours_player {
            "**player's advantage**"
        } else if long_run.clone().any(|run| run.favours_player) {
            "**player's advantage in the long run**"
        } else {
            ""
        };
        text.push_str(&format!(
            "| {title} | {} | {reading} | {ev} | {even} | {} | {flag} |\n",
            wager.paytable,
            runs.join("; ")
        ));
    }
    text
}
