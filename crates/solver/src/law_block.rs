//! The law of the dealer in floats, for several sets of cards at a time.

use cards::Value;
use pulp::{Arch, Simd, WithSimd};

use crate::dealer::{Dealer, FinalHand, MOST_DEPTH};
use crate::distinct::position;
use crate::removed::Removed;
use crate::settlement::{OUTCOMES, Row};

/// Sets of cards at a time: several vectors, so that sums need not wait for one another.
pub(crate) const BLOCK: usize = 32;

/// One number for each set of cards.
pub(crate) type Block = [f64; BLOCK];

#[derive(Debug)]
struct Node {
    depth: usize,
    factor: usize,
    /// End of the node's part of `stops`.
    stops: usize,
}

/// One up card's dealer, as far as payoffs tell his results apart.
///
/// Results that no payoff tells apart are one *end*. The end with the most hands is not counted: its probability is what
/// is left of the case's.
#[derive(Debug)]
pub(crate) struct LawBlocks {
    nodes: Vec<Node>,
    /// Bin and orders.
    stops: Vec<(usize, f64)>,
    /// (case × end, cards drawn).
    bins: Vec<(usize, usize)>,
    /// Value and how many of it are drawn before.
    factors: Vec<(usize, u32)>,
    /// By case, the hole cards.
    holes: Vec<Vec<usize>>,
    ends: usize,
    rest: usize,
}

/// Results of the dealer that all these rows pay alike: by outcome, the number of its end.
pub(crate) fn ends(rows: &[Row]) -> [usize; OUTCOMES] {
    let pays = |outcome: usize| rows.iter().map(move |row| row[outcome]);
    let mut firsts: Vec<usize> = Vec::new();
    std::array::from_fn(|outcome| {
        firsts.iter().position(|&first| pays(first).eq(pays(outcome))).unwrap_or_else(|| {
            firsts.push(outcome);
            firsts.len() - 1
        })
    })
}

impl LawBlocks {
    pub(crate) fn new(dealer: &Dealer, end_of: &[usize; OUTCOMES]) -> Self {
        let ends = end_of.iter().max().map_or(0, |most| most + 1);
        let mut hands_of = vec![0; ends];
        dealer.finals.iter().for_each(|(_, hand)| hands_of[end_of[hand.outcome]] += 1);
        let rest = (0..ends).max_by_key(|&end| hands_of[end]).unwrap_or(0);
        let mut blocks = Self {
            nodes: Vec::new(),
            stops: Vec::new(),
            bins: Vec::new(),
            factors: Vec::new(),
            holes: dealer.cases().iter().map(|case| case.holes.values().map(Value::index).collect()).collect(),
            ends,
            rest,
        };
        // Tens first: the fewest nodes, because hands with tens are short. A path comes before those that go on from it.
        let path = |drawn: &Removed| -> Vec<usize> {
            (0..Value::COUNT).rev().flat_map(|value| std::iter::repeat_n(value, drawn.count(value) as usize)).collect()
        };
        let counted = dealer.finals.iter().filter(|(_, hand)| end_of[hand.outcome] != rest);
        let mut counted: Vec<(Vec<usize>, &FinalHand)> = counted.map(|(drawn, hand)| (path(drawn), hand)).collect();
        counted.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut previous: &[usize] = &[];
        for (path, hand) in &counted {
            let shared = path.iter().zip(previous).take_while(|(a, b)| a == b).count();
            for depth in shared..path.len() {
                let used = path[..depth].iter().filter(|&&other| other == path[depth]).count();
                let factor = position(&mut blocks.factors, (path[depth], used as u32));
                blocks.nodes.push(Node { depth: depth + 1, factor, stops: blocks.stops.len() });
            }
            for (case, &orders) in hand.orders.iter().enumerate().filter(|&(_, &orders)| orders > 0) {
                let bin = position(&mut blocks.bins, (case * ends + end_of[hand.outcome], path.len()));
                blocks.stops.push((bin, orders as f64));
            }
            if let Some(node) = blocks.nodes.last_mut() {
                node.stops = blocks.stops.len();
            }
            previous = path;
        }
        blocks
    }

    /// Writes the probabilities of each case and end. `left` are the cards of each value left in each set, hole card included
    /// and up card not; all sets have the same number of cards.
    ///
    /// The error is at most 3·10⁻¹³: two roundings a drawn card and three a counted hand, of which there are at most 2,600; all
    /// terms but the one that makes up for the rest are positive and at most 1 together.
    pub(crate) fn laws(
        &self,
        left: &[Block; Value::COUNT],
        unseen: u32,
        scratch: &mut Vec<Block>,
        law: &mut Vec<Block>,
    ) {
        Arch::new().dispatch(Asked { blocks: self, left, unseen, scratch, law });
    }

