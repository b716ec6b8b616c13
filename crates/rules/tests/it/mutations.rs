//! Game files with random changes are read or refused, and never make the reader panic.

use std::fs;
use std::path::Path;

use rules::Submission;

#[test]
fn changed_game_files_never_make_it_panic() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let home = std::env::temp_dir().join(format!("shoeproof-mutations-{}", std::process::id()));
    fs::create_dir_all(home.join("games")).expect("create");
    let mut read = 0;
    for name in ["pa-685a-down-under", "pa-633a-blackjack", "ma-double-attack"] {
        let text = fs::read(games.join(format!("{name}.toml"))).expect("a game file");
        let words: Vec<&[u8]> =
            text.split(|byte| b" =\n\"[],".contains(byte)).filter(|word| !word.is_empty()).collect();
        let analysis = home.join("analysis.toml");
        let report = "[report]\ndate = \"2026-11-21\"\nclient = \"tests\"\nauthoriser = \"tests\"\n";
        fs::write(&analysis, format!("format = 1\nid = \"a\"\ntitle = \"a\"\ngame = \"{name}\"\ndecks = 6\n{report}"))
            .expect("write");
        for _ in 0..250 {
            let mut spoilt = text.clone();
            for _ in 0..=next(3) {
                let at = next(spoilt.len());
                match next(5) {
                    0 => spoilt[at] = next(256) as u8,
                    1 => spoilt[at] = b"0123456789-:\"[]=AT\n"[next(19)],
                    2 => spoilt.truncate(at.max(1)),
                    3 => {
                        let end = (at + next(40)).min(spoilt.len());
                        spoilt.drain(at..end);
                    }
                    _ => {
                        // A word of the file somewhere else.
                        let word = words[next(words.len())];
                        spoilt.splice(at..at, word.iter().copied());
                    }
                }
                if spoilt.is_empty() {
                    spoilt.push(b'x');
                }
            }
            fs::write(home.join(format!("games/{name}.toml")), &spoilt).expect("write");
            if let Ok(submission) = Submission::load(&analysis, &[]) {
                let _ = submission.canonical();
                read += 1;
            }
        }
    }
    fs::remove_dir_all(&home).expect("remove");
    assert!(read > 0, "every change was refused");
}
