//! The page: what the template needs beyond the document itself, and the template.

mod actions;
mod answer;
mod attack;
mod bets_by_depth;
mod by_depth;
mod contents;
mod counting;
mod cut_card;
mod dealer;
mod exceptions;
mod filters;
mod followers;
mod insurance;
mod numbered;
mod readings;
mod removal;
mod results;
mod signals;
mod simulation;
mod up_cards;
mod wagers;
mod wagers_by_depth;

use std::collections::{BTreeMap, BTreeSet};

use certificate::{ReportDocument, Unchecked};
use minijinja::{Environment, context};
use serde::Serialize;

pub(crate) use self::numbered::Numbered;

use crate::{
    charts::{Drawings, TITLE_SPACE, undescribed},
    classes::classes_of,
    costs::Mistake,
    error::ReportError,
    figure,
    findings::Findings,
    strategy::StrategyChart,
};

/// More composition exceptions than this start folded.
const FOLD_EXCEPTIONS: usize = 40;

const TEMPLATES: [(&str, &str); 24] = [
    ("report.html", include_str!("../../templates/report.html")),
    ("body.html", include_str!("../../templates/body.html")),
    ("edge.html", include_str!("../../templates/edge.html")),
    ("how-to-play.html", include_str!("../../templates/how-to-play.html")),
    ("answer.html", include_str!("../../templates/answer.html")),
    ("play.html", include_str!("../../templates/play.html")),
    ("odds.html", include_str!("../../templates/odds.html")),
    ("examples.html", include_str!("../../templates/examples.html")),
    ("particulars.html", include_str!("../../templates/particulars.html")),
    ("wagers.html", include_str!("../../templates/wagers.html")),
    ("wager.html", include_str!("../../templates/wager.html")),
    ("money.html", include_str!("../../templates/money.html")),
    ("followers.html", include_str!("../../templates/followers.html")),
    ("signals.html", include_str!("../../templates/signals.html")),
    ("removal.html", include_str!("../../templates/removal.html")),
    ("counting.html", include_str!("../../templates/counting.html")),
    ("counting-bets.html", include_str!("../../templates/counting-bets.html")),
    ("counting-wagers.html", include_str!("../../templates/counting-wagers.html")),
    ("outcomes.html", include_str!("../../templates/outcomes.html")),
    ("results.html", include_str!("../../templates/results.html")),
    ("cut-card.html", include_str!("../../templates/cut-card.html")),
    ("simulation.html", include_str!("../../templates/simulation.html")),
    ("basis.html", include_str!("../../templates/basis.html")),
    ("style.css", include_str!("../../templates/style.css")),
];

/// The templates with the filters that they use.
pub(crate) fn environment() -> Result<Environment<'static>, ReportError> {
    let mut environment = Environment::new();
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    environment.set_undefined_behavior(minijinja::UndefinedBehavior::Strict);
    environment.set_formatter(filters::write);
    filters::add(&mut environment);
    for (name, source) in TEMPLATES {
        environment.add_template(name, source)?;
    }
    Ok(environment)
}

