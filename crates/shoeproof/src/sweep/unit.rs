//! One unit: an analysis and a question, as they are handed from one machine to another.

use certificate::sha256_hex;
use rules::{Override, Submission, SubmissionFiles};
use serde::{Deserialize, Serialize};

use crate::catalogue;
use crate::failure::Failure;
use crate::schema::JsonSchema;
use crate::sweep::question::UnitQuestion;

/// Version of units.
pub(crate) const FORMAT: u32 = 1;

/// Version of their answers: of what a unit comes to, and of the files that hold it.
pub(crate) const ANSWER_FORMAT: u32 = 2;

/// Most values that a unit replaces.
const MOST_SET: usize = 1_000;

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

/// The submission with values replaced all at once. A paytable that it picks need not go with another number of decks; then the
/// text's own is taken.
pub(crate) fn varied(base: &Submission, set: &[Override]) -> Result<Submission, Failure> {
    if set.is_empty() {
        return Ok(base.clone());
    }
    base.with_all(set).or_else(|error| {
        let (decks, others): (Vec<_>, Vec<_>) = set.iter().cloned().partition(|one| one.key() == "decks");
        let decks = decks.last().and_then(|one| one.value().parse().ok());
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
