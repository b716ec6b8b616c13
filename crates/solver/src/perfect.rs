//! Perfect play of a split pair: every decision sees every card of both hands.
//!
//! The first hand is completed before the second receives a card. When it is finished its expected payoff can be
//! banked at once, because later draws cannot change that expectation; what stays of it is the set of cards gone. So
//! the second hand is solved once for each set of cards that a finished first hand can leave, and the first hand's
//! decisions weigh its own payoff and what the cards it draws do to the second.
//!
//! Values are floats within [`CONTESTED`] of the truth. The play they decide is then counted forward exactly; a
//! decision that the floats leave open is settled by counting both of its continuations.

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rayon::prelude::*;
use rules::Game;
use rustc_hash::FxHashMap;

use crate::SolveError;
use crate::case::{CONTESTED, Case, dot, pair_hand};
use crate::hands::HandId;
use crate::laws::{ExactSum, UpTable};
use crate::play::{Act, Entry, Options, Play};
use crate::removed::Removed;
use crate::settlement::{OUTCOMES, Row, RowId, Settlement, Spot};
use crate::split_tree::{NO_NODE, NodeId, SplitTree, SplitTrees};
use crate::tally::{Tallies, sum_tallies};
use crate::zero_memory::Moments;

/// Most cases of one up card in which a player acts: the three ranges and exposed cards.
const MOST_CASES: usize = 4;

/// One number for each played case.
type PerCase = [f64; MOST_CASES];

/// Values of settled hands after every union of two hands' cards, for the cases of one up card.
struct UnionValues {
    /// For each union and row kind, one value a case.
    values: Vec<PerCase>,
    kinds: usize,
    /// Kind and factor of each row of the settlement.
    of_row: Vec<(usize, f64)>,
}

impl UnionValues {
    /// Rows that are multiples of each other share a kind.
    fn new(up: &UpTable, settlement: &Settlement, played: &[usize], keys: &[Removed]) -> Result<Self, SolveError> {
        let mut kinds: Vec<Row> = Vec::new();
        let of_row = settlement
            .rows()
            .iter()
            .map(|row| {
                let scale = row.iter().fold(0, |scale, &units| gcd(scale, units.abs())).max(1);
                let primitive = row.map(|units| units / scale);
                let kind = kinds.iter().position(|kind| *kind == primitive).unwrap_or_else(|| {
                    kinds.push(primitive);
                    kinds.len() - 1
                });
                (kind, f64::from(scale))
            })
            .collect();
        let per_key: Vec<Vec<PerCase>> = keys
            .par_chunks(1024)
            .map_init(Vec::new, |law, keys| {
                let mut values = Vec::with_capacity(keys.len() * kinds.len());
                for &key in keys {
                    if !up.is_feasible(key) {
                        values.extend(kinds.iter().map(|_| PerCase::default()));
                        continue;
                    }
                    up.float_law(key, law)?;
                    values.extend(kinds.iter().map(|kind| {
                        let mut value = PerCase::default();
                        value.iter_mut().zip(played).for_each(|(value, &case)| *value = dot(kind, &law[case]));
                        value
                    }));
                }
                Ok(values)
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { values: per_key.concat(), kinds: kinds.len(), of_row })
    }

    fn get(&self, key: usize, row: RowId) -> (&PerCase, f64) {
        let (kind, scale) = self.of_row[usize::from(row)];
        (&self.values[key * self.kinds + kind], scale)
    }
}

/// Buffers that one thread uses again for every set of cards gone.
#[derive(Default)]
struct Scratch {
    /// Value of each node, and the same less a bust's in the same place.
    values: Vec<(PerCase, PerCase)>,
    acts: Vec<Act>,
    count: Count,
}

/// A hand's play counted forward: by node at which it is settled, ordered ways with weights.
#[derive(Default)]
struct Count {
    reach: Vec<i64>,
    entries: Vec<Entry>,
    /// Whether a node is among the settled.
    marks: Vec<bool>,
    settled: Vec<NodeId>,
}

impl Count {
    fn clear(&mut self, nodes: usize) {
        if self.reach.len() == nodes {
            for node in self.settled.drain(..) {
                self.entries[node as usize] = Entry::default();
                self.marks[node as usize] = false;
            }
        } else {
            *self = Self {
                reach: vec![0; nodes],
                entries: vec![Entry::default(); nodes],
                marks: vec![false; nodes],
                settled: Vec::new(),
            };
        }
    }

