//! The files of a report folder against its manifest.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use certificate::{ENVELOPE_FILE, MANIFEST_FILE, Manifest, sha256_hex};
use report::CERTIFICATE_FILE;

use crate::failure::Failure;
use crate::sign::{bytes, unreadable};
use crate::verify::refused;

/// Deepest folder inside a report.
const MOST_FOLDERS: usize = 8;

/// Every file of the manifest is there as it says, and no other. Gives the manifest's bytes.
pub(crate) fn check_files(dir: &Path) -> Result<Vec<u8>, Failure> {
    let path = dir.join(MANIFEST_FILE);
    if !path.is_file() {
        return Err(refused(format!("{MANIFEST_FILE} is missing")));
    }
    let bytes_of_manifest = bytes(&path)?;
    let manifest = Manifest::read(&bytes_of_manifest).map_err(|error| refused(format!("{MANIFEST_FILE}: {error}")))?;
    let mut found = BTreeSet::new();
    list(dir, "", &mut found)?;
    found.remove(MANIFEST_FILE);
    found.remove(ENVELOPE_FILE);
    for file in &manifest.files {
        if !found.remove(&file.path) {
            return Err(refused(format!("the file {} of the manifest is missing", file.path)));
        }
        let content = bytes(&dir.join(&file.path))?;
        if content.len().to_string() != file.size {
            let size = content.len();
            return Err(refused(format!("{} has {size} bytes, and the manifest says {}", file.path, file.size)));
        }
        if sha256_hex(&content) != file.sha256 {
            return Err(refused(format!("{} has another SHA-256 than the manifest says", file.path)));
        }
    }
    if let Some(extra) = found.first() {
        return Err(refused(format!("the file {extra} is not in the manifest")));
    }
    if !manifest.files.iter().any(|file| file.path == CERTIFICATE_FILE) {
        return Err(refused(format!("{CERTIFICATE_FILE} is not in the manifest")));
    }
    Ok(bytes_of_manifest)
}

/// The files under a folder, by path from the report's.
fn list(dir: &Path, prefix: &str, found: &mut BTreeSet<String>) -> Result<(), Failure> {
    if prefix.matches('/').count() > MOST_FOLDERS {
        return Err(refused(format!("{prefix} is too deep a folder")));
    }
    for entry in fs::read_dir(dir).map_err(|error| unreadable("list", dir, &error))? {
        let entry = entry.map_err(|error| unreadable("list", dir, &error))?;
        let name = entry.file_name().into_string().map_err(|_| refused("a file name is not UTF-8".to_owned()))?;
        let path = format!("{prefix}{name}");
        let kind = entry.file_type().map_err(|error| unreadable("read", &entry.path(), &error))?;
        if kind.is_dir() {
            list(&entry.path(), &format!("{path}/"), found)?;
        } else if kind.is_file() {
            found.insert(path);
        } else {
            return Err(refused(format!("{path} is no ordinary file")));
        }
    }
    Ok(())
}
