//! One bench a layer: reading the rules, the dealer's distributions, each strategy class, the second moment, the games, the side wagers, the statistics.

use std::hint::black_box;
use std::time::Duration;

use cards::Value;
use criterion::{Criterion, criterion_group, criterion_main};
use num_bigint::BigUint;
use num_rational::BigRational;
use rules::Submission;
use shoeproof_benches::submission;
use solver::{
    AfterSplitHands, Aim, Approximator, Class, DealerEnd, PlayedLine, PlayedWager, Query, Signal, Solver, SolverFamily,
    Tracks, Want,
};
use statistics::{Distribution, Level, RuinForever, RuinWithin, StatisticsError, Total};

const DOWN_UNDER: &str = "pa-685a-down-under";

fn rules(c: &mut Criterion) {
    c.bench_function("rules: load an analysis", |b| b.iter(|| submission(black_box(DOWN_UNDER), 6)));
}

fn dealer(c: &mut Criterion) {
    for decks in [4, 8] {
        let submission = submission(DOWN_UNDER, decks);
        c.bench_function(&format!("dealer: distributions in floats beside every unsplit hand, {decks} decks"), |b| {
            b.iter(|| Solver::new(black_box(&submission)));
        });
    }
}

fn zero_memory(c: &mut Criterion) {
    let submission = submission(DOWN_UNDER, 8);
    for strategy in [Class::Td, Class::CdzMinus] {
        c.bench_function(&format!("{strategy}: whole game, 8 decks, distributions included"), |b| {
            b.iter(|| Solver::new(black_box(&submission)).map(|solver| solver.ev(strategy)));
        });
    }
    c.bench_function("cdz: whole game with variance, 8 decks, distributions included", |b| {
        b.iter(|| {
            Solver::new(black_box(&submission)).map(|solver| solver.solve(Class::CdzMinus, Want::quick_variance()))
        });
    });
}

/// What `reconcile` does: all combinations of two readings, each by itself and in one family.
fn combinations(c: &mut Criterion) {
    let submission = submission(DOWN_UNDER, 6);
    let mut all = vec![submission.clone()];
    for reading in ["split-21-against-22", "doubled-21-against-22"] {
        let choice = submission.readings.iter().find(|choice| choice.switch.name == reading).expect("a reading");
        let key = format!("readings.{reading}");
        let others =
            choice.others().flat_map(|other| all.iter().map(|one| one.with(&key, &other.name)).collect::<Vec<_>>());
        let others: Vec<Submission> = others.collect::<Result<_, _>>().expect("other readings");
        all.extend(others);
    }
    c.bench_function("combinations: two readings, 6 decks, each by itself", |b| {
        b.iter(|| {
            all.iter().map(|one| Solver::new(one).and_then(|solver| solver.ev(Class::CdzMinus))).collect::<Vec<_>>()
        });
    });
    c.bench_function("combinations: two readings, 6 decks, in one family", |b| {
        b.iter(|| {
            let family = SolverFamily::default();
            all.iter().map(|one| family.solver(one).and_then(|solver| solver.ev(Class::CdzMinus))).collect::<Vec<_>>()
        });
    });
    let changes = submission.combination_changes(10_000).expect("few enough");
    let all: Vec<Submission> = changes.iter().map(|changes| submission.changed(changes).expect("readings")).collect();
    c.bench_function("combinations: every reading, 6 decks, one family, rules not counted", |b| {
        b.iter(|| {
            let family = SolverFamily::default();
            let ev = |one: &Submission| family.solver(one).and_then(|solver| solver.ev(Class::CdzMinus));
            black_box(&all).iter().map(ev).collect::<Result<Vec<_>, _>>()
        });
    });
}

