//! Stated charts: the best chart stated again is worth as much, and a player's rule is worth what the evaluator that shares no formula says.

use cards::Value;
use solver::{Action, ChartCell, ChartHand, Class, SolveError, Solver, StatedRow, Want};

use crate::reference::compare::{shoe, submission};
use crate::reference::{self, Reference, Round};

fn row(cell: &ChartCell) -> StatedRow {
    StatedRow {
        up: cell.up,
        signal: Some(cell.signal.clone()),
        hand: cell.hand,
        first_two: cell.first_two.into_iter().chain(cell.otherwise).collect(),
        later: cell.later.into_iter().collect(),
    }
}

#[test]
fn the_best_chart_stated_is_worth_as_much() {
    for (name, squares) in [("plain-blackjack", true), ("pa-685a-down-under", false), ("pa-633a-blackjack", false)] {
        let solver = Solver::new(&submission(name)).expect("a full shoe");
        let rows: Vec<StatedRow> = solver.chart().expect("a chart").iter().map(row).collect();
        let value = solver.value_of_chart(&rows, squares).expect("a whole chart");
        let want = if squares { Want::variance() } else { Want::action() };
        let (solution, spread) = solver.solve_with(Class::Td, want).expect("a full shoe");
        assert_eq!((value.solution, value.spread), (solution, spread), "{name}");
        assert_eq!(value.otherwise, [], "{name}");
    }
}

/// Hits below 15 and soft 18, doubles 10 and 11, splits aces and eights.
fn by_rule(total: u8, soft: bool, pair: Option<Value>, first_two: bool) -> Vec<Action> {
    let eight: Value = "8".parse().expect("a value");
    let mut wanted = Vec::new();
    wanted.extend(pair.filter(|&pair| pair == Value::ACE || pair == eight).map(|_| Action::Split));
    wanted.extend((first_two && !soft && (10..=11).contains(&total)).then_some(Action::Double));
    wanted.push(if total < 15 || (soft && total < 18) { Action::Hit } else { Action::Stand });
    wanted
}

fn of_round(round: &Round, options: &[reference::Action]) -> reference::Action {
    let hand = round.hand().expect("a hand in play");
    let pair = hand.is_pair().then(|| hand.cards[0]);
    let wanted = by_rule(hand.total(), hand.is_soft(), pair, hand.cards.len() == 2);
    let same = |action: Action| match action {
        Action::Stand => reference::Action::Stand,
        Action::Hit => reference::Action::Hit,
        Action::Double => reference::Action::Double,
        Action::Surrender => reference::Action::Surrender,
        Action::Split => reference::Action::Split,
    };
    wanted.into_iter().map(same).find(|action| options.contains(action)).unwrap_or(reference::Action::Stand)
}

#[test]
fn a_rule_on_toy_shoes() {
    for (name, cards, hands) in [
        ("plain-blackjack", "TTTTTTTT99AA5566", "2"),
        ("plain-blackjack", "TTTTTTTTTTTTTT888877", "4"),
        ("pa-685a-down-under", "TTTTTTTTTTAA6688", ""),
    ] {
        let mut game = submission(name);
        if !hands.is_empty() {
            game = game.with("options.max-hands", hands).expect("a choice");
        }
        let shoe = shoe(cards);
        let solver = Solver::for_game(game.game.clone(), shoe).expect("a shoe that does not run out");
        let hands = (4..=20).map(ChartHand::Hard).chain((12..=20).map(ChartHand::Soft));
        let hands = hands.chain(Value::all().map(ChartHand::Pair));
        let rows: Vec<StatedRow> = hands
            .flat_map(|hand| {
                let of = |first_two: bool| match hand {
                    ChartHand::Hard(total) => by_rule(total, false, None, first_two),
                    ChartHand::Soft(total) => by_rule(total, true, None, first_two),
                    ChartHand::Pair(Value::ACE) => by_rule(12, true, Some(Value::ACE), first_two),
                    ChartHand::Pair(value) => by_rule(2 * value.hard_points(), false, Some(value), first_two),
                };
                let rows = move |up| StatedRow { up, signal: None, hand, first_two: of(true), later: of(false) };
                Value::all().map(rows).collect::<Vec<_>>()
            })
            .collect();
        let value = solver.value_of_chart(&rows, true).expect("a whole chart");
        let reference = Reference::new(&game.game, shoe);
        let played = reference.play_by(of_round).distribution();
        assert_eq!(value.solution.ev, played.mean(), "{name} {cards}");
        assert_eq!(value.spread.average_wager, played.wagered(), "{name} {cards}");
        let variance = played.second_moment() - played.mean() * played.mean();
        assert_eq!(value.spread.variance, Some(variance), "{name} {cards}");
        let best = solver.solve(Class::Td).expect("a shoe").ev;
        assert!(best > value.solution.ev && value.otherwise.iter().any(|one| one.gain > Default::default()));
    }
}

#[test]
fn an_open_hand_is_refused() {
    let solver = Solver::new(&submission("plain-blackjack")).expect("a full shoe");
    let rows: Vec<StatedRow> = solver.chart().expect("a chart").iter().map(row).collect();
    for (at, left_out) in rows.iter().enumerate().filter(|(_, row)| row.hand == ChartHand::Hard(16)) {
        let without: Vec<StatedRow> =
            rows.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, row)| row.clone()).collect();
        let Err(SolveError::OpenHand { up, .. }) = solver.value_of_chart(&without, false) else {
            panic!("{left_out:?}")
        };
        assert_eq!(up, left_out.up);
    }
    let double_attack = Solver::new(&submission("ma-double-attack")).expect("a full shoe");
    assert!(matches!(double_attack.value_of_chart(&rows, false), Err(SolveError::Unsolved { .. })));
}
