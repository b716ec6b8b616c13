//! The sums over the dealer's final hands, with what final hands share taken out.
//!
//! A final hand is a *drawing hand*, at which the dealer draws on, and one last card. In how many orders the cards of a drawing hand M can be drawn does not
//! depend on the last card c. With a(c) cards of its value left, M and then c are drawn in orders(M) × ways(M) × (a(c) − M(c)) ways, where M(c) are the
//! cards of the value in M. So for all M that the same cards end alike,
//!
//! > Σ orders(M) · ways(M) · (a(c) − M(c)) = a(c) · Σ orders(M) · ways(M) − Σ orders(M) · M(c) · ways(M).
//!
//! The first sum on the right is one for all last cards, and few drawing hands hold c already. There are about six final hands for each drawing hand, and
//! finals of every total cost the same.

use std::collections::{BTreeMap, BTreeSet};

use cards::Value;
use rules::HoleCase;
use rustc_hash::FxHashMap;

use super::block::Block;
use super::{Dealer, FinalHand};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::interner::{Interner, find_or_insert_in};
use crate::compiled::settlement::OUTCOMES;

/// One card more on the way to a drawing hand.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// The hand before it, which comes earlier.
    before: usize,
    factor: usize,
}

/// A drawing hand, and how often a sum counts its ways.
#[derive(Debug, Clone, Copy)]
struct CountedHand {
    node: usize,
    times: f64,
}

/// A last card of the drawing hands of a row.
#[derive(Debug, Clone, Copy)]
struct LastCard {
    /// The cards of its value that are left, or left by hands that all hold as many.
    factor: usize,
    row: usize,
}

/// Ends of two lists: what belongs to a bin.
#[derive(Debug, Clone, Copy, Default)]
struct OfBin {
    last_cards: usize,
    repeated: usize,
}

/// How ordered ways are summed by case, end, and cards drawn.
#[derive(Debug)]
pub(super) struct DrawingHands {
    /// Value and how many of it are drawn before.
    factors: Vec<(usize, u32)>,
    /// The first is the hand of no card.
    nodes: Vec<Node>,
    terms: Vec<CountedHand>,
    /// By row, one past its last term.
    rows: Vec<usize>,
    /// By bin.
    last_cards: Vec<LastCard>,
    /// By bin, orders times the cards of the last one's value already drawn, to be subtracted.
    repeated: Vec<CountedHand>,
    bins: Vec<OfBin>,
}

/// What is summed together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bin {
    /// (case × end).
    pub(super) slot: usize,
    /// Cards drawn.
    pub(super) drawn: usize,
    /// Those among them of the value that is left apart; none where no value is.
    pub(super) apart: usize,
}

/// Last cards that end a hand, with the end of each: hands of one number of cards and one list are summed together.
type Endings = Vec<(usize, usize)>;

impl DrawingHands {
    /// The sums of final hands but those of the end `rest`, their bins in order, and whether floats hold every number on the way exactly, for all parts
    /// of the dealer's shoe. Where they do not, nothing is subtracted.
    ///
    /// With a value left apart, hands are summed by how many of its cards they draw too, without the ways to draw those: [`DrawingHands::sum`] must be told that
    /// one is left. Then exact are these sums, and those of bins that differ in that number alone, each times these ways.
    pub(super) fn new(
        dealer: &Dealer,
        end_of: &[usize; OUTCOMES],
        rest: usize,
        apart: Option<usize>,
    ) -> (Self, Vec<Bin>, bool) {
        let mut most_left = dealer.most_left;
        apart.into_iter().for_each(|value| most_left[value] = 1);
        let (hands, bins) = Self::summed(dealer, end_of, rest, apart, true);
        if let Some(sums) = hands.magnitudes(&most_left) {
            let are_held = apart.is_none_or(|value| are_held_together(&bins, &sums, dealer.most_left[value]));
            return (hands, bins, are_held);
        }
        let (hands, bins) = Self::summed(dealer, end_of, rest, apart, false);
        (hands, bins, false)
    }

