//! `verify`: the verdict on a report folder.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use shoeproof::{Claim, ClaimVerdict, Failure, Level, Thoroughness, Verified, VerifyWant};

use crate::arguments::{Verify, opened};
use crate::bar::Bar;
use crate::closed_pipe;
use crate::commands::pdf;
use crate::commands::sign::warn_of_open_key;
use crate::failed::Failed;
use crate::terminal::{self, escape};

/// Exit status of a report of which something was not checked.
pub(crate) const IN_PART: u8 = 3;

/// Judges; 0 if everything was checked, 3 if it is good as far as it was, 1 if it is refused.
pub(crate) fn run(arguments: &Verify) -> Result<ExitCode, Failed> {
    let dir = &arguments.dir;
    if !dir.is_dir() {
        return Err(Failed::Asked(format!("{} is no folder", dir.display())));
    }
    match verified(arguments) {
        Ok(verified) => {
            closed_pipe::is_no_failure(print(arguments, &verified))?;
            Ok(if verified.is_complete() { ExitCode::SUCCESS } else { ExitCode::from(IN_PART) })
        }
        Err(Failed::Library(Failure::Refused(reason))) if arguments.json => {
            closed_pipe::is_no_failure(print_json(&Verified::refused(reason)))?;
            Ok(ExitCode::FAILURE)
        }
        Err(failed) => Err(failed),
    }
}

fn verified(arguments: &Verify) -> Result<Verified, Failed> {
    let load = |path: &PathBuf| opened(path, &arguments.overrides);
    let brought = arguments.analysis.as_ref().map(load).transpose()?;
    let level = match (arguments.quick, arguments.full) {
        (true, _) => Level::Quick,
        (_, true) => Level::Full,
        _ => Level::Usual,
    };
    let seed = arguments.seed.clone().map_or_else(shoeproof::random_seed, Ok)?;
    let thoroughness = Thoroughness {
        level,
        seed,
        distribution_up_cards: arguments.distribution_up_cards.map(usize::from),
        perfect_up_cards: arguments.perfect_up_cards.map(usize::from),
        deal: arguments.deal,
        recompute: arguments.recompute,
    };
    if let Some(key) = &arguments.attest {
        warn_of_open_key(key);
    }
    let want = VerifyWant { thoroughness, keys: arguments.keys.clone(), attest: arguments.attest.clone() };
    // What takes seconds comes first, and a verdict is signed last.
    if let Some(file) = &arguments.workbook {
        shoeproof::verify_workbook(&arguments.dir, file)?;
    }
    if let Some(file) = &arguments.pdf {
        pdf::check(&arguments.dir, file)?;
    }
    Ok(shoeproof::verify(&arguments.dir, brought.as_ref(), &want, &Bar::new())?)
}

fn print_json(verified: &Verified) -> Result<(), Failed> {
    Ok(writeln!(terminal::stdout(), "{}", serde_json::to_string_pretty(verified)?)?)
}

