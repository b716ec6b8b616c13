//! The certificate of a submission: everything that the solver finds and the table deals, and nothing that follows from it.

use std::collections::BTreeMap;

use cards::{Composition, Value};
use certificate::{
    CERTIFICATE_FORMAT, Certificate, Parlay, PlayChange, Played, PlayedFigures, Software, StatedAim, StatedAmount,
    StatedBracket, StatedBreakpoint, StatedChange, StatedClass, StatedDealer, StatedDoubled, StatedInsurance,
    StatedInsuranceHand, StatedItem, StatedLine, StatedMaximum, StatedMeter, StatedParlay, StatedParlayHand,
    StatedPlayed, StatedRemoval, StatedSeat, StatedUntold, StatedUntoldSignal, StatedUntoldUp, StatedWager,
    StatedWagerEvent, Wager, sha256_hex,
};
use num_rational::BigRational;
use num_traits::Signed as _;
use rules::{Choice, CutCardShoes, MeterAmount, Submission};
use solver::{Class, DistributionProgress, RoundDistribution, Solution, SolveError, Solver, SolverFamily, Want};
use wagers::{BesideDeterminant, EventValue, MaximumCost};

use crate::corroborate::{self, Rounds};
use crate::failure::Failure;
use crate::played::BaseGame;
use crate::progress::{Progress, Steps, Work, told};
use crate::readings;
use crate::stated_variants::{WITH_TABLES, values, variants};
use crate::wager_money::{self, MoneyClaims};
use crate::{
    asked_counts, cut_card, distribution, document, followed, offered, present, stated_counts, statement, wager_removal,
};

/// How many steps [`certificate`] reports, besides those of distributions and of shoes with a cut card.
fn expected(submission: &Submission, solver: &Solver, rounds: Option<&Rounds>) -> u64 {
    let strategies = solver.strategies();
    let solving: usize = strategies.iter().map(|&strategy| solver.most_steps(strategy)).sum();
    let up_cards = submission.shoe.counts().iter().filter(|&&count| count > 0).count();
    let bracket = if strategies.contains(&Class::Perfect) { 0 } else { up_cards };
    let untold = if submission.game.signals_hole_card() { WITH_TABLES.len() } else { 0 };
    (solving + bracket + untold) as u64
        + readings::effect_steps(submission, strategies.len())
        + WITH_TABLES.len() as u64 * submission.game.shoe.decks.len().saturating_sub(1) as u64
        + readings::combination_count(submission)
        + rounds.map_or(0, Rounds::steps)
}

/// Computes the certificate of a submission; `id` is the report's. Distributions of a round that take more than ten minutes of
/// processor time by estimate are left out unless they are asked for.
///
/// # Errors
/// What the solver, the side wagers and the table refuse; [`Failure::Refused`] where two ways to a figure disagree.
pub fn certificate(
    submission: &Submission,
    id: String,
    long_distributions: bool,
    progress: &dyn Progress,
) -> Result<Certificate, Failure> {
    told(progress, |steps| certified(submission, id, long_distributions, steps))
}

