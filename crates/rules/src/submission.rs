//! What is analysed: a game with every choice made.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use cards::{Composition, FaceCounts, Value};

use crate::analysis::{Draft, Override};
use crate::asked_counts::AskedCounts;
use crate::chosen_wagers::offered_wagers;
use crate::clause_table::{ClauseTable, RegulationLines};
use crate::cut_card_shoes::{CutCardShoes, CutCardShoesDraft};
use crate::dealing::Dealing;
use crate::departures::Departure;
use crate::describe::RuleText;
use crate::error::{RulesError, one_of};
use crate::game::{BonusRule, Game};
use crate::game_file::{GameFile, Kind, ReadRules};
use crate::located::Located;
use crate::named::Named;
use crate::offered::OfferedWager;
use crate::removed_card::RemovedCard;
use crate::report_details::ReportDetails;
use crate::shoe::{Shoe, StatedShoe};
use crate::simulation::{Simulation, SimulationDraft};
use crate::switch::{Standing, Switch, SwitchChoice};
use crate::text::cited;

/// A switch with the choice made.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The option or reading.
    pub switch: Arc<Switch>,
    /// Name of the choice made.
    pub choice: String,
}

impl Choice {
    /// The choice made, in full.
    pub fn chosen(&self) -> Option<&SwitchChoice> {
        self.switch.choice(&self.choice)
    }

    /// The choices not made, in the game file's order.
    pub fn others(&self) -> impl Iterator<Item = &SwitchChoice> {
        self.switch.choices.iter().filter(|other| other.name != self.choice)
    }
}

/// The texts that a submission is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionFiles {
    /// The analysis file.
    pub analysis: String,
    /// The game file that it names.
    pub game: String,
    /// What is applied to the analysis, in order.
    pub overrides: Vec<Override>,
}

/// A game with everything chosen that the rules leave to the casino or to the reader: what is analysed.
#[derive(Debug, Clone)]
pub struct Submission {
    /// Id of the analysis. If values were changed, an id that ends in a number of decks ends in the number in force.
    pub id: String,
    /// Title of the analysis. If values were changed, with the number of decks in force and with what else was changed.
    pub title: String,
    /// The rules in force, with options and readings applied.
    pub game: Game,
    /// Cards at the start of the round.
    pub shoe: Composition,
    /// The same cards by face, where the rank and suit of every card are known.
    pub faces: Option<FaceCounts>,
    /// Number of decks, if the shoe is whole decks.
    pub decks: Option<u16>,
    /// The number of decks that paytables go by, where the rank and suit of every card are known: those that cards were taken out of, or the
    /// fewest that hold a shoe counted by face.
    pub counted_decks: Option<u16>,
    /// Options in force, in the game file's order.
    pub options: Vec<Choice>,
    /// Readings in force, in the game file's order.
    pub readings: Vec<Choice>,
    /// Side wagers offered, by id: one entry for each paytable that the analysis picks or, if it picks none, that the text
    /// allows with the number of decks.
    pub wagers: Vec<OfferedWager>,
    /// Where the submission departs from the regulation.
    pub deviations: Vec<String>,
    /// Rounds to corroborate the figures with, if the analysis asks for any.
    pub simulation: Option<Simulation>,
    /// Shoes to measure the effect of a cut card with, if the analysis asks for any.
    pub cut_card: Option<CutCardShoes>,
    /// Counts of which the report says how well they tell what a wager is worth, if the analysis asks for any.
    pub exposure: Option<AskedCounts>,
    /// Client, date, authoriser.
    pub report: ReportDetails,
    stated_shoe: StatedShoe,
    values_no_wager: bool,
    draft: Draft,
    file: Arc<GameFile>,
}

impl Submission {
    /// The texts from which [`Submission::read`] makes this submission again.
    pub fn files(&self) -> SubmissionFiles {
        SubmissionFiles {
            analysis: self.draft.text.to_string(),
            game: self.file.text().to_owned(),
            overrides: self.draft.overrides.clone(),
        }
    }

    /// The shoe that the analysis states, before cards are taken out of it.
    pub fn stated_shoe(&self) -> StatedShoe {
        self.stated_shoe
    }

