//! What a certificate states of the best plays for a side wager. They are not derived again, so what is stated must at least be possible.

use cards::Value;
use certificate::{
    Breakpoint, Exact, PlayChange, Played, PlayedFigures, StatedAim, StatedBreakpoint, StatedChange, StatedPlayed,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero as _;
use rules::{OfferedWager, Submission};
use wagers::WagerResult;

use super::{count, exact, fraction, refused};
use crate::failure::Failure;
use crate::offered::meter_of;
use crate::played;

/// How play decides a side wager, as a certificate states it.
///
/// # Errors
/// For numbers that are none, plays that cannot be the best, and decisions that cannot be.
pub(super) fn played(
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
    if offered.rule.meter.is_none() && !stated.breakpoints.is_empty() {
        let why = "play is stated by the meter, and the wager has none";
        return Err(refused(format!("{} {}: {why}", offered.id, offered.paytable.name)));
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
    is_signal && played::tells_a_hand(&stated.hand, offered, |card| held(card).is_some())
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

#[cfg(test)]
mod tests {
    use super::super::wagers::wagers;
    use super::*;

    /// What a forgery changes, and what the refusal says.
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
}
