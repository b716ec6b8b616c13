//! Rows of the table of odds.

use certificate::{OutcomeOdds, WagerOdds};
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rules::{AgainstBlackjack, Busts, Game, Submission, Ties};

use crate::present;

/// The class that plays the base wager.
pub(super) const CLASS: &str = "cdz";

/// Why a certificate has no distribution of a round.
pub(super) fn no_distribution(submission: &Submission) -> &'static str {
    if submission.game.switch.is_some() {
        "the EV is a sum over both hands, and the distribution of their common result is not solved"
    } else {
        "this certificate leaves the distribution of a round out, which is stated and not checked"
    }
}

/// Win, tie and loss of a round, by the sign of what it nets, as far as they can come; the words say what a win and a tie are paid.
pub(super) fn outcomes_by_net(chances: [BigRational; 3], won: String, tied: &str) -> Vec<OutcomeOdds> {
    let words = [
        ("the round nets more than nothing", won),
        ("the round nets nothing", tied.to_owned()),
        ("the round nets less than nothing", "wagers lost, in whole or in part".to_owned()),
    ];
    let come = chances.iter().zip(words).filter(|(chance, _)| !chance.is_zero());
    come.map(|(chance, (name, payout))| outcome(name, chance, payout)).collect()
}

/// What becomes of the wagers of a round that nets nothing, where hands may be split.
pub(super) fn nothing_won_or_lost(game: &Game) -> &'static str {
    let returns = game.settle.ties == Ties::Returned
        || game.push.is_some()
        || game.settle.busts != Busts::Lost
        || game.natural.against_blackjack == AgainstBlackjack::Returned;
    match (returns, game.split.is_some()) {
        (false, true) => "wins and losses of a split cancel",
        (true, true) => RETURNED_OR_CANCELLED,
        (_, false) => RETURNED,
    }
}

/// What becomes of the wagers of a tie without a split.
pub(super) const RETURNED: &str = "wagers returned";

/// The same where hands may be split.
pub(super) const RETURNED_OR_CANCELLED: &str = "wagers returned, or wins and losses of a split cancel";

pub(super) fn outcome(name: impl Into<String>, probability: &BigRational, payout: impl Into<String>) -> OutcomeOdds {
    let is_open = !probability.is_zero() && !probability.is_one();
    OutcomeOdds {
        outcome: name.into(),
        true_odds_against: is_open.then(|| (&((BigRational::one() - probability) / probability)).into()),
        probability: probability.into(),
        payout: payout.into(),
    }
}

pub(super) fn worth(
    wager: impl Into<String>,
    outcomes: Vec<OutcomeOdds>,
    ev: Option<&BigRational>,
    given: String,
) -> WagerOdds {
    WagerOdds {
        wager: wager.into(),
        id: None,
        paytable: None,
        outcomes,
        house_advantage: ev.map(|ev| (&-ev).into()),
        rtp: ev.map(present::returned),
        conditions: given,
    }
}
