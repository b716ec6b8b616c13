use std::{
    ffi::{OsStr, OsString},
    fs::{self, File as Handle},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use crate::{ReportError, write::File};

/// What every report has, and by which a folder is known to be one.
const MARK: &str = "report.json";

/// Puts `files` in place as the folder `dir` and returns the folder's path.
pub(crate) fn place(dir: &Path, files: &[File]) -> Result<PathBuf, ReportError> {
    let target = Target::of(dir)?;
    target.recover()?;
    target.check()?;
    let partial = Scratch(target.claim("partial")?);
    for file in files {
        write_file(&partial.0.join(&file.name), &file.text)?;
    }
    target.put(&partial.0)?;
    Ok(target.dir)
}

/// Refuses a destination that [`place`] would refuse, without touching the disk.
pub(crate) fn check(dir: &Path) -> Result<(), ReportError> {
    if dir.exists() { Target::of(dir)?.check() } else { Ok(()) }
}

/// The destination, with its parent and name told apart.
struct Target {
    dir: PathBuf,
    parent: PathBuf,
    name: OsString,
}

impl Target {
    fn of(dir: &Path) -> Result<Self, ReportError> {
        // A link is followed: what is replaced is the folder it leads to, never the link.
        let dir = match fs::canonicalize(dir) {
            Ok(path) => path,
            Err(error) if error.kind() == io::ErrorKind::NotFound => dir.to_owned(),
            Err(error) => return Err(ReportError::io("resolve", dir)(error)),
        };
        let name = dir.file_name().ok_or_else(|| ReportError::NoName(dir.clone()))?.to_owned();
        let parent = match dir.parent() {
            Some(parent) if parent != Path::new("") => parent.to_owned(),
            _ => PathBuf::from("."),
        };
        fs::create_dir_all(&parent).map_err(ReportError::io("create", &parent))?;
        Ok(Self { dir, parent, name })
    }

    fn prefix(&self, purpose: &str) -> OsString {
        let mut name = OsString::from(".");
        name.push(&self.name);
        name.push(format!(".{purpose}-"));
        name
    }

    /// Puts back an old report that a killed process had moved aside.
    fn recover(&self) -> Result<(), ReportError> {
        if self.dir.exists() {
            return Ok(());
        }
        let prefix = self.prefix("replaced");
        let entries = fs::read_dir(&self.parent).map_err(ReportError::io("list", &self.parent))?;
        let mut kept: Vec<OsString> = entries
            .map(|entry| Ok(entry?.file_name()))
            .collect::<io::Result<Vec<_>>>()
            .map_err(ReportError::io("list", &self.parent))?;
        kept.retain(|name| starts_with(name, &prefix) && self.parent.join(name).join(MARK).is_file());
        kept.sort();
        match kept.last() {
            Some(name) => {
                let from = self.parent.join(name);
                fs::rename(&from, &self.dir).map_err(ReportError::io("put back", from))
            }
            None => Ok(()),
        }
    }

    /// Refuses to replace anything but a report or an empty folder.
    fn check(&self) -> Result<(), ReportError> {
        if !self.dir.exists() {
            return Ok(());
        }
        let refusal = || ReportError::NotAReport(self.dir.clone());
        if !self.dir.is_dir() {
            return Err(refusal());
        }
        let empty = fs::read_dir(&self.dir).map_err(ReportError::io("list", &self.dir))?.next().is_none();
        if empty || self.dir.join(MARK).is_file() { Ok(()) } else { Err(refusal()) }
    }

    /// Creates a folder beside the destination under a name nobody else holds.
    fn claim(&self, purpose: &str) -> Result<PathBuf, ReportError> {
        let mut prefix = self.prefix(purpose);
        prefix.push(std::process::id().to_string());
        let mut path = self.parent.join(&prefix);
        // A process id comes round again, and threads share one: creation decides whose the name is.
        for serial in 1u32.. {
            match fs::create_dir(&path) {
                Ok(()) => break,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    let mut next = prefix.clone();
                    next.push(format!("-{serial}"));
                    path = self.parent.join(next);
                }
                Err(error) => return Err(ReportError::io("create", path)(error)),
            }
        }
        Ok(path)
    }

    /// Renames the finished folder into place, moving what is there aside first.
    fn put(&self, partial: &Path) -> Result<(), ReportError> {
        if !self.dir.exists() {
            return fs::rename(partial, &self.dir).map_err(ReportError::io("put in place", &self.dir));
        }
        // In one step where the system can: no moment without a report. What is left in `partial` is then the old one, and goes.
        if exchange(partial, &self.dir) {
            return Ok(());
        }
        let aside = Scratch(self.claim("replaced")?);
        // Renaming over an empty folder is not portable; inside the claimed one the name is free.
        fs::remove_dir(&aside.0).map_err(ReportError::io("free", &aside.0))?;
        fs::rename(&self.dir, &aside.0).map_err(ReportError::io("move aside", &self.dir))?;
        if let Err(source) = fs::rename(partial, &self.dir) {
            if fs::rename(&aside.0, &self.dir).is_err() {
                let kept = aside.keep();
                return Err(ReportError::Stranded { dir: self.dir.clone(), kept, source });
            }
            return Err(ReportError::io("put in place", &self.dir)(source));
        }
        Ok(())
    }
}

