//! What the table tallies, beside the exact figures that a report states.

use std::collections::BTreeMap;

use certificate::{ByDealerOutcome, ClassResult, DealerOutcomes, Exact, Insurance, SimulatedOf, Wager};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{OfferedWager, Submission};
use solver::Class;
use table::{BLOCK, CaseName, CaseTally, DEALER_OUTCOMES, Figure, Progress, ShoeTally, Simulation, Table, Tally};
use wagers::WagerResult;

use crate::failure::Failure;

/// A run is a failed check if Holm's procedure rejects a figure at this level.
pub(crate) const LEVEL: f64 = 1e-6;

/// The class under which wagers that play decides are valued.
pub(crate) const CLASS: Class = Class::CdzMinus;

/// Means of a side wager are judged only if each of its payouts is expected so often; its lines are judged in any case.
const OFTEN: u64 = 25;

/// Blocks dealt between two reports of progress.
const BATCH: u64 = 64;

/// How often [`deal`] reports progress.
pub(crate) fn batches(rounds: u64) -> u64 {
    (rounds / BLOCK).div_ceil(BATCH).max(1)
}

/// Deals rounds, going on from those that are done; `after` is told of the progress after every batch.
pub(crate) fn deal(
    simulation: &Simulation<'_>,
    progress: &mut Progress,
    rounds: u64,
    threads: usize,
    after: &mut dyn FnMut(&Progress) -> Result<(), Failure>,
) -> Result<Tally, Failure> {
    let blocks = rounds / BLOCK;
    while progress.blocks < blocks {
        let to = (progress.blocks + BATCH).min(blocks);
        simulation.advance(progress, to, threads)?;
        after(progress)?;
    }
    Ok(simulation.with_part_of_a_block(progress, rounds % BLOCK)?)
}

/// Exact figures that tallies are compared with.
pub(crate) struct Exactly<'a> {
    /// The base game under the strategy that is played.
    pub(crate) class: &'a ClassResult,
    pub(crate) insurance: Option<&'a Insurance>,
    /// Wagers that are not here are not compared.
    pub(crate) wagers: Vec<ExactWager>,
}

/// A side wager under one paytable, without its meter.
pub(crate) struct ExactWager {
    id: String,
    paytable: String,
    outcomes: Vec<ExactOutcome>,
    has_meter: bool,
}

struct ExactOutcome {
    name: String,
    probability: BigRational,
    /// Net result per unit.
    net: BigRational,
}

/// Rounds dealt at a table.
#[derive(Clone, Copy)]
pub(crate) struct RoundsDealt<'a> {
    pub(crate) submission: &'a Submission,
    pub(crate) table: &'a Table,
    pub(crate) tally: &'a Tally,
}

/// Figures that belong together.
pub(crate) struct Group {
    pub(crate) of: SimulatedOf,
    /// The wager, where they are of one.
    pub(crate) wager: Option<String>,
    pub(crate) figures: Vec<Figure>,
}

impl Group {
    fn new(of: SimulatedOf, figures: Vec<Figure>) -> Self {
        Self { of, wager: None, figures }
    }
}

impl From<&WagerResult> for ExactWager {
    fn from(result: &WagerResult) -> Self {
        let total = BigInt::from(result.total.clone());
        let outcomes = result.lines.iter().map(|line| ExactOutcome {
            name: line.name.clone(),
            probability: BigRational::new(BigInt::from(line.combinations.clone()), total.clone()),
            net: line.fixed.clone(),
        });
        Self {
            id: result.id.clone(),
            paytable: result.paytable.clone(),
            outcomes: outcomes.collect(),
            has_meter: !result.per_meter.is_zero(),
        }
    }
}

impl ExactWager {
    /// As a report states it.
    pub(crate) fn stated(wager: &Wager) -> Result<Self, Failure> {
        let total = whole(&wager.total)?;
        if total.is_zero() {
            return Err(Failure::Unreadable(format!("{} {} has no combinations", wager.id, wager.paytable)));
        }
        let outcome = |line: &certificate::WagerLine| {
            Ok(ExactOutcome {
                name: line.name.clone(),
                probability: BigRational::new(whole(&line.combinations)?, total.clone()),
                net: fraction(&line.pays)?,
            })
        };
        Ok(Self {
            id: wager.id.clone(),
            paytable: wager.paytable.clone(),
            outcomes: wager.lines.iter().map(outcome).collect::<Result<_, Failure>>()?,
            has_meter: wager.progressive.is_some(),
        })
    }

