//! Total-dependent play: a chart a player can carry.

use rustc_hash::FxHashMap;

use crate::case::{ActValues, CONTESTED, Case, Valuer, deals};
use crate::hands::{Hand, HandId, NO_HAND};
use crate::play::{Act, Play};
use crate::removed::Removed;

/// Rounds of improvement before the best chart seen is kept. Charts settle after three to six.
const MOST_ROUNDS: usize = 60;

/// What the player knows of his hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Cell {
    pub(crate) total: u8,
    pub(crate) soft: bool,
    pub(crate) pair: Option<usize>,
    pub(crate) first_two: bool,
}

impl Cell {
    pub(crate) fn of(hand: &Hand) -> Self {
        Self { total: hand.total, soft: hand.soft, pair: hand.pair(), first_two: hand.size == 2 }
    }
}

/// Policy iteration on the unsplit game: each cell takes the action with the greatest value summed over its hands
/// with their reach weights, until no cell changes.
///
/// Reach weights are the probabilities of the hands under the play itself; a cell that the play never reaches is
/// weighted as if every hand before it had hit, and so are all cells in the first round. Every round improves cells from
/// the highest hands down, values following at once, reach from the round before. If charts should come round in a
/// cycle, the one of greatest exact value is kept.
pub(crate) fn best_chart(case: &Case<'_>) -> Play {
    let hands = case.table.hands;
    if !case.is_played() {
        return Play::always(hands, Act::Stand);
    }
    let cells = cells_of(case);
    let anywhere = reach(case, &Play::always(hands, Act::Hit));
    let mut play = improve(case, &cells, &Play::always(hands, Act::Stand), &anywhere, &anywhere);
    let mut seen: Vec<Play> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let reached = reach(case, &play);
        let improved = improve(case, &cells, &play, &reached, &anywhere);
        if improved == play {
            return play;
        }
        if seen.contains(&improved) {
            break;
        }
        seen.push(std::mem::replace(&mut play, improved));
    }
    seen.push(play);
    seen.into_iter()
        .map(|play| (chart_value(case, &play), play))
        .reduce(|best, other| if other.0 > best.0 { other } else { best })
        .map_or_else(|| Play::always(hands, Act::Stand), |(_, play)| play)
}

type Members = Vec<(Cell, Vec<HandId>)>;

/// The cells with their hands, such that a hand's successors are in cells before its own.
fn cells_of(case: &Case<'_>) -> Members {
    let hands = case.table.hands;
    let mut by_cell: FxHashMap<Cell, Vec<HandId>> = FxHashMap::default();
    for (id, hand) in hands.iter().filter(|(_, hand)| hand.size >= 2 && hand.may_draw) {
        if case.up.is_feasible(hand.cards) {
            by_cell.entry(Cell::of(hand)).or_default().push(id);
        }
    }
    let mut cells: Members = by_cell.into_iter().collect();
    // A draw takes hard 11 and above to a higher hard total, a soft hand to a higher soft one or to hard 12 and above,
    // a lower hard hand to any of these; two cards always become three.
    let stage = |cell: &Cell| match (cell.soft, cell.total) {
        (false, 11..) => 0,
        (true, _) => 1,
        (false, _) => 2,
    };
    cells.sort_unstable_by_key(|&(cell, _)| (cell.first_two, stage(&cell), std::cmp::Reverse(cell.total), cell.pair));
    cells
}

/// Probability, given the up card, of holding each hand at some time under the play.
fn reach(case: &Case<'_>, play: &Play) -> Vec<f64> {
    let hands = case.table.hands;
    let mut reach = vec![0.0; hands.len()];
    let unseen = f64::from(case.up.unseen_after(Removed::NONE));
    let left = case.up.left_after(Removed::NONE);
    for (id, ways) in deals(hands) {
        let cards = hands.get(id).cards;
        if case.up.is_feasible(cards) {
            let mut probability = ways as f64;
            let mut drawn = 0.0;
            for (value, &left) in left.iter().enumerate() {
                for taken in 0..cards.count(value) {
                    probability *= f64::from(left - taken) / (unseen - drawn);
                    drawn += 1.0;
                }
            }
            reach[id as usize] = probability;
        }
    }
    for (id, hand) in hands.iter() {
        let here = reach[id as usize];
        if here > 0.0 && play.act(id, hand, &case.options) == Act::Hit {
            let left = case.up.left_after(hand.cards);
            let unseen = f64::from(case.up.unseen_after(hand.cards));
            for (&next, left) in hand.next.iter().zip(left).filter(|&(&next, _)| next != NO_HAND) {
                reach[next as usize] += here * f64::from(left) / unseen;
            }
        }
    }
    reach
}

