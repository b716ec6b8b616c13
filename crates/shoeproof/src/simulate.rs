//! Rounds dealt at the table, and their figures beside the exact ones.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use certificate::sha256_hex;
use num_rational::{BigRational, Ratio};
use num_traits::ToPrimitive;
use rules::{Penetration, Submission};
use serde::{Deserialize, Serialize};
use solver::{Class, Solver};
use table::{BLOCK, Figure, Judged, Plan, Progress, Shuffling, Simulation, Table, Tally, Verdict};

use crate::failure::Failure;
use crate::played::BaseGame;
use crate::progress::{Steps, Work};
use crate::resume::{self, Run};
use crate::schema::JsonSchema;
use crate::tallied::{self, CutCardEffect, ExactWager, Exactly, LEVEL, RoundsDealt, batches, cut_card_effect};
use crate::{distribution, plan, present};

/// What is dealt, and what it is compared with.
#[derive(Debug, Clone)]
pub struct SimulateWant {
    /// Number of rounds, at most [`MOST_ROUNDS`](table::MOST_ROUNDS); dealt to a cut card, the last shoe is dealt to its end.
    pub rounds: u64,
    /// Seed of the random numbers: the same seed deals the same cards on any number of threads.
    pub seed: u64,
    /// Strategy class that is played: TD, CDZ- or CDZ.
    pub class: Class,
    /// Threads; all that the machine has if 0.
    pub threads: usize,
    /// Deal to a cut card behind this part of the shoe. Every round is dealt from a full shoe unless given.
    pub penetration: Option<Penetration>,
    /// Leave the side wagers out.
    pub no_wagers: bool,
    /// Compare the frequency of every net result and total wager too.
    pub distribution: bool,
    /// A file in which finished rounds are kept, and from which the work goes on if it is there.
    pub resume: Option<PathBuf>,
}

impl SimulateWant {
    /// So many rounds under CDZ- from this seed, each from a full shoe.
    pub fn new(rounds: u64, seed: u64) -> Self {
        Self {
            rounds,
            seed,
            class: Class::CdzMinus,
            threads: 0,
            penetration: None,
            no_wagers: false,
            distribution: false,
            resume: None,
        }
    }
}

/// What rounds dealt at the table came to, beside the exact figures.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Simulated {
    /// Id of the analysis.
    pub analysis: String,
    /// SHA-256 of the canonical submission, as a report states it.
    pub submission_sha256: String,
    /// Id of the game.
    pub game: String,
    /// Number of decks; `null` for a shoe that is not whole decks.
    pub decks: Option<u16>,
    /// The strategy class that was played.
    pub strategy: &'static str,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Rounds dealt.
    pub rounds: u64,
    /// `every round`, or the number of cards before the cut card.
    pub shuffled: String,
    /// Mean net result of a round.
    pub ev: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// All figures judged together.
    pub verdict: SimulatedVerdict,
    /// What the cut card does, where rounds were dealt to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_card: Option<CutCardMeasured>,
    /// Every figure beside the exact one.
    pub figures: Vec<SimulatedFigure>,
    /// Rounds by net result per unit of initial wager.
    pub distribution: BTreeMap<String, u64>,
    /// What no figure of the table is compared with.
    pub not_compared: Vec<String>,
}

/// All figures judged together.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SimulatedVerdict {
    /// Name of the procedure.
    pub procedure: &'static str,
    /// Level of the family.
    pub level: f64,
    /// Figures judged.
    pub figures: usize,
    /// The largest z score, without its sign.
    pub largest_z: Option<f64>,
    /// The figure that has it.
    pub largest_z_of: Option<String>,
    /// Holm's adjusted p value of the figure furthest off.
    pub family_p: f64,
    /// Figures that contradict the exact ones.
    pub rejected: Vec<String>,
    /// Whether there are none.
    pub passed: bool,
}

/// One figure of the table beside the exact one.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SimulatedFigure {
    /// What it is.
    pub name: String,
    /// Rounds that it is a mean over.
    pub rounds: u64,
    /// How often it happened, of a frequency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// What the table found; `None` of no rounds.
    pub observed: Option<f64>,
    /// The exact figure.
    pub expected: f64,
    /// Of what the table found.
    pub standard_error: f64,
    /// Observed less expected over the standard error; `None` where that is infinite, or of no rounds.
    pub z: Option<f64>,
    /// Probability of being so far off.
    pub p: f64,
    /// `by z`, `by count` or `not`.
    pub judged: &'static str,
}

/// The cut card's effect on the EV of a round.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CutCardMeasured {
    /// Cards before it.
    pub cards_before: usize,
    /// Cards of the shoe.
    pub cards: usize,
    /// Shoes dealt.
    pub shoes: u64,
    /// Mean rounds of a shoe.
    pub rounds_per_shoe: f64,
    /// Rounds of each shoe that those to the cut card are compared with.
    pub fixed_rounds: u64,
    /// EV of a round dealt to the cut card.
    pub ev: f64,
    /// EV of a fresh shoe, exact.
    pub fresh_ev: f64,
    /// The difference.
    pub effect: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The difference over its standard error.
    pub z: f64,
    /// Shoes that were too short for the comparison; it is not exact if there are any.
    pub shoes_too_short: u64,
}

/// Finished blocks on disk.
#[derive(Serialize, Deserialize)]
struct Blocks {
    /// Rounds a block.
    block: u64,
    progress: Progress,
}

const RESUME_FORMAT: u32 = 4;

