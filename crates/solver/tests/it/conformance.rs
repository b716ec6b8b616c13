//! What must hold of every game, whatever its rules: each game file and each analysis is found in its folder, so a new one
//! is covered as soon as it is there.
//!
//! A *variant* is a game under one other choice of an option or of a reading, all else as in the analysis. Where a law
//! is about an optimum, splits are left out or limited to one: the composition-dependent class is the optimum of an
//! unsplit game, and perfect play is solved for one split. Two hands that may be switched are played one by one by both
//! classes that are solved for them, so no optimum is known there, and the laws about one leave such games out.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::One;
use rules::{
    AgainstBlackjack, AgainstPush, Choice, Game, LateBlackjackTakes, Odds, Override, Submission, Ties, TwentyOne,
};
use solver::{Class, Solution, SolveError, Solver, Want};

/// Few different cards, so that few hands, and enough of them for one split.
///
/// One card less leaves as many cards of a suit in full decks, and with them payouts that depend on suits. The same goes for
/// the next shoe.
const SMALL: [u16; Value::COUNT] = [4, 0, 0, 0, 4, 4, 0, 4, 0, 12];

/// More values, for rounds without splits.
const MIXED: [u16; Value::COUNT] = [4, 0, 0, 2, 2, 2, 2, 2, 2, 8];

/// Few values, and many cards of each.
const FEW_VALUES: [u16; Value::COUNT] = [10, 0, 0, 0, 0, 24, 0, 20, 0, 40];

/// A game with one of its choices made otherwise.
#[derive(Clone)]
pub(crate) struct Variant {
    pub(crate) name: String,
    pub(crate) submission: Submission,
}

/// What is in a folder and has this ending, in the order of the names.
fn listed(folder: &Path, extension: Option<&str>) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap_or_else(|error| panic!("{}: {error}", folder.display())).path())
        .filter(|path| match extension {
            None => path.is_dir(),
            Some(extension) => path.extension().is_some_and(|found| found == extension),
        })
        .collect();
    paths.sort();
    paths
}

fn workspace(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder)
}

fn load(path: &Path, overrides: &[Override]) -> Submission {
    Submission::load(path, overrides).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every analysis of every game, game by game.
static ANALYSES: LazyLock<Vec<Vec<(PathBuf, Submission)>>> = LazyLock::new(|| {
    let games: Vec<Vec<_>> = listed(&workspace("analyses"), None)
        .iter()
        .map(|folder| listed(folder, Some("toml")).into_iter().map(|path| (path.clone(), load(&path, &[]))).collect())
        .filter(|analyses: &Vec<_>| !analyses.is_empty())
        .collect();
    assert!(!games.is_empty(), "no analysis was found");
    games
});

/// The analysis of every game that has the fewest cards, with every other choice of one reading, and of one option. They are read once: to
/// read a game took as long as to solve it from a small shoe.
pub(crate) struct GameChoices {
    pub(crate) base: Submission,
    pub(crate) readings: Vec<Variant>,
    pub(crate) options: Vec<Variant>,
}

static GAMES: LazyLock<Vec<GameChoices>> = LazyLock::new(|| {
    let fewest = |analyses: &Vec<(PathBuf, Submission)>| {
        analyses.iter().map(|(_, submission)| submission).min_by_key(|submission| submission.shoe.total()).cloned()
    };
    let choices = |base: Submission| {
        let of =
            |kind, choices| other_choices(kind, choices).map(|(key, choice)| variant(&base, &key, choice)).collect();
        let (readings, options) = (of("readings", &base.readings), of("options", &base.options));
        GameChoices { base, readings, options }
    };
    ANALYSES.iter().filter_map(fewest).map(choices).collect()
});

pub(crate) fn games() -> &'static [GameChoices] {
    &GAMES
}

/// The keys and values of every choice that is not in force.
fn other_choices<'a>(kind: &'a str, choices: &'a [Choice]) -> impl Iterator<Item = (String, &'a str)> {
    choices.iter().flat_map(move |one| {
        let others = one.switch.choices.iter().filter(|choice| choice.name != one.choice);
        others.map(move |choice| (format!("{kind}.{}", one.switch.name), choice.name.as_str()))
    })
}

