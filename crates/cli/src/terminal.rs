//! What reaches the terminal. Names and texts of files that others wrote could hold characters that move the cursor, hide what stands before
//! them or start a line that looks like a verdict; here they are written out instead.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use shoeproof::acts;

/// The text on one line, without a character that does anything but show itself.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    escaped(text, acts)
}

/// Standard output. Whatever is written to it is escaped but for line feeds and tabs; inside a JSON string the escapes mean the same
/// characters.
pub(crate) fn stdout() -> Escaping<io::StdoutLock<'static>> {
    Escaping::new(io::stdout().lock())
}

/// Standard output for what the program itself wrote, which is for another program to read.
pub(crate) fn raw_stdout() -> io::StdoutLock<'static> {
    io::stdout().lock()
}

/// Standard output for text with colours, which are left out where it is no terminal or the reader wants none (`NO_COLOR`,
/// `CLICOLOR`, `TERM=dumb`), unless they are asked for all the same (`CLICOLOR_FORCE`). Nothing is escaped.
pub(crate) fn colored_stdout() -> impl Write {
    anstream::AutoStream::auto(io::stdout().lock())
}

/// Writes a line to standard error. Nothing depends on whether it can be written.
pub(crate) fn complain(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// A text of several lines whose places are pointed at: what [`escape`] would write out is replaced by as many bytes.
pub(crate) fn masked(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(one) = rest.next() {
        match one {
            '\n' | '\t' => masked.push(one),
            '\r' if rest.peek() == Some(&'\n') => masked.push(one),
            _ if acts(one) => (0..one.len_utf8()).for_each(|_| masked.push('?')),
            _ => masked.push(one),
        }
    }
    masked
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for one in text.chars() {
        match one {
            '\n' if is_escaped(one) => safe.push_str("\\n"),
            '\r' if is_escaped(one) => safe.push_str("\\r"),
            '\t' if is_escaped(one) => safe.push_str("\\t"),
            _ if is_escaped(one) => safe.push_str(&format!("\\u{:04x}", u32::from(one))),
            _ => safe.push(one),
        }
    }
    Cow::Owned(safe)
}

/// A writer that escapes.
pub(crate) struct Escaping<W> {
    inner: W,
    /// The start of a character whose end is not written yet.
    held: Vec<u8>,
}

impl<W> Escaping<W> {
    fn new(inner: W) -> Self {
        Self { inner, held: Vec::new() }
    }
}

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.held) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.held.len(),
        };
        let rest = self.held.split_off(whole);
        let text = std::mem::replace(&mut self.held, rest);
        let text = String::from_utf8_lossy(&text);
        self.inner.write_all(escaped(&text, |one| acts(one) && !matches!(one, '\n' | '\t')).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_on_its_line_and_shows_itself() {
        assert_eq!(escape("Häuser & Söhne, 8♠"), "Häuser & Söhne, 8♠");
        assert_eq!(escape("x\ngood\r\t"), "x\\ngood\\r\\t");
        assert_eq!(escape("\u{1b}[2K\u{9b}2K\u{7f}"), "\\u001b[2K\\u009b2K\\u007f");
        assert_eq!(escape("\u{202e}doog\u{2066}\u{200f}\u{2028}"), "\\u202edoog\\u2066\\u200f\\u2028");
    }

    #[test]
    fn what_is_written_keeps_its_lines_and_stays_json() {
        let mut out = Escaping::new(Vec::new());
        let text = "a \u{1b}[2K\u{85}\u{202e}b";
        write!(out, "{}\n\tx\n", serde_json::json!({ "name": text })).expect("memory");
        let written = String::from_utf8(out.inner).expect("text");
        assert_eq!(written, "{\"name\":\"a \\u001b[2K\\u0085\\u202eb\"}\n\tx\n");
        let read: serde_json::Value = serde_json::from_str(written.lines().next().expect("a line")).expect("JSON");
        assert_eq!(read["name"], text);
    }

    #[test]
    fn a_character_may_come_in_parts() {
        let mut out = Escaping::new(Vec::new());
        for byte in "ä\u{202e}\u{9b}♠".bytes() {
            out.write_all(&[byte]).expect("memory");
        }
        assert_eq!(out.inner, "ä\\u202e\\u009b♠".as_bytes());
    }

    #[test]
    fn a_masked_text_keeps_its_places() {
        let text = "a\u{1b}\r\nb\u{202e}\u{85}c\r";
        let masked = masked(text);
        assert_eq!(masked, "a?\r\nb?????c?");
        assert_eq!(masked.len(), text.len());
    }
}
