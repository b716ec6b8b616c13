//! Rows of the table of odds.

use certificate::{OutcomeOdds, WagerOdds};
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rules::Submission;

use crate::present;

/// The class that plays the base wager.
pub(super) const CLASS: &str = "cdz";

/// Why a certificate has no distribution of a round.
pub(super) fn no_distribution(submission: &Submission) -> &'static str {
    if submission.game.switch.is_some() {
        "the EV is a sum over both hands, and the distribution of their common result is not solved"
    } else {
        "the EV adds up without it, and the distribution of a round with so many hands of a split takes more than ten minutes of processor \
         time by the program's estimate, so this certificate leaves it out"
    }
}

/// Win, tie and loss of a round, by the sign of what it nets; a win is paid in these words.
pub(super) fn outcomes_by_net(chances: [BigRational; 3], paid: String) -> Vec<OutcomeOdds> {
    let words = [
        ("the round nets more than nothing", paid),
        ("the round nets nothing", "wagers returned".to_owned()),
        ("the round nets less than nothing", "wagers lost, in whole or in part".to_owned()),
    ];
    chances.iter().zip(words).map(|(chance, (name, payout))| outcome(name, chance, payout)).collect()
}

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
