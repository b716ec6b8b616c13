//! Signatures: a DSSE envelope around an in-toto statement, with a signature of everybody who stands by it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use crate::exact::is_sha256_hex;
use crate::form::{self, FormError};
use crate::intoto::{self, PAYLOAD_TYPE, STATEMENT_TYPE, Statement, VERDICT_TYPE};
use crate::key::{PublicKey, SecretKey};

/// Most signatures of one envelope.
pub const MOST_SIGNATURES: usize = 16;

/// A DSSE envelope (github.com/secure-systems-lab/dsse): a statement's bytes, signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Envelope {
    /// The statement's bytes in base64.
    pub payload: String,
    /// [`PAYLOAD_TYPE`].
    pub payload_type: String,
    /// In the order of signing.
    pub signatures: Vec<EnvelopeSignature>,
}

/// A signature of an envelope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnvelopeSignature {
    /// [`PublicKey::id`] of the key.
    pub keyid: String,
    /// The Ed25519 signature in base64.
    pub sig: String,
}

/// Why a signature is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// The envelope is malformed.
    #[error("the envelope: {0}")]
    Form(#[from] FormError),
    /// It is over something else than an in-toto statement.
    #[error("the envelope's payload type is `{0}`, not `{PAYLOAD_TYPE}`")]
    PayloadType(String),
    /// Its statement is not that of the folder's files.
    #[error("the envelope signs other files than the folder's")]
    Payload,
    /// Its statement is not a verdict.
    #[error("the envelope holds no verdict on a report")]
    NotAVerdict,
    /// It has none, or too many.
    #[error("the envelope has {0} signatures; expected 1 to {MOST_SIGNATURES}")]
    Signatures(usize),
    /// A key id that is no SHA-256, or a signature that is none of Ed25519.
    #[error("signature {0} of the envelope is malformed")]
    Malformed(usize),
    /// One key has signed twice.
    #[error("the envelope has two signatures of the key {0}")]
    Twice(String),
    /// The key given is not among those that signed.
    #[error("not signed by the key {key}; the envelope names {}, not checked", found.join(", "))]
    Key {
        /// Id of the key given.
        key: String,
        /// Ids in the envelope.
        found: Vec<String>,
    },
    /// The signature does not belong to the statement and the key.
    #[error("the signature of the key {0} is not valid")]
    Invalid(String),
}

impl Envelope {
    /// An envelope that nobody has signed yet.
    fn of(payload: &str) -> Self {
        Self { payload: STANDARD.encode(payload), payload_type: PAYLOAD_TYPE.to_owned(), signatures: Vec::new() }
    }

    /// The envelope over the files of the report with this manifest.
    ///
    /// # Errors
    /// [`SignatureError::Form`] if the bytes are no manifest.
    pub fn of_report(manifest: &[u8]) -> Result<Self, SignatureError> {
        Ok(Self::of(&intoto::report(manifest)?))
    }

    /// The envelope over a verdict on the report whose manifest has this SHA-256.
    ///
    /// # Errors
    /// [`SignatureError::Form`].
    pub fn of_verdict(manifest_sha256: &str, verdict: &serde_json::Value) -> Result<Self, SignatureError> {
        Ok(Self::of(&intoto::verdict(manifest_sha256, verdict)?))
    }

    /// Signs, besides those who have signed already. A second signature of one key takes the place of the first. Signing is
    /// deterministic.
    ///
    /// # Errors
    /// [`SignatureError::Signatures`] if it would be one too many.
    pub fn sign(&mut self, key: &SecretKey) -> Result<(), SignatureError> {
        let keyid = key.public().id();
        let payload = STANDARD.decode(&self.payload).map_err(|_| SignatureError::Payload)?;
        let sig = STANDARD.encode(key.sign(&authenticated(&self.payload_type, &payload)));
        let signature = EnvelopeSignature { keyid, sig };
        match self.signatures.iter().position(|one| one.keyid == signature.keyid) {
            Some(at) => self.signatures[at] = signature,
            None if self.signatures.len() < MOST_SIGNATURES => self.signatures.push(signature),
            None => return Err(SignatureError::Signatures(self.signatures.len() + 1)),
        }
        Ok(())
    }

    /// The canonical text.
    ///
    /// # Errors
    /// [`FormError`] if the statement is too long to be read again.
    pub fn to_canonical(&self) -> Result<String, FormError> {
        form::write(self)
    }

    /// The text of an envelope that may be longer than [`Envelope::to_canonical`] allows.
    ///
    /// # Errors
    /// [`FormError::Content`].
    pub fn to_json(&self) -> Result<String, FormError> {
        serde_json::to_string(self).map_err(|error| FormError::Content(error.to_string()))
    }

