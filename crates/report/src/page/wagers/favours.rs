//! Everything that favours the player, in few words.

use certificate::{LongRun, Wager};
use num_rational::BigRational;
use num_traits::Signed;
use serde::Serialize;

use super::long_run;
use crate::{
    family::{Family, Reading},
    figure,
};

/// Paytables and readings of one wager whose EV is positive in the same circumstances.
#[derive(Debug, Serialize)]
pub(super) struct Favour {
    slug: String,
    title: String,
    when: String,
    paytables: String,
    /// Combinations of readings, or `all`; empty for a wager that no reading concerns.
    readings: Vec<Under>,
    /// From the least to the greatest EV.
    ev: String,
}

#[derive(Debug, Serialize)]
struct Under {
    choices: String,
    /// Whether it is the report's own reading.
    chosen: bool,
}

impl Under {
    fn of(reading: &Reading<'_>) -> Self {
        let chosen = reading.paytables.iter().any(|wager| wager.chosen);
        Self { choices: reading.choices.join("; "), chosen }
    }
}

/// Circumstances, which come in the order of their rank, and the EV in them.
struct Case {
    rank: u8,
    when: String,
    ev: BigRational,
}

pub(super) fn of(family: &Family<'_>) -> Vec<Favour> {
    let mut circumstances: Vec<(u8, String)> = Vec::new();
    for case in family.variants().flat_map(cases) {
        if circumstances.iter().all(|(_, when)| *when != case.when) {
            circumstances.push((case.rank, case.when));
        }
    }
    circumstances.sort_by_key(|(rank, _)| *rank);
    circumstances.iter().flat_map(|(_, when)| rows(family, when)).collect()
}

/// The paytables of each reading that favour the player in the circumstances; readings with the same ones together.
fn rows(family: &Family<'_>, when: &str) -> Vec<Favour> {
    struct Gathered<'a> {
        paytables: Vec<&'a str>,
        whole: bool,
        readings: Vec<&'a Reading<'a>>,
        evs: Vec<BigRational>,
    }
    let mut gathered: Vec<Gathered<'_>> = Vec::new();
    for reading in &family.readings {
        let ev = |wager: &&Wager| cases(wager).into_iter().find(|case| case.when == when).map(|case| case.ev);
        let found: Vec<(&str, BigRational)> =
            reading.paytables.iter().filter_map(|wager| Some((wager.paytable.as_str(), ev(wager)?))).collect();
        if found.is_empty() {
            continue;
        }
        let (paytables, evs): (Vec<&str>, Vec<BigRational>) = found.into_iter().unzip();
        match gathered.iter_mut().find(|row| row.paytables == paytables) {
            Some(row) => {
                row.readings.push(reading);
                row.evs.extend(evs);
            }
            None => {
                let whole = paytables.len() == reading.paytables.len();
                gathered.push(Gathered { paytables, whole, readings: vec![reading], evs });
            }
        }
    }
    let favour = |row: Gathered<'_>| Favour {
        slug: family.slug.clone(),
        title: family.title.to_owned(),
        when: when.to_owned(),
        paytables: match row.paytables.len() {
            number if row.whole && number > 1 => format!("all {number}"),
            _ => row.paytables.join(", "),
        },
        readings: match row.readings.len() {
            1 if family.own().choices.is_empty() && family.others().is_empty() => Vec::new(),
            number if number > 1 && number == family.readings.len() => {
                vec![Under { choices: format!("all {number}"), chosen: false }]
            }
            _ => row.readings.into_iter().map(Under::of).collect(),
        },
        ev: figure::percent_range(&row.evs).unwrap_or_else(figure::dash),
    };
    gathered.into_iter().map(favour).collect()
}

/// Of whom the figures of a meter are, where several players may share it.
fn unshared(wager: &Wager) -> &'static str {
    let is_shared = wager.progressive.as_ref().is_some_and(|progressive| progressive.shared.is_some());
    if is_shared { " that the winner shares with nobody" } else { "" }
}

/// The circumstances in which the wager favours the player.
fn cases(wager: &Wager) -> Vec<Case> {
    let mut cases = Vec::new();
    let zero = || BigRational::from_integer(0.into());
    let mut add = |rank, when: String, ev: Option<BigRational>| {
        cases.push(Case { rank, when, ev: ev.unwrap_or_else(zero) });
    };
    let meter = super::meter(wager);
    if wager.favours_player {
        let when = match (&meter, wager.played.is_some()) {
            (None, false) => "in every round".to_owned(),
            (None, true) => "with the base game's own play".to_owned(),
            (Some(meter), false) => format!("at a meter of {meter}{}", unshared(wager)),
            (Some(meter), true) => format!("at a meter of {meter}{}, with the base game's own play", unshared(wager)),
        };
        add(1, when, wager.ev.value());
    }
    if let Some(progressive) = &wager.progressive {
        let seed = progressive.long_run.first().map(|run| &run.seed).filter(|seed| **seed != progressive.meter);
        let ev = |seed: &certificate::Exact| {
            Some(progressive.fixed.value()? + progressive.per_meter_unit.value()? * seed.value()?)
        };
        if let Some((seed, ev)) = seed.and_then(|seed| Some((seed, ev(seed)?))).filter(|(_, ev)| ev.is_positive()) {
            add(0, format!("at the seed of {}", figure::amount(seed)), Some(ev));
        }
        let several = progressive.long_run.len() > 1;
        for run in progressive.long_run.iter().filter(|run| run.favours_player) {
            add(2, in_the_long_run(run, several), figure::printed(&run.ev));
        }
    }
    if let Some(played) = &wager.played {
        let at = meter.map_or_else(String::new, |_| format!(" at a meter of {}", figure::amount(&played.meter)));
        let positive = |ev: &certificate::Exact| ev.value().filter(Signed::is_positive);
        if let Some(ev) = positive(&played.alone.ev) {
            add(3, format!("played for this wager alone{at}"), Some(ev));
        }
        if let Some(ev) = positive(&played.joint.joint_ev) {
            let ratio = figure::amount(&played.ratio);
            add(4, format!("together with the base wager, {ratio} to each unit of it, played for both{at}"), Some(ev));
        }
    }
    if let Some(ev) = wager.parlay.as_ref().and_then(|parlay| parlay.ev.value()).filter(Signed::is_positive) {
        add(5, "with winnings added to the base wager where that gains".to_owned(), Some(ev));
    }
    cases
}

fn in_the_long_run(run: &LongRun, several: bool) -> String {
    let model = long_run::Model::of(run);
    let model = if several { format!(": {}", model.words()) } else { String::new() };
    format!("in the long run{model}")
}
