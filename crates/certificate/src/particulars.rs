//! What a laboratory says of a report besides its figures: ISO/IEC 17025:2017, 7.8.2.1 and 7.8.6.

use serde::{Deserialize, Serialize};

use crate::schema::JsonSchema;

/// What the submission states of laboratory, client and work. What it leaves out is listed and never made up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Particulars {
    /// Name of the laboratory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub laboratory: Option<String>,
    /// Its address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub laboratory_address: Option<String>,
    /// Where the work was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// How the client is reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_contact: Option<String>,
    /// The day on which the item was received.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<String>,
    /// The first and the last day of the work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub performed: Option<[String; 2]>,
    /// Who else did part of the work; empty where it is stated that nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_providers: Option<Vec<String>>,
    /// How it is decided whether a figure conforms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision_rule: Option<String>,
    /// The commit of the program's sources.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The compiler that built the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compiler: Option<String>,
    /// Issues of the report, oldest first; empty where it is stated that there was no other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revisions: Option<Vec<Revision>>,
    /// What the submission does not state.
    pub missing: Vec<MissingParticular>,
}

/// An issue of the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Revision {
    /// Its number or name.
    pub revision: String,
    /// Its date.
    pub date: String,
    /// What is new in it, and why.
    pub changes: String,
}

/// Something that the submission does not state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MissingParticular {
    /// In words.
    pub what: String,
    /// The key of `[report]` that states it.
    pub key: String,
    /// The clause that asks for it; left out where it is of use and not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}