/// `report.html` as text.
pub(crate) fn render(
    certificate: &ReportDocument,
    charts: &[StrategyChart],
    drawings: &Drawings,
    dearest: &[Mistake<'_>],
    findings: &Findings,
) -> Result<String, ReportError> {
    let environment = environment()?;
    let deck_classes = classes_of(certificate.edge_by_decks.iter().map(|edge| &edge.house_edge));
    let cards: u64 = certificate.item.shoe.iter().map(|count| u64::from(*count)).sum();
    let codes: BTreeSet<&str> = charts
        .iter()
        .flat_map(|chart| &chart.sections)
        .flat_map(|section| &section.rows)
        .flat_map(|row| row.cells.iter().flatten())
        .map(|cell| cell.code.as_str())
        .collect();
    let page = context! {
        c => certificate,
        shoe => shoe(&certificate.item.shoe),
        cards => cards,
        answer => answer::answer(certificate),
        game_line => game_line(certificate),
        rtp_between => rtp_between(certificate),
        readings => readings::table(certificate),
        combinations => readings::combinations(certificate),
        throughout => readings::throughout(certificate),
        dealer => dealer::table(certificate),
        signals => signals::table(certificate),
        followers => followers::section(certificate),
        removal => removal::rows(certificate),
        counting => counting::section(certificate),
        insurance => insurance::section(certificate),
        up_cards => up_cards::table(certificate),
        attack => attack::rows(certificate),
        the_unit => crate::names::the_unit(&certificate.unit),
        charts => charts,
        findings => findings,
        openings => actions::openings(certificate, charts),
        mistakes => actions::mistakes(dearest),
        costs_add_up => crate::costs::add_up(certificate),
        ignores_signal => crate::costs::signals_differ(&certificate.actions),
        has_split_hands => certificate.actions.iter().any(|one| !one.after_split.is_empty()),
        legend => legend(&codes),
        exceptions => exceptions::groups(&certificate.composition_exceptions),
        fold_exceptions => certificate.composition_exceptions.len() > FOLD_EXCEPTIONS,
        deck_classes => deck_classes,
        wagers => wagers::section(certificate),
        results => results::section(certificate),
        simulation => simulation::section(certificate),
        cut_card => cut_card::section(certificate),
        drawings => Inline {
            up_cards: drawings.up_cards.as_deref().map(inline),
            dealer: drawings.dealer.as_deref().map(inline),
            decks: drawings.decks.as_deref().map(inline),
            readings: drawings.readings.as_deref().map(inline),
            net_results: drawings.net_results.as_deref().map(inline),
            hold: drawings.hold.as_deref().map(inline),
            cut_card: drawings.cut_card.as_deref().map(inline),
            paytables: drawings.paytables.as_deref().map(untitled),
            mistakes: drawings.mistakes.as_deref().map(untitled),
            adverse: drawings.adverse.as_deref().map(untitled),
            removal: drawings.removal.as_deref().map(untitled),
            counts: drawings.counts.as_deref().map(untitled),
            progressive: drawings.progressive.iter().map(|(slug, svg)| (slug.clone(), inline(svg))).collect(),
        },
        unchecked_longer => unchecked(certificate, true),
        unchecked_stated => unchecked(certificate, false),
        stated_deviation => certificate.unchecked.iter().any(|one| !one.is_derived_in_full && one.claim.starts_with(THE_VARIANCE)),
        has_deviations => certificate.base_game.iter().all(|class| class.std_dev.is_some()),
        number_stated => certificate.unchecked.iter().filter(|one| !one.is_derived_in_full).count(),
        running_id => css_string(&certificate.item.id),
    };
    let [answer_section, body] = ["answer.html", "body.html"].map(|part| environment.get_template(part)?.render(&page));
    let mut numbered = Numbered::default();
    let (answer_section, body) = (numbered.part(&answer_section?), numbered.part(&body?));
    let contents: Vec<contents::SectionEntry> =
        contents::contents(&answer_section).chain(contents::contents(&body)).collect();
    Ok(environment.get_template("report.html")?.render(context! { answer_section, body, contents, ..page })?)
}

/// Game and decks, where the title does not say them.
fn game_line(document: &ReportDocument) -> Option<String> {
    let item = &document.item;
    let decks = item.decks.map_or_else(String::new, |decks| format!(", {}", cards::decks_in_words(decks)));
    Some(format!("{}{decks}", item.game_title)).filter(|line| *line != item.title)
}

/// The return to the player that perfect play lies between, in per cent to four decimals, rounded outwards; `None` where it is solved or left out.
pub fn rtp_between(document: &ReportDocument) -> Option<[String; 2]> {
    let bracket = &document.perfect_bracket.as_ref()?.ev;
    let percent = |decimal: &str| {
        let hundred = num_rational::BigRational::from_integer(100.into());
        figure::printed(decimal).map(|ev| (ev + num_rational::BigRational::from_integer(1.into())) * hundred)
    };
    let (low, high) = (percent(&bracket.low)?, percent(&bracket.high)?);
    Some([cards::decimal_below(&low, 4), cards::decimal_above(&high, 4)])
}

/// How the claim of a standard deviation begins.
const THE_VARIANCE: &str = "the variance under ";

/// Claims that `verify` derives again only in full, or that it cannot.
fn unchecked(document: &ReportDocument, in_full: bool) -> Vec<UncheckedAlike<'_>> {
    let some: Vec<&Unchecked> = document.unchecked.iter().filter(|one| one.is_derived_in_full == in_full).collect();
    some.chunk_by(|one, next| one.how == next.how)
        .map(|alike| UncheckedAlike {
            claims: alike.iter().map(|one| one.claim.as_str()).collect(),
            how: &alike[0].how,
        })
        .collect()
}

