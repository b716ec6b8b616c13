//! Effects of removal of side wagers: the deals counted once more from a shoe without one card, for every card.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{Certificate, StatedRemoval, StatedWager};
use num_rational::BigRational;
use num_traits::Zero as _;
use rules::{MeterAmount, OfferedWager, Submission};

use crate::random_card::no_effect_of_a_random_card;
use crate::refusal::{Refusal, expect, same_list};
use crate::statement::{Level, Statement};
use crate::wagers::{self, Counted};

/// Whether effects of removal of a side wager must be stated: where the analysis asks what counts tell, the readings are its own, and deals alone decide the wager.
pub fn wager_removal_is_stated(submission: &Submission, wager: &StatedWager) -> bool {
    submission.exposure.is_some()
        && wager.reading == wagers::own(submission, &wager.id)
        && wagers::offered(submission, wager).is_ok_and(|(_, offered)| wagers::not_counted(&offered).is_none())
}

/// Which claims are there: one for every value that the shoe holds where they must be stated, and else none. A random card has no effect on the mean.
///
/// # Errors
/// [`Refusal`] for the first wager of which that does not hold.
pub(crate) fn present(submission: &Submission, certificate: &Certificate) -> Result<(), Refusal> {
    for wager in &certificate.wagers {
        let what = title(wager);
        if !wager_removal_is_stated(submission, wager) {
            if wager.removal.is_empty() {
                continue;
            }
            return Err(Refusal::Table(format!("{what} is stated, and nothing asks for it")));
        }
        let (_, offered) = wagers::offered(submission, wager)?;
        let shoe = offered.cards.composition();
        let held: Vec<Value> = Value::all().filter(|&value| shoe.count(value) > 0).collect();
        same_list(&format!("{what}: the cards taken out"), wager.removal.iter().map(|one| &one.card), &held)?;
        no_effect_of_a_random_card(&what, &shoe, &wager.removal, &wager.ev)?;
    }
    Ok(())
}

/// The claim at a wager's path, if it is stated; `name` is what the wager is called.
pub(crate) fn claim(path: &str, name: &str, wager: &StatedWager) -> Option<Statement> {
    (!wager.removal.is_empty()).then(|| Statement {
        path: format!("{path}/removal"),
        what: format!("the EV of {name} without one card of each value"),
        level: Level::Usual,
        how: "All deals are counted again over the cards that are left, for every card.".to_owned(),
    })
}

fn title(wager: &StatedWager) -> String {
    format!("wager {} {} without a card", wager.id, wager.paytable)
}

/// The places of the wagers with claims whose deals are counted together with this one's; none if another of them stands before it.
pub(crate) fn counted_with(certificate: &Certificate, at: usize) -> Vec<usize> {
    let has_claims = |place: &usize| !certificate.wagers[*place].removal.is_empty();
    let groups = wagers::groups(&certificate.wagers).into_iter();
    let mut groups = groups.map(|group| group.into_iter().filter(has_claims).collect::<Vec<_>>());
    groups.find(|group| group.first() == Some(&at)).unwrap_or_default()
}

/// Derives the EVs of these wagers without each card again, and compares. Their deals are the same.
///
/// # Errors
/// [`Refusal`] for the first that is another, and for deals that cannot be counted.
pub(crate) fn check(
    submission: &Submission,
    stated: &[&StatedWager],
    progress: &(dyn Fn(&str) + Sync),
) -> Result<(), Refusal> {
    let all = stated.iter().map(|wager| wagers::offered(submission, wager)).collect::<Result<Vec<_>, _>>()?;
    let (Some((switched, first)), Some(wager)) = (all.first(), stated.first()) else { return Ok(()) };
    progress(&title(wager));
    // By wager and value: the EVs without each card, as often as it is in the shoe.
    let mut sums: Vec<BTreeMap<Value, BigRational>> = vec![BTreeMap::new(); all.len()];
    for face in first.cards.faces() {
        let times = BigRational::from_integer(first.cards.count(face).into());
        let Some(cards) = first.cards.without(face) else { continue };
        let counted = Counted::new(&switched.game, &OfferedWager { cards, ..first.clone() })?;
        for ((_, offered), sums) in all.iter().zip(&mut sums) {
            let ev = ev(offered, &counted)?;
            *sums.entry(face.rank.value()).or_insert_with(BigRational::zero) += ev * &times;
        }
    }
    for ((wager, (_, offered)), sums) in stated.iter().zip(&all).zip(sums) {
        let shoe = offered.cards.composition();
        if sums.len() != wager.removal.len() {
            return Err(Refusal::Table(format!(
                "{} is stated of {} values, not {}",
                title(wager),
                wager.removal.len(),
                sums.len()
            )));
        }
        for (one, (value, sum)) in wager.removal.iter().zip(sums) {
            let ev = sum / BigRational::from_integer(shoe.count(value).into());
            compare(wager, one, &ev)?;
        }
    }
    Ok(())
}

fn compare(wager: &StatedWager, one: &StatedRemoval, ev: &BigRational) -> Result<(), Refusal> {
    expect(&format!("{} of the value {}: EV", title(wager), one.card), &one.ev, ev)
}

/// The EV of a wager over these deals, at its meter if it has one.
fn ev(offered: &OfferedWager, counted: &Counted) -> Result<BigRational, Refusal> {
    let MeterAmount { fixed, per_meter } = wagers::expectation(offered, counted)?;
    let meter = offered.rule.meter.as_ref().map(|rule| wagers::meter_in_wagers(rule, offered));
    Ok(fixed + meter.map_or_else(BigRational::zero, |meter| meter * per_meter))
}
