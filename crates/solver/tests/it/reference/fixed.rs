//! Decisions that are given, and not found: those of a table, or of a rule.

use solver::{ChartHand, MayDo, SignalPlay};

use super::hand::{Action, Doubled, Hand, Round};

/// A player's rule: what he does with the hand in play among what he may do.
pub(crate) type PlayerRule = fn(&Round, &[Action]) -> Action;

/// The decisions under one up card and signal.
#[derive(Clone)]
pub(crate) enum FixedDecisions {
    /// Those of a table; none where a discovered blackjack leaves nothing to decide.
    Table(Option<Box<SignalPlay>>),
    /// Those of a table, with one row of its chart played otherwise.
    Departing(Box<SignalPlay>, DepartingRow),
    Rule(PlayerRule),
}

/// What is done with the hands of a row wherever they may do it.
#[derive(Clone, Copy)]
pub(crate) struct DepartingRow {
    pub(crate) row: ChartHand,
    pub(crate) first_two: bool,
    pub(crate) action: Action,
}

impl DepartingRow {
    fn has(&self, hand: &Hand) -> bool {
        let row = match (hand.is_pair(), hand.is_soft()) {
            (true, _) => ChartHand::Pair(hand.cards[0]),
            (false, true) => ChartHand::Soft(hand.total()),
            (false, false) => ChartHand::Hard(hand.total()),
        };
        row == self.row && (hand.cards.len() == 2) == self.first_two && hand.doubled == Doubled::No
    }
}

impl FixedDecisions {
    /// What the table does with the hand in play.
    pub(crate) fn choose(&self, round: &Round, options: &[Action]) -> Action {
        let hand = round.hand().expect("a hand with options is in play");
        let play = match self {
            Self::Table(play) => play.as_ref().expect("a signal under which hands are played"),
            Self::Departing(play, departing) => {
                if departing.has(hand) {
                    let instead = departing.action;
                    if options.contains(&instead) {
                        return instead;
                    }
                    let rest: Vec<Action> = options.iter().copied().filter(|&one| one != Action::Split).collect();
                    return of_table(play, hand, &rest);
                }
                play
            }
            Self::Rule(rule) => return rule(round, options),
        };
        of_table(play, hand, options)
    }
}

fn of_table(play: &SignalPlay, hand: &Hand, options: &[Action]) -> Action {
    let cards = hand.cards.iter().copied().collect();
    if hand.doubled != Doubled::No {
        let given_up = play.gives_up_doubled(&cards, false, hand.doubled == Doubled::Given);
        return if given_up == Some(true) { Action::Surrender } else { Action::Stand };
    }
    if options.contains(&Action::Split) && play.split[hand.cards[0].index()] == Some(true) {
        return Action::Split;
    }
    let may = |action| options.contains(&action);
    let may = MayDo { hit: may(Action::Hit), double: may(Action::Double), surrender: may(Action::Surrender) };
    match play.act(&cards, false, may).expect("a hand of the table") {
        solver::Action::Stand => Action::Stand,
        solver::Action::Hit => Action::Hit,
        solver::Action::Double => Action::Double,
        solver::Action::Surrender => Action::Surrender,
        solver::Action::Split => unreachable!("splits are told apart"),
    }
}
