//! `shoeproof-pdf DIR`: a report folder as a PDF, made or compared.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: shoeproof-pdf DIR --out FILE     makes the PDF of the report folder DIR
       shoeproof-pdf DIR --check FILE   makes it again and compares every byte with FILE
       shoeproof-pdf --version
Exit status: 0 good, 1 FILE is not the PDF of the report, 2 bad input.";

/// What is asked.
enum Asked {
    Out(PathBuf, PathBuf),
    Check(PathBuf, PathBuf),
    Version,
}

fn asked(mut arguments: impl Iterator<Item = OsString>) -> Option<Asked> {
    let first = arguments.next()?;
    if first == "--version" {
        return arguments.next().is_none().then_some(Asked::Version);
    }
    let (flag, file) = (arguments.next()?, PathBuf::from(arguments.next()?));
    let dir = PathBuf::from(first);
    match flag.to_str()? {
        "--out" if arguments.next().is_none() => Some(Asked::Out(dir, file)),
        "--check" if arguments.next().is_none() => Some(Asked::Check(dir, file)),
        _ => None,
    }
}

fn main() -> ExitCode {
    let done = match asked(std::env::args_os().skip(1)) {
        None => Err(USAGE.to_owned()),
        Some(Asked::Version) => {
            println!("{}", pdf::MAKER);
            Ok(ExitCode::SUCCESS)
        }
        Some(Asked::Out(dir, file)) => write(&dir, &file),
        Some(Asked::Check(dir, file)) => check(&dir, &file),
    };
    done.unwrap_or_else(|words| {
        eprintln!("{words}");
        ExitCode::from(2)
    })
}

fn made(dir: &Path) -> Result<Vec<u8>, String> {
    pdf::pdf(dir).map_err(|error| format!("{}: {error}", dir.display()))
}

fn write(dir: &Path, file: &Path) -> Result<ExitCode, String> {
    let pdf = made(dir)?;
    let written = input::put(file, input::Survives::PowerCut, |out| out.write_all(&pdf), |error| error);
    written.map_err(|error| format!("{} cannot be written: {error}", file.display()))?;
    println!("PDF of the report: {}", file.display());
    Ok(ExitCode::SUCCESS)
}

fn check(dir: &Path, file: &Path) -> Result<ExitCode, String> {
    let found =
        input::bytes(file, input::MOST_TABLE).map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    if found == made(dir)? {
        println!(
            "{} is the PDF of the folder's page, byte for byte; whether the report is true is for `shoeproof verify` to say",
            file.display()
        );
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("{} is not the PDF of the folder's page", file.display());
    Ok(ExitCode::FAILURE)
}
