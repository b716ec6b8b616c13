//! A second, slow road to the figures of the solver, for small shoes.
//!
//! Nothing is clever here. The hole card is an actual card, set aside and unknown: the player holds a belief over its
//! values, found by Bayes from the likelihood of every card seen, and every draw is averaged over that belief. The
//! dealer draws card by card. Both hands of a split are kept, card by card, until the dealer has finished, and are then
//! settled together against the same dealer. Every number is a fraction in lowest terms.
//!
//! Results are remembered for states met before, which changes no value.

mod evaluate;
mod hand;
mod table;
mod total_dependent;

use std::collections::BTreeMap;
use std::rc::Rc;

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{EvenMoney, Game};

pub(crate) use evaluate::{Class, Evaluator};
pub(crate) use hand::{Action, Hand, Place, Round, settle};
pub(crate) use table::Tables;
pub(crate) use total_dependent::TotalDependent;

/// An exact number.
pub(crate) type Exact = BigRational;

/// A whole number over another.
pub(crate) fn ratio(numer: i64, denom: i64) -> Exact {
    Exact::new(numer.into(), denom.into())
}

/// Net result and total wager of a round, with their joint probability.
pub(crate) type Outcomes = BTreeMap<(Exact, Exact), Exact>;

/// One signal under one up card.
pub(crate) struct SignalReference {
    pub(crate) signal: String,
    pub(crate) holes: Vec<Value>,
    /// Given the up card.
    pub(crate) probability: Exact,
    pub(crate) ev: Exact,
}

/// One up card.
pub(crate) struct UpReference {
    pub(crate) up: Value,
    pub(crate) probability: Exact,
    pub(crate) ev: Exact,
    pub(crate) signals: Vec<SignalReference>,
}

/// A whole round under a strategy class.
pub(crate) struct RoundReference {
    pub(crate) ev: Exact,
    pub(crate) ups: Vec<UpReference>,
}

/// A game with a shoe.
pub(crate) struct Reference<'a> {
    game: &'a Game,
    tables: Rc<Tables>,
}

impl<'a> Reference<'a> {
    pub(crate) fn new(game: &'a Game, shoe: Composition) -> Self {
        Self { game, tables: Rc::new(Tables::new(game, &shoe)) }
    }

    /// Another game from the same shoe. What is remembered of the dealer is kept if his rules are the same.
    pub(crate) fn for_readings<'b>(&self, game: &'b Game) -> Reference<'b> {
        let same = self.game.dealer == game.dealer && self.game.hole_card == game.hole_card;
        let tables =
            if same { Rc::clone(&self.tables) } else { Rc::new(Tables::new(game, &self.tables.composition())) };
        Reference { game, tables }
    }

    pub(crate) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Expected net result of a round, by up card and signal.
    pub(crate) fn solve(&self, class: Class) -> RoundReference {
        let ups: Vec<UpReference> = self
            .tables
            .ups()
            .map(|up| {
                let signals: Vec<SignalReference> = self
                    .tables
                    .of(up)
                    .map(|table| {
                        let evaluator = Evaluator::new(self.game, table, class);
                        let mut ev = Exact::zero();
                        for (&(first, second), chance) in table.deals() {
                            ev += chance * self.mean_of_deal(&evaluator, first, second);
                        }
                        SignalReference {
                            signal: table.signal().to_owned(),
                            holes: table.holes().to_vec(),
                            probability: table.probability().clone(),
                            ev,
                        }
                    })
                    .collect();
                let ev = signals.iter().map(|one| &one.probability * &one.ev).sum();
                UpReference { up, probability: self.tables.probability(up).clone(), ev, signals }
            })
            .collect();
        RoundReference { ev: ups.iter().map(|up| &up.probability * &up.ev).sum(), ups }
    }

    /// Net result and total wager of a round, jointly.
    pub(crate) fn outcomes(&self, class: Class) -> Outcomes {
        let mut outcomes = Outcomes::new();
        for up in self.tables.ups() {
            for table in self.tables.of(up) {
                let evaluator = Evaluator::new(self.game, table, class);
                for (&(first, second), chance) in table.deals() {
                    let chance = chance * table.probability() * self.tables.probability(up);
                    match self.settled_at_once(up, table.ends_round(), first, second) {
                        Some(net) => *outcomes.entry((net, Exact::one())).or_default() += chance,
                        None => {
                            for (outcome, given_deal) in evaluator.outcomes(&Round::deal(first, second)).iter() {
                                *outcomes.entry(outcome.clone()).or_default() += &chance * given_deal;
                            }
                        }
                    }
                }
            }
        }
        outcomes
    }

    /// The probability of every net result of a round.
    pub(crate) fn net_results(&self, class: Class) -> BTreeMap<Exact, Exact> {
        let mut results = BTreeMap::new();
        for ((net, _), chance) in self.outcomes(class) {
            *results.entry(net).or_insert_with(Exact::zero) += chance;
        }
        results
    }

    fn mean_of_deal(&self, evaluator: &Evaluator<'_>, first: Value, second: Value) -> Exact {
        let table = evaluator.table();
        self.settled_at_once(table.up(), table.ends_round(), first, second)
            .unwrap_or_else(|| evaluator.mean(&Round::deal(first, second)))
    }

    /// What is settled before anybody acts: 7(h) and 7(i)(1), and the even money of 7(g) where it is offered.
    fn settled_at_once(&self, up: Value, dealer_blackjack: bool, first: Value, second: Value) -> Option<Exact> {
        let natural = is_blackjack(first, second);
        let wide = |odds: rules::Odds| ratio(*odds.ratio().numer(), *odds.ratio().denom());
        if natural && up == Value::ACE {
            if let EvenMoney::Offered(odds) = self.game.natural.even_money {
                // The hole card is one of the cards that are neither the ace up nor the player's two.
                let (tens, unseen) = self.tables.tens_behind_ace_against_blackjack();
                let refused = wide(self.game.natural.pays) * (Exact::one() - ratio(tens, unseen));
                if wide(odds) > refused {
                    return Some(wide(odds));
                }
            }
        }
        match (dealer_blackjack, natural) {
            (true, true) => Some(Exact::zero()),
            (true, false) => Some(-Exact::one()),
            (false, true) => Some(wide(self.game.natural.pays)),
            (false, false) => None,
        }
    }
}

/// Section 1: an ace and any card of value 10 as the initial two cards.
pub(crate) fn is_blackjack(first: Value, second: Value) -> bool {
    (first == Value::ACE && second == Value::TEN) || (first == Value::TEN && second == Value::ACE)
}
