//! The solver against a slow reference that shares no formula with it, on shoes of ten to twenty cards, as exact
//! fractions: every reading of Down Under Blackjack and every option of plain blackjack, each up card and signal, the
//! composition-dependent and the perfect class, variance and action, and total-dependent play where its definition
//! leaves no choice. Three shoes are also worked by hand.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::One;
use proptest::prelude::{any, prop_assert_eq};
use proptest::sample::{Index, select};
use proptest::strategy::Strategy as Generator;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use rules::{Game, Soft17, SplitAces, Submission};
use solver::{Class, SolveError, Solver, Want};

use crate::reference;
use crate::reference::compare::{difference, shoe, submission};
use crate::reference::{Action, DealerEnd, Evaluator, Player, Reference, Round};

/// No play can run any of these out, and together they hold what the tests below list.
const SHOES: &[&str] = &[
    "TTTTTT9988",
    "TTTTTTTTAA55",
    "TTTTTT99AA56",
    "TTTTTTTTAAAA",
    "TTTTTTTTTTAAAA66",
    "TTTTTT998866AA",
    "TTTTTTTT99AA5566",
    "TTTTTTTT8888333AA",
    "TTTTTTTTTT4433A7",
    "TTTTTTTTTT22228A",
    "TTTTTTTTT99977552",
    "TTTTT9999888AAAA",
];

const CLASSES: [(Class, Player); 2] =
    [(Class::CdzMinus, Player::CompositionDependent), (Class::Perfect, Player::Perfect)];

/// Every choice of every reading that is not the default, alone.
const SINGLE_READINGS: &[(&str, &str)] = &[
    ("dealer-ace", "customary"),
    ("bust-against-22", "returned"),
    ("original-large", "tens"),
    ("large-after-split", "yes"),
    ("large-after-draw", "yes"),
    ("split-21-against-22", "first-hand-only"),
    ("split-21-against-22", "returned"),
    ("doubled-21-against-22", "bet-only"),
    ("even-money", "1:1"),
    ("match-pays", "best"),
];

const SEVERAL_READINGS: &[&[(&str, &str)]] = &[
    &[("dealer-ace", "customary"), ("bust-against-22", "returned")],
    &[("large-after-split", "yes"), ("split-21-against-22", "returned")],
    &[("large-after-split", "yes"), ("large-after-draw", "yes"), ("doubled-21-against-22", "bet-only")],
    &[("original-large", "tens"), ("large-after-draw", "yes"), ("split-21-against-22", "first-hand-only")],
    &[("dealer-ace", "customary"), ("even-money", "1:1"), ("doubled-21-against-22", "bet-only")],
    &[
        ("dealer-ace", "customary"),
        ("bust-against-22", "returned"),
        ("original-large", "tens"),
        ("large-after-split", "yes"),
        ("large-after-draw", "yes"),
        ("split-21-against-22", "returned"),
        ("doubled-21-against-22", "bet-only"),
        ("even-money", "1:1"),
    ],
];

fn down_under(readings: &[(&str, &str)]) -> Submission {
    readings.iter().fold(submission("pa-685a-down-under"), |game, (reading, choice)| {
        game.with(&format!("readings.{reading}"), choice).expect("a reading of the game")
    })
}

fn plain_blackjack(options: &[(&str, &str)]) -> Submission {
    options.iter().fold(submission("plain-blackjack"), |game, (option, choice)| {
        game.with(&format!("options.{option}"), choice).expect("an option of the game")
    })
}

fn fraction(numer: i64, denom: i64) -> BigRational {
    BigRational::new(numer.into(), denom.into())
}

