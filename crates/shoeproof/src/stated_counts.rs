//! What a certificate states of counts: what rounds, insurance and side wagers come to by the count of the cards seen before them.

use std::collections::BTreeMap;

use cards::falling;
use certificate::{StatedCount, StatedSeen, StatedSeenWager, StatedSums};
use counting::{CountSystem, GroupedShoe, SeenTable, TakenSum};
use num_bigint::BigInt;
use rayon::prelude::*;
use rules::{OfferedWager, Submission};
use solver::{Class, RoundByCardsTaken, Solver, insurance_by_cards_taken};

use crate::asked_counts;
use crate::failure::Failure;

/// One for every count that the analysis asks for.
///
/// # Errors
/// [`Failure::Rules`] for counts that no report can state, and what the solver refuses.
pub fn stated(submission: &Submission, solver: &Solver) -> Result<Vec<StatedCount>, Failure> {
    let all = asked_counts::systems(submission)?.into_iter().map(|system| {
        let depths = checker::count_depths(submission, &system.tags).into_iter();
        let seen: Vec<u32> = depths.filter(|depth| depth.left_out.is_none()).map(|depth| depth.seen).collect();
        (system, seen)
    });
    let all: Vec<(CountSystem, Vec<u32>)> = all.collect();
    let of_seen = all.iter().filter(|(_, seen)| !seen.is_empty());
    let (of_squares, of_nets): (Vec<_>, Vec<_>) = of_seen
        .map(|(system, _)| (system, GroupedShoe::new(&submission.shoe, &system.tags)))
        .partition(|(system, _)| checker::count_squares_are_stated(submission, &system.id));
    let mut rounds: BTreeMap<&str, (RoundByCardsTaken, GroupedShoe)> = BTreeMap::new();
    for (counts, squares) in [(of_squares, true), (of_nets, false)] {
        let (systems, groups): (Vec<&CountSystem>, Vec<GroupedShoe>) = counts.into_iter().unzip();
        if !groups.is_empty() {
            let of_counts = solver.rounds_by_cards_taken(Class::Td, &groups, squares)?;
            let of_counts = of_counts.into_iter().zip(groups);
            rounds.extend(systems.iter().map(|system| &system.id[..]).zip(of_counts));
        }
    }
    let stated = all.par_iter().map(|(system, seen)| {
        let of_count = rounds.get(&system.id[..]);
        let depths = of_count.map(|(round, groups)| Counted { submission, system, groups }.depths(round, seen));
        Ok(StatedCount {
            id: system.id.clone(),
            tags: system.tags.iter().map(ToString::to_string).collect(),
            depths: depths.transpose()?.unwrap_or_default(),
        })
    });
    stated.collect()
}

struct Counted<'a> {
    submission: &'a Submission,
    system: &'a CountSystem,
    groups: &'a GroupedShoe,
}

impl Counted<'_> {
    fn depths(&self, round: &RoundByCardsTaken, seen: &[u32]) -> Result<Vec<StatedSeen>, Failure> {
        let Submission { game, shoe, .. } = self.submission;
        let insurance = insurance_by_cards_taken(game, shoe, self.groups);
        let insurance = insurance.filter(|_| checker::count_insurance_is_stated(self.submission));
        let quantities = [
            Some((&round.net, round.parts.into())),
            round.square.as_ref().map(|square| (square, (round.parts * round.parts).into())),
            insurance.as_ref().map(|insurance| (&insurance.net, insurance.parts.into())),
        ];
        let by_depth =
            quantities.into_par_iter().map(|quantity| quantity.map(|quantity: (_, BigInt)| self.sums(quantity, seen)));
        let [nets, squares, insurance] = <[_; 3]>::try_from(by_depth.collect::<Vec<_>>()).unwrap_or_default();
        let at = |all: &Option<Vec<StatedSums>>, depth: usize| all.as_ref().map(|all| all[depth].clone());
        let wagers = checker::count_wagers(self.submission).into_par_iter().map(|offered| self.wager(offered, seen));
        let wagers = wagers.collect::<Result<Vec<_>, Failure>>()?;
        let nets = nets.unwrap_or_default().into_iter().zip(seen).enumerate();
        let stated = nets.map(|(depth, (nets, &seen))| StatedSeen {
            squares: at(&squares, depth),
            insurance: at(&insurance, depth),
            wagers: wagers.iter().map(|depths| depths[depth].clone()).collect(),
            ..StatedSeen::of(seen, nets)
        });
        Ok(stated.collect())
    }

    /// A side wager after each number of cards seen.
    fn wager(&self, offered: &OfferedWager, seen: &[u32]) -> Result<Vec<StatedSeenWager>, Failure> {
        let taken = wagers::by_cards_taken(&self.submission.game, offered, self.groups);
        let taken = taken.ok_or_else(|| Failure::Asked(format!("{} is not valued by count", offered.rule.title)))?;
        let nets = self.sums((&taken.net, taken.parts), seen);
        let squares = checker::count_wager_squares_are_stated(self.submission, &self.system.id)
            .then(|| self.sums((&taken.square, taken.square_parts), seen));
        let stated = nets.into_iter().enumerate().map(|(depth, nets)| StatedSeenWager {
            id: offered.id.clone(),
            paytable: offered.paytable.name.clone(),
            nets,
            squares: squares.as_ref().map(|squares| squares[depth].clone()),
        });
        Ok(stated.collect())
    }

    /// A quantity in parts, after each number of cards seen.
    fn sums(&self, (quantity, parts): (&TakenSum, BigInt), seen: &[u32]) -> Vec<StatedSums> {
        let most = seen.last().copied().unwrap_or(0);
        let table = SeenTable::new(self.groups, quantity, most);
        let of_depth = |&seen: &u32| {
            let range = checker::sums_of_tags(self.submission, &self.system.tags, seen);
            let range = range.map_or(0..=0, |[lowest, highest]| lowest as i32..=highest as i32);
            // The number of ways to see the cards, and then to take as many as a term takes at most.
            let choices = falling(self.groups.cards(), seen) / falling(seen, seen);
            let draws = falling(self.groups.cards() - seen, table.most_taken());
            let by_sum: Vec<BigInt> = range.map(|sum| table.at(seen, sum)).collect();
            StatedSums::of(&(BigInt::from(choices * draws) * &parts), &by_sum)
        };
        seen.iter().map(of_depth).collect()
    }
}
