//! Whether tallies from outside can be those of a run: the file that holds them may be damaged, or of another run.

use std::collections::BTreeMap;

use crate::compiled::Table;
use crate::limits::MOST_ROUNDS;
use crate::run::{BLOCK, Progress, Shuffling, Simulation};
use crate::tally::{MOST_WAGERED, ShoeTally, Tally, most_net};

impl Simulation<'_> {
    /// What about finished blocks cannot be true of this run, `None` if nothing is.
    ///
    /// Every count is checked against the number of rounds, and every sum that is kept twice against the other. So blocks that pass add up
    /// without overflow, and a count changed by itself does not pass. Counts changed together may; only dealing again tells those.
    pub fn contradiction(&self, progress: &Progress) -> Option<&'static str> {
        let tally = &progress.tally;
        if !(1..=MOST_ROUNDS / BLOCK).contains(&progress.blocks) {
            return Some("its number of blocks is none that can be dealt");
        }
        let (least, shoes) = (progress.blocks * BLOCK, &tally.shoes);
        let has_rounds = match self.shuffling() {
            Shuffling::EveryRound => tally.rounds == least && *shoes == ShoeTally::default(),
            // Each block ends with a whole shoe, which has fewer rounds than cards.
            Shuffling::CutCard(_) => {
                let most = least + progress.blocks * self.table().shoe_size() as u64;
                (least..=most).contains(&tally.rounds) && self.may_be_shoes(shoes, tally)
            }
        };
        if !has_rounds {
            return Some("its rounds are not those of its blocks");
        }
        if !self.table().has_shape(tally) {
            return Some("its tallies are not those of this run");
        }
        (!self.table().fits(tally)).then_some("its counts contradict each other")
    }

    fn may_be_shoes(&self, shoes: &ShoeTally, tally: &Tally) -> bool {
        let net: i128 = tally.cases.iter().map(|case| i128::from(case.net)).sum();
        // No shoe gains or loses more than its rounds could, and no sum of squares is less than that of equal parts.
        let most_more = u128::from(self.table().shoe_size() as u64 + self.fixed());
        let most_gained = most_more * u128::from(most_net(self.table()).unsigned_abs());
        let number = u128::from(shoes.shoes);
        let squared = |sum: i64| u128::from(sum.unsigned_abs()).pow(2);
        let (more_square, money_square) = (u128::from(shoes.more_square), u128::from(shoes.money_square));
        shoes.rounds == tally.rounds
            && shoes.fixed == self.fixed()
            && (1..=shoes.rounds).contains(&shoes.shoes)
            && u128::from(shoes.refilled) <= number * u128::from(shoes.fixed)
            && i128::from(shoes.money) == net - i128::from(shoes.fixed_money)
            && more_square <= number * most_more.pow(2)
            && money_square <= number * most_gained.pow(2)
            && squared(shoes.money) <= number * money_square
            && squared(shoes.more_money) <= more_square * money_square
    }
}

impl Table {
    /// Whether a tally from outside may be one of this table: it has the same up cards, signals and outcomes of side wagers, no round won or
    /// lost more than one can, and what is counted in several ways comes to the same. So figures of it are found without overflow.
    pub fn fits(&self, tally: &Tally) -> bool {
        self.has_shape(tally) && adds_up(self, tally)
    }

    fn has_shape(&self, tally: &Tally) -> bool {
        tally.cases.len() == self.cases.len()
            && tally.dealer.len() == self.cases.len()
            && tally.sides.len() == self.sides.len()
            && self.sides.iter().zip(&tally.sides).all(|(side, counts)| side.outcomes() == counts.len())
    }
}

/// Whether what is counted in several ways comes to the same.
fn adds_up(table: &Table, tally: &Tally) -> bool {
    let rounds = u128::from(tally.rounds);
    if tally.rounds > MOST_ROUNDS + MOST_ROUNDS / 2 {
        return false;
    }
    let count = |counts: &BTreeMap<i64, u64>| counts.values().map(|&count| u128::from(count)).sum::<u128>();
    let most = most_net(table);
    let nets = &tally.nets;
    let in_range = nets.keys().all(|net| net.unsigned_abs() <= most.unsigned_abs())
        && tally.wagered.keys().all(|&wagers| usize::try_from(wagers).is_ok_and(|wagers| wagers < MOST_WAGERED));
    if !in_range || count(nets) != rounds || count(&tally.wagered) != rounds {
        return false;
    }
    // Counts are 64 bits and nets small: none of these sums comes near 128 bits.
    let net: i128 = nets.iter().map(|(&net, &count)| i128::from(net) * i128::from(count)).sum();
    let square: i128 = nets.iter().map(|(&net, &count)| i128::from(net).pow(2) * i128::from(count)).sum();
    let insurance = &tally.insurance;
    tally.cases.iter().map(|case| u128::from(case.rounds)).sum::<u128>() == rounds
        && tally.cases.iter().map(|case| i128::from(case.net)).sum::<i128>() == net
        && tally.cases.iter().map(|case| i128::from(case.square)).sum::<i128>() == square
        && tally.dealer.iter().zip(&tally.cases).all(|(counts, case)| {
            counts.iter().map(|&count| u128::from(count)).sum::<u128>() == u128::from(case.rounds)
        })
        && tally.sides.iter().all(|counts| counts.iter().map(|&count| u128::from(count)).sum::<u128>() == rounds)
        && insurance.offered <= tally.rounds
        && insurance.won <= insurance.offered
        && insurance.taken <= insurance.offered
        && insurance.taken_won <= insurance.taken.min(insurance.won)
}
