//! Analysis files: what is chosen of a game, as a person writes it and as a command replaces it.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use cards::{Composition, FaceCounts, Value};
use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use crate::asked_counts::{self, AskedCounts, EXPOSURE_KEYS, ExposureFile};
use crate::cut_card_shoes::{CUT_CARD_KEYS, CutCardShoesDraft, CutCardShoesFile};
use crate::document::Document;
use crate::error::{RulesError, Source, one_of};
use crate::file_kind::FileKind;
use crate::game::MOST_CARDS;
use crate::located::{Located, list, scalar};
use crate::odds::AMOUNT;
use crate::removed_card::RemovedCard;
use crate::report_details::ReportDetails;
use crate::simulation::{NONE, SIMULATION_KEYS, SimulationDraft};
use crate::text::{NAME, is_name, title};
use crate::wager_inputs::{AMOUNTS, NUMBERS, WagerDraft};

/// A `key=value` that replaces a value of the analysis file, such as `readings.dealer-ace=customary`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    pub(crate) key: String,
    pub(crate) value: String,
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

impl fmt::Display for Override {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.key, self.value)
    }
}

impl Override {
    /// The override `key=value`.
    pub fn new(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self { key: key.into(), value: value.into() }
    }

    /// What is replaced.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What it is replaced by.
    pub fn value(&self) -> &str {
        &self.value
    }

    fn source(&self) -> Source {
        let text = self.to_string();
        Source::inline(text.clone(), &text)
    }

    fn key_span(&self) -> Range<usize> {
        0..self.key.len()
    }

