//! The variants of a submission, as a certificate states them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use certificate::{StatedClass, StatedVariant};
use rules::Submission;
use solver::{Class, Solution, SolverFamily, Want};

use crate::failure::Failure;
use crate::progress::{Steps, Work};
use crate::variants::Changes;
use crate::{present, statement};

/// The strategy classes that are stated as tables.
pub(crate) const WITH_TABLES: [Class; 2] = [Class::Td, Class::CdzMinus];

/// The variants of a submission, which several threads take one after the other: each has work for a processor alone where another shares
/// its work out.
pub(crate) struct Variants<'a> {
    all: Vec<ChangedSubmission>,
    stated: Vec<Mutex<Option<Result<StatedVariant, Failure>>>>,
    next: AtomicUsize,
    family: &'a SolverFamily,
    steps: &'a Steps<'a>,
}

/// What is changed, and the submission with the change.
type ChangedSubmission = (Changes, Submission);

impl<'a> Variants<'a> {
    pub(crate) fn new(
        submission: &Submission,
        family: &'a SolverFamily,
        steps: &'a Steps<'a>,
    ) -> Result<Self, Failure> {
        let all = submission.variants()?;
        let stated = all.iter().map(|_| Mutex::default()).collect();
        Ok(Self { all, stated, next: AtomicUsize::new(0), family, steps })
    }

    /// Takes variants until none is left, or one has failed.
    pub(crate) fn work(&self) {
        while let Some((at, (set, variant))) = self.taken() {
            let stated = stated_variant(set, variant, self.family, self.steps);
            if stated.is_err() {
                self.next.store(self.all.len(), Ordering::Relaxed);
            }
            *self.stated[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(stated);
        }
    }

    fn taken(&self) -> Option<(usize, &ChangedSubmission)> {
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        self.all.get(at).map(|variant| (at, variant))
    }

    /// All, in their order. Those before one that fails have been taken before, so which failure is told does not depend on the threads.
    pub(crate) fn stated(self) -> Result<Vec<StatedVariant>, Failure> {
        let stated = self.stated.into_iter().map(|one| one.into_inner().unwrap_or_else(PoisonError::into_inner));
        stated.flatten().collect()
    }
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
