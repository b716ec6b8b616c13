//! The signature of a report folder against the keys given.

use std::path::Path;

use certificate::{ENVELOPE_FILE, Envelope, PublicKey};

use crate::failure::Failure;
use crate::sign::{bytes, text};
use crate::verify::refused;

/// The signature, as far as it can be checked; a remark for the verdict.
pub(crate) fn check_signature(dir: &Path, manifest: &[u8], key: Option<&Path>) -> Result<String, Failure> {
    let path = dir.join(ENVELOPE_FILE);
    let key = key
        .map(|path| {
            PublicKey::read(&text(path)?).map_err(|error| Failure::Unreadable(format!("{}: {error}", path.display())))
        })
        .transpose()?;
    if !path.exists() {
        return match key {
            None => Ok("not signed".to_owned()),
            Some(_) => Err(refused("the report is not signed".to_owned())),
        };
    }
    let (envelope, id) =
        Envelope::read(&bytes(&path)?, manifest).map_err(|error| refused(format!("{ENVELOPE_FILE}: {error}")))?;
    match key {
        Some(key) => {
            envelope.verify(manifest, &key).map_err(|error| refused(format!("{ENVELOPE_FILE}: {error}")))?;
            Ok(format!("signed by the key {id}"))
        }
        None => Ok(format!("signature not checked: no --key was given (it names the key {id})")),
    }
}
