//! A file from which perfect play goes on, of any text: its header and checksum, and its parts as if the checksum were right.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shoeproof::outside;

fuzz_target!(|text: &str| {
    let _ = outside::resumed(text);
    let state = text.split_once('\n').map_or(text, |(_, state)| state);
    if let Err(reason) = outside::kept_parts(state) {
        assert!(!reason.is_empty());
    }
});
