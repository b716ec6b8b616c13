//! From the lines that fit to what is paid.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{Added, LineRule, MeterAmount, OfferedWager};

use crate::event::chance;
use crate::result::{Line, WagerResult};

/// The lines of a wager that are offered, with what each returns.
pub(crate) struct Lines<'a> {
    pub(crate) rules: Vec<&'a LineRule>,
    returns: Vec<MeterAmount>,
    added: Added,
    /// Of each line on an event apart from the cards: its chance.
    chances: Vec<Option<BigRational>>,
}

/// What a deal comes to: of the lines on cards, the first of those of which one is paid, and all that add to it, as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Outcome {
    first: Option<u8>,
    added: u32,
}

impl Outcome {
    pub(crate) fn new(first: Option<usize>, added: u32) -> Self {
        Self { first: first.map(|at| at as u8), added }
    }

    pub(crate) fn first(self) -> Option<usize> {
        self.first.map(usize::from)
    }
}

impl<'a> Lines<'a> {
    /// Lines on an event whose chance the analysis does not state, and which it does not say to be offered, are left out.
    pub(crate) fn new(wager: &'a OfferedWager) -> Self {
        let chance = |line: &LineRule| line.chance.as_ref().map(|name| chance(wager, name));
        let offered = wager.rule.offered_lines(&wager.paytable).filter(|(line, _)| chance(line) != Some(None));
        let (rules, returns): (Vec<_>, Vec<_>) = offered.map(|(line, pay)| (line, wager.rule.returns(pay))).unzip();
        let chances = rules.iter().map(|line| chance(line).flatten()).collect();
        Self { rules, returns, added: wager.rule.added, chances }
    }

    /// The outcome once it is known for every line on cards whether it fits; `None` while the answer depends on one that is not
    /// known.
    pub(crate) fn outcome(&self, fits: impl Fn(usize, &LineRule) -> Option<bool>) -> Option<Outcome> {
        let on_cards = self.rules.iter().enumerate().filter(|(_, line)| line.chance.is_none());
        let mut outcome = Outcome { first: None, added: 0 };
        let mut is_found = false;
        for (at, line) in on_cards {
            if line.adds {
                if fits(at, line)? {
                    outcome.added |= 1 << at;
                }
            } else if !is_found && fits(at, line)? {
                outcome.first = Some(at as u8);
                is_found = true;
            }
        }
        Some(outcome)
    }

    /// The paylines: every outcome with its number of ways, split by the events apart from the cards.
    pub(crate) fn paid(&self, ways: &BTreeMap<Outcome, BigUint>) -> Vec<Line> {
        let mut all: Vec<(Outcome, BigUint)> = ways.iter().map(|(&outcome, ways)| (outcome, ways.clone())).collect();
        for (at, chance) in self.chances.iter().enumerate() {
            let Some(chance) = chance else { continue };
            let part = |ratio: &BigInt| ratio.magnitude().clone();
            let (yes, all_ways) = (part(chance.numer()), part(chance.denom()));
            let no = &all_ways - &yes;
            all = all
                .into_iter()
                .flat_map(|(outcome, ways)| {
                    let with = Outcome { added: outcome.added | 1 << at, ..outcome };
                    [(with, &ways * &yes), (outcome, ways * &no)]
                })
                .collect();
        }
        // Lines that no deal reaches are listed too.
        for (at, line) in self.rules.iter().enumerate() {
            let alone = if line.adds {
                Outcome { first: None, added: 1 << at }
            } else {
                Outcome { first: Some(at as u8), added: 0 }
            };
            let is_listed = |outcome: &Outcome| {
                if line.adds { outcome.added & 1 << at != 0 } else { outcome.first == Some(at as u8) }
            };
            if !all.iter().any(|(outcome, _)| is_listed(outcome)) {
                all.push((alone, BigUint::zero()));
            }
        }
        all.into_iter().map(|(outcome, combinations)| self.line(outcome, combinations)).collect()
    }

    /// The lines of which this holds, as bits.
    pub(crate) fn bits(&self, holds: impl Fn(&LineRule) -> bool) -> u32 {
        self.rules.iter().enumerate().filter(|(_, line)| holds(line)).map(|(at, _)| 1 << at).sum()
    }

    /// Ways into which the events apart from the cards split every deal.
    pub(crate) fn chance_ways(&self) -> BigUint {
        self.chances.iter().flatten().map(|chance| chance.denom().magnitude().clone()).product()
    }

    /// The lines that are paid, by name.
    pub(crate) fn name(&self, outcome: Outcome) -> String {
        rules::outcome_name(self.fitting(outcome).into_iter().map(|at| self.rules[at].name.as_str()))
    }

    fn fitting(&self, outcome: Outcome) -> Vec<usize> {
        let added = (0..self.rules.len()).filter(|at| outcome.added & 1 << at != 0);
        outcome.first().into_iter().chain(added).collect()
    }

    fn line(&self, outcome: Outcome, combinations: BigUint) -> Line {
        let net = self.returned(outcome) + MeterAmount::fixed(-BigRational::one());
        Line { name: self.name(outcome), combinations, fixed: net.fixed, per_meter: net.per_meter }
    }

    /// Net result of an outcome on cards, in expectation over the events apart from the cards.
    pub(crate) fn expected(&self, wager: &OfferedWager, outcome: Outcome) -> MeterAmount {
        let paid = self.paid(&BTreeMap::from([(outcome, BigUint::one())]));
        WagerResult::from_lines(wager, paid).expectation()
    }

    /// The mean square of the net result of an outcome on cards, over the events apart from the cards; what is paid of a meter is left out.
    pub(crate) fn expected_square(&self, outcome: Outcome) -> BigRational {
        let paid = self.paid(&BTreeMap::from([(outcome, BigUint::one())]));
        let whole = |ways: &BigUint| BigRational::from_integer(ways.clone().into());
        let sum: BigRational = paid.iter().map(|line| &line.fixed * &line.fixed * whole(&line.combinations)).sum();
        sum / whole(&paid.iter().map(|line| &line.combinations).sum())
    }

    /// Whether some line is on an event apart from the cards.
    pub(crate) fn asks_for_chances(&self) -> bool {
        self.chances.iter().any(Option::is_some)
    }

    /// What the lines of an outcome return together.
    pub(crate) fn returned(&self, outcome: Outcome) -> MeterAmount {
        let fitting = self.fitting(outcome);
        let nothing = MeterAmount::fixed(BigRational::zero());
        let returns = fitting.iter().map(|&at| self.returns[at].clone());
        match self.added {
            Added::OnTop => returns.fold(nothing, |sum, one| sum + one),
            Added::OnTopLessWager => {
                let again = BigRational::from_integer(fitting.len().saturating_sub(1).into());
                returns.fold(MeterAmount::fixed(-again), |sum, one| sum + one)
            }
            // A share of the meter is worth more than any odds once the meter is worth naming.
            Added::Highest => {
                returns.max_by(|a, b| (&a.per_meter, &a.fixed).cmp(&(&b.per_meter, &b.fixed))).unwrap_or(nothing)
            }
        }
    }
}
