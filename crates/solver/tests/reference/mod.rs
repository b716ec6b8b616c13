//! A second, slow road to the figures of the solver, for small shoes.
//!
//! Nothing is clever here. The hole card is an actual card, set aside and unknown: the player holds a belief over its
//! values, found by Bayes from the likelihood of every card seen, and every draw is averaged over that belief. The
//! dealer draws card by card. All hands of a split are kept, card by card, until the dealer has finished, and are then
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
use num_rational::{BigRational, Ratio};
use num_traits::{One, Zero};
use rules::{EvenMoney, Game};

pub(crate) use evaluate::{Class, Evaluator};
pub(crate) use hand::{Action, DealerEnd, Round};
use table::Table;
pub(crate) use table::Tables;
use total_dependent::TotalDependent;

/// An exact number within the reference. Small shoes need no more than 128 bits; if one did, the overflow checks that are
/// on in every profile would stop the test.
pub(crate) type Exact = Ratio<i128>;

/// A whole number over another.
pub(crate) fn ratio(numer: i64, denom: i64) -> Exact {
    Exact::new(numer.into(), denom.into())
}

/// The same number as the solver writes it.
fn big(value: &Exact) -> BigRational {
    BigRational::new((*value.numer()).into(), (*value.denom()).into())
}

/// What odds pay for a unit.
fn odds(odds: rules::Odds) -> Exact {
    ratio(*odds.ratio().numer(), *odds.ratio().denom())
}

/// Net result and total wager of a round, with their joint probability.
type Outcomes = BTreeMap<(Exact, i64), Exact>;

/// One signal under one up card.
pub(crate) struct SignalReference {
    pub(crate) signal: String,
    pub(crate) holes: Vec<Value>,
    /// Given the up card.
    pub(crate) probability: BigRational,
    pub(crate) ev: BigRational,
}

/// One up card.
pub(crate) struct UpReference {
    pub(crate) up: Value,
    pub(crate) probability: BigRational,
    pub(crate) ev: BigRational,
    pub(crate) signals: Vec<SignalReference>,
}

/// A whole round under a strategy class.
pub(crate) struct RoundReference {
    pub(crate) ev: BigRational,
    pub(crate) ups: Vec<UpReference>,
}

/// What a round can come to.
pub(crate) struct Distribution {
    /// Every net result with its probability.
    pub(crate) net: BTreeMap<BigRational, BigRational>,
    /// Expected total wager.
    pub(crate) wagered: BigRational,
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
    pub(crate) fn solve(&self, class: Class<'_>) -> RoundReference {
        self.by_signal(|table| self.mean_of_signal(table, class))
    }

    /// The same for total-dependent play, and the up cards and signals for which its definition leaves a choice.
    pub(crate) fn solve_total_dependent(&self) -> (RoundReference, Vec<(Value, String)>) {
        let mut doubtful = Vec::new();
        let round = self.by_signal(|table| {
            let play = TotalDependent::new(self.game, table);
            if play.doubtful {
                doubtful.push((table.up(), table.signal().to_owned()));
            }
            self.mean_of_signal(table, Class::Cells(&play.policy))
        });
        (round, doubtful)
    }

    fn by_signal(&self, mut mean: impl FnMut(&Table) -> Exact) -> RoundReference {
        let mut round = RoundReference { ev: BigRational::zero(), ups: Vec::new() };
        for up in self.tables.ups() {
            let probability = big(self.tables.probability(up));
            let signals: Vec<SignalReference> = self
                .tables
                .of(up)
                .map(|table| SignalReference {
                    signal: table.signal().to_owned(),
                    holes: table.holes().to_vec(),
                    probability: big(table.probability()),
                    ev: big(&mean(table)),
                })
                .collect();
            let ev = signals.iter().map(|one| &one.probability * &one.ev).sum();
            round.ev += &probability * &ev;
            round.ups.push(UpReference { up, probability, ev, signals });
        }
        round
    }

    fn mean_of_signal(&self, table: &Table, class: Class<'_>) -> Exact {
        let evaluator = Evaluator::new(self.game, table, class);
        table
            .deals()
            .iter()
            .map(|(&(first, second), chance)| {
                let settled = self.settled_at_once(table, first, second);
                let mean = settled.map(|nets| nets.iter().map(|(net, given)| net * given).sum::<Exact>());
                chance * mean.unwrap_or_else(|| evaluator.mean(&Round::deal(first, second)))
            })
            .sum()
    }

    /// The whole distribution of a round's result.
    pub(crate) fn distribution(&self, class: Class<'_>) -> Distribution {
        let mut distribution = Distribution { net: BTreeMap::new(), wagered: BigRational::zero() };
        for up in self.tables.ups() {
            for table in self.tables.of(up) {
                let evaluator = Evaluator::new(self.game, table, class);
                for (&(first, second), chance) in table.deals() {
                    let chance = big(&(chance * table.probability() * self.tables.probability(up)));
                    let outcomes = match self.settled_at_once(table, first, second) {
                        Some(nets) => Rc::new(nets.into_iter().map(|(net, given)| ((net, 1), given)).collect()),
                        None => evaluator.outcomes(&Round::deal(first, second)),
                    };
                    for ((net, wager), given_deal) in outcomes.iter() {
                        let chance = &chance * big(given_deal);
                        distribution.wagered += &chance * BigRational::from_integer((*wager).into());
                        *distribution.net.entry(big(net)).or_insert_with(BigRational::zero) += chance;
                    }
                }
            }
        }
        distribution
    }

    /// What no play can change: 7(h) and 7(i)(1), and the even money of 7(g) where it is offered. Each net result with
    /// its probability.
    fn settled_at_once(&self, table: &Table, first: Value, second: Value) -> Option<Vec<(Exact, Exact)>> {
        let natural = is_blackjack(first, second);
        let surely = |net| Some(vec![(net, Exact::one())]);
        if natural
            && table.up() == Value::ACE
            && let EvenMoney::Offered(offered) = self.game.natural.even_money
        {
            // Accepted or refused before the signal: the hole card is any card but the ace up and the player's two.
            let (tens, unseen) = self.tables.tens_behind_ace_against_blackjack();
            let refused = odds(self.game.natural.pays) * ratio(unseen - tens, unseen);
            if odds(offered) > refused {
                return surely(odds(offered));
            }
        }
        match (table.ends_round(), natural) {
            (true, true) => surely(Exact::zero()),
            (true, false) => surely(-Exact::one()),
            (false, true) => {
                // A dealer blackjack that was not looked for may still come to light; the wager is then returned.
                let ends = table.ends([first, second].into_iter());
                let tied = ends.get(&DealerEnd::Blackjack).copied().unwrap_or_default();
                let nets = [(odds(self.game.natural.pays), Exact::one() - tied), (Exact::zero(), tied)];
                Some(nets.into_iter().filter(|(_, chance)| !chance.is_zero()).collect())
            }
            (false, false) => None,
        }
    }
}

impl Distribution {
    pub(crate) fn mean(&self) -> BigRational {
        self.net.iter().map(|(net, chance)| net * chance).sum()
    }

    /// E[X²].
    pub(crate) fn second_moment(&self) -> BigRational {
        self.net.iter().map(|(net, chance)| net * net * chance).sum()
    }
}

/// Section 1: an ace and any card of value 10 as the initial two cards.
pub(crate) fn is_blackjack(first: Value, second: Value) -> bool {
    (first == Value::ACE && second == Value::TEN) || (first == Value::TEN && second == Value::ACE)
}
