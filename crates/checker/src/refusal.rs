//! Why a certificate is refused.

use certificate::number::{self, NumberError};
use num_rational::BigRational;

/// Why a certificate is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A rule that this checker does not know.
    #[error("not checkable: {0}")]
    NotCheckable(String),
    /// The certificate is of another submission.
    #[error("the certificate is not of this analysis: {0}")]
    Identity(String),
    /// A table is not one that the rules ask for.
    #[error("table: {0}")]
    Table(String),
    /// A number is malformed.
    #[error("{what}: {error}")]
    Number {
        /// Which.
        what: String,
        /// What is wrong with it.
        error: NumberError,
    },
    /// A claimed value is not the one derived.
    #[error("wrong value: {what} is {found}, and the certificate states {stated}")]
    Value {
        /// Which.
        what: String,
        /// As stated.
        stated: String,
        /// As derived.
        found: String,
    },
    /// A claimed distribution of a round is not the strategy's.
    #[error("wrong distribution: {0}")]
    Distribution(String),
    /// A decision that can be improved.
    #[error("not optimal: {0}")]
    NotOptimal(String),
}

impl Refusal {
    pub(crate) fn not_checkable(rule: &str) -> Self {
        Self::NotCheckable(rule.to_owned())
    }

    pub(crate) fn value(what: &str, stated: &str, found: &str) -> Self {
        let short = |text: &str| {
            let head: String = text.chars().take(120).collect();
            if head.len() < text.len() { format!("{head}…") } else { head }
        };
        Self::Value { what: what.to_owned(), stated: short(stated), found: short(found) }
    }

    pub(crate) fn not_optimal(here: &str, hand: &str, stated: &str, better: &str, gain: &BigRational) -> Self {
        let gain = cards::decimal(gain, 12);
        Self::NotOptimal(format!(
            "{here}: {stated} with {hand}, to {better} gains {gain} over all rounds with this up card"
        ))
    }
}

/// A stated fraction; refuses a text that is none. `what` names it.
pub(crate) fn fraction(what: &str, text: &str) -> Result<BigRational, Refusal> {
    number::fraction(text).map_err(|error| Refusal::Number { what: what.to_owned(), error })
}

/// Refuses a stated fraction that is not the one derived.
pub(crate) fn expect(what: &str, stated: &str, found: &BigRational) -> Result<(), Refusal> {
    let value = fraction(what, stated)?;
    if value == *found { Ok(()) } else { Err(Refusal::value(what, stated, &cards::fraction(found))) }
}

/// Refuses a list of names that is not the expected one.
pub(crate) fn same_list<'a, T: ToString>(
    what: &str,
    stated: impl Iterator<Item = &'a String>,
    expected: &[T],
) -> Result<(), Refusal> {
    let stated: Vec<&String> = stated.collect();
    let expected: Vec<String> = expected.iter().map(T::to_string).collect();
    if stated.len() == expected.len() && stated.iter().zip(&expected).all(|(a, b)| *a == b) {
        return Ok(());
    }
    let stated: Vec<&str> = stated.iter().map(|one| one.as_str()).collect();
    Err(Refusal::Table(format!("{what} are {} instead of {}", stated.join(" "), expected.join(" "))))
}
