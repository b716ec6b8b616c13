//! What cannot be solved, and why.

use cards::{Composition, Value};

/// A submission that cannot be solved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// Some play that the rules allow can leave the dealer without a card to draw. What happens then is a matter of
    /// reshuffling that this analysis does not model.
    #[error(
        "the shoe can run out: with an up card of {up} and {seen} drawn, the dealer may find no card. \
         Analysis of a round needs a shoe that cannot run out in it"
    )]
    ShoeRunsOut {
        /// The up card.
        up: Value,
        /// The player cards gone.
        seen: Composition,
    },
    /// The longest round might use up the shoe, and with more than one split that is not looked into.
    #[error("a round may take {needed} cards and the shoe holds {held}: with more than one split it must hold as many")]
    ShoeTooSmall {
        /// A bound on the cards of a round.
        needed: u32,
        /// Cards of the shoe.
        held: u32,
    },
    /// A shoe that should be part of another is not.
    #[error("{asked} cards of {value} are no part of a shoe with {held}")]
    NotInShoe {
        /// The value.
        value: Value,
        /// Cards of the larger shoe.
        held: u16,
        /// Cards of the other.
        asked: u16,
    },
    /// Perfect play is not solved for these rules.
    #[error("perfect play is not solved for {0}: ask for td, cdz or cdz-best")]
    PerfectUnsolved(String),
    /// The busted hands of a split are too many to enumerate together, as a rule that takes busted wagers and one initial
    /// wager asks for.
    #[error(
        "the hands of a split can bust together in too many ways: allow fewer hands, or another rule for a late blackjack"
    )]
    TooManyBusts,
    /// The hands of a split are too many, or too long, to enumerate all of them together.
    #[error("the hands of a split can take cards together in too many ways to enumerate: allow fewer hands")]
    SplitTooWide,
    /// A value counted exactly is further from its float than the proven bound allows: the program or the machine is at fault, and the value is
    /// not given.
    #[error(
        "a value of perfect play, counted exactly, is not what floats found within the proven bound: the program or the machine is at fault"
    )]
    FloatsDisagree,
    /// A stated strategy says nothing that is allowed of a hand that a round can come to.
    #[error("the strategy leaves {hand} against an up card of {up} open{}", if signal.is_empty() { String::new() } else { format!(" (signal: {signal})") })]
    OpenHand {
        /// The up card.
        up: Value,
        /// The signal.
        signal: String,
        /// The hand.
        hand: Composition,
    },
    /// Whoever keeps what is solved said to stop.
    #[error("the solution was stopped")]
    Stopped,
    /// Something is not solved for these rules.
    #[error("{what} is not solved for {rules}")]
    Unsolved {
        /// What was asked for.
        what: &'static str,
        /// The rules in question.
        rules: &'static str,
    },
    /// A pay table tells too many kinds of dealer hands apart.
    #[error("the pay table tells more than 11 kinds of finished dealer hands apart")]
    TooManyDealerEnds,
    /// The payouts of the base game are whole numbers of no unit that is large enough for the fixed-width counters.
    #[error(
        "the payouts of the base game are parts of a wager that are too small to be counted: \
         state odds of smaller numbers, such as 3:2"
    )]
    PayoutUnits,
    /// Amounts of a pay table do not fit the fixed-width counters.
    #[error(
        "the amounts of the pay table are too large, or fractions with too large a common denominator, or too many"
    )]
    WagerAmounts,
    /// The shoe is too large for the fixed-width counters.
    #[error("the shoe is too large: ordered dealer draws would not fit 127 bits")]
    ShoeTooLarge,
}
