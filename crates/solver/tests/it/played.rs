//! Side wagers that depend on how the hand is played: against a plain evaluator on small shoes, as exact fractions, and by
//! laws that must hold of every shoe.

use std::ops::RangeInclusive;
use std::path::Path;

use cards::{Composition, Suit, Value, parse_hand};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{Override, Submission};
use solver::{
    Action, AfterSplitHands, Aim, Breakpoint, Class, DealerEnd, PlayedLine, PlayedValue, PlayedWager, SolveError,
    Solver, StraightAgainstBlackjack, StraightLine, StraightRule, StraightSoFar, StraightSurrendered, Tracks,
};

use crate::hand_by_hand::by_hand;

fn fraction(numer: i64, denom: i64) -> BigRational {
    BigRational::new(numer.into(), denom.into())
}

fn whole(number: i64) -> BigRational {
    fraction(number, 1)
}

fn submission(game: &str, overrides: &[(&str, &str)]) -> Submission {
    analysis(game, 6, overrides)
}

fn analysis(game: &str, decks: u16, overrides: &[(&str, &str)]) -> Submission {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses");
    let path = folder.join(game).join(format!("{decks}-decks.toml"));
    let overrides: Vec<Override> = overrides.iter().map(|&(key, value)| Override::new(key, value)).collect();
    Submission::load(&path, &overrides).unwrap_or_else(|error| panic!("{error}"))
}

fn blackjack(hands: &str) -> Submission {
    submission("pa-633a-blackjack", &[("options.max-hands", hands)])
}

fn shoe(cards: &str) -> Composition {
    let letters: Vec<String> = cards.chars().map(String::from).collect();
    parse_hand(&letters.join(",")).expect("card letters").into_iter().collect()
}

fn line(name: &str, dealer: Option<DealerEnd>, fixed: i64, per_meter: BigRational) -> PlayedLine {
    PlayedLine { name: name.to_owned(), straight: None, dealer, fixed: whole(fixed), per_meter }
}

fn dealer(cards: RangeInclusive<u8>, total: RangeInclusive<u8>) -> Option<DealerEnd> {
    Some(DealerEnd { cards, total, blackjack: None })
}

fn blackjack_end() -> Option<DealerEnd> {
    Some(DealerEnd { cards: 0..=u8::MAX, total: 0..=u8::MAX, blackjack: Some(true) })
}

/// 633a.13(j), or the same with shorter dealer hands for small shoes.
fn bad_beat(after_split: AfterSplitHands, longest: u8) -> PlayedWager {
    let lines = vec![
        line("longest", dealer(longest..=u8::MAX, 21..=21), -1, whole(1)),
        line("one less", dealer(longest - 1..=longest - 1, 21..=21), 99, whole(0)),
        line("shorter", dealer(3..=longest - 1, 21..=21), 24, whole(0)),
        line("blackjack", blackjack_end(), 9, whole(0)),
    ];
    PlayedWager { tracks: Tracks::Total(20), after_split, lines }
}

/// 633a.13(l), or the same with shorter dealer hands for small shoes.
fn hit_and_run(longest: u8) -> PlayedWager {
    let lines = vec![
        line("longest", dealer(longest..=u8::MAX, 0..=u8::MAX), -1, whole(1)),
        line("one less", dealer(longest - 1..=longest - 1, 0..=u8::MAX), 7, whole(0)),
        line("blackjack", blackjack_end(), 3, whole(0)),
    ];
    PlayedWager { tracks: Tracks::Live, after_split: AfterSplitHands::Each, lines }
}

/// 633a.13(m).
fn straight_jack(rule: StraightRule) -> PlayedWager {
    let others = vec![Suit::Clubs, Suit::Diamonds, Suit::Hearts];
    let of = |cards: u8, aces: Option<Vec<Suit>>, fixed: i64, per_meter: BigRational| PlayedLine {
        straight: Some(StraightLine { cards, aces }),
        ..line("", None, fixed, per_meter)
    };
    let lines = vec![
        of(6, Some(vec![Suit::Spades]), 200, whole(1)),
        of(6, Some(others), 200, fraction(1, 10)),
        of(5, None, 200, whole(0)),
        of(4, None, 50, whole(0)),
        of(3, None, 15, whole(0)),
        of(2, None, 3, whole(0)),
    ];
    PlayedWager { tracks: Tracks::Straight(rule), after_split: AfterSplitHands::None, lines }
}