    fn value_span(&self) -> Range<usize> {
        self.key.len() + 1..self.key.len() + 1 + self.value.len()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AnalysisFile {
    /// Checked before the rest is read.
    #[serde(rename = "format")]
    _format: IgnoredAny,
    id: Spanned<String>,
    #[serde(deserialize_with = "title")]
    title: String,
    game: Spanned<String>,
    decks: Option<Spanned<i64>>,
    shoe: Option<Spanned<Vec<Spanned<i64>>>>,
    #[serde(default)]
    remove: Vec<Spanned<String>>,
    #[serde(default)]
    options: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
    #[serde(default)]
    readings: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
    #[serde(default)]
    wagers: BTreeMap<Spanned<String>, WagerFile>,
    simulation: Option<Spanned<SimulationFile>>,
    cut_card: Option<Spanned<CutCardShoesFile>>,
    exposure: Option<Spanned<ExposureFile>>,
    report: ReportDetails,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SimulationFile {
    rounds: Spanned<toml::Value>,
    seed: Spanned<toml::Value>,
    cut_card: Option<Spanned<CutCardFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct CutCardFile {
    penetration: Spanned<toml::Value>,
    rounds: Spanned<toml::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WagerFile {
    paytable: Option<Spanned<String>>,
    offered: Option<bool>,
    ratio: Option<Spanned<toml::Value>>,
    meter: Option<Spanned<toml::Value>>,
    seed: Option<Spanned<toml::Value>>,
    rate: Option<Spanned<toml::Value>>,
    reserve: Option<Spanned<toml::Value>>,
    players: Option<Spanned<toml::Value>>,
    seats: Option<Spanned<toml::Value>>,
    stake: Option<Spanned<toml::Value>>,
    largest: Option<Spanned<toml::Value>>,
    maximum: Option<Spanned<toml::Value>>,
    parlay: Option<Spanned<toml::Value>>,
    #[serde(default)]
    chances: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
    #[serde(default)]
    offers: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
}

/// The cards of an analysis, before the game has been asked whether it allows them.
#[derive(Debug, Clone)]
pub(crate) enum ShoeDraft {
    /// A number of decks, any number at all until the game has been asked.
    Decks(Located<i64>),
    Counts(Located<Composition>),
    Faces(Located<FaceCounts>),
}

/// An analysis file with its overrides applied, not yet checked against the game.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) game: Located<String>,
    pub(crate) shoe: ShoeDraft,
    pub(crate) remove: Vec<Located<RemovedCard>>,
    pub(crate) options: BTreeMap<String, (Located<()>, Located<String>)>,
    pub(crate) readings: BTreeMap<String, (Located<()>, Located<String>)>,
    pub(crate) wagers: BTreeMap<String, WagerDraft>,
    pub(crate) simulation: Option<SimulationDraft>,
    pub(crate) cut_card: Option<CutCardShoesDraft>,
    pub(crate) exposure: Option<AskedCounts>,
    pub(crate) report: ReportDetails,
    /// The text of the analysis file.
    pub(crate) text: Arc<str>,
    /// What was applied to it, in order.
    pub(crate) overrides: Vec<Override>,
}

impl Draft {
    pub(crate) fn load(path: &Path, overrides: &[Override]) -> Result<Self, RulesError> {
        Self::read(Source::read(path)?, overrides)
    }

    pub(crate) fn read(source: Source, overrides: &[Override]) -> Result<Self, RulesError> {
        let document = Document::parse(&source, FileKind::Analysis)?;
        let file: AnalysisFile = document.typed()?;
        if let Some((key, message)) = file.report.out_of_order() {
            return Err(source.expected(document.place(&["report", key]), message, "days in order"));
        }
        for (id, made) in [(&file.id, "folder"), (&file.game, "game file")] {
            if !is_name(id.get_ref()) {
                return Err(source.expected(Some(id.span()), format!("`{}` cannot name a {made}", id.get_ref()), NAME));
            }
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
        let shoe = shoe_draft(&source, file.decks, file.shoe)?;
        let remove = file.remove.into_iter().map(|card| at(card.span()).with(card.into_inner()));
        let remove = cards(remove)?;
        let wagers = wager_drafts(file.wagers, &at)?;
        let simulation = file.simulation.map(|simulation| simulation_draft(simulation, &at)).transpose()?;
        let cut_card = file.cut_card.map(|cut_card| CutCardShoesDraft::read(cut_card, &at)).transpose()?;
        let exposure = file.exposure.map(|exposure| asked_counts::read(exposure, &at)).transpose()?;
        let mut draft = Self {
            id: file.id.into_inner(),
            title: file.title,
            game: at(file.game.span()).with(file.game.into_inner()),
            shoe,
            remove,
            options: switches(file.options)?,
            readings: switches(file.readings)?,
            wagers,
            simulation,
            cut_card,
            exposure,
            report: file.report,
            text: source.text.clone(),
            overrides: Vec::new(),
        };
        for one in overrides {
            draft.apply(one)?;
        }
        Ok(draft)
    }

    pub(crate) fn apply(&mut self, one: &Override) -> Result<(), RulesError> {
        self.overrides.push(one.clone());
        let key = Located { value: (), source: one.source(), span: one.key_span() };
        let value = Located { value: one.value.clone(), source: one.source(), span: one.value_span() };
        let parts: Vec<&str> = one.key.split('.').collect();
        match parts.as_slice() {
            ["decks"] => {
                let decks = one.value.parse().map_err(|_| {
                    value.expected(format!("`{}` is not a number of decks", one.value), "a whole number")
                })?;
                self.shoe = ShoeDraft::Decks(value.with(decks));
            }
            ["shoe"] => {
                let counts = list(&value).into_iter().map(|part| {
                    let count = part.value.parse();
                    count.map(|count| part.with(count)).map_err(|_| not_a_count(&part))
                });
                self.shoe = shoe_of(&value.with(()), counts.collect::<Result<_, _>>()?)?;
            }
            ["remove"] => self.remove = cards(list(&value))?,
            ["options", name] => {
                self.options.insert((*name).to_owned(), (key, value));
            }
            ["readings", name] => {
                self.readings.insert((*name).to_owned(), (key, value));
            }
            ["wagers", id, rest @ ..] if is_wager_key(rest) => {
                let wager = self.wagers.entry((*id).to_owned()).or_insert_with(|| WagerDraft::new(key.clone()));
                match rest {
                    ["paytable"] => wager.paytable = Some(value),
                    ["offered"] => {
                        wager.offered = one.value.parse().map_err(|_| {
                            value.expected(format!("`{}` is neither true nor false", one.value), "true or false")
                        })?;
                    }
                    [kind, name] => wager.set_part(kind, name, key, &value)?,
                    _ => wager.set(rest[0], &value)?,
                }
            }
            ["simulation"] if one.value == NONE => self.simulation = None,
            ["simulation", name @ ..] if SIMULATION_KEYS.contains(&one.key.as_str()) => {
                self.simulation.get_or_insert_with(|| SimulationDraft::new(key.clone())).set(name, &key, &value)?;
            }
            ["cut-card"] if value.value == NONE => self.cut_card = None,
            ["cut-card", name @ ..] if CUT_CARD_KEYS.contains(&one.key.as_str()) => {
                self.cut_card.get_or_insert_with(|| CutCardShoesDraft::new(key.clone())).set(name, &value)?;
            }
            ["exposure", name @ ..] => self.exposure = asked_counts::set(self.exposure.take(), name, &key, &value)?,
            _ => {
                return Err(key.expected(
                    format!("`{}` is no key that can be set", one.key),
                    one_of(
                        [
                            "decks",
                            "shoe",
                            "remove",
                            "options.NAME",
                            "readings.NAME",
                            "wagers.ID.paytable",
                            "wagers.ID.offered",
                            "wagers.ID.ratio",
                            "wagers.ID.meter",
                            "wagers.ID.seed",
                            "wagers.ID.rate",
                            "wagers.ID.reserve",
                            "wagers.ID.players",
                            "wagers.ID.stake",
                            "wagers.ID.largest",
                            "wagers.ID.maximum",
                            "wagers.ID.seats",
                            "wagers.ID.parlay",
                            "wagers.ID.chances.NAME",
                            "wagers.ID.offers.NAME",
                        ]
                        .into_iter()
                        .chain([&SIMULATION_KEYS[..], &CUT_CARD_KEYS, &EXPOSURE_KEYS].concat()),
                    ),
                ));
            }
        }
        Ok(())
    }
}

/// The shoe of a file, which gives its decks or its cards.
fn shoe_draft(
    source: &Source,
    decks: Option<Spanned<i64>>,
    shoe: Option<Spanned<Vec<Spanned<i64>>>>,
) -> Result<ShoeDraft, RulesError> {
    let at = |span: Range<usize>| Located { value: (), source: source.clone(), span };
    match (decks, shoe) {
        (Some(decks), None) => Ok(ShoeDraft::Decks(at(decks.span()).with(decks.into_inner()))),
        (None, Some(shoe)) => {
            let whole = at(shoe.span());
            let counts = shoe.into_inner().into_iter().map(|count| at(count.span()).with(count.into_inner()));
            shoe_of(&whole, counts.collect())
        }
        (Some(_), Some(shoe)) => {
            Err(source.expected(Some(shoe.span()), "both `decks` and `shoe` are given", "one of them"))
        }
        (None, None) => {
            Err(source.expected(None, "the analysis names no cards", "`decks = 6` or `shoe = [A, 2, …, T]`"))
        }
    }
}

/// The side wagers of a file.
fn wager_drafts(
    wagers: BTreeMap<Spanned<String>, WagerFile>,
    at: &impl Fn(Range<usize>) -> Located<()>,
) -> Result<BTreeMap<String, WagerDraft>, RulesError> {
    let word = |value: Spanned<toml::Value>| {
        let place = at(value.span());
        let text = number(value.get_ref()).ok_or_else(|| place.expected("an amount is a single number", AMOUNT))?;
        Ok::<_, RulesError>(place.with(text))
    };
    let mut drafts = BTreeMap::new();
    for (key, wager) in wagers {
        let mut draft = WagerDraft::new(at(key.span()));
        draft.paytable = wager.paytable.map(|paytable| at(paytable.span()).with(paytable.into_inner()));
        draft.offered = wager.offered.unwrap_or(true);
        let amounts = AMOUNTS.into_iter().zip([
            wager.ratio,
            wager.meter,
            wager.seed,
            wager.rate,
            wager.reserve,
            wager.stake,
            wager.largest,
            wager.maximum,
            wager.parlay,
        ]);
        for (name, amount) in amounts.chain(NUMBERS.into_iter().zip([wager.players, wager.seats])) {
            if let Some(amount) = amount {
                draft.set(name, &word(amount)?)?;
            }
        }
        for (kind, parts) in [("chances", wager.chances), ("offers", wager.offers)] {
            for (name, part) in parts {
                draft.set_part(kind, name.get_ref(), at(name.span()), &word(part)?)?;
            }
        }
        drafts.insert(key.into_inner(), draft);
    }
    Ok(drafts)
}

fn simulation_draft(
    file: Spanned<SimulationFile>,
    at: &impl Fn(Range<usize>) -> Located<()>,
) -> Result<SimulationDraft, RulesError> {
    let place = at(file.span());
    let SimulationFile { rounds, seed, cut_card } = file.into_inner();
    let mut stated = vec![(vec!["rounds"], rounds), (vec!["seed"], seed)];
    let cut_card_place = cut_card.as_ref().map_or_else(|| place.clone(), |cut_card| at(cut_card.span()));
    if let Some(CutCardFile { penetration, rounds }) = cut_card.map(Spanned::into_inner) {
        stated.extend([(vec!["cut-card", "penetration"], penetration), (vec!["cut-card", "rounds"], rounds)]);
    }
    let mut draft = SimulationDraft::new(place);
    for (name, value) in stated {
        let place = at(value.span());
        let text = scalar(value.get_ref()).ok_or_else(|| {
            place.expected("this is no single value", "a whole number, or a part of the shoe such as \"75%\"")
        })?;
        draft.set(&name, &cut_card_place, &place.with(text))?;
    }
    Ok(draft)
}

/// Whether this is what follows `wagers.ID` in a key that can be set.
fn is_wager_key(rest: &[&str]) -> bool {
    match rest {
        [name] => matches!(*name, "paytable" | "offered") || AMOUNTS.contains(name) || NUMBERS.contains(name),
        ["chances" | "offers", _] => true,
        _ => false,
    }
}

/// An amount as it is written.
fn number(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::Float(number) => Some(number.to_string()),
        toml::Value::Boolean(_) => None,
        other => scalar(other),
    }
}

fn cards(names: impl IntoIterator<Item = Located<String>>) -> Result<Vec<Located<RemovedCard>>, RulesError> {
    names
        .into_iter()
        .map(|name| match name.value.parse::<RemovedCard>() {
            Ok(card) => Ok(name.with(card)),
            Err(error) => Err(name.said(&error)),
        })
        .collect()
}

/// The shoe of ten counts by value or 52 by face, at most as many cards as a shoe may hold.
fn shoe_of(whole: &Located<()>, counts: Vec<Located<i64>>) -> Result<ShoeDraft, RulesError> {
    let given = counts.len();
    let counts = counts
        .into_iter()
        .map(|count| match u16::try_from(count.value) {
            Ok(cards) if cards <= MOST_CARDS => Ok(cards),
            _ => Err(not_a_count(&count)),
        })
        .collect::<Result<Vec<u16>, _>>()?;
    let total: u32 = counts.iter().map(|&count| u32::from(count)).sum();
    let shoe = if let Ok(counts) = <[u16; Value::COUNT]>::try_from(counts.as_slice()) {
        ShoeDraft::Counts(whole.with(Composition::new(counts)))
    } else if let Ok(counts) = <[u16; FaceCounts::FACES]>::try_from(counts.as_slice()) {
        ShoeDraft::Faces(whole.with(FaceCounts::new(counts)))
    } else {
        let expected = "ten: A, 2, …, 9, T; or 52: A, 2, …, 10, J, Q, K of clubs, of diamonds, of hearts, of spades";
        return Err(
            whole.expected(format!("{given} {} of cards", if given == 1 { "count" } else { "counts" }), expected)
        );
    };
    if total > u32::from(MOST_CARDS) {
        return Err(whole.expected(format!("a shoe of {total} cards"), format!("at most {MOST_CARDS} cards")));
    }
    Ok(shoe)
}

fn not_a_count<T: std::fmt::Display>(count: &Located<T>) -> RulesError {
    count.expected(format!("`{}` is not a count of cards", count.value), format!("0 to {MOST_CARDS}"))
}