/// Solver and reference for one game, shoe by shoe; gives the EVs so that a caller can ask what the game changes.
fn assert_agreement(games: &[Submission], cards: &str) -> Vec<Vec<BigRational>> {
    let first = Reference::new(&games[0].game, shoe(cards));
    games
        .iter()
        .map(|game| {
            let solver = Solver::for_game(game.game.clone(), shoe(cards)).expect("no play runs the shoe out");
            let reference = first.for_readings(&game.game);
            CLASSES
                .iter()
                .map(|&(strategy, class)| {
                    let solution = solver.solve(strategy, Want::action()).expect("no play runs the shoe out");
                    if let Some(difference) = difference(&solution, &reference.solve(class), &[]) {
                        let chosen: Vec<_> = game.readings.iter().chain(&game.options).map(|one| &one.choice).collect();
                        panic!("shoe {cards}, {} {chosen:?}, {strategy}: {difference}", game.game.id);
                    }
                    solution.ev
                })
                .collect()
        })
        .collect()
}

#[test]
#[ignore = "long; `just slow`"]
fn every_reading_of_down_under_agrees() {
    let mut games = vec![down_under(&[])];
    games.extend(SINGLE_READINGS.iter().map(|&one| down_under(&[one])));
    games.extend(SEVERAL_READINGS.iter().map(|several| down_under(several)));
    let mut changes = vec![[false; 2]; games.len()];
    let mut memory_helps = false;
    for cards in SHOES {
        let values = assert_agreement(&games, cards);
        for (changes, by_class) in changes.iter_mut().zip(&values) {
            for (class, changed) in changes.iter_mut().enumerate() {
                *changed |= by_class[class] != values[0][class];
            }
            memory_helps |= by_class[0] < by_class[1];
            assert!(by_class[0] <= by_class[1], "perfect play of {cards} is worth less than CDZ-");
        }
    }
    // An agreement about readings that never mattered would prove nothing.
    for (game, changes) in games.iter().zip(changes).skip(1) {
        let side_wager_only = SINGLE_READINGS.iter().position(|&one| one == ("match-pays", "best"));
        let expected = side_wager_only.is_none_or(|index| game.readings != games[index + 1].readings);
        let chosen: Vec<_> = game.readings.iter().map(|one| &one.choice).collect();
        assert_eq!(changes, [expected; 2], "what {chosen:?} change over all shoes");
    }
    assert!(memory_helps, "no shoe tells the classes apart");
}

#[test]
fn every_option_of_plain_blackjack_agrees() {
    let games = [
        plain_blackjack(&[]),
        plain_blackjack(&[("soft-17", "hit")]),
        plain_blackjack(&[("double-after-split", "false")]),
        plain_blackjack(&[("soft-17", "hit"), ("double-after-split", "false")]),
    ];
    let mut changes = [false; 4];
    for cards in SHOES {
        let values = assert_agreement(&games, cards);
        for (changed, by_class) in changes.iter_mut().zip(&values) {
            *changed |= by_class != &values[0];
        }
    }
    assert_eq!(changes, [false, true, true, true]);
}

/// What the best play of the shoes comes to, so that the agreement is about more than standing on two tens.
#[test]
fn the_shoes_hold_the_plays_that_matter() {
    let game = down_under(&[]);
    let mut found: BTreeSet<&str> = BTreeSet::new();
    for cards in SHOES {
        let reference = Reference::new(&game.game, shoe(cards));
        for up in reference.tables().ups() {
            for table in reference.tables().of(up).filter(|table| !table.ends_round()) {
                let evaluator = Evaluator::new(&game.game, table, Player::Perfect, false);
                let mut second_hands: BTreeMap<Vec<Value>, BTreeSet<Action>> = BTreeMap::new();
                let mut note = |round: &Round, action| {
                    found.extend(labels(table.signal(), round, action));
                    if round.was_split() && round.playing == 1 {
                        second_hands.entry(round.hands[1].cards.to_vec()).or_default().insert(action);
                    }
                };
                for deal in table.deals().keys() {
                    let [first, second] = deal[0];
                    if !reference::is_blackjack(first, second) {
                        walk(&evaluator, &game, &Round::deal(first, second), &mut note);
                    }
                }
                if second_hands.values().any(|actions| actions.len() > 1) {
                    found.insert("second hand played by the cards of the first");
                }
            }
        }
    }
    let expected = [
        "aces against an exposed ace",
        "tens against an exposed ten",
        "tens split",
        "aces split",
        "aces not split",
        "small pair split",
        "double",
        "soft double",
        "double after a split",
        "soft double after a split",
        "hit after a split",
        "ace drawn, then hit",
        "hit to five cards",
        "second hand played by the cards of the first",
    ];
    let missing: Vec<_> = expected.iter().filter(|label| !found.contains(*label)).collect();
    assert!(missing.is_empty(), "no shoe has: {missing:?}");
}

