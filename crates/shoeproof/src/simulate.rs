//! Rounds dealt at the table, and their figures beside the exact ones.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use certificate::sha256_hex;
use comfy_table::{Table as Text, presets};
use num_rational::{BigRational, Ratio};
use num_traits::{Signed, ToPrimitive, Zero};
use rules::Submission;
use serde::{Deserialize, Serialize};
use solver::{Action, PlayTable, Solution, Solver, Spread, Strategy};
use table::{
    Act, BLOCK, Figure, Judged, May, Plan, PlannedHand, Progress, Shuffling, SignalPlan, Simulation, Table, Tally,
    UpPlan, Verdict,
};

use crate::arguments::{Penetration, Simulate};
use crate::failure::Failure;
use crate::played::BaseGame;
use crate::{present, progress};

/// A run is a failed check if Holm's procedure rejects a figure at this level.
const LEVEL: f64 = 1e-6;

/// Blocks dealt between two looks at the clock and two writes of the resume file.
const BATCH: u64 = 64;

/// Means of a side wager are judged only if each of its payouts is expected so often; its lines are judged in any case.
const OFTEN: f64 = 25.0;

/// `simulate --json`.
#[derive(Serialize)]
struct Output {
    analysis: String,
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

/// Finished blocks on disk, with what they are blocks of.
#[derive(Serialize, Deserialize)]
struct Resume {
    format: u32,
    /// Hash of the submission, the strategy and the plan, the seed and the shuffling.
    run: String,
    block: u64,
    progress: Progress,
}

const RESUME_FORMAT: u32 = 1;

pub(crate) fn run(arguments: &Simulate) -> Result<ExitCode, Failure> {
    let submission = arguments.analysis.load()?;
    let solver = Solver::new(&submission)?;
    let plan = plan(&submission, &solver.play_table(arguments.strategy)?);
    let table = Table::new(&submission, &plan, !arguments.no_wagers)?;
    let shuffling = match &arguments.penetration {
        None => Shuffling::EveryRound,
        Some(penetration) => Shuffling::CutCard(penetration.cards(table.shoe_size())),
    };
    let simulation = Simulation::new(&table, arguments.seed, shuffling)?;
    let tally = deal(arguments, &submission, &plan, &table, &simulation, shuffling)?;

    let bar = progress::bar(submission.shoe.counts().iter().filter(|&&count| count > 0).count() as u64);
    let exact = solver.solve_with_spread(arguments.strategy, |up| bar.step(&format!("up card {up}")))?;
    bar.finish();
    let mut not_compared = Vec::new();
    let mut figures = base_figures(&table, &exact, &tally);
    figures.extend(insurance_figures(&submission, &table, &tally));
    let mut base_game = BaseGame::solved_by(&submission, solver);
    figures.extend(side_figures(arguments, &mut base_game, &table, &tally, &mut not_compared)?);
    let cut_card = match shuffling {
        Shuffling::EveryRound => None,
        Shuffling::CutCard(cut) => {
            // The exact figures are those of a fresh shoe: what is measured here is how far these rounds are from them.
            figures = figures.into_iter().map(Figure::unjudged).collect();
            Some(cut_card(&table, &tally, cut, &exact.0))
        }
    };
    let verdict = Verdict::new(&figures, LEVEL);
    let passed = verdict.rejected.is_empty();
    let output = output(arguments, &submission, &table, &tally, shuffling, figures, verdict, cut_card, not_compared);
    print(&submission, arguments, &output)?;
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The solver's play as the table takes it.
fn plan(submission: &Submission, play: &PlayTable) -> Plan {
    let insured: HashSet<Vec<cards::Value>> = solver::insurance(&submission.game, &submission.shoe)
        .map(|insurance| insurance.by_hand)
        .unwrap_or_default()
        .into_iter()
        .filter(|(_, ev)| ev.is_positive())
        .map(|(hand, _)| hand)
        .collect();
    let ups = play.ups.iter().map(|up| UpPlan {
        up: up.up,
        attack: up.attack == Some(true),
        even_money: up.even_money == Some(true),
        insured: insured.clone(),
        given_up_early: up.early.iter().flatten().filter(|&(_, &given_up)| given_up).map(|(hand, _)| *hand).collect(),
        switched_before_check: up.switched_before_check.iter().copied().collect(),
        signals: up.signals.iter().map(signal_plan).collect(),
    });
    Plan { ups: ups.collect() }
}

fn signal_plan(signal: &solver::SignalPlay) -> SignalPlan {
    let hand = |cards: &cards::Composition, original: bool| PlannedHand { cards: *cards, original };
    let acts: HashMap<(PlannedHand, May), Act> = signal
        .acts()
        .filter_map(|one| {
            let act = match one.act {
                Action::Stand => Act::Stand,
                Action::Hit => Act::Hit,
                Action::Double => Act::Double,
                Action::Surrender => Act::Surrender,
                // Splits are listed apart.
                Action::Split => return None,
            };
            let may = May { draw: one.may.hit, double: one.may.double, surrender: one.may.surrender };
            Some(((hand(&one.hand, one.originals), may), act))
        })
        .collect();
    let given_up_doubled = [false, true].into_iter().flat_map(|free| {
        let given_up = signal
            .doubled_hands(free)
            .filter(move |&(cards, original)| signal.gives_up_doubled(cards, original, free) == Some(true));
        given_up.map(move |(cards, original)| (hand(cards, original), free))
    });
    SignalPlan {
        signal: signal.signal.clone(),
        split: cards::Value::all().filter(|value| signal.split[value.index()] == Some(true)).collect(),
        acts,
        given_up_doubled: given_up_doubled.collect(),
        switched: signal.switched.iter().copied().collect(),
    }
}

/// Deals the rounds, going on from the resume file and writing it as blocks are finished.
fn deal(
    arguments: &Simulate,
    submission: &Submission,
    plan: &Plan,
    table: &Table,
    simulation: &Simulation<'_>,
    shuffling: Shuffling,
) -> Result<Tally, Failure> {
    let threads = arguments.threads.map_or(0, |threads| usize::from(threads.get()));
    let run = identity(arguments, submission, plan, shuffling);
    let mut progress = match &arguments.resume {
        None => Progress::default(),
        Some(path) => read_resume(path, &run, table)?,
    };
    let blocks = arguments.rounds / BLOCK;
    if progress.blocks > blocks {
        return Err(Failure::Resume {
            path: arguments.resume.clone().unwrap_or_default(),
            reason: format!("it holds {} rounds, more than are asked for", progress.blocks * BLOCK),
        });
    }
    let bar = progress::bar(blocks.div_ceil(BATCH).max(1));
    while progress.blocks < blocks {
        let to = (progress.blocks + BATCH).min(blocks);
        simulation.advance(&mut progress, to, threads)?;
        bar.step(&format!("{} rounds", progress.tally.rounds));
        if let Some(path) = &arguments.resume {
            write_resume(path, &run, &progress)?;
        }
    }
    bar.finish();
    Ok(simulation.with_part_of_a_block(&progress, arguments.rounds % BLOCK)?)
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

fn read_resume(path: &Path, run: &str, table: &Table) -> Result<Progress, Failure> {
    let wrong = |reason: String| Failure::Resume { path: path.to_owned(), reason };
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Progress::default()),
        Err(error) => return Err(wrong(error.to_string())),
    };
    let resume: Resume = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    if resume.format != RESUME_FORMAT || resume.block != BLOCK {
        return Err(wrong("it is of another version of the program".to_owned()));
    }
    if resume.run != run {
        return Err(wrong("it belongs to another run: another analysis, strategy, seed or penetration".to_owned()));
    }
    if !table.fits(&resume.progress.tally) {
        return Err(wrong("its tallies are not those of this run".to_owned()));
    }
    Ok(resume.progress)
}

/// Written beside, then renamed, so that a run that is stopped leaves the file before or after.
fn write_resume(path: &Path, run: &str, progress: &Progress) -> Result<(), Failure> {
    let resume = Resume { format: RESUME_FORMAT, run: run.to_owned(), block: BLOCK, progress: progress.clone() };
    let mut name = path.file_name().map(std::ffi::OsStr::to_owned).unwrap_or_default();
    name.push(".part");
    let part: PathBuf = path.with_file_name(name);
    let wrong = |error: std::io::Error| Failure::Resume { path: path.to_owned(), reason: error.to_string() };
    fs::write(&part, serde_json::to_vec(&resume)?).map_err(wrong)?;
    fs::rename(&part, path).map_err(wrong)
}

fn float(value: &BigRational) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

/// Sums of powers of a tally's keys, each divided by a unit.
fn power_sum(tally: &BTreeMap<i64, u64>, unit: i64, power: i32) -> f64 {
    tally.iter().map(|(&key, &count)| (key as f64 / unit as f64).powi(power) * count as f64).sum()
}

/// Moments of the round, and every up card and signal.
fn base_figures(table: &Table, (solution, spread): &(Solution, Spread), tally: &Tally) -> Vec<Figure> {
    let unit = table.initial_wager();
    let net = |power| power_sum(&tally.nets, unit, power);
    let variance = spread.variance.as_ref().map(float);
    let ev = float(&spread.ev);
    let rounds = tally.rounds;
    let mut figures = vec![Figure::mean("EV", rounds, [net(1), net(2)], ev, variance)];
    if let Some(variance) = variance {
        figures.push(Figure::mean("mean square", rounds, [net(2), net(4)], variance + ev * ev, None));
    }
    let wagers_of_hands = unit / table.wager_of_one_hand();
    let wagered = |power| power_sum(&tally.wagered, wagers_of_hands, power);
    let average = float(&spread.average_wager);
    figures.push(Figure::mean("average wager", rounds, [wagered(1), wagered(2)], average, None));
    let names = table.case_names();
    for up in &solution.ups {
        let of_up: Vec<_> = names.iter().zip(&tally.cases).filter(|(name, _)| name.up == up.up).collect();
        let seen: u64 = of_up.iter().map(|(_, case)| case.rounds).sum();
        let unit = unit as f64;
        let sums = |cases: &[(&table::CaseName, &table::CaseTally)]| {
            let net: i64 = cases.iter().map(|(_, case)| case.net).sum();
            let square: u64 = cases.iter().map(|(_, case)| case.square).sum();
            [net as f64 / unit, square as f64 / (unit * unit)]
        };
        let name = format!("up {}", up.up);
        figures.push(Figure::frequency(format!("frequency, {name}"), rounds, seen, float(&up.probability)));
        figures.push(Figure::mean(format!("EV, {name}"), seen, sums(&of_up), float(&up.ev), None));
        if up.signals.len() < 2 {
            continue;
        }
        for signal in &up.signals {
            let of_signal: Vec<_> = of_up.iter().copied().filter(|(name, _)| name.signal == signal.signal).collect();
            let came = of_signal.iter().map(|(_, case)| case.rounds).sum();
            let name = format!("{name}, {}", signal.signal);
            figures.push(Figure::frequency(format!("frequency, {name}"), seen, came, float(&signal.probability)));
            figures.push(Figure::mean(format!("EV, {name}"), came, sums(&of_signal), float(&signal.ev), None));
        }
    }
    figures
}

fn insurance_figures(submission: &Submission, table: &Table, tally: &Tally) -> Vec<Figure> {
    let Some(rule) = &submission.game.insurance else { return Vec::new() };
    let Some(value) = solver::insurance(&submission.game, &submission.shoe) else { return Vec::new() };
    let pays = rule.pays.ratio();
    let pays = *pays.numer() as f64 / *pays.denom() as f64;
    let counts = &tally.insurance;
    let wins = (float(&value.ev_always) + 1.0) / (pays + 1.0);
    let (unit, [won, lost]) = table.insurance_money();
    let [won, lost] = [won, lost].map(|amount| amount as f64 / unit as f64);
    let (hits, misses) = (counts.taken_won as f64, (counts.taken - counts.taken_won) as f64);
    let sums = [hits * won + misses * lost, hits * won * won + misses * lost * lost];
    let gain = Figure::mean("insurance, gain of optimal use", tally.rounds, sums, float(&value.optimal_gain), None);
    vec![
        Figure::frequency("insurance, frequency of a win", counts.offered, counts.won, wins),
        if counts.taken < 1_000 { gain.unjudged() } else { gain },
    ]
}

fn side_figures(
    arguments: &Simulate,
    base_game: &mut BaseGame<'_>,
    table: &Table,
    tally: &Tally,
    not_compared: &mut Vec<String>,
) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    let submission = base_game.submission();
    for (at, id) in table.side_ids().into_iter().enumerate() {
        let names = table.side_names(at);
        let counts = &tally.sides[at];
        let mut lines_judged = false;
        for offered in submission.wagers.iter().filter(|offered| offered.id == id) {
            if offered.rule.depends_on_play() && arguments.strategy != Strategy::CompositionDependent {
                not_compared.push(format!("{id}: its exact figures are those of the strategy class cdz"));
                break;
            }
            let exact = base_game.value(submission, offered)?;
            let total = BigRational::from_integer(exact.total.clone().into());
            let probability = |combinations: &num_bigint::BigUint| {
                float(&(BigRational::from_integer(combinations.clone().into()) / &total))
            };
            let mut expected: BTreeMap<&str, f64> = names.iter().map(|name| (name.as_str(), 0.0)).collect();
            for line in &exact.lines {
                *expected.entry(&line.name).or_default() += probability(&line.combinations);
            }
            if !lines_judged {
                for (name, count) in names.iter().zip(counts) {
                    let expected = expected.get(name.as_str()).copied().unwrap_or(0.0);
                    if expected > 0.0 || *count > 0 {
                        figures.push(Figure::frequency(format!("{id}, {name}"), tally.rounds, *count, expected));
                    }
                }
                lines_judged = true;
            }
            let nets: Vec<f64> = table.side_nets(at, offered).iter().map(|net| float(&net.fixed)).collect();
            let sum = |power: i32| nets.iter().zip(counts).map(|(net, &count)| net.powi(power) * count as f64).sum();
            let zero = BigRational::zero();
            let (ev, variance) = (float(&exact.ev(&zero)), float(&exact.variance(&zero)));
            let without = if exact.per_meter.is_zero() { "" } else { " without the meter" };
            let name = format!("{id} {}, EV{without}", offered.paytable.name);
            let figure = Figure::mean(name, tally.rounds, [sum(1), sum(2)], ev, Some(variance));
            let rare = exact.lines.iter().any(|line| {
                let times = probability(&line.combinations) * tally.rounds as f64;
                times > 0.0 && times < OFTEN
            });
            figures.push(if rare { figure.unjudged() } else { figure });
        }
        if submission.wagers.iter().any(|offered| offered.id == id && offered.rule.parlay.is_some()) {
            not_compared.push(format!("{id}: winnings added to the base wager are not dealt"));
        }
    }
    Ok(figures)
}

