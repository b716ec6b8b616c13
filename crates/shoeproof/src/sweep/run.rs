//! A sweep on this machine: files of answers computed side by side, then put together.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZero;
use std::panic;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use serde::Serialize;
use solver::Class;

use crate::failure::Failure;
use crate::progress::{Progress, Steps, Work, told};
use crate::report_files::is_no_report;
use crate::schema::JsonSchema;
use crate::sweep::answer::UnitAnswer;
use crate::sweep::answering::one_thread;
use crate::sweep::columns::Columns;
use crate::sweep::plan::SweepPlan;
use crate::sweep::store::{self, StoredAnswers};
use crate::sweep::worker::{PreparedUnit, Worker};

/// Memory that one worker may take, in MiB. A late blackjack that looks for live hands takes most, 800.
const WORKER_MEMORY: u64 = 1_024;

/// The same where it looks for the best CDZ. Free Bet takes most, 1,050.
const BEST_CDZ_MEMORY: u64 = 1_536;

/// Most workers, each a thread with a pool of its own.
const MOST_WORKERS: usize = 512;

/// Files of the result.
const CSV: &str = "result.csv";
const JSON_LINES: &str = "result.jsonl";
const PLAN: &str = "plan.toml";

/// One part of a sweep that several machines share: file `n` belongs to part `n mod of + 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SweepPart {
    number: u64,
    of: u64,
}

impl FromStr for SweepPart {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("`{text}` is no part of a sweep: expected a number and of how many, such as 3/16");
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let part = Self { number: number.parse().map_err(|_| wrong())?, of: of.parse().map_err(|_| wrong())? };
        if (1..=part.of).contains(&part.number) { Ok(part) } else { Err(wrong()) }
    }
}

/// Where a sweep is kept, and how much of the machine it takes.
#[derive(Debug, Clone)]
pub struct SweepWant {
    /// The folder of its files, made if it is not there.
    pub out: PathBuf,
    /// Workers; as many as the machine has cores unless given.
    pub threads: Option<NonZero<u16>>,
    /// Memory in MiB that the workers may take together. Each counts as 1,024, or 1,536 in a plan with cdz-best; one works in any case.
    pub memory: u64,
    /// Compute this part alone, and put no result together.
    pub part: Option<SweepPart>,
}

impl SweepWant {
    /// All cores within 8 GiB, and everything.
    pub fn new(out: impl Into<PathBuf>) -> Self {
        Self { out: out.into(), threads: None, memory: 8_192, part: None }
    }

    fn workers(&self, plan: &SweepPlan) -> usize {
        let cores =
            self.threads.map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), |it| it.get().into());
        let each = if plan.asks_for(Class::BestCdz) { BEST_CDZ_MEMORY } else { WORKER_MEMORY };
        cores.min(usize::try_from(self.memory / each).unwrap_or(usize::MAX)).clamp(1, MOST_WORKERS)
    }
}

/// What a sweep did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SweepDone {
    /// Units of the plan, or of the part.
    pub units: u64,
    /// Those whose answers were there already.
    pub found: u64,
    /// Those computed now.
    pub computed: u64,
    /// Files that were damaged or another's, and were computed again.
    pub replaced: u64,
    /// Units that have no figures, by why.
    pub failures: BTreeMap<String, u64>,
    /// The files of the result; none of a part.
    pub results: Vec<PathBuf>,
}

/// Most reasons that are told apart.
const MOST_REASONS: usize = 20;

/// Every unit of a plan: computed, or read from the folder where an earlier run left it, and put together as CSV and JSON lines in the
/// plan's order. The result is the same bytes however often the run was stopped and whoever computed which part.
///
/// ```
/// use shoeproof::{Silent, SweepPlan, SweepWant, sweep};
///
/// let plan = SweepPlan::from_toml(
///     "format = 1\nask = \"wager\"\nwager = \"match-the-dealer\"\nanalyses = [\"pa-685a-down-under\"]\ngrid.decks = \"all\"\n",
/// )?;
/// let folder = tempfile::tempdir().expect("a folder");
/// let done = sweep(&plan, &SweepWant::new(folder.path()), &Silent)?;
/// assert_eq!((done.units, done.computed), (4, 4));
/// assert_eq!(sweep(&plan, &SweepWant::new(folder.path()), &Silent)?.found, 4);
/// # Ok::<(), shoeproof::Failure>(())
/// ```
///
/// # Errors
/// [`Failure::Asked`] for the folder of a report, [`Failure::Unreadable`] for a place that cannot be written, [`Failure::Stopped`]. What the rules or the solver refuse is no error but a
/// row of the result.
pub fn sweep(plan: &SweepPlan, want: &SweepWant, progress: &dyn Progress) -> Result<SweepDone, Failure> {
    is_no_report(&want.out)?;
    told(progress, |steps| {
        let part = want.part.unwrap_or(SweepPart { number: 1, of: 1 });
        let files: u64 = plan.files();
        let own = |file: u64| file % part.of + 1 == part.number;
        let units = (0..files).filter(|&file| own(file)).map(|file| {
            let units = plan.units_of_file(file);
            units.end - units.start
        });
        let units = units.sum();
        steps.expect(units);
        let run = SweepRun { plan, want, steps, next: AtomicU64::new(0), sums: Mutex::default() };
        run.all(&own)?;
        let SweepSums { found, computed, replaced, names } = run.sums.into_inner().unwrap_or_default();
        let mut done = SweepDone { units, found, computed, replaced, failures: BTreeMap::new(), results: Vec::new() };
        if want.part.is_none() {
            merge(plan, &want.out, &names, &mut done)?;
        }
        Ok(done)
    })
}

