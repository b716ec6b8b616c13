//! Keys, and signatures over the files of reports.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use certificate::{ENVELOPE_FILE, Envelope, MANIFEST_FILE, SecretKey, SignatureError};
use input::InputError;
use serde::Serialize;

use crate::failure::Failure;
use crate::report_files::report_files;
use crate::schema::JsonSchema;

/// More than any key in PEM has.
const MOST_KEY_BYTES: u64 = 64 << 10;

/// A new pair of keys: the secret one in this file, the public one in a file beside it, with `.pub` added to the name. Neither may
/// be there yet.
///
/// # Errors
/// If a file is there or cannot be written, or the system gives no random numbers.
pub fn keygen(path: &Path) -> Result<NewKey, Failure> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)
        .map_err(|error| Failure::Unreadable(format!("the system gives no random numbers: {error}")))?;
    let key = SecretKey::from_seed(seed);
    let public = key.public();
    let mut public_path = path.to_owned().into_os_string();
    public_path.push(".pub");
    let public_path = PathBuf::from(public_path);
    // The public key first: whatever happens in between, a secret key never stands beside a public one of another.
    create(&public_path, &public.to_file(), false)?;
    if let Err(failure) = create(path, &key.to_file(), true) {
        let _ = fs::remove_file(&public_path);
        return Err(failure);
    }
    Ok(NewKey { secret: path.to_owned(), public: public_path, id: public.id().to_owned() })
}

/// A pair of keys that has been written.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct NewKey {
    /// File of the secret key.
    pub secret: PathBuf,
    /// File of the public key.
    pub public: PathBuf,
    /// Id of the public key.
    pub id: String,
}

/// A report that has been signed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SignedReport {
    /// The file whose bytes the signature is over.
    pub manifest: PathBuf,
    /// Id of the key.
    pub key: String,
    /// Signatures of others.
    pub others: usize,
}

/// Writes a file that is not there yet: a key is never replaced. A file that could not be written in full is removed again.
fn create(path: &Path, text: &str, secret: bool) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if secret {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let _ = secret;
    let mut file = options.open(path).map_err(|error| unreadable("write", path, &error))?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(|error| {
        let _ = fs::remove_file(path);
        unreadable("write", path, &error)
    })
}

/// Signs the files of a report folder with the secret key in a file, beside those who have signed already.
///
/// # Errors
/// [`Failure::Refused`] if the folder is not what its manifest says; [`Failure::Unreadable`] for a file that is no key.
pub fn sign(dir: &Path, key: &Path) -> Result<SignedReport, Failure> {
    let key = secret_key(key)?;
    // Two who sign at once would otherwise each leave the other's signature out.
    let _lock = lock(dir);
    remove_leftovers(dir);
    let files = report_files(dir)?;
    let mut envelope = match &files.envelope {
        None => Envelope::of_report(&files.manifest_bytes),
        Some(envelope) => Envelope::read(envelope, &files.manifest_bytes),
    }
    .map_err(not_signed)?;
    envelope.sign(&key).map_err(not_signed)?;
    create_in(dir, &dir.join(ENVELOPE_FILE), &envelope.to_canonical()?, true)?;
    Ok(SignedReport {
        manifest: dir.join(MANIFEST_FILE),
        key: key.public().id().to_owned(),
        others: envelope.signatures.len() - 1,
    })
}

pub(crate) fn not_signed(error: SignatureError) -> Failure {
    let hint = match error {
        SignatureError::Payload | SignatureError::Form(_) => "; move it away to sign anew",
        _ => "",
    };
    Failure::Refused(format!("{ENVELOPE_FILE}: {error}{hint}"))
}

/// Held until it is dropped; `None` where the system has no such lock.
fn lock(dir: &Path) -> Option<File> {
    let path = dir.join(MANIFEST_FILE);
    fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
    let file = File::open(path).ok()?;
    file.lock().ok()?;
    Some(file)
}

/// How the envelope's file is called until it is complete.
const PARTIAL: &str = ".manifest.dsse.json.partial-";

/// Removes what a killed run has left.
fn remove_leftovers(dir: &Path) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().as_encoded_bytes().starts_with(PARTIAL.as_bytes());
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes a file of the folder `parent` under another name, then gives it its own. A link that is there is replaced, not followed.
pub(crate) fn create_in(parent: &Path, path: &Path, text: &str, replace: bool) -> Result<(), Failure> {
    let failed = |error: io::Error| unreadable("write", path, &error);
    let mut builder = tempfile::Builder::new();
    builder.prefix(PARTIAL);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As any other file that is written; the system takes away what the user does not want.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(parent).map_err(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
    let written = if replace { file.persist(path) } else { file.persist_noclobber(path) };
    written.map(|_| ()).map_err(|error| failed(error.error))
}

/// Reads a secret key.
pub(crate) fn secret_key(path: &Path) -> Result<SecretKey, Failure> {
    let text = text(path)?;
    SecretKey::read(&text).map_err(|error| Failure::Unreadable(format!("{}: {error}", path.display())))
}

/// The mode of a secret key's file, if others than its owner can read it.
pub fn mode_open_to_others(path: &Path) -> Option<u32> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(path).ok()?.permissions().mode() & 0o777;
        (mode & 0o077 != 0).then_some(mode)
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

pub(crate) fn unreadable(action: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::Unreadable(format!("cannot {action} {}: {error}", path.display()))
}

/// The text of a key.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    input::text(path, MOST_KEY_BYTES).map_err(|error| not_read(path, &error))
}

fn not_read(path: &Path, error: &InputError) -> Failure {
    Failure::Unreadable(format!("cannot read {}: {error}", path.display()))
}
