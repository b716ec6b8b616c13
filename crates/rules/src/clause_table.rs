//! The clause table of a regulation: every subsection of its text, and what the program makes of it.
//!
//! A table is data (`regulations/*.toml`, see `docs/clauses.md`). A row says of one or more subsections which keys of the
//! game file state them, which readings they leave open, why they change no figure, or what is not modelled and how much
//! that can be. [`ClauseTable::lines`] puts the rows in words for one game.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};
use toml::de::DeTable;

use crate::document::Document;
use crate::error::{RulesError, Source, one_of};
use crate::file_kind::FileKind;
use crate::switch::WAGER;
use crate::text::{NAME, is_name};

/// Most bytes of a file, rows of a table, entries of a list and characters of a sentence.
const MOST_BYTES: usize = 1 << 20;
const MOST_ROWS: usize = 2_000;
const MOST_ENTRIES: usize = 40;
const MOST_CHARACTERS: usize = 400;

/// The tables of this repository.
const COMMITTED: [(&str, &str); 5] = [
    ("regulations/pa-633a.toml", include_str!("../../../regulations/pa-633a.toml")),
    ("regulations/pa-665a.toml", include_str!("../../../regulations/pa-665a.toml")),
    ("regulations/pa-685a.toml", include_str!("../../../regulations/pa-685a.toml")),
    ("regulations/pa-685c.toml", include_str!("../../../regulations/pa-685c.toml")),
    ("regulations/ma-double-attack.toml", include_str!("../../../regulations/ma-double-attack.toml")),
];

/// Every subsection of one regulation, in the order of its text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClauseTable {
    /// Version of the grammar; 1.
    format: u32,
    /// The regulation, such as `58 Pa. Code ch. 633a`.
    regulation: String,
    /// Ids of the game files that are made from it.
    games: Vec<String>,
    /// The rows.
    rows: Vec<ClauseRow>,
}

/// What the program makes of one subsection, or of several that follow each other and share the answer.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClauseRow {
    /// The subsections, such as `7(n)(1)`, or a defined term, such as `1 Hole card`.
    pub clauses: Vec<String>,
    /// Keys of the game file that state it; `options.NAME` is an option.
    #[serde(default)]
    pub modelled: Vec<String>,
    /// What every game of the program does without being told.
    pub built_in: Option<String>,
    /// Readings that it leaves open.
    #[serde(default)]
    pub readings: Vec<String>,
    /// Why it changes no figure.
    pub no_effect: Option<String>,
    /// What of it is not modelled.
    pub not_modelled: Option<String>,
    /// Id of the game that this concerns, if the regulation has several and it concerns one.
    pub not_modelled_in: Option<String>,
    /// The most that can change of a figure by what is not modelled.
    pub at_most: Option<String>,
    /// Id of the one game of the regulation that the row concerns, if it does not concern all.
    pub only_in: Option<String>,
    /// Whether its parts, which have rows of their own, say all of it.
    #[serde(default)]
    pub in_parts: bool,
    /// A remark on what is modelled.
    pub note: Option<String>,
}

/// What a row says in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClauseStatus {
    /// The game file states it, or every game does it.
    Modelled,
    /// It can be read in more than one way, and a reading chooses.
    Reading,
    /// It changes no figure.
    NoEffect,
    /// Something of it is not modelled.
    NotModelled,
    /// Its parts have rows of their own.
    InParts,
}

impl ClauseStatus {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Modelled => "modelled",
            Self::Reading => "reading",
            Self::NoEffect => "no effect",
            Self::NotModelled => "not modelled",
            Self::InParts => "in parts",
        }
    }
}

/// A row in words, for one game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClauseLine {
    /// The subsections: `7(m)`, or `2(b)(4) to 2(b)(9)`.
    pub clause: String,
    /// [`ClauseStatus::name`].
    pub status: &'static str,
    /// Keys, readings, reason or bound.
    pub text: String,
}

/// The rows of one regulation in words, for one game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RegulationLines {
    /// The regulation.
    pub regulation: String,
    /// Its rows, in the order of the text.
    pub lines: Vec<ClauseLine>,
}

impl ClauseTable {
    /// Reads a table from a file.
    ///
    /// # Errors
    /// As [`ClauseTable::parse`], and if the file cannot be read.
    pub fn load(path: &Path) -> Result<Self, RulesError> {
        Self::parse(&Source::read(path)?)
    }

