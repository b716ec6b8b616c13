//! What is said of a side wager besides its lines: money, events that are offered now and then, the determinant card of a double shoe, and a
//! maximum payout; as a report shows it and as a certificate states it.

use serde::{Deserialize, Serialize};

use crate::Exact;
use crate::schema::JsonSchema;

/// Amounts in dollars that other members give in units of the wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerDollars {
    /// The wager: as stated, else one dollar.
    pub wager: Exact,
    /// What the meter starts from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Exact>,
    /// The meter for which figures are stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meter: Option<Exact>,
    /// The meter at which the wager is even.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_even_meter: Option<Exact>,
    /// The least that a maximum payout may be at the largest wager; left out where none may be set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_maximum: Option<Exact>,
    /// Whether the maximum payout whose cost is given may be set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum_allowed: Option<bool>,
}

/// Something that the analysis states of a side wager: money, people, or how often something is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerInput {
    /// Title of the wager.
    pub wager: String,
    /// The key of the analysis, such as `wagers.bad-beat.meter`.
    pub key: String,
    /// What it means.
    pub meaning: String,
    /// The amount.
    pub amount: Exact,
    /// What the amount is in: `dollars`, `part` or `number`.
    pub unit: String,
}

/// A line on an event apart from the cards whose chance follows from cards and seats. All of it is at the meter for which the wager's EV is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerEvent {
    /// The line.
    pub line: String,
    /// Its name in `wagers.ID.offers` of an analysis.
    pub event: String,
    /// Its chance in a round in which it is offered.
    pub chance_if_offered: Exact,
    /// The part of all rounds in which it is offered; `null` if that is not stated.
    pub offered: Option<Exact>,
    /// What it adds to the EV as it is offered; `null` if that is not stated.
    pub adds: Option<Exact>,
    /// What it adds if it is offered in every round.
    pub adds_if_always: Exact,
    /// The part of all rounds at which the wager is even: beyond 1 it never is, below 0 it favours the player without the event. `null` if the
    /// event changes nothing.
    pub even_offered: Option<Exact>,
    /// The meter, in units of the wager, at which the wager is even as the event is offered.
    pub even_meter: Option<Exact>,
    /// The same if it is offered in every round.
    pub even_meter_if_always: Option<Exact>,
}

/// A side wager in a round from a double shoe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoubleShoe {
    /// Whether the colour of a kept determinant card tells something of the wager.
    pub depends_on_colour: bool,
    /// Why, or why not.
    pub why: String,
    /// The figures by seat and side, where it does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<SeatFigures>,
}

/// A side wager from one seat, by the side that the determinant card is drawn from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatFigures {
    /// `first`, who gets the determinant card, or `others`.
    pub seat: String,
    /// The suits of the side that the determinant card is drawn from.
    pub drawn_from: String,
    /// In rounds in which it is kept, which are half of those.
    pub kept: SeatValue,
    /// In all rounds for which it is drawn from there.
    pub all: SeatValue,
}

/// The EV at the meter for which the wager's is. Where only bounds are known `ev` is the least that it can be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatValue {
    /// The EV.
    pub ev: Exact,
    /// The most that it can be, where only bounds are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Exact>,
    /// Of a progressive, the EV without the meter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<Exact>,
    /// What each unit of the meter adds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_meter_unit: Option<Exact>,
    /// The most that it can add, where only bounds are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_meter_unit_at_most: Option<Exact>,
}

/// A maximum payout to all winners of a line in one round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MaximumPayout {
    /// The line.
    pub line: String,
    /// Players who make the wager.
    pub players: u32,
    /// What each wagers, in dollars.
    pub stake: Exact,
    /// The most that is paid to all of them, in dollars.
    pub maximum: Exact,
    /// The least that the text lets it be, in dollars.
    pub least: Exact,
    /// Whether the text lets the casino set it.
    pub allowed: bool,
    /// What the limit takes from a player's EV per unit wagered.
    pub ev_lost: Exact,
}

/// An expectation that depends on a meter, for `certificate.json`: `fixed + per_unit · J`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedAmount {
    /// Without the meter.
    pub fixed: String,
    /// What each unit of it adds; `0/1` in a wager without one.
    pub per_unit: String,
}

/// What a side wager is worth without an event and with it, for `certificate.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedWagerEvent {
    /// The line.
    pub line: String,
    /// The event's name.
    pub event: String,
    /// Its chance in a round in which it is offered.
    pub chance: String,
    /// The wager's EV if it is never offered.
    pub never: StatedAmount,
    /// The wager's EV if it is offered in every round.
    pub always: StatedAmount,
}

/// A side wager beside a kept determinant card, for `certificate.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedSeat {
    /// `first` or `others`.
    pub seat: String,
    /// The suits of the determinant card: `hearts-and-diamonds` or `spades-and-clubs`.
    pub drawn_from: String,
    /// The least that the EV can be.
    pub least: StatedAmount,
    /// The most; the same where it is known.
    pub most: StatedAmount,
}

/// A maximum payout, for `certificate.json`. Players and stake stand in the submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedMaximum {
    /// The line.
    pub line: String,
    /// The most that is paid to all players of a round, in dollars.
    pub maximum: String,
    /// The least that the text lets it be, in dollars.
    pub least: String,
    /// Whether the text lets the casino set it.
    pub allowed: bool,
    /// What the limit takes from a player's EV per unit wagered.
    pub ev_lost: String,
}
