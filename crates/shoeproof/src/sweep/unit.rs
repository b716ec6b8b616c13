//! One unit: an analysis and a question, as they are handed from one machine to another.

use certificate::sha256_hex;
use rules::{Override, Submission, SubmissionFiles};
use serde::{Deserialize, Serialize};
use solver::Class;

use crate::catalogue;
use crate::failure::Failure;
use crate::progress::{Progress, Work, told};
use crate::schema::JsonSchema;
use crate::sweep::answer::UnitAnswer;
use crate::sweep::worker::{PreparedUnit, Worker};

/// Version of units.
pub(crate) const FORMAT: u32 = 1;

/// Version of their answers: of what a unit comes to, and of the files that hold it.
pub(crate) const ANSWER_FORMAT: u32 = 2;

/// Most values that a unit replaces.
const MOST_SET: usize = 1_000;

/// What is asked of an analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum UnitQuestion {
    /// The base game, exactly.
    Solve {
        /// The strategy class: `td`, `cdz` or `cdz-best`.
        strategy: String,
        /// Whether the variance of a round is computed, which is most of the work.
        #[serde(default)]
        variance: bool,
    },
    /// The base game in floats with a proven error.
    Approximate {
        /// The strategy class: `td` or `cdz`.
        strategy: String,
        /// The shoe that the game is compiled for, of which the analysis's is a part; the analysis's own unless given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        within: Option<[u16; cards::Value::COUNT]>,
    },
    /// A side wager, exactly.
    Wager {
        /// Its id.
        wager: String,
    },
}

impl UnitQuestion {
    /// The word of a plan.
    pub(crate) fn ask(&self) -> &'static str {
        match self {
            Self::Solve { .. } => "solve",
            Self::Approximate { .. } => "approximate",
            Self::Wager { .. } => "wager",
        }
    }

    pub(crate) fn strategy(&self) -> Option<&str> {
        match self {
            Self::Solve { strategy, .. } | Self::Approximate { strategy, .. } => Some(strategy),
            Self::Wager { .. } => None,
        }
    }

    pub(crate) fn wager(&self) -> Option<&str> {
        match self {
            Self::Wager { wager } => Some(wager),
            _ => None,
        }
    }
}

/// The class of a question of a sweep.
///
/// # Errors
/// For a name that is none, and for perfect play, which takes more memory than several workers have.
pub(crate) fn class(name: &str) -> Result<Class, Failure> {
    match name.parse::<Class>().map_err(Failure::Asked)? {
        Class::Perfect => Err(Failure::Asked(
            "perfect play is not swept, because one solution can take the whole memory: expected td, cdz or cdz-best"
                .to_owned(),
        )),
        class => Ok(class),
    }
}

/// One analysis and one question. It serialises to what the command `unit` reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SweepUnit {
    /// Version; 1.
    pub format: u32,
    /// The text of the analysis file.
    pub analysis: String,
    /// The text of the game file; that of the catalogue unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What is replaced in the analysis, all at once: `key=value`, as of `--set`.
    #[serde(default)]
    pub set: Vec<String>,
    /// The question.
    pub question: UnitQuestion,
}

impl SweepUnit {
    /// Id of the game that the analysis names; empty if it names none.
    pub(crate) fn game_id(&self) -> String {
        let table = self.analysis.parse::<toml::Table>().unwrap_or_default();
        table.get("game").and_then(toml::Value::as_str).unwrap_or_default().to_owned()
    }

    /// The analysis. `known` is the one before with nothing replaced, and then that of this unit: units of a plan have few among them, and reading one
    /// takes as long as many answers.
    ///
    /// # Errors
    /// What the rules refuse.
    pub(crate) fn submission(&self, known: &mut Option<UnitTexts>) -> Result<Submission, Failure> {
        if self.set.len() > MOST_SET {
            return Err(Failure::Asked(format!("a unit replaces {} values: at most {MOST_SET}", self.set.len())));
        }
        let set = self.set.iter().map(|one| one.parse::<Override>().map_err(Failure::Asked));
        let set: Vec<Override> = set.collect::<Result<_, _>>()?;
        if let Some(known) = known.as_ref().filter(|known| known.analysis == self.analysis && known.game == self.game) {
            return varied(&known.submission, &set);
        }
        let id = self.game_id();
        let any = catalogue::games().next().and_then(catalogue::game_file).unwrap_or_default();
        let game = match &self.game {
            Some(game) => game,
            None => catalogue::game_file(&id).unwrap_or(any),
        };
        let files = SubmissionFiles { analysis: self.analysis.clone(), game: game.to_owned(), overrides: Vec::new() };
        let submission = Submission::read(&files)?;
        let varied = varied(&submission, &set);
        *known = Some(UnitTexts { analysis: self.analysis.clone(), game: self.game.clone(), submission });
        varied
    }
}

/// The texts of a unit, read, with nothing replaced.
pub(crate) struct UnitTexts {
    analysis: String,
    game: Option<String>,
    submission: Submission,
}

