//! An exposure as tables for spreadsheets: every count of every depth, with the fractions.

use std::collections::BTreeSet;

use certificate::Exact;
use num_rational::BigRational;
use num_traits::Signed as _;

use super::ceiling_view::ceiling_table;
use super::document::{RampWorth, SeenDepth, ShoeEstimate};
use super::fields::seen;
use super::subject::ExposurePage;
use crate::csv::{both, line, root};
use crate::figure;
use crate::names::{VALUES, slug};

/// The tables by name, those that were asked for.
pub(super) fn tables(page: &ExposurePage<'_>) -> Vec<(String, String)> {
    let has_ramp = page.depths.iter().any(|depth| depth.ramp.is_some());
    let mut tables = vec![("by-count.csv".to_owned(), by_count(page))];
    let names = wager_slugs(page);
    tables.extend(names.iter().enumerate().map(|(at, name)| (format!("{name}.csv"), wager(page, at))));
    if page.depths.iter().any(|depth| depth.indices.is_some()) {
        tables.push(("indices.csv".to_owned(), indices(page)));
    }
    if has_ramp {
        tables.push(("bets.csv".to_owned(), bets(page)));
        tables.push(("win-rate.csv".to_owned(), win_rate(page)));
    }
    if !page.penetrations.is_empty() {
        tables.push(("penetration.csv".to_owned(), penetration(page)));
    }
    if worths(page).any(|(_, _, ramp)| ramp.shoe.is_some()) {
        tables.push(("shoes.csv".to_owned(), shoes(page)));
    }
    if page.depths.iter().any(|depth| depth.ceiling.is_some()) {
        tables.push(("ceiling.csv".to_owned(), ceiling_table(page)));
    }
    if !page.tags.is_empty() {
        tables.push(("tags.csv".to_owned(), tags(page)));
        tables.push(("effects-of-removal.csv".to_owned(), effects(page)));
    }
    tables
}

/// File names of the side wagers without their ending, each one's own.
pub(super) fn wager_slugs(page: &ExposurePage<'_>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let name = |wager: &super::document::CountedWager| {
        let mut name = format!("wager-{}", slug(&format!("{} {}", wager.id, wager.paytable)));
        while !taken.insert(name.clone()) {
            name.push_str("-2");
        }
        name
    };
    page.wagers.iter().map(name).collect()
}

/// A number in as few decimals as it has.
fn short(exact: &Exact) -> String {
    exact.value().map_or_else(|| exact.fraction.clone(), |number| figure::decimal(&number))
}

fn flag(is: bool) -> &'static str {
    if is { "true" } else { "false" }
}

fn by_count(page: &ExposurePage<'_>) -> String {
    let mut text = String::from(
        "seen_from,seen_to,count,running_from,running_to,probability,probability_fraction,ev,ev_fraction,std_dev,variance_fraction,insurance_ev,insurance_ev_fraction,ev_by_indices,ev_by_indices_fraction,std_dev_by_indices,variance_by_indices_fraction\n",
    );
    for depth in page.depths {
        let [from, to] = seen(depth);
        for (at, row) in depth.rows.iter().enumerate() {
            let by_indices = depth.indices.as_ref().and_then(|indices| indices.evs.get(at));
            let counts = [&row.count, &row.running[0], &row.running[1]].map(short);
            let mut fields = vec![from.as_str(), &to];
            fields.extend(counts.iter().map(String::as_str));
            fields.extend(both(Some(&row.probability)));
            fields.extend(both(Some(&row.ev)));
            fields.extend(root(row.std_dev.as_ref()));
            fields.extend(both(row.insurance_ev.as_ref()));
            fields.extend(both(by_indices));
            fields.extend(root(depth.indices.as_ref().and_then(|indices| indices.std_devs.get(at))));
            line(&mut text, &fields);
        }
    }
    text
}

fn wager(page: &ExposurePage<'_>, at: usize) -> String {
    let mut text = String::from(
        "seen_from,seen_to,count,probability,probability_fraction,ev,ev_fraction,std_dev,variance_fraction,made\n",
    );
    for depth in page.depths {
        let [from, to] = seen(depth);
        for row in &depth.rows {
            let Some(ev) = row.wager_evs.get(at) else { continue };
            let count = short(&row.count);
            let mut fields = vec![from.as_str(), &to, &count];
            fields.extend(both(Some(&row.probability)));
            fields.extend(both(Some(ev)));
            fields.extend(root(row.wager_std_devs.get(at)));
            fields.push(flag(is_made(page.trigger, &row.count, ev)));
            line(&mut text, &fields);
        }
    }
    text
}

