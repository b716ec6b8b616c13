//! The document of a report: everything that it states.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::lines::in_lines;
use crate::schema::JsonSchema;
use crate::{
    Bracket, Combinations, Counting, CutCards, DealerOutcomes, DoubleShoe, EffectsOfRemoval, Exact, MaximumPayout,
    Particulars, PlayTable, RegulationClauses, Root, RoundDistribution, SharedBox, SignalActions, SignalsWorth,
    Simulation, Switches, Unchecked, UpCard, WagerDollars, WagerEvent, WagerOdds, WorkedExamples,
};

/// The version of the document's grammar.
pub const FORMAT: u32 = 3;

/// Everything a report states. Fields appear in the JSON in this order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportDocument {
    /// Version of the grammar: [`FORMAT`].
    pub format: u32,
    /// The program that computed the figures.
    pub software: Software,
    /// What was analysed, for whom.
    pub item: Item,
    /// What the submission says of laboratory, client and work.
    pub particulars: Particulars,
    /// What EV and house edge of the base game are per unit of: `initial wager`, or `both initial wagers together`.
    pub unit: String,
    /// The rules that affect play, each with its clause, after options and readings are applied.
    pub rules: Vec<RuleLine>,
    /// Options the submission chose.
    pub options: Vec<ChosenSwitch>,
    /// Readings the figures rest on.
    pub readings: Vec<ChosenSwitch>,
    /// The base game under those readings, one entry for each strategy class, in the order TD, CDZ-, perfect.
    pub base_game: Vec<ClassResult>,
    /// What the EV and the house edge of perfect play lie between, where perfect play is not among the classes; left out where it is, and
    /// where no bracket is known. Not in the machine-readable certificate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perfect_bracket: Option<PerfectBracket>,
    /// The insurance wager, if the game has one.
    pub insurance: Option<Insurance>,
    /// The base game's EV with one reading at a time switched from the figures' own.
    pub reading_effects: Vec<ReadingEffect>,
    /// The house edge published for this game, with what the readings say of it.
    pub published: Option<Published>,
    /// What the base game is worth over all combinations of its readings; left out where there is one, or where there are too many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combinations: Option<Combinations>,
    /// House edge by number of decks, same rules and readings.
    pub edge_by_decks: Vec<DeckEdge>,
    /// How the dealer's hand ends, by up card and signal, in a round from the full shoe.
    pub dealer: Vec<DealerOutcomes>,
    /// What the signals are worth to the player, by strategy class; left out where the table gives none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub value_of_signals: Vec<SignalsWorth>,
    /// Several players on one box; left out where the rules allow none, and where followers are not valued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared_box: Option<SharedBox>,
    /// What taking one card out of the shoe does to the EV; left out where it is not stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effects_of_removal: Option<EffectsOfRemoval>,
    /// What counts tell of the wagers; left out where the analysis does not ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counting: Option<Counting>,
    /// The total-dependent strategy as charts, one cell for each hand class, up card and signal.
    pub strategy: Vec<StrategyCell>,
    /// The strategies of TD and of CDZ- as tables that can be played from alone.
    pub play_tables: Vec<PlayTable>,
    /// What every action is worth with the first two cards under CDZ-.
    pub actions: Vec<SignalActions>,
    /// Hands whose composition-dependent (CDZ-) action differs from the total-dependent one.
    pub composition_exceptions: Vec<CompositionException>,
    /// Doubled hands that the total-dependent strategy gives up; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubled_given_up: Vec<DoubledGivenUp>,
    /// Deals whose second cards the CDZ- player switches; left out in a game with one hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<Switches>,
    /// The same of the total-dependent player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switches_td: Vec<Switches>,
    /// Side wagers.
    pub wagers: Vec<Wager>,
    /// True odds, payout odds and house advantage of every wager, as the submission reads the rules.
    pub odds: Vec<WagerOdds>,
    /// Rounds dealt with real cards that show how wagers are settled; left out where the table cannot deal the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub examples: Option<WorkedExamples>,
    /// Rounds dealt at the table beside the figures; left out where the analysis asks for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulation: Option<Simulation>,
    /// What a cut card does to the house edge; left out where the analysis does not ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_card: Option<CutCards>,
    /// What the program makes of every subsection of the game's regulations.
    pub clauses: Vec<RegulationClauses>,
    /// What the figures assume.
    pub assumptions: Vec<String>,
    /// Where the analysis departs from the regulation (options it does not allow, and the like).
    pub deviations: Vec<String>,
    /// What `verify` does not derive again unless it is asked to take longer, and what it cannot.
    pub unchecked: Vec<Unchecked>,
}

