//! Who answers units: one after the other, with what neighbours in a plan share computed once.

use cards::{Composition, Value};
use certificate::{Exact, sha256_hex};
use num_rational::BigRational;
use rules::{Game, Submission};
use solver::{Approximator, Class, Solver};

use crate::failure::Failure;
use crate::offered;
use crate::played::BaseGame;
use crate::sweep::answer::{UnitAnswer, UnitFigures};
use crate::sweep::question::{UnitQuestion, class};
use crate::sweep::unit::{SweepUnit, UnitTexts, unit_hash};

/// Keeps the last unit's analysis, dealer and compiled game, which the next may share. What is kept does not change an answer.
#[derive(Default)]
pub(crate) struct Worker {
    /// The analysis of the last unit that came as text.
    pub(crate) read: Option<UnitTexts>,
    solver: Option<Solver>,
    approximator: Option<(Game, Composition, Approximator)>,
}

/// A unit whose analysis has been read.
pub(crate) struct PreparedUnit {
    pub(crate) hash: String,
    question: UnitQuestion,
    on: PreparedAnalysis,
}

enum PreparedAnalysis {
    Read {
        /// Of the canonical submission.
        sha256: String,
        submission: Box<Submission>,
    },
    Refused {
        game: String,
        message: String,
    },
}

impl PreparedUnit {
    /// What the rules refuse has no canonical form. It goes by the unit's texts.
    pub(crate) fn new(
        question: UnitQuestion,
        submission: Result<Submission, Failure>,
        texts: impl FnOnce() -> SweepUnit,
    ) -> Result<Self, Failure> {
        match submission {
            Ok(submission) => {
                let sha256 = sha256_hex(submission.canonical().as_bytes());
                let hash = unit_hash(&question, &format!("submission {sha256}"))?;
                let submission = Box::new(submission);
                Ok(Self { hash, question, on: PreparedAnalysis::Read { sha256, submission } })
            }
            Err(failure) => {
                let texts = texts();
                let sha256 = sha256_hex(serde_json::to_string(&texts)?.as_bytes());
                let hash = unit_hash(&question, &format!("refused {sha256}"))?;
                let (game, message) = (texts.game_id(), failure.to_string());
                Ok(Self { hash, question, on: PreparedAnalysis::Refused { game, message } })
            }
        }
    }
}

impl Worker {
    /// The answer to a unit. What the rules or the solver refuse is part of it.
    pub(crate) fn answer(&mut self, unit: &PreparedUnit) -> UnitAnswer {
        let none = UnitAnswer {
            unit: unit.hash.clone(),
            submission: None,
            game: String::new(),
            decks: None,
            shoe: None,
            conforming: None,
            question: unit.question.clone(),
            figures: UnitFigures::default(),
            failure: None,
        };
        match &unit.on {
            PreparedAnalysis::Refused { game, message } => {
                UnitAnswer { game: game.clone(), failure: Some(message.clone()), ..none }
            }
            PreparedAnalysis::Read { sha256, submission } => {
                let (figures, failure) = match self.figures(submission, &unit.question) {
                    Ok(figures) => (figures, None),
                    Err(failure) => (UnitFigures::default(), Some(failure.to_string())),
                };
                UnitAnswer {
                    submission: Some(sha256.clone()),
                    game: submission.game.id.clone(),
                    decks: submission.decks,
                    shoe: Some(*submission.shoe.counts()),
                    conforming: Some(conforming(submission)),
                    figures,
                    failure,
                    ..none
                }
            }
        }
    }

    fn figures(&mut self, submission: &Submission, question: &UnitQuestion) -> Result<UnitFigures, Failure> {
        match question {
            UnitQuestion::Solve { strategy, variance } => self.solved(submission, class(strategy)?, *variance),
            UnitQuestion::Approximate { strategy, within } => {
                let within = within.map_or(submission.shoe, Composition::new);
                self.approximated(submission, class(strategy)?, within)
            }
            UnitQuestion::Wager { wager } => valued(submission, wager),
        }
    }

