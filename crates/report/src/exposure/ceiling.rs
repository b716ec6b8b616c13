//! What a player wins who knows every card that is left: the mark for every count with the same bets.

use certificate::Exact;
use serde::Serialize;

use crate::schema::JsonSchema;

/// What a player wins who knows the composition of the shoe before each round: he plays the class as it is best with these very cards, and insures where his own cards and the rest of the shoe give
/// insurance a positive EV. An estimate: shoes are sampled, and each is valued in floats with a proven error. The intervals are those of the normal distribution, but that of
/// [`CeilingWorth::favourable`], which is Wilson's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CeilingWorth {
    /// Shoes sampled, for each number of cards seen as many as for any other.
    pub shoes: u64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Confidence level of the intervals, in percent, with as much beyond either end.
    pub level: u32,
    /// EV of a round with one unit wagered in each.
    pub ev: CeilingEstimate,
    /// Share of shoes of which the EV is positive.
    pub favourable: CeilingEstimate,
    /// Shoes of the sample of which it is. Where they are few the intervals of what is won say little.
    pub favourable_shoes: u64,
    /// Units won in a round, in the mean over all rounds, with one unit wagered where the EV is positive and nothing elsewhere.
    pub win: CeilingEstimate,
    /// What the player of the count wins with the same bets.
    pub count: CountBelow,
    /// What insurance adds to [`CeilingWorth::ev`]; absent in a game without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insurance: Option<CeilingEstimate>,
    /// What a spread wins, if one is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<CeilingSpread>,
    /// By how much the EV of a shoe may be off at most, because it is in floats. The intervals of what is won allow for it.
    pub error: String,
}

/// Fewer favourable shoes than the normal distribution is good for.
const FEW: u64 = 30;

impl CeilingWorth {
    /// Whether so few shoes are favourable that the intervals of what is won where the EV is positive say little.
    pub fn has_few_favourable(&self) -> bool {
        self.favourable_shoes < FEW
    }

    /// The bets that are valued, with what they win.
    pub fn bets(&self) -> Vec<CeilingBets<'_>> {
        let bets = |name, words: String, estimate, count| CeilingBets { name, words, estimate, count };
        let mut all = vec![bets("always", "1 in every round".to_owned(), &self.ev, None)];
        all.extend(self.insurance.iter().map(|gain| bets("insurance", "of it by insurance".to_owned(), gain, None)));
        let ahead = "1 where the EV is positive, else 0".to_owned();
        all.push(bets("ahead", ahead, &self.win, Some(&self.count)));
        all.extend(self.spread.iter().map(|spread| {
            let words = format!("{} where the EV is positive, else {}", spread.most, spread.least);
            bets("spread", words, &spread.win, Some(&spread.count))
        }));
        all
    }
}

/// Bets, and what they win.
#[derive(Debug, Clone)]
pub struct CeilingBets<'a> {
    /// Their name in spreadsheets.
    pub name: &'static str,
    /// The units, and where they are bet.
    pub words: String,
    /// With every card known.
    pub estimate: &'a CeilingEstimate,
    /// With the count; `None` where nothing is compared.
    pub count: Option<&'a CountBelow>,
}

/// A mean over shoes sampled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CeilingEstimate {
    /// The mean.
    pub estimate: String,
    /// Its standard error.
    pub standard_error: String,
    /// The confidence interval.
    pub interval: [String; 2],
}

/// What the most units win on wherever the EV is positive, with the least elsewhere. No other bets of the spread win more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CeilingSpread {
    /// The least units: one, or nothing for a player who leaves.
    pub least: u32,
    /// The most.
    pub most: u32,
    /// Units won in a round, in the mean.
    pub win: CeilingEstimate,
    /// What the player of the count wins with the same bets.
    pub count: CountBelow,
}

/// What a player of the count wins who knows the count alone, plays by the chart or the index table, and bets where the EV given the count is positive as the other bets where that of the shoe is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CountBelow {
    /// Units won in a round, in the mean: exact.
    pub win: Exact,
    /// Its part of the ceiling; absent where the interval of the ceiling is not above zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<CeilingReached>,
}

/// The part of the ceiling that a count reaches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CeilingReached {
    /// The exact win of the count over the estimate.
    pub estimate: String,
    /// The same over the ends of the ceiling's interval, the lower first.
    pub interval: [String; 2],
}
