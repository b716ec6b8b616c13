//! What a verb tells of its work, and how it is told to stop.

use std::fmt;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use cards::Value;
use solver::{Class, DistributionProgress, Stopped, stoppable};

use crate::failure::Failure;
use crate::variants::{self, Changes};

/// What is told of the work.
#[derive(Debug, Clone)]
pub enum Step {
    /// A part of the work begins that takes about so many steps.
    Expected(u64),
    /// One step is done, or begins, of this.
    Done(Work),
    /// This is being done, without a step.
    Working(Work),
}

/// Which work it is. Its words name it for a reader who watches.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Work {
    /// The distributions of the dealer's hand.
    Dealer,
    /// A strategy class.
    Solving {
        /// The class, where the work is on several.
        class: Option<Class>,
        /// How far it has come.
        at: solver::Step,
    },
    /// Two spots at one table under an up card.
    TwoSpots(Value),
    /// The bracket of perfect play under an up card.
    Bracket(Value),
    /// The shoe without a card.
    Without(Value),
    /// The actions of first hands under an up card.
    FirstHands(Value),
    /// The distribution of a round.
    Distribution {
        /// The class, where the work is on several.
        class: Option<Class>,
        /// The part of the round.
        part: DistributionProgress,
    },
    /// What the signals are worth under a class.
    Signals(Class),
    /// The base game of a player who is told no signals, under a class.
    WithoutSignals(Class),
    /// A side wager with a paytable, in words.
    SideWager(String),
    /// The analysis with some of its choices changed, or another analysis.
    Variant {
        /// The title of the analysis, where the work is on several.
        of: Option<String>,
        /// The changes; none for the analysis as it stands.
        changes: Changes,
        /// The class, where the work is on several.
        class: Option<Class>,
    },
    /// A combination of readings.
    Combination,
    /// A round by the cards that it takes.
    CardsTaken,
    /// The same by cards seen before it.
    CountsSeen,
    /// Decisions made otherwise than the chart has them.
    Indices,
    /// A claimed figure, in words.
    Claim(String),
    /// Rounds dealt so far.
    Rounds(u64),
    /// Shoes dealt so far.
    Shoes(u64),
    /// So many units of a sweep are done.
    Units(u64),
    /// A claim of a certificate that is derived again, in words.
    Checking(String),
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_class = |f: &mut fmt::Formatter<'_>, class: &Option<Class>| match class {
            Some(class) => write!(f, "{class}: "),
            None => Ok(()),
        };
        match self {
            Work::Dealer => f.write_str("dealer's distributions"),
            Work::Solving { class, at } => {
                of_class(f, class)?;
                at.fmt(f)
            }
            Work::TwoSpots(up) => write!(f, "two spots, up card {up}"),
            Work::Bracket(up) => write!(f, "bracket of perfect play, up card {up}"),
            Work::FirstHands(up) => write!(f, "actions of first hands, up card {up}"),
            Work::Without(card) => write!(f, "without {card}"),
            Work::Distribution { class, part } => {
                of_class(f, class)?;
                match part.split {
                    None => write!(f, "results under {}", part.up),
                    Some(value) => write!(f, "results of {value},{value} split under {}", part.up),
                }
            }
            Work::Signals(class) => write!(f, "signals under {class}"),
            Work::WithoutSignals(class) => write!(f, "{class} without the signals"),
            Work::Variant { of, changes, class } => {
                if let Some(title) = of {
                    write!(f, "{title}: ")?;
                }
                of_class(f, class)?;
                f.write_str(&variants::named(changes))
            }
            Work::CardsTaken => f.write_str("rounds by the cards they take"),
            Work::Indices => f.write_str("decisions by the count"),
            Work::CountsSeen => f.write_str("rounds by the cards seen before"),
            Work::Combination => f.write_str("combinations of readings"),
            Work::SideWager(words) | Work::Claim(words) | Work::Checking(words) => f.write_str(words),
            Work::Rounds(rounds) => write!(f, "{rounds} rounds"),
            Work::Units(units) => write!(f, "{units} units"),
            Work::Shoes(shoes) => write!(f, "{shoes} shoes"),
        }
    }
}

/// Who is told of the work. `Break` stops it: the verb ends with [`Failure::Stopped`].
///
/// A function of a [`Step`] is such a listener. Steps come from several threads.
pub trait Progress: Sync {
    /// Told of a step.
    fn told(&self, step: &Step) -> ControlFlow<()>;

    /// A flag that stops the work between two steps too, within milliseconds where the solver is at work, once another thread makes it true. None unless
    /// said otherwise.
    fn stop(&self) -> Option<&Arc<AtomicBool>> {
        None
    }
}

