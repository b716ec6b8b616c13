//! What a report says of a side wager besides its lines, and of signals.

use certificate::{
    DoubleShoe, EffectOfRemoval, EffectsOfRemoval, Exact, Gain, ReportDocument, SeatFigures, SeatValue, SignalWorth,
    SignalsWorth, UpSignalsWorth, Wager, WagerDollars, WagerEvent,
};
use num_rational::BigRational;

use crate::fixture;

fn exact(n: i64, d: i64) -> Exact {
    Exact::from(&BigRational::new(n.into(), d.into()))
}

fn file(document: &ReportDocument, name: &str) -> Option<String> {
    let files = report::rendered(document).expect("rendered");
    files.into_iter().find(|(other, _)| other == name).map(|(_, text)| text)
}

/// The first wager of the fixture, which has a meter or not, with more said of it.
fn with(change: impl FnOnce(&mut Wager)) -> ReportDocument {
    let mut document = fixture::full();
    document.wagers.truncate(1);
    document.wagers[0].maximum = None;
    change(&mut document.wagers[0]);
    document
}

#[test]
fn events_are_shown_with_what_makes_the_wager_even() {
    let event = |line: &str, even: Option<Exact>| WagerEvent {
        line: line.into(),
        event: "drawn".into(),
        chance_if_offered: exact(1, 7),
        offered: Some(exact(1, 2)),
        adds: Some(exact(1, 14)),
        adds_if_always: exact(1, 7),
        even_offered: even,
        even_meter: Some(exact(5_000, 1)),
        even_meter_if_always: Some(exact(-3, 1)),
    };
    let document = with(|wager| {
        wager.dollars = Some(WagerDollars {
            wager: exact(5, 1),
            seed: Some(exact(1_000, 1)),
            meter: Some(exact(2_000, 1)),
            break_even_meter: Some(exact(25_000, 1)),
            least_maximum: None,
            maximum_allowed: None,
        });
        wager.events = vec![
            event("Drawn seat", Some(exact(1, 4))),
            event("Never even", Some(exact(9, 8))),
            event("Player's", Some(exact(-1, 8))),
            event("Nothing", None),
        ];
    });
    let page = file(&document, "report.html").expect("a page");
    for words in [
        "Lines on events apart from the cards",
        "14.2857%",
        "25.0000%",
        "never even",
        "favour without it",
        "it changes nothing",
        "$1,000",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let csv = file(&document, "wager-events.csv").expect("events");
    assert_eq!(csv.lines().count(), 5);
    assert!(csv.contains("Drawn seat,drawn,0.142857142857142857,0.500000000000000000,"), "{csv}");
    assert!(file(&document, "wager-dollars.csv").is_some_and(|csv| csv.contains(",5.000000000000000000,1000.")));
    assert_eq!(file(&document, "double-shoe.csv"), None);
}

#[test]
fn seats_of_a_double_shoe_are_shown_with_their_bounds() {
    let value = |most: Option<Exact>| SeatValue {
        ev: exact(-1, 4),
        at_most: most,
        fixed: None,
        per_meter_unit: None,
        per_meter_unit_at_most: None,
    };
    let document = with(|wager| {
        wager.double_shoe = Some(DoubleShoe {
            depends_on_colour: true,
            why: "A line names a suit.".into(),
            seats: vec![SeatFigures {
                seat: "others".into(),
                drawn_from: "spades-and-clubs".into(),
                kept: value(Some(exact(-1, 8))),
                all: value(None),
            }],
        });
    });
    let page = file(&document, "report.html").expect("a page");
    for words in ["A line names a suit.", "any other", "spades and clubs", "25.0000% to \u{2212}12.5000%"] {
        assert!(page.contains(words), "{words}");
    }
    let csv = file(&document, "double-shoe.csv").expect("seats");
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[1].contains(",others,spades-and-clubs,kept,-0.25") && lines[1].contains(",-0.125"), "{csv}");
    assert!(lines[2].contains(",others,spades-and-clubs,all,-0.25"), "{csv}");
}

