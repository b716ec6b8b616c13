//! The hands a split card can grow into, and how the first of two can leave the round.

use cards::Value;
use rules::Game;
use rustc_hash::FxHashSet;

use crate::arithmetic::card_set::CardSet;
use crate::compiled::decisions::Options;
use crate::compiled::hands::{HandId, Hands, NO_HAND};
use crate::compiled::settlement::HandPlace;

/// A hand of two or more cards that grew from the split card.
#[derive(Debug)]
pub(crate) struct TreeNode {
    pub(crate) cards: CardSet,
    pub(crate) may_draw: bool,
    /// The hand after one more card of each value; [`NO_HAND`] for a bust.
    pub(crate) next: [HandId; Value::COUNT],
}

/// The hands from one card of a split pair.
#[derive(Debug)]
pub(crate) struct SplitTree {
    pub(crate) nodes: Vec<TreeNode>,
    /// Every set of cards in which a finished first hand can leave the round, busts included; the second hand's split
    /// card is not among them.
    pub(crate) gone: FxHashSet<CardSet>,
}

impl SplitTree {
    /// The trees of all values that can be split.
    pub(crate) fn all(game: &Game, hands: &Hands) -> Vec<Self> {
        if game.split.is_none() {
            return Vec::new();
        }
        (0..Value::COUNT).filter_map(|value| Self::new(game, hands, value)).collect()
    }

    fn new(game: &Game, hands: &Hands, value: usize) -> Option<Self> {
        let one_card = Options::split(game, value, HandPlace::First).one_card;
        let grown = hands.grown_from(hands.single(value)?).into_iter().map(|id| hands.get(id));
        let nodes: Vec<TreeNode> = grown
            .filter(|hand| hand.size == 2 || (hand.size > 2 && !one_card))
            .map(|hand| TreeNode { cards: hand.cards, may_draw: hand.may_draw && !one_card, next: hand.next })
            .collect();
        let mut gone: FxHashSet<CardSet> = nodes.iter().map(|node| node.cards).collect();
        for node in nodes.iter().filter(|node| node.may_draw) {
            let busts = (0..Value::COUNT).filter(|&card| node.next[card] == NO_HAND);
            gone.extend(busts.map(|card| node.cards + CardSet::one(card)));
        }
        Some(Self { nodes, gone })
    }
}
