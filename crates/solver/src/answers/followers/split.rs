//! A follower's wagers on the hands of a split.
//!
//! A hand of a split waits with one card until those before it are finished. The state is the number of hands so far and
//! how many of them wait; the others are finished and have another second card than the pair's. As the caller looks at no
//! other hand, and unseen cards are exchangeable, all second cards may be thought drawn first, as in
//! [`crate::compiled::split_plan`].

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;
use rules::{AttackOfOneHand, Follows, SplitWager};

use super::one_hand::{HandChoice, HandParts, HandPaths};
use super::{FollowerAnswer, FollowerCase, HeldWager};
use crate::arithmetic::card_set::CardSet;
use crate::compiled::decisions::Options;
use crate::compiled::settlement::HandPlace;
use crate::compiled::split_plan::SecondCard;
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::second_card_starts;

/// How many hands a pair has become, and how many of them have one card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct SplitState {
    pub(super) hands: u32,
    waiting: u32,
}

impl SplitState {
    /// Hands that are finished, of which no second card was the pair's.
    pub(super) fn finished(self) -> u32 {
        self.hands - self.waiting
    }

    fn after_split(self) -> Self {
        Self { hands: self.hands + 1, waiting: self.waiting + 1 }
    }
}

/// Before the first split.
const DEALT: SplitState = SplitState { hands: 1, waiting: 1 };

/// A hand with two cards of a split: the wager on it and the state in which it received its second card.
pub(super) type WagerOfSplit = (HeldWager, SplitState);

/// A hand as it is played.
pub(super) struct PlayedPlace {
    pub(super) worth: BigRational,
    pub(super) choices: Vec<HandChoice>,
    pub(super) reached: bool,
}

/// The wagers that go on after a split, with the places of their hands in the queue.
type Onward = Vec<(HeldWager, u32)>;

/// A pair that the caller splits.
pub(super) struct Fork {
    pub(super) answer: FollowerAnswer,
    pub(super) gain: BigRational,
    pub(super) reached: bool,
    worth: BigRational,
    onward: Onward,
}

/// Attacked or not, where the wager stands, the second card.
type PathKey = (bool, HandPlace, SecondCard);

/// The follower's wagers on the hands of one pair.
pub(super) struct SplitWagers<'a> {
    of: &'a FollowerCase<'a>,
    value: usize,
    most_hands: u32,
    paths: BTreeMap<PathKey, HandPaths>,
    parts: BTreeMap<(PathKey, u32), HandParts>,
    pub(super) played: BTreeMap<WagerOfSplit, PlayedPlace>,
    pub(super) forks: BTreeMap<WagerOfSplit, Fork>,
}

impl<'a> SplitWagers<'a> {
    pub(super) fn new(of: &'a FollowerCase<'a>, value: usize) -> Option<Self> {
        let most_hands = of.game.split.as_ref()?.most_hands(value).into();
        let mut wagers = Self {
            of,
            value,
            most_hands,
            paths: BTreeMap::new(),
            parts: BTreeMap::new(),
            played: BTreeMap::new(),
            forks: BTreeMap::new(),
        };
        wagers.fork(HeldWager::Original, DEALT);
        wagers.reach_fork((HeldWager::Original, DEALT));
        Some(wagers)
    }

    /// The worth of the pair, weighted by its probability and that of the signal.
    pub(super) fn worth(&self) -> BigRational {
        self.forks[&(HeldWager::Original, DEALT)].worth.clone()
    }

    /// The worth of a wager on the hand that is this far back among those that wait.
    fn waiting(&mut self, wager: HeldWager, state: SplitState, place: u32) -> BigRational {
        if state.hands == self.most_hands {
            return self.played(wager, state);
        }
        if place == 0 {
            return self.played(wager, state) + self.fork(wager, state);
        }
        // The hand in front is finished with another second card, or is split.
        let finished = SplitState { waiting: state.waiting - 1, ..state };
        self.waiting(wager, finished, place - 1) + self.waiting(wager, state.after_split(), place + 1)
    }

    /// The worth of a hand that is not split: with another second card, or with any once no split is left.
    fn played(&mut self, wager: HeldWager, state: SplitState) -> BigRational {
        if let Some(played) = self.played.get(&(wager, state)) {
            return played.worth.clone();
        }
        let second = if state.hands == self.most_hands { SecondCard::Any } else { SecondCard::Other };
        let mut sum = HandParts::default();
        for (attacked, place, sign) in self.of.standing(wager) {
            for (pair_cards, times) in others(state) {
                sum.add(self.parts((attacked, place, second), pair_cards), sign * times, sign.max(0) * times);
            }
        }
        let mut choices = Vec::new();
        let worth = sum.best(self.of.rights, |choice| choices.push(choice));
        self.played.insert((wager, state), PlayedPlace { worth: worth.clone(), choices, reached: false });
        worth
    }

    fn parts(&mut self, key: PathKey, pair_cards: u32) -> &HandParts {
        let Self { of, value, paths, parts, .. } = self;
        let (attacked, place, second) = key;
        parts.entry((key, pair_cards)).or_insert_with(|| {
            let case = of.case(attacked);
            let paths = paths.entry(key).or_insert_with(|| {
                let starts = second_card_starts(case.table.hands, *value, second);
                HandPaths::new(case, Options::split(of.game, *value, place), &of.play.play, &starts, of.rights)
            });
            paths.beside(case, CardSet::several(*value, pair_cards))
        })
    }

