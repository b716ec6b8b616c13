//! TOML documents whose values know where they are written.

use std::ops::Range;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{RulesError, Source};
use crate::file_kind::FileKind;
use crate::tables::Tables;

/// The only version of the grammars of game and analysis files.
const FORMAT: i64 = 1;

/// A TOML document whose keys and values know where they are written, also after a value has been copied from one
/// place of the document to another. So what is wrong with a rule that a choice has set is shown at the choice.
#[derive(Debug, Clone)]
pub struct Document<'t> {
    source: &'t Source,
    root: DeTable<'t>,
}

#[derive(Deserialize)]
struct Format {
    format: Spanned<i64>,
}

impl<'t> Document<'t> {
    /// Reads a document of the known format, as a file of this kind.
    ///
    /// The format is checked before anything else: a later format may have keys that look wrong in this one.
    ///
    /// # Errors
    /// If the text is no TOML, is a file of another kind, has a name or text with a character that does not show itself, or has another format.
    pub fn parse(source: &'t Source, kind: FileKind) -> Result<Self, RulesError> {
        let document = Self::reread(source)?;
        kind.check(source, &document.root)?;
        shows_itself(source, &document.root)?;
        comments_show_themselves(source)?;
        let Format { format } = document.typed()?;
        if *format.get_ref() != FORMAT {
            return Err(document.source.expected(
                Some(format.span()),
                format!("unknown format of {}", kind.noun()),
                FORMAT.to_string(),
            ));
        }
        Ok(document)
    }

    /// The same of a text that [`Document::parse`] has read before.
    ///
    /// # Errors
    /// If the text is no TOML.
    pub(crate) fn reread(source: &'t Source) -> Result<Self, RulesError> {
        let root = DeTable::parse(&source.text).map_err(|error| source.toml_error(&error))?.into_inner();
        Ok(Self { source, root })
    }

    /// The document without these of its first keys.
    pub(crate) fn without(&self, keys: &[&str]) -> Self {
        let kept = self.root.iter().filter(|(key, _)| !keys.contains(&key.get_ref().as_ref()));
        Self { source: self.source, root: kept.map(|(key, value)| (key.clone(), value.clone())).collect() }
    }

