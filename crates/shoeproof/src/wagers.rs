use std::collections::BTreeMap;
use std::io::Write as _;

use certificate::{
    DoubleShoe, Exact, LongRun, MaximumPayout, Parlay, Played, PlayedFigures, Progressive, SharedMeter, Wager,
    WagerDollars, WagerEvent, WagerFate, WagerLine,
};
use comfy_table::{Table, presets};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{Choice, Fared, MeterRule, NoLiveHand, OfferedWager, Shared, SideWager, Submission};
use serde::Serialize;
use solver::SolveError;
use wagers::{PartHits, ReserveGoes, WagerResult};

use crate::arguments::{Range, Wagers};
use crate::covariance::{self, BesideBase};
use crate::failure::Failure;
use crate::played::BaseGame;
use crate::printed::Printed;
use crate::wager_money::{self, Conformity, MoneyClaims};
use crate::{played, present, readings};

/// An entry of `wagers --json`.
#[derive(Serialize)]
struct Entry {
    id: String,
    title: String,
    clauses: String,
    paytable: String,
    /// `name=choice` of every reading that concerns the wager.
    reading: String,
    /// Whether this is the reading the analysis chose.
    chosen: bool,
    fate: WagerFate,
    lines: Vec<Line>,
    total: Count,
    /// Left out of a progressive.
    #[serde(skip_serializing_if = "Option::is_none")]
    ev: Option<Exact>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    progressive: Option<Progressive>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ev_at_meter: Option<Exact>,
    favours_player: bool,
    variance: Exact,
    std_dev: f64,
    hit_frequency: Exact,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<MaximumPayout>,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<Played>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parlay: Option<Parlay>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    conformity: Option<Conformity>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dollars: Option<WagerDollars>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parlay_portion: Option<Exact>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<WagerEvent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    double_shoe: Option<DoubleShoe>,
    /// Left out unless asked for.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    beside_base: Option<BesideBase>,
}

#[derive(Serialize)]
struct Line {
    name: String,
    combinations: Count,
    /// Net per unit, a fraction; with a share of the meter, in words: `100% of meter - 1`.
    pays: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meter_share: Option<String>,
    share_of_return: Exact,
}

/// A whole number: a JSON integer while readers keep it exact, a string beyond.
#[derive(Serialize)]
#[serde(untagged)]
enum Count {
    Small(u64),
    Large(String),
}

impl From<&str> for Count {
    fn from(digits: &str) -> Self {
        match digits.parse::<u64>() {
            Ok(count) if count < 1 << 53 => Count::Small(count),
            _ => Count::Large(digits.to_owned()),
        }
    }
}

pub(crate) fn run(arguments: &Wagers) -> Result<(), Failure> {
    let submission = arguments.analysis.load()?;
    let range = arguments.breakpoints.clone();
    let mut base_game = BaseGame::new(&submission);
    let (wagers, remarks) = wagers(&mut base_game, &range.map_or(Meters::None, |Range(range)| Meters::Range(range)))?;
    let wagers: Vec<Wager> = wagers.into_iter().map(|(wager, _)| wager).collect();
    let mut out = crate::terminal::stdout();
    if arguments.markdown {
        write!(out, "{}", markdown(&submission, &wagers))?;
        return Ok(());
    }
    let mut beside_base =
        if arguments.covariance { covariance::all(&mut base_game, arguments.strategy, &wagers)? } else { Vec::new() }
            .into_iter();
    if arguments.json {
        let entries = wagers.into_iter().map(|wager| {
            let conformity = Some(Conformity::new(&submission, &wager)?);
            Ok(Entry { conformity, beside_base: beside_base.next(), ..Entry::from(wager) })
        });
        let entries: Vec<Entry> = entries.collect::<Result<_, Failure>>()?;
        writeln!(out, "{}", serde_json::to_string_pretty(&entries)?)?;
        return Ok(());
    }
    writeln!(out, "{}", submission.title)?;
    for deviation in &submission.deviations {
        writeln!(out, "non-conforming   {deviation}")?;
    }
    if wagers.is_empty() {
        writeln!(out, "No side wager is offered with these cards.")?;
    }
    for wager in &wagers {
        print(wager, &mut out)?;
        for line in wager_money::lines(wager) {
            writeln!(out, "{line}")?;
        }
        for line in beside_base.next().iter().flat_map(BesideBase::lines) {
            writeln!(out, "{line}")?;
        }
    }
    for remark in &remarks {
        writeln!(out, "\n{remark}")?;
    }
    Ok(())
}

