//! Shoes to be dealt to a cut card that cannot be.

use rules::Override;

use super::fixture::{ANALYSIS, Files, GAME, Rejected, edited};

const SOUND: &str = "[cut-card]\nshoes = 20000\nseed = 7\nplayers = [1, 7]\npenetration = \"70%\"\n";

fn analysis() -> String {
    edited(ANALYSIS, &[("[report]", &format!("{SOUND}\n[report]"))])
}

#[test]
fn sound_sections_are_read() {
    let files = Files::new(analysis(), GAME);
    let shoes = files.load(&[]).expect("sound").cut_card.expect("shoes");
    assert_eq!((shoes.players.as_slice(), shoes.shoes, shoes.valued, shoes.seed), (&[1, 7][..], 20_000, 100, 7));
    assert_eq!(shoes.dealt(), 20_480);
    let places = shoes.places(None, 312).expect("places");
    assert_eq!((places.first(), places.last()), (Some(&78), Some(&218)));
    let set = |key, value| files.load(&[Override::new(key, value)]).map(|submission| submission.cut_card);
    assert_eq!(set("cut-card", "none").expect("sound"), None);
    assert_eq!(set("cut-card.players", "3").expect("sound").map(|shoes| shoes.players), Some(vec![3]));
    let without = Files::new(ANALYSIS, GAME);
    let twice = [Override::new("cut-card.shoes", "5000"), Override::new("cut-card.seed", "1")];
    let shoes = without.load(&twice).expect("sound").cut_card.expect("shoes");
    assert_eq!((shoes.penetration().is_none(), shoes.players), (true, vec![1]));
    assert!(without.load(&twice[..1]).is_err_and(|error| error.message.contains("has no `seed`")));
}

#[test]
fn wrong_sections_are_refused_at_their_place() {
    for wrong in [
        Rejected {
            case: "an unknown key",
            edits: &[("seed = 7", "seeds = 7")],
            at: Some(("seeds = 7", "seeds")),
            message: "unknown key `seeds`",
            expected: Some("one of `shoes`, `seed`, `penetration`, `players`, `valued`"),
        },
        Rejected {
            case: "too few shoes",
            edits: &[("shoes = 20000", "shoes = 4095")],
            at: Some(("shoes = 4095", "4095")),
            message: "`4095` is no number of shoes",
            expected: Some("a whole number from 4096 to 10000000"),
        },
        Rejected {
            case: "too many players",
            edits: &[("[1, 7]", "[1, 8]")],
            at: Some(("players = [1, 8]", "[1, 8]")),
            message: "`1,8` is no number of players",
            expected: Some("one or more of 1 to 7, such as 1 or 1,7, in ascending order"),
        },
        Rejected {
            case: "players out of order",
            edits: &[("[1, 7]", "[7, 1]")],
            at: Some(("players = [7, 1]", "[7, 1]")),
            message: "`7,1` is no number of players",
            expected: Some("one or more of 1 to 7, such as 1 or 1,7, in ascending order"),
        },
        Rejected {
            case: "a list where one value is meant",
            edits: &[("shoes = 20000", "shoes = [20000]")],
            at: Some(("shoes = [20000]", "[20000]")),
            message: "this is no single value",
            expected: Some("a whole number, or a part of the shoe such as \"75%\""),
        },
    ] {
        let spoilt = Files::new(edited(&analysis(), wrong.edits), GAME);
        wrong.check(spoilt.load(&[]), &spoilt.analysis().display().to_string());
    }
}

/// It depends on the shoe, so it is known only where shoes are dealt.
#[test]
fn a_cut_card_too_far_back() {
    let files = Files::new(edited(&analysis(), &[("\"70%\"", "301")]), GAME);
    let shoes = files.load(&[]).expect("sound but for the shoe").cut_card.expect("shoes");
    let error = shoes.places(None, 312).expect_err("11 cards behind it");
    assert_eq!(error.message, "the cut card cannot lie behind 301 of 312 cards");
}
