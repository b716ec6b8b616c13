//! The distribution of a round, and what it implies over many rounds, as a report states them.

use serde::{Deserialize, Serialize};

use crate::schema::JsonSchema;
use crate::{Exact, Root};

/// The exact distribution of a round under a strategy that is stated in full, and what it implies over many rounds.
///
/// Amounts are in initial wagers, insurance left out unless a member says otherwise. Probabilities of a list sum to one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundDistribution {
    /// The distribution of the player's net result, lowest first.
    pub net: Vec<NetResult>,
    /// The same of a player who insures every hand for as much as the rules allow; left out in a game without insurance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub insured: Vec<NetResult>,
    /// The joint distribution of net result and total wager, in that order.
    pub action: Vec<ActionResult>,
    /// Probability of a net result above zero.
    pub hit_frequency: Exact,
    /// Probability of a net result of zero.
    pub push_frequency: Exact,
    /// Probability of a net result below zero.
    pub loss_frequency: Exact,
    /// Skewness of the net result: its third central moment over the cube of the standard deviation.
    pub skewness: SignedRoot,
    /// Excess kurtosis of the net result.
    pub excess_kurtosis: Exact,
    /// What happens in a round, by what is counted.
    pub events: Vec<Event>,
    /// The volatility index by level: z times the standard deviation.
    pub volatility_index: Vec<Volatility>,
    /// The house's hold over many rounds, fewest first.
    pub hold: Vec<Hold>,
    /// Ruin at one initial wager a round; left out where the mean is zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruin: Option<Ruin>,
}

/// A net result and how likely it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NetResult {
    /// The player's net result, `n/d` or `n`.
    pub net: String,
    /// Its probability.
    pub probability: Exact,
}

/// A net result, the wagers it was won or lost with, and how likely both are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionResult {
    /// The player's net result, `n/d` or `n`.
    pub net: String,
    /// All the player's wagers, `n/d` or `n`.
    pub wagered: String,
    /// Their probability.
    pub probability: Exact,
}

/// The root of a fraction, with a sign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignedRoot {
    /// Whether it is below zero.
    pub negative: bool,
    /// Its magnitude.
    pub magnitude: Root,
}

impl SignedRoot {
    /// The number with `places` decimals, rounded from the number under the root.
    pub fn rounded(&self, places: u32) -> String {
        let squared = self.magnitude.squared.value();
        let root = squared.and_then(|squared| cards::signed_sqrt_decimal(self.negative, &squared, places));
        root.unwrap_or_else(|| self.magnitude.decimal.clone())
    }
}

/// Something that is counted in a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// `hands`, `doubled`, `busted`, `surrendered`, `blackjack`, `dealer`.
    pub what: String,
    /// What it comes to, with probabilities.
    pub shares: Vec<EventShare>,
}

/// One value of what is counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventShare {
    /// A number, `yes` or `no`, or a dealer's total, `bust` or `blackjack`.
    pub value: String,
    /// Its probability.
    pub probability: Exact,
}

/// The volatility index at one level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Volatility {
    /// Level in percent.
    pub level: String,
    /// z times the standard deviation, 6 places.
    pub index: String,
}

/// The house's hold over a number of independent rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// Rounds.
    pub rounds: u64,
    /// By level.
    pub intervals: Vec<HoldInterval>,
    /// The probability that the house has won more than it lost: a proven bracket.
    pub house_ahead: Bracket,
}

/// An interval of hold with equal tails, as decimals of the initial wager, 12 places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HoldInterval {
    /// Level in percent.
    pub level: String,
    /// From the distribution itself: each end a possible hold, with at most half of the rest beyond it, proven. Rounded outwards.
    pub exact: [String; 2],
    /// By the normal distribution: an approximation.
    pub normal: [String; 2],
}

/// A number between two decimals, proven.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bracket {
    /// Not above it.
    pub low: String,
    /// Not below it.
    pub high: String,
}

/// Risk of ruin at one initial wager a round. Ruin is to have nothing left; a hand in play may be doubled or split on credit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruin {
    /// The side with the advantage, `house` or `player`, playing for ever.
    pub favoured: String,
    /// Its adjustment coefficient R: the risk falls with the bankroll B as e^(-R·B).
    pub adjustment_coefficient: Bracket,
    /// The least bankrolls for some risks.
    pub bankrolls: Vec<RuinBankroll>,
    /// The other side's risk within a number of rounds, by bankroll; numbers of rounds that take too long to compute are left out.
    pub within: Vec<RuinWithin>,
}

/// A bankroll for a risk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuinBankroll {
    /// The risk, as a percentage.
    pub risk: String,
    /// The bankroll in initial wagers, `n/d` or `n`: the risk is proven to be no more.
    pub bankroll: String,
}

/// The bankrolls with which the side without the advantage survives a number of rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuinWithin {
    /// Rounds.
    pub rounds: u64,
    /// By risk.
    pub bankrolls: Vec<RuinBankroll>,
}
