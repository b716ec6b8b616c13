//! What a wager says besides its lines: money, what the regulation forbids, how often events are offered, the determinant card of a
//! double shoe, and a maximum payout.

use certificate::{DoubleShoe, Exact, MaximumPayout, SeatFigures, SeatValue, Wager, WagerDollars, WagerEvent};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{Dealing, MeterAmount, OfferedWager, Submission};
use serde::Serialize;
use wagers::{BesideDeterminant, Colour, EventValue, MaximumCost, Seat, WagerResult};

use crate::failure::Failure;
use crate::played::BaseGame;
use crate::schema::JsonSchema;

/// What is claimed of a wager besides its lines. All that is said of it follows from this and the submission.
pub(crate) struct MoneyClaims {
    /// Events whose chances follow from cards and seats.
    pub(crate) events: Vec<EventValue>,
    /// The wager beside a kept determinant card; empty where its colour tells nothing, and where that is not computed.
    pub(crate) seats: Vec<BesideDeterminant>,
    pub(crate) maximum: Option<MaximumCost>,
}

impl MoneyClaims {
    /// Computed for a wager under a submission that may have other readings of side wagers than the base game's.
    pub(crate) fn new(
        base_game: &mut BaseGame<'_>,
        submission: &Submission,
        offered: &OfferedWager,
        result: &WagerResult,
    ) -> Result<Self, Failure> {
        let has_events = !offered.rule.events.is_empty();
        let events =
            if has_events { EventValue::all(offered, |other| base_game.value(submission, other))? } else { Vec::new() };
        let is_double = submission.game.shoe.dealing == Dealing::DoubleShoe && wagers::names_a_suit(offered);
        let seats = is_double.then(|| {
            let exact = wagers::beside_determinant(offered);
            exact.or_else(|| wagers::straights_beside_determinant(offered, result))
        });
        let maximum = MaximumCost::new(offered);
        Ok(Self { events, seats: seats.flatten().unwrap_or_default(), maximum })
    }

    /// Says in a wager what these claims imply of it.
    pub(crate) fn tell(
        &self,
        submission: &Submission,
        offered: &OfferedWager,
        result: &WagerResult,
        wager: &mut Wager,
    ) {
        let meter = offered.meter().unwrap_or_else(BigRational::zero);
        wager.maximum = self.maximum.as_ref().map(maximum);
        wager.dollars = dollars(offered, wager);
        wager.parlay_portion = offered.rule.parlay.as_ref().and(offered.inputs.parlay.as_ref()).map(Exact::from);
        wager.events = self.events.iter().map(|value| event(value, &meter)).collect();
        let is_double = submission.game.shoe.dealing == Dealing::DoubleShoe;
        wager.double_shoe =
            is_double.then(|| double_shoe(submission, offered, &self.seats, (&result.expectation(), &meter)));
    }
}

fn maximum(cost: &MaximumCost) -> MaximumPayout {
    MaximumPayout {
        line: cost.line.clone(),
        players: cost.players,
        stake: (&cost.stake).into(),
        maximum: (&cost.maximum).into(),
        least: (&cost.least).into(),
        allowed: cost.is_allowed,
        ev_lost: (&cost.ev_lost).into(),
    }
}

/// What the regulation does not allow of a side wager.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Conformity {
    /// Whether the regulation allows everything that the analysis states.
    pub conforming: bool,
    /// What it does not allow.
    pub deviations: Vec<String>,
}

impl Conformity {
    /// That of an entry, under its readings.
    pub(crate) fn new(submission: &Submission, entry: &Wager) -> Result<Self, Failure> {
        let mut submission = submission.clone();
        for (reading, choice) in &entry.reading {
            if submission.readings.iter().any(|one| one.switch.name == *reading && one.choice != *choice) {
                submission = submission.with(&format!("readings.{reading}"), choice)?;
            }
        }
        Ok(Self { conforming: submission.deviations.is_empty(), deviations: submission.deviations })
    }
}