    /// `subtracts` says whether hands that hold cards of the last one's value are taken from those of all, or summed by how many they hold.
    fn summed(
        dealer: &Dealer,
        end_of: &[usize; OUTCOMES],
        rest: usize,
        apart: Option<usize>,
        subtracts: bool,
    ) -> (Self, Vec<Bin>) {
        let ends = end_of.iter().max().map_or(0, |most| most + 1);
        let held_apart = |hand: CardSet| apart.map_or(0, |value| hand.count(value));
        let mut groups: Interner<(usize, u32, usize, Endings)> = Interner::default();
        let mut hands: Vec<Vec<(CardSet, u64)>> = Vec::new();
        let mut add = |case: usize, endings: Endings, hand: CardSet, orders: u64| {
            let group = groups.find_or_insert((hand.size() as usize, held_apart(hand), case, endings)) as usize;
            hands.resize(hands.len().max(group + 1), Vec::new());
            hands[group].push((hand, orders));
        };
        for (hand, case, stops) in drawn_on(dealer) {
            let counted = stops.iter().filter(|stop| end_of[stop.outcome] != rest);
            let endings = counted.clone().map(|stop| (stop.last, end_of[stop.outcome]));
            match stops.first() {
                Some(first) if stops.iter().all(|stop| stop.orders == first.orders) => {
                    add(case, endings.collect(), hand, first.orders);
                }
                _ => counted.zip(endings).for_each(|(stop, ending)| add(case, vec![ending], hand, stop.orders)),
            }
        }
        let mut tree = Tree::default();
        let (mut terms, mut rows) = (Vec::new(), Vec::new());
        let mut of_bins: BTreeMap<Bin, (Vec<LastCard>, Vec<CountedHand>)> = BTreeMap::new();
        for ((size, held, case, endings), hands) in groups.list.iter().zip(&hands) {
            let others = |hand: CardSet| apart.map_or(hand, |value| hand - CardSet::several(value, *held));
            let mut row = |tree: &mut Tree, is_counted: &dyn Fn(CardSet) -> bool| {
                let counted = hands.iter().filter(|&&(hand, _)| is_counted(hand));
                terms.extend(
                    counted.map(|&(hand, orders)| CountedHand { node: tree.node(others(hand)), times: orders as f64 }),
                );
                rows.push(terms.len());
                rows.len() - 1
            };
            let all = (subtracts && !endings.is_empty()).then(|| row(&mut tree, &|_| true));
            for &(value, end) in endings {
                let is_apart = apart == Some(value);
                let bin =
                    Bin { slot: case * ends + end, drawn: size + 1, apart: *held as usize + usize::from(is_apart) };
                let (last_cards, repeated) = of_bins.entry(bin).or_default();
                if is_apart {
                    let row = all.unwrap_or_else(|| row(&mut tree, &|_| true));
                    last_cards.push(LastCard { factor: tree.factor(value, 0), row });
                    continue;
                }
                if let Some(row) = all {
                    last_cards.push(LastCard { factor: tree.factor(value, 0), row });
                    for &(hand, orders) in hands.iter().filter(|(hand, _)| hand.count(value) > 0) {
                        let times = (orders * u64::from(hand.count(value))) as f64;
                        repeated.push(CountedHand { node: tree.node(others(hand)), times });
                    }
                    continue;
                }
                let numbers: BTreeSet<u32> = hands.iter().map(|&(hand, _)| hand.count(value)).collect();
                for number in numbers {
                    let row = row(&mut tree, &|hand| hand.count(value) == number);
                    last_cards.push(LastCard { factor: tree.factor(value, number), row });
                }
            }
        }
        let ordered = of_bins.keys().copied().collect();
        let Tree { factors, nodes, .. } = tree;
        let mut sums =
            Self { factors, nodes, terms, rows, last_cards: Vec::new(), repeated: Vec::new(), bins: Vec::new() };
        for (last_cards, repeated) in of_bins.into_values() {
            sums.last_cards.extend(last_cards);
            sums.repeated.extend(in_one(repeated));
            sums.bins.push(OfBin { last_cards: sums.last_cards.len(), repeated: sums.repeated.len() });
        }
        (sums, ordered)
    }

