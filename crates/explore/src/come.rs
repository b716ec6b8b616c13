//! How far work has come that takes long, and how often that is told.

use std::time::Duration;

use serde::Serialize;
use shoeproof::Step;

/// At most so often is progress told.
pub(crate) const BETWEEN_TELLINGS: Duration = Duration::from_millis(100);

/// How far work has come.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Come {
    /// Steps done.
    pub(crate) done: u64,
    /// Steps that there are, about.
    pub(crate) expected: u64,
    /// What is being done, in words.
    pub(crate) doing: String,
}

impl Come {
    /// A step further.
    pub(crate) fn take(&mut self, step: &Step) {
        match step {
            Step::Expected(steps) => self.expected += steps,
            Step::Done(work) => {
                self.done += 1;
                self.doing = work.to_string();
            }
            Step::Working(work) => self.doing = work.to_string(),
        }
    }
}