    /// Whether no side wager is valued from these cards: their suits are not known, or they may be too few.
    pub fn values_no_wager(&self) -> bool {
        self.values_no_wager
    }

    /// Cards that the analysis takes out of the shoe before the round, in the order in which it names them.
    pub fn removed(&self) -> impl Iterator<Item = RemovedCard> {
        self.draft.remove.iter().map(|card| card.value)
    }

    /// Whether a report on the other says the same of what it is on: the same item, rounds to deal, title and details.
    pub fn is_same(&self, other: &Self) -> bool {
        self.canonical() == other.canonical()
            && (&self.id, &self.title, &self.report) == (&other.id, &other.title, &other.report)
            && (&self.simulation, &self.deviations) == (&other.simulation, &other.deviations)
            && (&self.cut_card, &self.exposure) == (&other.cut_card, &other.exposure)
    }

    /// The same submission with one more override.
    ///
    /// # Errors
    /// As [`Submission::load`].
    pub fn with(&self, key: &str, value: &str) -> Result<Self, RulesError> {
        self.with_all(&[Override::new(key, value)])
    }

    /// The same with several values replaced at once, so that none has to be allowed without the others.
    ///
    /// # Errors
    /// As [`Submission::load`].
    pub fn with_all(&self, replaced: &[Override]) -> Result<Self, RulesError> {
        self.replaced(replaced, None)
    }

    /// The same with the game file read before, by this submission or one that it was made from.
    ///
    /// # Errors
    /// As [`Submission::load`].
    pub fn with_all_in(&self, rules: &ReadRules<'_>, replaced: &[Override]) -> Result<Self, RulesError> {
        self.replaced(replaced, Some(rules))
    }

    fn replaced(&self, replaced: &[Override], rules: Option<&ReadRules<'_>>) -> Result<Self, RulesError> {
        let mut draft = self.draft.clone();
        replaced.iter().try_for_each(|one| draft.apply(one))?;
        Self::resolve(draft, Arc::clone(&self.file), rules)
    }

