//! The strategy that is played: a plain table of decisions.

use std::collections::{HashMap, HashSet};

use cards::{Composition, Value};
use rules::Game;

use crate::hands::Hands;
use crate::options::{Act, May, SPOTS, may};

/// A hand as the plan knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlannedHand {
    /// Its cards.
    pub cards: Composition,
    /// Whether its first two cards are both among the values that the push rule calls original. Looked at only for hands of
    /// three or more cards, and only where the rules pay such hands after a draw.
    pub original: bool,
}

/// Every decision of a player who looks at the hand in play, the up card and the signal.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plan {
    /// By up card, in any order; one for every value in the shoe.
    pub ups: Vec<UpPlan>,
}

/// The decisions under one up card.
#[derive(Clone, PartialEq, Debug)]
pub struct UpPlan {
    /// The up card.
    pub up: Value,
    /// Whether the attack wager is made, in a game that has one.
    pub attack: bool,
    /// Whether even money is taken for a blackjack where it is offered.
    pub even_money: bool,
    /// Player's cards with which insurance is taken where it is offered, in value order: two cards, or the four of two hands.
    pub insured: HashSet<Vec<Value>>,
    /// Two-card hands given up before a dealer blackjack is looked for, where that is allowed.
    pub given_up_early: HashSet<Composition>,
    /// Deals switched before a dealer blackjack is looked for: the cards of the first hand in the order dealt, then those of
    /// the second.
    pub switched_before_check: HashSet<[Value; 4]>,
    /// The decisions under each signal, as [`rules::Game::hole_cases`] names it; one for each signal under which the player
    /// acts.
    pub signals: Vec<SignalPlan>,
}

/// The decisions under one up card and signal.
#[derive(Clone, PartialEq, Debug)]
pub struct SignalPlan {
    /// The signal.
    pub signal: String,
    /// Pairs that are split, and split again wherever that is allowed.
    pub split: HashSet<Value>,
    /// What is done with every hand of two or more cards that is not split, by what it may do.
    pub acts: HashMap<(PlannedHand, May), Act>,
    /// Doubled hands with their card that are given up where that is allowed; the flag says that the house gave the double wager.
    pub given_up_doubled: HashSet<(PlannedHand, bool)>,
    /// Deals switched after a dealer blackjack has been ruled out, as [`UpPlan::switched_before_check`].
    pub switched: HashSet<[Value; 4]>,
}

/// A decision that a plan has to make.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision<'a> {
    /// The up card.
    pub up: Value,
    /// The signal.
    pub signal: &'a str,
    /// The hand in play.
    pub hand: PlannedHand,
    /// Its best total.
    pub total: u8,
    /// Whether an ace counts 11 in it.
    pub soft: bool,
    /// What it may do.
    pub may: May,
}

impl Plan {
    /// A plan for a game by a rule for every hand. It attacks nothing, insures nothing, splits nothing; what the rule returns must
    /// be allowed.
    pub fn by_rule(game: &Game, rule: impl Fn(Decision<'_>) -> Act) -> Self {
        let hands = Hands::new(game);
        let ups = Value::all().map(|up| {
            let signals = game.hole_cases(up).into_iter().filter(|case| !case.ends_round);
            let signals = signals.map(|case| {
                let mut acts = HashMap::new();
                for hand in hands.list.iter().filter(|hand| hand.size >= 2) {
                    let known = PlannedHand { cards: hand.cards, original: hand.original && hand.size > 2 };
                    for may in SPOTS.map(|spot| may(game, spot, hand)) {
                        let decision =
                            Decision { up, signal: &case.signal, hand: known, total: hand.total, soft: hand.soft, may };
                        acts.insert((known, may), rule(decision));
                    }
                }
                SignalPlan {
                    signal: case.signal,
                    split: HashSet::new(),
                    acts,
                    given_up_doubled: HashSet::new(),
                    switched: HashSet::new(),
                }
            });
            UpPlan {
                up,
                attack: false,
                even_money: false,
                insured: HashSet::new(),
                given_up_early: HashSet::new(),
                switched_before_check: HashSet::new(),
                signals: signals.collect(),
            }
        });
        Self { ups: ups.collect() }
    }
}
