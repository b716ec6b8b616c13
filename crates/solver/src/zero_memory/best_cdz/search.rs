//! Branch and bound for the play that is best for all roots together.

use std::cell::OnceCell;
use std::sync::Arc;

use num_rational::BigRational;

use super::WHAT;
use super::losses::{Loss, LossNode, Roots};
use super::roots::Range;
use crate::arithmetic::error::SolveError;

/// Most bounds that are computed for one case.
const MOST_NODES: usize = 100_000;

/// Roots under some orders, not yet looked into; `of` says what else is decided.
pub(super) struct Open<'a, T> {
    pub(super) roots: Arc<Roots<'a>>,
    pub(super) node: LossNode,
    pub(super) of: T,
}

/// The best play so far.
struct BestFound<'a, T> {
    /// What a round is worth under it.
    value: Range,
    /// What it loses against every one of some roots at its best.
    loss: Option<(Arc<Roots<'a>>, Loss)>,
    /// `None` for the play that was known before.
    at: Option<Open<'a, T>>,
    exact: OnceCell<BigRational>,
}

impl<'a, T> BestFound<'a, T> {
    fn loss_among(&self, roots: &Arc<Roots<'a>>) -> Option<Loss> {
        self.loss.as_ref().filter(|(others, _)| Arc::ptr_eq(others, roots)).map(|&(_, loss)| loss)
    }

    /// Whether no play of a node is better.
    fn is_above(&self, open: &Open<'a, T>) -> bool {
        self.loss_among(&open.roots).is_some_and(|loss| open.node.loss.least >= loss.most)
            || open.node.value.most <= self.value.least
    }

    /// Whether a play that is worth what its node is is better.
    fn is_below(&self, open: &Open<'a, T>) -> bool {
        self.loss_among(&open.roots).is_some_and(|loss| open.node.loss.most < loss.least)
            || open.node.value.least > self.value.most
    }
}

/// A play that is known: what a round is worth under it, and what it loses against every one of some roots at its best.
pub(super) struct Known<'a> {
    pub(super) value: Range,
    pub(super) loss: Option<(Arc<Roots<'a>>, Loss)>,
}

/// The best of all plays, if it is worth more than what is known. `refine` is told by how much more a node may be worth than the best play so
/// far, and whether all roots agree, and gives what is to be looked into in its place. Nothing, if they do, says that the play is worth what the node
/// is. `exact` is what a round is worth under that play, or under the known one for `None`; it is asked for plays that floats do not tell apart.
///
/// # Errors
/// [`SolveError::Unsolved`] if too many hands are contested, and those of `refine` and `exact`.
pub(super) fn search<'a, T: Clone>(
    all: Open<'a, T>,
    known: Known<'a>,
    budget: &mut Budget,
    refine: impl Fn(&Open<'a, T>, f64, bool) -> Result<Vec<Open<'a, T>>, SolveError>,
    exact: impl Fn(Option<&Open<'a, T>>) -> Result<BigRational, SolveError>,
) -> Result<Option<Open<'a, T>>, SolveError> {
    let Known { value, loss } = known;
    let mut best = BestFound { value, loss, at: None, exact: OnceCell::new() };
    let mut left = vec![all];
    while let Some(open) = left.pop() {
        budget.spend()?;
        if best.is_above(&open) {
            continue;
        }
        let Open { roots, node, of } = &open;
        let contested = roots.contested(node);
        let refined = refine(&open, node.value.most - best.value.least, contested.is_none())?;
        if !refined.is_empty() {
            left.extend(refined);
        } else if let Some((hand, acts)) = contested {
            let children = acts.into_iter().map(|act| roots.with_order(node, hand, act));
            let mut children = children.collect::<Result<Vec<LossNode>, SolveError>>()?;
            children.sort_by_key(|child| std::cmp::Reverse(child.loss.most));
            left.extend(children.into_iter().map(|node| Open { roots: Arc::clone(roots), node, of: of.clone() }));
        } else {
            let value = OnceCell::new();
            if !best.is_below(&open) {
                if best.exact.get().is_none() {
                    let _ = best.exact.set(exact(best.at.as_ref())?);
                }
                let here = exact(Some(&open))?;
                if best.exact.get().is_some_and(|best| here <= *best) {
                    continue;
                }
                let _ = value.set(here);
            }
            let loss = Some((Arc::clone(roots), node.loss));
            best = BestFound { value: node.value, loss, at: Some(open), exact: value };
        }
    }
    Ok(best.at)
}

/// Bounds that may still be computed.
pub(super) struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(MOST_NODES)
    }
}

impl Budget {
    /// # Errors
    /// [`SolveError::Unsolved`] if there are none.
    pub(super) fn spend(&mut self) -> Result<(), SolveError> {
        let left = self.0.checked_sub(1);
        self.0 = left.ok_or(SolveError::Unsolved { what: WHAT, rules: "so many contested hands" })?;
        Ok(())
    }
}
