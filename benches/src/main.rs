//! Published figures of other programs beside ours, with the time ours took: `cargo run --release -p shoeproof-benches`. With
//! `-- beside ANALYSIS -- PROGRAM ARGUMENTS` another program is timed beside ours, turn by turn.

mod beside;

use std::error::Error;
use std::time::Instant;

use clap::{Parser, Subcommand};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;
use shoeproof_benches::submission;
use solver::{Class, Solver, Want};

/// A published EV of plain blackjack with one split, and what is published of its cost on two cores.
struct Peer {
    strategy: Class,
    decks: u16,
    ev: &'static str,
    cost: &'static str,
}

const PEERS: [Peer; 3] = [
    Peer { strategy: Class::CdzMinus, decks: 6, ev: "-0.0045688629729338", cost: "0.24 CPU s, floats" },
    Peer { strategy: Class::Perfect, decks: 1, ev: "0.0015496890422742", cost: "not stated" },
    Peer { strategy: Class::Perfect, decks: 6, ev: "-0.0045684363536119", cost: "343 CPU s, floats" },
];

/// Figures of other programs beside ours
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Beside(beside::Beside),
}

fn main() -> Result<(), Box<dyn Error>> {
    match Arguments::parse().command {
        Some(Command::Beside(arguments)) => beside::run(&arguments),
        None => {
            published();
            Ok(())
        }
    }
}

fn published() {
    println!(
        "{:8} {:>5}  {:>20}  {:>22}  {:>9}  {:>8}  published cost",
        "class", "decks", "published", "ours, exact", "off by", "seconds"
    );
    for peer in PEERS {
        let submission = submission("plain-blackjack", peer.decks);
        let start = Instant::now();
        let ev = match Solver::new(&submission).and_then(|solver| solver.solve(peer.strategy, Want::action())) {
            Ok(solution) => solution.ev,
            Err(error) => {
                println!("{:8} {:>5}  {error}", peer.strategy, peer.decks);
                continue;
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        let unit = BigInt::from(10).pow(16);
        let digits: BigInt = peer.ev.replace('.', "").parse().unwrap_or_default();
        let off = (&ev - BigRational::new(digits, unit.clone())).abs() * BigRational::from_integer(unit);
        println!(
            "{:8} {:>5}  {:>20}  {:>22}  {:>4} e-16  {:>8.2}  {}",
            peer.strategy.name(),
            peer.decks,
            peer.ev,
            cards::decimal(&ev, 18),
            cards::decimal(&off, 1),
            seconds,
            peer.cost
        );
    }
}