/// As [`crate::Analysis::simulate`].
pub(crate) fn simulate(submission: &Submission, want: &SimulateWant, steps: &Steps<'_>) -> Result<Simulated, Failure> {
    let solver = Solver::new(submission)?;
    let plan = plan::plan(submission, &solver.play_table(want.class)?);
    let table = Table::new(submission, &plan, !want.no_wagers)?;
    let shuffling = match &want.penetration {
        None => Shuffling::EveryRound,
        Some(penetration) => Shuffling::CutCard(penetration.cards(table.shoe_size())),
    };
    let simulation = Simulation::new(&table, want.seed, shuffling)?;
    let run = Run {
        format: RESUME_FORMAT,
        submission: sha256_hex(submission.canonical().as_bytes()),
        run: identity(want, submission, &plan, shuffling),
    };
    let tally = deal(want, &run, &simulation, steps)?;

    steps.expect(solver.most_steps(want.class) as u64);
    let step = |at| steps.done(Work::Solving { class: None, at });
    let exact = solver.solve(want.class, solver::Want::quick_variance().telling(&step))?;
    let distribution = if want.distribution {
        let told = |part| steps.working(Work::Distribution { class: Some(want.class), part });
        distribution::of_class(&solver, &submission.game, want.class, false, told)?
    } else {
        None
    };
    let class = distribution::with_distribution(present::class_result(&exact), distribution)?;
    let insurance = present::insurance(submission);
    let mut not_compared = Vec::new();
    let mut base_game = BaseGame::solved_by(submission, solver);
    let wagers = exact_wagers(want.class, &mut base_game, &table, &mut not_compared)?;
    let exactly = Exactly { class: &class, insurance: insurance.as_ref(), wagers };
    let groups = exactly.groups(RoundsDealt { submission, table: &table, tally: &tally })?;
    not_compared.extend(tallied::not_dealt(submission, &table));
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
            Some(cut_card(&table, &tally, cut, &exact.ev)?)
        }
    };
    Ok(simulated(
        submission,
        want,
        Dealt { unit: table.initial_wager(), tally, shuffling, figures, cut_card, not_compared },
    ))
}

/// Deals the rounds, going on from the resume file and writing it as blocks are finished.
fn deal(want: &SimulateWant, run: &Run, simulation: &Simulation<'_>, steps: &Steps<'_>) -> Result<Tally, Failure> {
    let mut progress = match &want.resume {
        None => Progress::default(),
        Some(path) => read_resume(path, run, simulation)?,
    };
    let blocks = want.rounds / BLOCK;
    if progress.blocks > blocks {
        let path = want.resume.clone().unwrap_or_default();
        let held = progress.blocks * BLOCK;
        return Err(resume::refused(&path, &format!("it holds {held} rounds, more than are asked for")));
    }
    steps.expect(batches(want.rounds));
    tallied::deal(simulation, &mut progress, want.rounds, want.threads, &mut |progress| {
        steps.done(Work::Rounds(progress.tally.rounds));
        match &want.resume {
            Some(path) => write_resume(path, run, progress),
            None => Ok(()),
        }
    })
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
fn identity(want: &SimulateWant, submission: &Submission, plan: &Plan, shuffling: Shuffling) -> String {
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
                let mut given_up_doubled: Vec<String> =
                    signal.given_up_doubled.iter().map(|one| format!("{one:?}")).collect();
                given_up_doubled.sort_unstable();
                format!(
                    "{of_up} {} {:?} {given_up_doubled:?} {:?} {acts:?}",
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
        want.class,
        want.seed,
        want.no_wagers
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
fn cut_card(table: &Table, tally: &Tally, cut: usize, ev: &BigRational) -> Result<CutCardMeasured, Failure> {
    let shoes = &tally.shoes;
    let CutCardEffect { effect, error_squared } = cut_card_effect(shoes, table.initial_wager(), ev)?;
    let standard_error = float(&error_squared).sqrt();
    Ok(CutCardMeasured {
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

/// What the rounds came to.
struct Dealt {
    unit: i64,
    tally: Tally,
    shuffling: Shuffling,
    figures: Vec<Figure>,
    cut_card: Option<CutCardMeasured>,
    not_compared: Vec<String>,
}

fn simulated(submission: &Submission, want: &SimulateWant, dealt: Dealt) -> Simulated {
    let Dealt { unit, tally, shuffling, figures, cut_card, not_compared } = dealt;
    let verdict = Verdict::new(&figures, LEVEL);
    Simulated {
        analysis: submission.id.clone(),
        submission_sha256: sha256_hex(submission.canonical().as_bytes()),
        game: submission.game.id.clone(),
        decks: submission.decks,
        strategy: want.class.name(),
        seed: want.seed,
        rounds: tally.rounds,
        shuffled: match shuffling {
            Shuffling::EveryRound => "every round".to_owned(),
            Shuffling::CutCard(cut) => format!("after {cut} cards"),
        },
        ev: figures.first().map_or(f64::NAN, |figure| float(&figure.observed)),
        standard_error: figures.first().map_or(f64::NAN, Figure::standard_error),
        verdict: SimulatedVerdict {
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
        figures: figures.into_iter().map(SimulatedFigure::from).collect(),
        distribution: tally.nets.iter().map(|(&net, &rounds)| (Ratio::new(net, unit).to_string(), rounds)).collect(),
        not_compared,
    }
}

impl From<Figure> for SimulatedFigure {
    fn from(figure: Figure) -> Self {
        let of_rounds = |number: f64| Some(number).filter(|_| figure.rounds > 0);
        Self {
            z: of_rounds(figure.z()).filter(|z| z.is_finite()),
            observed: of_rounds(float(&figure.observed)),
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
