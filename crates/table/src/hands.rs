//! The player's hands as numbers: a dense table says which hand a card makes of a hand.

use std::collections::HashMap;

use cards::{Composition, Value};
use rules::Game;

/// Index of a hand.
pub(crate) type HandId = u16;

/// The card busts the hand.
pub(crate) const BUST: HandId = HandId::MAX;

/// What is known of a hand by its cards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand {
    pub(crate) cards: Composition,
    pub(crate) size: u8,
    /// Total with aces counted 1.
    pub(crate) hard: u8,
    /// Best total.
    pub(crate) total: u8,
    /// Whether an ace counts 11 in it.
    pub(crate) soft: bool,
    /// Whether the first two cards are both of values that the push rule names, where that is told apart.
    pub(crate) original: bool,
}

impl Hand {
    /// Index of the value of a pair.
    pub(crate) fn pair(&self) -> Option<usize> {
        if self.size == 2 { self.cards.counts().iter().position(|&count| count == 2) } else { None }
    }

    /// An ace and a ten-valued card.
    pub(crate) fn is_ace_and_ten(&self) -> bool {
        self.size == 2 && self.total == 21
    }
}

/// Every hand that is not busted, those of fewer cards first.
#[derive(Debug)]
pub(crate) struct Hands {
    pub(crate) list: Vec<Hand>,
    /// By hand and value of the next card.
    next: Vec<[HandId; Value::COUNT]>,
    single: [HandId; Value::COUNT],
    /// By values of the first and second card.
    dealt: [[HandId; Value::COUNT]; Value::COUNT],
}

impl Hands {
    pub(crate) fn new(game: &Game) -> Self {
        let originals: Vec<Value> = game.push.as_ref().map(|push| push.originals.clone()).unwrap_or_default();
        let keeps = game.push.as_ref().is_some_and(|push| push.originals_after_draw);
        let is_original =
            |cards: &Composition| Value::all().all(|value| cards.count(value) == 0 || originals.contains(&value));
        let mut list: Vec<Hand> = Vec::new();
        let mut index: HashMap<(Composition, bool), HandId> = HashMap::new();
        let mut from = 0;
        let mut next: Vec<[HandId; Value::COUNT]> = Vec::new();
        let mut single = [BUST; Value::COUNT];
        for value in Value::all() {
            single[value.index()] = list.len() as HandId;
            list.push(hand(Composition::EMPTY.with(value), false));
        }
        while from < list.len() {
            let Hand { size, total, soft, .. } = list[from];
            // A hand that may not draw grows no further.
            let grows = size == 1 || game.draw.allows(total, soft);
            let grown = Value::all().map(|value| {
                let cards = list[from].cards.with(value);
                if !grows || list[from].hard + value.hard_points() > 21 {
                    return BUST;
                }
                let original = if list[from].size == 1 { is_original(&cards) } else { list[from].original && keeps };
                *index.entry((cards, original)).or_insert_with(|| {
                    list.push(hand(cards, original));
                    (list.len() - 1) as HandId
                })
            });
            let grown: Vec<HandId> = grown.collect();
            next.push(std::array::from_fn(|value| grown[value]));
            from += 1;
        }
        let dealt = std::array::from_fn(|first| std::array::from_fn(|second| next[usize::from(single[first])][second]));
        Self { list, next, single, dealt }
    }

    pub(crate) fn get(&self, id: HandId) -> &Hand {
        &self.list[usize::from(id)]
    }

    /// The hand after one more card.
    pub(crate) fn next(&self, id: HandId, value: usize) -> HandId {
        self.next[usize::from(id)][value]
    }

    /// One card.
    pub(crate) fn single(&self, value: usize) -> HandId {
        self.single[value]
    }

    /// Two cards.
    pub(crate) fn dealt(&self, first: usize, second: usize) -> HandId {
        self.dealt[first][second]
    }
}

fn hand(cards: Composition, original: bool) -> Hand {
    let hard: u8 = Value::all().map(|value| value.hard_points() * cards.count(value) as u8).sum();
    let soft = cards.count(Value::ACE) > 0 && hard + 10 <= 21;
    Hand { cards, size: cards.total() as u8, hard, total: if soft { hard + 10 } else { hard }, soft, original }
}
