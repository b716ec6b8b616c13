//! What is told of long work: a bar on a terminal, plain lines elsewhere.

use std::io::{IsTerminal, stderr};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, HumanDuration, ProgressBar, ProgressStyle};
use shoeproof::{Progress, Step, Work};

use crate::terminal::{complain, escape};

/// Between one plain line and the next, and before the first: short work says nothing.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

/// Of all steps, the part after which the time left is said: one in so many. Fewer are not taken to be alike.
const KNOWN_FROM: u64 = 20;

/// A progress bar on standard error where that is a terminal, removed when it is dropped. Elsewhere a line now and then.
pub(crate) struct Bar {
    bar: ProgressBar,
    /// How the bar looks once the number of steps is known. Before there is nothing to be a part of.
    template: &'static str,
    lines: Option<(Instant, Mutex<Lines>)>,
}

impl Bar {
    pub(crate) fn new() -> Self {
        Self::like("{elapsed_precise} {bar:32} {pos}/{len} {wide_msg}")
    }

    /// For work whose steps take about the same time.
    pub(crate) fn with_time_left() -> Self {
        Self::like("{elapsed_precise} {bar:32} {pos}/{len} {per_sec}, {eta} left")
    }

    fn like(template: &'static str) -> Self {
        let lines = (!stderr().is_terminal()).then(|| (Instant::now(), Mutex::default()));
        let bar = Self { bar: ProgressBar::new_spinner(), template, lines };
        bar.set_style("{elapsed_precise} {spinner} {wide_msg}");
        bar
    }

    fn set_style(&self, template: &str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
    }
}

impl Progress for Bar {
    fn told(&self, step: &Step) -> ControlFlow<()> {
        if let Some((start, lines)) = &self.lines {
            let line = lines.lock().unwrap_or_else(PoisonError::into_inner).told(start.elapsed(), step);
            if let Some(line) = line {
                complain(format_args!("{}", escape(&line)));
            }
            return ControlFlow::Continue(());
        }
        match step {
            Step::Expected(steps) => {
                self.set_style(self.template);
                self.bar.set_length(*steps);
                self.bar.set_position(0);
            }
            Step::Done(work) => {
                self.bar.inc(1);
                self.bar.set_message(work.to_string());
            }
            Step::Working(work) => self.bar.set_message(work.to_string()),
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// How far the work has come.
#[derive(Default)]
struct Lines {
    expected: u64,
    done: u64,
    /// When the part of the work began that is expected to take so many steps.
    began: Duration,
    /// When the last step was done.
    stepped: Duration,
    /// When the last line was written; the start of all work before the first.
    written: Duration,
}

impl Lines {
    /// The line to write so long after the start, if it is time for one.
    fn told(&mut self, now: Duration, step: &Step) -> Option<String> {
        let work = match step {
            Step::Expected(steps) => {
                (self.expected, self.done, self.began, self.stepped) = (*steps, 0, now, now);
                return None;
            }
            Step::Done(work) => {
                (self.done, self.stepped) = (self.done + 1, now);
                work
            }
            Step::Working(work) => work,
        };
        (now.saturating_sub(self.written) >= BETWEEN_LINES).then(|| {
            self.written = now;
            self.line(now, work)
        })
    }

    /// The time left if steps are alike. The first few are not, because they do work that all share, and neither is one that takes longer than that.
    fn left(&self, now: Duration) -> Option<Duration> {
        let Self { expected, done, began, stepped, .. } = *self;
        let rest = expected.checked_sub(done).filter(|_| expected >= KNOWN_FROM && done > expected / KNOWN_FROM)?;
        let left = now.saturating_sub(began).as_secs_f64() * rest as f64 / done as f64;
        let left = Duration::from_secs(left as u64);
        (now.saturating_sub(stepped) <= left).then_some(left)
    }

    fn line(&self, now: Duration, work: &Work) -> String {
        let Self { expected, done, .. } = *self;
        let left = self.left(now).map_or_else(String::new, |left| format!(", about {} left", HumanDuration(left)));
        let steps = if done <= expected { format!("{done} of {expected} steps") } else { format!("{done} steps") };
        format!("progress: {steps} in {}{left}: {work}", FormattedDuration(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_every_half_minute_says_how_far_it_is_and_what_is_left() {
        let mut lines = Lines::default();
        let seconds = Duration::from_secs;
        let step = || Step::Done(Work::Combination);
        assert_eq!(lines.told(seconds(0), &Step::Expected(40)), None);
        assert_eq!(lines.told(seconds(29), &step()), None);
        assert_eq!(
            lines.told(seconds(60), &step()).as_deref(),
            Some("progress: 2 of 40 steps in 00:01:00: combinations of readings"),
            "too few to tell"
        );
        assert_eq!(lines.told(seconds(89), &step()), None);
        assert_eq!(
            lines.told(seconds(90), &step()).as_deref(),
            Some("progress: 4 of 40 steps in 00:01:30, about 14 minutes left: combinations of readings")
        );
    }

    #[test]
    fn steps_that_are_not_alike_leave_no_time() {
        let seconds = Duration::from_secs;
        let of = |expected, done| Lines { expected, done, stepped: seconds(99), ..Lines::default() };
        let working = Step::Working(Work::Combination);
        let line = |mut lines: Lines, now| lines.told(seconds(now), &working).expect("a line");
        assert_eq!(line(of(2, 1), 100), "progress: 1 of 2 steps in 00:01:40: combinations of readings");
        let last = "progress: 99 of 100 steps in 00:01:40, about 1 second left: combinations of readings";
        assert_eq!(line(of(100, 99), 100), last);
        assert_eq!(line(of(100, 99), 120), "progress: 99 of 100 steps in 00:02:00: combinations of readings");
    }

    #[test]
    fn what_takes_more_steps_than_expected_has_no_time_left() {
        let mut lines = Lines { expected: 1, done: 1, ..Lines::default() };
        let line = lines.told(Duration::from_secs(40), &Step::Done(Work::Combination));
        assert_eq!(line.as_deref(), Some("progress: 2 steps in 00:00:40: combinations of readings"));
    }
}
