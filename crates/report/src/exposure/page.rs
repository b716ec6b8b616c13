//! The page of an exposure.

use certificate::Exact;
use minijinja::context;
use num_rational::BigRational;
use num_traits::{Signed as _, Zero as _};
use serde::Serialize;

use super::ahead::{is_shown, percent, signed_exact, slope, valued};
use super::ceiling_view::ceilings;
use super::csv::{is_made, wager_slugs};
use super::document::{CountedRow, RampWorth, SeenDepth, ShoeEstimate, ShoeWorth, WagerTags};
use super::findings::{ExposureFindings, SHARE_PLACES, hundredfold, tags_finding};
use super::index_view::index_view;
use super::subject::ExposurePage;
use crate::error::ReportError;
use crate::figure::{self, PERCENT_PLACES};
use crate::names::VALUES;
use crate::page::{Numbered, environment, untitled};

/// Drawings as SVG text.
#[derive(Default)]
pub(super) struct DrawnExposure {
    pub(super) by_count: Option<String>,
    /// By side wager.
    pub(super) wagers: Vec<Option<String>>,
    pub(super) penetration: Option<String>,
}

/// The counts of a depth that are shown.
#[derive(Debug, Serialize)]
struct ShownDepth {
    title: String,
    rows: Vec<ShownRow>,
    /// Counts that come up less often than is shown.
    left_out: usize,
}

/// A depth in a line: how far the count moves the EV, and what a player wins who wagers where he has the edge alone.
#[derive(Debug, Serialize)]
struct DepthLine {
    title: String,
    moved: String,
    played: String,
    ev: String,
    win: String,
}

#[derive(Debug, Serialize)]
struct ShownRow {
    count: String,
    running: String,
    probability: String,
    /// Share of the rounds with this count or a higher one.
    at_least: String,
    ev: String,
    by_indices: Option<String>,
    std_dev: Option<String>,
    std_dev_by_indices: Option<String>,
    favours: bool,
}

/// A count with one figure.
#[derive(Debug, Serialize)]
struct FigureRow {
    count: String,
    probability: String,
    figure: String,
    std_dev: Option<String>,
    /// Units wagered.
    units: String,
    favours: bool,
    made: bool,
}

#[derive(Debug, Serialize)]
struct ShownWager {
    title: String,
    file: String,
    finding: String,
    drawn: Option<String>,
    rows: Vec<FigureRow>,
}

/// What a ramp comes to.
#[derive(Debug, Serialize)]
struct ShownWorth {
    title: String,
    share: String,
    mean_units: String,
    played: String,
    win: String,
    std_dev: String,
    n0: String,
    score: String,
    bank: String,
    risk: Option<String>,
    shoe: Option<ShownShoe>,
}

/// What a ramp comes to in a shoe.
#[derive(Debug, Serialize)]
struct ShownShoe {
    seats: u16,
    shoes: String,
    rounds: String,
    rounds_wagered: String,
    units: String,
    win: String,
    std_dev: String,
    of_a_round: String,
    too_short: u64,
}

#[derive(Debug, Serialize)]
struct ShownTags {
    title: String,
    finding: String,
    effects: Vec<String>,
    best: Vec<TagsLine>,
    counts: Vec<TagsLine>,
}

#[derive(Debug, Serialize)]
struct TagsLine {
    name: String,
    correlation: String,
    tags: Vec<String>,
}