    #[inline(always)]
    fn sum(&self, left: &[Block; Value::COUNT], unseen: u32, scratch: &mut Vec<Block>, law: &mut Vec<Block>) {
        scratch.clear();
        scratch.resize(self.factors.len() + self.bins.len(), [0.0; BLOCK]);
        let (factors, sums) = scratch.split_at_mut(self.factors.len());
        for (factor, &(value, used)) in factors.iter_mut().zip(&self.factors) {
            *factor = left[value].map(|left| (left - f64::from(used)).max(0.0));
        }
        let mut ways = [[1.0; BLOCK]; MOST_DEPTH + 1];
        let mut stop = 0;
        for node in &self.nodes {
            let (before, factor) = (ways[node.depth - 1], factors[node.factor]);
            let here: Block = std::array::from_fn(|set| before[set] * factor[set]);
            ways[node.depth] = here;
            for &(bin, orders) in &self.stops[stop..node.stops] {
                let sum = &mut sums[bin];
                for (sum, here) in sum.iter_mut().zip(here) {
                    *sum += here * orders;
                }
            }
            stop = node.stops;
        }
        let mut tail = [0.0; MOST_DEPTH + 1];
        let mut all = 1.0;
        for (drawn, tail) in (0..).zip(&mut tail[1..]) {
            all *= f64::from(unseen.saturating_sub(drawn));
            *tail = if all > 0.0 { 1.0 / all } else { 0.0 };
        }
        law.clear();
        law.resize(self.holes.len() * self.ends, [0.0; BLOCK]);
        for (case, holes) in self.holes.iter().enumerate() {
            let rest = &mut law[case * self.ends + self.rest];
            for &hole in holes {
                rest.iter_mut().zip(left[hole]).for_each(|(rest, left)| *rest += left.max(0.0) * tail[1]);
            }
        }
        for (&(slot, depth), sum) in self.bins.iter().zip(sums.iter()) {
            let rest = slot / self.ends * self.ends + self.rest;
            for (set, sum) in sum.iter().enumerate() {
                let probability = sum * tail[depth];
                law[slot][set] += probability;
                law[rest][set] -= probability;
            }
        }
    }
}

/// Laws to be summed with the vectors that the machine has.
struct Asked<'a> {
    blocks: &'a LawBlocks,
    left: &'a [Block; Value::COUNT],
    unseen: u32,
    scratch: &'a mut Vec<Block>,
    law: &'a mut Vec<Block>,
}

impl WithSimd for Asked<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.blocks.sum(self.left, self.unseen, self.scratch, self.law);
    }
}

#[cfg(test)]
mod tests {
    use cards::Composition;
    use rules::Game;

    use super::*;
    use crate::laws::UpTable;

    /// Blocks of sets of cards agree with the exact law within the bound, whichever ends are told apart.
    #[test]
    fn blocks_agree_with_the_exact_law() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/pa-685a-down-under.toml");
        let game: Game = toml::from_str(&std::fs::read_to_string(path).expect("game file")).expect("game");
        let shoe = Composition::decks(1);
        let all_apart: Row = std::array::from_fn(|outcome| outcome as i32);
        let busts_alike: Row =
            std::array::from_fn(|outcome| if (5..10).contains(&outcome) { 5 } else { outcome as i32 });
        let sets: [Removed; BLOCK] = std::array::from_fn(|set| {
            let values = [0, 9, set % Value::COUNT, set / 4, 4];
            values.into_iter().map(Removed::one).sum()
        });
        for (up, row) in Value::all().flat_map(|up| [(up, all_apart), (up, busts_alike)]) {
            let end_of = ends(&[row]);
            let table = UpTable::without_keys(Dealer::new(&game, up, &shoe).expect("a full deck"));
            let blocks = LawBlocks::new(&table.dealer, &end_of);
            let left = std::array::from_fn(|value| sets.map(|set| f64::from(table.left_after(set)[value])));
            let unseen = table.unseen_after(sets[0]);
            let (mut scratch, mut law) = Default::default();
            blocks.sum(&left, unseen, &mut scratch, &mut law);
            let one_at_a_time = law.clone();
            blocks.laws(&left, unseen, &mut scratch, &mut law);
            assert_eq!(law, one_at_a_time, "the same digits whatever vectors the machine has");
            for (at, &set) in sets.iter().enumerate() {
                let exact = table.exact_laws().at(set).expect("enough cards").to_vec();
                for (case, exact) in exact.iter().enumerate() {
                    let mut expected = vec![0.0; blocks.ends];
                    for (&ways, end) in exact.iter().zip(end_of) {
                        expected[end] += ways as f64 / table.law_ways(set) as f64;
                    }
                    for (end, expected) in expected.into_iter().enumerate() {
                        let found = law[case * blocks.ends + end][at];
                        assert!((found - expected).abs() < 1e-12, "{up}, case {case}, end {end}: {found} {expected}");
                    }
                }
            }
        }
    }
}