fn labels(signal: &str, round: &Round, action: Action) -> Vec<&'static str> {
    let Some(hand) = round.hand() else { return Vec::new() };
    let pair = (hand.is_pair() && !round.was_split()).then(|| hand.cards[0]);
    let small = |card: Value| (2..=5).contains(&card.hard_points());
    let soft_double = hand.is_soft() && action == Action::Double;
    [
        (pair == Some(Value::ACE) && signal == "exposed A", "aces against an exposed ace"),
        (pair == Some(Value::TEN) && signal == "exposed T", "tens against an exposed ten"),
        (pair == Some(Value::TEN) && action == Action::Split, "tens split"),
        (pair == Some(Value::ACE) && action == Action::Split, "aces split"),
        (pair == Some(Value::ACE) && action != Action::Split, "aces not split"),
        (pair.is_some_and(small) && action == Action::Split, "small pair split"),
        (action == Action::Double && !round.was_split(), "double"),
        (soft_double && !round.was_split(), "soft double"),
        (action == Action::Double && round.was_split(), "double after a split"),
        (soft_double && round.was_split(), "soft double after a split"),
        (action == Action::Hit && round.was_split(), "hit after a split"),
        (action == Action::Hit && hand.cards[2..].contains(&Value::ACE), "ace drawn, then hit"),
        (action == Action::Hit && hand.cards.len() == 4, "hit to five cards"),
    ]
    .into_iter()
    .filter_map(|(is, label)| is.then_some(label))
    .collect()
}

/// Every state that the play reaches.
fn walk(evaluator: &Evaluator<'_>, game: &Submission, round: &Round, note: &mut impl FnMut(&Round, Action)) {
    let Some(hand) = round.hand() else { return };
    let cards = || evaluator.table().next_cards(round.seen()).as_ref().clone();
    if hand.cards.len() == 1 {
        cards().iter().for_each(|(card, _)| walk(evaluator, game, &round.draw(*card), note));
        return;
    }
    let action = evaluator.choose(round);
    note(round, action);
    match action {
        Action::Stand => walk(evaluator, game, &round.stand(), note),
        Action::Hit => cards().iter().for_each(|(card, _)| walk(evaluator, game, &round.draw(*card), note)),
        Action::Double => {
            cards().iter().for_each(|(card, _)| walk(evaluator, game, &round.double(&game.game, *card), note))
        }
        Action::Surrender => walk(evaluator, game, &round.surrender(), note),
        Action::Split => walk(evaluator, game, &round.split(), note),
    }
}

/// A-5-6 is 22 and stops, or is 12 and draws: the reading is felt under an ace with a small or a medium hole card.
#[test]
fn a_dealer_with_ace_five_six_follows_the_reading() {
    let solve = |readings: &[(&str, &str)]| {
        let game = down_under(readings);
        let reference = Reference::new(&game.game, shoe("TTTTTT99AA56"));
        let tables = reference.tables();
        ["small", "medium"].map(|signal| {
            let table = tables.find(Value::ACE, signal).expect("an ace is in the shoe");
            // 5 or 6 in the hole; the player has two nines.
            table.ends([9, 9].map(points).into_iter()).as_ref().clone()
        })
    };
    // Left: six tens, one ace, one of 5 and 6. A small hole is the 5, so the dealer has soft 16. Literally the ace makes
    // 17, the 6 makes 22, and a ten makes hard 16; then the ace makes 17, the 6 22, a ten 26.
    let [small, _] = solve(&[]);
    let over = DealerEnd::Total(22);
    assert_eq!(small[&over], reference::ratio(1, 8) + reference::ratio(6, 8) * reference::ratio(1, 7));
    // By custom A-5-6 is 12 and draws: the ace makes 13, which needs a ten (22 after 13 is out of reach: 23); a ten
    // makes 22. Ten first and then the 6 is 22 as before.
    let [small, _] = solve(&[("dealer-ace", "customary")]);
    assert_eq!(
        small[&over],
        reference::ratio(1, 8) * reference::ratio(6, 7) + reference::ratio(6, 8) * reference::ratio(1, 7)
    );
    // A medium hole is the 6: 17 at once, in either reading.
    for readings in [&[][..], &[("dealer-ace", "customary")]] {
        let [_, medium] = solve(readings);
        assert_eq!(medium.into_iter().collect::<Vec<_>>(), [(DealerEnd::Total(17), reference::ratio(1, 1))]);
    }
}

