//! What each drawing shows, in a sentence: its title on the page and its alternative text.

use certificate::{ClassResult, Exact, ReportDocument};
use num_rational::BigRational;
use num_traits::Signed as _;
use serde::Serialize;

use crate::classes::{ReadingEdge, reading_edges, shown};
use crate::costs::{self, Mistake};
use crate::counted;
use crate::figure::{self, PERCENT_PLACES};
use crate::names::{card_name, class_short};

/// A sentence for each drawing; none where the document has no data for it.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Findings {
    pub(crate) up_cards: Option<String>,
    pub(crate) dealer: Option<String>,
    pub(crate) decks: Option<String>,
    pub(crate) readings: Option<String>,
    pub(crate) adverse: Option<String>,
    pub(crate) removal: Option<String>,
    pub(crate) counts: Option<String>,
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
        removal: removal(document),
        counts: counts(document),
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

/// The up card and signal under which the dealer goes over 21 most often.
fn dealer(document: &ReportDocument) -> Option<String> {
    let over_21 = document.dealer.iter().filter_map(|row| {
        let over = row.outcomes.twenty_two.value()? + row.outcomes.bust.value()?;
        Some((over, row))
    });
    let [_, (over, most)] = extremes(over_21)?;
    let told = if most.signal == "none" { String::new() } else { format!(" and the signal {}", most.signal) };
    Some(format!("The dealer goes over 21 most often under {}{told}: {}.", most.up, percent(&Exact::from(&over))))
}

fn decks(document: &ReportDocument) -> Option<String> {
    let class = class_shown(document)?.strategy.clone();
    let edges = document.edge_by_decks.iter().filter_map(|one| {
        let edge = one.house_edge.get(&class)?;
        Some((edge.value()?, (one.decks, edge.clone())))
    });
    let [(_, low), (_, high)] = extremes(edges)?;
    (low.0 != high.0).then(|| {
        format!(
            "The house edge runs from {} with {} to {} with {}, {}.",
            percent(&low.1),
            cards::decks_in_words(low.0),
            percent(&high.1),
            cards::decks_in_words(high.0),
            class_short(&class)
        )
    })
}

/// The choices of readings that give the least and the greatest house edge.
fn reading_extremes(document: &ReportDocument) -> Option<[(BigRational, ReadingEdge); 2]> {
    extremes(reading_edges(document).into_iter().map(|one| (one.edge.clone(), one)))
}

fn readings(document: &ReportDocument) -> Option<String> {
    let [(low, least), (high, most)] = reading_extremes(document)?;
    (low < high).then(|| {
        format!(
            "One reading can move the house edge from {} ({}) to {} ({}).",
            percent(&(&low).into()),
            least.name,
            percent(&(&high).into()),
            most.name
        )
    })
}

fn adverse(document: &ReportDocument) -> Option<String> {
    let [(_, least), _] = reading_extremes(document)?;
    least.moved.is_negative().then(|| {
        format!(
            "The reading that favours the player most is {}: it takes {} points off the house edge.",
            least.name,
            figure::points(&least.moved)
        )
    })
}

fn removal(document: &ReportDocument) -> Option<String> {
    let effects = document.effects_of_removal.as_ref()?;
    let [(low, least), (high, most)] =
        extremes(effects.by_card.iter().filter_map(|one| Some((one.effect.value()?, one.card.as_str()))))?;
    (low.is_negative() && high.is_positive()).then(|| {
        format!(
            "Without one {} the player gains most ({} points); without one {} he loses most ({} points).",
            card_name(most),
            figure::signed_points(&high),
            card_name(least),
            figure::signed_points(&low)
        )
    })
}

fn counts(document: &ReportDocument) -> Option<String> {
    let counting = document.counting.as_ref()?;
    let told = counted::base(counting)?.by_count.iter().filter_map(|one| {
        let gained = one.per_true_count.as_ref()?.value()?;
        Some((figure::printed(&one.correlation)?.abs(), (counted::title(counting, &one.id), &one.correlation, gained)))
    });
    let [_, (_, (title, correlation, gained))] = extremes(told)?;
    let [gained, correlation] = [figure::signed_points(&gained), figure::minus(correlation)];
    Some(format!(
        "{title} tells most of the base wager: betting correlation {correlation}, {gained} points for each true count."
    ))
}

fn paytables(document: &ReportDocument) -> Option<String> {
    let wagers = document.wagers.iter().filter(|wager| wager.chosen);
    let edges = wagers.filter_map(|wager| Some((-wager.ev.value()?, format!("{}, {}", wager.title, wager.paytable))));
    let edges: Vec<(BigRational, String)> = edges.collect();
    let count = edges.len();
    let [(low, least), (high, most)] = extremes(edges.into_iter())?;
    let [held, most_held] = [&low, &high].map(|edge| percent(&edge.into()));
    Some(match count {
        1 => format!("The side wager ({least}) holds {held}."),
        _ if low == high => format!("Every side wager holds {held}."),
        _ => format!("Side wagers hold from {held} ({least}) to {most_held} ({most})."),
    })
}

fn mistakes(document: &ReportDocument) -> Option<String> {
    let Mistake { signal, hand, instead, per_100, .. } = costs::mistakes(&document.actions).into_iter().next()?;
    let told = if signal.signal == "none" { String::new() } else { format!(" ({})", signal.signal) };
    Some(format!(
        "The dearest plausible mistake is to {} {} against {}{told} in place of {}: {} initial wagers of one hand per 100 hands.",
        instead.name(),
        hand.hand,
        signal.up,
        hand.best.name(),
        cards::decimal(&per_100, 4)
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
        "After {} rounds the hold lies between {}% and {}% with a probability of {level}%, around {}.",
        figure::grouped(&last.rounds.to_string()),
        figure::minus(&figure::outward_percent(&interval.exact[0], false)),
        figure::minus(&figure::outward_percent(&interval.exact[1], true)),
        percent(&class.house_edge)
    ))
}

fn percent_of(decimal: &str) -> Option<String> {
    let value = figure::printed(decimal)? * figure::hundred();
    Some(figure::minus(&cards::decimal(&value, 4)))
}

fn cut_card(document: &ReportDocument) -> Option<String> {
    let cut = document.cut_card.as_ref()?;
    let place = cut.tables.first()?.by_depth.last()?;
    Some(format!(
        "Dealt to a cut card behind {} of {} cards, the house edge is estimated at {}%, against a fresh shoe's {}.",
        place.cards_before,
        cut.cards,
        percent_of(&place.house_edge)?,
        percent(&document.base_game.iter().find(|class| class.strategy == cut.strategy)?.house_edge)
    ))
}
