//! What a comparison states.

use std::collections::BTreeMap;

use certificate::{Exact, Software};
use serde::Serialize;

use crate::schema::JsonSchema;

/// Analyses side by side. No certificate stands behind it: whoever doubts a figure computes it again with the same program.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Comparison {
    /// What is compared, in a line.
    pub title: String,
    /// The program that computed the figures.
    pub software: Software,
    /// The analyses. Lists elsewhere have one member for each, in this order.
    pub analyses: Vec<AnalysisColumn>,
    /// Rules, options and readings in which they differ.
    pub differences: Vec<Difference>,
    /// Cells of the total-dependent strategy in which they differ.
    pub cells: Vec<DifferingCell>,
    /// Side wagers by paytable.
    pub wagers: Vec<ComparedWager>,
    /// Each analysis with one choice changed.
    pub rule_effects: Vec<RuleEffect>,
}

/// One analysis.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AnalysisColumn {
    /// Its id.
    pub analysis: String,
    /// Its title.
    pub title: String,
    /// Id of the game.
    pub game: String,
    /// Number of decks; left out for a shoe that is not whole decks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decks: Option<u16>,
    /// SHA-256 of the submission's canonical text.
    pub submission_sha256: String,
    /// Whether the regulation allows what was chosen.
    pub conforming: bool,
    /// What the regulation does not allow, and that the game file is not of the catalogue.
    pub remarks: Vec<String>,
    /// What its figures are per unit of.
    pub unit: String,
    /// The base game by strategy class: `td`, `cdz`.
    pub classes: BTreeMap<String, ComparedClass>,
}

/// The base game under a strategy class, insurance left out.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ComparedClass {
    /// EV per unit of initial wager, negated.
    pub house_edge: Exact,
    /// Expected total wager per unit of initial wager.
    pub average_wager: Exact,
    /// House edge per unit of total wager.
    pub element_of_risk: Exact,
}

/// Something in which the analyses differ.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Difference {
    /// `decks`, `option`, `reading` or `rule`.
    pub kind: &'static str,
    /// The option's or the reading's name, or the rule in words.
    pub name: String,
    /// By analysis what is chosen, or `yes` for a rule that it has; `null` where it has no such option, reading or rule.
    pub values: Vec<Option<String>>,
    /// By analysis the same in words; empty for decks and rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<Option<ChoiceInWords>>,
}

/// A choice of an option or a reading, in the words of the game file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChoiceInWords {
    /// What the text leaves open, or what the option decides.
    pub question: String,
    /// Clauses that it concerns.
    pub clauses: Vec<String>,
    /// The choice.
    pub text: String,
}

/// A cell of the strategy chart in which the analyses differ.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DifferingCell {
    /// The up card.
    pub up: String,
    /// The signal.
    pub signal: String,
    /// The row: `16`, `A,7` or `8,8`.
    pub hand: String,
    /// By analysis the code of what is done, as in a report's `strategy.csv`; `null` where its chart has no such cell.
    pub codes: Vec<Option<String>>,
}

/// A side wager with one paytable, under the readings chosen.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ComparedWager {
    /// Its title.
    pub title: String,
    /// The paytable.
    pub paytable: String,
    /// By analysis the house edge per unit of the wager, a progressive's at its meter; `null` where it is not offered so.
    pub house_edge: Vec<Option<Exact>>,
}

/// An analysis with one choice changed and the rest as it is.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RuleEffect {
    /// The place of the analysis in the list.
    pub of: usize,
    /// What is changed: `decks`, `options.NAME` or `readings.NAME`.
    pub key: String,
    /// As the analysis has it.
    pub chosen: String,
    /// What is chosen instead.
    pub choice: String,
    /// As the analysis has it, in words; left out for decks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen_words: Option<ChoiceInWords>,
    /// What is chosen instead, in words; left out for decks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice_text: Option<String>,
    /// House edges by strategy class; left out where the rules do not allow the choice with the rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_edge: Option<BTreeMap<String, Exact>>,
    /// By how much the choice raises the house edge under CDZ-.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Exact>,
    /// Why the rules do not allow it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

impl Difference {
    /// The questions that are decided otherwise, each once: games can ask the same in other words. One that another begins with is left out.
    pub(super) fn questions(&self) -> Vec<&str> {
        let mut questions: Vec<&str> = Vec::new();
        for words in self.words.iter().flatten() {
            let question = words.question.as_str();
            if !questions.iter().any(|other| other.starts_with(question)) {
                questions.retain(|other| !question.starts_with(other));
                questions.push(question);
            }
        }
        questions
    }
}
