use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;

use cards::{Composition, Value, parse_hand};
use serde::Deserialize;
use toml::Spanned;

use crate::error::{RulesError, Source, one_of};

/// A `key=value` that replaces a value of the analysis file, such as `readings.dealer-ace=customary`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    key: String,
    value: String,
}

impl FromStr for Override {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once('=') {
            Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() => {
                Ok(Self { key: key.trim().to_owned(), value: value.trim().trim_matches('"').to_owned() })
            }
            _ => Err(format!("`{text}` is no key=value, such as decks=4 or readings.dealer-ace=customary")),
        }
    }
}

impl Override {
    /// The override `key=value`.
    pub fn new(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self { key: key.into(), value: value.into() }
    }

    fn source(&self) -> Source {
        Source::inline("--set".to_owned(), &format!("{}={}", self.key, self.value))
    }

    fn key_span(&self) -> Range<usize> {
        0..self.key.len()
    }

    fn value_span(&self) -> Range<usize> {
        self.key.len() + 1..self.key.len() + 1 + self.value.len()
    }
}

/// Whom a report is for and who answers for it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReportDetails {
    /// Date of the report, ISO 8601. Part of the analysis, so that a report can be made again byte for byte.
    pub date: String,
    /// The client.
    pub client: String,
    /// The authoriser.
    pub authoriser: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AnalysisFile {
    format: Spanned<u32>,
    id: Spanned<String>,
    title: String,
    game: Spanned<String>,
    decks: Option<Spanned<u16>>,
    shoe: Option<Spanned<[u16; Value::COUNT]>>,
    remove: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    options: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
    #[serde(default)]
    readings: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
    #[serde(default)]
    wagers: BTreeMap<Spanned<String>, WagerFile>,
    report: ReportDetails,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WagerFile {
    paytable: Option<Spanned<String>>,
    offered: Option<bool>,
}

/// A value that knows where it was written.
#[derive(Debug, Clone)]
pub(crate) struct Located<T> {
    pub(crate) value: T,
    source: Source,
    span: Range<usize>,
}

impl<T> Located<T> {
    pub(crate) fn error(&self, message: impl Into<String>) -> RulesError {
        self.source.error(Some(self.span.clone()), message)
    }

    pub(crate) fn expected(&self, message: impl Into<String>, expected: impl Into<String>) -> RulesError {
        self.source.expected(Some(self.span.clone()), message, expected)
    }

    pub(crate) fn with<U>(&self, value: U) -> Located<U> {
        Located { value, source: self.source.clone(), span: self.span.clone() }
    }
}

/// What an analysis says of one side wager.
#[derive(Debug, Clone)]
pub(crate) struct WagerDraft {
    pub(crate) key: Located<()>,
    pub(crate) paytable: Option<Located<String>>,
    pub(crate) offered: bool,
}

/// The cards of an analysis, before the game has been asked whether it allows them.
#[derive(Debug, Clone)]
pub(crate) enum ShoeDraft {
    Decks(Located<u16>),
    Counts(Located<Composition>),
}

/// An analysis file with its overrides applied, not yet checked against the game.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) game: Located<String>,
    pub(crate) shoe: ShoeDraft,
    pub(crate) remove: Option<Located<Vec<Value>>>,
    pub(crate) options: BTreeMap<String, (Located<()>, Located<String>)>,
    pub(crate) readings: BTreeMap<String, (Located<()>, Located<String>)>,
    pub(crate) wagers: BTreeMap<String, WagerDraft>,
    pub(crate) report: ReportDetails,
}