/// What `approximate --shoes` does shoe after shoe.
fn approximation(c: &mut Criterion) {
    for game in [DOWN_UNDER, "pa-633a-blackjack", "pa-665a-double-attack"] {
        let submission = submission(game, 8);
        let approximator = Approximator::new(&submission.game, submission.shoe).expect("a full shoe");
        c.bench_function(&format!("cdz in floats: {game}, 8 decks, distributions included"), |b| {
            b.iter(|| approximator.approximate(black_box(&submission.shoe), Class::CdzMinus));
        });
    }
}

fn round_distribution(c: &mut Criterion) {
    let cdz = Class::CdzMinus;
    let blackjack = submission("pa-633a-blackjack", 8).with("options.max-hands", "2").expect("an option");
    for submission in [submission(DOWN_UNDER, 8), blackjack] {
        let id = &submission.game.id;
        let solver = Solver::new(&submission).expect("a full shoe");
        c.bench_function(&format!("{cdz}: distribution of a round to two hands, {id}, 8 decks"), |b| {
            b.iter(|| black_box(&solver).round_distribution(cdz, &|_| ()));
        });
    }
}

fn games(c: &mut Criterion) {
    for game in ["pa-633a-blackjack", "pa-633a-blackjack-switch", "pa-665a-double-attack", "ma-double-attack"] {
        let submission = submission(game, 8);
        c.bench_function(&format!("cdz: {game}, 8 decks, distributions included"), |b| {
            b.iter(|| Solver::new(black_box(&submission)).map(|solver| solver.ev(Class::CdzMinus)));
        });
    }
}

/// Bad Beat (633a.13(j)): a player's 20 against a dealer's 21.
fn bad_beat() -> PlayedWager {
    let whole = |number: i64| BigRational::from_integer(number.into());
    let line = |cards, fixed, per_meter| PlayedLine {
        name: String::new(),
        straight: None,
        dealer: Some(DealerEnd { cards, total: 21..=21, blackjack: None }),
        fixed: whole(fixed),
        per_meter: whole(per_meter),
    };
    let blackjack = DealerEnd { cards: 2..=2, total: 21..=21, blackjack: Some(true) };
    let blackjack = PlayedLine { dealer: Some(blackjack), ..line(0..=0, 9, 0) };
    let lines = vec![
        line(7..=u8::MAX, -1, 1),
        line(6..=6, 999, 0),
        line(5..=5, 99, 0),
        line(4..=4, 49, 0),
        line(3..=3, 24, 0),
        blackjack,
    ];
    PlayedWager { tracks: Tracks::Total(20), after_split: AfterSplitHands::Each, lines }
}

fn played(c: &mut Criterion) {
    let solver = Solver::new(&submission("pa-633a-blackjack", 6)).expect("a full shoe");
    let wager = bad_beat();
    let whole = |number: i64| BigRational::from_integer(number.into());
    let ratio = BigRational::new(1.into(), 10.into());
    let aim = Aim::Joint { ratio: ratio.clone(), meter: whole(50_000) };
    c.bench_function("played: joint play of Bad Beat, 6 decks, distributions of the base game made", |b| {
        b.iter(|| solver.played(black_box(&wager), &aim));
    });
    c.bench_function("played: breakpoints of Bad Beat over a decade of meters, 6 decks", |b| {
        b.iter(|| solver.played_breakpoints(black_box(&wager), &ratio, (&whole(10_000), &whole(100_000))));
    });
}

fn perfect(c: &mut Criterion) {
    let submission = submission(DOWN_UNDER, 6);
    c.bench_function("perfect: whole game with variance, 6 decks", |b| {
        b.iter(|| Solver::new(black_box(&submission)).map(|solver| solver.ev(Class::Perfect)));
    });
}

fn bracket(c: &mut Criterion) {
    for game in ["pa-633a-blackjack", "pa-665a-double-attack"] {
        let solver = Solver::new(&submission(game, 8)).expect("a full shoe");
        c.bench_function(&format!("perfect: bracket to four hands, {game}, 8 decks"), |b| {
            b.iter(|| black_box(&solver).bracket(&|_| ()));
        });
    }
}

