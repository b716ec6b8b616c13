//! What an entry of `wagers` says besides its figures: money, what the regulation forbids, how often events are offered, and the
//! determinant card of a double shoe.

use certificate::{Exact, Wager};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rules::{Dealing, MeterAmount, OfferedWager, Submission};
use serde::Serialize;
use wagers::{BesideDeterminant, Colour, EventValue, MaximumCost, Seat, WagerResult};

use crate::failure::Failure;
use crate::played::BaseGame;

/// More of an entry of `wagers --json`.
#[derive(Serialize)]
pub(crate) struct Besides {
    /// Whether the regulation allows everything that the analysis states.
    conforming: bool,
    /// What it does not allow.
    deviations: Vec<String>,
    /// Of a progressive, and of a wager whose payout may be limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    dollars: Option<Dollars>,
    /// The part of winnings that may be added to the base wager. What adding gains is in proportion to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    parlay_portion: Option<Exact>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<Event>,
    #[serde(skip_serializing_if = "Option::is_none")]
    double_shoe: Option<DoubleShoe>,
}

/// Amounts in dollars that other keys give in units of the wager.
#[derive(Serialize)]
struct Dollars {
    /// The wager: as stated, else one dollar.
    wager: Exact,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meter: Option<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    break_even_meter: Option<Exact>,
    /// The least that a maximum payout may be at the largest wager; `null` where none may be set.
    #[serde(skip_serializing_if = "Option::is_none")]
    least_maximum: Option<Exact>,
    /// Whether the maximum payout whose cost is given may be set.
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum_allowed: Option<bool>,
}

/// A line on an event apart from the cards whose chance follows from cards and seats.
#[derive(Serialize)]
struct Event {
    line: String,
    /// Its name in `wagers.ID.offers`.
    event: String,
    /// Its chance in a round in which it is offered.
    chance_if_offered: Exact,
    /// The part of all rounds in which it is offered; `null` if that is not stated.
    offered: Option<Exact>,
    /// What it adds to the EV, at the meter of the entry: as it is offered, and in every round.
    adds: Option<Exact>,
    adds_if_always: Exact,
    /// The part of all rounds at which the wager is even at the meter of the entry: beyond 1 it never is, below 0 it favours the
    /// player without the event.
    even_offered: Option<Exact>,
    /// The meter, in units of the wager, at which the wager is even: as it is offered, and in every round.
    even_meter: Option<Exact>,
    even_meter_if_always: Option<Exact>,
}

/// The wager in a round from a double shoe.
#[derive(Serialize)]
struct DoubleShoe {
    /// Whether the colour of a kept determinant card tells something of the wager.
    depends_on_colour: bool,
    why: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seats: Vec<SeatFigures>,
}

#[derive(Serialize)]
struct SeatFigures {
    /// `first`, who gets the determinant card, or `others`.
    seat: &'static str,
    /// The suits of the side that the determinant card is drawn from.
    drawn_from: &'static str,
    /// In rounds in which it is kept, which are half of those.
    kept: SeatValue,
    /// In all rounds for which it is drawn from there.
    all: SeatValue,
}

/// The EV at the meter of the entry. Where only bounds are known `ev` is the least that it can be.
#[derive(Serialize)]
struct SeatValue {
    ev: Exact,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    per_meter_unit: Option<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    per_meter_unit_at_most: Option<Exact>,
}

