use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is wrong with a game file, an analysis file or an override, and where.
///
/// Carries the text and the byte range of the offending key or value, so that the edge of the
/// program can draw a caret under it.
#[derive(Debug, Clone, thiserror::Error)]
pub struct RulesError {
    /// The file, or how the text reached the program (`--set decks=7`).
    pub origin: String,
    /// The text that was read; empty if it could not be.
    pub text: Arc<str>,
    /// Byte range in `text` of what is wrong, if it is a place.
    pub span: Option<Range<usize>>,
    /// What is wrong.
    pub message: String,
    /// What was expected instead.
    pub expected: Option<String>,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line() {
            Some(line) => write!(f, "{}:{line}: {}", self.origin, self.message)?,
            None => write!(f, "{}: {}", self.origin, self.message)?,
        }
        match &self.expected {
            Some(expected) => write!(f, " (expected {expected})"),
            None => Ok(()),
        }
    }
}

impl RulesError {
    /// The line of the error, counted from 1.
    pub fn line(&self) -> Option<usize> {
        let span = self.span.as_ref()?;
        Some(1 + self.text.bytes().take(span.start).filter(|&byte| byte == b'\n').count())
    }
}

/// A text with its name, able to point at a place in itself.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub(crate) origin: String,
    pub(crate) text: Arc<str>,
}

impl Source {
    pub(crate) fn read(path: &Path) -> Result<Self, RulesError> {
        let origin = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Ok(Self { origin, text: text.into() }),
            Err(error) => Err(RulesError {
                origin,
                text: "".into(),
                span: None,
                message: format!("cannot be read: {error}"),
                expected: None,
            }),
        }
    }

    pub(crate) fn inline(origin: String, text: &str) -> Self {
        Self { origin, text: text.into() }
    }

    pub(crate) fn error(&self, span: Option<Range<usize>>, message: impl Into<String>) -> RulesError {
        RulesError {
            origin: self.origin.clone(),
            text: self.text.clone(),
            span,
            message: message.into(),
            expected: None,
        }
    }

    pub(crate) fn expected(
        &self,
        span: Option<Range<usize>>,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> RulesError {
        RulesError { expected: Some(expected.into()), ..self.error(span, message) }
    }

    pub(crate) fn toml_error(&self, error: &toml::de::Error) -> RulesError {
        self.error(error.span(), error.message())
    }
}

/// Where the game file `id` of an analysis is: `games/<id>.toml` beside the analysis or in the nearest folder above it.
pub(crate) fn find_game_file(analysis: &Path, id: &str) -> Option<PathBuf> {
    let start = std::path::absolute(analysis).ok()?;
    start.ancestors().skip(1).map(|folder| folder.join("games").join(format!("{id}.toml"))).find(|path| path.is_file())
}

/// `a, b or c`, for messages that say what was expected.
pub(crate) fn one_of<S: AsRef<str>>(choices: impl IntoIterator<Item = S>) -> String {
    let choices: Vec<String> = choices.into_iter().map(|choice| choice.as_ref().to_owned()).collect();
    match choices.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
