//! Laws that hold for every game and shoe: what is certain, not what was computed before.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{Override, Submission};
use solver::{Class, DistributionProgress, Solution, SolveError, Solver, Want, insurance};

fn down_under(overrides: &[(&str, &str)]) -> Submission {
    load("pa-685a-down-under/6-decks", overrides)
}

fn load(analysis: &str, overrides: &[(&str, &str)]) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../analyses/{analysis}.toml"));
    let overrides: Vec<Override> = overrides.iter().map(|&(key, value)| Override::new(key, value)).collect();
    Submission::load(&path, &overrides).unwrap_or_else(|error| panic!("{error}"))
}

fn solver(submission: &Submission) -> Solver {
    Solver::new(submission).expect("a shoe that cannot run out")
}

#[test]
fn probabilities_of_up_cards_and_signals_sum_to_one() {
    for decks in ["4", "5", "6", "8"] {
        let solution = solver(&down_under(&[("decks", decks)])).solve(Class::CdzMinus, Want::action()).expect("solved");
        assert!(solution.ups.iter().map(|up| &up.probability).sum::<BigRational>().is_one());
        for up in &solution.ups {
            assert!(up.signals.iter().map(|signal| &signal.probability).sum::<BigRational>().is_one(), "{}", up.up);
        }
    }
}

#[test]
fn no_zero_memory_class_beats_perfect_play() {
    // A shoe without twos and threes has few hands, so that perfect play under every reading is quick.
    let shoe = "4,0,0,2,2,2,2,2,2,8";
    for reading in [
        ("readings.dealer-ace", "customary"),
        ("readings.bust-against-22", "returned"),
        ("readings.large-after-draw", "yes"),
        ("readings.split-21-against-22", "first-hand-only"),
        ("readings.doubled-21-against-22", "bet-only"),
    ] {
        let solver = solver(&down_under(&[("shoe", shoe), reading]));
        let ev = |strategy| solver.ev(strategy).expect("solved");
        let perfect = ev(Class::Perfect);
        assert!(ev(Class::Td) <= perfect, "{reading:?}");
        assert!(ev(Class::CdzMinus) <= perfect, "{reading:?}");
    }
}

#[test]
fn an_ev_alone_is_that_of_the_solution() {
    for strategy in [Class::Td, Class::CdzMinus] {
        let solver = solver(&down_under(&[]));
        let solution = solver.solve(strategy, Want::quick_variance()).expect("solved");
        assert_eq!(solver.ev(strategy).expect("solved"), solution.ev);
        assert_eq!(solver.ev_by_up(strategy).expect("solved"), solution.ups);
        let without = solver.solve(strategy, Want::action()).expect("solved");
        assert_eq!(without, Solution { variance: None, ..solution.clone() });
        assert!(
            solution.variance.expect("a variance") > BigRational::zero() && solution.average_wager > BigRational::one()
        );
    }
}

/// The distribution's total and moments against the solution's, which are summed up by other formulas.
fn has_its_moments(submission: &Submission) {
    let solver = solver(submission);
    for strategy in [Class::Td, Class::CdzMinus] {
        let here = format!("{} {strategy}", submission.id);
        let steps = AtomicU64::new(0);
        let told = |part: DistributionProgress| {
            steps.fetch_add(part.steps, Ordering::Relaxed);
        };
        let distribution = solver.round_distribution(strategy, &told).expect("a full shoe");
        assert_eq!(steps.into_inner(), solver.round_distribution_steps(strategy).expect("a full shoe"), "{here}");
        let solution = solver.solve(strategy, Want::variance()).expect("a full shoe");
        assert!(distribution.results.values().sum::<BigRational>().is_one(), "{here}");
        assert_eq!(distribution.mean(|result| result.net), solution.ev, "{here}");
        assert_eq!(distribution.mean(|result| result.wagered), solution.average_wager, "{here}");
        // Without the suits of a bonus the variance is another one: the solution pays its mean.
        if let Some(variance) = solution.variance {
            let square = distribution.mean(|result| result.net * result.net);
            assert_eq!(square - &solution.ev * &solution.ev, variance, "{here}");
        }
        for up in &solution.ups {
            let share = distribution.of(|result| result.up).remove(&up.up);
            assert_eq!(share.as_ref(), Some(&up.probability), "{here}, up {}", up.up);
        }
        let Some(rule) = &submission.game.insurance else { continue };
        let insured = distribution.insured(&submission.game).expect("a game with insurance");
        let always = insurance(&submission.game, &submission.shoe).expect("a game with insurance").ev_always;
        let offered = BigRational::new(submission.shoe.count(rule.offered_on).into(), submission.shoe.total().into());
        assert!(
            distribution.results.keys().all(|result| !result.even_money),
            "a player who takes even money is not insured"
        );
        let mean: BigRational = insured.iter().map(|(net, one)| cards::widened(*net) * one).sum();
        assert_eq!(mean, solution.ev + always * rule.maximum.exact() * offered, "{here}");
    }
}

