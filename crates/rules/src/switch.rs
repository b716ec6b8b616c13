//! Options and readings: points at which the rules can be switched.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Value;

use crate::schema::JsonSchema;

/// What the keys of side wagers' rules begin with.
pub(crate) const WAGER: &str = "wagers.";
/// The rules of several players on one box.
const SHARING: &str = "sharing.";
/// The rule that says what the cards are dealt from.
const DEALING: &str = "shoe.dealing";

/// A named point at which the rules can be switched: an option the submission picks or a reading of
/// an ambiguous clause.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
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
    /// Options under which it has a meaning, by name, with the choice that gives it one; empty if it always has. Where it
    /// has none it is left out.
    #[serde(default)]
    pub under: BTreeMap<String, String>,
    /// The choices.
    pub choices: Vec<SwitchChoice>,
}

/// One choice of a switch: the rule values it sets.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SwitchChoice {
    /// Name, such as `literal`.
    pub name: String,
    /// The choice in words.
    pub text: String,
    /// Of a reading's choice: whether it is the text's literal one, custom's, both, or (empty) neither.
    #[serde(default)]
    pub is: Vec<Standing>,
    /// Whether the regulation allows it. A result under a choice it does not allow is marked.
    #[serde(default = "yes")]
    pub conforming: bool,
    /// Rule values by dotted key, such as `"dealer.ace-limit" = 22`.
    #[schemars(with = "BTreeMap<String, crate::schema::RuleValue>")]
    pub set: BTreeMap<String, Value>,
}

/// Where a choice of a reading comes from. At most one choice of a reading has each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It is what the words say, taken as they stand.
    Literal,
    /// It is how such games are played elsewhere.
    Customary,
}

fn yes() -> bool {
    true
}

impl Switch {
    /// The choice of this name.
    pub fn choice(&self, name: &str) -> Option<&SwitchChoice> {
        self.choices.iter().find(|choice| choice.name == name)
    }

    /// The choice of this standing, if any is marked so.
    pub fn choice_of(&self, standing: Standing) -> Option<&SwitchChoice> {
        self.choices.iter().find(|choice| choice.is.contains(&standing))
    }

    /// Whether it touches this side wager.
    pub fn affects_wager(&self, id: &str) -> bool {
        let of_wager = |key: &str| {
            key.strip_prefix(WAGER).and_then(|rest| rest.strip_prefix(id)).is_some_and(|rest| rest.starts_with('.'))
        };
        self.choices.iter().flat_map(|choice| choice.set.keys()).any(|key| of_wager(key))
    }

    /// Whether it touches what a follower of another player's decisions may do.
    pub fn affects_followers(&self) -> bool {
        self.choices.iter().flat_map(|choice| choice.set.keys()).any(|key| key.starts_with(SHARING))
    }

    /// Whether it touches the base game (and not only side wagers).
    ///
    /// Who follows another's decisions plays his own wager alone, so what he may do changes no figure of the others.
    /// What a number of decks is dealt from changes no figure of the base game: its rounds are dealt from so many decks in
    /// random order, and which colours they show tells nothing of their values.
    pub fn affects_base_game(&self) -> bool {
        let of_base = |key: &str| !key.starts_with(WAGER) && !key.starts_with(SHARING) && key != DEALING;
        self.choices.iter().flat_map(|choice| choice.set.keys()).any(|key| of_base(key))
    }
}
