//! What a certificate states of counts: the mean net result of rounds by the count of the cards seen before them.

use cards::falling;
use certificate::{StatedCount, StatedSeen};
use counting::{CountSystem, GroupedShoe, SeenTable};
use num_bigint::BigInt;
use rules::Submission;
use solver::{Class, Solver};

use crate::asked_counts;
use crate::failure::Failure;

/// One for every count that the analysis asks for.
///
/// # Errors
/// [`Failure::Rules`] for counts that no report can state, and what the solver refuses.
pub fn stated(submission: &Submission, solver: &Solver) -> Result<Vec<StatedCount>, Failure> {
    asked_counts::systems(submission)?.iter().map(|system| count(submission, solver, system)).collect()
}

fn count(submission: &Submission, solver: &Solver, system: &CountSystem) -> Result<StatedCount, Failure> {
    let depths = checker::count_depths(submission, &system.tags).into_iter();
    let seen: Vec<u32> = depths.filter(|depth| depth.left_out.is_none()).map(|depth| depth.seen).collect();
    let stated = |depths| StatedCount {
        id: system.id.clone(),
        tags: system.tags.iter().map(ToString::to_string).collect(),
        depths,
    };
    let Some(&most) = seen.last() else { return Ok(stated(Vec::new())) };
    let groups = GroupedShoe::new(&submission.shoe, &system.tags);
    let round = solver.round_by_cards_taken(Class::Td, &groups, false)?;
    let table = SeenTable::new(&groups, &round.net, most);
    let of_depth = |seen: &u32| {
        let sums = checker::sums_of_tags(submission, &system.tags, *seen);
        let sums = sums.map_or(0..=0, |[lowest, highest]| lowest as i32..=highest as i32);
        // The number of ways to see the cards, and then to take as many as a term takes at most.
        let choices = falling(groups.cards(), *seen) / falling(*seen, *seen);
        let draws = falling(groups.cards() - seen, table.most_taken());
        let nets: Vec<BigInt> = sums.map(|sum| table.at(*seen, sum)).collect();
        StatedSeen::of(*seen, &(BigInt::from(choices * draws) * round.parts), &nets)
    };
    Ok(stated(seen.iter().map(of_depth).collect()))
}
