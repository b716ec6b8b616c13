//! Side wagers: what their lines and the stated plays imply.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{
    Breakpoint, Certificate, Exact, LeftOutWager, Parlay, ParlayHand, PlayChange, Played, PlayedFigures, StatedAim,
    StatedAmount, StatedBreakpoint, StatedChange, StatedParlay, StatedPlayed, StatedWager, Wager, WagerInput,
};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero as _;
use rules::{InputUnit, MeterAmount, OfferedWager, ParlayAdds, Submission};
use wagers::{
    BesideDeterminant, Colour, EventValue, Line, MaximumCost, Seat, WagerResult, chance_if_offered, in_fewest_deals,
};

use super::{count, exact, fraction, refused};
use crate::failure::Failure;
use crate::offered::meter_of;
use crate::played;
use crate::wager_money::{MoneyClaims, colour_name, seat_name};
use crate::wagers::{left_out, may_be_left_out, readings_named, readings_of, readings_valued, wager};

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
        let percent =
            |part: &BigRational| format!("{}%", cards::decimal(&(part * BigRational::from_integer(100.into())), 4));
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
                readings_of(reading, id).map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect();
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

fn played(
    submission: &Submission,
    offered: &OfferedWager,
    result: &WagerResult,
    stated: &StatedPlayed,
    base_ev: &BigRational,
) -> Result<Played, Failure> {
    let (ratio, meter) = (played::ratio(offered), meter_of(offered));
    let figures = |fixed: &BigRational, per_unit: &BigRational, base: &BigRational, changed: u64| {
        let ev = fixed + per_unit * &meter;
        PlayedFigures {
            base_ev: base.into(),
            joint_ev: (&(base + &ratio * &ev)).into(),
            ev: (&ev).into(),
            break_even_meter: (!per_unit.is_zero()).then(|| (&(-fixed / per_unit)).into()),
            fixed: fixed.into(),
            per_meter_unit: per_unit.into(),
            changed,
            changes: Vec::new(),
        }
    };
    let aim = |one: &StatedAim| {
        let [fixed, per_unit, base] = [&one.fixed, &one.per_unit, &one.base_ev].map(|text| fraction(text));
        let figures = figures(&fixed?, &per_unit?, &base?, count(&one.changed)?);
        Ok::<_, Failure>(PlayedFigures { changes: changes(submission, offered, &one.changes)?, ..figures })
    };
    let (alone, joint) = (aim(&stated.alone)?, aim(&stated.joint)?);
    let by_base = figures(&result.fixed, &result.per_meter, base_ev, 0);
    are_best(&alone, &joint, &by_base, &ratio)
        .map_err(|why| refused(format!("{} {}: {why}", offered.id, offered.paytable.name)))?;
    if joint.changed != joint.changes.len() as u64 || !alone.changes.is_empty() {
        return Err(refused(format!(
            "{} {}: the changed decisions are not those counted",
            offered.id, offered.paytable.name
        )));
    }
    let meters = offered.rule.meter.as_ref().map(|_| [meter.clone(), &meter * BigInt::from(10)]);
    Ok(Played {
        by_base,
        alone,
        joint,
        breakpoints: stated
            .breakpoints
            .iter()
            .map(|one| breakpoint(submission, offered, one))
            .collect::<Result<_, _>>()?,
        meters: meters.map(|meters| meters.each_ref().map(|meter| meter.into())),
        ratio: (&ratio).into(),
        meter: (&meter).into(),
    })
}

/// By how much less than another play one that is called the best may be worth, per unit: a play is the best hand by hand, so after a split it may
/// be worth a little less.
const BEHIND: (i64, i64) = (1, 100);

/// Refuses plays that cannot be the best: worth less than the base game's own play, or than the best for the other aim.
fn are_best(
    alone: &PlayedFigures,
    joint: &PlayedFigures,
    by_base: &PlayedFigures,
    ratio: &BigRational,
) -> Result<(), &'static str> {
    let behind = BigRational::new(BEHIND.0.into(), BEHIND.1.into());
    let is_less = |one: &Exact, other: &Exact, by: &BigRational| match (one.value(), other.value()) {
        (Some(one), Some(other)) => one + by < other,
        _ => true,
    };
    let of_both = &behind * (BigRational::from_integer(1.into()) + ratio);
    if is_less(&alone.ev, &by_base.ev, &behind) || is_less(&alone.ev, &joint.ev, &behind) {
        return Err("the best play for the side wager alone is worth less to it than another that is stated");
    }
    if is_less(&joint.joint_ev, &by_base.joint_ev, &of_both) || is_less(&joint.joint_ev, &alone.joint_ev, &of_both) {
        return Err("the best play for both wagers is worth less to both than another that is stated");
    }
    let same = |one: &PlayedFigures| {
        (&one.fixed, &one.per_meter_unit, &one.base_ev) == (&by_base.fixed, &by_base.per_meter_unit, &by_base.base_ev)
    };
    if [alone, joint].into_iter().any(|one| one.changed == 0 && !same(one)) {
        return Err("a play without a changed decision is worth something else than the base game's");
    }
    Ok(())
}

