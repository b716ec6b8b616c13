//! A report folder checked: its files, the signature, the certificate's form, and every claim in it.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use certificate::{Certificate, ReportDocument, Simulation, StatedUp};
use report::CERTIFICATE_FILE;
use rules::Submission;
use solver::Solver;

use crate::arguments::Verify;
use crate::corroborate::{self, Rounds};
use crate::failure::Failure;
use crate::report_files::check_files;
use crate::sign::{bytes, unreadable};
use crate::signature_check::check_signatures;
use crate::tallied::Exactly;
use crate::{progress, statement};

pub(crate) fn run(arguments: &Verify) -> Result<(), Failure> {
    let dir = &arguments.dir;
    if !dir.is_dir() {
        return Err(Failure::Unreadable(format!("{} is no folder", dir.display())));
    }
    let manifest = check_files(dir)?;
    let signatures = check_signatures(dir, &manifest, &arguments.keys)?;
    let document = bytes(&dir.join(CERTIFICATE_FILE))?;
    let document = Certificate::read(&document).map_err(|error| refused(format!("{CERTIFICATE_FILE}: {error}")))?;
    let submission = load(arguments, &document)?;
    let bar = progress::bar(0);
    let seed = match &arguments.seed {
        Some(seed) => seed.clone(),
        None => random_seed()?,
    };
    let chance = checker::Chance {
        seed: &seed,
        up_cards: arguments.law_up_cards.or_else(|| law_sample(&submission)),
        perfect_up_cards: Some(arguments.perfect_up_cards),
    };
    let verdict = checker::check(&submission, &document, &chance, &|step| bar.step(step));
    bar.finish();
    let verdict = verdict.map_err(|refusal| refused(refusal.to_string()))?;
    let page = page(dir)?;
    let pages = check_pages(dir, &document, &page)?;
    let dealt = match &page.simulation {
        Some(simulation) if arguments.deal => {
            deal_again(&submission, &page, simulation)?;
            true
        }
        _ => false,
    };
    let mut out = crate::terminal::stdout();
    writeln!(out, "{}", submission.title)?;
    writeln!(out, "certificate {} of {} {}", document.item.id, document.software.name, document.software.version)?;
    for line in &verdict.checked {
        writeln!(out, "checked      {line}")?;
    }
    writeln!(out, "checked      {pages}")?;
    for (claim, why) in &verdict.not_checked {
        writeln!(out, "not checked  {claim}: {why}")?;
    }
    if let Some(simulation) = &page.simulation {
        let rounds = format!("simulation: {} rounds from seed {}", simulation.rounds, simulation.seed);
        if dealt {
            writeln!(out, "checked      {rounds}, dealt again")?;
        } else {
            writeln!(out, "not checked  {rounds}: `--deal` deals them again")?;
        }
    }
    writeln!(out, "seed         {seed}")?;
    for remark in signatures {
        writeln!(out, "{remark}")?;
    }
    writeln!(out, "good")?;
    Ok(())
}

/// Under how many up cards the law of a round is derived unless somebody says otherwise: so many that it takes no more than two
/// minutes; all where pairs make three hands at most.
fn law_sample(submission: &Submission) -> Option<usize> {
    submission.game.split.as_ref().filter(|rule| rule.max_hands > 3).map(|_| 2)
}

/// A seed that nobody could know before.
fn random_seed() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Failure::Unreadable(format!("no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

pub(crate) fn refused(reason: String) -> Failure {
    Failure::Refused(reason)
}

/// The analysis is an input of its own: the one given, or the one of this name that is found.
fn load(arguments: &Verify, document: &Certificate) -> Result<Submission, Failure> {
    if let Some(path) = &arguments.analysis {
        return Ok(Submission::load(path, &arguments.overrides)?);
    }
    let item = &document.item;
    // An id that is no plain name leads nowhere.
    let is_plain = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    let here = std::env::current_dir().map_err(|error| unreadable("find", Path::new("."), &error))?;
    let report = fs::canonicalize(&arguments.dir).map_err(|error| unreadable("find", &arguments.dir, &error))?;
    if is_plain(&item.game) && is_plain(&item.analysis) {
        for above in here.ancestors().chain(report.ancestors()) {
            for path in analyses(&above.join("analyses").join(&item.game)) {
                if let Ok(submission) = Submission::load(&path, &arguments.overrides)
                    && submission.id == item.analysis
                {
                    return Ok(submission);
                }
            }
        }
    }
    let name: String = item.analysis.chars().take(80).collect();
    Err(Failure::Unreadable(format!("no analysis `{name}` is found; name its file by --analysis")))
}

/// The analysis files of a folder, by name.
fn analyses(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension() == Some(OsStr::new("toml"))).collect();
    paths.sort();
    paths
}

fn of_page(reason: String) -> Failure {
    refused(format!("report.json: {reason}"))
}

fn page(dir: &Path) -> Result<ReportDocument, Failure> {
    serde_json::from_slice(&bytes(&dir.join("report.json"))?).map_err(|error| of_page(error.to_string()))
}

/// The rounds of the simulation, dealt again, come to what the report says.
fn deal_again(submission: &Submission, page: &ReportDocument, simulation: &Simulation) -> Result<(), Failure> {
    let rounds = Rounds::stated(simulation).map_err(of_page)?;
    let exactly = Exactly::stated(&page.base_game, page.insurance.as_ref(), &page.wagers)?;
    let bar = progress::bar(rounds.steps());
    let solver = Solver::new(submission)?;
    let again = corroborate::simulation(&rounds, submission, &solver, &exactly, &|step| bar.step(step))?;
    bar.finish();
    if again == *simulation { Ok(()) } else { Err(of_page("its simulation is not what the table deals".to_owned())) }
}

/// What people read says what the certificate says: the document's claims are the certificate's, and the pages are what the
/// document looks like.
fn check_pages(dir: &Path, document: &Certificate, page: &ReportDocument) -> Result<String, Failure> {
    let class = |strategy: &str| document.classes.iter().find(|class| class.strategy == strategy);
    let play = |strategy: &str| class(strategy)?.play.clone();
    let law =
        |strategy: &str, up: &StatedUp| class(strategy)?.up_cards.iter().find(|one| one.up == up.up)?.results.clone();
    let claims = statement::claims(page, play, law);
    let item = &page.item;
    for (what, same) in [
        ("submission", item.submission_sha256 == document.item.submission_sha256 && item.id == document.item.id),
        ("base game", claims.classes == document.classes),
        ("insurance wager", claims.insurance == document.insurance),
        ("side wagers", claims.wagers == document.wagers),
        ("simulation", claims.simulation == document.simulation),
    ] {
        if !same {
            return Err(of_page(format!("its {what} is not the certificate's")));
        }
    }
    if document.software.version != env!("CARGO_PKG_VERSION") {
        return Ok("report.json claims what the certificate claims (its pages are of another version)".to_owned());
    }
    for (name, content) in report::rendered(page)? {
        if fs::read(dir.join(&name)).ok().as_deref() != Some(content.as_bytes()) {
            return Err(refused(format!("{name} is not what report.json looks like")));
        }
    }
    Ok("report.json claims what the certificate claims, and the other files show report.json".to_owned())
}
