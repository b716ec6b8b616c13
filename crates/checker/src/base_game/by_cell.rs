//! Charts by total: what a decision is compared with is summed over the hands that no total tells apart.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::{best, giving_up_is_best};
use crate::Refusal;
use crate::hands::{Hand, VALUES, name};
use crate::pay::{Doubled, Spot};
use crate::round::{ActionValues, Reach, Round};
use crate::strategy::{Act, Permitted, Row};

/// What a total-dependent player sees of his hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    first_two: bool,
    soft: bool,
    total: u8,
    pair: Option<usize>,
}

impl Cell {
    pub(super) fn of(hand: &Hand) -> Self {
        Self { first_two: hand.size == 2, soft: hand.soft, total: hand.total, pair: hand.pair() }
    }
}

/// Every act must be worth at least as much as every other, summed over the hands of its cell by the chance to come to them under
/// the strategy itself; a cell it never comes to, under always hitting.
pub(super) fn best_by_cell(
    round: &Round<'_>,
    play: &Row,
    actions: &[ActionValues],
    early: &[bool],
    here: &str,
) -> Result<(), Refusal> {
    let hands = &round.hands.list;
    let unsplit = |id: usize| play.act(id, round.may(Spot::Unsplit, None, &hands[id]));
    let natural = |id: usize| hands[id].is_ace_and_ten();
    let act = |id: usize| if natural(id) { Act::Stand } else { unsplit(id) };
    let reached = round.reach(|id| !early[id], act, |id| act(id) == Act::Double);
    let hit = |id: usize| if hands[id].hits && !natural(id) { Act::Hit } else { Act::Stand };
    let anywhere = round.reach(|_| true, hit, |id| hands[id].doubles);
    let mut cells: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for (id, hand) in hands.iter().enumerate().filter(|(_, hand)| hand.hits || hand.surrenders) {
        cells.entry(Cell::of(hand)).or_default().push(id);
    }
    let weights = |ids: &[usize], of: fn(&Reach) -> &Vec<BigInt>| -> Vec<BigInt> {
        let is_reached = ids.iter().any(|&id| of(&reached)[id].is_positive());
        let weights = of(if is_reached { &reached } else { &anywhere });
        ids.iter().map(|&id| weights[id].clone()).collect()
    };
    for ids in cells.values() {
        let first = &hands[ids[0]];
        let row = name(&first.cards);
        let weights = weights(ids, |reach| &reach.hands);
        for may in Permitted::of(first) {
            let stated = play.act(ids[0], may);
            if let Some(&other) = ids.iter().find(|&&id| play.act(id, may) != stated) {
                let other = name(&hands[other].cards);
                return Err(Refusal::Table(format!(
                    "{here}: {row} and {other} are played apart, which no total tells"
                )));
            }
            let value = |act: Act| -> Option<BigInt> {
                ids.iter().zip(&weights).map(|(&id, weight)| Some(actions[id].of(act)? * weight)).sum()
            };
            best(stated, may, value, here, &format!("{row} and hands like it"))?;
        }
    }
    let beside = round.beside([0; VALUES]);
    for (kind, doubled) in [Doubled::Own, Doubled::Free].into_iter().enumerate() {
        let mut totals: BTreeMap<(bool, u8), Vec<usize>> = BTreeMap::new();
        for (id, hand) in hands.iter().enumerate().filter(|&(id, _)| play.given_up_doubled(doubled, id).is_some()) {
            totals.entry((hand.soft, hand.total)).or_default().push(id);
        }
        for ids in totals.values() {
            let row = name(&hands[ids[0]].cards);
            let given_up = play.gives_up_doubled(doubled, ids[0]);
            if ids.iter().any(|&id| play.gives_up_doubled(doubled, id) != given_up) {
                return Err(Refusal::Table(format!("{here}: doubled hands like {row} are not treated alike")));
            }
            let weights = weights(ids, if kind == 0 { |reach| &reach.doubled[0] } else { |reach| &reach.doubled[1] });
            let mut sums = [BigInt::zero(), BigInt::zero()];
            for (&id, weight) in ids.iter().zip(&weights) {
                for (sum, given_up) in sums.iter_mut().zip([false, true]) {
                    *sum += round.doubled(Spot::Unsplit, doubled, &beside, id, given_up)? * weight;
                }
            }
            giving_up_is_best(given_up, &sums[1], &sums[0], here, &format!("{row} and hands like it"))?;
        }
    }
    Ok(())
}
