//! Total-dependent play: a chart a player can carry.

use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::compiled::decisions::{Act, Allowed, GivenUpDoubles, Play};
use crate::compiled::hands::{Hand, HandId, NO_HAND};
use crate::compiled::settlement::Doubling;
use crate::hand::composition_dependent::choose;
use crate::hand::signal_case::{ActValues, SignalCase, Valuer, deals};

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
/// cycle, the one of greatest exact value is kept. The two-card hands of `early` are given up before any signal.
pub(crate) fn best_chart(case: &SignalCase<'_>, early: &[bool]) -> Play {
    let hands = case.table.hands;
    let mut start = Play::always(hands, Act::Stand);
    start.early = early.to_vec();
    if !case.is_played() {
        return start;
    }
    let cells = cells_of(case);
    let hitting = Play::always(hands, Act::Hit);
    let anywhere = reach(case, &hitting, |_, hand| hand.doubles);
    let mut play = improve(case, &cells, &start, &anywhere, &anywhere);
    let mut seen: Vec<Play> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let reached = reach(case, &play, |id, hand| play.act(id, hand, &case.options) == Act::Double);
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
        .map_or(start, |(_, play)| play)
}

type CellHands = Vec<(Cell, Vec<HandId>)>;

/// The cells with their hands, such that a hand's successors are in cells before its own.
fn cells_of(case: &SignalCase<'_>) -> CellHands {
    let hands = case.table.hands;
    let mut by_cell: FxHashMap<Cell, Vec<HandId>> = FxHashMap::default();
    for (id, hand) in hands.iter().filter(|(_, hand)| hand.size >= 2 && (hand.may_draw || hand.surrenders)) {
        if case.up.is_feasible(hand.cards) {
            by_cell.entry(Cell::of(hand)).or_default().push(id);
        }
    }
    let mut cells: CellHands = by_cell.into_iter().collect();
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

/// Probabilities, given the up card, of holding each hand at some time under a play.
struct ReachProbabilities {
    hands: Vec<f64>,
    /// Of each hand as one that was doubled and has its card, by whose money doubled it.
    doubled: [Vec<f64>; 2],
}

/// Whether one of these hands is come to. The probabilities do not know the signal, which some of the hands may exclude.
fn is_reached(case: &SignalCase<'_>, members: &[HandId], probabilities: &[f64]) -> bool {
    let can_hold = |id| case.can_hold(case.table.hands.get(id).cards);
    members.iter().any(|&id| probabilities[id as usize] > 0.0 && can_hold(id))
}

/// Reach under the play; a hand counts as doubled wherever `doubles` says so.
fn reach(case: &SignalCase<'_>, play: &Play, doubles: impl Fn(HandId, &Hand) -> bool) -> ReachProbabilities {
    let hands = case.table.hands;
    let mut reach = vec![0.0; hands.len()];
    let mut doubled = [vec![0.0; hands.len()], vec![0.0; hands.len()]];
    for (id, ways) in deals(hands) {
        let cards = hands.get(id).cards;
        if case.up.is_feasible(cards) && !play.early[id as usize] {
            reach[id as usize] = ways as f64 * case.up.probability_of(cards);
        }
    }
    for (id, hand) in hands.iter() {
        let here = reach[id as usize];
        let hits = play.act(id, hand, &case.options) == Act::Hit;
        let doubles = case.options.may_give_up_doubled && case.options.may_double && doubles(id, hand);
        if here > 0.0 && (hits || doubles) {
            let doubled = &mut doubled[usize::from(hand.free_double)];
            let left = case.up.left_after(hand.cards);
            let unseen = f64::from(case.up.unseen_after(hand.cards));
            for (&next, left) in hand.next.iter().zip(left).filter(|&(&next, _)| next != NO_HAND) {
                let there = here * f64::from(left) / unseen;
                reach[next as usize] += if hits { there } else { 0.0 };
                doubled[next as usize] += if doubles { there } else { 0.0 };
            }
        }
    }
    ReachProbabilities { hands: reach, doubled }
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
fn improve(
    case: &SignalCase<'_>,
    cells: &CellHands,
    play: &Play,
    reached: &ReachProbabilities,
    anywhere: &ReachProbabilities,
) -> Play {
    let hands = case.table.hands;
    let mut play = play.clone();
    let mut valuer = Valuer::new(*case, GivenUpDoubles::never(hands.len()));
    if case.options.may_give_up_doubled {
        for doubling in Doubling::DOUBLED {
            improve_giving_up(case, &valuer, &mut play, doubling, [reached, anywhere]);
        }
        valuer.given_up.clone_from(&play.given_up);
    }
    for (id, hand) in hands.iter().filter(|(_, hand)| hand.size >= 2 && !hand.may_draw) {
        if let Some(value) = valuer.value(id) {
            valuer.settle(id, value.of(play.act(id, hand, &case.options)));
        }
    }
    for (_, members) in cells {
        let first = hands.get(members[0]);
        let case = &case.without_blackjack(first);
        let values: Vec<(HandId, ActValues)> = members
            .iter()
            .filter_map(|&id| valuer.value(id).map(|value| (id, case.of_any_21(id, hands.get(id), &value))))
            .collect();
        let weights = if is_reached(case, members, &reached.hands) { reached } else { anywhere };
        let average = averages(&values, &weights.hands);
        // The hands of a cell are alike in all that the rules of doubling and surrender look at.
        choose(&mut play, members, first, &mut |play, (first, second)| {
            let difference = average.of(second) - average.of(first);
            let second_wins = if difference.abs() > case.table.settlement.contested() {
                difference > 0.0
            } else {
                let value_of = |act| chart_value(case, &with_act(play, members, act));
                value_of(second) > value_of(first)
            };
            if second_wins { second } else { first }
        });
        for (id, value) in &values {
            valuer.settle(*id, value.of(play.act(*id, hands.get(*id), &case.options)));
        }
    }
    play
}

/// The play with this act for a cell, whatever is allowed.
fn with_act(play: &Play, members: &[HandId], act: Act) -> Play {
    let mut play = play.clone();
    for allowed in [false, true]
        .into_iter()
        .flat_map(|double| [false, true].map(|surrender| Allowed { draw: true, double, surrender }))
    {
        members.iter().for_each(|&id| play.set(id, allowed, act));
    }
    play
}

/// Decides for every total of doubled hands whether they are given up.
fn improve_giving_up(
    case: &SignalCase<'_>,
    valuer: &Valuer<'_>,
    play: &mut Play,
    doubling: Doubling,
    [reached, anywhere]: [&ReachProbabilities; 2],
) {
    let kind = usize::from(doubling == Doubling::Given);
    let mut totals: FxHashMap<(u8, bool), Vec<HandId>> = FxHashMap::default();
    for (id, hand) in case.table.hands.iter().filter(|(_, hand)| hand.may_be_given_up()) {
        totals.entry((hand.total, hand.soft)).or_default().push(id);
    }
    let mut totals: Vec<_> = totals.into_iter().collect();
    totals.sort_unstable();
    for (_, members) in totals {
        let is_reached = is_reached(case, &members, &reached.doubled[kind]);
        let weights = &if is_reached { reached } else { anywhere }.doubled[kind];
        let weight: f64 = members.iter().map(|&id| weights[id as usize]).sum();
        let gain: f64 = members
            .iter()
            .filter_map(|&id| valuer.doubled(id, doubling).map(|[kept, up]| weights[id as usize] * (up - kept)))
            .sum();
        let set =
            |play: &mut Play, is_given_up| members.iter().for_each(|&id| play.given_up.set(doubling, id, is_given_up));
        // Where no double leads to the total, nothing depends on it.
        let is_given_up = if weight == 0.0 {
            false
        } else if gain.abs() > case.table.settlement.contested() * weight {
            gain > 0.0
        } else {
            let mut value_of = |is_given_up| {
                set(play, is_given_up);
                chart_value(case, play)
            };
            value_of(true) > value_of(false)
        };
        set(play, is_given_up);
    }
}

/// The exact value of the unsplit game under a chart.
fn chart_value(case: &SignalCase<'_>, play: &Play) -> num_rational::BigRational {
    let starts: Vec<(HandId, i64)> = deals(case.table.hands).collect();
    case.exact_mean(play, &starts, CardSet::NONE, None)
}
