//! Game files: read once, found sound under every choice, and switched by choices.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::check::check;
use crate::document::Document;
use crate::error::{RulesError, Source, one_of};
use crate::file_kind::FileKind;
use crate::game::Game;
use crate::side_wager::SideWager;
use crate::switch::{Standing, Switch, SwitchChoice, WAGER};
use crate::text::{LABEL, NAME, is_label, is_name};

/// The table of side wagers, by id.
const WAGERS: &str = "wagers";

/// A game file that has been read and found sound under every one of its choices.
#[derive(Debug)]
pub(crate) struct GameFile {
    source: Source,
    base: Game,
    /// The rules that were asked for last. A shoe or a paytable is replaced without them, thousands of times in a sweep.
    last: Mutex<Option<SwitchedRules>>,
}

/// The rules under some choices.
#[derive(Debug)]
struct SwitchedRules {
    choices: Vec<RuleChoice>,
    game: Game,
}

/// Which list of switches, which switch of it, and the choice's name.
pub(crate) type RuleChoice = (Kind, usize, String);

/// The game file of a submission, read for many choices: see [`crate::Submission::rules`].
#[derive(Debug)]
pub struct ReadRules<'a> {
    file: &'a GameFile,
    written: Document<'a>,
    /// Without the lists of switches.
    rules: Document<'a>,
    /// The side wagers that were asked for last.
    last: Mutex<Option<Arc<SwitchedWagers>>>,
}

/// The side wagers under the choices that set their rules.
#[derive(Debug)]
struct SwitchedWagers {
    set_by: Vec<RuleChoice>,
    wagers: BTreeMap<String, Arc<SideWager>>,
}

impl ReadRules<'_> {
    pub(crate) fn is_of(&self, file: &GameFile) -> bool {
        std::ptr::eq(self.file, file)
    }

    /// The rules after these choices.
    pub(crate) fn switched(&self, choices: &[RuleChoice]) -> Result<Game, RulesError> {
        let Game { options, readings, .. } = &self.file.base;
        let game = match self.read(choices) {
            Ok(game) if check(&game).is_ok() => game,
            // A refusal says where in the whole text it is written.
            _ => typed(&self.chosen(self.rules.clone(), choices, |_| true)?)?,
        };
        Ok(Game { options: options.clone(), readings: readings.clone(), ..game })
    }

    /// The same, not checked. Side wagers are most of the text, and a search of the base game keeps the choices that set their rules.
    fn read(&self, choices: &[RuleChoice]) -> Result<Game, RulesError> {
        let sets_a_wager = |choice: &&RuleChoice| {
            self.made(choice).is_some_and(|(_, choice)| choice.set.keys().any(|rule| rule.starts_with(WAGER)))
        };
        let set_by: Vec<RuleChoice> = choices.iter().filter(sets_a_wager).cloned().collect();
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(last) = last.filter(|last| last.set_by == set_by) {
            let rules = self.rules.without(&[WAGERS]);
            let game: Game = self.chosen(rules, choices, |rule| !rule.starts_with(WAGER))?.into_typed()?;
            return Ok(Game { wagers: last.wagers.clone(), ..game });
        }
        let game: Game = self.chosen(self.rules.clone(), choices, |_| true)?.into_typed()?;
        let last = Arc::new(SwitchedWagers { set_by, wagers: game.wagers.clone() });
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(last);
        Ok(game)
    }

    /// The text of the rules with these choices made, as far as they set a wanted rule.
    fn chosen<'d>(
        &'d self,
        mut rules: Document<'d>,
        choices: &[RuleChoice],
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Document<'d>, RulesError> {
        for choice in choices {
            if let Some((place, _)) = self.made(choice) {
                let (kind, index, _) = choice;
                self.file.choose(&self.written, &mut rules, (*kind, *index, place), &is_wanted)?;
            }
        }
        Ok(rules)
    }

    /// A choice, and its place in its switch.
    fn made(&self, (kind, index, name): &RuleChoice) -> Option<(usize, &SwitchChoice)> {
        self.file.switches(*kind).get(*index)?.choices.iter().enumerate().find(|(_, choice)| choice.name == *name)
    }
}

/// The two lists of switches of a game file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Options,
    Readings,
}

impl Kind {
    fn key(self) -> &'static str {
        match self {
            Self::Options => "options",
            Self::Readings => "readings",
        }
    }
}