impl Besides {
    /// That of one entry.
    pub(crate) fn new(base_game: &mut BaseGame<'_>, entry: &Wager) -> Result<Self, Failure> {
        let mut submission = base_game.submission().clone();
        for (reading, choice) in &entry.reading {
            if submission.readings.iter().any(|one| one.switch.name == *reading && one.choice != *choice) {
                submission = submission.with(&format!("readings.{reading}"), choice)?;
            }
        }
        let is_it = |one: &&OfferedWager| one.id == entry.id && one.paytable.name == entry.paytable;
        let Some(offered) = submission.wagers.iter().find(is_it) else {
            return Err(Failure::Asked(format!("the analysis offers no side wager `{}`", entry.id)));
        };
        let rule = &offered.rule;
        let needs_value = !rule.events.is_empty() || submission.game.shoe.dealing == Dealing::DoubleShoe;
        let result = if needs_value { Some(base_game.value(&submission, offered)?) } else { None };
        let meter = offered.meter().unwrap_or_else(BigRational::zero);
        let mut events = Vec::new();
        if result.is_some() && !rule.events.is_empty() {
            let values = EventValue::all(offered, |other| base_game.value(&submission, other))?;
            events.extend(values.iter().map(|value| event(value, &meter)));
        }
        let double_shoe = match (submission.game.shoe.dealing, &result) {
            (Dealing::DoubleShoe, Some(result)) => Some(double_shoe(&submission, offered, result, &meter)),
            _ => None,
        };
        let portion = rule.parlay.as_ref().and(offered.inputs.parlay.as_ref());
        Ok(Self {
            conforming: submission.deviations.is_empty(),
            deviations: submission.deviations.clone(),
            dollars: dollars(&submission, offered, entry),
            parlay_portion: portion.map(Exact::from),
            events,
            double_shoe,
        })
    }

    /// The same in words.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(dollars) = &self.dollars {
            lines.extend(dollars.lines());
        }
        if let Some(portion) = &self.parlay_portion {
            lines.push(format!("Of winnings {}% may be added; what that gains is in proportion.", portion.percent(4)));
        }
        lines.extend(self.events.iter().flat_map(Event::lines));
        if self.events.iter().any(|event| event.offered.is_some()) {
            lines.push("Variance and hit frequency take these events as independent of the hand.".to_owned());
        }
        lines.extend(self.double_shoe.iter().flat_map(DoubleShoe::lines));
        lines
    }
}

fn dollars(submission: &Submission, offered: &OfferedWager, entry: &Wager) -> Option<Dollars> {
    let stake = offered.stake();
    let in_dollars = |wagers: BigRational| Exact::from(&(wagers * &stake));
    let is_limited = offered.inputs.players.is_some() || offered.inputs.maximum.is_some();
    let limit = offered.rule.maximum.as_ref().filter(|_| is_limited);
    if offered.rule.meter.is_none() && limit.is_none() {
        return None;
    }
    let cost = MaximumCost::new(offered, &submission.game);
    let break_even = entry.progressive.as_ref().and_then(|progressive| progressive.break_even_meter.as_ref()?.value());
    Some(Dollars {
        wager: (&stake).into(),
        seed: offered.seed().map(in_dollars),
        meter: offered.meter().map(in_dollars),
        break_even_meter: break_even.map(in_dollars),
        least_maximum: limit.filter(|limit| limit.covered).and(offered.least_maximum().as_ref()).map(Exact::from),
        maximum_allowed: cost.map(|cost| cost.is_allowed),
    })
}

impl Dollars {
    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let (Some(seed), Some(meter)) = (&self.seed, &self.meter) {
            let even = self.break_even_meter.as_ref();
            lines.push(format!(
                "In dollars, at a wager of {}: seed {}, meter {}, even at {}.",
                self.wager.rounded(2),
                seed.rounded(2),
                meter.rounded(2),
                even.map_or_else(|| "none".to_owned(), |even| even.rounded(2))
            ));
        }
        match (&self.least_maximum, self.maximum_allowed) {
            (Some(least), Some(false)) => {
                lines.push(format!("NON-CONFORMING: the maximum must be at least {} dollars.", least.rounded(2)));
            }
            (Some(least), _) => lines.push(format!("The maximum must be at least {} dollars.", least.rounded(2))),
            (None, Some(false)) => lines.push("NON-CONFORMING: no maximum may be set for this wager.".to_owned()),
            (None, _) => {}
        }
        lines
    }
}

