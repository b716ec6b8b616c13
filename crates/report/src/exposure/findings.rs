//! What an exposure finds, in a sentence for each part of the page.

use certificate::Exact;
use num_rational::BigRational;
use num_traits::{Signed as _, Zero as _};
use serde::Serialize;

use super::ahead::{PlayerAhead, ValuedCount, ahead, percent, signed, signed_exact, slope, valued};
use super::document::{IndexRow, PenetrationWorth, RampWorth, SeenDepth, WagerTags};
use super::subject::ExposurePage;
use crate::figure::{self, PERCENT_PLACES};

/// Places of a share of rounds.
pub(super) const SHARE_PLACES: u32 = 2;

/// A sentence for each part; none for what was not asked.
#[derive(Debug, Default, Serialize)]
pub(super) struct ExposureFindings {
    pub(super) headline: String,
    pub(super) by_count: String,
    pub(super) by_indices: Option<String>,
    pub(super) insurance: Option<String>,
    /// By side wager.
    pub(super) wagers: Vec<String>,
    pub(super) indices: Option<String>,
    pub(super) bets: Option<String>,
    pub(super) penetration: Option<String>,
}

pub(super) fn exposure_findings(page: &ExposurePage<'_>) -> ExposureFindings {
    let Some(depth) = page.main_depth() else { return ExposureFindings::default() };
    let word = page.count.word();
    let base = valued(depth, depth.rows.iter().map(|row| Some(&row.ev)));
    let by_indices = depth.indices.as_ref().map(|indices| valued(depth, indices.evs.iter().map(Some)));
    let insurance = valued(depth, depth.rows.iter().map(|row| row.insurance_ev.as_ref()));
    ExposureFindings {
        headline: headline(page, depth, &base),
        by_count: sentence("the player has the edge", word, &ahead(&base), true),
        by_indices: by_indices.map(|counts| {
            let subject = "by the index table the player has the edge";
            sentence(subject, word, &ahead(&counts), true)
        }),
        insurance: (!insurance.is_empty())
            .then(|| sentence("insurance favours the player", word, &ahead(&insurance), false)),
        wagers: (0..page.wagers.len()).map(|at| wager(page, depth, at)).collect(),
        indices: depth.indices.as_ref().map(|indices| {
            let all = indices.rows.len();
            let played = indices.played;
            let gain = figure::percent(&indices.gain, PERCENT_PLACES);
            let best = indices.rows.first().map_or_else(String::new, |row| format!("; {} gains most", decision(row)));
            format!("Of {all} decisions that the count changes, {played} played by it gain {gain} of a wager in a round{best}.")
        }),
        bets: depth.ramp.as_ref().map(|ramp| bets(ramp, depth)),
        penetration: penetration(page.penetrations),
    }
}

/// How far the count moves the EV, and where the player has the edge.
fn headline(page: &ExposurePage<'_>, depth: &SeenDepth, base: &[ValuedCount]) -> String {
    let word = page.count.word();
    let moved = slope(base).map_or_else(
        || "the count does not move the EV".to_owned(),
        |slope| format!("one more of the {word} moves the EV by {} points", figure::signed_points(&slope)),
    );
    let edge = match ahead(base) {
        PlayerAhead::Never => "the player has the edge under no count that comes up".to_owned(),
        PlayerAhead::Always => "the player has the edge under every count".to_owned(),
        PlayerAhead::From(count, part, _) => {
            format!("from {} on the player has the edge, in {} of rounds", signed(&count), percent(&part, SHARE_PLACES))
        }
        PlayerAhead::UpTo(count, part, _) => {
            format!("up to {} the player has the edge, in {} of rounds", signed(&count), percent(&part, SHARE_PLACES))
        }
        PlayerAhead::Somewhere(part) => {
            format!("the player has the edge in {} of rounds", percent(&part, SHARE_PLACES))
        }
    };
    format!("With {}, {moved}; {edge}.", page.seen(depth))
}

/// `From a true count of +1 on the player has the edge: in 28.31% of rounds, with an EV of 0.8712%.`
fn sentence(subject: &str, word: &str, ahead: &PlayerAhead, has_mean: bool) -> String {
    let rest = |part: &BigRational, mean: &BigRational| {
        let share = percent(part, SHARE_PLACES);
        let worth =
            if has_mean { format!(", with an EV of {} there", percent(mean, PERCENT_PLACES)) } else { String::new() };
        format!("in {share} of rounds{worth}")
    };
    let capital = || crate::names::capitalised(subject);
    match ahead {
        PlayerAhead::Never => format!("{} under no {word} that comes up.", capital()),
        PlayerAhead::Always => format!("{} under every {word}.", capital()),
        PlayerAhead::From(count, part, mean) => {
            format!("From a {word} of {} on {subject}: {}.", signed(count), rest(part, mean))
        }
        PlayerAhead::UpTo(count, part, mean) => {
            format!("Up to a {word} of {} {subject}: {}.", signed(count), rest(part, mean))
        }
        PlayerAhead::Somewhere(part) => format!("{} in {} of rounds.", capital(), percent(part, SHARE_PLACES)),
    }
}