/// As [`certificate`].
pub(crate) fn certified(
    submission: &Submission,
    id: String,
    long_distributions: bool,
    steps: &Steps<'_>,
) -> Result<Certificate, Failure> {
    // Refused before anything is computed.
    asked_counts::systems(submission)?;
    let shoes = submission.cut_card.as_ref();
    let for_shoes = shoes.map(|asked| cut_card::expected_steps(asked, submission)).transpose()?;
    steps.working(Work::Dealer);
    let family = SolverFamily::default();
    let solver = family.solver(submission)?;
    shoes.map(|asked| cut_card::refuse_too_deep(asked, submission, &solver)).transpose()?;
    let with_distributions = distribution::made(&solver, &solver.strategies(), long_distributions)?;
    let for_distributions = distribution::steps(&solver, &with_distributions)?;
    let rounds = Rounds::of(submission)?;
    steps.expect(for_distributions + expected(submission, &solver, rounds.as_ref()) + for_shoes.unwrap_or(0));
    let solve = |strategy| {
        let step = |at| steps.done(Work::Solving { class: Some(strategy), at });
        solver.solve(strategy, Want::variance().telling(&step))
    };
    // The other readings share what perfect play has found, so it comes first. They are most of the work, and leave a processor alone at times.
    let perfect = solver.strategies().contains(&Class::Perfect).then(|| solve(Class::Perfect)).transpose()?;
    let own = || {
        let told = |class, part: DistributionProgress| {
            steps.done_steps(part.steps, &Work::Distribution { class: Some(class), part });
        };
        let distributions = distribution::distributions(&solver, &with_distributions, &told)?;
        let mut classes = Vec::new();
        for strategy in solver.strategies() {
            let known = perfect.as_ref().filter(|_| strategy == Class::Perfect).cloned();
            let solved = known.map_or_else(|| solve(strategy), Ok)?;
            classes.push(class(submission, &solver, &solved, distributions.get(&strategy))?);
        }
        let begun = Certificate { classes, ..empty(submission, id) };
        without_variants(submission, begun, (&family, &solver), (rounds, shoes), steps)
    };
    let (certificate, variants) = steps.beside(own, || variants(submission, &family, steps))?;
    Ok(Certificate { variants, ..certificate })
}

/// A certificate that is begun with its classes, with all that it states but the variants.
fn without_variants(
    submission: &Submission,
    begun: Certificate,
    (family, solver): (&SolverFamily, &Solver),
    (rounds, shoes): (Option<Rounds>, Option<&CutCardShoes>),
    steps: &Steps<'_>,
) -> Result<Certificate, Failure> {
    let actions = statement::actions(solver)?;
    let bracket = bracket(solver, steps)?;
    let removal = removal(submission, solver)?;
    let counts = stated_counts::stated(submission, solver)?;
    let followers = followed::stated(submission, family, solver, &WITH_TABLES)?;
    let mut sides = BaseGame::lent(submission, solver);
    let (side_wagers, _) = crate::wagers::wagers(&mut sides, &crate::wagers::Meters::Usual, steps)?;
    let combinations = readings::combination_evs(submission, family, steps)?;
    let mut certificate = Certificate {
        actions,
        bracket,
        combinations: combinations.iter().map(cards::fraction).collect(),
        dealer: dealer(submission)?,
        untold: untold(submission, family, steps)?,
        followers,
        removal,
        counts,
        insurance: insurance(submission),
        wagers: side_wagers.iter().map(|(one, claims)| wager(submission, one, claims)).collect::<Result<_, _>>()?,
        ..begun
    };
    if let Some(rounds) = rounds {
        let plan = document::plan(submission, &certificate)?;
        certificate.simulation = Some(corroborate::deal(&rounds, submission, &plan, steps)?);
    }
    if let Some(asked) = shoes {
        let plan = document::plan(submission, &certificate)?;
        let solver = family.solver(submission)?;
        certificate.cut_card = Some(cut_card::deal(asked, submission, &solver, &plan, steps)?);
    }
    Ok(certificate)
}

/// What the submission is, and no claim.
fn empty(submission: &Submission, id: String) -> Certificate {
    let chosen = |choices: &[Choice]| -> BTreeMap<String, String> {
        choices.iter().map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect()
    };
    Certificate {
        format: CERTIFICATE_FORMAT.to_owned(),
        software: software(),
        item: StatedItem {
            id,
            analysis: submission.id.clone(),
            game: submission.game.id.clone(),
            decks: submission.decks.map(|decks| decks.to_string()),
            shoe: submission.shoe.counts().iter().map(u16::to_string).collect(),
            submission_sha256: sha256_hex(submission.canonical().as_bytes()),
        },
        options: chosen(&submission.options),
        readings: chosen(&submission.readings),
        classes: Vec::new(),
        actions: Vec::new(),
        bracket: None,
        variants: Vec::new(),
        combinations: Vec::new(),
        dealer: Vec::new(),
        untold: Vec::new(),
        followers: Vec::new(),
        removal: Vec::new(),
        counts: Vec::new(),
        insurance: None,
        wagers: Vec::new(),
        simulation: None,
        cut_card: None,
    }
}

