//! The law of the dealer's final total, exact, for any cards left in the shoe.
//!
//! For one up card the dealer's final hands are a few hundred to two thousand multisets. Each has a number of
//! drawing orders for every hole card, and its probability is that number times a product of falling factorials
//! over one falling factorial. The multisets form a trie, so that hands share the products of their common cards.

use cards::{Composition, Value};
use rules::{Game, HoleCase, Soft17};
use rustc_hash::FxHashMap;

use crate::SolveError;
use crate::removed::Removed;
use crate::settlement::{FIRST_TOTAL, NATURAL, OUTCOMES};

/// A number a law can be computed in: exact counts, or floats for guidance.
pub(crate) trait Number: Copy + std::ops::AddAssign {
    const ZERO: Self;
    const ONE: Self;
    /// The product with a number of cards or orders.
    fn times(self, count: u64) -> Self;
    fn product(self, other: Self) -> Self;
}

impl Number for u128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;
    // No product overflows: each is part of a sum of ordered draws that `Dealer::new` has bounded.
    fn times(self, count: u64) -> Self {
        self.wrapping_mul(u128::from(count))
    }
    fn product(self, other: Self) -> Self {
        self.wrapping_mul(other)
    }
}

impl Number for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    fn times(self, count: u64) -> Self {
        self * count as f64
    }
    fn product(self, other: Self) -> Self {
        self * other
    }
}

/// One card of a multiset in value order, reached from the node before it at the depth above.
#[derive(Clone, Copy, Debug)]
struct Node {
    value: u8,
    /// Cards of the same value already on the path.
    used: u8,
    /// Number of cards on the path, this one included.
    depth: u8,
    /// First node after this one's descendants.
    skip: u32,
    /// Range in `leaves`.
    leaves: (u32, u32),
}

/// Orders of one final multiset that begin with a hole card of one case.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    /// Index into `bins`.
    bin: u32,
    orders: u64,
}

/// The dealer's play from one up card.
#[derive(Debug)]
pub(crate) struct Dealer {
    up: Value,
    cases: Vec<HoleCase>,
    nodes: Vec<Node>,
    leaves: Vec<Leaf>,
    /// What a bin collects: (case × outcome, cards drawn).
    bins: Vec<(usize, usize)>,
    most_draws: u32,
}

impl Dealer {
    /// # Errors
    /// [`SolveError::ShoeTooLarge`] if the shoe is so large that ordered draws overflow 127 bits.
    pub(crate) fn new(game: &Game, up: Value, shoe: &Composition) -> Result<Self, SolveError> {
        Self::telling_apart(game, up, shoe, &mut |hand, points| Ok(outcome(hand, points)))
    }

    /// The same dealer with other outcomes: `outcome` is told a finished hand, up card included, and its total, and
    /// gives an index below [`OUTCOMES`].
    ///
    /// # Errors
    /// As [`Dealer::new`], and those of `outcome`.
    pub(crate) fn telling_apart(
        game: &Game,
        up: Value,
        shoe: &Composition,
        outcome: &mut impl FnMut(Removed, u8) -> Result<usize, SolveError>,
    ) -> Result<Self, SolveError> {
        let cases = game.hole_cases(up);
        let finals = final_hands(game, up, &cases, shoe, outcome)?;
        let most_draws = finals.iter().map(|(drawn, _)| drawn.size()).max().unwrap_or(0);
        if cards::falling(shoe.total(), most_draws).bits() > 127 {
            return Err(SolveError::ShoeTooLarge);
        }
        let mut dealer = Self { up, cases, nodes: Vec::new(), leaves: Vec::new(), bins: Vec::new(), most_draws };
        dealer.build_trie(finals);
        Ok(dealer)
    }

    pub(crate) fn up(&self) -> Value {
        self.up
    }

    /// The hole card that makes a blackjack, if any does.
    pub(crate) fn natural_hole(&self) -> Option<Value> {
        match self.up {
            Value::ACE => Some(Value::TEN),
            Value::TEN => Some(Value::ACE),
            _ => None,
        }
    }

    /// The cases of this up card; laws are given for each in this order.
    pub(crate) fn cases(&self) -> &[HoleCase] {
        &self.cases
    }

    /// The most cards the dealer ever draws, hole card included.
    pub(crate) fn most_draws(&self) -> u32 {
        self.most_draws
    }

