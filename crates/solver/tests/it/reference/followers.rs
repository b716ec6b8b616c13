//! A follower of the caller's decisions: his wagers are carried along, hand by hand, and settled as a round of his own.
//!
//! What he does is given decision by decision. That no other decision would be better is for the tests to try.

use std::collections::{BTreeMap, HashMap};

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rules::{AttackOfOneHand, Game, SplitWager};
use solver::{CallerDoes, FollowerAnswer, FollowerPlace, HeldWager};

use super::evaluate::Evaluator;
use super::hand::{Action, Doubled, Hand, Place, Round};
use super::opening::Opening;
use super::settle::{DealerEnd, settle_discovered, settle_round};
use super::{Exact, RoundPlay, big};

/// What is asked of the follower: the cards of the hand in value order, where it is, what the caller does.
pub(crate) type Question = (Vec<Value>, FollowerPlace, CallerDoes);

/// What he does under one up card and signal.
pub(crate) type Policy = HashMap<String, FollowerAnswer>;

/// A question as the key of a policy.
pub(crate) fn key((hand, place, called): &Question) -> String {
    format!("{hand:?} {place:?} {called:?}")
}

/// A wager on a hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Wager {
    held: HeldWager,
    doubled: bool,
    kept: bool,
}

/// The caller's round, and the follower's wagers on each of its hands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SharedBox {
    round: Round,
    wagers: Vec<Vec<Wager>>,
    /// Hands there were, and of them finished, when the hand in play received its second card.
    place: [u32; 2],
    finished_at_last_split: u32,
    /// The hand before the card of a double.
    doubled_from: Vec<Value>,
}

struct Follower<'a, 'b> {
    game: &'a Game,
    evaluator: &'b Evaluator<'a>,
    attacks: bool,
    policy: &'b Policy,
    most_hands: u32,
}

impl RoundPlay<'_> {
    /// Whether the caller makes the attack wager, by up card.
    pub(crate) fn attacks(&self) -> BTreeMap<Value, bool> {
        self.ups.iter().map(|(up, play)| (*up, play.attacked())).collect()
    }

    /// The follower's expected net result given the up card, weighted by the probability of the signal.
    pub(crate) fn follow(&self, up: Value, signal: &str, attacks: bool, policy: &Policy) -> BigRational {
        let game = self.reference.game;
        let (_, play) = self.ups.iter().find(|(one, _)| *one == up).expect("an up card of the shoe");
        let evaluators = play.evaluators().filter(|evaluator| evaluator.table().signal() == signal);
        let mean = evaluators.map(|evaluator| {
            let table = evaluator.table();
            let follower = Follower { game, evaluator, attacks, policy, most_hands: 0 };
            let deals = play.deals(table).iter().map(|(deal, chance)| {
                chance
                    * match play.open(evaluator, deal) {
                        Opening::Settled(..) => {
                            let round = Round::deal(deal[0][0], deal[0][1]).with_attack(attacks);
                            settle_discovered(game, &round)
                        }
                        Opening::Played(round) => follower.dealt(round),
                    }
            });
            table.probability() * deals.sum::<Exact>()
        });
        big(&mean.sum::<Exact>())
    }
}

impl Follower<'_, '_> {
    fn dealt(&self, round: Round) -> Exact {
        let pair = round.hands[0].cards[0];
        let most_hands = self.game.split.as_ref().map_or(1, |rule| rule.most_hands(pair.index()));
        let wager = Wager { held: HeldWager::Original, doubled: false, kept: false };
        let start = SharedBox {
            round,
            wagers: vec![vec![wager]],
            place: [1, 0],
            finished_at_last_split: 0,
            doubled_from: Vec::new(),
        };
        Follower { most_hands: most_hands.into(), ..*self }.mean(&start)
    }