    /// Reads an envelope and checks that it is over the files of the report with this manifest. Who signed it is only known after
    /// [`Envelope::verify`].
    ///
    /// # Errors
    /// [`SignatureError`].
    pub fn read(bytes: &[u8], manifest: &[u8]) -> Result<Self, SignatureError> {
        let envelope: Self = form::read(bytes)?;
        envelope.check()?;
        let expected = intoto::report(manifest)?;
        if STANDARD.decode(&envelope.payload).ok().as_deref() != Some(expected.as_bytes()) {
            return Err(SignatureError::Payload);
        }
        Ok(envelope)
    }

    /// Reads a verdict that this key has signed: the SHA-256 of the manifest it is on, and the verdict.
    ///
    /// # Errors
    /// [`SignatureError`].
    pub fn read_verdict(bytes: &[u8], key: &PublicKey) -> Result<(String, serde_json::Value), SignatureError> {
        if bytes.len() > form::MOST_BYTES {
            return Err(FormError::TooLarge { bytes: bytes.len() }.into());
        }
        let content = |error: serde_json::Error| FormError::Content(error.to_string());
        let envelope: Self = serde_json::from_slice(bytes).map_err(content)?;
        envelope.check()?;
        envelope.verify(key)?;
        let payload = STANDARD.decode(&envelope.payload).map_err(|_| SignatureError::Payload)?;
        let statement: Statement<serde_json::Value> = serde_json::from_slice(&payload).map_err(content)?;
        let [subject] = &statement.subject[..] else { return Err(SignatureError::NotAVerdict) };
        match subject.sha256() {
            Some(sha256) if statement.kind == STATEMENT_TYPE && statement.predicate_type == VERDICT_TYPE => {
                Ok((sha256.to_owned(), statement.predicate))
            }
            _ => Err(SignatureError::NotAVerdict),
        }
    }

    /// Type, number and form of the signatures.
    fn check(&self) -> Result<(), SignatureError> {
        if self.payload_type != PAYLOAD_TYPE {
            return Err(SignatureError::PayloadType(self.payload_type.clone()));
        }
        if self.signatures.is_empty() || self.signatures.len() > MOST_SIGNATURES {
            return Err(SignatureError::Signatures(self.signatures.len()));
        }
        let is_whole = |one: &EnvelopeSignature| {
            is_sha256_hex(&one.keyid) && STANDARD.decode(&one.sig).is_ok_and(|bytes| bytes.len() == 64)
        };
        if let Some(at) = self.signatures.iter().position(|one| !is_whole(one)) {
            return Err(SignatureError::Malformed(at + 1));
        }
        let twice = |at: usize| self.signatures[..at].iter().any(|other| other.keyid == self.signatures[at].keyid);
        match (1..self.signatures.len()).find(|&at| twice(at)) {
            Some(at) => Err(SignatureError::Twice(self.signatures[at].keyid.clone())),
            None => Ok(()),
        }
    }

    /// The ids of the keys that it says have signed.
    pub fn key_ids(&self) -> impl Iterator<Item = &str> {
        self.signatures.iter().map(|one| one.keyid.as_str())
    }

    /// Verifies that this key has signed.
    ///
    /// # Errors
    /// [`SignatureError::Key`] if it has not, [`SignatureError::Invalid`] if what stands under its name is not its signature.
    pub fn verify(&self, key: &PublicKey) -> Result<(), SignatureError> {
        let id = key.id();
        let Some(one) = self.signatures.iter().find(|one| one.keyid == id) else {
            return Err(SignatureError::Key { key: id, found: self.key_ids().map(str::to_owned).collect() });
        };
        let payload = STANDARD.decode(&self.payload).map_err(|_| SignatureError::Payload)?;
        let signature = STANDARD.decode(&one.sig).unwrap_or_default();
        if key.has_signed(&authenticated(&self.payload_type, &payload), &signature) {
            Ok(())
        } else {
            Err(SignatureError::Invalid(id))
        }
    }
}

