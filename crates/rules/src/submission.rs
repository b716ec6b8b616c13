use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use cards::{Composition, Value};

use crate::analysis::{Draft, Located, Override, ReportDetails, ShoeDraft};
use crate::error::{RulesError, Source, find_game_file, one_of};
use crate::game::{Game, MatchWager, Paytable};
use crate::switch::{Switch, SwitchChoice, SwitchPlaces, set_path};

/// Largest shoe accepted, in cards. The exact counters of the solver are proven for shoes of this size.
const MOST_CARDS: u32 = 1040;

/// A switch with the choice made.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The option or reading.
    pub switch: Switch,
    /// Name of the choice made.
    pub choice: String,
}

impl Choice {
    /// The choice made, in full.
    pub fn chosen(&self) -> Option<&SwitchChoice> {
        self.switch.choice(&self.choice)
    }
}

/// A side wager that the submission offers, with the paytable picked for it.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferedWager {
    /// Wager id.
    pub id: String,
    /// The wager under the readings in force.
    pub rule: MatchWager,
    /// The paytable picked.
    pub paytable: Paytable,
}

/// A game with everything chosen that the rules leave to the casino or to the reader: what is analysed.
#[derive(Debug, Clone)]
pub struct Submission {
    /// Id of the analysis.
    pub id: String,
    /// Title of the analysis.
    pub title: String,
    /// The rules in force, with options and readings applied.
    pub game: Game,
    /// Cards at the start of the round.
    pub shoe: Composition,
    /// Number of decks, if the shoe is whole decks.
    pub decks: Option<u16>,
    /// Options in force, in the game file's order.
    pub options: Vec<Choice>,
    /// Readings in force, in the game file's order.
    pub readings: Vec<Choice>,
    /// Side wagers offered, by id.
    pub wagers: Vec<OfferedWager>,
    /// Where the submission departs from the regulation.
    pub deviations: Vec<String>,
    /// Client, date, authoriser.
    pub report: ReportDetails,
    draft: Draft,
    source: Arc<GameSource>,
}

#[derive(Debug)]
struct GameSource {
    source: Source,
    table: toml::Table,
    base: Game,
    places: SwitchPlaces,
}

impl Submission {
    /// Reads an analysis file, the game file it names (`games/<game>.toml` beside it or in the nearest folder
    /// above it) and applies the overrides.
    ///
    /// # Errors
    /// A [`RulesError`] that points at the first thing wrong: a file that cannot be read, malformed TOML, an
    /// unknown key, a deck count, choice or paytable that the game does not offer, a rule out of its range.
    pub fn load(analysis: &Path, overrides: &[Override]) -> Result<Self, RulesError> {
        let draft = Draft::load(analysis, overrides)?;
        let Some(path) = find_game_file(analysis, &draft.game.value) else {
            return Err(draft.game.expected(
                format!("there is no game file `{}.toml`", draft.game.value),
                "a game file in a folder `games` beside the analysis or above it",
            ));
        };
        let source = GameSource::load(&path)?;
        if source.base.id != draft.game.value {
            return Err(source.source.error(None, format!("the game file says its id is `{}`", source.base.id)));
        }
        Self::resolve(draft, Arc::new(source))
    }

    /// The same submission with one more override.
    ///
    /// # Errors
    /// As [`Submission::load`].
    pub fn with(&self, key: &str, value: &str) -> Result<Self, RulesError> {
        let mut draft = self.draft.clone();
        draft.apply(&Override::new(key, value))?;
        Self::resolve(draft, Arc::clone(&self.source))
    }

    /// The same rules with a full shoe of this many decks. Side wagers are those the text offers with it, each with the
    /// paytable the text gives it.
    ///
    /// # Errors
    /// If the game may not be played with so many.
    pub fn for_decks(&self, decks: u16) -> Result<Self, RulesError> {
        let mut draft = self.draft.clone();
        draft.apply(&Override::new("decks", decks.to_string()))?;
        draft.remove = None;
        draft.wagers.clear();
        Self::resolve(draft, Arc::clone(&self.source))
    }

