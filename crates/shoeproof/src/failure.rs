//! Why a verb has no answer.

use std::io;
use std::path::{Path, PathBuf};

use report::ReportError;
use rules::RulesError;
use solver::{InspectError, SolveError};
use statistics::StatisticsError;
use table::TableError;

/// Why a verb has no answer. All but a refusal are bad input or a place that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The analysis, the game file or what was set.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// What the solver cannot do.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A decision that does not exist.
    #[error(transparent)]
    Inspect(#[from] InspectError),
    /// What a distribution does not imply.
    #[error("what the distribution implies over many rounds is not computed: {0}")]
    Statistics(#[from] StatisticsError),
    /// A report that cannot be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A report that does not fit into a workbook.
    #[error(transparent)]
    Workbook(#[from] workbook::WorkbookError),
    /// Something asked for that does not go with the analysis, in full.
    #[error("{0}")]
    Asked(String),
    /// What the table cannot deal.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A run that cannot be taken up.
    #[error("{}: the run cannot be taken up from this file: {reason}", path.display())]
    Resume {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A check failed.
    #[error("refused: {0}")]
    Refused(String),
    /// A file that is no such thing.
    #[error("{0}")]
    Unreadable(String),
    /// A certificate beyond the limits of its form.
    #[error("the certificate cannot be written: {0}")]
    Form(#[from] certificate::form::FormError),
    /// A result that is no JSON.
    #[error("the result cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The listener stopped the work.
    #[error("the work was stopped")]
    Stopped,
    /// A search that would compute more combinations than its limit.
    #[error("{} combinations are more than the limit of {limit} ({factors}). No combination may be left out unseen, since the changes do not add up", planned.map_or_else(|| "more than 2^64".to_owned(), |planned| planned.to_string()))]
    TooManyCombinations {
        /// How many they are; `None` if they are more than 2^64.
        planned: Option<u64>,
        /// The limit.
        limit: u64,
        /// What they are the product of, as `NAME NUMBER` with commas between.
        factors: String,
    },
}

impl Failure {
    pub(crate) fn not_written(path: &Path, error: &io::Error) -> Self {
        Self::Unreadable(format!("{} cannot be written: {error}", path.display()))
    }

    /// What of that which was asked is at fault: the key of a replaced value, such as `readings.dealer-ace`; `hand`, `up`, `signal`, `hole`,
    /// `other`, `second` or `attack` of a decision; `shoe` for cards that cannot be solved. `None` where the failure is of no such part.
    ///
    /// ```
    /// let analysis = shoeproof::Analysis::of_game("pa-685a-down-under")?;
    /// let refused = analysis.set("readings.dealer-ace=sometimes").expect_err("no such choice");
    /// assert_eq!(refused.key(), Some("readings.dealer-ace"));
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    pub fn key(&self) -> Option<&str> {
        match self {
            Failure::Rules(error) => error.replaced(),
            Failure::Inspect(InspectError::Hand(_)) => Some("hand"),
            Failure::Inspect(InspectError::Cards { .. }) => Some("up"),
            Failure::Inspect(InspectError::Signal { .. }) => Some("signal"),
            Failure::Inspect(InspectError::SignalAndHole) => Some("hole"),
            Failure::Inspect(InspectError::Other { .. } | InspectError::Resplit) => Some("other"),
            Failure::Inspect(InspectError::OneHand) => Some("second"),
            Failure::Inspect(InspectError::Attack) => Some("attack"),
            Failure::Inspect(InspectError::Solve(error)) | Failure::Solve(error) => match error {
                SolveError::NotInShoe { .. }
                | SolveError::ShoeTooSmall { .. }
                | SolveError::ShoeTooLarge
                | SolveError::ShoeRunsOut { .. } => Some("shoe"),
                _ => None,
            },
            _ => None,
        }
    }
}
