//! Rounds dealt at the table: as the certificate states them, and as the document shows them.

use serde::{Deserialize, Serialize};

use crate::{Exact, JsonSchema};

/// Rounds dealt at the table by the procedure of the rules under the CDZ- play of [`crate::StatedClass::play`], and what they came to, in
/// whole numbers. The order of every list is that of FORMAT.md.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedSimulation {
    /// Rounds.
    pub rounds: String,
    /// Seed of the random numbers.
    pub seed: String,
    /// Rounds by up card and signal: number, sum of net results, sum of their squares, in units of money.
    pub cases: Vec<[String; 3]>,
    /// Net results in units of money, ascending, with the number of rounds that had each.
    pub nets: Vec<[String; 2]>,
    /// Total wagers in initial wagers of one hand, ascending, with the number of rounds that had each.
    pub wagered: Vec<[String; 2]>,
    /// By up card and signal, in the same order: rounds by the dealer's outcome, dealt out also where no hand waits for it; last, those in
    /// which the shoe had no card left for that.
    pub dealer: Vec<[String; 9]>,
    /// Insurance: rounds in which it was offered, would have won, was taken, was taken and won.
    pub insurance: [String; 4],
    /// Rounds by side wager and outcome.
    pub sides: Vec<Vec<String>>,
    /// The rounds dealt to a cut card; left out where none were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_card: Option<StatedCutCard>,
}

/// Rounds dealt to a cut card beside fixed numbers of rounds of the same shoes, and what they came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedCutCard {
    /// Rounds that were asked for.
    pub asked: String,
    /// Cards before the cut card.
    pub cards_before: String,
    /// Shoes.
    pub shoes: String,
    /// The fixed number of rounds.
    pub fixed: String,
    /// Rounds to the cut card, over all shoes.
    pub rounds: String,
    /// Sum of squares of the rounds beyond the fixed number.
    pub more_square: String,
    /// Sum of the rounds beyond the fixed number times the money won beyond that of the fixed number.
    pub more_money: String,
    /// Sum of the money won beyond that of the fixed number of rounds.
    pub money: String,
    /// Sum of its squares.
    pub money_square: String,
    /// Rounds of the fixed number for which the shoe did not hold enough cards.
    pub refilled: String,
    /// Money won in the fixed numbers of rounds.
    pub fixed_money: String,
}

/// Rounds dealt with real cards by the regulation's procedure, each from a full shoe, under a strategy of this report. What they
/// came to is beside the exact figures and is no source of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Simulation {
    /// The strategy class that was played.
    pub strategy: String,
    /// Rounds, as a string of digits.
    pub rounds: String,
    /// Seed of the random numbers, as a string of digits: the same seed deals the same cards.
    pub seed: String,
    /// Every figure that was tallied.
    pub groups: Vec<SimulatedGroup>,
    /// All of them judged together.
    pub verdict: SimulationVerdict,
    /// What no figure was compared with, and why.
    pub not_compared: Vec<String>,
    /// The measured effect of a cut card; left out where none was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_card: Option<CutCardEffect>,
}

/// What figures of a simulation are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SimulatedOf {
    /// The round as a whole, per unit of initial wager.
    BaseGame,
    /// Frequencies of net results and of total wagers.
    Results,
    /// The round by up card and signal: frequencies, and EV given them.
    UpCards,
    /// How the dealer's hand ends, by up card and signal.
    Dealer,
    /// The insurance wager.
    Insurance,
    /// The outcomes of a side wager, which are those of all its paytables.
    WagerLines,
    /// The EV of a side wager under each paytable, per unit of it.
    Wager,
}

/// Figures of a simulation that belong together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SimulatedGroup {
    /// What they are of.
    pub of: SimulatedOf,
    /// The side wager's id, where they are of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wager: Option<String>,
    /// The figures.
    pub figures: Vec<SimulatedFigure>,
}

/// How a figure of a simulation is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SimulatedJudged {
    /// By its z score, taken to be normal.
    ByZ,
    /// By the tail of the binomial distribution, since the event is rare.
    ByCount,
    /// Not: too few rounds, or payouts so rare that the mean is not normal (their frequencies are judged).
    Not,
}

/// One figure of the table beside the exact one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SimulatedFigure {
    /// What it is, such as `EV` or `frequency, up A`.
    pub name: String,
    /// Rounds it is a mean over, or that were looked at, as a string of digits.
    pub rounds: String,
    /// How often the event came, where the figure is its frequency, as a string of digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// The exact figure.
    pub exact: Exact,
    /// What the table saw; the exact figure where there was no round to look at.
    pub observed: Exact,
    /// Standard error of what it saw, to 12 places: by the exact variance where it is known, else by that of the rounds.
    pub standard_error: String,
    /// Standard errors between the two, to 2 places, rounded from the fraction; `infinite` where what was seen cannot be.
    pub z: String,
    /// How the figure is judged.
    pub judged: SimulatedJudged,
    /// Probability of being at least so far off by chance, to 6 places; left out where it is not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p: Option<String>,
    /// The same adjusted after Holm for how many figures are judged; left out where it is not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjusted_p: Option<String>,
}

/// All figures of a simulation judged together. None is rejected, or there would be no report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SimulationVerdict {
    /// `Holm`.
    pub procedure: String,
    /// The level: a figure is rejected if its adjusted probability is no greater.
    pub level: String,
    /// How many figures were judged.
    pub judged: u64,
    /// The largest z score, without sign, among those judged by it; left out where none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub largest_z: Option<String>,
    /// The smallest adjusted probability, to 6 places.
    pub family_p: String,
}

/// What a cut card does to the EV of a round under the same strategy: measured, not exact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CutCardEffect {
    /// Where the cut card lies, as the analysis says: a part of the shoe or a number of cards.
    pub penetration: String,
    /// Cards before it.
    pub cards_before: u16,
    /// Cards of the shoe.
    pub cards: u16,
    /// Rounds that were asked for, as a string of digits.
    pub rounds: String,
    /// Shoes dealt, as a string of digits; the last one is dealt to its cut card.
    pub shoes: String,
    /// Rounds of a shoe to its cut card in the mean, to 3 places.
    pub rounds_per_shoe: String,
    /// EV of a round dealt to the cut card less that of a fresh shoe, per unit of initial wager, to 9 places.
    pub effect: String,
    /// Standard error of it, to 9 places.
    pub standard_error: String,
    /// The effect in standard errors, to 2 places.
    pub z: String,
    /// Shoes that were too short for the comparison, as a string of digits; it is not exact if there are any.
    pub shoes_too_short: String,
}
