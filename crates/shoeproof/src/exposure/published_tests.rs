//! Published figures of counting.

use num_rational::BigRational;
use num_traits::ToPrimitive as _;

use super::tests::{asked, submission, value};
use super::*;

/// Insurance by Hi-Lo, of the count with the ace that lies open: published as +1.4 for one deck, +2.4 for two and +3.0 for six. The zero lies between two running counts.
#[test]
fn insurance_indices_are_those_published() {
    for (decks, seen, published) in [(1_u32, 12, 1.4), (2, 40, 2.4), (6, 156, 3.0)] {
        let submission =
            submission("plain-blackjack/6-decks.toml", &[("decks", &decks.to_string()), ("options.max-hands", "2")]);
        let want = ExposureWant {
            seen: vec![seen],
            by: Some(CountedBy::RunningCount),
            variance: false,
            ..ExposureWant::default()
        };
        let answer = asked(&submission, &want);
        let float = |exact: &certificate::Exact| value(exact).to_f64().expect("a float");
        let rows: Vec<(f64, f64)> = answer.depths[0]
            .rows
            .iter()
            .filter_map(|row| Some((float(&row.count), float(row.insurance_ev.as_ref()?))))
            .collect();
        let above = rows.iter().position(|(_, ev)| *ev > 0.0).expect("a count");
        let [(low, below), (high, over)] = [rows[above - 1], rows[above]];
        let zero = low + (high - low) * -below / (over - below);
        let index = (zero - 1.0) * 52.0 / f64::from(52 * decks - seen - 1);
        assert!((index - published).abs() < 0.05, "{decks} decks: {index}");
    }
}

/// "About half a percent for each true count", as every book has it, within the counts that come up often.
#[test]
fn half_a_percent_for_each_true_count() {
    let submission = submission("plain-blackjack/6-decks.toml", &[("options.max-hands", "2")]);
    let want = ExposureWant { seen: vec![156], variance: false, ..ExposureWant::default() };
    let answer = asked(&submission, &want);
    let ev = |count: i64| {
        let row = answer.depths[0].rows.iter().find(|row| value(&row.count) == BigRational::from_integer(count.into()));
        value(&row.expect("a count").ev).to_f64().expect("a float") * 100.0
    };
    let slope = (ev(4) - ev(-4)) / 8.0;
    assert!((0.45..0.6).contains(&slope), "{slope}");
}
