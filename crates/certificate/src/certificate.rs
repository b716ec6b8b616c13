//! What a report certifies, for a machine to check: `certificate.json`. The grammar is in `FORMAT.md`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::form::{self, FormError};
use crate::{
    Action, JsonSchema, Software, StatedActions, StatedBracket, StatedCount, StatedCutCards, StatedDealer,
    StatedFollower, StatedMaximum, StatedRemoval, StatedSeat, StatedSimulation, StatedUntold, StatedUp,
    StatedWagerEvent, runs,
};

/// Name and version of the grammar.
pub const CERTIFICATE_FORMAT: &str = "shoeproof certificate 8";

/// Everything that is certified: the item, the strategies in full, and every claimed value. Numbers are strings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// What every action is worth with the first two cards under CDZ-, by up card and signal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<StatedActions>,
    /// What the EV of perfect play lies between, where perfect play is not among the classes; left out where no bracket is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bracket: Option<StatedBracket>,
    /// The base game with something else chosen, in the order of [`StatedVariant::set`].
    pub variants: Vec<StatedVariant>,
    /// The EV under CDZ- of every combination of the base game's readings, in the order of FORMAT.md; left out where there are too many.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub combinations: Vec<String>,
    /// How the dealer's hand ends, by up card and signal.
    pub dealer: Vec<StatedDealer>,
    /// The same game for a player who is told no signals, TD and CDZ-; left out where the table gives none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untold: Vec<StatedUntold>,
    /// Followers of a caller who plays TD and of one who plays CDZ-; left out in a game without rules of sharing a box, and where their hands depend on each other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub followers: Vec<StatedFollower>,
    /// The EV under TD without one card of each value that the shoe holds, ace first; left out for two hands to switch, for splits to more than four hands, and for splits under a late blackjack that looks for live hands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removal: Vec<StatedRemoval>,
    /// What a round comes to under TD by each count that the analysis asks for, in its order; left out where it asks for none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<StatedCount>,
    /// The insurance wager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insurance: Option<StatedInsurance>,
    /// Side wagers.
    pub wagers: Vec<StatedWager>,
    /// Rounds dealt at the table beside the claims; left out where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulation: Option<StatedSimulation>,
    /// Shoes dealt to a cut card; left out where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_card: Option<StatedCutCards>,
}

/// The base game with something else chosen, everything else as in the submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedVariant {
    /// What is chosen otherwise, by key of the analysis: `decks`, or `readings.` and the reading's name.
    pub set: BTreeMap<String, String>,
    /// Its strategy classes, without variance and distribution.
    pub classes: Vec<StatedClass>,
}

/// Identity of the submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// The joint distribution of net result and total wager, lowest first; left out where it is not computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<Vec<StatedResult>>,
    /// The distribution of the net result with every hand insured for as much as the rules allow, lowest first; left out where the
    /// distribution is, and in a game without insurance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insured: Option<Vec<StatedNet>>,
    /// What happens in a round, by what is counted; left out where the distribution is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<StatedEvent>>,
    /// How rounds end whose hand is doubled and not split, by whose double wager it is; there exactly where the strategy is stated and hands are not switched, and not
    /// in a variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubled: Option<Vec<StatedDoubled>>,
    /// What every switch gains, by up card and signal; there exactly where two hands are switched and the strategy is stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switch_gains: Option<Vec<StatedSwitchGains>>,
    /// Values by up card, ace first.
    pub up_cards: Vec<StatedUp>,
    /// The strategy by up card; left out for perfect play, which looks at every card of the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<Vec<StatedPlay>>,
}

impl StatedClass {
    /// A strategy whose figures are not stated: what a checker derives them from.
    #[must_use]
    pub fn without_figures(strategy: &str, play: Option<Vec<StatedPlay>>) -> Self {
        Self {
            strategy: strategy.to_owned(),
            ev: String::new(),
            average_wager: String::new(),
            element_of_risk: String::new(),
            variance: None,
            results: None,
            insured: None,
            events: None,
            doubled: None,
            switch_gains: None,
            up_cards: Vec::new(),
            play,
        }
    }
}

/// What the switches under one up card gain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedSwitchGains {
    /// The up card.
    pub up: String,
    /// The signal after which is switched; left out where it is decided before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<String>,
    /// Of each deal that is switched, in the order of the letters of `switched`, what that gains over keeping the hands as dealt: given the deal, the up card and the
    /// signal, per unit of both wagers, as decimals of 6 places with a space between.
    pub gains: String,
}

/// A result of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedResult {
    /// Net result in initial wagers.
    pub net: String,
    /// All wagers in initial wagers, insurance left out.
    pub wagered: String,
    /// Probability of both.
    pub probability: String,
}

/// Whose the double wager of a hand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DoubledBy {
    /// The player's.
    Player,
    /// The house's, which gives it.
    House,
}

/// Rounds without a split whose hand is doubled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedDoubled {
    /// Whose the double wager is.
    pub by: DoubledBy,
    /// The results, lowest first. Their probabilities are of all rounds, so their sum is how often such a round is played.
    pub results: Vec<StatedResult>,
}