    /// Reads a table and checks what can be checked without a game file.
    ///
    /// # Errors
    /// If the text is too large, no TOML, or of another format; or if a row has an unknown key, names no clause or one of
    /// another row, or says nothing or two things that exclude each other. The error points at the place.
    pub fn parse(source: &Source) -> Result<Self, RulesError> {
        if source.text().len() > MOST_BYTES {
            return Err(source.expected(None, "the clause table is too large", format!("at most {MOST_BYTES} bytes")));
        }
        let document = Document::parse(source, FileKind::ClauseTable)?;
        let table: Self = document.typed()?;
        table.check().map_err(|fault| {
            let path: Vec<&str> = fault.path.iter().map(String::as_str).collect();
            source.expected(document.place(&path), fault.message, fault.expected)
        })?;
        Ok(table)
    }

    /// The tables of this repository, as they were when the program was built.
    ///
    /// # Errors
    /// None in a program whose tests pass.
    pub fn committed() -> Result<Vec<Self>, RulesError> {
        let sources = COMMITTED.into_iter().map(|(origin, text)| Source::inline(origin.to_owned(), text));
        sources.map(|source| Self::parse(&source)).collect()
    }

    /// The regulation.
    pub fn regulation(&self) -> &str {
        &self.regulation
    }

    /// Ids of the game files that are made from it.
    pub fn games(&self) -> &[String] {
        &self.games
    }

    /// The rows, in the order of the text.
    pub fn rows(&self) -> &[ClauseRow] {
        &self.rows
    }

    /// Every subsection, in the order of the text.
    pub fn clauses(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().flat_map(|row| row.clauses.iter().map(String::as_str))
    }

    /// The row of a subsection.
    pub fn row(&self, clause: &str) -> Option<&ClauseRow> {
        self.rows.iter().find(|row| row.clauses.iter().any(|one| one == clause))
    }

    /// The rows in words, with those keys and readings that the game file has.
    ///
    /// A row of which the game has none concerns another game of the regulation, or a side wager that is valued there only, and
    /// says so. `in_effect` are the game's readings that have a meaning under the options chosen; of the others a row says that they have none.
    pub fn lines(&self, game: &Document<'_>, in_effect: &[&str]) -> RegulationLines {
        let lines = self.rows.iter().map(|row| row.line(game, in_effect)).collect();
        RegulationLines { regulation: self.regulation.clone(), lines }
    }

    fn check(&self) -> Result<(), Fault> {
        if self.games.is_empty() {
            return Err(Fault::new(["games"], "the table is of no game", "ids of game files"));
        }
        if let Some(at) = self.games.iter().position(|game| !is_name(game)) {
            let message = format!("`{}` cannot name a game", self.games[at]);
            return Err(Fault::new(["games", &at.to_string()], message, NAME));
        }
        if self.rows.len() > MOST_ROWS {
            return Err(Fault::new(["rows"], "too many rows", format!("at most {MOST_ROWS}")));
        }
        let mut seen = BTreeSet::new();
        let all: BTreeSet<&str> = self.clauses().collect();
        for (index, row) in self.rows.iter().enumerate() {
            let index = index.to_string();
            row.check().map_err(|fault| fault.within(["rows", &index]))?;
            if let Some(game) = row.not_modelled_in.as_ref().filter(|game| !self.games.contains(game)) {
                let path = ["rows", &index, "not-modelled-in"];
                return Err(Fault::new(path, format!("the table is not of `{game}`"), one_of(&self.games)));
            }
            if let Some(game) = row.only_in.as_ref().filter(|game| !self.games.contains(game)) {
                let path = ["rows", &index, "only-in"];
                return Err(Fault::new(path, format!("the table is not of `{game}`"), one_of(&self.games)));
            }
            for (at, clause) in row.clauses.iter().enumerate() {
                let path = ["rows", &index, "clauses", &at.to_string()];
                if !is_clause(clause) {
                    return Err(Fault::new(path, format!("`{clause}` is no clause"), "such as 7(n)(1) or 1 Hole card"));
                }
                if !seen.insert(clause) {
                    return Err(Fault::new(path, format!("`{clause}` has a row already"), "one row a clause"));
                }
                let part = format!("{clause}(");
                if row.in_parts && !all.range(&part[..]..).next().is_some_and(|next| next.starts_with(&part)) {
                    return Err(Fault::new(path, format!("`{clause}` has no parts"), "rows of its parts"));
                }
            }
        }
        Ok(())
    }
}

