//! The arguments.

mod explore;
mod exposure;
mod signing;
mod value;

use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand};
use shoeproof::{Class, Interval, Override, Penetration, Value};

pub(crate) use explore::Explore;
pub(crate) use exposure::Exposure;
pub(crate) use signing::{Certify, Keygen, Sign, Verify, Workbook};
pub(crate) use value::ValueOf;

use crate::failed::Failed;
use crate::marks::mark;
use crate::sweep_arguments::Sweep;
use crate::values::{Cards, Range, cards, class, threads, whole};

/// Exact analysis of blackjack-family table games: expected values as fractions, from a finite shoe, without
/// simulation or rounding.
///
/// An ANALYSIS is a TOML file that chooses from a game's rules, as `new` writes one, or the id of a game that `games` lists. Exit status: 0 good, 1 a
/// check failed, 2 bad input, 3 good as far as it was checked.
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
    /// The strategy as charts, in the field's letters and colours
    Chart(Chart),
    /// How the dealer's hand ends by up card and signal, and what the signals are worth to the player
    Dealer(Dealer),
    /// What a player is worth who wagers on a box where another calls the decisions
    Follow(Follow),
    /// The EV of zero-memory play in floats, with a proven error: milliseconds a shoe
    Approximate(Approximate),
    /// What a cut card does to the house edge, by how deep it lies
    CutCard(CutCard),
    /// What a player who counts knows of the next round: EV, deviation and insurance by count, exactly
    Exposure(Exposure),
    /// What a stated strategy is worth: a chart that somebody else decided
    Value(ValueOf),
    /// Everything, as a report folder
    Certify(Certify),
    /// Variants side by side: house edge by strategy class and reading
    Compare(Compare),
    /// A submitter's figures compared with the exact ones
    Check(Check),
    /// Which readings and options give a published house edge
    Reconcile(Box<Reconcile>),
    /// Rounds dealt at the table with real cards, and their figures beside the exact ones
    Simulate(Simulate),
    /// One question asked of many analyses, as a plan lists them: resumable, on all cores or as one part of many
    Sweep(Sweep),
    /// One unit of a sweep: JSON on standard input, JSON out
    Unit,
    /// What can be analysed: the games, and of one what it leaves open
    Games(Games),
    /// An analysis file of a game, with every choice and its meaning
    New(New),
    /// A local page where a rule, a card or a reading is changed and the exact values follow
    Explore(Explore),
    /// A new pair of keys to sign reports with
    Keygen(Keygen),
    /// Signs the files of a report folder, beside those who have signed already
    Sign(Sign),
    /// Checks a report folder against its analysis: files, signature, certificate, every value and decision
    Verify(Verify),
    /// A report folder as a spreadsheet: live formulas beside the report's figures
    Workbook(Workbook),
    /// Completions for a shell
    Completions(Completions),
    /// The manual page, for `man -l -`
    Man,
}