fn dollars(offered: &OfferedWager, entry: &Wager) -> Option<WagerDollars> {
    let stake = offered.stake();
    let in_dollars = |wagers: BigRational| Exact::from(&(wagers * &stake));
    let is_limited = offered.inputs.players.is_some() || offered.inputs.maximum.is_some();
    let limit = offered.rule.maximum.as_ref().filter(|_| is_limited);
    if offered.rule.meter.is_none() && limit.is_none() {
        return None;
    }
    let break_even = entry.progressive.as_ref().and_then(|progressive| progressive.break_even_meter.as_ref()?.value());
    Some(WagerDollars {
        wager: (&stake).into(),
        seed: offered.seed().map(in_dollars),
        meter: offered.meter().map(in_dollars),
        break_even_meter: break_even.map(in_dollars),
        least_maximum: limit.filter(|limit| limit.covered).and(offered.least_maximum().as_ref()).map(Exact::from),
        maximum_allowed: entry.maximum.as_ref().map(|maximum| maximum.allowed),
    })
}

fn event(value: &EventValue, meter: &BigRational) -> WagerEvent {
    let at = |amount: MeterAmount| amount.fixed + amount.per_meter * meter;
    let never = at(value.never.clone());
    let adds = |offered: &BigRational| Exact::from(&(at(value.expectation(offered)) - &never));
    let always = BigRational::one();
    let even = |offered: &BigRational| value.even_meter(offered).as_ref().map(Exact::from);
    WagerEvent {
        line: value.line.clone(),
        event: value.event.clone(),
        chance_if_offered: (&value.chance).into(),
        offered: value.offered.as_ref().map(Exact::from),
        adds: value.offered.as_ref().map(adds),
        adds_if_always: adds(&always),
        even_offered: value.even_offered(meter).as_ref().map(Exact::from),
        even_meter: value.offered.as_ref().and_then(even),
        even_meter_if_always: even(&always),
    }
}

fn double_shoe(
    submission: &Submission,
    offered: &OfferedWager,
    seats: &[BesideDeterminant],
    (ordinary, meter): (&MeterAmount, &BigRational),
) -> DoubleShoe {
    if !wagers::names_a_suit(offered) && submission.decks.is_none() {
        let why = "No line names a suit. How much the colour of a kept determinant card changes is computed for whole decks alone.";
        return DoubleShoe { depends_on_colour: true, why: why.to_owned(), seats: Vec::new() };
    }
    if !wagers::names_a_suit(offered) {
        let why = "No line names a suit. Exchanging hearts with spades and diamonds with clubs turns every deal into one that is as \
                   likely and pays the same, so that the colour of a kept determinant card tells nothing of the wager.";
        return DoubleShoe { depends_on_colour: false, why: why.to_owned(), seats: Vec::new() };
    }
    let why = if seats.is_empty() {
        "A line names a suit; how much the colour of a kept determinant card changes is not computed."
    } else if seats.iter().any(|one| one.least != one.most) {
        "A line names the suit of an ace, which may be the kept determinant card itself: between the two bounds."
    } else {
        "A line names a suit, and the colour of a kept determinant card is known."
    };
    let seats = seats.iter().map(|one| seat_figures(one, ordinary, offered, meter)).collect();
    DoubleShoe { depends_on_colour: true, why: why.to_owned(), seats }
}

/// A seat's name in certificate and report.
pub(crate) fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Other => "others",
    }
}

/// The suits of a side, in certificate and report.
pub(crate) fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "hearts-and-diamonds",
        Colour::Black => "spades-and-clubs",
    }
}

fn seat_figures(
    beside: &BesideDeterminant,
    ordinary: &MeterAmount,
    offered: &OfferedWager,
    meter: &BigRational,
) -> SeatFigures {
    let has_meter = offered.rule.meter.is_some();
    let value = |[least, most]: [MeterAmount; 2]| {
        let ev = |amount: &MeterAmount| Exact::from(&(&amount.fixed + &amount.per_meter * meter));
        SeatValue {
            ev: ev(&least),
            at_most: (least != most).then(|| ev(&most)),
            fixed: has_meter.then(|| (&least.fixed).into()),
            per_meter_unit: has_meter.then(|| (&least.per_meter).into()),
            per_meter_unit_at_most: (has_meter && least != most).then(|| (&most.per_meter).into()),
        }
    };
    SeatFigures {
        seat: seat_name(beside.seat).to_owned(),
        drawn_from: colour_name(beside.colour).to_owned(),
        kept: value([beside.least.clone(), beside.most.clone()]),
        all: value(beside.of_all_rounds(ordinary)),
    }
}