    /// The game file, read for [`Submission::with_all_in`].
    ///
    /// # Errors
    /// None: it has been read before.
    pub fn rules(&self) -> Result<ReadRules<'_>, RulesError> {
        self.file.rules()
    }

    /// The same submission with every reading at its choice of this standing: as the text reads literally throughout, or as
    /// custom does. A reading that marks no such choice stays at its default.
    ///
    /// # Errors
    /// As [`Submission::load`].
    pub fn read_throughout(&self, standing: Standing) -> Result<Self, RulesError> {
        let of_reading = |reading: &Choice| {
            let switch = &reading.switch;
            let choice = switch.choice_of(standing).map_or(&switch.default, |choice| &choice.name);
            Override::new(format!("readings.{}", switch.name), choice)
        };
        self.with_all(&self.readings.iter().map(of_reading).collect::<Vec<_>>())
    }

    /// The same rules with a full shoe of this many decks. Side wagers are those the text offers with it, each with the
    /// paytable the text gives it.
    ///
    /// # Errors
    /// If the game may not be played with so many.
    pub fn for_decks(&self, decks: u16) -> Result<Self, RulesError> {
        let mut draft = self.draft.clone();
        draft.apply(&Override::new("decks", decks.to_string()))?;
        draft.remove.clear();
        draft.wagers.clear();
        Self::resolve(draft, Arc::clone(&self.file), None)
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
        // Whole decks have ranks and suits, which a composition of values leaves open.
        line("shoe", "decks", &self.decks.map_or("none".to_owned(), |decks| decks.to_string()));
        if let (Some(faces), None) = (&self.faces, self.decks) {
            let counts: Vec<String> = faces.counts().iter().map(u16::to_string).collect();
            line("shoe", "faces", &counts.join(","));
            line("shoe", "counted-decks", &self.counted_decks.map_or("none".to_owned(), |decks| decks.to_string()));
        } else if let Some(suits) = self.suits_left_open() {
            let counts: Vec<String> = suits.iter().flatten().map(u16::to_string).collect();
            line("shoe", "suits", &counts.join(","));
        }
        for (kind, choices) in [("option", &self.options), ("reading", &self.readings)] {
            for choice in choices {
                line(kind, &choice.switch.name, &choice.choice);
            }
        }
        for wager in &self.wagers {
            line("wager", &wager.id, &wager.paytable.name);
            for (name, value) in wager.inputs.stated() {
                line("wager", &format!("{}.{name}", wager.id), &value);
            }
        }
        text.push_str("game file\n");
        text.push_str(self.file.text());
        text
    }

    /// The suits of the cards that the shoe's are some of, where a bonus depends on them and they are other than the shoe tells.
    fn suits_left_open(&self) -> Option<[[u16; 4]; Value::COUNT]> {
        let bonus = self.game.bonus.as_ref().filter(|_| self.game.pays_by_suit())?;
        let usual = BonusRule { suits: None, ..bonus.clone() }.suits_of(self.shoe.counts());
        bonus.suits.filter(|suits| *suits != usual)
    }

    /// The rules in words; of the side wagers, those that are offered.
    pub fn describe(&self) -> Vec<RuleText> {
        let mut game = self.game.clone();
        game.wagers.retain(|id, _| self.wagers.iter().any(|offered| offered.id == *id));
        game.describe()
    }

    /// What the program makes of every subsection of the game's regulations, a list a regulation; none for a game of no
    /// regulation.
    ///
    /// # Errors
    /// None in a program whose tests pass: the clause tables are part of it.
    pub fn clause_lines(&self) -> Result<Vec<RegulationLines>, RulesError> {
        let game = self.file.document()?;
        let tables = ClauseTable::committed()?.into_iter().filter(|table| table.games().contains(&self.game.id));
        let in_effect: Vec<&str> = self.readings.iter().map(|choice| choice.switch.name.as_str()).collect();
        Ok(tables.map(|table| table.lines(&game, &in_effect)).collect())
    }

    /// More players than a table has positions for, in words.
    pub fn not_seated(&self, players: u16) -> Option<String> {
        not_seated(&self.game, "players", u32::from(players))
    }

    pub(crate) fn resolve(
        draft: Draft,
        file: Arc<GameFile>,
        rules: Option<&ReadRules<'_>>,
    ) -> Result<Self, RulesError> {
        let base = file.base();
        let options = choices(&base.options, &draft.options, "option", &base.id)?;
        let readings = choices(&base.readings, &draft.readings, "reading", &base.id)?;
        let chosen = |kind: Kind| move |(index, choice): (usize, &Choice)| (kind, index, choice.choice.clone());
        let of_readings = readings.iter().enumerate().map(chosen(Kind::Readings));
        let all: Vec<_> = options.iter().enumerate().map(chosen(Kind::Options)).chain(of_readings).collect();
        let mut game = match rules.filter(|rules| rules.is_of(&file)) {
            Some(rules) => rules.switched(&all)?,
            None => file.switched(all)?,
        };

        let readings = with_a_meaning(readings, &options, &draft.readings)?;
        // One hand a pair means that nothing is split.
        game.split = game.split.filter(|split| split.max_hands > 1);
        let mut deviations = Vec::new();
        for choice in options.iter().chain(&readings) {
            if choice.chosen().is_some_and(|chosen| !chosen.conforming) {
                deviations.push(format!(
                    "{} = {} is not allowed by {}{}.",
                    choice.switch.name,
                    choice.choice,
                    game.regulation,
                    cited(&choice.switch.clauses)
                ));
            }
        }
        let shoe = Shoe::resolve(&game, &draft)?;
        if let (Some(bonus), Some(faces), None) = (&mut game.bonus, &shoe.drawn_from, shoe.decks) {
            bonus.suits = Some(faces.by_suit());
        }
        deviations.extend(shoe.deviations.iter().cloned());
        deviations.extend(shoe.counted_decks.and_then(|decks| too_many_for_a_hand(&game, decks)));
        if let (Some(why), false) = (shoe.values_no_wager(), game.wagers.is_empty()) {
            deviations.push(why);
        }
        let wagers = offered_wagers(&game, &draft, &shoe)?;
        for (index, wager) in wagers.iter().enumerate() {
            // A wager is there once for every paytable, and what is stated of it is stated of all.
            if wagers[..index].iter().any(|other| other.id == wager.id) {
                continue;
            }
            deviations.extend(wager.departures().into_iter().map(|Departure { key, stated, clauses, because }| {
                let clauses = cited(clauses);
                format!("wagers.{}.{key} = {stated} is not allowed by {}{clauses}{because}.", wager.id, game.regulation)
            }));
        }
        let cut_card = draft.cut_card.as_ref().map(CutCardShoesDraft::finish).transpose()?;
        let counted =
            wagers.iter().filter_map(|wager| Some((format!("wagers.{}.players", wager.id), wager.inputs.players?)));
        let dealt = cut_card.iter().flat_map(|asked| &asked.players);
        let dealt = dealt.map(|&players| ("cut-card.players".to_owned(), u32::from(players)));
        for beyond in counted.chain(dealt).filter_map(|(key, players)| not_seated(&game, &key, players)) {
            if !deviations.contains(&beyond) {
                deviations.push(beyond);
            }
        }
        let Named { id, title } = Named::of(&draft, &shoe.stated);
        Ok(Self {
            id,
            title,
            game,
            stated_shoe: shoe.stated,
            shoe: shoe.composition,
            faces: shoe.faces,
            values_no_wager: shoe.values_no_wager().is_some(),
            decks: shoe.decks,
            counted_decks: shoe.counted_decks.filter(|_| shoe.faces.is_some()),
            options,
            readings,
            wagers,
            deviations,
            simulation: draft.simulation.as_ref().map(SimulationDraft::finish).transpose()?,
            cut_card,
            exposure: draft.exposure.clone(),
            report: draft.report.clone(),
            draft,
            file,
        })
    }
}

