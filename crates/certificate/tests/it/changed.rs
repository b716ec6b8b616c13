//! Documents, keys and numbers with seeded random changes: read or refused, and never a panic. What is read as canonical is written as
//! the same bytes.

use std::path::Path;

use certificate::{Certificate, Envelope, Manifest, PublicKey, ReportDocument, SecretKey, number};
use mutation::Mutations;

fn committed(name: &str) -> Vec<u8> {
    let report = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/pa-685a-down-under-6-decks");
    std::fs::read(report.join(name)).expect("a committed file")
}

#[test]
#[ignore = "long; `just slow`"]
fn changed_documents_are_read_as_they_are_written_or_refused() {
    let mut refused = 0;
    for copy in Mutations::new(&committed("certificate.json"), 1).take(150) {
        match Certificate::read(&copy) {
            Ok(read) => assert_eq!(read.to_canonical().expect("canonical").as_bytes(), copy),
            Err(error) => refused += usize::from(!error.to_string().is_empty()),
        }
    }
    assert!(refused > 60, "{refused} of 150 were refused");
    for copy in Mutations::new(&committed("report.json"), 2).take(40) {
        let _ = serde_json::from_slice::<ReportDocument>(&copy);
    }
}

#[test]
fn changed_manifests_and_envelopes_are_read_as_they_are_written_or_refused() {
    let manifest = committed("manifest.json");
    let mut read = 0;
    for copy in Mutations::new(&manifest, 3).take(3_000) {
        if let Ok(one) = Manifest::read(&copy) {
            assert_eq!(one.to_canonical().expect("canonical").as_bytes(), copy);
            read += 1;
        }
    }
    assert!((20..2_900).contains(&read), "{read} of 3,000 were read");
    let key = SecretKey::from_seed([7; 32]);
    let mut signed = Envelope::of_report(&manifest).expect("a statement");
    signed.sign(&key).expect("a signature");
    let canonical = signed.to_canonical().expect("canonical").into_bytes();
    assert!(Envelope::read(&canonical, &manifest).is_ok_and(|one| one.verify(&key.public()).is_ok()));
    for copy in Mutations::new(&canonical, 4).take(1_000).filter(|copy| *copy != canonical) {
        if let Ok(one) = Envelope::read(&copy, &manifest) {
            assert_eq!(one.to_canonical().expect("canonical").into_bytes(), copy);
            assert!(one.verify(&key.public()).is_err(), "a changed envelope is no signature");
        }
    }
    let mut verdict =
        Envelope::of_verdict(&certificate::sha256_hex(&manifest), &serde_json::json!({ "verdict": "good" }))
            .expect("a statement");
    verdict.sign(&key).expect("a signature");
    let shown = verdict.to_json().expect("JSON");
    let right = Envelope::read_verdict(shown.as_bytes(), &key.public()).expect("a verdict");
    for copy in Mutations::new(shown.as_bytes(), 10).take(1_000) {
        if let Ok(read) = Envelope::read_verdict(&copy, &key.public()) {
            assert_eq!(read, right, "another verdict under the same signature");
        }
    }
}

#[test]
fn changed_keys_are_read_or_refused() {
    let secret = SecretKey::from_seed([7; 32]);
    for (seed, text) in [(5, secret.to_file()), (6, secret.public().to_file())] {
        for copy in Mutations::new(text.as_bytes(), seed).take(3_000) {
            let copy = String::from_utf8_lossy(&copy);
            let _ = SecretKey::read(&copy);
            if let Ok(key) = PublicKey::read(&copy) {
                assert_eq!(key.id().len(), secret.public().id().len());
            }
        }
    }
}

#[test]
fn changed_numbers_have_one_text_or_are_refused() {
    let mut read = 0;
    for (seed, text) in [(7, "-1958/48205"), (8, "15039960"), (9, "-0.040618193133492376")] {
        for copy in Mutations::new(text.as_bytes(), seed).take(3_000) {
            let copy = String::from_utf8_lossy(&copy);
            if let Ok(value) = number::fraction(&copy) {
                assert_eq!(format!("{}/{}", value.numer(), value.denom()), copy);
                read += 1;
            }
            if let Ok(value) = number::ratio(&copy) {
                assert!(value.to_string() == copy || format!("{}/1", value.numer()) == copy, "{copy}");
            }
            if let Ok(value) = number::whole(&copy) {
                assert_eq!(value.to_string(), copy);
                read += 1;
            }
            let _ = number::decimal(&copy);
        }
    }
    assert!((500..5_900).contains(&read), "{read} were read");
}