/// SHA-256 of the `Cargo.lock` that this program was built with, as its certificates state it.
pub fn lock_sha256() -> String {
    /// As the sources have it, so that a build from them states the same on every machine.
    const LOCK: &[u8] = include_bytes!("../../../Cargo.lock");
    sha256_hex(LOCK)
}

/// This program.
pub(crate) fn software() -> Software {
    Software { name: "Shoeproof".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned(), lock_sha256: lock_sha256() }
}

/// A certificate of nothing but the zero-memory strategies and the insurance wager.
///
/// # Errors
/// What the solver refuses.
#[cfg(test)]
pub(crate) fn plays_alone(submission: &Submission, solver: &Solver) -> Result<Certificate, Failure> {
    let classes = WITH_TABLES.into_iter().map(|strategy| {
        let solution = solver.solve(strategy, Want::action())?;
        let play = Some(statement::plays(submission, &solver.play_table(strategy)?));
        let switch_gains = statement::switch_gains(submission, solver, strategy)?;
        let doubled = doubled(solver, strategy)?;
        Ok(StatedClass { play, switch_gains, doubled, ..values(&solution) })
    });
    let classes = classes.collect::<Result<_, Failure>>()?;
    Ok(Certificate { classes, insurance: insurance(submission), ..empty(submission, String::new()) })
}

/// A class in full.
fn class(
    submission: &Submission,
    solver: &Solver,
    solution: &Solution,
    round: Option<&RoundDistribution>,
) -> Result<StatedClass, Failure> {
    let mut class = values(solution);
    class.variance = solution.variance.as_ref().map(cards::fraction);
    if WITH_TABLES.contains(&solution.strategy) {
        class.play = Some(statement::plays(submission, &solver.play_table(solution.strategy)?));
        class.switch_gains = statement::switch_gains(submission, solver, solution.strategy)?;
        class.doubled = doubled(solver, solution.strategy)?;
    }
    if solution.strategy == Class::CdzMinus {
        for (up, solved) in class.up_cards.iter_mut().zip(&solution.ups) {
            up.other_attack_ev = solved.other_attack_ev.as_ref().map(cards::fraction);
        }
    }
    if let Some(round) = round {
        distribution::agree(solution, round)?;
        if class.variance.is_none() {
            class.variance = Some(cards::fraction(&distribution::variance(round)?));
        }
        class.results = Some(statement::results(round, None));
        class.insured = distribution::insured(round, &submission.game);
        class.events = Some(distribution::stated_events(round));
        for up in &mut class.up_cards {
            up.results = Some(statement::results(round, Some(&up.up)));
        }
    }
    Ok(class)
}

