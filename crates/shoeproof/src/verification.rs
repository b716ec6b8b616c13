//! A report judged: the certificate is true, the folder is what it implies, the signatures are good.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{Certificate, MANIFEST_FILE, ReportDocument, sha256_hex};
use checker::{Checked, Depth, Level, Verdict};
use report::CERTIFICATE_FILE;
use rules::Submission;
use serde::Serialize;
use solver::Solver;

use crate::corroborate::{self, Rounds};
use crate::document::refused;
use crate::failure::Failure;
use crate::progress::{Progress, Steps, Work, told};
use crate::schema::JsonSchema;
use crate::{catalogue, certification, cut_card, document, rendering};

/// How thoroughly to judge.
#[derive(Debug, Clone)]
pub struct Thoroughness {
    /// Which claims are derived again, and under how many up cards.
    pub level: Level,
    /// Decides everything that is left to chance.
    pub seed: String,
    /// Distributions of a round are derived under so many up cards at the most; what the level says if `None`.
    pub distribution_up_cards: Option<usize>,
    /// The same of perfect play.
    pub perfect_up_cards: Option<usize>,
    /// Whether the rounds of the simulation are dealt again.
    pub deal: bool,
    /// Whether everything is computed again by the solver.
    pub recompute: bool,
}

impl Thoroughness {
    /// Of this level, with a seed that nobody could know before.
    ///
    /// # Errors
    /// If the system gives no random numbers.
    pub fn new(level: Level) -> Result<Self, Failure> {
        Ok(Self {
            level,
            seed: random_seed()?,
            distribution_up_cards: None,
            perfect_up_cards: None,
            deal: false,
            recompute: false,
        })
    }
}

/// What became of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// Derived again by other formulas than the solver's, and equal.
    Checked,
    /// Computed again by the solver, and equal.
    Recomputed,
    /// Neither.
    NotChecked,
}

/// A claim of the certificate with its verdict.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Claim {
    /// JSON pointer into the certificate: the claim is everything below it that no longer path covers.
    pub path: String,
    /// The claim in words.
    pub what: String,
    /// What became of it.
    pub verdict: ClaimVerdict,
    /// How it was derived again; of a claim that was not, how it can be checked.
    pub how: String,
    /// Time it took.
    pub seconds: f64,
}

/// A file by which a report was judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct JudgedBy {
    /// Its name in the folder.
    pub file: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Of the game file: whether it is, byte for byte, that of the game of the same id in this program's catalogue. Left out of other
    /// files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_of_catalogue: Option<bool>,
}

/// The judgement on a report that is not refused.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Judgement {
    /// The report's id. Id and title are the submitter's own words.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The id of the game that was analysed, as the game file states it.
    pub game: String,
    /// The game's name, as the game file states it.
    pub game_name: String,
    /// The regulation that the game file names.
    pub regulation: String,
    /// The cards that were analysed, by value.
    pub cards: String,
    /// What is not of the text, and what else the report remarks under "Deviations and remarks"; empty if nothing.
    pub deviations: Vec<String>,
    /// The submission in the folder, and the certificate.
    pub judged_by: Vec<JudgedBy>,
    /// Every claim of the certificate.
    pub claims: Vec<Claim>,
    /// Decides everything that was left to chance.
    pub seed: String,
}

impl Judgement {
    /// Whether nothing is unchecked.
    pub fn is_complete(&self) -> bool {
        self.claims.iter().all(|claim| claim.verdict != ClaimVerdict::NotChecked)
    }

    /// `good`, or `good as far as checked`.
    pub fn verdict(&self) -> &'static str {
        if self.is_complete() { "good" } else { "good as far as checked" }
    }
}

/// Judges a folder by its files, by name, a signature left out. `analysis`, where somebody brings one, is what the report must be of.
///
/// # Errors
/// [`Failure::Refused`] for the first thing that does not hold.
pub fn judge(
    files: &BTreeMap<String, Vec<u8>>,
    analysis: Option<&Submission>,
    thoroughness: &Thoroughness,
    progress: &dyn Progress,
) -> Result<Judgement, Failure> {
    told(progress, |steps| judged(files, analysis, thoroughness, steps))
}

