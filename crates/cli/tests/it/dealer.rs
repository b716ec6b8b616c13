//! `dealer`: the solver's table against the checker's for every game, and what the command prints.

use std::path::{Path, PathBuf};

use cards::Composition;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{Override, Submission};
use serde_json::Value;

use crate::program::{self, root};

fn json(arguments: &[&str]) -> Value {
    program::json(&[&["dealer"], arguments, &["--json"]].concat(), 0)
}

fn number(exact: &Value) -> BigRational {
    exact["fraction"].as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{exact} is no fraction"))
}

fn row<'a>(rows: &'a Value, up: &str, signal: &str) -> &'a Value {
    let mut all = rows.as_array().expect("a list").iter();
    all.find(|row| row["up"] == up && row["signal"] == signal).unwrap_or_else(|| panic!("no row {up} {signal}"))
}

/// The analysis of each game with the fewest decks, and those that differ from it in what the dealer does.
fn analyses() -> Vec<(PathBuf, Vec<Override>)> {
    let mut all = Vec::new();
    for game in std::fs::read_dir(root().join("analyses")).expect("analyses") {
        let mut files: Vec<PathBuf> = std::fs::read_dir(game.expect("a folder").path())
            .expect("a folder of analyses")
            .map(|file| file.expect("a file").path())
            .filter(|file| file.extension().is_some_and(|extension| extension == "toml"))
            .collect();
        files.sort();
        all.push((files[0].clone(), Vec::new()));
    }
    let with = |path: &str, set: &[(&str, &str)]| {
        let set = set.iter().map(|&(key, value)| Override::new(key, value)).collect();
        (root().join("analyses").join(path), set)
    };
    all.push(with("pa-685a-down-under/4-decks.toml", &[("readings.dealer-ace", "customary")]));
    all.push(with("plain-blackjack/1-decks.toml", &[("options.soft-17", "hit")]));
    all.push(with("pa-633a-blackjack/1-decks.toml", &[("options.hole-card", "none-all-bets")]));
    // A dealer who may need every card but a few, and one whose hands are cut short by the shoe.
    all.push(with("plain-blackjack/1-decks.toml", &[("shoe", "1,1,2,1,1,2,1,1,2,9")]));
    all.push(with("pa-685a-down-under/4-decks.toml", &[("shoe", "4,0,1,0,2,3,0,0,1,9")]));
    all
}

fn agree(path: &Path, overrides: &[Override], seen: &Composition) {
    let submission = Submission::load(path, overrides).unwrap_or_else(|error| panic!("{error}"));
    let solved = solver::dealer_outcomes(&submission.game, &submission.shoe, seen).expect("the solver's");
    let checked = checker::dealer_outcomes(&submission, seen).expect("the checker's");
    assert_eq!(solved.len(), checked.len(), "{}", path.display());
    for (one, other) in solved.iter().zip(&checked) {
        let here = format!("{} up {} {}", path.display(), one.up, one.signal);
        assert_eq!((one.up, &one.signal, &one.holes), (other.up, &other.signal, &other.holes), "{here}");
        assert_eq!(one.probability, other.probability, "{here}");
        assert_eq!(one.outcomes, other.outcomes, "{here}");
        assert!(one.outcomes.iter().sum::<BigRational>().is_one(), "{here}");
    }
}

#[test]
fn solver_and_checker_agree_on_every_game() {
    let all = analyses();
    assert!(all.len() >= 14);
    for (path, overrides) in all {
        agree(&path, &overrides, &Composition::default());
        let seen: Composition =
            ["T", "9", "T"].iter().map(|card| card.parse::<cards::Value>().expect("a card")).collect();
        agree(&path, &overrides, &seen);
    }
}

/// Ten up, small in the hole, beside T-6: 96 of the 309 cards unseen are 2 to 5.
#[test]
fn beside_a_hand() {
    let analysis = "analyses/pa-685a-down-under/6-decks.toml";
    let rows = json(&[analysis, "--hand", "T,6"]);
    let small = row(&rows, "T", "small");
    assert_eq!(small["probability"]["fraction"], "32/103");
    assert_eq!(small["holes"], serde_json::json!(["2", "3", "4", "5"]));
    assert!(small.get("value_of_signal").is_none());
    let outcomes = small["outcomes"].as_object().expect("outcomes");
    let names: Vec<&String> = outcomes.keys().collect();
    assert_eq!(names, ["17", "18", "19", "20", "21", "22", "blackjack", "bust"]);
    assert!(outcomes.values().map(number).sum::<BigRational>().is_one());
    // The dealer's cards taken out of the shoe are no longer there: no aces, no blackjack.
    let none = json(&["analyses/plain-blackjack/6-decks.toml", "--shoe", "0,24,24,24,24,24,24,24,24,96", "--no-value"]);
    assert_eq!(row(&none, "T", "no blackjack")["probability"]["fraction"], "1/1");
    assert!(none.as_array().expect("a list").iter().all(|row| row["signal"] != "blackjack"));
}

