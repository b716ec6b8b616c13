//! Keys, and signatures over the manifests of reports.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use certificate::{ENVELOPE_FILE, MANIFEST_FILE, Manifest, SecretKey, SignatureError};
use input::InputError;

use crate::arguments::{Keygen, Sign};
use crate::failure::Failure;

/// More than any file of a report has.
pub(crate) const MOST_BYTES: u64 = 64 << 20;
/// More than any key in PEM has.
const MOST_KEY_BYTES: u64 = 64 << 10;

pub(crate) fn keygen(arguments: &Keygen) -> Result<(), Failure> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)
        .map_err(|error| Failure::Unreadable(format!("the system gives no random numbers: {error}")))?;
    let key = SecretKey::from_seed(seed);
    let mut public = arguments.out.clone().into_os_string();
    public.push(".pub");
    let public = PathBuf::from(public);
    create(&arguments.out, &key.to_file(), true)?;
    create(&public, &key.public().to_file(), false)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "secret key {}", arguments.out.display())?;
    writeln!(out, "public key {}  id {}", public.display(), key.public().id())?;
    Ok(())
}

/// Writes a file that is not there yet: a key is never replaced.
fn create(path: &Path, text: &str, secret: bool) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if secret {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let written = options.open(path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let _ = secret;
    written.map_err(|error| unreadable("write", path, &error))
}

pub(crate) fn run(arguments: &Sign) -> Result<(), Failure> {
    let key = text(&arguments.key)?;
    let wrong = |error: SignatureError| Failure::Unreadable(format!("{}: {error}", arguments.key.display()));
    let key = SecretKey::read(&key).map_err(wrong)?;
    let path = arguments.dir.join(MANIFEST_FILE);
    let manifest = bytes(&path)?;
    Manifest::read(&manifest).map_err(|error| Failure::Unreadable(format!("{}: {error}", path.display())))?;
    let envelope = key.sign(&manifest).to_canonical()?;
    let target = arguments.dir.join(ENVELOPE_FILE);
    let partial = arguments.dir.join(format!(".{ENVELOPE_FILE}.partial-{}", std::process::id()));
    let written = fs::write(&partial, envelope).and_then(|()| fs::rename(&partial, &target));
    written.map_err(|error| {
        let _ = fs::remove_file(&partial);
        unreadable("write", &target, &error)
    })?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "signed {} with the key {}", path.display(), key.public().id())?;
    Ok(())
}

pub(crate) fn unreadable(action: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::Unreadable(format!("cannot {action} {}: {error}", path.display()))
}

/// The bytes of a file, if it is a regular one and no larger than any of ours.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    input::bytes(path, MOST_BYTES).map_err(|error| not_read(path, &error))
}

/// The text of a key.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    input::text(path, MOST_KEY_BYTES).map_err(|error| not_read(path, &error))
}

fn not_read(path: &Path, error: &InputError) -> Failure {
    Failure::Unreadable(format!("cannot read {}: {error}", path.display()))
}
