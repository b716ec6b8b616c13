//! What a player who bets by the count wins of a shoe, by the seats at the table: shoes dealt to the cut card, and exact EVs for the rounds that they begin.

use std::ops::RangeInclusive;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed as _, ToPrimitive as _};
use report::{IndexTable, RampWorth, ShoeEstimate, ShoeWorth};
use rules::Submission;
use solver::{Class, Solver};
use table::{
    CountedRound, CountedRounds, CountedShoes, CountedSums, MOST_PLAYERS, SHOES_OF_A_BLOCK, Table, VARIANCE, WIN,
};

use super::Tables;
use super::ramp::{Ramp, RampCount};
use super::rows::{self, ByLabel, Labels};
use crate::failure::Failure;
use crate::numbers::whole;
use crate::plan;

/// Players at a table, and the shoes that are dealt to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableSeats {
    /// Players in a round, the one who counts among them: 1 to 7. All play alike. Where he wagers nothing he takes no cards.
    pub seats: u16,
    /// Shoes to deal for each number of cards up to which rounds begin, made whole blocks of 4,096; at most a million.
    pub shoes: u64,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// Shoes unless another number is asked for: a second or two for each depth.
const USUAL_SHOES: u64 = 65_536;
const MOST_SHOES: u64 = 1_000_000;

/// Places of estimates.
const PLACES: u32 = 6;

/// Parts of a unit in which EVs and mean squares of a count are kept.
const FINE: i64 = 1_000_000_000_000;

impl Default for TableSeats {
    fn default() -> Self {
        Self { seats: 1, shoes: USUAL_SHOES, seed: 1 }
    }
}

impl TableSeats {
    pub(super) fn check(&self) -> Result<(), Failure> {
        if (1..=MOST_PLAYERS).contains(&self.seats) && (1..=MOST_SHOES).contains(&self.shoes) {
            return Ok(());
        }
        Err(Failure::Asked(format!(
            "{} seats and {} shoes: expected 1 to {MOST_PLAYERS} seats and 1 to {MOST_SHOES} shoes",
            self.seats, self.shoes
        )))
    }
}

/// A player who bets by the count.
pub(super) struct Bettor<'a> {
    ramp: &'a Ramp,
    bank: Option<u32>,
    tables: &'a Tables,
    labels: Labels<'a>,
    seated: Option<SeatedTable<'a>>,
}

/// An analysis with its solver, the table that is dealt to, and most cards seen before a round.
type DealtTo<'a> = (&'a Submission, &'a Solver, TableSeats, u32);

