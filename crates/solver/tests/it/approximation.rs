//! Values in floats lie as near to the exact ones as they say, whatever is left of the shoe.

use std::path::Path;

use cards::{Composition, Value};
use num_traits::ToPrimitive;
use proptest::prelude::*;
use rules::{Submission, SwitchWhen};
use solver::{Approximation, Approximator, Class, Solution, SolveError, Solver, Want};

const CLASSES: [Class; 2] = [Class::Td, Class::CdzMinus];

fn submission(analysis: &str) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
    Submission::load(&path, &[]).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn float(exact: &num_rational::BigRational) -> f64 {
    exact.to_f64().expect("an EV is a float")
}

fn assert_near(found: &Approximation, exact: &Solution, place: &str) {
    let off = (found.ev - float(&exact.ev)).abs();
    assert!(off <= found.error, "{place}: {} is off by {off:e}, more than {:e}", found.ev, found.error);
    // What is stated is a proof; what is reached should be far better.
    assert!(off < 1e-13, "{place}: off by {off:e}");
    assert!(found.error < 1e-10, "{place}: {:e} tells little", found.error);
    assert_eq!(found.ups.len(), exact.ups.len(), "{place}");
    for (found, exact) in found.ups.iter().zip(&exact.ups) {
        assert_eq!((found.up, found.attack), (exact.up, exact.attack), "{place}");
        assert!((found.ev - float(&exact.ev)).abs() < 1e-12, "{place}, {}: {}", found.up, found.ev);
        assert!((found.probability - float(&exact.probability)).abs() < 1e-15, "{place}, {}", found.up);
    }
}

#[test]
#[ignore = "long; `just slow`"]
fn every_analysis_is_approximated() {
    for analysis in [
        "pa-633a-blackjack/8-decks.toml",
        "pa-665a-double-attack/8-decks.toml",
        "ma-double-attack/6-decks.toml",
        "pa-685a-down-under/4-decks.toml",
        "spanish-21/6-decks.toml",
        "free-bet/6-decks.toml",
        "double-exposure/8-decks.toml",
        "plain-blackjack/1-decks.toml",
        "pa-633a-blackjack-switch/8-decks.toml",
    ] {
        let submission = submission(analysis);
        let approximator = Approximator::new(&submission.game, submission.shoe).expect("a full shoe");
        let solver = Solver::new(&submission).expect("a full shoe");
        for strategy in CLASSES {
            let found = approximator.approximate(&submission.shoe, strategy).expect("a full shoe");
            assert_near(
                &found,
                &solver.solve(strategy, Want::action()).expect("a full shoe"),
                &format!("{analysis}, {strategy}"),
            );
        }
    }
}

