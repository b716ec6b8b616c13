//! The index table: which decisions of the chart a count changes, from which count on, and what that is worth.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use cards::Value;
use certificate::{Exact, Root};
use counting::{GroupedShoe, LabelledShares, TakenSum};
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};
use rayon::prelude::*;
use report::{IndexPlay, IndexRow, IndexTable};
use rules::{InsuranceRule, Submission};
use solver::{ChartHand, Departure, DepartureByCardsTaken, Solver};

use super::Tables;
use super::rows::{self, ByLabel, LabelledMoments, Labels, Sums};
use crate::failure::Failure;
use crate::present;

/// What the index tables of an analysis share.
pub(super) struct Indices<'a> {
    submission: &'a Submission,
    solver: &'a Solver,
    groups: &'a GroupedShoe,
    /// By decision, what may be done in place of the chart's action.
    decisions: Vec<DecisionDepartures>,
    /// Most cards of a term.
    most_cards: u32,
    parts: BigRational,
    /// The EV of the chart, which is the same at every depth in the mean over all counts.
    ev: BigRational,
    most_played: usize,
    /// Whether squares are asked for and known.
    squares: bool,
}

/// A decision of the chart with the departures from it.
struct DecisionDepartures {
    up: Value,
    departures: Vec<DepartureByCardsTaken>,
}

/// The gains of a decision's departures at each label, and the best of them where it gains.
struct Judged<'a> {
    decision: &'a DecisionDepartures,
    gains: Vec<Vec<BigRational>>,
    best: Vec<Option<usize>>,
    gain: BigRational,
}

impl<'a> Indices<'a> {
    pub(super) fn new(
        submission: &'a Submission,
        (solver, groups): (&'a Solver, &'a GroupedShoe),
        tables: &Tables,
        most_played: usize,
    ) -> Result<Self, Failure> {
        let mut decisions: Vec<DecisionDepartures> = Vec::new();
        let mut most_cards = tables.taken.most_cards();
        for departure in solver.departures_by_cards_taken(groups)? {
            most_cards = most_cards.max(departure.gain.most_cards());
            let is_of = |decision: &&mut DecisionDepartures| {
                decision.up == departure.up && key(&decision.departures[0]) == key(&departure)
            };
            match decisions.iter_mut().rev().find(is_of) {
                Some(decision) => decision.departures.push(departure),
                None => decisions.push(DecisionDepartures { up: departure.up, departures: vec![departure] }),
            }
        }
        let parts = BigRational::from_integer(tables.parts.into());
        Ok(Self {
            submission,
            solver,
            groups,
            decisions,
            most_cards,
            parts,
            ev: tables.ev(groups),
            most_played,
            squares: tables.square.is_some(),
        })
    }

    /// The table of the rounds that begin with so many cards seen, each number as often as the others; `by_label` has their probabilities.
    pub(super) fn table(
        &self,
        labels: Labels<'_>,
        seen: &RangeInclusive<u32>,
        by_label: &ByLabel,
    ) -> Result<IndexTable, Failure> {
        let shares = self.shares(labels, seen, self.most_cards)?;
        let judged = self.decisions.par_iter().map(|decision| {
            let gains = decision.departures.iter().map(|one| self.expected(&shares, &one.gain));
            Ok(Judged::new(decision, gains.collect::<Result<_, Failure>>()?))
        });
        let mut judged: Vec<Judged<'_>> = judged.collect::<Result<_, Failure>>()?;
        judged.retain(|one| one.gain.is_positive());
        judged.sort_by(|one, other| other.gain.cmp(&one.gain));
        let run = Runs { labels, by_label: by_label.iter().collect() };
        let insured = self.submission.game.insurance.as_ref().and_then(|rule| Insured::new(rule, by_label));
        let mut rows: Vec<(BigRational, IndexRow)> =
            judged.iter().map(|one| (one.gain.clone(), self.row(one, &run))).collect();
        rows.extend(insured.as_ref().map(|insured| (insured.gain.clone(), insured.row(&run))));
        rows.sort_by_key(|(gain, _)| Reverse(gain.clone()));
        // Insurance is played where it ranks among the decisions of the greatest gain.
        let insured =
            insured.filter(|insured| judged.iter().filter(|one| one.gain >= insured.gain).count() < self.most_played);
        let decisions = judged.len().min(self.most_played - usize::from(insured.is_some()));
        let played = decisions + usize::from(insured.is_some());
        let LabelledMoments { net: nets, square: squares, .. } =
            self.played((&judged[..decisions], insured.as_ref()), labels, seen, shares)?;
        let evs: Vec<BigRational> =
            nets.iter().zip(by_label.values()).map(|(net, sums)| net / &sums.probability).collect();
        let deviations = squares.iter().flatten().zip(&evs).zip(by_label.values());
        let deviations = deviations.map(|((square, ev), sums)| Root::of(&(square / &sums.probability - ev * ev)));
        Ok(IndexTable {
            played,
            gain: (&(nets.iter().sum::<BigRational>() - &self.ev)).into(),
            rows: rows.into_iter().map(|(_, row)| row).collect(),
            std_devs: deviations.collect::<Option<Vec<Root>>>().unwrap_or_default(),
            evs: evs.iter().map(Into::into).collect(),
        })
    }

