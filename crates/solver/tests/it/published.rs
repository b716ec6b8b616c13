//! Published values: the field's two independent exact programs on plain blackjack (dealer stands on all 17s and
//! peeks, double any first two also after a split, one split or to four hands, aces once with one card each, no
//! surrender).
//!
//! Those programs compute in double precision, and print 16 decimals; the last one carries their rounding (our exact
//! value of six decks under CDZ- ends …933723 where they print …9338). A value agrees if it is within one unit of the
//! last printed place.

use std::path::Path;

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::{ToPrimitive as _, Zero as _};
use rules::{Override, Submission};
use solver::{Action, Approximator, Class, Query, Signal, Solver, Want};

/// Compiles an analysis of the workspace with these overrides.
fn solver(analysis: &str, overrides: &[(&str, &str)]) -> Solver {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../analyses/{analysis}.toml"));
    let overrides: Vec<Override> = overrides.iter().map(|&(key, value)| Override::new(key, value)).collect();
    let submission = Submission::load(&path, &overrides).unwrap_or_else(|error| panic!("{error}"));
    Solver::new(&submission).expect("a full shoe")
}

fn ev(game: &str, decks: u16, strategy: Class) -> BigRational {
    ev_with_hands(game, decks, 2, strategy)
}

fn ev_with_hands(game: &str, decks: u16, max_hands: u8, strategy: Class) -> BigRational {
    let (decks, max_hands) = (decks.to_string(), max_hands.to_string());
    let overrides = [("decks", &*decks), ("options.max-hands", &*max_hands)];
    solver(&format!("{game}/6-decks"), &overrides).ev(strategy).expect("a full shoe")
}

/// The fraction a decimal stands for, and one unit of its last place.
fn printed(text: &str) -> (BigRational, BigRational) {
    let (whole, part) = text.split_once('.').expect("a decimal");
    let scale = num_bigint::BigInt::from(10).pow(part.len() as u32);
    let digits: num_bigint::BigInt = format!("{whole}{part}").parse().expect("digits");
    (BigRational::new(digits, scale.clone()), BigRational::new(1.into(), scale))
}

fn assert_prints(ev: &BigRational, expected: &str) {
    let (value, unit) = printed(expected);
    let difference = ev - value;
    assert!(difference <= unit && difference >= -unit, "{} is not {expected}", cards::decimal(ev, 18));
}

#[test]
fn cdz_six_decks_one_split() {
    assert_prints(&ev("plain-blackjack", 6, Class::CdzMinus), "-0.0045688629729338");
}

#[test]
fn cdz_to_four_hands() {
    let ev = |decks| ev_with_hands("plain-blackjack", decks, 4, Class::CdzMinus);
    assert_prints(&ev(1), "0.0018193430614842");
    assert_prints(&ev(6), "-0.0040287023611541");
}

#[test]
fn pennsylvania_blackjack_has_the_same_game_among_its_options() {
    let overrides = [("options.hit-split-aces", "false"), ("options.surrender", "none")];
    let solver = solver("pa-633a-blackjack/6-decks", &overrides);
    assert_prints(&solver.ev(Class::CdzMinus).expect("solved"), "-0.0040287023611541");
    // Perfect play with more than one split is not what a report computes unasked.
    assert!(!solver.strategies().contains(&Class::Perfect) && solver.solves(Class::Perfect));
}

#[test]
fn perfect_play_one_deck_one_split() {
    assert_prints(&ev("plain-blackjack", 1, Class::Perfect), "0.0015496890422742");
}

#[test]
fn perfect_play_six_decks_one_split() {
    assert_prints(&ev("plain-blackjack", 6, Class::Perfect), "-0.0045684363536119");
}

/// What a split is worth under perfect play given no dealer blackjack.
fn perfect_split(analysis: &str, overrides: &[(&str, &str)], pair: usize, up: usize) -> num_rational::BigRational {
    let value = |points: usize| Value::from_index(points - 1).expect("a value");
    let query =
        Query { hand: vec![value(pair); 2], up: value(up), signal: Signal::Unstated, other: Vec::new(), attack: None };
    let inspection = solver(analysis, overrides).inspect(&query, Class::Perfect).expect("a decision");
    let split = inspection.actions.into_iter().find(|(action, _)| *action == Action::Split);
    split.expect("a pair").1
}

/// The optimum of 8,8 against a ten, as a naive program over the same states in doubles printed it.
#[test]
fn perfect_play_of_two_eights_to_four_hands() {
    for (hands, ev) in [("2", "-0.4613649070"), ("3", "-0.4577044634"), ("4", "-0.4575216885")] {
        let overrides = [("options.max-hands", hands), ("options.double-after-split", "false")];
        assert_prints(&perfect_split("pa-633a-blackjack/1-decks", &overrides, 8, 10), ev);
    }
}

