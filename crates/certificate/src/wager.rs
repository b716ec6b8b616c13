//! Side wagers in the document of a report.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::schema::JsonSchema;
use crate::{Action, DoubleShoe, Exact, MaximumPayout, Root, WagerDollars, WagerEvent};

/// A side wager under one paytable and reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wager {
    /// Wager id.
    pub id: String,
    /// Wager name.
    pub title: String,
    /// Clause.
    pub clause: String,
    /// Paytable name.
    pub paytable: String,
    /// Readings in force, by name.
    pub reading: BTreeMap<String, String>,
    /// Whether the report's figures rest on this reading.
    pub chosen: bool,
    /// What becomes of the wager when the hand is surrendered, when it busts, and when a dealer blackjack ends the round.
    pub fate: WagerFate,
    /// Outcomes, in paying order; they add up to `total`.
    pub lines: Vec<WagerLine>,
    /// Number of equally likely deals, as a string of digits.
    pub total: String,
    /// EV per unit of this wager; of a progressive, when the meter stands at [`Progressive::meter`].
    pub ev: Exact,
    /// Whether the EV is positive.
    pub favours_player: bool,
    /// Variance of the net result per unit, at the same meter.
    pub variance: Exact,
    /// Its root.
    pub std_dev: Root,
    /// Probability of a positive net result.
    pub hit_frequency: Exact,
    /// Published hold, if any, as low and high house edge.
    pub published: Option<[Exact; 2]>,
    /// The meter, in a progressive wager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progressive: Option<Progressive>,
    /// The maximum payout to all players of a round, where the analysis states stakes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum: Option<MaximumPayout>,
    /// Figures by strategy, where the play of the hand decides the wager. The lines and all other figures are then those under
    /// the base game's own play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<Played>,
    /// Winnings added to the base wager, where the wager allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parlay: Option<Parlay>,
    /// Amounts in dollars, of a progressive and of a wager whose payout may be limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dollars: Option<WagerDollars>,
    /// The part of winnings that may be added to the base wager, where it is not all of them. What adding gains is in proportion to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parlay_portion: Option<Exact>,
    /// Lines on events apart from the cards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<WagerEvent>,
    /// The wager in a round from a double shoe, where the game is dealt from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double_shoe: Option<DoubleShoe>,
}

/// A side wager that play decides, under three aims of the player.
///
/// The class of strategies: unsplit hands by composition, up card and signal; splitting by the aim; the hands of a split as in
/// the base game (CDZ-).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The side wager in units of the base wager, for the joint aim.
    pub ratio: Exact,
    /// The meter, in units of the side wager, for the aims that look at it; 0 where the wager has none.
    pub meter: Exact,
    /// Play that is best for the base wager alone.
    pub by_base: PlayedFigures,
    /// Play that is best for the side wager alone, at the meter.
    pub alone: PlayedFigures,
    /// Play that is best for both together, at the ratio and the meter.
    pub joint: PlayedFigures,
    /// The meters of [`Played::meters`] at which the best joint play changes, ascending; not computed where empty and
    /// `meters` is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breakpoints: Vec<Breakpoint>,
    /// The range of meters that was searched for breakpoints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meters: Option<[Exact; 2]>,
}

/// Figures under one aim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayedFigures {
    /// EV of the base wager, per unit of it.
    pub base_ev: Exact,
    /// EV of the side wager, per unit of it, without the meter.
    pub fixed: Exact,
    /// What each unit of the meter adds to it.
    pub per_meter_unit: Exact,
    /// EV of the side wager at the meter.
    pub ev: Exact,
    /// EV of both together per unit of base wager: `base_ev + ratio · ev`.
    pub joint_ev: Exact,
    /// The meter at which the side wager is even under this play; none without a meter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_even_meter: Option<Exact>,
    /// How many decisions depart from the base game's.
    pub changed: u64,
    /// These decisions; of the play that is best for the side wager alone, which gives up the base game, only their number is
    /// stated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<PlayChange>,
}

/// A hand that is played otherwise than in the base game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayChange {
    /// Up card.
    pub up: String,
    /// Signal.
    pub signal: String,
    /// The cards of the hand, in value order; with what a straight has come to where that matters.
    pub hand: String,
    /// The base game's action.
    pub from: Action,
    /// The action under the aim.
    pub to: Action,
}