const LITERAL: StraightRule = StraightRule {
    king_queen_ace: false,
    against_blackjack: StraightAgainstBlackjack::Paid,
    surrendered: StraightSurrendered::Paid,
};

fn aims(meter: i64) -> Vec<Aim> {
    let meter = whole(meter);
    let ratio = |numer, denom| Aim::Joint { ratio: fraction(numer, denom), meter: meter.clone() };
    vec![Aim::Base, Aim::Side { meter: meter.clone() }, ratio(1, 50), ratio(1, 5), ratio(3, 1)]
}

/// Solver and plain evaluator on one shoe; gives whether some aim changes the base game's play.
fn assert_agreement(cards: &str, hands: u32, wager: &PlayedWager, meter: i64) -> bool {
    let game = blackjack(&hands.to_string()).game;
    let solver = Solver::for_game(game, shoe(cards)).unwrap_or_else(|error| panic!("{cards}: {error}"));
    let product = solver.playing(wager).expect("solved").product_with_base().expect("solved");
    let mut changes = false;
    for aim in aims(meter) {
        let solved = solver.played(wager, &aim).expect("solved");
        let expected = by_hand(&shoe(cards), hands, wager, &aim);
        let place = format!("{cards}, {hands} hands, {aim:?}");
        assert_eq!(solved.base_ev, expected.base_ev, "{place}: base game");
        assert_eq!(solved.line_probabilities, expected.lines, "{place}: lines");
        assert_eq!(solved.returned, expected.returned, "{place}: returned");
        assert_eq!(solved.lost, expected.lost, "{place}: lost");
        assert_consistent(wager, &solved);
        if aim == Aim::Base {
            let of = |part: fn(&PlayedLine) -> &BigRational| -> BigRational {
                wager.lines.iter().zip(&expected.base_on).map(|(line, base)| part(line) * base).sum()
            };
            let lost = expected.base_on.last().expect("a mean on a lost wager");
            let expected = [of(|line| &line.fixed) - lost, of(|line| &line.per_meter)];
            assert_eq!(product, expected, "{place}: product with the base game");
        }
        changes |= !solved.changes.is_empty();
    }
    changes
}

fn assert_consistent(wager: &PlayedWager, value: &PlayedValue) {
    let all: BigRational = value.line_probabilities.iter().chain([&value.returned, &value.lost]).sum();
    assert!(all.is_one());
    let of = |part: fn(&PlayedLine) -> &BigRational| -> BigRational {
        wager.lines.iter().zip(&value.line_probabilities).map(|(line, probability)| part(line) * probability).sum()
    };
    assert_eq!(value.fixed, of(|line| &line.fixed) - &value.lost);
    assert_eq!(value.per_meter, of(|line| &line.per_meter));
    for change in &value.changes {
        assert_ne!(change.from, change.to);
        assert!(change.probability > BigRational::zero() && change.probability <= BigRational::one());
    }
}

/// Few different cards, so that every deal can be tried; no play runs any of these out.
const PAIRS: &[&str] = &["TTTTTT9988", "TTTTTTTTAA55", "TTTTTT99AA56", "TTTTTTTT8888333AA", "TTTTTTTT666AA"];

#[test]
fn bad_beat_agrees_with_a_plain_evaluator() {
    let mut changes = false;
    for cards in PAIRS {
        for after_split in [AfterSplitHands::None, AfterSplitHands::First, AfterSplitHands::Each] {
            changes |= assert_agreement(cards, 2, &bad_beat(after_split, 4), 40);
        }
    }
    assert!(changes);
}

#[test]
fn bad_beat_with_several_splits_agrees() {
    for (cards, hands) in [("TTTTTTTTTTTTTTTTTTTT8888", 3), ("TTTTTTTTTTTTTTTTTTTTTTTT8888", 4)] {
        for after_split in [AfterSplitHands::None, AfterSplitHands::First, AfterSplitHands::Each] {
            assert_agreement(cards, hands, &bad_beat(after_split, 4), 40);
        }
    }
}

