//! Writes a report of made-up figures, to look at the page: `cargo run --example fixture -- FOLDER`.

#[path = "../tests/it/fixture.rs"]
mod fixture;

use std::{env, error::Error, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let dir = env::args_os().nth(1).map(PathBuf::from).ok_or("give the folder to write")?;
    let written = report::write(&fixture::full(), &dir)?;
    report::write(&fixture::bare(), &dir.with_extension("bare"))?;
    for file in written.files {
        println!("{file}");
    }
    Ok(())
}
