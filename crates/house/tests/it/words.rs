//! Words that went out of use stay out of use.

use crate::exceptions::{exceptions, none};
use crate::files::{pages, sources};

#[test]
fn retired_words_do_not_come_back() {
    // The change log tells of the past, and may name it.
    let mut files: Vec<_> = pages().into_iter().filter(|page| page.path != "CHANGELOG.md").collect();
    files.extend(sources());
    let mut complaints = Vec::new();
    for retired in exceptions().retired {
        let found: Vec<&str> =
            files.iter().filter(|file| holds(&file.text, &retired.word)).map(|file| file.path.as_str()).collect();
        if found.len() > retired.most {
            complaints.push(format!(
                "`{}` is now {}; {} files have it where {} may: {}",
                retired.word,
                retired.now,
                found.len(),
                retired.most,
                found.join(", ")
            ));
        }
    }
    none(&complaints);
}

/// Whether the text has this as a whole word.
fn holds(text: &str, word: &str) -> bool {
    let inside = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    text.match_indices(word)
        .any(|(at, _)| !inside(text[..at].chars().next_back()) && !inside(text[at + word.len()..].chars().next()))
}

#[test]
fn words_are_found_whole() {
    assert!(holds("the UpTable.", "UpTable"));
    assert!(!holds("UpTables of MyUpTable", "UpTable"));
}
