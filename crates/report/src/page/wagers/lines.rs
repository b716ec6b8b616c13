//! The outcomes of one paytable under one reading.

use certificate::{Exact, Wager, WagerLine};
use num_rational::BigRational;
use num_traits::Zero;
use serde::Serialize;

use super::{parlay, played};
use crate::{
    family::Reading,
    figure::{self, PERCENT_PLACES},
};

#[derive(Debug, Serialize)]
pub(super) struct Outcomes {
    paytable: String,
    choices: Vec<String>,
    /// Whether it starts unfolded.
    open: bool,
    edge: String,
    favours: bool,
    ev: Exact,
    meter: Option<String>,
    total: String,
    lines: Vec<Line>,
    played: Option<played::Played>,
    parlay: Option<parlay::Parlay>,
}

#[derive(Debug, Serialize)]
struct Line {
    name: String,
    combinations: String,
    probability: String,
    true_odds: String,
    pays: String,
    contribution: String,
    share_of_return: String,
}

pub(super) fn outcomes(reading: &Reading<'_>, wager: &Wager, open: bool) -> Outcomes {
    Outcomes {
        paytable: wager.paytable.clone(),
        choices: reading.choices.clone(),
        open,
        edge: figure::percent(&figure::negated(&wager.ev), PERCENT_PLACES),
        favours: wager.favours_player,
        ev: wager.ev.clone(),
        meter: super::meter(wager),
        total: figure::count(&wager.total),
        lines: wager.lines.iter().map(|it| line(it, &wager.total)).collect(),
        played: wager.played.as_ref().map(|it| played::played(it, wager.progressive.is_some())),
        parlay: wager.parlay.as_ref().map(parlay::parlay),
    }
}

fn line(line: &WagerLine, total: &str) -> Line {
    let deals = line.combinations.parse::<BigRational>().ok();
    let total = total.parse::<BigRational>().ok().filter(|total| !total.is_zero());
    let probability = deals.as_ref().zip(total.as_ref()).map(|(deals, total)| Exact::from(&(deals / total)));
    let odds = deals.as_ref().filter(|deals| !deals.is_zero()).zip(total.as_ref());
    let odds = odds.map(|(deals, total)| Exact::from(&((total - deals) / deals)));
    Line {
        name: line.name.clone(),
        combinations: figure::count(&line.combinations),
        probability: probability.as_ref().map_or_else(figure::dash, figure::fine_percent),
        true_odds: odds.map_or_else(figure::dash, |it| format!("{} to 1", figure::grouped_decimal(&it.rounded(2)))),
        pays: figure::pays(&line.pays, line.meter_share.as_deref()),
        contribution: figure::percent(&line.contribution, PERCENT_PLACES),
        share_of_return: figure::percent(&line.share_of_return, PERCENT_PLACES),
    }
}