/// A public program of the field, full information: splitting tens against a six.
#[test]
fn perfect_play_of_two_tens() {
    let solver = solver("plain-blackjack/1-decks", &[]);
    let six = Value::from_index(5).expect("a six");
    let query = Query {
        hand: vec![Value::TEN, Value::TEN],
        up: six,
        signal: Signal::Unstated,
        other: Vec::new(),
        attack: None,
    };
    let inspection = solver.inspect(&query, Class::Perfect).expect("a decision");
    let split = inspection.actions.iter().find(|(action, _)| *action == Action::Split).expect("a pair");
    assert_prints(&split.1, "0.52510690762665");
}

/// The house edge of an analysis of the workspace with these overrides.
fn edge_percent(analysis: &str, overrides: &[(&str, &str)], strategy: Class) -> f64 {
    let ev = solver(analysis, overrides).ev(strategy).expect("a full shoe");
    -100.0 * cards::decimal(&ev, 12).parse::<f64>().expect("a decimal")
}

fn assert_near(edge: f64, published: f64, within: f64, what: &str) {
    assert!((edge - published).abs() <= within, "{what}: {edge}% is not {published}% within {within}");
}

/// Wizard of Odds, blackjack appendix 9: dealer stands on soft 17, peeks, double any two, split to four hands, aces once with one
/// card, no surrender. Its class is near CDZ- and not stated; two decks differ by a unit more than the others.
#[test]
fn pennsylvania_options_reach_the_wizards_house_edges() {
    let text = [("options.hit-split-aces", "false"), ("options.surrender", "none")];
    let plain = |decks: &str, das: &str| {
        let overrides = [text[0], text[1], ("decks", decks), ("options.double-after-split", das)];
        edge_percent("pa-633a-blackjack/6-decks", &overrides, Class::CdzMinus)
    };
    assert_near(plain("2", "true"), 0.1779, 0.0011, "2 decks");
    assert_near(plain("4", "true"), 0.3471, 0.0006, "4 decks");
    assert_near(plain("6", "true"), 0.4026, 0.0006, "6 decks");
    assert_near(plain("6", "false"), 0.5445, 0.0006, "6 decks, no double after a split");
    assert_near(plain("8", "true"), 0.4304, 0.0006, "8 decks");
}

/// J. Grochowski's figure for Pennsylvania's game with surrender on the first two cards only. It is met with one split; with the four
/// hands that the regulation allows the edge is 0.53%.
#[test]
fn double_attack_with_surrender_on_two_cards_only() {
    let first_two = |hands: &str| {
        let overrides = [("options.surrender", "first-two"), ("options.max-hands", hands)];
        edge_percent("pa-665a-double-attack/8-decks", &overrides, Class::CdzMinus)
    };
    assert_near(first_two("2"), 0.62, 0.005, "one split");
    assert_near(first_two("4"), 0.53, 0.005, "four hands");
}

/// Wizard of Odds, Blackjack Switch: eight decks, dealer hits soft 17, blackjacks pay 1:1 and win against 22.
#[test]
fn blackjack_switch_as_it_is_usually_dealt() {
    let overrides = [
        ("readings.natural-pays", "customary"),
        ("readings.natural-against-22", "wins"),
        ("options.soft-17", "hit"),
        ("options.hit-split-aces", "false"),
    ];
    let edge = edge_percent("pa-633a-blackjack-switch/8-decks", &overrides, Class::CdzMinus);
    assert_near(edge, 0.58, 0.01, "8 decks");
}

/// Wizard of Odds, Spanish 21 without redoubling, the older table: 0.78 and 0.80% if the dealer hits soft 17 (six and eight decks),
/// 0.37% and 0.38% if he stands. The super bonus, which these leave open, is not among the rules here.
#[test]
fn spanish_21() {
    let edge = |decks: &str, soft_17: &str| {
        let overrides = [("decks", decks), ("options.soft-17", soft_17)];
        edge_percent("spanish-21/6-decks", &overrides, Class::CdzMinus)
    };
    assert_near(edge("6", "hit"), 0.78, 0.01, "6 decks, soft 17 hit");
    assert_near(edge("8", "hit"), 0.80, 0.01, "8 decks, soft 17 hit");
    assert_near(edge("6", "stand"), 0.37, 0.01, "6 decks, soft 17 stands");
    assert_near(edge("8", "stand"), 0.38, 0.01, "8 decks, soft 17 stands");
}

/// Wizard of Odds, Free Bet: 1.04% for a basic strategy; a published simulation with index-free best play has 1.010 to 1.026%.
/// Best play by composition lies at the lower end.
#[test]
fn free_bet() {
    assert_near(edge_percent("free-bet/6-decks", &[], Class::CdzMinus), 1.025, 0.015, "6 decks");
    let once = edge_percent("free-bet/6-decks", &[("options.resplit-aces", "false")], Class::CdzMinus);
    let again = edge_percent("free-bet/6-decks", &[], Class::CdzMinus);
    assert_near(once - again, 0.08, 0.005, "what resplitting aces is worth");
}

/// Wizard of Odds, Double Exposure, the Grand casino's rules: 0.96%.
#[test]
fn double_exposure() {
    assert_near(edge_percent("double-exposure/6-decks", &[], Class::CdzMinus), 0.96, 0.01, "6 decks");
}

