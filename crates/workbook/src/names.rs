//! Names of sheets: what every program for tables takes, and no two alike.

use std::collections::BTreeSet;

/// Longest name of a sheet.
const MOST_LETTERS: usize = 31;

/// Names that are taken, in lower case: programs do not tell the cases apart.
#[derive(Default)]
pub(crate) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// A free name like `wanted`.
    pub(crate) fn of(&mut self, wanted: &str) -> String {
        let plain: String = wanted.chars().map(|letter| if is_safe(letter) { letter } else { ' ' }).collect();
        let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        let plain = plain.trim_start_matches('-');
        let plain = if plain.is_empty() { "Sheet" } else { plain };
        for number in 1u32.. {
            let end = if number == 1 { String::new() } else { format!(" {number}") };
            let room = MOST_LETTERS - end.len();
            let name = format!("{}{end}", plain.chars().take(room).collect::<String>().trim_end());
            if self.taken.insert(name.to_lowercase()) {
                return name;
            }
        }
        plain.to_owned()
    }
}

/// Letters that need no quotes' escape in a reference and that no program refuses in a name.
fn is_safe(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, ' ' | '-' | '+')
}

/// A sheet as it stands before the `!` of a reference.
pub(crate) fn quoted(name: &str) -> String {
    format!("'{name}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_plain_and_told_apart() {
        let mut names = Names::default();
        let wanted = ["Wager", "wager", "=A1", "'x'!", "", "[a]:b/c*?\\", &"long ".repeat(20), &"long ".repeat(20)];
        let found = wanted.map(|name| names.of(name));
        let expected = ["Wager", "wager 2", "A1", "x", "Sheet", "a b c"];
        assert_eq!(found[..6], expected);
        assert_eq!(found[6], "long long long long long long l");
        assert_eq!(found[7], "long long long long long long 2");
        assert!(found.iter().all(|name| name.chars().count() <= MOST_LETTERS));
    }
}
