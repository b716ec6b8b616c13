//! The manual shows what the program prints: every command of `docs/manual` is run, and what is shown below it must be there.
//!
//! A page's commands run one after the other in a folder of their own. A line `…` stands for lines left out, and `…` within a line for
//! characters. Spaces and lines that frame a table do not count. Blocks marked `slow` are run by a test of their own.

use std::fs;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::program::{copy, root};

/// What is left out.
const GAP: &str = "…";

#[test]
#[ignore = "long; `just slow`"]
fn a_lab_certifies() {
    run("lab", "console", 7);
}

#[test]
fn a_regulator_checks() {
    run("regulator", "console", 4);
}

#[test]
#[ignore = "long; `just slow`"]
fn a_researcher_compares() {
    run("researcher", "console", 19);
}

#[test]
#[ignore = "long; `just slow`"]
fn a_designer_writes_a_game() {
    run("designer", "console", 6);
}

#[test]
fn a_player_looks() {
    run("player", "console", 9);
}

#[test]
#[ignore = "long; `just slow`"]
fn what_takes_long_prints_what_is_shown() {
    run("regulator", "console slow", 3);
    run("researcher", "console slow", 3);
}

/// Runs the blocks of a page that open so, which have so many commands.
fn run(page: &str, opening: &str, commands: usize) {
    let text = fs::read_to_string(root().join(format!("docs/manual/{page}.md"))).expect("a page of the manual");
    let folder = TempDir::new().expect("a folder");
    for name in ["analyses", "games", "regulations", "examples", "reports/pa-685a-down-under-6-decks"] {
        copy(&root().join(name), &folder.path().join(name));
    }
    let shown = shown(&text, opening);
    assert_eq!(shown.len(), commands, "{page}.md: commands");
    for Shown { command, status, output } in shown {
        let arguments = command.strip_prefix("shoeproof ").expect("a command of the program").split_whitespace();
        let mut program = Command::cargo_bin("shoeproof").expect("the program");
        let done = program.current_dir(folder.path()).args(arguments).output().expect("it runs");
        let mut printed = String::from_utf8_lossy(&done.stdout).into_owned();
        // How far long work is depends on the machine, and is told only where it takes long.
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        printed.extend(said.split_inclusive('\n').filter(|line| !line.starts_with("progress: ")));
        assert_eq!(done.status.code(), Some(status), "{page}.md: {command}\n{printed}");
        if let Err(line) = compare(&output, &printed) {
            panic!("{page}.md: {command}\nshown and not printed there: {line}\n{printed}");
        }
    }
}

/// A command, the status that it exits with, and the lines that are shown of its output.
struct Shown {
    command: String,
    status: i32,
    output: Vec<String>,
}

fn shown(text: &str, opening: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if let Some(fence) = line.strip_prefix("```") {
            inside = fence == opening;
        } else if !inside {
        } else if let Some(command) = line.strip_prefix("$ ") {
            all.push(Shown { command: command.to_owned(), status: 0, output: Vec::new() });
        } else {
            let last = all.last_mut().expect("a command before its output");
            let status = line.strip_prefix("(exit status ").and_then(|rest| rest.strip_suffix(')'));
            match status {
                Some(status) => last.status = status.parse().expect("a status"),
                None => last.output.push(line.to_owned()),
            }
        }
    }
    all
}

/// # Errors
/// The first line that is not there.
fn compare<'a>(shown: &'a [String], printed: &str) -> Result<(), &'a str> {
    let printed: Vec<String> = printed.lines().map(plain).filter(|line| !line.is_empty()).collect();
    let mut next = 0;
    // The beginning of the output may be left out only where it says so.
    let mut gap = false;
    for line in shown {
        if line == GAP {
            gap = true;
            continue;
        }
        let wanted = plain(line);
        if wanted.is_empty() {
            continue;
        }
        let within = if gap { printed.len() } else { (next + 1).min(printed.len()) };
        let found = (next..within).find(|&at| fits(&wanted, &printed[at])).ok_or(line.as_str())?;
        next = found + 1;
        gap = false;
    }
    if gap || next == printed.len() { Ok(()) } else { Err("the end of the output") }
}

/// With single spaces, and without what frames a table.
fn plain(line: &str) -> String {
    let kept: String = line.chars().filter(|letter| !('\u{2500}'..='\u{257f}').contains(letter)).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a line is as shown, with any characters in place of what is left out.
fn fits(shown: &str, printed: &str) -> bool {
    let Some((begin, end)) = shown.split_once(GAP) else { return shown == printed };
    printed.len() >= begin.len() + end.len() && printed.starts_with(begin) && printed.ends_with(end)
}

#[test]
fn what_is_shown_is_compared() {
    let of =
        |shown: &str, printed: &str| compare(&shown.lines().map(str::to_owned).collect::<Vec<_>>(), printed).is_ok();
    assert!(of("a  b\nc", "a b\n──\nc\n"));
    assert!(of("a\n…\nd …\n…", "a\nb\nc\nd e\nf"));
    assert!(!of("a\nc", "a\nb\nc"));
    assert!(!of("a", "a\nb"));
    assert!(!of("…\nc\nb", "a\nb\nc"));
}
