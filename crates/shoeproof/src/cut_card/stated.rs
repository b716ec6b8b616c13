//! Shoes that a report asks for, dealt to a cut card under the certified strategy, as the certificate states them.

use certificate::{StatedCutCards, StatedCutSums, StatedCutTable};
use rules::{CutCardShoes, Submission};
use solver::Solver;
use table::Plan;

use super::{Asked, CutCardStudy, CutTally};
use crate::failure::Failure;
use crate::progress::{Steps, Work};
use crate::tallied::CLASS;

fn places(asked: &CutCardShoes, submission: &Submission) -> Result<Vec<usize>, Failure> {
    Ok(asked.places(submission.game.cut_card.as_ref(), submission.shoe.total() as usize)?)
}

fn asked_of(asked: &CutCardShoes, places: &[usize], players: u16) -> Asked {
    let before = places.to_vec();
    Asked { players, seed: asked.seed, shoes: asked.shoes, valued: asked.valued as usize, before }
}

/// How often [`deal`] reports a step.
///
/// # Errors
/// If the cut card does not lie within the shoe.
pub(crate) fn expected_steps(asked: &CutCardShoes, submission: &Submission) -> Result<u64, Failure> {
    let places = places(asked, submission)?;
    Ok(asked.players.iter().map(|&players| asked_of(asked, &places, players).steps()).sum())
}

/// Refuses what [`deal`] would refuse, before anything takes long.
///
/// # Errors
/// As [`CutCardStudy::new`], and if the cut card lies too deep to be analysed.
pub(crate) fn refuse_too_deep(asked: &CutCardShoes, submission: &Submission, solver: &Solver) -> Result<(), Failure> {
    let places = places(asked, submission)?;
    CutCardStudy::new(submission, solver, CLASS)?.check(&places)
}

/// Deals the shoes by this plan, values what is left of them by the solver's play, and states what they came to.
///
/// # Errors
/// As [`refuse_too_deep`], and failures of the table.
pub(crate) fn deal(
    asked: &CutCardShoes,
    submission: &Submission,
    solver: &Solver,
    plan: &Plan,
    steps: &Steps<'_>,
) -> Result<StatedCutCards, Failure> {
    let places = places(asked, submission)?;
    let study = CutCardStudy::of_plan(submission, solver, CLASS, plan)?;
    let tables = asked.players.iter().map(|&players| {
        let measured = study.measure(&asked_of(asked, &places, players), &|shoes| steps.done(Work::Shoes(shoes)))?;
        let places = measured.tallies.iter().map(stated).collect();
        Ok(StatedCutTable { players: players.to_string(), places })
    });
    Ok(StatedCutCards {
        shoes: asked.dealt().to_string(),
        valued: asked.valued.to_string(),
        seed: asked.seed.to_string(),
        tables: tables.collect::<Result<_, Failure>>()?,
    })
}

fn stated(tally: &CutTally) -> StatedCutSums {
    let CutTally { before, usual, dealt, valued, missed: _ } = tally;
    StatedCutSums {
        cards_before: before.to_string(),
        usual: usual.to_string(),
        rounds: dealt.rounds.to_string(),
        rounds_square: dealt.rounds_square.to_string(),
        gain: dealt.gain.to_string(),
        gain_square: dealt.gain_square.to_string(),
        gain_rounds: dealt.gain_rounds.to_string(),
        too_short: dealt.too_short.to_string(),
        rest: valued.sum.to_string(),
        rest_square: valued.square.to_string(),
    }
}
