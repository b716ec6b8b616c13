//! The exact figures that claims are about, computed as they are asked for.

use std::collections::BTreeMap;

use certificate::StrategyCell;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use rules::{OfferedWager, Submission, one_of};
use solver::{Class, Solution, SolverFamily, UpValue, Want};
use wagers::WagerResult;

use crate::claim::{Claim, Figure, Subject, Word};
use crate::claims::Claims;
use crate::failure::Failure;
use crate::offered::meter_of;
use crate::played::BaseGame;
use crate::present;
use crate::printed::Quantity;

/// Class of base-game figures where the file names none, unless a chart is stated.
const USUAL_CLASS: Class = Class::CdzMinus;

/// Whose play a base-game figure is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ClaimedPlay {
    /// The best of a class.
    Best(Class),
    /// The chart that was stated with the claims.
    Chart,
}

impl ClaimedPlay {
    /// What a figure is of that names this class, or none.
    pub(crate) fn of(stated: Option<Class>, claims: &Claims) -> Self {
        match (stated, &claims.chart) {
            (Some(class), _) => Self::Best(class),
            (None, Some(_)) => Self::Chart,
            (None, None) => Self::Best(USUAL_CLASS),
        }
    }

    /// In words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Best(class) => class.name(),
            Self::Chart => "the stated chart",
        }
    }
}

/// An exact answer to a claim.
#[derive(Debug, Clone)]
pub(crate) enum Answer {
    Number(Quantity),
    Count(BigInt),
    Cell(Box<StrategyCell>),
}

impl Answer {
    fn number(value: BigRational) -> Self {
        Answer::Number(Quantity::Number(value))
    }
}

/// One analysis, with what has been asked of it.
pub(crate) struct World<'a> {
    claims: &'a Claims,
    submission: &'a Submission,
    family: &'a SolverFamily,
    evs: BTreeMap<ClaimedPlay, BigRational>,
    by_up: BTreeMap<ClaimedPlay, Vec<UpValue>>,
    /// With the variance, and without.
    solutions: BTreeMap<(ClaimedPlay, bool), Solution>,
    chart: Vec<StrategyCell>,
    base_game: BaseGame<'a>,
    results: Vec<(String, WagerResult)>,
}

impl<'a> World<'a> {
    pub(crate) fn new(submission: &'a Submission, claims: &'a Claims, family: &'a SolverFamily) -> Self {
        Self {
            claims,
            submission,
            family,
            evs: BTreeMap::new(),
            by_up: BTreeMap::new(),
            solutions: BTreeMap::new(),
            chart: Vec::new(),
            base_game: BaseGame::new(submission),
            results: Vec::new(),
        }
    }

    fn unknown(&self, word: &Word, message: String, expected: String) -> Failure {
        self.claims.file.expected(Some(word.span.clone()), message, expected).into()
    }

    /// The exact figure; `strategy` and `paytable` where they are not those of the claim.
    pub(crate) fn answer(
        &mut self,
        claim: &Claim,
        strategy: Option<Class>,
        paytable: Option<&str>,
    ) -> Result<Answer, Failure> {
        match &claim.subject {
            Subject::Base { strategy: stated, up, signal } => {
                let play = ClaimedPlay::of(strategy.or(*stated), self.claims);
                match up {
                    None => self.base(claim.figure, play, claim),
                    Some((up, span)) => {
                        let up_word = Word { text: up.to_string(), span: span.clone() };
                        self.base_by_up(claim.figure, play, &up_word, signal.as_ref())
                    }
                }
            }
            Subject::Insurance => {
                let value = solver::insurance(&self.submission.game, &self.submission.shoe).ok_or_else(|| {
                    let place = Some(claim.span.clone());
                    Failure::from(self.claims.file.error(place, "the game has no insurance with these cards"))
                })?;
                Ok(Answer::number(match claim.figure {
                    Figure::OptimalGain => value.optimal_gain,
                    Figure::HouseEdge => -value.ev_always,
                    _ => value.ev_always,
                }))
            }
            Subject::Wager { id, paytable: stated, line } => {
                let name = paytable.map(|name| Word { text: name.to_owned(), span: id.span.clone() });
                self.wager(claim, id, name.as_ref().or(stated.as_ref()), line.as_ref())
            }
            Subject::Cell { up, signal, hand } => {
                let up = Word { text: up.0.to_string(), span: up.1.clone() };
                self.cell(&up, signal.as_ref(), hand).map(|cell| Answer::Cell(Box::new(cell)))
            }
        }
    }

