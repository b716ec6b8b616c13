//! What can be analysed: the games of the catalogue, what each leaves open, and an analysis file to begin from.

use std::fmt::Write as _;

use rules::{Standing, Submission, Switch};
use serde::Serialize;

use crate::analysis::Analysis;
use crate::catalogue;
use crate::failure::Failure;
use crate::schema::JsonSchema;

/// A game of the catalogue.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GameSummary {
    /// Its id, which stands in place of an analysis.
    pub game: String,
    /// The game's name in the regulation.
    pub title: String,
    /// The regulation.
    pub regulation: String,
    /// The game this is a variation of.
    pub variation_of: Option<String>,
    /// Numbers of decks; where any number is allowed, those that are compared with each other.
    pub decks: Vec<u16>,
    /// Names of the options.
    pub options: Vec<String>,
    /// Names of the readings.
    pub readings: Vec<String>,
    /// Ids of the side wagers.
    pub wagers: Vec<String>,
}

/// What a game leaves open.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GameChoices {
    /// Its id.
    pub game: String,
    /// The game's name in the regulation.
    pub title: String,
    /// The regulation.
    pub regulation: String,
    /// The game this is a variation of.
    pub variation_of: Option<String>,
    /// Numbers of decks; where any number is allowed, those that are compared with each other.
    pub decks: Vec<u16>,
    /// The number of decks where the game's id stands in place of an analysis.
    pub usual_decks: Option<u16>,
    /// What the casino chooses.
    pub options: Vec<GameSwitch>,
    /// What the text leaves open.
    pub readings: Vec<GameSwitch>,
    /// The side wagers.
    pub wagers: Vec<GameWager>,
}

/// An option, or a reading of an ambiguous clause.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GameSwitch {
    /// Its name in an analysis.
    pub name: String,
    /// Clauses that it concerns.
    pub clauses: Vec<String>,
    /// What the option decides, or what the text leaves open.
    pub question: String,
    /// The choice in force unless an analysis says otherwise.
    pub default: String,
    /// Whether it is in force at the defaults. Where other options give it no meaning, an analysis does not state it.
    pub in_force: bool,
    /// The choices.
    pub choices: Vec<GameChoice>,
}

/// One choice of an option or reading.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GameChoice {
    /// Its name in an analysis.
    pub name: String,
    /// The choice in words.
    pub text: String,
    /// Of a reading: whether it is the text's literal one, custom's, both, or neither.
    pub is: Vec<&'static str>,
    /// Whether the regulation allows it.
    pub conforming: bool,
}

/// A side wager with its paytables.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GameWager {
    /// Its id in an analysis.
    pub id: String,
    /// Its name in the regulation.
    pub title: String,
    /// Its clauses.
    pub clauses: Vec<String>,
    /// Its paytables.
    pub paytables: Vec<GamePaytable>,
    /// Readings that concern it.
    pub readings: Vec<String>,
    /// Whether it is a progressive, which has a meter.
    pub has_meter: bool,
}

/// A paytable of a side wager. Tables for different numbers of decks may share a name.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GamePaytable {
    /// Its name in an analysis.
    pub name: String,
    /// Numbers of decks that it goes with; empty for all, unless `decks_from` says otherwise.
    pub decks: Vec<u16>,
    /// It goes with so many decks and more too.
    pub decks_from: Option<u16>,
}

/// The games of the catalogue.
///
/// ```
/// let games = shoeproof::game_summaries()?;
/// assert!(games.iter().any(|game| game.game == "pa-685a-down-under" && game.decks == [4, 5, 6, 8]));
/// # Ok::<(), shoeproof::Failure>(())
/// ```
///
/// # Errors
/// None in a program whose tests pass.
pub fn game_summaries() -> Result<Vec<GameSummary>, Failure> {
    catalogue::games()
        .map(|id| {
            let analysis = Analysis::of_game(id)?;
            let game = &analysis.submission().game;
            let names = |switches: &[Switch]| switches.iter().map(|switch| switch.name.clone()).collect();
            Ok(GameSummary {
                game: game.id.clone(),
                title: game.title.clone(),
                regulation: game.regulation.clone(),
                variation_of: game.variation_of.clone(),
                decks: game.shoe.decks.clone(),
                options: names(&game.options),
                readings: names(&game.readings),
                wagers: game.wagers.keys().cloned().collect(),
            })
        })
        .collect()
}

/// What an analysis's game leaves open, whatever the analysis chose.
pub(crate) fn choices(submission: &Submission) -> GameChoices {
    let game = &submission.game;
    let switches = |switches: &[Switch]| switches.iter().map(|switch| game_switch(submission, switch)).collect();
    let wager = |(id, wager): (&String, &rules::SideWager)| GameWager {
        id: id.clone(),
        title: wager.title.clone(),
        clauses: wager.clauses.clone(),
        paytables: wager
            .paytables
            .iter()
            .map(|table| GamePaytable {
                name: table.name.clone(),
                decks: table.decks.clone(),
                decks_from: table.decks_from,
            })
            .collect(),
        readings: game.readings.iter().filter(|one| one.affects_wager(id)).map(|one| one.name.clone()).collect(),
        has_meter: wager.meter.is_some(),
    };
    GameChoices {
        game: game.id.clone(),
        title: game.title.clone(),
        regulation: game.regulation.clone(),
        variation_of: game.variation_of.clone(),
        decks: game.shoe.decks.clone(),
        usual_decks: submission.decks,
        options: switches(&game.options),
        readings: switches(&game.readings),
        wagers: game.wagers.iter().map(wager).collect(),
    }
}