impl Game {
    /// The rules that the text of a game file states, with every choice at its default.
    ///
    /// Whoever reads a game with `toml` itself has all of its grammar compiled once more, and optimised as his own crate is.
    ///
    /// # Errors
    /// If the text is no game file, or states what cannot be.
    pub fn stated(text: &str) -> Result<Self, RulesError> {
        typed(&Document::parse(&Source::inline(FileKind::Game.noun().to_owned(), text), FileKind::Game)?)
    }
}

impl GameFile {
    /// Reads the game file that is to have this id.
    pub(crate) fn load(path: &Path, id: &str) -> Result<Self, RulesError> {
        Self::read(Source::read(path)?, id)
    }

    /// Reads the text of the game file that is to have this id.
    pub(crate) fn read(source: Source, id: &str) -> Result<Self, RulesError> {
        let document = Document::parse(&source, FileKind::Game)?;
        let base = typed(&document)?;
        let file = Self { source, base, last: Mutex::default() };
        let document = file.document()?;
        if file.base.id != id {
            return Err(expected(&document, &["id"], format!("the game file says its id is `{}`", file.base.id), id));
        }
        for kind in [Kind::Options, Kind::Readings] {
            file.check_switches(&document, kind)?;
        }
        Ok(file)
    }

    /// The rules before any choice.
    pub(crate) fn base(&self) -> &Game {
        &self.base
    }

    pub(crate) fn text(&self) -> &str {
        &self.source.text
    }

