//! A sound game and a sound analysis, to be made wrong in one place.

use std::path::PathBuf;

use rules::{Override, RulesError, Submission};
use tempfile::TempDir;

pub(crate) const GAME: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/pa-685a-down-under.toml"));

/// Side wagers to go on with: one of each kind.
pub(crate) const WAGERS: &str = include_str!("wagers.toml");

pub(crate) const ANALYSIS: &str = r#"format = 1
id = "example"
title = "An example"
game = "pa-685a-down-under"
decks = 6
# cards

[readings]
dealer-ace = "literal"

# wagers

[report]
date = "2026-11-21"
client = "A client"
authoriser = "An authoriser"
"#;

/// The text with each of these parts, which must occur in it exactly once, replaced.
pub(crate) fn edited(text: &str, edits: &[(&str, &str)]) -> String {
    edits.iter().fold(text.to_owned(), |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "`{from}` must occur once");
        text.replace(from, to)
    })
}

/// An analysis and the folder `games` beside it.
pub(crate) struct Files {
    folder: TempDir,
}

impl Files {
    pub(crate) fn new(analysis: impl AsRef<[u8]>, game: impl AsRef<[u8]>) -> Self {
        let files = Self { folder: TempDir::new().expect("a folder") };
        std::fs::create_dir(files.folder.path().join("games")).expect("a folder");
        std::fs::write(files.analysis(), analysis).expect("an analysis file");
        std::fs::write(files.game(), game).expect("a game file");
        files
    }

    pub(crate) fn analysis(&self) -> PathBuf {
        self.folder.path().join("example.toml")
    }

    pub(crate) fn game(&self) -> PathBuf {
        self.folder.path().join("games/pa-685a-down-under.toml")
    }

    pub(crate) fn load(&self, overrides: &[Override]) -> Result<Submission, RulesError> {
        Submission::load(&self.analysis(), overrides)
    }
}

/// What an error must say.
pub(crate) struct Rejected {
    /// What is wrong with the input, to name a failing case.
    pub(crate) case: &'static str,
    /// The changes that make it wrong.
    pub(crate) edits: &'static [(&'static str, &'static str)],
    /// The line the error points at, in full, and the part of it that is marked; none if it is no place.
    pub(crate) at: Option<(&'static str, &'static str)>,
    pub(crate) message: &'static str,
    pub(crate) expected: Option<&'static str>,
}

impl Rejected {
    /// Compares everything the error says with what it must say.
    pub(crate) fn check(&self, result: Result<Submission, RulesError>, origin: &str) {
        let Err(error) = result else { panic!("{}: accepted", self.case) };
        let marked = error.span.clone().map(|span| error.text.get(span).expect("a span of the text"));
        let line = error.line().map(|line| error.text.lines().nth(line - 1).expect("a line of the text"));
        assert_eq!(line.zip(marked), self.at, "{}: {error}", self.case);
        if let Some(line) = line {
            let same = error.text.lines().filter(|other| *other == line).count();
            assert_eq!(same, 1, "{}: `{line}` must be one line only, to tell where the error points", self.case);
        }
        assert_eq!(error.message, self.message, "{}", self.case);
        assert_eq!(error.expected.as_deref(), self.expected, "{}", self.case);
        assert_eq!(error.origin, origin, "{}", self.case);
    }
}
