//! Makes every file of report folders again from the submission and the certificate in each: what `certify` would write with the same
//! claims. Seconds where only the form of reports has changed; nothing is computed and nothing is checked, so `verify` comes after.
//!
//! ```sh
//! cargo run --release --example render -- REPORT...
//! ```

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use certificate::Certificate;
use shoeproof::Failure;

fn main() -> Result<(), Box<dyn Error>> {
    for folder in std::env::args().skip(1).map(PathBuf::from) {
        let submission = shoeproof::submission(|name| text(&folder, name))?;
        let certificate = Certificate::read(&fs::read(folder.join("certificate.json"))?)?;
        let written = report::place(&shoeproof::render(&submission, &certificate)?, &folder)?;
        println!("{}: {} files", written.dir.display(), written.files.len());
    }
    Ok(())
}

/// A file of the folder, if it is there.
fn text(folder: &Path, name: &str) -> Result<Option<String>, Failure> {
    Ok(fs::read_to_string(folder.join(name)).ok())
}
