//! `chart`: a strategy as the charts of the field, and what a chart cannot show.

use std::collections::{BTreeMap, BTreeSet};

use cards::Value;
use certificate::{Action, GivenUpHands, StatedClass, StrategyCell, Switches};
use checker::{DecodedSignal, DecodedUp};
use rayon::prelude::*;
use report::{HolesBySignal, StrategyChart, strategy_charts};
use rules::{Submission, one_of};
use serde::Serialize;
use solver::{Class, PlayTable, Solver};

use crate::cells::{Departure, cells, cells_by_composition, given_up_once_doubled};
use crate::failure::Failure;
use crate::play_rows::split_aces_given_up;
use crate::schema::JsonSchema;
use crate::switches::switches_of;
use crate::{present, statement};

/// What is asked of [`crate::Analysis::chart`].
#[derive(Debug, Clone, Default)]
pub struct ChartWant {
    /// Only columns of this signal, such as `small`, `none` or `exposed T`.
    pub signal: Option<String>,
}

/// A strategy class as charts, for a round from the full shoe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StrategyCharts {
    /// `td`, `cdz` or `cdz-best`.
    pub strategy: &'static str,
    /// A chart for each signal. Signals that come under some up cards alone share one.
    pub charts: Vec<StrategyChart>,
    /// Hands that are played otherwise than their cell says, fewest cards first. Cells have the act of most deals of their cards.
    pub exceptions: Vec<ChartException>,
    /// Up cards under which the attack wager is made; left out in a game without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<Vec<String>>,
    /// Whether a blackjack takes even money; left out where it is not offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub even_money: Option<bool>,
    /// Hands that gain by insurance; left out in a game without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insured: Option<Vec<String>>,
    /// Doubled hands that are given up once they have their card.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubled_given_up: Vec<GivenUpHands>,
    /// Split aces that are given up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub split_aces_given_up: Vec<GivenUpHands>,
    /// Deals of two hands whose second cards are switched; left out in a game with one hand. They are too many for a chart.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<Switches>,
}

/// A hand that is played otherwise than the cell of its row says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChartException {
    /// The up card.
    pub up: String,
    /// The signal.
    pub signal: String,
    /// The cards of the hand in value order.
    pub hand: String,
    /// Its best total.
    pub total: u8,
    /// Whether an ace counts as 11.
    pub soft: bool,
    /// What its cell says.
    pub chart: Action,
    /// What is done.
    pub act: Action,
}

pub(crate) fn chart(submission: &Submission, class: Class, want: &ChartWant) -> Result<StrategyCharts, Failure> {
    has_chart(class)?;
    of_table(submission, &Solver::new(submission)?.play_table(class)?, want)
}

/// Refuses perfect play.
pub(crate) fn has_chart(class: Class) -> Result<(), Failure> {
    if class == Class::Perfect {
        let why = "perfect play looks at every card of the round and has no chart: expected td, cdz or cdz-best";
        return Err(Failure::Asked(why.to_owned()));
    }
    Ok(())
}

/// The charts of a table of play for the submission.
pub(crate) fn of_table(
    submission: &Submission,
    table: &PlayTable,
    want: &ChartWant,
) -> Result<StrategyCharts, Failure> {
    let class = table.strategy;
    let ups = decoded(submission, class, table)?;
    let mut exceptions = Vec::new();
    let (mut doubled_given_up, mut split_aces_given_up) =
        (given_up_once_doubled(submission, &ups), split_aces_given_up(submission, &ups));
    let cells = if class == Class::Td { cells(&ups) } else { by_composition(submission, &ups, &mut exceptions) };
    exceptions.sort_by_cached_key(|one: &ChartException| one.hand.split(',').count());
    let mut charts = strategy_charts(&cells, &holes(submission));
    mark(&mut charts, &exceptions);
    if let Some(signal) = &want.signal {
        only(&mut charts, signal)?;
        let shown = |up: &str, signal: &str| {
            charts.iter().flat_map(|chart| &chart.columns).any(|column| column.up == up && column.signal == signal)
        };
        exceptions.retain(|one| shown(&one.up, &one.signal));
        doubled_given_up.retain(|one| shown(&one.up, &one.signal));
        split_aces_given_up.retain(|one| shown(&one.up, &one.signal));
    }
    let insured = present::insurance(submission).map(|insurance| {
        let gains = |hand: &&certificate::InsuranceHand| hand.ev.value().is_some_and(|ev| present::is_positive(&ev));
        insurance.by_hand.iter().filter(gains).map(|hand| hand.hand.clone()).collect()
    });
    let attacked = || ups.iter().filter(|up| up.attack).map(|up| up.up.to_string()).collect();
    Ok(StrategyCharts {
        strategy: class.name(),
        charts,
        exceptions,
        attack: submission.game.attack.is_some().then(attacked),
        even_money: table.ups.iter().find_map(|up| up.even_money),
        insured,
        doubled_given_up,
        split_aces_given_up,
        switches: switches_of(submission, &ups),
    })
}

