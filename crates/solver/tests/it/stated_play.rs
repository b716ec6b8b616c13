//! Stated charts: the best chart stated again is worth as much, and a player's rule is worth what the evaluator that shares no formula says.

use std::collections::BTreeMap;

use cards::{Value, widened};
use counting::{GroupedShoe, SeenTable, TakenSum};
use num_rational::BigRational;
use solver::{Action, ChartCell, ChartHand, Class, RoundDistribution, SolveError, Solver, StatedRow, Want};

use crate::cards_taken::subsets;
use crate::reference::compare::{shoe, submission};

use crate::reference::{self, Doubled, Reference, Round};

fn row(cell: &ChartCell) -> StatedRow {
    StatedRow {
        signal: Some(cell.signal.clone()),
        first_two: cell.first_two.into_iter().chain(cell.otherwise).collect(),
        later: cell.later.into_iter().collect(),
        ..StatedRow::new(cell.up, cell.hand)
    }
}

#[test]
fn the_best_chart_stated_is_worth_as_much() {
    for (name, squares) in [("plain-blackjack", true), ("pa-685a-down-under", false), ("pa-633a-blackjack", false)] {
        let solver = Solver::new(&submission(name)).expect("a full shoe");
        let rows: Vec<StatedRow> = solver.chart().expect("a chart").iter().map(row).collect();
        let value = solver.value_of_chart(&rows, squares).expect("a whole chart");
        let want = if squares { Want::variance() } else { Want::action() };
        let solution = solver.solve(Class::Td, want).expect("a full shoe");
        assert_eq!(value.solution, solution, "{name}");
        assert_eq!(value.otherwise, [], "{name}");
    }
}

/// Hits below this total and soft 18, doubles 10 and 11, splits aces and eights.
fn by_rule(least: u8, (total, soft): (u8, bool), pair: Option<Value>, first_two: bool) -> Vec<Action> {
    let eight: Value = "8".parse().expect("a value");
    let mut wanted = Vec::new();
    wanted.extend(pair.filter(|&pair| pair == Value::ACE || pair == eight).map(|_| Action::Split));
    wanted.extend((first_two && !soft && (10..=11).contains(&total)).then_some(Action::Double));
    wanted.push(if total < least || (soft && total < 18) { Action::Hit } else { Action::Stand });
    wanted
}

fn of_round(least: u8, round: &Round, options: &[reference::Action]) -> reference::Action {
    let hand = round.hand().expect("a hand in play");
    let pair = hand.is_pair().then(|| hand.cards[0]);
    let wanted = by_rule(least, (hand.total(), hand.is_soft()), pair, hand.cards.len() == 2);
    let same = |action: Action| match action {
        Action::Stand => reference::Action::Stand,
        Action::Hit => reference::Action::Hit,
        Action::Double => reference::Action::Double,
        Action::Surrender => reference::Action::Surrender,
        Action::Split => reference::Action::Split,
    };
    wanted.into_iter().map(same).find(|action| options.contains(action)).unwrap_or(reference::Action::Stand)
}

/// A rule by what is seen of the hand.
type Rule = fn(&Round, &[reference::Action]) -> reference::Action;

fn below_15(round: &Round, options: &[reference::Action]) -> reference::Action {
    of_round(15, round, options)
}

fn below_17(round: &Round, options: &[reference::Action]) -> reference::Action {
    of_round(17, round, options)
}

/// Gives up fifteen and sixteen of two cards that are no pair, and doubled hands of no more than sixteen, and else hits below 15.
fn giving_up(round: &Round, options: &[reference::Action]) -> reference::Action {
    let hand = round.hand().expect("a hand in play");
    let is_poor = match hand.doubled {
        Doubled::No => hand.cards.len() == 2 && !hand.is_pair() && (15..=16).contains(&hand.total()),
        _ => hand.total() <= 16,
    };
    if is_poor && !hand.is_soft() && options.contains(&reference::Action::Surrender) {
        return reference::Action::Surrender;
    }
    below_15(round, options)
}

/// The same as rows.
fn rows_giving_up() -> Vec<StatedRow> {
    let mut rows = rows_of_rule(15);
    for row in &mut rows {
        if let ChartHand::Hard(total) = row.hand {
            row.doubled.extend((total <= 16).then_some(Action::Surrender));
            if (15..=16).contains(&total) {
                row.first_two.insert(0, Action::Surrender);
            }
        }
    }
    rows
}

