//! Counts by name, and by what a player who counts tells rounds apart.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use counting::CountSystem;
use serde::Serialize;

use crate::failure::Failure;
use crate::schema::JsonSchema;

/// By what the rounds with so many cards seen are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CountedBy {
    /// The running count.
    RunningCount,
    /// The running count divided by the decks not seen, rounded down to a whole number.
    TrueCount,
    /// The running count divided by the decks not seen, these rounded to the nearest half deck (a quarter up) but no less than one half; rounded down to a whole
    /// number.
    TrueCountInHalfDecks,
}

impl CountedBy {
    const ALL: [(&'static str, Self); 3] = [
        ("running-count", Self::RunningCount),
        ("true-count", Self::TrueCount),
        ("true-count-in-half-decks", Self::TrueCountInHalfDecks),
    ];

    /// What tells rounds apart unless it is stated: the running count of an unbalanced count, and the floored true count of another.
    pub(crate) fn usual(count: &CountSystem) -> Self {
        if count.imbalance() == 0 { Self::TrueCount } else { Self::RunningCount }
    }

    /// Its name on the command line and in answers.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, by)| *by == self).map_or("", |(name, _)| name)
    }

    /// What it is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::RunningCount => "running count",
            Self::TrueCount => "true count: the running count divided by the decks not seen, rounded down",
            Self::TrueCountInHalfDecks => {
                "true count: the running count divided by the decks not seen to the nearest half, rounded down"
            }
        }
    }

    /// What a running count stands under, in units of the count for a running count and in whole tags for a true count.
    ///
    /// `left` are the cards not seen and `deck` those of a deck.
    pub(super) fn label(self, running: i32, units: i32, (left, deck): (u32, u32)) -> i64 {
        let running = i64::from(running);
        match self {
            Self::RunningCount => running,
            Self::TrueCount => (running * i64::from(deck)).div_euclid(i64::from(units) * i64::from(left).max(1)),
            Self::TrueCountInHalfDecks => {
                let halves = ((4 * left + deck) / (2 * deck)).max(1);
                (2 * running).div_euclid(i64::from(units) * i64::from(halves))
            }
        }
    }

    /// Units of a tag in which labels are counted.
    pub(super) fn units(self, units: i32) -> i32 {
        if self == Self::RunningCount { units } else { 1 }
    }
}

/// A count by its name among those of the program, or from a file with one `[[count]]`.
///
/// ```
/// assert_eq!(shoeproof::count_system("hi-lo")?.tags[9], -1);
/// assert!(shoeproof::count_system("no-such-count").is_err());
/// # Ok::<(), shoeproof::Failure>(())
/// ```
///
/// # Errors
/// [`Failure::Asked`] if there is no such count, [`Failure::Unreadable`] for a file that is none.
pub fn count_system(name: &str) -> Result<CountSystem, Failure> {
    if let Some(system) = CountSystem::named(name) {
        return Ok(system);
    }
    let path = Path::new(name);
    if !path.exists() {
        let usual = CountSystem::usual();
        let known = rules::one_of(usual.iter().map(|system| system.id.as_str()));
        return Err(Failure::Asked(format!(
            "there is no count `{name}`: expected {known}, or a file with one `[[count]]`"
        )));
    }
    let unreadable = |reason: String| Failure::Unreadable(format!("{}: {reason}", path.display()));
    let text = input::text(path, input::MOST_WRITTEN).map_err(|error| unreadable(error.to_string()))?;
    let systems = CountSystem::read(&text).map_err(|error| unreadable(error.to_string()))?;
    <[CountSystem; 1]>::try_from(systems)
        .map(|[system]| system)
        .map_err(|systems| unreadable(format!("{} counts: expected one `[[count]]`", systems.len())))
}

impl fmt::Display for CountedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for CountedBy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.iter().find(|(name, _)| *name == text).map(|(_, by)| *by);
        known.ok_or_else(|| format!("expected {}", rules::one_of(Self::ALL.iter().map(|(name, _)| *name))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn true_counts_by_hand() {
        // Six decks, 100 cards seen: 212 left are 4.08 decks, or 4 by halves.
        let label = |by: CountedBy, running| by.label(running, 1, (212, 52));
        assert_eq!([8, -1, -9].map(|running| label(CountedBy::TrueCount, running)), [1, -1, -3]);
        assert_eq!([8, -1, -9].map(|running| label(CountedBy::TrueCountInHalfDecks, running)), [2, -1, -3]);
        // 39 cards are three quarters of a deck, so a whole one; 10 cards are half a deck.
        let halves = CountedBy::TrueCountInHalfDecks;
        assert_eq!(
            (halves.label(3, 1, (39, 52)), halves.label(3, 1, (10, 52)), halves.label(3, 1, (38, 52))),
            (3, 6, 6)
        );
        // A count in halves: 5 units are 2.5.
        assert_eq!(CountedBy::TrueCount.label(5, 2, (104, 52)), 1);
        assert_eq!(CountedBy::RunningCount.label(5, 2, (104, 52)), 5);
        for (name, by) in CountedBy::ALL {
            assert_eq!((name.parse(), by.to_string()), (Ok(by), name.to_owned()));
        }
    }
}
