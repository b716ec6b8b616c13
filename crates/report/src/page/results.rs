//! What a round comes to and what follows over many rounds, as the page shows it.

use std::collections::BTreeSet;

use certificate::{Bracket, Exact, Hold, ReportDocument, RoundDistribution, Ruin};
use num_rational::BigRational;
use num_traits::Zero;
use serde::Serialize;

use crate::{
    classes::shown,
    figure::{self, HOLD_PLACES, outward_percent},
};

#[derive(Debug, Serialize)]
pub(super) struct Section {
    classes: Vec<String>,
    /// Probability of each net result, highest first.
    net: Vec<Row>,
    /// The same with insurance; empty in a game without.
    insured: Vec<Row>,
    /// Frequencies, extremes and moments.
    figures: Vec<Row>,
    /// What happens in a round.
    events: Vec<Group>,
    /// The class that hold and ruin are shown for.
    class: String,
    hold: Vec<HoldRow>,
    levels: Vec<String>,
    ruin: Option<Ruin>,
    favoured: String,
    other: String,
}

#[derive(Debug, Serialize)]
struct Group {
    title: String,
    rows: Vec<Row>,
}

/// A name, and what each class has for it.
#[derive(Debug, Serialize)]
struct Row {
    name: String,
    values: Vec<String>,
}

#[derive(Debug, Serialize)]
struct HoldRow {
    rounds: String,
    /// By level: the exact interval, and the normal one.
    intervals: Vec<[String; 2]>,
    house_ahead: String,
}

/// `None` if the distribution of no class is stated.
pub(super) fn section(certificate: &ReportDocument) -> Option<Section> {
    let (class, distribution) = shown(certificate)?;
    let distributions: Vec<(&str, &RoundDistribution)> = certificate
        .base_game
        .iter()
        .filter_map(|class| Some((class.strategy.as_str(), class.distribution.as_ref()?)))
        .collect();
    let rows = |of: &dyn Fn(&RoundDistribution) -> Vec<(String, Exact)>| rows(&distributions, of);
    let net =
        rows(&|distribution| distribution.net.iter().map(|one| (one.net.clone(), one.probability.clone())).collect());
    let insured = rows(&|distribution| {
        distribution.insured.iter().map(|one| (one.net.clone(), one.probability.clone())).collect()
    });
    let events = distribution.events.iter().map(|event| Group {
        title: title(&event.what).to_owned(),
        rows: rows(&|distribution| {
            let same = distribution.events.iter().filter(|other| other.what == event.what);
            same.flat_map(|other| &other.shares).map(|one| (one.value.clone(), one.probability.clone())).collect()
        }),
    });
    let (favoured, other) = match distribution.ruin.as_ref().map(|ruin| ruin.favoured.as_str()) {
        Some("player") => ("player", "house"),
        _ => ("house", "player"),
    };
    Some(Section {
        classes: distributions.iter().map(|(class, _)| (*class).to_owned()).collect(),
        net: by_amount(net),
        insured: by_amount(insured),
        figures: figures(&distributions),
        events: events.collect(),
        class: class.strategy.clone(),
        levels: distribution.volatility_index.iter().map(|one| one.level.clone()).collect(),
        hold: distribution.hold.iter().map(hold_row).collect(),
        ruin: distribution.ruin.clone(),
        favoured: favoured.to_owned(),
        other: other.to_owned(),
    })
}

/// Every name that some class has, in the order of first mention, with each class's probability.
fn rows(
    distributions: &[(&str, &RoundDistribution)],
    of: &dyn Fn(&RoundDistribution) -> Vec<(String, Exact)>,
) -> Vec<Row> {
    let mut seen = BTreeSet::new();
    let all: Vec<Vec<(String, Exact)>> = distributions.iter().map(|(_, distribution)| of(distribution)).collect();
    let names = all.iter().flatten().map(|(name, _)| name).filter(|name| seen.insert((*name).clone()));
    let names: Vec<&String> = names.collect();
    names
        .into_iter()
        .map(|name| Row {
            name: name.clone(),
            values: all
                .iter()
                .map(|distribution| distribution.iter().find(|(other, _)| other == name))
                .map(|one| one.map_or_else(figure::dash, |(_, probability)| figure::fine_percent(probability)))
                .collect(),
        })
        .collect()
}

