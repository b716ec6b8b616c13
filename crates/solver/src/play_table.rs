//! The complete play of a zero-memory class, for whoever plays it: a table of every decision that can come up.

use cards::{Composition, Value};
use rayon::prelude::*;

use crate::SolveError;
use crate::action::Action;
use crate::case::{Case, deals};
use crate::hands::{Hand, Hands};
use crate::laws::UpTable;
use crate::play::Allowed;
use crate::settlement::Doubling;
use crate::solution::Strategy;
use crate::solver::Solver;
use crate::switch;
use crate::zero_memory::CasePlay;

/// The whole play of a zero-memory class under one up card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpPlay {
    /// The up card.
    pub up: Value,
    /// Whether the attack wager is made; `None` in a game without one.
    pub attack: Option<bool>,
    /// Whether even money is taken for a blackjack; `None` where it is not offered.
    pub even_money: Option<bool>,
    /// The two-card hands that are given up before any signal, the lower value first.
    pub given_up_early: Vec<[Value; 2]>,
    /// Deals that are switched before a dealer blackjack is looked for; empty where the switch waits for that.
    pub switched_before_check: Vec<SwitchedDeal>,
    /// What is done under each signal, in the order of [`rules::Game::hole_cases`].
    pub signals: Vec<SignalPlay>,
}

/// Both cards of the first hand, then both of the second, each hand in the order dealt.
pub type SwitchedDeal = [Value; 4];

/// The whole play of a zero-memory class under one up card and signal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignalPlay {
    /// The signal.
    pub signal: String,
    /// Whether the round ends before the player acts; there is nothing to decide then.
    pub ends_round: bool,
    /// Pairs that are split, and split again for as long as the rules allow.
    pub split: Vec<Value>,
    /// What is done with every hand of two or more cards that the shoe can deal beside the up card, for each set of actions that
    /// may be allowed. A pair that is not split, or may not be, is played by this.
    pub acts: Vec<PlayedHand>,
    /// Doubled hands that are given up once they have their card, where that is allowed.
    pub given_up_doubled: Vec<GivenUpDoubled>,
    /// Deals that are switched once a dealer blackjack has been ruled out; empty where the switch comes before.
    pub switched: Vec<SwitchedDeal>,
}

/// What is done with a hand that may do this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedHand {
    /// The hand's cards.
    pub hand: Composition,
    /// Whether its first two cards are both among the push rule's originals. Of hands of three or more cards only ever true
    /// where such cards count after a draw.
    pub original: bool,
    /// Whether another card may be drawn.
    pub may_draw: bool,
    /// Whether it may be doubled.
    pub may_double: bool,
    /// Whether it may be given up.
    pub may_surrender: bool,
    /// What is done; never a split.
    pub act: Action,
}

/// A doubled hand, with its card, that is given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenUpDoubled {
    /// The hand's cards.
    pub hand: Composition,
    /// As in [`PlayedHand::original`].
    pub original: bool,
    /// Whether the house gave the double wager.
    pub given: bool,
}

impl Solver {
    /// Every decision of a zero-memory class, by up card.
    ///
    /// Decisions are those that [`Solver::solve`] values: the attack wager and even money under each up card, hands given up early,
    /// pairs that are split, the act on every hand for everything it may be allowed to do, doubled hands given up, and deals
    /// whose second cards are switched. What a hand of a split may do is the rules' affair: the act is looked up by that.
    ///
    /// # Errors
    /// [`SolveError::PerfectUnsolved`] for perfect play, which is no such table; else as [`Solver::solve`].
    pub fn play_table(&self, strategy: Strategy) -> Result<Vec<UpPlay>, SolveError> {
        if strategy == Strategy::Perfect {
            return Err(SolveError::PerfectUnsolved("a table of hands".to_owned()));
        }
        self.ups
            .par_iter()
            .map(|up| {
                let settlement = self.settlement(up, strategy)?;
                let cases = self.cases(up, settlement);
                let plays = self.plays(&cases, strategy)?;
                let switched = switch::switched(&self.game, &cases, &plays)?;
                let early = cases.first().is_some_and(|case| case.options.early);
                let given_up = plays.first().map(|play| &play.play.early);
                Ok(UpPlay {
                    up: up.dealer.up(),
                    attack: self.game.attack.is_some().then(|| settlement.attacked()),
                    even_money: cases.first().and_then(|case| {
                        let offered = self.game.insurance.as_ref()?.offered_on == up.dealer.up();
                        let even_money = settlement.even_money().filter(|_| offered)?;
                        let hand = self.hands.get(self.hands.dealt(&[Value::ACE, Value::TEN])?);
                        Some(case.options.is_settled_by(hand, even_money))
                    }),
                    given_up_early: deals(&self.hands)
                        .filter(|&(id, _)| early && given_up.is_some_and(|given_up| given_up[id as usize]))
                        .map(|(id, _)| two_cards(self.hands.get(id)))
                        .collect(),
                    switched_before_check: switched.before_check,
                    signals: cases
                        .iter()
                        .zip(&plays)
                        .zip(switched.by_case)
                        .map(|((case, play), switched)| signal_play(&self.hands, up, case, play, switched))
                        .collect(),
                })
            })
            .collect()
    }
}

fn signal_play(
    hands: &Hands,
    up: &UpTable,
    case: &Case<'_>,
    play: &CasePlay,
    switched: Vec<SwitchedDeal>,
) -> SignalPlay {
    let mut acts = Vec::new();
    let mut given_up_doubled = Vec::new();
    let feasible = hands.iter().filter(|(_, hand)| hand.size >= 2 && !hand.is_bust() && up.is_feasible(hand.cards));
    for (id, hand) in feasible.filter(|_| case.is_played()) {
        for (draw, double, surrender) in allowed(hand) {
            acts.push(PlayedHand {
                hand: hand.cards.into(),
                original: hand.original,
                may_draw: draw,
                may_double: double,
                may_surrender: surrender,
                act: play.play.of(id, Allowed { draw, double, surrender }).into(),
            });
        }
        for doubling in Doubling::DOUBLED {
            if play.play.rescues(id, hand, doubling, &case.options) {
                let given = doubling == Doubling::Given;
                given_up_doubled.push(GivenUpDoubled { hand: hand.cards.into(), original: hand.original, given });
            }
        }
    }
    SignalPlay {
        signal: up.dealer.cases()[case.case].signal.clone(),
        ends_round: !case.is_played(),
        split: Value::all().filter(|value| play.split[value.index()]).collect(),
        acts,
        given_up_doubled,
        switched,
    }
}

/// What the rules may let a hand do, whatever spot it is in: draw, double, give up.
fn allowed(hand: &Hand) -> impl Iterator<Item = (bool, bool, bool)> {
    let (may_draw, doubles, surrenders) = (hand.may_draw, hand.doubles, hand.surrenders);
    let draws = [(false, false), (true, false), (true, true)];
    draws.into_iter().filter(move |&(draw, double)| (!draw || may_draw) && (!double || doubles)).flat_map(
        move |(draw, double)| {
            [false, true].into_iter().filter(move |&give_up| !give_up || surrenders).map(move |up| (draw, double, up))
        },
    )
}

fn two_cards(hand: &Hand) -> [Value; 2] {
    let values = Value::all().filter(|value| hand.cards.count(value.index()) > 0);
    let (mut low, mut high) = (Value::TEN, Value::ACE);
    for value in values {
        low = low.min(value);
        high = high.max(value);
    }
    [low, high]
}