fn event(value: &EventValue, meter: &BigRational) -> Event {
    let at = |amount: MeterAmount| amount.fixed + amount.per_meter * meter;
    let never = at(value.never.clone());
    let adds = |offered: &BigRational| Exact::from(&(at(value.expectation(offered)) - &never));
    let always = BigRational::one();
    let even = |offered: &BigRational| value.even_meter(offered).as_ref().map(Exact::from);
    Event {
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

impl Event {
    fn lines(&self) -> Vec<String> {
        let even = |meter: &Option<Exact>| match meter {
            None => "even at no meter".to_owned(),
            Some(meter) if meter.value().is_some_and(|meter| meter.is_negative()) => {
                "in the player's favour at any meter".to_owned()
            }
            Some(meter) => format!("even at a meter of {}", meter.rounded(2)),
        };
        let mut lines = vec![format!(
            "{}: chance {} when offered; in every round it adds {}%, and the wager is {}.",
            self.line,
            self.chance_if_offered.rounded(6),
            self.adds_if_always.percent(4),
            even(&self.even_meter_if_always)
        )];
        if let (Some(offered), Some(adds)) = (&self.offered, &self.adds) {
            lines.push(format!(
                "  Offered in {}% of all rounds it adds {}%, and the wager is {}.",
                offered.percent(4),
                adds.percent(4),
                even(&self.even_meter)
            ));
        }
        let even = self.even_offered.as_ref().and_then(|even| Some((even, even.value()?)));
        lines.push(match even {
            None => "  It changes nothing.".to_owned(),
            Some((_, even)) if even > BigRational::one() => {
                "  At the meter above the wager is not even however often it is offered.".to_owned()
            }
            Some((_, even)) if even.is_negative() => "  At the meter above the wager favours the player.".to_owned(),
            Some((exact, _)) => {
                format!(
                    "  At the meter above the wager is even if it is offered in {}% of all rounds.",
                    exact.percent(4)
                )
            }
        });
        lines
    }
}

fn double_shoe(
    submission: &Submission,
    offered: &OfferedWager,
    result: &WagerResult,
    meter: &BigRational,
) -> DoubleShoe {
    if !wagers::names_a_suit(offered) {
        let why = "No line names a suit. Exchanging hearts with spades and diamonds with clubs turns every deal into one that is as \
                   likely and pays the same, so that the colour of a kept determinant card tells nothing of the wager.";
        return DoubleShoe { depends_on_colour: false, why: why.to_owned(), seats: Vec::new() };
    }
    let exact = wagers::beside_determinant(&submission.game, offered);
    let (seats, why) = match exact.or_else(|| wagers::straights_beside_determinant(offered, result)) {
        None => {
            (Vec::new(), "A line names a suit; how much the colour of a kept determinant card changes is not computed.")
        }
        Some(seats) if seats.iter().any(|one| one.least != one.most) => (
            seats,
            "A line names the suit of an ace, which may be the kept determinant card itself: between the two bounds.",
        ),
        Some(seats) => (seats, "A line names a suit, and the colour of a kept determinant card is known."),
    };
    let ordinary = result.expectation();
    let seats = seats.iter().map(|one| seat_figures(one, &ordinary, offered, meter)).collect();
    DoubleShoe { depends_on_colour: true, why: why.to_owned(), seats }
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
        seat: match beside.seat {
            Seat::First => "first",
            Seat::Other => "others",
        },
        drawn_from: match beside.colour {
            Colour::Red => "hearts-and-diamonds",
            Colour::Black => "spades-and-clubs",
        },
        kept: value([beside.least.clone(), beside.most.clone()]),
        all: value(beside.of_all_rounds(ordinary)),
    }
}

impl DoubleShoe {
    fn lines(&self) -> Vec<String> {
        let shown = |value: &SeatValue| match &value.at_most {
            None => format!("{}%", value.ev.percent(4)),
            Some(most) => format!("{}% to {}%", value.ev.percent(4), most.percent(4)),
        };
        let mut lines = vec![format!("From a double shoe: {}", self.why)];
        lines.extend(self.seats.iter().map(|one| {
            let seat = if one.seat == "first" { "first seat" } else { "other seats" };
            let side = one.drawn_from.replace('-', " ");
            format!("  {seat}, drawn from the side of {side}: EV {}; if kept {}", shown(&one.all), shown(&one.kept))
        }));
        lines
    }
}

/// What is said of every entry, by the place of the entry.
pub(crate) fn all(base_game: &mut BaseGame<'_>, wagers: &[Wager]) -> Result<Vec<Besides>, Failure> {
    wagers.iter().map(|wager| Besides::new(base_game, wager)).collect()
}
