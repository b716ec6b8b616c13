//! The command line: reads arguments, asks the library, prints its answer, and gives the exit status. `explore` hands over to another
//! face, a local page.

mod arguments;
mod bar;
mod built;
mod closed_pipe;
mod commands;
mod counts;
mod failed;
mod marks;
mod sweep_arguments;
mod tables;
mod terminal;
mod values;

use std::process::ExitCode;

use clap::Parser as _;

use crate::arguments::{Arguments, Command};
use crate::failed::Failed;

fn main() -> ExitCode {
    failed::words_stay_whole();
    let done = match Arguments::parse().command {
        Command::Simulate(arguments) => commands::simulate::run(&arguments),
        Command::Solve(arguments) => commands::solve::run(&arguments),
        Command::Approximate(arguments) => commands::approximate::run(&arguments),
        Command::Wagers(arguments) => commands::wagers::run(&arguments),
        Command::Inspect(arguments) => commands::inspect::run(&arguments),
        Command::Chart(arguments) => commands::chart::run(&arguments),
        Command::Dealer(arguments) => commands::dealer::run(&arguments),
        Command::CutCard(arguments) => commands::cut_card::run(&arguments),
        Command::Exposure(arguments) => commands::exposure::run(&arguments),
        Command::Value(arguments) => commands::value::run(&arguments),
        Command::Follow(arguments) => commands::follow::run(&arguments),
        Command::Certify(arguments) => commands::certify::run(&arguments),
        Command::Compare(arguments) => commands::compare::run(&arguments),
        Command::Reconcile(arguments) => commands::reconcile::run(&arguments),
        Command::Check(arguments) => commands::check::run(&arguments),
        Command::Sweep(arguments) => commands::sweep::run(&arguments),
        Command::Unit => commands::unit::run(),
        Command::Games(arguments) => commands::games::run(&arguments),
        Command::New(arguments) => commands::new::run(&arguments),
        Command::Explore(arguments) => commands::explore::run(&arguments),
        Command::Completions(arguments) => commands::completions::run(&arguments),
        Command::Man => commands::completions::man(),
        Command::Keygen(arguments) => commands::keygen::run(&arguments),
        Command::Sign(arguments) => commands::sign::run(&arguments),
        Command::Verify(arguments) => commands::verify::run(&arguments),
        Command::Workbook(arguments) => commands::workbook::run(&arguments),
    };
    done.unwrap_or_else(Failed::report)
}
