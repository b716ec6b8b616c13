//! What a TOML file is, told by its first keys, so that a file given in another's place is named.

use std::ops::Range;

use toml::de::DeTable;

use crate::error::{RulesError, Source};

/// A kind of file that a person writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// What an analysis chooses of a game.
    Analysis,
    /// The rules of a game.
    Game,
    /// Figures to be judged.
    Claims,
    /// What a sweep asks of many analyses.
    SweepPlan,
    /// What the program makes of a regulation.
    ClauseTable,
    /// A strategy chart.
    Chart,
}

impl FileKind {
    const ALL: [Self; 6] = [Self::Analysis, Self::Game, Self::Claims, Self::SweepPlan, Self::ClauseTable, Self::Chart];

    /// Keys of which a file of this kind has one at least, and no file of another kind has any.
    fn telling(self) -> &'static [&'static str] {
        match self {
            Self::Analysis => &["game"],
            Self::Game => &["natural"],
            Self::Claims => &["base-game", "cells"],
            Self::SweepPlan => &["ask", "analyses"],
            Self::ClauseTable => &["rows"],
            Self::Chart => &["hard", "soft", "pairs"],
        }
    }

    /// Its name, without an article.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Analysis => "analysis",
            Self::Game => "game file",
            Self::Claims => "claims file",
            Self::SweepPlan => "sweep plan",
            Self::ClauseTable => "clause table",
            Self::Chart => "strategy chart",
        }
    }

    fn article(self) -> &'static str {
        if self == Self::Analysis { "an" } else { "a" }
    }

    fn described(self) -> &'static str {
        match self {
            Self::Analysis => {
                "an analysis, which names its game (`game = \"ID\"`) and the decks; `shoeproof new ID` writes one"
            }
            Self::Game => "the rules of a game, which `shoeproof games ID --file` prints",
            Self::Claims => "figures to be judged, in `[[base-game]]`, `[[insurance]]`, `[[wagers]]` or `[[cells]]`",
            Self::SweepPlan => "what is asked (`ask`) of which games or analyses (`analyses`)",
            Self::ClauseTable => "a `regulation` and its `[[rows]]`",
            Self::Chart => "letters by up card, in `[hard]`, `[soft]` and `[pairs]`",
        }
    }

    /// The error that names the file if its first keys are those of another kind.
    pub(crate) fn check(self, source: &Source, root: &DeTable<'_>) -> Result<(), RulesError> {
        let Some((other, place)) = self.mistaken(root) else { return Ok(()) };
        let message = format!("this is {} {}, not {} {}", other.article(), other.noun(), self.article(), self.noun());
        Err(source.expected(Some(place), message, self.described()))
    }

    /// As an error of a text that is not read as a document of this crate: `this is an analysis, not a sweep plan`.
    ///
    /// # Errors
    /// If the text is TOML and its first keys are those of another kind. The error points at the key that tells it.
    ///
    /// # Example
    /// ```
    /// use rules::{FileKind, Source};
    /// let source = Source::inline("plan.toml".to_owned(), "game = \"plain-blackjack\"\ndecks = 6\n");
    /// let error = FileKind::SweepPlan.check_text(&source).expect_err("an analysis");
    /// assert!(error.to_string().contains("this is an analysis, not a sweep plan"));
    /// ```
    pub fn check_text(self, source: &Source) -> Result<(), RulesError> {
        match DeTable::parse(source.text()) {
            Ok(root) => self.check(source, root.get_ref()),
            // What is no TOML is told where the text is read.
            Err(_) => Ok(()),
        }
    }

    /// Which other kind the keys tell, and the key that tells it.
    fn mistaken(self, root: &DeTable<'_>) -> Option<(Self, Range<usize>)> {
        let has = |kind: Self| root.keys().find(|key| kind.telling().contains(&key.get_ref().as_ref()));
        if has(self).is_some() {
            return None;
        }
        Self::ALL.into_iter().filter(|kind| *kind != self).find_map(|kind| Some((kind, has(kind)?.span())))
    }
}
