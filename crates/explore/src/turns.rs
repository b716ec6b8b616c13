//! Turns of work. So many pieces of work run at a time, and who is no longer waited for gives his turn away at once.
//!
//! Work that is dropped gives its turn to the next one at once, and its thread ends as soon as the library looks at the flag: within milliseconds in the
//! solver, at the next step elsewhere. Of such threads there may be a few; then new work waits until one of them has ended.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shoeproof::{Failure, Progress, Step};
use tokio::sync::Semaphore;

use crate::refusal::Refusal;

/// Turns, and threads for them.
#[derive(Debug)]
pub(crate) struct Turns {
    turns: Arc<Semaphore>,
    /// As many as turns, and some for work that was dropped and has not come to its next step.
    threads: Arc<Semaphore>,
}

impl Turns {
    /// So many turns at a time, beside so many pieces of work that were dropped.
    pub(crate) fn new(turns: usize, left: usize) -> Self {
        Self { turns: Arc::new(Semaphore::new(turns)), threads: Arc::new(Semaphore::new(turns + left)) }
    }

    /// Does some work in its turn. Dropping the future gives the turn, or its place in the queue, to the next at once.
    ///
    /// # Errors
    /// The work's own, and a fault of the program in words.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Stop) -> Result<T, Failure> + Send + 'static,
    ) -> impl Future<Output = Result<T, Refusal>> + Send + 'static {
        let (turns, threads) = (Arc::clone(&self.turns), Arc::clone(&self.threads));
        async move {
            let fault = |error: tokio::sync::AcquireError| Refusal::new(None, error.to_string());
            // The turn is the future's; the thread is the work's.
            let _turn = turns.acquire_owned().await.map_err(fault)?;
            let thread = threads.acquire_owned().await.map_err(fault)?;
            let stop = Stop::default();
            let _dropped = StopOnDrop(stop.clone());
            blocking(move || {
                let _thread = thread;
                work(&stop)
            })
            .await
        }
    }
}

/// Whether work is to stop.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Stops the work, as [`Progress::stop`] says how soon.
    pub(crate) fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// A listener that hears of the steps of the work until it is stopped.
    pub(crate) fn hearing<F: Fn(&Step) + Sync>(&self, hear: F) -> Hearing<'_, F> {
        Hearing { stop: self, hear }
    }

    fn next(&self) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Who hears of work that may be stopped.
pub(crate) struct Hearing<'a, F> {
    stop: &'a Stop,
    hear: F,
}

impl<F: Fn(&Step) + Sync> Progress for Hearing<'_, F> {
    fn told(&self, step: &Step) -> ControlFlow<()> {
        self.stop.next()?;
        (self.hear)(step);
        self.stop.next()
    }

    fn stop(&self) -> Option<&Arc<AtomicBool>> {
        Some(&self.stop.0)
    }
}

/// Stops work when whoever waits for it has gone.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.now();
    }
}

/// Does something on the pool of blocking threads.
///
/// # Errors
/// Its own, and a fault of the program in words.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => Ok(done?),
        Err(error) => Err(Refusal::new(None, format!("a fault of this program: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    const SOON: Duration = Duration::from_millis(50);
    const LONG: Duration = Duration::from_secs(20);

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
    }

    /// Work between two steps: it goes on until the other end of the channel is dropped, which must be before the runtime is: that waits for it.
    fn between_steps() -> (mpsc::Sender<()>, impl FnOnce(&Stop) -> Result<(), Failure> + Send + 'static) {
        let (sender, receiver) = mpsc::channel();
        let work = move |_: &Stop| {
            let _ = receiver.recv();
            Ok(())
        };
        (sender, work)
    }

    #[test]
    fn dropped_work_is_told_to_stop() {
        let turns = Turns::new(1, 1);
        let (ended, end) = mpsc::channel();
        runtime().block_on(async {
            let work = turns.run(move |stop| {
                while stop.next().is_continue() {
                    std::thread::sleep(Duration::from_millis(2));
                }
                ended.send(()).expect("a listener");
                Err::<(), _>(Failure::Stopped)
            });
            assert!(timeout(SOON, work).await.is_err());
        });
        end.recv_timeout(LONG).expect("it ended");
    }

    #[test]
    fn dropped_work_gives_its_turn_away_before_its_next_step() {
        let turns = Turns::new(1, 1);
        let (going_on, first) = between_steps();
        runtime().block_on(async {
            assert!(timeout(SOON, turns.run(first)).await.is_err());
            let second = timeout(LONG, turns.run(|_| Ok("an answer"))).await;
            assert_eq!(second.expect("a turn at once").expect("an answer"), "an answer");
            drop(going_on);
        });
    }

    #[test]
    fn a_place_in_the_queue_is_given_away_too() {
        let turns = Turns::new(1, 0);
        let (going_on, first) = between_steps();
        runtime().block_on(async {
            let first = tokio::spawn(turns.run(first));
            tokio::task::yield_now().await;
            let (begun, has_begun) = mpsc::channel();
            let second = turns.run(move |_| {
                begun.send(()).expect("a listener");
                Ok(())
            });
            assert!(timeout(SOON, second).await.is_err());
            drop(going_on);
            first.await.expect("no panic").expect("an answer");
            timeout(LONG, turns.run(|_| Ok(()))).await.expect("the next turn").expect("an answer");
            assert!(has_begun.try_recv().is_err(), "work that nobody waits for began");
        });
    }

    #[test]
    fn so_much_dropped_work_goes_on_and_no_more() {
        let turns = Turns::new(1, 1);
        let ((one, first), (two, second)) = (between_steps(), between_steps());
        runtime().block_on(async {
            assert!(timeout(SOON, turns.run(first)).await.is_err());
            assert!(timeout(SOON, turns.run(second)).await.is_err());
            let mut third = Box::pin(turns.run(|_| Ok(())));
            assert!(timeout(SOON, &mut third).await.is_err(), "two threads go on");
            drop(one);
            timeout(LONG, third).await.expect("a thread is free").expect("an answer");
            drop(two);
        });
    }
}
