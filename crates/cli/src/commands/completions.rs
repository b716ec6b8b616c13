//! `completions` and `man`: what clap knows of the commands, for a shell and for a reader.

use std::io::Write as _;
use std::process::ExitCode;

use clap::CommandFactory as _;

use crate::arguments::{Arguments, Completions};
use crate::failed::Failed;
use crate::terminal;

/// Completions for a shell, on standard output.
pub(crate) fn run(arguments: &Completions) -> Result<ExitCode, Failed> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "shoeproof", &mut text);
    terminal::raw_stdout().write_all(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The manual page, in the language of `man`, on standard output: the program, then every command.
pub(crate) fn man() -> Result<ExitCode, Failed> {
    let mut text = Vec::new();
    let command = Arguments::command();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    // Every command is described on this page, and has none of its own.
    let mut page = String::from_utf8_lossy(&text).into_owned();
    for command in command.get_subcommands() {
        let name = command.get_name().replace('-', "\\-");
        page = page.replace(&format!("shoeproof\\-{name}(1)"), &format!("shoeproof {name}"));
    }
    let mut text = page.into_bytes();
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = format!("shoeproof {}", command.get_name());
        let page = clap_mangen::Man::new(command.clone().bin_name(name.clone()));
        writeln!(text, ".SH {:?}", name.to_uppercase())?;
        page.render_description_section(&mut text)?;
        page.render_options_section(&mut text)?;
    }
    terminal::raw_stdout().write_all(&text)?;
    Ok(ExitCode::SUCCESS)
}
