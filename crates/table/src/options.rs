//! What a hand may do by the rules.

use cards::Value;
use rules::{Cards, Game, SplitAces, SurrenderWhen};

use crate::hands::Hand;

/// An action on a hand; splitting is apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Take no more cards.
    Stand,
    /// Take a card.
    Hit,
    /// Double the wager for exactly one card.
    Double,
    /// Give up part of the wager.
    Surrender,
}

/// What a hand may do besides standing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct May {
    /// Draw a card.
    pub draw: bool,
    /// Double.
    pub double: bool,
    /// Be given up.
    pub surrender: bool,
}

/// Where a hand is in the round, as far as that decides what it may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HandPlace {
    Unsplit,
    Split,
    /// Of a split pair of aces that receive one card each.
    OneCard,
}

pub(crate) const SPOTS: [HandPlace; 3] = [HandPlace::Unsplit, HandPlace::Split, HandPlace::OneCard];

/// What a hand may do besides standing and splitting.
pub(crate) fn may(game: &Game, spot: HandPlace, hand: &Hand) -> May {
    let split = spot != HandPlace::Unsplit;
    let draw = spot != HandPlace::OneCard && game.draw.allows(hand.total, hand.soft);
    let number = |cards: Cards| hand.size == 2 || cards == Cards::Any;
    let double = draw
        && game.double.as_ref().is_some_and(|rule| {
            let [low, high] = rule.hard_totals;
            let total = if hand.soft { rule.soft } else { (low..=high).contains(&hand.total) };
            total && number(rule.cards) && (!split || rule.after_split)
        });
    let surrender = hand.total < 21
        && game.surrender.as_ref().is_some_and(|rule| {
            let here = match (rule.when, split) {
                (SurrenderWhen::Never, _) => false,
                (_, true) => rule.after_split && (spot == HandPlace::Split || rule.split_aces),
                (SurrenderWhen::Late, false) => true,
                // Two cards are given up before a blackjack is looked for or not at all.
                (SurrenderWhen::Early, false) => rule.cards == Cards::Any && hand.size > 2,
            };
            here && number(rule.cards)
        });
    May { draw, double, surrender }
}

/// Whether the house gives the double wager.
pub(crate) fn is_given(game: &Game, hand: &Hand) -> bool {
    let totals = game.double.as_ref().and_then(|rule| rule.free_hard_totals);
    hand.size == 2 && !hand.soft && totals.is_some_and(|[low, high]| (low..=high).contains(&hand.total))
}

/// Whether the hands of a split pair of this value receive one card each.
pub(crate) fn split_spot(game: &Game, value: usize) -> HandPlace {
    let one = game.split.as_ref().is_some_and(|split| split.aces == SplitAces::OneCard);
    if one && value == Value::ACE.index() { HandPlace::OneCard } else { HandPlace::Split }
}
