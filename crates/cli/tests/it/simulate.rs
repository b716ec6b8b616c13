//! The table against the exact figures: fixed seeds, so that what is dealt is the same every time. One figure of thousands may be four
//! standard errors off.
//!
//! Quick tests deal few rounds, which find a rule that table and solver read differently; slow ones deal ten times as many, whose
//! standard errors are a third.

use serde_json::Value;

use crate::program::{self, root};
use crate::resumed::Resumed;

/// Rounds of a quick test.
const FEW: u64 = 200_000;
const MANY: u64 = 2_000_000;

/// An analysis, options and readings, and the least number of figures that rounds are compared with.
pub(crate) type Table<'a> = (&'a str, &'a [&'a str], u64);

const DOWN_UNDER: Table<'_> = ("analyses/pa-685a-down-under/6-decks.toml", &[], 100);
const BLACKJACK: Table<'_> = ("analyses/pa-633a-blackjack/6-decks.toml", &["--set", "options.max-hands=2"], 90);
const DOUBLE_ATTACK: Table<'_> = ("analyses/pa-665a-double-attack/8-decks.toml", &["--set", "options.max-hands=2"], 35);
const MASSACHUSETTS: Table<'_> = (
    "analyses/ma-double-attack/6-decks.toml",
    &[
        "--set",
        "options.double=any-two",
        "--set",
        "options.double-after-split=false",
        "--strategy",
        "td",
        "--set",
        "options.positions=7",
    ],
    30,
);
const SWITCH: Table<'_> = ("analyses/pa-633a-blackjack-switch/6-decks.toml", &["--set", "options.max-hands=2"], 35);
const OTHERS: [Table<'_>; 4] = [
    ("analyses/spanish-21/6-decks.toml", &[], 30),
    ("analyses/free-bet/6-decks.toml", &["--set", "options.max-hands=2", "--strategy", "td"], 30),
    ("analyses/double-exposure/6-decks.toml", &[], 200),
    ("analyses/plain-blackjack/1-decks.toml", &[], 30),
];

fn json(arguments: &[&str]) -> Value {
    program::json(&[&["simulate"], arguments, &["--json"]].concat(), 0)
}

fn refused(arguments: &[&str], words: &str) {
    program::refused(&[&["simulate"], arguments].concat(), &[words]);
}

/// Every figure of an analysis is within reason, and the family is.
fn agrees((analysis, arguments, least_figures): Table<'_>, rounds: u64) {
    let dealt = rounds.to_string();
    let mut all = vec![analysis, "--rounds", &dealt, "--seed", "1"];
    all.extend(arguments);
    let output = json(&all);
    let verdict = &output["verdict"];
    assert!(verdict["passed"] == true && verdict["figures"].as_u64() >= Some(least_figures), "{analysis}: {verdict}");
    assert!(verdict["largest_z"].as_f64().is_some_and(|z| z < 4.5), "{analysis}: {verdict}");
    assert!(verdict["family_p"].as_f64().is_some_and(|p| p > 1e-3), "{analysis}: {verdict}");
    assert_eq!(output["rounds"], rounds);
}

pub(crate) fn few_rounds_agree(table: Table<'_>) {
    agrees(table, FEW);
}

pub(crate) fn many_rounds_agree(table: Table<'_>) {
    agrees(table, MANY);
}

#[test]
fn down_under_agrees() {
    few_rounds_agree(DOWN_UNDER);
}

#[test]
fn blackjack_agrees() {
    few_rounds_agree(BLACKJACK);
}

#[test]
fn double_attack_agrees() {
    few_rounds_agree(DOUBLE_ATTACK);
}

#[test]
fn double_attack_of_massachusetts_agrees() {
    few_rounds_agree(MASSACHUSETTS);
}

#[test]
#[ignore = "long; `just slow`"]
fn blackjack_switch_agrees() {
    few_rounds_agree(SWITCH);
}

#[test]
#[ignore = "long; `just slow`"]
fn games_of_other_tables_agree() {
    OTHERS.into_iter().for_each(few_rounds_agree);
}