#[derive(Default)]
struct SweepSums {
    found: u64,
    computed: u64,
    replaced: u64,
    /// By number of the file; none is kept of a part.
    names: Vec<String>,
}

struct SweepRun<'a> {
    plan: &'a SweepPlan,
    want: &'a SweepWant,
    steps: &'a Steps<'a>,
    next: AtomicU64,
    sums: Mutex<SweepSums>,
}

impl SweepRun<'_> {
    /// All files that belong to this run, by as many workers as there are.
    fn all(&self, own: &(dyn Fn(u64) -> bool + Sync)) -> Result<(), Failure> {
        let ended = thread::scope(|scope| {
            // A system that gives no more threads leaves the work to those that it gave.
            let spawned = (1..self.want.workers(self.plan))
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, || self.worker(own)).ok());
            let workers: Vec<_> = spawned.collect();
            let own_work = self.worker(own);
            let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
            std::iter::once(Ok(own_work)).chain(joined).collect::<Vec<_>>()
        });
        for worker in ended {
            match worker {
                Ok(done) => done?,
                Err(payload) => panic::resume_unwind(payload),
            }
        }
        Ok(())
    }

    fn worker(&self, own: &(dyn Fn(u64) -> bool + Sync)) -> Result<(), Failure> {
        let pool = one_thread()?;
        let mut worker = Worker::default();
        loop {
            let file = self.next.fetch_add(1, Ordering::Relaxed);
            if file >= self.plan.files() {
                return Ok(());
            }
            if own(file) {
                let done = pool.install(|| self.file(file, &mut worker));
                if done.is_err() {
                    // The others need not go on.
                    self.next.store(self.plan.files(), Ordering::Relaxed);
                    return done;
                }
            }
        }
    }

    fn file(&self, file: u64, worker: &mut Worker) -> Result<(), Failure> {
        let (name, units) = match self.plan.known_name(file) {
            Some(name) => (name, None),
            None => {
                let units = prepared(self.plan, file)?;
                (name_of(&units), Some(units))
            }
        };
        let found = store::read(&self.want.out, &name);
        let is_other = matches!(found, StoredAnswers::Other);
        let is_found = matches!(found, StoredAnswers::Whole(_));
        let number = self.plan.units_of_file(file);
        let number = number.end - number.start;
        if is_found {
            (0..number).for_each(|_| self.told_one());
        } else {
            let units = units.map_or_else(|| prepared(self.plan, file), Ok)?;
            let text = store::text(&name, &self.answers(&units, worker))?;
            let path = store::path(&self.want.out, &name);
            store::put(&path, |file| written(file, &text, &path))?;
        }
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        sums.replaced += u64::from(is_other);
        *(if is_found { &mut sums.found } else { &mut sums.computed }) += number;
        if self.want.part.is_none() {
            let at = usize::try_from(file).unwrap_or(usize::MAX);
            if sums.names.len() <= at {
                sums.names.resize(at + 1, String::new());
            }
            sums.names[at] = name;
        }
        Ok(())
    }

    fn answers(&self, units: &[PreparedUnit], worker: &mut Worker) -> Vec<UnitAnswer> {
        let answers = units.iter().map(|unit| {
            let answer = worker.answer(unit);
            self.told_one();
            answer
        });
        answers.collect()
    }

    fn told_one(&self) {
        self.steps.done(Work::Units(1));
    }
}

fn prepared(plan: &SweepPlan, file: u64) -> Result<Vec<PreparedUnit>, Failure> {
    plan.units_of_file(file).map(|number| plan.prepared(number)).collect()
}

fn name_of(units: &[PreparedUnit]) -> String {
    store::name(units.iter().map(|unit| unit.hash.as_str()))
}

fn written(file: &mut dyn io::Write, text: &str, path: &Path) -> Result<(), Failure> {
    file.write_all(text.as_bytes()).map_err(|error| Failure::not_written(path, &error))
}

