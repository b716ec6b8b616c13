//! A file of claims of any text: read or refused. The first byte says whether it is TOML or CSV.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Some(first) = text.chars().next() else { return };
    // The committed examples begin with a comment, `format` or a column.
    let rest = &text[first.len_utf8()..];
    let (name, text) = match first {
        '#' | 'f' | '[' => ("claims.toml", text),
        'o' => ("claims.csv", text),
        odd if u32::from(odd) % 2 == 1 => ("claims.toml", rest),
        _ => ("claims.csv", rest),
    };
    match shoeproof::outside::claims(name, text) {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(error.span.is_none_or(|span| error.text.get(span).is_some()), "the place is none of the text");
        }
        Ok((claims, in_text)) => assert!(claims > 0 && in_text),
    }
});
