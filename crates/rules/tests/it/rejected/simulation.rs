//! Simulations that cannot be.

use super::fixture::{ANALYSIS, Files, GAME, Rejected, edited};

#[test]
fn wrong_simulations() {
    const SOUND: &str =
        "[simulation]\nrounds = 10000\nseed = 7\ncut-card = { penetration = \"75%\", rounds = 20000 }\n";
    let analysis = edited(ANALYSIS, &[("[report]", &format!("{SOUND}\n[report]"))]);
    let files = Files::new(&analysis, GAME);
    assert!(files.load(&[]).is_ok_and(|submission| submission.simulation.is_some()));
    for wrong in [
        Rejected {
            case: "an unknown key",
            edits: &[("seed = 7", "seeds = 7")],
            at: Some(("seeds = 7", "seeds")),
            message: "unknown key `seeds`",
            expected: Some("one of `rounds`, `seed`, `cut-card`"),
        },
        Rejected {
            case: "no seed",
            edits: &[("seed = 7\n", "")],
            at: Some(("[simulation]", "[simulation]")),
            message: "missing key `seed`",
            expected: None,
        },
        Rejected {
            case: "too few rounds to judge",
            edits: &[("rounds = 10000\n", "rounds = 9999\n")],
            at: Some(("rounds = 9999", "9999")),
            message: "`9999` is no number of rounds",
            expected: Some("a whole number from 10000 to 1000000000"),
        },
        Rejected {
            case: "rounds that are no number",
            edits: &[("rounds = 10000\n", "rounds = [1]\n")],
            at: Some(("rounds = [1]", "[1]")),
            message: "this is no single value",
            expected: Some("a whole number, or a part of the shoe such as \"75%\""),
        },
        Rejected {
            case: "a seed below nothing",
            edits: &[("seed = 7", "seed = -7")],
            at: Some(("seed = -7", "-7")),
            message: "`-7` is no seed",
            expected: Some("a whole number from 0 to 2^63 - 1"),
        },
        Rejected {
            case: "a cut card behind the whole shoe",
            edits: &[("75%", "100%")],
            at: Some(("cut-card = { penetration = \"100%\", rounds = 20000 }", "\"100%\"")),
            message: "`100%` is no place of a cut card",
            expected: Some("a part such as 75%, or a number of cards"),
        },
    ] {
        let spoilt = Files::new(edited(&analysis, wrong.edits), GAME);
        wrong.check(spoilt.load(&[]), &spoilt.analysis().display().to_string());
    }
}

/// It depends on the shoe, so it is known only where a simulation is asked for.
#[test]
fn a_cut_card_too_far_back() {
    let cut = "[simulation]\nrounds = 10000\nseed = 7\ncut-card = { penetration = 301, rounds = 20000 }\n";
    let files = Files::new(edited(ANALYSIS, &[("[report]", &format!("{cut}\n[report]"))]), GAME);
    let submission = files.load(&[]).expect("sound but for the shoe");
    let cut_card = submission.simulation.and_then(|simulation| simulation.cut_card).expect("a cut card");
    assert_eq!(cut_card.cards_before(416).ok(), Some(301));
    let error = cut_card.cards_before(312).expect_err("11 cards behind it");
    assert_eq!(error.message, "the cut card cannot lie behind 301 of 312 cards");
    assert_eq!(error.span.map(|span| error.text[span].to_owned()).as_deref(), Some("301"));
}
