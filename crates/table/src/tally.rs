//! What a number of rounds came to, in whole numbers: tallies of different rounds add up exactly, in any order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::compiled::Table;
use crate::on_table::{NOT_DEALT_OUT, Outcome, Round};

/// Outcomes of the dealer, and rounds without one.
const DEALER_COUNTS: usize = NOT_DEALT_OUT as usize + 1;

/// Rounds under one up card and signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CaseTally {
    /// Rounds.
    pub rounds: u64,
    /// Sum of the net results, in units of money.
    pub net: i64,
    /// Sum of their squares.
    pub square: u64,
}

/// Insurance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct InsuranceTally {
    /// Rounds in which it was offered.
    pub offered: u64,
    /// Of these, those in which it would have won.
    pub won: u64,
    /// Rounds in which it was taken.
    pub taken: u64,
    /// Of these, those in which it won.
    pub taken_won: u64,
}

/// Shoes dealt to a cut card, each beside a fixed number of rounds from the same shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ShoeTally {
    /// Shoes.
    pub shoes: u64,
    /// The fixed number of rounds.
    pub fixed: u64,
    /// Sums over shoes: rounds to the cut card, its square.
    pub rounds: u64,
    /// Sum of squares of the rounds beyond the fixed number.
    pub more_square: u64,
    /// Sum of the rounds beyond the fixed number times the money won beyond that of the fixed number.
    pub more_money: i64,
    /// Sum of the money won beyond that of the fixed number of rounds.
    pub money: i64,
    /// Sum of its squares.
    pub money_square: u64,
    /// Rounds of the fixed number for which the shoe did not hold enough cards. The comparison is not exact if there are any.
    pub refilled: u64,
    /// Money won in the fixed numbers of rounds.
    pub fixed_money: i64,
}

/// What rounds came to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Rounds.
    pub rounds: u64,
    /// By up card and signal, in the order of [`crate::CaseName`]s.
    pub cases: Vec<CaseTally>,
    /// By up card and signal, in the same order: rounds by the dealer's outcome, in the order of [`crate::DEALER_OUTCOMES`]. Every
    /// round is counted, with a dealer who completes his hand also where no hand waits for it; last are those in which the shoe had no card left
    /// for that.
    pub dealer: Vec<[u64; DEALER_COUNTS]>,
    /// Rounds by net result, in units of money.
    pub nets: BTreeMap<i64, u64>,
    /// Rounds by wagers made, in initial wagers of one hand.
    pub wagered: BTreeMap<i64, u64>,
    /// Insurance.
    pub insurance: InsuranceTally,
    /// By side wager and outcome.
    pub sides: Vec<Vec<u64>>,
    /// Shoes, where cards are dealt to a cut card.
    pub shoes: ShoeTally,
}

impl Tally {
    /// Adds the rounds of another tally of the same table.
    pub fn add(&mut self, other: &Self) {
        self.rounds += other.rounds;
        grow(&mut self.cases, other.cases.len());
        for (one, other) in self.cases.iter_mut().zip(&other.cases) {
            one.rounds += other.rounds;
            one.net += other.net;
            one.square += other.square;
        }
        grow(&mut self.dealer, other.dealer.len());
        for (one, other) in self.dealer.iter_mut().zip(&other.dealer) {
            one.iter_mut().zip(other).for_each(|(one, other)| *one += other);
        }
        for (sums, others) in [(&mut self.nets, &other.nets), (&mut self.wagered, &other.wagered)] {
            others.iter().for_each(|(&key, count)| *sums.entry(key).or_default() += count);
        }
        let (insurance, more) = (&mut self.insurance, &other.insurance);
        insurance.offered += more.offered;
        insurance.won += more.won;
        insurance.taken += more.taken;
        insurance.taken_won += more.taken_won;
        grow(&mut self.sides, other.sides.len());
        for (one, other) in self.sides.iter_mut().zip(&other.sides) {
            grow(one, other.len());
            one.iter_mut().zip(other).for_each(|(one, other)| *one += other);
        }
        let (shoes, more) = (&mut self.shoes, &other.shoes);
        shoes.shoes += more.shoes;
        shoes.fixed = shoes.fixed.max(more.fixed);
        shoes.rounds += more.rounds;
        shoes.more_square += more.more_square;
        shoes.more_money += more.more_money;
        shoes.money += more.money;
        shoes.money_square += more.money_square;
        shoes.refilled += more.refilled;
        shoes.fixed_money += more.fixed_money;
    }
}

