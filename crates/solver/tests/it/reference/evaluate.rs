//! Values of a round by plain recursion over everything the player can do and every card that can come.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use cards::Value;
use num_traits::{One, Zero};
use rules::Game;
use rustc_hash::FxHashMap;

use super::fixed::FixedDecisions;
use super::hand::{Action, Round, doubles_face_down};
use super::settle::settle_round;
use super::table::{Deal, Table};
use super::total_dependent::{Policy, TotalDependent, is_stable};
use super::{Exact, Outcomes};

/// What a decision looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    /// Every card seen.
    Perfect,
    /// The hand in play only: it is played as if it were the only one, by the best of what the rules still allow.
    CompositionDependent,
    /// A table of cells.
    TotalDependent,
    /// The same, with more care about whether its definition leaves more than one table.
    TotalDependentFromEverywhere,
}

impl Player {
    /// Whether it plays by a table of cells.
    pub(crate) fn has_cells(self) -> bool {
        matches!(self, Self::TotalDependent | Self::TotalDependentFromEverywhere)
    }
}

/// The decisions of a class.
enum Play {
    Perfect,
    CompositionDependent,
    Cells(Policy),
    Fixed(FixedDecisions),
}

/// What comes next: one thing, or any card with its probability.
pub(crate) enum Next {
    Sure(Round),
    Draw(Vec<(Exact, Round)>),
}

