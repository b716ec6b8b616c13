//! What a count tells of a round, six decks, Hi-Lo, at every depth: the EV, the index table, and a side wager.

use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use rules::{Override, Submission};
use solver::counting::{CountSystem, GroupedShoe, LabelledShares, SeenTable, TakenSum};
use solver::{Class, Solver};

fn submission(game: &str) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../analyses/{game}/6-decks.toml"));
    Submission::load(&path, &[] as &[Override]).expect("an analysis")
}

fn hi_lo(submission: &Submission) -> GroupedShoe {
    let count = CountSystem::named("hi-lo").expect("a count of the program");
    GroupedShoe::new(&submission.shoe, &count.tags)
}

/// The net result by the cards taken, and with the sets of cards by every depth and count.
fn ev_by_count(c: &mut Criterion) {
    let mut group = c.benchmark_group("EV by count");
    group.sample_size(10);
    for (name, game) in [("plain blackjack", "plain-blackjack"), ("Down Under", "pa-685a-down-under")] {
        let submission = submission(game);
        let groups = hi_lo(&submission);
        group.bench_function(name, |b| {
            b.iter(|| {
                let solver = Solver::new(&submission).expect("a shoe");
                let round = solver.round_by_cards_taken(Class::Td, &groups, false).expect("a zero-memory play");
                let deepest = groups.cards() - solver.cards_of_longest_round();
                [&TakenSum::one(), &round.net].map(|sum| SeenTable::new(&groups, sum, deepest))
            });
        });
    }
    group.finish();
}

/// Every decision made otherwise, by true count in the mean over three quarters of the shoe, and the round with the first 18 that gain.
fn index_table(c: &mut Criterion) {
    let mut group = c.benchmark_group("index table");
    group.sample_size(10);
    let submission = submission("plain-blackjack");
    let groups = hi_lo(&submission);
    let cards = groups.cards();
    group.bench_function("plain blackjack", |b| {
        b.iter(|| {
            let solver = Solver::new(&submission).expect("a shoe");
            let departures = solver.departures_by_cards_taken(&groups).expect("a chart");
            let most_cards = departures.iter().map(|one| one.gain.most_cards()).max().unwrap_or(0);
            let true_count = |seen: u32, count: i32| i64::from(count * 52).div_euclid(i64::from(cards - seen));
            let shares = LabelledShares::new(&groups, most_cards, 0..=cards * 3 / 4, true_count).expect("room");
            let gains: Vec<_> = departures.iter().map(|one| shares.expectations(&one.gain)).collect();
            let played: Vec<_> = departures.iter().map(|one| (one.up, one.departure.clone())).take(18).collect();
            (gains, solver.rounds_with_departures(&[played], &groups, false).expect("a chart"))
        });
    });
    group.finish();
}

/// A wager on the player's first cards and the up card, its mean and its square.
fn side_wager(c: &mut Criterion) {
    let mut group = c.benchmark_group("side wager by count");
    group.sample_size(10);
    let submission = submission("pa-685a-down-under");
    let groups = hi_lo(&submission);
    let wager = submission.wagers.iter().find(|wager| wager.id == "match-the-dealer").expect("offered");
    group.bench_function("match the dealer", |b| {
        b.iter(|| {
            let taken = wagers::by_cards_taken(&submission.game, wager, &groups).expect("a wager on the deal");
            [&taken.net, &taken.square].map(|sum| SeenTable::new(&groups, sum, groups.cards() * 3 / 4))
        });
    });
    group.finish();
}

criterion_group!(benches, ev_by_count, index_table, side_wager);
criterion_main!(benches);
