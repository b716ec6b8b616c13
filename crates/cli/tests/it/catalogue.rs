//! The games that are part of the program: an installed binary in an empty folder.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;

fn program(folder: &std::path::Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("shoeproof").expect("the program");
    command.current_dir(folder).args(arguments);
    command
}

fn stdout(folder: &std::path::Path, arguments: &[&str]) -> String {
    let output = program(folder, arguments).assert().code(0).get_output().stdout.clone();
    String::from_utf8(output).expect("text")
}

fn ids(folder: &std::path::Path) -> Vec<String> {
    let games: Value = serde_json::from_str(&stdout(folder, &["games", "--json"])).expect("JSON");
    let games = games.as_array().expect("a list").iter();
    games.map(|game| game["game"].as_str().expect("an id").to_owned()).collect()
}

#[test]
fn every_game_is_solved_in_an_empty_folder() {
    let home = tempfile::tempdir().expect("temporary folder");
    let ids = ids(home.path());
    assert!(ids.len() >= 9, "{ids:?}");
    for id in &ids {
        let solved: Value =
            serde_json::from_str(&stdout(home.path(), &["solve", id, "--no-variance", "--strategy", "td", "--json"]))
                .expect("JSON");
        assert_eq!(solved["game"], *id);
        assert!(solved["ev"]["decimal"].is_string());
    }
    assert_eq!(fs::read_dir(home.path()).expect("the folder").count(), 0);
}

#[test]
#[ignore = "long; `just slow`"]
fn a_new_analysis_is_the_game_as_it_stands() {
    let home = tempfile::tempdir().expect("temporary folder");
    for id in ids(home.path()) {
        stdout(home.path(), &["new", &id, "--out", "mine.toml"]);
        let [mine, own] = ["mine.toml", id.as_str()].map(|analysis| {
            let text = stdout(home.path(), &["solve", analysis, "--no-variance", "--strategy", "td", "--json"]);
            serde_json::from_str::<Value>(&text).expect("JSON")
        });
        for key in ["ev", "options", "readings", "decks", "conforming"] {
            assert_eq!(mine[key], own[key], "{id} {key}");
        }
        // What somebody may have edited is never replaced.
        program(home.path(), &["new", &id, "--out", "mine.toml"]).assert().code(2);
        fs::remove_file(home.path().join("mine.toml")).expect("remove");
    }
}

#[test]
fn a_game_file_beside_the_analysis_is_taken_before_the_catalogue() {
    let home = tempfile::tempdir().expect("temporary folder");
    stdout(home.path(), &["new", "plain-blackjack", "--out", "mine.toml"]);
    let solve = ["solve", "mine.toml", "--no-variance", "--json"];
    let edge = |text: &str| serde_json::from_str::<Value>(text).expect("JSON")["house_edge"]["fraction"].to_string();
    let of_catalogue = program(home.path(), &solve).assert().code(0).get_output().clone();
    let said = String::from_utf8_lossy(&of_catalogue.stderr).into_owned();
    assert!(said.contains("rules of the catalogue: plain-blackjack"), "{said}");
    let folder = home.path().join("games");
    fs::create_dir(&folder).expect("create");
    let game = fs::read_to_string(crate::program::root().join("games/plain-blackjack.toml")).expect("a game");
    let other = game.replacen("pays = \"3:2\"", "pays = \"6:5\"", 1);
    assert_ne!(other, game);
    let file = folder.join("plain-blackjack.toml");
    fs::write(&file, &game).expect("write");
    let of_same = program(home.path(), &solve).assert().code(0).get_output().clone();
    assert!(of_same.stderr.is_empty(), "the same rules, wherever they stand");
    fs::write(&file, other).expect("write");
    let of_folder = program(home.path(), &solve).assert().code(0).get_output().clone();
    let said = String::from_utf8_lossy(&of_folder.stderr).into_owned();
    assert!(said.contains("plain-blackjack.toml, which are not the catalogue's of plain-blackjack"), "{said}");
    let [catalogue, folder] = [&of_catalogue, &of_folder].map(|output| edge(&String::from_utf8_lossy(&output.stdout)));
    assert_ne!(catalogue, folder);
}

#[test]
fn the_version_says_what_it_was_built_from() {
    let home = tempfile::tempdir().expect("temporary folder");
    assert_eq!(stdout(home.path(), &["-V"]).lines().count(), 1);
    let long = stdout(home.path(), &["--version"]);
    let lock = std::fs::read(crate::program::root().join("Cargo.lock")).expect("the lock file");
    for part in ["shoeproof ", "commit  ", "compiler  ", &certificate::sha256_hex(&lock)] {
        assert!(long.contains(part), "{part}: {long}");
    }
}

#[test]
fn a_table_of_games_breaks_between_words() {
    let home = tempfile::tempdir().expect("temporary folder");
    let text = stdout(home.path(), &["games"]);
    let games: serde_json::Value = serde_json::from_str(&stdout(home.path(), &["games", "--json"])).expect("JSON");
    let words = games.as_array().into_iter().flatten().flat_map(|game| [&game["title"], &game["regulation"]]);
    for word in words.flat_map(|words| words.as_str().unwrap_or_default().split_whitespace()) {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn shells_and_man_know_every_command() {
    let home = tempfile::tempdir().expect("temporary folder");
    for shell in ["bash", "zsh", "fish"] {
        let text = stdout(home.path(), &["completions", shell]);
        assert!(["solve", "games", "verify"].iter().all(|command| text.contains(command)), "{shell}");
    }
    let classes = stdout(home.path(), &["completions", "bash"]);
    assert!(classes.contains("cdz-best") && classes.contains("pa-685a-down-under"), "values are completed");
    let page = stdout(home.path(), &["man"]);
    assert!(!page.contains("solve(1)") && page.contains("shoeproof solve"), "there is one page");
    assert!(page.starts_with(".ie") || page.contains(".TH"), "{page:.60}");
    assert!(page.contains("SHOEPROOF SOLVE") && page.contains("SHOEPROOF GAMES"));
}