/// The values of a cell's actions, averaged over its hands by their weights.
fn averages(values: &[(HandId, ActValues)], weights: &[f64]) -> ActValues {
    let weight: f64 = values.iter().map(|&(id, _)| weights[id as usize]).sum();
    let average = |of: fn(&ActValues) -> f64| {
        values.iter().map(|(id, value)| weights[*id as usize] * of(value)).sum::<f64>() / weight
    };
    ActValues {
        stand: average(|v| v.stand),
        hit: average(|v| v.hit),
        double: average(|v| v.double),
        surrender: average(|v| v.surrender),
    }
}

/// One round: every cell takes its best action, values following at once, reach given.
fn improve(case: &Case<'_>, cells: &Members, play: &Play, reached: &[f64], anywhere: &[f64]) -> Play {
    let mut play = play.clone();
    let mut valuer = Valuer::new(*case);
    for (id, hand) in case.table.hands.iter().filter(|(_, hand)| hand.size >= 2 && !hand.may_draw) {
        debug_assert!(hand.total >= 12);
        if let Some(value) = valuer.value(id) {
            valuer.settle(id, value.stand);
        }
    }
    for (cell, members) in cells {
        let values: Vec<(HandId, ActValues)> =
            members.iter().filter_map(|&id| valuer.value(id).map(|value| (id, value))).collect();
        let is_reached = members.iter().any(|&id| reached[id as usize] > 0.0);
        let average = averages(&values, if is_reached { reached } else { anywhere });
        let later = better(case, &mut play, &average, (Act::Stand, Act::Hit), |play, act| {
            members.iter().for_each(|&id| {
                play.later[id as usize] = act;
                play.first[id as usize] = act;
                play.opening[id as usize] = act;
            });
        });
        let mut first = later;
        // The hands of a cell are alike in all that the doubling rule looks at.
        if members.iter().all(|&id| case.table.hands.get(id).doubles) && case.options.may_double {
            first = better(case, &mut play, &average, (later, Act::Double), |play, act| {
                members.iter().for_each(|&id| {
                    play.first[id as usize] = act;
                    play.opening[id as usize] = act;
                });
            });
        }
        if cell.first_two && case.options.may_surrender {
            better(case, &mut play, &average, (first, Act::Surrender), |play, act| {
                members.iter().for_each(|&id| play.opening[id as usize] = act);
            });
        }
        values.iter().for_each(|(id, value)| valuer.settle(*id, value.of(later)));
    }
    play
}

/// Gives a cell the better of two acts, by `assign`; exact when the averages are too close, and the first on a tie.
fn better(
    case: &Case<'_>,
    play: &mut Play,
    average: &ActValues,
    (first, second): (Act, Act),
    assign: impl Fn(&mut Play, Act),
) -> Act {
    let difference = average.of(second) - average.of(first);
    let second_wins = if difference.abs() > CONTESTED {
        difference > 0.0
    } else {
        let mut value_of = |act| {
            assign(play, act);
            chart_value(case, play)
        };
        value_of(second) > value_of(first)
    };
    let act = if second_wins { second } else { first };
    assign(play, act);
    act
}

/// The exact value of the unsplit game under a chart.
fn chart_value(case: &Case<'_>, play: &Play) -> num_rational::BigRational {
    let starts: Vec<(HandId, i64)> = deals(case.table.hands).collect();
    case.exact_mean(case.options, play, &starts, Removed::NONE, None)
}