/// A line that says nothing of blackjacks fits one too.
#[test]
fn a_dealer_s_21_of_any_cards_includes_a_blackjack() {
    let lines = vec![line("21", dealer(0..=u8::MAX, 21..=21), -1, whole(1))];
    let wager = PlayedWager { tracks: Tracks::Total(20), after_split: AfterSplitHands::First, lines };
    for cards in PAIRS {
        assert_agreement(cards, 2, &wager, 40);
    }
}

#[test]
fn hit_and_run_agrees_with_a_plain_evaluator() {
    let mut changes = false;
    for cards in PAIRS {
        changes |= assert_agreement(cards, 2, &hit_and_run(4), 30);
    }
    for (cards, hands) in [("TTTTTTTTTTTTTTTTTTTT8888", 3), ("TTTTTTTTTTTTTTTTTTTTTTTT8888", 4)] {
        assert_agreement(cards, hands, &hit_and_run(3), 30);
    }
    assert!(changes);
}

#[test]
#[ignore = "long; `just slow`"]
fn straight_jack_agrees_with_a_plain_evaluator() {
    let mut changes = false;
    let returned =
        StraightRule { king_queen_ace: true, against_blackjack: StraightAgainstBlackjack::Returned, ..LITERAL };
    let lost = StraightRule {
        king_queen_ace: true,
        against_blackjack: StraightAgainstBlackjack::Lost,
        surrendered: StraightSurrendered::Lost,
    };
    for (cards, rule) in [
        ("TTTTTTTTT23456A", LITERAL),
        ("TTTTTTTT2345AA", lost),
        ("TTTTTTTTT9876A", returned),
        ("TTTTTTTTTTAA34", returned),
    ] {
        changes |= assert_agreement(cards, 2, &straight_jack(rule), 5_000);
    }
    assert!(changes);
}

/// The suit of an ace on the table tells how likely the next is a spade, so the play looks at it.
#[test]
#[ignore = "long; `just slow`"]
fn the_suit_of_an_up_ace_is_looked_at() {
    let mut wager = straight_jack(LITERAL);
    wager.lines[1].per_meter = whole(0);
    let cards = "TTTTTTTT23456AA";
    assert!(assert_agreement(cards, 2, &wager, 20_000));
    let solver = Solver::for_game(blackjack("2").game, shoe(cards)).expect("no play runs the shoe out");
    let value = solver.played(&wager, &Aim::Joint { ratio: fraction(1, 50), meter: whole(20_000) }).expect("solved");
    assert!(value.changes.iter().any(|change| change.up_suits == Some(vec![Suit::Spades])));
}

fn joint(value: (&BigRational, &BigRational, &BigRational), ratio: &BigRational, meter: &BigRational) -> BigRational {
    let (base, fixed, per_meter) = value;
    base + ratio * (fixed + meter * per_meter)
}

fn of_value(value: &PlayedValue, ratio: &BigRational, meter: &BigRational) -> BigRational {
    joint((&value.base_ev, &value.fixed, &value.per_meter), ratio, meter)
}

fn of_line(line: &Breakpoint, ratio: &BigRational, meter: &BigRational) -> BigRational {
    joint((&line.base_ev, &line.fixed, &line.per_meter), ratio, meter)
}

/// The joint play is no worse than the base game's and the side wager's own, and is the base game's where nothing is wagered.
fn assert_laws(solver: &Solver, wager: &PlayedWager, ratio: &BigRational, meter: &BigRational) {
    let playing = solver.playing(wager).expect("solved");
    let base = playing.value(&Aim::Base).expect("solved");
    let side = playing.value(&Aim::Side { meter: meter.clone() }).expect("solved");
    let both = playing.value(&Aim::Joint { ratio: ratio.clone(), meter: meter.clone() }).expect("solved");
    let none = playing.value(&Aim::Joint { ratio: BigRational::zero(), meter: meter.clone() }).expect("solved");
    for value in [&base, &side, &both, &none] {
        assert_consistent(wager, value);
    }
    assert_eq!(base.base_ev, solver.ev(Class::CdzMinus).expect("solved"));
    assert_eq!(none, base);
    assert!(of_value(&both, ratio, meter) >= of_value(&base, ratio, meter));
    assert!(of_value(&both, ratio, meter) >= of_value(&side, ratio, meter));
    assert!(&side.fixed + meter * &side.per_meter >= &both.fixed + meter * &both.per_meter);
    assert!(base.base_ev >= both.base_ev && both.base_ev >= side.base_ev);
}

