//! Analyses side by side, in full: edges, what differs, and what each choice does alone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use certificate::Exact;
use report::{
    AnalysisColumn, ChoiceInWords, ComparedClass, ComparedWager, Comparison, Difference, DifferingCell, RuleEffect,
};
use rules::{Choice, Submission};
use solver::{Class, Solver, SolverFamily, Want};

use crate::analysis::Analysis;
use crate::catalogue;
use crate::certification;
use crate::chart::{ChartWant, chart};
use crate::failure::Failure;
use crate::present;
use crate::progress::{Progress, Steps, Work, told};
use crate::readings::{TD_AND_CDZ_MINUS, each_variant, zero_memory_edges};
use crate::rendering::with_manifest;
use crate::variants::{self, Asked, Changes, Dimension, Scope};
use crate::wagers::{WagersWant, side_wagers};

/// Most analyses that are compared.
const MOST: usize = 32;

/// Analyses side by side, for a page: the base game, rules and choices that differ, cells of the strategy that differ, side wagers, and what every
/// number of decks, option and reading does alone.
///
/// Each choice of each analysis is solved under both classes: eight analyses of blackjack with 31 choices each take 75 seconds of processor time.
///
/// ```
/// use shoeproof::{Analysis, Silent};
///
/// let one = Analysis::of_game("plain-blackjack")?.set("decks=1")?;
/// let two = one.set("decks=2")?;
/// let compared = shoeproof::comparison(&[one, two], "One deck and two", &Silent)?;
/// assert_eq!(compared.differences[0].name, "decks");
/// # Ok::<(), shoeproof::Failure>(())
/// ```
///
/// # Errors
/// [`Failure::Asked`] for no analysis or more than 32; else as [`Analysis::solve`] and [`Analysis::side_wagers`].
pub fn comparison(analyses: &[Analysis], title: &str, progress: &dyn Progress) -> Result<Comparison, Failure> {
    if analyses.is_empty() || analyses.len() > MOST {
        return Err(Failure::Asked(format!("{} analyses: expected 1 to {MOST}", analyses.len())));
    }
    let submissions: Vec<&Submission> = analyses.iter().map(Analysis::submission).collect();
    told(progress, |steps| {
        let changes: Vec<Vec<(Dimension, String)>> = submissions.iter().map(|one| choices(one)).collect();
        let expected = changes.iter().map(|one| TD_AND_CDZ_MINUS.len() + one.len()).sum::<usize>();
        steps.expect(expected as u64);
        let (mut columns, mut rule_effects) = (Vec::new(), Vec::new());
        for (of, (submission, changes)) in submissions.iter().zip(&changes).enumerate() {
            let family = SolverFamily::default();
            let column = column(submission, &family.solver(submission)?, steps)?;
            rule_effects.extend(effects(of, submission, (&family, &column), changes, steps)?);
            columns.push(column);
        }
        Ok(Comparison {
            title: title.to_owned(),
            software: certification::software(),
            analyses: columns,
            differences: differences(&submissions),
            cells: cells(&submissions)?,
            wagers: wagers(&submissions, steps)?,
            rule_effects,
        })
    })
}

/// Writes a comparison as the folder `dir`: `comparison.html`, `comparison.json`, spreadsheets, drawings and a manifest. Gives the files' names.
///
/// # Errors
/// As [`report::place`], which replaces no folder but one that a manifest accounts for.
pub fn write_comparison(comparison: &Comparison, dir: &Path) -> Result<Vec<String>, Failure> {
    let files = with_manifest(report::compared(comparison)?)?;
    Ok(report::place(&files, dir)?.files)
}

/// Refuses a folder that [`write_comparison`] would not write; to be asked before a long computation.
///
/// # Errors
/// As [`write_comparison`].
pub fn room_for_comparison(dir: &Path) -> Result<(), Failure> {
    Ok(report::check_for_comparison(dir)?)
}