pub(super) fn render(
    page: &ExposurePage<'_>,
    findings: &ExposureFindings,
    drawn: &DrawnExposure,
) -> Result<String, ReportError> {
    let mut environment = environment()?;
    environment.add_template("exposure.html", include_str!("../../templates/exposure.html"))?;
    environment.add_template("exposure-bets.html", include_str!("../../templates/exposure-bets.html"))?;
    environment.add_template("exposure-ceiling.html", include_str!("../../templates/exposure-ceiling.html"))?;
    environment.add_template("exposure-wagers.html", include_str!("../../templates/exposure-wagers.html"))?;
    let Some(main) = page.main_depth() else { return Ok(String::new()) };
    let others: Vec<ShownDepth> = page.other_depths().map(|depth| shown_depth(page, depth)).collect();
    let ramp = main.ramp.as_ref();
    let context = context! {
        title => page.title,
        game => page.game,
        decks => page.decks,
        rules => page.rules,
        remarks => page.remarks,
        unit => page.unit,
        software => page.software,
        analysis => page.analysis,
        submission => page.submission_sha256,
        strategy => page.strategy,
        cards => page.cards,
        most_seen => page.most_seen,
        count_title => page.count.title,
        count_id => page.count.id,
        count_word => page.count.word(),
        is_true => page.count.is_true,
        tags => page.count.tags.iter().map(signed_exact).collect::<Vec<_>>(),
        start => page.count.start.value().filter(|start| !start.is_zero()).map(|_| signed_exact(&page.count.start)),
        division => page.count.division,
        values => VALUES,
        findings => findings,
        figures => figures(page, main),
        seen => page.seen(main),
        is_mean => main.seen[0] < main.seen[1],
        main => shown_depth(page, main),
        others => others,
        by_depth => by_depth(page),
        has_indices => main.indices.is_some(),
        insurance => insurance(main),
        wagers => wagers(page, main, findings, drawn),
        indices => main.indices.as_ref().map(|indices| index_view(main, indices)),
        index_gain => main.indices.as_ref().map(|indices| figure::percent(&indices.gain, PERCENT_PLACES)),
        index_played => main.indices.as_ref().map(|indices| indices.played),
        bets => ramp.map(|ramp| bets(main, ramp)),
        worth => ramp.map(|ramp| shown_worth(page.seen(main), String::new(), ramp)),
        ruin_bank => ramp.and_then(|ramp| ramp.ruin.as_ref()).map(|ruin| figure::grouped(&ruin.bank.to_string())),
        ceilings => ceilings(page),
        worth_by_depth => worth_by_depth(page),
        penetrations => penetrations(page),
        best_tags => page.tags.iter().map(|tags| shown_tags(page, tags)).collect::<Vec<_>>(),
        drawn_by_count => drawn.by_count.as_deref().map(untitled),
        drawn_penetration => drawn.penetration.as_deref().map(untitled),
    };
    Ok(Numbered::default().part(&environment.get_template("exposure.html")?.render(context)?))
}

/// A figure at the top of the page.
#[derive(Debug, Serialize)]
struct TopFigure {
    label: String,
    number: String,
    under: String,
}

fn figures(page: &ExposurePage<'_>, main: &SeenDepth) -> Vec<TopFigure> {
    let figure = |label: &str, number: String, under: String| TopFigure { label: label.to_owned(), number, under };
    let base = valued(main, main.rows.iter().map(|row| Some(&row.ev)));
    let moved = slope(&base).map(|slope| {
        let number = figure::signed_points(&slope);
        figure(
            &format!("EV for one more of the {}", page.count.word()),
            number,
            "percentage points, by regression".to_owned(),
        )
    });
    let ahead = figure(
        "Rounds in which the player has the edge",
        figure::percent(&main.ahead.played, SHARE_PLACES),
        main.ahead.mean_ev.as_ref().map_or_else(
            || "of those shown, none".to_owned(),
            |ev| format!("with an EV of {} in these", figure::percent(ev, PERCENT_PLACES)),
        ),
    );
    let fresh = figure(
        "House edge, fresh shoe",
        figure::percent(page.house_edge, PERCENT_PLACES),
        "without any count".to_owned(),
    );
    let won = main.ramp.as_ref().map(|ramp| {
        let win = ramp.win.value().unwrap_or_default();
        let n0 = ramp.n0.as_ref().map(|n0| format!(", N0 {} rounds", figure::grouped(&n0.rounded(0))));
        figure("Units won per 100 rounds", hundredfold(&win), format!("with these bets{}", n0.unwrap_or_default()))
    });
    [Some(fresh), moved, Some(ahead), won].into_iter().flatten().collect()
}

/// The rows that are shown, each with its place among all and its probability.
fn shown_rows(depth: &SeenDepth) -> Vec<(usize, &CountedRow, BigRational)> {
    let probable = depth.rows.iter().enumerate().filter_map(|(at, row)| Some((at, row, row.probability.value()?)));
    probable.filter(|(_, _, probability)| is_shown(probability)).collect()
}

