//! What an exposure states by count.

use cards::Value;
use certificate::{Exact, Root};
use serde::Serialize;

use super::ceiling::CeilingWorth;
use crate::schema::JsonSchema;

/// What a player wins who bets by the count, where rounds begin with up to so many cards seen, each number as often as the others.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PenetrationWorth {
    /// Most cards seen.
    pub up_to: u32,
    /// Part of the shoe.
    pub penetration: Exact,
    /// What he wins.
    pub ramp: RampWorth,
}

/// A side wager under one paytable.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CountedWager {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Name of the paytable.
    pub paytable: String,
}

/// The rounds that begin with so many cards seen.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SeenDepth {
    /// Cards seen: the fewest and the most, each number between them as often as the others.
    pub seen: [u32; 2],
    /// By count, the lowest first.
    pub rows: Vec<CountedRow>,
    /// A player who wagers where his EV is positive, and nowhere else.
    pub ahead: PlayedWhenAhead,
    /// The same of each side wager, or where the count is no less than the trigger.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wagers_ahead: Vec<PlayedWhenAhead>,
    /// The index table, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indices: Option<IndexTable>,
    /// What a player wins who bets by the count, if that was asked for. With an index table he plays by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ramp: Option<RampWorth>,
    /// What a player wins who knows every card that is left, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ceiling: Option<CeilingWorth>,
}

/// The rounds that stand under one count.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CountedRow {
    /// The running or true count.
    pub count: Exact,
    /// The running counts that stand under it: the lowest and the highest.
    pub running: [Exact; 2],
    /// Probability of the count.
    pub probability: Exact,
    /// EV of a round given the count, under the chart and without insurance.
    pub ev: Exact,
    /// Standard deviation of its net result given the count; absent where it was not asked for or is not computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub std_dev: Option<Root>,
    /// EV of insurance given the count and that it is offered; absent where there is none. The up card is not among the cards seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insurance_ev: Option<Exact>,
    /// EV of each side wager given the count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wager_evs: Vec<Exact>,
    /// Standard deviation of the net result of each side wager given the count; absent without the variance.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wager_std_devs: Vec<Root>,
}

/// A player who wagers one unit under some counts, such as those for which his EV is positive, and nothing under the others.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PlayedWhenAhead {
    /// Part of the rounds in which he wagers.
    pub played: Exact,
    /// EV of these wagers; absent if he makes none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_ev: Option<Exact>,
    /// What he wins in the mean over all rounds, those without a wager among them.
    pub win: Exact,
    /// Standard deviation of what he wins in a round, those without a wager among them. Absent without the variance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub std_dev: Option<Root>,
    /// N0: rounds after which the mean win is one standard deviation. Absent where nothing is won in the mean, or without the variance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n0: Option<Exact>,
    /// Mean over all rounds of EV²/E\[net²\] where he wagers: his rate of growth is half of it with wagers in proportion to EV/E\[net²\], of a bank without
    /// limits. Absent without the variance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub growth: Option<Exact>,
}

/// Decisions of the chart that a count changes, with so many cards seen before the round.
///
/// The count is that of the cards seen before the round. A player who counts his two cards and the up card besides, before he decides, has a running count that is higher by `on_table`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct IndexTable {
    /// How many decisions are played by the count: those of the greatest gain, the first rows. Insurance is one of them where it stands among these.
    pub played: usize,
    /// What the EV of a round gains by all of them together, in the mean over all counts, with one unit wagered in each round.
    pub gain: Exact,
    /// Every decision that some count changes, greatest gain first.
    pub rows: Vec<IndexRow>,
    /// The EV of a round by count under the chart with these decisions played by the count, in the order of [`SeenDepth::rows`].
    pub evs: Vec<Exact>,
    /// The standard deviations of the same, in the same order; absent without the variance.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub std_devs: Vec<Root>,
}

/// A decision that some count changes.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct IndexRow {
    /// The up card.
    pub up: String,
    /// The signal; absent for what is decided before any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<String>,
    /// The row of the chart, `attack` or `insurance`.
    pub hand: String,
    /// `two` cards or `more`; absent for what is decided without a hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<&'static str>,
    /// What the chart does.
    pub chart: &'static str,
    /// Runs of counts for which another action is better, the lowest first.
    pub plays: Vec<IndexPlay>,
    /// The tags of the up card and of two cards that make the row: the least and the greatest sum. Absent for more cards, and for `attack`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_table: Option<[Exact; 2]>,
    /// What the EV of a round gains if this decision alone is played by the count, in the mean over all counts with one unit wagered in each round.
    pub gain: Exact,
}