fn points(points: u8) -> Value {
    Value::all().find(|value| value.hard_points() == points).expect("one of the ten values")
}

/// What the player believes of hole card and next card does not depend on the order in which he saw the cards.
#[test]
fn beliefs_do_not_depend_on_the_order_of_the_cards() {
    let game = down_under(&[]);
    let reference = Reference::new(&game.game, shoe("TTTTTTTT99AA5566"));
    let hand = [points(10), points(5), points(9), Value::ACE];
    let mut orders = Vec::new();
    for turn in 0..4 {
        let mut order = hand;
        order.rotate_left(turn);
        orders.push(order);
        order.swap(0, 2);
        orders.push(order);
    }
    for up in reference.tables().ups() {
        for table in reference.tables().of(up) {
            if table.belief(&orders[0]).is_empty() {
                // The shoe does not hold these cards with this up card and signal.
                continue;
            }
            let expected = table.next_cards_after(&orders[0]);
            assert_eq!(expected.iter().map(|(_, chance)| chance).sum::<reference::Exact>(), reference::ratio(1, 1));
            for order in &orders[1..] {
                assert_eq!(table.next_cards_after(order), expected, "up {up}, {}", table.signal());
            }
        }
    }
}

/// Readings that leave the dealer alone may share what has been computed of him.
#[test]
fn shared_dealer_laws_change_nothing() {
    for cards in ["TTTTTTTTTTAAAA66", "TTTTTT99AA56", "TTTTTTTTTT4433A7"] {
        let counts: Vec<String> = shoe(cards).counts().iter().map(u16::to_string).collect();
        let games = |readings| down_under(readings).with("shoe", &counts.join(",")).expect("a shoe");
        let shared = Solver::new(&games(&[])).expect("no play runs the shoe out");
        let singles = SINGLE_READINGS.iter().map(std::slice::from_ref);
        for readings in singles.chain(SEVERAL_READINGS.iter().copied()) {
            let game = games(readings);
            let solver = shared.with(&game).expect("no play runs the shoe out");
            let reference = Reference::new(&game.game, game.shoe);
            let solution = solver.solve(Class::CdzMinus, Want::action()).expect("no play runs the shoe out");
            assert_eq!(
                difference(&solution, &reference.solve(Player::CompositionDependent), &[]),
                None,
                "{cards} {readings:?}"
            );
        }
    }
}

/// Variance and total wager come from the joint distribution of both hands of a split against one dealer.
#[test]
fn variance_and_action_agree() {
    let games = [
        down_under(&[]),
        down_under(SEVERAL_READINGS[2]),
        down_under(SEVERAL_READINGS[5]),
        plain_blackjack(&[]),
        plain_blackjack(&[("soft-17", "hit"), ("double-after-split", "false")]),
    ];
    for cards in SHOES {
        let first = Reference::new(&games[0].game, shoe(cards));
        for game in &games {
            let solver = Solver::for_game(game.game.clone(), shoe(cards)).expect("no play runs the shoe out");
            let reference = first.for_readings(&game.game);
            for (strategy, class) in CLASSES {
                let solution = solver.solve(strategy, Want::quick_variance()).expect("no play runs the shoe out");
                let distribution = reference.distribution(class);
                let place = format!("shoe {cards}, {}, {strategy}", game.game.id);
                assert!(distribution.joint.values().sum::<BigRational>().is_one(), "{place}");
                let mean = distribution.mean();
                assert_eq!(solution.ev, mean, "{place}: mean");
                assert_eq!(solver.ev(strategy), Ok(mean.clone()), "{place}: the EV alone");
                let variance = distribution.second_moment() - &mean * &mean;
                assert_eq!(solution.variance, Some(variance), "{place}: variance");
                assert_eq!(solution.average_wager, distribution.wagered(), "{place}: total wager");
            }
        }
    }
}