fn choices(
    switches: &[Arc<Switch>],
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
            Ok(Choice { switch: Arc::clone(switch), choice })
        })
        .collect()
}

/// More players than a table has positions for, in words; the number is that of a key of the analysis.
fn not_seated(game: &Game, key: &str, players: u32) -> Option<String> {
    let seating = game.seating.as_ref().filter(|seating| players > u32::from(seating.positions))?;
    let (clauses, most) = (cited(&seating.clauses), seating.positions);
    Some(format!(
        "{key} = {players} is not allowed by {}{clauses}: a table has {most} positions at most.",
        game.regulation
    ))
}

/// More decks than may be dealt from the hand, in words.
fn too_many_for_a_hand(game: &Game, decks: u16) -> Option<String> {
    let most = game.shoe.most_decks_from_hand.filter(|&most| game.shoe.dealing == Dealing::Hand && decks > most)?;
    let decides = |option: &&Arc<Switch>| option.choices.iter().any(|choice| choice.set.contains_key("shoe.dealing"));
    let clauses = game.options.iter().find(decides).map_or_else(String::new, |option| cited(&option.clauses));
    Some(format!("{decks} decks dealt from the hand are not allowed by {}{clauses}: {most} at most.", game.regulation))
}

/// The readings that have a meaning under these options. One that has none may be stated only as it is anyway.
fn with_a_meaning(
    readings: Vec<Choice>,
    options: &[Choice],
    drafts: &BTreeMap<String, (Located<()>, Located<String>)>,
) -> Result<Vec<Choice>, RulesError> {
    let chosen = |name: &str, choice: &str| options.iter().any(|one| one.switch.name == name && one.choice == choice);
    let mut kept = Vec::new();
    for reading in readings {
        let switch = &reading.switch;
        match switch.under.iter().find(|(name, choice)| !chosen(name, choice)) {
            None => kept.push(reading),
            Some((name, choice)) if reading.choice != switch.default => {
                let message =
                    format!("the reading `{}` has a meaning under options.{name} = {choice} only", switch.name);
                let expected = format!("options.{name} = {choice}, or no such reading");
                // What is not the default has been stated.
                if let Some((key, _)) = drafts.get(&switch.name) {
                    return Err(key.expected(message, expected));
                }
            }
            Some(_) => {}
        }
    }
    Ok(kept)
}