/// What a side wager wins that is made under some counts alone.
fn wager(page: &ExposurePage<'_>, depth: &SeenDepth, at: usize) -> String {
    let Some((wager, made)) = page.wagers.get(at).zip(depth.wagers_ahead.get(at)) else { return String::new() };
    let when = page.trigger.map_or_else(
        || "where its EV is positive".to_owned(),
        |least| format!("from a {} of {} on", page.count.word(), signed(&BigRational::from_integer(least.into()))),
    );
    let title = page.named(wager);
    match &made.mean_ev {
        None => format!("{title} is never worth making {when}."),
        Some(ev) => format!(
            "{title}, made {when}: in {} of rounds, with an EV of {}, so {} units per 100 rounds{}.",
            figure::percent(&made.played, SHARE_PLACES),
            figure::percent(ev, PERCENT_PLACES),
            figure::minus(&made.win.percent(PERCENT_PLACES)),
            made.std_dev
                .as_ref()
                .map_or_else(String::new, |root| format!(", standard deviation {} of a round", root.rounded(2)))
        ),
    }
}

/// `16 against T`.
fn decision(row: &IndexRow) -> String {
    match row.hand.as_str() {
        "insurance" => "insurance".to_owned(),
        "attack" => format!("the attack wager against {}", row.up),
        hand => {
            let more = if row.cards == Some("more") { " of more cards" } else { "" };
            format!("{hand}{more} against {}", row.up)
        }
    }
}

/// The least and the most units, and what they win.
fn bets(ramp: &RampWorth, depth: &SeenDepth) -> String {
    let units: Vec<BigRational> = ramp.units.iter().filter_map(Exact::value).collect();
    let range = match (units.iter().min(), units.iter().max()) {
        (Some(least), Some(most)) if least < most => {
            format!("Betting {} to {} units by the count", figure::decimal(least), figure::decimal(most))
        }
        (Some(same), _) => format!("Betting {} units under every count", figure::decimal(same)),
        _ => "Betting by the count".to_owned(),
    };
    let play = if depth.indices.is_some() { "and playing by the index table" } else { "and playing by the chart" };
    let win = ramp.win.value().unwrap_or_default();
    let won = if win.is_negative() { "loses" } else { "wins" };
    format!("{range} {play} {won} {} units per 100 rounds.", hundredfold(&win.abs()))
}

/// Units per 100 rounds.
pub(super) fn hundredfold(win: &BigRational) -> String {
    figure::minus(&cards::decimal(&(win * figure::hundred()), PERCENT_PLACES))
}

/// From which penetration on the bets win.
fn penetration(penetrations: &[PenetrationWorth]) -> Option<String> {
    let wins: Vec<(String, BigRational)> = penetrations
        .iter()
        .filter_map(|one| Some((figure::percent(&one.penetration, 1), one.ramp.win.value()?)))
        .collect();
    let [(least, first), .., (most, last)] = &wins[..] else { return None };
    let change = wins.iter().position(|(_, win)| win.is_positive());
    let stays = |from: usize| wins[from..].iter().all(|(_, win)| win.is_positive());
    Some(match change {
        None => format!("Up to {most} of the shoe the house stays ahead of these bets."),
        Some(from) if from > 0 && stays(from) => format!(
            "Up to {} of the shoe the house stays ahead of these bets; from {} on the player wins.",
            wins[from - 1].0,
            wins[from].0
        ),
        _ => format!(
            "With up to {least} of the shoe seen the bets come to {} units per 100 rounds, with up to {most} to {}.",
            hundredfold(first),
            hundredfold(last)
        ),
    })
}

/// How well counts tell a wager.
pub(super) fn tags_finding(tags: &WagerTags, count: &str) -> String {
    let best = tags.best.last().map(|best| {
        format!(
            "The best whole tags up to {} have a betting correlation of {}",
            best.level,
            figure::minus(&best.correlation)
        )
    });
    let own = tags.counts.iter().find(|one| one.id == count);
    let own = own.map(|own| format!("this count has {}", figure::minus(&own.correlation)));
    let mut text = best.into_iter().chain(own).collect::<Vec<_>>().join("; ");
    text.push('.');
    text
}

/// Whether a gain is printed as more than nothing.
pub(super) fn is_printed(gain: &Exact) -> bool {
    gain.value().is_some_and(|gain| !gain.is_zero())
        && gain.percent(PERCENT_PLACES).bytes().any(|digit| (b'1'..=b'9').contains(&digit))
}

/// What the tags on the table come to: `−1 to +1`.
pub(super) fn on_table(row: &IndexRow) -> String {
    row.on_table.as_ref().map_or_else(String::new, |[least, most]| {
        if least == most { signed_exact(least) } else { format!("{} to {}", signed_exact(least), signed_exact(most)) }
    })
}
