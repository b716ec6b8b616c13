//! An analysis file of any bytes beside the committed game files: read or refused, and what is read has a canonical text.
#![no_main]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rules::Submission;

static HOME: LazyLock<PathBuf> = LazyLock::new(|| {
    let home = std::env::temp_dir().join(format!("shoeproof-fuzz-analysis-{}", std::process::id()));
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    std::fs::create_dir_all(home.join("games")).expect("a folder");
    for entry in std::fs::read_dir(games).expect("the games") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_owned();
        std::fs::copy(&path, home.join("games").join(name)).expect("a copy");
    }
    home
});

fuzz_target!(|bytes: &[u8]| {
    let path = HOME.join("analysis.toml");
    std::fs::write(&path, bytes).expect("a file");
    match Submission::load(&path, &[]) {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(error.span.is_none_or(|span| error.text.get(span).is_some()), "the place is none of the text");
        }
        Ok(submission) => {
            assert!(!submission.canonical().is_empty());
            if let Some(cut_card) = submission.simulation.and_then(|simulation| simulation.cut_card) {
                let _ = cut_card.cards_before(submission.shoe.total() as usize);
            }
        }
    }
});
