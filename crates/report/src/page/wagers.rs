//! Side wagers: variants of one wager together, the figures' own first.

use certificate::{Exact, Wager, WagerLine};
use num_rational::BigRational;
use num_traits::Zero;
use serde::Serialize;

use super::readings::Against;
use crate::figure::{self, PERCENT_PLACES, Position};

#[derive(Debug, Serialize)]
pub(super) struct Group {
    title: String,
    clause: String,
    variants: Vec<Variant>,
    /// Whether any variant has a published interval.
    published: bool,
}

#[derive(Debug, Serialize)]
struct Variant {
    paytable: String,
    readings: Vec<String>,
    chosen: bool,
    ev: Exact,
    edge: String,
    std_dev: String,
    hit_frequency: String,
    published: Option<String>,
    position: Option<Against>,
    total: String,
    lines: Vec<Line>,
}

#[derive(Debug, Serialize)]
struct Line {
    name: String,
    combinations: String,
    probability: String,
    true_odds: String,
    pays: String,
    contribution: String,
}

pub(super) fn groups(wagers: &[Wager]) -> Vec<Group> {
    let mut groups: Vec<(&str, Group)> = Vec::new();
    for wager in wagers {
        let variant = variant(wager);
        let at = groups.iter().position(|(id, _)| *id == wager.id).unwrap_or_else(|| {
            let (title, clause) = (wager.title.clone(), wager.clause.clone());
            groups.push((&wager.id, Group { title, clause, variants: Vec::new(), published: false }));
            groups.len() - 1
        });
        let group = &mut groups[at].1;
        group.published |= variant.published.is_some();
        group.variants.push(variant);
    }
    let chosen_first = |(_, mut group): (&str, Group)| {
        group.variants.sort_by_key(|variant| !variant.chosen);
        group
    };
    groups.into_iter().map(chosen_first).collect()
}

fn variant(wager: &Wager) -> Variant {
    let edge = figure::negated(&wager.ev);
    let position = wager.published.as_ref().and_then(|[low, high]| Position::of(&edge, low, high));
    let interval = wager.published.as_ref();
    Variant {
        paytable: wager.paytable.clone(),
        readings: wager.reading.iter().map(|(name, choice)| format!("{name} = {choice}")).collect(),
        chosen: wager.chosen,
        ev: wager.ev.clone(),
        edge: figure::percent(&edge, PERCENT_PLACES),
        std_dev: figure::minus(&wager.std_dev.rounded(6)),
        hit_frequency: figure::percent(&wager.hit_frequency, PERCENT_PLACES),
        published: interval
            .map(|[low, high]| format!("{} to {}", figure::short_percent(low), figure::short_percent(high))),
        position: position.as_ref().map(Against::of),
        total: figure::grouped(&wager.total),
        lines: wager.lines.iter().map(|it| line(it, &wager.total)).collect(),
    }
}

fn line(line: &WagerLine, total: &str) -> Line {
    let deals = line.combinations.parse::<BigRational>().ok();
    let total = total.parse::<BigRational>().ok().filter(|total| !total.is_zero());
    let probability = deals.as_ref().zip(total.as_ref()).map(|(deals, total)| Exact::from(&(deals / total)));
    let odds = deals.as_ref().filter(|deals| !deals.is_zero()).zip(total.as_ref());
    let odds = odds.map(|(deals, total)| Exact::from(&((total - deals) / deals)));
    let dash = || "\u{2013}".to_owned();
    Line {
        name: line.name.clone(),
        combinations: figure::grouped(&line.combinations),
        probability: probability.map_or_else(dash, |it| figure::percent(&it, 6)),
        true_odds: odds.map_or_else(dash, |it| format!("{} to 1", grouped_decimal(&it.rounded(2)))),
        pays: figure::odds(&line.pays),
        contribution: figure::percent(&line.contribution, PERCENT_PLACES),
    }
}

/// A non-negative decimal with commas between thousands.
fn grouped_decimal(decimal: &str) -> String {
    match decimal.split_once('.') {
        Some((whole, rest)) => format!("{}.{rest}", figure::grouped(whole)),
        None => figure::grouped(decimal),
    }
}
