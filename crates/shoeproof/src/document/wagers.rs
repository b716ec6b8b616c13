//! Side wagers: what their lines and the stated plays imply.

use std::collections::BTreeMap;

use certificate::{
    Certificate, Exact, LeftOutWager, Parlay, ParlayHand, StatedAmount, StatedParlay, StatedWager, Wager, WagerInput,
};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero as _;
use rules::{InputUnit, MeterAmount, OfferedWager, ParlayAdds, Submission};
use wagers::{
    BesideDeterminant, Colour, EventValue, Line, MaximumCost, Seat, WagerResult, chance_if_offered, in_fewest_deals,
};

use super::stated_plays::played;
use super::{fraction, refused};
use crate::failure::Failure;
use crate::wager_money::{MoneyClaims, colour_name, seat_name};
use crate::wagers::{left_out, may_be_left_out, readings_named, readings_valued, wager};

/// The class that plays the base wager.
const CLASS: &str = "cdz";

/// Id, paytable and readings of a wager.
type Key = (String, String, BTreeMap<String, String>);

/// The side wagers of a certificate.
pub(super) struct FoundWagers {
    /// What each comes to.
    pub(super) wagers: Vec<Wager>,
    /// What is not valued.
    pub(super) left_out: Vec<LeftOutWager>,
}

/// What the analysis states of each side wager besides its paytable.
pub(super) fn inputs(submission: &Submission) -> Vec<WagerInput> {
    let mut all: Vec<WagerInput> = Vec::new();
    for offered in &submission.wagers {
        for stated in offered.inputs.in_words() {
            let unit = match stated.unit {
                InputUnit::Dollars => "dollars",
                InputUnit::Part => "part",
                InputUnit::Number => "number",
            };
            let one = WagerInput {
                wager: offered.rule.title.clone(),
                key: format!("wagers.{}.{}", offered.id, stated.name),
                meaning: stated.meaning,
                amount: (&stated.amount).into(),
                unit: unit.to_owned(),
            };
            // A wager stands here once for each of its paytables.
            if !all.contains(&one) {
                all.push(one);
            }
        }
    }
    all
}

/// What is said of events apart from the cards: which chances the submission states, and which lines are never won because it states none.
pub(super) fn events_apart(submission: &Submission) -> Vec<String> {
    let mut all = Vec::new();
    for offered in &submission.wagers {
        let rule = &offered.rule;
        let percent = |part: &BigRational| format!("{}%", Exact::from(part).percent(4));
        for line in rule.lines.iter().filter(|line| !rule.without.contains(&line.name)) {
            let Some(event) = &line.chance else { continue };
            let drawn = chance_if_offered(offered, event);
            let is_offered = offered.inputs.offers.contains_key(event) && drawn.is_some();
            let text = match offered.inputs.chances.get(event) {
                Some(stated) => {
                    let more = drawn.filter(|drawn| stated > drawn);
                    let more =
                        more.map(|drawn| format!(" Drawn as the game file says, it has at most {}.", percent(&drawn)));
                    format!(
                        "{}: that the chance of `{event}` is {} is stated by the submission and not checked.{}",
                        rule.title,
                        percent(stated),
                        more.unwrap_or_default()
                    )
                }
                None if is_offered => continue,
                None => format!(
                    "{}: {} is taken never to be won, because the submission does not state {}.",
                    rule.title,
                    line.name,
                    if drawn.is_some() {
                        "in what part of all rounds it is offered"
                    } else {
                        "the chance of its event"
                    }
                ),
            };
            // A wager stands here once for each of its paytables.
            if !all.contains(&text) {
                all.push(text);
            }
        }
    }
    all
}

/// Lines under the report's readings that no deal wins: the shoe cannot make them, or lines before them take all their deals.
pub(super) fn never_won(wagers: &[Wager]) -> Vec<String> {
    let of_wager = |wager: &Wager| {
        let lines: Vec<&str> =
            wager.lines.iter().filter(|line| line.combinations == "0").map(|line| line.name.as_str()).collect();
        (!lines.is_empty()).then(|| {
            format!("{}, paytable {}: no deal of these cards wins {}.", wager.title, wager.paytable, lines.join(", "))
        })
    };
    wagers.iter().filter(|wager| wager.chosen).filter_map(of_wager).collect()
}

