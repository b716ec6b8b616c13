//! Rounds with some number of cards seen, told apart by their count.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use certificate::{Exact, Root};
use counting::{CountSystem, LabelledShares, SeenTable, TakenSum};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed as _, Zero as _};
use report::{CountedRow, IndexTable, PlayedWhenAhead, SeenDepth};
use solver::RoundByCardsTaken;

use super::ramp::RampCount;
use super::{CountedBy, Tables};
use crate::numbers::whole;

/// How counts are told apart.
#[derive(Clone, Copy)]
pub(super) struct Labels<'a> {
    pub(super) system: &'a CountSystem,
    pub(super) by: CountedBy,
    /// Where the running count begins, in units.
    pub(super) start: i32,
    /// Cards of the shoe, and of a deck.
    pub(super) cards: u32,
    pub(super) deck: u32,
    /// The least label under which a side wager is made; where its EV is positive if there is none.
    pub(super) trigger: Option<i64>,
}

/// What stands under one label, in expectation over all rounds.
#[derive(Clone)]
pub(super) struct Sums {
    running: [i32; 2],
    pub(super) probability: BigRational,
    /// The net result, with the count; and so the others.
    net: BigRational,
    square: BigRational,
    /// The net result of insurance where it is offered, and that it is.
    pub(super) insurance: [BigRational; 2],
    /// Of each side wager, the net result and its square.
    wagers: Vec<[BigRational; 2]>,
}

/// A round's net result together with each label, in units, and its square.
pub(super) struct LabelledMoments {
    pub(super) net: Vec<BigRational>,
    pub(super) square: Option<Vec<BigRational>>,
}

impl LabelledMoments {
    /// `None` if the round may take more cards than the shares are of.
    pub(super) fn of(round: &RoundByCardsTaken, shares: &LabelledShares) -> Option<Self> {
        let parts = whole(round.parts);
        let per_unit = |sum: &TakenSum, parts: &BigRational| -> Option<Vec<BigRational>> {
            Some(shares.expectations(sum)?.into_iter().map(|sum| sum / parts).collect())
        };
        let square = match &round.square {
            Some(square) => Some(per_unit(square, &(&parts * &parts))?),
            None => None,
        };
        Some(Self { net: per_unit(&round.net, &parts)?, square })
    }
}

/// The sums of some rounds: those of net results, and of squares where there are some.
pub(super) fn sums_of(rounds: &[RoundByCardsTaken]) -> impl Iterator<Item = &TakenSum> {
    rounds.iter().flat_map(|round| [&round.net].into_iter().chain(&round.square))
}

/// Most cards that one of some rounds counts. Squares may count more than means.
pub(super) fn most_cards(rounds: &[RoundByCardsTaken]) -> u32 {
    sums_of(rounds).map(TakenSum::most_cards).max().unwrap_or(0)
}

pub(super) type ByLabel = BTreeMap<i64, Sums>;

impl Labels<'_> {
    /// What so many cards with this count, from zero, stand under.
    pub(super) fn of(&self, seen: u32, count: i32) -> i64 {
        self.by.label(count + self.start, self.system.units, (self.cards - seen, self.deck))
    }

    /// A label as a count.
    pub(super) fn count(&self, label: i64) -> Exact {
        (&self.number(label)).into()
    }

    pub(super) fn number(&self, label: i64) -> BigRational {
        BigRational::new(label.into(), self.by.units(self.system.units).into())
    }

    /// A sum of tags.
    pub(super) fn in_units(&self, tags: i32) -> Exact {
        (&BigRational::new(tags.into(), self.system.units.into())).into()
    }
}

/// What stands under each label, in the mean over numbers of cards seen.
pub(super) fn by_label(tables: &Tables, labels: Labels<'_>, seen: RangeInclusive<u32>) -> ByLabel {
    let number = i64::from(*seen.end()) - i64::from(*seen.start()) + 1;
    let mut all = ByLabel::new();
    seen.for_each(|seen| add(tables, labels, seen, &mut all));
    divided(all, number)
}

/// The same for each of several numbers, in their order: in the mean over all numbers up to it.
pub(super) fn by_label_up_to(tables: &Tables, labels: Labels<'_>, ends: &[u32]) -> Vec<ByLabel> {
    let (mut all, mut next) = (ByLabel::new(), 0);
    let up_to = |&end: &u32| {
        (next..=end).for_each(|seen| add(tables, labels, seen, &mut all));
        next = end + 1;
        divided(all.clone(), next.into())
    };
    ends.iter().map(up_to).collect()
}

