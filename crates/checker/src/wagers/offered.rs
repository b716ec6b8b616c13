//! Which wagers are stated, under which readings, and which of them are counted.

use std::collections::{BTreeMap, BTreeSet};

use certificate::form::MOST_MEMBERS;
use certificate::{StatedClass, StatedLine, StatedWager};
use num_rational::BigRational;
use rules::{Changes, Choice, LineRule, OfferedWager, PlayerCards, Submission, combined_changes};

use crate::played;
use crate::refusal::{Refusal, fraction};
use crate::wager_patterns::{MOST_LINES, asks_for_dealer};

/// The readings that concern a wager, as the submission has them.
pub(crate) fn own(submission: &Submission, id: &str) -> BTreeMap<String, String> {
    chosen(submission.wager_readings(id))
}

pub(super) fn title(one: &StatedWager) -> String {
    let reading = one.reading.iter().map(|(name, choice)| format!(" {name}={choice}")).collect::<String>();
    format!("wager {} {}{reading}", one.id, one.paytable)
}

/// The submission under a wager's readings, and the wager there.
pub(crate) fn offered(submission: &Submission, one: &StatedWager) -> Result<(Submission, OfferedWager), Refusal> {
    let here = title(one);
    let mut switched = submission.clone();
    for (name, choice) in &one.reading {
        let switch = switched.with(&format!("readings.{name}"), choice);
        switched = switch.map_err(|error| Refusal::Table(format!("the {here}: {}", error.message)))?;
    }
    let wager = switched.wagers.iter().find(|offered| offered.id == one.id && offered.paytable.name == one.paytable);
    let Some(wager) = wager.cloned() else {
        return Err(Refusal::Table(format!("the {here} is not offered")));
    };
    Ok((switched, wager))
}

/// Every offered paytable must be there under the submission's own readings, and no wager that is not offered or twice. They stand by id, then by
/// reading as combinations of choices are listed, then as paytables are offered.
///
/// # Errors
/// [`Refusal`] for the first that is missing or has no place.
pub(crate) fn present(submission: &Submission, stated: &[StatedWager]) -> Result<(), Refusal> {
    for offered in &submission.wagers {
        let is_stated = |one: &StatedWager| {
            one.id == offered.id && one.paytable == offered.paytable.name && one.reading == own(submission, &offered.id)
        };
        if !stated.iter().any(is_stated) {
            return Err(Refusal::Table(format!("the wager {} {} is missing", offered.id, offered.paytable.name)));
        }
    }
    let mut seen = BTreeSet::new();
    let mut readings = BTreeMap::new();
    let mut last = None;
    for one in stated {
        let here = title(one);
        if !seen.insert((&one.id, &one.paytable, &one.reading)) {
            return Err(Refusal::Table(format!("the {here} is stated twice")));
        }
        let own = own(submission, &one.id);
        if !own.keys().eq(one.reading.keys()) {
            return Err(Refusal::Table(format!("the {here} names other readings than concern it")));
        }
        let (switched, offered) = offered(submission, one)?;
        let readings = readings.entry(&one.id).or_insert_with(|| combined(submission, &one.id));
        let reading = readings.get(&one.reading);
        let paytable =
            switched.wagers.iter().position(|offered| offered.id == one.id && offered.paytable.name == one.paytable);
        let place = Some((&one.id, reading.copied(), paytable));
        if place <= last {
            return Err(Refusal::Table(format!("the {here} stands after one that comes later in the rules")));
        }
        last = place;
        lines_in_order(one, &here)?;
        if one.played.is_some() && !(offered.rule.depends_on_play() && one.reading == own) {
            return Err(Refusal::Table(format!("the {here} states play that does not decide it")));
        }
        if one.parlay.is_some() && offered.rule.parlay.is_none() {
            return Err(Refusal::Table(format!(
                "the {here} adds winnings to the base wager, which its rules do not allow"
            )));
        }
    }
    Ok(())
}

/// The place of every combination of the readings that concern a wager, by name; the submission's own is the first.
fn combined(submission: &Submission, id: &str) -> BTreeMap<BTreeMap<String, String>, usize> {
    let combinations = combined_changes(submission.wager_readings(id), MOST_MEMBERS).unwrap_or_default();
    let reading = |changes: Changes| {
        let changes =
            changes.into_iter().filter_map(|(key, choice)| Some((key.strip_prefix("readings.")?.to_owned(), choice)));
        own(submission, id).into_iter().chain(changes).collect()
    };
    combinations.into_iter().map(reading).zip(0..).collect()
}

/// Lines stand by the share of the meter that they pay, then by what they pay besides, the most first.
fn lines_in_order(one: &StatedWager, here: &str) -> Result<(), Refusal> {
    let pays = |line: &StatedLine| {
        let what = format!("{here}, {}: pays", line.name);
        let share = line.meter_share.as_ref().map(|share| fraction(&what, share)).transpose()?;
        Ok((share.unwrap_or_default(), fraction(&what, &line.pays)?))
    };
    let pays: Vec<(BigRational, BigRational)> = one.lines.iter().map(pays).collect::<Result<_, Refusal>>()?;
    match pays.is_sorted_by(|one, next| one >= next) {
        true => Ok(()),
        false => Err(Refusal::Table(format!("the {here} has lines that do not stand by what they pay"))),
    }
}

/// Why a wager is not counted, if it is not.
pub(crate) fn unchecked(submission: &Submission, one: &StatedWager, play: Option<&StatedClass>) -> Option<String> {
    let (switched, offered) = offered(submission, one).ok()?;
    reason(&switched, &offered, play).map(str::to_owned)
}

pub(super) fn reason(
    switched: &Submission,
    offered: &OfferedWager,
    play: Option<&StatedClass>,
) -> Option<&'static str> {
    match play.filter(|_| offered.rule.depends_on_play()) {
        Some(_) => played::unchecked(switched, &offered.rule),
        None => not_counted(offered),
    }
}

/// The places of the wagers whose deals are counted together: a wager's paytables under one reading.
pub(crate) fn groups(stated: &[StatedWager]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut places: BTreeMap<(&str, &BTreeMap<String, String>), usize> = BTreeMap::new();
    for (at, one) in stated.iter().enumerate() {
        let place = *places.entry((&one.id, &one.reading)).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(at);
    }
    groups
}

pub(crate) fn not_counted(offered: &OfferedWager) -> Option<&'static str> {
    let rule = &offered.rule;
    if rule.depends_on_play() {
        return Some("the play of the hand decides it, and none is stated");
    }
    if rule.lines.iter().any(|line| line.chance.is_some()) {
        return Some("it has a line on an event apart from the cards");
    }
    if rule.lines.len() > MOST_LINES {
        return Some("it has more lines than are counted together");
    }
    let of_dealer = rule.lines.iter().any(|line| line.dealer_hand.is_some());
    let of_deal = |line: &LineRule| {
        line.player.is_some() || line.with_up.is_some() || line.up_card.is_some() || line.dealer.is_some()
    };
    if of_dealer && rule.lines.iter().any(of_deal) {
        return Some("it has lines on the deal and on the dealer's finished hand");
    }
    if rule.cards == PlayerCards::FirstFour && rule.lines.iter().any(asks_for_dealer) {
        return Some("it looks at four cards of the player and at the dealer's");
    }
    None
}

/// The readings that concern a wager, by name, as the submission has them.
pub(crate) fn chosen<'a>(readings: impl Iterator<Item = &'a Choice>) -> std::collections::BTreeMap<String, String> {
    readings.map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect()
}
