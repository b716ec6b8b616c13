//! Analyses that were compiled lately: the next question about one finds what the last one computed.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shoeproof::{Analysis, ApproximatedPlay, Class, Compiled, Failure};

/// Analyses that are kept compiled; each has tens of megabytes.
const MOST_KEPT: usize = 3;

/// An analysis with what names its answers.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) analysis: Analysis,
    /// SHA-256 of its canonical text.
    pub(crate) sha256: String,
}

impl Asked {
    pub(crate) fn new(analysis: Analysis) -> Self {
        Self { sha256: analysis.chosen().sha256, analysis }
    }
}

/// An analysis and what it was compiled to, once that was asked for.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) analysis: Analysis,
    sha256: String,
    near: Mutex<Option<Arc<ApproximatedPlay>>>,
    compiled: Mutex<Option<Arc<Compiled>>>,
    /// Analyses compiled before this one, of which one may have the same base game.
    before: Mutex<Vec<Arc<Compiled>>>,
}

impl Prepared {
    fn new(asked: &Asked, before: Vec<Arc<Compiled>>) -> Self {
        let Asked { analysis, sha256 } = asked.clone();
        Self { analysis, sha256, near: Mutex::default(), compiled: Mutex::default(), before: Mutex::new(before) }
    }

    /// CDZ- in floats.
    ///
    /// # Errors
    /// The library's, for rules that are not valued in floats.
    pub(crate) fn near(&self) -> Result<Arc<ApproximatedPlay>, Failure> {
        made(&self.near, || self.analysis.compiled_in_floats()?.play(Class::CdzMinus))
    }

    /// The analysis compiled for exact answers.
    ///
    /// # Errors
    /// The library's, for a shoe that could run out.
    pub(crate) fn compiled(&self) -> Result<Arc<Compiled>, Failure> {
        made(&self.compiled, || {
            let before = std::mem::take(&mut *locked(&self.before));
            let shared = before.iter().find_map(|one| one.shared_with(&self.analysis));
            shared.map_or_else(|| self.analysis.compiled(), Ok)
        })
    }

    /// What it is compiled to, if that is known and nobody is at it.
    fn known(&self) -> Option<Arc<Compiled>> {
        self.compiled.try_lock().ok()?.clone()
    }

    /// Drops the play in floats, which exact answers have taken the place of.
    pub(crate) fn drop_near(&self) {
        locked(&self.near).take();
    }
}

/// What is there, or is made now. Who asks meanwhile waits for it.
fn made<T>(place: &Mutex<Option<Arc<T>>>, make: impl FnOnce() -> Result<T, Failure>) -> Result<Arc<T>, Failure> {
    let mut place = locked(place);
    if let Some(there) = &*place {
        return Ok(Arc::clone(there));
    }
    let made = Arc::new(make()?);
    *place = Some(Arc::clone(&made));
    Ok(made)
}

/// Nothing is half made behind these locks, whatever became of who held them.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The analyses asked about last.
#[derive(Debug, Default)]
pub(crate) struct Kept(Mutex<VecDeque<Arc<Prepared>>>);

impl Kept {
    /// An analysis, with what it was compiled to if it is among the last.
    pub(crate) fn of(&self, asked: &Asked) -> Arc<Prepared> {
        let mut kept = locked(&self.0);
        let at = kept.iter().position(|one| one.sha256 == asked.sha256);
        let prepared = at.and_then(|at| kept.remove(at)).unwrap_or_else(|| {
            let before = kept.iter().filter_map(|one| one.known()).collect();
            Arc::new(Prepared::new(asked, before))
        });
        kept.push_front(Arc::clone(&prepared));
        kept.truncate(MOST_KEPT);
        prepared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_analyses_stay_compiled_and_no_more() {
        let one = Analysis::of_game("plain-blackjack").and_then(|game| game.set("decks=1")).expect("a game");
        let asked = |removed: &str| Asked::new(one.set(&format!("remove={removed}")).expect("an analysis"));
        let kept = Kept::default();
        let compiled = kept.of(&asked("2")).compiled().expect("compiled");
        assert!(Arc::ptr_eq(&compiled, &kept.of(&asked("2")).compiled().expect("compiled")));
        for removed in ["3", "4"] {
            kept.of(&asked(removed));
        }
        assert!(Arc::ptr_eq(&compiled, &kept.of(&asked("2")).compiled().expect("compiled")));
        for removed in ["3", "4", "5"] {
            kept.of(&asked(removed));
        }
        assert!(!Arc::ptr_eq(&compiled, &kept.of(&asked("2")).compiled().expect("compiled")));
    }
}
