//! Keys that sign and verify: Ed25519, as PEM files that OpenSSL reads and writes.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::pkcs8::{DecodePrivateKey as _, DecodePublicKey as _};
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

use crate::sha256_hex;

/// RFC 8410: what stands before the 32 bytes of a secret key in PKCS#8. Without the public key after it, which OpenSSL 3.0 does not read there.
const SECRET_DER: &[u8] = b"\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20";
/// RFC 8410: what stands before the 32 bytes of a public key in SPKI.
const PUBLIC_DER: &[u8] = b"\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00";

/// How key files of earlier versions begin.
const OLD_MARK: &str = "shoeproof-ed25519-";

/// Why a text is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// A key file of an earlier version.
    #[error(
        "a key in the format of an earlier version; keys are PKCS#8 or SPKI in PEM now: make a new pair with `keygen`"
    )]
    OldFormat,
    /// Protected by a password.
    #[error("an encrypted key; decrypt it first: openssl pkey -in KEY -out PLAIN")]
    Encrypted,
    /// The public key where the secret one was asked for.
    #[error("a public key, not a secret one")]
    NotSecret,
    /// The secret key where the public one was asked for.
    #[error("a secret key, not a public one: give the file whose name ends in .pub")]
    NotPublic,
    /// Anything else that is no key.
    #[error("not an Ed25519 {what} key in PEM, which begins with `{begins}`")]
    Malformed {
        /// `secret` or `public`.
        what: &'static str,
        /// First line of such a file.
        begins: &'static str,
    },
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

    /// Reads a key file: PKCS#8 in PEM, as [`SecretKey::to_file`] and `openssl genpkey -algorithm ed25519` write it.
    ///
    /// # Errors
    /// [`KeyError`].
    pub fn read(text: &str) -> Result<Self, KeyError> {
        let begins = "-----BEGIN PRIVATE KEY-----";
        match kind(text)? {
            Some(Kind::Public) => Err(KeyError::NotSecret),
            _ => {
                let key = SigningKey::from_pkcs8_pem(&with_line_feeds(text));
                key.map(Self).map_err(|_| KeyError::Malformed { what: "secret", begins })
            }
        }
    }

    /// The key file.
    pub fn to_file(&self) -> String {
        pem("PRIVATE KEY", &[SECRET_DER, self.0.as_bytes()].concat())
    }

    /// The key that verifies.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// Signs bytes. The same key and bytes give the same signature.
    pub(crate) fn sign(&self, bytes: &[u8]) -> [u8; 64] {
        self.0.sign(bytes).to_bytes()
    }
}

impl PublicKey {
    /// Reads a key file: SPKI in PEM, as [`PublicKey::to_file`] and `openssl pkey -pubout` write it.
    ///
    /// # Errors
    /// [`KeyError`].
    pub fn read(text: &str) -> Result<Self, KeyError> {
        let begins = "-----BEGIN PUBLIC KEY-----";
        match kind(text)? {
            Some(Kind::Secret) => Err(KeyError::NotPublic),
            _ => {
                let key = VerifyingKey::from_public_key_pem(&with_line_feeds(text));
                key.map(Self).map_err(|_| KeyError::Malformed { what: "public", begins })
            }
        }
    }

    /// The key file.
    pub fn to_file(&self) -> String {
        pem("PUBLIC KEY", &self.der())
    }

    /// SHA-256 of the key in DER, as `openssl pkey -pubin -in KEY.pub -outform DER | sha256sum` gives it.
    pub fn id(&self) -> String {
        sha256_hex(&self.der())
    }

    fn der(&self) -> Vec<u8> {
        [PUBLIC_DER, self.0.as_bytes()].concat()
    }

    /// Whether the signature is this key's over the bytes.
    pub(crate) fn has_signed(&self, bytes: &[u8], signature: &[u8]) -> bool {
        Signature::from_slice(signature).is_ok_and(|signature| self.0.verify_strict(bytes, &signature).is_ok())
    }
}

enum Kind {
    Secret,
    Public,
}

/// What a file says it is.
fn kind(text: &str) -> Result<Option<Kind>, KeyError> {
    let begins = |mark: &str| text.trim_start().starts_with(mark);
    if begins(OLD_MARK) {
        Err(KeyError::OldFormat)
    } else if begins("-----BEGIN ENCRYPTED PRIVATE KEY-----") {
        Err(KeyError::Encrypted)
    } else if begins("-----BEGIN PRIVATE KEY-----") {
        Ok(Some(Kind::Secret))
    } else if begins("-----BEGIN PUBLIC KEY-----") {
        Ok(Some(Kind::Public))
    } else {
        Ok(None)
    }
}

/// A key fits into one line.
fn pem(label: &str, der: &[u8]) -> String {
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", STANDARD.encode(der))
}

fn with_line_feeds(text: &str) -> String {
    format!("{}\n", text.trim().replace("\r\n", "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 8410, section 10.3: the secret key, and the public one of section 10.1.
    const SECRET: &str = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----\n";
    const PUBLIC: &str = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n";

    #[test]
    fn the_example_of_the_standard_is_read_and_written() {
        let secret = SecretKey::read(SECRET).expect("a secret key");
        let public = PublicKey::read(PUBLIC).expect("a public key");
        assert_eq!(secret.public(), public);
        assert_eq!(secret.to_file(), SECRET);
        assert_eq!(public.to_file(), PUBLIC);
        assert!(SecretKey::read(&SECRET.replace('\n', "\r\n")).is_ok(), "line ends of another system");
    }

    #[test]
    fn what_is_no_key_is_named() {
        let secret = |text: &str| SecretKey::read(text).err();
        let public = |text: &str| PublicKey::read(text).err();
        let old = format!("shoeproof-ed25519-secret-key {}\n", "0".repeat(64));
        assert_eq!(secret(&old), Some(KeyError::OldFormat));
        assert_eq!(public(&old.replace("secret", "public")), Some(KeyError::OldFormat));
        assert!(KeyError::OldFormat.to_string().contains("PKCS#8"));
        assert_eq!(secret(PUBLIC), Some(KeyError::NotSecret));
        assert_eq!(public(SECRET), Some(KeyError::NotPublic));
        assert_eq!(
            secret(&SECRET.replace("PRIVATE", "ENCRYPTED PRIVATE")),
            Some(KeyError::Encrypted),
            "what OpenSSL writes with a password"
        );
        for text in ["", "x", &SECRET[..60], &SECRET.replace("BQYDK2Vw", "BQYDK2Vu")] {
            assert!(matches!(secret(text), Some(KeyError::Malformed { what: "secret", .. })), "{text}");
        }
        assert!(matches!(public(&PUBLIC.replace('G', "!")), Some(KeyError::Malformed { what: "public", .. })));
    }
}
