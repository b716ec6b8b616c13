//! What a report says of several players on one box.

use certificate::{
    FollowedCaller, FollowedUpCard, FollowerGain, ReadingChoice, ReadingEffect, ReportDocument, SharedBox,
};
use num_rational::BigRational;

use crate::fixture::{self, exact};

fn gain(caller: i64, follower: i64) -> FollowerGain {
    let of = |n: i64| BigRational::new(n.into(), 1000.into());
    FollowerGain::new(&of(caller), &of(follower))
}

fn page(document: &ReportDocument) -> String {
    let files = report::rendered(document).expect("rendered");
    files.into_iter().find(|(name, _)| name == "report.html").map(|(_, text)| text).expect("a page")
}

/// Caller, follower and the difference, by up card and reading, with the clauses.
#[test]
fn followers_stand_beside_their_caller() {
    let mut document = fixture::full();
    let without = page(&document);
    assert!(!without.contains("Several players on one box"));
    let up = |up: &str, attacks: bool| FollowedUpCard {
        up: up.into(),
        probability: exact(1, 2),
        gain: gain(-20, 30),
        caller_attacks: Some(true),
        follower_attacks: Some(attacks),
    };
    let choice = |choice: &str, chosen, ev| ReadingChoice {
        choice: choice.into(),
        text: format!("In words: {choice}."),
        chosen,
        ev: [("td".to_owned(), exact(ev, 1000))].into(),
    };
    document.shared_box = Some(SharedBox {
        clauses: vec!["13(b)".into(), "13(f)".into()],
        players: 3,
        by_caller: vec![FollowedCaller {
            strategy: "td".into(),
            round: gain(-5, -3),
            by_up_card: vec![up("6", true), up("T", false)],
        }],
        reading_effects: vec![ReadingEffect {
            name: "follower-attack".into(),
            clauses: vec!["13(e)".into()],
            question: "May he?".into(),
            choices: vec![choice("where-called", true, -3), choice("own", false, -1)],
        }],
    });
    let page = page(&document);
    let section = page.split("<section id=\"followers\">").nth(1).expect("a section");
    let section = section.split("</section>").next().expect("its end");
    for words in [
        "Up to 3 players",
        "13(b), 13(f)",
        "\u{2212}0.5000%",
        "\u{2212}0.3000%",
        "0.2000%",
        "\u{2212}2.0000%",
        "5.0000%",
        "with these up cards: T (TD)",
        "follower-attack",
        "\u{2212}0.1000%",
        "In words: own.",
    ] {
        assert!(section.contains(words), "{words}: {section}");
    }
    let files = report::rendered(&document).expect("rendered");
    let csv = files.iter().find(|(name, _)| name == "followers.csv").map(|(_, text)| text).expect("a spreadsheet");
    assert!(csv.starts_with("caller,up,probability,caller_ev,") && csv.lines().count() > 2, "{csv}");
    assert!(page.contains("<a href=\"#followers\">"), "the contents lead to it");
}
