//! Perfect play of a split pair: every decision sees every card of both hands.
//!
//! The first hand is completed before the second receives a card. When it is finished its expected payoff can be
//! banked at once, because later draws cannot change that expectation; what stays of it is the set of cards gone. So
//! the second hand is solved once for each set of cards that a finished first hand can leave, and the first hand's
//! decisions weigh its own payoff and what the cards it draws do to the second.
//!
//! Values are floats within [`contested`](crate::settlement::Settlement::contested) of the truth. The play they decide is then counted forward exactly; a
//! decision that the floats leave open is settled by counting both of its continuations.

mod first;
mod second;
mod unions;

use cards::Value;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rayon::prelude::*;
use rules::{DoubleCard, Game};

use crate::SolveError;
use crate::case::{Case, pair_hand};
use crate::count::{Entry, Table};
use crate::hands::HandId;
use crate::laws::UpTable;
use crate::play::{Act, Options, Play};
use crate::removed::Removed;
use crate::settlement::{OUTCOMES, RowId, Spot};
use crate::split_tree::{NO_NODE, NodeId, SplitTree, SplitTrees};
use crate::tally::{Tallies, sum_tallies};
use crate::zero_memory::Moments;

use first::FirstPlay;
use second::Scratch;
use unions::{MOST_CASES, PerCase, UnionValues};

/// One split pair under one up card: the trees, and what is needed to value its hands.
pub(crate) struct Split<'a> {
    game: &'a Game,
    up: &'a UpTable,
    table: Table<'a>,
    tree: &'a SplitTree,
    unions: &'a UnionValues,
    /// Indices of the played cases among the dealer's.
    played: &'a [usize],
}