    /// Its keys and values, with their places.
    pub fn root(&self) -> &DeTable<'t> {
        &self.root
    }

    pub(crate) fn source(&self) -> &'t Source {
        self.source
    }

    /// The document as a value of a type.
    ///
    /// # Errors
    /// An error that points at what does not fit.
    pub fn typed<T: DeserializeOwned>(&self) -> Result<T, RulesError> {
        Self { source: self.source, root: self.root.clone() }.into_typed()
    }

    /// As [`Document::typed`], without a copy.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn into_typed<T: DeserializeOwned>(self) -> Result<T, RulesError> {
        // The root has no place of its own; an error that belongs to no place within it has none.
        let root = Spanned::new(0..0, self.root);
        T::deserialize(Tables(toml::de::Deserializer::from(root))).map_err(|error| self.source.toml_error(&error))
    }

    /// The value at a path of keys; an element of a list goes by its index from 0.
    pub(crate) fn get(&self, path: &[&str]) -> Option<&Spanned<DeValue<'t>>> {
        let (first, rest) = path.split_first()?;
        rest.iter().try_fold(self.root.get(*first)?, |value, part| match value.get_ref() {
            DeValue::Table(table) => table.get(*part),
            DeValue::Array(array) => array.get(part.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// Where the value at a path is written; of one that is not, the innermost that was to hold it.
    pub(crate) fn place(&self, path: &[&str]) -> Option<Range<usize>> {
        (1..=path.len()).rev().find_map(|length| self.get(&path[..length])).map(Spanned::span)
    }

    /// Where the last key of a path is written.
    pub(crate) fn key_place(&self, path: &[&str]) -> Option<Range<usize>> {
        let (key, parents) = path.split_last()?;
        let table = match parents {
            [] => &self.root,
            _ => self.get(parents)?.get_ref().as_table()?,
        };
        table.keys().find(|one| one.get_ref() == key).map(Spanned::span)
    }

    /// Replaces the value at a dotted key.
    ///
    /// Only a value that is there can be replaced: a choice that named a new key would be a rule without a clause.
    pub(crate) fn set(&mut self, path: &str, value: &Spanned<DeValue<'t>>) -> Result<(), Missing> {
        let mut parts = path.split('.');
        let first = parts.next().unwrap_or_default();
        // A rule stands in a section, so the keys that are no sections are no help.
        let sections = self.root.iter().filter(|(_, value)| value.get_ref().is_table());
        let there = sections.map(|(key, _)| key.get_ref().to_string()).collect();
        let mut slot = self.root.get_mut(first).ok_or_else(|| Missing { part: first.to_owned(), there })?;
        for part in parts {
            slot = match slot.get_mut() {
                DeValue::Table(table) => part_of(table, part)?,
                _ => return Err(Missing { part: part.to_owned(), there: Vec::new() }),
            };
        }
        slot.clone_from(value);
        Ok(())
    }
}

/// Names and texts are printed in lines of their own and in tables: no line feed, no character that acts on a terminal.
fn shows_itself(source: &Source, table: &DeTable<'_>) -> Result<(), RulesError> {
    table.iter().try_for_each(|(key, value)| {
        is_shown(source, key.get_ref(), key.span())?;
        value_shows_itself(source, value)
    })
}

fn value_shows_itself(source: &Source, value: &Spanned<DeValue<'_>>) -> Result<(), RulesError> {
    match value.get_ref() {
        DeValue::String(text) => is_shown(source, text, value.span()),
        DeValue::Array(values) => values.iter().try_for_each(|value| value_shows_itself(source, value)),
        DeValue::Table(table) => shows_itself(source, table),
        _ => Ok(()),
    }
}

fn is_shown(source: &Source, text: &str, span: Range<usize>) -> Result<(), RulesError> {
    match text.chars().find(|&one| input::acts(one)) {
        // A run of spaces can push what comes after it to the next line of a terminal.
        None if has_odd_spaces(text) => {
            Err(source.expected(Some(span), "two spaces in a row in a text", "one space between words"))
        }
        None => Ok(()),
        Some(one) => {
            let message = format!("the character U+{:04X} in a text", u32::from(one));
            Err(source.expected(Some(span), message, "a text on one line, of characters that show themselves"))
        }
    }
}

/// Whether two spaces stand in a row, or white space that is no plain space.
fn has_odd_spaces(text: &str) -> bool {
    let is_other = |one: char| one.is_whitespace() && one != ' ';
    text.contains("  ") || text.contains(is_other)
}

/// No comment has a character that acts on a terminal either: somebody reads the file itself.
fn comments_show_themselves(source: &Source) -> Result<(), RulesError> {
    let is_line_end = |one: char| matches!(one, '\n' | '\r' | '\t');
    match source.text.char_indices().find(|&(_, one)| input::acts(one) && !is_line_end(one)) {
        None => Ok(()),
        Some((at, one)) => {
            let message = format!("the character U+{:04X} in the file", u32::from(one));
            Err(source.expected(Some(at..at + one.len_utf8()), message, "characters that show themselves"))
        }
    }
}

/// A part of a dotted key that does not exist.
pub(crate) struct Missing {
    /// The part.
    pub(crate) part: String,
    /// What there is in its stead.
    pub(crate) there: Vec<String>,
}

fn part_of<'a, 't>(table: &'a mut DeTable<'t>, part: &str) -> Result<&'a mut Spanned<DeValue<'t>>, Missing> {
    let there = table.keys().map(|key| key.get_ref().to_string()).collect();
    table.get_mut(part).ok_or_else(|| Missing { part: part.to_owned(), there })
}