fn grow<T: Clone + Default>(list: &mut Vec<T>, len: usize) {
    if list.len() < len {
        list.resize(len, T::default());
    }
}

/// A tally while rounds are dealt: dense, so that nothing is looked up.
pub(crate) struct Counter {
    cases: Vec<CaseTally>,
    dealer: Vec<[u64; DEALER_COUNTS]>,
    nets: Vec<u64>,
    /// Index of a net result of nothing.
    even: usize,
    wagered: [u64; MOST_WAGERED],
    insurance: InsuranceTally,
    sides: Vec<Vec<u64>>,
    rounds: u64,
}

/// Wagers of a round are fewer than this: 16 hands of twice the initial and attack wager.
pub(crate) const MOST_WAGERED: usize = 65;

/// No round wins or loses more, in units of money.
pub(crate) fn most_net(table: &Table) -> i64 {
    let money = &table.money;
    let pays = [money.natural, money.wager, money.switched_natural].into_iter();
    let most = pays
        .chain(money.natural_against_21)
        .chain(money.even_money)
        .chain(money.bonuses.iter().flatten().copied())
        .max()
        .unwrap_or(1);
    most * MOST_WAGERED as i64
}

impl Counter {
    pub(crate) fn new(table: &Table) -> Self {
        let even = most_net(table) as usize;
        Self {
            cases: vec![CaseTally::default(); table.cases.len()],
            dealer: vec![[0; DEALER_COUNTS]; table.cases.len()],
            nets: vec![0; 2 * even + 1],
            even,
            wagered: [0; MOST_WAGERED],
            insurance: InsuranceTally::default(),
            sides: table.sides.iter().map(|side| vec![0; side.outcomes()]).collect(),
            rounds: 0,
        }
    }

    pub(crate) fn count(&mut self, round: &Round) {
        self.rounds += 1;
        let case = &mut self.cases[round.case];
        case.rounds += 1;
        case.net += round.net;
        case.square += (round.net * round.net) as u64;
        self.dealer[round.case][usize::from(round.dealer_outcome)] += 1;
        self.nets[(self.even as i64 + round.net) as usize] += 1;
        self.wagered[round.wagered as usize] += 1;
        if round.insurance_offered {
            let insurance = &mut self.insurance;
            insurance.offered += 1;
            insurance.won += u64::from(round.insurance_won);
            insurance.taken += u64::from(round.insured);
            insurance.taken_won += u64::from(round.insured && round.insurance_won);
        }
        for (counts, outcome) in self.sides.iter_mut().zip(&round.outcomes) {
            if let Outcome::Of(outcome) = *outcome {
                counts[usize::from(outcome)] += 1;
            }
        }
    }

    pub(crate) fn tally(self, shoes: ShoeTally) -> Tally {
        let even = self.even as i64;
        let nets = (0..).zip(self.nets).filter(|&(_, count)| count > 0).map(|(at, count)| (at - even, count));
        let wagered = (0..).zip(self.wagered).filter(|&(_, count)| count > 0);
        Tally {
            rounds: self.rounds,
            cases: self.cases,
            dealer: self.dealer,
            nets: nets.collect(),
            wagered: wagered.collect(),
            insurance: self.insurance,
            sides: self.sides,
            shoes,
        }
    }
}