    /// What is analysed, as text: the same submission gives the same bytes however it was written down.
    /// Its hash identifies the item of a report.
    pub fn canonical(&self) -> String {
        let mut text = String::from("shoeproof submission 1\n");
        let counts: Vec<String> = self.shoe.counts().iter().map(u16::to_string).collect();
        let mut line = |name: &str, key: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} {key} = {value}");
        };
        line("game", "id", &self.game.id);
        line("shoe", "counts", &counts.join(","));
        for (kind, choices) in [("option", &self.options), ("reading", &self.readings)] {
            for choice in choices {
                line(kind, &choice.switch.name, &choice.choice);
            }
        }
        for wager in &self.wagers {
            line("wager", &wager.id, &wager.paytable.name);
        }
        text.push_str("game file\n");
        text.push_str(&self.source.source.text);
        text
    }

    fn resolve(draft: Draft, source: Arc<GameSource>) -> Result<Self, RulesError> {
        let base = &source.base;
        let options = choices(&base.options, &draft.options, "option", &base.id)?;
        let readings = choices(&base.readings, &draft.readings, "reading", &base.id)?;
        let mut table = source.table.clone();
        for choice in options.iter().chain(&readings) {
            if let Some(chosen) = choice.chosen() {
                source.patch(&mut table, &choice.switch.name, chosen)?;
            }
        }
        let game = source.typed(table, None)?;

        let mut deviations = Vec::new();
        for choice in options.iter().chain(&readings) {
            if choice.chosen().is_some_and(|chosen| !chosen.conforming) {
                deviations.push(format!(
                    "{} = {} is not allowed by {} ({}).",
                    choice.switch.name,
                    choice.choice,
                    game.regulation,
                    choice.switch.clauses.join(", ")
                ));
            }
        }
        let (mut shoe, mut decks) = match &draft.shoe {
            ShoeDraft::Decks(decks) => {
                if !game.shoe.decks.contains(&decks.value) {
                    return Err(decks.expected(
                        format!("{} may not be played with {} decks", game.title, decks.value),
                        format!(
                            "{} ({})",
                            one_of(game.shoe.decks.iter().map(u16::to_string)),
                            game.shoe.clauses.join(", ")
                        ),
                    ));
                }
                (Composition::decks(decks.value), Some(decks.value))
            }
            ShoeDraft::Counts(counts) => {
                if counts.value.total() > MOST_CARDS {
                    return Err(counts.expected("too many cards", format!("at most {MOST_CARDS}")));
                }
                deviations.push("The shoe is a composition of its own, not a number of decks.".to_owned());
                (counts.value, None)
            }
        };
        if let Some(remove) = &draft.remove {
            let cards: Composition = remove.value.iter().copied().collect();
            shoe = shoe.without_all(&cards).map_err(|error| remove.error(error.to_string()))?;
            decks = None;
            deviations.push(format!("These cards are taken out of the shoe before the round: {cards}."));
        }
        if shoe.total() < 4 {
            return Err(draft.game.error("a shoe of fewer than four cards cannot start a round"));
        }
        let wagers = offered_wagers(&game, &draft, decks)?;
        Ok(Self {
            id: draft.id.clone(),
            title: draft.title.clone(),
            game,
            shoe,
            decks,
            options,
            readings,
            wagers,
            deviations,
            report: draft.report.clone(),
            draft,
            source,
        })
    }
}

fn choices(
    switches: &[Switch],
    drafts: &BTreeMap<String, (Located<()>, Located<String>)>,
    kind: &str,
    game: &str,
) -> Result<Vec<Choice>, RulesError> {
    for (name, (key, _)) in drafts {
        if !switches.iter().any(|switch| &switch.name == name) {
            return Err(key.expected(
                format!("{game} has no {kind} `{name}`"),
                one_of(switches.iter().map(|switch| &switch.name)),
            ));
        }
    }
    switches
        .iter()
        .map(|switch| {
            let choice = match drafts.get(&switch.name) {
                None => switch.default.clone(),
                Some((_, choice)) if switch.choice(&choice.value).is_some() => choice.value.clone(),
                Some((_, choice)) => {
                    return Err(choice.expected(
                        format!("{kind} `{}` has no choice `{}`", switch.name, choice.value),
                        one_of(switch.choices.iter().map(|choice| &choice.name)),
                    ));
                }
            };
            Ok(Choice { switch: switch.clone(), choice })
        })
        .collect()
}

/// A wager the analysis does not mention is offered wherever the text allows it, with the paytable the text
/// gives for the number of decks; one it gives a paytable is held to it.
fn offered_wagers(game: &Game, draft: &Draft, decks: Option<u16>) -> Result<Vec<OfferedWager>, RulesError> {
    for (id, wager) in &draft.wagers {
        if !game.wagers.contains_key(id) {
            return Err(wager.key.expected(format!("{} has no side wager `{id}`", game.id), one_of(game.wagers.keys())));
        }
    }
    let mut offered = Vec::new();
    for (id, rule) in &game.wagers {
        let wanted = draft.wagers.get(id);
        if wanted.is_some_and(|wager| !wager.offered) {
            continue;
        }
        let allowed = |table: &&Paytable| decks.is_some_and(|decks| table.decks.contains(&decks));
        let paytable = match wanted.and_then(|wager| wager.paytable.as_ref()) {
            None => rule.paytables.iter().find(allowed),
            Some(name) => {
                let Some(table) = rule.paytables.iter().find(|table| table.name == name.value) else {
                    return Err(name.expected(
                        format!("{} has no paytable `{}`", rule.title, name.value),
                        one_of(rule.paytables.iter().map(|table| &table.name)),
                    ));
                };
                if decks.is_some() && !allowed(&table) {
                    return Err(name.expected(
                        format!("paytable `{}` of {} does not go with this number of decks", table.name, rule.title),
                        format!("{} decks", one_of(table.decks.iter().map(u16::to_string))),
                    ));
                }
                Some(table).filter(allowed)
            }
        };
        if let Some(paytable) = paytable {
            offered.push(OfferedWager { id: id.clone(), rule: rule.clone(), paytable: paytable.clone() });
        }
    }
    Ok(offered)
}

