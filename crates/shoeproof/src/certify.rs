use std::io::Write as _;
use std::path::PathBuf;

use certificate::{FORMAT, Item, ReportDocument, RuleLine, Software, sha256_hex};
use rules::Submission;
use solver::{SolveError, Solver, Strategy};

use crate::arguments::Certify;
use crate::corroborate::Rounds;
use crate::failure::Failure;
use crate::played::BaseGame;
use crate::readings::{self, SolverPool};
use crate::statement::Strategies;
use crate::tallied::Exactly;
use crate::{corroborate, distribution, present, progress, statement, switches, wagers};

pub(crate) fn run(arguments: &Certify) -> Result<(), Failure> {
    let submission = arguments.analysis.load()?;
    let hash = sha256_hex(submission.canonical().as_bytes());
    // A report on a changed analysis must not be mistaken for, or replace, the report on the file as it stands.
    let id = if arguments.analysis.is_changed() {
        format!("{}-{}", submission.id, &hash[..8])
    } else {
        submission.id.clone()
    };
    let dir = arguments.out.clone().unwrap_or_else(|| PathBuf::from("reports").join(&id));
    report::check(&dir)?;
    let rounds = Rounds::of(&submission)?;
    let (certificate, strategies) = certificate(&submission, id, hash, rounds.as_ref(), arguments.long_laws)?;
    let statement = statement::statement(&submission, &certificate, &strategies).to_canonical()?;
    let written = report::write_certified(&certificate, &statement, &dir)?;
    let mut out = crate::terminal::stdout();
    writeln!(out, "{}", certificate.item.title)?;
    for class in &certificate.base_game {
        writeln!(out, "house edge, {:8} {}%", class.strategy, class.house_edge.percent(6))?;
    }
    if let Some(bracket) = &certificate.perfect_bracket {
        let certificate::Bracket { low, high } = &bracket.house_edge_percent;
        writeln!(out, "house edge, perfect  between {low}% and {high}%")?;
    }
    writeln!(out, "report of {} files: {}", written.files.len(), written.dir.join("report.html").display())?;
    Ok(())
}

/// Computes everything a report on the submission states, and the strategies in full where there are tables of them.
fn certificate(
    submission: &Submission,
    id: String,
    hash: String,
    rounds: Option<&Rounds>,
    long_laws: bool,
) -> Result<(ReportDocument, Strategies), Failure> {
    let up_cards = submission.shoe.counts().iter().filter(|&&count| count > 0).count() as u64;
    let steps = 2
        + 4 * up_cards
        + readings::effect_steps(submission)
        + readings::combination_count(submission)
        + submission.game.shoe.decks.len() as u64
        + rounds.map_or(0, Rounds::steps);
    let bar = progress::bar(steps);
    let step = |message: &str| bar.step(message);

    step("dealer's laws");
    let solver = Solver::new(submission)?;
    let (mut base_game, mut laws) = (Vec::new(), Vec::new());
    for strategy in solver.strategies() {
        let (solution, spread) = solver.solve_with_variance(strategy, |at| step(&format!("{strategy}: {at}")))?;
        let law = distribution::of_class(&solver, &submission.game, strategy, long_laws, |message| bar.note(message))?;
        let (law, distribution) = law.unzip();
        laws.extend(law);
        base_game.push(distribution::with_law(present::class_result(&solution, &spread), distribution)?);
    }
    let perfect_bracket = if solver.strategies().contains(&Strategy::Perfect) {
        None
    } else {
        match solver.bracket(|up| step(&format!("bracket of perfect play, up card {up}"))) {
            Ok(bracket) => Some(present::perfect_bracket(&bracket)),
            Err(SolveError::Unsolved { .. } | SolveError::ShoeTooSmall { .. }) => None,
            Err(error) => return Err(error.into()),
        }
    };
    step("strategy");
    let strategy = solver.chart()?.iter().map(present::strategy_cell).collect();
    let doubled_given_up = solver.doubled_given_up()?.iter().map(present::doubled_given_up).collect();
    let composition_exceptions = solver.composition_exceptions()?.iter().map(present::exception).collect();
    let mut tables = Vec::new();
    for class in [Strategy::TotalDependent, Strategy::CompositionDependent] {
        tables.push(solver.play_table(class)?);
    }
    let chosen = base_game.iter().map(|class| (class.strategy.clone(), class.ev.clone())).collect();
    let mut pool = SolverPool::new(solver);
    let insurance = present::insurance(submission);
    let mut sides = BaseGame::solved_by(submission, pool.solver(submission)?);
    let (side_wagers, remarks) = wagers::wagers(&mut sides, &wagers::Meters::Usual)?;
    let simulation = rounds.map(|rounds| {
        let exactly = Exactly::stated(&base_game, insurance.as_ref(), &side_wagers)?;
        corroborate::simulation(rounds, submission, sides.solver()?, &exactly, &step)
    });
    let simulation = simulation.transpose()?;
    let reading_effects = readings::effects(submission, &mut pool, &chosen, &step)?;
    let published = readings::published(submission, &mut pool, &step)?;
    let edge_by_decks = readings::edge_by_decks(submission, &step)?;
    let certificate = ReportDocument {
        format: FORMAT,
        software: Software { name: "Shoeproof".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        item: Item {
            id,
            title: submission.title.clone(),
            date: submission.report.date.clone(),
            client: submission.report.client.clone(),
            authoriser: submission.report.authoriser.clone(),
            game: submission.game.id.clone(),
            game_title: submission.game.title.clone(),
            regulation: submission.game.regulation.clone(),
            variation_of: submission.game.variation_of.clone(),
            decks: submission.decks,
            shoe: *submission.shoe.counts(),
            submission_sha256: hash,
        },
        rules: submission
            .game
            .describe()
            .into_iter()
            .map(|line| RuleLine { rule: line.text, clause: line.clauses.join(", ") })
            .collect(),
        options: present::chosen_switches(&submission.options),
        readings: present::chosen_switches(&submission.readings),
        base_game,
        perfect_bracket,
        insurance,
        reading_effects,
        published,
        edge_by_decks,
        strategy,
        composition_exceptions,
        doubled_given_up,
        switches: tables
            .iter()
            .find(|table| table.strategy == Strategy::CompositionDependent)
            .map_or_else(Vec::new, |table| switches::switches(submission, table)),
        wagers: side_wagers,
        assumptions: present::assumptions(&submission.game, simulation.as_ref()),
        simulation,
        deviations: submission.deviations.iter().cloned().chain(remarks).collect(),
    };
    bar.finish();
    Ok((certificate, Strategies { tables, laws }))
}
