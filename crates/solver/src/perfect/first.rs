//! The first hand of a split: its own result, and what the cards it draws do to the second.

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use crate::SolveError;
use crate::case::{Case, dot};
use crate::count::Entry;
use crate::perfect::unions::PerCase;
use crate::perfect::{Split, best};
use crate::play::{Act, Options};
use crate::removed::Removed;
use crate::settlement::{RowId, Spot};
use crate::split_tree::{NO_NODE, NodeId};

/// How a first hand ends: by the cards gone, the ordered ways and the weights of its result.
#[derive(Default)]
pub(super) struct FirstEntries {
    pub(super) gone: FxHashMap<u32, (i64, Entry)>,
    /// Nodes that double, with their ways.
    pub(super) doubled: Vec<(NodeId, i64)>,
}

impl Split<'_> {
    /// The first hand's best acts in one played case, and its value with the second hand's, given that the pair is dealt.
    pub(super) fn first_play(
        &self,
        case: &Case<'_>,
        played: usize,
        second: &[PerCase],
    ) -> Result<(Vec<Act>, f64), SolveError> {
        let Self { tree, up, .. } = self;
        let settlement = self.table.settlement;
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
                let bust_row = settlement.row(settlement.bust(Spot::First, false));
                let bust_doubled_row = settlement.row(settlement.bust(Spot::First, true));
                (hit, double) =
                    if node.can_bust { (dot(bust_row, here), dot(bust_doubled_row, here)) } else { (0.0, 0.0) };
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
                if !(options.may_double && node.doubles) {
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

    pub(super) fn first_entries(
        &self,
        play: &[Act],
        starts: &[(NodeId, i64)],
        forced: Option<(NodeId, Act)>,
    ) -> FirstEntries {
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
                entry.add(self.table.settlement.row(row), ways);
            };
            if act == Act::Stand {
                settle(node.gone, self.table.settlement.stand(Spot::First, node.hand));
                continue;
            }
            for card in 0..Value::COUNT {
                match node.next[card] {
                    NO_NODE if node.bust[card] != NO_NODE => {
                        settle(node.bust[card], self.table.settlement.bust(Spot::First, act == Act::Double));
                    }
                    NO_NODE => {}
                    next if act == Act::Double => {
                        let next = &tree.nodes[next as usize];
                        settle(next.gone, self.table.settlement.doubled(Spot::First, next.hand));
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
