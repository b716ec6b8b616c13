//! What a late dealer blackjack takes once of all hands of a split, if any is live. The first hand is charged with it, live or not.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::dealer::BLACKJACK;
use crate::distribution;
use crate::pay::Finish;
use crate::refusal::Refusal;
use crate::round::{Round, Sum, Worth};
use crate::strategy::Row;

/// Whether a split that gains so much, live hands charged for, may gain anything. The charge is given back where there is no live
/// hand: at most whenever the dealer has a blackjack.
pub(super) fn is_given_back(round: &Round<'_>, id: usize, gain: &BigRational) -> bool {
    round.blackjack_looks_for_live_hands() && (gain + round.blackjack_beside(id)).is_positive()
}

/// The charge for live hands where there is none.
pub(super) fn given_back(round: &Round<'_>, play: &Row, pair: usize) -> Result<Sum, Refusal> {
    let by_blackjack = distribution::Gone {
        given_up: round.pay.is_gone(Finish::GivenUp),
        blackjacks: false,
        class: &|end, _| (end == BLACKJACK).then_some(0),
        classes: 1,
    };
    let (gone, draws) = distribution::no_live_hand(round, play, pair, &by_blackjack)?;
    let net = gone.into_iter().sum::<BigInt>() * round.units;
    let mut sum = Sum::default();
    sum.add(draws, &Worth { net, wagers: BigInt::zero() }, &BigInt::one());
    Ok(sum)
}