/// Cards that are left of two decks, enough for a round.
fn left_of_two_decks() -> impl Strategy<Value = [u16; Value::COUNT]> {
    let counts: Vec<_> = Composition::decks(2).counts().iter().map(|&most| 0..=most).collect();
    counts.prop_map(|counts| std::array::from_fn(|value| counts[value]))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// One approximator for all parts of a shoe, against a solver made for each.
    #[test]
    #[ignore = "long; `just slow`"]
    fn parts_of_a_shoe_are_approximated(
        counts in left_of_two_decks(),
        early in any::<bool>(),
        more_hands in any::<bool>(),
    ) {
        let mut submission = submission("pa-633a-blackjack/2-decks.toml");
        for (key, choice) in [
            ("options.surrender", if early { "early" } else { "late" }),
            ("options.max-hands", if more_hands { "3" } else { "2" }),
        ] {
            submission = submission.with(key, choice).expect("an option");
        }
        let shoe = Composition::new(counts);
        let approximator = Approximator::new(&submission.game, Composition::decks(2)).expect("a full shoe");
        match approximator.approximate(&shoe, Class::CdzMinus) {
            Err(SolveError::ShoeTooSmall { .. }) => {}
            Err(error) => panic!("{error}"),
            Ok(found) => {
                let solver = Solver::for_game(submission.game.clone(), shoe).expect("enough cards");
                let exact = solver.solve(Class::CdzMinus, Want::action()).expect("enough cards");
                assert_near(&found, &exact, &format!("shoe {shoe}"));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    /// The same for two hands that may be switched before a blackjack is looked for, or after.
    #[test]
    fn two_hands_to_switch_are_approximated(counts in left_of_two_decks(), before_check in any::<bool>()) {
        let mut game = submission("pa-633a-blackjack-switch/4-decks.toml").game;
        game.switch.as_mut().expect("two hands").when =
            if before_check { SwitchWhen::BeforeCheck } else { SwitchWhen::AfterCheck };
        let shoe = Composition::new(counts);
        let approximator = Approximator::new(&game, Composition::decks(2)).expect("a full shoe");
        for strategy in CLASSES {
            match approximator.approximate(&shoe, strategy) {
                Err(SolveError::ShoeTooSmall { .. }) => {}
                Err(error) => panic!("{error}"),
                Ok(found) => {
                    let solver = Solver::for_game(game.clone(), shoe).expect("enough cards");
                    let exact = solver.solve(strategy, Want::action()).expect("enough cards");
                    assert_near(&found, &exact, &format!("shoe {shoe}, {strategy}"));
                }
            }
        }
    }
}

/// Each two cards of the dealer are valued once, whichever is his up card, but where no card of a value is left.
#[test]
fn dealers_whose_two_cards_are_seen_are_approximated() {
    let submission = submission("double-exposure/8-decks.toml").with("decks", "2").expect("two decks");
    let approximator = Approximator::new(&submission.game, submission.shoe).expect("a full shoe");
    for counts in [[8, 8, 8, 8, 8, 8, 8, 8, 8, 32], [3, 1, 5, 4, 2, 5, 7, 6, 3, 19], [6, 0, 8, 2, 7, 8, 1, 8, 5, 25]] {
        let shoe = Composition::new(counts);
        let solver = Solver::for_game(submission.game.clone(), shoe).expect("enough cards");
        for strategy in CLASSES {
            let round = approximator.round(&shoe, strategy).expect("enough cards");
            let exact = solver.solve(strategy, Want::action()).expect("enough cards");
            assert_near(round.approximation(), &exact, &format!("shoe {shoe}, {strategy}"));
            let (near, exact) = (round.play_table(), solver.play_table(strategy).expect("enough cards"));
            for (near, exact) in near.ups.iter().zip(&exact.ups) {
                assert_eq!(near.signals.len(), exact.signals.len());
                for (near, exact) in near.signals.iter().zip(&exact.signals) {
                    assert_eq!((&near.signal, near.split), (&exact.signal, exact.split), "{shoe}, {strategy}");
                }
            }
        }
    }
}

#[test]
fn what_is_not_approximated_is_refused() {
    let blackjack = submission("pa-633a-blackjack/1-decks.toml");
    let approximator = Approximator::new(&blackjack.game, blackjack.shoe).expect("a full deck");
    let approximate = |shoe: &Composition, strategy| approximator.approximate(shoe, strategy);
    let cdz = Class::CdzMinus;
    let two_decks = Composition::decks(2);
    assert!(matches!(approximate(&two_decks, cdz), Err(SolveError::NotInShoe { held: 4, asked: 8, .. })));
    let few = Composition::new([2, 2, 2, 2, 2, 1, 1, 1, 1, 4]);
    assert!(matches!(approximate(&few, cdz), Err(SolveError::ShoeTooSmall { .. })));
    for strategy in [Class::BestCdz, Class::Perfect] {
        assert!(matches!(approximate(&blackjack.shoe, strategy), Err(SolveError::Unsolved { .. })));
    }
    let live = blackjack.with("options.hole-card", "none-busted-bets").expect("an option");
    assert!(matches!(Approximator::new(&live.game, live.shoe), Err(SolveError::Unsolved { .. })));
    let early = blackjack.with("options.surrender", "early").expect("an option");
    let approximator = Approximator::new(&early.game, early.shoe).expect("a full deck");
    let by_totals = approximator.approximate(&early.shoe, Class::Td);
    assert!(matches!(by_totals, Err(SolveError::Unsolved { .. })));
}
