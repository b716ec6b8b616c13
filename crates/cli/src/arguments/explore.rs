//! The arguments of the local page.

use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct Explore {
    /// The analysis that the page begins with: a file, or the id of a game that `games` lists
    #[arg(value_name = "ANALYSIS", default_value = "pa-685a-down-under")]
    pub(crate) analysis: String,
    /// The port on this machine's own address, which no other machine reaches; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 7685)]
    pub(crate) port: u16,
}