/// By wager, the base wager first, and by the most cards seen up to `deepest`: what is won in a round where the EV given the label is positive, in the mean over all numbers up to it.
pub(super) fn won_with_the_edge(tables: &Tables, labels: Labels<'_>, deepest: u32) -> Vec<Vec<BigRational>> {
    let mut all = ByLabel::new();
    let mut won = vec![Vec::new(); 1 + tables.wagers.len()];
    for seen in 0..=deepest {
        add(tables, labels, seen, &mut all);
        for (wager, won) in won.iter_mut().enumerate() {
            let net = |sums: &Sums| if wager == 0 { sums.net.clone() } else { sums.wagers[wager - 1][0].clone() };
            let gained: BigRational = all.values().map(net).filter(BigRational::is_positive).sum();
            won.push(gained / whole(i64::from(seen) + 1));
        }
    }
    won
}

fn divided(mut all: ByLabel, number: i64) -> ByLabel {
    all.values_mut().for_each(|sums| sums.divide(&whole(number)));
    all
}

/// What a player who bets by the count needs to know of each label; with an index table under the play by it.
pub(super) fn ramp_counts(
    tables: &Tables,
    labels: Labels<'_>,
    by_label: &ByLabel,
    indices: Option<&IndexTable>,
) -> Vec<RampCount> {
    let of_label = |(at, (&label, sums)): (usize, (&i64, &Sums))| {
        let by_indices = indices.and_then(|indices| indices.evs.get(at)?.value());
        let ev = by_indices.unwrap_or_else(|| &sums.net / &sums.probability);
        let by_indices = indices.and_then(|indices| indices.std_devs.get(at)?.squared.value());
        let of_chart = tables.square.as_ref().map(|_| &sums.square / &sums.probability);
        RampCount {
            count: labels.number(label),
            square: if indices.is_some() { by_indices.map(|variance| variance + &ev * &ev) } else { of_chart },
            ev,
            probability: sums.probability.clone(),
        }
    };
    by_label.iter().enumerate().map(of_label).collect()
}

/// The rounds that begin with so many cards seen, or each number up to so many.
pub(super) fn depth(tables: &Tables, labels: Labels<'_>, seen: &RangeInclusive<u32>, by_label: &ByLabel) -> SeenDepth {
    let mut rows = Vec::new();
    let mut ahead = Ahead::default();
    let mut wagers_ahead: Vec<Ahead> = (0..tables.wagers.len()).map(|_| Ahead::default()).collect();
    for (&label, sums) in by_label {
        let probability = &sums.probability;
        let given = |sum: &BigRational| sum / &sums.probability;
        let ev = given(&sums.net);
        let square = tables.square.as_ref().map(|_| given(&sums.square));
        let [insurance, offered] = &sums.insurance;
        let insurance = (!offered.is_zero()).then(|| insurance / offered);
        let wagers: Vec<[BigRational; 2]> = sums.wagers.iter().map(|sums| sums.each_ref().map(given)).collect();
        ahead.add(ev.is_positive(), probability, (&ev, square.as_ref()));
        for ((ahead, [ev, square]), tables) in wagers_ahead.iter_mut().zip(&wagers).zip(&tables.wagers) {
            let made = labels.trigger.map_or(ev.is_positive(), |trigger| label >= trigger);
            ahead.add(made, probability, (ev, tables.square.as_ref().map(|_| square)));
        }
        let deviations = wagers.iter().zip(&tables.wagers).filter(|(_, tables)| tables.square.is_some());
        let wager_std_devs: Option<Vec<Root>> =
            deviations.map(|([ev, square], _)| Root::of(&(square - ev * ev))).collect();
        rows.push(CountedRow {
            count: labels.count(label),
            running: sums.running.map(|count| labels.in_units(count + labels.start)),
            probability: probability.into(),
            std_dev: square.and_then(|square| Root::of(&(square - &ev * &ev))),
            ev: (&ev).into(),
            insurance_ev: insurance.as_ref().map(Into::into),
            wager_evs: wagers.iter().map(|[ev, _]| ev.into()).collect(),
            wager_std_devs: wager_std_devs.unwrap_or_default(),
        });
    }
    SeenDepth {
        seen: [*seen.start(), *seen.end()],
        rows,
        ahead: ahead.answer(tables.square.is_some()),
        wagers_ahead: wagers_ahead
            .into_iter()
            .zip(&tables.wagers)
            .map(|(ahead, tables)| ahead.answer(tables.square.is_some()))
            .collect(),
        indices: None,
        ramp: None,
        ceiling: None,
    }
}

