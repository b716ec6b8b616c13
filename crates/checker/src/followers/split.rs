//! A follower's wagers on the hands of a pair that the caller splits.
//!
//! The second cards of the hands before one are dealt one by one, and the hand is followed beside each set of them. What the follower
//! looks at is how many hands the pair has become and how many of them are finished, so the sums over these sets are what he chooses by.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rules::{AttackOfOneHand, Follows, SharingRule, SplitWager};

use super::fates::{Followed, HandFates};
use crate::dealer::falling;
use crate::hands::{Counts, VALUES};
use crate::many_splits::without;
use crate::refusal::Refusal;
use crate::round::Round;
use crate::strategy::Row;

/// Most hands whose second cards are dealt one by one before another; where there may be more, they are summed by inclusion and exclusion.
const MOST_DEALT: usize = 2;

/// How many hands the pair has become, and how many of them wait with one card. The others are finished, with a second card of another value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Splits {
    hands: usize,
    waiting: usize,
}

impl Splits {
    fn finished(self) -> usize {
        self.hands - self.waiting
    }

    fn once_more(self) -> Self {
        Self { hands: self.hands + 1, waiting: self.waiting + 1 }
    }
}

/// What stands on a hand of a split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stake {
    /// All that the follower had on the pair.
    Whole,
    /// What he made to cover a further hand.
    Further,
    /// The initial wager without the attack wager, which stayed on the first hand.
    Initial,
    /// That attack wager.
    Attack,
}

/// With or without the attack wager, as the first hand or a later one, hands, finished hands.
type HandKey = (bool, bool, usize, usize);

/// What becomes of wagers on the hands of one pair, whatever the follower may decide.
pub(super) struct PairFates<'a> {
    /// Without the attack wager and, in a game that has one, with it.
    rounds: &'a [&'a Round<'a>],
    play: &'a Row,
    pair: usize,
    most_hands: usize,
    known: BTreeMap<HandKey, HandFates>,
}

impl<'a> PairFates<'a> {
    pub(super) fn new(rounds: &'a [&'a Round<'a>], play: &'a Row, pair: usize) -> Self {
        let most_hands = rounds[0].game.split.as_ref().map_or(2, |rule| usize::from(rule.most_hands(pair)));
        Self { rounds, play, pair, most_hands, known: BTreeMap::new() }
    }

    /// What the wager is worth that stands on the pair, weighted by the pair and the signal.
    pub(super) fn worth(&mut self, rule: &SharingRule, attacks: bool) -> Result<BigRational, Refusal> {
        let mut choices = Choices { fates: self, rule, attacks, played: BTreeMap::new(), waiting: BTreeMap::new() };
        choices.split(Stake::Whole, Splits { hands: 1, waiting: 1 })
    }

    /// Draws of all values in this state.
    fn draws(&self, splits: Splits) -> usize {
        splits.hands - 1 + splits.finished() + self.rounds[0].depth
    }

    /// A hand that gets its second card in this state: with another value, or with any once no split is left.
    fn of_place(&mut self, attacked: bool, is_first: bool, splits: Splits) -> Result<&HandFates, Refusal> {
        let place = (attacked, is_first, splits.hands, splits.finished());
        if !self.known.contains_key(&place) {
            let fates = self.followed(attacked, is_first, splits)?;
            self.known.insert(place, fates);
        }
        Ok(&self.known[&place])
    }

    fn followed(&self, attacked: bool, is_first: bool, splits: Splits) -> Result<HandFates, Refusal> {
        let round = self.rounds[usize::from(attacked)];
        let pair = self.pair;
        let place = if is_first { round.pay.first(pair) } else { round.pay.later(pair) };
        let hand = Followed { round, play: self.play, place, pair: Some(pair) };
        let mut fates = HandFates::default();
        for (gone, ways) in self.before(splits) {
            let mut beside = gone;
            // The hand's own card of the pair is not beside it.
            beside[pair] -= 1;
            let seconds = (0..VALUES).filter(|&second| second != pair || splits.hands == self.most_hands);
            let starts = seconds.filter_map(|second| {
                let left = round.left[second].saturating_sub(gone[second]);
                round.hands.two(pair, second).filter(|_| left > 0).map(|id| (id, &ways * left))
            });
            hand.follow(&round.beside(beside), starts, &mut fates)?;
        }
        Ok(fates)
    }

