//! What the page says above its drawings.

use std::collections::BTreeMap;

use certificate::{ByDealerOutcome, DealerOutcomes, ReportDocument};

use crate::fixture;

fn page(document: &ReportDocument) -> String {
    let mut files: BTreeMap<String, String> = report::rendered(document).expect("rendered").into_iter().collect();
    files.remove("report.html").expect("a page")
}

/// Where there was one side wager, the page said "None" above its drawing.
#[test]
fn one_side_wager_has_a_finding_of_its_own() {
    let mut document = fixture::full();
    assert!(page(&document).contains("<p class=\"finding\">Side wagers hold from "));
    let one = document.wagers.iter().find(|wager| wager.chosen).expect("a wager").clone();
    document.wagers = vec![one.clone()];
    let html = page(&document);
    assert!(html.contains(&format!("<p class=\"finding\">The side wager ({}, {}) holds ", one.title, one.paytable)));
    assert!(!html.contains(">None<") && !html.contains("=\"None "));

    let mut twin = one;
    twin.paytable = "twin".to_owned();
    document.wagers.push(twin);
    assert!(page(&document).contains("<p class=\"finding\">Every side wager holds "));
}

/// The sentence rounded the ends inwards, and the table outwards.
#[test]
fn the_finding_on_hold_says_what_its_table_says() {
    let mut document = fixture::full();
    let mut changed = 0;
    for class in &mut document.base_game {
        let Some(distribution) = &mut class.distribution else { continue };
        let interval = distribution.hold.last_mut().and_then(|hold| hold.intervals.last_mut()).expect("an interval");
        interval.exact = ["0.000179999999".to_owned(), "0.000358000001".to_owned()];
        changed += 1;
    }
    assert!(changed > 0);
    let html = page(&document);
    assert!(html.contains("the hold lies between 0.0179% and 0.0359% with a probability"));
    assert!(html.contains("<td class=\"n\">0.0179% to 0.0359%<br>"));
}

#[test]
fn two_initial_wagers_are_named_wherever_a_figure_is_per_unit_of_them() {
    let mut document = fixture::full();
    document.unit = "both initial wagers together".to_owned();
    let edge = &mut document.base_game[1].house_edge;
    *edge = fixture::exact(-1, 65);
    let files: BTreeMap<String, String> = report::rendered(&document).expect("rendered").into_iter().collect();
    let html = &files["report.html"];
    assert!(html.contains("net result per unit of both initial wagers together. The element of risk"));
    assert!(html.contains("of both initial wagers together the player has an advantage of 1.5385% under"));
    assert!(html.contains("House edge is the share of both initial wagers together that"));
    assert!(files["charts/ev-by-up-card.svg"].contains("% of both initial wagers together"));
}

/// Of equals one is named, and the sentence says that there are others.
#[test]
fn what_is_equal_to_an_extreme_is_counted() {
    let mut document = fixture::full();
    assert!(!page(&document).contains("equals the best."));
    let class = document.base_game.iter_mut().find(|class| class.strategy == "cdz").expect("a class");
    let ups = &mut class.by_up_card;
    let (first, second) = (ups[0].clone(), ups[1].clone());
    ups.truncate(2);
    let [low, high] = if first.ev.value() < second.ev.value() { [first, second] } else { [second, first] };
    *ups = vec![low, high.clone(), high];
    assert!(page(&document).contains("One other equals the best."));
}

/// What is certain is no extreme.
#[test]
fn a_dealer_who_must_go_over_21_is_named_apart() {
    let row = |up: &str, signal: &str, over: i64| DealerOutcomes {
        up: up.to_owned(),
        signal: signal.to_owned(),
        holes: vec!["A".to_owned()],
        probability: fixture::exact(1, 1),
        outcomes: ByDealerOutcome {
            seventeen: fixture::exact(10 - over, 10),
            eighteen: fixture::exact(0, 1),
            nineteen: fixture::exact(0, 1),
            twenty: fixture::exact(0, 1),
            twenty_one: fixture::exact(0, 1),
            twenty_two: fixture::exact(1, 10),
            bust: fixture::exact(over - 1, 10),
            blackjack: fixture::exact(0, 1),
        },
    };
    let mut document = fixture::full();
    document.dealer = vec![row("A", "exposed A", 10), row("6", "none", 4), row("5", "none", 3)];
    assert!(
        page(&document).contains(
            ">The dealer is certain to go over 21 under A and the signal exposed A, and apart from that goes over most often under 6: 40.0000%.<"
        )
    );
    document.dealer.truncate(1);
    assert!(!page(&document).contains("The dealer goes over 21 most often"));
}

#[test]
fn the_finding_on_a_meter_says_where_the_paytables_are_even() {
    let files: BTreeMap<String, String> = report::rendered(&fixture::full()).expect("rendered").into_iter().collect();
    let one = "Played Fixture is even at a meter of 10,875 units.";
    let several = "Meter Fixture is even from a meter of about 12,521 units (paytable 1) to one of about 13,805 (paytable 5). One other paytable is even at no meter above 0.";
    for finding in [one, several] {
        assert!(files["report.html"].contains(&format!("<p class=\"finding\">{finding}</p>")), "{finding}");
    }
    assert!(files["charts/progressive-played.svg"].contains(one));
}