/// The solver's play as a certificate states it, read as the checker reads that: as in a report, of which it is a part.
fn decoded(submission: &Submission, class: Class, table: &PlayTable) -> Result<Vec<DecodedUp>, Failure> {
    // A table of CDZ has the form of one of CDZ-: a decision for each set of cards.
    let form = if class == Class::Td { Class::Td } else { Class::CdzMinus };
    let class = StatedClass::without_figures(form.name(), Some(statement::plays(submission, table)));
    checker::decode(submission, &class).map_err(|error| Failure::Refused(error.to_string()))
}

fn by_composition(
    submission: &Submission,
    ups: &[DecodedUp],
    exceptions: &mut Vec<ChartException>,
) -> Vec<StrategyCell> {
    let of_up = |up: &DecodedUp| {
        let (mut cells, mut exceptions) = (Vec::new(), Vec::new());
        for (signal, cell, departures) in cells_by_composition(submission, up) {
            exceptions.extend(departures.into_iter().map(|one| exception(up.up, signal, one)));
            cells.push(cell);
        }
        (cells, exceptions)
    };
    let of_ups: Vec<_> = ups.par_iter().map(of_up).collect();
    let mut cells = Vec::new();
    for (of_up, its_exceptions) in of_ups {
        cells.extend(of_up);
        exceptions.extend(its_exceptions);
    }
    cells
}

fn exception(up: Value, signal: &DecodedSignal, Departure { hand, chart, act }: Departure<'_>) -> ChartException {
    ChartException {
        up: up.to_string(),
        signal: signal.signal.clone(),
        hand: hand.cards.to_string(),
        total: hand.total,
        soft: hand.soft,
        chart,
        act,
    }
}

/// Hole cards of the shoe by signal.
fn holes(submission: &Submission) -> HolesBySignal {
    let mut holes: HolesBySignal = BTreeMap::new();
    for up in Value::all() {
        let Ok(left) = submission.shoe.without(up) else { continue };
        for case in submission.game.hole_cases(up) {
            let cards = case.holes.values().filter(|&hole| left.count(hole) > 0).map(|hole| hole.to_string());
            holes.entry(case.signal).or_default().extend(cards);
        }
    }
    holes
}

/// Marks the cells that some hands depart from.
fn mark(charts: &mut [StrategyChart], exceptions: &[ChartException]) {
    let mut departed: BTreeMap<(&str, &str), BTreeSet<(&str, String)>> = BTreeMap::new();
    for one in exceptions {
        departed.entry((&one.up, &one.signal)).or_default().insert(row_of(one));
    }
    for chart in charts {
        let columns = chart.columns.iter().map(|column| (column.up.as_str(), column.signal.as_str()));
        let by_column: Vec<Option<&BTreeSet<_>>> = columns.map(|column| departed.get(&column)).collect();
        for section in &mut chart.sections {
            for row in &mut section.rows {
                let place = (section.title, row.hand.clone());
                for (cell, departed) in row.cells.iter_mut().zip(&by_column) {
                    if let Some(cell) = cell {
                        cell.varies = departed.is_some_and(|rows| rows.contains(&place));
                    }
                }
            }
        }
    }
}

/// The section and the row of a hand.
fn row_of(one: &ChartException) -> (&'static str, String) {
    let is_pair = one.hand.split_once(',').is_some_and(|(first, second)| first == second);
    if is_pair {
        ("Pairs", one.hand.clone())
    } else if one.soft {
        ("Soft", present::soft_name(one.total))
    } else {
        ("Hard", one.total.to_string())
    }
}

/// Leaves the columns of the signal.
fn only(charts: &mut Vec<StrategyChart>, signal: &str) -> Result<(), Failure> {
    let signals = |chart: &StrategyChart| chart.columns.iter().map(|column| column.signal.clone()).collect::<Vec<_>>();
    let mut known: Vec<String> = charts.iter().flat_map(signals).collect();
    known.sort();
    known.dedup();
    if !known.iter().any(|one| one == signal) {
        let known = one_of(known.iter().map(String::as_str));
        return Err(Failure::Asked(format!("there is no signal `{signal}` to act on: expected {known}")));
    }
    for chart in charts.iter_mut() {
        let is_of_signal: Vec<bool> = chart.columns.iter().map(|column| column.signal == signal).collect();
        keep(&mut chart.columns, &is_of_signal);
        for row in chart.sections.iter_mut().flat_map(|section| &mut section.rows) {
            keep(&mut row.cells, &is_of_signal);
        }
    }
    charts.retain(|chart| !chart.columns.is_empty());
    Ok(())
}

fn keep<T>(list: &mut Vec<T>, is_kept: &[bool]) {
    let mut is_kept = is_kept.iter();
    list.retain(|_| is_kept.next().copied().unwrap_or(false));
}