    /// The expectation of a quantity with each label, in units.
    fn expected(&self, shares: &LabelledShares, sum: &TakenSum) -> Result<Vec<BigRational>, Failure> {
        let sums = shares.expectations(sum).ok_or_else(too_many_cards)?;
        Ok(sums.into_iter().map(|sum| sum / &self.parts).collect())
    }

    fn shares(
        &self,
        labels: Labels<'_>,
        seen: &RangeInclusive<u32>,
        most_cards: u32,
    ) -> Result<LabelledShares, Failure> {
        let of = |seen: u32, count: i32| labels.of(seen, count);
        LabelledShares::new(self.groups, most_cards, seen.clone(), of).ok_or_else(|| {
            Failure::Asked(format!(
                "{} different tags make too many sums of up to {most_cards} cards for an index table",
                self.groups.groups().len()
            ))
        })
    }

    /// The net result and its square with each label under the chart with these decisions played by the count, and insurance if it is one of them.
    fn played(
        &self,
        (judged, insured): (&[Judged<'_>], Option<&Insured<'_>>),
        labels: Labels<'_>,
        seen: &RangeInclusive<u32>,
        mut shares: LabelledShares,
    ) -> Result<LabelledMoments, Failure> {
        let number = shares.labels().len();
        let mut places: BTreeMap<Vec<(Value, Departure)>, Vec<usize>> = BTreeMap::new();
        for place in 0..number {
            places.entry(departures_at(judged, place)).or_default().push(place);
        }
        let departures: Vec<Vec<(Value, Departure)>> = places.keys().cloned().collect();
        let rounds = self.solver.rounds_with_departures(&departures, self.groups, self.squares)?;
        // Departures together may take more cards than each alone, and with insurance the dealer's hand matters behind every hand.
        let with_insurance =
            rounds.iter().filter_map(|round| round.with_insurance.as_ref()).filter(|_| insured.is_some());
        let most_cards = with_insurance.map(TakenSum::most_cards).fold(rows::most_cards(&rounds), u32::max);
        if most_cards > self.most_cards {
            shares = self.shares(labels, seen, most_cards)?;
        }
        let mut played = LabelledMoments {
            net: vec![BigRational::zero(); number],
            square: self.squares.then(|| vec![BigRational::zero(); number]),
        };
        let of_rounds = rounds.par_iter().map(|round| {
            let mut of_round = LabelledMoments::of(round, &shares).ok_or_else(too_many_cards)?;
            if let Some(insured) = insured {
                let with_insurance = round.with_insurance.as_ref().map(|sum| self.expected(&shares, sum));
                insured.add(&mut of_round, with_insurance.transpose()?);
            }
            Ok(of_round)
        });
        for (places, of_round) in places.values().zip(of_rounds.collect::<Result<Vec<_>, Failure>>()?) {
            for &place in places {
                played.net[place].clone_from(&of_round.net[place]);
                match (played.square.as_mut(), of_round.square.as_ref()) {
                    (Some(squares), Some(of_round)) => squares[place].clone_from(&of_round[place]),
                    _ => played.square = None,
                }
            }
        }
        Ok(played)
    }

    fn row(&self, judged: &Judged<'_>, run: &Runs<'_>) -> IndexRow {
        let action = |place: usize| judged.best[place].map(|best| done(&judged.decision.departures[best].departure));
        let first = &judged.decision.departures[0].departure;
        let up = judged.decision.up;
        let (signal, hand, cards, chart, on_table) = match first {
            Departure::Hand { signal, hand, first_two, chart, .. } => {
                let cards = if *first_two { "two" } else { "more" };
                let on_table = first_two.then(|| self.on_table(up, *hand, run.labels)).flatten();
                (Some(signal.clone()), present::row_name(*hand), Some(cards), chart.name(), on_table)
            }
            Departure::Attack { made } => (None, "attack".to_owned(), None, attacked(!made), None),
        };
        let plays = run.plays(action);
        IndexRow { up: up.to_string(), signal, hand, cards, chart, plays, on_table, gain: (&judged.gain).into() }
    }

    /// The least and the greatest sum of the tags of the up card and of two cards that make the row.
    fn on_table(&self, up: Value, row: ChartHand, labels: Labels<'_>) -> Option<[Exact; 2]> {
        let shoe = &self.submission.shoe;
        let pairs = Value::all().flat_map(|one| Value::all().map(move |other| [one, other]));
        let in_row = |pair: &[Value; 2]| {
            let [one, other] = *pair;
            let points = one.hard_points() + other.hard_points();
            let has_ace = one == Value::ACE || other == Value::ACE;
            let left = shoe.without(up).and_then(|left| left.without(one)).and_then(|left| left.without(other));
            left.is_ok()
                && match row {
                    ChartHand::Pair(value) => one == value && other == value,
                    ChartHand::Soft(total) => one != other && has_ace && points + 10 == total,
                    ChartHand::Hard(total) => one != other && !has_ace && points == total,
                }
        };
        let tag = |value: Value| labels.system.tags[value.index()];
        let sums = pairs.filter(in_row).map(|[one, other]| tag(up) + tag(one) + tag(other));
        let sums: Vec<i32> = sums.collect();
        Some([labels.in_units(*sums.iter().min()?), labels.in_units(*sums.iter().max()?)])
    }
}

/// Insurance, which the chart does not take, with the most that may be wagered on it.
struct Insured<'a> {
    rule: &'a InsuranceRule,
    /// What it gains at each label where it gains, and the mean of its square there.
    gains: Vec<Option<[BigRational; 2]>>,
    gain: BigRational,
}