#[test]
#[ignore = "long; `just slow`"]
fn the_law_of_a_round_has_its_moments_and_sums_to_one() {
    has_its_moments(&down_under(&[]));
}

#[test]
#[ignore = "long; `just slow`"]
fn laws_of_other_games_have_their_moments() {
    let two_hands = ("options.max-hands", "2");
    for (analysis, overrides) in [
        ("spanish-21/6-decks", &[two_hands][..]),
        ("spanish-21/6-decks", &[two_hands, ("shoe", "4,4,4,4,4,8,4,8,4,12")]),
        ("free-bet/6-decks", &[two_hands]),
        ("double-exposure/6-decks", &[two_hands]),
        ("pa-665a-double-attack/8-decks", &[two_hands]),
    ] {
        has_its_moments(&load(analysis, overrides));
    }
}

#[test]
fn perfect_play_has_no_law() {
    let submission = down_under(&[]);
    assert!(matches!(
        solver(&submission).round_distribution(Class::Perfect, &|_| ()),
        Err(SolveError::Unsolved { what: "the distribution of a round", .. })
    ));
}

#[test]
fn a_reading_that_pays_the_player_more_never_lowers_the_optimum() {
    let optimum = |overrides: &[(&str, &str)]| {
        // Unsplit optimum and CDZ- are not the same; the law is about perfect play, so on a small shoe.
        let overrides = [&[("shoe", "4,0,0,2,2,2,2,2,2,8")], overrides].concat();
        solver(&down_under(&overrides)).ev(Class::Perfect).expect("solved")
    };
    let default = optimum(&[]);
    for (reading, generous) in [
        ("readings.bust-against-22", "returned"),
        ("readings.large-after-split", "yes"),
        ("readings.large-after-draw", "yes"),
        ("readings.even-money", "1:1"),
    ] {
        assert!(optimum(&[(reading, generous)]) >= default, "{reading}");
    }
    for (reading, strict) in [
        ("readings.original-large", "tens"),
        ("readings.split-21-against-22", "returned"),
        ("readings.doubled-21-against-22", "bet-only"),
    ] {
        assert!(optimum(&[(reading, strict)]) <= default, "{reading}");
    }
}

#[test]
fn removing_a_random_card_never_hurts_the_unsplit_optimum() {
    // More knowledge cannot hurt an optimum, so the average effect of removing a card is at least zero. CDZ- is an
    // optimum wherever nothing is split: without splits the law is exact.
    let submission = down_under(&[("shoe", "4,0,0,2,2,2,2,2,2,8")]);
    let mut game = submission.game.clone();
    game.split = None;
    let ev = |shoe: Composition| {
        let solver = Solver::for_game(game.clone(), shoe).expect("a shoe that cannot run out");
        solver.ev(Class::CdzMinus).expect("solved")
    };
    let whole = ev(submission.shoe);
    let total = BigRational::from_integer(submission.shoe.total().into());
    let average = Value::all()
        .filter(|&value| submission.shoe.count(value) > 0)
        .map(|value| {
            let weight = BigRational::from_integer(submission.shoe.count(value).into()) / &total;
            weight * ev(submission.shoe.without(value).expect("a card"))
        })
        .fold(BigRational::zero(), |sum, term| sum + term);
    assert!(average >= whole);
}

fn blackjack(overrides: &[(&str, &str)]) -> BigRational {
    blackjack_under(Class::CdzMinus, overrides)
}

fn blackjack_under(strategy: Class, overrides: &[(&str, &str)]) -> BigRational {
    blackjack_solver(overrides).ev(strategy).expect("solved")
}

fn blackjack_solver(overrides: &[(&str, &str)]) -> Solver {
    solver(&load("pa-633a-blackjack/2-decks", overrides))
}

#[test]
fn a_dealer_who_takes_original_bets_only_need_not_look() {
    // If an undiscovered blackjack takes one original bet whatever was doubled or split, nothing the player does matters
    // against it, so the game is worth the same as with a look at the hole card. Late surrender loses the whole bet to it.
    assert_eq!(blackjack(&[("options.hole-card", "none-original-bets-only")]), blackjack(&[]));
    assert!(blackjack(&[("options.hole-card", "none-all-bets")]) < blackjack(&[]));
    let perfect = |hole_card| {
        let small = [("shoe", "3,0,0,2,2,2,2,2,2,8"), ("options.max-hands", "2"), ("options.hole-card", hole_card)];
        blackjack_under(Class::Perfect, &small)
    };
    assert_eq!(perfect("none-original-bets-only"), perfect("peek"));
    assert!(perfect("none-all-bets") < perfect("peek"));
}

