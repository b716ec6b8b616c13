//! `exposure`: what a player who counts knows of the next round.

use std::io::Write as _;
use std::process::ExitCode;

use comfy_table::Table;
use shoeproof::{
    Analysis, CeilingShoes, CountSystem, CountedBy, CountedWager, EXPOSURE_FILE, Exact, Exposure as Answer,
    ExposureWant, Failure, IndexPlay, IndexRow, IndexTable, PenetrationWorth, PlayedWhenAhead, Ramp, RampWorth, Rating,
    SeenDepth, ShoeWorth, TableSeats, TagsOfLevel, WagerTags, count_system, rounded, rounded_percent,
};

use super::ceiling_lines::{ceilings, over_shoes};
use crate::arguments::Exposure;
use crate::bar::Bar;
use crate::closed_pipe;
use crate::counts::{count_text, is_shown};
use crate::failed::Failed;
use crate::tables::{align_figures, plain};
use crate::terminal;

/// Places of percentages.
const PLACES: u32 = 4;

/// The values, as tags stand in their order.
const VALUES: [&str; 10] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"];

pub(crate) fn run(arguments: &Exposure) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    if let Some(dir) = &arguments.out {
        shoeproof::room_for_exposure(dir)?;
    }
    let want = ExposureWant {
        count: count_system(&arguments.count)?,
        class: arguments.strategy,
        seen: arguments.seen.clone(),
        up_to: arguments.up_to,
        by: arguments.by,
        wagers: arguments.wagers.clone(),
        trigger: arguments.trigger,
        variance: !arguments.no_variance,
        indices: arguments.indices,
        ramp: ramp(arguments)?,
        bank: arguments.bank,
        seats: arguments.seats.map(|seats| TableSeats { seats, shoes: arguments.shoes, seed: arguments.seed }),
        ceiling: arguments.ceiling.map(|shoes| CeilingShoes { shoes, seed: arguments.seed }),
        tags_up_to: arguments.tags_up_to,
        rate: arguments.rate.clone(),
    };
    let answer = analysis.exposure(&want, &Bar::new())?;
    if let Some(dir) = &arguments.out {
        let files = shoeproof::write_exposure(&analysis, &answer, dir)?;
        let page = dir.join(EXPOSURE_FILE);
        writeln!(terminal::stdout(), "exposure of {} files: {}", files.len(), page.display())?;
        return Ok(ExitCode::SUCCESS);
    }
    closed_pipe::is_no_failure(print(&analysis, &answer, arguments.json))?;
    Ok(ExitCode::SUCCESS)
}

fn ramp(arguments: &Exposure) -> Result<Option<Ramp>, Failed> {
    let least = u32::from(!arguments.leave);
    if let Some(most) = arguments.spread {
        let of_bank = arguments.risk.as_ref().zip(arguments.bank);
        let of_bank = of_bank.map(|(risk, bank)| Ramp::for_bank(bank, risk, least..=most)).transpose();
        let ramp = of_bank.map_err(|reason| Failure::Asked(format!("--risk {reason}")))?;
        return Ok(Some(ramp.unwrap_or(Ramp::Best { least, most })));
    }
    let stated = arguments.bets.as_ref().map(|text| Ramp::stated(text, least)).transpose();
    match stated {
        Ok(None) if arguments.leave => {
            Err(Failure::Asked("--leave says nothing without --spread or --bets".to_owned()).into())
        }
        stated => stated.map_err(|reason| Failure::Asked(format!("--bets {reason}")).into()),
    }
}