impl ClauseRow {
    /// What the row says in one word. A row with anything that is not modelled counts as not modelled.
    pub fn status(&self) -> ClauseStatus {
        self.status_where(true)
    }

    /// The same in a game that what is not modelled concerns, or does not.
    fn status_where(&self, omits: bool) -> ClauseStatus {
        if self.not_modelled.is_some() && omits {
            ClauseStatus::NotModelled
        } else if self.in_parts {
            ClauseStatus::InParts
        } else if self.no_effect.is_some() {
            ClauseStatus::NoEffect
        } else if self.readings.is_empty() {
            ClauseStatus::Modelled
        } else {
            ClauseStatus::Reading
        }
    }

    /// Its subsections in short: the first and the last of three or more.
    pub fn label(&self) -> String {
        match &self.clauses[..] {
            [first, _, .., last] => format!("{first} to {last}"),
            few => few.join(", "),
        }
    }

    fn line(&self, game: &Document<'_>, in_effect: &[&str]) -> ClauseLine {
        let is_of_wager = !self.modelled.is_empty() && self.modelled.iter().all(|key| key.starts_with(WAGER));
        let of_game = |names: &[String], has: &dyn Fn(&str) -> bool| -> Vec<String> {
            names.iter().filter(|name| has(name)).map(|name| format!("`{name}`")).collect()
        };
        let keys = of_game(&self.modelled, &|key| has_key(game, key));
        let of_reading = |is_in_effect: bool| {
            of_game(&self.readings, &|name| has_reading(game, name) && in_effect.contains(&name) == is_in_effect)
        };
        let [readings, without_effect] = [true, false].map(of_reading);
        let is_elsewhere = match &self.only_in {
            Some(only) => game_id(game) != only,
            // A reading of several wagers says nothing of one that the game does not have.
            None => match (self.modelled.is_empty(), self.readings.is_empty()) {
                (true, true) => false,
                _ if is_of_wager => keys.is_empty(),
                _ => keys.is_empty() && readings.is_empty() && without_effect.is_empty(),
            },
        };
        let omits = self.not_modelled_in.as_ref().is_none_or(|one| game_id(game) == one);
        let mut status = self.status_where(omits);
        let mut parts = Vec::new();
        if !is_elsewhere {
            if !keys.is_empty() {
                parts.push(format!("Stated by {}.", keys.join(", ")));
            }
            if !readings.is_empty() {
                parts.push(format!("Left open by the text; chosen by {}.", readings.join(", ")));
            }
            if !without_effect.is_empty() {
                let names = without_effect.join(", ");
                parts.push(format!("Left open by the text, but of no effect under the options chosen: {names}."));
            }
        }
        if status == ClauseStatus::Reading && readings.is_empty() {
            status = ClauseStatus::Modelled;
        }
        if is_elsewhere && self.built_in.is_none() && status != ClauseStatus::NotModelled {
            status = ClauseStatus::NoEffect;
            let of = if is_of_wager {
                "a side wager that is not valued in this game"
            } else {
                "another game of the regulation"
            };
            parts.push(format!("Concerns {of}."));
        }
        if status == ClauseStatus::InParts {
            parts.push("See its parts.".to_owned());
        }
        let note = self.note.as_ref().filter(|_| !is_elsewhere);
        parts.extend([&self.built_in, &self.no_effect].into_iter().flatten().chain(note).cloned());
        if let Some(text) = self.not_modelled.as_ref().filter(|_| omits) {
            let rest = if parts.is_empty() { "" } else { "Not modelled: " };
            parts.push(format!("{rest}{text}"));
            parts.extend(self.at_most.iter().map(|text| format!("At most: {text}")));
        }
        ClauseLine { clause: self.label(), status: status.name(), text: parts.join(" ") }
    }