/// Whether a side wager is made under a count.
pub(super) fn is_made(trigger: Option<i64>, count: &Exact, ev: &Exact) -> bool {
    match trigger {
        Some(least) => count.value().is_some_and(|count| count >= BigRational::from_integer(least.into())),
        None => ev.value().is_some_and(|ev| ev.is_positive()),
    }
}

fn indices(page: &ExposurePage<'_>) -> String {
    let mut text = String::from(
        "seen_from,seen_to,rank,hand,cards,up,signal,chart,action,from,to,from_the_lowest,probability,probability_fraction,on_table_from,on_table_to,gain,gain_fraction,played\n",
    );
    for (depth, indices) in page.depths.iter().filter_map(|depth| Some((depth, depth.indices.as_ref()?))) {
        let [seen_from, seen_to] = seen(depth);
        let played = indices.is_played();
        for ((rank, row), played) in (1..).zip(&indices.rows).zip(played) {
            let table = row.on_table.as_ref().map_or_else(Default::default, |ends| ends.each_ref().map(short));
            for play in &row.plays {
                let from = short(&play.from);
                let to = play.to.as_ref().map_or_else(String::new, short);
                let [rank, signal] = [rank.to_string(), row.signal.clone().unwrap_or_default()];
                let mut fields = vec![seen_from.as_str(), &seen_to, &rank, &row.hand, row.cards.unwrap_or_default()];
                fields.extend([&row.up, signal.as_str(), row.chart, play.action, &from, &to]);
                fields.push(flag(play.from_the_lowest));
                fields.extend(both(Some(&play.probability)));
                fields.extend(table.iter().map(String::as_str));
                fields.extend(both(Some(&row.gain)));
                fields.push(flag(played));
                line(&mut text, &fields);
            }
        }
    }
    text
}

fn bets(page: &ExposurePage<'_>) -> String {
    let mut text = String::from(
        "seen_from,seen_to,count,probability,probability_fraction,units,units_fraction,ev_played,ev_played_fraction\n",
    );
    for (depth, ramp) in page.depths.iter().filter_map(|depth| Some((depth, depth.ramp.as_ref()?))) {
        let [from, to] = seen(depth);
        for (at, (row, units)) in depth.rows.iter().zip(&ramp.units).enumerate() {
            let count = short(&row.count);
            let ev = depth.indices.as_ref().and_then(|indices| indices.evs.get(at)).unwrap_or(&row.ev);
            let units = [short(units), units.fraction.clone()];
            let mut fields = vec![from.as_str(), &to, &count];
            fields.extend(both(Some(&row.probability)));
            fields.extend(units.iter().map(String::as_str));
            fields.extend(both(Some(ev)));
            line(&mut text, &fields);
        }
    }
    text
}

/// What a ramp comes to, as the columns of [`WORTH`].
fn worth(ramp: &RampWorth) -> Vec<String> {
    let ruin = ramp.ruin.as_ref();
    let exact = [Some(&ramp.mean_units), Some(&ramp.played), Some(&ramp.win)].into_iter().flat_map(both);
    let ends = [ramp.n0.as_ref(), ramp.score.as_ref(), ramp.bank.as_ref()].into_iter().flat_map(both);
    let figures = exact.chain(root(ramp.std_dev.as_ref())).chain(ends).map(str::to_owned);
    let stated = [ruin.map(|ruin| ruin.bank.to_string()), ruin.map(|ruin| ruin.risk.clone())];
    figures.chain(stated.into_iter().map(Option::unwrap_or_default)).collect()
}

const WORTH: &str = "mean_units,mean_units_fraction,rounds_played,rounds_played_fraction,win,win_fraction,std_dev,variance_fraction,n0,n0_fraction,score,score_fraction,bank_for_13.5_percent,bank_for_13.5_percent_fraction,bank,risk_of_ruin\n";