    fn entry(&mut self, node: NodeId) -> &mut Entry {
        if !std::mem::replace(&mut self.marks[node as usize], true) {
            self.settled.push(node);
        }
        &mut self.entries[node as usize]
    }

    fn iter(&self) -> impl Iterator<Item = (NodeId, &Entry)> {
        self.settled.iter().map(|&node| (node, &self.entries[node as usize]))
    }
}

/// One split pair under one up card: the trees, and what is needed to value its hands.
struct Split<'a> {
    game: &'a Game,
    up: &'a UpTable,
    settlement: &'a Settlement,
    tree: &'a SplitTree,
    unions: &'a UnionValues,
    /// Indices of the played cases among the dealer's.
    played: &'a [usize],
}

impl Split<'_> {
    fn may_double(&self) -> bool {
        Options::split(self.game, self.tree.value, Spot::Later).may_double
    }

    /// Values of the second hand's nodes in every played case once these cards are gone. `choose` is told node, case,
    /// and the values of standing, hitting and doubling (not numbers where not allowed), and returns the value kept.
    fn second_hand(
        &self,
        gone: usize,
        scratch: &mut Vec<(PerCase, PerCase)>,
        mut choose: impl FnMut(NodeId, usize, [f64; 3]) -> f64,
    ) -> PerCase {
        let Self { tree, settlement, unions, .. } = self;
        let may_double = self.may_double();
        let bust_row = settlement.bust(false);
        let bust_doubled_row = settlement.bust(true);
        let left = self.up.left_after(tree.gone[gone]);
        let unseen = self.up.unseen_after(tree.gone[gone]);
        scratch.clear();
        scratch.resize(tree.nodes.len(), (PerCase::default(), PerCase::default()));
        for (id, node) in tree.nodes.iter().enumerate().rev() {
            if (0..Value::COUNT).any(|value| node.counts[value] > left[value]) {
                continue;
            }
            let key = tree.key(gone, id);
            let (stand, stand_scale) = unions.get(key, settlement.stand(Spot::Later, node.hand));
            let (bust, bust_scale) = unions.get(key, bust_row);
            let mut hit = [f64::NAN; MOST_CASES];
            let mut double = [f64::NAN; MOST_CASES];
            if node.may_draw {
                let doubles = may_double && node.size == 2;
                let (bust_doubled, bust_doubled_scale) = unions.get(key, bust_doubled_row);
                for case in 0..MOST_CASES {
                    hit[case] = if node.can_bust { bust[case] * bust_scale } else { 0.0 };
                    if doubles {
                        double[case] = if node.can_bust { bust_doubled[case] * bust_doubled_scale } else { 0.0 };
                    }
                }
                let reciprocal = 1.0 / f64::from(unseen - node.size);
                for (value, &next) in node.next.iter().enumerate() {
                    if next == NO_NODE || left[value] == node.counts[value] {
                        continue;
                    }
                    let probability = f64::from(left[value] - node.counts[value]) * reciprocal;
                    let (whole, less_bust) = &scratch[next as usize];
                    let after = if node.can_bust { less_bust } else { whole };
                    for case in 0..MOST_CASES {
                        hit[case] += probability * after[case];
                    }
                    if doubles {
                        let next_key = tree.key(gone, next as usize);
                        let row = settlement.doubled(Spot::Later, tree.nodes[next as usize].hand);
                        let (won, scale) = unions.get(next_key, row);
                        let (lost, lost_scale) = unions.get(next_key, bust_doubled_row);
                        let lost_scale = if node.can_bust { lost_scale } else { 0.0 };
                        for case in 0..MOST_CASES {
                            double[case] += probability * (won[case] * scale - lost[case] * lost_scale);
                        }
                    }
                }
            }
            let (whole, less_bust) = &mut scratch[id];
            for case in 0..self.played.len() {
                whole[case] = choose(id as NodeId, case, [stand[case] * stand_scale, hit[case], double[case]]);
                less_bust[case] = whole[case] - bust[case] * bust_scale;
            }
        }
        let mut value = PerCase::default();
        let after_pair = self.tree.value;
        for (card, &start) in tree.starts.iter().enumerate() {
            let left = left[card] - u32::from(card == after_pair && left[card] > 0);
            if start == NO_NODE || left == 0 {
                continue;
            }
            let probability = f64::from(left) / f64::from(unseen - 1);
            for case in 0..MOST_CASES {
                value[case] += probability * scratch[start as usize].0[case];
            }
        }
        value
    }

    /// The second hand's value after every set of cards gone.
    fn second_values(&self) -> Vec<PerCase> {
        (0..self.tree.gone.len())
            .into_par_iter()
            .map_init(Vec::new, |scratch, gone| {
                let beside = self.tree.gone[gone] + Removed::one(self.tree.value);
                if !self.up.is_feasible(beside) || self.up.unseen_after(beside) == 0 {
                    return PerCase::default();
                }
                self.second_hand(gone, scratch, |_, _, acts| acts.into_iter().fold(f64::NEG_INFINITY, f64::max))
            })
            .collect()
    }

    /// Leaves in `scratch.acts` the second hand's acts in one played case after these cards, every open decision settled.
    fn second_play(&self, gone: usize, played: usize, scratch: &mut Scratch) -> Result<(), SolveError> {
        let Scratch { values, acts, count } = scratch;
        acts.clear();
        acts.resize(self.tree.nodes.len(), Act::Stand);
        let holes = self.up.dealer.cases()[self.played[played]].holes;
        let mut failed = None;
        self.second_hand(gone, values, |node, case, values| {
            if case != played {
                // Not asked for; any value serves.
                return 0.0;
            }
            let (act, value) = best(values, |act| {
                let seen = self.up.left_after(self.tree.gone[gone] + self.tree.nodes[node as usize].cards);
                if holes.values().all(|hole| seen[hole.index()] == 0) {
                    // The signal is impossible with these cards: whatever is done is worth nothing.
                    return BigRational::zero();
                }
                self.count_second(count, acts, &[(node, 1)], Some((node, act)));
                self.second_mean(count, gone, played).unwrap_or_else(|error| {
                    failed = Some(error);
                    BigRational::zero()
                })
            });
            acts[node as usize] = act;
            value
        });
        failed.map_or(Ok(()), Err)
    }

    /// The exact mean of a tally in one played case, in settlement units.
    fn tally_mean(&self, tally: &Tallies<3>, played: usize) -> Result<BigRational, SolveError> {
        let mut tallies: Vec<Tallies<3>> = vec![Tallies::default(); self.up.dealer.cases().len()];
        tallies[self.played[played]].clone_from(tally);
        let sums = sum_tallies(self.up, &tallies)?;
        Ok(sums.into_iter().nth(self.played[played]).map_or_else(BigRational::zero, |[mean, _, _]| mean))
    }

    /// The first hand's best acts in one played case, and its value with the second hand's, given that the pair is dealt.
    fn first_play(&self, case: &Case<'_>, played: usize, second: &[PerCase]) -> Result<(Vec<Act>, f64), SolveError> {
        let Self { tree, settlement, up, .. } = self;
        let beside = Removed::one(tree.value);
        let options = Options::split(self.game, tree.value, Spot::First);
        let mut play = vec![Act::Stand; tree.nodes.len()];
        // Value of the round from a node on, less a bust's in the same place.
        let mut values = vec![0.0; tree.nodes.len()];
        let law = |node: NodeId| up.float_row(tree.nodes[node as usize].cards + beside, case.case);
        let mut failed = None;
        for id in (0..tree.nodes.len() as NodeId).rev() {
            let node = &tree.nodes[id as usize];
            let Some(here) = law(id) else { continue };
            let stand = dot(settlement.row(settlement.stand(Spot::First, node.hand)), here)
                + second[node.gone as usize][played];
            let (mut hit, mut double) = (f64::NAN, f64::NAN);
            if node.may_draw {
                let left = up.left_after(node.cards + beside);
                let unseen = f64::from(up.unseen_after(node.cards + beside));
                let bust_row = settlement.row(settlement.bust(false));
                let bust_doubled_row = settlement.row(settlement.bust(true));
                (hit, double) = if node.can_bust { (dot(bust_row, here), dot(bust_doubled_row, here)) } else { (0.0, 0.0) };
                for card in 0..Value::COUNT {
                    if left[card] == 0 {
                        continue;
                    }
                    let probability = f64::from(left[card]) / unseen;
                    let next = node.next[card];
                    if next == NO_NODE {
                        let after = second[node.bust[card] as usize][played];
                        hit += probability * after;
                        double += probability * after;
                        continue;
                    }
                    let Some(there) = law(next) else { continue };
                    let next_node = &tree.nodes[next as usize];
                    let (mut lost, mut lost_doubled) = (0.0, 0.0);
                    if node.can_bust {
                        (lost, lost_doubled) = (dot(bust_row, there), dot(bust_doubled_row, there));
                    }
                    hit += probability * (values[next as usize] - lost);
                    let row = settlement.row(settlement.doubled(Spot::First, next_node.hand));
                    double += probability * (dot(row, there) - lost_doubled + second[next_node.gone as usize][played]);
                }
                if !(options.may_double && node.size == 2) {
                    double = f64::NAN;
                }
            }
            let (act, value) = best([stand, hit, double], |act| {
                let tally = self.round_tally(&play, played, &[(id, 1)], Some((id, act)));
                match tally.and_then(|tally| self.tally_mean(&tally, played)) {
                    Ok(mean) => mean,
                    Err(error) => {
                        failed = Some(error);
                        BigRational::zero()
                    }
                }
            });
            play[id as usize] = act;
            values[id as usize] = value;
        }
        if let Some(error) = failed {
            return Err(error);
        }
        let pair = beside + beside;
        let left = up.left_after(pair);
        let unseen = f64::from(up.unseen_after(pair));
        let value = tree
            .starts
            .iter()
            .zip(left)
            .filter(|&(&start, _)| start != NO_NODE)
            .map(|(&start, left)| f64::from(left) / unseen * values[start as usize])
            .sum();
        Ok((play, value))
    }

    /// Both hands played out from first-hand nodes: by the cards removed when each is settled, the weights of mean, square
    /// and double wagers of the round.
    fn round_tally(
        &self,
        first: &[Act],
        played: usize,
        starts: &[(NodeId, i64)],
        forced: Option<(NodeId, Act)>,
    ) -> Result<Tallies<3>, SolveError> {
        let tree = self.tree;
        let beside = Removed::one(tree.value);
        let finished = self.first_entries(first, starts, forced);
        let mut tally = Tallies::<3>::default();
        for (node, ways) in &finished.doubled {
            let entry = Entry { doubled: *ways, ..Entry::default() };
            add(&mut tally, tree.nodes[*node as usize].cards + beside, &entry);
        }
        let mut scratch = Scratch::default();
        let second_starts = tree.deals();
        for (gone, (ways, entry)) in finished.gone {
            let cards = tree.gone[gone as usize];
            if !self.up.is_feasible(cards + beside) {
                continue;
            }
            add(&mut tally, cards + beside, &entry);
            self.second_play(gone as usize, played, &mut scratch)?;
            self.count_second(&mut scratch.count, &scratch.acts, &second_starts, None);
            for (node, second) in scratch.count.iter() {
                let cards = cards + tree.nodes[node as usize].cards;
                let [mean, square, doubled] = tally.entry(cards).or_default();
                for outcome in 0..OUTCOMES {
                    mean[outcome] += ways * second.mean[outcome];
                    square[outcome] += ways * second.square[outcome] + 2 * entry.mean[outcome] * second.mean[outcome];
                    doubled[outcome] += ways * second.doubled;
                }
            }
        }
        Ok(tally)
    }

    fn first_entries(&self, play: &[Act], starts: &[(NodeId, i64)], forced: Option<(NodeId, Act)>) -> FirstEntries {
        let tree = self.tree;
        let mut entries = FirstEntries::default();
        let mut reach = vec![0_i64; tree.nodes.len()];
        for &(node, ways) in starts {
            reach[node as usize] += ways;
        }
        for id in 0..tree.nodes.len() {
            let ways = reach[id];
            if ways == 0 {
                continue;
            }
            let node = &tree.nodes[id];
            let act = match forced {
                Some((forced, act)) if forced as usize == id => act,
                _ => play[id],
            };
            let mut settle = |gone: u32, row: RowId| {
                let (settled, entry) = entries.gone.entry(gone).or_default();
                *settled += ways;
                entry.add(self.settlement.row(row), ways);
            };
            if act == Act::Stand {
                settle(node.gone, self.settlement.stand(Spot::First, node.hand));
                continue;
            }
            for card in 0..Value::COUNT {
                match node.next[card] {
                    NO_NODE if node.bust[card] != NO_NODE => {
                        settle(node.bust[card], self.settlement.bust(act == Act::Double));
                    }
                    NO_NODE => {}
                    next if act == Act::Double => {
                        let next = &tree.nodes[next as usize];
                        settle(next.gone, self.settlement.doubled(Spot::First, next.hand));
                    }
                    next => reach[next as usize] += ways,
                }
            }
            if act == Act::Double {
                entries.doubled.push((id as NodeId, ways));
            }
        }
        entries
    }
}

