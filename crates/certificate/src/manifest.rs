//! The files of a report, and a signature over their hashes.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};

use crate::form::{self, FormError};
use crate::sha256_hex;

/// Name of the manifest in a report folder.
pub const MANIFEST_FILE: &str = "manifest.json";
/// Name of the envelope in a report folder.
pub const ENVELOPE_FILE: &str = "manifest.dsse.json";
/// Name and version of the manifest's grammar.
pub const MANIFEST_FORMAT: &str = "shoeproof manifest 1";
/// What the envelope says its payload is.
pub const PAYLOAD_TYPE: &str = "application/vnd.shoeproof.manifest+json";

const SECRET_MARK: &str = "shoeproof-ed25519-secret-key ";
const PUBLIC_MARK: &str = "shoeproof-ed25519-public-key ";

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

    /// Reads a canonical text; paths must ascend and stay inside the folder.
    ///
    /// # Errors
    /// [`FormError`] for the first thing wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, FormError> {
        let manifest: Self = form::read(bytes)?;
        if manifest.format != MANIFEST_FORMAT {
            return Err(FormError::Content(format!("the manifest's format is not `{MANIFEST_FORMAT}`")));
        }
        let is_inside =
            |path: &str| path.split('/').all(|part| !matches!(part, "" | "." | "..")) && !path.contains('\\');
        if let Some(file) = manifest.files.iter().find(|file| !is_inside(&file.path)) {
            return Err(FormError::Content(format!("`{}` is no path inside a folder", file.path)));
        }
        if let Some(pair) = manifest.files.windows(2).find(|pair| pair[0].path >= pair[1].path) {
            return Err(FormError::Content(format!("`{}` is listed twice or out of order", pair[1].path)));
        }
        Ok(manifest)
    }
}

/// A DSSE envelope (github.com/secure-systems-lab/dsse): the manifest's bytes, signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Envelope {
    /// The manifest's bytes in base64.
    pub payload: String,
    /// [`PAYLOAD_TYPE`].
    pub payload_type: String,
    /// One signature.
    pub signatures: Vec<EnvelopeSignature>,
}

/// A signature of an envelope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnvelopeSignature {
    /// [`PublicKey::id`] of the key.
    pub keyid: String,
    /// The ed25519 signature in base64.
    pub sig: String,
}

/// Why a signature or key is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// The envelope is malformed.
    #[error("the envelope: {0}")]
    Form(#[from] FormError),
    /// It is over something else than a manifest.
    #[error("the envelope's payload type is `{0}`, not `{PAYLOAD_TYPE}`")]
    PayloadType(String),
    /// Its payload is not the folder's manifest.
    #[error("the envelope signs another manifest than the folder's")]
    Payload,
    /// It has no signature or several.
    #[error("the envelope has {0} signatures instead of one")]
    Signatures(usize),
    /// It was signed by another key.
    #[error("signed by the key {found}, not by {expected}")]
    Key {
        /// Id in the envelope.
        found: String,
        /// Id of the key given.
        expected: String,
    },
    /// The signature does not belong to the manifest and the key.
    #[error("the signature is not valid")]
    Invalid,
    /// A key file that is none.
    #[error("not a Shoeproof {0} key: expected `{1}` and 64 hexadecimal digits")]
    KeyFile(&'static str, &'static str),
}

/// A key that signs.
pub struct SecretKey(SigningKey);

/// A key that verifies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl SecretKey {
    /// The key of a secret seed, which must come from a source of randomness.
    pub fn from_seed(seed: [u8; 32]) -> Self {
        Self(SigningKey::from_bytes(&seed))
    }

    /// Reads a key file.
    ///
    /// # Errors
    /// [`SignatureError::KeyFile`].
    pub fn read(text: &str) -> Result<Self, SignatureError> {
        let bytes = text.strip_prefix(SECRET_MARK).and_then(|hex| bytes_of(hex.trim_end()));
        bytes.map(Self::from_seed).ok_or(SignatureError::KeyFile("secret", "shoeproof-ed25519-secret-key"))
    }

    /// The key file.
    pub fn to_file(&self) -> String {
        format!("{SECRET_MARK}{}\n", hex(self.0.as_bytes()))
    }

    /// The key that verifies.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// Signs the bytes of a manifest. The same key and bytes give the same envelope.
    pub fn sign(&self, manifest: &[u8]) -> Envelope {
        let signature = self.0.sign(&authenticated(PAYLOAD_TYPE, manifest));
        Envelope {
            payload: STANDARD.encode(manifest),
            payload_type: PAYLOAD_TYPE.to_owned(),
            signatures: vec![EnvelopeSignature {
                keyid: self.public().id(),
                sig: STANDARD.encode(signature.to_bytes()),
            }],
        }
    }
}

