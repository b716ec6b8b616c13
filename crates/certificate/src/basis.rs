//! What a report says of its own basis: combinations of readings, clauses, and claims that are not checked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Exact;
use crate::schema::JsonSchema;

/// House edges under CDZ- over all combinations of the readings of the base game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Combinations {
    /// How many there are.
    pub number: u64,
    /// Every reading as the text has it literally.
    pub literal: CombinationEdge,
    /// Every reading as custom has it.
    pub customary: CombinationEdge,
    /// As chosen for this report.
    pub chosen: CombinationEdge,
    /// The combination most adverse to the player.
    pub largest: CombinationEdge,
    /// The combination most adverse to the house.
    pub smallest: CombinationEdge,
}

/// One combination of readings and its house edge under CDZ-.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombinationEdge {
    /// Every reading of the base game by name, with its choice.
    pub choices: BTreeMap<String, String>,
    /// House edge.
    pub house_edge: Exact,
}

/// What the program makes of the subsections of one regulation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegulationClauses {
    /// The regulation.
    pub regulation: String,
    /// Its subsections, in the order of the text.
    pub lines: Vec<ClauseLine>,
}

/// One subsection, or some that belong together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClauseLine {
    /// The subsections.
    pub clause: String,
    /// `modelled`, `reading`, `no effect`, `not modelled`, or `in parts`.
    pub status: String,
    /// By what it is modelled, which reading decides, why it changes nothing, or what is left out and how much it can be.
    pub text: String,
}

/// A claim that `verify` does not derive again in its usual two minutes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unchecked {
    /// The claim in words.
    pub claim: String,
    /// Whether `verify --full` derives it again.
    pub is_derived_in_full: bool,
    /// How it is derived then, or how somebody can check it.
    pub how: String,
}
