//! Work on all processors.

use std::iter;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many threads there are at most.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The answers for all items, in their order.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], answer: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let some = || {
        let numbers = iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&at| at < items.len()));
        numbers.map(|at| (at, answer(&items[at]))).collect::<Vec<_>>()
    };
    let mut answers: Vec<(usize, R)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads().min(items.len())).map(|_| scope.spawn(some)).collect();
        let mut answers = some();
        for other in others {
            answers.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        answers
    });
    answers.sort_unstable_by_key(|&(at, _)| at);
    answers.into_iter().map(|(_, answer)| answer).collect()
}
