//! Rounds that a report asks for, dealt at the table under the certified strategy.

use certificate::{StatedCutCard, StatedSimulation};
use rules::Submission;
use table::{Plan, Progress, ShoeTally, Shuffling, Table, Tally};

use crate::failure::Failure;
use crate::progress::{Steps, Work};
use crate::tallied::{self, batches};

/// Rounds to deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rounds {
    pub(crate) rounds: u64,
    pub(crate) seed: u64,
    pub(crate) cut_card: Option<CutCardRounds>,
}

/// Rounds to deal to a cut card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CutCardRounds {
    pub(crate) penetration: String,
    pub(crate) cards_before: usize,
    pub(crate) rounds: u64,
}

impl Rounds {
    /// Those that the analysis asks for.
    ///
    /// # Errors
    /// If its cut card does not lie within the shoe.
    pub(crate) fn of(submission: &Submission) -> Result<Option<Self>, Failure> {
        let Some(simulation) = &submission.simulation else { return Ok(None) };
        let cards = submission.shoe.total() as usize;
        let cut_card = simulation.cut_card.as_ref().map(|cut_card| {
            let penetration = cut_card.penetration().to_string();
            Ok::<_, Failure>(CutCardRounds {
                penetration,
                cards_before: cut_card.cards_before(cards)?,
                rounds: cut_card.rounds,
            })
        });
        Ok(Some(Self { rounds: simulation.rounds, seed: simulation.seed, cut_card: cut_card.transpose()? }))
    }

    /// How often [`deal`] reports a step.
    pub(crate) fn steps(&self) -> u64 {
        batches(self.rounds) + self.cut_card.as_ref().map_or(0, |cut_card| batches(cut_card.rounds))
    }
}

/// Deals the rounds by this plan, and states what they came to.
///
/// # Errors
/// Failures of the table.
pub(crate) fn deal(
    rounds: &Rounds,
    submission: &Submission,
    plan: &Plan,
    steps: &Steps<'_>,
) -> Result<StatedSimulation, Failure> {
    let table = Table::new(submission, plan, true)?;
    let tally = dealt(&table, rounds.seed, Shuffling::EveryRound, rounds.rounds, steps)?;
    let cut_card = rounds.cut_card.as_ref().map(|asked| {
        let table = Table::new(submission, plan, false)?;
        let tally = dealt(&table, rounds.seed, Shuffling::CutCard(asked.cards_before), asked.rounds, steps)?;
        Ok::<_, Failure>(stated_cut_card(asked, &tally.shoes))
    });
    Ok(stated(rounds, &tally, cut_card.transpose()?))
}

fn dealt(table: &Table, seed: u64, shuffling: Shuffling, rounds: u64, steps: &Steps<'_>) -> Result<Tally, Failure> {
    let simulation = table::Simulation::new(table, seed, shuffling)?;
    tallied::deal(&simulation, &mut Progress::default(), rounds, 0, &mut |progress| {
        steps.done(Work::Rounds(progress.tally.rounds));
        Ok(())
    })
}

fn stated(rounds: &Rounds, tally: &Tally, cut_card: Option<StatedCutCard>) -> StatedSimulation {
    let pair = |(key, count): (&i64, &u64)| [key.to_string(), count.to_string()];
    let insurance = &tally.insurance;
    StatedSimulation {
        rounds: tally.rounds.to_string(),
        seed: rounds.seed.to_string(),
        cases: tally
            .cases
            .iter()
            .map(|case| [case.rounds.to_string(), case.net.to_string(), case.square.to_string()])
            .collect(),
        dealer: tally.dealer.iter().map(|counts| counts.map(|count| count.to_string())).collect(),
        nets: tally.nets.iter().map(pair).collect(),
        wagered: tally.wagered.iter().map(pair).collect(),
        insurance: [insurance.offered, insurance.won, insurance.taken, insurance.taken_won]
            .map(|count| count.to_string()),
        sides: tally.sides.iter().map(|side| side.iter().map(u64::to_string).collect()).collect(),
        cut_card,
    }
}

fn stated_cut_card(asked: &CutCardRounds, shoes: &ShoeTally) -> StatedCutCard {
    StatedCutCard {
        asked: asked.rounds.to_string(),
        cards_before: asked.cards_before.to_string(),
        shoes: shoes.shoes.to_string(),
        fixed: shoes.fixed.to_string(),
        rounds: shoes.rounds.to_string(),
        more_square: shoes.more_square.to_string(),
        more_money: shoes.more_money.to_string(),
        money: shoes.money.to_string(),
        money_square: shoes.money_square.to_string(),
        refilled: shoes.refilled.to_string(),
        fixed_money: shoes.fixed_money.to_string(),
    }
}
