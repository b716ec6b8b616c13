//! The play that an approximation values.

use std::sync::Arc;

use cards::{Composition, Value};

use super::{ApproximatedUp, Approximation, Approximator, CaseValue, error, left_beside};
use crate::answers::play_table::PlayTable;
use crate::arithmetic::error::SolveError;
use crate::compiled::hands::Hands;
use crate::compiled::settlement::Settlement;
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::engine::solver::Solver;
use crate::hand::signal_case::deals;
use crate::parallel;
use crate::zero_memory::{CasePlay, switch};

/// A round in floats: its values, and the play that has them.
#[derive(Debug)]
pub struct ApproximatedRound {
    approximation: Approximation,
    strategy: Class,
    solver: Solver,
    /// By up card: the place of the settlement, and the play of each case.
    plays: Vec<(usize, Vec<CasePlay>)>,
}

impl ApproximatedRound {
    /// The values.
    pub fn approximation(&self) -> &Approximation {
        &self.approximation
    }

    /// The play as a table.
    ///
    /// Every decision on one hand is exact play's: what floats leave open is settled exactly. Two decisions are taken in floats alone, so they may
    /// be others than in exact play where two values differ by less than the error: whether the attack wager is made, and whether two cards are given
    /// up before any signal. Deals that are switched are left out.
    pub fn play_table(&self) -> PlayTable {
        let solver = &self.solver;
        let ups: Vec<_> = solver.ups().iter().zip(&self.plays).collect();
        let play = |&(up, (settlement, plays)): &(&DealerCache, &(usize, Vec<CasePlay>))| {
            let settlement = &solver.settlements()[*settlement];
            solver.up_play_without_switches(up, settlement, &solver.cases(up, settlement), plays)
        };
        PlayTable { strategy: self.strategy, ups: parallel::map(&ups, play) }
    }
}

/// An up card with the play that its value comes from.
pub(super) struct DecidedUp {
    pub(super) value: ApproximatedUp,
    /// By how much the EV may be off.
    pub(super) error: f64,
    /// The place of the settlement.
    settlement: usize,
    pub(super) plays: Vec<CasePlay>,
    /// By case, where cases are others changed over.
    pub(super) worth: Vec<CaseWorth>,
}

/// What a case adds to its up card, given the up card.
pub(super) struct CaseWorth {
    ev: f64,
    error: f64,
    /// By value, whether the pair is split.
    split: [bool; Value::COUNT],
}

impl CaseWorth {
    /// The same case if it is so many times as probable.
    pub(super) fn times(&self, share: f64) -> Self {
        Self { ev: self.ev * share, error: self.error * share, split: self.split }
    }
}

impl DecidedUp {
    /// Makes the value that of all cases.
    pub(super) fn add_cases(&mut self) {
        self.value.ev = self.worth.iter().map(|case| case.ev).sum();
        self.error = self.worth.iter().map(|case| case.error).sum();
        let is_split = |value: &Value| self.worth.iter().any(|case| case.split[value.index()]);
        self.value.splits = Value::all().filter(is_split).collect();
    }
}

impl Approximator {
    /// The EV of a zero-memory class with these cards in the shoe, and the play that has it. The EV is that of [`Approximator::approximate`], and takes as
    /// long.
    ///
    /// # Errors
    /// As [`Approximator::approximate`].
    pub fn round(&self, shoe: &Composition, strategy: Class) -> Result<ApproximatedRound, SolveError> {
        let (solver, decided) = self.decided_ups(shoe, strategy)?;
        let (ups, plays) = decided.into_iter().map(|up| ((up.value, up.error), (up.settlement, up.plays))).unzip();
        Ok(ApproximatedRound { approximation: Approximation::of_ups(ups), strategy, solver, plays })
    }

    /// The up cards with their plays. The solver has none of the dealer's distributions.
    ///
    /// # Errors
    /// As [`Approximator::approximate`].
    pub(super) fn decided_ups(
        &self,
        shoe: &Composition,
        strategy: Class,
    ) -> Result<(Solver, Vec<DecidedUp>), SolveError> {
        self.check(shoe, strategy)?;
        let held: Vec<_> = self.dealers.iter().filter(|dealer| shoe.count(dealer.up()) > 0).collect();
        let pairs = self.seen_pairs.as_ref().filter(|_| held.len() == self.dealers.len());
        let dealers = pairs.map_or(held.clone(), |pairs| pairs.dealers.iter().collect());
        let solver = self.solver(shoe)?;
        // Distributions are used as soon as they are found, while they are in the processor's cache.
        let mut decided = parallel::try_map(&dealers, |dealer| {
            let up = DealerCache::in_floats(dealer, left_beside(dealer, shoe), &self.hand_keys);
            self.decided(&solver, &up, strategy)
        })?;
        if let Some(pairs) = pairs {
            pairs.complete(shoe, &mut decided);
        }
        let ups = held.into_iter().map(|dealer| DealerCache::empty(dealer, left_beside(dealer, shoe), &Arc::default()));
        Ok((solver.with_ups(ups.collect()), decided))
    }