/// Total-dependent play, wherever its definition leaves no choice, and that it is never worth more than perfect play.
#[test]
#[ignore = "long; `just slow`"]
fn total_dependent_play_agrees_where_it_is_determined() {
    let games = [down_under(&[]), down_under(SEVERAL_READINGS[5]), plain_blackjack(&[])];
    let (mut compared, mut skipped) = (0, 0);
    for cards in SHOES {
        for game in &games {
            let solver = Solver::for_game(game.game.clone(), shoe(cards)).expect("no play runs the shoe out");
            let (expected, doubtful) = Reference::new(&game.game, shoe(cards)).solve_total_dependent();
            let solution = solver.solve(Class::Td, Want::action()).expect("no play runs the shoe out");
            let difference = difference(&solution, &expected, &doubtful);
            assert_eq!(difference, None, "shoe {cards}, {}", game.game.id);
            let perfect = solver.solve(Class::Perfect, Want::action()).expect("no play runs the shoe out");
            assert!(solution.ev <= perfect.ev, "shoe {cards}, {}", game.game.id);
            skipped += doubtful.len();
            compared += expected.ups.iter().map(|up| up.signals.len()).sum::<usize>() - doubtful.len();
        }
    }
    assert!(compared > 3 * skipped, "{compared} compared, {skipped} left open by the definition");
}

/// 7(k) lets a player draw below 21, and a class whose play says hit does so, even with a hand that every card busts.
#[test]
fn a_total_dependent_player_hits_even_where_every_card_busts() {
    // Two nines, four aces, two fours and nine tens, a nine up. Hard 18 of three cards or more is hit, for the sake of
    // 4-4-T: with it the player has 18 against a nine and three aces, of 14 cards, to come. The same cell holds
    // A-A-A-A-4-T, where only tens, a nine and a four are left. A total-dependent player does not see that and busts.
    let game = plain_blackjack(&[]);
    let cards = "TTTTTTTTT99AAAA44";
    let solver = Solver::for_game(game.game.clone(), shoe(cards)).expect("no play runs the shoe out");
    let (expected, doubtful) = Reference::new(&game.game, shoe(cards)).solve_total_dependent();
    assert!(doubtful.is_empty(), "the definition leaves no choice: {doubtful:?}");
    let solution = solver.solve(Class::Td, Want::action()).expect("no play runs the shoe out");
    assert_eq!(difference(&solution, &expected, &doubtful), None);
}

/// A hand that is lost may be busted on purpose: the card that it takes tells the second hand what is left.
#[test]
fn perfect_play_busts_a_lost_hand_to_see_a_card() {
    // Four fives, three sixes, four tens; a ten up and a ten exposed, so the dealer has 20. The player split fives and
    // has 5-6-6 on the first hand, which loses whatever he does; left are 5 5 6 T T for the second.
    //   Standing, the second hand gets a ten (2/5: 15, then a hit is worth (1 + 0 + 0 - 1)/4 = 0), a five (2/5: 10, a
    //   hit -1/6) or the six (1/5: 11, a hit 1/3): 0 altogether, and -1 with the first hand.
    //   Hitting first takes a ten (2/5), and the second hand is worth 1/4 * 2/3 (15, doubled) + 1/2 * 0 (10) +
    //   1/4 * 1/3 (11) = 1/4; or a five (2/5): 1/2 * 0 (15) + 1/4 * -1/3 (10) + 1/4 * 2/3 (11, doubled) = 1/12; or
    //   the six (1/5): -1/3. That is 1/10 + 1/30 - 1/15 = 1/15, and -14/15 with the first hand.
    let game = down_under(&[]);
    let cards = "TTTT6665555";
    let reference = Reference::new(&game.game, shoe(cards));
    let table = reference.tables().find(Value::TEN, "exposed T").expect("two tens are in the shoe");
    let evaluator = Evaluator::new(&game.game, table, Player::Perfect, false);
    let round = Round::deal(points(5), points(5)).split().draw(points(6)).draw(points(6));
    assert_eq!(evaluator.mean_after(&round, Action::Stand), reference::ratio(-1, 1));
    assert_eq!(evaluator.mean_after(&round, Action::Hit), reference::ratio(-14, 15));
    assert_eq!(evaluator.choose(&round), Action::Hit);
    assert_agreement(&[game], cards);
}

