//! The answer to a unit, and the line of a file that holds it.

use cards::Value;
use certificate::Exact;
use serde::{Deserialize, Serialize};

use crate::schema::JsonSchema;
use crate::sweep::question::UnitQuestion;

/// What a unit comes to, per unit of the wager that it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitAnswer {
    /// SHA-256 of the unit: of its question, its canonical submission and the program's version.
    pub unit: String,
    /// SHA-256 of the canonical submission; `null` if the rules refuse it.
    pub submission: Option<String>,
    /// Id of the game.
    pub game: String,
    /// Number of decks; `null` for a shoe that is not whole decks.
    pub decks: Option<u16>,
    /// Cards of each value from the ace to the ten; `null` if the rules refuse the submission.
    pub shoe: Option<[u16; Value::COUNT]>,
    /// Whether the regulation allows what was chosen, shoes that are not whole decks apart.
    pub conforming: Option<bool>,
    /// The question.
    pub question: UnitQuestion,
    /// The figures; none if it failed.
    pub figures: UnitFigures,
    /// Why there are none, in the library's words.
    pub failure: Option<String>,
}

/// The figures of a unit. Which there are depends on the question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitFigures {
    /// The paytable of a side wager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paytable: Option<String>,
    /// Expected net result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ev: Option<Exact>,
    /// The EV with the other sign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house_edge: Option<Exact>,
    /// Variance of the net result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variance: Option<Exact>,
    /// Expected total wager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub average_wager: Option<Exact>,
    /// The house edge per unit of total wager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element_of_risk: Option<Exact>,
    /// Probability of a positive net result of a side wager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit_frequency: Option<Exact>,
    /// The up cards against which the attack wager is made, with spaces between; left out of a game without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<String>,
    /// The EV in floats, as the shortest decimal that is that float.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near_ev: Option<String>,
    /// By how much it may be off, at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}
