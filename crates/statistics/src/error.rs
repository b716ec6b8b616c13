//! Why a figure cannot be given.

use num_rational::BigRational;

use crate::Outcome;

/// Why a figure cannot be given.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum StatisticsError {
    /// No outcomes.
    #[error("a distribution has no outcomes: expected at least one")]
    NoOutcome,
    /// A probability is zero or negative.
    #[error("the net result {} has probability {}: expected a positive one", .outcome.net, .outcome.probability)]
    ProbabilityNotPositive {
        /// The outcome that has it.
        outcome: Box<Outcome>,
    },
    /// A net result is listed more than once.
    #[error("the net result {net} is listed twice: expected each once, with its whole probability")]
    RepeatedOutcome {
        /// The net result.
        net: BigRational,
    },
    /// Probabilities do not sum to one.
    #[error("probabilities sum to {sum}: expected exactly 1")]
    WrongSum {
        /// What they sum to.
        sum: BigRational,
    },
    /// No rounds.
    #[error("no rounds: expected at least one")]
    NoRounds,
    /// Net results are so many steps apart that floats cannot number the totals.
    #[error(
        "the totals have more than 2^{bits} steps of {step} between them: expected a coarser lattice or fewer rounds"
    )]
    LatticeTooFine {
        /// The lattice's step, in initial wagers.
        step: BigRational,
        /// Most bits of a number of steps.
        bits: u32,
    },
    /// Too many frequencies of the characteristic function matter.
    #[error("more than {limit} frequencies matter for the total: expected a coarser lattice, or more rounds")]
    TooManyFrequencies {
        /// Most frequencies that are summed.
        limit: usize,
    },
    /// Somebody without an advantage who plays for ever is ruined.
    #[error("the mean result is {mean}: expected a positive one, since ruin is certain or impossible otherwise")]
    NoAdvantage {
        /// The mean, in initial wagers.
        mean: BigRational,
    },
    /// A risk that is no probability between 0 and 1, or too small to be told from none.
    #[error("a risk of {risk}: expected a probability above {above:e} and below 1")]
    WrongRisk {
        /// The risk.
        risk: f64,
        /// What it must be above.
        above: f64,
    },
    /// The recursion over rounds would take too long.
    #[error(
        "{rounds} rounds need {work:.1e} steps of the recursion over {bankrolls:.1e} bankrolls: expected fewer rounds or a coarser lattice"
    )]
    TooLong {
        /// Rounds asked for.
        rounds: u64,
        /// Multiplications they need.
        work: f64,
        /// Bankrolls in steps of the lattice.
        bankrolls: f64,
    },
    /// A covariance matrix that is none.
    #[error("{what} is no covariance matrix: expected a square, symmetric, positive semidefinite one")]
    NoCovariance {
        /// Which matrix, and what is wrong with it.
        what: String,
    },
    /// Numbers of stakes and of wagers differ.
    #[error("{stakes} stakes for {wagers} wagers: expected as many")]
    WrongStakes {
        /// Stakes given.
        stakes: usize,
        /// Wagers of the matrix.
        wagers: usize,
    },
}
