//! Counts of which a report says how well they tell what a wager is worth.

use std::ops::{Range, RangeInclusive};

use cards::Value;
use serde::Deserialize;
use toml::Spanned;

use crate::error::{RulesError, plain};
use crate::located::{Located, list};
use crate::simulation::NONE;
use crate::text::is_name;

/// How many counts a report may judge.
const MOST: RangeInclusive<usize> = 1..=12;
/// Letters of a title.
const LETTERS: RangeInclusive<usize> = 1..=60;

/// The counts that an analysis asks for, in its order. They are no part of what is analysed: the hash of a submission leaves them out.
#[derive(Debug, Clone)]
pub struct AskedCounts {
    counts: Vec<Located<AskedCount>>,
}

/// A count that an analysis asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskedCount {
    /// A count of the program, by its name.
    Named(String),
    /// A count whose tags the analysis states.
    Own(OwnCount),
}

/// A count with its tags. Whether the numbers are within bounds is for whoever counts to say.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OwnCount {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Tags of A, 2, …, 9, T, in units.
    pub tags: [i32; Value::COUNT],
    /// Units of a tag of 1: 2 for a count in halves.
    #[serde(default = "one")]
    pub units: i32,
}

fn one() -> i32 {
    1
}

impl AskedCount {
    /// The name.
    pub fn id(&self) -> &str {
        match self {
            Self::Named(id) => id,
            Self::Own(own) => &own.id,
        }
    }
}

/// The file that names a count makes no difference.
impl PartialEq for AskedCounts {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl AskedCounts {
    /// The counts, in the order of the analysis; at least one, and no name twice.
    pub fn iter(&self) -> impl Iterator<Item = &AskedCount> {
        self.counts.iter().map(|count| &count.value)
    }

    /// The error that the count at this place is wrong, which names file and line; of the first if there is none at the place.
    pub fn refused(&self, at: usize, message: String, expected: String) -> RulesError {
        self.counts[if at < self.counts.len() { at } else { 0 }].expected(message, expected)
    }
}

/// The section in an analysis file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ExposureFile {
    counts: Spanned<Vec<Spanned<toml::Value>>>,
}

/// Keys that can be set.
pub(crate) const EXPOSURE_KEYS: [&str; 2] = ["exposure", "exposure.counts"];

/// What an analysis file says.
pub(crate) fn read(
    file: Spanned<ExposureFile>,
    at: &impl Fn(Range<usize>) -> Located<()>,
) -> Result<AskedCounts, RulesError> {
    let counts = file.into_inner().counts;
    let whole = at(counts.span());
    let counts = counts.into_inner().into_iter().map(|count| {
        let place = at(count.span());
        match count.into_inner() {
            toml::Value::String(name) => Ok(place.with(AskedCount::Named(name))),
            table @ toml::Value::Table(_) => {
                let own = table.try_into().map_err(|error: toml::de::Error| plain(place.said(error.message())))?;
                Ok(place.with(AskedCount::Own(own)))
            }
            _ => Err(place.expected("this is no count", EXPECTED)),
        }
    });
    asked(&whole, counts.collect::<Result<_, _>>()?)
}

/// What an override asks for, by its name within the section: names in a list, or nothing.
pub(crate) fn set(
    name: &[&str],
    key: &Located<()>,
    value: &Located<String>,
) -> Result<Option<AskedCounts>, RulesError> {
    match (name, value.value.as_str()) {
        ([], NONE) => Ok(None),
        ([], other) => {
            Err(value.expected(format!("`{other}` says nothing of counts"), "none, or the key exposure.counts"))
        }
        (["counts"], _) => {
            let counts = list(value).into_iter().map(|part| part.with(AskedCount::Named(part.value.clone())));
            asked(&value.with(()), counts.collect()).map(Some)
        }
        _ => Err(key.expected("this is no key that can be set", "exposure or exposure.counts")),
    }
}

const EXPECTED: &str = "the name of a count such as \"hi-lo\", or a table such as { id = \"mine\", title = \"Mine\", tags = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1] }";

fn asked(whole: &Located<()>, counts: Vec<Located<AskedCount>>) -> Result<AskedCounts, RulesError> {
    if !MOST.contains(&counts.len()) {
        let expected = format!("{} to {} counts", MOST.start(), MOST.end());
        return Err(whole.expected(format!("{} counts are asked for", counts.len()), expected));
    }
    for (at, count) in counts.iter().enumerate() {
        let id = count.value.id();
        if !is_name(id) {
            return Err(count.expected(format!("`{id}` cannot name a count"), EXPECTED));
        }
        if counts[..at].iter().any(|other| other.value.id() == id) {
            return Err(count.expected(format!("the count `{id}` is asked for twice"), "every count once"));
        }
        let AskedCount::Own(own) = &count.value else { continue };
        if !LETTERS.contains(&own.title.chars().count()) {
            let expected = format!("{} to {} letters", LETTERS.start(), LETTERS.end());
            return Err(count.expected(format!("the title of the count `{id}` is no title"), expected));
        }
    }
    Ok(AskedCounts { counts })
}
