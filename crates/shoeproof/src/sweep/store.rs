//! Files of answers. A file has the name of its units' hash, so a plan knows which file it looks for, and the file says itself whether
//! it is whole.
//!
//! It is not waited for until the disk has it: what a power cut leaves is not whole, and is computed again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use certificate::sha256_hex;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::sweep::answer::UnitAnswer;
use crate::sweep::unit::ANSWER_FORMAT;

/// The first line of a file.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswersHeader {
    format: u32,
    units: String,
    /// Of the lines below.
    sha256: String,
}

/// The name of a file of these units.
pub(crate) fn name<'a>(units: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::from("shoeproof units 1\n");
    for unit in units {
        text.push_str(unit);
        text.push('\n');
    }
    sha256_hex(text.as_bytes())
}

/// Where a file of this name lies in the folder of a sweep.
pub(crate) fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join("units").join(name.get(..2).unwrap_or_default()).join(format!("{name}.jsonl"))
}

/// The text of a file.
///
/// # Errors
/// [`Failure::Json`].
pub(crate) fn text(name: &str, answers: &[UnitAnswer]) -> Result<String, Failure> {
    let mut lines = String::new();
    for answer in answers {
        lines.push_str(&serde_json::to_string(answer)?);
        lines.push('\n');
    }
    let header = AnswersHeader { format: ANSWER_FORMAT, units: name.to_owned(), sha256: sha256_hex(lines.as_bytes()) };
    Ok(format!("{}\n{lines}", serde_json::to_string(&header)?))
}

/// The answers that a text of this name has; `None` if it is not whole, or another's.
pub(crate) fn answers(name: &str, text: &str) -> Option<Vec<UnitAnswer>> {
    let (first, lines) = text.split_once('\n')?;
    let header: AnswersHeader = serde_json::from_str(first).ok()?;
    if header.format != ANSWER_FORMAT || header.units != name || header.sha256 != sha256_hex(lines.as_bytes()) {
        return None;
    }
    let answers: Vec<UnitAnswer> = lines.lines().map(|line| serde_json::from_str(line).ok()).collect::<Option<_>>()?;
    (self::name(answers.iter().map(|answer| answer.unit.as_str())) == name).then_some(answers)
}

/// What is found where a file should be.
pub(crate) enum StoredAnswers {
    Missing,
    /// Something that is not the file.
    Other,
    Whole(Vec<UnitAnswer>),
}

pub(crate) fn read(folder: &Path, name: &str) -> StoredAnswers {
    match input::bytes_of_no_link(&path(folder, name), input::MOST_OWN) {
        Ok(bytes) => {
            let whole = String::from_utf8(bytes).ok().and_then(|text| answers(name, &text));
            whole.map_or(StoredAnswers::Other, StoredAnswers::Whole)
        }
        Err(error) if error.is_missing() => StoredAnswers::Missing,
        Err(_) => StoredAnswers::Other,
    }
}

/// Puts a file in its place, whatever was there.
///
/// # Errors
/// [`Failure::Unreadable`] with the path, if it cannot be written.
pub(crate) fn put(path: &Path, write: impl FnOnce(&mut dyn io::Write) -> Result<(), Failure>) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::not_written(path, &error);
    fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).map_err(failed)?;
    input::put(path, input::Survives::Kill, write, failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::answer::UnitFigures;
    use crate::sweep::question::UnitQuestion;

    fn answer(unit: &str) -> UnitAnswer {
        UnitAnswer {
            unit: unit.to_owned(),
            submission: None,
            game: "g".to_owned(),
            decks: None,
            shoe: None,
            conforming: None,
            question: UnitQuestion::Wager { wager: "w".to_owned() },
            figures: UnitFigures { near_ev: Some("0.25".to_owned()), ..UnitFigures::default() },
            failure: None,
        }
    }

    #[test]
    fn a_file_is_read_back_and_any_change_makes_it_another() {
        let all = [answer("a"), answer("b")];
        let name = name(["a", "b"].into_iter());
        let text = text(&name, &all).expect("a text");
        assert_eq!(answers(&name, &text).as_deref(), Some(&all[..]));
        for at in 0..text.len() {
            let mut other = text.clone().into_bytes();
            other[at] = if other[at] == b'0' { b'1' } else { b'0' };
            assert_eq!(answers(&name, &String::from_utf8(other).expect("ASCII")), None, "byte {at}");
            assert_eq!(answers(&name, &text[..at]), None, "{at} bytes");
        }
        // Whole, and of other units.
        let foreign = super::name(["a", "c"].into_iter());
        let text = super::text(&name, &[answer("a"), answer("c")]).expect("a text");
        assert_eq!(answers(&name, &text), None);
        assert_eq!(answers(&foreign, &text), None);
    }

    #[test]
    fn nothing_is_left_beside_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ab").join("x");
        for text in ["one", "two"] {
            let write = |file: &mut dyn io::Write| {
                file.write_all(text.as_bytes()).map_err(|error| Failure::Unreadable(error.to_string()))
            };
            put(&path, write).expect("written");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        put(&path, |_| Err(Failure::Stopped)).expect_err("stopped");
        assert_eq!(fs::read_dir(folder.path().join("ab")).expect("the folder").count(), 1);
        assert!(put(&folder.path().join("ab"), |_| Ok(())).is_err(), "a folder is in its place");
    }
}
