use std::collections::BTreeMap;
use std::io::Write as _;

use cards::Value;
use certificate::{Bracket, Exact, Insurance, PerfectBracket, RoundDistribution, UpCard};
use comfy_table::{Table, presets};
use num_rational::BigRational;
use rules::{Choice, Submission};
use serde::Serialize;
use solver::{Class, Solver, Step, Want};

use crate::arguments::Solve;
use crate::failure::Failure;
use crate::spots::Spots;
use crate::{count, distribution, perfect, present, progress};

/// `solve --json`.
#[derive(Serialize)]
struct Output {
    analysis: String,
    game: String,
    decks: Option<u16>,
    strategy: &'static str,
    ev: Exact,
    house_edge: Exact,
    /// The nearest float to the root of `variance`; both are `null` where the variance is not computed.
    std_dev: Option<f64>,
    variance: Option<Exact>,
    element_of_risk: Exact,
    average_wager: Exact,
    /// Left out unless asked for, like what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    perfect_bracket: Option<PerfectBracket>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spots: Option<Spots>,
    insurance: Option<Insurance>,
    by_up_card: Vec<UpCard>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    effects_of_removal: Vec<Removal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distribution: Option<RoundDistribution>,
    readings: BTreeMap<String, String>,
    options: BTreeMap<String, String>,
    conforming: bool,
    deviations: Vec<String>,
}

/// The round without one card.
#[derive(Serialize)]
struct Removal {
    /// The card taken out.
    card: String,
    /// EV of the shoe without it, under the strategy of the class for that shoe.
    ev: Exact,
    /// That EV less the full shoe's.
    effect: Exact,
}

/// What the flags ask for.
fn want<'a>(arguments: &Solve) -> Want<'a> {
    match (arguments.variance, arguments.no_variance) {
        (true, _) => Want::variance(),
        (false, true) => Want::action(),
        (false, false) => Want::quick_variance(),
    }
}

/// What taking out one card of each value does, the strategy fitted to each shoe.
fn effects_of_removal(
    submission: &Submission,
    strategy: Class,
    full: &BigRational,
    step: impl Fn(&str),
) -> Result<Vec<Removal>, Failure> {
    let mut effects = Vec::new();
    for value in Value::all() {
        let Ok(shoe) = submission.shoe.without(value) else { continue };
        step(&format!("without {value}"));
        let ev = Solver::for_game(submission.game.clone(), shoe)?.solve(strategy)?.ev;
        effects.push(Removal { card: value.to_string(), effect: (&(&ev - full)).into(), ev: (&ev).into() });
    }
    Ok(effects)
}

