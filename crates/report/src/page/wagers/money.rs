//! What an article on a side wager says of money, of events that are offered now and then, and of a double shoe.

use certificate::{Exact, SeatValue, Wager, WagerEvent};
use num_traits::{One as _, Signed as _};
use serde::Serialize;

use crate::{
    family::Reading,
    figure::{self, usual_percent},
};

/// Everything of it, under the report's own reading.
#[derive(Debug, Serialize)]
pub(super) struct Money {
    /// The meter in dollars.
    meters: Vec<MeterRow>,
    /// The part of winnings that may be added to the base wager.
    portion: Option<String>,
    events: Vec<EventRow>,
    /// Whether any event is offered in a stated part of all rounds.
    offered: bool,
    /// Whether the wager has a meter.
    progressive: bool,
    /// What a round from a double shoe changes, in words.
    double_shoe: Option<String>,
    seats: Vec<SeatRow>,
    maxima: Vec<MaximumRow>,
}

#[derive(Debug, Serialize)]
struct MeterRow {
    paytable: String,
    wager: String,
    seed: String,
    meter: String,
    even: String,
}

#[derive(Debug, Serialize)]
struct EventRow {
    paytable: String,
    line: String,
    chance: String,
    offered: String,
    adds: String,
    adds_if_always: String,
    even_offered: String,
    even_meter: String,
    even_meter_if_always: String,
}

#[derive(Debug, Serialize)]
struct SeatRow {
    paytable: String,
    seat: &'static str,
    side: String,
    all: String,
    kept: String,
}

#[derive(Debug, Serialize)]
struct MaximumRow {
    paytable: String,
    line: String,
    players: u32,
    stake: String,
    maximum: String,
    least: String,
    allowed: bool,
    ev_lost: String,
}

/// `None` where nothing is said of it.
pub(super) fn money(own: &Reading<'_>) -> Option<Money> {
    let paytables = || own.paytables.iter().copied();
    let money = Money {
        meters: paytables().filter_map(meter).collect(),
        portion: paytables().find_map(|wager| wager.parlay_portion.as_ref()).map(usual_percent),
        events: paytables().flat_map(|wager| wager.events.iter().map(|event| self::event(wager, event))).collect(),
        offered: paytables().flat_map(|wager| &wager.events).any(|event| event.offered.is_some()),
        progressive: paytables().any(|wager| wager.progressive.is_some()),
        double_shoe: paytables().find_map(|wager| wager.double_shoe.as_ref()).map(|double| double.why.clone()),
        seats: paytables().flat_map(seats).collect(),
        maxima: paytables().filter_map(maximum).collect(),
    };
    let is_empty = money.meters.is_empty()
        && money.portion.is_none()
        && money.events.is_empty()
        && money.double_shoe.is_none()
        && money.maxima.is_empty();
    (!is_empty).then_some(money)
}

fn dollars(amount: &Exact) -> String {
    format!("${}", figure::amount(amount))
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(figure::dash)
}

fn meter(wager: &Wager) -> Option<MeterRow> {
    let of = wager.dollars.as_ref()?;
    let (seed, meter) = (of.seed.as_ref()?, of.meter.as_ref()?);
    Some(MeterRow {
        paytable: wager.paytable.clone(),
        wager: dollars(&of.wager),
        seed: dollars(seed),
        meter: dollars(meter),
        even: or_dash(of.break_even_meter.as_ref().map(even)),
    })
}

/// The meter at which a wager is even, in dollars; one below nothing says that it never is against the player.
fn even(meter: &Exact) -> String {
    match meter.value() {
        Some(value) if value.is_negative() => "player's favour at any meter".to_owned(),
        _ => dollars(meter),
    }
}

fn event(wager: &Wager, event: &WagerEvent) -> EventRow {
    let stake = wager.dollars.as_ref().and_then(|of| of.wager.value());
    let in_dollars = |meter: &Exact| {
        let meter = meter.value()? * stake.as_ref()?;
        Some(even(&Exact::from(&meter)))
    };
    EventRow {
        paytable: wager.paytable.clone(),
        line: event.line.clone(),
        chance: usual_percent(&event.chance_if_offered),
        offered: or_dash(event.offered.as_ref().map(usual_percent)),
        adds: or_dash(event.adds.as_ref().map(usual_percent)),
        adds_if_always: usual_percent(&event.adds_if_always),
        even_offered: match event.even_offered.as_ref().map(|even| (even, even.value())) {
            None => "it changes nothing".to_owned(),
            Some((_, Some(part))) if part > num_rational::BigRational::one() => "never even".to_owned(),
            Some((_, Some(part))) if part.is_negative() => "player's favour without it".to_owned(),
            Some((even, _)) => usual_percent(even),
        },
        even_meter: or_dash(event.even_meter.as_ref().and_then(in_dollars)),
        even_meter_if_always: or_dash(event.even_meter_if_always.as_ref().and_then(in_dollars)),
    }
}

fn seats(wager: &Wager) -> Vec<SeatRow> {
    let shown = |value: &SeatValue| match &value.at_most {
        None => usual_percent(&value.ev),
        Some(most) => format!("{} to {}", usual_percent(&value.ev), usual_percent(most)),
    };
    let of_wager = wager.double_shoe.iter().flat_map(|double| &double.seats);
    of_wager
        .map(|one| SeatRow {
            paytable: wager.paytable.clone(),
            seat: if one.seat == "first" { "first" } else { "any other" },
            side: one.drawn_from.replace('-', " "),
            all: shown(&one.all),
            kept: shown(&one.kept),
        })
        .collect()
}

fn maximum(wager: &Wager) -> Option<MaximumRow> {
    let maximum = wager.maximum.as_ref()?;
    Some(MaximumRow {
        paytable: wager.paytable.clone(),
        line: maximum.line.clone(),
        players: maximum.players,
        stake: dollars(&maximum.stake),
        maximum: dollars(&maximum.maximum),
        least: dollars(&maximum.least),
        allowed: maximum.allowed,
        ev_lost: figure::fine_percent(&maximum.ev_lost),
    })
}
