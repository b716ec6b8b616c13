//! What each drawing shows, in a sentence: its title on the page and its alternative text.

use certificate::{ClassResult, Exact, ReportDocument};
use num_rational::BigRational;
use serde::Serialize;

use crate::classes::{readings_class, shown};
use crate::costs::next_best;
use crate::figure::{self, PERCENT_PLACES};
use crate::names::class_short;

/// A sentence for each drawing; none where the document has no data for it.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Findings {
    pub(crate) up_cards: Option<String>,
    pub(crate) dealer: Option<String>,
    pub(crate) decks: Option<String>,
    pub(crate) readings: Option<String>,
    pub(crate) adverse: Option<String>,
    pub(crate) paytables: Option<String>,
    pub(crate) mistakes: Option<String>,
    pub(crate) net_results: Option<String>,
    pub(crate) hold: Option<String>,
    pub(crate) cut_card: Option<String>,
}

pub(crate) fn findings(document: &ReportDocument) -> Findings {
    Findings {
        up_cards: up_cards(document),
        dealer: dealer(document),
        decks: decks(document),
        readings: readings(document),
        adverse: adverse(document),
        paytables: paytables(document),
        mistakes: mistakes(document),
        net_results: net_results(document),
        hold: hold(document),
        cut_card: cut_card(document),
    }
}

fn percent(exact: &Exact) -> String {
    figure::percent(exact, PERCENT_PLACES)
}

/// The items of the least and of the greatest value.
fn extremes<T>(items: impl Iterator<Item = (BigRational, T)>) -> Option<[(BigRational, T); 2]>
where
    T: Clone,
{
    let mut all: Vec<(BigRational, T)> = items.collect();
    all.sort_by(|one, other| one.0.cmp(&other.0));
    Some([all.first()?.clone(), all.last()?.clone()])
}

fn class_shown(document: &ReportDocument) -> Option<&ClassResult> {
    document.base_game.iter().find(|class| class.strategy == "cdz").or(document.base_game.first())
}

fn up_cards(document: &ReportDocument) -> Option<String> {
    let ups = &class_shown(document)?.by_up_card;
    let [(_, worst), (_, best)] = extremes(ups.iter().filter_map(|up| Some((up.ev.value()?, up))))?;
    Some(format!(
        "The player does best against {} (EV {}) and worst against {} (EV {}).",
        best.up,
        percent(&best.ev),
        worst.up,
        percent(&worst.ev)
    ))
}

/// The case, of which the player is told something or not, in which the dealer busts most.
fn dealer(document: &ReportDocument) -> Option<String> {
    let busts = document.dealer.iter().filter_map(|row| Some((row.outcomes.bust.value()?, row)));
    let [_, (_, most)] = extremes(busts)?;
    let told = if most.signal == "none" { String::new() } else { format!(" and the signal {}", most.signal) };
    Some(format!("The dealer busts most often under {}{told}: {}.", most.up, percent(&most.outcomes.bust)))
}

fn decks(document: &ReportDocument) -> Option<String> {
    let class = class_shown(document)?.strategy.clone();
    let edges = document.edge_by_decks.iter().filter_map(|one| {
        let edge = one.house_edge.get(&class)?;
        Some((edge.value()?, (one.decks, edge.clone())))
    });
    let [(_, low), (_, high)] = extremes(edges)?;
    let with = |decks: u16| format!("{decks} deck{}", if decks == 1 { "" } else { "s" });
    (low.0 != high.0).then(|| {
        format!(
            "The house edge runs from {} with {} to {} with {}, {}.",
            percent(&low.1),
            with(low.0),
            percent(&high.1),
            with(high.0),
            class_short(&class)
        )
    })
}

/// The edges with one reading changed, each with the change.
fn changed(document: &ReportDocument) -> Option<Vec<(BigRational, String)>> {
    let class = readings_class(document)?;
    let all = document.reading_effects.iter().flat_map(|effect| {
        let choices = effect.choices.iter();
        choices.filter_map(|choice| {
            Some((-choice.ev.get(&class)?.value()?, format!("{} = {}", effect.name, choice.choice)))
        })
    });
    Some(all.collect())
}