    fn mean(&self, of: impl Fn(&BigRational) -> BigRational) -> BigRational {
        self.outcomes.iter().map(|outcome| of(&outcome.net) * &outcome.probability).sum()
    }

    /// Frequencies of the outcomes: those the exact figures have, and any other that came.
    fn lines(&self, names: &[String], tally: &Tally, counts: &[u64]) -> Vec<Figure> {
        let mut expected: BTreeMap<&str, BigRational> = BTreeMap::new();
        for outcome in &self.outcomes {
            *expected.entry(&outcome.name).or_default() += &outcome.probability;
        }
        let lines = names.iter().zip(counts).filter_map(|(name, &count)| {
            let expected = expected.get(name.as_str()).cloned().unwrap_or_default();
            let may_come = count > 0 || !expected.is_zero();
            may_come.then(|| Figure::frequency(format!("{}, {name}", self.id), tally.rounds, count, expected))
        });
        lines.collect()
    }

    /// The EV, judged unless a payout is so rare that the mean is not normal.
    fn ev(&self, RoundsDealt { table, tally, .. }: RoundsDealt<'_>, side: usize, offered: &OfferedWager) -> Figure {
        let nets: Vec<BigRational> = table.side_nets(side, offered).into_iter().map(|net| net.fixed).collect();
        let sum = |of: &dyn Fn(&BigRational) -> BigRational| -> BigRational {
            nets.iter().zip(&tally.sides[side]).map(|(net, &count)| of(net) * BigInt::from(count)).sum()
        };
        let (plain, squared) = (|net: &BigRational| net.clone(), |net: &BigRational| net * net);
        let ev = self.mean(plain);
        let variance = self.mean(squared) - &ev * &ev;
        let without = if self.has_meter { " without the meter" } else { "" };
        let name = format!("{} {}, EV{without}", self.id, self.paytable);
        let figure = Figure::mean(name, tally.rounds, [sum(&plain), sum(&squared)], ev, Some(variance));
        let rounds = BigRational::from_integer(tally.rounds.into());
        let often = BigRational::from_integer(OFTEN.into());
        let is_rare = |outcome: &ExactOutcome| !outcome.probability.is_zero() && &outcome.probability * &rounds < often;
        if self.outcomes.iter().any(is_rare) { figure.unjudged() } else { figure }
    }
}

impl<'a> Exactly<'a> {
    /// What a report states of the class that is played and of the side wagers under its own readings.
    ///
    /// # Errors
    /// If the report does not state the class, or a number is none.
    pub(crate) fn stated(
        classes: &'a [ClassResult],
        insurance: Option<&'a Insurance>,
        wagers: &[Wager],
    ) -> Result<Self, Failure> {
        let class = classes.iter().find(|class| class.strategy == CLASS.name());
        let class = class.ok_or_else(|| Failure::Unreadable(format!("the report has no class {CLASS}")))?;
        let chosen = wagers.iter().filter(|wager| wager.chosen).map(ExactWager::stated);
        Ok(Self { class, insurance, wagers: chosen.collect::<Result<_, _>>()? })
    }

    /// Whether the wager is here under its paytable.
    pub(crate) fn knows(&self, offered: &OfferedWager) -> bool {
        self.exact(offered).is_some()
    }

    fn exact(&self, offered: &OfferedWager) -> Option<&ExactWager> {
        self.wagers.iter().find(|wager| wager.id == offered.id && wager.paytable == offered.paytable.name)
    }

    /// Every figure that the table tallies, beside the exact one.
    ///
    /// # Errors
    /// If an exact number is none.
    pub(crate) fn groups(&self, dealt: RoundsDealt<'_>) -> Result<Vec<Group>, Failure> {
        let mut groups = vec![
            Group::new(SimulatedOf::BaseGame, self.base_game(dealt)?),
            Group::new(SimulatedOf::UpCards, self.up_cards(dealt)?),
        ];
        let results = self.results(dealt)?;
        if !results.is_empty() {
            groups.insert(1, Group::new(SimulatedOf::Results, results));
        }
        let insurance = self.insurance_figures(dealt)?;
        if !insurance.is_empty() {
            groups.push(Group::new(SimulatedOf::Insurance, insurance));
        }
        for (side, id) in dealt.table.side_ids().into_iter().enumerate() {
            groups.extend(self.side_wager(dealt, side, id));
        }
        Ok(groups)
    }

