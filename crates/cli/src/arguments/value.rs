//! Arguments of `value`.

use std::path::PathBuf;

use clap::Args;

use super::Analysis;

#[derive(Args, Debug)]
pub(crate) struct ValueOf {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// The strategy: a report's `strategy.csv`, or a grid of the field's letters in TOML
    #[arg(long, value_name = "FILE")]
    pub(crate) strategy: PathBuf,
    /// Leave out the standard deviation, which takes longer than the rest
    #[arg(long)]
    pub(crate) no_variance: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