/// The key and the value of what is replaced.
pub(crate) fn key_and_value(one: &Override) -> (String, String) {
    let text = one.to_string();
    let (key, value) = text.split_once('=').unwrap_or((&text, ""));
    (key.to_owned(), value.to_owned())
}

/// The submission with values replaced all at once. A paytable that it picks need not go with another number of decks; then the
/// text's own is taken.
pub(crate) fn varied(base: &Submission, set: &[Override]) -> Result<Submission, Failure> {
    if set.is_empty() {
        return Ok(base.clone());
    }
    base.with_all(set).or_else(|error| {
        let (decks, others): (Vec<_>, Vec<_>) = set.iter().cloned().partition(|one| key_and_value(one).0 == "decks");
        let decks = decks.last().and_then(|one| key_and_value(one).1.parse().ok());
        let other = decks.and_then(|decks| base.for_decks(decks).and_then(|base| base.with_all(&others)).ok());
        other.ok_or(Failure::Rules(error))
    })
}

/// The SHA-256 that names a unit: of the program's version, the question, and what it is on.
pub(crate) fn unit_hash(question: &UnitQuestion, on: &str) -> Result<String, Failure> {
    let question = serde_json::to_string(question)?;
    let version = env!("CARGO_PKG_VERSION");
    Ok(sha256_hex(format!("shoeproof unit {ANSWER_FORMAT}\nprogram {version}\nquestion {question}\n{on}\n").as_bytes()))
}

/// One unit's answer. What the rules or the solver refuse is part of it.
///
/// ```
/// use shoeproof::{SweepPlan, unit};
///
/// let plan = SweepPlan::from_toml("format = 1\nask = \"solve\"\nanalyses = [\"plain-blackjack\"]\nset.decks = 1\n")?;
/// let answer = unit(&plan.unit(0)?)?;
/// assert_eq!(answer.figures.house_edge.expect("a house edge").percent(4), "-0.1531");
/// # Ok::<(), shoeproof::Failure>(())
/// ```
///
/// # Errors
/// A unit of another version.
pub fn unit(unit: &SweepUnit) -> Result<UnitAnswer, Failure> {
    answer(&mut Worker::default(), unit)
}

/// The answers to units, one after the other on one thread. They are those of [`unit()`]; what neighbours share is computed once.
///
/// # Errors
/// As [`unit()`].
pub fn units(units: &[SweepUnit], progress: &dyn Progress) -> Result<Vec<UnitAnswer>, Failure> {
    UnitWorker::new()?.answers(units, progress)
}

/// Who answers units on a thread of its own, and keeps what the next units may share with the last: the game compiled, the dealer's distributions. Whoever
/// hands out units in parts saves what a new worker takes to begin.
///
/// ```
/// use shoeproof::{Silent, SweepPlan, UnitWorker};
///
/// let plan = SweepPlan::from_toml("format = 1\nask = \"approximate\"\nanalyses = [\"plain-blackjack\"]\ngrid.decks = [1, 2]\n")?;
/// let mut worker = UnitWorker::new()?;
/// for number in 0..plan.units() {
///     assert_eq!(worker.answers(&[plan.unit(number)?], &Silent)?.len(), 1);
/// }
/// # Ok::<(), shoeproof::Failure>(())
/// ```
pub struct UnitWorker {
    worker: Worker,
    pool: rayon::ThreadPool,
}

impl UnitWorker {
    /// One that has seen no unit.
    ///
    /// # Errors
    /// [`Failure::Asked`] if the system has no thread left.
    pub fn new() -> Result<Self, Failure> {
        // Whoever hands out units counts on one core for each worker.
        Ok(Self { worker: Worker::default(), pool: one_thread()? })
    }

    /// The answers to units, one after the other. They are those of [`unit()`], whatever was answered before.
    ///
    /// # Errors
    /// As [`unit()`], and [`Failure::Stopped`].
    pub fn answers(&mut self, units: &[SweepUnit], progress: &dyn Progress) -> Result<Vec<UnitAnswer>, Failure> {
        let Self { worker, pool } = self;
        told(progress, |steps| {
            steps.expect(units.len() as u64);
            pool.install(|| {
                let answers = units.iter().map(|unit| {
                    let answer = answer(worker, unit);
                    steps.done(Work::Units(1));
                    answer
                });
                answers.collect()
            })
        })
    }
}

/// A pool of one thread, so that units in flight are as many as workers.
///
/// # Errors
/// [`Failure::Asked`] if the system has no thread left.
pub(crate) fn one_thread() -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.map_err(|error| Failure::Asked(format!("no thread can be started: {error}")))
}

fn answer(worker: &mut Worker, unit: &SweepUnit) -> Result<UnitAnswer, Failure> {
    if unit.format != FORMAT {
        return Err(Failure::Asked(format!("a unit of format {} is not known: expected {FORMAT}", unit.format)));
    }
    let submission = unit.submission(&mut worker.read);
    Ok(worker.answer(&PreparedUnit::new(unit.question.clone(), submission, || unit.clone())?))
}
