//! A pair that may be split: what is known of its hands whatever cards are left.

use cards::Value;
use rules::Game;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::interner::Interner;
use crate::compiled::hands::{HandId, Hands};
use crate::compiled::settlement::HandPlace;
use crate::compiled::split_plan::{SecondCard, SplitPlan};
use crate::dealer::{SetFamily, families};

/// What is known of second cards.
pub(super) const SECONDS: [SecondCard; 2] = [SecondCard::Any, SecondCard::Other];
/// The first hand of a split, and the others, which may be settled otherwise but are played alike.
pub(super) const PLACES: [HandPlace; 2] = [HandPlace::First, HandPlace::Later];

/// How often hands count by what is known of their second cards: in all places together, and as later hands.
pub(super) type PlaceTimes = [[f64; SECONDS.len()]; PLACES.len()];

/// A pair that may be split.
#[derive(Debug)]
pub(super) struct PairToSplit {
    pub(super) value: usize,
    /// The hands that a split card can grow into, in index order.
    pub(super) order: Vec<HandId>,
    /// By hand, its position in order; of no meaning for others.
    pub(super) position_of: Vec<usize>,
    /// By cards of the value gone besides, one less.
    pub(super) times: Vec<PlaceTimes>,
    /// The place of its [`SplitSets`].
    pub(super) sets: usize,
    /// By position, the number of the set that the hand has there.
    pub(super) set_of: Vec<usize>,
}

/// Sets of cards beside which the dealer decides hands of splits.
///
/// Where the hands of a pair stand beside different numbers of the pair's cards, these cards are left apart and sets are its hands. Where they stand beside one, sets
/// are hands with it, and all such pairs share them.
#[derive(Debug)]
pub(super) struct SplitSets {
    /// The value that is left apart.
    pub(super) apart: Option<usize>,
    /// Those of the pair; of no meaning beyond their number if nothing is left apart.
    pub(super) times: Vec<PlaceTimes>,
    pub(super) families: Vec<SetFamily>,
    /// The same by all cards but aces, if nothing is left apart.
    pub(super) by_aces: Vec<SetFamily>,
    pub(super) number: usize,
}

impl PairToSplit {
    /// Without sets; `None` if the game allows no split.
    fn new(game: &Game, hands: &Hands, value: usize) -> Option<Self> {
        let start = hands.single(value)?;
        let most_hands = game.split.as_ref()?.most_hands(value);
        if most_hands < 2 {
            return None;
        }
        let plan = SplitPlan::new(most_hands);
        let mut times = vec![PlaceTimes::default(); 1 + plan.most_extra() as usize];
        for (&((second, place), extra), &number) in &plan.hands {
            let second = usize::from(second != SECONDS[0]);
            times[extra as usize][0][second] += number as f64;
            if place != PLACES[0] {
                times[extra as usize][1][second] += number as f64;
            }
        }
        let order = hands.grown_from(start);
        let mut position_of = vec![0; hands.len()];
        (0..).zip(&order).for_each(|(position, &id)| position_of[id as usize] = position);
        Some(Self { value, order, position_of, times, sets: 0, set_of: Vec::new() })
    }

    /// Cards of the value gone besides a hand, where they may be so many.
    pub(super) fn beside(&self) -> impl Iterator<Item = u32> + use<> {
        1..=self.times.len() as u32
    }

    /// The most cards of a hand with those of the value gone besides.
    pub(super) fn most_cards(&self, hands: &Hands) -> u32 {
        let longest = self.order.iter().map(|&id| hands.get(id).cards.size()).max().unwrap_or(0);
        longest + self.times.len() as u32
    }
}

impl SplitSets {
    fn new(apart: Option<usize>, times: &[PlaceTimes], sets: &[CardSet]) -> Self {
        let by_aces = if apart.is_none() { families(Some(Value::ACE.index()), sets) } else { Vec::new() };
        Self { apart, times: times.to_vec(), families: families(apart, sets), by_aces, number: sets.len() }
    }
}

/// The pairs that may be split, and the sets of their hands.
pub(super) fn pairs_to_split(game: &Game, hands: &Hands) -> (Vec<PairToSplit>, Vec<SplitSets>) {
    let mut pairs: Vec<PairToSplit> =
        (0..Value::COUNT).filter_map(|value| PairToSplit::new(game, hands, value)).collect();
    let mut shared = Interner::default();
    let mut sets = Vec::new();
    for pair in &mut pairs {
        let cards = pair.order.iter().map(|&id| hands.get(id).cards);
        if pair.times.len() == 1 {
            pair.set_of = cards.map(|cards| shared.find_or_insert(cards + CardSet::one(pair.value)) as usize).collect();
        } else {
            pair.sets = sets.len();
            sets.push(SplitSets::new(Some(pair.value), &pair.times, &cards.collect::<Vec<_>>()));
            pair.set_of = (0..pair.order.len()).collect();
        }
    }
    if !shared.list.is_empty() {
        pairs.iter_mut().filter(|pair| pair.times.len() == 1).for_each(|pair| pair.sets = sets.len());
        sets.push(SplitSets::new(None, &[PlaceTimes::default()], &shared.list));
    }
    (pairs, sets)
}