    /// Moments of the round.
    fn base_game(&self, RoundsDealt { table, tally, .. }: RoundsDealt<'_>) -> Result<Vec<Figure>, Failure> {
        let unit = table.initial_wager();
        let net = |power| power_sum(&tally.nets, unit, power);
        let ev = number(&self.class.ev)?;
        let variance = self.class.std_dev.as_ref().map(|root| number(&root.squared)).transpose()?;
        let rounds = tally.rounds;
        let mean_square = variance.as_ref().map(|variance| variance + &ev * &ev);
        let mut figures = vec![Figure::mean("EV", rounds, [net(1), net(2)], ev, variance)];
        if let Some(mean_square) = mean_square {
            figures.push(Figure::mean("mean square", rounds, [net(2), net(4)], mean_square, None));
        }
        let wagers_of_hands = unit / table.wager_of_one_hand();
        let wagered = |power| power_sum(&tally.wagered, wagers_of_hands, power);
        let average = number(&self.class.average_wager)?;
        figures.push(Figure::mean("average wager", rounds, [wagered(1), wagered(2)], average, None));
        Ok(figures)
    }

    /// Frequency of every net result and of every total wager: those the exact distribution has, and any other that came.
    fn results(&self, RoundsDealt { table, tally, .. }: RoundsDealt<'_>) -> Result<Vec<Figure>, Failure> {
        let Some(distribution) = &self.class.distribution else { return Ok(Vec::new()) };
        let mut nets: BTreeMap<BigRational, BigRational> = BTreeMap::new();
        let mut wagers: BTreeMap<BigRational, BigRational> = BTreeMap::new();
        for one in &distribution.action {
            let probability = number(&one.probability)?;
            *nets.entry(amount(&one.net)?).or_default() += &probability;
            *wagers.entry(amount(&one.wagered)?).or_default() += probability;
        }
        let unit = table.initial_wager();
        let frequencies =
            |what: &str, expected_of: BTreeMap<BigRational, BigRational>, counts: &BTreeMap<i64, u64>, unit: i64| {
                let mut came: BTreeMap<BigRational, u64> =
                    counts.iter().map(|(&key, &count)| (BigRational::new(key.into(), unit.into()), count)).collect();
                for expected in expected_of.keys() {
                    came.entry(expected.clone()).or_default();
                }
                let figure = |(amount, count): (BigRational, u64)| {
                    let expected = expected_of.get(&amount).cloned().unwrap_or_default();
                    Figure::frequency(format!("frequency, {what} {amount}"), tally.rounds, count, expected)
                };
                came.into_iter().map(figure).collect::<Vec<_>>()
            };
        let mut figures = frequencies("net result", nets, &tally.nets, unit);
        figures.extend(frequencies("total wager", wagers, &tally.wagered, unit / table.wager_of_one_hand()));
        Ok(figures)
    }

    /// Frequency and EV of every up card, and of every signal under it.
    fn up_cards(&self, RoundsDealt { table, tally, .. }: RoundsDealt<'_>) -> Result<Vec<Figure>, Failure> {
        let names = table.case_names();
        let unit = table.initial_wager();
        let mut figures = Vec::new();
        for up in &self.class.by_up_card {
            let of_up: Vec<(&CaseName, &CaseTally)> =
                names.iter().zip(&tally.cases).filter(|(name, _)| name.up.to_string() == up.up).collect();
            let seen: u64 = of_up.iter().map(|(_, case)| case.rounds).sum();
            let name = format!("up {}", up.up);
            let probability = number(&up.probability)?;
            figures.push(Figure::frequency(format!("frequency, {name}"), tally.rounds, seen, probability));
            figures.push(Figure::mean(format!("EV, {name}"), seen, sums(&of_up, unit), number(&up.ev)?, None));
            if up.signals.len() < 2 {
                continue;
            }
            for signal in &up.signals {
                let of_signal: Vec<_> =
                    of_up.iter().copied().filter(|(name, _)| name.signal == signal.signal).collect();
                let came = of_signal.iter().map(|(_, case)| case.rounds).sum();
                let name = format!("{name}, {}", signal.signal);
                let probability = number(&signal.probability)?;
                figures.push(Figure::frequency(format!("frequency, {name}"), seen, came, probability));
                let ev = number(&signal.ev)?;
                figures.push(Figure::mean(format!("EV, {name}"), came, sums(&of_signal, unit), ev, None));
            }
        }
        Ok(figures)
    }