/// The round under one up card and signal, with or without an attack wager, played by one class.
pub(crate) struct Evaluator<'a> {
    game: &'a Game,
    table: &'a Table,
    attacked: bool,
    play: Play,
    /// Whether the definition of the class leaves more than one play.
    doubtful: bool,
    means: RefCell<FxHashMap<Round, Exact>>,
    outcomes: RefCell<FxHashMap<Round, Rc<Outcomes>>>,
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(game: &'a Game, table: &'a Table, class: Player, attacked: bool) -> Self {
        Self::without(game, table, class, attacked, &BTreeSet::new())
    }

    /// The same where these deals are given up before they are played. That changes which hands a table of cells is
    /// made for, and no other class.
    pub(crate) fn without(
        game: &'a Game,
        table: &'a Table,
        class: Player,
        attacked: bool,
        given_up: &BTreeSet<Deal>,
    ) -> Self {
        let (play, doubtful) = match class {
            Player::Perfect => (Play::Perfect, false),
            Player::CompositionDependent => (Play::CompositionDependent, false),
            Player::TotalDependent | Player::TotalDependentFromEverywhere => {
                let from_everywhere = class == Player::TotalDependentFromEverywhere;
                let found = TotalDependent::new(game, table, (attacked, from_everywhere), given_up);
                (Play::Cells(found.policy), found.doubtful)
            }
        };
        let (means, outcomes) = Default::default();
        Self { game, table, attacked, play, doubtful, means, outcomes }
    }

    pub(crate) fn of_policy(game: &'a Game, table: &'a Table, policy: Policy, attacked: bool) -> Self {
        let (means, outcomes) = Default::default();
        Self { game, table, attacked, play: Play::Cells(policy), doubtful: false, means, outcomes }
    }

    pub(crate) fn of_decisions(game: &'a Game, table: &'a Table, fixed: FixedDecisions, attacked: bool) -> Self {
        let (means, outcomes) = Default::default();
        Self { game, table, attacked, play: Play::Fixed(fixed), doubtful: false, means, outcomes }
    }

    /// Whether decisions that are given satisfy the definition of total-dependent play.
    pub(crate) fn is_stable(&self) -> bool {
        match &self.play {
            Play::Fixed(decisions) => is_stable(self.game, self.table, self.attacked, decisions),
            _ => unreachable!("decisions that are given"),
        }
    }

    pub(crate) fn table(&self) -> &'a Table {
        self.table
    }

    pub(crate) fn doubtful(&self) -> bool {
        self.doubtful
    }

    /// Expected net result of the round from here on.
    pub(crate) fn mean(&self, round: &Round) -> Exact {
        if let Some(mean) = self.means.borrow().get(round) {
            return *mean;
        }
        let mean = match self.onward(round, &[]) {
            Some(next) => self.mean_of(&next),
            None => self.settled_mean(round),
        };
        self.means.borrow_mut().insert(round.clone(), mean);
        mean
    }

    /// Expected net result of the round if this is done now.
    pub(crate) fn mean_after(&self, round: &Round, action: Action) -> Exact {
        self.mean_of(&self.after(round, action, &[]))
    }

    fn mean_of(&self, next: &Next) -> Exact {
        match next {
            Next::Sure(round) => self.mean(round),
            Next::Draw(rounds) => rounds.iter().map(|(chance, round)| chance * self.mean(round)).sum(),
        }
    }

    /// What the round goes on with when these cards are gone besides its own, unless it is over.
    pub(crate) fn onward(&self, round: &Round, beside: &[Value]) -> Option<Next> {
        match (round.hand(), round.face_down()) {
            (Some(hand), _) if hand.cards.len() == 1 => Some(self.draw(round, beside, |card| round.draw(card))),
            (Some(_), _) => Some(self.after(round, self.choose(round), beside)),
            (None, Some(index)) => Some(self.draw(round, beside, |card| round.turn(index, card))),
            (None, None) => None,
        }
    }

    /// What an action leads to.
    fn after(&self, round: &Round, action: Action, beside: &[Value]) -> Next {
        match action {
            Action::Stand => Next::Sure(round.stand()),
            Action::Hit => self.draw(round, beside, |card| round.draw(card)),
            Action::Double if doubles_face_down(self.game) => Next::Sure(round.double_face_down(self.game)),
            Action::Double => self.draw(round, beside, |card| round.double(self.game, card)),
            Action::Surrender => Next::Sure(round.surrender()),
            Action::Split => Next::Sure(round.split()),
        }
    }

    fn draw(&self, round: &Round, beside: &[Value], next: impl Fn(Value) -> Round) -> Next {
        let cards = self.table.next_cards(round.seen().chain(beside.iter().copied()));
        Next::Draw(cards.iter().map(|(card, chance)| (*chance, next(*card))).collect())
    }

    /// What the class does here; the first of the best in the order of ties.
    pub(crate) fn choose(&self, round: &Round) -> Action {
        let options = round.options(self.game);
        if options == [Action::Stand] {
            return Action::Stand;
        }
        if !matches!(self.play, Play::Perfect) && round.was_split() && options.contains(&Action::Split) {
            // A value that is split is split again as often as the rules allow. That is one decision, not several.
            return Action::Split;
        }
        match &self.play {
            Play::Perfect => best(options, |action| self.mean_after(round, action)),
            Play::CompositionDependent => {
                // An unsplit round is itself the hand alone. A hand of a split is played as if it had been dealt.
                let hand = round.hand().expect("a hand with options is in play");
                let alone = Round::alone(hand, self.attacked);
                best(options, |action| self.mean_after(&alone, action))
            }
            Play::Cells(policy) => policy.choose(round, options),
            Play::Fixed(fixed) => fixed.choose(round, &options),
        }
    }

    /// Net result and total wager of the round from here on, under the choices that maximise its mean.
    pub(crate) fn outcomes(&self, round: &Round) -> Rc<Outcomes> {
        let known = self.outcomes.borrow().get(round).cloned();
        known.unwrap_or_else(|| {
            let mut outcomes = Outcomes::new();
            match self.onward(round, &[]) {
                Some(Next::Sure(next)) => merge(&mut outcomes, &self.outcomes(&next), &Exact::one()),
                Some(Next::Draw(all)) => {
                    all.iter().for_each(|(chance, next)| merge(&mut outcomes, &self.outcomes(next), chance));
                }
                None => {
                    for (&dealer, chance) in self.table.ends(round.seen()).iter() {
                        let outcome = (settle_round(self.game, round, dealer), round.wager(self.game));
                        *outcomes.entry(outcome).or_default() += chance;
                    }
                }
            }
            let outcomes = Rc::new(outcomes);
            self.outcomes.borrow_mut().insert(round.clone(), Rc::clone(&outcomes));
            outcomes
        })
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
