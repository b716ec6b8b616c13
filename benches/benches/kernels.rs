//! Instructions of the kernels, counted under valgrind: steadier than time where machines are noisy. Needs valgrind and the runner of
//! gungraun's version (`just instructions`).
//!
//! What is counted is what the calling thread does, so it does all the work.

#![allow(missing_docs, reason = "the macros make public items without documentation")]

use std::hint::black_box;

use cards::Value;
use gungraun::{library_benchmark, library_benchmark_group, main};
use rules::Submission;
use shoeproof_benches::submission;
use solver::{Approximation, Approximator, Class, Inspection, Query, Signal, Solver, UpValue};

const BLACKJACK: &str = "pa-633a-blackjack";
const SWITCH: &str = "pa-633a-blackjack-switch";

/// With eight decks; from now on this thread is the only one.
fn blackjack() -> Submission {
    this_thread_alone();
    submission(BLACKJACK, 8)
}

fn this_thread_alone() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("no pool before");
}

fn compiled() -> Solver {
    Solver::new(&blackjack()).expect("a full shoe")
}

fn two_hands() -> Solver {
    this_thread_alone();
    Solver::new(&submission(SWITCH, 8)).expect("a full shoe")
}

fn approximator() -> (Approximator, Submission) {
    let submission = blackjack();
    (Approximator::new(&submission.game, submission.shoe).expect("a full shoe"), submission)
}

fn eights_against_a_ten() -> (Solver, Query) {
    this_thread_alone();
    let value = |points: usize| Value::from_index(points - 1).expect("a value");
    let submission = submission(BLACKJACK, 1).with("options.max-hands", "2").expect("an option");
    let query =
        Query { hand: vec![value(8); 2], up: value(10), signal: Signal::Unstated, other: Vec::new(), attack: None };
    (Solver::new(&submission).expect("a full shoe"), query)
}

#[library_benchmark]
#[bench::blackjack(setup = blackjack)]
fn compile(submission: Submission) -> Solver {
    Solver::new(black_box(&submission)).expect("a full shoe")
}

#[library_benchmark]
#[bench::blackjack(setup = compiled)]
fn cdz_exact(solver: Solver) -> Vec<UpValue> {
    black_box(&solver).ev_by_up(Class::CdzMinus).expect("a full shoe")
}

#[library_benchmark]
#[bench::switch(setup = two_hands)]
fn cdz_of_two_hands(solver: Solver) -> Vec<UpValue> {
    black_box(&solver).ev_by_up(Class::CdzMinus).expect("a full shoe")
}

#[library_benchmark]
#[bench::blackjack(setup = approximator)]
fn cdz_in_floats((approximator, submission): (Approximator, Submission)) -> Approximation {
    approximator.approximate(black_box(&submission.shoe), Class::CdzMinus).expect("a full shoe")
}

#[library_benchmark]
#[bench::eights_against_a_ten(setup = eights_against_a_ten)]
fn perfect_play_of_a_split((solver, query): (Solver, Query)) -> Inspection {
    black_box(&solver).inspect(&query, Class::Perfect).expect("a hand")
}

library_benchmark_group!(
    name = kernels,
    benchmarks = [compile, cdz_exact, cdz_of_two_hands, cdz_in_floats, perfect_play_of_a_split]
);

main!(library_benchmark_groups = kernels);