fn variant(base: &Submission, key: &str, choice: &str) -> Variant {
    let name = format!("{}, {key} = {choice}", base.game.id);
    let submission = base.with(key, choice).unwrap_or_else(|error| panic!("{name}: {error}"));
    Variant { name, submission }
}

pub(crate) fn as_analysed(base: &Submission) -> Variant {
    Variant { name: format!("{}, as analysed", base.game.id), submission: base.clone() }
}

impl GameChoices {
    /// The game under every other choice of one reading, and first the game as analysed.
    fn all_readings(&self) -> impl Iterator<Item = Variant> {
        std::iter::once(as_analysed(&self.base)).chain(self.readings.iter().cloned())
    }

    /// The same under every other choice of one option too.
    fn variants(&self) -> impl Iterator<Item = Variant> {
        self.all_readings().chain(self.options.iter().cloned())
    }
}

pub(crate) fn changed(game: &Game, change: impl FnOnce(&mut Game)) -> Game {
    let mut game = game.clone();
    change(&mut game);
    game
}

/// Perfect play is solved for one split, and small shoes hold the cards of one.
pub(crate) fn one_split(game: &Game) -> Game {
    changed(game, |game| game.split.iter_mut().for_each(|split| split.max_hands = 2))
}

fn unsplit(game: &Game) -> Game {
    changed(game, |game| game.split = None)
}

/// A game, shoe and class that is the optimum there.
#[derive(Clone)]
struct Optimum {
    place: String,
    game: Game,
    shoe: Composition,
    strategy: Class,
}

impl Optimum {
    fn ev(&self) -> BigRational {
        self.ev_from(self.shoe)
    }

    fn ev_from(&self, shoe: Composition) -> BigRational {
        solve(&self.solver(shoe), self.strategy, shoe, &self.place).ev
    }

    fn solver(&self, shoe: Composition) -> Solver {
        solver(&self.game, shoe, &self.place).unwrap_or_else(|| panic!("{}: shoe {shoe} can run out", self.place))
    }

    fn is_same(&self, other: &Self) -> bool {
        self.game == other.game && self.shoe == other.shoe && self.strategy == other.strategy
    }

    /// The same with another rule, unless it is no other.
    fn with(&self, rule: &str, change: impl FnOnce(&mut Game)) -> Option<Self> {
        let Self { place, shoe, strategy, .. } = self;
        let game = changed(&self.game, change);
        (game != self.game).then(|| Self { place: format!("{place}, {rule}"), game, shoe: *shoe, strategy: *strategy })
    }
}

/// The optima that are known of a game's variants: without splits from the small shoe and, as analysed, from
/// the mixed one, and with one split under every reading for which perfect play is solved. With what each is worth.
static OPTIMA: LazyLock<Vec<(Optimum, BigRational)>> = LazyLock::new(|| {
    let mut optima = Vec::new();
    for game in games().iter().filter(|game| game.base.game.switch.is_none()) {
        let variants = std::iter::once((as_analysed(&game.base), MIXED, Class::CdzMinus))
            .chain(game.variants().map(|variant| (variant, SMALL, Class::CdzMinus)))
            .chain(game.all_readings().map(|variant| (variant, SMALL, Class::Perfect)));
        for (Variant { name, submission }, counts, strategy) in variants {
            let shoe = Composition::new(counts);
            let game = &submission.game;
            let game = if strategy == Class::Perfect { one_split(game) } else { unsplit(game) };
            let optimum = Optimum { place: format!("{name}, {strategy}"), game, shoe, strategy };
            // A choice may matter to more splits only, or to none.
            let again = optima.iter().any(|seen: &Optimum| seen.is_same(&optimum));
            if !again && optimum.solver(shoe).strategies().contains(&strategy) {
                optima.push(optimum);
            }
        }
    }
    assert!(!optima.is_empty(), "no optimum is known");
    optima
        .into_iter()
        .map(|optimum| {
            let ev = optimum.ev();
            (optimum, ev)
        })
        .collect()
});

/// The solver of a game, unless some play of it can run the shoe out.
pub(crate) fn solver(game: &Game, shoe: Composition, place: &str) -> Option<Solver> {
    match Solver::for_game(game.clone(), shoe) {
        Ok(solver) => Some(solver),
        Err(SolveError::ShoeRunsOut { .. } | SolveError::ShoeTooSmall { .. }) => None,
        Err(error) => panic!("{place}, shoe {shoe}: {error}"),
    }
}

