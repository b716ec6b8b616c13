//! A manifest or envelope of any bytes: read or refused; a manifest that is read is written as the same bytes.
#![no_main]

use certificate::{Envelope, Manifest};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(manifest) = Manifest::read(bytes) {
        assert_eq!(manifest.to_canonical().expect("canonical").as_bytes(), bytes);
    }
    let _ = Envelope::read(bytes, b"{}");
    let key = certificate::SecretKey::from_seed([7; 32]).public();
    assert!(Envelope::read_verdict(bytes, &key).is_err(), "a signature by a key that nobody used");
});