#[cfg(test)]
mod tests {
    use rules::Override;

    use super::*;
    use crate::certification;
    use crate::document;

    fn submission(game: &str, set: &[(&str, &str)]) -> Submission {
        let set: Vec<Override> = set.iter().map(|&(key, value)| Override::new(key, value)).collect();
        crate::Analysis::of_game(game).expect("a game").submission().with_all(&set).expect("an analysis")
    }

    const SMALL: (&str, &str) = ("shoe", "12,0,8,8,0,8,0,8,0,40");

    fn charted(submission: &Submission, class: Class) -> StrategyCharts {
        chart(submission, class, &ChartWant::default()).expect("a chart")
    }

    /// What a report says of the same submission, made by way of a certificate.
    #[test]
    fn the_chart_is_the_reports() {
        for game in ["pa-685a-down-under", "ma-double-attack", "double-exposure", "plain-blackjack"] {
            let submission = submission(game, &[SMALL]);
            let solver = Solver::new(&submission).expect("a solver");
            let certificate = certification::plays_alone(&submission, &solver).expect("tables");
            let cells = document::chart(&submission, &certificate).expect("cells");
            let found = charted(&submission, Class::Td);
            assert_eq!(found.charts, strategy_charts(&cells, &holes(&submission)), "{game}");
            assert!(found.exceptions.is_empty());
        }
    }

    /// Without a split CDZ is CDZ-, and so are its charts.
    #[test]
    fn without_a_split_the_chart_of_cdz_is_that_of_cdz_minus() {
        let submission = submission("spanish-21", &[SMALL, ("options.max-hands", "1")]);
        let [minus, best] = [Class::CdzMinus, Class::BestCdz].map(|class| charted(&submission, class));
        assert_eq!((minus.charts, minus.exceptions), (best.charts, best.exceptions));
        assert_eq!(best.strategy, "cdz-best");
    }

    /// More ways to draw than 128 bits count.
    #[test]
    fn a_shoe_of_a_thousand_tens_has_a_chart() {
        let submission = submission("plain-blackjack", &[("shoe", "0,0,0,0,0,0,0,0,0,1040")]);
        assert!(!charted(&submission, Class::CdzMinus).charts.is_empty());
    }

    /// The likeliest act of a row leaves fewer exceptions than cells, and every one of them is in a marked cell.
    #[test]
    fn composition_shows_as_marks_and_exceptions() {
        let submission = submission("plain-blackjack", &[("decks", "1")]);
        let found = charted(&submission, Class::CdzMinus);
        assert!(!found.exceptions.is_empty());
        for one in &found.exceptions {
            let chart = found
                .charts
                .iter()
                .find(|chart| chart.columns.iter().any(|column| column.up == one.up && column.signal == one.signal));
            let chart = chart.expect("its chart");
            let column = chart.columns.iter().position(|column| column.up == one.up && column.signal == one.signal);
            let rows =
                chart.sections.iter().flat_map(|section| section.rows.iter().map(move |row| (section.title, row)));
            let row =
                rows.into_iter().find(|(section, row)| row_of(one) == (*section, row.hand.clone())).expect("its row").1;
            let cell = row.cells[column.expect("a column")].as_ref().expect("a cell");
            assert!(cell.varies && one.chart != one.act, "{one:?}");
        }
        // Single deck against a four: ten and two, which are most deals of a twelve, are hit, and the other twelves are stood on.
        let nine_three = found.exceptions.iter().find(|one| one.hand == "3,9" && one.up == "4");
        let nine_three = nine_three.expect("the exception that every book names");
        assert_eq!((nine_three.chart, nine_three.act), (Action::Hit, Action::Stand));
    }

    #[test]
    fn a_signal_leaves_its_chart_and_an_unknown_one_is_refused() {
        let submission = submission("pa-685a-down-under", &[SMALL]);
        let want = |signal: &str| ChartWant { signal: Some(signal.to_owned()) };
        let small = chart(&submission, Class::Td, &want("small")).expect("a chart");
        let columns = |charts: &StrategyCharts| {
            charts.charts.iter().flat_map(|chart| chart.columns.clone()).map(|one| one.signal).collect::<Vec<_>>()
        };
        let columns_of_small = columns(&small);
        assert!(columns_of_small.len() > 1 && columns_of_small.iter().all(|signal| signal == "small"));
        let rows = small.charts[0].sections.iter().flat_map(|section| &section.rows);
        assert!(rows.into_iter().all(|row| row.cells.len() == columns_of_small.len()));
        let exposed = chart(&submission, Class::Td, &want("exposed T")).expect("a chart");
        assert_eq!(columns(&exposed), ["exposed T"]);
        let refused = chart(&submission, Class::Td, &want("tiny")).expect_err("no such signal");
        assert!(refused.to_string().contains("small"), "{refused}");
        assert!(chart(&submission, Class::Perfect, &ChartWant::default()).is_err());
    }
}
