//! The effect of the cut card beside the edge of a fresh shoe.

use std::collections::BTreeMap;

use certificate::{CutCardPlace, CutCardTable, CutCards, DeepestCutCard, ReportDocument};

use crate::fixture;

fn place(cards_before: usize, effect: &str, house_edge: &str) -> CutCardPlace {
    CutCardPlace {
        cards_before,
        allowed: cards_before <= 234,
        rounds_per_shoe: "43.074".to_owned(),
        effect: effect.to_owned(),
        standard_error: "0.000012300".to_owned(),
        z: "-22.0".to_owned(),
        ev: format!("-{house_edge}"),
        house_edge: house_edge.to_owned(),
        shoes_too_short: 0,
    }
}

fn with_cut_card() -> ReportDocument {
    let places = || vec![place(78, "-0.000250000", "0.005237000"), place(234, "-0.000271000", "0.005258000")];
    let mut document = fixture::full();
    document.cut_card = Some(CutCards {
        strategy: "cdz".to_owned(),
        shoes: "409600".to_owned(),
        shoes_valued: "40".to_owned(),
        seed: "685".to_owned(),
        cards: 312,
        burned: "the first card of every shoe".to_owned(),
        cards_before: 234,
        deepest: Some(DeepestCutCard { cards_before: 234, clauses: vec!["5(d)".to_owned()] }),
        tables: [1, 7].map(|players| CutCardTable { players, by_depth: places() }).to_vec(),
        continuous_shuffler: vec!["5(h)".to_owned()],
        at_discretion: vec!["5(f)".to_owned()],
    });
    document
}

fn rendered(document: &ReportDocument) -> BTreeMap<String, String> {
    report::rendered(document).expect("files").into_iter().collect()
}

#[test]
fn edge_and_effect_stand_side_by_side_at_the_top() {
    let files = rendered(&with_cut_card());
    let html = &files["report.html"];
    let (top, rest) = html.split_once("<nav").expect("contents");
    for words in [
        "With the cut card",
        "0.49870%",
        "+0.02710 points",
        "standard error 0.00123",
        "0.52580%",
        "behind 234 of 312 cards, the deepest that the text allows (5(d))",
        "Effect on the house edge, 7 players",
    ] {
        assert!(top.contains(words), "{words}");
    }
    for words in [
        "409,600 shoes were dealt to each number of players",
        "40 more shoes",
        "--penetration 234 --shoes 409600 --valued 40 --seed 685 --players N",
        "<h3>One player</h3>",
        "<h3>7 players</h3>",
        "\u{2212}0.02500%",
        "25.0%",
        "(5(h)) there is no effect",
        "(5(f))",
    ] {
        assert!(rest.contains(words), "{words}");
    }
    assert!(!html.contains("deeper than allowed") && !html.contains("asked for more cards than there were"));
    let csv = &files["cut-card.csv"];
    assert_eq!(csv.lines().count(), 5);
    assert!(
        csv.contains("\n7,234,312,true,43.074,-0.000271000,0.000012300,-22.0,-0.005258000,0.005258000,0.994742000,0\n")
    );
    assert!(files["charts/cut-card.svg"].contains("one player"));
}

#[test]
fn what_the_text_does_not_allow_is_marked_and_shoes_that_ran_out_are_counted() {
    let mut document = with_cut_card();
    if let Some(cut) = &mut document.cut_card {
        cut.tables[0].by_depth[1] = CutCardPlace { shoes_too_short: 1_234, ..place(260, "0.000100000", "0.004887000") };
        cut.cards_before = 260;
    }
    let files = rendered(&document);
    let html = &files["report.html"];
    for words in ["deeper than allowed", "In 1,234 of the shoes", "\u{2212}0.01000 points", "behind 260 of 312 cards."]
    {
        assert!(html.contains(words), "{words}");
    }
    assert!(rendered(&fixture::full()).keys().all(|name| !name.contains("cut-card")));
}
