//! What side wagers say besides their lines as tables for spreadsheets: money, events, double shoes and maximum payouts.

use certificate::{Exact, SeatValue, Wager};

use crate::csv::line;

/// The tables that have a line, by file name.
pub(crate) fn tables(wagers: &[Wager]) -> Vec<(&'static str, String)> {
    let all = [
        ("wager-dollars.csv", dollars(wagers)),
        ("wager-events.csv", events(wagers)),
        ("double-shoe.csv", double_shoe(wagers)),
        ("maximum-payouts.csv", maxima(wagers)),
    ];
    all.into_iter().filter(|(_, text)| text.lines().count() > 1).collect()
}

const HEAD: &str = "id,paytable,reading,chosen";

/// A line of a wager: what identifies it, then these fields.
fn add(text: &mut String, wager: &Wager, fields: &[&str]) {
    let reading: Vec<String> = wager.reading.iter().map(|(name, choice)| format!("{name}={choice}")).collect();
    let reading = reading.join("; ");
    let head = [&wager.id, &wager.paytable, &reading, boolean(wager.chosen)];
    line(text, &[&head[..], fields].concat());
}

fn boolean(is: bool) -> &'static str {
    if is { "true" } else { "false" }
}

fn decimal(value: &Option<Exact>) -> &str {
    value.as_ref().map_or("", |exact| &exact.decimal)
}

fn dollars(wagers: &[Wager]) -> String {
    let mut text = format!("{HEAD},wager,seed,meter,break_even_meter,least_maximum,maximum_allowed,parlay_portion\n");
    for wager in wagers {
        let portion = decimal(&wager.parlay_portion);
        let Some(of) = &wager.dollars else {
            if !portion.is_empty() {
                add(&mut text, wager, &["", "", "", "", "", "", portion]);
            }
            continue;
        };
        let allowed = of.maximum_allowed.map_or("", boolean);
        let amounts = [&of.seed, &of.meter, &of.break_even_meter, &of.least_maximum].map(decimal);
        let [seed, meter, even, least] = amounts;
        add(&mut text, wager, &[&of.wager.decimal, seed, meter, even, least, allowed, portion]);
    }
    text
}

fn events(wagers: &[Wager]) -> String {
    let mut text = format!(
        "{HEAD},line,event,chance_if_offered,offered,adds,adds_if_always,even_offered,even_meter,even_meter_if_always\n"
    );
    for wager in wagers {
        for event in &wager.events {
            let some = [&event.offered, &event.adds].map(decimal);
            let even = [&event.even_offered, &event.even_meter, &event.even_meter_if_always].map(decimal);
            let fields = [
                &event.line,
                &event.event,
                &event.chance_if_offered.decimal,
                some[0],
                some[1],
                &event.adds_if_always.decimal,
                even[0],
                even[1],
                even[2],
            ];
            add(&mut text, wager, &fields);
        }
    }
    text
}

/// A line for the rounds in which the determinant card is kept, and one for all.
fn double_shoe(wagers: &[Wager]) -> String {
    let mut text = format!("{HEAD},seat,drawn_from,rounds,ev,ev_at_most,fixed,per_meter_unit,per_meter_unit_at_most\n");
    for wager in wagers {
        for seat in wager.double_shoe.iter().flat_map(|double| &double.seats) {
            let mut of = |rounds: &str, value: &SeatValue| {
                let more = [&value.at_most, &value.fixed, &value.per_meter_unit, &value.per_meter_unit_at_most];
                let [most, fixed, per_unit, per_unit_most] = more.map(decimal);
                let fields =
                    [&seat.seat, &seat.drawn_from, rounds, &value.ev.decimal, most, fixed, per_unit, per_unit_most];
                add(&mut text, wager, &fields);
            };
            of("kept", &seat.kept);
            of("all", &seat.all);
        }
    }
    text
}

fn maxima(wagers: &[Wager]) -> String {
    let mut text = format!("{HEAD},line,players,stake,maximum,least,allowed,ev_lost,ev_lost_fraction\n");
    for wager in wagers {
        if let Some(maximum) = &wager.maximum {
            let fields = [
                &maximum.line,
                &maximum.players.to_string(),
                &maximum.stake.decimal,
                &maximum.maximum.decimal,
                &maximum.least.decimal,
                boolean(maximum.allowed),
                &maximum.ev_lost.decimal,
                &maximum.ev_lost.fraction,
            ];
            add(&mut text, wager, &fields);
        }
    }
    text
}