fn print(analysis: &Analysis, answer: &Answer, json: bool) -> Result<(), Failed> {
    let mut out = terminal::stdout();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(answer)?)?;
        return Ok(());
    }
    writeln!(out, "{}", analysis.title())?;
    writeln!(out, "unit of EV       {}; insurance and side wagers are per unit of their own", analysis.unit())?;
    writeln!(out, "strategy class   {}, as it is best with a fresh shoe", answer.strategy)?;
    writeln!(out, "house edge       {}% with a fresh shoe", answer.house_edge.percent(PLACES))?;
    writeln!(out, "count            {}: {}", answer.count.title, tags(&answer.count))?;
    writeln!(out, "rounds by        {}", answer.counted_by.words())?;
    for depth in &answer.depths {
        writeln!(out, "\n{}", seen(depth, answer))?;
        writeln!(out, "{}", rows(depth, answer))?;
        let is_rare = depth.rows.iter().any(|row| !is_shown(&row.probability));
        if is_rare {
            writeln!(out, "{RARE_COUNTS}")?;
        }
        writeln!(out, "{}", made("the base wager", &depth.ahead, None))?;
        for (wager, ahead) in answer.wagers.iter().zip(&depth.wagers_ahead) {
            writeln!(out, "{}", made(&named(wager, &answer.wagers), ahead, answer.trigger))?;
        }
        if let Some(indices) = &depth.indices {
            writeln!(out, "\n{}", gained(indices))?;
            writeln!(out, "{}", index_rows(indices, depth))?;
            if let Some(left_out) = left_out(indices) {
                writeln!(out, "{left_out}")?;
            }
        }
        if let Some(ramp) = &depth.ramp {
            writeln!(out, "\n{}", bets(ramp, depth))?;
        }
        if let Some(ceiling) = &depth.ceiling {
            writeln!(out, "\n{}", over_shoes(ceiling))?;
            writeln!(out, "{}", ceilings(ceiling, &answer.count.title))?;
        }
    }
    if !answer.penetrations.is_empty() {
        writeln!(out, "\nplayed by the chart, by penetration")?;
        writeln!(out, "{}", penetrations(answer))?;
    }
    for tags in &answer.tags {
        let title = tags.wager.as_ref().map_or_else(
            || "the base wager".to_owned(),
            |id| {
                let is_it =
                    |wager: &&CountedWager| wager.id == *id && tags.paytable.as_deref() == Some(&wager.paytable);
                answer.wagers.iter().find(is_it).map_or_else(|| id.clone(), |wager| named(wager, &answer.wagers))
            },
        );
        writeln!(out, "\nbetting correlation for {title}")?;
        writeln!(out, "{}", correlations(tags))?;
    }
    if !answer.ratings.is_empty() {
        writeln!(out, "\nthe house is ahead of every count, played by the chart")?;
        writeln!(out, "{}", ratings(answer))?;
    }
    Ok(())
}

/// Up to where the house is ahead, and what first is not.
fn ratings(answer: &Answer) -> Table {
    let mut text = plain();
    text.set_header([
        "wager",
        "up to, cards",
        "of the shoe, %",
        "first beaten by",
        "wins per 100 rounds",
        "at the deepest",
    ]);
    for Rating { wager, paytable, spread, ahead_up_to, penetration, beaten_by, counts, .. } in &answer.ratings {
        let is_it = |one: &&CountedWager| wager.as_ref() == Some(&one.id) && paytable.as_ref() == Some(&one.paytable);
        let side = answer.wagers.iter().find(is_it).map(|one| named(one, &answer.wagers));
        let base = || format!("1 to {} units", spread.unwrap_or(1));
        let first = beaten_by.and_then(|at| counts.get(at));
        let by = first.map(|one| format!("{}, {}", one.count.title, one.counted_by));
        let dash = || "-".to_owned();
        text.add_row([
            side.unwrap_or_else(base),
            ahead_up_to.map_or_else(dash, |cards| cards.to_string()),
            penetration.as_ref().map_or_else(dash, |part| part.percent(1)),
            by.unwrap_or_else(|| "none".to_owned()),
            first.and_then(|one| one.win.as_ref()).map_or_else(dash, |win| win.percent(PLACES)),
            first.map_or_else(dash, |one| one.win_of_the_deepest.percent(PLACES)),
        ]);
    }
    align_figures(&mut text, 1..3);
    align_figures(&mut text, 4..6);
    text
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
    let deviation = ahead
        .std_dev
        .as_ref()
        .map_or_else(String::new, |root| format!(", standard deviation {} of a round", root.rounded(2)));
    format!(
        "{wager}, made {when}: in {played}% of rounds, with an EV of {ev}%, so {win} units per 100 rounds{deviation}"
    )
}