#[expect(clippy::too_many_lines, reason = "older than the limit")]
fn print(wager: &Wager, out: &mut impl std::io::Write) -> Result<(), Failure> {
    let reading = reading(wager);
    let comma = if reading.is_empty() { "" } else { ", " };
    writeln!(out, "\n{} {}{comma}{reading}", wager.title, wager.paytable)?;
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["outcome", "combinations", "pays", "share of EV", "share of return"]);
    for line in &wager.lines {
        table.add_row([
            line.name.clone(),
            line.combinations.clone(),
            pays(line),
            line.contribution.rounded(8),
            format!("{}%", line.share_of_return.percent(3)),
        ]);
    }
    table.add_row(["total".to_owned(), wager.total.clone(), String::new(), wager.ev.rounded(8), "100%".to_owned()]);
    present::align_right(&mut table, 1..5);
    writeln!(out, "{table}")?;
    if let Some(progressive) = &wager.progressive {
        let break_even = progressive.break_even_meter.as_ref();
        writeln!(
            out,
            "EV {} + {} a unit of the meter; even at a meter of {}. The figures above and below are at {}.",
            progressive.fixed.rounded(9),
            progressive.per_meter_unit.rounded(12),
            break_even.map_or_else(|| "none".to_owned(), |meter| meter.rounded(2)),
            progressive.meter.rounded(2),
        )?;
        if let Some(shared) = &progressive.shared {
            writeln!(
                out,
                "With {} players who share the meter {} {} a unit.",
                shared.players,
                if shared.exact { "each gets" } else { "each gets at least" },
                shared.per_meter_unit.rounded(12)
            )?;
        }
        for run in &progressive.long_run {
            writeln!(
                out,
                "In the long run, {}% of each wager to the meter, {}% to a reserve ({}; part wins: {}): meter when hit {}, return {}%",
                run.rate.percent(2),
                run.reserve.percent(2),
                run.reserve_goes,
                run.part_hits,
                short(&run.mean_meter_when_hit, 2),
                percent(&run.rtp),
            )?;
        }
    }
    if let Some(played) = &wager.played {
        print_played(played, out)?;
    }
    if let Some(parlay) = &wager.parlay {
        writeln!(
            out,
            "Winnings added to the base wager ({}): EV {}% if always, {}% if with the hands that gain ({})",
            parlay.adds,
            parlay.ev_always.percent(6),
            parlay.ev.percent(6),
            parlay.strategy,
        )?;
    }
    if let Some(maximum) = &wager.maximum {
        writeln!(
            out,
            "A maximum of {} for {} players at {} each costs {} per unit ({}){}",
            maximum.maximum.rounded(2),
            maximum.players,
            maximum.stake.rounded(2),
            maximum.ev_lost.rounded(15),
            maximum.line,
            if maximum.allowed { "" } else { "   NOT ALLOWED" }
        )?;
    }
    writeln!(
        out,
        "EV {} = {}%   std deviation {}   hit frequency {}%{}",
        wager.ev.fraction,
        wager.ev.percent(6),
        wager.std_dev.rounded(6),
        wager.hit_frequency.percent(4),
        if wager.favours_player { "   IN THE PLAYER'S FAVOUR" } else { "" }
    )?;
    Ok(())
}