/// Wizard of Odds: variances of blackjack without naming the strategy or how they were found: six decks, S17, no double after a split,
/// 1.295; with it, late surrender and aces resplit, 1.303; two decks, H17, double after a split, 1.341. The exact ones lie within
/// 0.01 of them and are equal to a card-by-card enumeration on small shoes, so the published ones are taken to be approximate.
#[test]
fn variances() {
    let variance = |overrides: &[(&str, &str)], decks| {
        let all = [&[("options.hit-split-aces", "false"), ("decks", decks)], overrides].concat();
        let solver = solver("pa-633a-blackjack/6-decks", &all);
        let solution = solver.solve(Class::CdzMinus, Want::quick_variance()).expect("a full shoe");
        cards::decimal(&solution.variance.expect("a game with a variance"), 9).parse().expect("a number")
    };
    let none = ("options.surrender", "none");
    assert_near(
        variance(&[none, ("options.double-after-split", "false")], "6"),
        1.295,
        0.01,
        "no double after a split",
    );
    assert_near(variance(&[("options.resplit-aces", "true")], "6"), 1.303, 0.01, "late surrender, aces resplit");
    assert_near(variance(&[none, ("options.soft-17", "hit")], "2"), 1.341, 0.01, "two decks, H17");
}

/// Effects of removing one card, in percentage points, from the ace to the ten.
type Effects = [f64; Value::COUNT];

/// The effects for six decks and one split, the play being the best without the card too.
fn effects_of_six_decks(overrides: &[(&str, &str)]) -> Effects {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/6-decks.toml");
    let usual = [("options.max-hands", "2"), ("options.hit-split-aces", "false")];
    let overrides = usual.iter().chain(overrides).map(|&(key, value)| Override::new(key, value)).collect::<Vec<_>>();
    let submission = Submission::load(&path, &overrides).unwrap_or_else(|error| panic!("{error}"));
    let approximator = Approximator::new(&submission.game, submission.shoe).expect("a game");
    let ev = |shoe: &Composition| approximator.approximate(shoe, Class::CdzMinus).expect("a shoe").ev;
    let full = ev(&submission.shoe);
    let effect = |at: usize| {
        let without = submission.shoe.without(Value::from_index(at).expect("a value")).expect("a card");
        (ev(&without) - full) * 100.0
    };
    std::array::from_fn(effect)
}

/// The greatest difference between two rows of effects.
fn apart(one: &Effects, other: &Effects) -> f64 {
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
}

/// M. Shackleford, wizardofodds.com/games/blackjack/effect-of-removal (2019): six decks, double any two cards, also after a split, one split, the play adjusted to the cards. Late surrender is not
/// named there, but only with it are these the effects: without it the five is worth an eighth less. What is left of the difference, at most 0.0025 points, has no known cause.
#[test]
fn the_wizards_effects_of_removal_are_those_with_late_surrender() {
    let published: [(&str, Effects); 2] = [
        ("stand", [-0.094, 0.069, 0.082, 0.110, 0.141, 0.079, 0.041, -0.008, -0.040, -0.091]),
        ("hit", [-0.084, 0.071, 0.086, 0.117, 0.143, 0.084, 0.038, -0.010, -0.045, -0.097]),
    ];
    for (soft_17, published) in published {
        let with = |surrender| effects_of_six_decks(&[("options.soft-17", soft_17), ("options.surrender", surrender)]);
        let [late, none] = ["late", "none"].map(|surrender| apart(&with(surrender), &published));
        assert!(late < 0.0025 && none > 0.012, "{soft_17}: {late} with surrender, {none} without");
    }
}

/// P. Griffin, The Theory of Blackjack: one deck under basic strategy. His figures are of the 1970s and are quoted in several versions, which differ by as much as these do from the exact ones: by less
/// than 0.05 points. The rules assumed here are those of the Las Vegas Strip of the time: the dealer stands on all 17s, double any two cards but not after a split.
#[test]
fn griffins_effects_of_removal() {
    let published: Effects = [-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.0, -0.18, -0.51];
    let overrides = [("decks", "1"), ("options.double-after-split", "false"), ("options.max-hands", "4")];
    let solver = solver("plain-blackjack/6-decks", &overrides);
    let ev = solver.ev(Class::Td).expect("a full shoe");
    let without = solver.ev_without_each_value(Class::Td).expect("a full shoe");
    let effects: Vec<BigRational> = without.iter().map(|(_, without)| without - &ev).collect();
    let percent = |effect: &BigRational| effect.to_f64().expect("a float") * 100.0;
    let found: Effects = std::array::from_fn(|at| percent(&effects[at]));
    assert!(apart(&found, &published) < 0.05, "{found:?}");
    // One thing exact figures have and rounded ones have not: a random card has no effect.
    let tens = &effects[9] * BigRational::from_integer(4.into());
    assert!((effects[..9].iter().sum::<BigRational>() + tens).is_zero());
}