impl<'a> Insured<'a> {
    /// `None` where it gains under no label.
    fn new(rule: &'a InsuranceRule, by_label: &ByLabel) -> Option<Self> {
        let (most, pays) = (cards::widened(rule.maximum.ratio()), cards::widened(rule.pays.ratio()));
        let of_label = |sums: &Sums| {
            let [net, offered] = &sums.insurance;
            let wins = (net + offered) / (&pays + BigRational::one());
            let square = &wins * &pays * &pays + (offered - wins);
            net.is_positive().then(|| [net * &most, square * &most * &most])
        };
        let gains: Vec<Option<[BigRational; 2]>> = by_label.values().map(of_label).collect();
        let gain: BigRational = gains.iter().flatten().map(|[gain, _]| gain).sum();
        gain.is_positive().then_some(Self { rule, gains, gain })
    }

    /// Adds it to a round where it is taken. The square needs the round's result times that of a unit of insurance, in parts of its unit; without it there is none.
    fn add(&self, round: &mut LabelledMoments, with_unit: Option<Vec<BigRational>>) {
        let parts = BigRational::from_integer((*self.rule.pays.ratio().denom()).into());
        let twice_most = cards::widened(self.rule.maximum.ratio()) * BigRational::from_integer(2.into()) / parts;
        round.square = round.square.take().filter(|_| with_unit.is_some());
        for (place, [gain, square]) in self.gains.iter().enumerate().filter_map(|(at, gain)| Some((at, gain.as_ref()?)))
        {
            round.net[place] += gain;
            if let Some((squares, with_unit)) = round.square.as_mut().zip(with_unit.as_ref()) {
                squares[place] += square + &with_unit[place] * &twice_most;
            }
        }
    }

