//! Files and numbers from outside with seeded random changes: read or refused, and never a panic. Fuzz targets begin from the same
//! functions.

use std::path::Path;

use mutation::Mutations;
use shoeproof::outside;

/// Copies of each text that are tried.
const COPIES: usize = 3_000;

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/claims");
    std::fs::read_to_string(folder.join(name)).expect("an example")
}

/// Copies that are text.
fn copies(text: &str, seed: u64) -> impl Iterator<Item = String> {
    Mutations::new(text.as_bytes(), seed).take(COPIES).map(|copy| String::from_utf8_lossy(&copy).into_owned())
}

#[test]
fn changed_claims_are_read_or_refused_with_a_place_of_the_file() {
    let names = ["685a-6-decks.toml", "685a-6-decks-wrong.toml", "match-the-dealer.csv", "match-the-dealer-slips.csv"];
    let mut read = 0;
    for (seed, name) in (1..).zip(names) {
        for copy in copies(&example(name), seed) {
            match outside::claims(name, &copy) {
                Ok((claims, in_text)) => {
                    assert!(claims > 0 && in_text, "{copy}");
                    read += 1;
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    assert!(error.span.is_none_or(|span| error.text.get(span).is_some()), "no place of {copy}");
                }
            }
        }
    }
    assert!((500..11_000).contains(&read), "{read} of 12,000 were read");
}

#[test]
fn changed_numbers_are_read_or_refused_and_each_is_its_own_rounding() {
    let mut read = 0;
    for (seed, text) in (1..).zip(["-0.0269%", "1.25e-3", "-1958/48205", "15,039,960", "+7.3955 %", "\u{2212}4.0%"]) {
        for copy in copies(text, seed) {
            if let Some((_, agrees)) = outside::printed(&copy) {
                assert!(agrees, "{copy}");
                read += 1;
            }
        }
    }
    assert!((500..17_000).contains(&read), "{read} of 18,000 were read");
    let edges = copies("0.43..0.49%", 1).filter(|copy| outside::edge(copy).is_ok()).count();
    assert!((50..2_900).contains(&edges), "{edges} of 3,000 were read");
}

#[test]
fn changed_parts_of_perfect_play_are_read_or_refused() {
    let parts = r#"[{"split":{"attacked":false,"pairs":["8"],"up":"6","signal":0,"value":{"mean":"-7/2","square":"3/1","added":"0/1"}}},
        {"split":{"attacked":true,"pairs":["9","T"],"up":"A","signal":1,"value":null}},
        {"round":{"up":"A","values":[{"mean":"1/3","square":null,"added":"0/1"}]}}]"#;
    let mixed = outside::kept_parts(parts).expect_err("squares and none");
    assert!(mixed.contains("some of its parts have squares"), "{mixed}");
    let parts = parts.replace("\"square\":null", "\"square\":\"1/9\"");
    assert_eq!(outside::kept_parts(&parts), Ok(3));
    let read = copies(&parts, 1).filter(|copy| outside::kept_parts(copy).is_ok()).count();
    assert!((20..2_900).contains(&read), "{read} of 3,000 were read");
}

/// No change passes: a number in such a file would be called exact.
#[test]
fn changed_files_of_a_run_are_refused() {
    let text = outside::resume_file(&[12, 345, 6_789]).expect("a file");
    assert_eq!(outside::resumed(&text), Ok(vec![12, 345, 6_789]));
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let mut changed = 0;
    for copy in copies(&text, 1).filter(|copy| *copy != text) {
        // Space in the first line is no content.
        assert!(outside::resumed(&copy).is_err() || bare(&copy) == bare(&text), "{copy}");
        changed += 1;
    }
    assert!(changed > COPIES / 2);
}
