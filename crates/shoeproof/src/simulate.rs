//! Rounds dealt at the table, and their figures beside the exact ones.

use std::collections::{BTreeMap, HashSet};
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use certificate::sha256_hex;
use comfy_table::{Table as Text, presets};
use num_rational::{BigRational, Ratio};
use num_traits::ToPrimitive;
use rules::Submission;
use serde::{Deserialize, Serialize};
use solver::{Class, Solver, Step, Want};
use table::{BLOCK, Figure, Judged, Plan, Progress, Shuffling, Simulation, Table, Tally, Verdict};

use crate::arguments::Simulate;
use crate::failure::Failure;
use crate::played::BaseGame;
use crate::resume::{self, Run};
use crate::tallied::{self, CutCardEffect, ExactWager, Exactly, LEVEL, batches, cut_card_effect};
use crate::{closed_pipe, distribution, plan, present, progress};

/// `simulate --json`.
#[derive(Serialize)]
struct Output {
    analysis: String,
    /// SHA-256 of the canonical submission, as a report states it.
    submission_sha256: String,
    game: String,
    decks: Option<u16>,
    strategy: &'static str,
    seed: u64,
    rounds: u64,
    /// `every round`, or the number of cards before the cut card.
    shuffled: String,
    ev: f64,
    standard_error: f64,
    verdict: VerdictOutput,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut_card: Option<CutCard>,
    figures: Vec<FigureOutput>,
    /// Rounds by net result per unit of initial wager.
    distribution: BTreeMap<String, u64>,
    /// What no figure of the table is compared with.
    not_compared: Vec<String>,
}

#[derive(Serialize)]
struct VerdictOutput {
    procedure: &'static str,
    level: f64,
    figures: usize,
    largest_z: Option<f64>,
    largest_z_of: Option<String>,
    /// Holm's adjusted p value of the figure furthest off.
    family_p: f64,
    rejected: Vec<String>,
    passed: bool,
}

#[derive(Serialize)]
struct FigureOutput {
    name: String,
    rounds: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    observed: f64,
    expected: f64,
    standard_error: f64,
    z: f64,
    p: f64,
    judged: &'static str,
}

/// The cut card's effect on the EV of a round.
#[derive(Serialize)]
struct CutCard {
    cards_before: usize,
    cards: usize,
    shoes: u64,
    rounds_per_shoe: f64,
    /// Rounds of each shoe that those to the cut card are compared with.
    fixed_rounds: u64,
    /// EV of a round dealt to the cut card.
    ev: f64,
    /// EV of a fresh shoe, exact.
    fresh_ev: f64,
    /// The difference.
    effect: f64,
    standard_error: f64,
    z: f64,
    /// Shoes that were too short for the comparison; it is not exact if there are any.
    shoes_too_short: u64,
}

/// Finished blocks on disk.
#[derive(Serialize, Deserialize)]
struct Blocks {
    /// Rounds a block.
    block: u64,
    progress: Progress,
}

const RESUME_FORMAT: u32 = 4;