    fn row(&self, run: &Runs<'_>) -> IndexRow {
        let ace = run.labels.in_units(run.labels.system.tags[self.rule.offered_on.index()]);
        IndexRow {
            up: self.rule.offered_on.to_string(),
            signal: None,
            hand: "insurance".to_owned(),
            cards: None,
            chart: "no insurance",
            plays: run.plays(|place| self.gains[place].is_some().then_some("insurance")),
            on_table: Some([ace.clone(), ace]),
            gain: (&self.gain).into(),
        }
    }
}

fn too_many_cards() -> Failure {
    Failure::Asked("a round takes more cards than were counted".to_owned())
}

/// What tells one decision from another under an up card.
fn key(departure: &DepartureByCardsTaken) -> Option<(&str, ChartHand, bool)> {
    match &departure.departure {
        Departure::Hand { signal, hand, first_two, .. } => Some((signal, *hand, *first_two)),
        Departure::Attack { .. } => None,
    }
}

fn done(departure: &Departure) -> &'static str {
    match departure {
        Departure::Hand { instead, .. } => instead.name(),
        Departure::Attack { made } => attacked(*made),
    }
}

fn attacked(made: bool) -> &'static str {
    if made { "attack" } else { "no attack" }
}

/// What is done otherwise than the chart at a label. Another choice of the attack wager is followed by the chart that is best for it, and by nothing else; it is made where it gains
/// more than the other departures under the up card do.
fn departures_at(judged: &[Judged<'_>], place: usize) -> Vec<(Value, Departure)> {
    let chosen: Vec<(&Judged<'_>, usize)> = judged.iter().filter_map(|one| Some((one, one.best[place]?))).collect();
    let departure = |(one, best): &(&Judged<'_>, usize)| one.decision.departures[*best].departure.clone();
    let is_attack = |one: &(&Judged<'_>, usize)| matches!(departure(one), Departure::Attack { .. });
    let gain = |(one, best): &(&Judged<'_>, usize)| one.gains[*best][place].clone();
    let attacks = |up: Value| {
        let of_up: Vec<_> = chosen.iter().filter(|one| one.0.decision.up == up).collect();
        let attack = of_up.iter().find(|one| is_attack(one)).map(|one| gain(one));
        let others: BigRational = of_up.iter().filter(|one| !is_attack(one)).map(|one| gain(one)).sum();
        attack.map(|attack| attack > others)
    };
    let kept = chosen.iter().filter(|one| attacks(one.0.decision.up).is_none_or(|attacks| attacks == is_attack(one)));
    let mut all: Vec<(Value, Departure)> = kept.map(|one| (one.0.decision.up, departure(one))).collect();
    all.sort();
    all
}

impl<'a> Judged<'a> {
    fn new(decision: &'a DecisionDepartures, gains: Vec<Vec<BigRational>>) -> Self {
        let labels = gains.first().map_or(0, Vec::len);
        let best: Vec<Option<usize>> = (0..labels)
            .map(|place| {
                let better = (0..gains.len()).filter(|&one| gains[one][place].is_positive());
                better.reduce(|best, one| if gains[one][place] > gains[best][place] { one } else { best })
            })
            .collect();
        let gain = best.iter().enumerate().filter_map(|(place, best)| Some(&gains[(*best)?][place])).sum();
        Self { decision, gains, best, gain }
    }
}

/// The labels that come up, in their order, with what stands under each.
struct Runs<'a> {
    labels: Labels<'a>,
    by_label: Vec<(&'a i64, &'a Sums)>,
}

impl Runs<'_> {
    /// Neighbouring labels with the same action.
    fn plays(&self, action: impl Fn(usize) -> Option<&'static str>) -> Vec<IndexPlay> {
        let mut plays: Vec<IndexPlay> = Vec::new();
        let mut start = 0;
        for place in 0..self.by_label.len() {
            let ends = place + 1 == self.by_label.len() || action(place + 1) != action(place);
            if !ends {
                continue;
            }
            if let Some(action) = action(place) {
                let run = &self.by_label[start..=place];
                let to = (place + 1 < self.by_label.len()).then(|| self.labels.count(*self.by_label[place].0));
                plays.push(IndexPlay {
                    from: self.labels.count(*self.by_label[start].0),
                    to,
                    from_the_lowest: start == 0,
                    action,
                    probability: (&run.iter().map(|(_, sums)| &sums.probability).sum::<BigRational>()).into(),
                });
            }
            start = place + 1;
        }
        plays
    }
}
