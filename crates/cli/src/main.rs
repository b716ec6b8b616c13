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

use clap::{CommandFactory as _, FromArgMatches as _};

use crate::arguments::{Arguments, Command};
use crate::failed::Failed;

fn main() -> ExitCode {
    failed::words_stay_whole();
    let done = match arguments().command {
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

/// What was asked; anything else ends the program here. What the program was built from takes a hash, which is made for who asks for it.
fn arguments() -> Arguments {
    let command = Arguments::command();
    let asks = std::env::args_os().any(|argument| argument == "--version");
    let command = if asks { command.long_version(built::version()) } else { command };
    Arguments::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit())
}