/// Every side wager with what it comes to, and what is not valued.
///
/// # Errors
/// As [`super::document`].
pub(super) fn wagers(submission: &Submission, certificate: &Certificate) -> Result<FoundWagers, Failure> {
    let mut stated: BTreeMap<Key, &StatedWager> = BTreeMap::new();
    for one in &certificate.wagers {
        let key = (one.id.clone(), one.paytable.clone(), one.reading.clone());
        if stated.insert(key, one).is_some() {
            return Err(refused(format!("the wager {} {} is stated twice", one.id, one.paytable)));
        }
    }
    let base_ev = certificate.classes.iter().find(|class| class.strategy == CLASS);
    let base_ev = base_ev.map(|class| fraction(&class.ev)).transpose()?.unwrap_or_default();
    let mut found = FoundWagers { wagers: Vec::new(), left_out: Vec::new() };
    for id in submission.game.wagers.keys().filter(|id| offers(submission, id)) {
        let readings = readings_valued(submission, id)?;
        for (position, reading) in readings.iter().enumerate() {
            let chosen = position == 0;
            let choices: BTreeMap<String, String> =
                reading.wager_readings(id).map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect();
            for offered in reading.wagers.iter().filter(|offered| &offered.id == id) {
                match stated.remove(&(id.clone(), offered.paytable.name.clone(), choices.clone())) {
                    Some(one) => found.wagers.push(valued(reading, offered, one, &base_ev, chosen)?),
                    None if !chosen && may_be_left_out(offered, &readings) => found.left_out.push(LeftOutWager {
                        id: id.clone(),
                        reading: choices.clone(),
                        why: left_out(reading, offered),
                    }),
                    None => {
                        let name = &offered.paytable.name;
                        return Err(refused(format!(
                            "the wager {id} {name} ({}) is missing",
                            readings_named(reading, id)
                        )));
                    }
                }
            }
        }
    }
    match stated.keys().next() {
        Some((id, paytable, _)) => Err(refused(format!("the wager {id} {paytable} is not offered under its readings"))),
        None => Ok(found),
    }
}

fn offers(submission: &Submission, id: &str) -> bool {
    submission.wagers.iter().any(|offered| offered.id == id)
}

fn valued(
    reading: &Submission,
    offered: &OfferedWager,
    stated: &StatedWager,
    base_ev: &BigRational,
    chosen: bool,
) -> Result<Wager, Failure> {
    let expected = (chosen && offered.rule.depends_on_play(), offered.rule.parlay.is_some());
    if (stated.played.is_some(), stated.parlay.is_some()) != expected {
        let (id, paytable) = (&offered.id, &offered.paytable.name);
        return Err(refused(format!(
            "{id} {paytable}: plays of the wager or its winnings are missing, or there are none"
        )));
    }
    let result = wager_result(offered, stated)?;
    let mut wager = wager(reading, offered, &result, chosen);
    wager.played = stated.played.as_ref().map(|one| played(reading, offered, &result, one, base_ev)).transpose()?;
    wager.parlay = stated.parlay.as_ref().map(|one| parlay(offered, &result, one)).transpose()?;
    money(offered, stated)?.tell(reading, offered, &result, &mut wager);
    say_in_fewest_deals(&mut wager, &result, reading.shoe.total().into());
    Ok(wager)
}

/// The counts of a wager's lines as a report states them: the certificate's are those that the checker derives.
fn say_in_fewest_deals(wager: &mut Wager, result: &WagerResult, cards: u64) {
    let counts: Vec<BigUint> = result.lines.iter().map(|line| line.combinations.clone()).collect();
    let counts = in_fewest_deals(&counts, cards);
    for (line, count) in wager.lines.iter_mut().zip(&counts) {
        line.combinations = count.to_string();
    }
    wager.total = counts.iter().sum::<BigUint>().to_string();
}