impl PublicKey {
    /// Reads a key file.
    ///
    /// # Errors
    /// [`SignatureError::KeyFile`].
    pub fn read(text: &str) -> Result<Self, SignatureError> {
        let bytes = text.strip_prefix(PUBLIC_MARK).and_then(|hex| bytes_of(hex.trim_end()));
        bytes
            .and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok())
            .map(Self)
            .ok_or(SignatureError::KeyFile("public", "shoeproof-ed25519-public-key"))
    }

    /// The key file.
    pub fn to_file(&self) -> String {
        format!("{PUBLIC_MARK}{}\n", hex(self.0.as_bytes()))
    }

    /// SHA-256 of the key.
    pub fn id(&self) -> String {
        sha256_hex(self.0.as_bytes())
    }
}

impl Envelope {
    /// The canonical text.
    ///
    /// # Errors
    /// [`FormError`] if the manifest is too long to be signed.
    pub fn to_canonical(&self) -> Result<String, FormError> {
        form::write(self)
    }

    /// Reads an envelope and checks that it is over this manifest. Gives the id of the key that signed it, which proves nothing
    /// without [`Envelope::verify`].
    ///
    /// # Errors
    /// [`SignatureError`].
    pub fn read(bytes: &[u8], manifest: &[u8]) -> Result<(Self, String), SignatureError> {
        let envelope: Self = form::read(bytes)?;
        if envelope.payload_type != PAYLOAD_TYPE {
            return Err(SignatureError::PayloadType(envelope.payload_type));
        }
        if STANDARD.decode(&envelope.payload).ok().as_deref() != Some(manifest) {
            return Err(SignatureError::Payload);
        }
        match &envelope.signatures[..] {
            [one] => {
                let key = one.keyid.clone();
                Ok((envelope, key))
            }
            others => Err(SignatureError::Signatures(others.len())),
        }
    }

    /// Verifies the one signature.
    ///
    /// # Errors
    /// [`SignatureError`].
    pub fn verify(&self, manifest: &[u8], key: &PublicKey) -> Result<(), SignatureError> {
        let [one] = &self.signatures[..] else { return Err(SignatureError::Signatures(self.signatures.len())) };
        if one.keyid != key.id() {
            return Err(SignatureError::Key { found: one.keyid.clone(), expected: key.id() });
        }
        let signature = STANDARD.decode(&one.sig).ok().and_then(|bytes| Signature::from_slice(&bytes).ok());
        let signature = signature.ok_or(SignatureError::Invalid)?;
        key.0
            .verify_strict(&authenticated(&self.payload_type, manifest), &signature)
            .map_err(|_| SignatureError::Invalid)
    }
}

/// DSSE's pre-authentication encoding.
fn authenticated(payload_type: &str, payload: &[u8]) -> Vec<u8> {
    let mut bytes = format!("DSSEv1 {} {payload_type} {} ", payload_type.len(), payload.len()).into_bytes();
    bytes.extend_from_slice(payload);
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes_of(hex: &str) -> Option<[u8; 32]> {
    if hex.len() != 64 || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, at) in bytes.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(&hex[at..at + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_deterministic_and_binds_key_and_manifest() {
        let key = SecretKey::from_seed([7; 32]);
        let again = SecretKey::read(&key.to_file()).expect("a key file");
        let manifest = Manifest::of([("b", &b"2"[..]), ("a", b"1")]).to_canonical().expect("short");
        let envelope = key.sign(manifest.as_bytes());
        assert_eq!(envelope, again.sign(manifest.as_bytes()));
        let text = envelope.to_canonical().expect("short");
        let (read, id) = Envelope::read(text.as_bytes(), manifest.as_bytes()).expect("well-formed");
        let public = PublicKey::read(&key.public().to_file()).expect("a key file");
        assert_eq!(id, public.id());
        assert_eq!(read.verify(manifest.as_bytes(), &public), Ok(()));
        let other = SecretKey::from_seed([8; 32]).public();
        assert!(matches!(read.verify(manifest.as_bytes(), &other), Err(SignatureError::Key { .. })));
        let mut forged = read.clone();
        forged.signatures[0].keyid = other.id();
        assert_eq!(forged.verify(manifest.as_bytes(), &other), Err(SignatureError::Invalid));
        assert!(matches!(Envelope::read(text.as_bytes(), b"{}"), Err(SignatureError::Payload)));
    }

    /// The example of the DSSE specification.
    #[test]
    fn the_encoding_is_that_of_the_specification() {
        let encoded = authenticated("http://example.com/HelloWorld", b"hello world");
        assert_eq!(encoded, b"DSSEv1 29 http://example.com/HelloWorld 11 hello world");
    }

    #[test]
    fn paths_stay_inside() {
        for path in ["../x", "/x", "a//b", "a/./b", ""] {
            let text = Manifest::of([(path, &b""[..])]).to_canonical().expect("short");
            assert!(Manifest::read(text.as_bytes()).is_err(), "{path}");
        }
    }
}
