//! The files of a report folder against its manifest: every one that it lists, as it lists it, and none besides.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use input::InputError;

use crate::form;
use crate::manifest::{ENVELOPE_FILE, MANIFEST_FILE, Manifest};
use crate::sha256_hex;

/// Largest file of a report, in bytes.
pub const MOST_FILE_BYTES: u64 = 64 << 20;
/// Most bytes of all its files together.
const MOST_BYTES: u64 = 256 << 20;
/// Deepest folder inside a report.
const MOST_FOLDERS: usize = 4;
/// Most entries of a report folder, folders inside it included.
const MOST_ENTRIES: usize = 2 * form::MOST_MEMBERS;

/// Why a folder is not what its manifest says.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilesError {
    /// It is not.
    #[error("{0}")]
    Wrong(String),
    /// It could not be looked at.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was attempted, such as `list`.
        action: &'static str,
        /// On which path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A folder whose files are those of its manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFiles {
    /// What the manifest lists.
    pub manifest: Manifest,
    /// The manifest's bytes.
    pub manifest_bytes: Vec<u8>,
    /// The bytes of every file that it lists, by path.
    pub contents: BTreeMap<String, Vec<u8>>,
    /// The envelope's bytes, if there is one. Nothing is known of its signatures yet.
    pub envelope: Option<Vec<u8>>,
}

impl ReportFiles {
    /// Reads the manifest of a folder and compares every file with it. Regular files only: no link is followed inside the folder.
    ///
    /// # Errors
    /// [`FilesError::Wrong`] for the first file that is missing, changed, foreign, irregular or too large, also for a folder that
    /// holds no file of the report; [`FilesError::Io`].
    pub fn check(dir: &Path) -> Result<Self, FilesError> {
        let manifest_bytes = read(dir, MANIFEST_FILE, form::MOST_BYTES as u64)?
            .ok_or_else(|| wrong(format!("{MANIFEST_FILE} is missing")))?;
        let manifest = Manifest::read(&manifest_bytes).map_err(|error| wrong(format!("{MANIFEST_FILE}: {error}")))?;
        let mut found = Found::default();
        found.list(dir, "")?;
        found.files.remove(MANIFEST_FILE);
        let envelope =
            if found.files.remove(ENVELOPE_FILE) { read(dir, ENVELOPE_FILE, form::MOST_BYTES as u64)? } else { None };
        let mut left = MOST_BYTES;
        let mut contents = BTreeMap::new();
        for file in &manifest.files {
            let path = &file.path;
            let missing = || wrong(format!("the file {path} of the manifest is missing"));
            if !found.files.remove(path) {
                return Err(missing());
            }
            let content = read(dir, path, MOST_FILE_BYTES.min(left))?.ok_or_else(missing)?;
            left -= content.len() as u64;
            if content.len().to_string() != file.size {
                let size = content.len();
                return Err(wrong(format!("{path} has {size} bytes, and the manifest says {}", file.size)));
            }
            if sha256_hex(&content) != file.sha256 {
                return Err(wrong(format!("{path} has another SHA-256 than the manifest says")));
            }
            contents.insert(path.clone(), content);
        }
        if let Some(extra) = found.files.first() {
            return Err(wrong(format!("the file {extra} is not in the manifest")));
        }
        let holds_one = |folder: &&String| !manifest.files.iter().any(|file| file.path.starts_with(*folder));
        if let Some(extra) = found.folders.iter().find(holds_one) {
            return Err(wrong(format!("the folder {extra} holds no file of the manifest")));
        }
        Ok(Self { manifest, manifest_bytes, contents, envelope })
    }
}

/// What is in a folder, by path from it.
#[derive(Default)]
struct Found {
    files: BTreeSet<String>,
    /// Each with a slash at its end.
    folders: BTreeSet<String>,
}