/// As [`judge`].
pub(crate) fn judged(
    files: &BTreeMap<String, Vec<u8>>,
    analysis: Option<&Submission>,
    thoroughness: &Thoroughness,
    steps: &Steps<'_>,
) -> Result<Judgement, Failure> {
    let (submission, certificate) = stated(files, analysis)?;
    let depth = Depth {
        level: thoroughness.level,
        seed: &thoroughness.seed,
        up_cards: thoroughness.distribution_up_cards,
        perfect_up_cards: thoroughness.perfect_up_cards,
    };
    let (rendered, checked) = steps.beside(
        || {
            let rendered = document::document(&submission, &certificate).and_then(|document| {
                let files = rendering::files(&submission, &certificate, &document)?;
                Ok((document.deviations, files))
            });
            // What nothing can be derived from is wrong in some claim, and the checker says which if it can.
            if let Ok((_, rendered)) = &rendered {
                are_same(files, rendered)?;
            }
            Ok(rendered)
        },
        || {
            let told = |step: &str| steps.done(Work::Checking(step.to_owned()));
            Ok(checker::check(&submission, &certificate, &depth, &told))
        },
    )?;
    let mut claims: Vec<Claim> =
        checked.map_err(|refusal| refused(refusal.to_string()))?.into_iter().map(claim).collect();
    let (deviations, _) = rendered?;
    settle_identity(&certificate, &mut claims);
    deal_again(&submission, &certificate, thoroughness, &mut claims, steps)?;
    if thoroughness.recompute {
        recompute(&submission, &certificate, &mut claims, steps)?;
    }
    let judged_by = [rendering::ANALYSIS_FILE, rendering::OVERRIDES_FILE, rendering::GAME_FILE, CERTIFICATE_FILE];
    let judged_by = judged_by.into_iter().filter_map(|name| {
        let bytes = files.get(name)?;
        let is_known = || catalogue::is_file_of(&submission.game.id, bytes) == Some(true);
        let is_of_catalogue = (name == rendering::GAME_FILE).then(is_known);
        Some(JudgedBy { file: name.to_owned(), sha256: sha256_hex(bytes), is_of_catalogue })
    });
    Ok(Judgement {
        id: certificate.item.id.clone(),
        title: submission.title.clone(),
        game: submission.game.id.clone(),
        game_name: submission.game.title.clone(),
        regulation: submission.game.regulation.clone(),
        cards: in_words(&submission),
        deviations,
        judged_by: judged_by.collect(),
        claims,
        seed: thoroughness.seed.clone(),
    })
}

/// The cards of a submission, by value.
fn in_words(submission: &Submission) -> String {
    let counts = Value::all().map(|value| format!("{value}: {}", submission.shoe.count(value)));
    let counts = counts.collect::<Vec<_>>().join(", ");
    let decks = submission.counted_decks.map(|decks| format!("{}, ", cards::decks_in_words(decks))).unwrap_or_default();
    format!("{decks}{} cards ({counts})", submission.shoe.total())
}

/// Submission and certificate of a folder, which belong together, have their form and are of this program.
fn stated(
    files: &BTreeMap<String, Vec<u8>>,
    analysis: Option<&Submission>,
) -> Result<(Submission, Certificate), Failure> {
    let text = |name: &str| -> Result<Option<String>, Failure> {
        let Some(bytes) = files.get(name) else { return Ok(None) };
        String::from_utf8(bytes.clone()).map(Some).map_err(|_| refused(format!("{name} is not UTF-8")))
    };
    let submission = rendering::submission(text)?;
    if analysis.is_some_and(|analysis| !analysis.is_same(&submission)) {
        return Err(refused("the report is of another submission than the analysis given".to_owned()));
    }
    let bytes = files.get(CERTIFICATE_FILE).ok_or_else(|| refused(format!("{CERTIFICATE_FILE} is missing")))?;
    let certificate = Certificate::read(bytes).map_err(|error| refused(format!("{CERTIFICATE_FILE}: {error}")))?;
    of_this_program(&certificate)?;
    names_itself(&submission, &certificate)?;
    checker::check_form(&submission, &certificate).map_err(|refusal| refused(refusal.to_string()))?;
    Ok((submission, certificate))
}

/// The document of a folder whose files are what its certificate implies. No claim is derived again.
///
/// # Errors
/// [`Failure::Refused`] for the first thing that does not hold.
pub(crate) fn implied(files: &BTreeMap<String, Vec<u8>>) -> Result<ReportDocument, Failure> {
    let (submission, certificate) = stated(files, None)?;
    let document = document::document(&submission, &certificate)?;
    are_same(files, &rendering::files(&submission, &certificate, &document)?)?;
    Ok(document)
}

fn claim(checked: Checked) -> Claim {
    Claim {
        path: checked.statement.path,
        what: checked.statement.what,
        verdict: match checked.verdict {
            Verdict::Checked => ClaimVerdict::Checked,
            Verdict::NotChecked => ClaimVerdict::NotChecked,
        },
        how: checked.statement.how,
        seconds: checked.seconds,
    }
}