impl Split<'_> {
    /// Counts the second hand's play from `starts`; `forced` replaces the act of one node. Busts are taken as in
    /// [`crate::play::Ledger`].
    fn count_second(&self, count: &mut Count, acts: &[Act], starts: &[(NodeId, i64)], forced: Option<(NodeId, Act)>) {
        let Self { tree, settlement, .. } = self;
        count.clear(tree.nodes.len());
        let mut from = tree.nodes.len();
        for &(node, ways) in starts {
            count.reach[node as usize] += ways;
            from = from.min(node as usize);
        }
        for id in from..tree.nodes.len() {
            let ways = std::mem::take(&mut count.reach[id]);
            if ways == 0 {
                continue;
            }
            let node = &tree.nodes[id];
            let act = match forced {
                Some((forced, act)) if forced as usize == id => act,
                _ => acts[id],
            };
            let grown = || node.next.iter().copied().filter(|&next| next != NO_NODE);
            match act {
                Act::Stand => {
                    let row = settlement.row(settlement.stand(Spot::Later, node.hand));
                    count.entry(id as NodeId).add(row, ways);
                }
                Act::Hit => grown().for_each(|next| count.reach[next as usize] += ways),
                Act::Double => {
                    count.entry(id as NodeId).doubled += ways;
                    for next in grown() {
                        let row = settlement.doubled(Spot::Later, tree.nodes[next as usize].hand);
                        count.entry(next).add(settlement.row(row), ways);
                    }
                }
            }
            if act != Act::Stand && node.can_bust {
                let bust = settlement.row(settlement.bust(act == Act::Double));
                count.entry(id as NodeId).add(bust, ways);
                grown().for_each(|next| count.entry(next).add(bust, -ways));
            }
        }
    }

    /// The exact mean of what was counted, these cards gone before, in settlement units.
    fn second_mean(&self, count: &Count, gone: usize, played: usize) -> Result<BigRational, SolveError> {
        let Self { tree, up, .. } = self;
        let mut sum = ExactSum::new(up);
        let mut law = Vec::new();
        for (node, entry) in count.iter() {
            let cards = tree.gone[gone] + tree.nodes[node as usize].cards;
            if up.is_feasible(cards) {
                up.exact_law(cards, &mut law)?;
                sum.add(cards, &law[self.played[played]], &entry.mean);
            }
        }
        Ok(sum.total())
    }
}