#[derive(Args, Debug)]
pub(crate) struct Games {
    /// A game's id, or an analysis file: the game that it names
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Print the game's file: its rules as TOML. A changed copy with another id, in a folder `games` beside an analysis, is a game of one's own
    #[arg(long, requires = "game", conflicts_with = "json")]
    pub(crate) file: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct New {
    /// The game's id
    #[arg(value_name = "GAME", value_parser = clap::builder::PossibleValuesParser::new(shoeproof::games()))]
    pub(crate) game: String,
    /// File for the analysis, which must not be there yet; standard output unless given
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct Analysis {
    /// The analysis file, or the id of a game that `games` lists
    #[arg(value_name = "ANALYSIS")]
    path: PathBuf,
    /// Replace a value of the analysis: decks=4, shoe=A,2,…,T counts, remove=T,6 or Kh,6s, readings.NAME=CHOICE,
    /// options.NAME=CHOICE, wagers.ID.KEY=VALUE with KEY one of paytable, offered, ratio, meter, seed, rate, reserve,
    /// players, seats, stake, largest, maximum, parlay, chances.NAME, offers.NAME, simulation.KEY=VALUE with KEY one of rounds, seed, cut-card.penetration,
    /// cut-card.rounds, or simulation=none; cut-card.KEY=VALUE with KEY one of penetration, players, shoes, valued, seed, or cut-card=none;
    /// exposure.KEY=VALUE with KEY one of counts, depths, or exposure=none; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    overrides: Vec<Override>,
    /// Play from these cards instead of whole decks: ten counts, of A,2,…,9,T; or 52, of A,2,…,10,J,Q,K of clubs, then of diamonds, of
    /// hearts, of spades, for which side wagers are valued too
    #[arg(long, value_name = "COUNTS")]
    shoe: Option<String>,
    /// Take these cards out of the shoe before the round, such as 5,5,T; or with their suits, such as 5d,Kh, so that side wagers are
    /// valued too
    #[arg(long, value_name = "CARDS")]
    remove: Option<String>,
}

impl Analysis {
    /// Whether the arguments state the cards of the shoe, or take some out.
    pub(crate) fn changes_cards(&self) -> bool {
        let of_cards = |one: &Override| ["shoe", "remove"].contains(&one.key());
        self.shoe.is_some() || self.remove.is_some() || self.overrides.iter().any(of_cards)
    }

    pub(crate) fn load(&self) -> Result<shoeproof::Analysis, Failed> {
        let cards = [("shoe", &self.shoe), ("remove", &self.remove)];
        let cards = cards.into_iter().filter_map(|(key, value)| Some(Override::new(key, value.as_deref()?)));
        let overrides: Vec<Override> = self.overrides.iter().cloned().chain(cards).collect();
        let analysis = opened(&self.path, &overrides)?;
        mark(&analysis);
        Ok(analysis)
    }
}

/// An analysis with what is set. Refuses what would be set twice: the last would hold, and nothing would say that the others do not.
pub(crate) fn opened(path: &Path, overrides: &[Override]) -> Result<shoeproof::Analysis, Failed> {
    let is_set = |key: &str| overrides.iter().any(|one| one.key() == key);
    for (at, one) in overrides.iter().enumerate() {
        if overrides[..at].iter().any(|other| other.key() == one.key()) {
            return Err(Failed::Asked(format!("{} is set twice", one.key())));
        }
    }
    if is_set("shoe") && is_set("decks") {
        return Err(Failed::Asked("shoe and decks are both set: a shoe states every card".to_owned()));
    }
    Ok(shoeproof::Analysis::open(path, overrides)?)
}

#[derive(Args, Debug)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// Strategy class: td (total-dependent), cdz (composition-dependent, zero memory: best for an unsplit hand and kept after a
    /// split), cdz-best (the best that is the same before and after a split) or perfect
    #[arg(long, default_value = "cdz", value_name = "CLASS", value_parser = class(), hide_possible_values = true)]
    pub(crate) strategy: Class,
    /// Give the covariance of two spots at one table and the variance of a player with one unit on each of N spots; td, cdz and cdz-best
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=99))]
    pub(crate) spots: Option<u32>,
    /// Give two values that the EV of perfect play is proven to lie between, whatever the number of splits: seconds, and a minute
    /// with two hands to switch
    #[arg(long)]
    pub(crate) bracket: bool,
    /// Solve the shoe without one card of each value too: the effects of removal
    #[arg(long)]
    pub(crate) effects_of_removal: bool,
    /// Value every action with every first hand, up card and signal, and say what each mistake costs; td, cdz and cdz-best
    #[arg(long)]
    pub(crate) actions: bool,
    /// Compute the variance of perfect play where pairs may be split more than once too, which takes longer and more memory than the mean
    #[arg(long)]
    pub(crate) variance: bool,
    /// Leave the variance out, which is most of the work for td and cdz
    #[arg(long, conflicts_with_all = ["variance", "resume", "spots"])]
    pub(crate) no_variance: bool,
    /// Say how much there is to solve for perfect play, and solve nothing
    #[arg(
        long,
        conflicts_with_all = ["variance", "no_variance", "resume", "distribution", "spots", "bracket", "effects_of_removal", "actions"]
    )]
    pub(crate) count: bool,
    /// Keep the parts of perfect play in this file as they are solved, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Compute the exact distribution of a round's result, and hold and ruin over many rounds: seconds, and minutes where pairs may be
    /// split to four hands
    #[arg(long)]
    pub(crate) distribution: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Approximate {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// Strategy class: td or cdz
    #[arg(long, default_value = "cdz", value_name = "CLASS", value_parser = class(), hide_possible_values = true)]
    pub(crate) strategy: Class,
    /// Value each of the shoes that this file lists instead of the analysis's, ten counts a line, of A,2,…,9,T, and print them with their EVs as
    /// CSV, or with --json an object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) shoes: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Compare {
    /// The analysis files, or ids of games
    #[arg(value_name = "ANALYSIS", required = true)]
    pub(crate) analyses: Vec<PathBuf>,
    /// Replace a value of every analysis, such as decks=4; as `solve` takes it
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) overrides: Vec<Override>,
    /// Value every combination of readings under CDZ-, and name those most adverse to house and player (minutes)
    #[arg(long)]
    pub(crate) combinations: bool,
    /// Print Markdown
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a page with spreadsheets and drawings into this folder: edges, what differs, and what each choice does alone
    #[arg(long, value_name = "DIR", conflicts_with_all = ["markdown", "json", "combinations"])]
    pub(crate) out: Option<PathBuf>,
    /// The title of the page
    #[arg(long, requires = "out")]
    pub(crate) title: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Wagers {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// Find the meters in this range, in dollars, at which the best play for base and side wager together changes, such as 5000..20000
    #[arg(long, value_name = "LOW..HIGH")]
    pub(crate) breakpoints: Option<Range>,
    /// Give each wager's covariance with the base wager and with the other wagers
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) covariance: bool,
    /// Give what one card of each rank and suit taken out of the shoe does to each wager that the deal or the dealer's hand decides
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) effects_of_removal: bool,
    /// Strategy class that plays the base wager in covariances: td, cdz or cdz-best
    #[arg(long, default_value = "cdz", value_name = "CLASS", value_parser = class(), hide_possible_values = true, requires = "covariance", conflicts_with = "markdown")]
    pub(crate) strategy: Class,
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
    /// The other hand of a split: one card if it is still to be played, all its cards if it has been. With one card, EVs are those of both hands together
    #[arg(long, value_name = "CARDS", value_parser = cards)]
    pub(crate) other: Option<Cards>,
    /// The second of two hands whose second cards may be switched, as dealt, such as 6,T: keeping and switching are valued
    #[arg(long, value_name = "CARDS", value_parser = cards, conflicts_with_all = ["other", "attack"])]
    pub(crate) second: Option<Cards>,
    /// Whether the attack wager has been made, true or false; as the strategy decides unless given
    #[arg(long, value_name = "BOOL")]
    pub(crate) attack: Option<bool>,
    /// Strategy class that is followed after the action: td, cdz, cdz-best or perfect
    #[arg(long, default_value = "cdz", value_name = "CLASS", value_parser = class(), hide_possible_values = true)]
    pub(crate) strategy: Class,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Chart {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// Only the columns of this signal, such as small
    #[arg(long, value_name = "SIGNAL")]
    pub(crate) signal: Option<String>,
    /// Strategy class: td, cdz or cdz-best. Where hands of one row are played differently, a cell has the act of most deals, a mark, and a list
    #[arg(long, default_value = "td", value_name = "CLASS", value_parser = class(), hide_possible_values = true)]
    pub(crate) strategy: Class,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Dealer {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// Cards of the player's that are seen, such as T,6. What the signals are worth is left out beside them
    #[arg(long, value_name = "CARDS", value_parser = cards)]
    pub(crate) hand: Option<Cards>,
    /// Leave out what the signals are worth, which takes seconds
    #[arg(long)]
    pub(crate) no_value: bool,
    /// Write a chart of the outcomes, as SVG, to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) chart: Option<PathBuf>,
    /// Print the outcomes as CSV
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// Print JSON: a list of up cards and signals
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CutCard {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// Where the cut card lies: behind this part of the shoe, such as 75%, or behind so many cards; as deep as the text allows unless given
    #[arg(long, value_name = "PART")]
    pub(crate) penetration: Option<Penetration>,
    /// Players at the table, all of whom play alike: 1 to 7
    #[arg(long, default_value = "1", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(shoeproof::MOST_PLAYERS)))]
    pub(crate) players: u16,
    /// Strategy class that is played, as it is best with a fresh shoe: td, cdz or cdz-best
    #[arg(long, default_value = "cdz", value_name = "CLASS", value_parser = class(), hide_possible_values = true)]
    pub(crate) strategy: Class,
    /// Shoes to deal, made whole blocks of 4,096
    #[arg(long, default_value = "1000000", value_name = "N", value_parser = whole(1..=1_000_000_000))]
    pub(crate) shoes: u64,
    /// Shoes of which what is left is valued in every place of the cut card, each in milliseconds
    #[arg(long, default_value = "100", value_name = "N", value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    pub(crate) valued: u32,
    /// Seed of the random numbers: the same seed deals the same cards on any number of threads
    #[arg(long, default_value = "1", value_name = "S")]
    pub(crate) seed: u64,
    /// Threads; all that the machine has unless given
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(crate) threads: Option<NonZero<u16>>,
    /// Write a chart of the house edge against the depth, as SVG, to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) chart: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Follow {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// Strategy class of the player who calls the decisions: td, cdz or cdz-best
    #[arg(long, default_value = "cdz", value_name = "CLASS", value_parser = class(), hide_possible_values = true)]
    pub(crate) caller: Class,
    /// Deal so many rounds with a follower on the box, in whole blocks of 65,536, and compare them
    #[arg(long, value_name = "N", requires = "seed", value_parser = whole(1..=shoeproof::MOST_ROUNDS))]
    pub(crate) rounds: Option<u64>,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", requires = "rounds")]
    pub(crate) seed: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// The figures: a file of TOML or CSV, told by its name; docs/claims.md has the grammar
    #[arg(long, value_name = "FILE")]
    pub(crate) claims: PathBuf,
    /// The play that base-game figures are of which name no class: a report's `strategy.csv`, or a grid of the field's letters in TOML
    #[arg(long, value_name = "FILE")]
    pub(crate) strategy: Option<PathBuf>,
    /// Fail on figures that are right but for their last digit too
    #[arg(long)]
    pub(crate) strict: bool,
    /// Most variants of the analysis tried to explain the wrong figures; 0 for none
    #[arg(long, default_value_t = 400, value_name = "N")]
    pub(crate) limit: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Reconcile {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// The published house edge: 0.43%..0.49%, or 0.46%; ends count as rounded to the digits shown
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    pub(crate) edge: Interval,
    /// The house edge is that of this side wager
    #[arg(long, value_name = "ID")]
    pub(crate) wager: Option<String>,
    /// The meter of a progressive wager, in dollars
    #[arg(long, value_name = "DOLLARS", requires = "wager")]
    pub(crate) meter: Option<String>,
    /// Search the casino's options too, or the wager's paytables
    #[arg(long)]
    pub(crate) options: bool,
    /// Search every number of decks the game allows
    #[arg(long)]
    pub(crate) decks: bool,
    /// Strategy classes, such as td,cdz
    #[arg(long, default_value = "cdz", value_name = "CLASS,…", value_delimiter = ',', value_parser = class(), hide_possible_values = true, conflicts_with = "wager")]
    pub(crate) strategy: Vec<Class>,
    /// Search only these readings, options or `decks`
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Change at most so many choices of the analysis at a time
    #[arg(long, value_name = "N")]
    pub(crate) changes: Option<usize>,
    /// Most combinations computed; a search that needs more is refused
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Simulate {
    #[command(flatten)]
    pub(crate) analysis: Analysis,
    /// Number of rounds, at most 10,000,000,000, which are hours; dealt to a cut card, the last shoe is dealt to its end
    #[arg(long, value_name = "N", value_parser = whole(1..=shoeproof::MOST_ROUNDS))]
    pub(crate) rounds: u64,
    /// Seed of the random numbers: the same seed deals the same cards on any number of threads
    #[arg(long, value_name = "S")]
    pub(crate) seed: u64,
    /// Strategy class that is played: td (total-dependent), cdz (composition-dependent, zero memory) or cdz-best (the best that is the same before
    /// and after a split)
    #[arg(long, default_value = "cdz", value_name = "CLASS", value_parser = class(), hide_possible_values = true)]
    pub(crate) strategy: Class,
    /// Threads; all that the machine has unless given
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(crate) threads: Option<NonZero<u16>>,
    /// Deal to a cut card behind this part of the shoe, such as 75%, or behind so many cards, and measure what that does to
    /// the EV. Every round is dealt from a full shoe unless given
    #[arg(long, value_name = "PART")]
    pub(crate) penetration: Option<Penetration>,
    /// Leave the side wagers out
    #[arg(long)]
    pub(crate) no_wagers: bool,
    /// Compare the frequency of every net result and total wager too; their exact distribution takes seconds, and minutes where pairs may
    /// be split to four hands
    #[arg(long)]
    pub(crate) distribution: bool,
    /// Keep the finished rounds in this file, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