/// The rule as the rows of a chart.
fn rows_of_rule(least: u8) -> Vec<StatedRow> {
    let hands = (4..=20).map(ChartHand::Hard).chain((12..=20).map(ChartHand::Soft));
    let hands = hands.chain(Value::all().map(ChartHand::Pair));
    let of_hand = |hand| {
        let of = |first_two: bool| match hand {
            ChartHand::Hard(total) => by_rule(least, (total, false), None, first_two),
            ChartHand::Soft(total) => by_rule(least, (total, true), None, first_two),
            ChartHand::Pair(Value::ACE) => by_rule(least, (12, true), Some(Value::ACE), first_two),
            ChartHand::Pair(value) => by_rule(least, (2 * value.hard_points(), false), Some(value), first_two),
        };
        let rows = move |up| StatedRow { first_two: of(true), later: of(false), ..StatedRow::new(up, hand) };
        Value::all().map(rows).collect::<Vec<_>>()
    };
    hands.flat_map(of_hand).collect()
}

/// Games, cards and most hands after a split.
const TOYS: [(&str, &str, &str); 3] = [
    ("plain-blackjack", "TTTTTTTT99AA5566", "2"),
    ("plain-blackjack", "TTTTTTTTTTTTTT888877", "4"),
    ("pa-685a-down-under", "TTTTTTTTTTAA6688", ""),
];

/// A game, cards, and what is chosen.
type GivingUp = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// Games with what is chosen in them, whose hands may be given up before any signal, or once doubled.
const GIVING_UP: [GivingUp; 2] = [
    ("pa-633a-blackjack", "TTTTTTTT99AA55667", &[("options.surrender", "early"), ("options.max-hands", "2")]),
    ("ma-double-attack", "TTTTTTTTTTTTTTTT7356", &[]),
];

/// Probabilities of net results and total wagers.
fn joint(results: &RoundDistribution) -> BTreeMap<(BigRational, BigRational), BigRational> {
    let joint = results.of(|result| (result.net, result.wagered)).into_iter();
    joint.map(|((net, wagered), chance)| ((widened(net), widened(wagered)), chance)).collect()
}

fn toy(name: &str, hands: &str) -> rules::Submission {
    let game = submission(name);
    if hands.is_empty() { game } else { game.with("options.max-hands", hands).expect("a choice") }
}

