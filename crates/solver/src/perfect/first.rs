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
use crate::play::{Act, Options, Rescue};
use crate::removed::Removed;
use crate::settlement::{Doubling, RowId, Spot};
use crate::split_tree::{NO_NODE, NodeId};

/// How a first hand ends: by the cards that the player has seen go and the cards gone, the ordered ways and the weights
/// of its result.
#[derive(Default)]
pub(super) struct FirstEntries {
    pub(super) gone: FxHashMap<(u32, u32), (i64, Entry)>,
    /// Nodes that double, with their ways times the wager.
    pub(super) doubled: Vec<(NodeId, i64)>,
}

/// A first hand's decisions.
#[derive(Default)]
pub(super) struct FirstPlay {
    pub(super) acts: Vec<Act>,
    /// By node.
    rescue: Rescue,
}

impl Split<'_> {
    /// The first hand's best acts in one played case, and its value with the second hand's, given that the pair is dealt.
    pub(super) fn first_play(
        &self,
        case: &Case<'_>,
        played: usize,
        second: &[PerCase],
    ) -> Result<(FirstPlay, f64), SolveError> {
        let Self { tree, up, .. } = self;
        let settlement = self.table.settlement;
        let beside = Removed::one(tree.value);
        let options = Options::split(self.game, tree.value, Spot::First);
        let nodes = tree.nodes.len();
        let mut play = FirstPlay { acts: vec![Act::Stand; nodes], rescue: Rescue::never(nodes) };
        let hidden = self.double_card_is_hidden();
        // Value of the round from a node on, less a bust's in the same place.
        let mut values = vec![0.0; tree.nodes.len()];
        let law = |node: NodeId| up.float_row(tree.nodes[node as usize].cards + beside, case.case);
        let mut failed = None;
        for id in (0..tree.nodes.len() as NodeId).rev() {
            let node = &tree.nodes[id as usize];
            let Some(here) = law(id) else { continue };
            let rest = second[node.gone as usize][played];
            let stand = dot(settlement.row(settlement.finished(Spot::First, Doubling::No, node.hand)), here) + rest;
            let surrender = if options.may_surrender && node.surrenders {
                dot(settlement.row(settlement.surrender(Spot::First, Doubling::No)), here) + rest
            } else {
                f64::NAN
            };
            for doubling in Doubling::DOUBLED.into_iter().filter(|_| options.may_rescue && node.rescuable) {
                let rows = [
                    settlement.finished(Spot::First, doubling, node.hand),
                    settlement.surrender(Spot::First, doubling),
                ];
                let [kept, given_up] = rows.map(|row| dot(settlement.row(row), here));
                let rescued = self.is_better(rows, given_up - kept, node.cards + beside, played)?;
                play.rescue.set(doubling, id, rescued);
            }
            let (mut hit, mut double) = (f64::NAN, f64::NAN);
            if node.may_draw {
                let left = up.left_after(node.cards + beside);
                let unseen = f64::from(up.unseen_after(node.cards + beside));
                let bust_row = settlement.row(settlement.bust(Spot::First, Doubling::No));
                let bust_doubled_row = settlement.row(settlement.bust(Spot::First, node.doubling));
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
                        double += probability * if hidden { rest } else { after };
                        continue;
                    }
                    let Some(there) = law(next) else { continue };
                    let next_node = &tree.nodes[next as usize];
                    let (mut lost, mut lost_doubled) = (0.0, 0.0);
                    if node.can_bust {
                        (lost, lost_doubled) = (dot(bust_row, there), dot(bust_doubled_row, there));
                    }
                    hit += probability * (values[next as usize] - lost);
                    let row = settlement.row(self.doubled_row(&play, next, node.doubling));
                    let after = if hidden { rest } else { second[next_node.gone as usize][played] };
                    double += probability * (dot(row, there) - lost_doubled + after);
                }
                if !(options.may_double && node.doubles) {
                    double = f64::NAN;
                }
            }
            let (act, value) = best([stand, hit, double, surrender], settlement.contested(), |act| {
                let tally = self.round_tally(&play, played, &[(id, 1)], Some((id, act)));
                match tally.and_then(|tally| self.tally_mean(&tally, played)) {
                    Ok(mean) => mean,
                    Err(error) => {
                        failed = Some(error);
                        BigRational::zero()
                    }
                }
            });
            play.acts[id as usize] = act;
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

    /// The row of a first hand that was doubled and has its card.
    fn doubled_row(&self, play: &FirstPlay, node: NodeId, doubling: Doubling) -> RowId {
        if play.rescue.of(doubling, node) {
            self.table.settlement.surrender(Spot::First, doubling)
        } else {
            self.table.settlement.finished(Spot::First, doubling, self.tree.nodes[node as usize].hand)
        }
    }

    pub(super) fn first_entries(
        &self,
        play: &FirstPlay,
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
                _ => play.acts[id],
            };
            let settlement = self.table.settlement;
            let doubling = if act == Act::Double { node.doubling } else { Doubling::No };
            let hides = act == Act::Double && self.double_card_is_hidden();
            let mut settle = |gone: u32, row: RowId| {
                let seen = if hides { node.gone } else { gone };
                let (settled, entry) = entries.gone.entry((seen, gone)).or_default();
                *settled += ways;
                entry.add(settlement.row(row), ways);
            };
            if act == Act::Stand {
                settle(node.gone, settlement.finished(Spot::First, Doubling::No, node.hand));
                continue;
            }
            if act == Act::Surrender {
                settle(node.gone, settlement.surrender(Spot::First, Doubling::No));
                continue;
            }
            for card in 0..Value::COUNT {
                match node.next[card] {
                    NO_NODE if node.bust[card] != NO_NODE => {
                        settle(node.bust[card], settlement.bust(Spot::First, doubling));
                    }
                    NO_NODE => {}
                    next if act == Act::Double => {
                        settle(tree.nodes[next as usize].gone, self.doubled_row(play, next, doubling));
                    }
                    next => reach[next as usize] += ways,
                }
            }
            if act == Act::Double {
                entries.doubled.push((id as NodeId, ways * settlement.double_wager(Spot::First, doubling)));
            }
        }
        entries
    }
}
