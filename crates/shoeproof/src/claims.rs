//! A submitter's figures as a file states them: TOML or CSV, by the grammar of docs/claims.md. Every claim knows where it
//! stands, and keeps the digits it was printed with.

use std::ops::Range;
use std::path::Path;

use cards::Value;
use rules::{Document, FileKind, RulesError, Source, one_of};
use solver::Class;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::claim::{Claim, Figure, Stated, Subject, Word};
use crate::failure::Failure;
use crate::printed::Printed;
use crate::quoted::quoted;
use crate::stated_chart::StatedChart;

/// A submitter's figures, each with its place in the file.
#[derive(Debug)]
pub struct Claims {
    /// The text, to point at places in it.
    pub(crate) file: Source,
    /// Where its lines begin.
    line_starts: Vec<usize>,
    /// Where the figures are from, if the file says so.
    pub(crate) origin: Option<String>,
    pub(crate) claims: Vec<Claim>,
    /// The play that base-game figures are of which name no class.
    pub(crate) chart: Option<StatedChart>,
}

impl Claims {
    /// Reads a file; its name tells the grammar.
    ///
    /// # Errors
    /// A [`RulesError`] that points at the first thing wrong.
    pub fn load(path: &Path) -> Result<Self, RulesError> {
        Self::parse(Source::read_up_to(path, input::MOST_TABLE)?, path)
    }

    /// The same claims, those on the base game that name no strategy class being of this chart: a report's `strategy.csv`, or a grid of the field's
    /// letters in TOML.
    ///
    /// # Errors
    /// [`Failure::Unreadable`] for a file that states no chart.
    pub fn played_by(self, chart: &Path) -> Result<Self, Failure> {
        Ok(Self { chart: Some(StatedChart::load(chart)?), ..self })
    }

    /// Reads the text of a file of this name.
    ///
    /// # Errors
    /// As [`Claims::load`].
    pub fn parse(file: Source, path: &Path) -> Result<Self, RulesError> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let (origin, claims) = match extension.to_ascii_lowercase().as_str() {
            "toml" => Reader { file: &file }.toml()?,
            "csv" => (None, Reader { file: &file }.csv()?),
            _ => {
                return Err(file.expected(
                    None,
                    format!("`{extension}` does not say how the claims are written"),
                    "a file name that ends in .toml or .csv",
                ));
            }
        };
        if claims.is_empty() {
            return Err(file.expected(None, "no figure is claimed", "at least one"));
        }
        let after_break = |(at, byte): (usize, u8)| (byte == b'\n').then_some(at + 1);
        let line_starts = std::iter::once(0).chain(file.text().bytes().enumerate().filter_map(after_break)).collect();
        Ok(Self { file, line_starts, origin, claims, chart: None })
    }

    /// The line that a claim stands in, counted from 1.
    pub(crate) fn line(&self, claim: &Claim) -> usize {
        self.line_starts.partition_point(|&start| start <= claim.span.start)
    }
}

/// Figures of a file at the most: more than all cells, lines and edges of a hundred reports, and compared within seconds.
const MOST_CLAIMS: usize = 200_000;

/// The keys that say what a claim is about; all others name figures.
const ABOUT: [&str; 7] = ["strategy", "up", "signal", "hand", "wager", "paytable", "line"];
/// Columns of a CSV file.
const COLUMNS: [&str; 11] =
    ["of", "figure", "value", "strategy", "up", "signal", "hand", "wager", "paytable", "line", "readings"];

/// What a claim is about, as words.
#[derive(Debug, Clone)]
struct About {
    /// The kind of table, one of [`KINDS`].
    kind: &'static str,
    words: Vec<(&'static str, Word)>,
    readings: Vec<(Word, Word)>,
}

impl About {
    fn new(kind: &'static str) -> Self {
        Self { kind, words: Vec::new(), readings: Vec::new() }
    }

    fn take(&mut self, name: &str) -> Option<Word> {
        let at = self.words.iter().position(|(known, _)| *known == name)?;
        Some(self.words.remove(at).1)
    }
}

/// The kinds of tables, which are the values of a CSV file's column `of`, and the words that tell about them.
const KINDS: [(&str, &[&str]); 4] = [
    ("base-game", &["strategy", "up", "signal"]),
    ("insurance", &[]),
    ("wager", &["wager", "paytable", "line"]),
    ("cell", &["up", "signal", "hand"]),
];

struct Reader<'s> {
    file: &'s Source,
}

