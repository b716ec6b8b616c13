//! The side wagers that an analysis offers.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_rational::BigRational;
use num_traits::One;

use crate::analysis::Draft;
use crate::error::{RulesError, one_of};
use crate::game::Game;
use crate::odds::Percent;
use crate::offered::OfferedWager;
use crate::shoe::Shoe;
use crate::side_wager::{Paytable, SideWager};
use crate::wager_inputs::WagerDraft;

/// A wager the analysis does not mention is offered wherever the text allows it, with every paytable the text gives for the
/// number of decks; one it does mention must be allowed. A shoe of which values alone are known has no side wagers, nor one of so few cards that
/// they might not be dealt, and one that is not whole decks none of those for which play and suits decide together.
pub(crate) fn offered_wagers(game: &Game, draft: &Draft, shoe: &Shoe) -> Result<Vec<OfferedWager>, RulesError> {
    for (id, wager) in &draft.wagers {
        if !game.wagers.contains_key(id) {
            return Err(wager
                .key
                .expected(format!("{} has no side wager `{id}`", game.id), one_of(game.wagers.keys())));
        }
    }
    let mut offered = Vec::new();
    for (id, rule) in &game.wagers {
        let wanted = draft.wagers.get(id);
        if let Some(wager) = wanted {
            check_wanted(rule, wager)?;
        }
        if wanted.is_some_and(|wager| !wager.offered) {
            continue;
        }
        let (Some(cards), Some(decks)) = (shoe.faces, shoe.counted_decks) else { continue };
        if shoe.values_no_wager().is_some() || shoe.decks.is_none() && rule.looks_at_suits_of_played_hands() {
            continue;
        }
        let inputs = wanted.map(|wager| wager.inputs.clone()).unwrap_or_default();
        let counted = game.shoe.dealing.counted(decks, rule.decks_counted);
        let paytables = paytables(rule, wanted, counted)?;
        offered.extend(paytables.into_iter().map(|paytable| OfferedWager {
            id: id.clone(),
            rule: Arc::clone(rule),
            paytable: paytable.clone(),
            inputs: inputs.clone(),
            decks,
            faces_of_deck: game.shoe.deck_size(),
            cards,
        }));
    }
    Ok(offered)
}

/// What an analysis says of a wager must be about something that the wager has, also where the wager is not offered.
fn check_wanted(rule: &SideWager, wager: &WagerDraft) -> Result<(), RulesError> {
    if let Some(name) = wager.paytable.as_ref().filter(|name| !rule.paytables.iter().any(|one| one.name == name.value))
    {
        let mut names: Vec<&String> = Vec::new();
        // In the order of the file; tables for different numbers of decks may share a name.
        for table in &rule.paytables {
            if !names.contains(&&table.name) {
                names.push(&table.name);
            }
        }
        return Err(name.expected(format!("{} has no paytable `{}`", rule.title, name.value), one_of(names)));
    }
    for (name, place) in &wager.places {
        if let Some(name) = name.strip_prefix("chances.") {
            let known: Vec<&String> = rule.lines.iter().filter_map(|line| line.chance.as_ref()).collect();
            if !known.iter().any(|&known| known == name) {
                return Err(place.expected(format!("{} has no chance `{name}`", rule.title), one_of(known)));
            }
        }
        if let Some(name) = name.strip_prefix("offers.") {
            if !rule.events.contains_key(name) {
                let message = format!("{} has no event `{name}` whose chance follows from cards or seats", rule.title);
                return Err(place.expected(message, one_of(rule.events.keys())));
            }
            if wager.inputs.chances.contains_key(name) {
                let message = format!("the chance of `{name}` is stated, and how often it is offered too");
                return Err(place.expected(message, "one of the two"));
            }
        }
        let (what, has_it) = match name.as_str() {
            "meter" | "seed" | "rate" | "reserve" => ("meter", rule.meter.is_some()),
            "maximum" | "largest" => ("maximum", rule.maximum.is_some()),
            "players" | "stake" => ("meter and no maximum", rule.meter.is_some() || rule.maximum.is_some()),
            "parlay" => ("winnings that may be added to the base wager", rule.parlay.is_some()),
            "seats" => ("event that draws a seat", rule.draws_a_seat()),
            _ => continue,
        };
        if !has_it {
            return Err(place.expected(format!("{} has no {what}", rule.title), format!("no `{name}`")));
        }
    }
    let one = BigRational::from_integer(1.into());
    let stake = wager.inputs.stake.as_ref().unwrap_or(&one);
    let place = wager.places.iter().find(|(name, _)| name.as_str() == "largest");
    if let (Some(largest), Some((_, place))) = (wager.inputs.largest.as_ref().filter(|largest| *largest < stake), place)
    {
        return Err(place.expected(
            format!("the largest wager is {largest}, and the wager is {stake}"),
            format!("{stake} or more"),
        ));
    }
    let of_text = |percent: &Option<Percent>| percent.as_ref().map(|percent| percent.ratio().clone());
    if let Some(meter) = &rule.meter {
        let rate = wager.inputs.rate.clone().or_else(|| of_text(&meter.rate)).unwrap_or_default();
        let reserve = wager.inputs.reserve.clone().or_else(|| of_text(&meter.reserve)).unwrap_or_default();
        if let Some(place) =
            wager.places.get("reserve").or(wager.places.get("rate")).filter(|_| rate + reserve > One::one())
        {
            return Err(place.expected("rate and reserve together are more than the wager", "at most 100% together"));
        }
    }
    Ok(())
}

/// The paytables of a wager that are in force.
fn paytables<'a>(
    rule: &'a SideWager,
    wanted: Option<&WagerDraft>,
    decks: u16,
) -> Result<Vec<&'a Paytable>, RulesError> {
    let allowed: Vec<&Paytable> = rule.paytables.iter().filter(|table| table.goes_with(decks)).collect();
    let decks_of = |tables: &mut dyn Iterator<Item = &Paytable>| {
        let (mut decks, mut least) = (BTreeSet::new(), None::<u16>);
        for table in tables {
            decks.extend(table.decks.iter().copied());
            least = table.decks_from.into_iter().chain(least).min();
        }
        let and_more = least.map(|least| format!("{least} and more"));
        format!("{} decks", one_of(decks.into_iter().map(|decks| decks.to_string()).chain(and_more)))
    };
    match (wanted, wanted.and_then(|wager| wager.paytable.as_ref())) {
        (Some(wager), None) if allowed.is_empty() => Err(wager.key.expected(
            format!("{} is not offered with {decks} decks", rule.title),
            decks_of(&mut rule.paytables.iter()),
        )),
        (_, None) => Ok(allowed),
        (_, Some(name)) => {
            if let Some(&table) = allowed.iter().find(|table| table.name == name.value) {
                return Ok(vec![table]);
            }
            let mut named = rule.paytables.iter().filter(|table| table.name == name.value);
            Err(name.expected(
                format!("paytable `{}` of {} does not go with {decks} decks", name.value, rule.title),
                decks_of(&mut named),
            ))
        }
    }
}
