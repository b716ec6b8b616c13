//! `new`: an analysis file to begin from.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::process::ExitCode;

use crate::arguments::New;
use crate::failed::Failed;
use crate::terminal;

pub(crate) fn run(arguments: &New) -> Result<ExitCode, Failed> {
    let text = shoeproof::new_analysis(&arguments.game, &shoeproof::today())?;
    let Some(path) = &arguments.out else {
        write!(terminal::stdout(), "{text}")?;
        return Ok(ExitCode::SUCCESS);
    };
    let failed = |error: std::io::Error| Failed::Asked(format!("{} cannot be written: {error}", path.display()));
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    writeln!(terminal::stdout(), "{}: solve it with `shoeproof solve`", path.display())?;
    Ok(ExitCode::SUCCESS)
}
