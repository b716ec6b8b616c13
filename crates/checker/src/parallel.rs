//! Independent pieces of work on all processors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::Refusal;

/// Does all work, several pieces at a time, each begun in its turn. Results stand in the order of the work.
///
/// # Errors
/// The refusal that comes first in that order, however the work was shared out.
pub(crate) fn each<T: Sync, R: Send>(
    work: &[T],
    threads: usize,
    doing: impl Fn(&T) -> Result<R, Refusal> + Sync,
) -> Result<Vec<R>, Refusal> {
    let next = AtomicUsize::new(0);
    // Work after a refusal need not be done; work before it was begun before.
    let end = AtomicUsize::new(work.len());
    let done: Mutex<Vec<Option<Result<R, Refusal>>>> = Mutex::new(work.iter().map(|_| None).collect());
    let worker = || {
        loop {
            let at = next.fetch_add(1, Ordering::SeqCst);
            if at >= end.load(Ordering::SeqCst) {
                return;
            }
            let Some(one) = work.get(at) else { return };
            let result = doing(one);
            if result.is_err() {
                end.fetch_min(at, Ordering::SeqCst);
            }
            if let Ok(mut done) = done.lock() {
                done[at] = Some(result);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(work.len()) {
            scope.spawn(worker);
        }
        worker();
    });
    let done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.into_iter().map_while(|result| result).collect()
}

/// As many as the machine has processors.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_order_and_the_first_refusal_wins() {
        let work: Vec<u64> = (0..200).collect();
        assert_eq!(each(&work, 4, |one| Ok(one * 2)), Ok(work.iter().map(|one| one * 2).collect()));
        for _ in 0..20 {
            let refused = each(&work, 4, |&one| {
                if one == 50 {
                    thread::yield_now();
                }
                if one >= 50 { Err(Refusal::Table(one.to_string())) } else { Ok(one) }
            });
            assert_eq!(refused, Err(Refusal::Table("50".to_owned())));
        }
        assert_eq!(each(&[] as &[u64], 4, |one| Ok(*one)), Ok(Vec::new()));
    }
}