    fn check(&self) -> Result<(), Fault> {
        for (key, list) in [("clauses", &self.clauses), ("modelled", &self.modelled), ("readings", &self.readings)] {
            if list.len() > MOST_ENTRIES {
                return Err(Fault::new([key], "too many entries", format!("at most {MOST_ENTRIES}")));
            }
        }
        if self.clauses.is_empty() {
            return Err(Fault::new(["clauses"], "the row is of no clause", "clauses"));
        }
        for (key, text) in [
            ("built-in", &self.built_in),
            ("no-effect", &self.no_effect),
            ("not-modelled", &self.not_modelled),
            ("at-most", &self.at_most),
            ("note", &self.note),
        ] {
            let Some(text) = text else { continue };
            if !text.ends_with('.') || text.chars().count() > MOST_CHARACTERS || text.contains(char::is_control) {
                let expected = format!("a sentence with its full stop, of at most {MOST_CHARACTERS} characters");
                return Err(Fault::new([key], "this is no sentence", expected));
            }
        }
        let says = !self.modelled.is_empty() || self.built_in.is_some() || !self.readings.is_empty();
        let ways = [says || self.not_modelled.is_some(), self.no_effect.is_some(), self.in_parts];
        match ways.iter().filter(|&&way| way).count() {
            0 => {
                let expected = "modelled, built-in, readings, no-effect, not-modelled or in-parts";
                return Err(Fault::new(["clauses"], "the row says nothing", expected));
            }
            1 => {}
            _ => {
                let key = if self.in_parts { "in-parts" } else { "no-effect" };
                return Err(Fault::new([key], "the row says two things that exclude each other", "one of them"));
            }
        }
        if self.at_most.is_some() != self.not_modelled.is_some() {
            let expected = "not-modelled with at-most, or neither";
            let key = if self.at_most.is_some() { "at-most" } else { "not-modelled" };
            return Err(Fault::new([key], "what is not modelled and its bound go together", expected));
        }
        if self.not_modelled_in.is_some() && (self.not_modelled.is_none() || !says) {
            let expected = "not-modelled beside what the other games do";
            return Err(Fault::new(["not-modelled-in"], "the row says nothing of the other games", expected));
        }
        if self.note.is_some() && !says {
            return Err(Fault::new(["note"], "a note on nothing", "modelled, built-in or readings beside it"));
        }
        Ok(())
    }
}

/// What is wrong with a table, and at which keys.
struct Fault {
    path: Vec<String>,
    message: String,
    expected: String,
}

impl Fault {
    fn new<const N: usize>(path: [&str; N], message: impl Into<String>, expected: impl Into<String>) -> Self {
        let path = path.iter().map(|&part| part.to_owned()).collect();
        Self { path, message: message.into(), expected: expected.into() }
    }

    fn within<const N: usize>(self, outer: [&str; N]) -> Self {
        let path = outer.iter().map(|&part| part.to_owned()).chain(self.path).collect();
        Self { path, ..self }
    }
}

/// Whether a text can be the number of a clause: `7(n)(1)`, `685c.1(a)`, `14`, `1 Hole card`, `preamble`.
fn is_clause(text: &str) -> bool {
    if text == "preamble" {
        return true;
    }
    let number = |text: &str| text.bytes().next().is_some_and(|byte| byte.is_ascii_digit()) && text.len() <= 10;
    let is_section = |text: &str| {
        number(text) && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'.')
    };
    if let Some((section, term)) = text.split_once(' ') {
        let is_term = |byte: u8| byte.is_ascii_alphanumeric() || byte == b' ' || byte == b'-';
        return is_section(section) && !term.is_empty() && term.len() <= 40 && term.bytes().all(is_term);
    }
    let mut parts = text.split('(');
    let is_part = |part: &str| {
        part.strip_suffix(')')
            .is_some_and(|part| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    };
    parts.next().is_some_and(is_section) && parts.all(is_part)
}

/// Whether the game file has the key.
pub(crate) fn has_key(game: &Document<'_>, key: &str) -> bool {
    match key.strip_prefix("options.") {
        Some(name) => switch_names(game, "options").any(|one| one == name),
        None => !key.starts_with("readings") && game.get(&key.split('.').collect::<Vec<_>>()).is_some(),
    }
}

/// Whether the game file has the reading.
pub(crate) fn has_reading(game: &Document<'_>, name: &str) -> bool {
    switch_names(game, "readings").any(|one| one == name)
}

/// Id of a game file.
pub(crate) fn game_id<'d>(game: &'d Document<'_>) -> &'d str {
    game.get(&["id"]).and_then(|id| id.get_ref().as_str()).unwrap_or_default()
}

fn switch_names<'d>(game: &'d Document<'_>, list: &str) -> impl Iterator<Item = &'d str> {
    switches(game, list).filter_map(|switch| switch.get("name")?.get_ref().as_str())
}

/// The options or the readings of a game file.
pub(crate) fn switches<'d, 't>(game: &'d Document<'t>, list: &str) -> impl Iterator<Item = &'d DeTable<'t>> {
    let switches = game.get(&[list]).and_then(|list| list.get_ref().as_array());
    switches.into_iter().flat_map(|list| list.iter()).filter_map(|switch| switch.get_ref().as_table())
}
