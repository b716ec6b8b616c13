//! What a report certifies, for a machine to check: `certificate.json`. The grammar is in `FORMAT.md`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Software;
use crate::form::{self, FormError};

/// Name and version of the grammar.
pub const CERTIFICATE_FORMAT: &str = "shoeproof certificate 3";

/// The versions before, which are read too: without [`StatedPlay::switched`] and [`StatedRow::switched`], and the first of them
/// without [`Certificate::simulation`] and [`StatedClass::results`].
const FORMER_FORMATS: [&str; 2] = ["shoeproof certificate 1", "shoeproof certificate 2"];

/// Everything that is certified: the item, the strategies in full, and every claimed value. Numbers are strings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`CERTIFICATE_FORMAT`].
    pub format: String,
    /// The program that computed the figures.
    pub software: Software,
    /// What was analysed.
    pub item: StatedItem,
    /// Options by name.
    pub options: BTreeMap<String, String>,
    /// Readings by name.
    pub readings: BTreeMap<String, String>,
    /// The base game by strategy class.
    pub classes: Vec<StatedClass>,
    /// The insurance wager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insurance: Option<StatedInsurance>,
    /// Side wagers.
    pub wagers: Vec<StatedWager>,
    /// Rounds dealt at the table beside the claims; left out where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulation: Option<StatedSimulation>,
}

/// Identity of the submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedItem {
    /// The report's id.
    pub id: String,
    /// The id of the analysis.
    pub analysis: String,
    /// Game id.
    pub game: String,
    /// Number of decks, if the shoe is whole decks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decks: Option<String>,
    /// Cards of each value, A, 2, …, 9, T.
    pub shoe: Vec<String>,
    /// SHA-256 of the submission's canonical text.
    pub submission_sha256: String,
}

/// The base game under one strategy class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedClass {
    /// `td`, `cdz` or `perfect`.
    pub strategy: String,
    /// EV per unit of initial wager, insurance left out.
    pub ev: String,
    /// Expected total wager per unit of initial wager.
    pub average_wager: String,
    /// `-ev / average_wager`.
    pub element_of_risk: String,
    /// Variance of the net result; left out where it is not computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variance: Option<String>,
    /// The joint law of net result and total wager, lowest first; left out where it is not computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<Vec<StatedResult>>,
    /// Values by up card, ace first.
    pub up_cards: Vec<StatedUp>,
    /// The strategy by up card; left out for perfect play, which looks at every card of the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<Vec<StatedPlay>>,
}

/// A result of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedResult {
    /// Net result in initial wagers.
    pub net: String,
    /// All wagers in initial wagers, insurance left out.
    pub wagered: String,
    /// Probability of both.
    pub probability: String,
}

/// The round's value under one up card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedUp {
    /// The up card.
    pub up: String,
    /// Its probability.
    pub probability: String,
    /// EV given it.
    pub ev: String,
    /// By signal, in the order of the rules.
    pub signals: Vec<StatedSignal>,
    /// The joint law of net result and total wager given the up card, lowest first; left out where the class's is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<Vec<StatedResult>>,
}

/// The round's value under one up card and signal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedSignal {
    /// The signal.
    pub signal: String,
    /// Hole cards it stands for, one letter each, in value order.
    pub holes: String,
    /// Probability given the up card.
    pub probability: String,
    /// EV given both.
    pub ev: String,
}

/// The decisions under one up card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedPlay {
    /// The up card.
    pub up: String,
    /// Whether the attack wager is made; left out in a game without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<bool>,
    /// Whether a blackjack takes even money; left out where it is not offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub even_money: Option<bool>,
    /// Two-card hands given up before any signal, a letter each; left out where that is not allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub early: Option<String>,
    /// Deals whose second cards are switched before any signal, a letter each; left out where that is not decided then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switched: Option<String>,
    /// By signal under which the player acts.
    pub signals: Vec<StatedRow>,
}

/// The decisions under one up card and signal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedRow {
    /// The signal.
    pub signal: String,
    /// The act on every hand for everything it may be allowed, a letter each.
    pub acts: String,
    /// The split decision for a pair of each value, a letter each.
    pub split: String,
    /// Doubled hands given up once they have their card, a letter each; left out where that is not allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubled: Option<String>,
    /// The same of hands whose double wager the house gave; left out where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubled_free: Option<String>,
    /// Deals whose second cards are switched after the signal, a letter each; left out where that is not decided then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switched: Option<String>,
}