/// A run of counts for which an action is better than the chart's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct IndexPlay {
    /// The lowest count of the run.
    pub from: Exact,
    /// The highest, where a higher one comes up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Exact>,
    /// Whether no lower count comes up.
    pub from_the_lowest: bool,
    /// What is best.
    pub action: &'static str,
    /// Probability that the count is one of the run.
    pub probability: Exact,
}

/// What a player wins who bets by the count. Rounds in which he wagers nothing count as rounds.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RampWorth {
    /// Units wagered, in the order of [`SeenDepth::rows`]. Those of a spread are nothing, or from one unit to the most.
    pub units: Vec<Exact>,
    /// Mean of the units wagered in a round.
    pub mean_units: Exact,
    /// Part of the rounds in which something is wagered.
    pub played: Exact,
    /// Units won in a round, in the mean.
    pub win: Exact,
    /// Standard deviation of what is won in a round, in units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub std_dev: Option<Root>,
    /// N0: rounds after which the mean win is one standard deviation. Absent where nothing is won in the mean, or without the variance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n0: Option<Exact>,
    /// SCORE: a million over N0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Exact>,
    /// Units of a bank that is lost with a probability of e⁻², 13.5%, by the diffusion formula e^(-2·win·bank/variance): variance over mean win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<Exact>,
    /// The risk of ruin of a stated bank, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruin: Option<RuinOfBank>,
    /// What he wins of a shoe, if seats are stated; absent where rounds begin with one number of cards alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shoe: Option<ShoeWorth>,
}

/// What a player who bets by the count wins of a shoe that is dealt to a cut card, in units. Rounds are those of shoes dealt at random, and each of them has
/// the exact EV of the cards seen before it by number and count: so these are estimates. A round begins as long as no more cards are seen than the greatest number of the depth; a burned card is not seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShoeWorth {
    /// Players in a round, the one who counts among them. Where he wagers nothing he takes no cards.
    pub seats: u16,
    /// Shoes dealt.
    pub shoes: u64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Rounds of a shoe, in the mean.
    pub rounds: ShoeEstimate,
    /// Rounds of a shoe in which he wagers.
    pub rounds_wagered: String,
    /// Units wagered in a shoe.
    pub units: String,
    /// Units won in a shoe.
    pub win: ShoeEstimate,
    /// Units won in a round: those of a shoe over its rounds. It differs from [`RampWorth::win`] by the effect of the cut card, and by how often rounds begin with each number of cards seen.
    pub win_of_a_round: ShoeEstimate,
    /// Standard deviation of the units won in a shoe, as if what a round comes to told nothing of the cards of later ones but their counts. Absent without the variance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub std_dev: Option<String>,
    /// Shoes in which a round found too few cards.
    pub too_short: u64,
}

/// A mean over shoes dealt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShoeEstimate {
    /// The mean.
    pub estimate: String,
    /// Its standard error.
    pub standard_error: String,
}

/// The chance that a stated bank is lost sooner or later, by the diffusion formula. An approximation: it knows the mean and the variance of a round and nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuinOfBank {
    /// Units of the bank.
    pub bank: u32,
    /// 2·win·bank/variance. Nothing or less where nothing is won in the mean.
    pub exponent: Exact,
    /// e to the power of minus the exponent, and 1 where nothing is won in the mean; rounded to 6 places.
    pub risk: String,
    /// The risk that the bets were asked to leave. They leave less where the bank bears the most units under every count with an edge, and more where no bets
    /// leave so little.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
}

/// How well counts tell the EV of a wager.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct WagerTags {
    /// Id of the side wager; absent for the base wager.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wager: Option<String>,
    /// Name of its paytable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paytable: Option<String>,
    /// By value, A, 2, …, 9, T: how the EV changes once a card of it has left the shoe, under the play of the full shoe. Nothing for a value that the shoe does not hold.
    pub effects: Vec<Exact>,
    /// By level, the whole tags with the greatest betting correlation among all with no tag beyond the level.
    pub best: Vec<TagsOfLevel>,
    /// The betting correlation of each count of the program.
    pub counts: Vec<CorrelatedCount>,
}

/// The best tags of a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TagsOfLevel {
    /// The largest tag allowed.
    pub level: u32,
    /// Tags of A, 2, …, 9, T.
    pub tags: [i32; Value::COUNT],
    /// The betting correlation, rounded to six places from the exact number.
    pub correlation: String,
}

/// A count with its betting correlation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CorrelatedCount {
    /// Its name.
    pub id: String,
    /// The betting correlation, rounded to six places from the exact number.
    pub correlation: String,
}

impl IndexTable {
    /// By row, whether it is one of the decisions that are played by the count.
    pub fn is_played(&self) -> Vec<bool> {
        (0..self.rows.len()).map(|rank| rank < self.played).collect()
    }
}
