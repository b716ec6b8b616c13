//! What becomes of a wager on one hand that somebody else plays, by the choices that its holder may have on the way.
//!
//! The hand is followed forward under the caller's play, every card drawn. Sums are kept apart by choice, so that hands which differ
//! in nothing that the holder looks at are added up before he chooses.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::Zero;
use rules::{Follows, SharingRule};

use crate::hand_place::{Doubled, HandPlace};
use crate::refusal::Refusal;
use crate::round::{Beside, Round};
use crate::strategy::{Act, Row};

/// Worth where the caller's surrender is followed, and where the wager stays on the hand as it is.
type GivenOrKept = [BigInt; 2];

/// Weighted worths of a wager, all over one denominator.
#[derive(Debug, Clone, Default)]
pub(super) struct HandFates {
    /// Of all ends to which no choice leads.
    fixed: BigInt,
    /// By hand that the caller gives up.
    given_up: BTreeMap<usize, GivenOrKept>,
    /// By hand that he doubles: with the wager doubled, and as it was.
    doubled: BTreeMap<usize, [DoubledFates; 2]>,
}

/// The same of the hands that a doubled hand becomes.
#[derive(Debug, Clone, Default)]
struct DoubledFates {
    fixed: BigInt,
    /// By hand that the caller gives up once it has its card.
    given_up: BTreeMap<usize, GivenOrKept>,
}

fn add_all(sums: &mut BTreeMap<usize, GivenOrKept>, more: &BTreeMap<usize, GivenOrKept>, sign: i32) {
    for (&id, more) in more {
        let sums = sums.entry(id).or_default();
        sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more * sign);
    }
}

fn best(given_up: &BTreeMap<usize, GivenOrKept>, rule: &SharingRule) -> BigInt {
    let one = |[given, kept]: &GivenOrKept| match rule.surrender {
        Follows::Called => given.clone(),
        Follows::WhereCalled | Follows::Own => given.max(kept).clone(),
    };
    given_up.values().map(one).sum()
}

impl HandFates {
    /// Adds what is worth so much however it is played.
    pub(super) fn settle(&mut self, worth: BigInt) {
        self.fixed += worth;
    }

    /// Adds the other, or takes it off.
    pub(super) fn add(&mut self, other: &Self, sign: i32) {
        self.fixed += &other.fixed * sign;
        add_all(&mut self.given_up, &other.given_up, sign);
        for (&id, more) in &other.doubled {
            for (sum, more) in self.doubled.entry(id).or_default().iter_mut().zip(more) {
                sum.fixed += &more.fixed * sign;
                add_all(&mut sum.given_up, &more.given_up, sign);
            }
        }
    }

    /// What the wager is worth with the best choices that the rule leaves.
    pub(super) fn worth(&self, rule: &SharingRule) -> BigInt {
        let of_doubled = |arms: &[DoubledFates; 2]| {
            let [doubled, single] = arms.each_ref().map(|arm| &arm.fixed + best(&arm.given_up, rule));
            match rule.double {
                Follows::Called => doubled,
                Follows::WhereCalled | Follows::Own => doubled.max(single),
            }
        };
        &self.fixed + best(&self.given_up, rule) + self.doubled.values().map(of_doubled).sum::<BigInt>()
    }
}

/// A hand as the caller plays it, with the wager of somebody else.
pub(super) struct Followed<'a> {
    pub(super) round: &'a Round<'a>,
    pub(super) play: &'a Row,
    pub(super) place: HandPlace,
    /// The value of the pair that it was split from.
    pub(super) pair: Option<usize>,
}

impl Followed<'_> {
    /// Follows hands beside known cards from these on, by their ordered ways, and adds up what becomes of the wager.
    pub(super) fn follow(
        &self,
        beside: &Beside,
        starts: impl IntoIterator<Item = (usize, BigInt)>,
        fates: &mut HandFates,
    ) -> Result<(), Refusal> {
        let Self { round, play, place, pair } = *self;
        let mut reach = vec![BigInt::zero(); round.hands.list.len()];
        starts.into_iter().for_each(|(id, ways)| reach[id] += ways);
        // Hands stand in order of size, so a hand comes before those that it grows into.
        for id in 0..reach.len() {
            let ways = std::mem::take(&mut reach[id]);
            if ways.is_zero() {
                continue;
            }
            let hand = &round.hands.list[id];
            match play.act(id, round.may(place, pair, hand)) {
                Act::Stand => fates.fixed += round.stand(place, beside, id)? * ways,
                Act::Hit => {
                    for (value, count) in round.draws(beside, hand) {
                        match hand.next[value] {
                            Some(next) => reach[next] += &ways * count,
                            None => {
                                let lost = round.bust(place.with(Doubled::No), beside, hand, value)?;
                                fates.fixed += lost * count * &ways;
                            }
                        }
                    }
                }
                Act::Double => {
                    let arms = fates.doubled.entry(id).or_default();
                    for (arm, doubled) in arms.iter_mut().zip([Doubled::of(hand), Doubled::No]) {
                        self.last_card(beside, id, &ways, doubled, arm)?;
                    }
                }
                Act::Surrender => {
                    let nets = round.surrendered(place.with(Doubled::No), Some(hand));
                    let given = round.finished(&nets, beside, &hand.cards, hand.size)?;
                    let kept = round.stand(place, beside, id)?;
                    add_given(&mut fates.given_up, id, [given, kept], &ways);
                }
            }
        }
        Ok(())
    }

    /// The one card that a doubled hand gets, where the wager on it is doubled or not.
    #[expect(clippy::too_many_arguments, reason = "those of a hand, and where its sums go")]
    fn last_card(
        &self,
        beside: &Beside,
        id: usize,
        ways: &BigInt,
        doubled: Doubled,
        arm: &mut DoubledFates,
    ) -> Result<(), Refusal> {
        let Self { round, play, place, .. } = *self;
        let hand = &round.hands.list[id];
        let of_caller = Doubled::of(hand);
        for (value, count) in round.draws(beside, hand) {
            let ways = ways * count;
            let Some(next) = hand.next[value] else {
                arm.fixed += round.bust(place.with(doubled), beside, hand, value)? * ways;
                continue;
            };
            let kept: BigInt = round.doubled(place.with(doubled), beside, next, false)?;
            if play.gives_up_doubled(of_caller, next) {
                let given = round.doubled(place.with(doubled), beside, next, true)?;
                add_given(&mut arm.given_up, next, [given, kept], &ways);
            } else {
                arm.fixed += kept * ways;
            }
        }
        Ok(())
    }
}

fn add_given(sums: &mut BTreeMap<usize, GivenOrKept>, id: usize, worths: GivenOrKept, ways: &BigInt) {
    let sums = sums.entry(id).or_default();
    sums.iter_mut().zip(worths).for_each(|(sum, worth)| *sum += worth * ways);
}