    /// It is kept, so that the next shares with it what it can.
    fn solver(&mut self, submission: &Submission) -> Result<&Solver, Failure> {
        let known = self.solver.take().filter(|solver| solver.shares_distributions_with(submission));
        let solver = match known {
            Some(solver) => solver.with(submission)?,
            None => Solver::new(submission)?,
        };
        Ok(self.solver.insert(solver))
    }

    fn solved(&mut self, submission: &Submission, class: Class, variance: bool) -> Result<UnitFigures, Failure> {
        let want = if variance { solver::Want::quick_variance() } else { solver::Want::action() };
        let solution = self.solver(submission)?.solve(class, want)?;
        Ok(UnitFigures {
            ev: exact(&solution.ev),
            house_edge: exact(&-&solution.ev),
            variance: solution.variance.as_ref().and_then(exact),
            average_wager: exact(&solution.average_wager),
            element_of_risk: exact(&solution.element_of_risk()),
            attack: attacked(solution.ups.iter().map(|up| (up.up, up.attack))),
            ..UnitFigures::default()
        })
    }

    fn approximated(
        &mut self,
        submission: &Submission,
        class: Class,
        within: Composition,
    ) -> Result<UnitFigures, Failure> {
        let is_known = |(game, shoe, _): &(Game, Composition, _)| *shoe == within && *game == submission.game;
        let known = match self.approximator.take().filter(is_known) {
            Some(known) => known,
            None => (submission.game.clone(), within, Approximator::new(&submission.game, within)?),
        };
        let (_, _, approximator) = self.approximator.insert(known);
        let round = approximator.approximate(&submission.shoe, class)?;
        Ok(UnitFigures {
            near_ev: Some(round.ev.to_string()),
            error: Some(format!("{:e}", round.error)),
            attack: attacked(round.ups.iter().map(|up| (up.up, up.attack))),
            ..UnitFigures::default()
        })
    }
}

/// A side wager under one paytable.
fn valued(submission: &Submission, id: &str) -> Result<UnitFigures, Failure> {
    let mut offered = submission.wagers.iter().filter(|offered| offered.id == id);
    let Some(first) = offered.next() else {
        return Err(Failure::Asked(format!("the side wager `{id}` is not offered")));
    };
    let others: Vec<&str> = offered.map(|other| other.paytable.name.as_str()).collect();
    if !others.is_empty() {
        let names = rules::one_of([first.paytable.name.as_str()].into_iter().chain(others));
        return Err(Failure::Asked(format!(
            "the side wager `{id}` is offered with several paytables: expected one of them in wagers.{id}.paytable, {names}"
        )));
    }
    let result = BaseGame::new(submission).value(submission, first)?;
    let meter = offered::meter_of(first);
    let ev = result.ev(&meter);
    Ok(UnitFigures {
        paytable: Some(result.paytable.clone()),
        ev: exact(&ev),
        house_edge: exact(&-ev),
        variance: exact(&result.variance(&meter)),
        hit_frequency: exact(&result.hit_frequency),
        ..UnitFigures::default()
    })
}

/// The up cards against which the attack wager is made; `None` in a game without one.
fn attacked(ups: impl Iterator<Item = (Value, Option<bool>)>) -> Option<String> {
    let known: Vec<(Value, bool)> = ups.filter_map(|(up, attack)| Some((up, attack?))).collect();
    let made = known.iter().filter(|(_, attack)| *attack).map(|(up, _)| up.to_string());
    (!known.is_empty()).then(|| made.collect::<Vec<_>>().join(" "))
}

fn exact(value: &BigRational) -> Option<Exact> {
    Some(value.into())
}

/// Whether the regulation allows every option and reading. A shoe of its own is a question of mathematics, not of rules.
fn conforming(submission: &Submission) -> bool {
    let choices = submission.options.iter().chain(&submission.readings);
    let mut chosen = choices.filter_map(|choice| choice.chosen());
    chosen.all(|chosen| chosen.conforming)
}
