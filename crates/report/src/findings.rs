//! What each drawing shows, in a sentence: its title on the page and its alternative text.

use std::collections::BTreeMap;

use certificate::{ClassResult, DealerOutcomes, Exact, ReportDocument};
use num_rational::BigRational;
use num_traits::{One as _, Signed as _};
use serde::Serialize;

use crate::classes::{ReadingEdge, reading_edges, shown};
use crate::costs::Mistake;
use crate::counted;
use crate::extremes::{Extreme, extremes, greatest};
use crate::family::{Family, families};
use crate::figure::{self, usual_percent};
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
    /// By the wager's slug.
    pub(crate) progressive: BTreeMap<String, String>,
    pub(crate) mistakes: Option<String>,
    pub(crate) net_results: Option<String>,
    pub(crate) hold: Option<String>,
    pub(crate) cut_card: Option<String>,
}

pub(crate) fn findings(document: &ReportDocument, dearest: &[Mistake<'_>]) -> Findings {
    Findings {
        up_cards: up_cards(document),
        dealer: dealer(document),
        decks: decks(document),
        readings: readings(document),
        adverse: adverse(document),
        removal: removal(document),
        counts: counts(document),
        paytables: paytables(document),
        progressive: families(&document.wagers)
            .iter()
            .filter_map(|family| Some((family.slug.clone(), progressive(family)?)))
            .collect(),
        mistakes: mistakes(dearest),
        net_results: net_results(document),
        hold: hold(document),
        cut_card: cut_card(document),
    }
}

fn class_shown(document: &ReportDocument) -> Option<&ClassResult> {
    document.base_game.iter().find(|class| class.strategy == "cdz").or(document.base_game.first())
}

fn up_cards(document: &ReportDocument) -> Option<String> {
    let ups = &class_shown(document)?.by_up_card;
    let [worst, best] = extremes(ups.iter().filter_map(|up| Some((up.ev.value()?, up))))?;
    Some(format!(
        "The player does best against {} (EV {}) and worst against {} (EV {}).{}{}",
        best.item.up,
        usual_percent(&best.item.ev),
        worst.item.up,
        usual_percent(&worst.item.ev),
        best.equals("the best"),
        worst.equals("the worst")
    ))
}

/// The up card and signal under which the dealer goes over 21 most often, besides those under which that is certain.
fn dealer(document: &ReportDocument) -> Option<String> {
    let over_21 = document.dealer.iter().filter_map(|row| {
        let over = row.outcomes.twenty_two.value()? + row.outcomes.bust.value()?;
        Some((over, row))
    });
    let (certain, open): (Vec<_>, Vec<_>) = over_21.partition(|(over, _)| over.is_one());
    let under = |row: &DealerOutcomes| match row.signal.as_str() {
        "none" => row.up.clone(),
        signal => format!("{} and the signal {signal}", row.up),
    };
    let certain: Vec<String> = certain.into_iter().map(|(_, row)| under(row)).collect();
    let lead = match certain.as_slice() {
        [] => "The dealer goes over 21".to_owned(),
        certain => {
            format!("The dealer is certain to go over 21 under {}, and apart from that goes over", certain.join("; "))
        }
    };
    let most = greatest(open)?;
    Some(format!(
        "{lead} most often under {}: {}.{}",
        under(most.item),
        usual_percent(&Exact::from(&most.value)),
        most.equals("it")
    ))
}

fn decks(document: &ReportDocument) -> Option<String> {
    let class = class_shown(document)?.strategy.clone();
    let edges = document.edge_by_decks.iter().filter_map(|one| {
        let edge = one.house_edge.get(&class)?;
        Some((edge.value()?, (one.decks, edge.clone())))
    });
    let [low, high] = extremes(edges)?;
    (low.item.0 != high.item.0).then(|| {
        format!(
            "The house edge runs from {} with {} to {} with {}, {}.{}{}",
            usual_percent(&low.item.1),
            cards::decks_in_words(low.item.0),
            usual_percent(&high.item.1),
            cards::decks_in_words(high.item.0),
            class_short(&class),
            low.equals("the least"),
            high.equals("the greatest")
        )
    })
}

/// The choices of readings that give the least and the greatest house edge.
fn reading_extremes(document: &ReportDocument) -> Option<[Extreme<ReadingEdge>; 2]> {
    extremes(reading_edges(document).into_iter().map(|one| (one.edge.clone(), one)))
}

fn readings(document: &ReportDocument) -> Option<String> {
    let [low, high] = reading_extremes(document)?;
    let own = usual_percent(&Exact::from(&(&low.value - &low.item.moved)));
    let named =
        |extreme: &Extreme<ReadingEdge>| format!("{} ({})", usual_percent(&(&extreme.value).into()), extreme.item.name);
    let (down, up) = (named(&low), named(&high));
    let (least, most) = (low.equals("the least"), high.equals("the greatest"));
    let reaches = match (low.item.moved.is_negative(), high.item.moved.is_positive()) {
        (true, true) => format!("down to {down} or up to {up}.{least}{most}"),
        (true, false) => format!("down to {down}; none raises it.{least}"),
        (false, true) => format!("up to {up}; none lowers it.{most}"),
        (false, false) => return None,
    };
    Some(format!("Changing one reading takes the house edge from {own} {reaches}"))
}

fn adverse(document: &ReportDocument) -> Option<String> {
    let [least, _] = reading_extremes(document)?;
    least.item.moved.is_negative().then(|| {
        format!(
            "The reading that favours the player most is {}: it takes {} points off the house edge.{}",
            least.item.name,
            figure::points(&least.item.moved),
            least.equals("it")
        )
    })
}

fn removal(document: &ReportDocument) -> Option<String> {
    let effects = document.effects_of_removal.as_ref()?;
    let [low, high] =
        extremes(effects.by_card.iter().filter_map(|one| Some((one.effect.value()?, one.card.as_str()))))?;
    (low.value.is_negative() && high.value.is_positive()).then(|| {
        format!(
            "Without one {} the player gains most ({} points); without one {} he loses most ({} points).{}{}",
            card_name(high.item),
            figure::signed_points(&high.value),
            card_name(low.item),
            figure::signed_points(&low.value),
            high.equals("the gain"),
            low.equals("the loss")
        )
    })
}

fn counts(document: &ReportDocument) -> Option<String> {
    let counting = document.counting.as_ref()?;
    let told = counted::base(counting)?.by_count.iter().filter_map(|one| {
        let gained = one.per_true_count.as_ref()?.value()?;
        Some((figure::printed(&one.correlation)?.abs(), (counted::title(counting, &one.id), &one.correlation, gained)))
    });
    let most = greatest(told)?;
    let (title, correlation, gained) = &most.item;
    let [gained, correlation] = [figure::signed_points(gained), figure::minus(correlation)];
    Some(format!(
        "Of the named counts below, {title} tells most of the base wager: betting correlation {correlation}, {gained} points for each true count.{}",
        most.equals("it")
    ))
}

fn paytables(document: &ReportDocument) -> Option<String> {
    let wagers = document.wagers.iter().filter(|wager| wager.chosen);
    let edges = wagers.filter_map(|wager| Some((-wager.ev.value()?, format!("{}, {}", wager.title, wager.paytable))));
    let edges: Vec<(BigRational, String)> = edges.collect();
    let count = edges.len();
    let [low, high] = extremes(edges)?;
    let [held, most_held] = [&low, &high].map(|edge| usual_percent(&(&edge.value).into()));
    Some(match count {
        1 => format!("The side wager ({}) holds {held}.", low.item),
        _ if low.value == high.value => format!("Every side wager holds {held}."),
        _ => format!(
            "Side wagers hold from {held} ({}) to {most_held} ({}).{}{}",
            low.item,
            high.item,
            low.equals("the least"),
            high.equals("the most")
        ),
    })
}

/// The meters at which the paytables are even, under the report's own reading.
fn progressive(family: &Family<'_>) -> Option<String> {
    let paytables = || family.own().paytables.iter().filter(|wager| wager.progressive.is_some());
    let evens: Vec<(BigRational, &str)> = paytables()
        .filter_map(|wager| {
            let even = wager.progressive.as_ref()?.break_even_meter.as_ref()?.value()?;
            even.is_positive().then_some((even, wager.paytable.as_str()))
        })
        .collect();
    let never = paytables().count() - evens.len();
    let several = evens.len() > 1;
    let [low, high] = extremes(evens)?;
    let [from, to] = [&low, &high].map(|even| {
        let about = if even.value.is_integer() { "" } else { "about " };
        format!("{about}{}", figure::meter(&even.value))
    });
    let title = family.title;
    let evens = match several {
        false => format!("{title} is even at a meter of {from} units."),
        true if low.value == high.value => format!("{title} is even at a meter of {from} units by every paytable."),
        true => format!(
            "{title} is even from a meter of {from} units (paytable {}) to one of {to} (paytable {}).{}{}",
            low.item,
            high.item,
            low.equals("the lowest"),
            high.equals("the highest")
        ),
    };
    Some(match never {
        0 => evens,
        1 => format!("{evens} One other paytable is even at no meter above 0."),
        number => format!("{evens} {number} other paytables are even at no meter above 0."),
    })
}

fn mistakes(mistakes: &[Mistake<'_>]) -> Option<String> {
    let dearest = greatest(mistakes.iter().map(|one| (one.per_100.clone(), one)))?;
    let Mistake { signal, hand, instead, per_100, .. } = dearest.item;
    let told = if signal.signal == "none" { String::new() } else { format!(" ({})", signal.signal) };
    Some(format!(
        "The dearest plausible mistake in the play of a hand is made with {} against {}{told}: {} instead of {} costs {} initial wagers of one hand per 100 hands.{}",
        hand.hand,
        signal.up,
        instead.name(),
        hand.best.name(),
        cards::decimal(per_100, 4),
        dearest.equals("it")
    ))
}

fn net_results(document: &ReportDocument) -> Option<String> {
    let (_, distribution) = shown(document)?;
    let likeliest = greatest(distribution.net.iter().filter_map(|one| Some((one.probability.value()?, one))))?;
    let most = likeliest.item;
    let net = most.net.parse::<BigRational>().ok()?;
    Some(format!(
        "The likeliest net result is {}, in {} of all rounds. The player wins in {} of all rounds.{}",
        figure::amount_of(&net),
        usual_percent(&most.probability),
        usual_percent(&distribution.hit_frequency),
        likeliest.equals("the likeliest")
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
        usual_percent(&class.house_edge)
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
        usual_percent(&document.base_game.iter().find(|class| class.strategy == cut.strategy)?.house_edge)
    ))
}
