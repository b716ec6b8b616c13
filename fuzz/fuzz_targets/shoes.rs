//! A list of shoes of any text, a shoe a line: read or refused, and what is read is written as the same shoe.
#![no_main]

use cards::Composition;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for line in text.lines() {
        if let Ok(shoe) = line.parse::<Composition>() {
            let counts: Vec<String> = shoe.counts().iter().map(u16::to_string).collect();
            assert_eq!(counts.join(",").parse::<Composition>(), Ok(shoe));
            assert_eq!(shoe.counts().iter().map(|&count| u32::from(count)).sum::<u32>(), shoe.total());
        }
    }
});