/// Published for six decks and a dealer who hits soft 17: 0.073536.
#[test]
fn a_total_of_22_is_as_published() {
    let rows = json(&["analyses/plain-blackjack/6-decks.toml", "--set", "options.soft-17=hit"]);
    let share = |row: &Value| {
        let cards = if row["up"] == "T" { 4 } else { 1 };
        BigRational::new(cards.into(), 13.into()) * number(&row["probability"])
    };
    let rows = rows.as_array().expect("a list");
    let all: BigRational = rows.iter().map(|row| share(row) * number(&row["outcomes"]["22"])).sum();
    assert_eq!(cards::decimal(&all, 6), "0.073536");
    // Nothing is told, so nothing is given away.
    assert!(rows.iter().all(|row| number(&row["value_of_signal"]["cdz"]["round"]).is_zero()));
}

/// The value under an up card is the mean of those of its signals, and that of a round the mean over the up cards: the difference of the
/// EVs of two games.
#[test]
fn what_the_masque_device_gives_away() {
    let analysis = "analyses/pa-685a-down-under/4-decks.toml";
    let rows = json(&[analysis]);
    let list = rows.as_array().expect("a list");
    for class in ["td", "cdz"] {
        let value = |row: &Value, of: &str| number(&row["value_of_signal"][class][of]);
        let mut round = BigRational::zero();
        for up in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"] {
            let of_up: Vec<&Value> = list.iter().filter(|row| row["up"] == up).collect();
            let mean: BigRational = of_up.iter().map(|row| number(&row["probability"]) * value(row, "signal")).sum();
            assert_eq!(mean, value(of_up[0], "up_card"), "{class} {up}");
            round += mean * BigRational::new((if up == "T" { 4 } else { 1 }).into(), 13.into());
        }
        assert_eq!(round, value(&list[0], "round"), "{class}");
        let solve = |analysis: &str| {
            number(&program::json(&["solve", analysis, "--strategy", class, "--no-variance", "--json"], 0)["ev"])
        };
        let folder = game_without_signals();
        let untold = folder.path().join("analysis.toml");
        assert_eq!(round, solve(analysis) - solve(&untold.to_string_lossy()), "{class}");
    }
}

/// A folder with Down Under as a game file whose table tells nothing but a blackjack.
fn game_without_signals() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let game = std::fs::read_to_string(root().join("games/pa-685a-down-under.toml")).expect("a game file");
    let is_range = |part: &&str| part.starts_with("[[hole-card.ranges]]");
    let parts = game.split("\n\n").filter(|part| !is_range(part)).collect::<Vec<_>>().join("\n\n");
    let plain = parts.replace("exposed-if-both = [\"A\", \"T\"]\n", "");
    assert!(plain.len() + 200 < game.len());
    std::fs::create_dir(folder.path().join("games")).expect("a folder");
    std::fs::write(folder.path().join("games/pa-685a-down-under.toml"), plain).expect("written");
    let analysis = root().join("analyses/pa-685a-down-under/4-decks.toml");
    std::fs::copy(analysis, folder.path().join("analysis.toml")).expect("copied");
    folder
}

fn printed(arguments: &[&str]) -> String {
    let output = program::shoeproof(arguments).assert().code(0).get_output().stdout.clone();
    String::from_utf8(output).expect("text")
}

#[test]
fn the_table_and_the_csv() {
    let analysis = "analyses/double-exposure/6-decks.toml";
    let text = printed(&["dealer", analysis, "--no-value"]);
    assert!(text.contains("exposed 9") && text.contains("blackjack") && text.contains("22 is a bust"), "{text}");
    let csv = printed(&["dealer", "analyses/pa-685a-down-under/6-decks.toml", "--csv"]);
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("up,signal,holes,signal_probability,signal_fraction,outcome,probability,fraction"));
    assert!(csv.contains("\nT,blackjack,A,") && lines.count().is_multiple_of(8), "{csv}");
}

#[test]
fn cards_that_are_not_there_are_refused() {
    let analysis = "analyses/plain-blackjack/1-decks.toml";
    program::refused(&["dealer", analysis, "--hand", "6,6,6,6,6"], &["5 cards of 6", "4"]);
    program::refused(&["dealer", analysis, "--hand", "X"], &["X"]);
}
