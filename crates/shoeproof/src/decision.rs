//! One decision: what each action is worth, and how it can end.

use certificate::Exact;
use num_rational::{BigRational, Ratio};
use num_traits::Signed as _;
use rules::Submission;
use serde::Serialize;
use solver::{Class, NetResults, Query, Solver};

use crate::analysis::Analysis;
use crate::failure::Failure;
use crate::inspect::{self, Inspected};
use crate::schema::JsonSchema;

/// The EV of each action in one decision, with the results it can have.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Decision {
    /// The EV of each action, as [`Analysis::inspect`] gives it.
    #[serde(flatten)]
    pub inspected: Inspected,
    /// How each action can end, in the order in which ties are decided. A split is left out where its hands, which share a dealer, take longer
    /// than a moment to be taken together. So is everything after a split.
    pub results: Vec<ActionResults>,
}

/// How an action followed by the strategy's play can end, given the signal and no dealer blackjack.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ActionResults {
    /// The action.
    pub action: &'static str,
    /// Probability that the round is won.
    pub win: Exact,
    /// Probability that nothing is won or lost.
    pub push: Exact,
    /// Probability that the round is lost.
    pub loss: Exact,
    /// The net results, the worst first. Their mean is the action's EV.
    pub results: Vec<NetProbability>,
}

/// A net result with its probability.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct NetProbability {
    /// In units of initial wager, a fraction.
    pub net: String,
    /// Its probability.
    pub probability: Exact,
}

impl ActionResults {
    fn new(action: &'static str, results: &NetResults) -> Self {
        let part = |of: fn(&Ratio<i64>) -> bool| {
            let sum: BigRational = results.iter().filter(|(net, _)| of(net)).map(|(_, probability)| probability).sum();
            Exact::from(&sum)
        };
        Self {
            action,
            win: part(|net| net.is_positive()),
            push: part(|net| *net.numer() == 0),
            loss: part(|net| net.is_negative()),
            results: results
                .iter()
                .map(|(net, probability)| NetProbability { net: net.to_string(), probability: probability.into() })
                .collect(),
        }
    }
}

impl Analysis {
    /// The exact EV of each action in one decision, with the results that each can have. As long as [`Analysis::inspect`].
    ///
    /// ```
    /// use shoeproof::{Analysis, Class, Query, Signal, parse_hand};
    ///
    /// let analysis = Analysis::of_game("plain-blackjack")?.set("decks=1")?;
    /// let [hand, up] = [parse_hand("T,6").expect("a hand"), parse_hand("7").expect("a card")];
    /// let query = Query { hand, up: up[0], signal: Signal::Unstated, other: Vec::new(), attack: None };
    /// let decision = analysis.decision(&query, Class::CdzMinus)?;
    /// let stand = &decision.results[0];
    /// assert_eq!((stand.action, stand.push.rounded(0).as_str()), ("stand", "0"));
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// As [`Analysis::inspect`].
    pub fn decision(&self, query: &Query, class: Class) -> Result<Decision, Failure> {
        with(&Solver::new(&self.submission)?, &self.submission, query, class)
    }
}

/// As [`Analysis::decision`], by a solver of the submission.
pub(crate) fn with(
    solver: &Solver,
    submission: &Submission,
    query: &Query,
    strategy: Class,
) -> Result<Decision, Failure> {
    let inspected = inspect::with(solver, submission, query, strategy)?;
    let results = solver.action_results(query, strategy)?;
    let results = results.iter().map(|(action, results)| ActionResults::new(action.name(), results));
    Ok(Decision { inspected, results: results.collect() })
}
