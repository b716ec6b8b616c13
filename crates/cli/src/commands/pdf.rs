//! A report as a PDF, which a program of its own makes: typesetting takes longer to build than everything here.

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

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
    if done.success() { Ok(()) } else { Err(Failed::Asked(format!("{PROGRAM} could not make {}", out.display()))) }
}

/// Whether a file is the PDF of a folder, as the program makes it.
pub(crate) fn check(dir: &Path, file: &Path) -> Result<(), Failed> {
    let done = run(Command::new(PROGRAM).arg(dir).arg("--check").arg(file).stdout(Stdio::null()))?;
    let file = file.display();
    match done.code() {
        Some(0) => Ok(()),
        Some(IS_ANOTHER) => {
            Err(Failure::Refused(format!("{file} is not the PDF of this report as {PROGRAM} makes it")).into())
        }
        _ => Err(Failed::Asked(format!("{PROGRAM} could not compare {file} with the report"))),
    }
}

/// How the program ends if the file is another than it makes.
const IS_ANOTHER: i32 = 1;

fn run(command: &mut Command) -> Result<ExitStatus, Failed> {
    match command.status() {
        Ok(status) => Ok(status),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Failed::Asked(HOW_TO_GET_IT.to_owned())),
        Err(error) => Err(Failed::Asked(format!("{PROGRAM} cannot be run: {error}"))),
    }
}
