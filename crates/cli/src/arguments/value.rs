//! Arguments of `value`.

use std::path::PathBuf;

use clap::Args;
use shoeproof::CountedBy;

use super::Analysis;

#[derive(Args, Debug)]
pub(crate) struct ValueOf {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// The strategy: a report's `strategy.csv`, or a grid of the field's letters in TOML
    #[arg(long, value_name = "FILE")]
    pub(crate) strategy: PathBuf,
    /// What the strategy is worth by the count of so many cards seen before the round, with its index plays
    #[arg(long, value_name = "CARDS", group = "counted")]
    pub(crate) seen: Option<u32>,
    /// The same in the mean over every number of cards seen up to this one, each as often as the others
    #[arg(long, value_name = "CARDS", group = "counted")]
    pub(crate) up_to: Option<u32>,
    /// The count, for a strategy that names none: one of `exposure`, or a file with one `[[count]]`
    #[arg(long, value_name = "COUNT", requires = "counted")]
    pub(crate) count: Option<String>,
    /// Tell rounds apart by running-count, or by true-count, true-count-in-half-decks or true-count-in-whole-decks, each also with -truncated or -nearest behind
    /// it, as `exposure` does
    #[arg(long, value_name = "COUNT", requires = "counted")]
    pub(crate) by: Option<CountedBy>,
    /// Leave out the standard deviation, which takes longer than the rest
    #[arg(long)]
    pub(crate) no_variance: bool,
    /// The distribution of the net result, and what follows from it over many rounds: on a fresh shoe. Minutes where pairs are split to four hands
    #[arg(long)]
    pub(crate) distribution: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