/// What a table of counts leaves out.
const RARE_COUNTS: &str = "Counts that come in less than one round in two million are left out. `--json` has all.";

/// What the table of decisions leaves out; nothing if that is nothing.
fn left_out(indices: &IndexTable) -> Option<String> {
    let small = indices.rows.iter().filter(|row| !is_printed(row)).count();
    let more = if small == 1 { "decision more gains" } else { "decisions more gain" };
    (small > 0).then(|| format!("{small} {more} less than 0.00005% of a unit per round. {RARE_COUNTS}"))
}

/// Whether the gain is printed as more than nothing.
fn is_printed(row: &IndexRow) -> bool {
    row.gain.percent(PLACES).bytes().any(|byte| (b'1'..=b'9').contains(&byte))
}

fn gained(indices: &IndexTable) -> String {
    let all = indices.rows.len();
    let IndexTable { played, gain, .. } = indices;
    format!(
        "{all} decisions change with the count of the cards seen before the round; {played} of them played by it gain {}% of a unit a round",
        gain.percent(PLACES)
    )
}

/// The decisions that the count changes, as far as the gain is printed as more than nothing.
fn index_rows(indices: &IndexTable, depth: &SeenDepth) -> Table {
    let mut text = plain();
    let has_signals = indices
        .rows
        .iter()
        .filter_map(|row| row.signal.as_ref())
        .any(|signal| *signal != indices.rows[0].signal.clone().unwrap_or_default());
    let mut header = vec!["hand", "cards", "up"];
    header.extend(has_signals.then_some("signal"));
    header.extend(["chart", "by the count", "on the table", "gain, %"]);
    let columns = header.len();
    text.set_header(header);
    for row in indices.rows.iter().filter(|row| is_printed(row)) {
        let mut cells = vec![row.hand.clone(), row.cards.unwrap_or_default().to_owned(), row.up.clone()];
        cells.extend(has_signals.then(|| row.signal.clone().unwrap_or_default()));
        let on_table = row.on_table.as_ref().map_or_else(String::new, |[least, most]| {
            if least == most { signed(least) } else { format!("{} to {}", signed(least), signed(most)) }
        });
        cells.extend([row.chart.to_owned(), by_count(&row.plays, depth), on_table, row.gain.percent(PLACES)]);
        text.add_row(cells);
    }
    align_figures(&mut text, columns - 1..columns);
    text
}

/// `stand from +1`. Counts that hardly ever come up are left out on a terminal; JSON has them.
fn by_count(plays: &[IndexPlay], depth: &SeenDepth) -> String {
    let shown: Vec<&Exact> = depth.rows.iter().filter(|row| is_shown(&row.probability)).map(|row| &row.count).collect();
    let value = |count: &Exact| count.value().unwrap_or_default();
    let (Some(lowest), Some(highest)) = (shown.first().map(|row| value(row)), shown.last().map(|row| value(row)))
    else {
        return String::new();
    };
    let words =
        plays.iter().filter(|play| is_shown(&play.probability)).map(|IndexPlay { from, to, action, .. }| {
            let is_lowest = value(from) <= lowest;
            match to.as_ref().filter(|to| value(to) < highest) {
                Some(to) if is_lowest => format!("{action} to {}", signed(to)),
                Some(to) if to == from => format!("{action} at {}", signed(to)),
                Some(to) => format!("{action} from {} to {}", signed(from), signed(to)),
                None if is_lowest => format!("{action} always"),
                None => format!("{action} from {}", signed(from)),
            }
        });
    words.collect::<Vec<_>>().join(", ")
}

/// A count with its sign.
fn signed(count: &Exact) -> String {
    let text = count_text(count);
    if text.starts_with('-') || text == "0" { text } else { format!("+{text}") }
}

