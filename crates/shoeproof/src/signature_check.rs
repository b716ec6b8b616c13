//! The signatures of a report folder against the keys given, and signed verdicts.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use certificate::{ENVELOPE_FILE, Envelope, PublicKey, SecretKey, form};
use serde_json::Value;

use crate::document::refused;
use crate::failure::Failure;
use crate::signing::{self, create_in, secret_key, text, unreadable};

/// Every key given has signed the report's files. Gives a remark for the verdict on each signature, those nobody asked about included.
///
/// # Errors
/// [`Failure::Refused`] for an envelope over other files, a key that has not signed, or a signature that is not valid;
/// [`Failure::Unreadable`] for a file that is no key.
pub(crate) fn check_signatures(dir: &Path, manifest: &[u8], keys: &[PathBuf]) -> Result<Vec<String>, Failure> {
    let keys = keys.iter().map(|path| public_key(path)).collect::<Result<Vec<_>, _>>()?;
    let path = dir.join(ENVELOPE_FILE);
    let envelope = match input::bytes_of_no_link(&path, form::MOST_BYTES as u64) {
        Ok(envelope) => envelope,
        Err(error) if error.is_missing() && keys.is_empty() => return Ok(vec!["not signed".to_owned()]),
        Err(error) if error.is_missing() => return Err(refused("the report is not signed".to_owned())),
        Err(error) => return Err(refused(format!("{ENVELOPE_FILE}: {error}"))),
    };
    let wrong = |error: certificate::SignatureError| refused(format!("{ENVELOPE_FILE}: {error}"));
    let envelope = Envelope::read(&envelope, manifest).map_err(wrong)?;
    for key in &keys {
        envelope.verify(key).map_err(wrong)?;
    }
    let is_given = |id: &str| keys.iter().any(|key| key.id() == id);
    let remarks = envelope.key_ids().map(|id| match is_given(id) {
        true => format!("signed by the key {id}"),
        false => format!("signature not checked: no public key was given for the key {id}"),
    });
    Ok(remarks.collect())
}

/// Reads a public key.
fn public_key(path: &Path) -> Result<PublicKey, Failure> {
    PublicKey::read(&text(path)?).map_err(|error| Failure::Unreadable(format!("{}: {error}", path.display())))
}

/// Leaves a signed verdict on the report beside its folder: a DSSE envelope around an in-toto statement whose predicate is the verdict.
/// Gives its path.
///
/// # Errors
/// [`Failure::Unreadable`] for a file that is no secret key, a verdict that is no JSON, and where [`write_attestation`] fails.
pub(crate) fn attest(dir: &Path, key: &Path, manifest_sha256: &str, verdict: &str) -> Result<PathBuf, Failure> {
    let text = attestation(&secret_key(key)?, manifest_sha256, &serde_json::from_str(verdict)?)?;
    let path = attestation_path(dir)?;
    write_attestation(dir, &path, &text)?;
    Ok(path)
}

/// The text of a signed verdict.
fn attestation(key: &SecretKey, manifest_sha256: &str, verdict: &Value) -> Result<String, Failure> {
    let mut envelope = Envelope::of_verdict(manifest_sha256, verdict).map_err(signing::not_signed)?;
    envelope.sign(key).map_err(signing::not_signed)?;
    Ok(envelope.to_json()?)
}

/// Where the verdict on a report is put unless somebody says otherwise: beside the folder, under its name.
fn attestation_path(dir: &Path) -> Result<PathBuf, Failure> {
    let dir = fs::canonicalize(dir).map_err(|error| unreadable("find", dir, &error))?;
    let mut name = dir.file_name().map_or_else(|| OsString::from("report"), OsString::from);
    name.push(".verify-attestation.dsse.json");
    Ok(dir.with_file_name(name))
}

/// Writes a signed verdict where nothing is yet, and not into the report, whose files it would change.
///
/// # Errors
/// [`Failure::Unreadable`] if there is a file already, if the path is inside the report, or if it cannot be written.
fn write_attestation(dir: &Path, path: &Path, text: &str) -> Result<(), Failure> {
    let parent = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let found = |path: &Path| fs::canonicalize(path).map_err(|error| unreadable("find", path, &error));
    if found(parent)?.starts_with(found(dir)?) {
        return Err(Failure::Unreadable(format!("{} is inside the report, which it would change", path.display())));
    }
    create_in(parent, path, text, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_written_beside_the_report_once() {
        let home = tempfile::tempdir().expect("temporary folder");
        let dir = home.path().join("report");
        fs::create_dir(&dir).expect("create");
        let secret = certificate::SecretKey::from_seed([5; 32]);
        let key = home.path().join("key");
        fs::write(&key, secret.to_file()).expect("write");
        let verdict = serde_json::json!({ "verdict": "good as far as checked", "seconds": 0.25 });
        let sha256 = "ab".repeat(32);
        let path = attest(&dir, &key, &sha256, &verdict.to_string()).expect("written");
        assert!(path.ends_with("report.verify-attestation.dsse.json"));
        let written = fs::read(&path).expect("a file");
        let read = Envelope::read_verdict(&written, &secret.public()).expect("a verdict");
        assert_eq!(read, (sha256.clone(), verdict));
        assert!(attest(&dir, &key, &sha256, "{}").is_err(), "a signed verdict is never replaced");
        assert_eq!(fs::read(&path).expect("a file"), written);
        assert!(write_attestation(&dir, &dir.join("x.json"), "x").is_err(), "inside the report");
        assert_eq!(fs::read_dir(home.path()).expect("list").count(), 3, "nothing is left over");
    }
}