/// Claims that follow each other and are derived in the same way.
#[derive(Serialize)]
struct UncheckedAlike<'a> {
    claims: Vec<&'a str>,
    how: &'a str,
}

#[derive(Serialize)]
struct Inline {
    up_cards: Option<String>,
    dealer: Option<String>,
    decks: Option<String>,
    readings: Option<String>,
    net_results: Option<String>,
    hold: Option<String>,
    cut_card: Option<String>,
    paytables: Option<String>,
    mistakes: Option<String>,
    adverse: Option<String>,
    removal: Option<String>,
    counts: Option<String>,
    /// By the wager's slug.
    progressive: BTreeMap<String, String>,
}

/// A drawing as part of the page: no fixed size, no namespace (HTML needs none), hidden from screen readers,
/// which get the table beside it.
pub(crate) fn inline(svg: &str) -> String {
    let svg = undescribed(svg);
    let Some((head, rest)) = svg.split_once('>') else { return String::new() };
    let part = |name: &str| {
        let value = head.split_once(&format!(" {name}=\""))?.1.split('"').next()?;
        Some(format!(" {name}=\"{value}\""))
    };
    let kept: String = ["font-family", "viewBox"].into_iter().filter_map(part).collect();
    format!("<svg{kept} aria-hidden=\"true\" focusable=\"false\">{rest}")
}

/// The same without its title, which is every text in the title's space, and without that space: the page has the finding as text above.
pub(crate) fn untitled(svg: &str) -> String {
    let mut without = inline(svg);
    let is_title = |text: &str| {
        let y = text.split_once(" y=\"").and_then(|(_, rest)| rest.split('"').next()?.parse::<u32>().ok());
        y.is_some_and(|y| y < TITLE_SPACE)
    };
    while let Some((before, rest)) = without.split_once("<text") {
        let Some((_, after)) = rest.split_once("</text>").filter(|(text, _)| is_title(text)) else { break };
        without = format!("{before}{after}");
    }
    let view = svg.split("viewBox=\"").nth(1).and_then(|tail| tail.split('"').next()).unwrap_or_default();
    let size: Vec<u32> = view.split(' ').filter_map(|number| number.parse().ok()).collect();
    match size[..] {
        [0, 0, width, height] if height > TITLE_SPACE => {
            let cut = format!("0 {TITLE_SPACE} {width} {}", height - TITLE_SPACE);
            without.replacen(&format!("viewBox=\"{view}\""), &format!("viewBox=\"{cut}\""), 1)
        }
        _ => without,
    }
}

#[derive(Serialize)]
struct CardCount {
    card: &'static str,
    count: String,
}