/// The claim of the libraries that the program is built from.
const LOCK: &str = "/software/lock_sha256";

/// What [`of_this_program`] and [`names_itself`] have looked at, which the checker leaves to its caller. Libraries of other versions than this
/// program's stay unchecked.
fn settle_identity(certificate: &Certificate, claims: &mut [Claim]) {
    let has_same_lock = certificate.software.lock_sha256 == certification::software().lock_sha256;
    let lock = (LOCK, "the versions of libraries that the program is built from", "They are those of this program.");
    for (path, what, how) in has_same_lock.then_some(lock).into_iter().chain([
        ("/software", "the program and version whose pages these are", "They are rendered again, byte for byte."),
        (
            "/item/id",
            "the id of the report",
            "It is made of the analysis's id and, where something was set, of the submission's hash.",
        ),
    ]) {
        for claim in claims.iter_mut().filter(|claim| claim.path == path) {
            claim.verdict = ClaimVerdict::Checked;
            what.clone_into(&mut claim.what);
            how.clone_into(&mut claim.how);
        }
    }
}

/// Pages of another version cannot be rendered here, so they cannot be compared.
fn of_this_program(certificate: &Certificate) -> Result<(), Failure> {
    let own = certification::software();
    if (&certificate.software.name, &certificate.software.version) == (&own.name, &own.version) {
        return Ok(());
    }
    let short = |text: &str| text.chars().take(40).collect::<String>();
    let (name, version) = (short(&certificate.software.name), short(&certificate.software.version));
    Err(refused(format!(
        "the report is said to be of {name} {version}, and this is {} {}, which does not render it: verify it with that version",
        own.name, own.version
    )))
}

/// The report's id is the analysis's, or begins with it and ends with the beginning of the submission's hash.
fn names_itself(submission: &Submission, certificate: &Certificate) -> Result<(), Failure> {
    let hash = sha256_hex(submission.canonical().as_bytes());
    let changed = format!("{}-{}", submission.id, &hash[..8]);
    let expected = if submission.files().overrides.is_empty() { &submission.id } else { &changed };
    if certificate.item.id == *expected {
        Ok(())
    } else {
        Err(refused(format!("the report's id is not {expected}, as it would be for its submission")))
    }
}

/// The folder is what the certificate implies, byte for byte, and holds nothing else.
fn are_same(files: &BTreeMap<String, Vec<u8>>, rendered: &[(String, String)]) -> Result<(), Failure> {
    let implied: BTreeMap<&str, &str> = rendered.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    if let Some(name) = files.keys().find(|name| !implied.contains_key(name.as_str())) {
        return Err(refused(format!("{name} is no file of this report")));
    }
    if let Some(name) = implied.keys().find(|name| !files.contains_key(**name)) {
        return Err(refused(format!("{name} is missing, which the certificate implies")));
    }
    let differs = |(name, bytes): &(&String, &Vec<u8>)| implied[name.as_str()].as_bytes() != &bytes[..];
    // The manifest differs wherever another file does, so it is named last.
    match files.iter().filter(differs).max_by_key(|(name, _)| *name != MANIFEST_FILE) {
        Some((name, _)) => Err(refused(format!("{name} is not what the certificate implies"))),
        None => Ok(()),
    }
}

/// Where the rounds of a simulation and the shoes dealt to a cut card stand in a certificate.
const SIMULATION: &str = "/simulation";
const CUT_CARD: &str = "/cut_card";

fn deal_again(
    submission: &Submission,
    certificate: &Certificate,
    thoroughness: &Thoroughness,
    claims: &mut [Claim],
    steps: &Steps<'_>,
) -> Result<(), Failure> {
    if !thoroughness.deal && thoroughness.level != Level::Full {
        return Ok(());
    }
    if let (Some(rounds), Some(stated)) = (Rounds::of(submission)?, &certificate.simulation) {
        let start = std::time::Instant::now();
        let plan = document::plan(submission, certificate)?;
        if corroborate::deal(&rounds, submission, &plan, steps)? != *stated {
            return Err(refused("the simulation is not what the table deals".to_owned()));
        }
        settle(claims, SIMULATION, ClaimVerdict::Checked, start);
    }
    if let (Some(asked), Some(stated)) = (&submission.cut_card, &certificate.cut_card) {
        let start = std::time::Instant::now();
        let plan = document::plan(submission, certificate)?;
        let solver = Solver::new(submission)?;
        if cut_card::deal(asked, submission, &solver, &plan, steps)? != *stated {
            return Err(refused("the sums over shoes dealt to the cut card are not what the table deals".to_owned()));
        }
        // Who deals is independent of the solver, and who values is not.
        settle(claims, CUT_CARD, ClaimVerdict::Recomputed, start);
    }
    Ok(())
}