fn readings(document: &ReportDocument) -> Option<String> {
    let [(low, least), (high, most)] = extremes(changed(document)?.into_iter())?;
    (low < high).then(|| {
        format!(
            "One reading can move the house edge from {} ({least}) to {} ({most}).",
            percent(&(&low).into()),
            percent(&(&high).into())
        )
    })
}

fn adverse(document: &ReportDocument) -> Option<String> {
    let class = readings_class(document)?;
    let own = document.base_game.iter().find(|one| one.strategy == class)?.house_edge.value()?;
    let [(low, least), _] = extremes(changed(document)?.into_iter())?;
    (low < own).then(|| {
        format!(
            "The reading that favours the player most is {least}: it takes {} points off the house edge.",
            figure::points(&(own - low))
        )
    })
}

fn paytables(document: &ReportDocument) -> Option<String> {
    let wagers = document.wagers.iter().filter(|wager| wager.chosen);
    let edges = wagers.filter_map(|wager| Some((-wager.ev.value()?, format!("{}, {}", wager.title, wager.paytable))));
    let [(low, least), (high, most)] = extremes(edges)?;
    (low < high).then(|| {
        format!("Side wagers hold from {} ({least}) to {} ({most}).", percent(&(&low).into()), percent(&(&high).into()))
    })
}

fn mistakes(document: &ReportDocument) -> Option<String> {
    let all = document.actions.iter().flat_map(|signal| {
        signal.hands.iter().filter_map(move |hand| {
            let (instead, cost) = next_best(hand)?;
            Some((cost * figure::printed(&hand.per_100)?, (signal, hand, instead)))
        })
    });
    let [_, (cost, (signal, hand, instead))] = extremes(all)?;
    let told = if signal.signal == "none" { String::new() } else { format!(" ({})", signal.signal) };
    Some(format!(
        "The dearest common mistake is to {} {} against {}{told} in place of {}: {} initial wagers per 100 hands.",
        instead.name(),
        hand.hand,
        signal.up,
        hand.best.name(),
        cards::decimal(&cost, 4)
    ))
}

fn net_results(document: &ReportDocument) -> Option<String> {
    let (_, distribution) = shown(document)?;
    let [_, (_, most)] = extremes(distribution.net.iter().filter_map(|one| Some((one.probability.value()?, one))))?;
    let net = most.net.parse::<BigRational>().ok()?;
    Some(format!(
        "The likeliest net result is {}, in {} of all rounds; the player wins {} of them.",
        figure::amount_of(&net),
        percent(&most.probability),
        percent(&distribution.hit_frequency)
    ))
}

fn hold(document: &ReportDocument) -> Option<String> {
    let (class, distribution) = shown(document)?;
    let last = distribution.hold.last()?;
    let interval = last.intervals.last()?;
    let level = &distribution.volatility_index.last()?.level;
    Some(format!(
        "After {} rounds the hold lies within {}% and {}% with a probability of {level}%, around {}.",
        figure::grouped(&last.rounds.to_string()),
        percent_of(&interval.exact[0])?,
        percent_of(&interval.exact[1])?,
        percent(&class.house_edge)
    ))
}

fn percent_of(decimal: &str) -> Option<String> {
    let value = figure::printed(decimal)? * BigRational::from_integer(100.into());
    Some(figure::minus(&cards::decimal(&value, 4)))
}

fn cut_card(document: &ReportDocument) -> Option<String> {
    let cut = document.cut_card.as_ref()?;
    let place = cut.tables.first()?.by_depth.last()?;
    Some(format!(
        "Dealt to a cut card behind {} of {} cards, the house edge is {}%, against a fresh shoe's {}.",
        place.cards_before,
        cut.cards,
        percent_of(&place.house_edge)?,
        percent(&document.base_game.iter().find(|class| class.strategy == cut.strategy)?.house_edge)
    ))
}
