//! Counts by name, and by what a player who counts tells rounds apart.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use counting::{CountSystem, SystemError};
use serde::Serialize;

use crate::failure::Failure;
use crate::schema::JsonSchema;
use crate::toml_line;

/// By what the rounds with so many cards seen are told apart. A true count is the running count divided by the decks not seen: by exact decks, or by these
/// rounded to half or whole decks but no less than one part. It is rounded to a whole number: down, towards zero, or to the nearest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CountedBy {
    /// The running count.
    RunningCount,
    /// The running count divided by the decks not seen, rounded down to a whole number.
    TrueCount,
    /// The same, rounded towards zero.
    TrueCountTruncated,
    /// The same, rounded to the nearest whole number, a half up.
    TrueCountNearest,
    /// The running count divided by the decks not seen, these rounded to the nearest half deck (a quarter up) but no less than one half; rounded down to a whole
    /// number.
    TrueCountInHalfDecks,
    /// The same, rounded towards zero.
    TrueCountInHalfDecksTruncated,
    /// The same, rounded to the nearest whole number, a half up.
    TrueCountInHalfDecksNearest,
    /// The running count divided by the decks not seen, these rounded to the nearest whole deck (a half up) but no less than one; rounded down to a whole number.
    TrueCountInWholeDecks,
    /// The same, rounded towards zero.
    TrueCountInWholeDecksTruncated,
    /// The same, rounded to the nearest whole number, a half up.
    TrueCountInWholeDecksNearest,
}

/// How a quotient becomes a whole number.
#[derive(Clone, Copy)]
enum Rounding {
    Down,
    TowardsZero,
    Nearest,
}

/// A way to tell rounds apart, as data.
struct LabelRule {
    by: CountedBy,
    name: &'static str,
    words: &'static str,
    /// Of a true count: the parts of a deck in which the decks not seen are counted, none for exact decks, and how the quotient is rounded.
    division: Option<(Option<u32>, Rounding)>,
}

macro_rules! true_count {
    ($by:ident, $name:literal, $decks:literal, $parts:expr, $rounded:literal, $rounding:ident) => {
        LabelRule {
            by: CountedBy::$by,
            name: $name,
            words: concat!(
                "true count: the running count divided by the decks not seen",
                $decks,
                ", rounded ",
                $rounded
            ),
            division: Some(($parts, Rounding::$rounding)),
        }
    };
}

const RULES: [LabelRule; 10] = [
    LabelRule { by: CountedBy::RunningCount, name: "running-count", words: "running count", division: None },
    true_count!(TrueCount, "true-count", "", None, "down", Down),
    true_count!(TrueCountTruncated, "true-count-truncated", "", None, "towards zero", TowardsZero),
    true_count!(TrueCountNearest, "true-count-nearest", "", None, "to the nearest", Nearest),
    true_count!(TrueCountInHalfDecks, "true-count-in-half-decks", " to the nearest half", Some(2), "down", Down),
    true_count!(
        TrueCountInHalfDecksTruncated,
        "true-count-in-half-decks-truncated",
        " to the nearest half",
        Some(2),
        "towards zero",
        TowardsZero
    ),
    true_count!(
        TrueCountInHalfDecksNearest,
        "true-count-in-half-decks-nearest",
        " to the nearest half",
        Some(2),
        "to the nearest",
        Nearest
    ),
    true_count!(TrueCountInWholeDecks, "true-count-in-whole-decks", " to the nearest whole one", Some(1), "down", Down),
    true_count!(
        TrueCountInWholeDecksTruncated,
        "true-count-in-whole-decks-truncated",
        " to the nearest whole one",
        Some(1),
        "towards zero",
        TowardsZero
    ),
    true_count!(
        TrueCountInWholeDecksNearest,
        "true-count-in-whole-decks-nearest",
        " to the nearest whole one",
        Some(1),
        "to the nearest",
        Nearest
    ),
];

impl CountedBy {
    /// What tells rounds apart unless it is stated: the running count of an unbalanced count, and the floored true count of another.
    pub(crate) fn usual(count: &CountSystem) -> Self {
        if count.imbalance() == 0 { Self::TrueCount } else { Self::RunningCount }
    }

    fn rule(self) -> &'static LabelRule {
        RULES.iter().find(|rule| rule.by == self).unwrap_or(&RULES[0])
    }

    /// Its name on the command line and in answers.
    pub fn name(self) -> &'static str {
        self.rule().name
    }

    /// What it is, in words.
    pub fn words(self) -> &'static str {
        self.rule().words
    }

    /// What a running count stands under, in units of the count for a running count and in whole tags for a true count.
    ///
    /// `left` are the cards not seen and `deck` those of a deck.
    pub(super) fn label(self, running: i32, units: i32, (left, deck): (u32, u32)) -> i64 {
        let running = i64::from(running);
        let Some((parts, rounding)) = self.rule().division else { return running };
        let (above, below) = match parts {
            None => (running * i64::from(deck), i64::from(left).max(1)),
            Some(parts) => {
                let number = ((2 * parts * left + deck) / (2 * deck)).max(1);
                (running * i64::from(parts), i64::from(number))
            }
        };
        let below = below * i64::from(units);
        match rounding {
            Rounding::Down => above.div_euclid(below),
            Rounding::TowardsZero => above / below,
            Rounding::Nearest => (2 * above + below).div_euclid(2 * below),
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
    let systems = CountSystem::read(&text).map_err(|error| match error {
        SystemError::Toml(error) => unreadable(toml_line::told(&text, &error)),
        error => unreadable(error.to_string()),
    })?;
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
        let known = RULES.iter().find(|rule| rule.name == text).map(|rule| rule.by);
        known.ok_or_else(|| format!("expected {}", rules::one_of(RULES.iter().map(|rule| rule.name))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 212 cards 4.08 decks, or 4 whole ones; of 70 cards 1.35 decks, 1.5 by halves and 1 whole one.
    #[test]
    fn other_roundings_and_whole_decks_by_hand() {
        let labels = |name: &str, left: u32| {
            let by: CountedBy = name.parse().expect("a way");
            [7, 2, -1, -6, -9].map(|running| by.label(running, 1, (left, 52)))
        };
        assert_eq!(labels("true-count", 212), [1, 0, -1, -2, -3]);
        assert_eq!(labels("true-count-truncated", 212), [1, 0, 0, -1, -2]);
        assert_eq!(labels("true-count-nearest", 212), [2, 0, 0, -1, -2]);
        assert_eq!(labels("true-count-in-whole-decks-nearest", 212), [2, 1, 0, -1, -2]);
        assert_eq!(labels("true-count-in-whole-decks", 70), [7, 2, -1, -6, -9]);
        assert_eq!(labels("true-count-in-half-decks-truncated", 70), [4, 1, 0, -4, -6]);
        assert_eq!(labels("true-count-in-half-decks-nearest", 70), [5, 1, -1, -4, -6]);
        // No less than one deck, and a half deck up.
        assert_eq!(labels("true-count-in-whole-decks", 10), [7, 2, -1, -6, -9]);
        assert_eq!(labels("true-count-in-whole-decks", 78), [3, 1, -1, -3, -5]);
    }

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
        for LabelRule { name, by, .. } in &RULES {
            assert_eq!((name.parse(), by.to_string()), (Ok(*by), (*name).to_owned()));
            assert_eq!(serde_json::to_value(by).expect("a name"), *name);
        }
    }
}
