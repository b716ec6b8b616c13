//! What a submission is called: its file's id and title, as far as what was changed since leaves them true.

use crate::analysis::{Draft, Override};
use crate::shoe::StatedShoe;

/// So many changes are named in a title; of more, the number.
const MOST_NAMED: usize = 3;

/// What a submission is called.
pub(crate) struct Named {
    pub(crate) id: String,
    pub(crate) title: String,
}

impl Named {
    pub(crate) fn of(draft: &Draft, stated: &StatedShoe) -> Self {
        let Draft { id: own, title: stated_title, overrides, .. } = draft;
        if overrides.is_empty() {
            return Self { id: own.clone(), title: stated_title.clone() };
        }
        let decks = match stated {
            StatedShoe::Decks(decks) => Some(*decks),
            StatedShoe::Values(_) | StatedShoe::Faces(_) => None,
        };
        Self { id: id(own, decks), title: title(stated_title, overrides, decks) }
    }
}

/// The title of a changed analysis: with the number of decks in force where the file's title ends in one, and with what else was changed.
fn title(stated: &str, changes: &[Override], decks: Option<u16>) -> String {
    let (name, of_decks) = match stated.rsplit_once(", ") {
        Some((name, tail)) if names_decks(tail) => (name, decks.map(cards::decks_in_words)),
        _ => (stated, None),
    };
    let mut told = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        let is_told = change.key == "decks" && of_decks.is_some();
        let is_overruled =
            changes[at + 1..].iter().any(|later| overrules(later, change)) || is_other_shoe(change, decks);
        if !(is_told || is_overruled || takes_nothing_out(change)) {
            told.push(format!("{} = {}", change.key, change.value));
        }
    }
    let changed = match told.len() {
        0 => None,
        1..=MOST_NAMED => Some(format!("with {}", told.join(", "))),
        more => Some(format!("with {more} values changed")),
    };
    let parts: Vec<String> = [Some(name.to_owned()), of_decks, changed].into_iter().flatten().collect();
    parts.join(", ")
}

/// The id of a changed analysis: with the number of decks in force where the file's id ends in one.
fn id(stated: &str, decks: Option<u16>) -> String {
    let name = stated.strip_suffix("-decks").and_then(|rest| rest.rsplit_once('-'));
    match (name, decks) {
        (Some((name, number)), Some(decks)) if number.parse::<u16>().is_ok() => format!("{name}-{decks}-decks"),
        _ => stated.to_owned(),
    }
}

/// Whether a later change leaves nothing of an earlier one.
fn overrules(later: &Override, earlier: &Override) -> bool {
    let of_section = |section: &str| earlier.key.strip_prefix(section).is_some_and(|rest| rest.starts_with('.'));
    later.key == earlier.key || (later.value == "none" && of_section(&later.key))
}

/// Whether the change states a shoe in whole decks and the shoe in force is none, or the other way round.
fn is_other_shoe(change: &Override, decks: Option<u16>) -> bool {
    match change.key.as_str() {
        "decks" => decks.is_none(),
        "shoe" => decks.is_some(),
        _ => false,
    }
}

fn names_decks(words: &str) -> bool {
    let number = words.strip_suffix(" decks").or_else(|| words.strip_suffix(" deck"));
    number.is_some_and(|number| number.parse::<u16>().is_ok())
}

fn takes_nothing_out(change: &Override) -> bool {
    change.key == "remove" && change.value == "[]"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titled(stated: &str, changes: &[(&str, &str)], decks: Option<u16>) -> String {
        let changes: Vec<Override> = changes.iter().map(|&(key, value)| Override::new(key, value)).collect();
        title(stated, &changes, decks)
    }

    #[test]
    fn a_title_names_the_decks_in_force() {
        assert_eq!(titled("Game, 6 decks", &[("decks", "1")], Some(1)), "Game, 1 deck");
        assert_eq!(titled("Game, 1 deck", &[("decks", "2"), ("decks", "8")], Some(8)), "Game, 8 decks");
        assert_eq!(titled("House game", &[("decks", "8")], Some(8)), "House game, with decks = 8");
        assert_eq!(titled("Game, 6 decks", &[("shoe", "4,4")], None), "Game, with shoe = 4,4");
    }

    #[test]
    fn a_title_names_what_was_changed() {
        let changes = [("options.soft-17", "stand"), ("remove", "[]"), ("options.soft-17", "hit"), ("decks", "2")];
        assert_eq!(titled("Game, 6 decks", &changes, Some(2)), "Game, 2 decks, with options.soft-17 = hit");
        let many = [("a", "1"), ("b", "2"), ("c", "3"), ("d", "4")];
        assert_eq!(titled("Game, 6 decks", &many, Some(6)), "Game, 6 decks, with 4 values changed");
    }

    #[test]
    fn an_id_names_the_decks_in_force() {
        assert_eq!(id("game-6-decks", Some(8)), "game-8-decks");
        assert_eq!(id("game-6-decks", None), "game-6-decks");
        assert_eq!(id("my-game", Some(8)), "my-game");
        assert_eq!(id("game-of-decks", Some(8)), "game-of-decks");
    }
}