/// What is stated of a wager besides its lines.
fn money(offered: &OfferedWager, stated: &StatedWager) -> Result<MoneyClaims, Failure> {
    let events = stated.events.iter().map(|one| {
        let chance = fraction(&one.chance)?;
        if chance.is_zero() {
            return Err(refused(format!("{} {}: {} never comes", stated.id, stated.paytable, one.line)));
        }
        Ok(EventValue {
            line: one.line.clone(),
            event: one.event.clone(),
            offered: EventValue::offered(offered, &one.event, &chance),
            never: amount(&one.never)?,
            always: amount(&one.always)?,
            chance,
        })
    });
    let seats = stated.seats.iter().map(|one| {
        let wrong = || refused(format!("{} {}: no seat or side is so called", stated.id, stated.paytable));
        let seat = [Seat::First, Seat::Other].into_iter().find(|&seat| seat_name(seat) == one.seat);
        let colour = Colour::ALL.into_iter().find(|&colour| colour_name(colour) == one.drawn_from);
        Ok(BesideDeterminant {
            seat: seat.ok_or_else(wrong)?,
            colour: colour.ok_or_else(wrong)?,
            least: amount(&one.least)?,
            most: amount(&one.most)?,
        })
    });
    let maximum = stated.maximum.as_ref().map(|one| {
        let (Some(players), Some(stake)) = (offered.inputs.players, offered.inputs.stake.clone()) else {
            return Err(refused(format!("{} {}: a maximum without players", stated.id, stated.paytable)));
        };
        Ok(MaximumCost {
            line: one.line.clone(),
            players,
            stake,
            maximum: fraction(&one.maximum)?,
            least: fraction(&one.least)?,
            is_allowed: one.allowed,
            ev_lost: fraction(&one.ev_lost)?,
        })
    });
    Ok(MoneyClaims {
        events: events.collect::<Result<_, Failure>>()?,
        seats: seats.collect::<Result<_, Failure>>()?,
        maximum: maximum.transpose()?,
    })
}

fn amount(stated: &StatedAmount) -> Result<MeterAmount, Failure> {
    Ok(MeterAmount { fixed: fraction(&stated.fixed)?, per_meter: fraction(&stated.per_unit)? })
}

/// A wager as its stated lines have it.
///
/// # Errors
/// For numbers that are none, and for lines without a deal.
pub(crate) fn wager_result(offered: &OfferedWager, stated: &StatedWager) -> Result<WagerResult, Failure> {
    let here = || format!("{} {}", stated.id, stated.paytable);
    let whole = |text: &str| {
        let number = certificate::number::whole(text).map_err(|error| refused(format!("{}: {error}", here())))?;
        number.to_biguint().ok_or_else(|| refused(format!("{}: a count is negative", here())))
    };
    let lines = stated.lines.iter().map(|line| {
        Ok(Line {
            name: line.name.clone(),
            combinations: whole(&line.combinations)?,
            fixed: fraction(&line.pays)?,
            per_meter: line.meter_share.as_deref().map(fraction).transpose()?.unwrap_or_default(),
        })
    });
    let lines = lines.collect::<Result<Vec<Line>, Failure>>()?;
    if lines.iter().all(|line| line.combinations.is_zero()) {
        return Err(refused(format!("{} has no combinations", here())));
    }
    Ok(WagerResult::from_lines(offered, lines))
}

fn parlay(offered: &OfferedWager, result: &WagerResult, stated: &StatedParlay) -> Result<Parlay, Failure> {
    let rule = offered.rule.parlay.as_ref();
    let rule = rule.ok_or_else(|| refused(format!("{}: its winnings cannot be added", offered.id)))?;
    let (gain, always) = (fraction(&stated.gain)?, fraction(&stated.always)?);
    Ok(Parlay {
        adds: match rule.adds {
            ParlayAdds::Payout => "payout",
            ParlayAdds::PayoutAndWager => "payout-and-wager",
        }
        .to_owned(),
        strategy: CLASS.to_owned(),
        ev: (&(&result.fixed + &gain)).into(),
        gain: (&gain).into(),
        ev_always: (&(&result.fixed + always)).into(),
        hands: stated
            .hands
            .iter()
            .map(|one| ParlayHand { hand: one.hand.clone(), against: one.against.clone() })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_cards_of_eight_decks_are_counted_in_their_ordered_deals() {
        let (submission, certificate) = super::super::tests::committed("ma-double-attack-8-decks");
        let wagers = wagers(&submission, &certificate).expect("wagers").wagers;
        let bust_it: Vec<&Wager> = wagers.iter().filter(|wager| wager.id == "bust-it").collect();
        assert!(!bust_it.is_empty());
        for wager in bust_it {
            assert_eq!(wager.total, (384_u64 * 383 * 382).to_string());
            let sum: u64 = wager.lines.iter().map(|line| line.combinations.parse::<u64>().expect("a count")).sum();
            assert_eq!(sum.to_string(), wager.total);
        }
    }
}