#[expect(clippy::too_many_lines, reason = "older than the limit")]
pub(crate) fn run(arguments: &Solve) -> Result<(), Failure> {
    if arguments.resume.is_some() && arguments.strategy != Class::Perfect {
        return Err(Failure::Asked("--resume is for --strategy perfect: td and cdz take seconds".to_owned()));
    }
    let submission = arguments.analysis.load()?;
    let solver = Solver::new(&submission)?;
    if arguments.count {
        return count::print(&solver, arguments.json);
    }
    let values = submission.shoe.counts().iter().filter(|&&count| count > 0).count() as u64;
    let passes = [arguments.effects_of_removal, arguments.spots.is_some(), arguments.bracket];
    let passes = passes.into_iter().filter(|&asked| asked).count() as u64;
    let bar = progress::bar(passes * values + solver.most_steps(arguments.strategy) as u64);
    let two_spots = match arguments.spots {
        None => None,
        Some(number) => {
            let step = |up| bar.step(&format!("two spots, up card {up}"));
            Some((number, solver.two_spots(arguments.strategy, step)?))
        }
    };
    let step = |at: Step| bar.step(&at.to_string());
    let (solution, spread) = match &arguments.resume {
        Some(path) => perfect::solve(&submission, &solver, arguments.variance, path, step)?,
        None => solver.solve_with(arguments.strategy, want(arguments).telling(&step))?,
    };
    let perfect_bracket = if arguments.bracket {
        let bracket = solver.bracket(|up| bar.step(&format!("bracket of perfect play, up card {up}")))?;
        Some(present::perfect_bracket(&bracket.lower, &bracket.upper))
    } else {
        None
    };
    let effects_of_removal = if arguments.effects_of_removal {
        effects_of_removal(&submission, arguments.strategy, &solution.ev, |message| bar.step(message))?
    } else {
        Vec::new()
    };
    bar.finish();
    let distribution = if arguments.distribution {
        let bar = progress::bar(distribution::most_steps(&submission));
        let law = solver.round_distribution(arguments.strategy, |part| bar.step(&distribution::step(part)))?;
        bar.finish();
        let implied = distribution::distribution(&law, &submission.game)?;
        Some((law, implied))
    } else {
        None
    };
    let spots = two_spots.as_ref().zip(spread.variance.as_ref());
    let spots = spots.map(|((number, two), variance)| Spots::new(*number, two, variance));
    let result = distribution::with_law(present::class_result(&solution, &spread), distribution)?;
    let output = Output {
        analysis: submission.id.clone(),
        game: submission.game.id.clone(),
        decks: submission.decks,
        strategy: arguments.strategy.name(),
        ev: result.ev,
        house_edge: result.house_edge,
        std_dev: result.std_dev.as_ref().map(|root| root.decimal.parse().unwrap_or(f64::NAN)),
        variance: result.std_dev.as_ref().map(|root| root.squared.clone()),
        element_of_risk: result.element_of_risk,
        average_wager: result.average_wager,
        perfect_bracket,
        spots,
        insurance: present::insurance(&submission),
        by_up_card: result.by_up_card,
        effects_of_removal,
        distribution: result.distribution,
        readings: by_name(&submission.readings),
        options: by_name(&submission.options),
        conforming: submission.deviations.is_empty(),
        deviations: submission.deviations.clone(),
    };
    let mut out = crate::terminal::stdout();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&output)?)?;
        return Ok(());
    }
    writeln!(out, "{}", submission.title)?;
    writeln!(out, "strategy class   {}", output.strategy)?;
    writeln!(out, "EV               {}", output.ev.rounded(12))?;
    let advantage = if present::is_positive(&solution.ev) { "  (the player has the advantage)" } else { "" };
    writeln!(out, "house edge       {}%{advantage}", output.house_edge.percent(6))?;
    let std_dev = result.std_dev.as_ref().map_or_else(|| "not computed".to_owned(), |root| root.rounded(8));
    writeln!(out, "std deviation    {std_dev}")?;
    writeln!(out, "average wager    {}", output.average_wager.rounded(8))?;
    writeln!(out, "element of risk  {}%", output.element_of_risk.percent(6))?;
    if let Some(PerfectBracket { ev, house_edge_percent: edge }) = &output.perfect_bracket {
        let between = |bracket: &Bracket, unit: &str| format!("{}{unit} and {}{unit}", bracket.low, bracket.high);
        writeln!(out, "perfect play     EV between {}, house edge between {}", between(ev, ""), between(edge, "%"))?;
    }
    for line in output.spots.iter().flat_map(Spots::lines) {
        writeln!(out, "{line}")?;
    }
    if let Some(insurance) = &output.insurance {
        writeln!(
            out,
            "insurance        {}% of the insurance wager if always taken; optimal use adds {}% of the initial wager",
            insurance.ev_always.percent(4),
            insurance.optimal_gain.percent(6)
        )?;
    }
    for deviation in &output.deviations {
        writeln!(out, "non-conforming   {deviation}")?;
    }
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY).set_header(["up", "signal", "probability", "EV"]);
    for up in &output.by_up_card {
        let attack = match up.attack {
            Some(true) => "attack".to_owned(),
            Some(false) => "no attack".to_owned(),
            None => String::new(),
        };
        table.add_row([up.up.clone(), attack, up.probability.rounded(6), up.ev.rounded(8)]);
        if up.signals.len() > 1 {
            for signal in &up.signals {
                table.add_row([
                    String::new(),
                    signal.signal.clone(),
                    signal.probability.rounded(6),
                    signal.ev.rounded(8),
                ]);
            }
        }
    }
    present::align_right(&mut table, 2..4);
    writeln!(out, "{table}")?;
    if !output.effects_of_removal.is_empty() {
        let mut table = Table::new();
        table.load_preset(presets::UTF8_HORIZONTAL_ONLY).set_header(["without", "EV", "effect"]);
        for removal in &output.effects_of_removal {
            table.add_row([removal.card.clone(), removal.ev.rounded(8), removal.effect.rounded(8)]);
        }
        present::align_right(&mut table, 1..3);
        writeln!(out, "{table}")?;
    }
    if let Some(law) = &output.distribution {
        write_distribution(&mut out, law)?;
    }
    writeln!(out, "exact EV {}", output.ev.fraction)?;
    Ok(())
}

fn write_distribution(out: &mut impl std::io::Write, law: &RoundDistribution) -> Result<(), Failure> {
    let lines = |header: [&'static str; 2], rows: &mut dyn Iterator<Item = [String; 2]>| {
        let mut table = Table::new();
        table.load_preset(presets::UTF8_HORIZONTAL_ONLY).set_header(header);
        rows.for_each(|row| {
            table.add_row(row);
        });
        present::align_right(&mut table, 0..2);
        table
    };
    let net = law.net.iter().map(|one| [one.net.clone(), format!("{}%", one.probability.percent(8))]);
    writeln!(out, "{}", lines(["net result", "probability"], &mut net.into_iter()))?;
    writeln!(out, "hit frequency    {}%", law.hit_frequency.percent(6))?;
    writeln!(out, "skewness         {}", law.skewness.rounded(8))?;
    writeln!(out, "excess kurtosis  {}", law.excess_kurtosis.rounded(8))?;
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY).set_header([
        "rounds",
        "level",
        "hold from",
        "to",
        "normal from",
        "to",
    ]);
    for hold in &law.hold {
        for interval in &hold.intervals {
            table.add_row([
                hold.rounds.to_string(),
                format!("{}%", interval.level),
                interval.exact[0].clone(),
                interval.exact[1].clone(),
                interval.normal[0].clone(),
                interval.normal[1].clone(),
            ]);
        }
    }
    present::align_right(&mut table, 0..6);
    writeln!(out, "{table}")?;
    if let Some(ruin) = &law.ruin {
        for one in &ruin.bankrolls {
            writeln!(out, "bankroll of the {} for a risk of ruin of {}%: {}", ruin.favoured, one.risk, one.bankroll)?;
        }
    }
    Ok(())
}

fn by_name(choices: &[Choice]) -> BTreeMap<String, String> {
    choices.iter().map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect()
}
