//! What others wrote reaches the terminal as text, and the exit status whether or not anybody reads.

use std::fs;
use std::process::{Command, Stdio};

use crate::program::{copy, refused, root, shoeproof};

/// Lines and cursor movements of a file that look like the program's own.
#[test]
fn a_message_about_a_file_stays_on_its_line() {
    let home = tempfile::tempdir().expect("temporary folder");
    let path = home.path().join("claims.csv");
    fs::write(&path, "of,figure,value\nbase-game,\"x\u{1b}[2K\u{202e}\ngood\",1\n").expect("write");
    let path = path.to_str().expect("text");
    let analysis = "analyses/plain-blackjack/1-decks.toml";
    let output = shoeproof(&["check", analysis, "--claims", path]).assert().code(2).get_output().clone();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("claims.csv"), "{text}");
    assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
}

#[test]
fn a_name_of_an_analysis_is_one_line_of_characters_that_show() {
    let home = tempfile::tempdir().expect("temporary folder");
    let text = fs::read_to_string(root().join("analyses/plain-blackjack/1-decks.toml")).expect("an analysis");
    let path = home.path().join("mine.toml");
    let title = text.lines().find(|line| line.starts_with("title")).expect("a title");
    fs::write(&path, text.replace(title, "title = \"x\\nhouse edge -5%\"")).expect("write");
    refused(&["solve", path.to_str().expect("text")], &["mine.toml:", "the character U+000A in a text"]);
}

/// A file name is a name that others wrote too.
#[cfg(unix)]
#[test]
fn a_file_name_prints_no_line() {
    let home = tempfile::tempdir().expect("temporary folder");
    let dir = home.path().join("x\ngood\u{1b}[2K");
    fs::create_dir(&dir).expect("create");
    fs::write(dir.join("manifest.json"), "{}").expect("write");
    let dir = dir.to_str().expect("text");
    for line in [&["verify", dir][..], &["verify", &format!("{dir}/none")]] {
        let output = shoeproof(line).assert().failure().get_output().clone();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!text.contains('\u{1b}') && !text.lines().any(|line| line.starts_with("good")), "{text:?}");
    }
}

/// It ended with status 101, that of a panic.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_changes_no_status() {
    let status = |arguments: &[&str]| {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
        let mut command = Command::new(env!("CARGO_BIN_EXE_shoeproof"));
        command.current_dir(root()).args(arguments).stderr(full).stdout(Stdio::null());
        command.status().expect("the program").code()
    };
    let home = tempfile::tempdir().expect("temporary folder");
    let dir = home.path().to_str().expect("text");
    assert_eq!(status(&["verify", dir]), Some(1));
    assert_eq!(status(&["solve", "nowhere.toml"]), Some(2));
    assert_eq!(status(&["approximate", "analyses/plain-blackjack/1-decks.toml"]), Some(0));
}

/// Before the computation, so at once.
#[test]
fn certify_says_at_once_where_it_cannot_write() {
    let home = tempfile::tempdir().expect("temporary folder");
    let notes = home.path().join("notes");
    fs::create_dir(&notes).expect("create");
    for name in ["report.json", "notes.txt"] {
        fs::write(notes.join(name), "{}").expect("write");
    }
    let analysis = "analyses/pa-685a-down-under/8-decks.toml";
    let inside = notes.join("notes.txt/report");
    let [notes, inside] = [&notes, &inside].map(|path| path.to_str().expect("text"));
    for (out, why) in [
        ("..", "does not name a folder that could be replaced"),
        (".", "does not name a folder that could be replaced"),
        ("/", "does not name a folder that could be replaced"),
        (notes, "holds something else than what is put there"),
        (inside, "Not a directory"),
    ] {
        let start = std::time::Instant::now();
        refused(&["certify", analysis, "--out", out], &[why]);
        assert!(start.elapsed().as_secs() < 30, "{out}");
    }
    assert_eq!(fs::read_dir(notes).expect("list").count(), 2);
}

/// A verdict is the exit status, whether or not anybody reads it to its end.
#[cfg(unix)]
#[test]
fn a_closed_pipe_changes_no_verdict() {
    let home = tempfile::tempdir().expect("temporary folder");
    let report = root().join("reports/example-finished-report");
    let other = home.path().join("other");
    copy(&report, &other);
    let page = other.join("report.html");
    fs::write(&page, fs::read_to_string(&page).expect("a page").replace("House edge", "house edge")).expect("write");
    for (dir, json, expected) in [(&report, false, 3), (&report, true, 3), (&other, true, 1)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shoeproof"));
        command.arg("verify").arg(dir).arg("--quick").args(json.then_some("--json"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program");
        drop(child.stdout.take());
        assert_eq!(child.wait().expect("it ends").code(), Some(expected), "{}", dir.display());
    }
}

/// What `verify` would refuse afterwards is not put into the folder of a report.
#[test]
fn nothing_is_added_to_a_report() {
    let report = root().join("reports/example-finished-report");
    let report = report.to_str().expect("text");
    let inside = "is the folder of a report, which holds nothing else";
    refused(&["workbook", report, "--out", &format!("{report}/x.xlsx")], &[inside]);
    refused(&["sweep", "examples/sweeps/shoes.toml", "--out", report], &[inside]);
}

#[test]
fn a_game_that_is_mistyped_is_told_the_games() {
    refused(&["solve", "pa-685a-downunder"], &["is neither a file nor a game", "pa-685a-down-under"]);
    refused(&["solve", "nowhere.toml"], &["nowhere.toml"]);
}

#[test]
fn shoes_of_a_file_are_stated_whole() {
    for changed in [["--remove", "5,5"], ["--set", "remove=5,5"], ["--shoe", "4,4,4,4,4,4,4,4,4,16"]] {
        let line = [&["approximate", "plain-blackjack", "--shoes", "nowhere.txt"][..], &changed].concat();
        refused(&line, &["leave out shoe and remove"]);
    }
}
