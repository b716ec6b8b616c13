//! Values that know where they were written.

use std::ops::Range;

use crate::error::{RulesError, Source};

/// A value that knows where it was written.
#[derive(Debug, Clone)]
pub(crate) struct Located<T> {
    pub(crate) value: T,
    pub(crate) source: Source,
    pub(crate) span: Range<usize>,
}

impl<T> Located<T> {
    pub(crate) fn expected(&self, message: impl Into<String>, expected: impl Into<String>) -> RulesError {
        self.source.expected(Some(self.span.clone()), message, expected)
    }

    pub(crate) fn said(&self, words: &str) -> RulesError {
        self.source.said(Some(self.span.clone()), words)
    }

    pub(crate) fn with<U>(&self, value: U) -> Located<U> {
        Located { value, source: self.source.clone(), span: self.span.clone() }
    }
}

/// A value that is no list and no table, as an override would write it.
pub(crate) fn scalar(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// The parts of an override's list; brackets and quotation marks, which it does not need, are left out.
pub(crate) fn list(whole: &Located<String>) -> Vec<Located<String>> {
    let is_outside = |letter: char| letter.is_whitespace() || "[]\"'".contains(letter);
    if whole.value.chars().all(is_outside) {
        return Vec::new();
    }
    let mut start = whole.span.start;
    let parts = whole.value.split(',').map(|raw| {
        let part = raw.trim_matches(is_outside);
        let before = raw.len() - raw.trim_start_matches(is_outside).len();
        let at = start + before.min(raw.len() - part.len());
        start += raw.len() + 1;
        Located { value: part.to_owned(), source: whole.source.clone(), span: at..at + part.len() }
    });
    parts.collect()
}