    /// By bin its sum, if floats hold every number on the way to a sum of ordered ways exactly, and below 2⁶², for all parts of this shoe.
    ///
    /// All terms are positive and none grows when cards go, so what the whole shoe comes to bounds them. The ordered ways to draw n cards of a
    /// value are a multiple of n!, so a sum is a multiple of the greatest power of two that divides all its terms by their orders and those
    /// factorials; a float holds every such multiple up to 2⁵³ times the power. A difference is held if both its parts are, and what is taken away is no more
    /// than what it is taken from.
    fn magnitudes(&self, most_left: &[u32; Value::COUNT]) -> Option<Vec<Magnitude>> {
        let mut held = true;
        let mut hold = |magnitude: Magnitude| {
            held &= magnitude.is_held();
            magnitude
        };
        let mut nodes: Vec<Magnitude> = Vec::with_capacity(self.nodes.len());
        for (place, node) in self.nodes.iter().enumerate() {
            let (value, used) = self.factors.get(node.factor).copied().unwrap_or_default();
            let drawn = |before: &Magnitude| Magnitude {
                most: before.most * u128::from(most_left[value].saturating_sub(used)),
                twos: before.twos + (used + 1).trailing_zeros(),
            };
            nodes.push(hold(if place == 0 { Magnitude { most: 1, twos: 0 } } else { drawn(&nodes[node.before]) }));
        }
        let sum_of = |terms: &[CountedHand]| {
            // A larger number of orders might have been rounded.
            let is_held = |term: &CountedHand| term.times < (1_u64 << 53) as f64;
            let of_term = |term: &CountedHand| match is_held(term) {
                true => nodes[term.node].times(term.times as u64),
                false => Magnitude { most: u128::MAX, twos: 0 },
            };
            terms.iter().map(of_term).fold(Magnitude::NONE, Magnitude::plus)
        };
        let mut rows: Vec<Magnitude> = Vec::with_capacity(self.rows.len());
        let mut start = 0;
        for &end in &self.rows {
            rows.push(hold(sum_of(&self.terms[start..end])));
            start = end;
        }
        let mut start = OfBin::default();
        let mut sums = Vec::with_capacity(self.bins.len());
        for &end in &self.bins {
            let last_cards = self.last_cards[start.last_cards..end.last_cards].iter().map(|last| {
                let (value, used) = self.factors[last.factor];
                rows[last.row].times_any(most_left[value].saturating_sub(used))
            });
            let all = hold(last_cards.fold(Magnitude::NONE, Magnitude::plus));
            sums.push(hold(all.beside(sum_of(&self.repeated[start.repeated..end.repeated]))));
            start = end;
        }
        held.then_some(sums)
    }

    /// What a block of sums costs, in products of blocks.
    pub(super) fn work(&self) -> usize {
        self.nodes.len() + self.terms.len() + self.last_cards.len() + self.repeated.len() + self.bins.len()
    }

    /// Sums the ordered ways of each bin. `left` are the cards of each value left in each set, hole card included and up card not.
    #[inline(always)]
    pub(super) fn sum<'s>(&self, left: &[Block; Value::COUNT], scratch: &'s mut Vec<Block>) -> &'s [Block] {
        // Every block is written before it is read.
        scratch.resize(self.factors.len() + self.nodes.len() + self.rows.len() + self.bins.len(), Block::ZERO);
        let (factors, scratch) = scratch.split_at_mut(self.factors.len());
        let (ways, scratch) = scratch.split_at_mut(self.nodes.len());
        let (rows, sums) = scratch.split_at_mut(self.rows.len());
        for (factor, &(value, used)) in factors.iter_mut().zip(&self.factors) {
            factor.0 = left[value].0.map(|left| (left - f64::from(used)).max(0.0));
        }
        ways.iter_mut().take(1).for_each(|none| *none = Block::ONE);
        for (place, node) in self.nodes.iter().enumerate().skip(1) {
            ways[place] = ways[node.before].times(&factors[node.factor]);
        }
        let mut start = 0;
        for (row, &end) in rows.iter_mut().zip(&self.rows) {
            let mut sum = Block::ZERO;
            for &CountedHand { node, times } in &self.terms[start..end] {
                sum.add_times(&ways[node], times);
            }
            *row = sum;
            start = end;
        }
        let mut start = OfBin::default();
        for (sum_of, &end) in sums.iter_mut().zip(&self.bins) {
            let mut sum = Block::ZERO;
            for last in &self.last_cards[start.last_cards..end.last_cards] {
                sum.add_product(&rows[last.row], &factors[last.factor]);
            }
            for &CountedHand { node, times } in &self.repeated[start.repeated..end.repeated] {
                sum.add_times(&ways[node], -times);
            }
            *sum_of = sum;
            start = end;
        }
        sums
    }
}