fn shoe(counts: &[u16; 10]) -> Vec<CardCount> {
    let count = |(card, count): (&'static str, &u16)| CardCount { card, count: figure::grouped(&count.to_string()) };
    crate::names::VALUES.into_iter().zip(counts).map(count).collect()
}

#[derive(Serialize)]
struct LegendEntry {
    code: String,
    kind: &'static str,
    meaning: String,
}

/// The codes that occur, in the order of the field's legends, each in words.
fn legend(codes: &BTreeSet<&str>) -> Vec<LegendEntry> {
    let mut entries: Vec<(usize, LegendEntry)> = Vec::new();
    for code in codes {
        let (first, later) = code.split_once('/').map_or((*code, None), |(first, later)| (first, Some(later)));
        let mut letters = first.chars();
        let Some((order, kind, word)) = letters.next().and_then(legend_word) else { continue };
        let mut meaning = if first == "R" { format!("{word} before the dealer looks") } else { word.to_owned() };
        let otherwise: Vec<&str> =
            letters.filter_map(|letter| legend_word(letter.to_ascii_uppercase())).map(|entry| entry.2).collect();
        if !otherwise.is_empty() {
            meaning.push_str(&format!(", else {}", otherwise.join(", else ")));
        }
        if let Some((_, _, word)) = later.and_then(|later| later.chars().next()).and_then(legend_word) {
            meaning.push_str(&format!("; with three or more cards {word}"));
        }
        entries.push((order, LegendEntry { code: (*code).to_owned(), kind, meaning }));
    }
    entries.sort_by_key(|(order, _)| *order);
    entries.into_iter().map(|(_, entry)| entry).collect()
}

fn legend_word(letter: char) -> Option<(usize, &'static str, &'static str)> {
    Some(match letter {
        'S' => (0, "stand", "stand"),
        'H' => (1, "hit", "hit"),
        'D' => (2, "double", "double"),
        'P' => (3, "split", "split"),
        'R' => (4, "surrender", "surrender"),
        _ => return None,
    })
}

/// A text as a CSS string in which every unusual character is escaped, so that it can neither end the string
/// nor the style element.
fn css_string(text: &str) -> String {
    let mut string = String::from("\"");
    for letter in text.chars() {
        if letter.is_ascii_alphanumeric() || matches!(letter, ' ' | '.' | '-' | '_') {
            string.push(letter);
        } else {
            string.push_str(&format!("\\{:x} ", u32::from(letter)));
        }
    }
    string.push('"');
    string
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn css_strings_cannot_be_left() {
        assert_eq!(css_string("SP-2025.1"), "\"SP-2025.1\"");
        assert_eq!(css_string("\"</style>"), "\"\\22 \\3c \\2f style\\3e \"");
    }

    #[test]
    fn an_inlined_drawing_keeps_its_proportions_and_loses_its_size() {
        let svg = "<svg font-family=\"A, b\" width=\"9\" height=\"4\" viewBox=\"0 0 9 4\" xmlns=\"http://www.w3.org/2000/svg\">\n<g/></svg>\n";
        let expected =
            "<svg font-family=\"A, b\" viewBox=\"0 0 9 4\" aria-hidden=\"true\" focusable=\"false\">\n<g/></svg>\n";
        assert_eq!(inline(svg), expected);
    }

    #[test]
    fn every_line_of_a_title_is_left_out() {
        let texts =
            "<text x=\"16\" y=\"9\">one</text><text x=\"16\" y=\"24\">two</text><text x=\"3\" y=\"66\">kept</text>";
        let svg = format!("<svg viewBox=\"0 0 900 400\">\n{texts}</svg>\n");
        let bare = untitled(&svg);
        assert!(!bare.contains("one") && !bare.contains("two") && bare.contains("kept"), "{bare}");
        assert!(bare.contains("viewBox=\"0 30 900 370\""), "{bare}");
    }

    #[test]
    fn the_legend_explains_the_codes_that_occur() {
        let codes = BTreeSet::from(["Dh", "S", "S/H", "Rh"]);
        let texts: Vec<(String, String)> =
            legend(&codes).into_iter().map(|entry| (entry.code, entry.meaning)).collect();
        let expected = [
            ("S", "stand"),
            ("S/H", "stand; with three or more cards hit"),
            ("Dh", "double, else hit"),
            ("Rh", "surrender, else hit"),
        ];
        assert_eq!(texts, expected.map(|(code, meaning)| (code.to_owned(), meaning.to_owned())));
    }
}
