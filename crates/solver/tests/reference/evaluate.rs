//! Values of a round by plain recursion over everything the player can do and every card that can come.

use std::cell::RefCell;
use std::rc::Rc;

use num_traits::{One, Zero};
use rules::Game;
use rustc_hash::FxHashMap;

use super::hand::{Action, Round, settle_round};
use super::table::Table;
use super::total_dependent::Policy;
use super::{Exact, Outcomes};

/// What a decision looks at.
#[derive(Clone, Copy)]
pub(crate) enum Class<'a> {
    /// Every card seen.
    Perfect,
    /// The hand in play only: it is played as if it were the only one, by the best of what the rules still allow.
    ZeroMemory,
    /// A table of cells.
    Cells(&'a Policy),
}

/// The round under one up card and signal, played by one class.
pub(crate) struct Evaluator<'a> {
    game: &'a Game,
    table: &'a Table,
    class: Class<'a>,
    means: RefCell<FxHashMap<Round, Exact>>,
    outcomes: RefCell<FxHashMap<Round, Rc<Outcomes>>>,
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(game: &'a Game, table: &'a Table, class: Class<'a>) -> Self {
        Self { game, table, class, means: RefCell::default(), outcomes: RefCell::default() }
    }

    pub(crate) fn table(&self) -> &'a Table {
        self.table
    }

    /// Expected net result of the round from here on.
    pub(crate) fn mean(&self, round: &Round) -> Exact {
        if let Some(mean) = self.means.borrow().get(round) {
            return *mean;
        }
        let mean = match round.hand() {
            None => self.settled_mean(round),
            Some(hand) if hand.cards.len() == 1 => {
                self.average(round, |card| self.mean(&round.second_card(self.game, card)))
            }
            Some(_) => self.mean_after(round, self.choose(round)),
        };
        self.means.borrow_mut().insert(round.clone(), mean);
        mean
    }

    /// Expected net result of the round if this is done now.
    pub(crate) fn mean_after(&self, round: &Round, action: Action) -> Exact {
        match action {
            Action::Stand => self.mean(&round.stand()),
            Action::Hit => self.average(round, |card| self.mean(&round.draw(card))),
            Action::Double => self.average(round, |card| self.mean(&round.double(card))),
            Action::Surrender => self.mean(&round.surrender()),
            Action::Split => self.mean(&round.split()),
        }
    }

    /// What the class does here; the first of the best in the order of ties.
    pub(crate) fn choose(&self, round: &Round) -> Action {
        let options = round.options(self.game);
        if options == [Action::Stand] {
            return Action::Stand;
        }
        if !matches!(self.class, Class::Perfect) && round.was_split() && options.contains(&Action::Split) {
            // A value that is split is split again as often as the rules allow. That is one decision, not several.
            return Action::Split;
        }
        match self.class {
            Class::Perfect => best(options, |action| self.mean_after(round, action)),
            Class::ZeroMemory => {
                // An unsplit round is itself the hand alone. A hand of a split is played as if it had been dealt.
                let hand = round.hand().expect("a hand with options is in play");
                let alone = Round::alone(hand.clone());
                best(options, |action| self.mean_after(&alone, action))
            }
            Class::Cells(policy) => policy.choose(round, options),
        }
    }

    /// Net result and total wager of the round from here on, under the choices that maximise its mean.
    pub(crate) fn outcomes(&self, round: &Round) -> Rc<Outcomes> {
        let known = self.outcomes.borrow().get(round).cloned();
        known.unwrap_or_else(|| {
            let mut outcomes = Outcomes::new();
            match round.hand() {
                None => {
                    for (&dealer, chance) in self.table.ends(round.seen()).iter() {
                        let outcome = (settle_round(self.game, round, dealer), round.wager());
                        *outcomes.entry(outcome).or_default() += chance;
                    }
                }
                Some(hand) if hand.cards.len() == 1 => {
                    for (card, chance) in self.table.next_cards(round.seen()).iter() {
                        merge(&mut outcomes, &self.outcomes(&round.second_card(self.game, *card)), chance);
                    }
                }
                Some(_) => match self.choose(round) {
                    Action::Stand => merge(&mut outcomes, &self.outcomes(&round.stand()), &Exact::one()),
                    Action::Surrender => merge(&mut outcomes, &self.outcomes(&round.surrender()), &Exact::one()),
                    Action::Split => merge(&mut outcomes, &self.outcomes(&round.split()), &Exact::one()),
                    action => {
                        for (card, chance) in self.table.next_cards(round.seen()).iter() {
                            let next = if action == Action::Hit { round.draw(*card) } else { round.double(*card) };
                            merge(&mut outcomes, &self.outcomes(&next), chance);
                        }
                    }
                },
            }
            let outcomes = Rc::new(outcomes);
            self.outcomes.borrow_mut().insert(round.clone(), Rc::clone(&outcomes));
            outcomes
        })
    }

    fn average(&self, round: &Round, mean: impl Fn(cards::Value) -> Exact) -> Exact {
        self.table.next_cards(round.seen()).iter().map(|(card, chance)| chance * mean(*card)).sum()
    }

    fn settled_mean(&self, round: &Round) -> Exact {
        // All hands of a split meet the same dealer.
        let ends = self.table.ends(round.seen());
        ends.iter().map(|(&dealer, chance)| chance * settle_round(self.game, round, dealer)).sum()
    }
}

fn best(options: Vec<Action>, value: impl Fn(Action) -> Exact) -> Action {
    let mut best: Option<(Action, Exact)> = None;
    for action in options {
        let value = value(action);
        if best.as_ref().is_none_or(|(_, highest)| value > *highest) {
            best = Some((action, value));
        }
    }
    best.map_or(Action::Stand, |(action, _)| action)
}

fn merge(into: &mut Outcomes, from: &Outcomes, chance: &Exact) {
    for (outcome, given) in from {
        *into.entry(*outcome).or_insert_with(Exact::zero) += chance * given;
    }
}