    fn insurance_figures(
        &self,
        RoundsDealt { submission, table, tally }: RoundsDealt<'_>,
    ) -> Result<Vec<Figure>, Failure> {
        let (Some(rule), Some(insurance)) = (&submission.game.insurance, self.insurance) else {
            return Ok(Vec::new());
        };
        let one = BigRational::one;
        let pays = rule.pays.exact();
        let counts = &tally.insurance;
        let wins = (number(&insurance.ev_always)? + one()) / (pays + one());
        let (unit, amounts) = table.insurance_money();
        let [won, lost] = amounts.map(|amount| BigRational::new(amount.into(), unit.into()));
        let [hits, misses] = [counts.taken_won, counts.taken - counts.taken_won].map(BigInt::from);
        let sums = [&won * &hits + &lost * &misses, &won * &won * &hits + &lost * &lost * &misses];
        let gain = number(&insurance.optimal_gain)?;
        let gain = Figure::mean("insurance, gain of optimal use", tally.rounds, sums, gain, None);
        Ok(vec![
            Figure::frequency("insurance, frequency of a win", counts.offered, counts.won, wins),
            if counts.taken < 1_000 { gain.unjudged() } else { gain },
        ])
    }

    /// The outcomes, which are those of every paytable, and the EV under each.
    fn side_wager(&self, dealt: RoundsDealt<'_>, side: usize, id: &str) -> Vec<Group> {
        let RoundsDealt { submission, table, tally } = dealt;
        let offered = submission.wagers.iter().filter(|offered| offered.id == id);
        let known: Vec<_> = offered.filter_map(|offered| Some((offered, self.exact(offered)?))).collect();
        let Some((_, first)) = known.first() else { return Vec::new() };
        let lines = first.lines(&table.side_names(side), tally, &tally.sides[side]);
        let evs = known.iter().map(|(offered, exact)| exact.ev(dealt, side, offered)).collect();
        let wager = || Some(id.to_owned());
        vec![
            Group { wager: wager(), ..Group::new(SimulatedOf::WagerLines, lines) },
            Group { wager: wager(), ..Group::new(SimulatedOf::Wager, evs) },
        ]
    }
}

/// How often the dealer's hand ends in each way under each up card and signal.
///
/// Every round under them is counted, with a dealer who completes his hand also where no hand waits for it: the rounds in which one does
/// are those in which the player has not bust, and in them the dealer's cards are others.
///
/// # Errors
/// If a stated probability is no fraction.
pub(crate) fn dealer(rows: &[DealerOutcomes], table: &Table, tally: &Tally) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    for (name, counts) in table.case_names().iter().zip(&tally.dealer) {
        let is_same = |row: &&DealerOutcomes| row.up == name.up.to_string() && row.signal == name.signal;
        let Some(row) = rows.iter().find(is_same) else { continue };
        // Rounds in which the shoe had no card left to complete the hand by are no outcome.
        let counts = &counts[..DEALER_OUTCOMES.len()];
        let rounds: u64 = counts.iter().sum();
        let outcomes = ByDealerOutcome::<String>::WORDS.into_iter().zip(row.outcomes.each());
        for ((outcome, probability), &count) in outcomes.zip(counts) {
            let probability = number(probability)?;
            // What must come and did says nothing, nor does what cannot.
            if (probability.is_zero() && count == 0) || (probability.is_one() && count == rounds) {
                continue;
            }
            let of = format!("dealer {outcome}, up {}, {}", name.up, name.signal);
            figures.push(Figure::frequency(of, rounds, count, probability));
        }
    }
    Ok(figures)
}

/// What of the side wagers the table does not deal.
pub(crate) fn not_dealt(submission: &Submission, table: &Table) -> Vec<String> {
    let ids = table.side_ids().into_iter();
    let has_parlay =
        |id: &&str| submission.wagers.iter().any(|offered| offered.id == *id && offered.rule.parlay.is_some());
    ids.filter(has_parlay).map(|id| format!("{id}: winnings added to the base wager are not dealt")).collect()
}

/// What a cut card does to the EV of a round, per unit of initial wager.
pub(crate) struct CutCardEffect {
    /// EV of a round dealt to the cut card, less that of a fresh shoe.
    pub(crate) effect: BigRational,
    /// Square of its standard error.
    pub(crate) error_squared: BigRational,
}

