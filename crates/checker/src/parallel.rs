//! Independent pieces of work on all processors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::refusal::Refusal;

/// Does all work, several pieces at a time, each begun in its turn. Results stand in the order of the work.
///
/// # Errors
/// The refusal that comes first in that order, however the work was shared out.
pub(crate) fn each<T: Sync, R: Send>(
    work: &[T],
    threads: usize,
    doing: impl Fn(&T) -> Result<R, Refusal> + Sync,
) -> Result<Vec<R>, Refusal> {
    in_order(work, threads, |_| (), || (), |(), one| doing(one))
}

/// The same, where pieces are begun in the order of their turns and every thread has something of its own beside it.
///
/// # Errors
/// As [`each`].
pub(crate) fn in_order<T: Sync, R: Send, S, K: Ord>(
    work: &[T],
    threads: usize,
    turn: impl Fn(&T) -> K,
    own: impl Fn() -> S + Sync,
    doing: impl Fn(&mut S, &T) -> Result<R, Refusal> + Sync,
) -> Result<Vec<R>, Refusal> {
    let mut order: Vec<usize> = (0..work.len()).collect();
    order.sort_by_key(|&at| turn(&work[at]));
    let next = AtomicUsize::new(0);
    // Work after a refusal need not be done; all work before it is.
    let end = AtomicUsize::new(work.len());
    let done: Mutex<Vec<Option<Result<R, Refusal>>>> = Mutex::new(work.iter().map(|_| None).collect());
    let worker = || {
        let mut own = own();
        while let Some(&at) = order.get(next.fetch_add(1, Ordering::SeqCst)) {
            if at >= end.load(Ordering::SeqCst) {
                continue;
            }
            let result = doing(&mut own, &work[at]);
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
    // Of what was not done, all comes after a refusal.
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
            let last_first = in_order(
                &work,
                4,
                |one| one % 7,
                || 0,
                |done, &one| {
                    *done += 1;
                    if one >= 50 { Err(Refusal::Table(one.to_string())) } else { Ok((one, *done > 0)) }
                },
            );
            assert_eq!(last_first, Err(Refusal::Table("50".to_owned())));
        }
        assert_eq!(each(&[] as &[u64], 4, |one| Ok(*one)), Ok(Vec::new()));
    }
}
