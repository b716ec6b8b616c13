//! Why a command ends without an answer, and the exit status of that.

use std::fmt;
use std::process::ExitCode;

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};
use shoeproof::{Failure, RulesError};
use textwrap::{WordSeparator, WordSplitter};

use crate::terminal;

/// Why a command could not do what was asked. All but a refusal are bad input or a place that cannot be written: exit status 2.
#[derive(Debug)]
pub(crate) enum Failed {
    /// The library has no answer.
    Library(Failure),
    /// Arguments that do not go together, in full.
    Asked(String),
    /// A result that is no JSON.
    Json(serde_json::Error),
    /// Standard output that is closed or full.
    Output(std::io::Error),
}

impl From<Failure> for Failed {
    fn from(failure: Failure) -> Self {
        Failed::Library(failure)
    }
}

impl From<serde_json::Error> for Failed {
    fn from(error: serde_json::Error) -> Self {
        Failed::Json(error)
    }
}

impl From<fmt::Error> for Failed {
    fn from(error: fmt::Error) -> Self {
        Failed::Output(std::io::Error::other(error))
    }
}

impl From<std::io::Error> for Failed {
    fn from(error: std::io::Error) -> Self {
        Failed::Output(error)
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Library(failure @ Failure::TooManyCombinations { .. }) => write!(
                f,
                "{failure}. Narrow the search: `--changes 1` shows what each switch does alone, `--only NAME,NAME` searches the \
                 switches named, `--set` fixes a choice, fewer of `--options`, `--decks` and classes; or raise `--limit`"
            ),
            Failed::Library(failure) => failure.fmt(f),
            Failed::Asked(words) => f.write_str(words),
            Failed::Json(error) => write!(f, "the result cannot be written as JSON: {error}"),
            Failed::Output(error) => write!(f, "standard output cannot be written: {error}"),
        }
    }
}

/// Has messages break at spaces alone: a name with hyphens is there to be copied.
pub(crate) fn words_stay_whole() {
    let handler = || {
        let options = miette::MietteHandlerOpts::new().word_separator(WordSeparator::AsciiSpace);
        options.word_splitter(WordSplitter::NoHyphenation).build()
    };
    // It fails only where a handler is set already, which nothing else here does.
    let _ = miette::set_hook(Box::new(move |_| Box::new(handler())));
}

impl Failed {
    /// Prints the failure, with a caret where it has a place, and gives the exit status. What others wrote is escaped.
    pub(crate) fn report(self) -> ExitCode {
        let report = match self {
            // A reader that has seen enough, such as `head`, is no failure.
            _ if self.is_closed_pipe() => return ExitCode::SUCCESS,
            Failed::Library(Failure::Refused(reason)) => {
                terminal::complain(format_args!("refused: {}", terminal::escape(&reason)));
                return ExitCode::from(1);
            }
            Failed::Library(Failure::Rules(error)) => miette::Report::new(Placed::from(error)),
            other => miette::Report::msg(terminal::escape(&other.to_string()).into_owned()),
        };
        terminal::complain(format_args!("{report:?}"));
        ExitCode::from(2)
    }

    /// Whether the reader of standard output has gone, which changes nothing about the result.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Failed::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe)
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
