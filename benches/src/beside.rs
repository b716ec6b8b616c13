//! Another program and ours, turn by turn on the same rules: exactly, and in floats.

use std::error::Error;
use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use clap::Args;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Pow, Signed, ToPrimitive as _};
use rules::{Override, Submission};
use solver::{Approximator, Class, Solver};

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
    /// The other program prints its EV in percent
    #[arg(long)]
    percent: bool,
    /// What the other program reads from its standard input
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
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

/// Processor time so far, user and system: of this process, and of the programs that it has waited for. None where the system does not tell it.
fn processor_seconds() -> Option<[f64; 2]> {
    // Linux counts these in hundredths of a second, on every processor that it runs on.
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name stands in parentheses and may hold spaces; the times are the 12th to the 15th field after it.
    let mut times = stat.rsplit_once(')')?.1.split_whitespace().skip(11).map(str::parse::<f64>);
    let mut sum = || Some((times.next()?.ok()? + times.next()?.ok()?) / TICKS);
    Some([sum()?, sum()?])
}

/// What is made, and the seconds that it took: of a processor, in this process or in programs that it waits for, or else by the clock.
fn timed<T>(made: impl FnOnce() -> Result<T, Box<dyn Error>>) -> Result<(T, f64), Box<dyn Error>> {
    let (before, start) = (processor_seconds(), Instant::now());
    let made = made()?;
    let elapsed = start.elapsed().as_secs_f64();
    let seconds =
        before.zip(processor_seconds()).map(|(before, after)| after.iter().sum::<f64>() - before.iter().sum::<f64>());
    Ok((made, seconds.unwrap_or(elapsed)))
}

/// The EV that the other program prints.
fn theirs(arguments: &Beside) -> Result<BigRational, Box<dyn Error>> {
    let (name, rest) = arguments.program.split_first().ok_or("no program")?;
    let input = match &arguments.input {
        Some(path) => Stdio::from(File::open(path)?),
        None => Stdio::null(),
    };
    let output = Command::new(name).args(rest).stdin(input).output()?;
    if !output.status.success() {
        return Err(format!("{name} ended with {}", output.status).into());
    }
    let ev = printed(&String::from_utf8_lossy(&output.stdout), arguments.ev_after.as_deref());
    let ev = ev.ok_or("the other program printed no decimal number there")?;
    Ok(if arguments.percent { ev / BigRational::from_integer(100.into()) } else { ev })
}

pub(crate) fn run(arguments: &Beside) -> Result<(), Box<dyn Error>> {
    let submission = Submission::load(&arguments.analysis, &arguments.set)?;
    let clock = if processor_seconds().is_some() { "CPU" } else { "elapsed" };
    println!("Seconds: {clock}.");
    println!(
        "{:>4}  {:>19}  {:>7}  {:>19}  {:>7}  {:>9}  {:>9}  {:>7}",
        "turn", "theirs", "seconds", "ours, exact", "seconds", "apart by", "in floats", "seconds"
    );
    for turn in 1..=arguments.turns {
        let (ev, their_seconds) = timed(|| theirs(arguments))?;
        let (exact, seconds) = timed(|| Ok(Solver::new(&submission)?.ev(arguments.strategy)?))?;
        let floats = timed(|| {
            Ok(Approximator::new(&submission.game, submission.shoe)?
                .approximate(&submission.shoe, arguments.strategy)?
                .ev)
        });
        print!(
            "{turn:>4}  {:>19}  {their_seconds:>7.2}  {:>19}  {seconds:>7.2}  {:>9.1e}",
            cards::decimal(&ev, 16),
            cards::decimal(&exact, 16),
            (&ev - &exact).abs().to_f64().unwrap_or(f64::NAN)
        );
        match floats {
            Ok((ev, seconds)) => {
                let apart =
                    BigRational::from_float(ev).map_or(f64::NAN, |ev| (ev - &exact).abs().to_f64().unwrap_or(f64::NAN));
                println!("  {apart:>9.1e}  {seconds:>7.2}");
            }
            // Not every class is approximated.
            Err(error) => println!("  {error}"),
        }
        std::io::stdout().flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_grows_with_work_in_this_process_and_in_others() {
        let Some([own, others]) = processor_seconds() else { return };
        let start = Instant::now();
        while start.elapsed().as_millis() < 200 {
            std::hint::spin_loop();
        }
        let Some([own_after, others_after]) = processor_seconds() else { panic!("told before") };
        assert!(own_after >= own + 0.01, "{own} {own_after}");
        assert!(others_after >= others);
    }

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
