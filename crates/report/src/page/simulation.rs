//! What the table saw beside the exact figures.

use certificate::{
    CutCardEffect, Exact, ReportDocument, SimulatedFigure, SimulatedGroup, SimulatedJudged, SimulatedOf, Simulation,
};
use serde::Serialize;

use crate::figure::{self, PERCENT_PLACES};

/// Significant digits of a figure below one; six decimals at the least.
const DIGITS: u32 = 4;

#[derive(Debug, Serialize)]
pub(super) struct Section {
    strategy: String,
    rounds: String,
    seed: String,
    /// Rounds and seed as the command takes them.
    command: String,
    judged: u64,
    rejected: usize,
    level: String,
    largest_z: Option<String>,
    family_p: String,
    /// Means of the round, of insurance and of each side wager.
    main: Vec<Group>,
    /// Everything else, folded.
    more: Vec<Group>,
    not_compared: Vec<String>,
    cut_card: Option<CutCard>,
}

#[derive(Debug, Serialize)]
struct Group {
    title: String,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    name: String,
    rounds: String,
    exact: String,
    observed: String,
    error: String,
    z: String,
    /// After Holm; a dash where it is not judged.
    p: String,
    judged: bool,
    by_count: bool,
    rejected: bool,
}

#[derive(Debug, Serialize)]
struct CutCard {
    place: String,
    rounds: String,
    shoes: String,
    rounds_per_shoe: String,
    effect: String,
    error: String,
    z: String,
    too_short: Option<String>,
    command: String,
}

pub(super) fn section(certificate: &ReportDocument) -> Option<Section> {
    let simulation = certificate.simulation.as_ref()?;
    let is_main = |of: SimulatedOf| match of {
        SimulatedOf::BaseGame | SimulatedOf::Insurance | SimulatedOf::Wager => true,
        SimulatedOf::Results | SimulatedOf::UpCards | SimulatedOf::Dealer | SimulatedOf::WagerLines => false,
    };
    let (main, more): (Vec<&SimulatedGroup>, _) = simulation.groups.iter().partition(|group| is_main(group.of));
    let groups = |groups: Vec<&SimulatedGroup>| -> Vec<Group> {
        groups.into_iter().map(|it| group(certificate, simulation, it)).collect()
    };
    let verdict = &simulation.verdict;
    let results =
        if simulation.groups.iter().any(|group| group.of == SimulatedOf::Results) { " --distribution" } else { "" };
    let command = format!("--rounds {} --seed {}{results}", simulation.rounds, simulation.seed);
    let (main, more) = (groups(main), groups(more));
    let rejected = main.iter().chain(&more).flat_map(|group| &group.rows).filter(|row| row.rejected).count();
    Some(Section {
        strategy: simulation.strategy.clone(),
        rounds: figure::grouped(&simulation.rounds),
        seed: simulation.seed.clone(),
        judged: verdict.judged,
        rejected,
        level: verdict.level.clone(),
        largest_z: verdict.largest_z.clone(),
        family_p: verdict.family_p.clone(),
        main,
        more,
        not_compared: simulation.not_compared.clone(),
        cut_card: simulation.cut_card.as_ref().map(|it| cut_card(it, &simulation.seed)),
        command,
    })
}

fn group(certificate: &ReportDocument, simulation: &Simulation, group: &SimulatedGroup) -> Group {
    let id = group.wager.as_deref().unwrap_or_default();
    let wager = certificate.wagers.iter().find(|wager| wager.id == id).map_or(id, |wager| &wager.title);
    let title = match group.of {
        SimulatedOf::BaseGame => "Base game".to_owned(),
        SimulatedOf::Results => "Net results and wagers".to_owned(),
        SimulatedOf::UpCards => "Up cards and signals".to_owned(),
        SimulatedOf::Dealer => "The dealer\u{2019}s hand".to_owned(),
        SimulatedOf::Insurance => "Insurance".to_owned(),
        SimulatedOf::Wager => wager.to_owned(),
        SimulatedOf::WagerLines => format!("{wager}: outcomes"),
    };
    // The heading says what the figures are of.
    let prefix = if group.of == SimulatedOf::Insurance { "insurance" } else { id };
    let rows =
        group.figures.iter().map(|it| Row { name: short(&it.name, prefix), ..row(it, &simulation.verdict.level) });
    Group { title, rows: rows.collect() }
}

fn short(name: &str, prefix: &str) -> String {
    let rest = if prefix.is_empty() { None } else { name.strip_prefix(prefix) };
    let rest = rest.and_then(|rest| rest.strip_prefix(", ").or_else(|| rest.strip_prefix(' ')));
    rest.unwrap_or(name).to_owned()
}

fn row(simulated: &SimulatedFigure, level: &str) -> Row {
    let adjusted = simulated.adjusted_p.as_deref();
    Row {
        name: simulated.name.clone(),
        rounds: figure::grouped(&simulated.rounds),
        exact: figure::significant(&simulated.exact, DIGITS),
        observed: figure::significant(&simulated.observed, DIGITS),
        error: decimal(&simulated.standard_error).map_or_else(figure::dash, |it| figure::significant(&it, DIGITS)),
        z: figure::minus(&simulated.z),
        p: adjusted.map_or_else(figure::dash, str::to_owned),
        judged: adjusted.is_some(),
        by_count: simulated.judged == SimulatedJudged::ByCount,
        rejected: adjusted.and_then(figure::printed).zip(figure::printed(level)).is_some_and(|(p, level)| p <= level),
    }
}

fn cut_card(effect: &CutCardEffect, seed: &str) -> CutCard {
    let percent = |text: &str| decimal(text).map_or_else(|| text.to_owned(), |it| figure::percent(&it, PERCENT_PLACES));
    CutCard {
        place: format!("{} of {} cards", effect.cards_before, effect.cards),
        rounds: figure::grouped(&effect.rounds),
        shoes: figure::grouped(&effect.shoes),
        rounds_per_shoe: effect.rounds_per_shoe.clone(),
        effect: percent(&effect.effect),
        error: percent(&effect.standard_error),
        z: figure::minus(&effect.z),
        too_short: Some(&effect.shoes_too_short).filter(|shoes| *shoes != "0").map(|shoes| figure::grouped(shoes)),
        command: format!("--rounds {} --seed {seed} --penetration {} --no-wagers", effect.rounds, effect.penetration),
    }
}

fn decimal(text: &str) -> Option<Exact> {
    figure::printed(text).map(|number| Exact::from(&number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_not_said_again() {
        assert_eq!(short("match-the-dealer 11/4, EV", "match-the-dealer"), "11/4, EV");
        assert_eq!(short("match-the-dealer, Lose", "match-the-dealer"), "Lose");
        assert_eq!(short("insurance, frequency of a win", "insurance"), "frequency of a win");
        assert_eq!(short("EV, up A", ""), "EV, up A");
        assert_eq!(
            short("match-the-dealer-progressive 1, EV", "match-the-dealer"),
            "match-the-dealer-progressive 1, EV"
        );
    }
}
