//! How pages are written: times of work stand on one page, and headings of the design say what is under them.

use crate::exceptions::none;
use crate::files::{File, pages};

/// Where times stand.
const TIMES: &str = "docs/performance.md";

#[test]
fn times_stand_on_one_page() {
    // The change log tells of the past.
    let pages = pages().into_iter().filter(|page| page.path != TIMES && page.path != "CHANGELOG.md");
    let complaints = pages.flat_map(|page| {
        let text = if page.path == "README.md" { after_first_code(&page.text) } else { &page.text };
        let times = times(text);
        times.into_iter().map(|time| format!("{}: `{time}` belongs to {TIMES}", page.path)).collect::<Vec<_>>()
    });
    none(&complaints.collect::<Vec<_>>());
}

#[test]
fn headings_of_the_design_are_no_questions() {
    let pages = pages().into_iter().filter(|page| page.path.starts_with("docs/design/"));
    let complaints = pages.flat_map(|File { path, text }| {
        let asked = text.lines().filter(|line| line.starts_with('#') && line.ends_with('?'));
        let asked = asked.map(|line| format!("{path}: `{line}` asks")).collect::<Vec<_>>();
        let sections = text.lines().filter(|line| line.starts_with("## ")).count();
        let flat = (sections < 2).then(|| format!("{path}: {sections} sections that can be linked"));
        asked.into_iter().chain(flat)
    });
    none(&complaints.collect::<Vec<_>>());
}

/// README's first screen says how long its two commands take.
fn after_first_code(text: &str) -> &str {
    text.splitn(3, "```").nth(2).unwrap_or(text)
}

/// Numbers, in digits or words, before a unit of time.
fn times(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| {
        let number = pair[0].trim_matches(|letter: char| !letter.is_alphanumeric());
        let unit = pair[1].trim_end_matches(|letter: char| !letter.is_alphanumeric());
        is_number(number) && UNITS.contains(&unit)
    });
    pairs.map(|pair| pair.join(" ")).collect()
}

/// `second` and `h` are left out, which are more often something else.
const UNITS: [&str; 10] = ["s", "ms", "µs", "min", "minute", "minutes", "seconds", "hour", "hours", "milliseconds"];

fn is_number(word: &str) -> bool {
    const WORDS: [&str; 13] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twenty", "half", "a"];
    let mut digits = word.chars().filter(|letter| !matches!(letter, '.' | ',')).peekable();
    (digits.peek().is_some() && digits.all(|letter| letter.is_ascii_digit()))
        || WORDS.contains(&word.to_lowercase().rsplit('-').next().unwrap_or_default())
}

#[test]
fn times_are_seen() {
    assert_eq!(
        times("It takes 2,915 s, or (28.3 min), twenty-five minutes; a minute."),
        ["2,915 s,", "(28.3 min),", "twenty-five minutes;", "a minute."]
    );
    assert!(times("the 2 second cards, hands' s, 8 hands, a second card").is_empty());
    assert_eq!(after_first_code("a```5 s```b"), "b");
}
