//! Solvers of one search give what each gives alone: the same values and plays, in whatever order and on however many threads they are asked.

use std::path::Path;

use rayon::prelude::*;
use rules::{Override, Submission};
use solver::{Class, SolveError, Solver, SolverFamily, Want};

/// Few different cards, so that few hands, and enough of them for some splits.
const SHOE: &str = "10,0,0,6,0,12,0,10,0,40";

/// Submissions of a game compared at the most.
const MOST: usize = 32;

/// The submission with two choices of options and readings made otherwise, as far as the rules allow them together: about so many of all,
/// evenly. Only those are read, for that takes longer than to solve them.
fn variants(submission: &Submission, most: usize) -> Vec<Submission> {
    let options = submission.options.iter().map(|choice| ("options", choice));
    let readings = submission.readings.iter().map(|choice| ("readings", choice));
    let concerned = options.chain(readings).filter(|(_, choice)| choice.switch.affects_base_game());
    let changes: Vec<Override> = concerned
        .flat_map(|(kind, choice)| {
            choice.others().map(move |other| Override::new(format!("{kind}.{}", choice.switch.name), &other.name))
        })
        .collect();
    let mut all = vec![Vec::new()];
    for (at, first) in changes.iter().enumerate() {
        all.push(vec![first.clone()]);
        all.extend(changes[at + 1..].iter().map(|second| vec![first.clone(), second.clone()]));
    }
    let step = all.len().div_ceil(most);
    all.iter().step_by(step).filter_map(|changes| submission.with_all(changes).ok()).collect()
}

/// Everything that depends on a play, or why there is none.
fn answers(solver: Result<Solver, SolveError>) -> Result<String, String> {
    let solver = solver.map_err(|error| error.to_string())?;
    let mut text = String::new();
    for class in [Class::Td, Class::CdzMinus] {
        let solved = solver.solve(class, Want::action()).map_err(|error| error.to_string())?;
        assert_eq!(solver.ev(class), Ok(solved.ev.clone()));
        text.push_str(&format!("{solved:?}\n{:?}\n", solver.play_table(class)));
    }
    Ok(text)
}

fn compare(game: &str, analysis: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(game).join(analysis);
    let submission = Submission::load(&path, &[Override::new("shoe", SHOE)]).expect("an analysis");
    let submissions = variants(&submission, MOST);
    let family = SolverFamily::default();
    let shared: Vec<_> = submissions.par_iter().map(|submission| answers(family.solver(submission))).collect();
    let mut solved = 0;
    for (submission, shared) in submissions.iter().zip(shared) {
        let alone = answers(Solver::new(submission));
        solved += usize::from(alone.is_ok());
        if shared != alone {
            let [shared, alone] = [shared, alone].map(|answers| answers.unwrap_or_else(|error| error));
            let other = shared.lines().zip(alone.lines()).find(|(shared, alone)| shared != alone);
            let at = other.map_or(0, |(shared, alone)| {
                shared.bytes().zip(alone.bytes()).take_while(|(shared, alone)| shared == alone).count()
            });
            let choices = submission.options.iter().chain(&submission.readings);
            let choices: Vec<String> = choices.map(|one| format!("{}={}", one.switch.name, one.choice)).collect();
            let from = |text: &str| text.chars().skip(at.saturating_sub(80)).take(300).collect::<String>();
            panic!("{game}: {choices:?}\n{:?}", other.map(|(shared, alone)| (from(shared), from(alone))));
        }
    }
    assert!(2 * solved > submissions.len(), "{game}: {solved} of {} are solved", submissions.len());
    let counts = family.counts();
    assert!(counts.plays > 0 && counts.plays <= counts.unsplit, "{game}: {counts:?}");
}

#[test]
fn down_under() {
    compare("pa-685a-down-under", "6-decks.toml");
}

#[test]
fn double_attack() {
    compare("pa-665a-double-attack", "8-decks.toml");
    compare("ma-double-attack", "8-decks.toml");
}

#[test]
fn blackjack() {
    compare("pa-633a-blackjack", "6-decks.toml");
}

#[test]
fn blackjack_switch() {
    compare("pa-633a-blackjack-switch", "6-decks.toml");
}