/// Breakpoints of a convex, continuous, piecewise linear function, whose pieces are what [`Solver::played`] finds on either
/// side.
fn assert_breakpoints(
    solver: &Solver,
    wager: &PlayedWager,
    ratio: &BigRational,
    meters: [i64; 2],
    tried: usize,
) -> usize {
    let [low, high] = meters.map(whole);
    let playing = solver.playing(wager).expect("solved");
    let lines = playing.breakpoints(ratio, (&low, &high)).expect("solved");
    assert_eq!(lines[0].meter, low);
    for pair in lines.windows(2) {
        let meter = &pair[1].meter;
        assert!(pair[0].meter < *meter && *meter < high);
        assert!(pair[0].per_meter < pair[1].per_meter);
        assert_eq!(of_line(&pair[0], ratio, meter), of_line(&pair[1], ratio, meter));
        assert!(!pair[1].changes.is_empty());
    }
    let ends: Vec<&BigRational> = lines.iter().skip(1).map(|line| &line.meter).chain([&high]).collect();
    for (line, end) in lines.iter().zip(ends).step_by(lines.len().div_ceil(tried)) {
        let meter = (&line.meter + end) / whole(2);
        let value = playing.value(&Aim::Joint { ratio: ratio.clone(), meter }).expect("solved");
        assert_eq!((&value.base_ev, &value.fixed, &value.per_meter), (&line.base_ev, &line.fixed, &line.per_meter));
    }
    lines.len()
}

#[test]
#[ignore = "long; `just slow`"]
fn breakpoints_of_small_shoes() {
    let solver = |cards: &str| Solver::for_game(blackjack("2").game, shoe(cards)).expect("no play runs the shoe out");
    let mut most = 0;
    for cards in PAIRS {
        for wager in [bad_beat(AfterSplitHands::Each, 4), bad_beat(AfterSplitHands::None, 4), hit_and_run(4)] {
            assert_laws(&solver(cards), &wager, &fraction(1, 10), &whole(70));
            most = most.max(assert_breakpoints(&solver(cards), &wager, &fraction(1, 10), [1, 2_000], usize::MAX));
        }
    }
    let cards = "TTTTTTTT23456AA";
    let wager = straight_jack(LITERAL);
    assert_laws(&solver(cards), &wager, &fraction(1, 100), &whole(7_000));
    most = most.max(assert_breakpoints(&solver(cards), &wager, &fraction(1, 100), [10, 100_000], usize::MAX));
    assert!(most > 5, "{most}");
}

#[test]
#[ignore = "long; `just slow`"]
fn laws_of_a_full_game() {
    let submission = blackjack("4");
    let solver = Solver::new(&submission).expect("a full shoe");
    let ratio = fraction(1, 20);
    for wager in [bad_beat(AfterSplitHands::Each, 7), straight_jack(LITERAL)] {
        assert_laws(&solver, &wager, &ratio, &whole(20_000));
        assert_breakpoints(&solver, &wager, &ratio, [10_000, 40_000], 3);
    }
    let one_split = Solver::new(&blackjack("2")).expect("a full shoe");
    assert_laws(&one_split, &hit_and_run(8), &ratio, &whole(20_000));
}

fn assert_first_hands(solver: &Solver) {
    for strategy in [Class::Td, Class::CdzMinus] {
        let initial = solver.initial_hands(strategy).expect("solved");
        let all: BigRational = initial.iter().map(|hand| &hand.probability).sum();
        assert!(all.is_one());
        let ev: BigRational = initial.iter().map(|hand| &hand.probability * &hand.ev).sum();
        assert_eq!(ev, solver.ev(strategy).expect("solved"), "{strategy}");
        assert!(initial.iter().filter(|hand| hand.ended).all(|hand| hand.signal == "blackjack"));
    }
}

#[test]
fn first_hands_add_up_to_the_game() {
    for (game, cards) in [("pa-633a-blackjack", "TTTTTTTT8888333AA"), ("pa-685a-down-under", "TTTTTT998866AA")] {
        let game = submission(game, if game == "pa-633a-blackjack" { &[("options.max-hands", "2")] } else { &[] });
        let solver = Solver::for_game(game.game, shoe(cards)).expect("no play runs the shoe out");
        assert_first_hands(&solver);
    }
    assert_first_hands(&Solver::new(&blackjack("4")).expect("a full shoe"));
}