    /// The cards gone when a hand gets its second card in this state, its own first card among them, with their ordered ways over the
    /// denominator of [`PairFates::draws`].
    fn before(&self, splits: Splits) -> BTreeMap<Counts, BigInt> {
        let round = self.rounds[0];
        let mut pairs = [0; VALUES];
        pairs[self.pair] = splits.hands as u16;
        if self.most_hands > MOST_DEALT + 2 {
            let terms = without(splits.finished(), splits.hands).into_iter().map(|(number, sign)| {
                pairs[self.pair] = number as u16;
                let (draws, all) = (number - 1 + round.depth, self.draws(splits));
                (pairs, round.ways_of(&pairs) * sign * falling(round.unseen - draws, all - draws))
            });
            return terms.filter(|(_, ways)| !ways.is_zero()).collect();
        }
        let mut sets = BTreeMap::from([(pairs, round.ways_of(&pairs))]);
        for _ in 0..splits.finished() {
            let mut longer = BTreeMap::new();
            for (gone, ways) in sets {
                for card in (0..VALUES).filter(|&card| card != self.pair) {
                    let left = round.left[card].saturating_sub(gone[card]);
                    let mut gone = gone;
                    gone[card] += 1;
                    *longer.entry(gone).or_insert_with(BigInt::zero) += &ways * left;
                }
            }
            sets = longer;
        }
        sets.retain(|_, ways| !ways.is_zero());
        sets
    }
}

/// What wagers are worth that one follower has, with the best choices.
struct Choices<'f, 'a> {
    fates: &'f mut PairFates<'a>,
    rule: &'f SharingRule,
    /// Whether he made the attack wager.
    attacks: bool,
    /// On the hand in front that is not split.
    played: BTreeMap<(Stake, Splits), BigRational>,
    /// On a hand with so many before it that wait.
    waiting: BTreeMap<(Stake, Splits, usize), BigRational>,
}

impl Choices<'_, '_> {
    /// A pair in front that the caller splits: the best of what the follower may do.
    fn split(&mut self, stake: Stake, splits: Splits) -> Result<BigRational, Refusal> {
        let next = splits.once_more();
        let first = self.waiting(stake, next, 0)?;
        if stake == Stake::Attack {
            return Ok(first);
        }
        let both = &first + self.waiting(Stake::Further, next, 1)?;
        if self.rule.split == Follows::Called {
            return Ok(both);
        }
        let is_divided = stake == Stake::Whole
            && self.attacks
            && self.rule.attack_of_one_hand == AttackOfOneHand::FirstHand
            && self.fates.rounds[0].game.attack.as_ref().is_some_and(|rule| rule.split_wager == SplitWager::Initial);
        let second = if is_divided {
            self.waiting(Stake::Attack, next, 0)? + self.waiting(Stake::Initial, next, 1)?
        } else {
            self.waiting(stake, next, 1)?
        };
        Ok(both.max(first).max(second))
    }

    /// A stake on a hand with so many others before it that wait.
    fn waiting(&mut self, stake: Stake, splits: Splits, before: usize) -> Result<BigRational, Refusal> {
        if splits.hands == self.fates.most_hands {
            // No second card decides anything more, so it makes no difference which of the hands it is.
            return self.played(stake, splits);
        }
        if let Some(known) = self.waiting.get(&(stake, splits, before)) {
            return Ok(known.clone());
        }
        let worth = if before == 0 {
            self.played(stake, splits)? + self.split(stake, splits)?
        } else {
            let front_is_finished = Splits { waiting: splits.waiting - 1, ..splits };
            let finished = self.waiting(stake, front_is_finished, before - 1)?;
            finished + self.waiting(stake, splits.once_more(), before + 1)?
        };
        self.waiting.insert((stake, splits, before), worth.clone());
        Ok(worth)
    }

    /// A stake on a hand that is played and not split.
    fn played(&mut self, stake: Stake, splits: Splits) -> Result<BigRational, Refusal> {
        if let Some(known) = self.played.get(&(stake, splits)) {
            return Ok(known.clone());
        }
        let mut sums = HandFates::default();
        let attacks = self.attacks;
        let parts: &[(bool, bool, i32)] = match stake {
            Stake::Whole => &[(attacks, true, 1)],
            Stake::Further => &[(attacks, false, 1)],
            Stake::Initial => &[(false, true, 1)],
            // What the hand is worth more with it than without.
            Stake::Attack => &[(true, true, 1), (false, true, -1)],
        };
        for &(attacked, is_first, sign) in parts {
            sums.add(self.fates.of_place(attacked, is_first, splits)?, sign);
        }
        let round = self.fates.rounds[0];
        let denominator = falling(round.unseen, self.fates.draws(splits)) * round.units;
        let worth = BigRational::new(sums.worth(self.rule), denominator);
        self.played.insert((stake, splits), worth.clone());
        Ok(worth)
    }
}
