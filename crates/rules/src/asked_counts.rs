//! Counts of which a report says how well they tell what a wager is worth.

use std::ops::{Range, RangeInclusive};

use cards::Value;
use serde::Deserialize;
use toml::Spanned;

use crate::error::{RulesError, plain};
use crate::located::{Located, list};
use crate::simulation::NONE;
use crate::text::{exactly, is_name};

/// How many counts a report may judge.
const MOST: RangeInclusive<usize> = 1..=12;
/// How many depths a report may state, and how much of a shoe may be seen, in percent.
const MOST_DEPTHS: RangeInclusive<usize> = 1..=4;
const PERCENT: RangeInclusive<u8> = 1..=95;
/// The depths of an analysis that asks for none in particular.
const DEPTHS: [u8; 3] = [25, 50, 75];
/// Letters of a title.
const LETTERS: RangeInclusive<usize> = 1..=60;

/// The counts that an analysis asks for, in its order. They are no part of what is analysed: the hash of a submission leaves them out.
#[derive(Debug, Clone)]
pub struct AskedCounts {
    counts: Vec<Located<AskedCount>>,
    depths: Vec<u8>,
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
    #[serde(deserialize_with = "exactly")]
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
        self.iter().eq(other.iter()) && self.depths == other.depths
    }
}

impl AskedCounts {
    /// The counts, in the order of the analysis; at least one, and no name twice.
    pub fn iter(&self) -> impl Iterator<Item = &AskedCount> {
        self.counts.iter().map(|count| &count.value)
    }

    /// How much of the shoe is seen before the rounds that are stated by count, in percent; rising, and at least one.
    pub fn depths(&self) -> &[u8] {
        &self.depths
    }

    /// The error that the count at this place is wrong, which names file and line; of the first if there is none at the place.
    pub fn refused(&self, at: usize, message: String, expected: String) -> RulesError {
        self.counts[if at < self.counts.len() { at } else { 0 }].expected(message, expected)
    }

    fn with_depths(self, depths: &Located<Vec<String>>) -> Result<Self, RulesError> {
        let percent = |text: &String| text.parse::<u8>().ok().filter(|percent| PERCENT.contains(percent));
        let read: Option<Vec<u8>> = depths.value.iter().map(percent).collect();
        let read = read.filter(|read| MOST_DEPTHS.contains(&read.len()) && read.is_sorted_by(|a, b| a < b));
        let expected = format!(
            "{} to {} rising parts of the shoe, {} to {} percent",
            MOST_DEPTHS.start(),
            MOST_DEPTHS.end(),
            PERCENT.start(),
            PERCENT.end()
        );
        let depths = read.ok_or_else(|| depths.expected("these depths cannot be stated", expected))?;
        Ok(Self { depths, ..self })
    }
}

/// The section in an analysis file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ExposureFile {
    counts: Spanned<Vec<Spanned<toml::Value>>>,
    depths: Option<Spanned<Vec<i64>>>,
}

/// Keys that can be set.
pub(crate) const EXPOSURE_KEYS: [&str; 3] = ["exposure", "exposure.counts", "exposure.depths"];

/// What an analysis file says.
pub(crate) fn read(
    file: Spanned<ExposureFile>,
    at: &impl Fn(Range<usize>) -> Located<()>,
) -> Result<AskedCounts, RulesError> {
    let ExposureFile { counts, depths } = file.into_inner();
    let depths = depths.map(|depths| {
        let place = at(depths.span());
        place.with(depths.into_inner().iter().map(ToString::to_string).collect())
    });
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
    let asked = asked(&whole, counts.collect::<Result<_, _>>()?)?;
    match depths {
        Some(depths) => asked.with_depths(&depths),
        None => Ok(asked),
    }
}

/// What an override asks for, by its name within the section: names in a list, or nothing.
pub(crate) fn set(
    asks: Option<AskedCounts>,
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
            let asked = asked(&value.with(()), counts.collect())?;
            Ok(Some(AskedCounts { depths: asks.map_or(asked.depths, |asks| asks.depths), ..asked }))
        }
        (["depths"], _) => {
            let asks = asks.ok_or_else(|| key.expected("no counts are asked for", "exposure.counts before it"))?;
            let depths = list(value).into_iter().map(|part| part.value);
            asks.with_depths(&value.with(depths.collect())).map(Some)
        }
        _ => Err(key.expected("this is no key that can be set", "exposure, exposure.counts or exposure.depths")),
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
        // A page puts the title into sentences of its own, so it may not end or begin one.
        let is_of_a_name = |one: char| one.is_alphanumeric() || " -()/'+,".contains(one);
        if !LETTERS.contains(&own.title.chars().count()) || !own.title.chars().all(is_of_a_name) {
            let expected = format!("{} to {} letters, digits and hyphens", LETTERS.start(), LETTERS.end());
            return Err(count.expected(format!("the title of the count `{id}` is no title"), expected));
        }
    }
    Ok(AskedCounts { counts, depths: DEPTHS.to_vec() })
}