#[test]
#[ignore = "long; `just slow`"]
fn every_game_agrees_over_many_rounds() {
    let games = [DOWN_UNDER, BLACKJACK, DOUBLE_ATTACK, MASSACHUSETTS, SWITCH];
    games.into_iter().chain(OTHERS).for_each(many_rounds_agree);
}

const QUICK: &str = "analyses/spanish-21/6-decks.toml";

#[test]
#[ignore = "long; `just slow`"]
fn the_output_does_not_depend_on_threads_or_on_being_taken_up_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run.json");
    let file = file.to_str().expect("a path");
    let whole = json(&[QUICK, "--rounds", "200000", "--seed", "3", "--threads", "1"]);
    assert_eq!(whole, json(&[QUICK, "--rounds", "200000", "--seed", "3", "--threads", "3"]));
    json(&[QUICK, "--rounds", "70000", "--seed", "3", "--resume", file]);
    assert!(std::fs::read_to_string(file).is_ok_and(|text| text.contains("\"blocks\":1")));
    assert_eq!(whole, json(&[QUICK, "--rounds", "200000", "--seed", "3", "--resume", file]));
    // Another run is not taken up, and fewer rounds than there are cannot be had.
    for arguments in [["200000", "4"], ["70000", "3"]] {
        let [rounds, seed] = arguments;
        refused(&[QUICK, "--rounds", rounds, "--seed", seed, "--resume", file], "cannot be taken up");
    }
    std::fs::write(file, "{").expect("a file");
    refused(&[QUICK, "--rounds", "200000", "--seed", "3", "--resume", file], "cannot be taken up");
}

/// Counts that were changed gave wrong figures, and blocks of nothing or beyond all bounds a panic.
#[test]
fn a_file_of_rounds_that_was_changed_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run.json");
    let path = file.to_str().expect("a path");
    // Few values, so that the exact figures take no time: they are found before the file is read.
    let table = [QUICK, "--shoe", "24,0,0,0,0,24,24,24,0,72", "--seed", "3", "--resume", path];
    let arguments = [&table[..], &["--rounds", "150000"]].concat();
    json(&arguments);
    let complete = Resumed::read(&file);
    type Change = fn(&mut Value);
    let changes: [(Change, &str); 12] = [
        (|state| state["block"] = 0.into(), "blocks have 0 rounds"),
        (|state| state["block"] = 8.into(), "blocks have 8 rounds"),
        (|state| state["progress"]["blocks"] = 0.into(), "number of blocks"),
        (|state| state["progress"]["blocks"] = u64::MAX.into(), "number of blocks"),
        (|state| state["progress"]["blocks"] = 1.into(), "rounds are not those"),
        (|state| state["progress"]["tally"]["rounds"] = u64::MAX.into(), "rounds are not those"),
        (|state| state["progress"]["tally"]["cases"][0]["rounds"] = u64::MAX.into(), "contradict each other"),
        (|state| state["progress"]["tally"]["cases"][0]["net"] = i64::MIN.into(), "contradict each other"),
        (|state| state["progress"]["tally"]["cases"] = Vec::<Value>::new().into(), "tallies are not those"),
        (|state| state["progress"]["tally"]["nets"]["0"] = 7.into(), "contradict each other"),
        (|state| state["progress"]["tally"]["insurance"]["won"] = u64::MAX.into(), "contradict each other"),
        (|state| state["progress"]["tally"]["shoes"]["shoes"] = 1.into(), "rounds are not those"),
    ];
    for (change, why) in changes {
        let mut changed = complete.clone();
        change(&mut changed.state);
        changed.write_unchecked(&file);
        refused(&arguments, "checksum is not that of its content");
        // With a checksum of its own it contradicts itself.
        changed.write(&file);
        refused(&arguments, why);
    }
    // Blocks that are there twice.
    let mut twice = complete.clone();
    twice.state["progress"]["blocks"] = 4.into();
    twice.write(&file);
    refused(&[&table[..], &["--rounds", "400000"]].concat(), "rounds are not those");
    let old = serde_json::json!({ "format": 2, "run": complete.header["run"], "state": complete.state });
    std::fs::write(&file, old.to_string()).expect("written");
    refused(&arguments, "no checksum");
    complete.write(&file);
    json(&arguments);
}