fn solve(solver: &Solver, strategy: Class, shoe: Composition, place: &str) -> Solution {
    solver.solve(strategy, Want::action()).unwrap_or_else(|error| panic!("{place}, {strategy}, shoe {shoe}: {error}"))
}

fn odds(text: &str) -> Odds {
    text.parse().expect("odds")
}

/// Probabilities that sum to one at every level, and values that are the weighted sums of what they are made of.
fn assert_consistent(solution: &Solution, shoe: Composition, place: &str) {
    let place = format!("{place}, {}, shoe {shoe}", solution.strategy);
    let weighted = |terms: Vec<(&BigRational, &BigRational)>| -> [BigRational; 2] {
        let sum = terms.iter().map(|(probability, ev)| *probability * *ev).sum();
        [terms.iter().map(|(probability, _)| *probability).sum(), sum]
    };
    let one = BigRational::one();
    let expected = [one.clone(), solution.ev.clone()];
    let ups: Vec<Value> = solution.ups.iter().map(|up| up.up).collect();
    let held: Vec<Value> = Value::all().filter(|&value| shoe.count(value) > 0).collect();
    assert_eq!(ups, held, "{place}: up cards");
    assert_eq!(weighted(solution.ups.iter().map(|up| (&up.probability, &up.ev)).collect()), expected, "{place}");
    for up in &solution.ups {
        let share = BigRational::new(shoe.count(up.up).into(), shoe.total().into());
        assert_eq!(up.probability, share, "{place}, up {}", up.up);
        let signals = up.signals.iter().map(|signal| (&signal.probability, &signal.ev)).collect();
        assert_eq!(weighted(signals), [one.clone(), up.ev.clone()], "{place}, up {}", up.up);
    }
}

#[test]
fn every_game_file_has_an_analysis() {
    let analysed: Vec<&str> = games().iter().map(|game| &*game.base.game.id).collect();
    for path in listed(&workspace("games"), Some("toml")) {
        let id = path.file_stem().and_then(|stem| stem.to_str()).expect("a file name with an ending");
        assert!(analysed.contains(&id), "{id} has no analysis");
    }
}

/// As an override of the file and of what was loaded alike, for one analysis of each game: what there is to choose is the game's.
#[test]
#[ignore = "long; `just slow`"]
fn every_choice_of_every_analysis_loads() {
    for (at, (path, submission)) in ANALYSES.iter().flat_map(|of_game| of_game.iter().enumerate()) {
        let place = path.display();
        for (kind, choices) in [("options", &submission.options), ("readings", &submission.readings)] {
            for one in choices.iter().filter(|_| at == 0) {
                let key = format!("{kind}.{}", one.switch.name);
                for choice in one.switch.choices.iter().map(|choice| choice.name.as_str()) {
                    let changed = variant(submission, &key, choice).submission;
                    let all = if kind == "options" { &changed.options } else { &changed.readings };
                    let made = all.iter().find(|made| made.switch.name == one.switch.name).map(|made| &*made.choice);
                    assert_eq!(made, Some(choice), "{place}, {key}");
                    let loaded = load(path, &[Override::new(&key, choice)]);
                    assert_eq!(loaded.canonical(), changed.canonical(), "{place}, {key} = {choice}");
                    assert_eq!(loaded.game, changed.game, "{place}, {key} = {choice}");
                }
            }
        }
        for &decks in &submission.game.shoe.decks {
            let whole = submission.for_decks(decks).unwrap_or_else(|error| panic!("{place}, {decks} decks: {error}"));
            let cards = u32::from(submission.game.shoe.deck_size()) * u32::from(decks);
            assert_eq!(whole.shoe.total(), cards, "{place}, {decks} decks");
        }
    }
}

