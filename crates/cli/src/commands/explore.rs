//! `explore`: a local page, until the program is ended.

use std::io::Write as _;
use std::process::ExitCode;

use crate::arguments::Explore;
use crate::failed::Failed;
use crate::terminal;

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
