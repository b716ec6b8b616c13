//! Claims as they are listed, and how each is derived.

/// How much work it takes to derive a claim again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Seconds.
    Quick,
    /// Up to about two minutes.
    Usual,
    /// As long as it takes.
    Full,
    /// The checker cannot derive it.
    Stated,
}

/// A claim of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// JSON pointer into the certificate. It covers everything below it that no longer path of the plan covers.
    pub path: String,
    /// What is claimed: a part of a sentence, such as `the EV of perfect play`.
    pub what: String,
    /// The least level at which it is derived again.
    pub level: Level,
    /// How it is derived, or, where it is not, how somebody can check it. One or more sentences.
    pub how: String,
}
