//! Seeded random changes of a text, to test parsers with: the same seed makes the same changes on any machine.
//!
//! What coverage-guided fuzzing finds in hours this does not find. It runs on every test, on the stable toolchain, within seconds, and
//! it begins from good files, so that most of a parser is reached.

/// Bytes that mean something in TOML, CSV, JSON, PEM or a number.
const MARKS: &[u8] = b"0123456789-+:;\"'[]{}()=,./%#\\_eEAT \t\r\n";
/// Texts that readers of numbers and lines stumble over.
const ODD: [&str; 16] = [
    "18446744073709551616",
    "-9223372036854775809",
    "340282366920938463463374607431768211456",
    "1e999",
    "0e5",
    "-0",
    "1/0",
    "NaN",
    "inf",
    "\u{feff}",
    "\u{2212}1",
    "\u{0}",
    "\\u0000",
    "\u{1b}[2J",
    "'''",
    "9999999999999999999999999999999999999999999999999999999999999999999999999999999999",
];
/// Changes made to one copy at the most.
const MOST_CHANGES: usize = 4;
/// Bytes taken out, or put in again, at the most.
const MOST_MOVED: usize = 60;

/// Copies of a text with one to four changes each, without end.
///
/// ```
/// let copies: Vec<Vec<u8>> = mutation::Mutations::new(b"decks = 6", 1).take(100).collect();
/// assert!(copies.iter().any(|copy| copy != b"decks = 6"));
/// assert_eq!(copies, mutation::Mutations::new(b"decks = 6", 1).take(100).collect::<Vec<_>>());
/// ```
#[derive(Debug, Clone)]
pub struct Mutations {
    text: Vec<u8>,
    /// Places of the words of the text.
    words: Vec<(usize, usize)>,
    state: u64,
}

impl Mutations {
    /// Changes of a text by a seed.
    pub fn new(text: &[u8], seed: u64) -> Self {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'/' | b'.');
        let mut words = Vec::new();
        let mut start = None;
        for (at, &byte) in text.iter().chain(b" ").enumerate() {
            match (start, is_word(byte)) {
                (None, true) => start = Some(at),
                (Some(first), false) => {
                    words.push((first, at));
                    start = None;
                }
                _ => {}
            }
        }
        // A state of nothing would stay nothing.
        Self { text: text.to_vec(), words, state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 }
    }

    /// A number below another, by xorshift.
    fn below(&mut self, end: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % end.max(1) as u64) as usize
    }

    /// A word of the text.
    fn word(&mut self) -> (usize, usize) {
        let at = self.below(self.words.len());
        self.words[at]
    }

    fn change(&mut self, copy: &mut Vec<u8>) {
        let at = self.below(copy.len() + 1);
        let some = (at + self.below(MOST_MOVED)).min(copy.len());
        match self.below(9) {
            0 if at < copy.len() => copy[at] = self.below(256) as u8,
            1 if at < copy.len() => copy[at] = MARKS[self.below(MARKS.len())],
            2 => copy.insert(at, MARKS[self.below(MARKS.len())]),
            3 => copy.truncate(at),
            4 => _ = copy.drain(at..some),
            5 => {
                let twice = copy[at..some].to_vec();
                copy.splice(at..at, twice);
            }
            6 => {
                let odd = ODD[self.below(ODD.len())];
                copy.splice(at..at, odd.bytes());
            }
            _ if self.words.is_empty() => {}
            7 => {
                let (start, end) = self.word();
                copy.splice(at..at, self.text[start..end].iter().copied());
            }
            // One word of the text for another, which keeps most of the grammar.
            _ => {
                let (from, to) = self.word();
                let (start, end) = self.word();
                if to <= copy.len() && copy[from..to] == self.text[from..to] {
                    copy.splice(from..to, self.text[start..end].iter().copied());
                }
            }
        }
    }
}

impl Iterator for Mutations {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut copy = self.text.clone();
        for _ in 0..=self.below(MOST_CHANGES) {
            self.change(&mut copy);
        }
        Some(copy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_change_is_made_and_none_to_an_empty_text_fails() {
        let text = b"decks = 6\nshoe = \"4,4\"\n";
        let copies: Vec<Vec<u8>> = Mutations::new(text, 7).take(2_000).collect();
        assert!(copies.iter().any(|copy| copy.len() < 5), "cut off");
        assert!(copies.iter().any(|copy| copy.len() > 60), "grown");
        assert!(copies.iter().any(|copy| copy.starts_with(b"shoe = 6")), "a word for another");
        assert!(copies.iter().any(|copy| std::str::from_utf8(copy).is_err()), "no text");
        assert!(copies.iter().filter(|copy| *copy == text).count() < 100, "most are changed");
        assert_eq!(Mutations::new(b"", 0).take(100).count(), 100);
        assert_ne!(copies, Mutations::new(text, 8).take(2_000).collect::<Vec<_>>());
    }
}