    /// The number of draws, with n cards unseen, in whose ordered outcomes an exact law is counted.
    pub(crate) fn law_draws(&self, unseen: u32) -> u32 {
        self.most_draws.min(unseen)
    }

    /// Writes, for each case and outcome, the ordered ways that the next `law_draws` cards put the hole card into
    /// the case and the dealer at the outcome. Divided by `falling(unseen, law_draws)` that is the probability, given the
    /// cards gone; over all cases it sums to one, unless the shoe can run out.
    ///
    /// `left` are the unseen cards, hole card included, up card not.
    pub(crate) fn exact_law(&self, left: &[u32; Value::COUNT], law: &mut Vec<[u128; OUTCOMES]>) {
        let unseen: u32 = left.iter().sum();
        let draws = self.law_draws(unseen);
        // tail[d]: ordered ways to fill up d cards to `draws`, so that all multisets share a denominator.
        let mut tail = [1_u128; MOST_DEPTH + 1];
        for depth in (0..draws as usize).rev() {
            tail[depth] = tail[depth + 1] * u128::from(unseen - depth as u32);
        }
        self.law_into(left, &tail, law);
    }

    /// The law as probabilities in floats.
    ///
    /// Every term is positive, so the relative error of each probability is at most the number of roundings that
    /// reach it: two a drawn card, three a multiset and case. With at most 13 cards and 2,600 leaves that is below
    /// 3·10⁻¹³ (2⁻⁵³ each).
    pub(crate) fn float_law(&self, left: &[u32; Value::COUNT], law: &mut Vec<[f64; OUTCOMES]>) {
        let unseen: u32 = left.iter().sum();
        let mut tail = [0.0; MOST_DEPTH + 1];
        let mut ways = 1.0;
        for (depth, tail) in tail.iter_mut().enumerate() {
            if depth > 0 {
                ways *= f64::from(unseen.saturating_sub(depth as u32 - 1));
            }
            *tail = if ways > 0.0 { 1.0 / ways } else { 0.0 };
        }
        self.law_into(left, &tail, law);
    }

    fn law_into<N: Number>(
        &self,
        left: &[u32; Value::COUNT],
        tail: &[N; MOST_DEPTH + 1],
        law: &mut Vec<[N; OUTCOMES]>,
    ) {
        let mut sums = vec![N::ZERO; self.bins.len()];
        // ways[d]: ordered draws of the first d cards of the path.
        let mut ways = [N::ONE; MOST_DEPTH + 1];
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            let value = usize::from(node.value);
            let used = u32::from(node.used);
            if left[value] <= used {
                at = node.skip as usize;
                continue;
            }
            let depth = usize::from(node.depth);
            let here = ways[depth - 1].times(u64::from(left[value] - used));
            ways[depth] = here;
            for leaf in &self.leaves[node.leaves.0 as usize..node.leaves.1 as usize] {
                sums[leaf.bin as usize] += here.times(leaf.orders);
            }
            at += 1;
        }
        law.clear();
        law.resize(self.cases.len(), [N::ZERO; OUTCOMES]);
        for (&(slot, depth), &sum) in self.bins.iter().zip(&sums) {
            law[slot / OUTCOMES][slot % OUTCOMES] += sum.product(tail[depth]);
        }
    }

    fn build_trie(&mut self, finals: Vec<(Removed, FinalHand)>) {
        // Tens first: the fewest nodes, because hands with tens are short.
        let mut paths: Vec<(Vec<u8>, FinalHand)> = finals
            .into_iter()
            .map(|(drawn, hand)| {
                let path = (0..Value::COUNT as u8)
                    .rev()
                    .flat_map(|value| (0..drawn.count(usize::from(value))).map(move |_| value))
                    .collect();
                (path, hand)
            })
            .collect();
        paths.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut bins: FxHashMap<(usize, usize), u32> = FxHashMap::default();
        let mut open: Vec<usize> = Vec::new();
        let mut previous: Vec<u8> = Vec::new();
        for (path, hand) in paths {
            let shared = path.iter().zip(&previous).take_while(|(a, b)| a == b).count();
            self.close(&mut open, shared);
            for depth in shared..path.len() {
                let value = path[depth];
                let used = path[..depth].iter().filter(|&&other| other == value).count();
                open.push(self.nodes.len());
                let leaves = (self.leaves.len() as u32, self.leaves.len() as u32);
                self.nodes.push(Node { value, used: used as u8, depth: depth as u8 + 1, skip: 0, leaves });
            }
            for (case, &orders) in hand.orders.iter().enumerate().filter(|&(_, &orders)| orders > 0) {
                let key = (case * OUTCOMES + hand.outcome, path.len());
                let bin = *bins.entry(key).or_insert_with(|| {
                    self.bins.push(key);
                    (self.bins.len() - 1) as u32
                });
                self.leaves.push(Leaf { bin, orders });
            }
            if let Some(&last) = open.last() {
                self.nodes[last].leaves.1 = self.leaves.len() as u32;
            }
            previous = path;
        }
        self.close(&mut open, 0);
    }

    fn close(&mut self, open: &mut Vec<usize>, keep: usize) {
        let end = self.nodes.len() as u32;
        for node in open.drain(keep..) {
            self.nodes[node].skip = end;
        }
    }
}

