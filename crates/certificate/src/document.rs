//! The document of a report: everything that it states.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::lines::in_lines;
use crate::schema::JsonSchema;
use crate::{
    Bracket, Combinations, Counting, CutCards, DealerOutcomes, EffectsOfRemoval, Exact, LeftOutWager, Particulars,
    PlayTable, RegulationClauses, Root, RoundDistribution, SharedBox, SignalActions, SignalsWorth, Simulation,
    Switches, Unchecked, UpCard, Wager, WagerInput, WagerOdds, WorkedExamples,
};

/// The version of the document's grammar.
pub const FORMAT: u32 = 4;

/// Rules by which the words of the pages differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Features {
    /// A bonus is paid by suits, at which no strategy looks.
    pub pays_by_suit: bool,
    /// The house gives wagers for doubles or for splits.
    pub gives_wagers: bool,
    /// A player with a blackjack may take a sure payout where insurance is offered.
    pub offers_even_money: bool,
    /// The players may learn something of the hole card before they act.
    pub tells_hole_card: bool,
}

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
    /// Rules by which the words of the pages differ.
    pub features: Features,
    /// The rules that affect play, each with its clause, after options and readings are applied.
    pub rules: Vec<RuleLine>,
    /// Options the submission chose.
    pub options: Vec<ChosenSwitch>,
    /// What the submission states of side wagers besides their paytables; left out where it states nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wager_inputs: Vec<WagerInput>,
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
    pub doubled_given_up: Vec<GivenUpHands>,
    /// Hands of split aces that the total-dependent strategy gives up; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub split_aces_given_up: Vec<GivenUpHands>,
    /// Deals whose second cards the CDZ- player switches; left out in a game with one hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<Switches>,
    /// The same of the total-dependent player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switches_td: Vec<Switches>,
    /// Side wagers.
    pub wagers: Vec<Wager>,
    /// Side wagers under combinations of readings for which they are not valued.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wagers_left_out: Vec<LeftOutWager>,
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

/// Hands that are given up in a later state of the round (doubled hands once they have their card, or split aces), under one up card and signal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenUpHands {
    /// Up card.
    pub up: String,
    /// Signal.
    pub signal: String,
    /// Totals, such as `hard 12` or `soft 18`; split aces by their cards, such as `A,2`.
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