/// With as many splits as the analysis allows, from one deck or, where a round may take more, from two.
#[test]
#[ignore = "long; `just slow`"]
fn every_reading_is_solved() {
    for choices in games() {
        let base = &choices.base;
        let id = &base.game.id;
        let mut decks = [1, 2].into_iter().map(|decks| base.game.shoe.composition(decks));
        let compiled = decks.find_map(|shoe| solver(&base.game, shoe, id).map(|solver| (solver, shoe)));
        let (mut solver, shoe) = compiled.unwrap_or_else(|| panic!("{id}: a round may take more than two decks"));
        for Variant { name, mut submission } in choices.all_readings() {
            submission.shoe = shoe;
            let takes = submission.game.hole_card.late_blackjack_takes;
            let two_hands = submission.game.switch.is_some() && submission.game != base.game;
            if takes == LateBlackjackTakes::BustedAndOriginal || two_hands {
                // The busted hands of several splits together are many, and so are all hands of two deals.
                submission.game = one_split(&submission.game);
            }
            // From the last one, whose dealer is mostly the same.
            solver = solver.with(&submission).unwrap_or_else(|error| panic!("{name}, shoe {shoe}: {error}"));
            assert_consistent(&solve(&solver, Class::CdzMinus, shoe, &name), shoe, &name);
        }
    }
}

#[test]
#[ignore = "long; `just slow`"]
fn no_class_beats_perfect_play() {
    let shoe = Composition::new(SMALL);
    for choices in games() {
        let mut seen: Vec<Game> = Vec::new();
        for Variant { name, submission } in choices.variants() {
            let game = one_split(&submission.game);
            if seen.contains(&game) {
                continue;
            }
            let solver = solver(&game, shoe, &name).unwrap_or_else(|| panic!("{name}: shoe {shoe} can run out"));
            let solutions: Vec<Solution> =
                solver.strategies().into_iter().map(|strategy| solve(&solver, strategy, shoe, &name)).collect();
            solutions.iter().for_each(|solution| assert_consistent(solution, shoe, &name));
            let perfect = solutions.iter().find(|solution| solution.strategy == Class::Perfect);
            for solution in &solutions {
                let beaten = perfect.is_none_or(|perfect| solution.ev <= perfect.ev);
                assert!(beaten, "{name}, shoe {shoe}: {} beats perfect play", solution.strategy);
            }
            seen.push(game);
        }
    }
}

/// Splits to three hands under every choice, from a shoe of few values whose cards do not tell much of the rest.
#[test]
#[ignore = "long; `just slow`"]
fn perfect_play_is_inside_its_bracket() {
    let shoe = Composition::new(FEW_VALUES);
    let mut brackets = 0;
    for choices in games() {
        let mut seen: Vec<Game> = Vec::new();
        for Variant { name, submission } in choices.variants() {
            let game = changed(&submission.game, |game| game.split.iter_mut().for_each(|split| split.max_hands = 3));
            if seen.contains(&game) || game.switch.is_some() {
                continue;
            }
            let solver = solver(&game, shoe, &name).unwrap_or_else(|| panic!("{name}: shoe {shoe} can run out"));
            match solver.bracket(&|_| ()) {
                Err(SolveError::Unsolved { .. }) => {}
                Err(error) => panic!("{name}: {error}"),
                Ok(bracket) => {
                    let perfect = solve(&solver, Class::Perfect, shoe, &name).ev;
                    assert!(bracket.lower <= perfect && perfect <= bracket.upper, "{name}: {perfect} is outside");
                    brackets += 1;
                }
            }
            seen.push(game);
        }
    }
    assert!(brackets > 40, "{brackets} brackets");
}

/// Nor without splits, where the composition-dependent class is the optimum.
#[test]
#[ignore = "long; `just slow`"]
fn no_table_of_totals_beats_the_optimum() {
    for (optimum, best) in OPTIMA.iter() {
        let table = Optimum { strategy: Class::Td, ..optimum.clone() };
        let (ev, shoe, place) = (table.ev(), table.shoe, &table.place);
        assert!(ev <= *best, "{place}, shoe {shoe}: a table of totals is worth {ev}, the optimum {best}");
    }
}