/// Measures it.
///
/// The rounds to the cut card are laid beside a fixed number of rounds of the same shoe, whose EV is exactly that of a fresh shoe.
/// The two share most of their rounds, so their difference is known far better than either.
///
/// # Errors
/// If no shoe was dealt, so that there is nothing to measure.
pub(crate) fn cut_card_effect(shoes: &ShoeTally, unit: i64, ev: &BigRational) -> Result<CutCardEffect, Failure> {
    if shoes.shoes == 0 || shoes.rounds == 0 {
        return Err(Failure::Asked("a cut card has no effect to measure where no round is dealt".to_owned()));
    }
    let (unit, number, rounds) = (BigInt::from(unit), BigInt::from(shoes.shoes), BigInt::from(shoes.rounds));
    let more = &rounds - &number * BigInt::from(shoes.fixed);
    let money = BigRational::new(shoes.money.into(), unit.clone());
    // Of every shoe: money beyond that of the fixed rounds, less what so many rounds of a fresh shoe bring.
    let sum = money - ev * more;
    let money_square = BigRational::new(shoes.money_square.into(), &unit * &unit);
    let mixed = ev * BigRational::new(BigInt::from(shoes.more_money) * 2, unit);
    let square = money_square - mixed + ev * ev * BigInt::from(shoes.more_square);
    let mean = &sum / &number;
    let variance = square / &number - &mean * &mean;
    Ok(CutCardEffect { effect: sum / &rounds, error_squared: variance * number / (&rounds * &rounds) })
}

/// Sum of powers of a tally's keys, each divided by a unit.
fn power_sum(tally: &BTreeMap<i64, u64>, unit: i64, power: u32) -> BigRational {
    let sum: BigInt = tally.iter().map(|(&key, &count)| BigInt::from(key).pow(power) * count).sum();
    BigRational::new(sum, BigInt::from(unit).pow(power))
}

/// Net results of some up cards and signals, and their squares, in initial wagers.
fn sums(cases: &[(&CaseName, &CaseTally)], unit: i64) -> [BigRational; 2] {
    let net: i64 = cases.iter().map(|(_, case)| case.net).sum();
    let square: u64 = cases.iter().map(|(_, case)| case.square).sum();
    let unit = BigInt::from(unit);
    [BigRational::new(net.into(), unit.clone()), BigRational::new(square.into(), &unit * &unit)]
}

pub(crate) fn number(exact: &Exact) -> Result<BigRational, Failure> {
    fraction(&exact.fraction)
}

fn whole(digits: &str) -> Result<BigInt, Failure> {
    certificate::number::whole(digits).map_err(|error| Failure::Unreadable(error.to_string()))
}

fn amount(text: &str) -> Result<BigRational, Failure> {
    certificate::number::ratio(text).map_err(|error| Failure::Unreadable(error.to_string()))
}

fn fraction(text: &str) -> Result<BigRational, Failure> {
    certificate::number::fraction(text).map_err(|error| Failure::Unreadable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two shoes beside two rounds each, at an EV of -1/10: one has a round more, which won a unit, the other has none more. Beyond
    /// expectation they brought 11/10 and 0, in five rounds.
    #[test]
    fn a_cut_card_by_hand() {
        let shoes = ShoeTally {
            shoes: 2,
            fixed: 2,
            rounds: 5,
            more_square: 1,
            more_money: 2,
            money: 2,
            money_square: 4,
            refilled: 0,
            fixed_money: 0,
        };
        let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
        let found = cut_card_effect(&shoes, 2, &ratio(-1, 10)).expect("two shoes");
        assert_eq!(found.effect, ratio(11, 50));
        // The variance of 11/10 and 0 is 121/400, and their sum has twice that.
        assert_eq!(found.error_squared, ratio(121 * 2, 400 * 25));
    }

    /// No rounds were a division by zero.
    #[test]
    fn no_shoe_has_no_effect_to_measure() {
        let ev = BigRational::new((-1).into(), 10.into());
        assert!(cut_card_effect(&ShoeTally::default(), 2, &ev).is_err());
    }

    #[test]
    fn powers_of_a_tally() {
        let tally = BTreeMap::from([(-2, 3), (4, 1)]);
        assert_eq!(power_sum(&tally, 2, 1), BigRational::from_integer((-1).into()));
        assert_eq!(power_sum(&tally, 2, 4), BigRational::from_integer(19.into()));
    }
}
