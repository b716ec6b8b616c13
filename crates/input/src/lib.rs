//! Files that others wrote, read within bounds; and files of ours, put in place whole.
//!
//! Every input of the program goes through [`bytes`] or [`text`]: analyses, games, claims, lists of shoes, states of long runs, keys and the files of
//! a report. A name may lead to a pipe, a device or a folder, and a file may grow while it is read. None of them makes the
//! program wait or fill the memory: only a regular file is read, once, and never beyond the caller's limit.
//!
//! ```
//! let folder = std::env::temp_dir();
//! assert_eq!(input::bytes(&folder, 100).unwrap_err().to_string(), "it is a folder, not a regular file");
//! ```

mod put;

use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

pub use self::put::{Survives, put};

/// Largest file that a person writes, such as an analysis, a game or a key, in bytes.
pub const MOST_WRITTEN: u64 = 4 << 20;
/// Largest table, such as a list of shoes or of claims, in bytes.
pub const MOST_TABLE: u64 = 64 << 20;
/// Largest file that the program itself writes, in bytes.
pub const MOST_OWN: u64 = 256 << 20;

/// Why a file is not read. The text does not name the file: the caller does.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// The system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A folder, a pipe, a device or a socket.
    #[error("it is a {0}, not a regular file")]
    NotRegular(&'static str),
    /// A symbolic link where none is followed.
    #[error("it is a symbolic link")]
    Link,
    /// Larger than the caller allows.
    #[error("it has more than {0} bytes, the most that are read")]
    TooLarge(u64),
    /// Not a text.
    #[error("byte {0} is not UTF-8")]
    NotUtf8(usize),
}

impl InputError {
    /// Whether there is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

/// The bytes of a regular file of at most `most` bytes. Links are followed.
///
/// # Errors
/// [`InputError`].
pub fn bytes(path: &Path, most: u64) -> Result<Vec<u8>, InputError> {
    // Looked at before it is opened, because to open a device can do something.
    regular(&std::fs::metadata(path)?)?;
    read(options().open(path)?, most)
}

/// The same of a name that must not be a link.
///
/// # Errors
/// [`InputError`].
pub fn bytes_of_no_link(path: &Path, most: u64) -> Result<Vec<u8>, InputError> {
    let found = std::fs::symlink_metadata(path)?;
    if found.is_symlink() {
        return Err(InputError::Link);
    }
    regular(&found)?;
    let mut options = options();
    follow_no_link(&mut options);
    read(options.open(path)?, most)
}

/// The text of a regular file of at most `most` bytes, in UTF-8. A byte-order mark at its start is left out.
///
/// # Errors
/// [`InputError`].
pub fn text(path: &Path, most: u64) -> Result<String, InputError> {
    let text = String::from_utf8(without_mark(bytes(path, most)?));
    text.map_err(|error| InputError::NotUtf8(error.utf8_error().valid_up_to()))
}

/// The bytes without UTF-8's byte-order mark, which some editors put at the start of a text.
pub fn without_mark(mut bytes: Vec<u8>) -> Vec<u8> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    bytes
}

/// Whether a character acts on a terminal, or on the order of the characters around it, or is invisible, instead of showing itself. No name
/// has one.
pub fn acts(one: char) -> bool {
    let orders =
        matches!(one, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    // Those that some scripts join letters with are left.
    let is_invisible = matches!(
        one,
        '\u{ad}'
            | '\u{34f}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d159}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    );
    // What they look like is left to whoever draws them.
    let is_private = matches!(one, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
    // They are drawn across the letter before them.
    let strikes = matches!(
        one,
        '\u{334}'..='\u{338}' | '\u{488}'..='\u{489}' | '\u{20d0}'..='\u{20f0}' | '\u{a670}'..='\u{a672}'
    );
    one.is_control() || orders || is_invisible || is_private || strikes || matches!(one, '\u{2028}' | '\u{2029}')
}

/// Reads what was opened, which need not be what was looked at before.
fn read(file: File, most: u64) -> Result<Vec<u8>, InputError> {
    regular(&file.metadata()?)?;
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(InputError::TooLarge(most)) } else { Ok(bytes) }
}

fn regular(found: &Metadata) -> Result<(), InputError> {
    if found.is_file() { Ok(()) } else { Err(InputError::NotRegular(what(found.file_type()))) }
}

#[cfg(unix)]
fn what(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    if kind.is_dir() {
        "folder"
    } else if kind.is_fifo() {
        "pipe"
    } else if kind.is_socket() {
        "socket"
    } else {
        "device"
    }
}

#[cfg(not(unix))]
fn what(kind: FileType) -> &'static str {
    if kind.is_dir() { "folder" } else { "device" }
}

/// A pipe that was put in place of the file meanwhile must not make the program wait.
#[cfg(unix)]
fn options() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(flags(rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY));
    options
}

#[cfg(not(unix))]
fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    options
}

#[cfg(unix)]
fn follow_no_link(options: &mut OpenOptions) {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt as _;
    options.custom_flags(flags(OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::NOFOLLOW));
}

#[cfg(not(unix))]
fn follow_no_link(_: &mut OpenOptions) {}

#[cfg(unix)]
fn flags(flags: rustix::fs::OFlags) -> i32 {
    flags.bits().cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_the_limit_and_no_further() {
        let home = tempfile::tempdir().expect("temporary folder");
        let path = home.path().join("a");
        std::fs::write(&path, b"12345").expect("write");
        assert_eq!(bytes(&path, 5).expect("short"), b"12345");
        assert!(matches!(bytes(&path, 4), Err(InputError::TooLarge(4))));
        assert!(bytes(&home.path().join("none"), 4).expect_err("none").is_missing());
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_text() {
        let home = tempfile::tempdir().expect("temporary folder");
        let path = home.path().join("a");
        std::fs::write(&path, b"\xef\xbb\xbfx").expect("write");
        assert_eq!(text(&path, 9).expect("text"), "x");
        std::fs::write(&path, b"ab\xff").expect("write");
        assert!(matches!(text(&path, 9), Err(InputError::NotUtf8(2))));
    }

    #[cfg(unix)]
    #[test]
    fn nothing_but_a_regular_file_is_read() {
        let home = tempfile::tempdir().expect("temporary folder");
        let said = |path: &Path| bytes(path, 9).expect_err("irregular").to_string();
        assert_eq!(said(home.path()), "it is a folder, not a regular file");
        assert_eq!(said(Path::new("/dev/zero")), "it is a device, not a regular file");
        let pipe = home.path().join("pipe");
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &pipe,
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
            0,
        )
        .expect("a pipe");
        // Waits for ever if it is opened in the usual way.
        assert_eq!(said(&pipe), "it is a pipe, not a regular file");
        let opened = options().open(&pipe).expect("opened without waiting");
        assert!(matches!(read(opened, 9), Err(InputError::NotRegular("pipe"))));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_or_not() {
        let home = tempfile::tempdir().expect("temporary folder");
        let (path, link) = (home.path().join("a"), home.path().join("link"));
        std::fs::write(&path, b"x").expect("write");
        std::os::unix::fs::symlink(&path, &link).expect("link");
        assert_eq!(bytes(&link, 9).expect("followed"), b"x");
        assert!(matches!(bytes_of_no_link(&link, 9), Err(InputError::Link)));
        let mut options = options();
        follow_no_link(&mut options);
        assert!(options.open(&link).is_err());
        assert_eq!(bytes_of_no_link(&path, 9).expect("a file"), b"x");
    }
}
