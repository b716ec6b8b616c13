//! The same game with something else chosen: what a certificate states beside the submission itself, in its order.

use std::collections::BTreeMap;

use crate::analysis::Override;
use crate::error::RulesError;
use crate::submission::{Choice, Submission};

/// What is chosen otherwise, by key of the analysis: `decks`, or `readings.` and the reading's name.
pub type Changes = BTreeMap<String, String>;

impl Submission {
    /// The readings that concern the base game, in the game file's order.
    pub fn base_readings(&self) -> impl Iterator<Item = &Choice> {
        self.readings.iter().filter(|choice| choice.switch.affects_base_game())
    }

    /// The submission with these changes made.
    ///
    /// # Errors
    /// As [`Submission::with`] and [`Submission::for_decks`].
    pub fn changed(&self, changes: &Changes) -> Result<Self, RulesError> {
        let decks = changes.get("decks").and_then(|decks| decks.parse().ok());
        let submission = decks.map_or_else(|| Ok(self.clone()), |decks| self.for_decks(decks))?;
        let rest = changes.iter().filter(|(key, _)| decks.is_none() || *key != "decks");
        submission.with_all(&rest.map(|(key, value)| Override::new(key, value)).collect::<Vec<_>>())
    }

    /// The submission at a table that tells nothing of the hole card beyond whether there is a blackjack that is looked for. Its text and its
    /// hash stay.
    #[must_use]
    pub fn without_signals(&self) -> Self {
        let mut silent = self.clone();
        silent.game = self.game.without_signals();
        silent
    }

    /// The changes that make the variants of the base game: every other choice of every reading that concerns it, one at a time;
    /// then, for a shoe of whole decks, every other number of decks that the game may be played with.
    pub fn variant_changes(&self) -> Vec<Changes> {
        let readings =
            self.base_readings().flat_map(|reading| reading.others().map(move |other| change(reading, &other.name)));
        let own = self.decks;
        let decks = self.game.shoe.decks.iter().filter(|&&decks| own.is_some_and(|own| own != decks));
        readings.chain(decks.map(|decks| Changes::from([("decks".to_owned(), decks.to_string())]))).collect()
    }

    /// The changes of the readings that concern followers of another player's decisions and nobody else: every other choice of each, one
    /// at a time.
    pub fn follower_changes(&self) -> Vec<Changes> {
        let alone = |choice: &&Choice| choice.switch.affects_followers() && !choice.switch.affects_base_game();
        let readings = self.readings.iter().filter(alone);
        readings.flat_map(|reading| reading.others().map(move |other| change(reading, &other.name))).collect()
    }

    /// The variants of the base game in that order, each with its changes.
    ///
    /// # Errors
    /// As [`Submission::changed`].
    pub fn variants(&self) -> Result<Vec<(Changes, Self)>, RulesError> {
        self.variant_changes().into_iter().map(|changes| Ok((changes.clone(), self.changed(&changes)?))).collect()
    }

    /// [`combined_changes`] of the readings that concern the base game.
    pub fn combination_changes(&self, most: usize) -> Option<Vec<Changes>> {
        combined_changes(self.base_readings(), most)
    }

    /// The readings that concern a side wager, in the game file's order.
    pub fn wager_readings<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a Choice> {
        self.readings.iter().filter(move |choice| choice.switch.affects_wager(id))
    }
}

/// The changes that make every combination of choices of these readings. Nothing is changed in the first. Then reading by reading, every
/// combination so far with every other choice. `None` if there are more than `most`.
pub fn combined_changes<'a>(readings: impl IntoIterator<Item = &'a Choice>, most: usize) -> Option<Vec<Changes>> {
    let mut combinations = vec![Changes::new()];
    for reading in readings {
        if combinations.len().checked_mul(reading.switch.choices.len()).is_none_or(|number| number > most) {
            return None;
        }
        let mut more = Vec::new();
        for changes in &combinations {
            for other in reading.others() {
                let mut changes = changes.clone();
                changes.extend(change(reading, &other.name));
                more.push(changes);
            }
        }
        combinations.extend(more);
    }
    Some(combinations)
}

fn change(reading: &Choice, choice: &str) -> Changes {
    Changes::from([(format!("readings.{}", reading.switch.name), choice.to_owned())])
}
