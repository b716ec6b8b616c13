//! `cut-card`: what a cut card does to the house edge, by how deep it lies.

use std::io::Write as _;
use std::process::ExitCode;

use comfy_table::Table;
use shoeproof::{CutCardEffects, CutCardPlace, CutCardWant};

use crate::arguments::CutCard;
use crate::bar::Bar;
use crate::failed::Failed;
use crate::tables::{align_figures, plain};
use crate::terminal;

/// Places of percentages.
const PLACES: u32 = 5;

pub(crate) fn run(arguments: &CutCard) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    let want = CutCardWant {
        penetration: arguments.penetration.clone(),
        players: arguments.players,
        class: arguments.strategy,
        shoes: arguments.shoes,
        valued: arguments.valued as usize,
        seed: arguments.seed,
        threads: arguments.threads.map_or(0, |threads| threads.get().into()),
    };
    let effects = analysis.cut_card(&want, &Bar::new())?;
    if let Some(path) = &arguments.chart {
        let svg = effects.chart(analysis.title())?;
        let svg = svg.ok_or_else(|| Failed::Asked("a chart needs two places of the cut card".to_owned()))?;
        shoeproof::write_file(path, svg.as_bytes())?;
    }
    let mut out = terminal::stdout();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&effects)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{}", analysis.title())?;
    writeln!(out, "strategy class   {}, as it is best with a fresh shoe", effects.strategy)?;
    writeln!(out, "players          {}", effects.players)?;
    writeln!(out, "burned, unseen   {}", effects.burned)?;
    for deviation in &effects.deviations {
        writeln!(out, "non-conforming   {deviation}")?;
    }
    writeln!(out, "house edge       {}% with a fresh shoe, exact", effects.fresh.house_edge.percent(PLACES))?;
    let cut = &effects.cut_card;
    let depth = format!("a cut card behind {} of {} cards", cut.cards_before, effects.cards);
    writeln!(out, "                 {}% with {depth}: an estimate", percent(&cut.house_edge))?;
    let error = percent(&cut.standard_error);
    writeln!(out, "effect on the EV {}%, standard error {error}% (z {})", percent(&cut.effect), cut.z)?;
    writeln!(out, "unit of EV       {}", analysis.unit())?;
    writeln!(out, "{}", by_depth(&effects))?;
    writeln!(out, "{} shoes from seed {}, {} of them valued", effects.shoes, effects.seed, effects.shoes_valued)?;
    print_clauses(&mut out, &effects)?;
    Ok(ExitCode::SUCCESS)
}

fn print_clauses(out: &mut impl std::io::Write, effects: &CutCardEffects) -> Result<(), Failed> {
    if let Some(deepest) = &effects.deepest {
        writeln!(out, "deepest allowed  behind {} cards ({})", deepest.cards_before, deepest.clauses.join(", "))?;
    }
    if let Some(shuffler) = &effects.continuous_shuffler {
        let clauses = shuffler.clauses.join(", ");
        writeln!(out, "continuous       no effect: every round begins from the full shoe ({clauses})")?;
    }
    if let Some(discretion) = &effects.at_discretion {
        let bound = |bound: &Option<String>| match bound {
            Some(bound) => format!("{}%", shoeproof::rounded_percent(bound, 2)),
            None => "more than 10%".to_owned(),
        };
        writeln!(
            out,
            "at discretion    whatever the house reshuffles by ({}), the EV falls by at most {} and rises by at most {}: estimates, four standard errors added",
            discretion.clauses.join(", "),
            bound(&discretion.house_gains_at_most),
            bound(&discretion.player_gains_at_most)
        )?;
    }
    let short = effects.by_depth.iter().map(|place| place.shoes_too_short).max().unwrap_or(0);
    if short > 0 {
        writeln!(out, "{short} shoes ran out in their last round, which is valued as if the cards had been there")?;
    }
    Ok(())
}

fn by_depth(effects: &CutCardEffects) -> Table {
    let mut text = plain();
    text.set_header([
        "cards before",
        "of the shoe",
        "rounds a shoe",
        "effect, %",
        "standard error",
        "house edge, %",
        "",
    ]);
    let part = |place: &CutCardPlace| place.cards_before as f64 / effects.cards as f64 * 100.0;
    for place in &effects.by_depth {
        text.add_row([
            place.cards_before.to_string(),
            format!("{:.1}%", part(place)),
            place.rounds_per_shoe.clone(),
            percent(&place.effect),
            percent(&place.standard_error),
            percent(&place.house_edge),
            if place.allowed { String::new() } else { "deeper than allowed".to_owned() },
        ]);
    }
    align_figures(&mut text, 0..6);
    text
}

/// An amount of 9 places as a percentage.
fn percent(decimal: &str) -> String {
    shoeproof::rounded_percent(decimal, PLACES)
}
