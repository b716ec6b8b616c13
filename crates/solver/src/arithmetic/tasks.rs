//! Tasks of which only some run at a time.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The results of so many tasks at a time, in their order. One task's steps that cannot be shared out leave the processors to the others'.
pub(crate) fn some_at_a_time<T: Sync, R: Send>(number: usize, tasks: &[T], run: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(task) = tasks.get(at)
        {
            done.push((at, run(task)));
        }
        done
    };
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..number).map(|_| scope.spawn(work)).collect();
        let done = workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        done.flatten().collect()
    });
    done.sort_unstable_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}
