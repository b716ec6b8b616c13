//! A second, slow road to the figures of the solver, for small shoes.
//!
//! Nothing is clever here. The hole card is an actual card, set aside and unknown: the player holds a belief over its
//! values, found by Bayes from the likelihood of every card seen, and every draw is averaged over that belief. The
//! dealer draws card by card. All hands of a split are kept, card by card, until the dealer has finished, and are then
//! settled together against the same dealer. Every number is a fraction in lowest terms.
//!
//! Results are remembered for states met before, which changes no value.

pub(crate) mod compare;
mod evaluate;
mod fixed;
pub(crate) mod followers;
mod hand;
mod held_cards;
mod opening;
mod settle;
mod table;
mod total_dependent;
mod two_spots;
mod with_dealer;

use std::collections::BTreeMap;
use std::rc::Rc;

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::Zero;
use rules::Game;
use solver::PlayTable;

pub(crate) use evaluate::{Evaluator, Player};
pub(crate) use fixed::DepartingRow;
use fixed::PlayerRule;
pub(crate) use hand::{Action, Doubled, Round};
use opening::UpPlay;
pub(crate) use settle::DealerEnd;
pub(crate) use table::Tables;

pub(crate) use crate::exact::Exact;

/// A whole number over another.
pub(crate) fn ratio(numer: i64, denom: i64) -> Exact {
    Exact::new(numer.into(), denom.into())
}

fn big(value: &Exact) -> BigRational {
    value.big()
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
    /// Whether the attack wager is made.
    pub(crate) attacked: bool,
    pub(crate) probability: BigRational,
    pub(crate) ev: BigRational,
    pub(crate) signals: Vec<SignalReference>,
}

/// A whole round under a strategy class.
pub(crate) struct RoundReference {
    pub(crate) ev: BigRational,
    pub(crate) ups: Vec<UpReference>,
    /// Up cards and signals for which the definition of the class leaves a choice.
    pub(crate) doubtful: Vec<(Value, String)>,
}

/// What a round can come to.
pub(crate) struct Distribution {
    /// Every net result and total wager with their joint probability.
    pub(crate) joint: BTreeMap<(BigRational, BigRational), BigRational>,
}

/// A round as a class plays it, by up card.
pub(crate) struct RoundPlay<'a> {
    reference: &'a Reference<'a>,
    ups: Vec<(Value, UpPlay<'a>)>,
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
        let same = self.game.dealer == game.dealer
            && self.game.hole_card == game.hole_card
            && self.game.switch.is_some() == game.switch.is_some();
        let tables =
            if same { Rc::clone(&self.tables) } else { Rc::new(Tables::new(game, &self.tables.composition())) };
        Reference { game, tables }
    }

    pub(crate) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The round as a class plays it.
    pub(crate) fn play(&self, class: Player) -> RoundPlay<'_> {
        let ups = self.tables.ups().map(|up| (up, UpPlay::best(self.game, &self.tables, up, class))).collect();
        RoundPlay { reference: self, ups }
    }

    /// The round as a table of every decision plays it, whatever shoe the table was made for.
    pub(crate) fn play_of(&self, decisions: &PlayTable) -> RoundPlay<'_> {
        let of = |up| UpPlay::of_decisions(self.game, &self.tables, up, decisions);
        RoundPlay { reference: self, ups: self.tables.ups().map(|up| (up, of(up))).collect() }
    }

    /// The round as a table plays it, with one row of the chart played otherwise under one up card and signal.
    pub(crate) fn play_departing(
        &self,
        decisions: &PlayTable,
        departure: (Value, &str, DepartingRow),
    ) -> RoundPlay<'_> {
        let of = |up| match up == departure.0 {
            true => UpPlay::departing(self.game, &self.tables, decisions, departure),
            false => UpPlay::of_decisions(self.game, &self.tables, up, decisions),
        };
        RoundPlay { reference: self, ups: self.tables.ups().map(|up| (up, of(up))).collect() }
    }

    /// The round as a player's rule has it.
    pub(crate) fn play_by(&self, rule: PlayerRule) -> RoundPlay<'_> {
        let of = |up| UpPlay::of_rule(self.game, &self.tables, up, rule);
        RoundPlay { reference: self, ups: self.tables.ups().map(|up| (up, of(up))).collect() }
    }

    /// Expected net result of a round, by up card and signal.
    pub(crate) fn solve(&self, class: Player) -> RoundReference {
        self.play(class).solve()
    }

    /// The same for total-dependent play, and the up cards and signals for which its definition leaves a choice.
    pub(crate) fn solve_total_dependent(&self) -> (RoundReference, Vec<(Value, String)>) {
        let mut round = self.solve(Player::TotalDependent);
        let doubtful = std::mem::take(&mut round.doubtful);
        (round, doubtful)
    }

    /// The whole distribution of a round's result.
    pub(crate) fn distribution(&self, class: Player) -> Distribution {
        self.play(class).distribution()
    }

    /// One hand's bet in initial wagers: two hands are dealt for an initial wager that is the sum of both.
    fn unit(&self) -> Exact {
        if self.game.switch.is_some() { ratio(1, 2) } else { ratio(1, 1) }
    }
}

