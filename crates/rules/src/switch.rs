use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::{Spanned, Table, Value};

/// A named point at which the rules can be switched: an option the submission picks or a reading of
/// an ambiguous clause.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Switch {
    /// Name, such as `dealer-ace`.
    pub name: String,
    /// Clauses it concerns.
    pub clauses: Vec<String>,
    /// What the text leaves open, or what the option decides.
    pub question: String,
    /// The choice in force unless the analysis says otherwise.
    pub default: String,
    /// The choices.
    pub choices: Vec<SwitchChoice>,
}

/// One choice of a switch: the rule values it sets.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SwitchChoice {
    /// Name, such as `literal`.
    pub name: String,
    /// The choice in words.
    pub text: String,
    /// Whether the regulation allows it. A result under a choice it does not allow is marked.
    #[serde(default = "yes")]
    pub conforming: bool,
    /// Rule values by dotted key, such as `"dealer.ace-limit" = 22`.
    pub set: BTreeMap<String, Value>,
}

fn yes() -> bool {
    true
}

impl Switch {
    /// The choice of this name.
    pub fn choice(&self, name: &str) -> Option<&SwitchChoice> {
        self.choices.iter().find(|choice| choice.name == name)
    }

    /// Whether it touches the base game (and not only side wagers).
    pub fn affects_base_game(&self) -> bool {
        self.choices.iter().flat_map(|choice| choice.set.keys()).any(|key| !key.starts_with("wagers."))
    }
}

/// Where the choices of a game file are written. Read apart from the rules, which are typed again after every switch
/// and then have no places.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct SwitchPlaces {
    #[serde(default)]
    options: Vec<SwitchPlace>,
    #[serde(default)]
    readings: Vec<SwitchPlace>,
}

#[derive(Debug, Deserialize)]
struct SwitchPlace {
    name: String,
    default: Spanned<IgnoredAny>,
    choices: Vec<ChoicePlace>,
}

#[derive(Debug, Deserialize)]
struct ChoicePlace {
    name: String,
    set: Spanned<IgnoredAny>,
}

impl SwitchPlaces {
    fn find(&self, switch: &str) -> Option<&SwitchPlace> {
        self.options.iter().chain(&self.readings).find(|place| place.name == switch)
    }

    pub(crate) fn default(&self, switch: &str) -> Option<Range<usize>> {
        self.find(switch).map(|place| place.default.span())
    }

    pub(crate) fn set(&self, switch: &str, choice: &str) -> Option<Range<usize>> {
        self.find(switch)?.choices.iter().find(|place| place.name == choice).map(|place| place.set.span())
    }
}

/// Sets the value at a dotted key of a document.
///
/// Only a value that is there can be switched: a choice that named a new key would be a rule without a
/// clause. The error names the part that does not exist.
pub(crate) fn set_path(document: &mut Table, path: &str, value: &Value) -> Result<(), String> {
    let mut table = document;
    let mut parts = path.split('.').peekable();
    while let Some(part) = parts.next() {
        let slot = table.get_mut(part).ok_or_else(|| format!("`{path}` names no rule: there is no `{part}`"))?;
        if parts.peek().is_none() {
            slot.clone_from(value);
            return Ok(());
        }
        table = slot.as_table_mut().ok_or_else(|| format!("`{path}` names no rule: `{part}` has no parts"))?;
    }
    Err(format!("`{path}` names no rule"))
}
