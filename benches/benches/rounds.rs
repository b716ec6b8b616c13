//! Rounds per second: a plain game without side wagers, and one with all of its own.

use std::path::Path;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rules::{Override, Submission};
use table::{Act, BLOCK, Plan, Progress, Shuffling, Simulation, Table};

fn table(game: &str, side_wagers: bool) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../analyses/{game}/6-decks.toml"));
    let submission = Submission::load(&path, &[] as &[Override]).expect("an analysis");
    // Near enough to the best play for the same number of cards a round.
    let mut plan = Plan::by_rule(&submission.game, |decision| {
        let strong = decision.up.index() >= 6 || decision.up.index() == 0;
        match decision.total {
            10 | 11 if decision.may.double => Act::Double,
            total if decision.may.draw && (total < 12 || (strong && total < 17)) => Act::Hit,
            _ => Act::Stand,
        }
    });
    for signal in plan.ups.iter_mut().flat_map(|up| &mut up.signals) {
        signal.split.extend(["A", "8"].map(|value| value.parse::<cards::Value>().expect("a value")));
    }
    Table::new(&submission, &plan, side_wagers).expect("a table")
}

fn rounds(c: &mut Criterion) {
    let mut group = c.benchmark_group("rounds");
    group.throughput(Throughput::Elements(BLOCK)).sample_size(20);
    for (name, game, side_wagers) in [
        ("plain blackjack", "plain-blackjack", false),
        ("Down Under", "pa-685a-down-under", false),
        ("Spanish 21", "spanish-21", false),
        ("Blackjack with all side wagers", "pa-633a-blackjack", true),
    ] {
        let table = table(game, side_wagers);
        let simulation = Simulation::new(&table, 1, Shuffling::EveryRound).expect("a simulation");
        group.bench_function(name, |b| {
            b.iter_batched(
                Progress::default,
                |mut progress| simulation.advance(&mut progress, 1, 1).map(|()| progress),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, rounds);
criterion_main!(benches);
