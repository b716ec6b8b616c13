//! A file of claims of any bytes: read or refused. The first byte says whether it is TOML or CSV.
#![no_main]

#[path = "../../crates/shoeproof/src/claims.rs"]
#[expect(dead_code, reason = "the program uses all of it")]
mod claims;
#[path = "../../crates/shoeproof/src/printed.rs"]
#[expect(dead_code, reason = "the program uses all of it")]
mod printed;

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

static HOME: LazyLock<PathBuf> = LazyLock::new(|| {
    let home = std::env::temp_dir().join(format!("shoeproof-fuzz-claims-{}", std::process::id()));
    std::fs::create_dir_all(&home).expect("a folder");
    home
});

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    // The committed examples begin with a comment, `format` or a column.
    let (name, text) = match first {
        b'#' | b'f' | b'[' => ("claims.toml", bytes),
        b'o' => ("claims.csv", bytes),
        odd if odd % 2 == 1 => ("claims.toml", rest),
        _ => ("claims.csv", rest),
    };
    let path = HOME.join(name);
    std::fs::write(&path, text).expect("a file");
    match claims::Claims::load(&path) {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(error.span.is_none_or(|span| error.text.get(span).is_some()), "the place is none of the text");
        }
        Ok(claims) => assert!(!claims.claims.is_empty()),
    }
});