    fn ev(&mut self, play: ClaimedPlay) -> Result<BigRational, Failure> {
        if let Some(ev) = self.evs.get(&play) {
            return Ok(ev.clone());
        }
        let ev = match play {
            ClaimedPlay::Best(class) if class != Class::Perfect => {
                self.base_game.solver_from(self.family)?.ev(class)?
            }
            _ => self.solution(play, false)?.ev.clone(),
        };
        self.evs.insert(play, ev.clone());
        Ok(ev)
    }

    fn by_up(&mut self, play: ClaimedPlay) -> Result<&[UpValue], Failure> {
        if !self.by_up.contains_key(&play) {
            let ups = match play {
                ClaimedPlay::Best(class) if class != Class::Perfect => {
                    self.base_game.solver_from(self.family)?.ev_by_up(class)?
                }
                _ => self.solution(play, false)?.ups.clone(),
            };
            self.by_up.insert(play, ups);
        }
        Ok(&self.by_up[&play])
    }

    fn solution(&mut self, play: ClaimedPlay, with_variance: bool) -> Result<&Solution, Failure> {
        if !self.solutions.contains_key(&(play, with_variance)) {
            let submission = self.submission;
            let solver = self.base_game.solver_from(self.family)?;
            let solution = match (play, &self.claims.chart) {
                (ClaimedPlay::Best(class), _) => {
                    solver.solve(class, if with_variance { Want::variance() } else { Want::action() })?
                }
                (ClaimedPlay::Chart, Some(chart)) => chart.value(solver, submission, (None, with_variance))?.solution,
                (ClaimedPlay::Chart, None) => return Err(Failure::Asked("no chart is stated".to_owned())),
            };
            self.solutions.insert((play, with_variance), solution);
        }
        Ok(&self.solutions[&(play, with_variance)])
    }

    fn base(&mut self, figure: Figure, play: ClaimedPlay, claim: &Claim) -> Result<Answer, Failure> {
        if !needs_moments(figure) {
            return Ok(Answer::number(of_ev(figure, &self.ev(play)?)));
        }
        let place = Some(claim.span.clone());
        let unsolved = self.claims.file.error(place, "the variance of this game is not computed");
        let solution = self.solution(play, matches!(figure, Figure::StdDev | Figure::Variance))?;
        let variance = || solution.variance.clone().ok_or(unsolved);
        Ok(match figure {
            Figure::ElementOfRisk => Answer::number(solution.element_of_risk()),
            Figure::AverageWager => Answer::number(solution.average_wager.clone()),
            Figure::StdDev => Answer::Number(Quantity::RootOf(variance()?)),
            _ => Answer::number(variance()?),
        })
    }

    fn base_by_up(
        &mut self,
        figure: Figure,
        play: ClaimedPlay,
        up: &Word,
        signal: Option<&Word>,
    ) -> Result<Answer, Failure> {
        self.by_up(play)?;
        let ups = &self.by_up[&play];
        let Some(value) = ups.iter().find(|value| value.up.to_string() == up.text) else {
            let known = one_of(ups.iter().map(|value| value.up.to_string()));
            return Err(self.unknown(up, format!("the shoe holds no {}", up.text), known));
        };
        let (probability, ev) = match signal {
            None => (&value.probability, &value.ev),
            Some(signal) => match value.signals.iter().find(|one| one.signal == signal.text) {
                Some(one) => (&one.probability, &one.ev),
                None => {
                    let known = one_of(value.signals.iter().map(|one| &one.signal));
                    return Err(self.unknown(signal, format!("no signal `{}` under {}", signal.text, up.text), known));
                }
            },
        };
        Ok(Answer::number(if figure == Figure::Probability { probability.clone() } else { of_ev(figure, ev) }))
    }

