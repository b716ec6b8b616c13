//! The report's first lines in words.

use certificate::{ClassResult, Published, ReadingCombination, ReportDocument};
use num_traits::Signed;
use serde::Serialize;

use crate::{
    figure::{self, PERCENT_PLACES},
    names::{class_short, the_unit},
    position::Position,
};

#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Answer {
    /// The classes in which the player has the advantage.
    advantage: Option<String>,
    /// What the published interval and the readings say of each other.
    published: Vec<String>,
}

pub(super) fn answer(certificate: &ReportDocument) -> Answer {
    Answer {
        advantage: advantage(&certificate.base_game, &certificate.unit),
        published: certificate.published.as_ref().map_or_else(Vec::new, |published| against(certificate, published)),
    }
}

fn advantage(classes: &[ClassResult], unit: &str) -> Option<String> {
    let edges = classes.iter().filter_map(|class| Some((class, class.house_edge.value().filter(Signed::is_negative)?)));
    let edges: Vec<String> = edges
        .map(|(class, edge)| format!("{}% under {}", figure::points(&edge), class_short(&class.strategy)))
        .collect();
    let listed = Some(listed(&edges)).filter(|listed| !listed.is_empty())?;
    Some(format!("The house edge is negative: of {} the player has an advantage of {listed}.", the_unit(unit)))
}

fn against(certificate: &ReportDocument, published: &Published) -> Vec<String> {
    let mut sentences = vec![counted(published)];
    sentences.extend(nearest(published));
    sentences.extend(own(certificate, published));
    if published.combinations > 1 {
        sentences.push(format!(
            "Over all combinations the house edge runs from {} to {}.",
            figure::percent(&published.smallest, PERCENT_PLACES),
            figure::percent(&published.largest, PERCENT_PLACES)
        ));
    }
    sentences
}

fn counted(published: &Published) -> String {
    let inside = match published.inside {
        0 => "none lies".into(),
        1 => "1 lies".into(),
        count => format!("{} lie", figure::grouped(&count.to_string())),
    };
    let of = match published.combinations {
        1 => "Of the 1 combination of readings".into(),
        count => format!("Of the {} combinations of readings", figure::grouped(&count.to_string())),
    };
    format!(
        "{of}, each solved exactly under {}, {inside} inside the published interval.",
        class_short(&published.strategy)
    )
}

/// The nearest combination, or among those inside the one that departs least from the figures' readings.
fn nearest(published: &Published) -> Option<String> {
    let first = published.nearest.first()?;
    let (lead, combination) = if first.inside {
        let least = published.nearest.iter().filter(|it| it.inside).min_by_key(|it| it.switched.len())?;
        // The list may be cut short, and then nothing is known of the rest.
        let listed = published.nearest.iter().filter(|it| it.inside).count() as u64;
        let lead = match (published.inside, listed == published.inside) {
            (1, _) => "That one",
            (_, true) => "The one nearest to this report's readings",
            (_, false) => "Of those listed, the one nearest to this report's readings",
        };
        (lead, least)
    } else {
        ("The nearest", first)
    };
    let edge = figure::percent(&combination.house_edge, PERCENT_PLACES);
    let position = match Position::against(&combination.house_edge, published)? {
        Position::Inside => String::new(),
        outside => format!(", {} percentage points{}", outside.words(), rounding(&outside)),
    };
    Some(format!("{lead} has a house edge of {edge}{position}; {}.", readings_in_words(combination)))
}

fn readings_in_words(combination: &ReadingCombination) -> String {
    if combination.switched.is_empty() {
        return "it keeps every reading of this report".into();
    }
    let read: Vec<String> = combination.switched.iter().map(|(name, choice)| format!("{name} as {choice}")).collect();
    format!("it reads {}, and the rest as in this report", listed(&read))
}

/// `a, b and c`.
fn listed(parts: &[String]) -> String {
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Whether the figures' own readings lie inside.
fn own(certificate: &ReportDocument, published: &Published) -> Option<String> {
    let class = certificate.base_game.iter().find(|class| class.strategy == published.strategy)?;
    let position = Position::against(&class.house_edge, published)?;
    let default = certificate.readings.iter().all(|reading| reading.default);
    let subject =
        if default { "The default readings, on which this report rests," } else { "The readings of this report" };
    let edge = figure::percent(&class.house_edge, PERCENT_PLACES);
    Some(match position {
        Position::Inside => format!("{subject} give {edge}, which lies inside the published interval."),
        outside => format!(
            "{subject} give {edge}, which does not lie inside the published interval: it is {} percentage points{}.",
            outside.words(),
            rounding(&outside)
        ),
    })
}

/// What is added where rounding alone puts an edge outside.
fn rounding(position: &Position) -> String {
    position.rounds_to().map_or_else(String::new, |end| format!(" and rounds to its end, {end}"))
}