/// What perfect play is worth, proven to lie between decimals that are rounded outwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PerfectBracket {
    /// Expected net result per unit of initial wager. The lower end is the value of a play.
    pub ev: Bracket,
    /// The same with the other sign, per cent of the initial wager.
    pub house_edge_percent: Bracket,
}

/// The program that computed the figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Software {
    /// `Shoeproof`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// SHA-256 of `Cargo.lock` in its sources: which versions of libraries it is built from.
    pub lock_sha256: String,
}

/// What was analysed: identity of the submission and of the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// The report's unique id.
    pub id: String,
    /// The report's title.
    pub title: String,
    /// The report's date, ISO 8601.
    pub date: String,
    /// Whom the report is for.
    pub client: String,
    /// Who answers for it.
    pub authoriser: String,
    /// Game id, such as `pa-685a-down-under`.
    pub game: String,
    /// Game name as the regulation gives it.
    pub game_title: String,
    /// The regulation, such as `58 Pa. Code ch. 685a`.
    pub regulation: String,
    /// The game it is a variation of, if it is one.
    pub variation_of: Option<String>,
    /// Number of decks, if the shoe is made of whole decks.
    pub decks: Option<u16>,
    /// Cards of each value at the start of the round, A, 2, …, 9, T.
    pub shoe: [u16; 10],
    /// SHA-256 of the submission: analysis and game file after overrides.
    pub submission_sha256: String,
}

/// A rule in words, with the clause it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleLine {
    /// The rule in words.
    pub rule: String,
    /// The clause or clauses.
    pub clause: String,
}

/// An option or reading with the choice made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChosenSwitch {
    /// Name, such as `dealer-ace`.
    pub name: String,
    /// The clauses it concerns.
    pub clauses: Vec<String>,
    /// The question the text leaves open, or what the option decides.
    pub question: String,
    /// The choice made, such as `literal`.
    pub choice: String,
    /// That choice in words.
    pub text: String,
    /// Whether it is the game file's default.
    pub default: bool,
}

/// The base game under one strategy class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClassResult {
    /// `td`, `cdz` or `perfect`.
    pub strategy: String,
    /// EV per unit of initial wager, insurance left out.
    pub ev: Exact,
    /// `-ev`.
    pub house_edge: Exact,
    /// Standard deviation of the net result of a round per unit of initial wager; left out where it is not computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub std_dev: Option<Root>,
    /// `-ev` per unit of total action.
    pub element_of_risk: Exact,
    /// Expected total amount wagered in a round per unit of initial wager (insurance left out).
    pub average_wager: Exact,
    /// The EV by up card and signal.
    pub by_up_card: Vec<UpCard>,
    /// The exact distribution of a round; left out where it is not computed, as for perfect play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distribution: Option<RoundDistribution>,
}

/// Doubled hands that are given up once they have their card, under one up card and signal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoubledGivenUp {
    /// Up card.
    pub up: String,
    /// Signal.
    pub signal: String,
    /// Totals, such as `hard 12` or `soft 18`.
    pub hands: Vec<String>,
}

/// The insurance wager, per unit of insurance wagered unless said otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Insurance {
    /// Up card it is offered on, such as `A`.
    pub offered_on: String,
    /// Hole card it wins on, such as `T`.
    pub wins_on: String,
    /// Payout odds, such as `2:1`.
    pub pays: String,
    /// Largest insurance wager per unit of initial wager, as odds: `1:2` for half.
    pub maximum: String,
    /// EV given the up card it is offered on, if always taken.
    pub ev_always: Exact,
    /// Gain per unit of *initial* wager, over all rounds, of taking it in full exactly with the hands for which it is positive.
    pub optimal_gain: Exact,
    /// EV for each initial hand, given that hand and the up card; best first.
    pub by_hand: Vec<InsuranceHand>,
}

/// Insurance with one initial hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InsuranceHand {
    /// The two cards.
    pub hand: String,
    /// EV per unit of insurance given this hand and the up card.
    pub ev: Exact,
}

