//! `keygen`: a new pair of keys.

use std::io::Write as _;
use std::process::ExitCode;

use crate::arguments::Keygen;
use crate::failed::Failed;
use crate::terminal;

pub(crate) fn run(arguments: &Keygen) -> Result<ExitCode, Failed> {
    let key = shoeproof::keygen(&arguments.out)?;
    let mut out = terminal::stdout();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&key)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "secret key {}", key.secret.display())?;
    writeln!(out, "public key {}  id {}", key.public.display(), key.id)?;
    Ok(ExitCode::SUCCESS)
}
