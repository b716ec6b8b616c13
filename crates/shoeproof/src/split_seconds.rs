//! How often each second card comes to a hand of a split that is not split again.
//!
//! A hand of a split gets its second card when its turn comes. Which cards come before depends on the play, but only on cards that have been seen. So
//! the second cards are distributed as if they were dealt one after the other: unseen cards are exchangeable, and stay so at times that
//! the cards seen decide. Of n unseen cards besides the hole card let p be of the pair's value. Those second cards that are of another value are each
//! of the value c with probability n_c / (n - p), so it is enough to count them.

use std::collections::BTreeMap;

use cards::{Composition, Value};
use certificate::HandsOfSplit;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rules::Submission;

/// Cards that a round has before the first decision of a hand.
const CARDS_OF_A_HAND: u32 = 4;
const CARDS_OF_TWO_HANDS: u32 = 6;

/// Cards that are dealt before the first decision of a hand, and the ordered ways to deal them; of a round of two hands twice as many.
pub(crate) fn cards_before_play(submission: &Submission) -> (u32, u128) {
    let (hands, cards) = if submission.game.switch.is_none() { (1, CARDS_OF_A_HAND) } else { (2, CARDS_OF_TWO_HANDS) };
    let total = submission.shoe.total();
    (cards, hands * (0..cards).map(|dealt| u128::from(total.saturating_sub(dealt))).product::<u128>())
}

/// The splits of one pair under an up card and signal.
pub(crate) struct SplitSeconds {
    pair: Value,
    /// Splits after the first that the rules allow.
    more: u16,
    /// By how many unseen cards are of the pair's value: ordered ways to come to the split, times the cards of each value left; of the pair's value the ways
    /// alone.
    ways: BTreeMap<u16, [u128; Value::COUNT]>,
    /// All ordered ways to deal a hand.
    all: u128,
    /// Unseen cards once the pair is split, the hole card apart.
    unseen: u16,
}

/// How many hands of a split have a second card of another value than the pair, and of the same.
struct Second {
    other: BigRational,
    pair: BigRational,
}

impl SplitSeconds {
    pub(crate) fn new(submission: &Submission, pair: Value) -> Self {
        let (cards, all) = cards_before_play(submission);
        let most = submission.game.split.as_ref().map_or(2, |rule| rule.most_hands(pair.index()));
        let unseen = u16::try_from(submission.shoe.total().saturating_sub(cards)).unwrap_or(u16::MAX);
        Self { pair, more: most.saturating_sub(2).into(), ways: BTreeMap::new(), all, unseen }
    }

    /// Adds so many ordered ways to deal up card and player's cards, which leave `rest`, with one of these hole cards.
    pub(crate) fn add(&mut self, dealt: u128, rest: &Composition, holes: impl IntoIterator<Item = Value>) {
        for hole in holes {
            let Ok(unseen) = rest.without(hole) else { continue };
            let dealt = dealt * u128::from(rest.count(hole));
            let sums = self.ways.entry(unseen.count(self.pair)).or_default();
            for value in Value::all() {
                sums[value.index()] += if value == self.pair { dealt } else { dealt * u128::from(unseen.count(value)) };
            }
        }
    }

    /// How many hands with this second card come for one hand that is dealt.
    pub(crate) fn number(&self, which: HandsOfSplit, second: Value) -> BigRational {
        let of_ways = self.ways.iter().map(|(&of_pair, ways)| {
            let first = || first_hand(self.unseen, of_pair, self.more);
            let each = || all_hands(2, self.more, self.unseen, of_pair);
            let seconds = match which {
                HandsOfSplit::First => first(),
                HandsOfSplit::Each => each(),
                HandsOfSplit::Later => {
                    let (each, first) = (each(), first());
                    Second { other: each.other - first.other, pair: each.pair - first.pair }
                }
            };
            let ways = BigRational::from_integer(ways[second.index()].into());
            if second == self.pair {
                seconds.pair * ways
            } else {
                seconds.other * ways * share(1, self.unseen - of_pair)
            }
        });
        of_ways.sum::<BigRational>() / BigRational::from_integer(self.all.max(1).into())
    }

    /// How many such pairs come for one hand that is dealt.
    #[cfg(test)]
    pub(crate) fn pairs(&self) -> BigRational {
        let ways: u128 = self.ways.values().map(|ways| ways[self.pair.index()]).sum();
        BigRational::new(ways.into(), self.all.into())
    }
}

/// Nothing of nothing.
fn share(part: u16, whole: u16) -> BigRational {
    if whole == 0 { BigRational::zero() } else { BigRational::new(part.into(), whole.into()) }
}

/// The hand that is played first: it is split again while its second card is of the pair's value and `more` splits are allowed.
fn first_hand(unseen: u16, of_pair: u16, more: u16) -> Second {
    let drawn = (0..=more).map(|drawn| share(of_pair.saturating_sub(drawn), unseen.saturating_sub(drawn)));
    let pair: BigRational = drawn.product();
    Second { other: BigRational::one() - &pair, pair }
}

/// All hands once `waiting` have no second card and `more` splits are allowed.
fn all_hands(waiting: u16, more: u16, unseen: u16, of_pair: u16) -> Second {
    if waiting == 0 {
        return Second { other: BigRational::zero(), pair: BigRational::zero() };
    }
    let (of_other, of_same) = (share(unseen - of_pair, unseen), share(of_pair, unseen));
    if more == 0 {
        let hands = BigRational::from_integer(waiting.into());
        return Second { other: &hands * of_other, pair: hands * of_same };
    }
    let mut all = Second { other: BigRational::zero(), pair: BigRational::zero() };
    let mut add = |probability: BigRational, then: Second| {
        all.other += &probability * then.other;
        all.pair += probability * then.pair;
    };
    if unseen > of_pair {
        let then = all_hands(waiting - 1, more, unseen - 1, of_pair);
        add(of_other, Second { other: then.other + BigRational::one(), pair: then.pair });
    }
    if of_pair > 0 {
        add(of_same, all_hands(waiting + 1, more - 1, unseen - 1, of_pair - 1));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of six unseen cards one is of the pair's value, and one more split is allowed: it is made if that card is one of the first two.
    #[test]
    fn a_split_again_by_hand() {
        let ratio = |part: i64, whole: i64| BigRational::new(part.into(), whole.into());
        let all = all_hands(2, 1, 6, 1);
        assert_eq!((all.other, all.pair), (ratio(7, 3), ratio(0, 1)));
        let first = first_hand(6, 1, 1);
        assert_eq!((first.other, first.pair), (ratio(1, 1), ratio(0, 1)));
        let once = all_hands(2, 0, 6, 1);
        assert_eq!((once.other, once.pair), (ratio(5, 3), ratio(1, 3)));
    }
}
