//! Rows of the table of odds.

use certificate::{OutcomeOdds, WagerOdds};
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

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
        rtp: ev.map(|ev| (&(BigRational::one() + ev)).into()),
        conditions: given,
    }
}
