//! `sweep`: many analyses, by a plan.

use std::io::Write;
use std::process::ExitCode;

use shoeproof::{SweepDone, SweepPlan, SweepWant, sweep};

use crate::bar::Bar;
use crate::failed::Failed;
use crate::sweep_arguments::Sweep;
use crate::terminal;

pub(crate) fn run(arguments: &Sweep) -> Result<ExitCode, Failed> {
    let plan = SweepPlan::load(&arguments.plan)?;
    let mut out = terminal::stdout();
    if let Some(number) = arguments.print_unit {
        writeln!(out, "{}", serde_json::to_string(&plan.unit(number)?)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(folder) = &arguments.out else {
        if arguments.json {
            writeln!(out, "{}", serde_json::json!({ "units": plan.units(), "files": plan.files() }))?;
        } else {
            let plural = |number: u64, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
            writeln!(out, "{} in {}", plural(plan.units(), "unit"), plural(plan.files(), "file"))?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let want = SweepWant {
        threads: arguments.threads,
        memory: arguments.memory,
        part: arguments.part,
        ..SweepWant::new(folder)
    };
    let done = sweep(&plan, &want, &Bar::with_time_left())?;
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&done)?)?;
    } else {
        write(&mut out, &done)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(out: &mut impl Write, done: &SweepDone) -> Result<(), Failed> {
    let SweepDone { units, found, computed, replaced, failures, results } = done;
    writeln!(out, "{units} units: {computed} computed, {found} found")?;
    if *replaced > 0 {
        writeln!(out, "{replaced} files were damaged or another's, and were computed again")?;
    }
    let failed: u64 = failures.values().sum();
    if failed > 0 {
        writeln!(out, "{failed} units have no figures:")?;
        for (reason, number) in failures {
            writeln!(out, "  {number}  {reason}")?;
        }
    }
    for result in results {
        writeln!(out, "{}", result.display())?;
    }
    Ok(())
}
