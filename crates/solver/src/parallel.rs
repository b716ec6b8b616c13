//! Work that is shared out among threads.
//!
//! All of it goes through one loop over numbers that calls a function pointer, so that rayon is compiled once and not anew for every closure:
//! its code was a fifth of this crate's. A piece of work must be large against such a call.
//!
//! That loop is also where work is stopped: it looks at the flag of [`stoppable`] before every piece.

use std::cell::RefCell;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

thread_local! {
    /// That of the work that this thread is doing.
    static STOP: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Does some work of this crate, and ends it early once `stop` is true, which another thread may make it at any time.
///
/// Work ends before its next piece that is shared out among threads: within milliseconds in long work. The stack unwinds then, as by
/// [`panic::resume_unwind`] with [`Stopped`], which prints no message; the caller catches it with [`panic::catch_unwind`]. Solvers and families that were at
/// work may be used on: they keep nothing that is half done.
///
/// ```
/// use std::panic::{AssertUnwindSafe, catch_unwind};
/// use std::sync::{Arc, atomic::AtomicBool};
///
/// use rules::Submission;
/// use solver::{Class, Solver, Stopped, stoppable};
///
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../analyses/pa-685a-down-under/6-decks.toml");
/// let solver = Solver::new(&Submission::load(path.as_ref(), &[])?)?;
/// let stop = Arc::new(AtomicBool::new(true));
/// let solved = catch_unwind(AssertUnwindSafe(|| stoppable(&stop, || solver.ev(Class::CdzMinus))));
/// assert!(solved.is_err_and(|payload| payload.is::<Stopped>()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn stoppable<T>(stop: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> T {
    under(Some(Arc::clone(stop)), work)
}

/// What unwinds the stack of work that is stopped.
#[derive(Debug, Clone, Copy)]
pub struct Stopped;

/// Puts back the flag of the work that a thread was doing before, also when the stack unwinds.
struct Before(Option<Arc<AtomicBool>>);

impl Drop for Before {
    fn drop(&mut self) {
        STOP.set(self.0.take());
    }
}

/// Does some work with this flag, or with none: a thread that waits for pieces of its own may take one of other work.
fn under<T>(stop: Option<Arc<AtomicBool>>, work: impl FnOnce() -> T) -> T {
    if stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        panic::resume_unwind(Box::new(Stopped));
    }
    let _before = Before(STOP.replace(stop));
    work()
}

/// Does so many pieces of work, each by its number, on the threads of the pool.
fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    let stop = STOP.with_borrow(Clone::clone);
    (0..count).into_par_iter().for_each(|number| under(stop.clone(), || work(number)));
}

