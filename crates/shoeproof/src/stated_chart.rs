//! A chart that somebody else decided, and what it is worth in a game.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cards::Value;
use certificate::sha256_hex;
use rules::Submission;
use solver::{Solver, StatedRow, StatedValue};

use crate::chart_file;
use crate::failure::Failure;

/// A chart that somebody else decided.
#[derive(Debug)]
pub(crate) struct StatedChart {
    rows: Vec<StatedRow>,
    /// The file that states it.
    path: PathBuf,
    /// Of that file.
    pub(crate) sha256: String,
}

impl StatedChart {
    /// Reads a file that states a chart.
    ///
    /// # Errors
    /// [`Failure::Unreadable`] for one that does not.
    pub(crate) fn load(path: &Path) -> Result<Self, Failure> {
        let unreadable = |reason: String| Failure::Unreadable(format!("{}: {reason}", path.display()));
        let text = input::text(path, input::MOST_WRITTEN).map_err(|error| unreadable(error.to_string()))?;
        let rows = chart_file::rows(&text).map_err(unreadable)?;
        Ok(Self { rows, path: path.to_owned(), sha256: sha256_hex(text.as_bytes()) })
    }

    /// What the chart is worth in a game.
    ///
    /// # Errors
    /// [`Failure::Unreadable`] for a signal that the game does not have, [`Failure::Solve`] for a chart that leaves a hand open, and for rules that
    /// a chart does not decide.
    pub(crate) fn value(
        &self,
        solver: &Solver,
        submission: &Submission,
        with_variance: bool,
    ) -> Result<StatedValue, Failure> {
        let cases = Value::all().flat_map(|up| submission.game.hole_cases(up));
        let signals: BTreeSet<String> = cases.filter(|case| !case.ends_round).map(|case| case.signal).collect();
        let named = self.rows.iter().filter_map(|row| row.signal.as_ref());
        if let Some(unknown) = named.into_iter().find(|name| !signals.contains(*name)) {
            return Err(Failure::Unreadable(format!(
                "{}: it states plays for the signal `{unknown}`: expected {}",
                self.path.display(),
                rules::one_of(signals.iter().map(String::as_str))
            )));
        }
        Ok(solver.value_of_chart(&self.rows, with_variance)?)
    }
}