/// What was dealt again and is below this path has this verdict, unless the checker has looked at it.
fn settle(claims: &mut [Claim], path: &str, verdict: ClaimVerdict, start: std::time::Instant) {
    let dealt = claims.iter_mut().filter(|claim| claim.path.starts_with(path));
    for claim in dealt.filter(|claim| claim.verdict == ClaimVerdict::NotChecked) {
        claim.verdict = verdict;
        claim.seconds = start.elapsed().as_secs_f64();
    }
}

/// Certifies the submission again. What is equal then is what this program finds, whoever wrote the report.
fn recompute(
    submission: &Submission,
    certificate: &Certificate,
    claims: &mut [Claim],
    steps: &Steps<'_>,
) -> Result<(), Failure> {
    let start = std::time::Instant::now();
    let long = certificate.classes.iter().any(|class| class.results.is_some());
    let mut again = certification::certified(submission, certificate.item.id.clone(), long, steps)?;
    // A claim of its own. Nothing here is built from another build's libraries, so theirs stay unchecked.
    again.software.lock_sha256.clone_from(&certificate.software.lock_sha256);
    let [stated, found] = [certificate, &again].map(serde_json::to_value);
    if let Some(path) = first_difference(&stated?, &found?, String::new()) {
        return Err(refused(format!("computed again, the certificate differs at {path}")));
    }
    let seconds = start.elapsed().as_secs_f64();
    let is_computed = |claim: &&mut Claim| claim.verdict == ClaimVerdict::NotChecked && claim.path != LOCK;
    for claim in claims.iter_mut().filter(is_computed) {
        claim.verdict = ClaimVerdict::Recomputed;
        claim.seconds = seconds;
        "Computed again by the solver of this program, which is not independent.".clone_into(&mut claim.how);
    }
    Ok(())
}

/// JSON pointer to the first place in which two values differ.
fn first_difference(one: &serde_json::Value, other: &serde_json::Value, path: String) -> Option<String> {
    use serde_json::Value::{Array, Object};
    match (one, other) {
        (Object(a), Object(b)) if a.keys().eq(b.keys()) => {
            a.iter().find_map(|(key, value)| first_difference(value, b.get(key)?, format!("{path}/{key}")))
        }
        (Array(a), Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().find_map(|(at, (a, b))| first_difference(a, b, format!("{path}/{at}")))
        }
        (a, b) => (a != b).then(|| if path.is_empty() { "/".to_owned() } else { path }),
    }
}

/// A seed for [`Thoroughness::seed`] that nobody could know before.
///
/// # Errors
/// If the system gives no random numbers.
pub fn random_seed() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Failure::Unreadable(format!("no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each byte of each file changed, and each file left out or put in: names do not matter, so any folder tells it of all.
    #[test]
    fn a_folder_is_compared_byte_for_byte() {
        let names = ["charts/counts.svg", "manifest.json", "report.html", "report.json", "solver-output.csv"];
        let rendered: Vec<(String, String)> =
            names.iter().map(|name| ((*name).to_owned(), format!("of {name}\n"))).collect();
        let files: BTreeMap<String, Vec<u8>> =
            rendered.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes())).collect();
        let refusal =
            |files: &BTreeMap<String, Vec<u8>>| are_same(files, &rendered).expect_err("another folder").to_string();
        are_same(&files, &rendered).expect("the folder");
        for (name, bytes) in &files {
            for at in 0..bytes.len() {
                let mut changed = files.clone();
                changed.get_mut(name).expect("a file")[at] ^= 1;
                assert_eq!(refusal(&changed), format!("refused: {name} is not what the certificate implies"));
                if name != MANIFEST_FILE {
                    changed.get_mut(MANIFEST_FILE).expect("a file")[0] ^= 1;
                    assert_eq!(refusal(&changed), format!("refused: {name} is not what the certificate implies"));
                }
            }
            for other in [&bytes[1..], &bytes[..bytes.len() - 1], &[]] {
                let changed = BTreeMap::from_iter(files.clone().into_iter().chain([(name.clone(), other.to_vec())]));
                assert_eq!(refusal(&changed), format!("refused: {name} is not what the certificate implies"));
            }
            let mut without = files.clone();
            without.remove(name);
            assert_eq!(refusal(&without), format!("refused: {name} is missing, which the certificate implies"));
            let more = BTreeMap::from_iter(files.clone().into_iter().chain([(format!("{name}.bak"), bytes.clone())]));
            assert_eq!(refusal(&more), format!("refused: {name}.bak is no file of this report"));
        }
    }
}