/// Three values besides tens, and as many tens as make it unlikely that the shoe runs out.
fn random_shoe() -> impl Generator<Value = Composition> {
    let others = proptest::collection::btree_map(0..9_usize, 1..=3_u16, 1..=3);
    (others, 90..110_u16).prop_map(|(others, points)| {
        let mut counts = [0; Value::COUNT];
        others.iter().for_each(|(&index, &count)| counts[index] = count);
        let so_far: u16 = others.iter().map(|(&index, &count)| (index as u16 + 1) * count).sum();
        counts[Value::TEN.index()] = points.saturating_sub(so_far).div_ceil(10);
        Composition::new(counts)
    })
}

/// Rules that no file switches yet, so that no reading hides what they do.
#[derive(Clone, Copy, Debug)]
enum OtherRule {
    NoDouble,
    NoSplit,
    SplitAcesPlayed,
    DealerHitsSoft17,
    NoDoubleAfterSplit,
    AsPublished,
}

/// A number for every option and reading, which picks one of its choices, and one more rule.
fn random_rules() -> impl Generator<Value = (Vec<Index>, OtherRule)> {
    let other = [
        OtherRule::NoDouble,
        OtherRule::NoSplit,
        OtherRule::SplitAcesPlayed,
        OtherRule::DealerHitsSoft17,
        OtherRule::NoDoubleAfterSplit,
        OtherRule::AsPublished,
    ];
    (proptest::collection::vec(any::<Index>(), 9), select(other.to_vec()))
}

fn game_with(base: &Submission, picks: &[Index], other: OtherRule) -> (Vec<String>, Game) {
    let options = base.game.options.iter().map(|switch| ("options", switch));
    let readings = base.game.readings.iter().map(|switch| ("readings", switch));
    let mut chosen = Vec::new();
    let mut submission = base.clone();
    for ((kind, switch), pick) in options.chain(readings).zip(picks) {
        let choice = &switch.choices[pick.index(switch.choices.len())].name;
        submission = submission.with(&format!("{kind}.{}", switch.name), choice).expect("a choice of the game");
        chosen.push(format!("{} = {choice}", switch.name));
    }
    let mut game = submission.game;
    // Perfect play is solved for one split.
    game.split.iter_mut().for_each(|split| split.max_hands = 2);
    match other {
        OtherRule::NoDouble => game.double = None,
        OtherRule::NoSplit => game.split = None,
        OtherRule::SplitAcesPlayed => game.split.iter_mut().for_each(|split| split.aces = SplitAces::Played),
        OtherRule::DealerHitsSoft17 => game.dealer.soft_17 = Soft17::Hit,
        OtherRule::NoDoubleAfterSplit => game.double.iter_mut().for_each(|double| double.after_split = false),
        OtherRule::AsPublished => {}
    }
    (chosen, game)
}

