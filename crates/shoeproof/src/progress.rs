use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar on standard error, shown only where that is a terminal.
pub(crate) struct Progress(ProgressBar);

/// A bar of so many steps.
pub(crate) fn bar(steps: u64) -> Progress {
    let bar = ProgressBar::new(steps);
    if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} {bar:32} {pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    Progress(bar)
}

impl Progress {
    /// One step done; `message` says of what.
    pub(crate) fn step(&self, message: &str) {
        self.0.inc(1);
        self.0.set_message(message.to_owned());
    }

    /// What is being done, without a step.
    pub(crate) fn note(&self, message: &str) {
        self.0.set_message(message.to_owned());
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
