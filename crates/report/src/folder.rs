//! Report folders on the disk: written beside their destination and put in place as a whole, and only in place of nothing, an empty folder
//! or an unsigned report.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File as Handle},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

use certificate::{FilesError, ReportFiles};

use crate::{comparison::COMPARISON_JSON, error::ReportError, exposure::EXPOSURE_JSON, file::File};

/// What every report has.
pub(crate) const MARK: &str = "report.json";
/// More than a report needs, in bytes.
const ROOM: usize = 8 << 20;
/// A folder that another run has just made may not be locked yet.
const FRESH: Duration = Duration::from_secs(60);

/// Puts `files` in place as the folder `dir` and returns the folder's path.
pub(crate) fn place(dir: &Path, files: &[File]) -> Result<PathBuf, ReportError> {
    let is_marked = |mark: &&'static str| files.iter().any(|file| file.name == *mark);
    let target = Target::of(dir, [COMPARISON_JSON, EXPOSURE_JSON].into_iter().find(is_marked).unwrap_or(MARK))?;
    fs::create_dir_all(&target.parent).map_err(ReportError::io("create", &target.parent))?;
    target.recover()?;
    target.remove_stale();
    target.check()?;
    let partial = target.claim("partial", &target.parent)?;
    for file in files {
        write_file(&partial.dir.join(&file.name), &file.text)?;
    }
    // Again: the files took a moment to write.
    target.check()?;
    target.put(&partial.dir)?;
    Ok(target.dir)
}

/// Refuses a destination that [`place`] would refuse, or where a report cannot be written. Leaves the disk as it was but for what killed runs
/// have left there.
pub(crate) fn check(dir: &Path, mark: &'static str) -> Result<(), ReportError> {
    let target = Target::of(dir, mark)?;
    target.check()?;
    // What has no parent yet gets one in the nearest folder above that is there.
    let mut home = target.parent.as_path();
    while !home.exists() {
        home = match home.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
    }
    if home == target.parent {
        target.remove_stale();
    }
    let trial = target.claim("partial", home)?;
    let path = trial.dir.join("room");
    fs::write(&path, vec![0; ROOM]).map_err(ReportError::io("write a report beside", &target.dir))
}

/// The destination, with its parent and name told apart.
struct Target {
    dir: PathBuf,
    parent: PathBuf,
    name: OsString,
    /// What a folder has that may be replaced.
    mark: &'static str,
}

impl Target {
    fn of(dir: &Path, mark: &'static str) -> Result<Self, ReportError> {
        let no_name = || ReportError::NoName(dir.to_owned());
        // `.`, `..` and `/` lead to a folder, and name none.
        let is_named = dir.file_name().is_some() && !dir.as_os_str().as_encoded_bytes().ends_with(b"/.");
        if !is_named {
            return Err(no_name());
        }
        // A link is followed: what is replaced is the folder it leads to, never the link.
        let found = match fs::canonicalize(dir) {
            Ok(path) => path,
            Err(error) if error.kind() == io::ErrorKind::NotFound => dir.to_owned(),
            Err(error) => return Err(ReportError::io("resolve", dir)(error)),
        };
        let is_home = |here: PathBuf| fs::canonicalize(here).is_ok_and(|here| here.starts_with(&found));
        if std::env::current_dir().is_ok_and(is_home) {
            return Err(no_name());
        }
        let name = found.file_name().ok_or_else(no_name)?.to_owned();
        let dir = found;
        let parent = match dir.parent() {
            Some(parent) if parent != Path::new("") => parent.to_owned(),
            _ => PathBuf::from("."),
        };
        Ok(Self { dir, parent, name, mark })
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
        kept.retain(|name| starts_with(name, &prefix) && self.parent.join(name).join(self.mark).is_file());
        kept.sort();
        match kept.last() {
            Some(name) => {
                let from = self.parent.join(name);
                fs::rename(&from, &self.dir).map_err(ReportError::io("put back", from))
            }
            None => Ok(()),
        }
    }

    /// Removes what runs that were killed have left beside the destination. A folder of a run that is still there is locked.
    fn remove_stale(&self) {
        let prefix = self.prefix("partial");
        for entry in fs::read_dir(&self.parent).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let Some(rest) = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes()) else { continue };
            let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
            let is_ours = rest.split(|&byte| byte == b'-').all(is_number);
            if is_ours && entry.file_type().is_ok_and(|kind| kind.is_dir()) && is_stale(&entry.path()) {
                // What cannot be removed is in nobody's way.
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }

    /// Refuses to replace anything but an empty folder, or an unsigned report and nothing else.
    fn check(&self) -> Result<(), ReportError> {
        let not_a_report = |reason: String| ReportError::NotAReport { dir: self.dir.clone(), reason };
        match fs::symlink_metadata(&self.dir) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(ReportError::io("look at", &self.dir)(error)),
            Ok(found) if !found.is_dir() => return Err(not_a_report("it is no folder".to_owned())),
            Ok(_) => {}
        }
        if fs::read_dir(&self.dir).map_err(ReportError::io("list", &self.dir))?.next().is_none() {
            return Ok(());
        }
        match ReportFiles::check(&self.dir) {
            Ok(files) if !files.manifest.files.iter().any(|file| file.path == self.mark) => {
                Err(not_a_report(format!("{} is missing", self.mark)))
            }
            Ok(files) if files.envelope.is_some() => Err(ReportError::Signed(self.dir.clone())),
            Ok(_) => Ok(()),
            Err(FilesError::Io { action, path, source }) => Err(ReportError::Io { action, path, source }),
            Err(other) => Err(not_a_report(other.to_string())),
        }
    }

    /// Creates a folder in `home` under a name nobody else holds.
    fn claim(&self, purpose: &str, home: &Path) -> Result<Scratch, ReportError> {
        let mut prefix = self.prefix(purpose);
        prefix.push(std::process::id().to_string());
        let mut path = home.join(&prefix);
        // A process id comes round again, and threads share one: creation decides whose the name is.
        for serial in 1u32.. {
            match fs::create_dir(&path) {
                Ok(()) => break,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    let mut next = prefix.clone();
                    next.push(format!("-{serial}"));
                    path = home.join(next);
                }
                Err(error) => return Err(ReportError::io("create", path)(error)),
            }
        }
        // Where folders cannot be locked, what a killed run leaves stays.
        let lock = Handle::open(&path).ok().filter(|folder| folder.try_lock().is_ok());
        Ok(Scratch { dir: path, _lock: lock })
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
        let aside = self.claim("replaced", &self.parent)?;
        // Renaming over an empty folder is not portable; inside the claimed one the name is free.
        fs::remove_dir(&aside.dir).map_err(ReportError::io("free", &aside.dir))?;
        fs::rename(&self.dir, &aside.dir).map_err(ReportError::io("move aside", &self.dir))?;
        if let Err(source) = fs::rename(partial, &self.dir) {
            if fs::rename(&aside.dir, &self.dir).is_err() {
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
struct Scratch {
    dir: PathBuf,
    /// Says to other runs that this one is still there.
    _lock: Option<Handle>,
}

impl Scratch {
    fn keep(mut self) -> PathBuf {
        std::mem::take(&mut self.dir)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if self.dir.as_os_str().is_empty() {
            return;
        }
        // Already renamed into place, or left over under a hidden name: neither spoils a report.
        let _ = fs::remove_dir_all(&self.dir);
    }
}

/// Whether the run that made the folder is gone: its lock is, and it is old enough to have been locked.
fn is_stale(dir: &Path) -> bool {
    let Ok(folder) = Handle::open(dir) else { return false };
    let age = folder.metadata().and_then(|found| found.modified()).ok().and_then(|made| made.elapsed().ok());
    age.is_some_and(|age| age > FRESH) && folder.try_lock().is_ok()
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
    use certificate::{MANIFEST_FILE, Manifest};

    fn file(name: &str, text: &str) -> File {
        File { name: name.into(), text: text.into() }
    }

    fn report(text: &str) -> Vec<File> {
        let files = [(MARK, text), ("charts/a.svg", "<svg/>")];
        let manifest = Manifest::of(files.iter().map(|(name, text)| (*name, text.as_bytes())));
        let manifest = file(MANIFEST_FILE, &manifest.to_canonical().expect("short"));
        files.iter().map(|(name, text)| file(name, text)).chain([manifest]).collect()
    }

    fn entries(dir: &Path) -> usize {
        fs::read_dir(dir).expect("list").count()
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
        assert_eq!(entries(home.path()), 1, "no leftovers");
    }

    #[test]
    fn an_empty_folder_is_filled_and_a_report_replaced_and_nothing_else_stays_beside_it() {
        let home = tempfile::tempdir().expect("temporary folder");
        let dir = home.path().join("deep").join("r");
        fs::create_dir_all(&dir).expect("create");
        for text in ["{}", "{\"new\":true}"] {
            check(&dir, MARK).expect("room");
            place(&dir, &report(text)).expect("placed");
            assert_eq!(fs::read_to_string(dir.join(MARK)).expect("a report"), text);
            assert_eq!(fs::read_to_string(dir.join("charts/a.svg")).expect("chart"), "<svg/>");
            assert_eq!(entries(&home.path().join("deep")), 1);
        }
    }

    /// Each was deleted with the whole folder as long as there was a `report.json` in it.
    #[test]
    fn a_folder_with_anything_besides_a_report_is_not_replaced() {
        let spoilt = |reason: &str, spoil: &dyn Fn(&Path)| {
            let home = tempfile::tempdir().expect("temporary folder");
            let dir = home.path().join("r");
            place(&dir, &report("{}")).expect("placed");
            spoil(&dir);
            let before = entries(&dir);
            for error in [check(&dir, MARK).expect_err("refused"), place(&dir, &report("new")).expect_err("refused")] {
                assert!(error.to_string().contains(reason), "{error} does not say {reason}");
            }
            assert_eq!(entries(&dir), before);
            assert_eq!(entries(home.path()), 1, "nothing is left beside it");
        };
        spoilt("the folder .git/ holds no file of the manifest", &|dir| {
            fs::create_dir(dir.join(".git")).expect("create")
        });
        spoilt("the file notes.txt is not in the manifest", &|dir| {
            fs::write(dir.join("notes.txt"), "x").expect("write")
        });
        spoilt("report.json has another SHA-256", &|dir| fs::write(dir.join(MARK), "[]").expect("write"));
        spoilt("manifest.json is missing", &|dir| fs::remove_file(dir.join(MANIFEST_FILE)).expect("remove"));
        spoilt("a signed report, and its signature would be lost; move it away", &|dir| {
            fs::write(dir.join(certificate::ENVELOPE_FILE), "{}").expect("write");
        });
        spoilt("the file notes.txt is not", &|dir| {
            fs::write(dir.join(certificate::ENVELOPE_FILE), "{}").expect("write");
            fs::write(dir.join("notes.txt"), "x").expect("write");
        });
    }

    #[test]
    fn what_names_no_folder_of_its_own_is_refused() {
        let here = std::env::current_dir().expect("a folder");
        for dir in [Path::new("."), Path::new(".."), Path::new("/"), Path::new("src/.."), Path::new("src/."), &here] {
            assert!(matches!(check(dir, MARK), Err(ReportError::NoName(_))), "{}", dir.display());
        }
    }

    #[test]
    fn a_file_or_a_link_to_nothing_in_the_way_is_not_replaced() {
        let home = tempfile::tempdir().expect("temporary folder");
        let path = home.path().join("r");
        fs::write(&path, "mine").expect("write");
        assert!(matches!(place(&path, &[file(MARK, "{}")]), Err(ReportError::NotAReport { .. })));
        assert_eq!(fs::read_to_string(&path).expect("kept"), "mine");
        #[cfg(unix)]
        {
            let link = home.path().join("link");
            std::os::unix::fs::symlink("nowhere", &link).expect("link");
            assert!(matches!(check(&link, MARK), Err(ReportError::NotAReport { .. })));
        }
    }

    #[test]
    fn where_nothing_can_be_written_the_cause_is_said_before_the_work() {
        let home = tempfile::tempdir().expect("temporary folder");
        let taken = home.path().join("file");
        fs::write(&taken, "x").expect("write");
        let error = check(&taken.join("r"), MARK).expect_err("refused").to_string();
        assert!(error.contains("Not a directory"), "{error}");
        assert!(check(&home.path().join("new").join("r"), MARK).is_ok());
        assert_eq!(entries(home.path()), 1, "nothing is left");
        #[cfg(target_os = "linux")]
        {
            let error = check(Path::new("/proc/r"), MARK).expect_err("refused").to_string();
            assert!(error.starts_with("cannot create /proc/.r.partial-") && error.contains("(os error"), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_a_killed_run_left_is_removed_and_a_living_one_keeps_its_folder() {
        let home = tempfile::tempdir().expect("temporary folder");
        let made = |name: &str, age: Duration| {
            let dir = home.path().join(name);
            fs::create_dir(&dir).expect("create");
            fs::write(dir.join("x"), "x").expect("write");
            let folder = Handle::open(&dir).expect("open");
            folder.set_modified(std::time::SystemTime::now() - age).expect("set");
            folder
        };
        let old = FRESH * 2;
        made(".r.partial-77", old);
        made(".r.partial-77-2", old);
        let living = made(".r.partial-78", old);
        living.lock().expect("locked");
        made(".r.partial-79", Duration::ZERO);
        made(".r.partial-notes", old);
        made(".other.partial-80", old);
        check(&home.path().join("r"), MARK).expect("room");
        let mut left: Vec<String> = fs::read_dir(home.path())
            .expect("list")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
            .collect();
        left.sort();
        assert_eq!(left, [".other.partial-80", ".r.partial-78", ".r.partial-79", ".r.partial-notes"]);
    }
}