fn print_played(played: &Played, out: &mut impl std::io::Write) -> Result<(), Failure> {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    table.set_header(["play", "EV of base wager", "EV of side wager", "EV of both", "even at meter", "hands changed"]);
    let mut row = |name: &str, figures: &PlayedFigures| {
        table.add_row([
            name.to_owned(),
            format!("{}%", figures.base_ev.percent(6)),
            format!("{}%", figures.ev.percent(6)),
            format!("{}%", figures.joint_ev.percent(6)),
            figures.break_even_meter.as_ref().map_or_else(String::new, |meter| meter.rounded(2)),
            figures.changed.to_string(),
        ]);
    };
    row("of the base game", &played.by_base);
    row("best for the side wager", &played.alone);
    row("best for both", &played.joint);
    present::align_right(&mut table, 1..6);
    writeln!(out, "With {} of the base wager at a meter of {}:", played.ratio.rounded(4), played.meter.rounded(2))?;
    writeln!(out, "{table}")?;
    if let Some([low, high]) = &played.meters {
        writeln!(
            out,
            "The best play for both changes {} times between meters of {} and {}.",
            played.breakpoints.len().saturating_sub(1),
            low.rounded(2),
            high.rounded(2)
        )?;
    }
    Ok(())
}

/// A decimal of a long run rounded to fewer places.
fn short(decimal: &str, places: u32) -> String {
    decimal.parse::<Printed>().map_or_else(|_| decimal.to_owned(), |printed| cards::decimal(&printed.value, places))
}

fn percent(decimal: &str) -> String {
    let hundred = BigInt::from(100);
    decimal
        .parse::<Printed>()
        .map_or_else(|_| decimal.to_owned(), |printed| cards::decimal(&(printed.value * hundred), 4))
}

/// The figures of an analysis as a table for the docs.
fn markdown(submission: &Submission, wagers: &[Wager]) -> String {
    let mut text = format!(
        "\n## {}\n{}\n| wager | paytable | reading | EV | even at meter | return in the long run | |\n|---|---|---|---:|---:|---|---|\n",
        submission.title,
        submission.deviations.iter().map(|deviation| format!("\nNon-conforming: {deviation}\n")).collect::<String>()
    );
    let mut last = String::new();
    for wager in wagers {
        let title = if wager.title == last { "" } else { &wager.title };
        last.clone_from(&wager.title);
        let reading = wager.reading.iter().map(|(name, choice)| format!("`{name} = {choice}`"));
        let reading = reading.collect::<Vec<_>>().join(" ");
        let (ev, even, runs) = match &wager.progressive {
            None => (format!("{}%", wager.ev.percent(4)), String::new(), Vec::new()),
            Some(progressive) => (
                format!("{} + {} J", progressive.fixed.rounded(6), progressive.per_meter_unit.rounded(10)),
                progressive.break_even_meter.as_ref().map_or_else(String::new, |meter| meter.rounded(2)),
                progressive
                    .long_run
                    .iter()
                    .map(|run| format!("{}% ({}, {})", percent(&run.rtp), run.reserve_goes, run.part_hits))
                    .collect(),
            ),
        };
        let long_run = wager.progressive.iter().flat_map(|progressive| &progressive.long_run);
        let flag = if wager.favours_player {
            "**player's advantage**"
        } else if long_run.clone().any(|run| run.favours_player) {
            "**player's advantage in the long run**"
        } else {
            ""
        };
        text.push_str(&format!(
            "| {title} | {} | {reading} | {ev} | {even} | {} | {flag} |\n",
            wager.paytable,
            runs.join("; ")
        ));
    }
    text
}

fn reading(wager: &Wager) -> String {
    wager.reading.iter().map(|(name, choice)| format!("{name}={choice}")).collect::<Vec<_>>().join(", ")
}

