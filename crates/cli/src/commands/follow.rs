//! `follow`: what a player is worth who follows another's decisions on one box, and what he decides himself.

use std::io::Write as _;
use std::process::ExitCode;

use comfy_table::Table;
use shoeproof::{
    DEALT, FollowWant, FollowerAnswered, FollowerOtherwise, FollowerRounds, FollowerSimulated, FollowerUpCard,
};

use crate::arguments::Follow;
use crate::bar::Bar;
use crate::closed_pipe;
use crate::failed::Failed;
use crate::tables::{align_figures, or_dash, plain};
use crate::terminal;

/// Places of EVs on a terminal.
const PLACES: u32 = 6;

/// 0 if the table agrees with the exact figures or was not asked, 1 if it does not.
pub(crate) fn run(arguments: &Follow) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    let rounds = arguments.rounds.zip(arguments.seed).map(|(number, seed)| FollowerRounds { number, seed });
    let answer = analysis.follow(&FollowWant { caller: arguments.caller, rounds }, &Bar::new())?;
    let agrees = answer.simulated.as_ref().is_none_or(|simulated| simulated.rejected.is_empty());
    closed_pipe::is_no_failure(print(analysis.title(), &answer, arguments.json))?;
    Ok(if agrees { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn print(title: &str, answer: &FollowerAnswered, json: bool) -> Result<(), Failed> {
    let mut out = terminal::stdout();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(answer)?)?;
        return Ok(());
    }
    writeln!(out, "{title}")?;
    let mut text = plain();
    text.set_header(["", "EV", "house edge, %"]);
    for (who, ev, edge) in [
        (format!("caller ({})", answer.caller), &answer.caller_ev, &answer.caller_house_edge),
        ("follower".to_owned(), &answer.ev, &answer.house_edge),
    ] {
        text.add_row([who, ev.rounded(PLACES + 2), edge.percent(PLACES)]);
    }
    align_figures(&mut text, 1..3);
    writeln!(out, "{text}")?;
    writeln!(
        out,
        "The follower wagers on the caller's cards and decides only what the rules of sharing leave to him. His own choices are worth {} of an initial wager.\n",
        answer.worth_more.rounded(PLACES + 2)
    )?;
    writeln!(out, "{}", up_cards(&answer.by_up_card))?;
    let otherwise: Vec<_> =
        answer.by_up_card.iter().flat_map(|up| up.otherwise.iter().map(move |one| (up.up.as_str(), one))).collect();
    if otherwise.is_empty() {
        writeln!(out, "After the attack wager the follower does best to do as the caller.")?;
    } else {
        writeln!(
            out,
            "\nWhere the follower does otherwise, and what that gains, given that he comes to decide it (in the first state listed)"
        )?;
        writeln!(out, "{}", decisions(&otherwise))?;
    }
    if let Some(simulated) = &answer.simulated {
        writeln!(out, "\n{} rounds dealt, seed {}", simulated.rounds, simulated.seed)?;
        writeln!(out, "{}", figures(simulated))?;
        match simulated.rejected.as_slice() {
            [] => writeln!(out, "No figure disagrees with its exact value.")?,
            rejected => writeln!(out, "The table contradicts: {}.", rejected.join(", "))?,
        }
    }
    Ok(())
}

fn up_cards(ups: &[FollowerUpCard]) -> Table {
    let mut text = plain();
    text.set_header(["up", "probability", "caller attacks", "follower attacks", "caller EV", "follower EV"]);
    let attacks = |attack: Option<bool>| match attack {
        None => "-",
        Some(true) => "yes",
        Some(false) => "no",
    };
    for up in ups {
        text.add_row([
            up.up.clone(),
            up.probability.rounded(PLACES),
            attacks(up.caller_attack).to_owned(),
            attacks(up.attack).to_owned(),
            up.caller_ev.rounded(PLACES),
            up.ev.rounded(PLACES),
        ]);
    }
    align_figures(&mut text, 1..6);
    text
}

/// A row for each thing that the follower does otherwise: the states of a split in which he does are counted, and JSON has each.
fn decisions(all: &[(&str, &FollowerOtherwise)]) -> Table {
    let mut text = plain();
    text.set_header(["up", "signal", "hand", "which", "caller", "follower", "gain"]);
    let mut rows: Vec<(&str, Vec<&FollowerOtherwise>)> = Vec::new();
    for &(up, one) in all {
        let is_same = |other: &FollowerOtherwise| {
            let key =
                |one: &FollowerOtherwise| (one.signal.clone(), one.hand.clone(), one.caller.clone(), one.follower);
            key(one) == key(other)
        };
        match rows.iter_mut().find(|(other_up, group)| *other_up == up && is_same(group[0])) {
            Some((_, group)) => group.push(one),
            None => rows.push((up, vec![one])),
        }
    }
    for (up, group) in &rows {
        let first = group[0];
        let of_split = group.iter().filter(|one| one.place != DEALT).count();
        let which = match (of_split == group.len(), of_split) {
            (true, states) => format!("{states} states of a split"),
            (false, 0) => DEALT.to_owned(),
            (false, states) => format!("{DEALT}, and {states} states of a split"),
        };
        let gain = first.gain.rounded(PLACES);
        text.add_row([*up, &first.signal, &first.hand, &which, &first.caller, first.follower, &gain]);
    }
    align_figures(&mut text, 6..7);
    text
}

fn figures(simulated: &FollowerSimulated) -> Table {
    let mut text = plain();
    text.set_header(["follower's EV", "rounds", "observed", "exact", "standard error", "z"]);
    for one in &simulated.figures {
        let number = |number: f64| format!("{number:.6}");
        let [expected, error] = [one.expected, one.standard_error].map(number);
        let observed = or_dash(one.observed, number);
        let z = or_dash(one.z, |z| format!("{z:.2}"));
        text.add_row([one.name.clone(), one.rounds.to_string(), observed, expected, error, z]);
    }
    align_figures(&mut text, 1..6);
    text
}
