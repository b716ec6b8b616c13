//! Letters of a strategy table as a certificate writes them: each letter once, and behind it how often it stands there in a row.
//!
//! Neighbouring hands are mostly played alike, so most tables take a fifth to a third of their letters. A count has two digits at most: a text cannot stand for more
//! than 33 times its own length, so reading one needs no other bound.

use serde::{Deserialize, Deserializer, Serializer, de};

/// Most letters that one count stands for; a longer run is written as several, each but the last of this length.
pub const MOST_RUN: usize = 99;

/// Why a text stands for no letters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunsError {
    /// A digit without a letter before it, or a count of 0 or above [`MOST_RUN`].
    #[error("byte {at}: a letter, or behind it a count of 2 to {MOST_RUN}, was expected")]
    Count {
        /// Offset.
        at: usize,
    },
    /// Another text stands for the same letters.
    #[error("the letters are not written in the shortest way")]
    NotShortest,
}

/// The one text that stands for these letters, such as `H3SD2` for `HHHSDD`.
///
/// Digits are no letters: a text that holds one cannot be read back.
pub fn packed(letters: &str) -> String {
    let mut text = String::new();
    let mut rest = letters.chars().peekable();
    while let Some(letter) = rest.next() {
        let mut run = 1;
        while run < MOST_RUN && rest.next_if_eq(&letter).is_some() {
            run += 1;
        }
        text.push(letter);
        if run > 1 {
            text.push_str(&run.to_string());
        }
    }
    text
}

/// The letters that a text stands for.
///
/// # Errors
/// [`RunsError`] if [`packed`] does not write this text.
///
/// ```
/// assert_eq!(certificate::runs::letters("H3SD2").unwrap(), "HHHSDD");
/// assert!(certificate::runs::letters("HH").is_err());
/// ```
pub fn letters(text: &str) -> Result<String, RunsError> {
    let mut letters = String::new();
    let mut rest = text.char_indices().peekable();
    while let Some((at, letter)) = rest.next() {
        if letter.is_ascii_digit() {
            return Err(RunsError::Count { at });
        }
        let mut count = None;
        while let Some((at, digit)) = rest.next_if(|(_, next)| next.is_ascii_digit()) {
            let more = 10 * count.unwrap_or(0) + (u32::from(digit) - u32::from('0')) as usize;
            if more == 0 || more > MOST_RUN {
                return Err(RunsError::Count { at });
            }
            count = Some(more);
        }
        letters.extend(std::iter::repeat_n(letter, count.unwrap_or(1)));
    }
    if packed(&letters) == text { Ok(letters) } else { Err(RunsError::NotShortest) }
}

pub(crate) fn serialize<S: Serializer>(letters: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&packed(letters))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    letters(&String::deserialize(deserializer)?).map_err(de::Error::custom)
}

/// The same of letters that may be left out.
pub(crate) mod optional {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(crate) fn serialize<S: Serializer>(letters: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
        match letters {
            Some(letters) => super::serialize(letters, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| super::letters(&text).map_err(de::Error::custom)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn long_runs_are_written_as_several() {
        assert_eq!(packed(&"S".repeat(200)), "S99S99S2");
        assert_eq!(packed(&"S".repeat(100)), "S99S");
        assert_eq!(packed(""), "");
        assert_eq!(letters("S99S99S2"), Ok("S".repeat(200)));
    }

    #[test]
    fn only_the_shortest_text_is_read() {
        for text in ["2", "H0", "H02", "H100", "3H"] {
            assert!(matches!(letters(text), Err(RunsError::Count { .. })), "{text}");
        }
        for text in ["HH", "H1", "H2H", "H3H3", "S98S2", "S2S99"] {
            assert_eq!(letters(text), Err(RunsError::NotShortest), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(text in "[HSDR-]{0,400}") {
            prop_assert_eq!(letters(&packed(&text)), Ok(text));
        }

        #[test]
        fn what_is_read_is_as_it_is_written(text in "[HS0-9]{0,12}") {
            if let Ok(read) = letters(&text) {
                prop_assert_eq!(packed(&read), text);
            }
        }
    }
}
