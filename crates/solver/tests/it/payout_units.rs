//! Odds whose settlement unit is a small part of a wager: exact up to the limit, and refused beyond it.

use cards::Composition;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rules::{Game, Odds};
use solver::{Approximator, Class, SolveError, Solver, Want};

use crate::games::{game, late_surrender};

fn odds(text: &str) -> Odds {
    text.parse().expect("odds")
}

/// Plain blackjack to four hands with these odds for a blackjack.
fn paying(pays: &str) -> Game {
    let mut game = game("plain-blackjack");
    game.natural.pays = odds(pays);
    if let Some(split) = &mut game.split {
        split.max_hands = 4;
    }
    game
}

fn solver(game: Game, decks: u16) -> Result<Solver, SolveError> {
    Solver::for_game(game, Composition::decks(decks))
}

/// The EV is linear in what a blackjack is paid, which no decision depends on.
#[test]
fn the_ev_is_linear_up_to_the_smallest_unit() {
    let ev = |pays: &str| solver(paying(pays), 1).and_then(|solver| solver.ev(Class::CdzMinus)).expect("solved");
    let [even, double] = [ev("1:1"), ev("2:1")];
    for pays in ["65521:43691", "99991:20011", "10007:65479", "1:65521"] {
        let paid = odds(pays).exact();
        let wanted = &even + (&double - &even) * (&paid - BigRational::from_integer(1.into()));
        assert_eq!(ev(pays), wanted, "{pays}");
        let near = Approximator::new(&paying(pays), Composition::decks(1))
            .and_then(|near| near.approximate(&Composition::decks(1), Class::CdzMinus));
        let near = near.expect("as many cards as a round may take");
        let missed = BigRational::from_float(near.ev).expect("a number") - wanted;
        assert!(missed.abs() <= BigRational::from_float(near.error).expect("a number"), "{pays}: {missed}");
    }
}

#[test]
fn smaller_units_are_refused() {
    let with_surrender = |pays: &str, loses: &str| Game { surrender: Some(late_surrender(loses)), ..paying(pays) };
    let games = [
        with_surrender("99991:66661", "33331:66653"),
        with_surrender("15001:10000", "50:101"),
        with_surrender("99999:1", "33331:66653"),
        with_surrender("3:2", "32767:65537"),
        paying("3:99991"),
    ];
    for game in games {
        let refused = [solver(game.clone(), 6).err(), Approximator::new(&game, Composition::decks(6)).err()];
        assert_eq!(refused, [Some(SolveError::PayoutUnits), Some(SolveError::PayoutUnits)], "{:?}", game.natural);
    }
}

/// A variance is what it is, or refused: no sum wraps, and none stops the program.
#[test]
fn a_variance_of_small_units_is_exact_or_refused() {
    let variance =
        |pays: &str| solver(paying(pays), 6).and_then(|solver| solver.solve(Class::CdzMinus, Want::quick_variance()));
    let moments = |pays: &str| {
        let solution = variance(pays)?;
        let variance = solution.variance.expect("asked for");
        Ok::<_, SolveError>((odds(pays).exact(), variance + &solution.ev * &solution.ev))
    };
    // The mean square of a round is quadratic in what a blackjack is paid.
    let known = ["1:1", "3:2", "2:1"].map(|pays| moments(pays).expect("solved"));
    let at = |pays: &BigRational| {
        let term = |one: usize| {
            let others = (0..known.len()).filter(|&other| other != one);
            let weight: BigRational =
                others.map(|other| (pays - &known[other].0) / (&known[one].0 - &known[other].0)).product();
            weight * &known[one].1
        };
        (0..known.len()).map(term).fold(BigRational::zero(), |sum, term| sum + term)
    };
    let mut refused = 0;
    for pays in ["6:5", "7:5", "101:67", "1009:673", "10007:6673", "65521:43691"] {
        match moments(pays) {
            Ok((paid, found)) => assert_eq!(found, at(&paid), "{pays}"),
            Err(error) => {
                assert_eq!(error, SolveError::PayoutUnits, "{pays}");
                refused += 1;
            }
        }
    }
    assert!(refused <= 2, "{refused}");
}