/// For a fixed play the value is linear in every payout, so the best play's is convex.
#[test]
#[ignore = "long; `just slow`"]
fn the_optimum_is_convex_in_payouts() {
    type Payout = (&'static str, [&'static str; 3], fn(&mut Game, Odds));
    // From the worst for the player to the best.
    let payouts: [Payout; 2] = [
        ("blackjack pays", ["1:1", "3:2", "2:1"], |game, odds| game.natural.pays = odds),
        ("surrender loses", ["3:4", "1:2", "1:4"], |game, odds| {
            game.surrender.iter_mut().for_each(|surrender| surrender.loses = odds);
        }),
    ];
    for (optimum, ev) in OPTIMA.iter() {
        for (payout, levels, set) in payouts {
            if payout.starts_with("surrender") && optimum.game.surrender.is_none() {
                continue;
            }
            let [low, middle, high] = levels.map(|level| {
                let level = odds(level);
                optimum.with("", |game| set(game, level)).map_or_else(|| ev.clone(), |other| other.ev())
            });
            let place =
                format!("{}, shoe {}, {payout} {levels:?}: {low}, {middle}, {high}", optimum.place, optimum.shoe);
            assert!(low <= middle && middle <= high, "better payouts hurt: {place}");
            assert!(&low + &high >= &middle + &middle, "not convex: {place}");
        }
    }
}

/// Nothing is lost by what need not be done, nor by rules that take less of the same play.
#[test]
#[ignore = "long; `just slow`"]
fn a_choice_taken_away_never_helps_and_a_kinder_rule_never_hurts() {
    type Change = (&'static str, fn(&mut Game));
    let harsher: [Change; 4] = [
        ("no doubles", |game| game.double = None),
        ("no surrender", |game| game.surrender = None),
        ("no attack wager", |game| game.attack = None),
        ("no split", |game| game.split = None),
    ];
    let kinder: [Change; 5] = [
        ("ties returned", |game| game.settle.ties = Ties::Returned),
        ("21 paid", |game| game.settle.twenty_one = TwentyOne::Paid),
        ("blackjacks paid", |game| game.natural.against_blackjack = AgainstBlackjack::Paid),
        ("blackjacks paid against the push total", |game| game.natural.against_push = AgainstPush::Paid),
        ("late blackjacks take less", |game| {
            if game.hole_card.late_blackjack_takes == LateBlackjackTakes::All {
                game.hole_card.late_blackjack_takes = LateBlackjackTakes::Original;
            }
        }),
    ];
    for (optimum, ev) in OPTIMA.iter() {
        for (rule, change) in harsher {
            if let Some(other) = optimum.with(rule, change) {
                let without = other.ev();
                assert!(without <= *ev, "{}, shoe {}: {without} instead of {ev}", other.place, other.shoe);
            }
        }
        for (rule, change) in kinder {
            if let Some(other) = optimum.with(rule, change) {
                let with = other.ev();
                assert!(with >= *ev, "{}, shoe {}: {with} instead of {ev}", other.place, other.shoe);
            }
        }
    }
}

/// Knowing a card cannot hurt an optimum, so removing one at random has an average effect of at least zero.
#[test]
#[ignore = "long; `just slow`"]
fn a_card_removed_at_random_never_hurts_the_optimum() {
    for (optimum, whole) in OPTIMA.iter() {
        let (shoe, place) = (optimum.shoe, &optimum.place);
        let removed = Value::all().filter(|&value| shoe.count(value) > 0).map(|value| {
            let share = BigRational::new(shoe.count(value).into(), shoe.total().into());
            share * optimum.ev_from(shoe.without(value).expect("a card of the shoe"))
        });
        let average = removed.sum::<BigRational>();
        assert!(average >= *whole, "{place}, shoe {shoe}: {average} on the average, {whole} from the whole shoe");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let shoe = Composition::new(SMALL);
    for GameChoices { base, .. } in games() {
        let (game, place) = (one_split(&base.game), &base.game.id);
        let solved = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
            pool.install(|| {
                let solver = solver(&game, shoe, place).unwrap_or_else(|| panic!("{place}: shoe {shoe} can run out"));
                let classes = solver.strategies().into_iter().map(|strategy| {
                    let solved = solver.solve(strategy, Want::quick_variance());
                    let solved = solved.unwrap_or_else(|error| panic!("{place}, {strategy}, shoe {shoe}: {error}"));
                    assert_eq!(
                        solver.ev(strategy),
                        Ok(solved.ev.clone()),
                        "{place}, {strategy}, shoe {shoe}: the EV alone"
                    );
                    solved
                });
                classes.collect::<Vec<_>>()
            })
        };
        let (one, two) = (solved(1), solved(2));
        assert!(one == two, "{place}, shoe {shoe}: one and two threads differ");
    }
}