/// For the side wager alone a straight is always drawn to while it can grow, and nothing else matters.
#[test]
fn straight_jack_alone_is_always_drawn_to() {
    let solver = Solver::new(&blackjack("4")).expect("a full shoe");
    let wager = straight_jack(LITERAL);
    let alone = solver.played(&wager, &Aim::Side { meter: whole(5_000) }).expect("solved");
    assert!(!alone.changes.is_empty());
    for change in &alone.changes {
        assert!(matches!(change.straight, Some(StraightSoFar::Unbroken(_))), "{change:?}");
        assert_eq!(change.to, Action::Hit, "{change:?}");
        assert!([Action::Stand, Action::Double, Action::Surrender].contains(&change.from));
    }
    // The play does not depend on the meter, so its value is linear in it.
    let other = solver.played(&wager, &Aim::Side { meter: whole(50_000) }).expect("solved");
    assert_eq!((&alone.fixed, &alone.per_meter), (&other.fixed, &other.per_meter));
    let lines = &alone.line_probabilities;
    assert_eq!(lines[1], &lines[0] * whole(3));
}

/// Few different cards, and enough of them for a split.
const SMALL: [u16; Value::COUNT] = [4, 0, 0, 0, 4, 4, 0, 4, 0, 12];

/// Rules that the plain evaluator does not know: late blackjacks, early surrender, doubles that are given up, given wagers.
#[test]
fn every_game_is_valued() {
    let early = &[("options.surrender", "early"), ("options.max-hands", "2")][..];
    let unpeeked = &[("options.hole-card", "none-busted-bets"), ("options.max-hands", "2")][..];
    for (game, decks, overrides) in [
        ("pa-633a-blackjack", 6, early),
        ("pa-633a-blackjack", 6, unpeeked),
        ("pa-685a-down-under", 6, &[]),
        ("pa-665a-double-attack", 8, &[]),
        ("ma-double-attack", 8, &[]),
        ("spanish-21", 6, &[]),
        ("free-bet", 6, &[]),
        ("double-exposure", 6, &[]),
    ] {
        let mut rules = analysis(game, decks, overrides).game;
        if let Some(split) = &mut rules.split {
            split.max_hands = split.max_hands.min(2);
        }
        let solver = Solver::for_game(rules, Composition::new(SMALL)).unwrap_or_else(|error| panic!("{game}: {error}"));
        assert_first_hands(&solver);
        for wager in [bad_beat(AfterSplitHands::First, 4), hit_and_run(4), straight_jack(LITERAL)] {
            assert_laws(&solver, &wager, &fraction(1, 10), &whole(60));
            assert_breakpoints(&solver, &wager, &fraction(1, 10), [10, 300], 2);
        }
    }
}

#[test]
fn what_cannot_be_valued_is_refused() {
    let switch = Solver::new(&submission("pa-633a-blackjack-switch", &[])).expect("a full shoe");
    let wager = bad_beat(AfterSplitHands::None, 7);
    assert!(matches!(switch.played(&wager, &Aim::Base), Err(SolveError::Unsolved { .. })));
    assert!(matches!(switch.initial_hands(Class::Td), Err(SolveError::Unsolved { .. })));
    let solver = Solver::for_game(blackjack("2").game, shoe("TTTTTTTT8888333AA")).expect("no play runs the shoe out");
    let mut many = bad_beat(AfterSplitHands::None, 7);
    many.lines = (17..=26)
        .flat_map(|total| [2, 3, 4].map(|cards| line("", dealer(cards..=cards, total..=total), 1, whole(0))))
        .collect();
    assert_eq!(solver.played(&many, &Aim::Base), Err(SolveError::TooManyDealerEnds));
    let mut fine = bad_beat(AfterSplitHands::None, 7);
    fine.lines[0].fixed = whole(i64::MAX) * whole(4);
    assert_eq!(solver.played(&fine, &Aim::Base), Err(SolveError::WagerAmounts));
    let meters = (&whole(5), &whole(5));
    assert_eq!(solver.played_breakpoints(&wager, &whole(1), meters), Ok(Vec::new()));
}
