//! Insurance that a chart states, against every composition of a small shoe.

use std::path::Path;

use num_rational::BigRational;
use num_traits::Zero as _;

use super::ceiling_tests::{left_of, toy};
use super::tests::value;
use super::*;
use crate::progress::{Silent, told};
use crate::stated_chart::StatedChart;

const BASIC: &str = include_str!("../../../../examples/basic-strategy.toml");

/// Insurance as a file states it, and the counts that take it.
type StatedRun = (&'static str, fn(i64) -> bool);

fn chart(insurance: &str) -> StatedChart {
    let text = format!("count = \"hi-lo\"\n{BASIC}\n[insurance]\n{insurance}\n");
    StatedChart::from_text(&text, Path::new("chart.toml")).expect("a chart")
}

/// Half a wager on insurance at two to one, with these cards left: an ace lies open and one of the other cards is the hole card.
fn gain(left: &cards::Composition) -> BigRational {
    let count = |value: Value| i64::from(left.count(value));
    let total = i64::from(left.total());
    let offered = BigRational::new(count(Value::ACE).into(), total.into());
    let wins = BigRational::new(count(Value::TEN).into(), (total - 1).into());
    offered * (wins * BigRational::from_integer(3.into()) - BigRational::from_integer(1.into()))
        / BigRational::from_integer(2.into())
}

#[test]
fn insurance_by_the_count() {
    const SEEN: u32 = 4;
    let toy = toy();
    let solver = Solver::new(&toy).expect("a shoe");
    let system = ExposureWant::default().count;
    let counted = |insurance: &str| {
        let asked = ChartCounted { system: &system, by: CountedBy::RunningCount, seen: SEEN..=SEEN, variance: false };
        let answer = told(&Silent, |steps| chart_by_count((&toy, &solver), &chart(insurance), &asked, steps));
        answer.expect("an answer")
    };
    let count_of = |left: &cards::Composition| -> i64 {
        let gone = |value: Value| i64::from(toy.shoe.count(value) - left.count(value));
        Value::all().map(|value| gone(value) * i64::from(system.tags[value.index()])).sum()
    };
    let runs: [StatedRun; 4] = [
        ("take = \"always\"", |_| true),
        ("take = \"never\"", |_| false),
        ("from = 1", |count| count >= 1),
        ("from = -1\nbelow = 2", |count| (-1..2).contains(&count)),
    ];
    for (stated, is_taken) in runs {
        let answer = counted(stated);
        let mut all = BigRational::zero();
        for row in &answer.rows {
            let of_row = |left: &cards::Composition| {
                BigRational::from_integer(count_of(left).into()) == value(&row.count) && is_taken(count_of(left))
            };
            let sum: BigRational = left_of(&toy.shoe, SEEN)
                .iter()
                .filter(|(left, _)| of_row(left))
                .map(|(left, share)| gain(left) * share)
                .sum();
            let told = row.insurance.as_ref().map(|gain| value(gain) * value(&row.probability));
            assert_eq!(told.clone().unwrap_or_default(), sum, "{stated}: {}", row.count.fraction);
            all += sum;
        }
        assert_eq!(answer.insurance.as_ref().map(value), Some(all.clone()), "{stated}");
        assert_eq!(all.is_zero(), stated.contains("never"), "{stated}");
    }
    // What is seen changes no mean.
    assert_eq!(counted("take = \"always\"").insurance.as_ref().map(value), Some(gain(&toy.shoe)));
}
