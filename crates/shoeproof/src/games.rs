//! What can be analysed: the games of the catalogue, what each leaves open, and an analysis file to begin from.

use std::fmt::Write as _;
use std::sync::Arc;

use rules::{AskedCount, AskedCounts, OwnCount, ReportDetails, Standing, StatedShoe, Submission, Switch};
use serde::Serialize;

use crate::failure::Failure;
use crate::schema::JsonSchema;
use crate::{catalogue, certify};

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
    /// Rules of the game that are not modelled, a sentence each.
    pub left_out: Vec<String>,
    /// Numbers of decks; where any number is allowed, those that are compared with each other.
    pub decks: Vec<u16>,
    /// The number of decks where the game's id stands in place of an analysis; `None` of a game that is not the catalogue's.
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
            let game = &catalogue::of_game(id)?.game;
            let names = |switches: &[Arc<Switch>]| switches.iter().map(|switch| switch.name.clone()).collect();
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
    let switches = |switches: &[Arc<Switch>]| switches.iter().map(|switch| game_switch(submission, switch)).collect();
    let wager = |(id, wager): (&String, &Arc<rules::SideWager>)| GameWager {
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
        left_out: game.left_out.clone(),
        decks: game.shoe.decks.clone(),
        usual_decks: catalogue::usual_decks(submission),
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
    let submission = &catalogue::of_game(game)?;
    Ok(written(
        submission,
        &Heading {
            about: "Every choice stands at its default, with what each choice means above it.",
            id: &format!("{game}-mine"),
            // Without the decks, which are there to be changed: a report names them beside the title.
            title: &submission.game.title,
            date,
        },
    ))
}

/// As [`Analysis::to_toml`].
pub(crate) fn analysis_file(submission: &Submission) -> String {
    written(
        submission,
        &Heading {
            about: "What each choice means stands above it.",
            id: &certify::id(submission),
            title: &submission.title,
            date: &catalogue::date(submission),
        },
    )
}

/// What an analysis file opens with, and the date of its report.
struct Heading<'a> {
    about: &'a str,
    id: &'a str,
    title: &'a str,
    date: &'a str,
}

/// The text of an analysis file.
fn written(submission: &Submission, heading: &Heading<'_>) -> String {
    let GameChoices { game, title, regulation, decks, options, readings, wagers, .. } = choices(submission);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let mut line = |words: std::fmt::Arguments<'_>| {
        let _ = writeln!(text, "{words}");
    };
    line(format_args!("# {title}. Regulation: {regulation}."));
    line(format_args!("# {}", heading.about));
    line(format_args!("format = 1"));
    line(format_args!("id = {:?}", heading.id));
    line(format_args!("title = {}", quoted(heading.title)));
    line(format_args!("game = {game:?}"));
    let counts = decks.iter().map(u16::to_string);
    line(format_args!("# Decks: {}.", rules::one_of(counts)));
    write_shoe(&mut line, submission);
    for (section, about, switches) in
        [("options", "What the casino chooses.", &options), ("readings", "What the text leaves open.", &readings)]
    {
        if !switches.is_empty() {
            line(format_args!("\n# {about}\n[{section}]"));
            switches.iter().for_each(|switch| write_switch(&mut line, switch, submission));
        }
    }
    if !wagers.is_empty() {
        line(format_args!(
            "\n# Side wagers. Each is offered with every paytable that goes with the decks, unless one is picked; `offered = false`\n\
             # leaves it out."
        ));
    }
    wagers.iter().for_each(|wager| write_wager(&mut line, wager, submission));
    if let Some(simulation) = &submission.simulation {
        line(format_args!("\n# Rounds dealt at the table beside the exact figures."));
        line(format_args!("[simulation]\nrounds = {}\nseed = {}", simulation.rounds, simulation.seed));
        if let Some(card) = &simulation.cut_card {
            line(format_args!("cut-card = {{ penetration = \"{}\", rounds = {} }}", card.penetration(), card.rounds));
        }
    }
    if let Some(counts) = &submission.exposure {
        write_counts(&mut line, counts);
    }
    line(format_args!(
        "\n# Whom the report is for. The date is part of it, so that it can be made again byte for byte."
    ));
    let details = &submission.report;
    let [client, authoriser] = [&details.client, &details.authoriser].map(|text| quoted(text));
    line(format_args!("[report]\ndate = {:?}\nclient = {client}\nauthoriser = {authoriser}", heading.date));
    write_particulars(&mut line, details);
    text
}