/// How rounds end whose hand is doubled and not split; nothing where that is not solved.
fn doubled(solver: &Solver, strategy: Class) -> Result<Option<Vec<StatedDoubled>>, Failure> {
    match solver.doubled_rounds(strategy) {
        Ok(rounds) => Ok(Some(statement::doubled(&rounds))),
        Err(SolveError::Unsolved { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// What perfect play lies between, where it is not solved.
fn bracket(solver: &Solver, steps: &Steps<'_>) -> Result<Option<StatedBracket>, Failure> {
    if solver.strategies().contains(&Class::Perfect) {
        return Ok(None);
    }
    match solver.bracket(&|up| steps.done(Work::Bracket(up))) {
        Ok(bracket) => {
            let certificate::Bracket { low, high } = present::perfect_bracket(&bracket.lower, &bracket.upper).ev;
            Ok(Some(StatedBracket { low, high }))
        }
        Err(SolveError::Unsolved { .. } | SolveError::ShoeTooSmall { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The EV without one card of each value under TD; empty where that is not solved, and where a round might use up the shoe without a card.
fn removal(submission: &Submission, solver: &Solver) -> Result<Vec<StatedRemoval>, Failure> {
    let may_run_out = solver.cards_of_longest_round() >= submission.shoe.total();
    if may_run_out || checker::has_room_without_a_card(submission).is_err() {
        return Ok(Vec::new());
    }
    match solver.ev_without_each_value(Class::Td) {
        Ok(evs) => {
            let one =
                |(card, ev): (Value, BigRational)| StatedRemoval { card: card.to_string(), ev: cards::fraction(&ev) };
            Ok(evs.into_iter().map(one).collect())
        }
        Err(SolveError::Unsolved { .. }) => Ok(Vec::new()),
        Err(error) => Err(error.into()),
    }
}

/// How the dealer's hand ends in a round from the full shoe.
fn dealer(submission: &Submission) -> Result<Vec<StatedDealer>, Failure> {
    let rows = solver::dealer_outcomes(&submission.game, &submission.shoe, &Composition::default())?;
    Ok(rows.iter().map(|row| StatedDealer::from(&crate::dealer::outcomes(row))).collect())
}

/// The base game for a player who is told no signals; empty where the table gives none.
fn untold(submission: &Submission, family: &SolverFamily, steps: &Steps<'_>) -> Result<Vec<StatedUntold>, Failure> {
    if !submission.game.signals_hole_card() {
        return Ok(Vec::new());
    }
    let told = family.solver(submission)?;
    let silent = submission.without_signals();
    let solver = Solver::new(&silent)?;
    let classes = WITH_TABLES.into_iter().map(|strategy| {
        steps.done(Work::WithoutSignals(strategy));
        let solution = solver.solve(strategy, Want::action())?;
        let play = Some(statement::plays(&silent, &solver.play_table(strategy)?));
        let class = StatedClass { play, ..values(&solution) };
        let worth = told.value_of_signals(strategy)?;
        let ups = worth.iter().flat_map(|worth| &worth.ups).filter(|up| !up.signals.is_empty());
        let up_cards = ups.map(|up| StatedUntoldUp {
            up: up.up.to_string(),
            signals: up
                .signals
                .iter()
                .map(|one| StatedUntoldSignal { signal: one.signal.clone(), ev: cards::fraction(&one.untold) })
                .collect(),
        });
        Ok(StatedUntold { class, up_cards: up_cards.collect() })
    });
    classes.collect()
}

fn insurance(submission: &Submission) -> Option<StatedInsurance> {
    let insurance = present::insurance(submission)?;
    let hand = |one: &certificate::InsuranceHand| StatedInsuranceHand {
        hand: one.hand.clone(),
        ev: one.ev.fraction.clone(),
        take: one.ev.value().is_some_and(|ev| ev.is_positive()),
    };
    Some(StatedInsurance {
        pays: insurance.pays,
        ev_always: insurance.ev_always.fraction,
        optimal_gain: insurance.optimal_gain.fraction,
        hands: insurance.by_hand.iter().map(hand).collect(),
    })
}

fn wager(submission: &Submission, wager: &Wager, claims: &MoneyClaims) -> Result<StatedWager, Failure> {
    let lines = wager.lines.iter().map(|line| StatedLine {
        name: line.name.clone(),
        combinations: line.combinations.clone(),
        pays: line.pays.clone(),
        meter_share: line.meter_share.clone(),
    });
    let stated = StatedWager {
        removal: Vec::new(),
        id: wager.id.clone(),
        paytable: wager.paytable.clone(),
        reading: wager.reading.clone(),
        lines: lines.collect(),
        total: wager.total.clone(),
        ev: wager.ev.fraction.clone(),
        variance: wager.variance.fraction.clone(),
        hit_frequency: wager.hit_frequency.fraction.clone(),
        meter: wager.progressive.as_ref().map(|progressive| StatedMeter {
            at: progressive.meter.fraction.clone(),
            fixed: progressive.fixed.fraction.clone(),
            per_unit: progressive.per_meter_unit.fraction.clone(),
            break_even: progressive.break_even_meter.as_ref().map(|meter| meter.fraction.clone()),
        }),
        played: wager.played.as_ref().map(played),
        parlay: wager.parlay.as_ref().map(parlay).transpose()?,
        events: claims.events.iter().map(wager_event).collect(),
        seats: claims.seats.iter().map(seat).collect(),
        maximum: claims.maximum.as_ref().map(maximum),
    };
    if !checker::wager_removal_is_stated(submission, &stated) {
        return Ok(stated);
    }
    let offered = offered::with_paytable(submission, &stated.id, &stated.paytable);
    let removal = offered.map(|offered| wager_removal::stated(submission, offered));
    Ok(StatedWager { removal: removal.unwrap_or_default(), ..stated })
}

fn amount(amount: &MeterAmount) -> StatedAmount {
    StatedAmount { fixed: cards::fraction(&amount.fixed), per_unit: cards::fraction(&amount.per_meter) }
}

fn wager_event(value: &EventValue) -> StatedWagerEvent {
    StatedWagerEvent {
        line: value.line.clone(),
        event: value.event.clone(),
        chance: cards::fraction(&value.chance),
        never: amount(&value.never),
        always: amount(&value.always),
    }
}

fn seat(beside: &BesideDeterminant) -> StatedSeat {
    StatedSeat {
        seat: wager_money::seat_name(beside.seat).to_owned(),
        drawn_from: wager_money::colour_name(beside.colour).to_owned(),
        least: amount(&beside.least),
        most: amount(&beside.most),
    }
}

fn maximum(cost: &MaximumCost) -> StatedMaximum {
    StatedMaximum {
        line: cost.line.clone(),
        maximum: cards::fraction(&cost.maximum),
        least: cards::fraction(&cost.least),
        allowed: cost.is_allowed,
        ev_lost: cards::fraction(&cost.ev_lost),
    }
}

fn played(played: &Played) -> StatedPlayed {
    let aim = |figures: &PlayedFigures| StatedAim {
        base_ev: figures.base_ev.fraction.clone(),
        fixed: figures.fixed.fraction.clone(),
        per_unit: figures.per_meter_unit.fraction.clone(),
        changed: figures.changed.to_string(),
        changes: figures.changes.iter().map(change).collect(),
    };
    StatedPlayed {
        alone: aim(&played.alone),
        joint: aim(&played.joint),
        breakpoints: played
            .breakpoints
            .iter()
            .map(|point| StatedBreakpoint {
                meter: point.meter.fraction.clone(),
                changes: point.changes.iter().map(change).collect(),
                base_ev: point.base_ev.fraction.clone(),
                fixed: point.fixed.fraction.clone(),
                per_unit: point.per_meter_unit.fraction.clone(),
            })
            .collect(),
    }
}

fn change(change: &PlayChange) -> StatedChange {
    StatedChange {
        up: change.up.clone(),
        signal: change.signal.clone(),
        hand: change.hand.clone(),
        from: change.from,
        to: change.to,
    }
}

fn parlay(parlay: &Parlay) -> Result<StatedParlay, Failure> {
    let [ev, gain, always] =
        [&parlay.ev, &parlay.gain, &parlay.ev_always].map(|exact| document::fraction(&exact.fraction));
    let (ev, gain) = (ev?, gain?);
    Ok(StatedParlay {
        always: cards::fraction(&(always? - (ev - &gain))),
        gain: cards::fraction(&gain),
        hands: parlay
            .hands
            .iter()
            .map(|one| StatedParlayHand { hand: one.hand.clone(), against: one.against.clone() })
            .collect(),
    })
}