/// Most cards a dealer can draw: an H17 dealer with an ace limit of 21 reaches 12.
const MOST_DEPTH: usize = 13;

/// A multiset of drawn cards at which the dealer stops.
struct FinalHand {
    outcome: usize,
    /// Orders in which the cards can be drawn, by the case of the first, the hole card.
    orders: Vec<u64>,
}

/// The dealer's total and whether an ace counts 11.
fn total(cards: Removed, ace_limit: u8) -> (u8, bool) {
    let counts = cards.counts();
    let hard: u32 = (1..=10).zip(counts).map(|(points, count)| points * count).sum();
    let elevens = (0..=counts[Value::ACE.index()]).take_while(|aces| hard + 10 * aces <= u32::from(ace_limit)).last();
    let elevens = elevens.unwrap_or(0);
    ((hard + 10 * elevens) as u8, elevens > 0)
}

fn final_hands(
    game: &Game,
    up: Value,
    cases: &[HoleCase],
    shoe: &Composition,
    outcome: &mut impl FnMut(Removed, u8) -> Result<usize, SolveError>,
) -> Result<Vec<(Removed, FinalHand)>, SolveError> {
    let up_card = Removed::one(up.index());
    let mut level: FxHashMap<Removed, Vec<u64>> = FxHashMap::default();
    for (case, hole) in cases.iter().enumerate() {
        for value in hole.holes.values() {
            let mut orders = vec![0; cases.len()];
            orders[case] = 1;
            level.insert(Removed::one(value.index()), orders);
        }
    }
    let mut finals = Vec::new();
    while !level.is_empty() {
        let mut next: FxHashMap<Removed, Vec<u64>> = FxHashMap::default();
        for (drawn, orders) in level {
            let hand = drawn + up_card;
            if Value::all().any(|value| hand.count(value.index()) > u32::from(shoe.count(value))) {
                continue;
            }
            let (points, soft) = total(hand, game.dealer.ace_limit);
            let stands =
                points > FIRST_TOTAL || (points == FIRST_TOTAL && !(soft && game.dealer.soft_17 == Soft17::Hit));
            if stands {
                finals.push((drawn, FinalHand { outcome: outcome(hand, points)?, orders }));
                continue;
            }
            for value in 0..Value::COUNT {
                let more = next.entry(drawn + Removed::one(value)).or_insert_with(|| vec![0; cases.len()]);
                for (sum, &orders) in more.iter_mut().zip(&orders) {
                    *sum += orders;
                }
            }
        }
        level = next;
    }
    Ok(finals)
}

/// Whether these cards are an ace and a ten.
pub(crate) fn is_natural(hand: Removed) -> bool {
    hand == Removed::one(Value::ACE.index()) + Removed::one(Value::TEN.index())
}

fn outcome(hand: Removed, points: u8) -> usize {
    if is_natural(hand) { NATURAL } else { usize::from(points - FIRST_TOTAL) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ace_counts_eleven_up_to_the_limit() {
        let hand = |values: &[usize]| values.iter().fold(Removed::NONE, |hand, &value| hand + Removed::one(value));
        let two_aces = hand(&[0, 0]);
        assert_eq!(total(two_aces, 21), (12, true));
        assert_eq!(total(two_aces, 22), (22, true));
        let ace_five_six = hand(&[0, 4, 5]);
        assert_eq!(total(ace_five_six, 21), (12, false));
        assert_eq!(total(ace_five_six, 22), (22, true));
        // A third ace would make 23, so it and one more count 1.
        assert_eq!(total(hand(&[0, 0, 0]), 22), (13, true));
        assert_eq!(total(hand(&[0, 9, 9]), 22), (21, false));
    }
}