/// Adds the rounds with so many cards seen.
fn add(tables: &Tables, labels: Labels<'_>, seen: u32, by_label: &mut ByLabel) {
    let left = labels.cards - seen;
    let mut whole_sums: BTreeMap<i64, WholeSums> = BTreeMap::new();
    for (count, sets) in tables.sets.counts(seen) {
        let label = labels.of(seen, count);
        let sums = whole_sums.entry(label).or_insert_with(|| WholeSums {
            running: [count; 2],
            sets: BigInt::zero(),
            of: vec![BigInt::zero(); tables.all().count()],
        });
        sums.running[1] = count;
        sums.sets += sets;
        sums.of.iter_mut().zip(tables.all()).for_each(|(sum, (table, _))| *sum += table.at(seen, count));
    }
    let all: BigInt = whole_sums.values().map(|sums| &sums.sets).sum();
    // Expectations are divided by the number of sets and the ordered draws of a round.
    let denominators: Vec<BigInt> = tables
        .all()
        .map(|(table, parts)| BigInt::from(cards::falling(left, table.most_taken())) * &all * parts)
        .collect();
    for (label, sums) in whole_sums {
        let mut found = sums.of.iter().zip(&denominators).map(|(sum, all)| BigRational::new(sum.clone(), all.clone()));
        let mut next = || found.next().unwrap_or_default();
        let net = next();
        let square = if tables.square.is_some() { next() } else { BigRational::zero() };
        let insurance = if tables.insurance.is_some() { [next(), next()] } else { Default::default() };
        let wagers = tables.wagers.iter().map(|wager| {
            let net = next();
            [net, if wager.square.is_some() { next() } else { BigRational::zero() }]
        });
        let wagers = wagers.collect();
        let probability = BigRational::new(sums.sets, all.clone());
        let one = Sums { running: sums.running, probability, net, square, insurance, wagers };
        match by_label.get_mut(&label) {
            Some(sum) => sum.add(&one),
            None => {
                by_label.insert(label, one);
            }
        }
    }
}

/// What stands under one label, in the whole numbers of the tables.
struct WholeSums {
    running: [i32; 2],
    sets: BigInt,
    /// Of each of [`Tables::all`].
    of: Vec<BigInt>,
}

impl Sums {
    fn divide(&mut self, by: &BigRational) {
        let one = [&mut self.probability, &mut self.net, &mut self.square];
        one.into_iter().chain(&mut self.insurance).chain(self.wagers.iter_mut().flatten()).for_each(|sum| *sum /= by);
    }

    fn add(&mut self, other: &Self) {
        self.running = [self.running[0].min(other.running[0]), self.running[1].max(other.running[1])];
        self.probability += &other.probability;
        self.net += &other.net;
        self.square += &other.square;
        self.insurance.iter_mut().zip(&other.insurance).for_each(|(sum, other)| *sum += other);
        self.wagers.iter_mut().flatten().zip(other.wagers.iter().flatten()).for_each(|(sum, other)| *sum += other);
    }
}

impl Tables {
    /// Every table but that of the sets of cards, with the parts in which it counts: of a unit, or for squares of parts.
    fn all(&self) -> impl Iterator<Item = (&SeenTable, BigInt)> {
        let net = [(&self.net, BigInt::from(self.parts))];
        let square = self.square.iter().map(|table| (table, BigInt::from(self.parts) * self.parts));
        let insurance = self
            .insurance
            .iter()
            .flat_map(|(tables, parts)| [(&tables[0], BigInt::from(*parts)), (&tables[1], BigInt::from(1))]);
        let wagers = self.wagers.iter().flat_map(|wager| {
            let square = wager.square.iter().map(|(table, parts)| (table, parts.clone()));
            [(&wager.net, wager.parts.clone())].into_iter().chain(square)
        });
        net.into_iter().chain(square).chain(insurance).chain(wagers)
    }
}

/// Sums over the rounds in which a player makes a wager.
#[derive(Default)]
struct Ahead {
    played: BigRational,
    win: BigRational,
    square: BigRational,
    growth: BigRational,
}

impl Ahead {
    fn add(&mut self, made: bool, probability: &BigRational, (ev, square): (&BigRational, Option<&BigRational>)) {
        if !made {
            return;
        }
        self.played += probability;
        self.win += probability * ev;
        if let Some(square) = square.filter(|square| !square.is_zero()) {
            self.square += probability * square;
            self.growth += probability * ev * ev / square;
        }
    }

    fn answer(&self, has_square: bool) -> PlayedWhenAhead {
        let variance = &self.square - &self.win * &self.win;
        let wins = Some(&self.win).filter(|win| has_square && win.is_positive());
        PlayedWhenAhead {
            played: (&self.played).into(),
            mean_ev: (!self.played.is_zero()).then(|| (&(&self.win / &self.played)).into()),
            win: (&self.win).into(),
            std_dev: has_square.then(|| Root::of(&variance)).flatten(),
            n0: wins.map(|win| (&(&variance / (win * win))).into()),
            growth: has_square.then(|| (&self.growth).into()),
        }
    }
}
