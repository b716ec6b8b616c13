//! A play that is fixed on the fresh shoe, valued with other cards.

use std::path::Path;

use cards::{Composition, Value};
use num_traits::ToPrimitive;
use rules::Submission;
use solver::{Approximator, Class, FixedPlay, SolveError, Solver};

fn submission(analysis: &str, choices: &[(&str, &str)]) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
    let submission = Submission::load(&path, &[]).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    choices.iter().fold(submission, |submission, (key, choice)| submission.with(key, choice).expect("a choice"))
}

/// Every rule that the games have between them: an attack wager, suits that are paid, wagers that the house gives, both dealer cards seen,
/// even money, early surrender, two hands to switch before and after the check.
const GAMES: [(&str, &[(&str, &str)]); 10] = [
    ("pa-633a-blackjack/8-decks.toml", &[]),
    ("pa-633a-blackjack/2-decks.toml", &[("options.surrender", "early"), ("options.even-money", "1:1")]),
    ("pa-665a-double-attack/8-decks.toml", &[]),
    ("ma-double-attack/6-decks.toml", &[]),
    ("pa-685a-down-under/4-decks.toml", &[]),
    ("spanish-21/6-decks.toml", &[]),
    ("free-bet/6-decks.toml", &[]),
    ("double-exposure/8-decks.toml", &[]),
    ("pa-633a-blackjack-switch/4-decks.toml", &[]),
    ("pa-633a-blackjack-switch/4-decks.toml", &[("readings.switch-and-peek", "switch-first")]),
];

/// Shoes to average over the next card of: the fresh one, and one that has lost a third of its cards, not evenly.
fn shoes(fresh: &Composition) -> [Composition; 2] {
    let thinned = |value: Value| {
        let held = fresh.count(value);
        held - held * (u16::from(value.hard_points()) % 5) / 6 - held / 7
    };
    [*fresh, Composition::new(std::array::from_fn(|at| Value::from_index(at).map_or(0, thinned)))]
}

/// The mean effect of removing a random card is zero for a fixed play, whatever the rules: no best play is so, and no mistake in what is
/// fixed leaves it so.
#[test]
#[ignore = "long; `just slow`"]
fn a_random_card_has_no_effect() {
    for (analysis, choices) in GAMES {
        let submission = submission(analysis, choices);
        let solver = Solver::new(&submission).expect("a full shoe");
        for class in [Class::Td, Class::CdzMinus] {
            let play = FixedPlay::new(&solver, class).expect("a zero-memory play");
            let shoes = shoes(&submission.shoe);
            for shoe in shoes.iter().take(if class == Class::Td { 1 } else { 2 }) {
                let (ev, error) = play.ev(shoe).expect("enough cards");
                assert!(error < 1e-10, "{analysis}: {error:e}");
                let beside = |value| {
                    let share = f64::from(shoe.count(value)) / f64::from(shoe.total());
                    share * play.ev(&shoe.without(value).expect("a card")).expect("enough cards").0
                };
                let mean: f64 = Value::all().filter(|&value| shoe.count(value) > 0).map(beside).sum();
                assert!((mean - ev).abs() < 1e-13, "{analysis} {choices:?} {class}, shoe {shoe}: {mean} is not {ev}");
            }
        }
    }
}

/// On its own shoe the play is the one that was solved; on another the best play of its class is worth at least as much for one hand without
/// splits.
#[test]
#[ignore = "long; `just slow`"]
fn on_its_own_shoe_it_is_the_solution() {
    for (analysis, choices) in GAMES {
        let submission = submission(analysis, choices);
        let solver = Solver::new(&submission).expect("a full shoe");
        for class in [Class::Td, Class::CdzMinus] {
            let play = FixedPlay::new(&solver, class).expect("a zero-memory play");
            let exact = solver.ev(class).expect("a full shoe").to_f64().expect("an EV is a float");
            let (ev, error) = play.ev(&submission.shoe).expect("a full shoe");
            assert!((ev - exact).abs() < error.min(1e-12), "{analysis} {choices:?} {class}: {ev} is not {exact}");
        }
    }
    let submission = submission("plain-blackjack/6-decks.toml", &[]);
    let mut game = submission.game.clone();
    game.split = None;
    let solver = Solver::for_game(game.clone(), submission.shoe).expect("a full shoe");
    let play = FixedPlay::new(&solver, Class::CdzMinus).expect("a zero-memory play");
    let [_, other] = shoes(&submission.shoe);
    let best = Approximator::new(&game, submission.shoe).expect("a full shoe");
    let best = best.approximate(&other, Class::CdzMinus).expect("enough cards").ev;
    let fixed = play.ev(&other).expect("enough cards").0;
    assert!(fixed < best - 1e-6, "{fixed} and {best}");
}

#[test]
fn what_is_not_valued_is_refused() {
    let submission = submission("plain-blackjack/1-decks.toml", &[]);
    let solver = Solver::new(&submission).expect("a full deck");
    assert!(matches!(FixedPlay::new(&solver, Class::Perfect), Err(SolveError::Unsolved { .. })));
    let play = FixedPlay::new(&solver, Class::Td).expect("a zero-memory play");
    assert!(matches!(play.ev(&Composition::decks(2)), Err(SolveError::NotInShoe { held: 4, asked: 8, .. })));
    let few = Composition::new([2, 2, 2, 2, 2, 1, 1, 1, 1, 4]);
    assert!(matches!(play.ev(&few), Err(SolveError::ShoeTooSmall { held: 18, .. })));
}
