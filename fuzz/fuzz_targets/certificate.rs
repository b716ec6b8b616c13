//! A certificate or report of any bytes: read or refused; a certificate that is read is written as the same bytes.
#![no_main]

use certificate::{Certificate, ReportDocument};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(certificate) = Certificate::read(bytes) {
        assert_eq!(certificate.to_canonical().expect("canonical").as_bytes(), bytes);
    }
    let _ = serde_json::from_slice::<ReportDocument>(bytes);
});
