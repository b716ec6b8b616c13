//! Several players on one box: what a follower is worth, beside the caller whom he follows.

use std::collections::BTreeMap;

use certificate::{
    Certificate, FollowedCaller, FollowedUpCard, FollowerGain, ReadingChoice, ReadingEffect, SharedBox, StatedClass,
    StatedFollower,
};
use rules::{Changes, Choice, Submission};

use super::{exact, fraction, refused};
use crate::failure::Failure;

/// `None` where nothing is stated.
///
/// # Errors
/// As [`super::document`].
pub(super) fn shared_box(submission: &Submission, certificate: &Certificate) -> Result<Option<SharedBox>, Failure> {
    let stated = &certificate.followers;
    let Some(rule) = submission.game.sharing.as_ref().filter(|_| !stated.is_empty()) else { return Ok(None) };
    let is_theirs = |choice: &&Choice| choice.switch.affects_followers() && !choice.switch.affects_base_game();
    let readings = submission.readings.iter().filter(is_theirs);
    Ok(Some(SharedBox {
        clauses: rule.clauses.clone(),
        players: rule.players,
        by_caller: stated.iter().map(|one| followed(certificate, one)).collect::<Result<_, Failure>>()?,
        reading_effects: readings.map(|reading| effect(stated, reading)).collect::<Result<_, Failure>>()?,
    }))
}

fn followed(certificate: &Certificate, stated: &StatedFollower) -> Result<FollowedCaller, Failure> {
    let strategy = &stated.caller;
    let caller: &StatedClass = certificate
        .classes
        .iter()
        .find(|class| class.strategy == *strategy)
        .ok_or_else(|| refused(format!("a follower of {strategy} is stated, and the caller is not")))?;
    let by_up_card = caller.up_cards.iter().map(|of_caller| {
        let missing = || refused(format!("a follower of {strategy}: the up card {} is missing", of_caller.up));
        let up = stated.up_cards.iter().find(|up| up.up == of_caller.up).ok_or_else(missing)?;
        let play = caller.play.iter().flatten().find(|play| play.up == of_caller.up);
        Ok(FollowedUpCard {
            up: up.up.clone(),
            probability: exact(&of_caller.probability)?,
            gain: gain(&of_caller.ev, &up.ev)?,
            caller_attacks: play.and_then(|play| play.attack),
            follower_attacks: up.attack,
        })
    });
    Ok(FollowedCaller {
        strategy: strategy.clone(),
        round: gain(&caller.ev, &stated.ev)?,
        by_up_card: by_up_card.collect::<Result<_, Failure>>()?,
    })
}

fn gain(caller: &str, follower: &str) -> Result<FollowerGain, Failure> {
    Ok(FollowerGain::new(&fraction(caller)?, &fraction(follower)?))
}

fn effect(stated: &[StatedFollower], reading: &Choice) -> Result<ReadingEffect, Failure> {
    let choices = reading.switch.choices.iter().map(|choice| {
        let chosen = choice.name == reading.choice;
        let set = Changes::from([(format!("readings.{}", reading.switch.name), choice.name.clone())]);
        let ev = stated.iter().map(|one| {
            let other = || one.readings.iter().find(|reading| reading.set == set).map(|reading| &reading.ev);
            let ev = if chosen { Some(&one.ev) } else { other() };
            let missing = || refused(format!("a follower of {}: the reading {set:?} is missing", one.caller));
            Ok((one.caller.clone(), exact(ev.ok_or_else(missing)?)?))
        });
        let ev: BTreeMap<_, _> = ev.collect::<Result<_, Failure>>()?;
        Ok(ReadingChoice { choice: choice.name.clone(), text: choice.text.clone(), chosen, ev })
    });
    Ok(ReadingEffect {
        name: reading.switch.name.clone(),
        clauses: reading.switch.clauses.clone(),
        question: reading.switch.question.clone(),
        choices: choices.collect::<Result<_, Failure>>()?,
    })
}
