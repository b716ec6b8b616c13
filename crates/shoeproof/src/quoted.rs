//! Fields of a spreadsheet in quotation marks.

/// What a quoted field says, and where it ends behind its closing mark.
pub(crate) fn quoted(text: &str) -> Option<(String, usize)> {
    let mut said = String::new();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letter != '"' {
            said.push(letter);
        } else if letters.next_if(|(_, next)| *next == '"').is_some() {
            said.push('"');
        } else {
            return Some((said, at + 1));
        }
    }
    None
}
