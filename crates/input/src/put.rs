//! Files of ours, put in their place whole or not at all.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers of the files that this process writes beside their places.
static WRITTEN: AtomicU64 = AtomicU64::new(0);

/// What a file in its place outlives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Survives {
    /// The end of its process. After a power cut it may be empty.
    Kill,
    /// A power cut too: it is waited for until the disk has it.
    PowerCut,
}

/// Writes a file beside its place and puts it in the place of what was there. A process that is killed, or finds no room, leaves the file before.
/// A link is followed, and what is no regular file, such as a terminal, is written to as it is.
///
/// `failed` makes the caller's error of the system's.
///
/// # Errors
/// What `write` gives, or the system's error.
///
/// ```
/// let path = std::env::temp_dir().join(format!("shoeproof-put-{}", std::process::id()));
/// input::put(&path, input::Survives::Kill, |file| file.write_all(b"whole"), |error| error)?;
/// assert_eq!(input::bytes(&path, 100)?, b"whole");
/// std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn put<E>(
    path: &Path,
    survives: Survives,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    failed: impl Fn(io::Error) -> E,
) -> Result<(), E> {
    let found = fs::metadata(path).ok();
    if found.as_ref().is_some_and(|found| !found.is_file()) {
        let mut file = OpenOptions::new().write(true).open(path).map_err(&failed)?;
        return write(&mut file);
    }
    let path = if found.is_some() { fs::canonicalize(path).map_err(&failed)? } else { path.to_owned() };
    let part = beside(&path).map_err(&failed)?;
    let done = (|| {
        // One of a process that had this number and was killed.
        let _ = fs::remove_file(&part);
        let file = OpenOptions::new().write(true).create_new(true).open(&part).map_err(&failed)?;
        if let Some(found) = &found {
            file.set_permissions(found.permissions()).map_err(&failed)?;
        }
        let mut file = io::BufWriter::new(file);
        write(&mut file)?;
        let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
        if survives == Survives::PowerCut {
            file.sync_all().map_err(&failed)?;
        }
        fs::rename(&part, &path).map_err(&failed)
    })();
    if done.is_err() {
        // It is of no use to anybody, and there may be no room for it.
        let _ = fs::remove_file(&part);
    }
    done
}

/// A name beside a file that no other process and no other call uses.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let mut name = OsString::from(".");
    name.push(path.file_name().ok_or(io::ErrorKind::InvalidInput)?);
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    name.push(format!(".partial-{}-{number}", std::process::id()));
    Ok(path.with_file_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put_text(path: &Path, text: &str) -> io::Result<()> {
        put(path, Survives::PowerCut, |file| file.write_all(text.as_bytes()), |error| error)
    }

    fn names(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_fails_leaves_the_file_before() {
        let home = tempfile::tempdir().expect("temporary folder");
        let path = home.path().join("a");
        put_text(&path, "before").expect("written");
        let failing = |file: &mut dyn Write| {
            file.write_all(b"half")?;
            Err(io::Error::other("no room"))
        };
        put(&path, Survives::Kill, failing, |error| error).expect_err("no room");
        assert_eq!(fs::read(&path).expect("a file"), b"before");
        put_text(&path, "after").expect("written");
        assert_eq!(fs::read(&path).expect("a file"), b"after");
        assert_eq!(names(home.path()), ["a"]);
    }

    #[test]
    fn folders_and_missing_folders_are_refused() {
        let home = tempfile::tempdir().expect("temporary folder");
        put_text(home.path(), "").expect_err("a folder");
        put_text(&home.path().join("none/a"), "").expect_err("no folder");
        put_text(Path::new(".."), "").expect_err("no name");
        assert!(names(home.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_leads_to_what_is_replaced() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let home = tempfile::tempdir().expect("temporary folder");
        let [file, link] = ["file", "link"].map(|name| home.path().join(name));
        put_text(&file, "before").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("ours");
        symlink(&file, &link).expect("a link");
        put_text(&link, "after").expect("written");
        assert_eq!(fs::read(&file).expect("a file"), b"after");
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o640);
        put_text(Path::new("/dev/null"), "nothing").expect("a device");
    }

    /// A link that somebody has prepared under the name beside the place is replaced, and what it leads to is kept.
    #[cfg(unix)]
    #[test]
    fn a_prepared_link_is_not_followed() {
        let home = tempfile::tempdir().expect("temporary folder");
        let [path, foreign] = ["run.json", "foreign"].map(|name| home.path().join(name));
        fs::write(&foreign, "kept").expect("a file");
        // The tests of this process write fewer files.
        for number in 0..100 {
            let part = format!(".run.json.partial-{}-{number}", std::process::id());
            std::os::unix::fs::symlink(&foreign, home.path().join(part)).expect("a link");
        }
        put_text(&path, "written").expect("written");
        assert_eq!(fs::read(&path).expect("a file"), b"written");
        assert!(!fs::symlink_metadata(&path).expect("a file").is_symlink());
        assert_eq!(fs::read(&foreign).expect("a file"), b"kept");
        assert_eq!(names(home.path()).len(), 101, "one of the links is gone");
    }
}