/// What a line pays: `200`, `5/2`, `100% of meter - 1`.
fn pays(line: &WagerLine) -> String {
    let short = |text: &str| text.strip_suffix("/1").unwrap_or(text).to_owned();
    let Some(share) = &line.meter_share else { return short(&line.pays) };
    let share = share.parse::<BigRational>().unwrap_or_else(|_| BigRational::zero());
    let percent = cards::fraction(&(share * BigInt::from(100)));
    let fixed = match line.pays.strip_prefix('-') {
        Some(less) => format!(" - {}", short(less)),
        None if line.pays == "0/1" => String::new(),
        None => format!(" + {}", short(&line.pays)),
    };
    format!("{}% of meter{fixed}", short(&percent))
}

impl From<Wager> for Entry {
    fn from(wager: Wager) -> Self {
        let lines = wager.lines.iter().map(|line| Line {
            name: line.name.clone(),
            combinations: line.combinations.as_str().into(),
            pays: if line.meter_share.is_some() { pays(line) } else { line.pays.clone() },
            fixed: line.meter_share.is_some().then(|| line.pays.clone()),
            meter_share: line.meter_share.clone(),
            share_of_return: line.share_of_return.clone(),
        });
        let is_progressive = wager.progressive.is_some();
        Self {
            reading: reading(&wager),
            lines: lines.collect(),
            total: wager.total.as_str().into(),
            std_dev: wager.std_dev.decimal.parse().unwrap_or(f64::NAN),
            ev: (!is_progressive).then(|| wager.ev.clone()),
            ev_at_meter: is_progressive.then_some(wager.ev),
            id: wager.id,
            title: wager.title,
            clauses: wager.clause,
            paytable: wager.paytable,
            chosen: wager.chosen,
            fate: wager.fate,
            progressive: wager.progressive,
            favours_player: wager.favours_player,
            variance: wager.variance,
            hit_frequency: wager.hit_frequency,
            maximum: wager.maximum,
            played: wager.played,
            parlay: wager.parlay,
            dollars: wager.dollars,
            parlay_portion: wager.parlay_portion,
            events: wager.events,
            double_shoe: wager.double_shoe,
            conformity: None,
            beside_base: None,
        }
    }
}

/// Meters that are searched for breakpoints of the joint play.
pub(crate) enum Meters {
    /// None.
    None,
    /// From the seed, or the meter stated, to ten times as much.
    Usual,
    /// These, in dollars.
    Range([BigRational; 2]),
}

/// A wager with what is claimed of it besides its lines.
pub(crate) type ClaimedWager = (Wager, MoneyClaims);

/// Every side wager the submission offers, under each of its paytables and each combination of the readings that concern it;
/// the chosen combination first. A wager that play decides is listed under one other reading at a time, and its plays are
/// compared under the readings chosen.
///
/// What is too much to compute is left out, and the remarks beside the list say so.
pub(crate) fn wagers(
    base_game: &mut BaseGame<'_>,
    meters: &Meters,
) -> Result<(Vec<ClaimedWager>, Vec<String>), Failure> {
    let submission = base_game.submission();
    let mut wagers = Vec::new();
    let mut remarks = Vec::new();
    for (id, rule) in &submission.game.wagers {
        if !submission.wagers.iter().any(|offered| &offered.id == id) {
            continue;
        }
        for (position, reading) in readings_valued(submission, id, rule)?.iter().enumerate() {
            for offered in reading.wagers.iter().filter(|offered| &offered.id == id) {
                let chosen = position == 0;
                match valued(base_game, reading, offered, chosen, meters) {
                    Ok(Some(wager)) => wagers.push(wager),
                    Ok(None) => remarks.push(format!(
                        "{} is not valued with {}: to enumerate the rounds of a split in which no hand is live takes minutes. \
                         An analysis that chooses it has it.",
                        rule.title,
                        readings_named(reading, id),
                    )),
                    Err(Failure::Solve(error @ SolveError::TooManyBusts)) => {
                        remarks.push(format!("{} is not valued with {}: {error}.", rule.title, readings_named(reading, id)));
                    }
                    Err(failure) => return Err(failure),
                }
            }
        }
    }
    Ok((wagers, remarks))
}

