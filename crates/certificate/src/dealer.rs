//! How the dealer's hand ends by up card and signal, and what the signals are worth: as a report shows it and as a certificate states it.

use num_rational::BigRational;
use serde::{Deserialize, Serialize};

use crate::number::{self, NumberError};
use crate::schema::JsonSchema;
use crate::{Exact, StatedClass};

/// Something for each way in which the dealer's hand ends.
///
/// A total of 22 is told apart in every game. Where the rules have no push total it is a bust too, and a bust has the probability of both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByDealerOutcome<T> {
    /// A total of 17.
    #[serde(rename = "17")]
    pub seventeen: T,
    /// A total of 18.
    #[serde(rename = "18")]
    pub eighteen: T,
    /// A total of 19.
    #[serde(rename = "19")]
    pub nineteen: T,
    /// A total of 20.
    #[serde(rename = "20")]
    pub twenty: T,
    /// A total of 21 that is no blackjack.
    #[serde(rename = "21")]
    pub twenty_one: T,
    /// A total of 22.
    #[serde(rename = "22")]
    pub twenty_two: T,
    /// More than 22.
    pub bust: T,
    /// An ace and a ten-valued card as the first two, whenever it comes to light.
    pub blackjack: T,
}

impl<T> ByDealerOutcome<T> {
    /// Names of the outcomes, in order.
    pub const NAMES: [&'static str; 8] = ["17", "18", "19", "20", "21", "22", "bust", "blackjack"];

    /// The same as readers meet them: more than 22 is not every bust.
    pub const WORDS: [&'static str; 8] = ["17", "18", "19", "20", "21", "22", "over 22", "blackjack"];

    /// From one thing each, in the order of [`ByDealerOutcome::NAMES`].
    pub fn of(each: [T; 8]) -> Self {
        let [seventeen, eighteen, nineteen, twenty, twenty_one, twenty_two, bust, blackjack] = each;
        Self { seventeen, eighteen, nineteen, twenty, twenty_one, twenty_two, bust, blackjack }
    }

    /// One thing each, in order.
    pub fn each(&self) -> [&T; 8] {
        let Self { seventeen, eighteen, nineteen, twenty, twenty_one, twenty_two, bust, blackjack } = self;
        [seventeen, eighteen, nineteen, twenty, twenty_one, twenty_two, bust, blackjack]
    }

    /// The same with their names.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &T)> {
        Self::NAMES.into_iter().zip(self.each())
    }
}

/// The distribution of the dealer's outcome under one up card and signal, for `report.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DealerOutcomes {
    /// The up card.
    pub up: String,
    /// The signal.
    pub signal: String,
    /// Hole cards it stands for.
    pub holes: Vec<String>,
    /// Probability of the signal given the up card.
    pub probability: Exact,
    /// Probabilities given up card and signal, of a dealer who completes his hand; they add up to one.
    pub outcomes: ByDealerOutcome<Exact>,
}

/// The same for `certificate.json`: numbers are fractions in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedDealer {
    /// The up card.
    pub up: String,
    /// The signal.
    pub signal: String,
    /// Hole cards it stands for.
    pub holes: Vec<String>,
    /// Probability of the signal given the up card.
    pub probability: String,
    /// Probabilities given up card and signal.
    pub outcomes: ByDealerOutcome<String>,
}

impl From<&DealerOutcomes> for StatedDealer {
    fn from(row: &DealerOutcomes) -> Self {
        Self {
            up: row.up.clone(),
            signal: row.signal.clone(),
            holes: row.holes.clone(),
            probability: row.probability.fraction.clone(),
            outcomes: ByDealerOutcome::of(row.outcomes.each().map(|one| one.fraction.clone())),
        }
    }
}

impl StatedDealer {
    /// The probability of the signal and those of the outcomes as numbers.
    ///
    /// # Errors
    /// For the first text that is no fraction in canonical form.
    pub fn numbers(&self) -> Result<(BigRational, [BigRational; 8]), NumberError> {
        let outcomes = self.outcomes.each().map(|text| number::fraction(text));
        let outcomes = outcomes.into_iter().collect::<Result<Vec<_>, NumberError>>()?;
        let wrong = |_| NumberError::Form(self.signal.clone(), "a list of eight outcomes");
        Ok((number::fraction(&self.probability)?, outcomes.try_into().map_err(wrong)?))
    }
}

impl TryFrom<&StatedDealer> for DealerOutcomes {
    type Error = NumberError;

    fn try_from(row: &StatedDealer) -> Result<Self, NumberError> {
        let (probability, outcomes) = row.numbers()?;
        Ok(Self {
            up: row.up.clone(),
            signal: row.signal.clone(),
            holes: row.holes.clone(),
            probability: (&probability).into(),
            outcomes: ByDealerOutcome::of(outcomes.each_ref().map(Exact::from)),
        })
    }
}

