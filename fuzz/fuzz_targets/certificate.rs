//! A certificate, manifest or envelope of any bytes: read or refused; what is read as one is written as the same bytes.
#![no_main]

use certificate::{Envelope, Manifest, Certificate};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(statement) = Certificate::read(bytes) {
        assert_eq!(statement.to_canonical().expect("canonical").as_bytes(), bytes);
    }
    if let Ok(manifest) = Manifest::read(bytes) {
        assert_eq!(manifest.to_canonical().expect("canonical").as_bytes(), bytes);
    }
    let _ = Envelope::read(bytes, b"{}");
    let _ = serde_json::from_slice::<certificate::ReportDocument>(bytes);
});
