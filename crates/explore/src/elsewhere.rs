//! How a state is had elsewhere: by the command line and by the library.

use crate::state::State;

impl State {
    /// The arguments of the command line that name the analysis: its file or game, and a `--set` for each value replaced.
    pub(crate) fn arguments(&self, start: &str) -> String {
        let mut text = quoted(self.game.as_deref().unwrap_or(start));
        for one in &self.replaced {
            text.push_str(" --set ");
            text.push_str(&quoted(&one.to_string()));
        }
        text
    }

    /// The library call that names the analysis, in Rust.
    pub(crate) fn call(&self, start: &str) -> String {
        let mut text = match &self.game {
            Some(id) => format!("Analysis::of_game({id:?})?"),
            None => format!("Analysis::open({start:?}, &[])?"),
        };
        for one in &self.replaced {
            text.push_str(&format!("\n    .set({:?})?", one.to_string()));
        }
        text
    }
}

/// A word for a shell of the POSIX kind.
fn quoted(word: &str) -> String {
    let is_plain = |mark: char| mark.is_ascii_alphanumeric() || "-_./=,:@%+".contains(mark);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
