use std::path::PathBuf;
use std::str::FromStr;

use cards::Value;
use clap::{Args, Parser, Subcommand};
use num_rational::BigRational;
use rules::{Override, Submission};
use solver::Strategy;

use crate::failure::Failure;

/// Exact analysis of blackjack-family table games: expected values as fractions, from a finite shoe, without
/// simulation or rounding.
///
/// An ANALYSIS is a TOML file that chooses from a game's rules; see the folder `analyses`. Exit status: 0 good, 1 a
/// check failed, 2 bad input.
#[derive(Parser, Debug)]
#[command(name = "shoeproof", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// The base game: EV, house edge, standard deviation, element of risk
    Solve(Solve),
    /// The side wagers: exact combination counts, EV and variance under each reading
    Wagers(Wagers),
    /// One decision: the exact EV of each action
    Inspect(Inspect),
    /// Everything, as a report folder
    Certify(Certify),
    /// Variants side by side: house edge by strategy class and reading
    Compare(Compare),
}

#[derive(Args, Debug)]
pub(crate) struct Analysis {
    /// The analysis file
    #[arg(value_name = "ANALYSIS")]
    path: PathBuf,
    /// Replace a value of the analysis: decks=4, shoe=A,2,…,T counts, remove=T,6, readings.NAME=CHOICE,
    /// options.NAME=CHOICE, wagers.ID.KEY=VALUE with KEY one of paytable, offered, ratio, meter, seed, rate, reserve,
    /// players, stake, maximum, chances.NAME; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    overrides: Vec<Override>,
    /// Play from these cards instead of whole decks: ten counts, of A,2,…,9,T
    #[arg(long, value_name = "COUNTS")]
    shoe: Option<String>,
    /// Take these cards out of the shoe before the round, such as 5,5,T
    #[arg(long, value_name = "CARDS")]
    remove: Option<String>,
}

impl Analysis {
    pub(crate) fn load(&self) -> Result<Submission, Failure> {
        let cards = [("shoe", &self.shoe), ("remove", &self.remove)];
        let cards = cards.into_iter().filter_map(|(key, value)| Some(Override::new(key, value.as_deref()?)));
        let overrides: Vec<Override> = self.overrides.iter().cloned().chain(cards).collect();
        Ok(Submission::load(&self.path, &overrides)?)
    }

    pub(crate) fn is_changed(&self) -> bool {
        !self.overrides.is_empty() || self.shoe.is_some() || self.remove.is_some()
    }
}

#[derive(Args, Debug)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// Strategy class: td (total-dependent), cdz (composition-dependent, zero memory) or perfect
    #[arg(long, default_value = "cdz", value_name = "CLASS")]
    pub(crate) strategy: Strategy,
    /// Solve the shoe without one card of each value too: the effects of removal
    #[arg(long)]
    pub(crate) effects_of_removal: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Compare {
    /// The analysis files
    #[arg(value_name = "ANALYSIS", required = true)]
    pub(crate) analyses: Vec<PathBuf>,
    /// Print Markdown
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Wagers {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// Find the meters in this range at which the best play for base and side wager together changes, such as 5000..20000
    #[arg(long, value_name = "LOW..HIGH")]
    pub(crate) breakpoints: Option<Range>,
    /// Print a Markdown table
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Inspect {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// The hand in play, in the order dealt, such as T,6
    #[arg(long, value_name = "CARDS", value_parser = cards)]
    pub(crate) hand: Cards,
    /// The dealer's up card
    #[arg(long, value_name = "CARD")]
    pub(crate) up: Value,
    /// What the table signals of the hole card, such as small
    #[arg(long, value_name = "SIGNAL", conflicts_with = "hole")]
    pub(crate) signal: Option<String>,
    /// The exposed hole card
    #[arg(long, value_name = "CARD")]
    pub(crate) hole: Option<Value>,
    /// The other hand of a split: one card if it is still to be played, all its cards if it has been
    #[arg(long, value_name = "CARDS", value_parser = cards)]
    pub(crate) other: Option<Cards>,
    /// Whether the attack wager has been made, true or false; as the strategy decides unless given
    #[arg(long, value_name = "BOOL")]
    pub(crate) attack: Option<bool>,
    /// Strategy class that is followed after the action: td, cdz or perfect
    #[arg(long, default_value = "cdz", value_name = "CLASS")]
    pub(crate) strategy: Strategy,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Certify {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// Folder for the report; `reports/<id>` unless given
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// A range of meters, in units of the side wager.
#[derive(Debug, Clone)]
pub(crate) struct Range(pub(crate) [BigRational; 2]);

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("`{text}` is no range: expected two whole numbers, such as 5000..20000");
        let (low, high) = text.split_once("..").ok_or_else(wrong)?;
        let end = |end: &str| end.parse::<u32>().map(|end| BigRational::from_integer(end.into())).map_err(|_| wrong());
        let range = [end(low)?, end(high)?];
        if range[0] <= range[1] { Ok(Self(range)) } else { Err(wrong()) }
    }
}

/// Cards in the order given.
#[derive(Debug, Clone)]
pub(crate) struct Cards(pub(crate) Vec<Value>);

fn cards(text: &str) -> Result<Cards, cards::ParseValueError> {
    cards::parse_hand(text).map(Cards)
}