fn bets(ramp: &RampWorth, depth: &SeenDepth) -> String {
    let mut steps: Vec<String> = Vec::new();
    let mut before = None;
    for (row, units) in depth.rows.iter().zip(&ramp.units) {
        if is_shown(&row.probability) && before != Some(&units.fraction) {
            let from = before.map_or_else(String::new, |_| format!(" from {}", signed(&row.count)));
            steps.push(format!("{}{from}", units.rounded(2)));
            before = Some(&units.fraction);
        }
    }
    let play = if depth.indices.is_some() { "by the index table" } else { "by the chart" };
    let RampWorth { mean_units, played, .. } = ramp;
    format!(
        "bets by the count, played {play}\nunits            {}\nwagers           {} units in the mean, in {}% of rounds\nwins             {}",
        steps.join(", "),
        mean_units.rounded(2),
        played.percent(2),
        won(ramp)
    )
}

/// What a ramp wins, in words.
fn won(ramp: &RampWorth) -> String {
    let mut text = format!("{} units per 100 rounds", ramp.win.percent(PLACES));
    if let Some(root) = &ramp.std_dev {
        text += &format!(", standard deviation {} of a round", root.rounded(2));
    }
    if let (Some(n0), Some(score), Some(bank)) = (&ramp.n0, &ramp.score, &ramp.bank) {
        text += &format!(
            "\nN0               {} rounds, SCORE {}\nbank             {} units for a risk of ruin of 13.5% (diffusion formula, an approximation)",
            n0.rounded(0),
            score.rounded(2),
            bank.rounded(0)
        );
    }
    if let Some(ruin) = &ramp.ruin {
        let risk = rounded_percent(&ruin.risk, PLACES);
        let asked = ruin
            .asked
            .as_ref()
            .map_or_else(String::new, |asked| format!(", asked for: {}%", rounded_percent(asked, PLACES)));
        text += &format!(
            "\nrisk of ruin     {risk}% with a bank of {} units (diffusion formula, an approximation){asked}",
            ruin.bank
        );
    }
    if let Some(shoe) = &ramp.shoe {
        text += &won_of_a_shoe(shoe);
    }
    text
}

/// What a ramp wins of a shoe, in words.
fn won_of_a_shoe(shoe: &ShoeWorth) -> String {
    let ShoeWorth { seats, shoes, rounds, rounds_wagered, units, win, win_of_a_round, std_dev, too_short, .. } = shoe;
    let players = if *seats == 1 { "one player".to_owned() } else { format!("{seats} players") };
    let deviation = std_dev
        .as_ref()
        .map_or_else(String::new, |deviation| format!(", standard deviation {} of a shoe", rounded(deviation, 2)));
    let mut text = format!(
        "\na shoe           {} rounds with {players}, {} of them with a wager, {} units wagered ({shoes} shoes dealt)",
        rounded(&rounds.estimate, 2),
        rounded(rounds_wagered, 2),
        rounded(units, 2)
    );
    text += &format!(
        "\nwins             {} units a shoe (standard error {}){deviation}",
        rounded(&win.estimate, PLACES),
        rounded(&win.standard_error, PLACES)
    );
    text += &format!(
        "\n                 {} units per 100 rounds dealt (standard error {})",
        rounded_percent(&win_of_a_round.estimate, PLACES),
        rounded_percent(&win_of_a_round.standard_error, PLACES)
    );
    if *too_short > 0 {
        text += &format!("\n                 {too_short} shoes ran out in a round");
    }
    text
}

