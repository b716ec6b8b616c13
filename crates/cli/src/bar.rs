//! The progress bar.

use std::ops::ControlFlow;

use indicatif::{ProgressBar, ProgressStyle};
use shoeproof::{Progress, Step};

/// A progress bar on standard error, shown only where that is a terminal, and removed when it is dropped.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} {bar:32} {pos}/{len} {wide_msg}") {
            bar.set_style(style);
        }
        Self(bar)
    }
}

impl Progress for Bar {
    fn told(&self, step: &Step) -> ControlFlow<()> {
        match step {
            Step::Expected(steps) => {
                self.0.set_length(*steps);
                self.0.set_position(0);
            }
            Step::Done(work) => {
                self.0.inc(1);
                self.0.set_message(work.to_string());
            }
            Step::Working(work) => self.0.set_message(work.to_string()),
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
