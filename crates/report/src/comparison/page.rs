//! The page of a comparison.

use std::collections::BTreeSet;

use certificate::Exact;
use minijinja::context;
use num_rational::BigRational;
use num_traits::{Signed as _, Zero as _};
use serde::Serialize;

use super::document::{Comparison, RuleEffect};
use crate::error::ReportError;
use crate::extremes::greatest;
use crate::figure::{self, EdgeCell, usual_percent};
use crate::names::class_short;
use crate::page::{Numbered, environment, untitled};

/// Analyses that each have a bar of their own for a choice.
const FEW_ANALYSES: usize = 3;

/// Drawings as SVG text.
pub(super) struct Drawn {
    pub(super) edges: Option<String>,
    pub(super) effects: Option<String>,
}

#[derive(Serialize)]
struct EdgeRow {
    title: String,
    game: String,
    decks: Option<u16>,
    unit: String,
    conforming: bool,
    by_class: Vec<ClassCells>,
}

#[derive(Serialize)]
struct ClassCells {
    edge: EdgeCell,
    average_wager: String,
    element_of_risk: String,
}

#[derive(Serialize)]
struct WagerRow {
    heads: [String; 2],
    edges: Vec<EdgeCell>,
}

#[derive(Serialize)]
struct TextRow {
    heads: Vec<String>,
    values: Vec<String>,
}

#[derive(Serialize)]
struct DifferenceRow {
    name: String,
    kind: &'static str,
    questions: Vec<String>,
    values: Vec<DifferingChoice>,
}

#[derive(Serialize)]
struct DifferingChoice {
    value: String,
    words: Option<super::ChoiceInWords>,
}

fn difference(one: &super::Difference) -> DifferenceRow {
    let value = |(at, value): (usize, &Option<String>)| DifferingChoice {
        value: value.clone().unwrap_or_else(figure::dash),
        words: one.words.get(at).cloned().flatten(),
    };
    DifferenceRow {
        name: one.name.clone(),
        kind: one.kind,
        questions: one.questions().into_iter().map(str::to_owned).collect(),
        values: one.values.iter().enumerate().map(value).collect(),
    }
}

#[derive(Serialize)]
struct EffectGroup {
    title: String,
    rows: Vec<EffectRow>,
}

#[derive(Serialize)]
struct EffectRow {
    key: String,
    chosen: String,
    chosen_words: Option<super::ChoiceInWords>,
    choice: String,
    choice_text: Option<String>,
    edges: Vec<EdgeCell>,
    effect: String,
    refused: Option<String>,
}

const CLASSES: [&str; 2] = ["td", "cdz"];

pub(super) fn render(comparison: &Comparison, drawn: &Drawn) -> Result<String, ReportError> {
    let mut environment = environment()?;
    environment.add_template("comparison.html", include_str!("../../templates/comparison.html"))?;
    let or_dash = |text: &Option<String>| text.clone().unwrap_or_else(figure::dash);
    let differences = comparison.differences.iter().map(difference);
    let cells = comparison.cells.iter().map(|one| TextRow {
        heads: vec![one.hand.clone(), one.up.clone(), one.signal.clone()],
        values: one.codes.iter().map(or_dash).collect(),
    });
    let wagers = comparison.wagers.iter().map(|one| WagerRow {
        heads: [one.title.clone(), one.paytable.clone()],
        edges: one.house_edge.iter().map(|edge| EdgeCell::of(edge.as_ref())).collect(),
    });
    let page = context! {
        c => comparison,
        classes => CLASSES,
        titles => comparison.analyses.iter().map(|one| &one.title).collect::<Vec<_>>(),
        edges => edges(comparison),
        differences => differences.collect::<Vec<_>>(),
        cells => cells.collect::<Vec<_>>(),
        wagers => wagers.collect::<Vec<_>>(),
        effects => effects(comparison),
        many => comparison.analyses.len() > FEW_ANALYSES,
        finding_edges => finding_of_edges(comparison),
        finding_effects => finding_of_effects(comparison),
        numbered => numbered(comparison),
        drawn_edges => drawn.edges.as_deref().map(untitled),
        drawn_effects => drawn.effects.as_deref().map(untitled),
    };
    Ok(Numbered::default().part(&environment.get_template("comparison.html")?.render(page)?))
}

fn edges(comparison: &Comparison) -> Vec<EdgeRow> {
    let row = |one: &super::AnalysisColumn| {
        let of_class = |name: &&str| match one.classes.get(*name) {
            None => {
                ClassCells { edge: EdgeCell::of(None), average_wager: figure::dash(), element_of_risk: figure::dash() }
            }
            Some(class) => ClassCells {
                edge: EdgeCell::of(Some(&class.house_edge)),
                average_wager: figure::minus(&class.average_wager.rounded(6)),
                element_of_risk: usual_percent(&class.element_of_risk),
            },
        };
        EdgeRow {
            title: one.title.clone(),
            game: one.game.clone(),
            decks: one.decks,
            unit: one.unit.clone(),
            conforming: one.conforming,
            by_class: CLASSES.iter().map(of_class).collect(),
        }
    };
    comparison.analyses.iter().map(row).collect()
}