/// The insurance wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedInsurance {
    /// Payout odds.
    pub pays: String,
    /// EV per unit of insurance if always taken, given the up card it is offered on.
    pub ev_always: String,
    /// Gain per unit of initial wager of the largest insurance with the hands that take it, over all rounds.
    pub optimal_gain: String,
    /// Every hand.
    pub hands: Vec<StatedInsuranceHand>,
}

/// Insurance with one hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedInsuranceHand {
    /// The cards, in value order, joined by commas.
    pub hand: String,
    /// EV per unit of insurance.
    pub ev: String,
    /// Whether the strategy takes it.
    pub take: bool,
}

/// A side wager under one paytable and reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedWager {
    /// Wager id.
    pub id: String,
    /// Paytable.
    pub paytable: String,
    /// The readings that concern the wager, by name.
    pub reading: BTreeMap<String, String>,
    /// Every outcome.
    pub lines: Vec<StatedLine>,
    /// Equally likely deals.
    pub total: String,
    /// EV per unit; of a progressive, at the meter stated.
    pub ev: String,
    /// Variance at the same meter.
    pub variance: String,
    /// Probability of a positive net result.
    pub hit_frequency: String,
    /// The meter, in a progressive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meter: Option<StatedMeter>,
}

/// One outcome of a side wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedLine {
    /// Outcome.
    pub name: String,
    /// Number of deals.
    pub combinations: String,
    /// Net result per unit, without the meter.
    pub pays: String,
    /// Share of the meter won; left out for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meter_share: Option<String>,
}

/// A progressive's meter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedMeter {
    /// The meter at which EV and variance are stated, in units of the wager.
    pub at: String,
    /// EV without the meter.
    pub fixed: String,
    /// What each unit of it adds.
    pub per_unit: String,
    /// The meter at which the wager is even; left out where none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_even: Option<String>,
}

/// Rounds dealt at the table that contradicted none of the claims.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedSimulation {
    /// The strategy class that was played.
    pub strategy: String,
    /// Rounds.
    pub rounds: String,
    /// Seed of the random numbers.
    pub seed: String,
    /// Figures that were judged together.
    pub judged: String,
    /// Mean net result of a round per unit of initial wager.
    pub ev: String,
    /// The measured effect of a cut card; left out where none was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_card: Option<StatedCutCard>,
}

/// The measured effect of a cut card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedCutCard {
    /// Cards before it.
    pub cards_before: String,
    /// Rounds that were asked for.
    pub rounds: String,
    /// EV of a round dealt to it less that of a fresh shoe, a decimal.
    pub effect: String,
    /// Standard error of that, a decimal.
    pub standard_error: String,
}

impl Certificate {
    /// The canonical text.
    ///
    /// # Errors
    /// [`FormError`] if the statement is beyond the limits of reading.
    pub fn to_canonical(&self) -> Result<String, FormError> {
        form::write(self)
    }

    /// Reads a canonical text.
    ///
    /// # Errors
    /// [`FormError`] for the first thing wrong, an unknown format among them.
    pub fn read(bytes: &[u8]) -> Result<Self, FormError> {
        /// The one member that every version has.
        #[derive(Deserialize)]
        struct Named {
            format: String,
        }
        let named: Named = form::read(bytes)?;
        let version = FORMER_FORMATS.into_iter().chain([CERTIFICATE_FORMAT]).position(|format| format == named.format);
        let Some(version) = version else {
            let found: String = named.format.chars().take(60).collect();
            return Err(FormError::Content(format!("format `{found}`: this program reads `{CERTIFICATE_FORMAT}`")));
        };
        let statement: Self = form::read(bytes)?;
        let mut plays = statement.classes.iter().flat_map(|class| &class.play).flatten();
        let is_switched =
            plays.any(|play| play.switched.is_some() || play.signals.iter().any(|signal| signal.switched.is_some()));
        // What is new in each version after the first.
        let newer = [
            ("simulation", 1, statement.simulation.is_some()),
            ("results", 1, statement.classes.iter().any(|class| class.results.is_some())),
            ("switched", 2, is_switched),
        ];
        match newer.into_iter().find(|&(_, since, is_there)| is_there && version < since) {
            Some((name, ..)) => Err(FormError::Content(format!("unknown field `{name}` in format `{}`", named.format))),
            None => Ok(statement),
        }
    }
}
