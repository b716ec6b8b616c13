//! Side wagers: what favours the player, the range of hold, and one article for each wager.

mod favours;
mod hold;
mod lines;
mod long_run;
mod money;
mod parlay;
mod played;
mod variants;

use certificate::{ReportDocument, Wager, WagerFate};
use serde::Serialize;

use crate::{
    family::{Family, Reading, families},
    figure,
};

/// The outcomes of so many paytables of the report's reading stay open; of more, the first one only.
const OPEN_PAYTABLES: usize = 4;

/// The outcomes of so many variants under other readings are on the page; of more, in the spreadsheet only.
const OTHER_OUTCOMES: usize = 12;

#[derive(Debug, Serialize)]
pub(super) struct Section {
    favours: Vec<favours::Favour>,
    /// Whether any wager has a meter.
    progressive: bool,
    /// Whether the long run of every meter is given.
    long_run: bool,
    /// Whether any count is printed rounded.
    rounded_counts: bool,
    hold: hold::Hold,
    /// Whether plays for side wagers are stated.
    played: bool,
    families: Vec<Article>,
}

#[derive(Debug, Serialize)]
struct Article {
    slug: String,
    title: String,
    clause: String,
    fate: Vec<String>,
    /// Whether play decides the wager.
    played: bool,
    own: variants::Table,
    /// The other readings.
    others: Option<variants::Table>,
    outcomes: Vec<lines::Outcomes>,
    other_outcomes: Vec<lines::Outcomes>,
    /// Variants whose outcomes are in the spreadsheet only.
    unlisted: usize,
    long_run: Option<long_run::LongRuns>,
    shared: Vec<String>,
    money: Option<money::Money>,
}

/// `None` without side wagers.
pub(super) fn section(certificate: &ReportDocument) -> Option<Section> {
    let families = families(&certificate.wagers);
    if families.is_empty() {
        return None;
    }
    let counts = || families.iter().flat_map(Family::variants).map(|wager| &wager.total);
    Some(Section {
        favours: families.iter().flat_map(favours::of).collect(),
        progressive: families.iter().any(Family::is_progressive),
        long_run: families
            .iter()
            .flat_map(Family::variants)
            .filter_map(|wager| wager.progressive.as_ref())
            .all(|progressive| !progressive.long_run.is_empty()),
        rounded_counts: counts().any(|total| figure::is_long_count(total)),
        hold: hold::table(certificate, &families),
        played: families.iter().flat_map(Family::variants).any(|wager| wager.played.is_some()),
        families: families.iter().map(article).collect(),
    })
}

fn article(family: &Family<'_>) -> Article {
    let own = family.own();
    let others = family.others();
    let variants = others.iter().map(|reading| reading.paytables.len()).sum();
    let listed = if variants <= OTHER_OUTCOMES { others } else { &[] };
    let open = |index: usize| index == 0 || own.paytables.len() <= OPEN_PAYTABLES;
    let first = own.paytables[0];
    Article {
        slug: family.slug.clone(),
        title: family.title.to_owned(),
        clause: family.clause.to_owned(),
        fate: fate(&first.fate),
        played: family.variants().any(|wager| wager.played.is_some()),
        own: variants::table(family, std::slice::from_ref(own)),
        others: (!others.is_empty()).then(|| variants::table(family, others)),
        outcomes: own.paytables.iter().enumerate().map(|(i, wager)| lines::outcomes(own, wager, open(i))).collect(),
        other_outcomes: listed
            .iter()
            .flat_map(|reading| reading.paytables.iter().map(|wager| lines::outcomes(reading, wager, false)))
            .collect(),
        unlisted: if listed.is_empty() { variants } else { 0 },
        long_run: long_run::table(own),
        shared: shared(own),
        money: money::money(own),
    }
}

/// What an early end of the hand does to the wager, a sentence for each fate.
fn fate(fate: &WagerFate) -> Vec<String> {
    let ends = [fate.surrender.as_deref(), Some(fate.bust.as_str()), Some(fate.dealer_blackjack.as_str())];
    let words = |word: &str| match word {
        "settled" => "has been settled before".to_owned(),
        "stays" => "stays and is settled by its own lines".to_owned(),
        "lost" => "is lost".to_owned(),
        "returned" => "is returned".to_owned(),
        "lost-but-for-events" => "is lost, but for its lines on events".to_owned(),
        other => other.to_owned(),
    };
    let sentence = |index: usize| {
        let fate = ends[index]?;
        let same: Vec<bool> = ends.iter().map(|other| *other == Some(fate)).collect();
        let mut when = match (same[0], same[1]) {
            (true, true) => vec!["the hand is surrendered or busts"],
            (true, false) => vec!["the hand is surrendered"],
            (false, true) => vec!["the hand busts"],
            (false, false) => Vec::new(),
        };
        if same[2] {
            when.push("a dealer blackjack ends the round");
        }
        Some(format!("When {}, the wager {}.", when.join(", or "), words(fate)))
    };
    let first = |index: &usize| !ends[..*index].contains(&ends[*index]);
    (0..ends.len()).filter(first).filter_map(sentence).collect()
}

/// What players who share a meter get of it, a sentence for each value.
fn shared(reading: &Reading<'_>) -> Vec<String> {
    let mut values: Vec<(String, Vec<&str>)> = Vec::new();
    for wager in &reading.paytables {
        let Some(shared) = wager.progressive.as_ref().and_then(|it| it.shared.as_ref()) else { continue };
        let players = figure::grouped(&shared.players.to_string());
        let least = if shared.exact { "" } else { "at least " };
        let value = format!(
            "Where {players} players make the wager and share a meter that they win together, each unit of the meter adds \
             {least}{} to the EV of each",
            figure::significant(&shared.per_meter_unit, 6),
        );
        match values.iter_mut().find(|(other, _)| *other == value) {
            Some((_, paytables)) => paytables.push(&wager.paytable),
            None => values.push((value, vec![&wager.paytable])),
        }
    }
    let several = values.len() > 1;
    let sentence = |(value, paytables): (String, Vec<&str>)| match several {
        true => format!("{value} (paytable {}).", paytables.join(", ")),
        false => format!("{value}."),
    };
    values.into_iter().map(sentence).collect()
}

/// The meter for which a wager's figures are stated, in words.
fn meter(wager: &Wager) -> Option<String> {
    wager.progressive.as_ref().map(|progressive| figure::amount(&progressive.meter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fates_are_told_together_where_they_are_the_same() {
        let words = |surrender: &str, bust: &str, dealer_blackjack: &str| {
            let [bust, dealer_blackjack] = [bust, dealer_blackjack].map(str::to_owned);
            let surrender = Some(surrender.to_owned()).filter(|word| word != "none");
            fate(&WagerFate { surrender, bust, dealer_blackjack }).join(" ")
        };
        assert_eq!(
            words("settled", "settled", "settled"),
            "When the hand is surrendered or busts, or a dealer blackjack ends the round, the wager has been settled before."
        );
        assert_eq!(
            words("lost", "stays", "lost"),
            "When the hand is surrendered, or a dealer blackjack ends the round, the wager is lost. When the hand busts, \
             the wager stays and is settled by its own lines."
        );
        assert_eq!(
            words("none", "lost", "lost"),
            "When the hand busts, or a dealer blackjack ends the round, the wager is lost."
        );
    }
}