/// A meter at which the best joint play changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Breakpoint {
    /// The meter, in units of the side wager.
    pub meter: Exact,
    /// What changes there, from the play below it to the play above.
    pub changes: Vec<PlayChange>,
    /// From here up to the next: EV of the base wager.
    pub base_ev: Exact,
    /// EV of the side wager without the meter.
    pub fixed: Exact,
    /// What each unit of the meter adds to it.
    pub per_meter_unit: Exact,
}

/// A side wager whose winnings the player may add to the base wager once he has seen the up card and knows that the dealer has
/// no blackjack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Parlay {
    /// `payout` or `payout-and-wager`.
    pub adds: String,
    /// The strategy class that plays the base wager.
    pub strategy: String,
    /// EV per unit of the side wager when winnings are added exactly where that gains.
    pub ev: Exact,
    /// The part of it that adding them gains.
    pub gain: Exact,
    /// EV per unit of the side wager when winnings are always added.
    pub ev_always: Exact,
    /// The hands and up cards with which adding gains.
    pub hands: Vec<ParlayHand>,
}

/// A hand with which winnings are better added to the base wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ParlayHand {
    /// The two cards.
    pub hand: String,
    /// Up cards and signals with which it gains, such as `6` or `T no blackjack`.
    pub against: Vec<String>,
}

/// What becomes of a side wager where the hand ends early: `settled` before, `stays` until its own lines are settled, or
/// `lost`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerFate {
    /// When the hand is given up; absent in a game without surrender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surrender: Option<String>,
    /// When it busts.
    pub bust: String,
    /// When a dealer blackjack ends the round.
    pub dealer_blackjack: String,
}

/// The meter of a progressive wager; amounts in units of the wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Progressive {
    /// EV without the meter.
    pub fixed: Exact,
    /// What each unit of the meter adds to the EV.
    pub per_meter_unit: Exact,
    /// The same if so many players make the wager and share a meter they win together; where that depends on how they play,
    /// the least it can be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<SharedMeter>,
    /// The meter for which EV and variance are stated: the analysis's, or the seed.
    pub meter: Exact,
    /// The meter at which the wager is even.
    pub break_even_meter: Option<Exact>,
    /// The long run, under each model that the text leaves open; empty where no rate of progression is stated.
    pub long_run: Vec<LongRun>,
}

/// A meter won by several players together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SharedMeter {
    /// Players who make the wager.
    pub players: u32,
    /// What each unit of the meter adds to the EV of one of them.
    pub per_meter_unit: Exact,
    /// The EV of one of them at the progressive's meter.
    pub ev: Exact,
    /// The meter at which that is zero; left out where the meter adds nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_even_meter: Option<Exact>,
    /// Whether these are exact, or lower bounds of what the meter adds and of the EV, and an upper bound of the meter.
    pub exact: bool,
}

/// A progressive wager in the long run, with one unit wagered every round. Decimals are rounded to 18 places; some of the
/// fractions would have millions of digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LongRun {
    /// What the meter starts from at the least.
    pub seed: Exact,
    /// Part of every wager added to the meter.
    pub rate: Exact,
    /// Part of every wager kept for later meters.
    pub reserve: Exact,
    /// `next-meter`: the reserve starts the next meter if it exceeds the seed; `seeds`: it pays for seeds only.
    pub reserve_goes: String,
    /// `reduce`: a payout of part of the meter is taken from it; `leave`: it is not.
    pub part_hits: String,
    /// Mean of what the meter starts from.
    pub mean_start: String,
    /// Mean of the meter when it is won.
    pub mean_meter_when_hit: String,
    /// EV per unit wagered.
    pub ev: String,
    /// Return to the players per unit wagered, `1 + ev`.
    pub rtp: String,
    /// Whether the EV is positive.
    pub favours_player: bool,
}

/// One outcome of a side wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerLine {
    /// Outcome.
    pub name: String,
    /// Number of deals, as a string of digits.
    pub combinations: String,
    /// Net result per unit, a fraction; without the meter, if a share of it is won.
    pub pays: String,
    /// Share of the meter won, a fraction; left out for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meter_share: Option<String>,
    /// Share of the EV this line contributes (net result times probability).
    pub contribution: Exact,
    /// Share of what is returned to players, wagers included, that this line returns.
    pub share_of_return: Exact,
}

/// A side wager under a combination of readings for which it is not valued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeftOutWager {
    /// The wager.
    pub id: String,
    /// The readings that concern it, by name, with the choices.
    pub reading: BTreeMap<String, String>,
    /// Why, in a sentence.
    pub why: String,
}