impl Split<'_> {
    /// Whether the card of a doubled hand is not seen before the hands are settled.
    fn double_card_is_hidden(&self) -> bool {
        self.game.double.as_ref().is_some_and(|double| double.card == DoubleCard::Down)
    }

    /// Whether the second of two rows is worth more with these cards gone; `gain` is by how much in floats.
    fn is_better(&self, rows: [RowId; 2], gain: f64, cards: Removed, played: usize) -> Result<bool, SolveError> {
        if gain.abs() > self.table.settlement.contested() {
            return Ok(gain > 0.0);
        }
        let mut laws = self.up.exact_laws();
        let law = laws.at(cards)?;
        let [from, to] = rows;
        Ok(self.table.settlement.gain(&law[self.played[played]], from, to).is_positive())
    }

    /// The exact mean of a tally in one played case, in settlement units.
    fn tally_mean(&self, tally: &Tallies<3>, played: usize) -> Result<BigRational, SolveError> {
        let mut tallies: Vec<Tallies<3>> = vec![Tallies::default(); self.up.dealer.cases().len()];
        tallies[self.played[played]].clone_from(tally);
        let sums = sum_tallies(self.up, &tallies)?;
        Ok(sums.into_iter().nth(self.played[played]).map_or_else(BigRational::zero, |[mean, _, _]| mean))
    }

    /// Both hands played out from first-hand nodes: by the cards removed when each is settled, the weights of mean, square
    /// and double wagers of the round.
    fn round_tally(
        &self,
        first: &FirstPlay,
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
        let second_starts: Vec<(HandId, i64)> =
            tree.deals().into_iter().map(|(node, ways)| (tree.nodes[node as usize].hand, ways)).collect();
        let mut finished: Vec<_> = finished.gone.into_iter().collect();
        finished.sort_unstable_by_key(|&(seen_and_gone, _)| seen_and_gone);
        let mut played_after = None;
        for ((seen, gone), (ways, entry)) in finished {
            let cards = tree.gone[gone as usize];
            if !self.up.is_feasible(cards + beside) {
                continue;
            }
            add(&mut tally, cards + beside, &entry);
            if played_after != Some(seen) {
                self.second_play(seen as usize, played, &mut scratch)?;
                self.count_second_play(seen as usize, &mut scratch, &second_starts, None);
                played_after = Some(seen);
            }
            for (hand, second) in scratch.count.iter() {
                let cards = cards + self.table.hands.get(hand).cards;
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
}

fn add(tally: &mut Tallies<3>, cards: Removed, entry: &Entry) {
    let [mean, square, doubled] = tally.entry(cards).or_default();
    for outcome in 0..OUTCOMES {
        mean[outcome] += entry.mean[outcome];
        square[outcome] += entry.square[outcome];
        doubled[outcome] += entry.doubled;
    }
}

/// The best of stand, hit, double and surrender with its value, not-a-numbers left out, ties to the first. Values that
/// floats cannot tell apart are compared by `exact`.
fn best(values: [f64; 4], contested: f64, mut exact: impl FnMut(Act) -> BigRational) -> (Act, f64) {
    let [stand, hit, double, surrender] = values;
    let mut best = (Act::Stand, stand);
    for (act, value) in [(Act::Hit, hit), (Act::Double, double), (Act::Surrender, surrender)] {
        if value.is_nan() {
            continue;
        }
        let wins = if (value - best.1).abs() > contested { value > best.1 } else { exact(act) > exact(best.0) };
        if wins {
            best = (act, value);
        }
    }
    best
}

/// Perfect play of the pairs of one up card: which are split in each case, and the moments of the rounds that are.
pub(crate) struct PerfectSplits {
    /// By the dealer's cases.
    pub(crate) split: Vec<[bool; Value::COUNT]>,
    /// By the dealer's cases: moments of the rounds with a split, given the up card, weighted by the case.
    pub(crate) moments: Vec<Moments>,
    /// What `gives_up_early` said of every pair.
    pub(crate) decided: Vec<(HandId, bool)>,
}

impl SplitTree {
    fn deals(&self) -> Vec<(NodeId, i64)> {
        self.starts.iter().filter(|&&start| start != NO_NODE).map(|&start| (start, 1)).collect()
    }
}

/// Solves every pair under one up card. `unsplit` is the best unsplit play of each case. Where early
/// surrender is allowed, `gives_up_early` is told a pair and the exact mean of splitting it in every case in which that is
/// best, and says whether the pair is given up before any signal.
///
/// # Errors
/// [`SolveError::ShoeRunsOut`] if two hands can leave the dealer without cards.
pub(crate) fn solve(
    game: &Game,
    trees: &SplitTrees,
    cases: &[Case<'_>],
    unsplit: &[Play],
    gives_up_early: impl Fn(HandId, &[Option<BigRational>]) -> bool,
) -> Result<PerfectSplits, SolveError> {
    let mut result = PerfectSplits {
        split: vec![[false; Value::COUNT]; cases.len()],
        moments: vec![Moments::zero(); cases.len()],
        decided: Vec::new(),
    };
    let played: Vec<usize> = (0..cases.len()).filter(|&case| cases[case].is_played()).collect();
    let Some(&Case { up, table, .. }) = cases.first() else { return Ok(result) };
    if trees.trees.is_empty() {
        return Ok(result);
    }
    let units = cases[0].units();
    let mut tallies: Vec<Tallies<3>> = vec![Tallies::default(); cases.len()];
    // Early surrender is one decision for all cases, so they must be solved together.
    assert!(!cases[0].options.early || played.len() <= MOST_CASES, "at most three ranges and an exposed card");
    for played in played.chunks(MOST_CASES) {
        let unions = UnionValues::new(up, table.settlement, played, &trees.keys)?;
        for tree in &trees.trees {
            let pair = Removed::one(tree.value) + Removed::one(tree.value);
            let Some(pair_hand) = pair_hand(table.hands, tree.value).filter(|_| up.is_feasible(pair)) else { continue };
            let split = Split { game, up, table, tree, unions: &unions, played };
            let second = split.second_values();
            let per_case: Vec<Option<Tallies<3>>> = played
                .par_iter()
                .enumerate()
                .map(|(position, &index)| split.if_better(&cases[index], position, &second, pair_hand, &unsplit[index]))
                .collect::<Result<_, SolveError>>()?;
            if cases[0].options.early {
                let mut means = vec![None; cases.len()];
                for (position, tally) in per_case.iter().enumerate() {
                    if let Some(tally) = tally {
                        means[played[position]] = Some(split.tally_mean(tally, position)? / &units);
                    }
                }
                let gives_up = gives_up_early(pair_hand, &means);
                result.decided.push((pair_hand, gives_up));
                if gives_up {
                    continue;
                }
            }
            let wager = table.settlement.split_wager(Options::split(game, tree.value, Spot::Later).spot);
            for (&index, tally) in played.iter().zip(per_case) {
                let Some(tally) = tally else { continue };
                result.split[index][tree.value] = true;
                add(&mut tallies[index], pair, &Entry { doubled: wager, ..Entry::default() });
                for (cards, weights) in tally {
                    let sums = tallies[index].entry(cards).or_default();
                    sums.iter_mut().flatten().zip(weights.iter().flatten()).for_each(|(sum, weight)| *sum += weight);
                }
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
        let contested = self.table.settlement.contested();
        if split_value < unsplit_value - contested {
            return Ok(None);
        }
        let tally = self.round_tally(&first, played, &self.tree.deals(), None)?;
        if split_value <= unsplit_value + contested {
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
    let act = |id| play.act(id, hands.get(id), &case.options);
    let values = case.act_values(play.rescue.clone(), |id, values| values.of(act(id)));
    values[pair as usize].of(act(pair))
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
    let split = Split { game, up: case.up, table: case.table, tree, unions: &unions, played: &played };
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
    let split = Split { game, up: case.up, table: case.table, tree, unions: &unions, played: &played };
    let mut means = Vec::with_capacity(acts.len());
    match position.other {
        Some(other) => {
            let Some(gone) = tree.gone.iter().position(|&gone| gone == other) else { return Ok(None) };
            let mut scratch = Scratch::default();
            split.second_play(gone, 0, &mut scratch)?;
            for &act in acts {
                split.count_second_play(gone, &mut scratch, &[(position.hand, 1)], Some((position.hand, act)));
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
