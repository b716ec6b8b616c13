//! `verify`: judges a report folder and prints the judgement.

use std::io::Write as _;
use std::process::ExitCode;

use certificate::{MANIFEST_FILE, ReportFiles, sha256_hex};
use checker::Level;
use rules::Submission;
use serde::Serialize;

use crate::arguments::Verify;
use crate::failure::Failure;
use crate::progress;
use crate::report_files::report_files;
use crate::signature_check::{self, check_signatures};
use crate::terminal::escape;
use crate::verification::{self, Claim, ClaimVerdict, Judgement, Thoroughness};

/// Exit status of a report of which something was not checked.
const IN_PART: u8 = 3;

/// What `verify --json` prints.
#[derive(Serialize)]
struct Output<'a> {
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    signatures: &'a [String],
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    judgement: Option<&'a Judgement>,
}

/// Judges; 0 if everything was checked, 3 if it is good as far as it was, 1 if it is refused.
///
/// # Errors
/// What was asked for that cannot be done, and files that cannot be read.
pub(crate) fn run(arguments: &Verify) -> Result<ExitCode, Failure> {
    let dir = &arguments.dir;
    if !dir.is_dir() {
        return Err(Failure::Unreadable(format!("{} is no folder", dir.display())));
    }
    match judged(arguments) {
        Ok((judgement, signatures)) => {
            print(arguments, &judgement, &signatures)?;
            Ok(if judgement.is_complete() { ExitCode::SUCCESS } else { ExitCode::from(IN_PART) })
        }
        Err(Failure::Refused(reason)) if arguments.json => {
            let output = Output { verdict: "refused", refused: Some(reason), signatures: &[], judgement: None };
            writeln!(crate::terminal::stdout(), "{}", serde_json::to_string_pretty(&output)?)?;
            Ok(ExitCode::FAILURE)
        }
        Err(failure) => Err(failure),
    }
}

fn judged(arguments: &Verify) -> Result<(Judgement, Vec<String>), Failure> {
    let dir = &arguments.dir;
    let ReportFiles { manifest_bytes: manifest, contents: mut files, .. } = report_files(dir)?;
    let mut signatures = check_signatures(dir, &manifest, &arguments.keys)?;
    files.insert(MANIFEST_FILE.to_owned(), manifest.clone());
    let brought = arguments.analysis.as_deref().map(|path| Submission::load(path, &arguments.overrides)).transpose()?;
    let bar = progress::bar(0);
    let judgement = verification::judge(&files, brought.as_ref(), &thoroughness(arguments)?, &bar);
    bar.finish();
    let judgement = judgement?;
    if let Some(key) = &arguments.attest {
        let verdict = serde_json::to_string(&Output {
            verdict: judgement.verdict(),
            refused: None,
            signatures: &signatures,
            judgement: Some(&judgement),
        })?;
        let path = signature_check::attest(dir, key, &sha256_hex(&manifest), &verdict)?;
        signatures.push(format!("verdict signed in {}", path.display()));
    }
    Ok((judgement, signatures))
}

fn thoroughness(arguments: &Verify) -> Result<Thoroughness, Failure> {
    Ok(Thoroughness {
        level: match (arguments.quick, arguments.full) {
            (true, _) => Level::Quick,
            (_, true) => Level::Full,
            _ => Level::Usual,
        },
        seed: arguments.seed.clone().map_or_else(random_seed, Ok)?,
        distribution_up_cards: arguments.law_up_cards,
        perfect_up_cards: arguments.perfect_up_cards,
        deal: arguments.deal,
        recompute: arguments.recompute,
    })
}

/// A seed that nobody could know before.
fn random_seed() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Failure::Unreadable(format!("no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn print(arguments: &Verify, judgement: &Judgement, signatures: &[String]) -> Result<(), Failure> {
    let mut out = crate::terminal::stdout();
    if arguments.json {
        let output = Output { verdict: judgement.verdict(), refused: None, signatures, judgement: Some(judgement) };
        writeln!(out, "{}", serde_json::to_string_pretty(&output)?)?;
        return Ok(());
    }
    writeln!(out, "{}", escape(&judgement.title))?;
    writeln!(out, "report {}", escape(&judgement.id))?;
    for file in &judgement.judged_by {
        writeln!(out, "judged by    {}  SHA-256 {}", file.file, file.sha256)?;
    }
    for (verdict, word) in [
        (ClaimVerdict::Checked, "checked"),
        (ClaimVerdict::Recomputed, "recomputed"),
        (ClaimVerdict::NotChecked, "not checked"),
    ] {
        let claims = judgement.claims.iter().filter(|claim| claim.verdict == verdict);
        for line in lines(claims, verdict == ClaimVerdict::NotChecked) {
            writeln!(out, "{word:12} {}", escape(&line))?;
        }
    }
    writeln!(out, "checked      every file of the folder is what the certificate implies, byte for byte")?;
    writeln!(out, "seed         {}", judgement.seed)?;
    for remark in signatures {
        writeln!(out, "{}", escape(remark))?;
    }
    writeln!(out, "{}", judgement.verdict())?;
    Ok(())
}

/// A line for each kind of claim: neighbours that differ in their places in lists alone share one.
fn lines<'a>(claims: impl Iterator<Item = &'a Claim>, with_how: bool) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&Claim>)> = Vec::new();
    for claim in claims {
        let kind = kind(&claim.path);
        match groups.last_mut() {
            Some((last, group)) if *last == kind => group.push(claim),
            _ => groups.push((kind, vec![claim])),
        }
    }
    let line = |(_, group): &(String, Vec<&Claim>)| {
        let what = match &group[..] {
            [first, others @ ..] if !others.is_empty() => {
                format!("{} (and {} more of its kind)", first.what, others.len())
            }
            one => one.iter().map(|claim| claim.what.as_str()).collect(),
        };
        if with_how { format!("{what}. {}", group[0].how) } else { what }
    };
    groups.iter().map(line).collect()
}

/// A place with the numbers of lists left out.
fn kind(path: &str) -> String {
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    path.split('/').map(|part| if is_number(&part) { "*" } else { part }).collect::<Vec<_>>().join("/")
}
