//! Files that are given in each other's place.

use std::path::Path;

use rules::{FileKind, Source};

/// A committed file of each kind, with its name in messages.
const FILES: [(FileKind, &str, &str); 6] = [
    (FileKind::Analysis, "analysis", "analyses/plain-blackjack/1-decks.toml"),
    (FileKind::Game, "game file", "games/plain-blackjack.toml"),
    (FileKind::Claims, "claims file", "examples/claims/685a-6-decks.toml"),
    (FileKind::SweepPlan, "sweep plan", "examples/sweeps/speed.toml"),
    (FileKind::ClauseTable, "clause table", "regulations/pa-685a.toml"),
    (FileKind::Chart, "strategy chart", "examples/basic-strategy.toml"),
];

#[test]
fn each_is_told_by_its_keys() {
    for (kind, noun, path) in FILES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
        let source = Source::read(&path).expect("a committed file");
        for (wanted, wanted_noun, _) in FILES {
            match wanted.check_text(&source) {
                Ok(()) => assert_eq!(wanted, kind),
                Err(error) => {
                    assert!(error.message.contains(noun) && error.message.contains(wanted_noun), "{error}");
                    assert!(wanted != kind && error.span.is_some() && error.expected.is_some(), "{error}");
                }
            }
        }
    }
    let neither = Source::inline("x".to_owned(), "colour = 1");
    assert!(FILES.iter().all(|(kind, ..)| kind.check_text(&neither).is_ok()));
}