/// The counts asked for, one a line.
fn write_counts(line: &mut impl FnMut(std::fmt::Arguments<'_>), counts: &AskedCounts) {
    line(format_args!("\n# Counts of which the report says what they tell of the wagers.\n[exposure]\ncounts = ["));
    for count in counts.iter() {
        match count {
            AskedCount::Named(name) => line(format_args!("    {name:?},")),
            AskedCount::Own(OwnCount { id, title, tags, units }) => line(format_args!(
                "    {{ id = {id:?}, title = {}, tags = {tags:?}, units = {units} }},",
                quoted(title)
            )),
        }
    }
    line(format_args!("]"));
    line(format_args!(
        "# How much of the shoe is seen before the rounds that are stated by count, in percent.\ndepths = {:?}",
        counts.depths()
    ));
}

/// What a laboratory says besides, one key a line.
fn write_particulars(line: &mut impl FnMut(std::fmt::Arguments<'_>), details: &ReportDetails) {
    for (key, value) in [
        ("laboratory", &details.laboratory),
        ("laboratory-address", &details.laboratory_address),
        ("place", &details.place),
        ("client-contact", &details.client_contact),
        ("received", &details.received),
        ("decision-rule", &details.decision_rule),
        ("commit", &details.commit),
        ("compiler", &details.compiler),
    ] {
        if let Some(value) = value {
            line(format_args!("{key} = {}", quoted(value)));
        }
    }
    if let Some([first, last]) = &details.performed {
        line(format_args!("performed = [{first:?}, {last:?}]"));
    }
    if let Some(providers) = &details.external_providers {
        let all: Vec<String> = providers.iter().map(|one| quoted(one).to_string()).collect();
        line(format_args!("external-providers = [{}]", all.join(", ")));
    }
    if let Some(revisions) = &details.revisions {
        line(format_args!("revisions = ["));
        for one in revisions {
            let [revision, date, changes] = [&one.revision, &one.date, &one.changes].map(|text| quoted(text));
            line(format_args!("    {{ revision = {revision}, date = {date}, changes = {changes} }},"));
        }
        line(format_args!("]"));
    }
}

/// A text as a TOML string.
fn quoted(text: &str) -> toml::Value {
    toml::Value::String(text.to_owned())
}

fn write_shoe(line: &mut impl FnMut(std::fmt::Arguments<'_>), submission: &Submission) {
    let removed: Vec<String> = submission.removed().map(|card| card.to_string()).collect();
    match submission.stated_shoe() {
        StatedShoe::Decks(decks) => line(format_args!("decks = {decks}")),
        StatedShoe::Values(cards) => {
            line(format_args!("# Cards of each value: A, 2, …, 9, T.\nshoe = {:?}", cards.counts()));
        }
        StatedShoe::Faces(cards) => {
            line(format_args!(
                "# Cards of each face: A, 2, …, 10, J, Q, K of clubs, of diamonds, of hearts, of spades.\nshoe = ["
            ));
            for of_suit in cards.counts().chunks(cards::Rank::COUNT) {
                let counts: Vec<String> = of_suit.iter().map(u16::to_string).collect();
                line(format_args!("    {},", counts.join(", ")));
            }
            line(format_args!("]"));
        }
    }
    if !removed.is_empty() {
        line(format_args!("remove = {removed:?}"));
    }
}

fn write_switch(line: &mut impl FnMut(std::fmt::Arguments<'_>), switch: &GameSwitch, submission: &Submission) {
    line(format_args!("\n# {}{}", switch.question, rules::cited(&switch.clauses)));
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
    let mut chosen = submission.options.iter().chain(&submission.readings);
    let chosen = chosen.find(|choice| choice.switch.name == switch.name).map_or(&switch.default, |one| &one.choice);
    let is_bare = chosen.parse::<i64>().is_ok() || chosen.parse::<bool>().is_ok();
    let value = if is_bare { chosen.clone() } else { format!("{chosen:?}") };
    let mark = if switch.in_force { "" } else { "# (has a meaning under other options alone) " };
    line(format_args!("{mark}{} = {value}", switch.name));
}

fn write_wager(line: &mut impl FnMut(std::fmt::Arguments<'_>), wager: &GameWager, submission: &Submission) {
    line(format_args!("\n# {}{}", wager.title, rules::cited(&wager.clauses)));
    let offered: Vec<&rules::OfferedWager> = submission.wagers.iter().filter(|one| one.id == wager.id).collect();
    let rule = submission.game.wagers.get(&wager.id);
    let counted = rule.zip(submission.counted_decks).map(|(rule, decks)| {
        let counted = submission.game.shoe.dealing.counted(decks, rule.decks_counted);
        rule.paytables.iter().filter(|table| table.goes_with(counted)).map(|table| &table.name).collect::<Vec<_>>()
    });
    let looks_at_suits = rule.is_some_and(|rule| rule.looks_at_suits_of_played_hands());
    let cannot_be_valued = submission.values_no_wager() || submission.decks.is_none() && looks_at_suits;
    let counted = counted.filter(|_| !cannot_be_valued);
    let is_left_out = offered.is_empty() && counted.as_ref().is_some_and(|names| !names.is_empty());
    let mark = match submission.counted_decks.filter(|_| !cannot_be_valued) {
        Some(_) if is_left_out || !offered.is_empty() => "",
        Some(_) => "# (not offered with so many decks) ",
        None => "# (not valued with a shoe that is not whole decks) ",
    };
    line(format_args!("{mark}[wagers.{}]", wager.id));
    if is_left_out {
        line(format_args!("offered = false"));
    }
    if let (Some(decks), Some(names)) = (submission.counted_decks, counted)
        && let Some(first) = names.first()
    {
        let (known, decks) = (rules::one_of(&names), cards::decks_in_words(decks));
        match &offered[..] {
            [one] if names.len() > 1 => {
                line(format_args!("paytable = {:?}  # with {decks}: {known}", one.paytable.name));
            }
            _ => line(format_args!("# paytable = {first:?}  # with {decks}: {known}")),
        }
    }
    let stated = offered.first().map(|one| one.inputs.stated()).unwrap_or_default();
    for (name, value) in &stated {
        line(format_args!("{name} = {value:?}"));
    }
    if wager.has_meter && !stated.iter().any(|(name, _)| name == "meter") {
        line(format_args!("# meter = 10_000  # dollars"));
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::Analysis;

    #[test]
    fn an_analysis_file_is_read_as_the_same_submission() {
        for (game, set) in [
            (
                "pa-685a-down-under",
                &["decks=8", "readings.match-pays=best", "wagers.match-the-dealer.paytable=14/3"][..],
            ),
            ("pa-685a-down-under", &["remove=A,T,T"]),
            ("pa-685a-down-under", &["shoe=24,20,20,20,24,24,24,24,24,90"]),
            (
                "pa-685a-down-under",
                &["wagers.match-the-dealer.offered=false", "simulation.rounds=10000", "simulation.seed=4"],
            ),
            ("pa-633a-blackjack", &["options.dealing=double-shoe", "options.surrender=none"]),
            ("pa-633a-blackjack", &["wagers.hit-and-run.meter=7000", "wagers.hit-and-run.rate=1/100"]),
            ("pa-633a-blackjack-switch", &["readings.surrender=late"]),
            ("spanish-21", &["decks=2"]),
            ("spanish-21", &["remove=7h,7,8s"]),
            ("pa-633a-blackjack", &["decks=1", "remove=Qh,5d", "wagers.house-money.parlay=1/2"]),
            (
                "pa-633a-blackjack",
                &[
                    "shoe=6,6,6,6,6,6,6,6,6,6,6,6,6,5,5,5,5,5,5,5,5,5,5,5,5,5,6,6,6,6,6,6,6,6,6,6,6,6,6,0,1,2,3,4,5,6,6,6,6,6,6,6",
                    "remove=Qh,5",
                ],
            ),
            (
                "pa-633a-blackjack",
                &[
                    "shoe=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
                ],
            ),
        ] {
            let set: Vec<rules::Override> = set.iter().map(|one| one.parse().expect("an override")).collect();
            let analysis = Analysis::of_game(game).expect("a game").with_all(&set);
            let analysis = analysis.unwrap_or_else(|error| panic!("{game} {set:?}: {error}"));
            let text = analysis.to_toml();
            let again = Analysis::from_toml(&text).unwrap_or_else(|error| panic!("{game} {set:?}: {error}\n{text}"));
            assert_eq!(again.submission().canonical(), analysis.submission().canonical(), "{text}");
            // Both bear the day on which they are made.
            let dated = crate::catalogue::dated(analysis.submission()).expect("a date");
            let [again, one] = [again.submission(), &dated].map(|submission| {
                (crate::certify::id(submission), &submission.title, &submission.report, &submission.deviations)
            });
            assert_eq!(again, one, "{text}");
        }
    }
}