impl RoundPlay<'_> {
    /// Expected net result, by up card and signal.
    pub(crate) fn solve(&self) -> RoundReference {
        let mut round = RoundReference { ev: BigRational::zero(), ups: Vec::new(), doubtful: Vec::new() };
        for (up, play) in &self.ups {
            let up = *up;
            let probability = big(self.reference.tables.probability(up));
            let signals: Vec<SignalReference> = play
                .evaluators()
                .map(|evaluator| SignalReference {
                    signal: evaluator.table().signal().to_owned(),
                    holes: evaluator.table().holes().to_vec(),
                    probability: big(evaluator.table().probability()),
                    ev: big(&(play.mean(evaluator) * self.reference.unit())),
                })
                .collect();
            let ev = signals.iter().map(|one| &one.probability * &one.ev).sum();
            round.ev += &probability * &ev;
            round.doubtful.extend(play.doubtful().map(|signal| (up, signal)));
            round.ups.push(UpReference { up, attacked: play.attacked(), probability, ev, signals });
        }
        round
    }

    /// Whether the decisions of a table satisfy the definition of total-dependent play under every signal.
    pub(crate) fn is_stable(&self) -> bool {
        self.ups.iter().flat_map(|(_, play)| play.evaluators()).all(Evaluator::is_stable)
    }

    /// The whole distribution of the result.
    pub(crate) fn distribution(&self) -> Distribution {
        let mut joint = BTreeMap::new();
        let unit = big(&self.reference.unit());
        for (up, play) in &self.ups {
            for evaluator in play.evaluators() {
                let given = big(&(evaluator.table().probability() * self.reference.tables.probability(*up)));
                for ((net, wager), chance) in play.outcomes(evaluator) {
                    let at = (big(&net) * &unit, BigRational::from_integer(wager.into()) * &unit);
                    *joint.entry(at).or_insert_with(BigRational::zero) += &given * big(&chance);
                }
            }
        }
        Distribution { joint }
    }
}

impl Distribution {
    pub(crate) fn mean(&self) -> BigRational {
        self.joint.iter().map(|((net, _), chance)| net * chance).sum()
    }

    /// E[X²].
    pub(crate) fn second_moment(&self) -> BigRational {
        self.joint.iter().map(|((net, _), chance)| net * net * chance).sum()
    }

    /// Expected total wager.
    pub(crate) fn wagered(&self) -> BigRational {
        self.joint.iter().map(|((_, wagered), chance)| wagered * chance).sum()
    }
}

/// Section 1: an ace and any card of value 10 as the initial two cards.
pub(crate) fn is_blackjack(first: Value, second: Value) -> bool {
    (first == Value::ACE && second == Value::TEN) || (first == Value::TEN && second == Value::ACE)
}
