//! A comparison as tables for spreadsheets.

use super::document::{ChoiceInWords, Comparison};
use crate::csv::{both, line};
use crate::figure;

/// The tables by name.
pub(super) fn tables(comparison: &Comparison) -> Vec<(&'static str, String)> {
    vec![
        ("edges.csv", edges(comparison)),
        ("differences.csv", differences(comparison)),
        ("cells.csv", cells(comparison)),
        ("wagers.csv", wagers(comparison)),
        ("rule-effects.csv", rule_effects(comparison)),
    ]
}

fn ids(comparison: &Comparison) -> impl Iterator<Item = &str> {
    comparison.analyses.iter().map(|one| one.analysis.as_str())
}

/// A line of some fields and one more for each analysis.
fn line_of<'a>(text: &mut String, fields: &[&'a str], more: impl Iterator<Item = &'a str>) {
    let fields: Vec<&str> = fields.iter().copied().chain(more).collect();
    line(text, &fields);
}

fn edges(comparison: &Comparison) -> String {
    let mut text = String::from(
        "analysis,decks,strategy,house_edge,house_edge_fraction,rtp,rtp_fraction,average_wager,average_wager_fraction,element_of_risk,element_of_risk_fraction\n",
    );
    for one in &comparison.analyses {
        let decks = one.decks.map_or_else(String::new, |decks| decks.to_string());
        for (strategy, class) in &one.classes {
            let rtp = figure::rtp(&class.house_edge);
            let figures = [&class.house_edge, &rtp, &class.average_wager, &class.element_of_risk];
            line_of(&mut text, &[&one.analysis, &decks, strategy], figures.into_iter().flat_map(|one| both(Some(one))));
        }
    }
    text
}

fn differences(comparison: &Comparison) -> String {
    let mut text = String::new();
    let in_words: Vec<String> = ids(comparison).map(|id| format!("{id}: in words")).collect();
    line_of(&mut text, &["kind", "name", "question"], ids(comparison).chain(in_words.iter().map(String::as_str)));
    for one in &comparison.differences {
        let values = one.values.iter().map(|value| value.as_deref().unwrap_or_default());
        let words: Vec<String> = (0..one.values.len())
            .map(|at| match one.words.get(at) {
                Some(Some(words)) if words.clauses.is_empty() => words.text.clone(),
                Some(Some(words)) => format!("{} ({})", words.text, words.clauses.join(", ")),
                _ => String::new(),
            })
            .collect();
        let question = one.questions().join(" / ");
        line_of(&mut text, &[one.kind, &one.name, &question], values.chain(words.iter().map(String::as_str)));
    }
    text
}

fn cells(comparison: &Comparison) -> String {
    let mut text = String::new();
    line_of(&mut text, &["up", "signal", "hand"], ids(comparison));
    for one in &comparison.cells {
        let codes = one.codes.iter().map(|code| code.as_deref().unwrap_or_default());
        line_of(&mut text, &[&one.up, &one.signal, &one.hand], codes);
    }
    text
}

fn wagers(comparison: &Comparison) -> String {
    let mut text = String::from("analysis,wager,paytable,house_edge,house_edge_fraction,rtp,rtp_fraction\n");
    for one in &comparison.wagers {
        for (id, edge) in ids(comparison).zip(&one.house_edge) {
            if let Some(edge) = edge {
                let rtp = figure::rtp(edge);
                let figures = [edge, &rtp].into_iter().flat_map(|one| both(Some(one)));
                line_of(&mut text, &[id, &one.title, &one.paytable], figures);
            }
        }
    }
    text
}

fn rule_effects(comparison: &Comparison) -> String {
    let mut text = String::from(
        "analysis,key,question,chosen,chosen_text,choice,choice_text,house_edge_td,house_edge_td_fraction,rtp_td,rtp_td_fraction,house_edge_cdz,house_edge_cdz_fraction,rtp_cdz,rtp_cdz_fraction,effect,effect_fraction,refused\n",
    );
    for one in &comparison.rule_effects {
        let analysis = comparison.analyses.get(one.of).map_or("", |column| &column.analysis);
        let edge = |class: &str| one.house_edge.as_ref().and_then(|edges| edges.get(class));
        let [td, cdz] = ["td", "cdz"].map(edge);
        let [rtp_td, rtp_cdz] = [td, cdz].map(|edge| edge.map(figure::rtp));
        let figures = [td, rtp_td.as_ref(), cdz, rtp_cdz.as_ref(), one.effect.as_ref()].into_iter().flat_map(both);
        let more = figures.chain([one.refused.as_deref().unwrap_or_default()]);
        let words = |of: fn(&ChoiceInWords) -> &String| one.chosen_words.as_ref().map_or("", |words| of(words));
        let (question, chosen) = (words(|words| &words.question), words(|words| &words.text));
        let choice = one.choice_text.as_deref().unwrap_or_default();
        line_of(&mut text, &[analysis, &one.key, question, &one.chosen, chosen, &one.choice, choice], more);
    }
    text
}