/// One reading switched to one of its choices, everything else as in the figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadingEffect {
    /// Reading name.
    pub name: String,
    /// Clauses.
    pub clauses: Vec<String>,
    /// What the clause leaves open.
    pub question: String,
    /// Every choice, in the game file's order, with its EV.
    pub choices: Vec<ReadingChoice>,
}

/// The value of one choice of a reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadingChoice {
    /// The choice.
    pub choice: String,
    /// In words.
    pub text: String,
    /// Whether the figures rest on it.
    pub chosen: bool,
    /// EV per unit of initial wager by strategy class (`td`, `cdz`, `perfect`).
    pub ev: BTreeMap<String, Exact>,
}

/// A published house edge of the base game and the readings that come near.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Lower end, a house edge per unit (0.0043 for 0.43%).
    pub low: Exact,
    /// Upper end.
    pub high: Exact,
    /// Where it is published.
    pub source: String,
    /// How many combinations of readings were computed.
    pub combinations: u64,
    /// The strategy class they were computed under.
    pub strategy: String,
    /// Combinations whose house edge lies in the interval, and if none or few do, the nearest ones; nearest to the
    /// interval first, then in the order of the readings. Never empty.
    pub nearest: Vec<ReadingCombination>,
    /// How many combinations lie inside the interval.
    pub inside: u64,
    /// House edge of each choice switched alone: smallest and largest over all combinations.
    pub smallest: Exact,
    /// The largest house edge over all combinations.
    pub largest: Exact,
}

/// One combination of readings and its house edge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadingCombination {
    /// Choices that differ from the figures' own, by reading name.
    pub switched: BTreeMap<String, String>,
    /// House edge.
    pub house_edge: Exact,
    /// Whether it lies in the published interval.
    pub inside: bool,
}

/// The house edge for a number of decks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeckEdge {
    /// Number of decks.
    pub decks: u16,
    /// House edge by strategy class (`td`, `cdz`).
    pub house_edge: BTreeMap<String, Exact>,
}

/// A player's action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the actions are the field's own words")]
pub enum Action {
    Stand,
    Hit,
    Double,
    Split,
    Surrender,
}

impl Action {
    /// The field's word, which is also how it is written in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Stand => "stand",
            Self::Hit => "hit",
            Self::Double => "double",
            Self::Split => "split",
            Self::Surrender => "surrender",
        }
    }
}

/// Class of hands in the chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HandClass {
    /// No ace counted as 11.
    Hard,
    /// An ace counted as 11.
    Soft,
    /// Two cards of equal value.
    Pair,
}

/// One cell of the total-dependent chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StrategyCell {
    /// Up card value.
    pub up: String,
    /// Signal, as in [`UpCard::signals`].
    pub signal: String,
    /// Row class.
    pub class: HandClass,
    /// Row label: `16`, `A,7`, `8,8`.
    pub hand: String,
    /// Best total of the hand.
    pub total: u8,
    /// Action on the first two cards, if two cards can make this row.
    pub first_two: Option<Action>,
    /// Action with three or more cards, if they can make this row; none for pairs.
    pub later: Option<Action>,
    /// What to do where `first_two` is not allowed (a double or split that is not available).
    pub otherwise: Option<Action>,
    /// The field's code: `S`, `H`, `Dh` (double, else hit), `Ds` (double, else stand), `P` (split), `R…` (surrender, else …).
    pub code: String,
}

/// A hand whose composition changes the best action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompositionException {
    /// Up card value.
    pub up: String,
    /// Signal.
    pub signal: String,
    /// The cards of the hand in value order.
    pub hand: String,
    /// Best total.
    pub total: u8,
    /// Whether an ace counts as 11.
    pub soft: bool,
    /// The total-dependent action.
    pub td: Action,
    /// The composition-dependent action.
    pub cdz: Action,
}

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
    /// Whether that is exact, or a lower bound.
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

impl ReportDocument {
    /// The document as JSON text: fields in declaration order, a list or object on one line where it fits, a final line feed.
    /// The same document gives the same bytes.
    ///
    /// # Errors
    /// None for any document built from these types; the signature leaves room for the serialiser's.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(in_lines(&serde_json::to_string(self)?))
    }
}
