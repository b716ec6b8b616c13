//! The game files that are part of the program, so that it works in any folder.

use std::path::Path;
use std::sync::OnceLock;

use rules::{RulesError, Submission, SubmissionFiles};

use crate::failure::Failure;
use crate::today::today;

/// Every game's id with the text of its file.
const GAMES: [(&str, &str); 9] = [
    ("double-exposure", include_str!("../../../games/double-exposure.toml")),
    ("free-bet", include_str!("../../../games/free-bet.toml")),
    ("ma-double-attack", include_str!("../../../games/ma-double-attack.toml")),
    ("pa-633a-blackjack", include_str!("../../../games/pa-633a-blackjack.toml")),
    ("pa-633a-blackjack-switch", include_str!("../../../games/pa-633a-blackjack-switch.toml")),
    ("pa-665a-double-attack", include_str!("../../../games/pa-665a-double-attack.toml")),
    ("pa-685a-down-under", include_str!("../../../games/pa-685a-down-under.toml")),
    ("plain-blackjack", include_str!("../../../games/plain-blackjack.toml")),
    ("spanish-21", include_str!("../../../games/spanish-21.toml")),
];

/// Decks of an analysis that nobody wrote, where the game may be played with so many.
const USUAL_DECKS: u16 = 6;

/// Ids of the games of the catalogue.
pub fn games() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|(id, _)| *id)
}

/// The text of a game's file; `None` if the catalogue has no such game.
pub fn game_file(id: &str) -> Option<&'static str> {
    GAMES.iter().find(|(known, _)| *known == id).map(|(_, text)| *text)
}

/// That the game file is no file of the catalogue, and what that means for the words of a page; none of a game of the catalogue.
pub(crate) fn other_game(submission: &Submission) -> Option<String> {
    let id = &submission.game.id;
    let of_author = "Of its author, and not checked, are names, titles, the regulation and its clauses, the limits that it sets to decks, positions, cut card and amounts, questions, the texts of choices, which choices are \
                     allowed, are defaults, are the literal reading or custom's, what is said to be left out, and published figures with their sources. The rules of play are made from what the figures are computed by.";
    match is_file_of(id, submission.files().game.as_bytes()) {
        Some(true) => None,
        Some(false) => Some(format!(
            "The game file has the id {id} and is not the file of that game in this program's catalogue. What the program says of the \
             clauses of that game's regulation is left out. {of_author}"
        )),
        None => Some(format!("The game file, {id}, is not of this program's catalogue. {of_author}")),
    }
}

/// Whether this is, byte for byte, the file of the game of this id; `None` if the catalogue has no such game.
pub(crate) fn is_file_of(id: &str, bytes: &[u8]) -> Option<bool> {
    game_file(id).map(|text| text.as_bytes() == bytes)
}

/// That a name is neither a file's nor a game's.
pub(crate) fn neither(name: &Path) -> Failure {
    let games = rules::one_of(games());
    Failure::Asked(format!("`{}` is neither a file nor a game: expected an analysis file, or {games}", name.display()))
}

/// Stands for the date of a report that nobody has dated. A report bears the day on which it is made instead.
const UNDATED: &str = "2026-01-01";

/// The date of a report on a submission: the one that it states, or today's of a game of the catalogue.
pub(crate) fn date(submission: &Submission) -> String {
    if is_undated(submission) { today() } else { submission.report.date.clone() }
}

/// The same submission with the date that its report bears.
///
/// # Errors
/// None that the submission itself did not have.
pub(crate) fn dated(submission: &Submission) -> Result<Submission, Failure> {
    if !is_undated(submission) {
        return Ok(submission.clone());
    }
    let files = submission.files();
    let analysis = files.analysis.replacen(UNDATED, &today(), 1);
    Ok(Submission::read(&SubmissionFiles { analysis, game: files.game.clone(), overrides: files.overrides.clone() })?)
}

/// Whether it is a game of the catalogue, which states no date.
fn is_undated(submission: &Submission) -> bool {
    of_game(&submission.game.id).is_ok_and(|one| one.files().analysis == submission.files().analysis)
}

/// The text of an analysis of a game with every option and reading at its default and a full shoe.
fn analysis(id: &str, title: &str, decks: u16) -> String {
    format!(
        "format = 1\nid = \"{id}-{decks}-decks\"\ntitle = {title:?}\ngame = \"{id}\"\ndecks = {decks}\n\n\
         [report]\ndate = \"{UNDATED}\"\nclient = \"not stated\"\nauthoriser = \"not stated\"\n"
    )
}

/// A game of the catalogue with every option and reading at its default: six decks where it may be played with six, else the most
/// that it may be played with.
///
/// # Errors
/// [`Failure::Asked`] if the catalogue has no such game.
pub(crate) fn of_game(id: &str) -> Result<Submission, Failure> {
    // A game file takes milliseconds to read, and is always the same.
    static READ: [OnceLock<Result<Submission, RulesError>>; GAMES.len()] = [const { OnceLock::new() }; GAMES.len()];
    let Some(at) = GAMES.iter().position(|(known, _)| *known == id) else {
        return Err(Failure::Asked(format!("the catalogue has no game `{id}`: expected {}", rules::one_of(games()))));
    };
    let (id, game) = GAMES[at];
    Ok(READ[at].get_or_init(|| as_it_stands(id, game)).clone()?)
}

/// The number of decks of a game as it stands; `None` of a game that is not the catalogue's.
pub(crate) fn usual_decks(submission: &Submission) -> Option<u16> {
    is_of_catalogue(submission).then(|| of_game(&submission.game.id).ok()?.decks).flatten()
}

/// Whether the game file is one of the catalogue's, byte for byte.
pub(crate) fn is_of_catalogue(submission: &Submission) -> bool {
    is_file_of(&submission.game.id, submission.files().game.as_bytes()) == Some(true)
}

fn as_it_stands(id: &str, game: &str) -> Result<Submission, RulesError> {
    let read = |title: &str, decks: u16| {
        let analysis = analysis(id, title, decks);
        Submission::read(&SubmissionFiles { analysis, game: game.to_owned(), overrides: Vec::new() })
    };
    // What the game allows is known once it is read with some number of decks.
    let mut any = read(id, USUAL_DECKS);
    for decks in (1..=8).rev().filter(|&decks| decks != USUAL_DECKS) {
        any = any.or_else(|_| read(id, decks));
    }
    let any = any?;
    let decks = &any.game.shoe.decks;
    let usual = decks.iter().find(|&&decks| decks == USUAL_DECKS).or(decks.iter().max());
    let usual = usual.copied().unwrap_or(USUAL_DECKS);
    read(&format!("{}, {usual} decks", any.game.title), usual)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_catalogue_is_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let files = std::fs::read_dir(&folder).expect("the games");
        let files: BTreeSet<String> = files
            .map(|file| file.expect("a file").file_name().into_string().expect("a name"))
            .filter_map(|name| name.strip_suffix(".toml").map(str::to_owned))
            .collect();
        assert_eq!(files, games().map(str::to_owned).collect());
        for id in games() {
            assert_eq!(game_file(id), std::fs::read_to_string(folder.join(format!("{id}.toml"))).ok().as_deref());
        }
    }

    #[test]
    fn every_game_is_an_analysis() {
        for id in games() {
            let submission = of_game(id).expect("an analysis");
            assert_eq!(submission.game.id, id);
            assert!(submission.decks.is_some_and(|decks| submission.game.shoe.decks.contains(&decks)));
        }
        assert!(of_game("no-such-game").is_err());
    }
}
