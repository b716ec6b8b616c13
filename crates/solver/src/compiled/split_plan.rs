//! Splits to any number of hands under zero-memory play, as a linear combination of single hands.
//!
//! Every waiting hand draws a second card: the pair's value makes one more hand while more are allowed, another card is
//! played. Unseen cards are exchangeable and no hand looks at another, so the second cards may be thought drawn
//! first, and what remains is each hand's value beside the *event* of the other second cards. An event "some pair cards and
//! some others" is reduced to pair cards alone: "another card" is "any card", which changes no expectation, less "a
//! pair card".

use std::collections::BTreeMap;

use crate::compiled::settlement::HandPlace;

/// What is known of a hand's second card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum SecondCard {
    /// Nothing: no split is left, so any card is played.
    Any,
    /// Not of the pair's value, or it would have been split.
    Other,
}

/// How a hand of a split is played: its second card, and whether it is the first.
pub(crate) type HandKind = (SecondCard, HandPlace);

/// Sums over all ways a split can unfold. Each term stands beside a number of cards of the pair's value gone *besides* those
/// of the hands named and, for a single hand, the other card of the pair.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SplitPlan {
    /// Values of single hands.
    pub(crate) hands: BTreeMap<(HandKind, u32), i64>,
    /// Products of two hands' results, each unordered pair once.
    pub(crate) pairs: BTreeMap<(HandKind, HandKind, u32), i64>,
    /// Split wagers made; the pair itself is gone too.
    pub(crate) wagers: BTreeMap<u32, i64>,
    /// Every end of the splitting: hands with another second card, hands with any; and the number of ways it comes about.
    /// All hands of the round are named, so no other card is gone and these are no signed sums.
    pub(crate) ends: BTreeMap<(u32, u32), i64>,
}

impl SplitPlan {
    /// The plan for at most this many hands, two or more.
    pub(crate) fn new(most_hands: u8) -> Self {
        Self::of(2, u32::from(most_hands.saturating_sub(2)))
    }

    /// The plan for so many hands with one card each and splits left, however many hands are finished.
    pub(crate) fn of(waiting: u32, splits: u32) -> Self {
        let mut plan = Self::default();
        plan.unfold(waiting, splits, 0, 0);
        plan.hands.retain(|_, coefficient| *coefficient != 0);
        plan.pairs.retain(|_, coefficient| *coefficient != 0);
        plan.wagers.retain(|_, coefficient| *coefficient != 0);
        plan
    }

    /// Most cards of the pair's value gone besides those of a single hand and the other card of the pair.
    pub(crate) fn most_extra(&self) -> u32 {
        self.hands.keys().map(|&(_, extra)| extra).max().unwrap_or(0)
    }

    /// `waiting` hands without a second card, `splits` left, `others` hands with another second card, `pairs` second
    /// cards of the pair's value.
    fn unfold(&mut self, waiting: u32, splits: u32, others: u32, pairs: u32) {
        if waiting > 0 && splits > 0 {
            self.unfold(waiting - 1, splits, others + 1, pairs);
            self.unfold(waiting + 1, splits - 1, others, pairs + 1);
            return;
        }
        *self.ends.entry((others, waiting)).or_default() += 1;
        let kinds = kinds(others, waiting);
        for (second, hands, has_first) in kinds {
            let rest = others - u32::from(second == SecondCard::Other && hands > 0);
            for (place, number) in places(hands, has_first) {
                for (extra, sign) in reduced(rest, pairs) {
                    *self.hands.entry(((second, place), extra)).or_default() += i64::from(number) * sign;
                }
            }
        }
        let members: Vec<(HandKind, u32)> = kinds
            .into_iter()
            .flat_map(|(second, hands, has_first)| {
                places(hands, has_first).into_iter().map(move |(place, number)| ((second, place), number))
            })
            .collect();
        for (at, &(a, number_a)) in members.iter().enumerate() {
            for (offset, &(b, number_b)) in members[at..].iter().enumerate() {
                let number = if offset == 0 { number_a * number_a.saturating_sub(1) / 2 } else { number_a * number_b };
                let named = u32::from(a.0 == SecondCard::Other) + u32::from(b.0 == SecondCard::Other);
                if number > 0 {
                    for (extra, sign) in reduced(others - named, pairs) {
                        *self.pairs.entry((a, b, extra)).or_default() += i64::from(number) * sign;
                    }
                }
            }
        }
        for (extra, sign) in reduced(others, pairs) {
            *self.wagers.entry(extra).or_default() += i64::from(pairs + 1) * sign;
        }
    }
}

