//! A report as a PDF, which a program of its own makes: typesetting takes longer to build than everything here.

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use shoeproof::Failure;

use crate::failed::Failed;

/// The program, found as any other.
const PROGRAM: &str = "shoeproof-pdf";
const HOW_TO_GET_IT: &str = "the program `shoeproof-pdf` is not installed, and it alone makes a report's PDF: `cargo install --locked --path pdf` in a checkout of Shoeproof installs it";

/// Refuses where the program is missing; to be asked before a long computation.
pub(crate) fn is_there() -> Result<(), Failed> {
    run(Command::new(PROGRAM).arg("--version").stdout(Stdio::null()).stderr(Stdio::null())).map(drop)
}

/// Makes the PDF of a folder.
pub(crate) fn write(dir: &Path, out: &Path) -> Result<(), Failed> {
    let done = run(Command::new(PROGRAM).arg(dir).arg("--out").arg(out).stdout(Stdio::null()))?;
    if done { Ok(()) } else { Err(Failed::Asked(format!("{PROGRAM} could not make {}", out.display()))) }
}

/// Whether a file is the PDF of a folder, as the program makes it.
pub(crate) fn check(dir: &Path, file: &Path) -> Result<(), Failed> {
    let silent = run(Command::new(PROGRAM).arg(dir).arg("--check").arg(file).stdout(Stdio::null()))?;
    if silent {
        return Ok(());
    }
    Err(Failure::Refused(format!("{} is not the PDF of this report as {PROGRAM} makes it", file.display())).into())
}

/// Whether the program was content.
fn run(command: &mut Command) -> Result<bool, Failed> {
    match command.status() {
        Ok(status) => Ok(status.success()),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Failed::Asked(HOW_TO_GET_IT.to_owned())),
        Err(error) => Err(Failed::Asked(format!("{PROGRAM} cannot be run: {error}"))),
    }
}
