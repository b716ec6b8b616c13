//! What every action is worth with two cards of a hand of a split.

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;

use crate::arithmetic::card_set::CardSet;
use crate::compiled::action::Action;
use crate::compiled::decisions::{Act, Options};
use crate::compiled::hands::Hand;
use crate::compiled::settlement::HandPlace;
use crate::engine::solver::Solver;
use crate::hand::signal_case::{SignalCase, pair_hand};
use crate::zero_memory::CasePlay;

/// Which hands of a split have the same values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhichOfSplit {
    /// Each of them.
    Each,
    /// The one that is played first.
    First,
    /// Those that are played later.
    Later,
}

/// Two cards of a hand of a split, and what each action is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct SplitHandActions {
    /// The up card.
    pub up: Value,
    /// The signal.
    pub signal: String,
    /// The value of the pair that was split.
    pub pair: Value,
    /// Which of its hands.
    pub which: WhichOfSplit,
    /// The hand's two cards, the lower value first.
    pub hand: [Value; 2],
    /// What the class does where the hand is not split again.
    pub played: Action,
    /// Expected net result of this hand alone by allowed action, a further split left out, the class's play afterwards: per unit of initial
    /// wager, given these two cards, one more card of the pair's value, the up card and the signal. In the order stand, hit, double, surrender.
    pub actions: Vec<(Action, BigRational)>,
}

impl Solver {
    /// The two cards of a split hand that leave something to decide, of every pair that a class splits in a case.
    ///
    /// The class looks at no other hand, so further cards of the split change a value only by not being known. Empty where a late blackjack looks
    /// for live hands, since no hand then has a value of its own.
    pub(crate) fn split_hand_actions(&self, case: &SignalCase<'_>, play: &CasePlay) -> Vec<SplitHandActions> {
        let mut found = Vec::new();
        let settlement = case.table.settlement;
        if self.game().split.is_none() || (settlement.looks_for_live_hands() && case.blackjack_may_come()) {
            return found;
        }
        for value in (0..Value::COUNT).filter(|&value| play.split[value] && pair_hand(self.hands(), value).is_some()) {
            let [first, later] =
                [HandPlace::First, HandPlace::Later].map(|place| Options::split(self.game(), value, place));
            let mut of_first = self.of_pair(case, play, value, (WhichOfSplit::First, first));
            let of_later = if settlement.pays_alike(first.place, later.place) {
                Vec::new()
            } else {
                self.of_pair(case, play, value, (WhichOfSplit::Later, later))
            };
            // Hands that are settled otherwise against some end of the dealer's are worth the same where he cannot come to it.
            if of_later.is_empty() || of_first.iter().map(values).eq(of_later.iter().map(values)) {
                of_first.iter_mut().for_each(|one| one.which = WhichOfSplit::Each);
                found.extend(of_first);
            } else {
                found.extend(of_first.into_iter().chain(of_later));
            }
        }
        found
    }

    fn of_pair(
        &self,
        case: &SignalCase<'_>,
        play: &CasePlay,
        value: usize,
        (which, options): (WhichOfSplit, Options),
    ) -> Vec<SplitHandActions> {
        let mut found = Vec::new();
        let dealer = &case.up.dealer;
        let other = CardSet::one(value);
        let hands = self.hands().of_two_cards().filter(|(_, hand)| hand.cards.count(value) > 0);
        for (id, hand) in hands.filter(|(_, hand)| !options.is_blackjack(hand)) {
            let removed = hand.cards + other;
            let mass = if case.up.is_feasible(removed) { case.probability(removed) } else { BigRational::zero() };
            let allowed = options.allowed(hand);
            let acts = [
                (true, Act::Stand),
                (allowed.draw, Act::Hit),
                (allowed.double, Act::Double),
                (allowed.surrender, Act::Surrender),
            ];
            let acts: Vec<Act> = acts.into_iter().filter_map(|(allowed, act)| allowed.then_some(act)).collect();
            let Some(pair) = Value::from_index(value).filter(|_| acts.len() > 1 && !mass.is_zero()) else { continue };
            let of_split = SignalCase { options, ..*case };
            let worth = |act| of_split.exact_mean(&play.play, &[(id, 1)], other, Some((id, act))) / &mass;
            found.push(SplitHandActions {
                up: dealer.up(),
                signal: dealer.cases()[case.case].signal.clone(),
                pair,
                which,
                hand: two(hand),
                played: play.play.act(id, hand, &options).into(),
                actions: acts.into_iter().map(|act| (act.into(), worth(act))).collect(),
            });
        }
        found
    }
}

fn values(of: &SplitHandActions) -> ([Value; 2], &[(Action, BigRational)]) {
    (of.hand, &of.actions)
}

pub(super) fn two(hand: &Hand) -> [Value; 2] {
    let values = Value::all().flat_map(|value| std::iter::repeat_n(value, hand.cards.count(value.index()) as usize));
    let values: Vec<Value> = values.collect();
    [values[0], values[values.len() - 1]]
}
