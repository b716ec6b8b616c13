//! The arguments of `sweep`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;
use shoeproof::SweepPart;

#[derive(Args, Debug)]
pub(crate) struct Sweep {
    /// The plan, a TOML file; docs/design/sweeps.md has its keys
    #[arg(value_name = "PLAN")]
    pub(crate) plan: PathBuf,
    /// Folder for the answers and the result. What an earlier run left there is gone on from
    #[arg(long, value_name = "DIR", required_unless_present_any = ["count", "print_unit"])]
    pub(crate) out: Option<PathBuf>,
    /// Threads, each with a unit at a time; all that the machine has unless given
    #[arg(long, value_name = "T")]
    pub(crate) threads: Option<NonZero<u16>>,
    /// Memory in MiB that the threads may take together; each counts as 1024, or 1536 in a plan with cdz-best, and one works in any case
    #[arg(long, value_name = "MIB", default_value_t = 8192)]
    pub(crate) memory: u64,
    /// Compute one part of many, such as 3/16, and put no result together
    #[arg(long, value_name = "K/N")]
    pub(crate) part: Option<SweepPart>,
    /// Say how many units and files the plan has, and compute nothing
    #[arg(long, conflicts_with_all = ["out", "print_unit"])]
    pub(crate) count: bool,
    /// Print one unit by its number, from 0, as `unit` reads it
    #[arg(long, value_name = "N", conflicts_with = "out")]
    pub(crate) print_unit: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