impl<F: Fn(&Step) -> ControlFlow<()> + Sync> Progress for F {
    fn told(&self, step: &Step) -> ControlFlow<()> {
        self(step)
    }
}

/// Nobody is told.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn told(&self, _: &Step) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The work's side of a listener.
pub(crate) struct Steps<'a> {
    progress: &'a dyn Progress,
    is_stopped: AtomicBool,
}

impl Steps<'_> {
    pub(crate) fn expect(&self, steps: u64) {
        self.tell(&Step::Expected(steps));
    }

    pub(crate) fn done(&self, work: Work) {
        self.tell(&Step::Done(work));
    }

    /// So many steps of one piece of work.
    pub(crate) fn done_steps(&self, steps: u64, work: &Work) {
        (0..steps).for_each(|_| self.done(work.clone()));
    }

    pub(crate) fn working(&self, work: Work) {
        self.tell(&Step::Working(work));
    }

    /// Does two pieces of work side by side. If the first fails, its failure is told and the second is stopped at its next step, and nothing more
    /// may be told; so which failure is told does not depend on the threads.
    ///
    /// # Errors
    /// That of the first, or else of the second.
    pub(crate) fn beside<A, B: Send>(
        &self,
        first: impl FnOnce() -> Result<A, Failure>,
        second: impl FnOnce() -> Result<B, Failure> + Send,
    ) -> Result<(A, B), Failure> {
        let stop = self.progress.stop();
        thread::scope(|scope| {
            // No thread of the pool: perfect play waits for threads that share out their work in the pool.
            let second = scope.spawn(|| match stop {
                Some(stop) => stoppable(stop, second),
                None => second(),
            });
            let first = first();
            self.is_stopped.fetch_or(first.is_err(), Ordering::Relaxed);
            let second = second.join();
            Ok((first?, second.unwrap_or_else(|panic| panic::resume_unwind(panic))?))
        })
    }

    fn tell(&self, step: &Step) {
        if self.is_stopped.load(Ordering::Relaxed) || self.progress.told(step).is_break() {
            self.is_stopped.store(true, Ordering::Relaxed);
            // Between here and the verb lie the solver's loops and the threads that share them, which carry an unwinding stack up.
            panic::resume_unwind(Box::new(Stopped));
        }
    }
}

/// Does some work, and ends it where the listener says so.
///
/// # Errors
/// The work's own, and [`Failure::Stopped`].
pub(crate) fn told<T>(
    progress: &dyn Progress,
    work: impl FnOnce(&Steps<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let steps = Steps { progress, is_stopped: AtomicBool::new(false) };
    let stop = progress.stop();
    let work = || match stop {
        Some(stop) => stoppable(stop, || work(&steps)),
        None => work(&steps),
    };
    // Nothing that the work had begun is looked at afterwards.
    match panic::catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result,
        Err(payload) if payload.is::<Stopped>() => Err(Failure::Stopped),
        Err(panicked) => panic::resume_unwind(panicked),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Endless work, but for the steps that it tells.
    fn endless(steps: &Steps<'_>) -> Result<(), Failure> {
        loop {
            steps.done(Work::Combination);
            thread::yield_now();
        }
    }

    fn refused(what: &str) -> Failure {
        Failure::Refused(what.to_owned())
    }

    #[test]
    fn work_side_by_side_gives_both_results_or_the_first_failure() {
        let both = told(&Silent, |steps| steps.beside(|| Ok(1), || Ok(2)));
        assert_eq!(both.ok(), Some((1, 2)));
        let named = |result: Result<((), ()), Failure>| result.err().map(|failure| failure.to_string());
        let of_first = told(&Silent, |steps| steps.beside(|| Err(refused("first")), || endless(steps)));
        assert_eq!(named(of_first), Some(refused("first").to_string()));
        let of_second = told(&Silent, |steps| steps.beside(|| Ok(()), || Err(refused("second"))));
        assert_eq!(named(of_second), Some(refused("second").to_string()));
        let of_both = told(&Silent, |steps| steps.beside(|| Err(refused("first")), || Err(refused("second"))));
        assert_eq!(named(of_both), Some(refused("first").to_string()));
    }

    #[test]
    fn a_listener_stops_both() {
        let stops = |_: &Step| ControlFlow::Break(());
        for _ in 0..20 {
            let stopped = told(&stops, |steps| steps.beside(|| endless(steps), || endless(steps)));
            assert!(matches!(stopped, Err(Failure::Stopped)));
        }
    }
}
