//! `inspect`: one decision.

use std::io::Write as _;
use std::process::ExitCode;

use shoeproof::{Class, DealtPair, Exact, Failure, Query, Signal, TwoHands, Value};

use crate::arguments::Inspect;
use crate::failed::Failed;
use crate::terminal;

pub(crate) fn run(arguments: &Inspect) -> Result<ExitCode, Failed> {
    let signal = Signal::stated(arguments.signal.clone(), arguments.hole).map_err(Failure::from)?;
    if let Some(second) = &arguments.second {
        return switch(arguments, &second.0, signal);
    }
    let analysis = arguments.analysis.load()?;
    let other = arguments.other.as_ref().map_or_else(Vec::new, |cards| cards.0.clone());
    let query = Query { hand: arguments.hand.0.clone(), up: arguments.up, signal, other, attack: arguments.attack };
    let inspected = analysis.inspect(&query, arguments.strategy)?;
    let mut out = terminal::stdout();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&inspected)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(
        out,
        "{} against {}, signal {} (hole {}){}",
        inspected.hand.join(","),
        inspected.up,
        inspected.signal,
        inspected.holes.join(","),
        match inspected.attack {
            None => "",
            Some(true) => ", attack wager made",
            Some(false) => ", no attack wager",
        }
    )?;
    let both =
        "EV is that of this hand and of the hand that waits, together; EV and cost are in initial wagers of one hand.";
    let of_one = "EV and cost are per unit of the hand's initial wager.";
    let unit = if inspected.other.len() == 1 { both } else { of_one };
    writeln!(out, "{unit} {}", later(arguments.strategy))?;
    let knows_frequency = inspected.frequency.is_some();
    let heading = if knows_frequency { format!("{:>21}", "cost per 100 hands") } else { String::new() };
    writeln!(out, "  {:9} {:>16} {:>16}{heading}   exact EV", "action", "EV", "cost")?;
    for (action, ev) in &inspected.in_order {
        let mark = if *action == inspected.best { "*" } else { " " };
        let cost = inspected.costs.get(action);
        let per_100 = cost.and_then(|cost| cost.per_100_hands.as_ref());
        let places = |exact: Option<&Exact>| exact.map_or_else(String::new, |exact| exact.rounded(12));
        let [cost, per_100] = [cost.map(|cost| &cost.per_hand), per_100].map(places);
        let per_100 = if knows_frequency { format!("{per_100:>21}") } else { String::new() };
        writeln!(out, "{mark} {action:9} {:>16} {cost:>16}{per_100}   {}", ev.rounded(12), ev.fraction)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What the actions are followed by.
fn later(class: Class) -> String {
    format!("Later decisions are those of strategy class {class}.")
}

/// Two hands: what keeping and switching are worth.
fn switch(arguments: &Inspect, second: &[Value], signal: Signal) -> Result<ExitCode, Failed> {
    let two = |cards: &[Value]| {
        let expected = "a hand that may be switched has two cards: expected two for `--hand` and two for `--second`";
        <[Value; 2]>::try_from(cards).map_err(|_| Failed::Asked(expected.to_owned()))
    };
    let dealt = DealtPair { hands: [two(&arguments.hand.0)?, two(second)?], up: arguments.up, signal };
    let inspected = arguments.analysis.load()?.inspect_switch(&dealt, arguments.strategy)?;
    let mut out = terminal::stdout();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&inspected)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let hands = |pair: &TwoHands| pair.hands.iter().map(|one| one.hand.join(",")).collect::<Vec<_>>().join(" ");
    let signal = inspected.signal.as_ref().map_or_else(String::new, |signal| format!(", signal {signal}"));
    writeln!(out, "{} against {}{signal} (hole {})", hands(&inspected.keep), inspected.up, inspected.holes.join(","))?;
    writeln!(out, "{}", later(arguments.strategy))?;
    writeln!(out, "  {:7} {:8} {:>16}   exact EV of both hands, per unit of both wagers", "", "hands", "EV")?;
    for (name, pair) in [("keep", &inspected.keep), ("switch", &inspected.switch)] {
        let mark = if name == inspected.best { "*" } else { " " };
        writeln!(out, "{mark} {name:7} {:8} {:>16}   {}", hands(pair), pair.ev.rounded(12), pair.ev.fraction)?;
    }
    if !inspected.may_be_switched {
        writeln!(out, "A hand was dealt as a blackjack: the rules do not let these be switched.")?;
    }
    let gain = inspected.gain.rounded(12);
    match gain.strip_prefix('-') {
        Some(loss) => writeln!(out, "Switching is worth {loss} less than keeping.")?,
        None => writeln!(out, "Switching is worth {gain} more than keeping.")?,
    }
    writeln!(out, "Each hand alone, EV per unit of its own wager:")?;
    for (name, pair) in [("kept", &inspected.keep), ("switched", &inspected.switch)] {
        for one in &pair.hands {
            for acted in &one.signals {
                write!(out, "  {} {name}, signal {}:", one.hand.join(","), acted.signal)?;
                for (action, ev) in &acted.actions {
                    let mark = if *action == acted.played { "*" } else { "" };
                    write!(out, "  {mark}{action} {}", ev.rounded(9))?;
                }
                writeln!(out)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
