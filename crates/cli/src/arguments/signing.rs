//! The arguments of what makes, signs, judges and shows report folders.

use std::path::PathBuf;

use clap::Args;
use shoeproof::Override;

use super::Analysis;

#[derive(Args, Debug)]
pub(crate) struct Certify {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// Folder for the report; `reports/<id>` unless given. A report that is there is replaced once the new one is whole
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// State the distribution of a round also where that takes more than ten minutes of processor time by estimate
    #[arg(long, alias = "long-laws")]
    pub(crate) long_distributions: bool,
    /// Put the report's workbook beside the folder, as DIR.xlsx
    #[arg(long)]
    pub(crate) workbook: bool,
    /// Put the report as a PDF beside the folder, as DIR.pdf; needs the program `shoeproof-pdf`
    #[arg(long)]
    pub(crate) pdf: bool,
    /// Print the folder and the base game's figures as JSON
    #[arg(long, conflicts_with_all = ["workbook", "pdf"])]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Keygen {
    /// File for the secret key, PKCS#8 in PEM; the public one is put beside it, with `.pub` added to the name
    #[arg(long, value_name = "KEY")]
    pub(crate) out: PathBuf,
    /// Print both files and the id of the key as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Sign {
    /// The report folder
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// The secret key
    #[arg(long, value_name = "KEY")]
    pub(crate) key: PathBuf,
    /// Print what was signed, and with which key, as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Workbook {
    /// The report folder
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// File for the workbook, in place of what it holds; DIR.xlsx unless given
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// The report folder
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// The analysis that the report must be of. The folder holds one of its own, which is judged by in any case
    #[arg(long, value_name = "ANALYSIS")]
    pub(crate) analysis: Option<PathBuf>,
    /// Replace a value of that analysis, as the report was certified with; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE", requires = "analysis")]
    pub(crate) overrides: Vec<Override>,
    /// Check what takes less than a minute on two cores
    #[arg(long, conflicts_with = "full")]
    pub(crate) quick: bool,
    /// Check everything that can be derived again, however long it takes, and deal the simulation's rounds again
    #[arg(long)]
    pub(crate) full: bool,
    /// Deal the simulation's rounds again and compare every count
    #[arg(long)]
    pub(crate) deal: bool,
    /// Certify the same submission again by the solver and compare everything: not independent, but it leaves no claim out
    #[arg(long)]
    pub(crate) recompute: bool,
    /// A public key that the report must be signed by; may be repeated, and then every one must have signed
    #[arg(long = "key", value_name = "PUB")]
    pub(crate) keys: Vec<PathBuf>,
    /// Leave the verdict beside the folder, signed with this secret key, in a file that must not be there yet
    #[arg(long, value_name = "KEY")]
    pub(crate) attest: Option<PathBuf>,
    /// Decides which up cards are drawn where not all are looked at, and the random primes and points at which distributions are
    /// compared. Unless given, the system's random numbers do; give the one that was printed to repeat a run
    #[arg(long, value_name = "TEXT")]
    pub(crate) seed: Option<String>,
    /// Derive the distribution of a round under so many up cards, drawn at random; 10 are all. Unless given it is all of them, or two
    /// where pairs are split to four hands, which takes a quarter of a minute each
    #[arg(long, alias = "law-up-cards", value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(0..=10))]
    pub(crate) distribution_up_cards: Option<u8>,
    /// Derive perfect play under so many up cards, drawn at random; 10 are all, and take minutes from many decks
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(0..=10))]
    pub(crate) perfect_up_cards: Option<u8>,
    /// Make the report's workbook again and compare every byte with this file
    #[arg(long, value_name = "FILE")]
    pub(crate) workbook: Option<PathBuf>,
    /// Make the report's PDF again and compare every byte with this file; needs the program `shoeproof-pdf`
    #[arg(long, value_name = "FILE")]
    pub(crate) pdf: Option<PathBuf>,
    /// Print the verdict as JSON: every claim by its place in the certificate, with how it was checked
    #[arg(long)]
    pub(crate) json: bool,
}
