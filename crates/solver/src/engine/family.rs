//! The solvers of one search, and what they share.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use rules::Submission;

use crate::arithmetic::error::SolveError;
use crate::compiled::hands::{HandRules, Hands};
use crate::engine::solver::Solver;
use crate::parallel::locked;
use crate::perfect::shared_splits::{SharedSearch, SharedSplits};
use crate::zero_memory::shared_values::{Shared, SharedCounts, SharedValues};

/// Sets of dealer's distributions kept at the most: those used last, since a search over options and deck counts meets many and they are large.
const DISTRIBUTIONS_KEPT: usize = 8;

/// Solvers of submissions that differ in readings, options or decks. They share the dealer's distributions where these are the same, and values wherever
/// all that a value depends on is the same. Every figure is the one that [`Solver::new`] gives.
///
/// A family grows with what it has valued, up to about a gigabyte, and under perfect play by as much again; it is meant for one search.
///
/// ```
/// use rules::Submission;
/// use solver::{Class, Solver, SolverFamily};
///
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../analyses/pa-685a-down-under/6-decks.toml");
/// let submission = Submission::load(path.as_ref(), &[])?;
/// let other = submission.with("readings.split-21-against-22", "returned")?;
/// let family = SolverFamily::default();
/// for submission in [submission, other] {
///     let ev = family.solver(&submission)?.ev(Class::CdzMinus)?;
///     assert_eq!(ev, Solver::new(&submission)?.ev(Class::CdzMinus)?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct SolverFamily {
    values: Arc<SharedValues>,
    splits: Arc<SharedSplits>,
    /// Hands with their number among the shared values.
    hands: Mutex<Vec<(HandRules, Arc<Hands>, u32)>>,
    members: Mutex<VecDeque<Arc<Solver>>>,
}

impl SolverFamily {
    /// A solver for a submission.
    ///
    /// # Errors
    /// As [`Solver::new`].
    pub fn solver(&self, submission: &Submission) -> Result<Solver, SolveError> {
        let member = self.member(submission)?;
        let (hands, number) = self.hands(submission);
        let dealer = self.values.number_of_dealer(&submission.game.dealer, &submission.shoe);
        let values = Shared::new(&self.values, (number, dealer), &hands);
        let shared = SharedSearch { values, splits: Arc::clone(&self.splits) };
        member.with_hands(submission, hands, Some(shared))
    }

    /// One that has the distributions of the submission.
    fn member(&self, submission: &Submission) -> Result<Arc<Solver>, SolveError> {
        let known = locked(&self.members).iter().find(|one| one.shares_distributions_with(submission)).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let member = Arc::new(Solver::new(submission)?);
        let mut members = locked(&self.members);
        if members.len() >= DISTRIBUTIONS_KEPT {
            members.pop_front();
        }
        members.push_back(Arc::clone(&member));
        Ok(member)
    }

    fn hands(&self, submission: &Submission) -> (Arc<Hands>, u32) {
        let rules = HandRules::of(&submission.game, &submission.shoe);
        let known = locked(&self.hands).iter().find(|(known, ..)| *known == rules).cloned();
        let (_, hands, number) = known.unwrap_or_else(|| {
            let hands = Arc::new(Hands::of(&rules));
            let number = self.values.number_of_hands(&hands);
            let made = (rules, hands, number);
            locked(&self.hands).push(made.clone());
            made
        });
        (hands, number)
    }

    /// How much was valued so far.
    pub fn counts(&self) -> SharedCounts {
        SharedCounts { perfect: self.splits.len(), ..self.values.counts() }
    }
}
