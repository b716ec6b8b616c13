//! The variants of a submission, as a certificate states them.

use std::collections::BTreeMap;

use certificate::{StatedClass, StatedVariant};
use rules::Submission;
use solver::{Class, Solution, SolverFamily, Want};

use crate::failure::Failure;
use crate::progress::{Steps, Work};
use crate::{present, statement};

/// The strategy classes that are stated as tables.
pub(crate) const WITH_TABLES: [Class; 2] = [Class::Td, Class::CdzMinus];

/// The base game with one other choice of one reading, then with other numbers of decks.
pub(crate) fn variants(
    submission: &Submission,
    family: &SolverFamily,
    steps: &Steps<'_>,
) -> Result<Vec<StatedVariant>, Failure> {
    let all = submission.variants()?;
    let every_other = |first: usize| -> Result<Vec<StatedVariant>, Failure> {
        all.iter().skip(first).step_by(2).map(|(set, variant)| stated_variant(set, variant, family, steps)).collect()
    };
    // One has work for a processor alone where the other shares its work out.
    let (some, others) = steps.beside(|| every_other(0), || every_other(1))?;
    let mut others = others.into_iter();
    Ok(some.into_iter().flat_map(|one| [Some(one), others.next()]).flatten().collect())
}

fn stated_variant(
    set: &BTreeMap<String, String>,
    variant: &Submission,
    family: &SolverFamily,
    steps: &Steps<'_>,
) -> Result<StatedVariant, Failure> {
    let solver = family.solver(variant)?;
    let classes = if set.contains_key("decks") { WITH_TABLES.to_vec() } else { solver.strategies() };
    let classes = classes.into_iter().map(|strategy| {
        steps.done(Work::Variant { of: None, changes: set.clone(), class: Some(strategy) });
        let solution = solver.solve(strategy, Want::action())?;
        let mut class = values(&solution);
        if WITH_TABLES.contains(&strategy) {
            class.play = Some(statement::plays(variant, &solver.play_table(strategy)?));
        }
        Ok(class)
    });
    Ok(StatedVariant { classes: classes.collect::<Result<_, Failure>>()?, set: set.clone() })
}

/// A class's values, without variance, distribution and play.
pub(crate) fn values(solution: &Solution) -> StatedClass {
    StatedClass {
        ev: cards::fraction(&solution.ev),
        average_wager: cards::fraction(&solution.average_wager),
        element_of_risk: cards::fraction(&solution.element_of_risk()),
        up_cards: present::up_cards(solution).iter().map(statement::up_card).collect(),
        ..StatedClass::without_figures(solution.strategy.name(), None)
    }
}
