//! The table of every decision is the play that the chart shows and that the figures value.

use std::collections::HashMap;
use std::path::Path;

use cards::Value;
use rules::{Override, Submission};
use solver::{Action, ChartHand, Class, SolveError, Solver};

fn submission(path: &str, set: &[(&str, &str)]) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(path);
    let overrides: Vec<Override> = set.iter().map(|(key, value)| Override::new(*key, *value)).collect();
    Submission::load(&path, &overrides).expect("an analysis")
}

/// Every act of TD on three and more cards, and its splits, are those of the chart.
#[test]
fn the_table_is_the_chart() {
    let submission = submission("pa-633a-blackjack/2-decks.toml", &[]);
    let solver = Solver::new(&submission).expect("a solver");
    let table = solver.play_table(Class::Td).expect("a table");
    let chart = solver.chart().expect("a chart");
    let cells: HashMap<(Value, String, ChartHand), _> =
        chart.iter().map(|cell| ((cell.up, cell.signal.clone(), cell.hand), cell)).collect();
    let mut compared = 0;
    for up in &table.ups {
        assert_eq!((up.attack, up.even_money), (None, None));
        for signal in &up.signals {
            let cell = |hand| cells.get(&(up.up, signal.signal.clone(), hand));
            for pair in Value::all() {
                let split = cell(ChartHand::Pair(pair)).is_some_and(|cell| cell.first_two == Some(Action::Split));
                assert_eq!(signal.split[pair.index()] == Some(true), split);
            }
            for played in signal.acts().filter(|one| one.hand.total() > 2 && one.may.hit && !one.may.surrender) {
                let hard: u8 = Value::all().map(|value| value.hard_points() * played.hand.count(value) as u8).sum();
                let soft = played.hand.count(Value::ACE) > 0 && hard <= 11;
                let row = if soft { ChartHand::Soft(hard + 10) } else { ChartHand::Hard(hard) };
                if let Some(cell) = cell(row) {
                    assert_eq!(Some(played.act), cell.later, "{} against {}", played.hand, up.up);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn decisions_before_any_signal() {
    let set = [("options.surrender", "early"), ("options.even-money", "1:1")];
    let submission = submission("pa-633a-blackjack/6-decks.toml", &set);
    let solver = Solver::new(&submission).expect("a solver");
    let table = solver.play_table(Class::CdzMinus).expect("a table");
    let under = |up: Value| table.ups.iter().find(|one| one.up == up).expect("the up card");
    // Even money is insurance: with six decks and no tens gone but his own it is not worth having.
    assert_eq!(under(Value::ACE).even_money, Some(false));
    assert_eq!(under(Value::TEN).even_money, None);
    let early = |up: Value, cards: &str| {
        let hand = cards::parse_hand(cards).expect("cards").into_iter().collect();
        under(up).early.as_ref().is_some_and(|early| early.get(&hand) == Some(&true))
    };
    assert!(early(Value::ACE, "6,T") && early(Value::TEN, "6,T") && !early("6".parse().expect("a six"), "6,T"));
    assert_eq!(solver.play_table(Class::Perfect), Err(SolveError::PerfectUnsolved("a table of hands".to_owned())));
}

/// A switched deal is one that the other order does not switch back.
#[test]
fn the_switch() {
    let submission = submission("pa-633a-blackjack-switch/6-decks.toml", &[("options.max-hands", "1")]);
    let solver = Solver::new(&submission).expect("a solver");
    let table = solver.play_table(Class::CdzMinus).expect("a table");
    let value = |name: &str| name.parse::<Value>().expect("a value");
    let signal =
        table.ups.iter().find(|one| one.up == value("7")).and_then(|one| one.signals.first()).expect("a signal");
    // T-5 and 6-T come to T-T and 6-5.
    let deal = [value("T"), value("5"), value("6"), value("T")];
    assert!(signal.switched.contains(&deal));
    let [a, b, c, d] = deal;
    assert!(!signal.switched.contains(&[a, d, c, b]));
    assert!(signal.switched.contains(&[c, d, a, b]), "the order of the hands does not matter");
}