/// Perfect play of one pair against one up card, to four hands, and the best play of no memory: what grows with contested hands.
fn splits(c: &mut Criterion) {
    let value = |points: usize| Value::from_index(points - 1).expect("a value");
    let eights =
        Query { hand: vec![value(8); 2], up: value(10), signal: Signal::Unstated, other: Vec::new(), attack: None };
    let solver = Solver::new(&submission("pa-633a-blackjack", 1)).expect("a full shoe");
    c.bench_function("perfect: 8,8 against a ten to four hands, 1 deck", |b| {
        b.iter(|| black_box(&solver).inspect(&eights, Class::Perfect));
    });
    for game in ["pa-633a-blackjack", "pa-665a-double-attack"] {
        let solver = Solver::new(&submission(game, 8)).expect("a full shoe");
        c.bench_function(&format!("cdz-best: {game}, 8 decks"), |b| {
            b.iter(|| black_box(&solver).ev(Class::BestCdz));
        });
    }
    let switch = submission("pa-633a-blackjack-switch", 8);
    let unsplit = Solver::new(&switch.with("options.max-hands", "1").expect("an option")).expect("a full shoe");
    c.bench_function("cdz-best: pa-633a-blackjack-switch without splits, 8 decks", |b| {
        b.iter(|| black_box(&unsplit).ev(Class::BestCdz));
    });
    let switch = Solver::new(&switch).expect("a full shoe");
    c.bench_function("cdz: pa-633a-blackjack-switch with variance, 8 decks", |b| {
        b.iter(|| black_box(&switch).solve(Class::CdzMinus, Want::quick_variance()));
    });
}

fn wagers(c: &mut Criterion) {
    for (game, decks) in
        [(DOWN_UNDER, 8), ("pa-633a-blackjack", 6), ("pa-633a-blackjack-switch", 6), ("pa-665a-double-attack", 8)]
    {
        let submission = submission(game, decks);
        c.bench_function(&format!("wagers: all of {game} that play does not decide, {decks} decks"), |b| {
            b.iter(|| {
                let all = submission.wagers.iter();
                all.filter_map(|wager| wagers::value(black_box(&submission), wager)).collect::<Vec<_>>()
            });
        });
    }
}

/// Results of about the sizes and frequencies of a round of blackjack, on halves; not a game's.
fn round() -> Distribution {
    let counts = [
        (-8, 2),
        (-6, 14),
        (-4, 420),
        (-2, 4_280),
        (-1, 290),
        (0, 880),
        (2, 3_320),
        (3, 450),
        (4, 580),
        (6, 18),
        (8, 3),
    ];
    let outcomes =
        counts.map(|(halves, count)| (BigRational::new(halves.into(), 2.into()), BigUint::from(count as u32)));
    Distribution::from_counts(outcomes).expect("cases")
}

fn statistics(c: &mut Criterion) {
    let round = round();
    for rounds in [10_000, 1_000_000_000] {
        c.bench_function(&format!("statistics: exact hold at three levels, {rounds} rounds"), |b| {
            b.iter(|| {
                let total = Total::new(black_box(&round), rounds)?;
                Ok::<_, StatisticsError>((Level::ALL.map(|level| total.hold_interval(level)), total.standing()))
            });
        });
    }
    c.bench_function("statistics: ruin of the house for ever", |b| {
        b.iter(|| RuinForever::new(&black_box(&round).negated()))
    });
    c.bench_function("statistics: ruin of the player within 10,000 rounds", |b| {
        b.iter(|| RuinWithin::new(black_box(&round), 10_000, 0.001));
    });
}

criterion_group! {
    name = quick;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(5));
    targets = rules, dealer, zero_memory, combinations, approximation, games, played, wagers, statistics
}
criterion_group! {
    name = long;
    config = Criterion::default().sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(60));
    targets = perfect, bracket, splits, round_distribution
}
criterion_main!(quick, long);