/// The submission under the readings for which a wager is listed, its own first.
pub(crate) fn readings_valued(submission: &Submission, id: &str, rule: &SideWager) -> Result<Vec<Submission>, Failure> {
    // Which wagers a maximum may be set for makes no difference where the cost of one is not computed.
    let has_cost = submission.wagers.iter().any(|offered| offered.id == id && offered.inputs.players.is_some());
    let maximum = format!("wagers.{id}.maximum.");
    let concerned = readings_of(submission, id).filter(|choice| {
        let keys = choice.switch.choices.iter().flat_map(|choice| choice.set.keys());
        let mut own = keys.filter(|key| key.strip_prefix("wagers.").is_some_and(|key| key.starts_with(id)));
        has_cost || !own.all(|key| key.starts_with(&maximum))
    });
    let mut all = Vec::new();
    let others = if rule.depends_on_play() {
        all.push(submission.clone());
        readings::one_at_a_time(submission, concerned)?
    } else {
        readings::combinations(submission, concerned)?
    };
    all.extend(others.into_iter().map(|(_, switched)| switched));
    Ok(all)
}

/// One wager under one reading; `None` for a reading that is only valued if it is chosen.
fn valued(
    base_game: &mut BaseGame<'_>,
    reading: &Submission,
    offered: &OfferedWager,
    chosen: bool,
    meters: &Meters,
) -> Result<Option<ClaimedWager>, Failure> {
    let (result, played) = match wagers::value(reading, offered) {
        Some(result) => (result, None),
        None if chosen => {
            let meter = meter_of(offered);
            let range = match meters {
                Meters::None => None,
                Meters::Usual => Some([meter.clone(), &meter * BigInt::from(10)]),
                Meters::Range(dollars) => Some(dollars.each_ref().map(|end| offered.in_wagers(end))),
            };
            let range = range.filter(|_| offered.rule.meter.is_some());
            let (result, played) = base_game.aims(offered, &meter, range)?;
            (result, Some(played))
        }
        None if offered.rule.play.no_live_hand == NoLiveHand::Stops => return Ok(None),
        None => (base_game.under_base_play(offered)?, None),
    };
    let mut wager = wager(reading, offered, &result, chosen);
    wager.parlay = played::parlay(base_game, offered, &result.fixed)?;
    wager.played = played;
    let claims = MoneyClaims::new(base_game, reading, offered, &result)?;
    claims.tell(reading, offered, &result, &mut wager);
    Ok(Some((wager, claims)))
}

/// The choices of the readings that concern a wager.
pub(crate) fn readings_named(submission: &Submission, id: &str) -> String {
    let named = readings_of(submission, id).map(|choice| format!("{} = {}", choice.switch.name, choice.choice));
    named.collect::<Vec<_>>().join(", ")
}

pub(crate) fn readings_of<'a>(submission: &'a Submission, id: &'a str) -> impl Iterator<Item = &'a Choice> {
    submission.readings.iter().filter(move |choice| choice.switch.affects_wager(id))
}

