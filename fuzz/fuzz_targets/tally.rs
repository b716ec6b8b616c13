//! Blocks of rounds of any text, as if their checksum were right: those that contradict nothing add up without overflow.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rules::Submission;
use table::{Act, Plan, Progress, Shuffling, Simulation, Table};

static TABLE: LazyLock<Table> =
    LazyLock::new(|| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../analyses/plain-blackjack/1-decks.toml");
        let submission = Submission::load(&path, &[]).expect("a committed analysis");
        let plan = Plan::by_rule(&submission.game, |decision| {
            if decision.may.draw && decision.total < 15 { Act::Hit } else { Act::Stand }
        });
        Table::new(&submission, &plan, true).expect("a table")
    });

fuzz_target!(|text: &str| {
    let state = text.split_once('\n').map_or(text, |(_, state)| state);
    let Ok(progress) = serde_json::from_str::<Progress>(state) else { return };
    for shuffling in [Shuffling::EveryRound, Shuffling::CutCard(39)] {
        let simulation = Simulation::new(&TABLE, 1, shuffling).expect("a simulation");
        if simulation.contradiction(&progress).is_none() {
            let mut twice = progress.tally.clone();
            twice.add(&progress.tally);
        }
    }
});