impl Reader<'_> {
    fn wrong(&self, span: &Range<usize>, message: impl Into<String>, expected: impl Into<String>) -> RulesError {
        self.file.expected(Some(span.clone()), message, expected)
    }

    /// One claim, out of the words of either grammar. `whole` is where a word that is missing is missed.
    fn claim(&self, mut about: About, figure: &Word, value: Word, whole: &Range<usize>) -> Result<Claim, RulesError> {
        let kind = about.kind;
        let words = KINDS.iter().find(|(known, _)| *known == kind).map_or(&[][..], |(_, words)| words);
        if let Some((name, word)) = about.words.iter().find(|(name, _)| !words.contains(name)) {
            let known = if words.is_empty() { "figures alone".to_owned() } else { one_of(words) };
            return Err(self.wrong(&word.span, format!("`{name}` is no part of a claim about `{kind}`"), known));
        }
        let missing = |name: &str| {
            self.wrong(whole, format!("`{name}` is missing"), format!("`{name}` in a claim about `{kind}`"))
        };
        let up = about.take("up").map(|word| self.value(&word)).transpose()?;
        let signal = about.take("signal");
        if let (None, Some(signal)) = (&up, &signal) {
            return Err(self.wrong(&signal.span, "a signal without an up card", "`up` beside it"));
        }
        let subject = match kind {
            "insurance" => Subject::Insurance,
            "wager" => Subject::Wager {
                id: about.take("wager").ok_or_else(|| missing("wager"))?,
                paytable: about.take("paytable"),
                line: about.take("line"),
            },
            "cell" => Subject::Cell {
                up: up.ok_or_else(|| missing("up"))?,
                signal,
                hand: about.take("hand").ok_or_else(|| missing("hand"))?,
            },
            _ => Subject::Base {
                strategy: about.take("strategy").map(|word| self.strategy(&word)).transpose()?,
                up,
                signal,
            },
        };
        let known = subject.figures();
        let Some(named) = Figure::named(&figure.text).filter(|named| known.contains(named)) else {
            return Err(self.wrong(
                &figure.span,
                format!("unknown key `{}`", figure.text),
                one_of(known.iter().map(|figure| figure.name())),
            ));
        };
        let stated = if named == Figure::Action {
            Stated::Action(value.text.clone())
        } else {
            let printed: Printed = value.text.parse().map_err(|words: String| self.said(&value.span, &words))?;
            if named.is_count() && printed.count().is_none() {
                return Err(self.wrong(&value.span, format!("`{}` is no count", value.text), "a whole number"));
            }
            if !named.is_told_by(&printed) {
                let message = format!("`{}` has too few digits to say anything of `{}`", value.text, named.name());
                return Err(self.wrong(&value.span, message, named.least_digits()));
            }
            Stated::Number(printed)
        };
        Ok(Claim { subject, figure: named, stated, span: value.span, readings: about.readings })
    }

    fn said(&self, span: &Range<usize>, words: &str) -> RulesError {
        match words.split_once(": expected ") {
            Some((message, expected)) => self.wrong(span, message, expected),
            None => self.file.error(Some(span.clone()), words),
        }
    }

    fn value(&self, word: &Word) -> Result<(Value, Range<usize>), RulesError> {
        let value: Value =
            word.text.parse().map_err(|error: cards::ParseValueError| self.said(&word.span, &error.to_string()))?;
        Ok((value, word.span.clone()))
    }

    fn strategy(&self, word: &Word) -> Result<Class, RulesError> {
        word.text.parse().map_err(|words: String| self.said(&word.span, &words))
    }

    fn toml(&self) -> Result<(Option<String>, Vec<Claim>), RulesError> {
        let document = Document::parse(self.file, FileKind::Claims)?;
        let (mut origin, mut strategy) = (None, None);
        let mut claims = Vec::new();
        for (key, value) in document.root() {
            match key.get_ref().as_ref() {
                "format" => {}
                "source" => origin = Some(self.word(value)?.text),
                "strategy" => {
                    let word = self.word(value)?;
                    self.strategy(&word)?;
                    strategy = Some(word);
                }
                "base-game" | "insurance" | "wagers" | "cells" => {}
                other => {
                    let known = ["format", "source", "strategy", "base-game", "insurance", "wagers", "cells"];
                    return Err(self.wrong(&key.span(), format!("unknown key `{other}`"), one_of(known)));
                }
            }
        }
        for (section, kind) in
            [("base-game", "base-game"), ("insurance", "insurance"), ("wagers", "wager"), ("cells", "cell")]
        {
            let tables = document.root().get(section).map(|value| self.tables(value)).transpose()?;
            for (table, place) in tables.unwrap_or_default() {
                let mut about = About::new(kind);
                if let Some(strategy) =
                    strategy.clone().filter(|_| kind == "base-game" && !table.contains_key("strategy"))
                {
                    about.words.push(("strategy", strategy));
                }
                self.table(table, about, &place, &mut claims)?;
            }
        }
        // In the order of the file, whatever the order of its sections.
        claims.sort_by_key(|claim: &Claim| claim.span.start);
        Ok((origin, claims))
    }

    /// The claims of one table: what it is about, then a claim for every other key.
    fn table(
        &self,
        table: &DeTable<'_>,
        mut about: About,
        place: &Range<usize>,
        claims: &mut Vec<Claim>,
    ) -> Result<(), RulesError> {
        let kind = about.kind;
        let (mut figures, mut lines) = (Vec::new(), Vec::new());
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            // A wager's own name is its id, and a line's its name, as in analyses and reports.
            let name = match (kind, name) {
                ("wager", "id") => "wager",
                ("wager", "wager" | "line") => "",
                (_, name) => name,
            };
            if let Some(known) = ABOUT.iter().find(|known| **known == name) {
                about.words.push((known, self.word(value)?));
            } else if name == "readings" {
                about.readings = self.readings(value)?;
            } else if name == "lines" && kind == "wager" {
                lines = self.tables(value)?;
            } else {
                let figure = Word { text: key.get_ref().to_string(), span: key.span() };
                figures.push((figure, self.word(value)?));
            }
        }
        if kind == "wager" && !table.contains_key("id") {
            return Err(self.wrong(place, "missing key `id`", "the id of the side wager"));
        }
        if figures.is_empty() && lines.is_empty() {
            return Err(self.wrong(place, "a table that claims nothing", "at least one figure"));
        }
        for (figure, value) in figures {
            claims.push(self.claim(about.clone(), &figure, value, place)?);
            self.is_not_too_much(claims.len(), place)?;
        }
        for (line, place) in lines {
            let mut about = about.clone();
            let name = line.get("name").ok_or_else(|| self.wrong(&place, "missing key `name`", "the line's name"))?;
            about.words.push(("line", self.word(name)?));
            for (key, value) in line.iter().filter(|(key, _)| key.get_ref() != "name") {
                let figure = Word { text: key.get_ref().to_string(), span: key.span() };
                claims.push(self.claim(about.clone(), &figure, self.word(value)?, &place)?);
                self.is_not_too_much(claims.len(), &place)?;
            }
        }
        Ok(())
    }

    fn is_not_too_much(&self, claims: usize, place: &Range<usize>) -> Result<(), RulesError> {
        if claims <= MOST_CLAIMS {
            return Ok(());
        }
        Err(self.wrong(place, "too many figures in one file", format!("at most {MOST_CLAIMS}")))
    }

    /// A text, or a number in the digits of the file.
    fn word(&self, value: &Spanned<DeValue<'_>>) -> Result<Word, RulesError> {
        let span = value.span();
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(_) | DeValue::Float(_) => {
                self.file.text().get(span.clone()).unwrap_or_default().replace('_', "")
            }
            _ => return Err(self.wrong(&span, "neither a text nor a number", "a string or a number")),
        };
        Ok(Word { text, span })
    }

    fn tables<'t, 'd>(
        &self,
        value: &'t Spanned<DeValue<'d>>,
    ) -> Result<Vec<(&'t DeTable<'d>, Range<usize>)>, RulesError> {
        let not_table = |span: &Range<usize>| self.wrong(span, "no table", "tables, as docs/claims.md has them");
        match value.get_ref() {
            DeValue::Table(table) => Ok(vec![(table, value.span())]),
            DeValue::Array(array) => array
                .iter()
                .map(|one| match one.get_ref() {
                    DeValue::Table(table) => Ok((table, one.span())),
                    _ => Err(not_table(&one.span())),
                })
                .collect(),
            _ => Err(not_table(&value.span())),
        }
    }

    fn readings(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<(Word, Word)>, RulesError> {
        let DeValue::Table(table) = value.get_ref() else {
            return Err(self.wrong(&value.span(), "no table", "readings such as { match-pays = \"best\" }"));
        };
        let mut readings = Vec::new();
        for (key, value) in table {
            readings.push((Word { text: key.get_ref().to_string(), span: key.span() }, self.word(value)?));
        }
        Ok(readings)
    }

    fn csv(&self) -> Result<Vec<Claim>, RulesError> {
        let mut rows = self.rows()?.into_iter();
        let Some(header) = rows.next() else {
            return Err(self.file.expected(
                None,
                "an empty file",
                format!("a first line such as {}", COLUMNS.join(",")),
            ));
        };
        let mut columns: Vec<&'static str> = Vec::new();
        for name in &header {
            let Some(known) = COLUMNS.iter().find(|known| **known == name.text) else {
                return Err(self.wrong(&name.span, format!("unknown column `{}`", name.text), one_of(COLUMNS)));
            };
            if columns.contains(known) {
                return Err(self.wrong(&name.span, format!("column `{known}` twice"), "every column once"));
            }
            columns.push(known);
        }
        let first = header.first().map_or(0..0, |word| word.span.clone());
        for needed in ["of", "figure", "value"] {
            if !columns.contains(&needed) {
                return Err(self.wrong(&first, format!("missing column `{needed}`"), "of, figure and value at least"));
            }
        }
        rows.map(|row| self.row(&columns, row)).collect()
    }

    fn row(&self, columns: &[&'static str], row: Vec<Word>) -> Result<Claim, RulesError> {
        let place = match (row.first(), row.last()) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => 0..0,
        };
        if row.len() != columns.len() {
            return Err(self.wrong(
                &place,
                format!("{} fields", row.len()),
                format!("{}, as in the first line", columns.len()),
            ));
        }
        let (mut kind, mut figure, mut value) = (None, None, None);
        let (mut words, mut readings) = (Vec::new(), Vec::new());
        for (column, word) in columns.iter().zip(row) {
            match *column {
                "of" => kind = Some(word),
                "figure" => figure = Some(word),
                "value" => value = Some(word),
                _ if word.text.is_empty() => {}
                "readings" => readings = self.reading_list(&word)?,
                name => words.push((name, word)),
            }
        }
        let (Some(kind), Some(figure), Some(value)) = (kind, figure, value) else {
            return Err(self.file.error(Some(place), "a claim without a figure"));
        };
        let Some((kind, _)) = KINDS.iter().find(|(known, _)| *known == kind.text) else {
            let known = one_of(KINDS.iter().map(|(known, _)| known));
            return Err(self.wrong(&kind.span, format!("unknown kind of claim `{}`", kind.text), known));
        };
        self.claim(About { kind, words, readings }, &figure, value, &place)
    }

    /// `name=choice`, with semicolons between.
    fn reading_list(&self, word: &Word) -> Result<Vec<(Word, Word)>, RulesError> {
        let part = |part: &str| match part.split_once('=') {
            Some((name, choice)) if !name.trim().is_empty() && !choice.trim().is_empty() => {
                let at = |text: &str| Word { text: text.trim().to_owned(), span: word.span.clone() };
                Ok((at(name), at(choice)))
            }
            _ => Err(self.wrong(&word.span, format!("`{part}` is no reading"), "name=choice, with semicolons between")),
        };
        word.text.split(';').map(part).collect()
    }

    /// The fields of every line that is neither empty nor a comment (`#`). A field may stand in quotation marks, which are
    /// doubled within; it may not hold a line break.
    fn rows(&self) -> Result<Vec<Vec<Word>>, RulesError> {
        let mut rows = Vec::new();
        let mut start = 0;
        for line in self.file.text().split_inclusive('\n') {
            let bare = line.trim_end_matches(['\n', '\r']);
            // A mark that some spreadsheets put before the first line.
            let bare = if start == 0 { bare.strip_prefix('\u{feff}').unwrap_or(bare) } else { bare };
            let from = start + line.trim_end_matches(['\n', '\r']).len() - bare.len();
            if !bare.trim().is_empty() && !bare.trim_start().starts_with('#') {
                // The first row names the columns.
                self.is_not_too_much(rows.len(), &(from..from + bare.len()))?;
                rows.push(self.fields(bare, from)?);
            }
            start += line.len();
        }
        Ok(rows)
    }

    fn fields(&self, line: &str, start: usize) -> Result<Vec<Word>, RulesError> {
        let mut fields = Vec::new();
        let mut at = 0;
        loop {
            let rest = &line[at..];
            let blank = rest.len() - rest.trim_start().len();
            let (text, end) = if rest.trim_start().starts_with('"') {
                let open = at + blank;
                let (text, close) = quoted(&line[open + 1..]).ok_or_else(|| {
                    self.wrong(&(start + open..start + line.len()), "an open quotation mark", "its end")
                })?;
                let end = open + 1 + close;
                let after = line[end..].find(',').map_or(line.len(), |comma| end + comma);
                if !line[end..after].trim().is_empty() {
                    return Err(self.wrong(&(start + end..start + after), "text after a quoted field", "a comma"));
                }
                (text, after)
            } else {
                let end = rest.find(',').map_or(line.len(), |comma| at + comma);
                (line[at..end].trim().to_owned(), end)
            };
            let shown = line[at..end].trim_end().len();
            let from = (at + blank).min(at + shown);
            fields.push(Word { text, span: start + from..start + at + shown });
            if end == line.len() {
                return Ok(fields);
            }
            at = end + 1;
        }
    }
}