/// DSSE's pre-authentication encoding.
fn authenticated(payload_type: &str, payload: &[u8]) -> Vec<u8> {
    let mut bytes = format!("DSSEv1 {} {payload_type} {} ", payload_type.len(), payload.len()).into_bytes();
    bytes.extend_from_slice(payload);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Manifest, sha256_hex};

    fn manifest() -> String {
        Manifest::of([("b", &b"2"[..]), ("a", b"1")]).to_canonical().expect("short")
    }

    fn key(seed: u8) -> SecretKey {
        SecretKey::from_seed([seed; 32])
    }

    fn public(seed: u8) -> PublicKey {
        key(seed).public()
    }

    fn signed(by: &[u8]) -> Envelope {
        let mut envelope = Envelope::of_report(manifest().as_bytes()).expect("a manifest");
        for &seed in by {
            envelope.sign(&key(seed)).expect("signed");
        }
        envelope
    }

    fn read(envelope: &Envelope) -> Result<Envelope, SignatureError> {
        Envelope::read(envelope.to_canonical().expect("short").as_bytes(), manifest().as_bytes())
    }

    #[test]
    fn a_signature_is_deterministic_and_binds_key_and_manifest() {
        let envelope = signed(&[7]);
        assert_eq!(envelope, signed(&[7, 7]), "signing again changes nothing");
        let read = read(&envelope).expect("well-formed");
        assert_eq!(read.verify(&public(7)), Ok(()));
        assert!(matches!(read.verify(&public(8)), Err(SignatureError::Key { .. })));
        let mut forged = read.clone();
        forged.signatures[0].keyid = public(8).id();
        assert_eq!(forged.verify(&public(8)), Err(SignatureError::Invalid(public(8).id())));
        let other = Manifest::of([("a", &b"3"[..])]).to_canonical().expect("short");
        let text = envelope.to_canonical().expect("short");
        assert_eq!(Envelope::read(text.as_bytes(), other.as_bytes()), Err(SignatureError::Payload));
    }

    /// Every single byte of the manifest is bound, so its hash is, so every file's is.
    #[test]
    fn laboratory_and_reviewer_sign_side_by_side() {
        let envelope = read(&signed(&[7, 8])).expect("well-formed");
        assert_eq!(envelope.verify(&public(7)), Ok(()));
        assert_eq!(envelope.verify(&public(8)), Ok(()));
        assert!(matches!(envelope.verify(&public(9)), Err(SignatureError::Key { .. })));
        assert_eq!(signed(&[7, 8, 7]), signed(&[7, 8]), "in place");
    }

    #[test]
    fn malformed_envelopes_are_refused() {
        let refused = |edit: &dyn Fn(&mut Envelope)| {
            let mut envelope = signed(&[7, 8]);
            edit(&mut envelope);
            read(&envelope).expect_err("refused")
        };
        assert_eq!(refused(&|e| e.signatures.clear()), SignatureError::Signatures(0));
        assert_eq!(refused(&|e| e.signatures[1] = e.signatures[0].clone()), SignatureError::Twice(public(7).id()));
        assert_eq!(refused(&|e| e.signatures[1].keyid = "\u{1b}[2K\ngood".into()), SignatureError::Malformed(2));
        assert_eq!(refused(&|e| e.signatures[0].sig = "AAAA".into()), SignatureError::Malformed(1));
        assert_eq!(
            refused(&|e| e.payload_type = "text/plain".into()),
            SignatureError::PayloadType("text/plain".into())
        );
        assert_eq!(refused(&|e| e.payload.replace_range(..4, "AAAA")), SignatureError::Payload);
        assert!(matches!(
            refused(&|e| e.signatures = (0..17).map(|_| e.signatures[0].clone()).collect()),
            SignatureError::Signatures(17)
        ));
        let mut full = signed(&(0..16).collect::<Vec<u8>>());
        assert_eq!(full.sign(&key(16)), Err(SignatureError::Signatures(17)));
    }

    #[test]
    fn a_verdict_is_read_only_from_the_key_that_signed_it() {
        let verdict = serde_json::json!({"verdict": "good", "seconds": 1.5, "statements": ["x".repeat(100_000)]});
        let sha256 = sha256_hex(b"a manifest");
        let mut envelope = Envelope::of_verdict(&sha256, &verdict).expect("JSON");
        envelope.sign(&key(7)).expect("signed");
        let text = envelope.to_json().expect("JSON");
        assert_eq!(Envelope::read_verdict(text.as_bytes(), &public(7)), Ok((sha256, verdict)));
        assert!(matches!(Envelope::read_verdict(text.as_bytes(), &public(8)), Err(SignatureError::Key { .. })));
        let report = signed(&[7]).to_json().expect("JSON");
        assert_eq!(Envelope::read_verdict(report.as_bytes(), &public(7)), Err(SignatureError::NotAVerdict));
    }

    /// The example of the DSSE specification.
    #[test]
    fn the_encoding_is_that_of_the_specification() {
        let encoded = authenticated("http://example.com/HelloWorld", b"hello world");
        assert_eq!(encoded, b"DSSEv1 29 http://example.com/HelloWorld 11 hello world");
    }
}