/// Two rules at once, for every number of cards seen up to three and every count: each set of cards is taken out, and the rule valued with the rest by the evaluator that shares no formula with the solver.
#[test]
fn rules_by_the_cards_they_take() {
    const TAGS: [i32; Value::COUNT] = [-2, 1, 1, 1, 2, 1, 1, 0, -1, -1];
    let mut compared = 0;
    for (name, cards, hands) in TOYS {
        let (game, shoe) = (toy(name, hands), shoe(cards));
        let solver = Solver::for_game(game.game.clone(), shoe).expect("a shoe that does not run out");
        let groups = GroupedShoe::new(&shoe, &TAGS);
        let most_seen = (shoe.total() - solver.cards_of_longest_round()).min(3);
        let charts = [15, 17].map(rows_of_rule);
        let rounds = solver.charts_by_cards_taken(&charts, &groups, true).expect("whole charts");
        let sets = SeenTable::new(&groups, &TakenSum::one(), most_seen);
        let rules: [(u8, Rule); 2] = [(15, below_15), (17, below_17)];
        for ((least, rule), round) in rules.into_iter().zip(&rounds) {
            let square = round.square.as_ref().expect("asked for");
            let tables = [&round.net, square].map(|sum| SeenTable::new(&groups, sum, most_seen));
            let units = [round.parts, round.parts * round.parts].map(|parts| BigRational::from_integer(parts.into()));
            for seen in 0..=most_seen {
                let mut sums: BTreeMap<i32, [BigRational; 2]> = BTreeMap::new();
                for (gone, ways) in subsets(&shoe, seen as u16) {
                    let count = Value::all().map(|value| TAGS[value.index()] * i32::from(gone.count(value))).sum();
                    let left = shoe.without_all(&gone).expect("cards of the shoe");
                    let reference = Reference::new(&game.game, left);
                    let played = reference.play_by(rule).distribution();
                    let ways = BigRational::from_integer(ways.into());
                    let sums = sums.entry(count).or_default();
                    sums[0] += played.mean() * &ways;
                    sums[1] += played.second_moment() * ways;
                }
                for (count, expected) in sums {
                    let number = sets.at(seen, count);
                    for ((table, unit), expected) in tables.iter().zip(&units).zip(expected) {
                        let given = table.given(seen, count, &number).expect("a count that comes up") / unit;
                        let expected = expected / BigRational::from_integer(number.clone());
                        assert_eq!(given, expected, "{name} {cards}, below {least}, {seen} seen, count {count}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn a_rule_on_toy_shoes() {
    for (name, cards, hands) in TOYS {
        let (game, shoe) = (toy(name, hands), shoe(cards));
        let solver = Solver::for_game(game.game.clone(), shoe).expect("a shoe that does not run out");
        let value = solver.value_of_chart(&rows_of_rule(15), true).expect("a whole chart");
        let reference = Reference::new(&game.game, shoe);
        let played = reference.play_by(below_15).distribution();
        assert_eq!(value.solution.ev, played.mean(), "{name} {cards}");
        assert_eq!(value.solution.average_wager, played.wagered(), "{name} {cards}");
        let variance = played.second_moment() - played.mean() * played.mean();
        assert_eq!(value.solution.variance, Some(variance), "{name} {cards}");
        let results = solver.distribution_of_chart(&rows_of_rule(15), &|_| {}).expect("a whole chart");
        assert_eq!(joint(&results), played.joint, "{name} {cards}");
        let best = solver.ev(Class::Td).expect("a shoe");
        assert!(best > value.solution.ev && value.otherwise.iter().any(|one| one.gain > Default::default()));
    }
}

/// Hands given up before any signal, and doubled hands given up, with the attack wager where that is worth more.
#[test]
fn a_rule_that_gives_up_on_toy_shoes() {
    for (name, cards, choices) in GIVING_UP {
        let game =
            choices.iter().fold(submission(name), |game, (key, choice)| game.with(key, choice).expect("a choice"));
        let shoe = shoe(cards);
        let solver = Solver::for_game(game.game.clone(), shoe).expect("a shoe that does not run out");
        let rows = rows_giving_up();
        let value = solver.value_of_chart(&rows, true).expect("a whole chart");
        let reference = Reference::new(&game.game, shoe);
        let played = reference.play_by(giving_up).distribution();
        assert_eq!(value.solution.ev, played.mean(), "{name} {cards}");
        assert_eq!(value.solution.average_wager, played.wagered(), "{name} {cards}");
        let variance = played.second_moment() - played.mean() * played.mean();
        let results = solver.distribution_of_chart(&rows, &|_| {}).expect("a whole chart");
        assert_eq!(results.mean(|result| result.net), played.mean(), "{name} {cards}");
        // The evaluator takes payments by suit in the mean.
        if !game.game.pays_by_suit() {
            assert_eq!(value.solution.variance, Some(variance), "{name} {cards}");
            assert_eq!(joint(&results), played.joint, "{name} {cards}");
        }
        let without = reference.play_by(below_15).distribution();
        assert_ne!(value.solution.ev, without.mean(), "{name} {cards}: nothing is given up");
        assert!(results.results.keys().any(|result| result.surrendered > 0), "{name} {cards}");
    }
}

/// What a row gains that gives up doubled hands otherwise: the chart with that row changed has the EV that is told.
#[test]
fn a_row_of_doubled_hands_gains_what_it_says() {
    let solver = Solver::for_game(submission("ma-double-attack").game, shoe(GIVING_UP[1].1)).expect("a shoe");
    let rows = rows_giving_up();
    let value = solver.value_of_chart(&rows, false).expect("a whole chart");
    let doubled: Vec<_> = value.otherwise.iter().filter(|one| one.doubled).collect();
    assert!(!doubled.is_empty());
    for one in doubled {
        let stated = rows.iter().find(|row| row.up == one.up && row.hand == one.hand).expect("a row");
        let (signal, doubled) = (Some(one.signal.clone()), one.best[1].into_iter().collect());
        // A row for one signal goes before that for all.
        let changed: Vec<StatedRow> =
            rows.iter().cloned().chain([StatedRow { signal, doubled, ..stated.clone() }]).collect();
        let after = solver.value_of_chart(&changed, false).expect("a whole chart").solution.ev;
        assert_eq!(after - &value.solution.ev, one.gain, "{one:?}");
    }
}

/// What is stated of split aces goes before what their row says of two cards, and the row decides where nothing is stated.
#[test]
fn split_aces_do_what_is_stated_of_them() {
    let solver = Solver::for_game(submission("ma-double-attack").game, shoe("TTTTTTTTTTTTAAAAAA5588")).expect("a shoe");
    let ev = |split_aces: Option<Action>, of_row: Option<Action>| {
        let mut rows = rows_giving_up();
        for row in &mut rows {
            row.split_aces = split_aces.into_iter().collect();
            if matches!(row.hand, ChartHand::Soft(_)) {
                row.first_two = of_row.into_iter().collect();
            }
        }
        solver.value_of_chart(&rows, false).expect("a whole chart").solution.ev
    };
    let stands = Some(Action::Stand);
    assert_eq!(ev(None, stands), ev(stands, stands));
    assert_ne!(ev(Some(Action::Surrender), stands), ev(stands, stands));
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
    let switch = Solver::new(&submission("pa-633a-blackjack-switch")).expect("a full shoe");
    assert!(matches!(switch.value_of_chart(&rows, false), Err(SolveError::Unsolved { .. })));
}
