//! The command line: reads an analysis, has it solved, and prints or writes the result.

mod approximate;
mod arguments;
mod certification;
mod certify;
mod check;
mod claims;
mod closed_pipe;
mod compare;
mod corroborate;
mod count;
mod covariance;
mod dealer;
mod distribution;
mod document;
mod exact_figures;
mod failure;
mod inspect;
#[doc(hidden)]
pub mod outside;
mod perfect;
mod plan;
mod played;
mod present;
mod printed;
mod progress;
mod readings;
mod reconcile;
mod rendering;
mod report_files;
mod resume;
mod sign;
mod signature_check;
mod simulate;
mod solve;
mod spots;
mod statement;
mod switches;
mod tallied;
mod terminal;
mod variants;
mod verification;
mod verify;
mod wager_money;
mod wagers;

pub use certification::{Silent, Steps, certificate};
pub use failure::Failure;
pub use rendering::{ANALYSIS_FILE, GAME_FILE, OVERRIDES_FILE, render, submission};
pub use statement::{plays, results};
pub use verification::{Claim, ClaimVerdict, JudgedBy, Judgement, Thoroughness, judge};

use std::process::ExitCode;

use clap::Parser as _;

use crate::arguments::{Arguments, Command};

/// Runs the command line: reads the arguments, prints, and gives the exit status.
pub fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Simulate(arguments) => return simulate::run(&arguments).unwrap_or_else(Failure::report),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Approximate(arguments) => approximate::run(&arguments),
        Command::Wagers(arguments) => wagers::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Dealer(arguments) => dealer::run(&arguments),
        Command::Certify(arguments) => certify::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Reconcile(arguments) => reconcile::run(&arguments),
        Command::Check(arguments) => match check::run(&arguments) {
            Ok(true) => Ok(()),
            Ok(false) => return ExitCode::FAILURE,
            Err(failure) => Err(failure),
        },
        Command::Keygen(arguments) => sign::keygen(&arguments),
        Command::Sign(arguments) => sign::run(&arguments),
        Command::Verify(arguments) => return verify::run(&arguments).unwrap_or_else(Failure::report),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