/// A net result of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedNet {
    /// Net result in initial wagers.
    pub net: String,
    /// Its probability.
    pub probability: String,
}

/// Something that is counted in a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedEvent {
    /// `hands`, `doubled`, `busted`, `surrendered`, `blackjack`, `dealer`.
    pub what: String,
    /// What it comes to, in ascending order.
    pub shares: Vec<StatedShare>,
}

/// One value of what is counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedShare {
    /// A number, `yes` or `no`, or a dealer's total, `bust` or `blackjack`.
    pub value: String,
    /// Its probability.
    pub probability: String,
}

/// The decisions under one up card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// Deals whose second cards are switched before any signal, a letter each, in runs such as `K3X`; left out where that is not decided then.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "runs::optional")]
    #[schemars(with = "Option<String>")]
    pub switched: Option<String>,
    /// By signal under which the player acts.
    pub signals: Vec<StatedRow>,
}

/// The decisions under one up card and signal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedRow {
    /// The signal.
    pub signal: String,
    /// The act on every hand for everything it may be allowed, a letter each, in runs such as `H3SD2`.
    #[serde(with = "runs")]
    #[schemars(with = "String")]
    pub acts: String,
    /// The split decision for a pair of each value, a letter each.
    pub split: String,
    /// Doubled hands given up once they have their card, a letter each, in runs such as `K3R`; left out where that is not allowed.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "runs::optional")]
    #[schemars(with = "Option<String>")]
    pub doubled: Option<String>,
    /// The same of hands whose double wager the house gave; left out where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "runs::optional")]
    #[schemars(with = "Option<String>")]
    pub doubled_free: Option<String>,
    /// Deals whose second cards are switched after the signal, a letter each, in runs such as `K3X`; left out where that is not decided then.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "runs::optional")]
    #[schemars(with = "Option<String>")]
    pub switched: Option<String>,
}

/// The insurance wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// The EV without one card of each value that the shoe holds, ace first; left out unless the analysis asks what counts tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removal: Vec<StatedRemoval>,
    /// Plays that look at the wager, where the play of the hand decides it; stated under the submission's own readings alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<StatedPlayed>,
    /// Winnings added to the base wager, where the wager allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parlay: Option<StatedParlay>,
    /// Lines on events apart from the cards whose chances follow from cards and seats, in the order of the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<StatedWagerEvent>,
    /// The wager beside a kept determinant card of a double shoe, by seat and colour; left out where the colour tells nothing of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<StatedSeat>,
    /// A maximum payout to all players of a round; left out where the submission states no players, or the text no maximum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum: Option<StatedMaximum>,
}

/// A side wager that play decides under two aims beside the base game's own play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedPlayed {
    /// Play that is best for the side wager alone, at the meter stated.
    pub alone: StatedAim,
    /// Play that is best for both wagers together, at the meter and the ratio of the submission.
    pub joint: StatedAim,
    /// The meters at which the best joint play changes, ascending; left out where they are not searched for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breakpoints: Vec<StatedBreakpoint>,
}

/// Figures under one aim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedAim {
    /// EV of the base wager, per unit of it.
    pub base_ev: String,
    /// EV of the side wager, per unit of it, without the meter.
    pub fixed: String,
    /// What each unit of the meter adds to it.
    pub per_unit: String,
    /// How many decisions depart from the base game's.
    pub changed: String,
    /// These decisions; left out of the play for the side wager alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<StatedChange>,
}

/// A decision that departs from another play's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedChange {
    /// The up card.
    pub up: String,
    /// The signal.
    pub signal: String,
    /// The cards of the hand, in value order; with what a straight has come to where that matters.
    pub hand: String,
    /// The action there.
    pub from: Action,
    /// The action here.
    pub to: Action,
}

/// A meter at which the best joint play changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedBreakpoint {
    /// The meter, in units of the side wager.
    pub meter: String,
    /// What changes there.
    pub changes: Vec<StatedChange>,
    /// From here up to the next: EV of the base wager.
    pub base_ev: String,
    /// EV of the side wager without the meter.
    pub fixed: String,
    /// What each unit of the meter adds to it.
    pub per_unit: String,
}

/// Winnings of a side wager added to the base wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedParlay {
    /// What adding them exactly where that gains adds to the EV per unit of the side wager.
    pub gain: String,
    /// What always adding them adds.
    pub always: String,
    /// The hands with which adding gains.
    pub hands: Vec<StatedParlayHand>,
}

/// A hand with which winnings are better added to the base wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedParlayHand {
    /// The two cards.
    pub hand: String,
    /// Up cards and signals with which it gains, such as `6` or `T no blackjack`.
    pub against: Vec<String>,
}

/// One outcome of a side wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
        #[derive(Deserialize, JsonSchema)]
        struct Named {
            format: String,
        }
        let named: Named = form::read(bytes)?;
        if named.format != CERTIFICATE_FORMAT {
            let found: String = named.format.chars().take(60).collect();
            return Err(FormError::Content(format!("format `{found}`: this program reads `{CERTIFICATE_FORMAT}`")));
        }
        form::read(bytes)
    }
}
