//! What is wrong with a file or an override, and where.

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
    /// The file, or the value that was replaced (`decks=7`).
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
        write!(f, "{}: {}", self.location(), self.message)?;
        match &self.expected {
            Some(expected) => write!(f, " (expected {expected})"),
            None => Ok(()),
        }
    }
}

impl RulesError {
    /// The key of the value that was replaced, such as `decks`, if it is that which is wrong and not a file.
    pub fn replaced(&self) -> Option<&str> {
        let key = self.origin.split_once('=').map(|(key, _)| key);
        key.filter(|_| *self.origin == *self.text)
    }

    /// The origin with the line, as in `6-decks.toml:5`. An override is a text of one line, which needs no number.
    pub fn location(&self) -> String {
        match self.line().filter(|_| self.text.contains('\n')) {
            Some(line) => format!("{}:{line}", self.origin),
            None => self.origin.clone(),
        }
    }

    /// The line of the error, counted from 1.
    pub fn line(&self) -> Option<usize> {
        let span = self.span.as_ref()?;
        Some(1 + self.text.bytes().take(span.start).filter(|&byte| byte == b'\n').count())
    }
}

/// A text with its name, able to point at a place in itself.
#[derive(Debug, Clone)]
pub struct Source {
    pub(crate) origin: String,
    pub(crate) text: Arc<str>,
}

impl Source {
    /// Reads a file that a person writes, of [`input::MOST_WRITTEN`] bytes at most.
    ///
    /// # Errors
    /// If it cannot be read, is no regular file, is larger, or is not UTF-8.
    pub fn read(path: &Path) -> Result<Self, RulesError> {
        Self::read_up_to(path, input::MOST_WRITTEN)
    }

    /// Reads a file of at most `most` bytes. A byte-order mark at its start is left out.
    ///
    /// # Errors
    /// As [`Source::read`].
    pub fn read_up_to(path: &Path, most: u64) -> Result<Self, RulesError> {
        let origin = path.display().to_string();
        let unreadable = |text: Arc<str>, span: Option<Range<usize>>, message: String, expected: Option<&str>| {
            RulesError { origin: origin.clone(), text, span, message, expected: expected.map(str::to_owned) }
        };
        let bytes = input::bytes(path, most)
            .map_err(|error| unreadable("".into(), None, format!("cannot be read: {error}"), None))?;
        String::from_utf8(input::without_mark(bytes))
            .map(|text| Self { origin: origin.clone(), text: text.into() })
            .map_err(|error| {
                // What is valid stays as it is, so that the replacement of the first wrong byte is where that byte was.
                let start = error.utf8_error().valid_up_to();
                let text: Arc<str> = String::from_utf8_lossy(error.as_bytes()).into();
                let end = start + char::REPLACEMENT_CHARACTER.len_utf8();
                unreadable(text, Some(start..end), "this byte is not text".to_owned(), Some("UTF-8"))
            })
    }

    /// A text that is no file's; `origin` says what it is in messages.
    pub fn inline(origin: String, text: &str) -> Self {
        Self { origin, text: text.into() }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// An error at a place of the text, or of the text as a whole.
    pub fn error(&self, span: Option<Range<usize>>, message: impl Into<String>) -> RulesError {
        RulesError {
            origin: self.origin.clone(),
            text: self.text.clone(),
            span,
            message: message.into(),
            expected: None,
        }
    }

    /// The same with what was expected instead.
    pub fn expected(
        &self,
        span: Option<Range<usize>>,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> RulesError {
        RulesError { expected: Some(expected.into()), ..self.error(span, message) }
    }

    /// An error in the words of a parser, told apart into what is wrong and what was expected.
    pub(crate) fn said(&self, span: Option<Range<usize>>, words: &str) -> RulesError {
        let cut =
            [": expected ", ", expected "].into_iter().filter_map(|mark| Some((words.rfind(mark)?, mark.len()))).max();
        match cut {
            None => self.error(span, words),
            Some((at, mark)) => self.expected(span, &words[..at], &words[at + mark..]),
        }
    }

    pub(crate) fn toml_error(&self, error: &toml::de::Error) -> RulesError {
        // What belongs to the document as a whole (a key that is missing at its root) is reported at its first byte.
        let span = error.span().filter(|span| *span != (0..0));
        let error = plain(self.said(span, error.message()));
        let is_at_the_root = error.span.is_none() && error.message.starts_with("missing key");
        match error.expected {
            None if is_at_the_root => {
                RulesError { expected: Some("it above the first table of the file, or as a table".to_owned()), ..error }
            }
            _ => error,
        }
    }
}

/// The error in words for a reader of a TOML file, who knows keys and values, not fields and integer types.
pub(crate) fn plain(error: RulesError) -> RulesError {
    let reworded = |message: &str, expected: &str| RulesError {
        message: message.to_owned(),
        expected: Some(expected.to_owned()),
        ..error.clone()
    };
    match error.message.as_str() {
        "wanted string or table" => return reworded("invalid type", "a string"),
        "string values must be quoted" if error.span.as_ref().is_some_and(Range::is_empty) => {
            return reworded("a key without a value", "a value");
        }
        _ => {}
    }
    let message = [
        ("unknown field", "unknown key"),
        ("missing field", "missing key"),
        ("unknown variant", "unknown value"),
        ("invalid type: map", "invalid type: table or date"),
        ("invalid type: sequence", "invalid type: list"),
    ]
    .into_iter()
    .find_map(|(theirs, ours)| Some(format!("{ours}{}", error.message.strip_prefix(theirs)?)))
    .unwrap_or_else(|| error.message.replace("` as i128", "`").replace("` as u128", "`"));
    let is_integer = message.contains(": integer `");
    let expected = error.expected.as_deref().map(|expected| match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" if message.contains(": integer `-") => "a whole number that is not negative",
        "u32" | "i32" | "i64" if is_integer => "a smaller whole number",
        "u32" | "i64" => "a whole number",
        "a boolean" => "true or false",
        "an array of length 2" => "a list of two",
        "a sequence" => "a list",
        "a map" => "a table",
        name if name.starts_with("struct ") => "a table",
        other => other,
    });
    RulesError { expected: expected.map(str::to_owned), message, ..error }
}

/// Where the game file `id` of an analysis is: `game.toml` beside a file `analysis.toml`, as a report's submission has them, and else
/// `games/<id>.toml` beside the analysis or in the nearest folder above it.
pub(crate) fn find_game_file(analysis: &Path, id: &str) -> Option<PathBuf> {
    let of_submission = analysis.with_file_name("game.toml");
    if analysis.file_name().is_some_and(|name| name == "analysis.toml") && of_submission.is_file() {
        return Some(of_submission);
    }
    let start = std::path::absolute(analysis).ok()?;
    start.ancestors().skip(1).map(|folder| folder.join("games").join(format!("{id}.toml"))).find(|path| path.is_file())
}

/// `a, b or c`, for messages that say what was expected.
pub fn one_of<S: AsRef<str>>(choices: impl IntoIterator<Item = S>) -> String {
    let choices: Vec<String> = choices.into_iter().map(|choice| choice.as_ref().to_owned()).collect();
    match choices.split_last() {
        None => "nothing: there is none".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
