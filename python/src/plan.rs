//! Sweeps.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use pyo3::prelude::*;
use serde::Deserialize;
use shoeproof::{Failure, SweepPlan, SweepUnit, SweepWant, UnitAnswer, UnitWorker};

use crate::work::{done, refused};

/// A plan. It does not change.
#[pyclass(frozen, module = "shoeproof._native")]
pub(crate) struct NativePlan {
    plan: SweepPlan,
}

/// Where a sweep is kept, and how much of the machine it takes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sweep {
    out: PathBuf,
    threads: Option<NonZero<u16>>,
    memory: u64,
    part: Option<String>,
}

#[pymethods]
impl NativePlan {
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        Ok(Self { plan: SweepPlan::load(path).map_err(refused)? })
    }

    #[staticmethod]
    fn of_text(text: &str) -> PyResult<Self> {
        Ok(Self { plan: SweepPlan::from_toml(text).map_err(refused)? })
    }

    #[getter]
    fn text(&self) -> &str {
        self.plan.text()
    }

    #[getter]
    fn units(&self) -> u64 {
        self.plan.units()
    }

    #[getter]
    fn files(&self) -> u64 {
        self.plan.files()
    }

    /// One unit, as JSON.
    fn unit(&self, number: u64) -> PyResult<String> {
        let unit = self.plan.unit(number).map_err(refused)?;
        serde_json::to_string(&unit).map_err(refused)
    }

    /// The units of one file of answers, as JSON.
    fn units_of_file(&self, file: u64) -> PyResult<Vec<String>> {
        let units = self.plan.file(file).map_err(refused)?;
        units.iter().map(serde_json::to_string).collect::<Result<_, _>>().map_err(refused)
    }

    /// Whether the folder has a file of answers, whole.
    fn has_answers(&self, file: u64, folder: PathBuf) -> PyResult<bool> {
        self.plan.has_answers(file, &folder).map_err(refused)
    }

    /// Computes the sweep on this machine. What it did, as JSON.
    fn sweep(&self, py: Python<'_>, arguments: String, listener: Option<Bound<'_, PyAny>>) -> PyResult<String> {
        let plan = self.plan.clone();
        done(py, listener.as_ref(), move |progress| {
            let Sweep { out, threads, memory, part } = serde_json::from_str(&arguments)?;
            let part = part.map(|part| part.parse().map_err(Failure::Asked)).transpose()?;
            let want = SweepWant { threads, memory, part, ..SweepWant::new(out) };
            Ok(serde_json::to_string(&shoeproof::sweep(&plan, &want, progress)?)?)
        })
    }

    /// Keeps the answers to a file's units, given one a line as `unit` gives them.
    fn keep(&self, file: u64, folder: PathBuf, answers: Vec<String>) -> PyResult<()> {
        let answers: Vec<UnitAnswer> =
            answers.iter().map(|answer| serde_json::from_str(answer)).collect::<Result<_, _>>().map_err(refused)?;
        self.plan.keep(file, &folder, &answers).map_err(refused)
    }
}

/// Workers that have answered units and wait for more.
static WAITING: Mutex<Vec<UnitWorker>> = Mutex::new(Vec::new());

fn waiting() -> MutexGuard<'static, Vec<UnitWorker>> {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The answers to units, each JSON. One after the other, so that what neighbours share is computed once. Who answered them is kept for the next call
/// if `keep` says so.
#[pyfunction]
pub(crate) fn units(py: Python<'_>, units: Vec<String>, keep: bool) -> PyResult<Vec<String>> {
    done(py, None, move |progress| {
        let read = units.iter().map(|unit| serde_json::from_str(unit));
        let units: Vec<SweepUnit> = read.collect::<Result<_, _>>()?;
        let known = if keep { waiting().pop() } else { None };
        let mut worker = known.map_or_else(UnitWorker::new, Ok)?;
        // A worker that was stopped is not looked at again.
        let answers = worker.answers(&units, progress)?;
        let mut waiting = waiting();
        // Each holds what its last unit was computed with.
        if keep && waiting.len() < thread::available_parallelism().map_or(1, NonZero::get) {
            waiting.push(worker);
        }
        drop(waiting);
        Ok(answers.iter().map(serde_json::to_string).collect::<Result<_, _>>()?)
    })
}
