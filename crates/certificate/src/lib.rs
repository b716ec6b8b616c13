//! What a report claims: one typed document, made by the program that computes and read by the
//! programs that present it or check it. It holds no computed logic of its own.
//!
//! Exact numbers are strings (`"n/d"`), because JSON readers turn large integers into floats
//! without a word. See `FORMAT.md` beside this crate for the grammar.

mod certificate;
mod distribution;
mod document;
mod exact;
pub mod form;
mod manifest;
pub mod number;

pub use self::certificate::{
    CERTIFICATE_FORMAT, Certificate, StatedClass, StatedCutCard, StatedInsurance, StatedInsuranceHand, StatedItem,
    StatedLine, StatedMeter, StatedPlay, StatedResult, StatedRow, StatedSignal, StatedSimulation, StatedUp,
    StatedWager,
};
pub use distribution::*;
pub use document::*;
pub use exact::{Exact, Root, sha256_hex};
pub use manifest::{
    ENVELOPE_FILE, Envelope, EnvelopeSignature, MANIFEST_FILE, MANIFEST_FORMAT, Manifest, ManifestFile, PAYLOAD_TYPE,
    PublicKey, SecretKey, SignatureError,
};
