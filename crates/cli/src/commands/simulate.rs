//! `simulate`: rounds dealt at the table.

use std::io::Write;
use std::process::ExitCode;

use shoeproof::{SimulateWant, Simulated};

use crate::arguments::Simulate;
use crate::bar::Bar;
use crate::closed_pipe;
use crate::failed::Failed;
use crate::tables::{align_figures, or_dash, plain};
use crate::terminal;

/// 0 if the table agrees with the exact figures, 1 if it does not.
pub(crate) fn run(arguments: &Simulate) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    let want = SimulateWant {
        rounds: arguments.rounds,
        seed: arguments.seed,
        class: arguments.strategy,
        threads: arguments.threads.map_or(0, |threads| usize::from(threads.get())),
        penetration: arguments.penetration.clone(),
        no_wagers: arguments.no_wagers,
        distribution: arguments.distribution,
        resume: arguments.resume.clone(),
    };
    let simulated = analysis.simulate(&want, &Bar::new())?;
    closed_pipe::is_no_failure(print(arguments, analysis.title(), &simulated))?;
    Ok(if simulated.verdict.passed { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn print(arguments: &Simulate, title: &str, simulated: &Simulated) -> Result<(), Failed> {
    let mut out = terminal::stdout();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(simulated)?)?;
        return Ok(());
    }
    writeln!(out, "{title}")?;
    write(&mut out, simulated)
}

fn write(out: &mut impl Write, output: &Simulated) -> Result<(), Failed> {
    writeln!(out, "submission SHA-256 {}", output.submission_sha256)?;
    writeln!(
        out,
        "{} rounds under {} from seed {}, shuffled {}",
        output.rounds, output.strategy, output.seed, output.shuffled
    )?;
    let mut text = plain();
    text.set_header(["figure", "rounds", "observed", "exact", "standard error", "z"]);
    for figure in &output.figures {
        let number = |value: f64| format!("{value:.8}");
        let z = or_dash(figure.z, |z| format!("{z:.2}"));
        let z = match figure.judged {
            "not" if figure.z.is_some() => format!("({z})"),
            "by count" => format!("p {:.2}", figure.p),
            _ => z,
        };
        text.add_row([
            figure.name.clone(),
            figure.rounds.to_string(),
            or_dash(figure.observed, number),
            number(figure.expected),
            number(figure.standard_error),
            z,
        ]);
    }
    align_figures(&mut text, 1..6);
    writeln!(out, "{text}")?;
    for reason in &output.not_compared {
        writeln!(out, "not compared     {reason}")?;
    }
    if let Some(cut) = &output.cut_card {
        writeln!(
            out,
            "cut card after {} of {} cards: {:.3} rounds a shoe, EV {:.8}, that is {:+.8} beside a fresh shoe (standard error {:.8}, z {:.2})",
            cut.cards_before, cut.cards, cut.rounds_per_shoe, cut.ev, cut.effect, cut.standard_error, cut.z
        )?;
        if cut.shoes_too_short > 0 {
            writeln!(out, "{} shoes were too short for an exact comparison", cut.shoes_too_short)?;
        }
        writeln!(out, "Figures are not judged: the exact ones are those of a fresh shoe.")?;
        return Ok(());
    }
    let verdict = &output.verdict;
    if let (Some(z), Some(name)) = (verdict.largest_z, &verdict.largest_z_of) {
        writeln!(out, "largest |z|      {z:.2} ({name})")?;
    }
    writeln!(
        out,
        "{} figures judged together (Holm): family-wise p {:.3}; rejected below {:e}",
        verdict.figures, verdict.family_p, verdict.level
    )?;
    match &verdict.rejected[..] {
        [] => writeln!(out, "No figure disagrees with its exact value.")?,
        rejected => writeln!(out, "THE TABLE DISAGREES: {}", rejected.join("; "))?,
    }
    Ok(())
}