fn effects(comparison: &Comparison) -> Vec<EffectGroup> {
    let row = |one: &RuleEffect| {
        let edge = |class: &&str| one.house_edge.as_ref().and_then(|edges| edges.get(*class));
        EffectRow {
            key: one.key.clone(),
            chosen: one.chosen.clone(),
            chosen_words: one.chosen_words.clone(),
            choice: one.choice.clone(),
            choice_text: one.choice_text.clone(),
            edges: CLASSES.iter().map(|class| EdgeCell::of(edge(class))).collect(),
            effect: effect(one).map_or_else(figure::dash, |effect| figure::signed_points(&effect)),
            refused: one.refused.clone(),
        }
    };
    let groups = comparison.analyses.iter().enumerate().map(|(at, analysis)| EffectGroup {
        title: analysis.title.clone(),
        rows: comparison.rule_effects.iter().filter(|one| one.of == at).map(row).collect(),
    });
    groups.filter(|group| !group.rows.is_empty()).collect()
}

/// By how much a choice raises the house edge under CDZ-.
fn effect(one: &RuleEffect) -> Option<BigRational> {
    one.effect.as_ref().and_then(Exact::value)
}

/// Which analysis has the least house edge, and which the greatest.
pub(super) fn finding_of_edges(comparison: &Comparison) -> String {
    let edges = comparison.analyses.iter().filter_map(|one| {
        let edge = &one.classes.get("cdz")?.house_edge;
        Some((edge.value()?, usual_percent(edge), one.title.as_str()))
    });
    let mut edges: Vec<(BigRational, String, &str)> = edges.collect();
    edges.sort_by(|one, other| one.0.cmp(&other.0));
    match &edges[..] {
        [(low, least, of_least), .., (high, most, of_most)] if low < high => {
            format!("The house edge runs from {least} ({of_least}) to {most} ({of_most}), {}.", class_short("cdz"))
        }
        _ => format!("All have the same house edge under {}.", class_short("cdz")),
    }
}

/// The choice that moves a house edge most.
pub(super) fn finding_of_effects(comparison: &Comparison) -> String {
    let moved = comparison.rule_effects.iter().filter_map(|one| Some((effect(one)?, one)));
    let moved = moved.filter(|(effect, _)| !effect.is_zero()).map(|(effect, one)| (effect.abs(), (effect, one)));
    let Some(most) = greatest(moved) else { return "No choice alone moves a house edge.".to_owned() };
    let (effect, one) = &most.item;
    let title = comparison.analyses.get(one.of).map_or("", |analysis| &analysis.title);
    format!(
        "Of all choices changed alone, {} = {} moves the house edge most: by {} points in {title}.{}",
        one.key,
        one.choice,
        figure::signed_points(effect),
        most.equals("it")
    )
}

/// The house edges under CDZ-.
pub(super) fn edge_bars(comparison: &Comparison) -> Vec<(String, BigRational)> {
    let edge = |one: &super::AnalysisColumn| Some((one.title.clone(), one.classes.get("cdz")?.house_edge.value()?));
    comparison.analyses.iter().filter_map(edge).collect()
}

/// By how much each choice alone moves a house edge, the largest effects first; of more than [`FEW_ANALYSES`] in the one that it moves most.
pub(super) fn effect_bars(comparison: &Comparison) -> Vec<(String, BigRational)> {
    let bar = |one: &RuleEffect| {
        comparison.analyses.get(one.of)?;
        let key = one.key.split_once('.').map_or(one.key.as_str(), |(_, name)| name);
        Some((format!("{key} = {}", one.choice), one.of, effect(one)?))
    };
    let mut bars: Vec<(String, usize, BigRational)> = comparison.rule_effects.iter().filter_map(bar).collect();
    bars.retain(|(.., effect)| !effect.is_zero());
    bars.sort_by(|one, other| other.2.abs().cmp(&one.2.abs()).then_with(|| (&one.0, one.1).cmp(&(&other.0, other.1))));
    if comparison.analyses.len() > FEW_ANALYSES {
        let mut seen = BTreeSet::new();
        bars.retain(|(choice, ..)| seen.insert(choice.clone()));
    }
    let is_alone = comparison.analyses.len() == 1;
    let labelled = bars.into_iter().map(|(choice, of, effect)| match is_alone {
        true => (choice, effect),
        false => (format!("{choice} ({})", of + 1), effect),
    });
    labelled.collect()
}

/// What the numbers behind the choices of [`effect_bars`] stand for; nothing where there are none.
pub(super) fn numbered(comparison: &Comparison) -> Option<String> {
    let titles = (1..).zip(&comparison.analyses).map(|(number, one): (u32, _)| format!("({number}) {}", one.title));
    (comparison.analyses.len() > 1).then(|| titles.collect::<Vec<_>>().join("; "))
}