/// Rows named by amounts, highest first, with the amounts as decimals.
fn by_amount(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort_by_cached_key(|row| std::cmp::Reverse(amount(&row.name)));
    for row in &mut rows {
        let number = amount(&row.name);
        let sign = if number > BigRational::zero() { "+" } else { "" };
        row.name = format!("{sign}{}", figure::minus(&figure::decimal(&number)));
    }
    rows
}

fn amount(text: &str) -> BigRational {
    text.parse().unwrap_or_default()
}

fn title(what: &str) -> &str {
    match what {
        "hands" => "Hands played",
        "doubled" => "Hands doubled",
        "busted" => "Hands busted",
        "surrendered" => "Hands surrendered",
        "blackjack" => "Player's blackjack",
        "dealer" => "Dealer's hand",
        other => other,
    }
}

fn figures(distributions: &[(&str, &RoundDistribution)]) -> Vec<Row> {
    let row = |name: &str, value: &dyn Fn(&RoundDistribution) -> String| Row {
        name: name.to_owned(),
        values: distributions.iter().map(|(_, distribution)| value(distribution)).collect(),
    };
    let extreme = |one: Option<&certificate::NetResult>| {
        let text = |one: &certificate::NetResult| {
            let number = figure::minus(&figure::decimal(&amount(&one.net)));
            format!("{number}, {}", figure::fine_percent(&one.probability))
        };
        one.map_or_else(figure::dash, text)
    };
    let mut rows = vec![
        row("Won (hit frequency)", &|distribution| figure::percent(&distribution.hit_frequency, 6)),
        row("Net nothing", &|distribution| figure::percent(&distribution.push_frequency, 6)),
        row("Lost", &|distribution| figure::percent(&distribution.loss_frequency, 6)),
        row("Highest win, its probability", &|distribution| extreme(distribution.net.last())),
        row("Greatest loss, its probability", &|distribution| extreme(distribution.net.first())),
        row("Skewness", &|distribution| figure::minus(&distribution.skewness.rounded(6))),
        row("Excess kurtosis", &|distribution| figure::minus(&distribution.excess_kurtosis.rounded(6))),
    ];
    let levels = distributions.first().map_or(&[][..], |(_, distribution)| &distribution.volatility_index);
    rows.extend(levels.iter().map(|one| {
        row(&format!("Volatility index, {}%", one.level), &|distribution| {
            let same = distribution.volatility_index.iter().find(|other| other.level == one.level);
            same.map_or_else(figure::dash, |other| other.index.clone())
        })
    }));
    rows
}

fn hold_row(hold: &Hold) -> HoldRow {
    let percent = |end: &str, up| format!("{}%", figure::minus(&outward_percent(end, up)));
    HoldRow {
        rounds: figure::grouped(&hold.rounds.to_string()),
        intervals: hold
            .intervals
            .iter()
            .map(|one| {
                let [low, high] = &one.exact;
                let [normal_low, normal_high] = one.normal.each_ref().map(|end| nearest_percent(end));
                [
                    format!("{} to {}", percent(low, false), percent(high, true)),
                    format!("{normal_low} to {normal_high}"),
                ]
            })
            .collect(),
        house_ahead: middle(&hold.house_ahead),
    }
}

fn nearest_percent(text: &str) -> String {
    let percent = |number| cards::decimal(&(number * BigRational::from_integer(100.into())), HOLD_PLACES);
    figure::printed(text).map_or_else(|| text.to_owned(), |number| format!("{}%", figure::minus(&percent(number))))
}

/// A probability that a bracket narrows down to more places than are shown.
fn middle(bracket: &Bracket) -> String {
    let ends = [&bracket.low, &bracket.high].map(|end| nearest_percent(end));
    if ends[0] == ends[1] { ends[0].clone() } else { ends.join(" to ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bracket_that_shows_is_shown() {
        let bracket = |low: &str, high: &str| Bracket { low: low.to_owned(), high: high.to_owned() };
        assert_eq!(middle(&bracket("0.500000010000000", "0.500000020000000")), "50.0000%");
        assert_eq!(middle(&bracket("0.500000000000000", "0.510000000000000")), "50.0000% to 51.0000%");
    }
}