fn column(submission: &Submission, solver: &Solver, steps: &Steps<'_>) -> Result<AnalysisColumn, Failure> {
    let mut classes = BTreeMap::new();
    for class in TD_AND_CDZ_MINUS {
        steps.done(Work::Variant { of: Some(submission.title.clone()), changes: Changes::new(), class: Some(class) });
        let solution = solver.solve(class, Want::action())?;
        let compared = ComparedClass {
            house_edge: (&-&solution.ev).into(),
            average_wager: (&solution.average_wager).into(),
            element_of_risk: (&solution.element_of_risk()).into(),
        };
        classes.insert(class.name().to_owned(), compared);
    }
    Ok(AnalysisColumn {
        analysis: submission.id.clone(),
        title: submission.title.clone(),
        game: submission.game.id.clone(),
        decks: submission.decks,
        submission_sha256: certificate::sha256_hex(submission.canonical().as_bytes()),
        conforming: submission.deviations.is_empty(),
        remarks: submission.deviations.iter().cloned().chain(catalogue::other_game(submission)).collect(),
        unit: present::unit(&submission.game).to_owned(),
        classes,
    })
}

/// Every other choice of everything that the base game depends on.
fn choices(submission: &Submission) -> Vec<(Dimension, String)> {
    let scope = Scope { options: true, decks: true, paytables: false };
    let dimensions = variants::dimensions(submission, Asked::Base, scope).into_iter();
    dimensions
        .flat_map(|dimension| {
            let others = dimension.others.clone();
            others.into_iter().map(move |other| (dimension.clone(), other))
        })
        .collect()
}

fn effects(
    of: usize,
    submission: &Submission,
    (family, column): (&SolverFamily, &AnalysisColumn),
    choices: &[(Dimension, String)],
    steps: &Steps<'_>,
) -> Result<Vec<RuleEffect>, Failure> {
    let cdz = Class::CdzMinus.name();
    let own = column.classes.get(cdz).and_then(|class| class.house_edge.value());
    let changes: Vec<Changes> =
        choices.iter().map(|(dimension, choice)| Changes::from([(dimension.key.clone(), choice.clone())])).collect();
    let valued = each_variant(
        family,
        &changes,
        |changes| variants::changed(submission, changes),
        |changes, solver| {
            steps.done(Work::Variant { of: Some(submission.title.clone()), changes: changes.clone(), class: None });
            zero_memory_edges(&solver?.1)
        },
    );
    let effect = |(dimension, choice): &(Dimension, String), edges: Result<BTreeMap<String, Exact>, Failure>| {
        let (house_edge, refused) = match edges {
            Ok(edges) => (Some(edges), None),
            Err(Failure::Stopped) => return Err(Failure::Stopped),
            Err(failure) => (None, Some(failure.to_string())),
        };
        let changed = house_edge.as_ref().and_then(|edges| edges.get(cdz)?.value());
        let effect = own.as_ref().zip(changed).map(|(own, changed)| Exact::from(&(changed - own)));
        let at = choice_at(submission, &dimension.key);
        Ok(RuleEffect {
            of,
            key: dimension.key.clone(),
            chosen: dimension.chosen.clone(),
            choice: choice.clone(),
            chosen_words: at.and_then(in_words),
            choice_text: at.and_then(|at| Some(at.switch.choice(choice)?.text.clone())),
            house_edge,
            effect,
            refused,
        })
    };
    choices.iter().zip(valued).map(|(choice, edges)| effect(choice, edges)).collect()
}

fn in_words(choice: &Choice) -> Option<ChoiceInWords> {
    let Choice { switch, .. } = choice;
    let text = choice.chosen()?.text.clone();
    Some(ChoiceInWords { question: switch.question.clone(), clauses: switch.clauses.clone(), text })
}

/// The option or the reading that a key changes; `None` for decks.
fn choice_at<'a>(submission: &'a Submission, key: &str) -> Option<&'a Choice> {
    let (kind, name) = key.split_once('.')?;
    let choices = if kind == "options" { &submission.options } else { &submission.readings };
    choices.iter().find(|choice| choice.switch.name == name)
}

