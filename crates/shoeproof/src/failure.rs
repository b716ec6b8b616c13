use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};
use report::ReportError;
use rules::RulesError;
use solver::{InspectError, SolveError};
use statistics::StatisticsError;
use table::TableError;

use crate::terminal;

/// Why a command could not do what was asked. All but a refusal are bad input or a place that cannot be written: exit status 2.
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
    /// Something asked for on the command line that does not go with the analysis, in full.
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
    /// A check failed: exit status 1.
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
    /// Standard output that is closed or full.
    #[error("standard output cannot be written: {0}")]
    Output(#[from] std::io::Error),
}

impl Failure {
    /// Prints the failure, with a caret where it has a place, and gives the exit status. What others wrote is escaped.
    pub(crate) fn report(self) -> ExitCode {
        let report = match self {
            // A reader that has seen enough, such as `head`, is no failure.
            _ if self.is_closed_pipe() => return ExitCode::SUCCESS,
            Failure::Refused(reason) => {
                terminal::complain(format_args!("refused: {}", terminal::escape(&reason)));
                return ExitCode::from(1);
            }
            Failure::Rules(error) => miette::Report::new(Placed::from(error)),
            other => miette::Report::msg(terminal::escape(&other.to_string()).into_owned()),
        };
        terminal::complain(format_args!("{report:?}"));
        ExitCode::from(2)
    }

    /// Whether the reader of standard output has gone, which changes nothing about the result.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe)
    }
}

/// A rules error with its text, for the caret.
#[derive(Debug)]
struct Placed {
    error: RulesError,
    source: Option<NamedSource<String>>,
}

impl From<RulesError> for Placed {
    fn from(error: RulesError) -> Self {
        let name = terminal::escape(&error.origin);
        let source = error.span.as_ref().map(|_| NamedSource::new(name, terminal::masked(&error.text)));
        Self { error, source }
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.error.location();
        write!(f, "{}: {}", terminal::escape(&place), terminal::escape(&self.error.message))
    }
}

impl std::error::Error for Placed {}

impl Diagnostic for Placed {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let expected = self.error.expected.as_ref()?;
        Some(Box::new(format!("expected {}", terminal::escape(expected))))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.error.span.clone()?;
        Some(Box::new(std::iter::once(LabeledSpan::new(Some("here".to_owned()), span.start, span.len()))))
    }
}