    /// The worth of a wager on a pair that the caller splits in this state.
    fn fork(&mut self, wager: HeldWager, state: SplitState) -> BigRational {
        if let Some(fork) = self.forks.get(&(wager, state)) {
            return fork.worth.clone();
        }
        let next = state.after_split();
        let mut best: Option<(FollowerAnswer, BigRational, Onward)> = None;
        let mut as_called = BigRational::zero();
        for (answer, onward) in self.of.answers(wager) {
            let worth: BigRational = onward.iter().map(|&(wager, place)| self.waiting(wager, next, place)).sum();
            if best.is_none() {
                as_called.clone_from(&worth);
            }
            if best.as_ref().is_none_or(|(_, highest, _)| worth > *highest) {
                best = Some((answer, worth, onward));
            }
        }
        let Some((answer, worth, onward)) = best else { return BigRational::zero() };
        let chance = self.chance(state);
        let gain = if chance.is_zero() { BigRational::zero() } else { (&worth - as_called) / chance };
        let fork = Fork { answer, gain, reached: false, worth: worth.clone(), onward };
        self.forks.insert((wager, state), fork);
        worth
    }

    /// Probability, given the up card, that the hand in front is a pair in this state, and of the signal.
    fn chance(&self, state: SplitState) -> BigRational {
        let case = self.of.case(false);
        let terms = others(state).into_iter().map(|(pair_cards, times)| {
            case.probability(CardSet::several(self.value, pair_cards + 2)) * BigRational::from_integer(times.into())
        });
        terms.sum()
    }

    fn reach_fork(&mut self, place: WagerOfSplit) {
        let Some(fork) = self.forks.get_mut(&place) else { return };
        fork.reached = true;
        for (wager, queue) in fork.onward.clone() {
            self.reach(wager, place.1.after_split(), queue);
        }
    }

    /// Marks what a wager can come to by the best answers.
    fn reach(&mut self, wager: HeldWager, state: SplitState, place: u32) {
        let is_last = state.hands == self.most_hands;
        if (is_last || place == 0)
            && let Some(played) = self.played.get_mut(&(wager, state))
        {
            played.reached = true;
        }
        match place {
            _ if is_last => {}
            0 => self.reach_fork((wager, state)),
            _ => {
                self.reach(wager, SplitState { waiting: state.waiting - 1, ..state }, place - 1);
                self.reach(wager, state.after_split(), place + 1);
            }
        }
    }
}

/// The other hands of a state as signed numbers of cards of the pair's value: all have one, and those that are finished have
/// another second card, which is any card less one of the pair's.
fn others(state: SplitState) -> Vec<(u32, i64)> {
    let finished = state.finished();
    let mut binomial = 1_i64;
    let terms = (0..=finished).map(|more| {
        let times = if more % 2 == 0 { binomial } else { -binomial };
        binomial = binomial * i64::from(finished - more) / i64::from(more + 1);
        (state.hands - 1 + more, times)
    });
    terms.collect()
}

impl FollowerCase<'_> {
    pub(super) fn case(&self, attacked: bool) -> &SignalCase<'_> {
        if attacked { self.attacked.unwrap_or(self.plain) } else { self.plain }
    }

    /// Where a wager on a hand of a split stands as far as its settlement goes, in signed terms.
    fn standing(&self, wager: HeldWager) -> Vec<(bool, HandPlace, i64)> {
        let attacks = self.attacks;
        match wager {
            HeldWager::Original => vec![(attacks, HandPlace::First, 1)],
            HeldWager::Added => vec![(attacks, HandPlace::Later, 1)],
            HeldWager::InitialAlone => vec![(false, HandPlace::First, 1)],
            HeldWager::AttackAlone => vec![(true, HandPlace::First, 1), (false, HandPlace::First, -1)],
        }
    }

    /// What a follower may do with a wager on a pair that is split: the wagers that go on, with the places of their hands. What
    /// the caller does comes first.
    fn answers(&self, wager: HeldWager) -> Vec<(FollowerAnswer, Onward)> {
        let as_called = match wager {
            HeldWager::AttackAlone => vec![(wager, 0)],
            _ => vec![(wager, 0), (HeldWager::Added, 1)],
        };
        let mut answers = vec![(FollowerAnswer::AsCalled, as_called)];
        if self.sharing.split == Follows::Called || wager == HeldWager::AttackAlone {
            return answers;
        }
        answers.push((FollowerAnswer::FirstHand, vec![(wager, 0)]));
        let stays_behind = wager == HeldWager::Original
            && self.attacks
            && self.sharing.attack_of_one_hand == AttackOfOneHand::FirstHand
            && self.game.attack.as_ref().is_some_and(|rule| rule.split_wager == SplitWager::Initial);
        let second = if stays_behind {
            vec![(HeldWager::AttackAlone, 0), (HeldWager::InitialAlone, 1)]
        } else {
            vec![(wager, 1)]
        };
        answers.push((FollowerAnswer::SecondHand, second));
        answers
    }
}