/// Whether floats hold the sums of bins that differ in the cards of the value left apart alone, each times the ways to draw these from at most so many.
fn are_held_together(bins: &[Bin], sums: &[Magnitude], most_left: u32) -> bool {
    let places: Vec<(&Bin, &Magnitude)> = bins.iter().zip(sums).collect();
    let ways = |&(bin, sum): &(&Bin, &Magnitude)| {
        // So many cards that stand in a row are a multiple of their factorial.
        let drawn =
            (0..bin.apart as u32).map(|before| (most_left.saturating_sub(before), (before + 1).trailing_zeros()));
        drawn.fold(*sum, |sum, (left, twos)| Magnitude { twos: sum.twos + twos, ..sum.times_any(left) })
    };
    places
        .chunk_by(|(one, _), (other, _)| (one.slot, one.drawn) == (other.slot, other.drawn))
        .all(|together| together.iter().map(ways).fold(Magnitude::NONE, Magnitude::plus).is_held())
}

/// The same terms, with one for each drawing hand.
fn in_one(mut terms: Vec<CountedHand>) -> Vec<CountedHand> {
    terms.sort_by_key(|term| term.node);
    let of_hands = terms.chunk_by(|one, other| one.node == other.node);
    of_hands
        .map(|of_hand| CountedHand { node: of_hand[0].node, times: of_hand.iter().map(|term| term.times).sum() })
        .collect()
}

/// The most that a whole number can be, and how often two divides it at least.
#[derive(Debug, Clone, Copy)]
struct Magnitude {
    most: u128,
    twos: u32,
}

impl Magnitude {
    const NONE: Self = Self { most: 0, twos: u32::MAX };

    /// Whether a float holds every such number, which is below 2⁶².
    fn is_held(self) -> bool {
        self.most <= 1 << (53 + self.twos.min(62)).min(62)
    }

    fn plus(self, other: Self) -> Self {
        Self { most: self.most.saturating_add(other.most), twos: self.twos.min(other.twos) }
    }

    /// The same of a difference with a smaller number.
    fn beside(self, smaller: Self) -> Self {
        Self { most: self.most, twos: self.twos.min(smaller.twos) }
    }

    fn times(self, times: u64) -> Self {
        Self { most: self.most.saturating_mul(times.into()), twos: self.twos + times.trailing_zeros() }
    }

    /// Times a number of which only the most is known.
    fn times_any(self, most: u32) -> Self {
        Self { most: self.most.saturating_mul(most.into()), twos: self.twos }
    }
}

/// Hands that share the cards that they begin with.
#[derive(Default)]
struct Tree {
    factors: Vec<(usize, u32)>,
    nodes: Vec<Node>,
    places: FxHashMap<CardSet, usize>,
}

impl Tree {
    /// The number of one more card of a value after so many of it.
    fn factor(&mut self, value: usize, drawn: u32) -> usize {
        find_or_insert_in(&mut self.factors, (value, drawn))
    }

    fn node(&mut self, hand: CardSet) -> usize {
        if let Some(&place) = self.places.get(&hand) {
            return place;
        }
        // The lowest card comes last: hands with tens are short, so the fewest hands are passed that are no drawing hands.
        let lowest = lowest(hand);
        let node = lowest.map(|value| Node {
            before: self.node(hand - CardSet::one(value)),
            factor: self.factor(value, hand.count(value) - 1),
        });
        self.nodes.push(node.unwrap_or(Node { before: 0, factor: 0 }));
        self.places.insert(hand, self.nodes.len() - 1);
        self.nodes.len() - 1
    }
}

fn lowest(cards: CardSet) -> Option<usize> {
    (0..Value::COUNT).find(|&value| cards.count(value) > 0)
}

/// The last card of a final hand.
struct StopHand {
    last: usize,
    outcome: usize,
    /// Orders of the cards before.
    orders: u64,
}

/// Final hands by the cards before the last one, and that, if values come in this order. A way comes before those that go on from it.
pub(super) fn last_cards<'d>(
    finals: impl Iterator<Item = &'d (CardSet, FinalHand)>,
    values: impl Iterator<Item = usize> + Clone,
) -> Vec<(Vec<usize>, usize, &'d FinalHand)> {
    let with_last = finals.filter_map(|(drawn, hand)| {
        let drawn = |value| std::iter::repeat_n(value, drawn.count(value) as usize);
        let mut path: Vec<usize> = values.clone().flat_map(drawn).collect();
        let last = path.pop()?;
        Some((path, last, hand))
    });
    let mut with_last: Vec<(Vec<usize>, usize, &FinalHand)> = with_last.collect();
    with_last.sort_unstable_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
    with_last
}