    /// An up card with the play of its better settlement.
    fn decided(&self, solver: &Solver, up: &DealerCache, strategy: Class) -> Result<DecidedUp, SolveError> {
        let settled: Vec<(&Settlement, Vec<_>)> = solver
            .settlements()
            .iter()
            .map(|settlement| {
                let cases = solver.cases(up, settlement).into_iter();
                (settlement, cases.map(|case| (case, self.play(&case, strategy))).collect())
            })
            .collect();
        let all_cases = settled.iter().flat_map(|(_, cases)| cases);
        let asked = self.asked(all_cases.map(|(_, play)| &play.splits));
        let distributions = self.split_distributions(up, &asked);
        let mut best: Option<DecidedUp> = None;
        let mut most_error = 0.0_f64;
        for (place, (settlement, cases)) in settled.into_iter().enumerate() {
            let values = cases.iter().map(|(case, play)| self.of_case(*case, play.borrowed(), &distributions));
            let values: Vec<CaseValue> = values.collect::<Result<_, SolveError>>()?;
            let (mut of_cases, mut plays, mut settled) = (Vec::new(), Vec::new(), Vec::new());
            for ((case, play), value) in cases.into_iter().zip(&values) {
                of_cases.push(case);
                plays.push(CasePlay::new(play.play, value.split.map(|split| split.is_some())));
                settled.push(play.splits);
            }
            let (ev, error) = if let Some(deals) = &self.deals {
                let ends = self.row_ends(&of_cases, &plays, &settled, deals);
                switch::approximate(&self.game, &of_cases, &ends, deals)?
            } else {
                let units = settlement.denominator() as f64;
                let two_cards = deals(&self.hands).map(|(id, _)| self.kept(id, self.hands.get(id), &values));
                let weight: f64 = values.iter().map(|case| case.weight).sum();
                (two_cards.sum::<f64>() / units, error(settlement, weight) / units)
            };
            most_error = most_error.max(error);
            if best.as_ref().is_none_or(|best| ev > best.value.ev) {
                let is_split = |value: &Value| values.iter().any(|case| case.split[value.index()].is_some());
                let value = ApproximatedUp {
                    up: up.dealer.up(),
                    probability: f64::from(solver.shoe().count(up.dealer.up())) / f64::from(solver.shoe().total()),
                    ev,
                    attack: self.game.attack.is_some().then(|| settlement.attacked()),
                    splits: Value::all().filter(is_split).collect(),
                };
                let worth = match &self.seen_pairs {
                    Some(_) => values.iter().map(|case| self.worth(settlement, case)).collect(),
                    None => Vec::new(),
                };
                let plays = self.given_up(&values, plays);
                best = Some(DecidedUp { value, error, settlement: place, plays, worth });
            }
        }
        let best = best.unwrap_or_else(|| unreachable!("a game has a settlement"));
        Ok(DecidedUp { error: most_error, ..best })
    }

    fn worth(&self, settlement: &Settlement, case: &CaseValue) -> CaseWorth {
        let units = settlement.denominator() as f64;
        CaseWorth {
            ev: two_cards(&self.hands, case) / units,
            error: error(settlement, case.weight) / units,
            split: case.split.map(|split| split.is_some()),
        }
    }

    /// The plays with the two cards that are better given up before any signal, where that is allowed.
    fn given_up(&self, values: &[CaseValue], mut plays: Vec<CasePlay>) -> Vec<CasePlay> {
        if values.iter().all(|case| case.given_up.is_empty()) {
            return plays;
        }
        let mut early = vec![false; self.hands.len()];
        for (id, _) in deals(&self.hands) {
            let hand = self.hands.get(id);
            early[id as usize] = self.kept(id, hand, values) > self.played(id, hand, values);
        }
        plays.iter_mut().for_each(|play| play.give_up_early(&self.hands, &early));
        plays
    }
}

/// What two cards are worth over all of them, split where the play splits them.
fn two_cards(hands: &Hands, value: &CaseValue) -> f64 {
    let of = |pair: Option<usize>, id: usize| pair.and_then(|pair| value.split[pair]).unwrap_or(value.unsplit[id]);
    deals(hands).map(|(id, _)| of(hands.get(id).pair(), id as usize)).sum()
}