/// The hands of a round by second card, and which of them hold the hand that is played first: the first with another
/// second card, or of the waiting if there is none.
fn kinds(others: u32, waiting: u32) -> [(SecondCard, u32, bool); 2] {
    [(SecondCard::Other, others, others > 0), (SecondCard::Any, waiting, others == 0)]
}

/// So many hands, told apart by place.
fn places(hands: u32, has_first: bool) -> Vec<(HandPlace, u32)> {
    let first = u32::from(has_first && hands > 0);
    [(HandPlace::First, first), (HandPlace::Later, hands - first)]
        .into_iter()
        .filter(|&(_, number)| number > 0)
        .collect()
}

/// The event "`others` cards not of the pair's value and `pairs` that are" as signed numbers of pair cards gone.
fn reduced(others: u32, pairs: u32) -> Vec<(u32, i64)> {
    let mut binomial = 1_i64;
    (0..=others)
        .map(|more| {
            let term = (pairs + more, if more % 2 == 0 { binomial } else { -binomial });
            binomial = binomial * i64::from(others - more) / i64::from(more + 1);
            term
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: HandKind = (SecondCard::Any, HandPlace::First);
    const LATER: HandKind = (SecondCard::Any, HandPlace::Later);

    #[test]
    fn one_split_is_two_hands_with_any_second_card() {
        let plan = SplitPlan::new(2);
        assert_eq!(plan.hands, BTreeMap::from([((FIRST, 0), 1), ((LATER, 0), 1)]));
        assert_eq!(plan.pairs, BTreeMap::from([((FIRST, LATER, 0), 1)]));
        assert_eq!(plan.wagers, BTreeMap::from([(0, 1)]));
        assert_eq!(plan.ends, BTreeMap::from([((0, 2), 1)]));
    }

    /// Three hands, worked by hand. p: three hands with any card beside one more p. n p: one hand n beside p, two hands
    /// with any card beside n and p, that is beside p less beside pp. n n: two hands n beside another n.
    #[test]
    fn two_splits_by_hand() {
        let plan = SplitPlan::new(3);
        let sum = |second: SecondCard, extra: u32| -> i64 {
            plan.hands.iter().filter(|((kind, q), _)| kind.0 == second && *q == extra).map(|(_, c)| c).sum()
        };
        assert_eq!(sum(SecondCard::Any, 1), 3 + 2);
        assert_eq!(sum(SecondCard::Any, 2), -2);
        // n n: 2·(any − p) beside; n p: +1 beside p.
        assert_eq!(sum(SecondCard::Other, 0), 2);
        assert_eq!(sum(SecondCard::Other, 1), -2 + 1);
        // p: three waiting. n p: one other, two waiting. n n: two others.
        assert_eq!(plan.ends, BTreeMap::from([((0, 3), 1), ((1, 2), 1), ((2, 0), 1)]));
        // Split wagers: one in any case, one more if the first or, after n, the second draws p: p + (p − pp).
        assert_eq!(plan.wagers, BTreeMap::from([(0, 1), (1, 2), (2, -1)]));
    }

    #[test]
    fn every_way_has_its_hands_when_no_card_is_of_the_value() {
        // With no pair card left only extra = 0 remains: two hands, each with another second card.
        let plan = SplitPlan::new(4);
        let without: i64 = plan.hands.iter().filter(|((_, extra), _)| *extra == 0).map(|(_, c)| c).sum();
        assert_eq!(without, 2);
    }
}