/// What a lock holds, also if whoever held it panicked: what this crate keeps under locks is never half done.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is made of each number below a count, in their order.
pub(crate) fn map_numbers<T: Send>(count: usize, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let places: Vec<Mutex<Option<T>>> = std::iter::repeat_with(Mutex::default).take(count).collect();
    each(count, &|number| {
        let made = of(number);
        *locked(&places[number]) = Some(made);
    });
    places.into_iter().filter_map(|place| place.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// What is made of each item, in their order.
pub(crate) fn map<'i, I: Sync, T: Send>(items: &'i [I], of: impl Fn(&'i I) -> T + Sync) -> Vec<T> {
    map_numbers(items.len(), |number| of(&items[number]))
}

/// What is made of each number below a count, in their order. Work that has not begun when one fails is left out.
///
/// # Errors
/// That of the lowest number that failed.
pub(crate) fn try_map_numbers<T: Send, E: Send>(
    count: usize,
    of: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let failed = AtomicBool::new(false);
    let made = map_numbers(count, |number| {
        if failed.load(Ordering::Relaxed) {
            return None;
        }
        let made = of(number);
        failed.fetch_or(made.is_err(), Ordering::Relaxed);
        Some(made)
    });
    made.into_iter().flatten().collect()
}

/// What is made of each item, in their order. Work that has not begun when one fails is left out.
///
/// # Errors
/// That of the first item that failed.
pub(crate) fn try_map<'i, I: Sync, T: Send, E: Send>(
    items: &'i [I],
    of: impl Fn(&'i I) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    try_map_numbers(items.len(), |number| of(&items[number]))
}

/// What is made of each item, which it takes, in their order. Work that has not begun when one fails is left out.
///
/// # Errors
/// That of the first item that failed.
pub(crate) fn try_map_owned<I: Send, T: Send, E: Send>(
    items: Vec<I>,
    of: impl Fn(I) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let items: Vec<Mutex<Option<I>>> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    let made = try_map(&items, |item| {
        let item = locked(item).take();
        item.map(&of).transpose()
    })?;
    Ok(made.into_iter().flatten().collect())
}

/// What is made of each number below a count, merged in any order; nothing of no numbers. As many parts as there are threads are kept at a time.
///
/// # Errors
/// That of a number that failed.
pub(crate) fn try_merge<T: Send, E: Send>(
    count: usize,
    of: impl Fn(usize) -> Result<T, E> + Sync,
    merge: impl Fn(T, T) -> T + Sync,
) -> Result<Option<T>, E> {
    let merged: Mutex<Option<T>> = Mutex::default();
    try_map_numbers(count, |number| {
        let mut part = of(number)?;
        loop {
            let mut place = locked(&merged);
            let Some(other) = place.take() else {
                *place = Some(part);
                return Ok(());
            };
            drop(place);
            part = merge(other, part);
        }
    })?;
    Ok(merged.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// What is made of so many items at a time, merged in any order, as by [`try_merge`].
///
/// # Errors
/// That of some items that failed.
pub(crate) fn try_merge_chunks<'i, I: Sync, T: Send, E: Send>(
    items: &'i [I],
    size: usize,
    of: impl Fn(&'i [I]) -> Result<T, E> + Sync,
    merge: impl Fn(T, T) -> T + Sync,
) -> Result<Option<T>, E> {
    let some = |number: usize| &items[number * size..items.len().min((number + 1) * size)];
    try_merge(items.len().div_ceil(size), |number| of(some(number)), merge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1000).collect();
        assert_eq!(map(&items, |item| item + 1), (1..=1000).collect::<Vec<_>>());
        assert_eq!(try_map(&items, |item| Ok::<_, u32>(item * 2)).expect("results")[499], 998);
    }

    #[test]
    fn a_failure_is_told() {
        assert_eq!(try_map_numbers(1000, |number| if number == 3 { Err(number) } else { Ok(number) }), Err(3));
        assert_eq!(try_merge(10, |number| if number == 9 { Err(number) } else { Ok(number) }, |a, b| a + b), Err(9));
    }

    fn unwinds(work: impl FnOnce()) -> bool {
        panic::catch_unwind(panic::AssertUnwindSafe(work)).is_err_and(|payload| payload.is::<Stopped>())
    }

    /// However deep the pieces lie, and with work beside it that is not stopped.
    #[test]
    fn stopped_work_ends_before_its_next_piece() {
        let stop = Arc::new(AtomicBool::new(false));
        let done = std::sync::atomic::AtomicUsize::new(0);
        let other = || map_numbers(1000, |number| map_numbers(3, |inner| inner + number).len()).iter().sum::<usize>();
        let nested = || {
            map_numbers(100, |_| {
                map_numbers(100, |_| {
                    if done.fetch_add(1, Ordering::Relaxed) == 500 {
                        stop.store(true, Ordering::Relaxed);
                    }
                })
            });
        };
        let (stopped, beside) = rayon::join(|| unwinds(|| stoppable(&stop, nested)), other);
        assert!(stopped);
        assert_eq!(beside, 3000);
        let pieces = done.load(Ordering::Relaxed);
        assert!(pieces <= 500 + rayon::current_num_threads() + 1, "{pieces}");
        assert_eq!(other(), 3000, "the flag is gone with its work");
    }

    #[test]
    fn work_inside_other_work_has_its_own_flag() {
        let [outer, inner] = [false, true].map(|stop| Arc::new(AtomicBool::new(stop)));
        let ended = stoppable(&outer, || unwinds(|| stoppable(&inner, || ())));
        assert!(ended);
        assert_eq!(stoppable(&outer, || map_numbers(2, |number| number)), [0, 1]);
    }

    #[test]
    fn parts_are_merged_each_once() {
        assert_eq!(try_merge(1000, Ok::<_, ()>, |a, b| a + b), Ok(Some(499_500)));
        assert_eq!(try_merge(0, Ok::<usize, ()>, |a, b| a + b), Ok(None));
    }
}
