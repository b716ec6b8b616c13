//! Submissions out of files and texts.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::analysis::{Draft, Override};
use crate::error::{RulesError, Source, find_game_file};
use crate::game_file::GameFile;
use crate::submission::{Submission, SubmissionFiles};

/// Name of an analysis that is read from a text, for messages.
const ANALYSIS: &str = "the analysis";
/// Name of a game file that is read from a text, for messages.
const GAME: &str = "the game file";

impl Submission {
    /// Reads an analysis file, the game file it names (`games/<game>.toml` beside it or in the nearest folder above it; of a report's submission,
    /// whose analysis is `analysis.toml`, the `game.toml` beside it) and applies the overrides.
    ///
    /// # Errors
    /// A [`RulesError`] that points at the first thing wrong: a file that cannot be read, malformed TOML, an
    /// unknown key, a deck count, choice or paytable that the game does not offer, a rule out of its range.
    pub fn load(analysis: &Path, overrides: &[Override]) -> Result<Self, RulesError> {
        Self::load_with(analysis, overrides, |_| None).map(|(submission, _)| submission)
    }

    /// As [`Submission::load`]; where there is no game file, its text is what `known` gives for the game's id. The second is the game
    /// file's path; `None` for a known text.
    ///
    /// # Errors
    /// As [`Submission::load`].
    pub fn load_with(
        analysis: &Path,
        overrides: &[Override],
        known: impl Fn(&str) -> Option<&'static str>,
    ) -> Result<(Self, Option<PathBuf>), RulesError> {
        let draft = Draft::load(analysis, overrides)?;
        let id = &draft.game.value;
        let path = find_game_file(analysis, id);
        let file = match (&path, known(id)) {
            (Some(path), _) => GameFile::load(path, id)?,
            (None, Some(text)) => GameFile::read(Source::inline(format!("{id}.toml of the catalogue"), text), id)?,
            (None, None) => {
                return Err(draft.game.expected(
                    format!("there is no game file `{id}.toml`"),
                    "a game file in a folder `games` beside the analysis or above it",
                ));
            }
        };
        Ok((Self::resolve(draft, Arc::new(file), None)?, path))
    }

    /// The submission of these texts, as [`Submission::load`] reads it from files. Nothing is looked for anywhere else.
    ///
    /// # Errors
    /// As [`Submission::load`].
    pub fn read(files: &SubmissionFiles) -> Result<Self, RulesError> {
        let draft = Draft::read(Source::inline(ANALYSIS.to_owned(), &files.analysis), &files.overrides)?;
        let game = GameFile::read(Source::inline(GAME.to_owned(), &files.game), &draft.game.value)?;
        Self::resolve(draft, Arc::new(game), None)
    }
}
