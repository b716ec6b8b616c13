//! `explore`: a local page, until the program is ended.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Args;

use crate::failed::Failed;
use crate::terminal;

#[derive(Args, Debug)]
pub(crate) struct Explore {
    /// The analysis that the page begins with: a file, or the id of a game that `games` lists
    #[arg(value_name = "ANALYSIS", default_value = "pa-685a-down-under")]
    analysis: String,
    /// The port on this machine's own address, which no other machine reaches; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 7685)]
    port: u16,
}

pub(crate) fn run(arguments: &Explore) -> Result<ExitCode, Failed> {
    let analysis = shoeproof::Analysis::open(&arguments.analysis, &[])?;
    let page = explore::Explore { analysis, named: arguments.analysis.clone(), port: arguments.port };
    let refused = |error| {
        Failed::Asked(format!("port {} of this machine cannot be used: {error}. Another one: --port", arguments.port))
    };
    let serving = page.bind().map_err(refused)?;
    let mut out = terminal::stdout();
    writeln!(out, "{}", serving.address())?;
    writeln!(out, "Open this address in a browser of this machine. Ctrl-C ends the program.")?;
    out.flush()?;
    serving.run()?;
    Ok(ExitCode::SUCCESS)
}