impl Draft {
    pub(crate) fn load(path: &Path, overrides: &[Override]) -> Result<Self, RulesError> {
        let source = Source::read(path)?;
        let file: AnalysisFile = toml::from_str(&source.text).map_err(|error| source.toml_error(&error))?;
        if *file.format.get_ref() != 1 {
            return Err(source.expected(Some(file.format.span()), "unknown format of analysis file", "1"));
        }
        let is_name = |id: &str| {
            !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        };
        if !is_name(file.id.get_ref()) {
            return Err(source.expected(
                Some(file.id.span()),
                "this id cannot name a folder",
                "letters, digits, `-` and `_`",
            ));
        }
        let at = |span: Range<usize>| Located { value: (), source: source.clone(), span };
        let switches = |map: BTreeMap<Spanned<String>, Spanned<toml::Value>>| {
            map.into_iter()
                .map(|(key, value)| {
                    let choice = at(value.span());
                    let text = scalar(value.get_ref()).ok_or_else(|| {
                        choice.expected("a choice is a single word", "a string, a number, true or false")
                    })?;
                    Ok((key.get_ref().clone(), (at(key.span()), choice.with(text))))
                })
                .collect::<Result<BTreeMap<_, _>, RulesError>>()
        };
        let shoe = match (file.decks, file.shoe) {
            (Some(decks), None) => ShoeDraft::Decks(at(decks.span()).with(decks.into_inner())),
            (None, Some(shoe)) => ShoeDraft::Counts(at(shoe.span()).with(Composition::new(shoe.into_inner()))),
            (Some(_), Some(shoe)) => {
                return Err(source.expected(Some(shoe.span()), "both `decks` and `shoe` are given", "one of them"));
            }
            (None, None) => {
                return Err(source.expected(None, "the analysis names no cards", "`decks = 6` or `shoe = [A, 2, …, T]`"));
            }
        };
        let remove = match file.remove {
            None => None,
            Some(cards) => {
                let place = at(cards.span());
                let values = cards.get_ref().iter().map(|text| text.parse::<Value>());
                Some(place.with(values.collect::<Result<Vec<_>, _>>().map_err(|error| place.error(error.to_string()))?))
            }
        };
        let wagers = file.wagers.into_iter().map(|(key, wager)| {
            let draft = WagerDraft {
                key: at(key.span()),
                paytable: wager.paytable.map(|paytable| at(paytable.span()).with(paytable.into_inner())),
                offered: wager.offered.unwrap_or(true),
            };
            (key.into_inner(), draft)
        });
        let mut draft = Self {
            id: file.id.into_inner(),
            title: file.title,
            game: at(file.game.span()).with(file.game.into_inner()),
            shoe,
            remove,
            options: switches(file.options)?,
            readings: switches(file.readings)?,
            wagers: wagers.collect(),
            report: file.report,
        };
        for one in overrides {
            draft.apply(one)?;
        }
        Ok(draft)
    }

    pub(crate) fn apply(&mut self, one: &Override) -> Result<(), RulesError> {
        let key = Located { value: (), source: one.source(), span: one.key_span() };
        let value = Located { value: one.value.clone(), source: one.source(), span: one.value_span() };
        let parts: Vec<&str> = one.key.split('.').collect();
        match parts.as_slice() {
            ["decks"] => {
                let decks =
                    one.value.parse().map_err(|_| value.expected("not a number of decks", "a whole number"))?;
                self.shoe = ShoeDraft::Decks(value.with(decks));
            }
            ["shoe"] => {
                let counts = one.value.trim_matches(['[', ']']);
                let shoe = counts.parse().map_err(|error: cards::CompositionError| value.error(error.to_string()))?;
                self.shoe = ShoeDraft::Counts(value.with(shoe));
            }
            ["remove"] => {
                let cards = parse_hand(&one.value).map_err(|error| value.error(error.to_string()))?;
                self.remove = Some(value.with(cards));
            }
            ["options", name] => {
                self.options.insert((*name).to_owned(), (key, value));
            }
            ["readings", name] => {
                self.readings.insert((*name).to_owned(), (key, value));
            }
            ["wagers", id, field @ ("paytable" | "offered")] => {
                let wager = self.wagers.entry((*id).to_owned()).or_insert(WagerDraft {
                    key,
                    paytable: None,
                    offered: true,
                });
                if *field == "paytable" {
                    wager.paytable = Some(value);
                } else {
                    wager.offered =
                        one.value.parse().map_err(|_| value.expected("not a yes or no", "true or false"))?;
                }
            }
            _ => {
                return Err(key.expected(
                    "no such key can be set",
                    one_of([
                        "decks",
                        "shoe",
                        "remove",
                        "options.NAME",
                        "readings.NAME",
                        "wagers.ID.paytable",
                        "wagers.ID.offered",
                    ]),
                ));
            }
        }
        Ok(())
    }
}

fn scalar(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    }
}