/// How a first hand ends: by the cards gone, the ordered ways and the weights of its result.
#[derive(Default)]
struct FirstEntries {
    gone: FxHashMap<u32, (i64, Entry)>,
    /// Nodes that double, with their ways.
    doubled: Vec<(NodeId, i64)>,
}

fn add(tally: &mut Tallies<3>, cards: Removed, entry: &Entry) {
    let [mean, square, doubled] = tally.entry(cards).or_default();
    for outcome in 0..OUTCOMES {
        mean[outcome] += entry.mean[outcome];
        square[outcome] += entry.square[outcome];
        doubled[outcome] += entry.doubled;
    }
}

/// The best of stand, hit and double with its value, not-a-numbers left out, ties to the first. Values that floats
/// cannot tell apart are compared by `exact`.
fn best(values: [f64; 3], mut exact: impl FnMut(Act) -> BigRational) -> (Act, f64) {
    let [stand, hit, double] = values;
    let mut best = (Act::Stand, stand);
    for (act, value) in [(Act::Hit, hit), (Act::Double, double)] {
        if value.is_nan() {
            continue;
        }
        let wins = if (value - best.1).abs() > CONTESTED { value > best.1 } else { exact(act) > exact(best.0) };
        if wins {
            best = (act, value);
        }
    }
    best
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Perfect play of the pairs of one up card: which are split in each case, and the moments of the rounds that are.
pub(crate) struct PerfectSplits {
    /// By the dealer's cases.
    pub(crate) split: Vec<[bool; Value::COUNT]>,
    /// By the dealer's cases: moments of the rounds with a split, given the up card, weighted by the case.
    pub(crate) moments: Vec<Moments>,
}

/// Indices of the cases in which the player acts.
fn played_cases(cases: &[Case<'_>]) -> Vec<usize> {
    let played: Vec<usize> = (0..cases.len()).filter(|&case| cases[case].is_played()).collect();
    assert!(played.len() <= MOST_CASES, "an up card has at most three ranges and one exposed card");
    played
}

impl SplitTree {
    fn deals(&self) -> Vec<(NodeId, i64)> {
        self.starts.iter().filter(|&&start| start != NO_NODE).map(|&start| (start, 1)).collect()
    }
}

/// Solves every pair under one up card. `unsplit` is the best unsplit play of each case.
///
/// # Errors
/// [`SolveError::ShoeRunsOut`] if two hands can leave the dealer without cards.
pub(crate) fn solve(
    game: &Game,
    trees: &SplitTrees,
    cases: &[Case<'_>],
    unsplit: &[Play],
) -> Result<PerfectSplits, SolveError> {
    let mut result =
        PerfectSplits { split: vec![[false; Value::COUNT]; cases.len()], moments: vec![Moments::zero(); cases.len()] };
    let played = played_cases(cases);
    let Some(&Case { up, table, .. }) = cases.first() else { return Ok(result) };
    if played.is_empty() || trees.trees.is_empty() {
        return Ok(result);
    }
    let unions = UnionValues::new(up, table.settlement, &played, &trees.keys)?;
    let units = cases[0].units();
    let mut tallies: Vec<Tallies<3>> = vec![Tallies::default(); cases.len()];
    for tree in &trees.trees {
        let pair = Removed::one(tree.value) + Removed::one(tree.value);
        let Some(pair_hand) = pair_hand(table.hands, tree.value).filter(|_| up.is_feasible(pair)) else { continue };
        let split = Split { game, up, settlement: table.settlement, tree, unions: &unions, played: &played };
        let second = split.second_values();
        let per_case: Vec<Option<Tallies<3>>> = played
            .par_iter()
            .enumerate()
            .map(|(position, &index)| {
                split.if_better(&cases[index], position, &second, pair_hand, &unsplit[index])
            })
            .collect::<Result<_, SolveError>>()?;
        for (&index, tally) in played.iter().zip(per_case) {
            let Some(tally) = tally else { continue };
            result.split[index][tree.value] = true;
            // The split wager itself.
            add(&mut tallies[index], pair, &Entry { doubled: 1, ..Entry::default() });
            for (cards, weights) in tally {
                let sums = tallies[index].entry(cards).or_default();
                sums.iter_mut().flatten().zip(weights.iter().flatten()).for_each(|(sum, weight)| *sum += weight);
            }
        }
    }
    for (moments, [mean, square, added]) in result.moments.iter_mut().zip(sum_tallies(up, &tallies)?) {
        *moments = Moments { mean: mean / &units, square: square / (&units * &units), added };
    }
    Ok(result)
}

impl Split<'_> {
    /// The round's tally if splitting the pair is worth more than the best play without, which wins a tie.
    fn if_better(
        &self,
        case: &Case<'_>,
        played: usize,
        second: &[PerCase],
        pair: HandId,
        unsplit: &Play,
    ) -> Result<Option<Tallies<3>>, SolveError> {
        let (first, split_value) = self.first_play(case, played, second)?;
        let unsplit_value = unsplit_value(case, unsplit, pair);
        if split_value < unsplit_value - CONTESTED {
            return Ok(None);
        }
        let tally = self.round_tally(&first, played, &self.tree.deals(), None)?;
        if split_value <= unsplit_value + CONTESTED {
            let exact = case.exact_mean(case.options, unsplit, &[(pair, 1)], Removed::NONE, None) * case.units();
            if self.tally_mean(&tally, played)? <= exact {
                return Ok(None);
            }
        }
        Ok(Some(tally))
    }
}

/// The value of the best unsplit play of a pair in floats, in settlement units, given that it is dealt.
fn unsplit_value(case: &Case<'_>, play: &Play, pair: HandId) -> f64 {
    let hands = case.table.hands;
    let values = case.act_values(|id, values| values.of(play.act(id, hands.get(id), false)));
    values[pair as usize].of(play.act(pair, hands.get(pair), case.options.may_double))
}

/// A hand of a split in play.
pub(crate) struct Position {
    /// The split value.
    pub(crate) value: usize,
    /// The hand in play.
    pub(crate) hand: HandId,
    /// The cards of the first hand, if that is finished and the hand in play is the second.
    pub(crate) other: Option<Removed>,
}

/// The exact value of splitting a pair in one case, weighted as [`Case::exact_mean`] weighs the pair.
///
/// # Errors
/// As [`solve`].
pub(crate) fn pair_value(
    game: &Game,
    trees: &SplitTrees,
    cases: &[Case<'_>],
    index: usize,
    value: usize,
) -> Result<BigRational, SolveError> {
    let case = &cases[index];
    let Some(tree) = trees.trees.iter().find(|tree| tree.value == value) else { return Ok(BigRational::zero()) };
    let played = [index];
    let unions = UnionValues::new(case.up, case.table.settlement, &played, &trees.keys)?;
    let split = Split { game, up: case.up, settlement: case.table.settlement, tree, unions: &unions, played: &played };
    let (first, _) = split.first_play(case, 0, &split.second_values())?;
    let tally = split.round_tally(&first, 0, &tree.deals(), None)?;
    Ok(split.tally_mean(&tally, 0)? / case.units())
}

/// The exact values of acts on a hand of a split in one case, weighted by the probability of the cards seen and the
/// case: of the hand in play and of one still to be played. `None` if the hands are none of that split.
///
/// # Errors
/// As [`solve`].
pub(crate) fn hand_values(
    game: &Game,
    trees: &SplitTrees,
    cases: &[Case<'_>],
    index: usize,
    position: &Position,
    acts: &[Act],
) -> Result<Option<Vec<BigRational>>, SolveError> {
    let case = &cases[index];
    let tree = trees.trees.iter().find(|tree| tree.value == position.value);
    let node = tree.and_then(|tree| tree.nodes.iter().position(|node| node.hand == position.hand));
    let (Some(tree), Some(node)) = (tree, node) else { return Ok(None) };
    let node = node as NodeId;
    let played = [index];
    let unions = UnionValues::new(case.up, case.table.settlement, &played, &trees.keys)?;
    let split = Split { game, up: case.up, settlement: case.table.settlement, tree, unions: &unions, played: &played };
    let mut means = Vec::with_capacity(acts.len());
    match position.other {
        Some(other) => {
            let Some(gone) = tree.gone.iter().position(|&gone| gone == other) else { return Ok(None) };
            let mut scratch = Scratch::default();
            split.second_play(gone, 0, &mut scratch)?;
            for &act in acts {
                split.count_second(&mut scratch.count, &scratch.acts, &[(node, 1)], Some((node, act)));
                means.push(split.second_mean(&scratch.count, gone, 0)?);
            }
        }
        None => {
            let (first, _) = split.first_play(case, 0, &split.second_values())?;
            for &act in acts {
                let tally = split.round_tally(&first, 0, &[(node, 1)], Some((node, act)))?;
                means.push(split.tally_mean(&tally, 0)?);
            }
        }
    }
    let units = case.units();
    Ok(Some(means.into_iter().map(|mean| mean / &units).collect()))
}
