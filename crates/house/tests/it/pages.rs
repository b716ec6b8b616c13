//! How pages are written: times of work stand on one page, headings of the design say what is under them, and every column of a report's tables has its meaning.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::exceptions::none;
use crate::files::{File, pages, root};

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

/// Columns are named between backticks in the row of their table, or in the list of those that many tables have. Those of an analysis bear its name.
#[test]
fn every_column_of_a_report_is_explained() {
    let page = pages().into_iter().find(|page| page.path == "docs/tables.md").expect("the page on tables");
    let mut common: BTreeSet<&str> = BTreeSet::new();
    let mut of_table: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in page.text.lines().filter(|line| line.starts_with("| `")) {
        let names: BTreeSet<&str> = line.split('`').skip(1).step_by(2).collect();
        let tables: Vec<&str> = names.iter().copied().filter(|name| name.ends_with(".csv")).collect();
        if tables.is_empty() {
            common.extend(&names);
        }
        tables.into_iter().for_each(|table| of_table.entry(table).or_default().extend(&names));
    }
    let mut complaints = BTreeSet::new();
    for file in tables_in(&root().join("reports")) {
        let table = file.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let text = fs::read_to_string(&file).expect("a table");
        let Some(known) = of_table.get(table.as_str()) else {
            complaints.insert(format!("{table} has no row"));
            continue;
        };
        for column in text.lines().next().unwrap_or_default().split(',') {
            let is_tag = table == "counts.csv" && column.len() == 1;
            let is_analysis = ["cells.csv", "differences.csv"].contains(&table.as_str()) && column.contains('-');
            if !(known.contains(column)
                || common.contains(column)
                || column.ends_with("fraction")
                || is_tag
                || is_analysis)
            {
                complaints.insert(format!("{table}: `{column}`"));
            }
        }
    }
    assert!(of_table.len() > 20);
    none(&complaints.into_iter().collect::<Vec<_>>());
}

/// Every CSV file of a folder and the folders in it.
fn tables_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let of_entry = |path: PathBuf| match path.is_dir() {
        true => tables_in(&path),
        false => vec![path],
    };
    entries.flat_map(of_entry).filter(|path| path.extension().is_some_and(|ending| ending == "csv")).collect()
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