fn penetrations(answer: &Answer) -> Table {
    let mut text = plain();
    let has_shoes = answer.penetrations.iter().any(|one| one.ramp.shoe.is_some());
    let mut header = vec!["cards seen, up to", "of the shoe, %", "wins per 100 rounds", "mean units", "SCORE"];
    header.extend(has_shoes.then_some(["rounds a shoe", "wins a shoe"]).into_iter().flatten());
    let columns = header.len();
    text.set_header(header);
    for PenetrationWorth { up_to, penetration, ramp } in &answer.penetrations {
        let score = ramp.score.as_ref().map_or_else(|| "-".to_owned(), |score| score.rounded(2));
        let mut cells = vec![
            up_to.to_string(),
            penetration.percent(1),
            ramp.win.percent(PLACES),
            ramp.mean_units.rounded(2),
            score,
        ];
        let of_shoe = |shoe: &ShoeWorth| [rounded(&shoe.rounds.estimate, 2), rounded(&shoe.win.estimate, PLACES)];
        cells.extend(ramp.shoe.iter().flat_map(of_shoe));
        text.add_row(cells);
    }
    align_figures(&mut text, 0..columns);
    text
}

fn correlations(tags: &WagerTags) -> Table {
    let mut text = plain();
    let mut header = vec!["count", "correlation"];
    header.extend(VALUES);
    text.set_header(header);
    let mut effects = vec!["effect of removal, %".to_owned(), String::new()];
    effects.extend(tags.effects.iter().map(|effect| effect.percent(PLACES)));
    text.add_row(effects);
    for TagsOfLevel { level, tags, correlation } in &tags.best {
        let mut cells = vec![format!("best up to {level}"), correlation.clone()];
        cells.extend(tags.iter().map(i32::to_string));
        text.add_row(cells);
    }
    for count in &tags.counts {
        text.add_row([count.id.clone(), count.correlation.clone()]);
    }
    align_figures(&mut text, 1..12);
    text
}

/// A wager's title, with its paytable where there are several.
fn named(wager: &CountedWager, all: &[CountedWager]) -> String {
    let several = all.iter().filter(|other| other.id == wager.id).count() > 1;
    if several { format!("{} {}", wager.title, wager.paytable) } else { wager.title.clone() }
}

/// The tags as the field writes them.
fn tags(count: &CountSystem) -> String {
    let one = |tag: i32| match (count.units, tag) {
        (1, tag) => format!("{tag:+}"),
        (units, tag) => format!("{:+}", f64::from(tag) / f64::from(units)),
    };
    let tags = VALUES
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
    if let Some(indices) = &depth.indices {
        header.push("by the index table, %".to_owned());
        header.extend((!indices.std_devs.is_empty()).then(|| "deviation".to_owned()));
    }
    header.extend(has_insurance.then(|| "insurance, %".to_owned()));
    let has_wager_deviations = depth.rows.iter().any(|row| !row.wager_std_devs.is_empty());
    header.extend(answer.wagers.iter().flat_map(|wager| {
        let deviation = has_wager_deviations.then(|| "deviation".to_owned());
        [format!("{}, %", named(wager, &answer.wagers))].into_iter().chain(deviation)
    }));
    let columns = header.len();
    text.set_header(header);
    let in_parts = answer.counted_by == CountedBy::RunningCount && answer.count.units > 1;
    for (at, row) in depth.rows.iter().enumerate().filter(|(_, row)| is_shown(&row.probability)) {
        let count = row.count.rounded(if in_parts { 2 } else { 0 });
        let mut cells = vec![count, row.probability.percent(PLACES), row.ev.percent(PLACES)];
        if has_deviation {
            cells.push(row.std_dev.as_ref().map_or_else(|| "-".to_owned(), |root| rounded(&root.decimal, PLACES)));
        }
        if let Some(indices) = &depth.indices {
            cells.extend(indices.evs.get(at).map(|ev| ev.percent(PLACES)));
            cells.extend(indices.std_devs.get(at).map(|root| rounded(&root.decimal, PLACES)));
        }
        if has_insurance {
            cells.push(row.insurance_ev.as_ref().map_or_else(|| "-".to_owned(), |ev| ev.percent(2)));
        }
        for (at, ev) in row.wager_evs.iter().enumerate() {
            cells.push(ev.percent(PLACES));
            cells.extend(row.wager_std_devs.get(at).map(|root| root.rounded(PLACES)));
        }
        text.add_row(cells);
    }
    align_figures(&mut text, 0..columns);
    text
}
