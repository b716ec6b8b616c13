//! `sign`: a signature over a report's files.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use crate::arguments::Sign;
use crate::failed::Failed;
use crate::terminal;

pub(crate) fn run(arguments: &Sign) -> Result<ExitCode, Failed> {
    warn_of_open_key(&arguments.key);
    let signed = shoeproof::sign(&arguments.dir, &arguments.key)?;
    let mut out = terminal::stdout();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&signed)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "signed {} with the key {}", signed.manifest.display(), signed.key)?;
    if signed.others > 0 {
        let plural = if signed.others == 1 { "" } else { "s" };
        writeln!(out, "beside {} other signature{plural}, not checked", signed.others)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Says so if others can read a secret key too.
pub(crate) fn warn_of_open_key(path: &Path) {
    if let Some(mode) = shoeproof::mode_open_to_others(path) {
        let shown = path.display().to_string();
        let shown = terminal::escape(&shown);
        terminal::complain(format_args!("warning: others can read the secret key {shown} (mode {mode:o}); chmod 600"));
    }
}
