//! Game files, analysis files, overrides and numbers with random changes are read or refused, and never make the reader panic.

use std::fs;
use std::path::{Path, PathBuf};

use cards::Composition;
use mutation::Mutations;
use rules::{CardName, Odds, Override, Penetration, Percent, RulesError, Submission};

/// Copies of each file that are tried.
const COPIES: usize = 250;
const GAMES: [&str; 3] = ["pa-685a-down-under", "pa-633a-blackjack", "ma-double-attack"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Whether it is read; what is refused has a reason, and a place of the text where it has one.
fn is_read(loaded: Result<Submission, RulesError>) -> bool {
    match loaded {
        Ok(submission) => {
            assert!(!submission.canonical().is_empty());
            if let Some(cut_card) = submission.simulation.and_then(|simulation| simulation.cut_card) {
                let _ = cut_card.cards_before(submission.shoe.total() as usize);
            }
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(error.span.is_none_or(|span| error.text.get(span).is_some()), "the place is none of the text");
            false
        }
    }
}

#[test]
#[ignore = "long; `just slow`"]
fn changed_game_files_never_make_it_panic() {
    let home = tempfile::tempdir().expect("a folder");
    fs::create_dir(home.path().join("games")).expect("a folder");
    let mut read = 0;
    for (seed, name) in (1..).zip(GAMES) {
        let text = fs::read(root().join(format!("games/{name}.toml"))).expect("a game file");
        let analysis = home.path().join("analysis.toml");
        let report = "[report]\ndate = \"2026-11-21\"\nclient = \"tests\"\nauthoriser = \"tests\"\n";
        fs::write(&analysis, format!("format = 1\nid = \"a\"\ntitle = \"a\"\ngame = \"{name}\"\ndecks = 6\n{report}"))
            .expect("written");
        for copy in Mutations::new(&text, seed).take(COPIES) {
            fs::write(home.path().join(format!("games/{name}.toml")), &copy).expect("written");
            read += usize::from(is_read(Submission::load(&analysis, &[])));
        }
    }
    assert!((10..3 * COPIES).contains(&read), "{read} were read");
}

#[test]
#[ignore = "long; `just slow`"]
fn changed_analysis_files_never_make_it_panic() {
    let home = tempfile::tempdir().expect("a folder");
    fs::create_dir(home.path().join("games")).expect("a folder");
    let mut read = 0;
    for (seed, name) in (1..).zip(GAMES) {
        let game = format!("games/{name}.toml");
        fs::copy(root().join(&game), home.path().join(&game)).expect("a copy");
        let text = fs::read(root().join(format!("analyses/{name}/6-decks.toml"))).expect("an analysis file");
        let analysis = home.path().join("analysis.toml");
        for copy in Mutations::new(&text, seed).take(COPIES) {
            fs::write(&analysis, &copy).expect("written");
            read += usize::from(is_read(Submission::load(&analysis, &[])));
        }
    }
    assert!((10..3 * COPIES).contains(&read), "{read} were read");
}

#[test]
fn changed_overrides_and_numbers_never_make_it_panic() {
    let analysis = root().join("analyses/pa-685a-down-under/6-decks.toml");
    let mut read = 0;
    for (seed, text) in (1..).zip(["shoe=4,4,4,4,4,4,4,4,4,16", "remove=5,5,T", "simulation.rounds=20000", "decks=6"]) {
        for copy in Mutations::new(text.as_bytes(), seed).take(60) {
            let Ok(one) = String::from_utf8_lossy(&copy).parse::<Override>() else { continue };
            read += usize::from(is_read(Submission::load(&analysis, &[one])));
        }
    }
    assert!((5..240).contains(&read), "{read} were read");
    let mut numbers = 0;
    for (seed, text) in (1..).zip(["3:2", "0.43%", "75%", "4,4,4,4,4,4,4,4,4,16", "10s", "A,7,T"]) {
        for copy in Mutations::new(text.as_bytes(), seed).take(3_000) {
            let copy = String::from_utf8_lossy(&copy);
            let odds = copy.parse::<Odds>().inspect(|odds| assert!(odds.ratio() >= 0.into(), "{copy}"));
            let percent = copy.parse::<Percent>().inspect(|percent| assert_eq!(percent.to_string(), copy));
            let place = copy.parse::<Penetration>().inspect(|place| _ = place.cards(312));
            let shoe = copy.parse::<Composition>().inspect(|shoe| _ = shoe.total());
            let name = copy.parse::<CardName>();
            let hand = cards::parse_hand(&copy);
            let is_one = [odds.is_ok(), percent.is_ok(), place.is_ok(), shoe.is_ok(), name.is_ok(), hand.is_ok()];
            numbers += is_one.into_iter().filter(|&is_one| is_one).count();
        }
    }
    assert!((1_000..30_000).contains(&numbers), "{numbers} were read");
}
