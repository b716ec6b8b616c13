//! What counts tell of the wagers of a game, for `report.json`. All of it follows from effects of removal and from the means by count that the certificate states.

use serde::{Deserialize, Serialize};

use crate::{Exact, JsonSchema, Root};

/// What counts tell of the wagers, by what one card does that has left the shoe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Counting {
    /// The strategy class that is played on the base wager. Its strategy for the full shoe is kept.
    pub strategy: String,
    /// Cards of a deck, by which a true count is taken.
    pub cards_of_a_deck: u32,
    /// The counts that the analysis asks for, in its order.
    pub counts: Vec<TaggedCount>,
    /// The base wager, then side wagers in the order of the report.
    pub wagers: Vec<CountedWagerWorth>,
    /// Rounds of the base wager by true count, for every count in the order of the counts.
    pub by_depth: Vec<CountByDepth>,
    /// Side wagers that are not stated by count and depth, in the order of the report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wagers_left_out: Vec<CountWagerLeftOut>,
}

/// A side wager that is not stated by count and depth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountWagerLeftOut {
    /// Id of the side wager.
    pub wager: String,
    /// Why.
    pub why: WhyNoCounts,
}

/// Why a side wager is not stated by count and depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WhyNoCounts {
    /// The play of the hand decides it.
    Play,
    /// It has a line on an event apart from the cards.
    Event,
    /// It pays a part of a meter.
    Meter,
    /// It has more lines than are counted together.
    Lines,
    /// It looks at other cards than the first two of one hand and the dealer's, or both at the deal and at the dealer's finished hand.
    Cards,
}

/// A count with its tags.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaggedCount {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Tags of A, 2, …, 9, T, in units.
    pub tags: Vec<i32>,
    /// Units of a tag of 1.
    pub units: i32,
}

/// What the counts tell of a wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountedWagerWorth {
    /// Id of the side wager; left out for the base wager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wager: Option<String>,
    /// Name of its paytable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paytable: Option<String>,
    /// EV from the full shoe, per unit of the wager; a progressive's at the meter of the report.
    pub ev: Exact,
    /// Effects of removal of a side wager by card value, ace first, per unit of it; left out for the base wager, whose effects are
    /// [`crate::EffectsOfRemoval`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<crate::EffectOfRemoval>,
    /// By count, in the order of the counts.
    pub by_count: Vec<CountWorth>,
    /// By the largest tag allowed: the whole tags of the greatest betting correlation; none where no card tells anything of the wager.
    pub best: Vec<BestTags>,
}

/// What a count tells of a wager.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountWorth {
    /// Name of the count.
    pub id: String,
    /// The betting correlation: that of tags and effects over the cards of the shoe, rounded to six places from the exact number.
    pub correlation: String,
    /// EV gained for each true count of one, per unit of the wager: the slope of the straight line that fits best once one card is seen. Left out where all tags are alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_true_count: Option<Exact>,
    /// The true count at which that line is at nothing; left out where it has no slope.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub even_at: Option<Exact>,
}

/// The best tags with none beyond a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BestTags {
    /// The largest tag allowed, of either sign.
    pub level: u32,
    /// Tags of A, 2, …, 9, T.
    pub tags: Vec<i32>,
    /// Their betting correlation, rounded to six places from the exact number. No count with such tags has a greater one.
    pub correlation: String,
}

/// Rounds by a count, after several numbers of cards seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountByDepth {
    /// Name of the count.
    pub id: String,
    /// Fewest cards first.
    pub depths: Vec<SeenDepth>,
}

/// Rounds by the true count of so many cards seen before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeenDepth {
    /// The part of the shoe that the analysis asks for, in percent.
    pub percent: u8,
    /// Cards seen: that part, rounded down.
    pub seen: u32,
    /// Why no rounds are stated; left out where they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<CountLeftOut>,
    /// In the order of the true counts. Every true count that the cards can have is in one of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<TrueCountRow>,
    /// Bets by the count; left out where no rounds are stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bets: Option<CountedBets>,
    /// The least true count at which insurance wins in the mean, and at every higher one too; the up card is not counted. Left out where there is no insurance and where it wins at no count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insurance_pays_from: Option<Exact>,
    /// Side wagers, in the order of the report; left out where none is stated by count and depth.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wagers: Vec<CountedWagerDepth>,
}

/// Bets on rounds that begin after so many cards: the most where the EV given the count is above zero, the least elsewhere. Insurance is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountedBets {
    /// How likely a count is at which the EV is above zero.
    pub pays: Exact,
    /// The least true count at which it is, and at every higher one too, but for counts that one round in a million or fewer begins at or beyond. Left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pays_from: Option<Exact>,
    /// In the same way the greatest true count at which it is, and at every lower one too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pays_up_to: Option<Exact>,
    /// By the least and the most units that are bet.
    pub spreads: Vec<CountedSpread>,
}

/// Bets of two sizes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountedSpread {
    /// Units where the EV is not above zero; with 0 the round is not played.
    pub least: u32,
    /// Units where it is.
    pub most: u32,
    /// Mean bet of a round, in units; a round that is not played counts as one with a bet of 0.
    pub mean_bet: Exact,
    /// Mean net result of a round, in units.
    pub win: Exact,
    /// Standard deviation of the net result of a round, in units. Stated by the first count alone, and not where suits decide what the base game pays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub std_dev: Option<Root>,
}

/// A side wager after so many cards were seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountedWagerDepth {
    /// Id of the side wager.
    pub wager: String,
    /// Name of its paytable.
    pub paytable: String,
    /// How likely a count is at which its EV is above zero.
    pub pays: Exact,
    /// What it comes to per round and unit if it is made at these counts alone.
    pub gain: Exact,
    /// The least true count at which its EV is above zero, and at every higher one too, but for counts that one round in a million or fewer begins at or beyond. Left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pays_from: Option<Exact>,
    /// In the same way the greatest true count at which its EV is above zero, and at every lower one too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pays_up_to: Option<Exact>,
}

/// Why no rounds are stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CountLeftOut {
    /// A round might use up the cards that are left.
    FewCards,
    /// The cards have more than six different tags.
    ManyTags,
    /// The cards seen can have more than 1,024 different counts.
    ManyCounts,
}

/// Rounds whose true count lies in an interval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrueCountRow {
    /// The least true count; left out of the row of all that are lower than the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<i64>,
    /// The true count that all are below; left out of the row of all that are higher than the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<i64>,
    /// How likely such a true count is.
    pub probability: Exact,
    /// EV given it, per unit of the base wager, insurance left out.
    pub ev: Exact,
    /// Standard deviation of the net result given it, in initial wagers. Stated by the first count alone, and not where suits decide what the base game pays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub std_dev: Option<Root>,
    /// The straight line at the mean of these true counts; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_line: Option<Exact>,
    /// Insurance given it; left out where it is not offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insurance: Option<InsuredRow>,
    /// Side wagers given it, in the order of [`SeenDepth::wagers`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wagers: Vec<CountedWagerRow>,
}

/// A side wager given a true count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountedWagerRow {
    /// EV per unit of it.
    pub ev: Exact,
    /// Standard deviation of the net result, in units of it. Stated by the first count alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub std_dev: Option<Root>,
}

/// Insurance given a true count and an up card that it is offered on. The up card is not counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InsuredRow {
    /// Probability that it wins.
    pub wins: Exact,
    /// EV per unit of insurance.
    pub ev: Exact,
}