fn differences(submissions: &[&Submission]) -> Vec<Difference> {
    let mut all = vec![Difference {
        kind: "decks",
        name: "decks".to_owned(),
        values: submissions.iter().map(|one| one.decks.map(|decks| decks.to_string())).collect(),
        words: Vec::new(),
    }];
    let options: Vec<&[Choice]> = submissions.iter().map(|one| &one.options[..]).collect();
    let readings: Vec<&[Choice]> = submissions.iter().map(|one| &one.readings[..]).collect();
    for (kind, of) in [("option", options), ("reading", readings)] {
        let names: BTreeSet<&String> = of.iter().copied().flatten().map(|choice| &choice.switch.name).collect();
        all.extend(names.into_iter().map(|name| {
            let chosen: Vec<Option<&Choice>> =
                of.iter().map(|choices| choices.iter().find(|choice| choice.switch.name == *name)).collect();
            Difference {
                kind,
                name: name.clone(),
                values: chosen.iter().map(|choice| Some(choice.as_ref()?.choice.clone())).collect(),
                words: chosen.iter().map(|choice| in_words(choice.as_ref()?)).collect(),
            }
        }));
    }
    let rules: Vec<Vec<String>> =
        submissions.iter().map(|one| one.describe().into_iter().map(|line| line.text).collect()).collect();
    let mut texts: Vec<&String> = Vec::new();
    for text in rules.iter().flatten() {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    all.extend(texts.into_iter().map(|text| Difference {
        kind: "rule",
        name: text.clone(),
        values: rules.iter().map(|lines| lines.contains(text).then(|| "yes".to_owned())).collect(),
        words: Vec::new(),
    }));
    all.retain(|one| one.values.windows(2).any(|pair| pair[0] != pair[1]));
    all
}

/// Up card, signal and row of a chart.
type CellKey = (String, String, String);

fn cells(submissions: &[&Submission]) -> Result<Vec<DifferingCell>, Failure> {
    let mut order: Vec<CellKey> = Vec::new();
    let mut codes: BTreeMap<CellKey, Vec<Option<String>>> = BTreeMap::new();
    for (at, submission) in submissions.iter().enumerate() {
        for chart in chart(submission, Class::Td, &ChartWant::default())?.charts {
            for row in chart.sections.iter().flat_map(|section| &section.rows) {
                for (cell, column) in row.cells.iter().zip(&chart.columns) {
                    let Some(cell) = cell else { continue };
                    let key = (column.up.clone(), column.signal.clone(), row.hand.clone());
                    let of_key = codes.entry(key).or_insert_with_key(|key| {
                        order.push(key.clone());
                        vec![None; submissions.len()]
                    });
                    of_key[at] = Some(cell.code.clone());
                }
            }
        }
    }
    let differs = |codes: &[Option<String>]| codes.iter().flatten().collect::<BTreeSet<_>>().len() > 1;
    let cell = |key: CellKey| {
        let codes = codes.get(&key).filter(|codes| differs(codes))?.clone();
        let (up, signal, hand) = key;
        Some(DifferingCell { up, signal, hand, codes })
    };
    Ok(order.into_iter().filter_map(cell).collect())
}

fn wagers(submissions: &[&Submission], steps: &Steps<'_>) -> Result<Vec<ComparedWager>, Failure> {
    let mut all: Vec<ComparedWager> = Vec::new();
    for (at, submission) in submissions.iter().enumerate() {
        for entry in
            side_wagers(submission, &WagersWant::default(), steps)?.entries.into_iter().filter(|one| one.chosen)
        {
            let Some(ev) = entry.ev.or(entry.ev_at_meter).and_then(|ev| ev.value()) else { continue };
            let is_same = |one: &ComparedWager| one.title == entry.title && one.paytable == entry.paytable;
            let place = all.iter().position(is_same).unwrap_or_else(|| {
                let house_edge = vec![None; submissions.len()];
                all.push(ComparedWager { title: entry.title.clone(), paytable: entry.paytable.clone(), house_edge });
                all.len() - 1
            });
            all[place].house_edge[at] = Some((&-ev).into());
        }
    }
    // A wager stands where it came first, with all its paytables.
    let titles: Vec<String> = all.iter().map(|one| one.title.clone()).collect();
    all.sort_by_key(|one| titles.iter().position(|title| *title == one.title));
    Ok(all)
}
