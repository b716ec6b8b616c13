//! The certificate must be of the submission, in every particular it names.

use std::collections::BTreeMap;

use certificate::{CERTIFICATE_FORMAT, Certificate, sha256_hex};
use rules::{Choice, Submission};

use crate::refusal::Refusal;

/// Compares format, options, readings, game, analysis, shoe, decks and hash.
///
/// # Errors
/// [`Refusal::Identity`] for the first that differs.
pub(crate) fn check(submission: &Submission, statement: &Certificate) -> Result<(), Refusal> {
    let item = &statement.item;
    let differs = |what: &str, stated: &str, found: &str| {
        Err(Refusal::Identity(format!("{what} is {found}, and the certificate states {stated}")))
    };
    let chosen = |choices: &[Choice]| -> BTreeMap<String, String> {
        choices.iter().map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect()
    };
    for (kind, stated, found) in [
        ("option", &statement.options, chosen(&submission.options)),
        ("reading", &statement.readings, chosen(&submission.readings)),
    ] {
        for name in stated.keys().chain(found.keys()) {
            let (stated, found) = (stated.get(name), found.get(name));
            if stated != found {
                let text = |choice: Option<&String>| choice.map_or("missing", String::as_str).to_owned();
                return differs(&format!("the {kind} {name}"), &text(stated), &text(found));
            }
        }
    }
    let shoe: Vec<String> = submission.shoe.counts().iter().map(u16::to_string).collect();
    let decks = submission.decks.map(|decks| decks.to_string());
    let none = || "none".to_owned();
    for (what, stated, found) in [
        ("the format", &statement.format, CERTIFICATE_FORMAT.to_owned()),
        ("the game", &item.game, submission.game.id.clone()),
        ("the analysis", &item.analysis, submission.id.clone()),
        ("the shoe", &item.shoe.join(","), shoe.join(",")),
        ("the number of decks", &item.decks.clone().unwrap_or_else(none), decks.unwrap_or_else(none)),
        ("its SHA-256", &item.submission_sha256, sha256_hex(submission.canonical().as_bytes())),
    ] {
        if *stated != found {
            return differs(what, stated, &found);
        }
    }
    // One joined text could be cut into other parts.
    if item.shoe.len() != shoe.len() {
        return differs("the shoe", &item.shoe.join(" "), &shoe.join(" "));
    }
    Ok(())
}
