//! JSON text for people: what fits on a line stands on one, so that half of a long text is not indentation.

/// The longest list or object, in bytes, that stands on one line.
const WIDTH: usize = 160;

/// JSON text without blanks, broken into lines. Only line feeds and indentation are added, one space a level: a list or object that is longer
/// than a line has its members on lines of their own, and plain values of a long list share lines.
///
/// Text that is not JSON without blanks is given back broken somehow, and whole.
pub(crate) fn in_lines(compact: &str) -> String {
    let mut text = Lines { compact, ends: ends(compact.as_bytes()), out: String::with_capacity(compact.len() * 9 / 8) };
    text.value(0, compact.len(), 0);
    text.out.push('\n');
    text.out
}

/// For the place of each opening bracket, that of its closing one; elsewhere nought.
fn ends(bytes: &[u8]) -> Vec<usize> {
    let mut ends = vec![0; bytes.len()];
    let mut open = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = after_string(bytes, at) - 1,
            b'[' | b'{' => open.push(at),
            b']' | b'}' => {
                if let Some(start) = open.pop() {
                    ends[start] = at;
                }
            }
            _ => {}
        }
        at += 1;
    }
    ends
}

/// The place after the string that starts at a place.
fn after_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

struct Lines<'a> {
    compact: &'a str,
    ends: Vec<usize>,
    out: String,
}

impl Lines<'_> {
    /// Writes what stands from one place to another: a value, or a key and its value.
    fn value(&mut self, start: usize, end: usize, level: usize) {
        let bytes = self.compact.as_bytes();
        let key = if bytes.get(start) == Some(&b'"') { after_string(bytes, start) } else { start };
        let bracket = if bytes.get(key) == Some(&b':') { key + 1 } else { start };
        if end - bracket <= WIDTH || self.ends[bracket] == 0 {
            self.out.push_str(&self.compact[start..end]);
            return;
        }
        self.out.push_str(&self.compact[start..=bracket]);
        let members = self.members(bracket);
        let is_plain = |&(from, _): &(usize, usize)| !matches!(bytes[from], b'[' | b'{');
        if bytes[bracket] == b'[' && members.iter().all(is_plain) {
            self.filled(&members, level + 1);
        } else {
            for (at, &(from, to)) in members.iter().enumerate() {
                if at > 0 {
                    self.out.push(',');
                }
                self.line(level + 1);
                self.value(from, to, level + 1);
            }
        }
        self.line(level);
        self.out.push_str(&self.compact[self.ends[bracket]..end]);
    }

    /// Writes plain values, as many to a line as it has room for.
    fn filled(&mut self, members: &[(usize, usize)], level: usize) {
        let mut room = 0;
        for (at, &(from, to)) in members.iter().enumerate() {
            let length = to - from + 1;
            if at > 0 {
                self.out.push(',');
            }
            if at == 0 || length > room {
                self.line(level);
                room = WIDTH;
            }
            room = room.saturating_sub(length);
            self.out.push_str(&self.compact[from..to]);
        }
    }

    fn line(&mut self, level: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', level));
    }

    /// From where to where each member of the list or object at a place is.
    fn members(&self, bracket: usize) -> Vec<(usize, usize)> {
        let bytes = self.compact.as_bytes();
        let last = self.ends[bracket];
        let mut members = Vec::new();
        let (mut start, mut at) = (bracket + 1, bracket + 1);
        while at < last {
            match bytes[at] {
                b'"' => at = after_string(bytes, at) - 1,
                b'[' | b'{' => at = self.ends[at],
                b',' => {
                    members.push((start, at));
                    start = at + 1;
                }
                _ => {}
            }
            at += 1;
        }
        members.push((start, last));
        members
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn lines(value: &Value) -> String {
        let text = in_lines(&value.to_string());
        let read: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(&read, value);
        assert!(text.ends_with('\n'));
        text
    }

    #[test]
    fn what_fits_on_a_line_stands_on_one() {
        assert_eq!(lines(&json!({ "a": [1, { "b": "x" }] })), "{\"a\":[1,{\"b\":\"x\"}]}\n");
        assert_eq!(lines(&json!([])), "[]\n");
        assert_eq!(lines(&json!("a long text".repeat(40))).lines().count(), 1);
    }

    #[test]
    fn members_of_what_does_not_have_lines_of_their_own() {
        let row = json!({ "hand": "8,8", "text": "x".repeat(60) });
        let text = lines(&json!({ "rows": [row, row, row], "last": null }));
        let row = row.to_string();
        assert_eq!(text, format!("{{\n \"last\":null,\n \"rows\":[\n  {row},\n  {row},\n  {row}\n ]\n}}\n"));
    }

    #[test]
    fn plain_values_of_a_long_list_share_lines() {
        let text = lines(&json!((0..100).map(|n| format!("{n:03}")).collect::<Vec<_>>()));
        let all: Vec<&str> = text.lines().collect();
        assert_eq!(
            (all[0], all[4], all.len()),
            (
                "[",
                " \"078\",\"079\",\"080\",\"081\",\"082\",\"083\",\"084\",\"085\",\"086\",\"087\",\"088\",\"089\",\"090\",\"091\",\"092\",\"093\",\"094\",\"095\",\"096\",\"097\",\"098\",\"099\"",
                6
            )
        );
        assert!(all.iter().all(|line| line.len() <= WIDTH + 1));
    }

    #[test]
    fn brackets_and_quotes_within_texts_are_text() {
        let odd = "],[{\"\\}:,".repeat(30);
        lines(&json!({ odd.clone(): [odd.clone(), { odd.clone(): odd.clone() }], "x": [[odd.clone()], odd] }));
    }
}