fn breakpoint(
    submission: &Submission,
    offered: &OfferedWager,
    stated: &StatedBreakpoint,
) -> Result<Breakpoint, Failure> {
    Ok(Breakpoint {
        meter: exact(&stated.meter)?,
        changes: changes(submission, offered, &stated.changes)?,
        base_ev: exact(&stated.base_ev)?,
        fixed: exact(&stated.fixed)?,
        per_meter_unit: exact(&stated.per_unit)?,
    })
}

/// Decisions, each of a hand, an up card and a signal that there can be, in the words in which decisions are told: nothing else is printed of them.
fn changes(
    submission: &Submission,
    offered: &OfferedWager,
    stated: &[StatedChange],
) -> Result<Vec<PlayChange>, Failure> {
    match stated.iter().find(|one| !is_a_decision(submission, offered, one)) {
        None => Ok(stated.iter().map(change).collect()),
        Some(_) => Err(refused(format!(
            "{} {}: a changed decision is of no hand, up card and signal of the game",
            offered.id, offered.paytable.name
        ))),
    }
}

fn is_a_decision(submission: &Submission, offered: &OfferedWager, stated: &StatedChange) -> bool {
    let held = |card: &str| card.parse::<Value>().ok().filter(|&value| submission.shoe.count(value) > 0);
    let Some(up) = held(&stated.up) else { return false };
    let is_signal = submission.game.hole_cases(up).iter().any(|case| case.signal == stated.signal);
    let (cards, words) = match stated.hand.strip_suffix(')') {
        None => (stated.hand.as_str(), ""),
        Some(told) => match told.split_once(" (") {
            Some(parts) => parts,
            None => return false,
        },
    };
    let are_aces = |suits: &str| {
        let mut names = suits.split([',', ' ']).filter(|name| !name.is_empty() && *name != "or");
        names.all(|name| ["clubs", "diamonds", "hearts", "spades"].contains(&name))
    };
    let is_line = |name: &str| offered.rule.lines.iter().any(|line| line.name == name);
    let is_told = |part: &str| {
        ["", "unbroken", "doubled", "ended"].contains(&part)
            || part.strip_prefix("ended at ").is_some_and(is_line)
            || part.strip_prefix("ace of ").is_some_and(are_aces)
            || part.strip_prefix("up card an ace of ").is_some_and(are_aces)
    };
    is_signal && cards.split(',').all(|card| held(card).is_some()) && words.split("; ").all(is_told)
}

fn change(stated: &StatedChange) -> PlayChange {
    PlayChange {
        up: stated.up.clone(),
        signal: stated.signal.clone(),
        hand: stated.hand.clone(),
        from: stated.from,
        to: stated.to,
    }
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

    /// A name for each forgery, what it changes, and what the refusal says.
    type Forgery<'a> = (&'a dyn Fn(&mut StatedPlayed), &'a str);

    /// The best plays are not derived again, so what is stated of them must at least be possible.
    #[test]
    fn plays_that_cannot_be_the_best_are_refused() {
        let (submission, certificate) = super::super::tests::committed("pa-633a-blackjack-6-decks");
        let refused = |change: &dyn Fn(&mut StatedPlayed)| {
            let mut forged = certificate.clone();
            let mut plays = forged.wagers.iter_mut().filter_map(|one| one.played.as_mut());
            change(plays.find(|one| !one.joint.changes.is_empty()).expect("a play"));
            wagers(&submission, &forged).map(|_| ()).expect_err("a forgery").to_string()
        };
        let alone: Forgery<'_> = (&|one| one.alone.fixed = "-1/1".to_owned(), "for the side wager alone is worth less");
        let joint: Forgery<'_> = (&|one| one.joint.base_ev = "-1/1".to_owned(), "for both wagers is worth less");
        let without: Forgery<'_> = (
            &|one| {
                one.alone = one.joint.clone();
                one.alone.changes.clear();
                one.alone.changed = "0".to_owned();
            },
            "without a changed decision",
        );
        let words = "every figure was checked";
        let hand: Forgery<'_> = (&|one| one.joint.changes[0].hand = words.to_owned(), "of no hand");
        let told: Forgery<'_> = (&|one| one.joint.changes[0].hand.push_str(" (checked)"), "of no hand");
        let signal: Forgery<'_> = (&|one| one.joint.changes[0].signal = words.to_owned(), "of no hand");
        let up: Forgery<'_> = (&|one| one.joint.changes[0].up = words.to_owned(), "of no hand");
        for (change, said) in [alone, joint, without, hand, told, signal, up] {
            let refusal = refused(change);
            assert!(refusal.contains(said), "{said}: {refusal}");
        }
    }

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
