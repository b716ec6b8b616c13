//! Counts: which tag every card has, and where a running count begins.

use cards::Value;
use serde::{Deserialize, Serialize};

use crate::schema::JsonSchema;

/// The usual counts.
const USUAL: &str = include_str!("../systems.toml");

/// Largest tag, in the unit of the count.
const MOST_TAG: i32 = 50;
/// Most units that a tag of 1 may have.
const MOST_UNITS: i32 = 100;

/// A count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CountSystem {
    /// Its name, in lower-case letters, digits and hyphens.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Tags of A, 2, …, 9, T, in units.
    pub tags: [i32; Value::COUNT],
    /// Units of a tag of 1: 2 for a count in halves.
    #[serde(default = "one")]
    pub units: i32,
    /// Where the running count begins, in units.
    #[serde(default)]
    pub start: i32,
    /// What is added to that for every deck of the shoe, in units.
    #[serde(default)]
    pub start_per_deck: i32,
}

fn one() -> i32 {
    1
}

/// A file of counts.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Systems {
    count: Vec<CountSystem>,
}

/// A count that is not one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SystemError {
    /// The text is not as it should be.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// A number or a name is out of bounds.
    #[error("count `{id}`: {what}")]
    Bound {
        /// The count.
        id: String,
        /// What is wrong with it.
        what: String,
    },
}

impl CountSystem {
    /// The counts that are part of the program.
    pub fn usual() -> Vec<Self> {
        // A test reads the file.
        Self::read(USUAL).unwrap_or_default()
    }

    /// The count of this name among the usual ones.
    pub fn named(id: &str) -> Option<Self> {
        Self::usual().into_iter().find(|system| system.id == id)
    }

    /// Reads counts: `[[count]]` with `id`, `title`, `tags` of A, 2, …, 9, T, and if need be `units`, `start` and `start-per-deck`.
    ///
    /// # Errors
    /// [`SystemError`] for the first thing wrong.
    pub fn read(text: &str) -> Result<Vec<Self>, SystemError> {
        let systems: Systems = toml::from_str(text)?;
        systems.count.iter().try_for_each(Self::check)?;
        Ok(systems.count)
    }

    /// Whether name and numbers are within bounds.
    ///
    /// # Errors
    /// [`SystemError::Bound`] for the first that is not.
    pub fn check(&self) -> Result<(), SystemError> {
        let refuse = |what: String| Err(SystemError::Bound { id: self.id.clone(), what });
        let is_named = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.id.is_empty() || !self.id.chars().all(is_named) {
            return refuse("an id is of lower-case letters, digits and hyphens".to_owned());
        }
        if let Some(tag) = self.tags.iter().find(|tag| tag.unsigned_abs() > MOST_TAG.unsigned_abs()) {
            return refuse(format!("a tag of {tag} units: expected -{MOST_TAG} to {MOST_TAG}"));
        }
        if !(1..=MOST_UNITS).contains(&self.units) {
            return refuse(format!("{} units: expected 1 to {MOST_UNITS}", self.units));
        }
        if [self.start, self.start_per_deck].iter().any(|start| start.unsigned_abs() > 10_000) {
            return refuse("a running count begins between -10000 and 10000".to_owned());
        }
        Ok(())
    }

    /// The tags of 52 cards, in units; zero for a balanced count.
    pub fn imbalance(&self) -> i32 {
        self.tags[..9].iter().sum::<i32>() * 4 + self.tags[9] * 16
    }

    /// The running count of a fresh shoe of so many decks, in units.
    pub fn first_count(&self, decks: u16) -> i32 {
        self.start + self.start_per_deck * i32::from(decks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_counts_are_read() {
        let systems = CountSystem::read(USUAL).expect("the file of the program");
        let balance: Vec<(&str, i32)> = systems.iter().map(|system| (system.id.as_str(), system.imbalance())).collect();
        assert!(
            balance.contains(&("hi-lo", 0)) && balance.contains(&("ko", 4)) && balance.contains(&("halves", 0)),
            "{balance:?}"
        );
        let unbalanced: Vec<&str> =
            systems.iter().filter(|system| system.imbalance() != 0).map(|system| system.id.as_str()).collect();
        assert_eq!(unbalanced, ["ko"], "all others are balanced, so their tags are not mistyped by one");
        let ko = CountSystem::named("ko").expect("a usual count");
        assert_eq!((ko.first_count(1), ko.first_count(6)), (0, -20));
    }

    #[test]
    fn what_is_no_count_is_refused() {
        let count = |more: &str| format!("[[count]]\nid = \"mine\"\ntitle = \"Mine\"\n{more}");
        for (text, said) in [
            (count("tags = [1, 1, 1, 1, 1, 1, 1, 1, 1]"), "10"),
            (count("tags = [99, 1, 1, 1, 1, 1, 1, 1, 1, 1]"), "a tag of 99 units"),
            (count("tags = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1]\nunits = 0"), "0 units"),
            (count("tags = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1]\nnits = 2"), "nits"),
            (count("tags = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1]").replace("\"mine\"", "\"My Own\""), "lower-case"),
        ] {
            let error = CountSystem::read(&text).expect_err(&text).to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