#[test]
fn a_maximum_that_the_text_forbids_is_marked() {
    let mut document = fixture::full();
    let limited = document.wagers.iter_mut().find_map(|wager| wager.maximum.as_mut()).expect("a maximum");
    (limited.least, limited.allowed) = (exact(100_000, 1), false);
    let page = file(&document, "report.html").expect("a page");
    assert!(page.contains(">not allowed</span>") && page.contains("$100,000"));
    let allowed = file(&fixture::full(), "report.html").expect("a page");
    assert!(!allowed.contains(">not allowed</span>"));
    let csv = file(&document, "maximum-payouts.csv").expect("maxima");
    assert!(csv.contains(",100000.000000000000000000,false,"), "{csv}");
}

#[test]
fn effects_of_removal_have_a_section_a_drawing_and_a_spreadsheet() {
    let mut document = fixture::full();
    assert!(!file(&document, "report.html").expect("a page").contains("Effects of removal"));
    assert_eq!(file(&document, "effects-of-removal.csv"), None);
    let one = |card: &str, effect| EffectOfRemoval { card: card.into(), in_shoe: 24, ev: exact(-1, 100), effect };
    let by_card = vec![one("A", exact(-1, 1000)), one("5", exact(3, 2000))];
    document.effects_of_removal = Some(EffectsOfRemoval { strategy: "td".into(), by_card });
    let page = file(&document, "report.html").expect("a page");
    let section = page.split("<section id=\"removal\">").nth(1).expect("a section");
    for words in [
        "Without one 5 the player gains most (+0.1500 points); without one ace he loses most (\u{2212}0.1000 points).",
        "<svg",
    ] {
        assert!(section.contains(words), "{words}");
    }
    assert_eq!(file(&document, "effects-of-removal.csv").expect("effects").lines().count(), 3);
    assert!(file(&document, "charts/effects-of-removal.svg").is_some());
}

#[test]
fn what_the_signals_are_worth_has_a_section_and_a_spreadsheet() {
    let gain = || Gain::new(&BigRational::new(1.into(), 2.into()), &BigRational::new(1.into(), 4.into()));
    let signal = SignalWorth { signal: "small".into(), probability: exact(1, 3), gain: gain() };
    let up = UpSignalsWorth { up: "6".into(), probability: exact(1, 13), gain: gain(), by_signal: vec![signal] };
    let mut document = fixture::full();
    assert!(!file(&document, "report.html").expect("a page").contains("What the signals are worth"));
    assert_eq!(file(&document, "value-of-signals.csv"), None);
    document.value_of_signals = vec![SignalsWorth { strategy: "cdz".into(), round: gain(), by_up_card: vec![up] }];
    let page = file(&document, "report.html").expect("a page");
    let section = page.split("<section id=\"signals\">").nth(1).expect("a section");
    for words in ["50.0000%", "25.0000%", "33.3333%", "A round"] {
        assert!(section.contains(words), "{words}");
    }
    assert_eq!(file(&document, "value-of-signals.csv").expect("signals").lines().count(), 4);
}

#[test]
fn meters_and_their_long_run_are_shown() {
    let document = fixture::full();
    let html = file(&document, "report.html").expect("a page");
    for words in [
        "\u{2212}0.30468750 + 0.0000243350\u{a0}J",
        "12,520.52",
        "below 0",
        "at most 64,207.81",
        "100% of meter \u{2212} 1",
        "10% of meter",
        "each unit of the meter adds 0.00000486701 to the EV of each (paytable 1, 3, 4, 5, 6).",
        "The meter starts from 2,000 at the least; 15.00% of every wager is added to it and 6.00% kept for later meters.",
        "<td class=\"n\">52,672.38</td>",
        "87.6363%",
        "$25,000",
        "0.0000000143%",
        "1 other reading, 6 rows: house edge \u{2212}1.1719% to 29.2969%",
    ] {
        assert!(html.contains(words), "{words}");
    }
    let chart = file(&document, "charts/progressive-meter-fixture.svg").expect("a chart");
    for words in [
        "starts from 2,000",
        "meter 2,500",
        "mean when won, model 1: 8,635",
        "even from 12,521 to 13,805",
        "Beyond the chart",
    ] {
        assert!(chart.contains(words), "{words}");
    }
}
