//! Work on a thread of its own, while the caller's thread lets other Python threads run, shows progress, and looks for Ctrl-C.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;
use shoeproof::{Failure, Progress, Step};

create_exception!(shoeproof, ShoeproofError, PyException, "What the library refuses, in its words.");

/// How long the caller's thread looks away.
const GLANCE: Duration = Duration::from_millis(50);

pub(crate) fn refused(failure: impl std::fmt::Display) -> PyErr {
    ShoeproofError::new_err(failure.to_string())
}

/// What the work has told so far.
#[derive(Default)]
struct Told {
    done: AtomicU64,
    expected: AtomicU64,
    words: Mutex<String>,
    stop: Arc<AtomicBool>,
}

impl Progress for Told {
    fn told(&self, step: &Step) -> ControlFlow<()> {
        if self.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let work = match step {
            Step::Expected(steps) => {
                self.expected.store(*steps, Ordering::Relaxed);
                self.done.store(0, Ordering::Relaxed);
                return ControlFlow::Continue(());
            }
            Step::Done(work) => {
                self.done.fetch_add(1, Ordering::Relaxed);
                work
            }
            Step::Working(work) => work,
        };
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = work.to_string();
        ControlFlow::Continue(())
    }

    fn stop(&self) -> Option<&Arc<AtomicBool>> {
        Some(&self.stop)
    }
}

impl Told {
    fn show(&self, listener: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let Some(listener) = listener else { return Ok(()) };
        let [done, expected] = [&self.done, &self.expected].map(|number| number.load(Ordering::Relaxed));
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner).clone();
        listener.call1((done, expected, words)).map(drop)
    }
}

/// Does some work. `listener` is called now and then with the steps done, those expected, and words for the last.
///
/// An exception on the caller's thread, such as `KeyboardInterrupt`, ends the wait at once, and the work within milliseconds where the solver is at
/// work, at its next step elsewhere.
pub(crate) fn done<T: Send + 'static>(
    py: Python<'_>,
    listener: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&dyn Progress) -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    let told = Arc::new(Told::default());
    let (sender, receiver) = channel();
    let theirs = Arc::clone(&told);
    // Nobody is there to take an answer that nobody waits for.
    thread::spawn(move || drop(sender.send(work(theirs.as_ref()))));
    let receiver = Mutex::new(receiver);
    loop {
        let waited = py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(GLANCE));
        match waited {
            Ok(answer) => {
                told.show(listener)?;
                return answer.map_err(refused);
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the work ended without an answer: a fault of the program"));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(stopped) = py.check_signals().and_then(|()| told.show(listener)) {
                    told.stop.store(true, Ordering::Relaxed);
                    return Err(stopped);
                }
            }
        }
    }
}