fn game_switch(submission: &Submission, switch: &Switch) -> GameSwitch {
    let standing = |standing: &Standing| match standing {
        Standing::Literal => "literal",
        Standing::Customary => "customary",
    };
    let mut chosen = submission.options.iter().chain(&submission.readings);
    GameSwitch {
        name: switch.name.clone(),
        clauses: switch.clauses.clone(),
        question: switch.question.clone(),
        default: switch.default.clone(),
        in_force: chosen.any(|choice| choice.switch.name == switch.name),
        choices: switch
            .choices
            .iter()
            .map(|choice| GameChoice {
                name: choice.name.clone(),
                text: choice.text.clone(),
                is: choice.is.iter().map(standing).collect(),
                conforming: choice.conforming,
            })
            .collect(),
    }
}

/// The text of an analysis file of a game of the catalogue, with every choice at its default and what each choice means as a comment.
/// `date` is that of its report, as YYYY-MM-DD.
///
/// ```
/// use shoeproof::{Analysis, new_analysis};
///
/// let text = new_analysis("pa-685a-down-under", "2026-11-21")?;
/// assert!(text.contains("dealer-ace = \"literal\""));
/// assert_eq!(Analysis::from_toml(&text)?.submission().decks, Some(6));
/// # Ok::<(), shoeproof::Failure>(())
/// ```
///
/// # Errors
/// [`Failure::Asked`] if the catalogue has no such game.
pub fn new_analysis(game: &str, date: &str) -> Result<String, Failure> {
    let analysis = Analysis::of_game(game)?;
    let submission = analysis.submission();
    let GameChoices { game, title, regulation, decks, usual_decks, options, readings, wagers, .. } =
        choices(submission);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let mut line = |words: std::fmt::Arguments<'_>| {
        let _ = writeln!(text, "{words}");
    };
    line(format_args!("# {title}: {regulation}."));
    line(format_args!("# Every choice stands at its default, with what each choice means above it."));
    line(format_args!("format = 1"));
    let decks_chosen = usual_decks.unwrap_or_default();
    line(format_args!("id = \"{game}-mine\""));
    line(format_args!("title = {:?}", format!("{title}, {decks_chosen} decks")));
    line(format_args!("game = \"{game}\""));
    let counts = decks.iter().map(u16::to_string);
    line(format_args!("# Decks: {}.", rules::one_of(counts)));
    line(format_args!("decks = {decks_chosen}"));
    for (section, about, switches) in
        [("options", "What the casino chooses.", &options), ("readings", "What the text leaves open.", &readings)]
    {
        if !switches.is_empty() {
            line(format_args!("\n# {about}\n[{section}]"));
            switches.iter().for_each(|switch| write_switch(&mut line, switch));
        }
    }
    if !wagers.is_empty() {
        line(format_args!(
            "\n# Side wagers. Each is offered with every paytable that goes with the decks, unless one is picked; `offered = false`\n\
             # leaves it out."
        ));
    }
    for wager in &wagers {
        write_wager(&mut line, wager, submission, decks_chosen);
    }
    line(format_args!(
        "\n# Whom the report is for. The date is part of it, so that it can be made again byte for byte."
    ));
    line(format_args!("[report]\ndate = {date:?}\nclient = \"not stated\"\nauthoriser = \"not stated\""));
    Ok(text)
}

fn write_switch(line: &mut impl FnMut(std::fmt::Arguments<'_>), switch: &GameSwitch) {
    line(format_args!("\n# {} ({})", switch.question, switch.clauses.join(", ")));
    for choice in &switch.choices {
        let mut marks: Vec<&str> = choice.is.clone();
        if choice.name == switch.default {
            marks.push("default");
        }
        if !choice.conforming {
            marks.push("not conforming");
        }
        let marks = if marks.is_empty() { String::new() } else { format!(" [{}]", marks.join(", ")) };
        line(format_args!("#   {}{marks}: {}", choice.name, choice.text));
    }
    let is_bare = switch.default.parse::<i64>().is_ok() || switch.default.parse::<bool>().is_ok();
    let value = if is_bare { switch.default.clone() } else { format!("{:?}", switch.default) };
    let mark = if switch.in_force { "" } else { "# (has a meaning under other options alone) " };
    line(format_args!("{mark}{} = {value}", switch.name));
}

fn write_wager(line: &mut impl FnMut(std::fmt::Arguments<'_>), wager: &GameWager, submission: &Submission, decks: u16) {
    line(format_args!("\n# {} ({})", wager.title, wager.clauses.join(", ")));
    let mark =
        if submission.wagers.iter().any(|one| one.id == wager.id) { "" } else { "# (not offered with so many decks) " };
    line(format_args!("{mark}[wagers.{}]", wager.id));
    let paytables = submission.game.wagers.get(&wager.id).into_iter().flat_map(|rule| &rule.paytables);
    let of_decks = paytables.filter(|table| table.goes_with(decks));
    let names: Vec<&String> = of_decks.map(|table| &table.name).collect();
    if let Some(first) = names.first() {
        line(format_args!("# paytable = {first:?}  # with {decks} decks: {}", rules::one_of(&names)));
    }
    if wager.has_meter {
        line(format_args!("# meter = 10_000  # dollars"));
    }
}