#[test]
fn options_the_player_loses_cost_something_or_nothing() {
    let default = blackjack(&[]);
    for (option, stricter) in [
        ("options.surrender", "none"),
        ("options.double", "9-11"),
        ("options.double-after-split", "false"),
        ("options.hit-split-aces", "false"),
        ("options.max-hands", "1"),
        ("options.blackjack-pays", "6:5"),
    ] {
        assert!(blackjack(&[(option, stricter)]) < default, "{option}");
    }
    assert!(blackjack(&[("options.double", "10-11")]) < blackjack(&[("options.double", "9-11")]));
}

/// More hands allowed never hurt the optimum, and it is never below CDZ-.
#[test]
fn perfect_play_gains_by_every_split_it_may_make() {
    let under = |strategy, hands| {
        let small = [("shoe", "0,0,0,0,0,5,0,6,0,22"), ("options.max-hands", hands)];
        blackjack_under(strategy, &small)
    };
    let evs = ["1", "2", "3", "4"].map(|hands| under(Class::Perfect, hands));
    assert!(evs.is_sorted() && evs[1] < evs[2], "{evs:?}");
    assert!(under(Class::CdzMinus, "4") <= evs[3]);
}

/// One play before and after a split is better than the play of an unsplit hand, and worse than one that sees all cards; its own
/// value is a moment of its own distribution.
#[test]
fn the_best_zero_memory_play_is_between_its_neighbours() {
    let submission = load("plain-blackjack/1-decks", &[]);
    let solver = solver(&submission);
    let ev = |strategy| solver.ev(strategy).expect("solved");
    let [least, best, most] = [Class::CdzMinus, Class::BestCdz, Class::Perfect].map(ev);
    assert!(least < best && best < most, "{least} {best} {most}");
    assert_eq!(
        solver.round_distribution(Class::BestCdz, &|_| ()).expect("a distribution").mean(|result| result.net),
        best
    );
    for rule in [("options.surrender", "early"), ("options.hole-card", "none-busted-bets")] {
        let refused = blackjack_solver(&[rule]).solve(Class::BestCdz, Want::action());
        assert!(matches!(refused, Err(SolveError::Unsolved { .. })), "{rule:?}");
    }
}

/// Two plays of Down Under differ by 10⁻¹⁶ initial wagers, and a search by floats alone once took the worse.
#[test]
fn the_best_zero_memory_play_is_told_from_one_that_is_almost_as_good() {
    let fraction = |text: &str| text.parse::<BigRational>().expect("a fraction");
    let denominator = "4086187465080212266005084578869527508125";
    let almost = fraction(&format!("-1099548456661975079940605345894127131/{denominator}"));
    let best = fraction(&format!("-1099548456661577506594949909809460291/{denominator}"));
    assert!(almost < best);
    assert_eq!(solver(&down_under(&[])).ev(Class::BestCdz).expect("solved"), best);
}

/// The play that is found for two hands may be worth more with other switches than those it was found for, and is valued with the best.
#[test]
#[ignore = "long; `just slow`"]
fn the_best_zero_memory_play_of_two_hands_is_above_that_of_one() {
    let solver = solver(&load("pa-633a-blackjack-switch/4-decks", &[("options.max-hands", "1")]));
    let [least, best] = [Class::CdzMinus, Class::BestCdz].map(|class| solver.ev(class).expect("solved"));
    assert!(least < best, "{least} {best}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let submission = down_under(&[("shoe", "4,0,0,2,2,2,2,2,2,8")]);
    let solve = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let solver = solver(&submission);
            Class::ALL.map(|strategy| solver.solve(strategy, Want::quick_variance()).expect("solved"))
        })
    };
    assert_eq!(solve(1), solve(3));
    let resplit = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let small = [("shoe", "0,0,0,0,0,5,0,6,0,22")];
        pool.install(|| blackjack_under(Class::Perfect, &small))
    };
    assert_eq!(resplit(1), resplit(3));
}

#[test]
fn a_shoe_that_can_run_out_is_refused() {
    let submission = down_under(&[("shoe", "0,0,0,0,0,3,3,0,0,0")]);
    let error = Solver::new(&submission).expect_err("three sixes and three sevens");
    assert!(error.to_string().contains("can run out"), "{error}");
}
