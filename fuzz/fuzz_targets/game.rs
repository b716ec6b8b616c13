//! A game file of any bytes under an analysis that chooses nothing: read or refused, and what is read can be described.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rules::Submission;

const ANALYSIS: &str = "format = 1\nid = \"a\"\ntitle = \"a\"\ngame = \"game\"\ndecks = 6\n\n[report]\ndate = \"2026-11-21\"\n\
                        client = \"c\"\nauthoriser = \"a\"\n";

static HOME: LazyLock<PathBuf> = LazyLock::new(|| {
    let home = std::env::temp_dir().join(format!("shoeproof-fuzz-game-{}", std::process::id()));
    std::fs::create_dir_all(home.join("games")).expect("a folder");
    std::fs::write(home.join("analysis.toml"), ANALYSIS).expect("a file");
    home
});

fuzz_target!(|bytes: &[u8]| {
    // A game file says its own id, which is that of its file.
    let text = String::from_utf8_lossy(bytes);
    let id = text.lines().find_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"'));
    let text = id.map_or_else(|| text.to_string(), |id| text.replacen(id, "game", 1));
    std::fs::write(HOME.join("games/game.toml"), text).expect("a file");
    match Submission::load(&HOME.join("analysis.toml"), &[]) {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(error.span.is_none_or(|span| error.text.get(span).is_some()), "the place is none of the text");
        }
        Ok(submission) => {
            assert!(!submission.canonical().is_empty());
            let _ = submission.game.describe();
            for up in cards::Value::all() {
                let _ = submission.game.hole_cases(up);
            }
        }
    }
});
