//! Words that went out of use stay out of use.

use crate::exceptions::{Retired, exceptions, none};
use crate::files::{File, pages, sources};

#[test]
fn retired_words_do_not_come_back() {
    // The change log tells of the past, and may name it.
    let mut files: Vec<_> = pages().into_iter().filter(|page| page.path != "CHANGELOG.md").collect();
    files.extend(sources());
    none(&complaints(&files, &exceptions().retired));
}

fn complaints(files: &[File], retired: &[Retired]) -> Vec<String> {
    let mut complaints = Vec::new();
    for Retired { word, now, most } in retired {
        let found: Vec<&str> =
            files.iter().filter(|file| holds(&file.text, word)).map(|file| file.path.as_str()).collect();
        let there = found.len();
        if there > *most {
            let found = found.join(", ");
            complaints.push(format!("`{word}` is now {now}; {there} files have it where {most} may: {found}"));
        }
        if there < *most {
            complaints.push(format!("`{word}` stands in {there} files, and its exception allows {most}; lower it"));
        }
    }
    complaints
}

/// Whether the text has this as a whole word.
fn holds(text: &str, word: &str) -> bool {
    let inside = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    text.match_indices(word)
        .any(|(at, _)| !inside(text[..at].chars().next_back()) && !inside(text[at + word.len()..].chars().next()))
}

#[test]
fn words_are_found_whole() {
    assert!(holds("the Tray.", "Tray"));
    assert!(!holds("Trays of MyTray", "Tray"));
}

#[test]
fn the_count_of_files_is_exact() {
    let files = ["an old word", "a new word"].map(|text| File { path: "here".to_owned(), text: text.to_owned() });
    let of = |most| complaints(&files, &[Retired { word: "old".to_owned(), now: "`new`".to_owned(), most }]).len();
    assert_eq!([of(0), of(1), of(2)], [1, 0, 1]);
}