impl Found {
    fn list(&mut self, dir: &Path, prefix: &str) -> Result<(), FilesError> {
        if prefix.matches('/').count() > MOST_FOLDERS {
            return Err(wrong(format!("{prefix} is too deep a folder")));
        }
        let failed = |source| FilesError::Io { action: "list", path: dir.to_owned(), source };
        for entry in fs::read_dir(dir).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().into_string().map_err(|_| wrong("a file name is not UTF-8".to_owned()))?;
            let path = format!("{prefix}{name}");
            let kind = entry.file_type().map_err(failed)?;
            if kind.is_dir() {
                let folder = format!("{path}/");
                self.list(&entry.path(), &folder)?;
                self.folders.insert(folder);
            } else if kind.is_file() {
                self.files.insert(path);
            } else {
                return Err(wrong(format!("{path} is no ordinary file")));
            }
            if self.files.len() + self.folders.len() > MOST_ENTRIES {
                return Err(wrong(format!("the folder has more than {MOST_ENTRIES} files")));
            }
        }
        Ok(())
    }
}

/// The bytes of a file of the folder; `None` if there is no such file.
fn read(dir: &Path, name: &str, most: u64) -> Result<Option<Vec<u8>>, FilesError> {
    let path = dir.join(name);
    match input::bytes_of_no_link(&path, most) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.is_missing() => Ok(None),
        Err(InputError::Io(source)) => Err(FilesError::Io { action: "read", path, source }),
        Err(error) => Err(wrong(format!("{name}: {error}"))),
    }
}

fn wrong(reason: String) -> FilesError {
    FilesError::Wrong(reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let home = tempfile::tempdir().expect("temporary folder");
        fs::create_dir(home.path().join("charts")).expect("create");
        let files = [("a.csv", &b"1"[..]), ("charts/b.svg", b"2")];
        for (name, content) in files {
            fs::write(home.path().join(name), content).expect("write");
        }
        fs::write(home.path().join(MANIFEST_FILE), Manifest::of(files).to_canonical().expect("short")).expect("write");
        home
    }

    fn refused(spoil: impl FnOnce(&Path)) -> String {
        let home = folder();
        spoil(home.path());
        ReportFiles::check(home.path()).expect_err("refused").to_string()
    }

    #[test]
    fn the_files_of_the_manifest_and_an_envelope_are_all() {
        let home = folder();
        assert_eq!(ReportFiles::check(home.path()).expect("whole").envelope, None);
        fs::write(home.path().join(ENVELOPE_FILE), b"x").expect("write");
        let files = ReportFiles::check(home.path()).expect("whole");
        assert_eq!(files.envelope.as_deref(), Some(&b"x"[..]));
        assert_eq!(files.manifest.files.len(), 2);
    }

    #[test]
    fn whatever_else_is_there_is_refused_by_name() {
        let write = |dir: &Path, name: &str| fs::write(dir.join(name), b"x").expect("write");
        assert!(refused(|dir| write(dir, "a.csv")).starts_with("a.csv has another SHA-256"));
        assert!(refused(|dir| fs::write(dir.join("a.csv"), b"xx").expect("write")).contains("has 2 bytes"));
        assert_eq!(refused(|dir| write(dir, ".notes")), "the file .notes is not in the manifest");
        assert!(
            refused(|dir| fs::create_dir(dir.join(".git")).expect("create")).contains("the folder .git/ holds no file")
        );
        assert!(
            refused(|dir| fs::remove_file(dir.join("charts/b.svg")).expect("remove"))
                .contains("b.svg of the manifest is missing")
        );
        assert_eq!(
            refused(|dir| fs::remove_file(dir.join(MANIFEST_FILE)).expect("remove")),
            "manifest.json is missing"
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_are_refused() {
        use std::os::unix::fs::symlink;
        let link = |dir: &Path, name: &str| {
            let target = dir.join(name);
            fs::rename(&target, dir.with_extension("aside")).expect("aside");
            symlink(dir.with_extension("aside"), target).expect("link");
        };
        assert_eq!(refused(|dir| link(dir, "a.csv")), "a.csv is no ordinary file");
        assert_eq!(refused(|dir| link(dir, "charts")), "charts is no ordinary file");
        assert_eq!(refused(|dir| link(dir, MANIFEST_FILE)), "manifest.json: it is a symbolic link");
        let nowhere = |dir: &Path| symlink("/nowhere", dir.join(ENVELOPE_FILE)).expect("link");
        assert_eq!(refused(nowhere), "manifest.dsse.json is no ordinary file");
    }
}
