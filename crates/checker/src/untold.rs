//! The base game for a player who is told no signals, derived again: his play is checked in the game without them, and then played in the
//! game as it is, with the same decisions under every signal.

use certificate::{Certificate, StatedClass, StatedPlay, StatedRow, StatedUntold};
use rules::Submission;

use crate::base_game;
use crate::refusal::{Refusal, expect, same_list};
use crate::up_card_play::stated_plays;
use crate::variants::claims_too_many;

/// Which claims are there: two classes with nothing but values and play where the table gives signals, none where it gives none.
///
/// # Errors
/// [`Refusal`] for the first that is missing or too many.
pub(crate) fn present(submission: &Submission, certificate: &Certificate) -> Result<(), Refusal> {
    let stated = &certificate.untold;
    let expected: &[&str] = if submission.game.signals_hole_card() { &["td", "cdz"] } else { &[] };
    same_list("the classes without signals", stated.iter().map(|one| &one.class.strategy), expected)?;
    let silent = submission.without_signals();
    for one in stated {
        let here = here(one);
        if let Some(more) = claims_too_many(&one.class) {
            return Err(Refusal::Table(format!("{here}: {more} is stated, which belongs to the base game alone")));
        }
        base_game::check_lists(&silent, &one.class)?;
        let ups: Vec<&String> = match submission.game.switch {
            None => one.class.up_cards.iter().map(|up| &up.up).collect(),
            Some(_) => Vec::new(),
        };
        same_list(&format!("{here}: the up cards"), one.up_cards.iter().map(|up| &up.up), &ups)?;
    }
    Ok(())
}

fn here(stated: &StatedUntold) -> String {
    format!("{} without signals", stated.class.strategy)
}

/// Plays on as the player who is told nothing does, in the game as it is. Its values under every signal must be those stated, and under every
/// up card those of the game without signals.
///
/// # Errors
/// [`Refusal`] for the first that is another.
pub(crate) fn check_signals(submission: &Submission, stated: &StatedUntold) -> Result<(), Refusal> {
    if stated.up_cards.is_empty() {
        return Ok(());
    }
    let played = base_game::derive(submission, &told(submission, &stated.class)?)?;
    let here = here(stated);
    for ((found, silent), stated) in played.up_cards.iter().zip(&stated.class.up_cards).zip(&stated.up_cards) {
        let here = format!("{here}, up card {}", found.up);
        if found.ev != silent.ev {
            return Err(Refusal::value(&format!("{here}: EV"), &silent.ev, &found.ev));
        }
        let signals: Vec<&String> = found.signals.iter().map(|one| &one.signal).collect();
        same_list(&format!("{here}: signals"), stated.signals.iter().map(|one| &one.signal), &signals)?;
        for (found, stated) in found.signals.iter().zip(&stated.signals) {
            let ev = certificate::number::fraction(&found.ev);
            let ev = ev.map_err(|error| Refusal::Number { what: here.clone(), error })?;
            expect(&format!("{here}, signal {}: EV", found.signal), &stated.ev, &ev)?;
        }
    }
    Ok(())
}

/// The class with one row of decisions for every signal under which the player acts: the same for all of an up card.
fn told(submission: &Submission, silent: &StatedClass) -> Result<StatedClass, Refusal> {
    let plays = stated_plays(submission, silent)?.into_iter().map(|(up, play)| {
        let [row] = &play.signals[..] else {
            return Err(Refusal::Table(format!("{}: several rows without signals", silent.strategy)));
        };
        let cases = submission.game.hole_cases(up).into_iter().filter(|case| !case.ends_round);
        let signals = cases.map(|case| StatedRow { signal: case.signal, ..row.clone() }).collect();
        Ok(StatedPlay { signals, ..play.clone() })
    });
    Ok(StatedClass { play: Some(plays.collect::<Result<_, Refusal>>()?), ..silent.clone() })
}