impl GameSource {
    fn load(path: &Path) -> Result<Self, RulesError> {
        let source = Source::read(path)?;
        let base: Game = toml::from_str(&source.text).map_err(|error| source.toml_error(&error))?;
        let table: toml::Table = toml::from_str(&source.text).map_err(|error| source.toml_error(&error))?;
        let places: SwitchPlaces = toml::from_str(&source.text).map_err(|error| source.toml_error(&error))?;
        let game = Self { source, table, base, places };
        game.check(&game.base).map_err(|message| game.source.error(None, message))?;
        for switches in [&game.base.options, &game.base.readings] {
            game.check_switches(switches)?;
        }
        Ok(game)
    }

    /// Every choice must name rules that exist and give them values they can take, whether or not it is ever made.
    fn check_switches(&self, switches: &[Switch]) -> Result<(), RulesError> {
        let mut names = BTreeSet::new();
        for switch in switches {
            if !names.insert(&switch.name) {
                return Err(self.source.error(None, format!("`{}` is defined twice", switch.name)));
            }
            if switch.choice(&switch.default).is_none() {
                return Err(self.source.expected(
                    self.places.default(&switch.name),
                    format!("the default `{}` of `{}` is none of its choices", switch.default, switch.name),
                    one_of(switch.choices.iter().map(|choice| &choice.name)),
                ));
            }
            for choice in &switch.choices {
                let mut table = self.table.clone();
                self.patch(&mut table, &switch.name, choice)?;
                self.typed(table, self.places.set(&switch.name, &choice.name))?;
            }
        }
        Ok(())
    }

    fn patch(&self, table: &mut toml::Table, switch: &str, choice: &SwitchChoice) -> Result<(), RulesError> {
        for (path, value) in &choice.set {
            set_path(table, path, value)
                .map_err(|message| self.source.error(self.places.set(switch, &choice.name), message))?;
        }
        Ok(())
    }

    fn typed(&self, table: toml::Table, span: Option<std::ops::Range<usize>>) -> Result<Game, RulesError> {
        // The file itself has been read before, so what fails here is a value that a choice has set.
        let game: Game =
            table.try_into().map_err(|error: toml::de::Error| self.source.error(span.clone(), error.message()))?;
        self.check(&game).map_err(|message| self.source.error(span, message))?;
        Ok(game)
    }

    fn check(&self, game: &Game) -> Result<(), String> {
        let range = |name: &str, value: u32, low: u32, high: u32| {
            if (low..=high).contains(&value) {
                Ok(())
            } else {
                Err(format!("{name} is {value}, expected {low} to {high}"))
            }
        };
        range("format", game.format, 1, 1)?;
        range("draw.below", game.draw.below.into(), 12, 21)?;
        range("dealer.ace-limit", game.dealer.ace_limit.into(), 21, 22)?;
        if let Some(split) = &game.split {
            range("split.max-hands", split.max_hands.into(), 2, 2)?;
        }
        if let Some(push) = &game.push {
            range("push.total", push.total.into(), 22, 22)?;
        }
        if game.shoe.decks.is_empty() {
            return Err("shoe.decks is empty, expected the numbers of decks the text allows".to_owned());
        }
        for &decks in &game.shoe.decks {
            range("shoe.decks", decks.into(), 1, MOST_CARDS / 52)?;
        }
        if !game.hole_card.ranges.is_empty() {
            for value in Value::all() {
                let times = game.hole_card.ranges.iter().filter(|range| range.values.contains(&value)).count();
                if times != 1 {
                    return Err(format!("hole-card.ranges hold {value} {times} times, expected once"));
                }
            }
        }
        for published in game.published.iter().chain(game.wagers.values().filter_map(|wager| wager.published.as_ref()))
        {
            if published.low.ratio() > published.high.ratio() {
                return Err("a published interval has low above high".to_owned());
            }
        }
        Ok(())
    }
}
