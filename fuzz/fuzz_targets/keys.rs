//! A key of any text: read or refused; a public key that is read is written as a key that is the same.
#![no_main]

use certificate::{PublicKey, SecretKey};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(key) = PublicKey::read(text) {
        let again = PublicKey::read(&key.to_file()).expect("what is written is read");
        assert_eq!(again.id(), key.id());
    }
    if let Ok(key) = SecretKey::read(text) {
        let again = SecretKey::read(&key.to_file()).expect("what is written is read");
        assert_eq!(again.public().id(), key.public().id());
    }
});
