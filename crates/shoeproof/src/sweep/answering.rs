//! Units answered, one by one or in a row.

use crate::failure::Failure;
use crate::progress::{Progress, Work, told};
use crate::sweep::answer::UnitAnswer;
use crate::sweep::unit::{FORMAT, SweepUnit};
use crate::sweep::worker::{PreparedUnit, Worker};

/// One unit's answer. What the rules or the solver refuse is part of it.
///
/// ```
/// use shoeproof::{SweepPlan, unit};
///
/// let plan = SweepPlan::from_toml("format = 1\nask = \"solve\"\nanalyses = [\"plain-blackjack\"]\nset.decks = 1\n")?;
/// let answer = unit(&plan.unit(0)?)?;
/// assert_eq!(answer.figures.house_edge.expect("a house edge").percent(4), "-0.1531");
/// # Ok::<(), shoeproof::Failure>(())
/// ```
///
/// # Errors
/// A unit of another version.
pub fn unit(unit: &SweepUnit) -> Result<UnitAnswer, Failure> {
    answer(&mut Worker::default(), unit)
}

/// The answers to units, one after the other on one thread. They are those of [`unit()`]; what neighbours share is computed once.
///
/// # Errors
/// As [`unit()`].
pub fn units(units: &[SweepUnit], progress: &dyn Progress) -> Result<Vec<UnitAnswer>, Failure> {
    UnitWorker::new()?.answers(units, progress)
}

/// Who answers units on a thread of its own, and keeps what the next units may share with the last: the game compiled, the dealer's distributions. Whoever
/// hands out units in parts saves what a new worker takes to begin.
///
/// ```
/// use shoeproof::{Silent, SweepPlan, UnitWorker};
///
/// let plan = SweepPlan::from_toml("format = 1\nask = \"approximate\"\nanalyses = [\"plain-blackjack\"]\ngrid.decks = [1, 2]\n")?;
/// let mut worker = UnitWorker::new()?;
/// for number in 0..plan.units() {
///     assert_eq!(worker.answers(&[plan.unit(number)?], &Silent)?.len(), 1);
/// }
/// # Ok::<(), shoeproof::Failure>(())
/// ```
pub struct UnitWorker {
    worker: Worker,
    pool: rayon::ThreadPool,
}

impl UnitWorker {
    /// One that has seen no unit.
    ///
    /// # Errors
    /// [`Failure::Asked`] if the system has no thread left.
    pub fn new() -> Result<Self, Failure> {
        // Whoever hands out units counts on one core for each worker.
        Ok(Self { worker: Worker::default(), pool: one_thread()? })
    }

    /// The answers to units, one after the other. They are those of [`unit()`], whatever was answered before.
    ///
    /// # Errors
    /// As [`unit()`], and [`Failure::Stopped`].
    pub fn answers(&mut self, units: &[SweepUnit], progress: &dyn Progress) -> Result<Vec<UnitAnswer>, Failure> {
        let Self { worker, pool } = self;
        told(progress, |steps| {
            steps.expect(units.len() as u64);
            pool.install(|| {
                let answers = units.iter().map(|unit| {
                    let answer = answer(worker, unit);
                    steps.done(Work::Units(1));
                    answer
                });
                answers.collect()
            })
        })
    }
}

/// A pool of one thread, so that units in flight are as many as workers.
///
/// # Errors
/// [`Failure::Asked`] if the system has no thread left.
pub(crate) fn one_thread() -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.map_err(|error| Failure::Asked(format!("no thread can be started: {error}")))
}

fn answer(worker: &mut Worker, unit: &SweepUnit) -> Result<UnitAnswer, Failure> {
    if unit.format != FORMAT {
        return Err(Failure::Asked(format!("a unit of format {} is not known: expected {FORMAT}", unit.format)));
    }
    let submission = unit.submission(&mut worker.read);
    Ok(worker.answer(&PreparedUnit::new(unit.question.clone(), submission, || unit.clone())?))
}
