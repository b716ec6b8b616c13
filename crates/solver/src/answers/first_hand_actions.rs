//! What every action is worth with the first two cards.

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;

use super::split_hand_actions::two;
use crate::answers::split_hand_actions::SplitHandActions;
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::action::Action;
use crate::compiled::decisions::Act;
use crate::compiled::hands::{Hand, HandId};
use crate::compiled::strategy::Class;
use crate::engine::solver::Solver;
use crate::hand::signal_case::{SignalCase, deals};
use crate::parallel;
use crate::zero_memory::{CasePlay, SplitCounts};

/// Two cards with an up card and a signal, and what each action is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstHandActions {
    /// The up card.
    pub up: Value,
    /// The signal.
    pub signal: String,
    /// The player's first two cards, the lower value first.
    pub hand: [Value; 2],
    /// Probability of a round with these cards, up card and signal; `None` where two hands may be switched, since it depends on the switches.
    pub frequency: Option<BigRational>,
    /// Expected net result of each allowed action, the class's play afterwards, given the cards and the signal: per unit of the hand's own
    /// initial wager, in the order stand, hit, double, surrender, split.
    pub actions: Vec<(Action, BigRational)>,
}

/// What the actions are worth that a class has under the up cards and signals of a round.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ActionsOfClass {
    /// Of the first two cards.
    pub first: Vec<FirstHandActions>,
    /// Of two cards of a hand of a split.
    pub after_split: Vec<SplitHandActions>,
}

impl Solver {
    /// Every first hand that leaves something to decide, with every up card and signal under which the player acts, valued under a
    /// zero-memory class. Each up card is told once it is done.
    ///
    /// Values are those of [`Solver::inspect`] with nothing else seen, the attack wager made as the class makes it. A hand to be given up
    /// before any signal has no value of surrender, since the signal is not known then. Where two hands may be switched, a hand is valued
    /// as if it were alone. After a split a hand is valued as [`SplitHandActions`] says.
    ///
    /// Cost: one walk from each hand and action, and one split of every pair under every up card and signal.
    ///
    /// # Errors
    /// As [`Solver::solve`]; also for perfect play.
    pub fn first_hand_actions(
        &self,
        class: Class,
        told: &(dyn Fn(Value) + Sync),
    ) -> Result<ActionsOfClass, SolveError> {
        if class == Class::Perfect {
            return Err(SolveError::PerfectUnsolved("the actions of all first hands".to_owned()));
        }
        let per_up = parallel::try_map(self.ups(), |up| {
            let cases = self.cases(up, self.settlement(up, class)?);
            let plays = self.plays(&cases, class)?;
            let mut of_up = ActionsOfClass::default();
            for (case, play) in cases.iter().zip(&plays).filter(|(case, _)| case.is_played()) {
                for (id, orders) in deals(self.hands()) {
                    let hand = self.hands().get(id);
                    let mass = case.probability(hand.cards);
                    if mass.is_zero() || case.options.is_blackjack(hand) {
                        continue;
                    }
                    let actions = self.actions_of(case, play, (id, hand), &mass)?;
                    if actions.len() > 1 {
                        let signal = up.dealer.cases()[case.case].signal.clone();
                        let (up, hand) = (up.dealer.up(), two(hand));
                        let frequency = self.frequency(up, orders, &mass);
                        of_up.first.push(FirstHandActions { up, signal, hand, frequency, actions });
                    }
                }
                of_up.after_split.extend(self.split_hand_actions(case, play));
            }
            told(up.dealer.up());
            Ok::<_, SolveError>(of_up)
        })?;
        let mut all = ActionsOfClass::default();
        for of_up in per_up {
            all.first.extend(of_up.first);
            all.after_split.extend(of_up.after_split);
        }
        Ok(all)
    }

    /// How often two cards that come in so many orders are a first hand, whose mass in one order is given; `None` where hands may be switched.
    pub(crate) fn frequency(&self, up: Value, orders: i64, mass: &BigRational) -> Option<BigRational> {
        let of_up = || BigRational::new(self.shoe().count(up).into(), self.shoe().total().into());
        self.game().switch.is_none().then(|| of_up() * BigRational::from_integer(orders.into()) * mass)
    }

    fn actions_of(
        &self,
        case: &SignalCase<'_>,
        play: &CasePlay,
        (id, hand): (HandId, &Hand),
        mass: &BigRational,
    ) -> Result<Vec<(Action, BigRational)>, SolveError> {
        let allowed = case.options.allowed(hand);
        let acts = [
            (true, Act::Stand),
            (allowed.draw, Act::Hit),
            (allowed.double, Act::Double),
            (allowed.surrender, Act::Surrender),
        ];
        let own = acts.into_iter().filter(|(allowed, _)| *allowed).map(|(_, act)| {
            let mean = case.exact_mean(&play.play, &[(id, 1)], CardSet::NONE, Some((id, act)));
            (Action::from(act), mean / mass)
        });
        let mut actions: Vec<(Action, BigRational)> = own.collect();
        if let Some(value) = hand.pair().filter(|_| self.game().split.is_some()) {
            // Without a way to deal the further cards there is nothing to be won.
            let split = match SplitCounts::new(self.game(), case, &play.play, value) {
                Some(counts) => counts.mean(case)?,
                None => BigRational::zero(),
            };
            actions.push((Action::Split, split / mass));
        }
        Ok(actions)
    }
}
