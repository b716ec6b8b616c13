//! A report written and judged: certifies a small analysis into a folder, and verifies it.
//!
//! ```sh
//! cargo run --release --example report -- my-report
//! ```

use std::path::PathBuf;

use shoeproof::{Analysis, CertifyWant, Failure, Level, Silent, Thoroughness, VerifyWant, verify};

fn main() -> Result<(), Failure> {
    let out = std::env::args().nth(1).map(PathBuf::from);
    let analysis = Analysis::of_game("plain-blackjack")?.set("decks=1")?;
    let report = analysis.certify(&CertifyWant { out, ..CertifyWant::default() }, &Silent)?;
    println!("{}: {} files", report.dir.display(), report.files);

    let want = VerifyWant { thoroughness: Thoroughness::new(Level::Quick)?, keys: Vec::new(), attest: None };
    let verified = verify(&report.dir, Some(&analysis), &want, &Silent)?;
    println!("{}", verified.verdict);
    Ok(())
}