fn shown_depth(page: &ExposurePage<'_>, depth: &SeenDepth) -> ShownDepth {
    let mut at_least = BigRational::zero();
    let mut above: Vec<BigRational> = depth
        .rows
        .iter()
        .rev()
        .map(|row| {
            at_least += row.probability.value().unwrap_or_default();
            at_least.clone()
        })
        .collect();
    above.reverse();
    let rows: Vec<ShownRow> = shown_rows(depth)
        .into_iter()
        .map(|(at, row, probability)| {
            let [low, high] = row.running.each_ref().map(signed_exact);
            let by_indices = depth.indices.as_ref().and_then(|indices| indices.evs.get(at));
            let deviation = depth.indices.as_ref().and_then(|indices| indices.std_devs.get(at));
            ShownRow {
                count: signed_exact(&row.count),
                running: if low == high { low } else { format!("{low} to {high}") },
                probability: percent(&probability, PERCENT_PLACES),
                at_least: percent(&above[at], SHARE_PLACES),
                ev: figure::percent(&row.ev, PERCENT_PLACES),
                by_indices: by_indices.map(|ev| figure::percent(ev, PERCENT_PLACES)),
                std_dev: row.std_dev.as_ref().map(|root| root.rounded(PERCENT_PLACES)),
                std_dev_by_indices: deviation.map(|root| root.rounded(PERCENT_PLACES)),
                favours: is_positive(by_indices.unwrap_or(&row.ev)),
            }
        })
        .collect();
    ShownDepth { title: page.seen(depth), left_out: depth.rows.len() - rows.len(), rows }
}

/// Each depth in a line, where there are several.
fn by_depth(page: &ExposurePage<'_>) -> Vec<DepthLine> {
    let line = |depth: &SeenDepth| {
        let counts = valued(depth, depth.rows.iter().map(|row| Some(&row.ev)));
        let percent = |ev: &Exact| figure::percent(ev, PERCENT_PLACES);
        DepthLine {
            title: page.seen(depth),
            moved: slope(&counts).map_or_else(figure::dash, |slope| figure::signed_points(&slope)),
            played: figure::percent(&depth.ahead.played, SHARE_PLACES),
            ev: depth.ahead.mean_ev.as_ref().map_or_else(figure::dash, percent),
            win: hundredfold(&depth.ahead.win.value().unwrap_or_default()),
        }
    };
    if page.depths.len() > 1 { page.depths.iter().map(line).collect() } else { Vec::new() }
}

fn is_positive(value: &Exact) -> bool {
    value.value().is_some_and(|value| value.is_positive())
}

fn figure_row(row: &CountedRow, probability: &BigRational, value: &Exact) -> FigureRow {
    FigureRow {
        count: signed_exact(&row.count),
        probability: percent(probability, PERCENT_PLACES),
        figure: figure::percent(value, PERCENT_PLACES),
        std_dev: None,
        units: String::new(),
        favours: is_positive(value),
        made: false,
    }
}

fn insurance(depth: &SeenDepth) -> Vec<FigureRow> {
    let rows = shown_rows(depth).into_iter();
    rows.filter_map(|(_, row, probability)| Some(figure_row(row, &probability, row.insurance_ev.as_ref()?))).collect()
}

fn wagers(
    page: &ExposurePage<'_>,
    depth: &SeenDepth,
    findings: &ExposureFindings,
    drawn: &DrawnExposure,
) -> Vec<ShownWager> {
    let slugs = wager_slugs(page);
    let wager = |(at, wager): (usize, &super::document::CountedWager)| ShownWager {
        title: page.named(wager),
        file: format!("{}.csv", slugs[at]),
        finding: findings.wagers.get(at).cloned().unwrap_or_default(),
        drawn: drawn.wagers.get(at).and_then(|drawn| drawn.as_deref()).map(untitled),
        rows: shown_rows(depth)
            .into_iter()
            .filter_map(|(_, row, probability)| {
                let ev = row.wager_evs.get(at)?;
                let made = is_made(page.trigger, &row.count, ev);
                let std_dev = row.wager_std_devs.get(at).map(|root| root.rounded(PERCENT_PLACES));
                Some(FigureRow { made, std_dev, ..figure_row(row, &probability, ev) })
            })
            .collect(),
    };
    page.wagers.iter().enumerate().map(wager).collect()
}

fn bets(depth: &SeenDepth, ramp: &RampWorth) -> Vec<FigureRow> {
    let rows = shown_rows(depth).into_iter();
    let bet = |(at, row, probability): (usize, &CountedRow, BigRational)| {
        let ev = depth.indices.as_ref().and_then(|indices| indices.evs.get(at)).unwrap_or(&row.ev);
        let units = ramp.units.get(at)?;
        Some(FigureRow { units: figure::minus(&units.rounded(2)), ..figure_row(row, &probability, ev) })
    };
    rows.filter_map(bet).collect()
}

