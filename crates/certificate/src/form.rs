//! The one JSON form in which statements, manifests and envelopes are read and written.
//!
//! A document is scanned once, without building anything, before it is parsed: size, nesting and lengths are bounded, and the
//! text must be canonical (RFC 8785), so that one document has one sequence of bytes.

use std::cmp::Ordering;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Largest document, in bytes.
pub const MOST_BYTES: usize = 8 << 20;
/// Deepest nesting of lists and objects.
pub const MOST_DEPTH: usize = 12;
/// Most members of one list or object.
pub const MOST_MEMBERS: usize = 4_096;
/// Longest string, in bytes.
pub const MOST_STRING: usize = 1 << 16;
/// Most digits of a numerator, a denominator or a count.
pub const MOST_DIGITS: usize = 4_096;

/// Why a text is no canonical document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormError {
    /// More bytes than [`MOST_BYTES`].
    #[error("the document has {bytes} bytes; at most {MOST_BYTES} are read")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// Not UTF-8.
    #[error("byte {at} is not UTF-8")]
    NotUtf8 {
        /// Offset of the first wrong byte.
        at: usize,
    },
    /// Lists and objects within each other.
    #[error("byte {at}: nested deeper than {MOST_DEPTH} levels")]
    TooDeep {
        /// Offset.
        at: usize,
    },
    /// A list, object or string beyond its limit.
    #[error("byte {at}: a {what} longer than {most}")]
    TooLong {
        /// Offset.
        at: usize,
        /// `list`, `object` or `string`.
        what: &'static str,
        /// The limit.
        most: usize,
    },
    /// The text ends early.
    #[error("the document is cut off after {at} bytes")]
    CutOff {
        /// Its size.
        at: usize,
    },
    /// A number that is not in quotation marks.
    #[error("byte {at}: a bare number; numbers are strings here, because JSON readers turn large ones into floats")]
    BareNumber {
        /// Offset.
        at: usize,
    },
    /// White space between tokens.
    #[error("byte {at}: white space; the canonical form (RFC 8785) has none")]
    WhiteSpace {
        /// Offset.
        at: usize,
    },
    /// A member that is there twice.
    #[error("byte {at}: the member {key} is there twice")]
    Twice {
        /// Offset.
        at: usize,
        /// Its name, in quotation marks.
        key: String,
    },
    /// Members out of order.
    #[error("byte {at}: the member {key} is out of the canonical order")]
    Order {
        /// Offset.
        at: usize,
        /// Its name, in quotation marks.
        key: String,
    },
    /// An escape that the canonical form writes otherwise, or that is none.
    #[error("byte {at}: an escape that the canonical form does not use")]
    Escape {
        /// Offset.
        at: usize,
    },
    /// Something else than the grammar allows.
    #[error("byte {at}: expected {expected}")]
    Syntax {
        /// Offset.
        at: usize,
        /// What may stand there.
        expected: &'static str,
    },
    /// Well-formed, but not a document of this kind.
    #[error("{0}")]
    Content(String),
}

/// Reads a canonical document.
///
/// # Errors
/// [`FormError`] for the first thing wrong.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, FormError> {
    let text = scan(bytes)?;
    serde_json::from_str(text).map_err(|error| FormError::Content(error.to_string()))
}

/// The canonical text of a document whose numbers are strings.
///
/// # Errors
/// [`FormError`] if the document is beyond the limits for reading it, or holds a bare number.
pub fn write<T: Serialize>(document: &T) -> Result<String, FormError> {
    let value = serde_json::to_value(document).map_err(|error| FormError::Content(error.to_string()))?;
    let mut text = String::new();
    put(&value, &mut text);
    scan(text.as_bytes())?;
    Ok(text)
}

