//! The list of a report's files with their hashes.

use serde::{Deserialize, Serialize};

use crate::form::{self, FormError};
use crate::sha256_hex;

/// Name of the manifest in a report folder.
pub const MANIFEST_FILE: &str = "manifest.json";
/// Name of the envelope in a report folder.
pub const ENVELOPE_FILE: &str = "manifest.dsse.json";
/// Name and version of the manifest's grammar.
pub const MANIFEST_FORMAT: &str = "shoeproof manifest 1";

/// Every file of a report folder but the manifest and its envelope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`MANIFEST_FORMAT`].
    pub format: String,
    /// By path, ascending.
    pub files: Vec<ManifestFile>,
}

/// One file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestFile {
    /// Relative to the folder, with `/` between components.
    pub path: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Its size in bytes.
    pub size: String,
}

impl Manifest {
    /// The manifest of these files, by path and content.
    pub fn of<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        let mut files: Vec<ManifestFile> = files
            .into_iter()
            .map(|(path, bytes)| ManifestFile {
                path: path.to_owned(),
                sha256: sha256_hex(bytes),
                size: bytes.len().to_string(),
            })
            .collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Self { format: MANIFEST_FORMAT.to_owned(), files }
    }

    /// The canonical text.
    ///
    /// # Errors
    /// [`FormError`] if there are more files than a manifest may list.
    pub fn to_canonical(&self) -> Result<String, FormError> {
        form::write(self)
    }

    /// Reads a canonical text; paths must ascend, stay inside the folder and be plain ASCII.
    ///
    /// # Errors
    /// [`FormError`] for the first thing wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, FormError> {
        let manifest: Self = form::read(bytes)?;
        if manifest.format != MANIFEST_FORMAT {
            return Err(FormError::Content(format!("the manifest's format is not `{MANIFEST_FORMAT}`")));
        }
        if let Some(file) = manifest.files.iter().find(|file| !is_plain(&file.path)) {
            return Err(FormError::Content(format!("`{}` is no path inside a folder, in plain letters", file.path)));
        }
        if let Some(pair) = manifest.files.windows(2).find(|pair| pair[0].path >= pair[1].path) {
            return Err(FormError::Content(format!("`{}` is listed twice or out of order", pair[1].path)));
        }
        Ok(manifest)
    }
}

/// Whether a path names a file inside a folder in plain letters, digits, `-`, `_` and `.`, none of it hidden.
fn is_plain(path: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    path.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && part.bytes().all(is_plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside_and_are_plain() {
        let read = |path: &str| {
            let text = Manifest::of([(path, &b""[..])]).to_canonical().expect("short");
            Manifest::read(text.as_bytes())
        };
        for path in ["../x", "/x", "a//b", "a/./b", "", "a\\b", ".hidden", "a/.git/b", "a\nb", "a\u{1b}b", "C:x", "é"]
        {
            assert!(read(path).is_err(), "{path}");
        }
        for path in ["report.html", "charts/ev-by-up-card.svg", "submission/6_decks.toml"] {
            assert!(read(path).is_ok(), "{path}");
        }
    }
}