impl SweepPlan {
    fn name_of_file(&self, file: u64) -> Result<String, Failure> {
        self.is_a_file(file)?;
        match self.known_name(file) {
            Some(name) => Ok(name),
            None => Ok(self.named(file, &prepared(self, file)?)),
        }
    }

    /// Refuses a file that there is not.
    pub(crate) fn is_a_file(&self, file: u64) -> Result<(), Failure> {
        if file < self.files() {
            return Ok(());
        }
        Err(Failure::Asked(format!("the plan has no file {file}: expected fewer than {}", self.files())))
    }

    /// The name of a file of these units, remembered.
    pub(crate) fn named(&self, file: u64, units: &[PreparedUnit]) -> String {
        let name = name_of(units);
        self.names.lock().unwrap_or_else(PoisonError::into_inner).insert(file, name.clone());
        name
    }

    pub(crate) fn known_name(&self, file: u64) -> Option<String> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).get(&file).cloned()
    }

    /// Whether a folder has a file of answers by its number, whole: what a machine need not compute any more.
    ///
    /// # Errors
    /// [`Failure::Asked`] if the plan has no such file.
    pub fn has_answers(&self, file: u64, folder: &Path) -> Result<bool, Failure> {
        let name = self.name_of_file(file)?;
        Ok(matches!(store::read(folder, &name), StoredAnswers::Whole(_)))
    }

    /// Puts the answers to a file's units in a folder, as [`sweep`] does: what other machines computed with [`crate::units`].
    ///
    /// # Errors
    /// [`Failure::Refused`] if they are not the answers to these units, in their order; [`Failure::Unreadable`] if they cannot be
    /// written.
    pub fn keep(&self, file: u64, folder: &Path, answers: &[UnitAnswer]) -> Result<(), Failure> {
        let name = self.name_of_file(file)?;
        if store::name(answers.iter().map(|answer| answer.unit.as_str())) != name {
            let of = "another plan, or another version of the program";
            return Err(Failure::Refused(format!(
                "the answers are not those to the units of file {file}: they are of {of}"
            )));
        }
        let (text, path) = (store::text(&name, answers)?, store::path(folder, &name));
        store::put(&path, |file| written(file, &text, &path))
    }
}

/// Puts the result together, a file at a time.
fn merge(plan: &SweepPlan, folder: &Path, names: &[String], done: &mut SweepDone) -> Result<(), Failure> {
    let columns = Columns::new(plan);
    let [plan_path, csv, json] = [PLAN, CSV, JSON_LINES].map(|name| folder.join(name));
    store::put(&plan_path, |file| written(file, plan.text(), &plan_path))?;
    store::put(&csv, |comma| {
        written(comma, &format!("{}\n", columns.header()), &csv)?;
        store::put(&json, |lines| {
            for (file, name) in (0..).zip(names) {
                let StoredAnswers::Whole(answers) = store::read(folder, name) else {
                    let path = store::path(folder, name);
                    return Err(Failure::Unreadable(format!("{}: it was changed while the sweep ran", path.display())));
                };
                for (number, answer) in plan.units_of_file(file).zip(&answers) {
                    let (comma_row, json_row) = columns.rows(number, answer)?;
                    written(comma, &format!("{comma_row}\n"), &csv)?;
                    written(lines, &format!("{json_row}\n"), &json)?;
                    count(&mut done.failures, answer.failure.as_ref());
                }
            }
            Ok(())
        })
    })?;
    done.results = vec![csv, json];
    Ok(())
}

/// Reasons beyond the most are counted as one.
fn count(failures: &mut BTreeMap<String, u64>, reason: Option<&String>) {
    let Some(reason) = reason else { return };
    let is_room = failures.contains_key(reason) || failures.len() < MOST_REASONS;
    let reason = if is_room { reason.as_str() } else { "other reasons" };
    *failures.entry(reason.to_owned()).or_default() += 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many workers as the memory has room for: fewer where each takes more.
    #[test]
    fn workers_are_as_many_as_have_room() {
        let plan = |strategies: &str| {
            let text =
                format!("format = 1\nask = \"solve\"\nanalyses = [\"plain-blackjack\"]\nstrategies = {strategies}\n");
            SweepPlan::from_toml(&text).expect("a plan")
        };
        let [usual, best] = [plan("[\"td\", \"cdz\"]"), plan("[\"td\", \"cdz-best\"]")];
        let want = |memory| SweepWant { threads: NonZero::new(5), memory, ..SweepWant::new("nowhere") };
        for (memory, workers) in [(0, [1, 1]), (1_024, [1, 1]), (3_072, [3, 2]), (6_143, [5, 3]), (1 << 20, [5, 5])] {
            assert_eq!([&usual, &best].map(|plan| want(memory).workers(plan)), workers, "{memory} MiB");
        }
    }
}