    fn mean(&self, now: &SharedBox) -> Exact {
        let Some(hand) = now.round.hand() else { return self.settled(now) };
        if hand.cards.len() == 1 {
            let (hands, finished) = (now.round.hands.len() as u32, now.round.playing as u32);
            let finished = if hands == self.most_hands { now.finished_at_last_split } else { finished };
            return self.drawn(now, |round, card| round.draw(card), |next| next.place = [hands, finished]);
        }
        let at = now.round.playing;
        match self.evaluator.choose(&now.round) {
            Action::Stand => self.mean(&SharedBox { round: now.round.stand(), ..now.clone() }),
            Action::Hit => self.drawn(now, |round, card| round.draw(card), |_| ()),
            Action::Double => {
                let mut next = now.clone();
                for wager in &mut next.wagers[at] {
                    wager.doubled = self.answer(now, wager.held, CallerDoes::Doubles) == FollowerAnswer::AsCalled;
                }
                next.doubled_from = sorted(hand);
                self.drawn(&next, |round, card| round.double(self.game, card), |_| ())
            }
            Action::Surrender => {
                let mut next = now.clone();
                for wager in &mut next.wagers[at] {
                    let called = match hand.doubled {
                        Doubled::No => CallerDoes::Surrenders,
                        _ => CallerDoes::GivesUpDoubled { from: now.doubled_from.clone(), doubled: wager.doubled },
                    };
                    wager.kept = self.answer(now, wager.held, called) == FollowerAnswer::Kept;
                }
                next.round = now.round.surrender();
                self.mean(&next)
            }
            Action::Split => {
                let mut next = SharedBox { round: now.round.split(), ..now.clone() };
                let [mut first, mut second] = [Vec::new(), Vec::new()];
                for &wager in &now.wagers[at] {
                    let of = |held| Wager { held, ..wager };
                    match (self.answer(now, wager.held, CallerDoes::Splits), wager.held) {
                        (FollowerAnswer::SecondHand, HeldWager::Original) if self.attack_stays() => {
                            first.push(of(HeldWager::AttackAlone));
                            second.push(of(HeldWager::InitialAlone));
                        }
                        (FollowerAnswer::SecondHand, _) => second.push(wager),
                        (FollowerAnswer::FirstHand, _) | (_, HeldWager::AttackAlone) => first.push(wager),
                        _ => {
                            first.push(wager);
                            second.push(of(HeldWager::Added));
                        }
                    }
                }
                next.wagers[at] = first;
                next.wagers.insert(at + 1, second);
                next.finished_at_last_split = at as u32;
                self.mean(&next)
            }
        }
    }

    /// 10(a) as printed leaves the attack wager on the first hand.
    fn attack_stays(&self) -> bool {
        let sharing = self.game.sharing.as_ref().expect("a game with rules of sharing");
        self.attacks
            && sharing.attack_of_one_hand == AttackOfOneHand::FirstHand
            && self.game.attack.as_ref().is_some_and(|rule| rule.split_wager == SplitWager::Initial)
    }

    fn drawn(&self, now: &SharedBox, draw: impl Fn(&Round, Value) -> Round, change: impl Fn(&mut SharedBox)) -> Exact {
        let cards = self.evaluator.table().next_cards(now.round.seen());
        let means = cards.iter().map(|(card, chance)| {
            let mut next = SharedBox { round: draw(&now.round, *card), ..now.clone() };
            change(&mut next);
            chance * self.mean(&next)
        });
        means.sum()
    }

    fn answer(&self, now: &SharedBox, wager: HeldWager, called: CallerDoes) -> FollowerAnswer {
        let hand = now.round.hand().expect("a hand in play");
        let place = match hand.split_from() {
            None => FollowerPlace::Unsplit,
            Some(pair) => FollowerPlace::OfSplit { pair, hands: now.place[0], finished: now.place[1], wager },
        };
        let question = (sorted(hand), place, called);
        self.policy.get(&key(&question)).copied().unwrap_or(FollowerAnswer::AsCalled)
    }

    fn settled(&self, now: &SharedBox) -> Exact {
        let ends = self.evaluator.table().ends(now.round.seen());
        ends.iter().map(|(&dealer, chance)| chance * self.net(now, dealer)).sum()
    }

    /// The follower's hands as a round of his own. An initial wager whose attack wager stayed behind is one without an attack, and
    /// the attack wager is what the same hand is worth more with it.
    fn net(&self, now: &SharedBox, dealer: DealerEnd) -> Exact {
        let held =
            || now.round.hands.iter().zip(&now.wagers).flat_map(|(hand, all)| all.iter().map(move |one| (hand, one)));
        let settle = |hands: Vec<Hand>, attacked: bool| -> Exact {
            let round = Round { playing: hands.len(), hands, attacked };
            if round.hands.is_empty() { Exact::zero() } else { settle_round(self.game, &round, dealer) }
        };
        let own = |(hand, wager): (&Hand, &Wager)| -> Hand {
            let place = match (hand.split_from(), wager.held) {
                (None, _) => hand.place,
                (Some(value), HeldWager::Added) => Place::LaterOfSplit(value),
                (Some(value), _) => Place::FirstOfSplit(value),
            };
            let doubled = if wager.doubled { hand.doubled } else { Doubled::No };
            Hand { place, doubled, surrendered: hand.surrendered && !wager.kept, ..hand.clone() }
        };
        let apart = held().any(|(_, wager)| wager.held == HeldWager::InitialAlone);
        let together = held().filter(|(_, wager)| wager.held != HeldWager::AttackAlone).map(own).collect();
        let alone: Vec<Hand> = held().filter(|(_, wager)| wager.held == HeldWager::AttackAlone).map(own).collect();
        settle(together, self.attacks && !apart) + settle(alone.clone(), true) - settle(alone, false)
    }
}

fn sorted(hand: &Hand) -> Vec<Value> {
    let mut cards = hand.cards.to_vec();
    cards.sort_unstable();
    cards
}