pub(crate) fn run(arguments: &Simulate) -> Result<ExitCode, Failure> {
    let submission = arguments.analysis.load()?;
    let solver = Solver::new(&submission)?;
    let plan = plan::plan(&submission, &solver.play_table(arguments.strategy)?);
    let table = Table::new(&submission, &plan, !arguments.no_wagers)?;
    let shuffling = match &arguments.penetration {
        None => Shuffling::EveryRound,
        Some(penetration) => Shuffling::CutCard(penetration.cards(table.shoe_size())),
    };
    let simulation = Simulation::new(&table, arguments.seed, shuffling)?;
    let tally = deal(arguments, &submission, &plan, &simulation, shuffling)?;

    let bar = progress::bar(solver.most_steps(arguments.strategy) as u64);
    let told = |at: Step| bar.step(&at.to_string());
    let exact = solver.solve_with(arguments.strategy, Want::quick_variance().telling(&told))?;
    let law = if arguments.distribution {
        distribution::of_class(&solver, &submission.game, arguments.strategy, false, |message| bar.note(message))?
    } else {
        None
    };
    bar.finish();
    let class = distribution::with_law(present::class_result(&exact.0, &exact.1), law)?;
    let insurance = present::insurance(&submission);
    let mut not_compared = Vec::new();
    let mut base_game = BaseGame::solved_by(&submission, solver);
    let wagers = exact_wagers(arguments.strategy, &mut base_game, &table, &mut not_compared)?;
    let exactly = Exactly { class: &class, insurance: insurance.as_ref(), wagers };
    let groups = exactly.groups(&submission, &table, &tally)?;
    not_compared.extend(tallied::not_dealt(&submission, &table));
    // By wager, as they begin with its id.
    not_compared.sort();
    let mut figures: Vec<Figure> = groups.into_iter().flat_map(|group| group.figures).collect();
    let outcomes = solver::dealer_outcomes(&submission.game, &submission.shoe, &cards::Composition::default())?;
    let outcomes: Vec<_> = outcomes.iter().map(crate::dealer::outcomes).collect();
    figures.extend(tallied::dealer(&outcomes, &table, &tally)?);
    let cut_card = match shuffling {
        Shuffling::EveryRound => None,
        Shuffling::CutCard(cut) => {
            // The exact figures are those of a fresh shoe: what is measured here is how far these rounds are from them.
            figures = figures.into_iter().map(Figure::unjudged).collect();
            Some(cut_card(&table, &tally, cut, &exact.0.ev)?)
        }
    };
    let verdict = Verdict::new(&figures, LEVEL);
    let passed = verdict.rejected.is_empty();
    let output = output(arguments, &submission, &table, &tally, shuffling, figures, verdict, cut_card, not_compared);
    closed_pipe::is_no_failure(print(&submission, arguments, &output))?;
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Deals the rounds, going on from the resume file and writing it as blocks are finished.
fn deal(
    arguments: &Simulate,
    submission: &Submission,
    plan: &Plan,
    simulation: &Simulation<'_>,
    shuffling: Shuffling,
) -> Result<Tally, Failure> {
    let threads = arguments.threads.map_or(0, |threads| usize::from(threads.get()));
    let run = Run {
        format: RESUME_FORMAT,
        submission: sha256_hex(submission.canonical().as_bytes()),
        run: identity(arguments, submission, plan, shuffling),
    };
    let mut progress = match &arguments.resume {
        None => Progress::default(),
        Some(path) => read_resume(path, &run, simulation)?,
    };
    let blocks = arguments.rounds / BLOCK;
    if progress.blocks > blocks {
        let path = arguments.resume.clone().unwrap_or_default();
        let held = progress.blocks * BLOCK;
        return Err(resume::refused(&path, &format!("it holds {held} rounds, more than are asked for")));
    }
    let bar = progress::bar(batches(arguments.rounds));
    let tally = tallied::deal(simulation, &mut progress, arguments.rounds, threads, &mut |progress| {
        bar.step(&format!("{} rounds", progress.tally.rounds));
        match &arguments.resume {
            Some(path) => write_resume(path, &run, progress),
            None => Ok(()),
        }
    })?;
    bar.finish();
    Ok(tally)
}

/// The exact figures of the side wagers that the table settles.
fn exact_wagers(
    strategy: Class,
    base_game: &mut BaseGame<'_>,
    table: &Table,
    not_compared: &mut Vec<String>,
) -> Result<Vec<ExactWager>, Failure> {
    let submission = base_game.submission();
    let mut wagers = Vec::new();
    for id in table.side_ids() {
        for offered in submission.wagers.iter().filter(|offered| offered.id == id) {
            if offered.rule.depends_on_play() && strategy != tallied::CLASS {
                not_compared
                    .push(format!("{id}: its exact figures are those of the strategy class {}", tallied::CLASS));
                break;
            }
            wagers.push(ExactWager::from(&base_game.value(submission, offered)?));
        }
    }
    Ok(wagers)
}

/// What a run is: everything that decides its cards and what they come to.
fn identity(arguments: &Simulate, submission: &Submission, plan: &Plan, shuffling: Shuffling) -> String {
    let mut acts: Vec<String> = plan
        .ups
        .iter()
        .flat_map(|up| {
            let marks = (up.attack, up.even_money, sorted(&up.insured), sorted(&up.given_up_early));
            let switched = sorted(&up.switched_before_check);
            let of_up = format!("{} {marks:?} {switched:?}", up.up);
            up.signals.iter().map(move |signal| {
                let acts: Vec<_> =
                    signal.acts.iter().map(|((hand, may), act)| (hand.cards, hand.original, may, act)).collect();
                let mut acts: Vec<String> = acts.into_iter().map(|act| format!("{act:?}")).collect();
                acts.sort_unstable();
                let mut rescued: Vec<String> = signal.given_up_doubled.iter().map(|one| format!("{one:?}")).collect();
                rescued.sort_unstable();
                format!(
                    "{of_up} {} {:?} {rescued:?} {:?} {acts:?}",
                    signal.signal,
                    sorted(&signal.split),
                    sorted(&signal.switched)
                )
            })
        })
        .collect();
    acts.sort_unstable();
    let text = format!(
        "{}\n{}\n{}\n{shuffling:?}\n{}\n{acts:?}",
        submission.canonical(),
        arguments.strategy,
        arguments.seed,
        arguments.no_wagers
    );
    sha256_hex(text.as_bytes())
}

fn sorted<T: Ord + Clone>(set: &HashSet<T>) -> Vec<T> {
    let mut list: Vec<T> = set.iter().cloned().collect();
    list.sort_unstable();
    list
}

fn read_resume(path: &Path, run: &Run, simulation: &Simulation<'_>) -> Result<Progress, Failure> {
    let Some(Blocks { block, progress }) = resume::read(path, run)? else {
        return Ok(Progress::default());
    };
    if block != BLOCK {
        return Err(resume::refused(path, &format!("its blocks have {block} rounds, not {BLOCK}")));
    }
    match simulation.contradiction(&progress) {
        Some(what) => Err(resume::refused(path, what)),
        None => Ok(progress),
    }
}

fn write_resume(path: &Path, run: &Run, progress: &Progress) -> Result<(), Failure> {
    resume::write(path, run, &Blocks { block: BLOCK, progress: progress.clone() })
}

fn float(value: &BigRational) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

/// What the cut card does to the EV of a round.
fn cut_card(table: &Table, tally: &Tally, cut: usize, ev: &BigRational) -> Result<CutCard, Failure> {
    let shoes = &tally.shoes;
    let CutCardEffect { effect, error_squared } = cut_card_effect(shoes, table.initial_wager(), ev)?;
    let standard_error = float(&error_squared).sqrt();
    Ok(CutCard {
        cards_before: cut,
        cards: table.shoe_size(),
        shoes: shoes.shoes,
        rounds_per_shoe: shoes.rounds as f64 / shoes.shoes as f64,
        fixed_rounds: shoes.fixed,
        ev: float(&(ev + &effect)),
        fresh_ev: float(ev),
        effect: float(&effect),
        standard_error,
        z: float(&effect) / standard_error,
        shoes_too_short: shoes.refilled,
    })
}

#[expect(clippy::too_many_arguments, reason = "one place puts everything together")]
fn output(
    arguments: &Simulate,
    submission: &Submission,
    table: &Table,
    tally: &Tally,
    shuffling: Shuffling,
    figures: Vec<Figure>,
    verdict: Verdict,
    cut_card: Option<CutCard>,
    not_compared: Vec<String>,
) -> Output {
    let unit = table.initial_wager();
    Output {
        analysis: submission.id.clone(),
        submission_sha256: sha256_hex(submission.canonical().as_bytes()),
        game: submission.game.id.clone(),
        decks: submission.decks,
        strategy: arguments.strategy.name(),
        seed: arguments.seed,
        rounds: tally.rounds,
        shuffled: match shuffling {
            Shuffling::EveryRound => "every round".to_owned(),
            Shuffling::CutCard(cut) => format!("after {cut} cards"),
        },
        ev: figures.first().map_or(f64::NAN, |figure| float(&figure.observed)),
        standard_error: figures.first().map_or(f64::NAN, Figure::standard_error),
        verdict: VerdictOutput {
            procedure: "Holm",
            level: LEVEL,
            figures: verdict.figures,
            largest_z: verdict.largest_z.as_ref().map(|(z, _)| *z),
            largest_z_of: verdict.largest_z.map(|(_, name)| name),
            family_p: verdict.p,
            passed: verdict.rejected.is_empty(),
            rejected: verdict.rejected,
        },
        cut_card,
        figures: figures.into_iter().map(FigureOutput::from).collect(),
        distribution: tally.nets.iter().map(|(&net, &rounds)| (Ratio::new(net, unit).to_string(), rounds)).collect(),
        not_compared,
    }
}

impl From<Figure> for FigureOutput {
    fn from(figure: Figure) -> Self {
        Self {
            z: figure.z(),
            observed: float(&figure.observed),
            expected: float(&figure.expected),
            standard_error: figure.standard_error(),
            judged: match figure.judged {
                Judged::ByZ => "by z",
                Judged::ByCount => "by count",
                Judged::Not => "not",
            },
            name: figure.name,
            rounds: figure.rounds,
            count: figure.count,
            p: figure.p,
        }
    }
}

fn print(submission: &Submission, arguments: &Simulate, output: &Output) -> Result<(), Failure> {
    let mut out = crate::terminal::stdout();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(output)?)?;
        return Ok(());
    }
    writeln!(out, "{}", submission.title)?;
    writeln!(out, "submission SHA-256 {}", output.submission_sha256)?;
    writeln!(
        out,
        "{} rounds under {} from seed {}, shuffled {}",
        output.rounds, output.strategy, output.seed, output.shuffled
    )?;
    let mut text = Text::new();
    text.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    text.set_header(["figure", "rounds", "observed", "exact", "standard error", "z"]);
    for figure in &output.figures {
        let z = match figure.judged {
            "not" => format!("({:.2})", figure.z),
            "by count" => format!("p {:.2}", figure.p),
            _ => format!("{:.2}", figure.z),
        };
        let number = |value: f64| format!("{value:.8}");
        text.add_row([
            figure.name.clone(),
            figure.rounds.to_string(),
            number(figure.observed),
            number(figure.expected),
            number(figure.standard_error),
            z,
        ]);
    }
    present::align_right(&mut text, 1..6);
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
        [] => writeln!(out, "The table agrees with the exact figures.")?,
        rejected => writeln!(out, "THE TABLE DISAGREES: {}", rejected.join("; "))?,
    }
    Ok(())
}