    fn wager(
        &mut self,
        claim: &Claim,
        id: &Word,
        paytable: Option<&Word>,
        line: Option<&Word>,
    ) -> Result<Answer, Failure> {
        let submission = self.submission;
        let tables = || submission.wagers.iter().filter(|offered| offered.id == id.text);
        if tables().next().is_none() {
            let mut known: Vec<&String> = submission.wagers.iter().map(|offered| &offered.id).collect();
            known.dedup();
            return Err(self.unknown(id, format!("the analysis offers no side wager `{}`", id.text), one_of(known)));
        }
        let known = || one_of(tables().map(|offered| &offered.paytable.name));
        let offered = match paytable {
            Some(name) => tables().find(|offered| offered.paytable.name == name.text).ok_or_else(|| {
                self.unknown(name, format!("{} has no paytable `{}` in this analysis", id.text, name.text), known())
            })?,
            None => {
                let mut all = tables();
                match (all.next(), all.next()) {
                    (Some(only), None) => only,
                    _ => {
                        let message = format!("{} has several paytables in this analysis", id.text);
                        return Err(self.unknown(id, message, format!("`paytable` with {}", known())));
                    }
                }
            }
        };
        let result = self.result(offered)?;
        let total = BigInt::from(result.total.clone());
        let meter = meter_of(offered);
        if let Some(name) = line {
            let Some(line) = result.lines.iter().find(|line| line.name == name.text) else {
                let known = one_of(result.lines.iter().map(|line| &line.name));
                return Err(self.unknown(name, format!("{} has no line `{}`", id.text, name.text), known));
            };
            let combinations = BigInt::from(line.combinations.clone());
            return Ok(match claim.figure {
                Figure::Combinations => Answer::Count(combinations),
                _ => Answer::number(BigRational::new(combinations, total)),
            });
        }
        Ok(match claim.figure {
            Figure::Total => Answer::Count(total),
            Figure::HitFrequency => Answer::number(result.hit_frequency),
            Figure::StdDev => Answer::Number(Quantity::RootOf(result.variance(&meter))),
            Figure::Variance => Answer::number(result.variance(&meter)),
            Figure::Fixed => Answer::number(result.fixed),
            Figure::PerMeterUnit => Answer::number(result.per_meter),
            Figure::BreakEvenMeter => Answer::number(result.break_even().ok_or_else(|| {
                let place = Some(claim.span.clone());
                Failure::from(self.claims.file.error(place, format!("{} has no meter", id.text)))
            })?),
            figure => Answer::number(of_ev(figure, &result.ev(&meter))),
        })
    }

    fn result(&mut self, offered: &OfferedWager) -> Result<WagerResult, Failure> {
        let key = format!("{} {}", offered.id, offered.paytable.name);
        if let Some((_, result)) = self.results.iter().find(|(known, _)| *known == key) {
            return Ok(result.clone());
        }
        if offered.rule.depends_on_play() {
            self.base_game.solver_from(self.family)?;
        }
        let result = self.base_game.value(self.submission, offered)?;
        self.results.push((key, result.clone()));
        Ok(result)
    }

    fn cell(&mut self, up: &Word, signal: Option<&Word>, hand: &Word) -> Result<StrategyCell, Failure> {
        if self.chart.is_empty() {
            self.chart = self.base_game.solver_from(self.family)?.chart()?.iter().map(present::strategy_cell).collect();
        }
        let mut cells: Vec<&StrategyCell> = self.chart.iter().filter(|cell| cell.up == up.text).collect();
        let mut signals: Vec<&str> = cells.iter().map(|cell| cell.signal.as_str()).collect();
        signals.dedup();
        match signal {
            Some(signal) if !signals.contains(&signal.text.as_str()) => {
                let message = format!("the player does not act on a signal `{}` under {}", signal.text, up.text);
                return Err(self.unknown(signal, message, one_of(signals)));
            }
            Some(signal) => cells.retain(|cell| cell.signal == signal.text),
            None if signals.len() > 1 => {
                let message = format!("the play under {} depends on the signal", up.text);
                return Err(self.unknown(up, message, format!("`signal` with {}", one_of(signals))));
            }
            None => {}
        }
        let label = hand.text.to_ascii_uppercase();
        let label = label.replace(' ', "");
        // A pair of aces and the soft 12 of three cards share a label; the first two cards are meant.
        let mut named: Vec<&&StrategyCell> = cells.iter().filter(|cell| cell.hand == label).collect();
        named.sort_by_key(|cell| cell.class != certificate::HandClass::Pair);
        match named.first() {
            Some(cell) => Ok((**cell).clone()),
            None => Err(self.unknown(
                hand,
                format!("the chart has no row `{}`", hand.text),
                "a hard total such as 16, or A,7 or 8,8".to_owned(),
            )),
        }
    }
}

pub(crate) fn needs_moments(figure: Figure) -> bool {
    matches!(figure, Figure::ElementOfRisk | Figure::StdDev | Figure::Variance | Figure::AverageWager)
}

/// House edge, return or the EV itself.
fn of_ev(figure: Figure, ev: &BigRational) -> BigRational {
    match figure {
        Figure::HouseEdge => -ev,
        Figure::Rtp => ev + BigRational::one(),
        _ => ev.clone(),
    }
}
