//! Arguments of `exposure`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use shoeproof::{Class, CountedBy, TableSeats};

use super::Analysis;
use crate::values::class;

/// What asks for random numbers.
const SAMPLED: &str = "sampled";

#[derive(Args, Debug)]
#[command(group(ArgGroup::new(SAMPLED).args(["seats", "ceiling"]).multiple(true)))]
pub(crate) struct Exposure {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// The count: hi-lo, ko, hi-opt-1, hi-opt-2, omega-2, zen, halves, tens, aces, or a file with one `[[count]]`
    #[arg(long, default_value = "hi-lo", value_name = "COUNT")]
    pub(crate) count: String,
    /// Cards seen before the round, several with commas; unless given after every deck, or every quarter of a deck where there are two or fewer
    #[arg(long, value_name = "CARDS", value_delimiter = ',')]
    pub(crate) seen: Vec<u32>,
    /// Tell rounds apart by running-count, or by true-count (of exact decks), true-count-in-half-decks or true-count-in-whole-decks, each rounded down, or with
    /// -truncated towards zero or -nearest to the nearest; by the running count of an unbalanced count and the true count of another unless given
    #[arg(long, value_name = "COUNT")]
    pub(crate) by: Option<CountedBy>,
    /// Besides, the mean over every number of cards seen up to this one, each as often as the others
    #[arg(long, value_name = "CARDS")]
    pub(crate) up_to: Option<u32>,
    /// Value this side wager by count too, under every paytable that the analysis offers; may be repeated
    #[arg(long = "wager", value_name = "ID")]
    pub(crate) wagers: Vec<String>,
    /// The least count under which the side wagers are made; wherever their EV is positive unless given
    #[arg(long, value_name = "COUNT", requires = "wagers", allow_negative_numbers = true)]
    pub(crate) trigger: Option<i64>,
    /// Strategy class that is played, as it is best with a fresh shoe: td, cdz or cdz-best
    #[arg(long, default_value = "td", value_name = "CLASS", value_parser = class(), hide_possible_values = true)]
    pub(crate) strategy: Class,
    /// The index table, of td alone: which decisions the count changes, with this many of them, those of the greatest gain, played by the count; 18 unless given. With
    /// rounds that begin with up to three quarters of the shoe seen, unless --seen or --up-to is given
    #[arg(long, value_name = "NUMBER", num_args = 0..=1, default_missing_value = "18", require_equals = true)]
    pub(crate) indices: Option<usize>,
    /// What a player wins who bets one to so many units by the count, as is best for him
    #[arg(long, value_name = "UNITS", value_parser = spread, conflicts_with = "bets")]
    pub(crate) spread: Option<u32>,
    /// What a player wins who bets these units from these counts on, such as 1:2,2:4,3:8; below the first he bets one
    #[arg(long, value_name = "COUNT:UNITS,…", allow_hyphen_values = true)]
    pub(crate) bets: Option<String>,
    /// With --spread or --bets: where he would bet least he bets nothing. With --spread he else bets a unit or more
    #[arg(long)]
    pub(crate) leave: bool,
    /// With --spread or --bets: the risk of ruin of a bank of so many units, by the diffusion formula, an approximation
    #[arg(long, value_name = "UNITS", conflicts_with = "no_variance")]
    pub(crate) bank: Option<u32>,
    /// With --spread and --bank: bets in proportion to the EV over the mean square, as large as the spread allows and as leave the bank this risk of ruin, such as 5%
    /// or 0.05
    #[arg(long, value_name = "RISK", requires_all = ["spread", "bank"], conflicts_with_all = ["bets", "no_variance"])]
    pub(crate) risk: Option<String>,
    /// With --spread or --bets: what he wins of a shoe, with so many players in a round, he among them: 1 to 7. An estimate: shoes are dealt, and their rounds
    /// valued exactly
    #[arg(long, value_name = "PLAYERS")]
    pub(crate) seats: Option<u16>,
    /// With --seats: shoes to deal for each depth, made whole blocks of 4096
    #[arg(long, value_name = "SHOES", default_value_t = TableSeats::default().shoes, requires = "seats")]
    pub(crate) shoes: u64,
    /// What a player wins who knows every card that is left, and what part of it the count reaches. An estimate with a 95% confidence interval: shoes are sampled for each
    /// depth, 1000 unless given, and each is valued in floats under the best play of the class for its cards. Not for cdz-best
    #[arg(long, value_name = "SHOES", num_args = 0..=1, default_missing_value = "1000", require_equals = true)]
    pub(crate) ceiling: Option<u64>,
    /// With --seats or --ceiling: the seed of the random numbers
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = SAMPLED)]
    pub(crate) seed: u64,
    /// The whole tags up to 1, 2 or 3 that tell most of the base wager and of each side wager asked for, and how well the counts of the program do
    #[arg(long, value_name = "LEVEL")]
    pub(crate) tags_up_to: Option<u32>,
    /// Up to which penetration the house stays ahead of every count of the program and of the best tags of level 1 to 3: of players who bet one unit, and these many, several with
    /// commas, where the EV is positive, and of the side wagers asked for
    #[arg(long, value_name = "UNITS", value_delimiter = ',', value_parser = spread)]
    pub(crate) rate: Vec<u32>,
    /// Leave out standard deviations, which take longer than the rest
    #[arg(long)]
    pub(crate) no_variance: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a page with spreadsheets, drawings and the JSON into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "json")]
    pub(crate) out: Option<PathBuf>,
}

/// The most units of a spread.
fn spread(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| {
        "expected the most units alone, such as 8: a player bets one unit to so many, with --leave nothing too"
            .to_owned()
    })
}