/// Exchanges two folders in one step; false if the system or the file system cannot.
#[cfg(target_os = "linux")]
fn exchange(one: &Path, other: &Path) -> bool {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn exchange(_: &Path, _: &Path) -> bool {
    false
}

/// A folder that is removed when done with, whatever happened.
struct Scratch(PathBuf);

impl Scratch {
    fn keep(mut self) -> PathBuf {
        std::mem::take(&mut self.0)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if self.0.as_os_str().is_empty() {
            return;
        }
        // Already renamed into place, or left over under a hidden name: neither spoils a report.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn starts_with(name: &OsStr, prefix: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(prefix.as_encoded_bytes())
}

fn write_file(path: &Path, text: &str) -> Result<(), ReportError> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(ReportError::io("create", parent))?;
    }
    let written = Handle::create_new(path).and_then(|mut handle| {
        handle.write_all(text.as_bytes())?;
        handle.sync_all()
    });
    written.map_err(ReportError::io("write", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> File {
        File { name: name.into(), text: text.into() }
    }

    #[test]
    fn a_report_moved_aside_by_a_killed_process_comes_back_before_anything_else() {
        let home = tempfile::tempdir().expect("temporary folder");
        let aside = home.path().join(".r.replaced-77");
        fs::create_dir(&aside).expect("create");
        fs::write(aside.join(MARK), "old").expect("write");
        let dir = home.path().join("r");
        // A name that cannot be written makes the call fail after the recovery.
        let failed = place(&dir, &[file(MARK, "new"), file(MARK, "twice")]);
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(dir.join(MARK)).expect("old report"), "old");
        assert_eq!(fs::read_dir(home.path()).expect("list").count(), 1, "no leftovers");
    }

    #[test]
    fn an_empty_folder_is_filled_and_nothing_else_stays_beside_it() {
        let home = tempfile::tempdir().expect("temporary folder");
        let dir = home.path().join("deep").join("r");
        fs::create_dir_all(&dir).expect("create");
        place(&dir, &[file(MARK, "{}"), file("charts/a.svg", "<svg/>")]).expect("placed");
        assert_eq!(fs::read_to_string(dir.join("charts/a.svg")).expect("chart"), "<svg/>");
        assert_eq!(fs::read_dir(home.path().join("deep")).expect("list").count(), 1);
    }

    #[test]
    fn a_file_in_the_way_is_not_replaced() {
        let home = tempfile::tempdir().expect("temporary folder");
        let path = home.path().join("r");
        fs::write(&path, "mine").expect("write");
        assert!(matches!(place(&path, &[file(MARK, "{}")]), Err(ReportError::NotAReport(_))));
        assert_eq!(fs::read_to_string(&path).expect("kept"), "mine");
    }
}