/// What a player gains by being told something: the EV of one who is, of one who is not, and the difference, each under the best play of
/// one strategy class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gain {
    /// EV of the player who is told the signals.
    pub told: Exact,
    /// EV of the player who is told no more than whether there is a blackjack that is looked for.
    pub untold: Exact,
    /// What the signals are worth to him.
    pub value: Exact,
}

impl Gain {
    /// By the two EVs.
    pub fn new(told: &BigRational, untold: &BigRational) -> Self {
        Self { told: told.into(), untold: untold.into(), value: (&(told - untold)).into() }
    }
}

/// What the signals of a game are worth under one strategy class, for `report.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignalsWorth {
    /// The strategy class.
    pub strategy: String,
    /// In a round.
    pub round: Gain,
    /// By up card.
    pub by_up_card: Vec<UpSignalsWorth>,
}

/// What they are worth in a round with one up card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpSignalsWorth {
    /// The up card.
    pub up: String,
    /// Its probability.
    pub probability: Exact,
    /// Given the up card.
    pub gain: Gain,
    /// By signal; empty where that is not computed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_signal: Vec<SignalWorth>,
}

/// What one signal is worth in a round in which it is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignalWorth {
    /// The signal.
    pub signal: String,
    /// Its probability given the up card.
    pub probability: Exact,
    /// Given up card and signal. The player who is not told it plays as he would under any.
    pub gain: Gain,
}

/// The base game for a player who is told no signals, for `certificate.json`. What one is worth who is told them stands with the strategy class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedUntold {
    /// The class in the same game at a table that tells no more than whether there is a blackjack that is looked for; without variance and
    /// distribution.
    pub class: StatedClass,
    /// What its play comes to under each signal that is given and not told; left out where two hands may be switched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub up_cards: Vec<StatedUntoldUp>,
}

/// The EVs under one up card, of a player who is told no signals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedUntoldUp {
    /// The up card.
    pub up: String,
    /// By signal, in the order of the rules.
    pub signals: Vec<StatedUntoldSignal>,
}

/// The EV under one up card and signal, of a player who is not told it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedUntoldSignal {
    /// The signal.
    pub signal: String,
    /// EV given up card and signal.
    pub ev: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    fn row() -> DealerOutcomes {
        let each = [1, 2, 3, 4, 5, 6, 7, 8].map(|part| Exact::from(&ratio(part, 36)));
        DealerOutcomes {
            up: "T".to_owned(),
            signal: "small".to_owned(),
            holes: vec!["2".to_owned(), "3".to_owned()],
            probability: (&ratio(96, 311)).into(),
            outcomes: ByDealerOutcome::of(each),
        }
    }

    #[test]
    fn a_row_is_stated_and_read_back() {
        let row = row();
        let stated = StatedDealer::from(&row);
        assert_eq!((stated.probability.as_str(), stated.outcomes.twenty_two.as_str()), ("96/311", "1/6"));
        assert_eq!(DealerOutcomes::try_from(&stated), Ok(row));
        let mut wrong = stated;
        wrong.outcomes.bust = "14/72".to_owned();
        assert!(matches!(DealerOutcomes::try_from(&wrong), Err(NumberError::Unreduced(_))));
    }

    #[test]
    fn outcomes_stand_in_order_under_their_names() {
        let stated = StatedDealer::from(&row());
        let json = serde_json::to_string(&stated).expect("json");
        let places: Vec<usize> = ByDealerOutcome::<String>::NAMES
            .iter()
            .map(|name| json.find(&format!("\"{name}\":")).unwrap_or_else(|| panic!("no {name} in {json}")))
            .collect();
        assert!(places.is_sorted(), "{json}");
        // The canonical form sorts them and is read into the same row.
        let canonical = crate::form::write(&stated).expect("no bare number");
        assert_eq!(crate::form::read::<StatedDealer>(canonical.as_bytes()).expect("canonical"), stated);
        let more = json.replace("\"17\":", "\"16\":\"0/1\",\"17\":");
        assert!(serde_json::from_str::<StatedDealer>(&more).is_err());
    }

    #[test]
    fn a_gain_is_the_difference() {
        let gain = Gain::new(&ratio(-1, 10), &ratio(-1, 6));
        assert_eq!(gain.value.fraction, "1/15");
        let one = UpSignalsWorth { up: "6".to_owned(), probability: (&ratio(1, 13)).into(), gain, by_signal: vec![] };
        let worth = SignalsWorth { strategy: "td".to_owned(), round: one.gain.clone(), by_up_card: vec![one] };
        assert_eq!(worth.round.untold.fraction, "-1/6");
    }
}