impl<'a> Bettor<'a> {
    pub(super) fn new(
        (ramp, bank): (&'a Ramp, Option<u32>),
        (tables, labels): (&'a Tables, Labels<'a>),
        (class, dealt_to): (Class, Option<DealtTo<'_>>),
    ) -> Result<Self, Failure> {
        let seated = dealt_to.map(|(submission, solver, seats, deepest)| {
            SeatedTable::new(submission, (solver, class), (tables, labels, deepest), seats)
        });
        Ok(Self { ramp, bank, tables, labels, seated: seated.transpose()? })
    }

    /// What he wins where rounds begin with so many cards seen, each number as often as the others; with an index table he plays by it.
    pub(super) fn worth(
        &self,
        by_label: &ByLabel,
        indices: Option<&IndexTable>,
        seen: &RangeInclusive<u32>,
    ) -> Result<RampWorth, Failure> {
        let counts = |indices| rows::ramp_counts(self.tables, self.labels, by_label, indices);
        let played = counts(indices);
        let ramp = self.ramp.worth(&played, self.bank);
        let Some(seated) = self.seated.as_ref().filter(|_| *seen.start() == 0 && *seen.end() > 0) else {
            return Ok(ramp);
        };
        let gained = |(played, chart): (&RampCount, &RampCount)| {
            let square = played.square.as_ref().zip(chart.square.as_ref()).map(|(played, chart)| played - chart);
            [&played.ev - &chart.ev, square.unwrap_or_default()]
        };
        let gains: Vec<[BigRational; 2]> = played.iter().zip(&counts(None)).map(gained).collect();
        let shoe = Some(seated.worth(*seen.end(), (by_label, &ramp), &gains)?);
        Ok(RampWorth { shoe, ..ramp })
    }
}

/// Shoes of an analysis, ready to be dealt.
pub(super) struct SeatedTable<'a> {
    table: Table,
    seats: TableSeats,
    labels: Labels<'a>,
    /// By the number of cards seen: the lowest count, and for it and each higher one the EV and the mean square of a unit, in parts of 1 / [`FINE`].
    known: Vec<(i32, Vec<[i64; 2]>)>,
}

impl<'a> SeatedTable<'a> {
    /// The table of a play, with what every round comes to that begins with up to `deepest` cards seen.
    pub(super) fn new(
        submission: &Submission,
        (solver, class): (&Solver, Class),
        (tables, labels, deepest): (&Tables, Labels<'a>, u32),
        seats: TableSeats,
    ) -> Result<Self, Failure> {
        let table = Table::new(submission, &plan::plan(submission, &solver.play_table(class)?), false)?;
        let known = (0..=deepest).map(|seen| known(tables, labels, seen)).collect();
        Ok(Self { table, seats, labels, known })
    }

    /// What a ramp wins of a shoe whose rounds begin with up to so many cards seen. `ramp` is what it comes to in the mean over these numbers, and `by_label` has what stands
    /// under each label there. `gains` are by label what the EV and the mean square of a unit have beyond those of the chart.
    pub(super) fn worth(
        &self,
        up_to: u32,
        (by_label, ramp): (&ByLabel, &RampWorth),
        gains: &[[BigRational; 2]],
    ) -> Result<ShoeWorth, Failure> {
        let rounds = self.rounds(up_to, (by_label, ramp), gains)?;
        let shoes = CountedShoes::new(&self.table, self.labels.system.tags, self.seats.seats, self.seats.seed)?;
        let usual = shoes.usual(&rounds);
        let sums = shoes.sums(&rounds, usual, self.seats.shoes.div_ceil(SHOES_OF_A_BLOCK));
        let has_variance = ramp.std_dev.is_some();
        let everywhere = ramp.win.value().unwrap_or_default() * whole(usual);
        Ok(told(&sums, &everywhere, (self.seats, has_variance)))
    }

    /// What each round is to the player.
    fn rounds(
        &self,
        up_to: u32,
        (by_label, ramp): (&ByLabel, &RampWorth),
        gains: &[[BigRational; 2]],
    ) -> Result<CountedRounds, Failure> {
        let parts =
            |number: &BigRational, unit: i64| (number * whole(unit)).round().to_integer().to_i64().unwrap_or_default();
        let units = ramp.units.iter().map(|units| parts(&units.value().unwrap_or_default(), VARIANCE));
        let units: Vec<i64> = units.collect();
        if self.seats.seats == 1 && units.contains(&0) {
            return Err(Failure::Asked(
                "a player alone at the table cannot wager nothing and wait: expected two seats or more, or a wager in every round"
                    .to_owned(),
            ));
        }
        let gains: Vec<[i64; 2]> = gains.iter().map(|gains| gains.each_ref().map(|gain| parts(gain, FINE))).collect();
        let places: Vec<i64> = by_label.keys().copied().collect();
        let of = |seen: u32, count: i32, [ev, square]: [i64; 2]| {
            let place = places.binary_search(&self.labels.of(seen, count)).unwrap_or_default();
            let units = units.get(place).copied().unwrap_or_default();
            let [more, more_square] = gains.get(place).copied().unwrap_or_default();
            round_of(units, ev + more, square + more_square)
        };
        let row = |(seen, (low, known)): (u32, &(i32, Vec<[i64; 2]>))| {
            (*low, (*low..).zip(known).map(|(count, &known)| of(seen, count, known)).collect())
        };
        Ok(CountedRounds::new((0..=up_to).zip(&self.known).map(row).collect()))
    }
}

/// A round with so many units wagered, from the EV and the mean square of one.
fn round_of(units: i64, ev: i64, square: i64) -> CountedRound {
    let [units, ev, square] = [units, ev, square].map(i128::from);
    let [one, fine] = [VARIANCE, FINE].map(i128::from);
    let per_win = one * fine / i128::from(WIN);
    let variance = (square - ev * ev / fine).max(0) * one / fine;
    CountedRound {
        is_seated: units > 0,
        units: units as i64,
        win: (units * ev + per_win / 2).div_euclid(per_win) as i64,
        variance: (units * units / one * variance / one) as i64,
    }
}

/// The EV and the mean square of a unit with so many cards seen, by count.
fn known(tables: &Tables, labels: Labels<'_>, seen: u32) -> (i32, Vec<[i64; 2]>) {
    let left = labels.cards - seen;
    let mut all = (0, Vec::new());
    for (count, sets) in tables.sets.counts(seen) {
        if all.1.is_empty() {
            all.0 = count;
        }
        let parts = BigInt::from(tables.parts);
        let fine = |table: &counting::SeenTable, parts: &BigInt| {
            let all: BigInt = BigInt::from(cards::falling(left, table.most_taken())) * sets * parts;
            // Rounded to the nearest part.
            let doubled: BigInt = table.at(seen, count) * FINE * 2 + &all;
            BigRational::new_raw(doubled, all * 2).floor().to_integer().to_i64().unwrap_or_default()
        };
        let square = tables.square.as_ref().map_or(0, |square| fine(square, &(&parts * &parts)));
        // A count between two that come up may not.
        all.1.resize((count - all.0) as usize, [0; 2]);
        all.1.push([fine(&tables.net, &parts), square]);
    }
    all
}

/// The answer, from the sums. `everywhere` is the exact mean of [`CountedSums`]' Z.
fn told(sums: &CountedSums, everywhere: &BigRational, (seats, has_variance): (TableSeats, bool)) -> ShoeWorth {
    let shoes = whole(sums.shoes);
    let mean = |sum: i128, unit: i64| whole(sum) / &shoes / whole(unit);
    let rounds = mean(sums.rounds, 1);
    let beyond = mean(sums.beyond, WIN);
    let win = everywhere + &beyond;
    let of_a_round = &win / &rounds;
    let less_one = &shoes - whole(1);
    let of_beyond = mean(sums.beyond_square, WIN) / whole(WIN) - &beyond * &beyond;
    let of_both = mean(sums.beyond_rounds, WIN) - &beyond * &rounds;
    let of_rounds = mean(sums.rounds_square, 1) - &rounds * &rounds;
    let ratio = &of_beyond - whole(2) * &of_a_round * of_both + &of_a_round * &of_a_round * &of_rounds;
    let estimate = |mean: &BigRational, variance: &BigRational| ShoeEstimate {
        estimate: cards::decimal(mean, PLACES),
        standard_error: cards::sqrt_decimal(&(variance.abs() / &less_one), PLACES).unwrap_or_default(),
    };
    let own_mean = mean(sums.win, WIN);
    let of_means = mean(sums.win_square, WIN) / whole(WIN) - &own_mean * &own_mean;
    let variance = mean(sums.variance, VARIANCE) + of_means;
    ShoeWorth {
        seats: seats.seats,
        shoes: sums.shoes,
        seed: seats.seed,
        rounds: estimate(&rounds, &of_rounds),
        rounds_wagered: cards::decimal(&mean(sums.wagered_in, 1), PLACES),
        units: cards::decimal(&mean(sums.units, VARIANCE), PLACES),
        win: estimate(&win, &of_beyond),
        win_of_a_round: estimate(&of_a_round, &(ratio / (&rounds * &rounds))),
        std_dev: has_variance.then(|| cards::sqrt_decimal(&variance, PLACES)).flatten(),
        too_short: sums.too_short,
    }
}