/// The number of one more card of a value after these: of the value, and how many of it are drawn before.
pub(super) fn factor_of(factors: &mut Vec<(usize, u32)>, before: &[usize], value: usize) -> usize {
    let used = before.iter().filter(|&&other| other == value).count();
    find_or_insert_in(factors, (value, used as u32))
}

/// Drawing hands with the last cards that end them, by case.
///
/// Where orders are weighted, they are not those of a drawing hand: each final hand is told once then, with its lowest card last.
fn drawn_on(dealer: &Dealer) -> Vec<(CardSet, usize, Vec<StopHand>)> {
    let finals: FxHashMap<CardSet, &FinalHand> = dealer.finals.iter().map(|(cards, hand)| (*cards, hand)).collect();
    let mut orders = DrawingOrders { dealer, finals: &finals, places: FxHashMap::default(), orders: Vec::new() };
    let is_plain = finals.iter().all(|(&cards, hand)| cards.size() == 1 || orders.all_before(cards) == hand.orders);
    let mut stops: Interner<(CardSet, usize)> = Interner::default();
    let mut of_hand: Vec<Vec<StopHand>> = Vec::new();
    for (cards, hand) in &dealer.finals {
        let lowest = lowest(*cards);
        for last in (0..Value::COUNT).filter(|&value| cards.count(value) > 0 && (is_plain || Some(value) == lowest)) {
            let before = *cards - CardSet::one(last);
            if is_plain && finals.contains_key(&before) {
                continue;
            }
            for (case, &all) in hand.orders.iter().enumerate() {
                let orders = if is_plain && before != CardSet::NONE { orders.in_case(before, case) } else { all };
                if orders > 0 {
                    let place = stops.find_or_insert((before, case)) as usize;
                    of_hand.resize_with(of_hand.len().max(place + 1), Vec::new);
                    of_hand[place].push(StopHand { last, outcome: hand.outcome, orders });
                }
            }
        }
    }
    let mut all: Vec<_> =
        stops.list.into_iter().zip(of_hand).map(|((hand, case), stops)| (hand, case, stops)).collect();
    all.sort_by_key(|&(hand, case, _)| (hand.size(), hand, case));
    all.iter_mut().for_each(|(.., stops)| stops.sort_by_key(|stop| stop.last));
    all
}

/// Orders in which drawing hands can be drawn, by the case of the first card.
struct DrawingOrders<'a> {
    dealer: &'a Dealer,
    finals: &'a FxHashMap<CardSet, &'a FinalHand>,
    /// By hand, the place of its first case.
    places: FxHashMap<CardSet, usize>,
    /// By hand and case.
    orders: Vec<u64>,
}

impl DrawingOrders<'_> {
    fn in_case(&mut self, hand: CardSet, case: usize) -> u64 {
        let place = self.place(hand);
        self.orders[place + case]
    }

    fn place(&mut self, hand: CardSet) -> usize {
        if let Some(&place) = self.places.get(&hand) {
            return place;
        }
        let of_hand: Vec<u64> = match hand.size() {
            1 => {
                let is_first = |hole: &Value| hand.count(hole.index()) > 0;
                let holds = |case: &HoleCase| u64::from(case.holes.values().any(|hole| is_first(&hole)));
                self.dealer.cases.iter().map(holds).collect()
            }
            _ => self.all_before(hand),
        };
        let place = self.orders.len();
        self.orders.extend(of_hand);
        self.places.insert(hand, place);
        place
    }

    /// Those of all drawing hands that one card makes this hand.
    fn all_before(&mut self, hand: CardSet) -> Vec<u64> {
        let mut sum = vec![0; self.dealer.cases.len()];
        for value in (0..Value::COUNT).filter(|&value| hand.count(value) > 0) {
            let before = hand - CardSet::one(value);
            if !self.finals.contains_key(&before) {
                let place = self.place(before);
                sum.iter_mut().zip(&self.orders[place..]).for_each(|(sum, orders)| *sum += orders);
            }
        }
        sum
    }
}