pub(crate) fn wager(submission: &Submission, offered: &OfferedWager, result: &WagerResult, chosen: bool) -> Wager {
    let rule = &offered.rule;
    let meter = meter_of(offered);
    let total = BigRational::from_integer(BigInt::from(result.total.clone()));
    let returned = BigRational::one() + result.ev(&meter);
    let lines = result.lines.iter().map(|line| {
        let probability = BigRational::from_integer(line.combinations.clone().into()) / &total;
        let pays = line.pays(&meter);
        WagerLine {
            name: line.name.clone(),
            combinations: line.combinations.to_string(),
            pays: cards::fraction(&line.fixed),
            meter_share: (!line.per_meter.is_zero()).then(|| cards::fraction(&line.per_meter)),
            contribution: (&(&pays * &probability)).into(),
            share_of_return: (&(if returned.is_zero() {
                BigRational::zero()
            } else {
                (pays + BigRational::one()) * probability / &returned
            }))
                .into(),
        }
    });
    let variance = result.variance(&meter);
    let ev = result.ev(&meter);
    let reading = readings_of(submission, &offered.id);
    Wager {
        id: result.id.clone(),
        title: result.title.clone(),
        clause: result.clauses.join(", "),
        paytable: result.paytable.clone(),
        reading: reading.map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect::<BTreeMap<_, _>>(),
        chosen,
        fate: WagerFate {
            surrender: fared(rule.fate.surrender),
            bust: fared(rule.fate.bust),
            dealer_blackjack: fared(rule.fate.dealer_blackjack),
        },
        lines: lines.collect(),
        total: result.total.to_string(),
        favours_player: present::is_positive(&ev),
        ev: (&ev).into(),
        std_dev: present::root(&variance),
        variance: (&variance).into(),
        hit_frequency: (&result.hit_frequency).into(),
        published: rule
            .published
            .as_ref()
            .map(|published| [published.low.ratio().into(), published.high.ratio().into()]),
        progressive: rule.meter.as_ref().map(|rule| progressive(rule, offered, result, &meter)),
        maximum: None,
        played: None,
        parlay: None,
        dollars: None,
        parlay_portion: None,
        events: Vec::new(),
        double_shoe: None,
    }
}

/// The side wagers of this id that a submission offers, one for each paytable; an error that names those it does offer if none.
pub(crate) fn offered<'a>(submission: &'a Submission, id: &str) -> Result<Vec<&'a OfferedWager>, Failure> {
    let offered: Vec<&OfferedWager> = submission.wagers.iter().filter(|offered| offered.id == id).collect();
    if offered.is_empty() {
        let known: std::collections::BTreeSet<&String> = submission.wagers.iter().map(|offered| &offered.id).collect();
        return Err(Failure::Asked(format!(
            "the analysis offers no side wager `{id}`: expected {}",
            rules::one_of(known)
        )));
    }
    Ok(offered)
}

/// The meter for which figures of a wager are stated, in units of it; 0 for one without.
pub(crate) fn meter_of(offered: &OfferedWager) -> BigRational {
    offered.meter().unwrap_or_else(BigRational::zero)
}

fn progressive(rule: &MeterRule, offered: &OfferedWager, result: &WagerResult, meter: &BigRational) -> Progressive {
    // All who wager on the dealer's hand win together.
    let together = offered.rule.lines.iter().all(|line| line.dealer_hand.is_some()) && !offered.rule.depends_on_play();
    let shared = offered.inputs.players.filter(|_| rule.shared == Shared::Share).map(|players| SharedMeter {
        players,
        per_meter_unit: (&(&result.per_meter / BigInt::from(players))).into(),
        exact: together,
    });
    let models = wagers::LongRun::models(result, offered);
    Progressive {
        fixed: (&result.fixed).into(),
        per_meter_unit: (&result.per_meter).into(),
        shared,
        meter: meter.into(),
        break_even_meter: result.break_even().map(|meter| (&meter).into()),
        long_run: models.iter().map(long_run).collect(),
    }
}

fn long_run(run: &wagers::LongRun) -> LongRun {
    let word = |word: &str| word.to_owned();
    LongRun {
        seed: (&run.seed).into(),
        rate: (&run.rate).into(),
        reserve: (&run.reserve).into(),
        reserve_goes: match run.reserve_goes {
            ReserveGoes::NextMeter => word("next-meter"),
            ReserveGoes::Seeds => word("seeds"),
        },
        part_hits: match run.part_hits {
            PartHits::Reduce => word("reduce"),
            PartHits::Leave => word("leave"),
        },
        mean_start: present::long_decimal(&run.mean_start),
        mean_meter_when_hit: present::long_decimal(&run.mean_meter),
        ev: present::long_decimal(&run.ev),
        rtp: present::long_decimal(&(&run.ev + BigRational::one())),
        favours_player: present::is_positive(&run.ev),
    }
}

fn fared(fared: Fared) -> String {
    match fared {
        Fared::Settled => "settled",
        Fared::Stays => "stays",
        Fared::Lost => "lost",
    }
    .to_owned()
}
