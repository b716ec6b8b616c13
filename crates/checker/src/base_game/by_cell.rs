//! Charts by total: what a decision is compared with is summed over the hands that no total tells apart.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::by_hand::{best, giving_up_is_best};
use crate::hand_place::{Doubled, HandPlace};
use crate::hands::{Hand, VALUES, name};
use crate::refusal::Refusal;
use crate::round::{ActionValues, Beside, Reach, Round};
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

/// How often hands are come to under a strategy, and under always hitting.
struct Weights<'a> {
    round: &'a Round<'a>,
    reached: Reach,
    anywhere: Reach,
}

impl<'a> Weights<'a> {
    fn new(round: &'a Round<'a>, play: &Row, early: &[bool]) -> Self {
        let hands = &round.hands.list;
        let unsplit = |id: usize| play.act(id, round.may(HandPlace::Unsplit, None, &hands[id]));
        let natural = |id: usize| hands[id].is_ace_and_ten();
        let act = |id: usize| if natural(id) { Act::Stand } else { unsplit(id) };
        let hit = |id: usize| if hands[id].hits && !natural(id) { Act::Hit } else { Act::Stand };
        Self {
            round,
            reached: round.reach(|id| !early[id], act, |id| act(id) == Act::Double),
            anywhere: round.reach(|_| true, hit, |id| hands[id].doubles),
        }
    }

    /// Those of the hands of a cell: under the strategy, or under always hitting where it comes to none of them.
    fn of(&self, ids: &[usize], of: impl Fn(&Reach) -> &Vec<BigInt>) -> Vec<BigInt> {
        // `Reach` does not know the signal. Cards that leave none of its hole cards are not held under it.
        let is_held = |id: usize| self.round.holes_in(&self.round.without(&self.round.hands.list[id].cards)) > 0;
        let is_reached = ids.iter().any(|&id| of(&self.reached)[id].is_positive() && is_held(id));
        let weights = of(if is_reached { &self.reached } else { &self.anywhere });
        ids.iter().map(|&id| weights[id].clone()).collect()
    }
}

/// The hands of each cell about which something is decided.
fn cells(round: &Round<'_>) -> BTreeMap<Cell, Vec<usize>> {
    let mut cells: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for (id, hand) in round.hands.list.iter().enumerate().filter(|(_, hand)| hand.hits || hand.surrenders) {
        cells.entry(Cell::of(hand)).or_default().push(id);
    }
    cells
}

/// The doubled hands that may be given up, by what a total tells of them.
fn doubled_cells(round: &Round<'_>, play: &Row, doubled: Doubled) -> BTreeMap<(bool, u8), Vec<usize>> {
    let mut totals: BTreeMap<(bool, u8), Vec<usize>> = BTreeMap::new();
    let hands = round.hands.list.iter().enumerate();
    for (id, hand) in hands.filter(|&(id, _)| play.given_up_doubled(doubled, id).is_some()) {
        totals.entry((hand.soft, hand.total)).or_default().push(id);
    }
    totals
}

/// What an act is worth on the hands of a cell together.
fn worth(act: Act, ids: &[usize], weights: &[BigInt], actions: &[ActionValues]) -> Option<BigInt> {
    ids.iter().zip(weights).map(|(&id, weight)| Some(actions[id].of(act)? * weight)).sum()
}

/// What doubled hands of a cell are worth together if they are kept, and if they are given up.
fn worth_doubled(
    round: &Round<'_>,
    doubled: Doubled,
    beside: &Beside,
    (ids, weights): (&[usize], &Weights<'_>),
) -> Result<[BigInt; 2], Refusal> {
    let mut sums = [BigInt::zero(), BigInt::zero()];
    let weights = weights.of(ids, |reach| &reach.doubled[usize::from(doubled == Doubled::Free)]);
    for (&id, weight) in ids.iter().zip(&weights) {
        for (sum, given_up) in sums.iter_mut().zip([false, true]) {
            *sum += round.doubled(HandPlace::Unsplit.with(doubled), beside, id, given_up)? * weight;
        }
    }
    Ok(sums)
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
    let weights = Weights::new(round, play, early);
    for ids in cells(round).values() {
        let first = &hands[ids[0]];
        let row = name(&first.cards);
        let of_cell = weights.of(ids, |reach| &reach.hands);
        for may in Permitted::of(first) {
            let stated = play.act(ids[0], may);
            if let Some(&other) = ids.iter().find(|&&id| play.act(id, may) != stated) {
                let other = name(&hands[other].cards);
                return Err(Refusal::Table(format!(
                    "{here}: {row} and {other} are played apart, which no total tells"
                )));
            }
            let value = |act: Act| worth(act, ids, &of_cell, actions);
            best(stated, may, value, here, &format!("{row} and hands like it"))?;
        }
    }
    let beside = round.beside([0; VALUES]);
    for doubled in [Doubled::Own, Doubled::Free] {
        for ids in doubled_cells(round, play, doubled).values() {
            let row = name(&hands[ids[0]].cards);
            let given_up = play.gives_up_doubled(doubled, ids[0]);
            if ids.iter().any(|&id| play.gives_up_doubled(doubled, id) != given_up) {
                return Err(Refusal::Table(format!("{here}: doubled hands like {row} are not treated alike")));
            }
            let [kept, up] = worth_doubled(round, doubled, &beside, (ids, &weights))?;
            giving_up_is_best(given_up, &up, &kept, here, &format!("{row} and hands like it"))?;
        }
    }
    Ok(())
}

/// How often a chart is bettered before it is taken as it is.
const STEPS: usize = 8;

/// A good chart of acts, from any play: every cell takes the act that is worth most while all others keep theirs. That is done again until
/// nothing changes, [`STEPS`] times at most. The chart need not be the best.
pub(super) fn good_by_cell(round: &Round<'_>, play: &Row, early: &[bool]) -> Result<Row, Refusal> {
    let mut chart = play.clone();
    for _ in 0..STEPS {
        let actions = round.action_values(&chart)?;
        let weights = Weights::new(round, &chart, early);
        let mut next = chart.clone();
        for ids in cells(round).values() {
            let of_cell = weights.of(ids, |reach| &reach.hands);
            for may in Permitted::of(&round.hands.list[ids[0]]) {
                let allowed = Act::ALL.into_iter().filter(|&act| may.allows(act));
                let valued = allowed.filter_map(|act| Some((worth(act, ids, &of_cell, &actions)?, act)));
                // Of acts worth the same the first, so that the chart comes to rest.
                let best = valued.reduce(|best, other| if other.0 > best.0 { other } else { best });
                let Some((_, act)) = best else { continue };
                ids.iter().for_each(|&id| next.decide(id, may, act));
            }
        }
        let beside = round.beside([0; VALUES]);
        for doubled in [Doubled::Own, Doubled::Free] {
            for ids in doubled_cells(round, &chart, doubled).values() {
                let [kept, up] = worth_doubled(round, doubled, &beside, (ids, &weights))?;
                ids.iter().for_each(|&id| next.decide_giving_up(doubled, id, up > kept));
            }
        }
        if next == chart {
            break;
        }
        chart = next;
    }
    Ok(chart)
}