fn put(value: &serde_json::Value, text: &mut String) {
    match value {
        serde_json::Value::Array(members) => {
            text.push('[');
            for (at, member) in members.iter().enumerate() {
                text.push_str(if at == 0 { "" } else { "," });
                put(member, text);
            }
            text.push(']');
        }
        serde_json::Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|(a, _), (b, _)| compare(a, b));
            text.push('{');
            for (at, (key, member)) in members.into_iter().enumerate() {
                text.push_str(if at == 0 { "" } else { "," });
                text.push_str(&serde_json::Value::from(key.as_str()).to_string());
                text.push(':');
                put(member, text);
            }
            text.push('}');
        }
        // Strings have the same escapes in RFC 8785.
        other => text.push_str(&other.to_string()),
    }
}

/// RFC 8785 sorts members by their UTF-16 code units.
fn compare(a: &str, b: &str) -> Ordering {
    a.encode_utf16().cmp(b.encode_utf16())
}

/// Checks limits and canonical form, and gives the text.
///
/// # Errors
/// [`FormError`] for the first thing wrong.
pub fn scan(bytes: &[u8]) -> Result<&str, FormError> {
    if bytes.len() > MOST_BYTES {
        return Err(FormError::TooLarge { bytes: bytes.len() });
    }
    let text = std::str::from_utf8(bytes).map_err(|error| FormError::NotUtf8 { at: error.valid_up_to() })?;
    let mut scan = Scan { text, at: 0 };
    scan.value(0)?;
    if scan.at < bytes.len() {
        return Err(scan.unexpected("the end of the document"));
    }
    Ok(text)
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn unexpected(&self, expected: &'static str) -> FormError {
        let at = self.at;
        match self.peek() {
            None => FormError::CutOff { at },
            Some(b' ' | b'\t' | b'\n' | b'\r') => FormError::WhiteSpace { at },
            Some(_) => FormError::Syntax { at, expected },
        }
    }

    fn take(&mut self, byte: u8, expected: &'static str) -> Result<(), FormError> {
        if self.peek() == Some(byte) {
            self.at += 1;
            Ok(())
        } else {
            Err(self.unexpected(expected))
        }
    }

    fn value(&mut self, depth: usize) -> Result<(), FormError> {
        let at = self.at;
        match self.peek() {
            Some(b'{' | b'[') if depth == MOST_DEPTH => Err(FormError::TooDeep { at }),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string().map(|_| ()),
            Some(b'-' | b'0'..=b'9') => Err(FormError::BareNumber { at }),
            _ => {
                let words = ["true", "false"];
                match words.into_iter().find(|word| self.text.as_bytes()[at..].starts_with(word.as_bytes())) {
                    Some(word) => self.at += word.len(),
                    None => return Err(self.unexpected("an object, a list, a string, true or false")),
                }
                Ok(())
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<(), FormError> {
        self.take(b'[', "[")?;
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        for _ in 0..MOST_MEMBERS {
            self.value(depth + 1)?;
            if self.peek() == Some(b']') {
                self.at += 1;
                return Ok(());
            }
            self.take(b',', "a comma or the end of the list")?;
        }
        Err(FormError::TooLong { at: self.at, what: "list", most: MOST_MEMBERS })
    }

    fn object(&mut self, depth: usize) -> Result<(), FormError> {
        self.take(b'{', "{")?;
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(());
        }
        let mut last: Option<&str> = None;
        for _ in 0..MOST_MEMBERS {
            let at = self.at;
            let key = self.string()?;
            // Names are plain ASCII, for which this is also the order of the code units.
            if !key.bytes().all(|byte| (b' '..=b'~').contains(&byte) && byte != b'\\') {
                return Err(FormError::Syntax { at, expected: "a name in plain ASCII" });
            }
            match last.map(|last| last.cmp(key)) {
                Some(Ordering::Equal) => return Err(FormError::Twice { at, key: key.to_owned() }),
                Some(Ordering::Greater) => return Err(FormError::Order { at, key: key.to_owned() }),
                _ => last = Some(key),
            }
            self.take(b':', "a colon")?;
            self.value(depth + 1)?;
            if self.peek() == Some(b'}') {
                self.at += 1;
                return Ok(());
            }
            self.take(b',', "a comma or the end of the object")?;
        }
        Err(FormError::TooLong { at: self.at, what: "object", most: MOST_MEMBERS })
    }

    /// A string, and its text without the quotation marks and as it is written.
    fn string(&mut self) -> Result<&'a str, FormError> {
        let text = self.text;
        self.take(b'"', "a string")?;
        let start = self.at;
        loop {
            let at = self.at;
            if at - start > MOST_STRING {
                return Err(FormError::TooLong { at: start, what: "string", most: MOST_STRING });
            }
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(&text[start..at]);
                }
                Some(b'\\') => self.escape()?,
                Some(0..b' ') => return Err(FormError::Escape { at }),
                Some(_) => self.at += 1,
                None => return Err(FormError::CutOff { at }),
            }
        }
    }

    /// The canonical form escapes quotation mark, backslash and control characters, these by the short form where there is one.
    fn escape(&mut self) -> Result<(), FormError> {
        let at = self.at;
        let rest = &self.text.as_bytes()[at + 1..];
        let length = match rest {
            [b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't', ..] => 2,
            [b'u', b'0', b'0', high @ (b'0' | b'1'), low @ (b'0'..=b'9' | b'a'..=b'f'), ..]
                if *high == b'1' || !matches!(low, b'8' | b'9' | b'a' | b'c' | b'd') =>
            {
                6
            }
            _ => return Err(FormError::Escape { at }),
        };
        self.at += length;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_canonical_and_what_is_not() {
        for good in [r#"{"a":["x",true],"b":{}}"#, r#""\u0001\n\"\\ü€😀""#, "[]"] {
            assert_eq!(scan(good.as_bytes()), Ok(good));
        }
        let wrong = |text: &str| scan(text.as_bytes()).expect_err(text).to_string();
        assert!(wrong(r#"{"a": "x"}"#).contains("byte 5: white space"));
        assert!(wrong(r#"{"b":"","a":""}"#).contains("out of the canonical order"));
        assert!(wrong(r#"{"a":"","a":""}"#).contains("the member a is there twice"));
        assert!(wrong(r#"["x""#).contains("cut off after 4 bytes"));
        assert!(wrong("[1]").contains("byte 1: a bare number"));
        assert!(wrong("[NaN]").contains("expected an object"));
        assert!(wrong(r#"["\u000a"]"#).contains("an escape"));
        assert!(wrong("[]x").contains("the end of the document"));
        assert!(wrong(&"[".repeat(13)).contains("nested deeper than 12"));
        assert!(matches!(scan(b"[\"\xff\"]"), Err(FormError::NotUtf8 { at: 2 })));
        assert!(matches!(scan(&vec![b' '; MOST_BYTES + 1]), Err(FormError::TooLarge { .. })));
        assert!(wrong(&format!("[{}true]", "true,".repeat(MOST_MEMBERS))).contains("a list longer than 4096"));
        assert!(wrong(&format!("\"{}\"", "x".repeat(MOST_STRING + 1))).contains("a string longer"));
    }

    fn document() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![any::<bool>().prop_map(Into::into), any::<String>().prop_map(serde_json::Value::from)];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::from),
                prop::collection::btree_map("[ !#-\\[\\]-~]{0,4}", inner, 0..5)
                    .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_rfc_8785_and_is_read_again(value in document()) {
            let text = write(&value).expect("canonical");
            prop_assert_eq!(&text, &serde_json_canonicalizer::to_string(&value).expect("RFC 8785"));
            prop_assert_eq!(read::<serde_json::Value>(text.as_bytes()), Ok(value));
        }

        /// Whatever the scanner lets pass is exactly what the reader would write.
        #[test]
        fn nothing_else_is_read(value in document(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
            let mut bytes = write(&value).expect("canonical").into_bytes();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            if let Ok(other) = read::<serde_json::Value>(&bytes) {
                let text = serde_json_canonicalizer::to_string(&other).expect("RFC 8785");
                prop_assert_eq!(text.as_bytes(), &bytes[..]);
            }
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = scan(&bytes);
        }
    }
}
