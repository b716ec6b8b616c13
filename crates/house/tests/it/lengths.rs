//! Lengths of files, pages and functions.

use std::collections::BTreeMap;
use std::fs;

use crate::exceptions::{Long, exceptions, none};
use crate::files::{pages, root, sources};

/// Lines of a source.
const LINES: Limit = Limit { most: 500, slack: 10, unit: "lines" };

/// Words of a page that is read from the beginning.
const WORDS: Limit = Limit { most: 2_000, slack: 100, unit: "words" };

/// What a file may have without an exception, and by how much an exception may lie above what its file has.
struct Limit {
    most: usize,
    slack: usize,
    unit: &'static str,
}

#[test]
fn no_file_is_longer_than_a_reader_can_hold() {
    let lengths: Vec<(String, usize)> = sources().iter().map(|file| (file.path.clone(), file.lines())).collect();
    none(&complaints(&lengths, &LINES, &exceptions().long_files));
}

#[test]
fn no_page_is_longer_than_a_quarter_of_an_hour() {
    // The change log is no page to be read from the beginning.
    let pages = pages().into_iter().filter(|page| page.path != "CHANGELOG.md");
    let lengths: Vec<(String, usize)> = pages.map(|page| (page.path.clone(), page.words())).collect();
    none(&complaints(&lengths, &WORDS, &exceptions().long_pages));
}

#[test]
fn clippy_counts_lines_and_arguments_of_functions() {
    let text = fs::read_to_string(root().join("clippy.toml")).expect("clippy.toml");
    let limits: BTreeMap<String, toml::Value> = toml::from_str(&text).expect("TOML");
    assert_eq!(limits["too-many-lines-threshold"].as_integer(), Some(80));
    assert_eq!(limits["too-many-arguments-threshold"].as_integer(), Some(5));
    let text = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    let manifest: toml::Value = toml::from_str(&text).expect("TOML");
    assert_eq!(manifest["workspace"]["lints"]["clippy"]["too_many_lines"].as_str(), Some("warn"));
}

fn complaints(lengths: &[(String, usize)], limit: &Limit, exceptions: &BTreeMap<String, Long>) -> Vec<String> {
    let Limit { most, slack, unit } = limit;
    let mut complaints = Vec::new();
    for (path, length) in lengths {
        match exceptions.get(path) {
            None if length > most => complaints.push(format!("{path}: {length} {unit}, more than {most}")),
            Some(long) if *length > long.most => {
                complaints.push(format!("{path}: {length} {unit}, more than its exception's {}", long.most));
            }
            Some(_) if length <= most => {
                complaints.push(format!("{path}: {length} {unit} need no exception; take it off the list"));
            }
            Some(long) if length + slack < long.most => {
                complaints.push(format!("{path}: {length} {unit}, far below its exception's {}; lower it", long.most));
            }
            Some(long) if long.reason.is_empty() => complaints.push(format!("{path}: an exception without a reason")),
            _ => {}
        }
    }
    let gone = exceptions.keys().filter(|path| !lengths.iter().any(|(found, _)| found == *path));
    complaints.extend(gone.map(|path| format!("{path}: not there; take it off the list")));
    complaints
}

#[test]
fn the_count_complains_of_what_it_should() {
    let long = |most| Long { most, reason: "a test".to_owned() };
    let of = |length, exceptions: &[(&str, usize)]| {
        let exceptions = exceptions.iter().map(|&(path, most)| (path.to_owned(), long(most))).collect();
        complaints(&[("here".to_owned(), length)], &Limit { most: 10, slack: 3, unit: "lines" }, &exceptions).len()
    };
    assert_eq!([of(10, &[]), of(11, &[]), of(12, &[("here", 12)])], [0, 1, 0]);
    assert_eq!([of(13, &[("here", 12)]), of(10, &[("here", 12)]), of(10, &[("gone", 12)])], [1, 1, 1]);
    assert_eq!([of(12, &[("here", 15)]), of(12, &[("here", 16)])], [0, 1], "an exception follows its file down");
}