/// The EV of a round dealt to the cut card.
///
/// The rounds to the cut card are laid beside a fixed number of rounds of the same shoe, whose EV is exactly that of a fresh shoe.
/// The two share most of their rounds, so their difference is known far better than either.
fn cut_card(table: &Table, tally: &Tally, cut: usize, solution: &Solution) -> CutCard {
    let shoes = &tally.shoes;
    let unit = table.initial_wager() as f64;
    let ev = float(&solution.ev);
    let number = shoes.shoes as f64;
    let rounds = shoes.rounds as f64;
    let more = rounds - number * shoes.fixed as f64;
    let money = shoes.money as f64 / unit;
    // Of every shoe: money beyond that of the fixed rounds, less what so many rounds of a fresh shoe bring.
    let sum = money - ev * more;
    let square = shoes.money_square as f64 / (unit * unit) - 2.0 * ev * shoes.more_money as f64 / unit
        + ev * ev * shoes.more_square as f64;
    let variance = (square / number - (sum / number).powi(2)).max(0.0);
    let effect = sum / rounds;
    let standard_error = (variance * number).sqrt() / rounds;
    CutCard {
        cards_before: cut,
        cards: table.shoe_size(),
        shoes: shoes.shoes,
        rounds_per_shoe: rounds / number,
        fixed_rounds: shoes.fixed,
        ev: ev + effect,
        fresh_ev: ev,
        effect,
        standard_error,
        z: effect / standard_error,
        shoes_too_short: shoes.refilled,
    }
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
        game: submission.game.id.clone(),
        decks: submission.decks,
        strategy: arguments.strategy.name(),
        seed: arguments.seed,
        rounds: tally.rounds,
        shuffled: match shuffling {
            Shuffling::EveryRound => "every round".to_owned(),
            Shuffling::CutCard(cut) => format!("after {cut} cards"),
        },
        ev: figures.first().map_or(f64::NAN, |figure| figure.observed),
        standard_error: figures.first().map_or(f64::NAN, |figure| figure.standard_error),
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
            name: figure.name,
            rounds: figure.rounds,
            count: figure.count,
            observed: figure.observed,
            expected: figure.expected,
            standard_error: figure.standard_error,
            p: figure.p,
            judged: match figure.judged {
                Judged::ByZ => "by z",
                Judged::ByCount => "by count",
                Judged::Not => "not",
            },
        }
    }
}

fn print(submission: &Submission, arguments: &Simulate, output: &Output) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(output)?)?;
        return Ok(());
    }
    writeln!(out, "{}", submission.title)?;
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

impl Penetration {
    /// Cards before the cut card of a shoe of so many.
    fn cards(&self, shoe: usize) -> usize {
        match *self {
            Penetration::Cards(cards) => cards,
            Penetration::Share(share) => (shoe as f64 * share).round() as usize,
        }
    }
}