fn print(arguments: &Verify, verified: &Verified) -> Result<(), Failed> {
    if arguments.json {
        return print_json(verified);
    }
    let mut out = terminal::stdout();
    let Some(judgement) = &verified.judgement else { return Ok(()) };
    writeln!(out, "title        {} (the words of whoever submitted it)", escape(&judgement.title))?;
    writeln!(out, "report       {}", escape(&judgement.id))?;
    writeln!(out, "game         {}: {}", escape(&judgement.game), escape(&judgement.game_name))?;
    writeln!(out, "regulation   {}", escape(&judgement.regulation))?;
    writeln!(out, "cards        {}", escape(&judgement.cards))?;
    for deviation in &judgement.deviations {
        writeln!(out, "remark       {}", escape(deviation))?;
    }
    for file in &judgement.judged_by {
        let of_catalogue = match file.is_of_catalogue {
            Some(true) => format!("  of this program's catalogue: {}", escape(&judgement.game)),
            Some(false) => "  NOT of this program's catalogue: read its rules and texts".to_owned(),
            None => String::new(),
        };
        writeln!(out, "judged by    {}  SHA-256 {}{of_catalogue}", file.file, file.sha256)?;
    }
    let mut counts = Vec::new();
    for (verdict, word) in [
        (ClaimVerdict::Checked, "checked"),
        (ClaimVerdict::Recomputed, "recomputed"),
        (ClaimVerdict::NotChecked, "not checked"),
    ] {
        let claims = judgement.claims.iter().filter(|claim| claim.verdict == verdict);
        let number = claims.clone().count();
        if number > 0 {
            counts.push(format!("{number} {word}"));
        }
        for line in lines(claims, verdict == ClaimVerdict::NotChecked) {
            writeln!(out, "{word:12} {}", escape(&line))?;
        }
    }
    writeln!(out, "checked      every file of the folder is what the certificate implies, byte for byte")?;
    for (file, what) in [(&arguments.workbook, "workbook"), (&arguments.pdf, "PDF")] {
        if let Some(file) = file {
            let file = file.display().to_string();
            writeln!(out, "checked      {} is the {what} of the report, byte for byte", escape(&file))?;
        }
    }
    writeln!(out, "claims       {}", counts.join(", "))?;
    writeln!(out, "seed         {}", judgement.seed)?;
    for remark in &verified.signatures {
        writeln!(out, "{}", escape(remark))?;
    }
    writeln!(out, "{}", verified.verdict)?;
    Ok(())
}

/// A line for each kind of claim: neighbours that differ in their places in lists alone share one, which names what differs of each, and what is said already is not said again. With `with_how` they share it if it is said
/// of them in the same words how they can be checked.
fn lines<'a>(claims: impl Iterator<Item = &'a Claim>, with_how: bool) -> Vec<String> {
    let mut groups: Vec<((String, &str), Vec<&Claim>)> = Vec::new();
    for claim in claims {
        let kind = (kind(&claim.path), if with_how { claim.how.as_str() } else { "" });
        let is_told = |group: &[&Claim]| group.iter().any(|other| other.what == claim.what);
        let last = groups.len().saturating_sub(1);
        let mut numbered = groups.iter_mut().enumerate();
        match numbered.find(|(at, (known, group))| *known == kind && (*at == last || is_told(group))) {
            Some((_, (_, group))) => group.push(claim),
            None => groups.push((kind, vec![claim])),
        }
    }
    let line = |((_, how), group): &((String, &str), Vec<&Claim>)| {
        let whats: Vec<&str> = group.iter().map(|claim| claim.what.as_str()).collect();
        let what = named(&whats);
        if with_how { format!("{what}. {how}") } else { what }
    };
    groups.iter().map(line).collect()
}

/// What several texts say, the words that all begin with once: `the EV with the up card A; 2; 3`. Of the same texts one is said.
fn named(texts: &[&str]) -> String {
    let mut told: Vec<Vec<&str>> = Vec::new();
    for words in texts.iter().map(|text| text.split(' ').collect::<Vec<_>>()) {
        if !told.contains(&words) {
            told.push(words);
        }
    }
    let [first, others @ ..] = &told[..] else { return String::new() };
    let shared_with = |other: &Vec<&str>| first.iter().zip(other).take_while(|(one, other)| one == other).count();
    let shared = others.iter().map(shared_with).min().unwrap_or(0);
    let rest = others.iter().map(|words| words[shared..].join(" "));
    std::iter::once(first.join(" ")).chain(rest).collect::<Vec<_>>().join("; ")
}

/// A place with the numbers of lists left out.
fn kind(path: &str) -> String {
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    path.split('/').map(|part| if is_number(&part) { "*" } else { part }).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_of_a_kind_are_named_one_by_one() {
        assert_eq!(named(&["EV with the up card A", "EV with the up card 2"]), "EV with the up card A; 2");
        assert_eq!(named(&["the wager a with the paytable 1", "the wager b"]), "the wager a with the paytable 1; b");
        assert_eq!(named(&["alone"]), "alone");
        assert_eq!(named(&["the same", "the same"]), "the same");
        assert_eq!(named(&["one", "another"]), "one; another");
    }
}