fn win_rate(page: &ExposurePage<'_>) -> String {
    let mut text = format!("seen_from,seen_to,play,{WORTH}");
    for (depth, ramp) in page.depths.iter().filter_map(|depth| Some((depth, depth.ramp.as_ref()?))) {
        let [from, to] = seen(depth);
        let play = if depth.indices.is_some() { "indices" } else { "chart" };
        let worth = worth(ramp);
        let fields: Vec<&str> =
            [from.as_str(), &to, play].into_iter().chain(worth.iter().map(String::as_str)).collect();
        line(&mut text, &fields);
    }
    text
}

fn penetration(page: &ExposurePage<'_>) -> String {
    let mut text = format!("seen_up_to,cards,penetration,penetration_fraction,{WORTH}");
    let cards = page.cards.to_string();
    for one in page.penetrations {
        let up_to = one.up_to.to_string();
        let worth = worth(&one.ramp);
        let mut fields = vec![up_to.as_str(), &cards];
        fields.extend(both(Some(&one.penetration)));
        fields.extend(worth.iter().map(String::as_str));
        line(&mut text, &fields);
    }
    text
}

/// What every ramp comes to, with the most cards seen and the play.
fn worths<'a>(page: &'a ExposurePage<'_>) -> impl Iterator<Item = (u32, &'static str, &'a RampWorth)> {
    let of_depth = |depth: &'a SeenDepth| {
        let play = if depth.indices.is_some() { "indices" } else { "chart" };
        Some((depth.seen[1], play, depth.ramp.as_ref()?))
    };
    let by_penetration = page.penetrations.iter().map(|one| (one.up_to, "chart", &one.ramp));
    page.depths.iter().filter_map(of_depth).chain(by_penetration)
}

fn shoes(page: &ExposurePage<'_>) -> String {
    let mut text = String::from(
        "seen_up_to,cards,play,seats,shoes,seed,rounds_per_shoe,rounds_standard_error,rounds_wagered,units_wagered,win_per_shoe,win_standard_error,std_dev_per_shoe,win_of_a_round_dealt,win_of_a_round_standard_error,shoes_too_short\n",
    );
    let cards = page.cards.to_string();
    for (up_to, play, shoe) in worths(page).filter_map(|(up_to, play, ramp)| Some((up_to, play, ramp.shoe.as_ref()?))) {
        let [up_to, seats, dealt, seed] =
            [u64::from(up_to), shoe.seats.into(), shoe.shoes, shoe.seed].map(|it| it.to_string());
        let too_short = shoe.too_short.to_string();
        let both = |figure: &'_ ShoeEstimate| [figure.estimate.clone(), figure.standard_error.clone()];
        let [rounds, win, of_a_round] = [&shoe.rounds, &shoe.win, &shoe.win_of_a_round].map(both);
        let deviation = shoe.std_dev.as_deref().unwrap_or_default();
        let mut fields = vec![up_to.as_str(), &cards, play, &seats, &dealt, &seed, &rounds[0], &rounds[1]];
        fields.extend([shoe.rounds_wagered.as_str(), &shoe.units, &win[0], &win[1], deviation]);
        fields.extend([of_a_round[0].as_str(), &of_a_round[1], &too_short]);
        line(&mut text, &fields);
    }
    text
}

fn tags(page: &ExposurePage<'_>) -> String {
    let mut text = format!("wager,paytable,tags,level,correlation,{}\n", VALUES.join(","));
    for of in page.tags {
        let [wager, paytable] = [&of.wager, &of.paytable].map(|text| text.as_deref().unwrap_or_default());
        for best in &of.best {
            let [level, tags] = [best.level.to_string(), format!("best up to {}", best.level)];
            let values = best.tags.map(|tag| tag.to_string());
            let mut fields = vec![wager, paytable, &tags, &level, &best.correlation];
            fields.extend(values.iter().map(String::as_str));
            line(&mut text, &fields);
        }
        for count in &of.counts {
            let mut fields = vec![wager, paytable, &count.id, "", &count.correlation];
            fields.extend([""; 10]);
            line(&mut text, &fields);
        }
    }
    text
}

fn effects(page: &ExposurePage<'_>) -> String {
    let mut text = String::from("wager,paytable,card,effect,effect_fraction\n");
    for of in page.tags {
        let [wager, paytable] = [&of.wager, &of.paytable].map(|text| text.as_deref().unwrap_or_default());
        for (card, effect) in VALUES.iter().zip(&of.effects) {
            line(&mut text, &[wager, paytable, card, &effect.decimal, &effect.fraction]);
        }
    }
    text
}