fn shown_worth(title: String, share: String, ramp: &RampWorth) -> ShownWorth {
    let whole = |exact: Option<&Exact>| exact.map_or_else(figure::dash, |exact| figure::grouped(&exact.rounded(0)));
    ShownWorth {
        title,
        share,
        mean_units: ramp.mean_units.rounded(2),
        played: figure::percent(&ramp.played, SHARE_PLACES),
        win: hundredfold(&ramp.win.value().unwrap_or_default()),
        std_dev: ramp.std_dev.as_ref().map_or_else(figure::dash, |root| root.rounded(2)),
        n0: whole(ramp.n0.as_ref()),
        score: ramp.score.as_ref().map_or_else(figure::dash, |score| figure::grouped_decimal(&score.rounded(2))),
        bank: whole(ramp.bank.as_ref()),
        risk: ramp
            .ruin
            .as_ref()
            .and_then(|ruin| figure::printed(&ruin.risk))
            .map(|risk| percent(&risk, PERCENT_PLACES)),
        shoe: ramp.shoe.as_ref().map(shown_shoe),
    }
}

fn shown_shoe(shoe: &ShoeWorth) -> ShownShoe {
    let number = |text: &str| figure::printed(text).unwrap_or_default();
    let rounded = |text: &str, places: u32| figure::minus(&cards::decimal(&number(text), places));
    let with_error = |estimate: &ShoeEstimate, factor: &BigRational| {
        let told = |text: &str| figure::minus(&cards::decimal(&(number(text) * factor), PERCENT_PLACES));
        format!("{} ± {}", told(&estimate.estimate), told(&estimate.standard_error))
    };
    let one = BigRational::from_integer(1.into());
    ShownShoe {
        seats: shoe.seats,
        shoes: figure::grouped(&shoe.shoes.to_string()),
        rounds: rounded(&shoe.rounds.estimate, 2),
        rounds_wagered: rounded(&shoe.rounds_wagered, 2),
        units: rounded(&shoe.units, 2),
        win: with_error(&shoe.win, &one),
        std_dev: shoe.std_dev.as_ref().map_or_else(figure::dash, |deviation| rounded(deviation, 2)),
        of_a_round: with_error(&shoe.win_of_a_round, &figure::hundred()),
        too_short: shoe.too_short,
    }
}

/// What the bets come to at each depth, where there are several.
fn worth_by_depth(page: &ExposurePage<'_>) -> Vec<ShownWorth> {
    let with_ramp = page.depths.iter().filter_map(|depth| Some((depth, depth.ramp.as_ref()?)));
    let all: Vec<ShownWorth> =
        with_ramp.map(|(depth, ramp)| shown_worth(page.seen(depth), String::new(), ramp)).collect();
    if all.len() > 1 { all } else { Vec::new() }
}

fn penetrations(page: &ExposurePage<'_>) -> Vec<ShownWorth> {
    let shown = page.penetrations.iter();
    shown.map(|one| shown_worth(one.up_to.to_string(), figure::percent(&one.penetration, 1), &one.ramp)).collect()
}

fn shown_tags(page: &ExposurePage<'_>, tags: &WagerTags) -> ShownTags {
    let is_it = |wager: &&super::document::CountedWager| {
        tags.wager.as_ref() == Some(&wager.id) && tags.paytable.as_ref() == Some(&wager.paytable)
    };
    let title = page.wagers.iter().find(is_it).map_or_else(|| "The base wager".to_owned(), |wager| page.named(wager));
    let signed = |tag: &i32| signed_exact(&(&BigRational::from_integer((*tag).into())).into());
    let points = |effect: &Exact| effect.value().map_or_else(figure::dash, |effect| figure::signed_points(&effect));
    ShownTags {
        title,
        finding: tags_finding(tags, &page.count.id),
        effects: tags.effects.iter().map(points).collect(),
        best: tags
            .best
            .iter()
            .map(|best| TagsLine {
                name: format!("best up to {}", best.level),
                correlation: figure::minus(&best.correlation),
                tags: best.tags.iter().map(signed).collect(),
            })
            .collect(),
        counts: tags
            .counts
            .iter()
            .map(|count| TagsLine {
                name: count.id.clone(),
                correlation: figure::minus(&count.correlation),
                tags: Vec::new(),
            })
            .collect(),
    }
}
