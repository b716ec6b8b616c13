//! A chart that somebody else decided, and what it is worth in a game.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cards::Value;
use certificate::sha256_hex;
use counting::CountSystem;
use num_rational::BigRational;
use rules::Submission;
use solver::{Solver, StatedRow, StatedValue};

use crate::chart_file::{self, ChartFile, IndexStated, InsuranceStated};
use crate::counted_by::{CountedBy, count_system};
use crate::failure::Failure;

/// A chart that somebody else decided.
#[derive(Debug)]
pub(crate) struct StatedChart {
    rows: Vec<StatedRow>,
    /// The count of the index plays; none where there are none.
    pub(crate) count: Option<CountSystem>,
    /// Hands that are played otherwise under some counts.
    pub(crate) indices: Vec<IndexStated>,
    /// When insurance is taken; left out if nothing is said of it.
    pub(crate) insurance: Option<InsuranceStated>,
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
        Self::from_text(&text, path)
    }

    /// Reads the text of such a file.
    ///
    /// # Errors
    /// As [`StatedChart::load`].
    pub(crate) fn from_text(text: &str, path: &Path) -> Result<Self, Failure> {
        let unreadable = |reason: String| Failure::Unreadable(format!("{}: {reason}", path.display()));
        let ChartFile { rows, count, indices, insurance } = chart_file::read(text).map_err(unreadable)?;
        let count = count.map(|name| count_system(&name)).transpose()?;
        Ok(Self { rows, count, indices, insurance, path: path.to_owned(), sha256: sha256_hex(text.as_bytes()) })
    }

    /// The rows with these index plays in place of what they have.
    pub(crate) fn rows_with<'i>(&self, indices: impl IntoIterator<Item = &'i IndexStated>) -> Vec<StatedRow> {
        let mut rows = self.rows.clone();
        indices.into_iter().for_each(|index| index.put_into(&mut rows));
        rows
    }

    /// The index plays under this count, by their places.
    pub(crate) fn played_at(&self, count: &BigRational) -> Vec<usize> {
        (0..self.indices.len()).filter(|&at| self.indices[at].is_played_at(count)).collect()
    }

    /// The index plays under the count of a fresh shoe, of which no card has been seen.
    pub(crate) fn played_on_a_fresh_shoe(&self, submission: &Submission, by: Option<CountedBy>) -> Vec<usize> {
        self.count_of_a_fresh_shoe(submission, by).map_or_else(Vec::new, |count| self.played_at(&count))
    }

    /// The count of a fresh shoe, of which no card has been seen; none for a chart without a count.
    pub(crate) fn count_of_a_fresh_shoe(&self, submission: &Submission, by: Option<CountedBy>) -> Option<BigRational> {
        let count = self.count.as_ref()?;
        let by = by.unwrap_or(CountedBy::usual(count));
        let cards = submission.shoe.total();
        let label =
            by.label(count.first_count(submission.decks.unwrap_or(1)), count.units, (cards, deck_size(submission)));
        Some(BigRational::new(label.into(), by.units(count.units).into()))
    }

    /// The rows with the index plays that the count of a fresh shoe asks for.
    pub(crate) fn rows_on_a_fresh_shoe(&self, submission: &Submission, by: Option<CountedBy>) -> Vec<StatedRow> {
        let played = self.played_on_a_fresh_shoe(submission, by);
        self.rows_with(played.into_iter().map(|at| &self.indices[at]))
    }

    /// What the chart is worth in a game, with the index plays that the count of a fresh shoe asks for.
    ///
    /// # Errors
    /// [`Failure::Unreadable`] for a signal that the game does not have, [`Failure::Solve`] for a chart that leaves a hand open, and for rules that
    /// a chart does not decide.
    pub(crate) fn value(
        &self,
        solver: &Solver,
        submission: &Submission,
        (by, with_variance): (Option<CountedBy>, bool),
    ) -> Result<StatedValue, Failure> {
        self.check_signals(submission)?;
        let rows = self.rows_on_a_fresh_shoe(submission, by);
        Ok(solver.value_of_chart(&rows, with_variance)?)
    }

    /// Refuses plays for a signal that the game does not have.
    fn check_signals(&self, submission: &Submission) -> Result<(), Failure> {
        let cases = Value::all().flat_map(|up| submission.game.hole_cases(up));
        let signals: BTreeSet<String> = cases.filter(|case| !case.ends_round).map(|case| case.signal).collect();
        let of_rows = self.rows.iter().filter_map(|row| row.signal.as_ref());
        let mut named = of_rows.chain(self.indices.iter().filter_map(|index| index.signal.as_ref()));
        if let Some(unknown) = named.find(|name| !signals.contains(*name)) {
            return Err(Failure::Unreadable(format!(
                "{}: it states plays for the signal `{unknown}`: expected {}",
                self.path.display(),
                rules::one_of(signals.iter().map(String::as_str))
            )));
        }
        Ok(())
    }
}

/// Cards of a deck.
pub(crate) fn deck_size(submission: &Submission) -> u32 {
    52 - 4 * submission.game.shoe.without.len() as u32
}