#[test]
fn rounds_have_a_limit() {
    for rounds in ["0", "10000000001", "100000000000", "18446744073709551616"] {
        let output = program::shoeproof(&["simulate", QUICK, "--seed", "1", "--rounds", rounds]).assert().code(2);
        let text = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(text.contains("10000000000") || text.contains("number too large"), "{text}");
    }
}

/// Which analysis, options and readings included, the rounds were dealt for.
#[test]
fn the_submission_is_stated_by_its_hash() {
    let hash = |more: &[&str]| {
        let output = json(&[&[QUICK, "--rounds", "100", "--seed", "1", "--no-wagers"], more].concat());
        output["submission_sha256"].as_str().expect("a hash").to_owned()
    };
    let plain = hash(&[]);
    assert!(plain.len() == 64 && plain.bytes().all(|byte| byte.is_ascii_hexdigit()), "{plain}");
    assert_ne!(plain, hash(&["--set", "decks=8"]));
    let arguments = ["simulate", QUICK, "--rounds", "100", "--seed", "1", "--no-wagers"];
    let text = program::shoeproof(&arguments).assert().success().get_output().stdout.clone();
    assert!(String::from_utf8_lossy(&text).contains(&format!("submission SHA-256 {plain}")));
}

#[test]
fn a_cut_card_is_measured_and_nothing_is_judged() {
    let output = json(&[QUICK, "--rounds", "300000", "--seed", "2", "--penetration", "75%"]);
    let cut = &output["cut_card"];
    assert_eq!((&cut["cards_before"], &cut["cards"]), (&Value::from(216), &Value::from(288)));
    assert_eq!(output["verdict"]["figures"], 0);
    let number = |name: &str| cut[name].as_f64().expect("a number");
    assert!(number("effect").abs() < 0.005 && number("standard_error") < 0.001, "{cut}");
    assert!(output["rounds"].as_u64() >= Some(300_000));
}

#[test]
fn what_cannot_be_dealt_is_refused() {
    refused(&[QUICK, "--rounds", "10", "--seed", "1", "--strategy", "perfect"], "ask for td, cdz or cdz-best");
    refused(&[QUICK, "--rounds", "10", "--seed", "1", "--penetration", "300"], "expected at least 1 before it");
    refused(&[QUICK, "--rounds", "10", "--seed", "1", "--penetration", "120%"], "expected a part such as 75%");
}

/// The table shares the model of the rules with the solver, and nothing else.
#[test]
fn the_table_cannot_reach_the_solver() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = std::process::Command::new(cargo)
        .current_dir(root())
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .output()
        .expect("cargo");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let depends_on = |name: &str| -> Vec<String> {
        let package = packages.iter().find(|package| package["name"] == name).expect("the package");
        let dependencies = package["dependencies"].as_array().expect("dependencies");
        // Those of tests have a kind of their own.
        let of_program = dependencies.iter().filter(|one| one["kind"].is_null());
        of_program.filter_map(|one| Some(one["name"].as_str()?.to_owned())).collect()
    };
    let mut reached = vec!["shoeproof-table".to_owned()];
    let mut at = 0;
    while at < reached.len() {
        let ours = depends_on(&reached[at]).into_iter().filter(|name| name.starts_with("shoeproof"));
        let new: Vec<String> = ours.filter(|name| !reached.contains(name)).collect();
        reached.extend(new);
        at += 1;
    }
    reached.sort_unstable();
    let allowed = ["shoeproof-cards", "shoeproof-input", "shoeproof-no-schema", "shoeproof-rules", "shoeproof-table"];
    assert_eq!(reached, allowed);
}
