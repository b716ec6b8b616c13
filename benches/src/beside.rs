//! Another program and ours, turn by turn on the same rules.

use std::error::Error;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use clap::Args;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Pow, Signed};
use rules::{Override, Submission};
use solver::{Class, Solver};

/// Times another program beside this one and prints both EVs
#[derive(Args)]
pub(crate) struct Beside {
    /// The analysis with the rules that the other program is told
    analysis: PathBuf,
    /// Replace a value of the analysis, as `shoeproof --set` does
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<Override>,
    /// Strategy class: td, cdz, cdz-best or perfect
    #[arg(long, default_value = "cdz", value_name = "CLASS")]
    strategy: Class,
    /// Turns of each
    #[arg(long, default_value_t = 3)]
    turns: u32,
    /// Words in the other program's output after which it prints its EV; without them its last decimal number is taken
    #[arg(long, value_name = "WORDS")]
    ev_after: Option<String>,
    /// The other program with its arguments, after `--`
    #[arg(last = true, required = true)]
    program: Vec<String>,
}

/// The first decimal number after some words, or the last of all.
fn printed(output: &str, after: Option<&str>) -> Option<BigRational> {
    let text = match after {
        Some(words) => output.split_once(words)?.1,
        None => output,
    };
    let mut numbers =
        text.split(|letter: char| !(letter.is_ascii_digit() || matches!(letter, '.' | '-' | '+'))).filter_map(decimal);
    if after.is_some() { numbers.next() } else { numbers.next_back() }
}

/// A number with a point.
fn decimal(text: &str) -> Option<BigRational> {
    let (whole, places) = text.strip_prefix('+').unwrap_or(text).split_once('.')?;
    if places.is_empty() || !places.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits: BigInt =
        format!("{}{places}", if matches!(whole, "" | "-") { format!("{whole}0") } else { whole.to_owned() })
            .parse()
            .ok()?;
    Some(BigRational::new(digits, BigInt::from(10).pow(places.len())))
}

pub(crate) fn run(arguments: &Beside) -> Result<(), Box<dyn Error>> {
    let submission = Submission::load(&arguments.analysis, &arguments.set)?;
    let (name, rest) = arguments.program.split_first().ok_or("no program")?;
    println!("{:>4}  {:>22}  {:>10}  {:>22}  {:>10}", "turn", "theirs", "seconds", "ours, exact", "seconds");
    for turn in 1..=arguments.turns {
        let start = Instant::now();
        let output = Command::new(name).args(rest).output()?;
        let theirs = start.elapsed().as_secs_f64();
        if !output.status.success() {
            return Err(format!("{name} ended with {}", output.status).into());
        }
        let ev = printed(&String::from_utf8_lossy(&output.stdout), arguments.ev_after.as_deref());
        let ev = ev.ok_or("the other program printed no decimal number there")?;
        let start = Instant::now();
        let exact = Solver::new(&submission)?.solve(arguments.strategy)?.ev;
        let ours = start.elapsed().as_secs_f64();
        println!(
            "{turn:>4}  {:>22}  {theirs:>10.3}  {:>22}  {ours:>10.3}  apart by {}",
            cards::decimal(&ev, 16),
            cards::decimal(&exact, 16),
            cards::decimal(&(&ev - &exact).abs(), 16)
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_what_is_printed() {
        let number = |text: &str| decimal(text).expect("a number");
        let output = "1 deck, version 2\nEV: -.0456 (-4.56%)\ntime 1.5 s\n";
        assert_eq!(printed(output, Some("EV:")), Some(number("-0.0456")));
        assert_eq!(printed(output, None), Some(number("1.5")));
        assert_eq!(printed(output, Some("edge")), None);
        assert_eq!(printed("none here 7", None), None);
        assert_eq!(number("-0.5"), BigRational::new((-1).into(), 2.into()));
    }
}