    /// The rules after these choices: which list, which switch of it, and the choice's name.
    pub(crate) fn switched(&self, choices: Vec<RuleChoice>) -> Result<Game, RulesError> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = last.as_ref().filter(|last| last.choices == choices) {
            return Ok(last.game.clone());
        }
        drop(last);
        let game = self.rules()?.switched(&choices)?;
        let last = SwitchedRules { choices, game: game.clone() };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(last);
        Ok(game)
    }

    /// The text read once more, for many choices.
    pub(crate) fn rules(&self) -> Result<ReadRules<'_>, RulesError> {
        let written = Document::reread(&self.source)?;
        // The switches are what they are under every choice, and more than half of the text.
        let rules = written.without(&[Kind::Options.key(), Kind::Readings.key()]);
        Ok(ReadRules { file: self, written, rules, last: Mutex::default() })
    }

    /// The text again with its places: they borrow from it, so the file cannot hold them itself.
    pub(crate) fn document(&self) -> Result<Document<'_>, RulesError> {
        Document::parse(&self.source, FileKind::Game)
    }

    fn switches(&self, kind: Kind) -> &[Arc<Switch>] {
        match kind {
            Kind::Options => &self.base.options,
            Kind::Readings => &self.base.readings,
        }
    }

    /// Copies the values that a choice sets, as they are written, to those of the rules it sets that are wanted. The choice is
    /// given by its list of switches, its switch and its place there.
    fn choose<'t>(
        &self,
        written: &Document<'t>,
        rules: &mut Document<'t>,
        (kind, switch, choice): (Kind, usize, usize),
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<(), RulesError> {
        let Some(chosen) = self.switches(kind).get(switch).and_then(|switch| switch.choices.get(choice)) else {
            return Ok(());
        };
        let (switch, choice) = (switch.to_string(), choice.to_string());
        for rule in chosen.set.keys().filter(|rule| is_wanted(rule)) {
            let path = [kind.key(), &switch, "choices", &choice, "set", rule];
            // Rules stand in sections; the keys outside them, such as `id`, say what the file is.
            if !rule.contains('.') {
                return Err(self.source.expected(
                    written.key_place(&path),
                    format!("`{rule}` names no rule"),
                    "a dotted key in quotation marks, such as \"dealer.ace-limit\"",
                ));
            }
            if let Some(value) = written.get(&path) {
                rules.set(rule, value).map_err(|missing| {
                    let message = format!("`{rule}` names no rule: there is no `{}` written", missing.part);
                    let expected = if missing.there.is_empty() {
                        "the key before it: a list or a value is set as a whole".to_owned()
                    } else {
                        one_of(missing.there)
                    };
                    self.source.expected(written.key_place(&path), message, expected)
                })?;
            }
        }
        Ok(())
    }

    /// Every choice must name rules that exist and give them values they can take, whether or not it is ever made.
    fn check_switches(&self, document: &Document<'_>, kind: Kind) -> Result<(), RulesError> {
        let mut names = BTreeSet::new();
        let without_switches = document.without(&[Kind::Options.key(), Kind::Readings.key()]);
        for (index, switch) in self.switches(kind).iter().enumerate() {
            let at = index.to_string();
            if !names.insert(&switch.name) {
                let message = format!("`{}` is defined twice", switch.name);
                return Err(expected(document, &[kind.key(), &at, "name"], message, "another name"));
            }
            if !is_name(&switch.name) {
                let message = format!("`{}` cannot name a switch", switch.name);
                return Err(expected(document, &[kind.key(), &at, "name"], message, NAME));
            }
            if let Some(place) = switch.choices.iter().position(|choice| !is_label(&choice.name)) {
                let message = format!("`{}` cannot name a choice", switch.choices[place].name);
                let at = [kind.key(), &at, "choices", &place.to_string(), "name"];
                return Err(expected(document, &at, message, LABEL));
            }
            if switch.choice(&switch.default).is_none() {
                return Err(expected(
                    document,
                    &[kind.key(), &at, "default"],
                    format!("the default `{}` of `{}` is none of its choices", switch.default, switch.name),
                    one_of(switch.choices.iter().map(|choice| &choice.name)),
                ));
            }
            let is_option = |(name, choice): &(&String, &String)| {
                self.base.options.iter().any(|option| &option.name == *name && option.choice(choice).is_some())
            };
            if let Some((name, choice)) = switch.under.iter().find(|under| !is_option(under)) {
                return Err(expected(
                    document,
                    &[kind.key(), &at, "under", name],
                    format!("there is no option `{name}` with a choice `{choice}`"),
                    one_of(self.base.options.iter().map(|option| &option.name)),
                ));
            }
            check_standings(document, kind, index, switch)?;
            let mut choices = BTreeSet::new();
            for (choice_index, choice) in switch.choices.iter().enumerate() {
                if !choices.insert(&choice.name) {
                    return Err(expected(
                        document,
                        &[kind.key(), &at, "choices", &choice_index.to_string(), "name"],
                        format!("`{}` has the choice `{}` twice", switch.name, choice.name),
                        "another name",
                    ));
                }
                if choice.set.is_empty() {
                    return Err(expected(
                        document,
                        &[kind.key(), &at, "choices", &choice_index.to_string(), "set"],
                        format!("the choice `{}` of `{}` sets nothing", choice.name, switch.name),
                        "rule values by dotted key, also those it leaves as they are",
                    ));
                }
                let mut rules = without_switches.clone();
                self.choose(document, &mut rules, (kind, index, choice_index), |_| true)?;
                typed(&rules)?;
            }
        }
        Ok(())
    }
}

/// Only readings have a literal and a customary choice, and no more than one of each.
fn check_standings(document: &Document<'_>, kind: Kind, index: usize, switch: &Switch) -> Result<(), RulesError> {
    let mut seen: Vec<Standing> = Vec::new();
    for (choice_index, choice) in switch.choices.iter().enumerate() {
        let place = [kind.key(), &index.to_string(), "choices", &choice_index.to_string(), "is"];
        for &standing in &choice.is {
            if kind == Kind::Options {
                let message = format!("the option `{}` is no way to read the text", switch.name);
                return Err(expected(document, &place, message, "`is` on choices of readings alone"));
            }
            if seen.contains(&standing) {
                let message = format!("two marks on choices of `{}` say the same", switch.name);
                return Err(expected(document, &place, message, "one literal choice and one customary one"));
            }
            seen.push(standing);
        }
    }
    Ok(())
}

fn expected(
    document: &Document<'_>,
    path: &[&str],
    message: impl Into<String>,
    expected: impl Into<String>,
) -> RulesError {
    document.source().expected(document.place(path), message, expected)
}

/// The rules of a document, each within its range.
fn typed(document: &Document<'_>) -> Result<Game, RulesError> {
    let game: Game = document.typed()?;
    check(&game).map_err(|fault| {
        let path: Vec<&str> = fault.path.iter().map(String::as_str).collect();
        expected(document, &path, fault.message, fault.expected)
    })?;
    Ok(game)
}
