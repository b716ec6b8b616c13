//! `value`: what a stated strategy is worth.

use std::io::Write as _;
use std::process::ExitCode;

use comfy_table::Table;
use shoeproof::{
    Analysis, ChartByCount, Exact, PlayedOtherwise, StatedIndexPlay, ValueWant, ValuedStrategy, count_system, rounded,
};

use super::solve::write_distribution;
use crate::arguments::ValueOf;
use crate::bar::Bar;
use crate::closed_pipe;
use crate::counts::{count_text, is_shown};
use crate::failed::Failed;
use crate::tables::{align_figures, plain};
use crate::terminal;

pub(crate) fn run(arguments: &ValueOf) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    let want = ValueWant {
        strategy: arguments.strategy.clone(),
        variance: !arguments.no_variance,
        distribution: arguments.distribution,
        seen: arguments.seen,
        up_to: arguments.up_to,
        by: arguments.by,
        count: arguments.count.as_deref().map(count_system).transpose()?,
    };
    let answer = analysis.value(&want, &Bar::new())?;
    closed_pipe::is_no_failure(print(&analysis, &answer, arguments.json))?;
    Ok(ExitCode::SUCCESS)
}

fn print(analysis: &Analysis, answer: &ValuedStrategy, json: bool) -> Result<(), Failed> {
    let mut out = terminal::stdout();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(answer)?)?;
        return Ok(());
    }
    writeln!(out, "{}", analysis.title())?;
    writeln!(out, "unit of EV       {}", analysis.unit())?;
    writeln!(out, "EV               {}", answer.ev.rounded(12))?;
    writeln!(out, "house edge       {}%", answer.house_edge.percent(6))?;
    writeln!(out, "RTP              {}%", answer.rtp.percent(6))?;
    if let Some(deviation) = &answer.std_dev {
        writeln!(out, "std deviation    {}", rounded(&deviation.decimal, 6))?;
    }
    writeln!(out, "average wager    {}", answer.average_wager.rounded(6))?;
    writeln!(out, "element of risk  {}%", answer.element_of_risk.percent(6))?;
    writeln!(out, "best chart       EV {}: {}% of a wager more", answer.best_ev.rounded(12), answer.cost.percent(6))?;
    if let Some(insurance) = &answer.insurance {
        let taken = if insurance.on_a_fresh_shoe { "taken" } else { "not taken" };
        writeln!(
            out,
            "insurance        {taken} on a fresh shoe: {}% of a wager, so EV {}; left out elsewhere",
            insurance.gain.percent(6),
            insurance.ev_of_a_round.rounded(12)
        )?;
    }
    if !answer.index_plays.is_empty() {
        let played = answer.index_plays.iter().filter(|one| one.on_a_fresh_shoe).count();
        let all = answer.index_plays.len();
        writeln!(
            out,
            "index plays      {all}; of a fresh shoe only its first count is known, which asks for {played}"
        )?;
    }
    if answer.otherwise.is_empty() {
        writeln!(out, "No row of the best chart is another.")?;
    } else {
        writeln!(out, "\nRows that the best chart plays otherwise, with what the EV gains if that row alone is")?;
        writeln!(out, "{}", rows(&answer.otherwise))?;
    }
    if !answer.index_plays.is_empty() {
        let gains = answer.by_count.as_ref().map(|counted| &counted.gains[..]);
        writeln!(
            out,
            "\nIndex plays{}",
            if gains.is_some() { ", with what each gains alone by the count" } else { "" }
        )?;
        writeln!(out, "{}", index_plays(&answer.index_plays, gains))?;
    }
    if let Some(distribution) = &answer.distribution {
        writeln!(out)?;
        write_distribution(&mut out, distribution)?;
    }
    if let Some(counted) = &answer.by_count {
        writeln!(out, "\n{}", by_count(counted))?;
        if let Some(gain) = &counted.insurance {
            writeln!(out, "insurance        wins {}% of a wager beside these EVs", gain.percent(6))?;
        }
        writeln!(out, "{}", counts(counted))?;
    }
    Ok(())
}

/// What the chart is worth in the mean over the counts.
fn by_count(counted: &ChartByCount) -> String {
    let [first, last] = counted.seen;
    let seen = if first < last {
        format!("{first} to {last} of {} cards seen, each number as often as the others", counted.cards)
    } else {
        format!("{last} of {} cards seen", counted.cards)
    };
    let deviation =
        counted.std_dev.as_ref().map_or_else(String::new, |root| format!("\nstd deviation    {}", root.rounded(6)));
    format!(
        "{seen}, counted by {}\nrounds by        {}\nEV               {}{deviation}\nindex plays      EV {} without them: they win {}% of a wager",
        counted.count.title,
        counted.counted_by.words(),
        counted.ev.rounded(12),
        counted.without_index_plays.rounded(12),
        counted.gain.percent(6)
    )
}

fn counts(counted: &ChartByCount) -> Table {
    let mut text = plain();
    let has_deviation = counted.rows.iter().any(|row| row.std_dev.is_some());
    let mut header = vec!["count", "of rounds, %", "EV, %", "without index plays, %"];
    header.extend(has_deviation.then_some("deviation"));
    header.push("index plays");
    let columns = header.len();
    text.set_header(header);
    for row in counted.rows.iter().filter(|row| is_shown(&row.probability)) {
        let mut cells = vec![
            count_text(&row.count),
            row.probability.percent(4),
            row.ev.percent(4),
            row.without_index_plays.percent(4),
        ];
        cells.extend(has_deviation.then(|| row.std_dev.as_ref().map_or_else(String::new, |root| root.rounded(4))));
        cells.push(row.plays.len().to_string());
        text.add_row(cells);
    }
    align_figures(&mut text, 0..columns);
    text
}

fn index_plays(plays: &[StatedIndexPlay], gains: Option<&[Exact]>) -> Table {
    let mut text = plain();
    let mut header = vec!["hand", "cards", "up", "signal", "play", "from", "below"];
    header.extend(gains.map(|_| "gain, %"));
    let columns = header.len();
    text.set_header(header);
    let end = |end: Option<&Exact>| end.map_or_else(String::new, count_text);
    for (at, play) in plays.iter().enumerate() {
        let mut cells = vec![
            play.hand.clone(),
            play.cards.unwrap_or("all").to_owned(),
            play.up.clone(),
            play.signal.clone().unwrap_or_default(),
            play.play.clone(),
            end(play.from.as_ref()),
            end(play.below.as_ref()),
        ];
        cells.extend(gains.and_then(|gains| gains.get(at)).map(|gain| gain.percent(6)));
        text.add_row(cells);
    }
    align_figures(&mut text, 5..columns);
    text
}

fn rows(otherwise: &[PlayedOtherwise]) -> Table {
    let mut text = plain();
    text.set_header(["up", "signal", "hand", "stated", "best", "gain, %"]);
    let both = |first_two: Option<&str>, later: Option<&str>| match (first_two, later) {
        (Some(first_two), Some(later)) if first_two != later => format!("{first_two}, later {later}"),
        (first_two, later) => first_two.or(later).unwrap_or("-").to_owned(),
    };
    for one in otherwise {
        let stated = both(one.first_two, one.later);
        let best = both(one.best_first_two, one.best_later);
        let hand = if one.doubled { format!("{} doubled", one.hand) } else { one.hand.clone() };
        text.add_row([&one.up, &one.signal, &hand, &stated, &best, &one.gain.percent(6)]);
    }
    align_figures(&mut text, 5..6);
    text
}