#[test]
fn random_shoes_and_rules_agree() {
    let bases = [down_under(&[]), plain_blackjack(&[])];
    let config = Config { cases: 80, failure_persistence: None, ..Config::default() };
    let (compared, ran_out) = (Cell::new(0), Cell::new(0));
    let rounds = (random_shoe(), 0..bases.len(), random_rules());
    let outcome = TestRunner::new(config).run(&rounds, |(shoe, base, (picks, other))| {
        let (chosen, game) = game_with(&bases[base], &picks, other);
        let solver = match Solver::for_game(game.clone(), shoe) {
            Err(SolveError::ShoeRunsOut { .. }) => {
                ran_out.set(ran_out.get() + 1);
                return Ok(());
            }
            solver => solver.map_err(|error| TestCaseError::fail(error.to_string()))?,
        };
        let reference = Reference::new(&game, shoe);
        for (strategy, class) in CLASSES {
            match solver.solve(strategy, Want::action()) {
                Err(SolveError::ShoeRunsOut { .. }) => ran_out.set(ran_out.get() + 1),
                solution => {
                    let solution = solution.map_err(|error| TestCaseError::fail(error.to_string()))?;
                    let difference = difference(&solution, &reference.solve(class), &[]);
                    prop_assert_eq!(difference, None, "{} from {}, {} {:?}", strategy, shoe, game.id, chosen);
                    compared.set(compared.get() + 1);
                }
            }
        }
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
    assert!(compared.get() >= 80, "only {} random rounds could be compared", compared.get());
}

/// The EV of one signal, or of an up card if no signal is named, by the solver and by the reference alike.
fn assert_worked(game: &Submission, cards: &str, up: Value, signal: Option<&str>, expected: &BigRational) {
    let solver = Solver::for_game(game.game.clone(), shoe(cards)).expect("no play runs the shoe out");
    let reference = Reference::new(&game.game, shoe(cards));
    for (strategy, class) in CLASSES {
        let solution = solver.solve(strategy, Want::action()).expect("no play runs the shoe out");
        let solved = solution.ups.iter().find(|one| one.up == up).expect("the up card is in the shoe");
        let round = reference.solve(class);
        let slow = round.ups.iter().find(|one| one.up == up).expect("the up card is in the shoe");
        let (solved, slow) = match signal {
            None => (&solved.ev, &slow.ev),
            Some(signal) => (
                &solved.signals.iter().find(|one| one.signal == signal).expect("the signal can occur").ev,
                &slow.signals.iter().find(|one| one.signal == signal).expect("the signal can occur").ev,
            ),
        };
        assert_eq!(solved, expected, "solver, {strategy}, {cards}, up {up}, {signal:?}");
        assert_eq!(slow, expected, "reference, {strategy}, {cards}, up {up}, {signal:?}");
    }
}

/// Seven tens and three nines, a ten up. Every third card busts, so hands are only stood on or split.
#[test]
fn tens_and_nines_by_hand() {
    let game = down_under(&[]);
    let cards = "TTTTTTT999";
    // A ten in the hole is exposed: the dealer has 20. Left are 5 T and 3 nines; of 56 ordered deals
    //   T-T  20: standing pushes. Split, a hand of T-T pushes and one of T-9 loses: worse.                     0
    //   T-9  30: 19 loses.                                                                                    -1
    //   9-9   6: 18 loses, and split both hands lose (19 or 18), so it stands.                                -1
    // EV = -36/56 = -9/14.
    assert_worked(&game, cards, Value::TEN, Some("exposed T"), &fraction(-9, 14));
    // A nine in the hole: the dealer has 19. Left are 6 T and 2 nines; of 56 ordered deals
    //   T-T  30: standing wins 1. Split, each hand gets a ten with 4/6 and wins, or a nine and pushes: 2 * 4/6 = 4/3.
    //   T-9  24: 19 pushes.                                                                                    0
    //   9-9   2: 18 loses. Split, only tens are left for both hands: 19 twice, a push.                         0
    // EV = 30/56 * 4/3 = 5/7.
    assert_worked(&game, cards, Value::TEN, Some("medium"), &fraction(5, 7));
    // The hole is a ten with 6/9 and a nine with 3/9: EV under a ten = -9/14 * 2/3 + 5/7 * 1/3 = -4/21.
    assert_worked(&game, cards, Value::TEN, None, &fraction(-4, 21));
}

/// Eight tens and four sixes, a six up and a large hole: the dealer has 16 and draws one card, a ten to bust with 26
/// or a six to make 22.
#[test]
fn sixteen_that_draws_a_six_is_22_by_hand() {
    let cards = "TTTTTTTT6666";
    // Left with the hole card known: 7 T and 3 sixes. Any third card but on 6-6 busts. Of 90 ordered deals
    //   T-T  42: standing wins against 26, and against 22 by two original large cards: 1. Split, neither hand is
    //            original or 21, so each wins only against 26; the dealer's card is one of 5 T and 3 sixes that
    //            the player's cards tell nothing more of on average: 2 * 5/8 = 5/4.
    //   T-6  42: 16 stands; left are 6 T and 2 sixes: 6/8 = 3/4.
    //   6-6   6: left are 7 T and 1 six: standing is worth 7/8, split 2 * 7/8 = 7/4 (hands of 16 or 12 stand).
    // EV = (42 * 5/4 + 42 * 3/4 + 6 * 7/4) / 90 = 94.5/90 = 21/20.
    assert_worked(&down_under(&[]), cards, points(6), Some("large"), &fraction(21, 20));
    // If two large cards count after a split too, a split hand that gets a ten (5/8) is sure to win, and one that gets
    // a six (3/8) wins if the dealer gets a ten of 5 T and 2 sixes: 5/8 + 3/8 * 5/7 = 25/28, twice: 25/14.
    // EV = (42 * 25/14 + 42 * 3/4 + 6 * 7/4) / 90 = 117/90 = 13/10.
    let after_split = down_under(&[("large-after-split", "yes")]);
    assert_worked(&after_split, cards, points(6), Some("large"), &fraction(13, 10));
}

/// Eight tens and four aces, an ace up. With an ace exposed in the hole the dealer has A-A, which is 22 to the letter.
#[test]
fn two_aces_are_22_by_hand() {
    let cards = "TTTTTTTTAAAA";
    // Left: 8 T and 2 aces. Of 90 ordered deals
    //   T-T  56: two original large cards are paid: 1. (Split, only an ace makes 21: 2 * 2/8.)
    //   A-T  32: blackjack, paid before: 3/2.
    //   A-A   2: paid as they stand: 1. Split, both get a ten: 21 twice: 2.
    // EV = (56 + 48 + 4) / 90 = 6/5.
    let literal = down_under(&[]);
    assert_worked(&literal, cards, Value::ACE, Some("exposed A"), &fraction(6, 5));
    // If 21 is paid on the first hand of a split only, splitting the aces is worth 1, no more than standing.
    let first = down_under(&[("split-21-against-22", "first-hand-only")]);
    assert_worked(&first, cards, Value::ACE, Some("exposed A"), &fraction(106, 90));
    // If tens only are original large cards, A-A is not paid where it stands, and still split.
    let tens = down_under(&[("original-large", "tens")]);
    assert_worked(&tens, cards, Value::ACE, Some("exposed A"), &fraction(6, 5));
    // A ten in the hole is a blackjack: left are 7 T and 3 aces; 42 of 90 deals are blackjacks and push.
    assert_worked(&literal, cards, Value::ACE, Some("blackjack"), &fraction(-48, 90));
    // The hole is a ten with 8/11: EV under an ace = -48/90 * 8/11 + 6/5 * 3/11 = -2/33.
    assert_worked(&literal, cards, Value::ACE, None, &fraction(-2, 33));
    // Even money: of the nine cards behind a player's A-T, seven are tens, so 3:2 is worth 3/2 * 2/9 = 1/3 and 1:1 is
    // taken, whatever the hole then turns out to be: (56 + 32 + 4) / 90, and (42 - 48) / 90.
    let even_money = down_under(&[("even-money", "1:1")]);
    assert_worked(&even_money, cards, Value::ACE, Some("exposed A"), &fraction(92, 90));
    assert_worked(&even_money, cards, Value::ACE, Some("blackjack"), &fraction(-6, 90));
}