#[test]
#[ignore = "long; `just slow`"]
fn games_of_no_regulation() {
    for game in ["double-exposure", "free-bet", "spanish-21"] {
        compare(game, "6-decks.toml");
    }
}

/// Few ranks, so that perfect play to several hands takes little; pairs of aces, sixes, eights and tens.
const PERFECT_SHOE: &str = "6,0,0,4,0,6,0,6,0,12";

/// Perfect play with and without squares. Cases are asked for again with other pairs better split, with squares after means, and in several threads.
fn compare_perfect(game: &str, analysis: &str, most: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(game).join(analysis);
    let submission = Submission::load(&path, &[Override::new("shoe", PERFECT_SHOE)]).expect("an analysis");
    let submissions = variants(&submission, most);
    let family = SolverFamily::default();
    let of = |solver: Result<Solver, SolveError>, squares: bool| -> Result<String, SolveError> {
        let solver = solver?;
        if squares {
            solver.solve(Class::Perfect, Want::action()).map(|solved| format!("{solved:?}"))
        } else {
            solver.ev(Class::Perfect).map(|ev| ev.to_string())
        }
    };
    let mut solved = 0;
    for squares in [false, true] {
        let shared: Vec<_> = submissions.par_iter().map(|one| of(family.solver(one), squares)).collect();
        for (one, shared) in submissions.iter().zip(shared) {
            let alone = of(Solver::new(one), squares);
            solved += usize::from(alone.is_ok());
            let choices = one.options.iter().chain(&one.readings);
            let choices: Vec<String> = choices.map(|one| format!("{}={}", one.switch.name, one.choice)).collect();
            assert_eq!(shared, alone, "{game}, squares {squares}: {choices:?}");
        }
    }
    let valued = family.counts().perfect;
    assert!(0 < valued && valued < 10 * solved, "{game}: {valued} cases in {solved} solutions");
}

fn compare_perfect_of_games(most: usize) {
    compare_perfect("pa-685a-down-under", "6-decks.toml", most);
    compare_perfect("pa-665a-double-attack", "8-decks.toml", most);
    compare_perfect("pa-633a-blackjack", "6-decks.toml", most);
}

/// Few combinations of each game: what they share and in which order they are asked is as in the slow test.
#[test]
#[ignore = "long; `just slow`"]
fn perfect_play() {
    compare_perfect_of_games(MOST / 8);
}

#[test]
#[ignore = "long; `just slow`"]
fn perfect_play_of_more_combinations() {
    compare_perfect_of_games(MOST / 3);
}

/// A dealer in some of his cases alone is counted in ways of fewer draws: both are valued where two cards are shown.
#[test]
fn a_play_asked_for_first_changes_no_value() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/double-exposure/6-decks.toml");
    let submission = Submission::load(&path, &[]).expect("an analysis");
    for strategy in [Class::Td, Class::CdzMinus] {
        let expected = Solver::new(&submission).expect("compiles").solve(strategy, Want::action()).expect("solved");
        let solver = SolverFamily::default().solver(&submission).expect("compiles");
        let table = solver.play_table(strategy).expect("a table");
        assert_eq!(solver.solve(strategy, Want::action()).expect("solved"), expected, "{strategy}");
        assert_eq!(solver.play_table(strategy).expect("a table"), table, "{strategy}");
    }
}

/// Under one reading every hand that is given back still waits for the dealer, and his cards can run out. Neither order of the two hides that.
#[test]
fn a_shared_solver_refuses_a_shoe_that_can_run_out() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-685a-down-under/6-decks.toml");
    let with = |reading: &str| {
        let set = [Override::new("shoe", "3,2,1,2,0,0,1,1,2,2"), Override::new("readings.bust-against-22", reading)];
        Submission::load(&path, &set).expect("an analysis")
    };
    let [lost, returned] = ["lost", "returned"].map(with);
    let runs_out = |solved: Result<Solver, SolveError>| matches!(solved, Err(SolveError::ShoeRunsOut { .. }));
    assert!(runs_out(Solver::new(&returned)));
    let solver = Solver::new(&lost).expect("no such hand");
    assert!(solver.shares_distributions_with(&returned) && runs_out(solver.with(&returned)));
    let family = SolverFamily::default();
    assert!(family.solver(&lost).is_ok() && runs_out(family.solver(&returned)) && family.solver(&lost).is_ok());
}
