//! The hands a split card can grow into, and every set of cards the two hands of a split can have removed between them.

use cards::Value;
use rayon::prelude::*;
use rules::Game;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::hands::{HandId, Hands, NO_HAND};
use crate::play::Options;
use crate::removed::Removed;
use crate::settlement::{Doubling, Spot};

/// Position in [`SplitTree::nodes`].
pub(crate) type NodeId = u32;

/// No node: a bust, or a card that may not be drawn.
pub(crate) const NO_NODE: NodeId = NodeId::MAX;

/// A hand of two or more cards that grew from the split card.
#[derive(Debug)]
pub(crate) struct TreeNode {
    pub(crate) hand: HandId,
    pub(crate) cards: Removed,
    pub(crate) counts: [u32; Value::COUNT],
    pub(crate) size: u32,
    pub(crate) may_draw: bool,
    pub(crate) doubles: bool,
    pub(crate) doubling: Doubling,
    pub(crate) surrenders: bool,
    /// Whether the hand, once doubled, may be given up as far as its cards go.
    pub(crate) rescuable: bool,
    pub(crate) can_bust: bool,
    pub(crate) next: [NodeId; Value::COUNT],
    /// Where these cards are among the tree's gone sets.
    pub(crate) gone: u32,
    /// Where the cards after a busting draw are among the tree's gone sets.
    pub(crate) bust: [u32; Value::COUNT],
}

/// The hands from one card of a split pair of this value, in hand order: draws lead to later nodes.
#[derive(Debug)]
pub(crate) struct SplitTree {
    pub(crate) value: usize,
    pub(crate) nodes: Vec<TreeNode>,
    /// The two-card hands, by their second card.
    pub(crate) starts: [NodeId; Value::COUNT],
    /// Every set of cards in which a finished first hand can leave the round, busts included; the second hand's split
    /// card is not among them.
    pub(crate) gone: Vec<Removed>,
    /// For each gone set and node, the union's position among [`SplitTrees::keys`].
    keys: Vec<u32>,
}

impl SplitTree {
    pub(crate) fn key(&self, gone: usize, node: usize) -> usize {
        self.keys[gone * self.nodes.len() + node] as usize
    }

    /// Whether the first hand left these cards by going over 21.
    pub(crate) fn is_bust(&self, gone: usize) -> bool {
        let points: u32 = (1..).zip(self.gone[gone].counts()).map(|(points, count)| points * count).sum();
        points > u32::from(Hands::TWENTY_ONE)
    }

    fn new(game: &Game, hands: &Hands, value: usize) -> Option<Self> {
        let start = hands.single(value)?;
        let one_card = Options::split(game, value, Spot::First).one_card;
        let ids: Vec<HandId> = hands
            .grown_from(start)
            .into_iter()
            .filter(|&id| hands.get(id).size == 2 || (hands.get(id).size > 2 && !one_card))
            .collect();
        let position: FxHashMap<HandId, NodeId> = ids.iter().zip(0..).map(|(&id, node)| (id, node)).collect();
        let mut gone_index: FxHashMap<Removed, u32> = FxHashMap::default();
        let mut gone: Vec<Removed> = Vec::new();
        let mut gone_id = |cards: Removed| {
            *gone_index.entry(cards).or_insert_with(|| {
                gone.push(cards);
                gone.len() as u32 - 1
            })
        };
        let nodes = ids
            .iter()
            .map(|&id| {
                let hand = hands.get(id);
                let may_draw = hand.may_draw && !one_card;
                let can_bust = may_draw && hand.can_bust;
                TreeNode {
                    hand: id,
                    cards: hand.cards,
                    counts: hand.cards.counts(),
                    size: u32::from(hand.size),
                    may_draw,
                    doubles: may_draw && hand.doubles,
                    doubling: Doubling::of(hand),
                    surrenders: hand.surrenders,
                    rescuable: hand.is_rescuable(),
                    can_bust,
                    next: hand.next.map(|next| if may_draw && next != NO_HAND { position[&next] } else { NO_NODE }),
                    gone: gone_id(hand.cards),
                    bust: std::array::from_fn(|card| {
                        let busts = Value::from_index(card)
                            .is_some_and(|card| hand.hard + card.hard_points() > Hands::TWENTY_ONE);
                        if can_bust && busts { gone_id(hand.cards + Removed::one(card)) } else { NO_NODE }
                    }),
                }
            })
            .collect();
        let starts = hands.get(start).next.map(|next| position.get(&next).copied().unwrap_or(NO_NODE));
        Some(Self { value, nodes, starts, gone, keys: Vec::new() })
    }
}

/// The trees of all values that can be split, with the unions of two hands' cards. These do not depend on the up card.
///
/// In six decks there are 37.5 million pairs of a finished first hand and a second hand, over about a million unions.
#[derive(Debug)]
pub(crate) struct SplitTrees {
    pub(crate) trees: Vec<SplitTree>,
    pub(crate) keys: Vec<Removed>,
}

impl SplitTrees {
    pub(crate) fn new(game: &Game, hands: &Hands) -> Self {
        let mut trees: Vec<SplitTree> = if game.split.is_some() {
            (0..Value::COUNT).filter_map(|value| SplitTree::new(game, hands, value)).collect()
        } else {
            Vec::new()
        };
        let per_tree: Vec<Vec<Removed>> = trees
            .par_iter()
            .map(|tree| {
                let mut unions: FxHashSet<Removed> = FxHashSet::default();
                for &gone in &tree.gone {
                    unions.extend(tree.nodes.iter().map(|node| gone + node.cards));
                }
                unions.into_iter().collect()
            })
            .collect();
        let mut keys: Vec<Removed> = per_tree.into_iter().flatten().collect();
        keys.par_sort_unstable();
        keys.dedup();
        let index: FxHashMap<Removed, u32> = keys.iter().zip(0..).map(|(&key, id)| (key, id)).collect();
        for tree in &mut trees {
            tree.keys = tree
                .gone
                .par_iter()
                .flat_map_iter(|&gone| tree.nodes.iter().map(move |node| gone + node.cards))
                .map(|union| index[&union])
                .collect();
        }
        Self { trees, keys }
    }
}
