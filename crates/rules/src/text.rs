//! Rule values that are written as text.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use cards::{Rank, Value};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// The value that a text stands for; `what` says what it is, for a value that is no text.
///
/// An error that is made while the text is visited points at the text; one made afterwards, at the list around it.
pub(crate) fn parsed<'de, T, D>(deserializer: D, what: &'static str) -> Result<T, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    struct Text<T> {
        what: &'static str,
        value: PhantomData<T>,
    }

    impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.what)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }

    deserializer.deserialize_str(Text { what, value: PhantomData })
}

/// A list of just so many. An array's own reader takes the first of a longer TOML list and leaves the rest without a word.
pub(crate) fn exactly<'de, T, D, const N: usize>(deserializer: D) -> Result<[T; N], D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct Exactly<T, const N: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for Exactly<T, N> {
        type Value = [T; N];

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "an array of length {N}")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<[T; N], A::Error> {
            let mut values = Vec::with_capacity(N);
            while let Some(value) = list.next_element()? {
                values.push(value);
            }
            values.try_into().map_err(|values: Vec<T>| Error::invalid_length(values.len(), &self))
        }
    }

    deserializer.deserialize_seq(Exactly(PhantomData))
}

/// The same of a value that may be left out.
pub(crate) fn optional_exactly<'de, T, D, const N: usize>(deserializer: D) -> Result<Option<[T; N]>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    exactly(deserializer).map(Some)
}

/// Most sentences of a list, and most characters of each.
const MOST_SENTENCES: usize = 20;
const MOST_OF_SENTENCE: usize = 400;

/// Sentences, each of which says something.
pub(crate) fn sentences<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let list = Vec::<String>::deserialize(deserializer)?;
    if list.len() > MOST_SENTENCES {
        return Err(Error::custom(format!("{} sentences: expected at most {MOST_SENTENCES}", list.len())));
    }
    match list.iter().find(|text| text.trim().is_empty() || text.chars().count() > MOST_OF_SENTENCE) {
        None => Ok(list),
        Some(_) => Err(Error::custom(format!("a sentence is empty or longer than {MOST_OF_SENTENCE} characters"))),
    }
}

/// Whether the text can be a part of a dotted key, and the name of a file or a folder and only of one.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// What [`is_name`] accepts, for messages.
pub(crate) const NAME: &str = "letters, digits, `-` and `_`";

/// Most characters of a label.
const MOST_OF_LABEL: usize = 60;

/// Whether the text can name a paytable or a choice in a sentence, and cannot be taken for a part of the sentence.
pub(crate) fn is_label(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_:./+%()".contains(&byte);
    !text.is_empty() && text.len() <= MOST_OF_LABEL && text.bytes().all(fits)
}

/// What [`is_label`] accepts, for messages.
pub(crate) const LABEL: &str = "at most 60 letters, digits and the signs - _ : . / + % ( )";

/// The clauses in parentheses, to end a sentence with; nothing if there are none.
pub fn cited(clauses: &[String]) -> String {
    if clauses.is_empty() { String::new() } else { format!(" ({})", clauses.join(", ")) }
}

pub(crate) fn list(values: &[Value]) -> String {
    values.iter().map(Value::to_string).collect::<Vec<_>>().join(", ")
}

/// A rank by its name.
struct RankName(Rank);

impl<'de> Deserialize<'de> for RankName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parsed(deserializer, "a rank in quotation marks").map(Self)
    }
}

pub(crate) fn ranks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Rank>, D::Error> {
    Ok(Vec::<RankName>::deserialize(deserializer)?.into_iter().map(|name| name.0).collect())
}

/// A card value by its name.
struct ValueName(Value);

impl<'de> Deserialize<'de> for ValueName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parsed(deserializer, "a card value in quotation marks").map(Self)
    }
}

pub(crate) fn value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    ValueName::deserialize(deserializer).map(|name| name.0)
}

pub(crate) fn values<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Value>, D::Error> {
    Ok(Vec::<ValueName>::deserialize(deserializer)?.into_iter().map(|name| name.0).collect())
}

/// Text that says something.
pub(crate) struct Words(String);

impl FromStr for Words {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.trim().is_empty() {
            return Err("the text is empty: expected words, or no such key where it may be left out");
        }
        Ok(Self(text.to_owned()))
    }
}

/// Text that says something, or an error.
pub(crate) fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    parsed(deserializer, "text in quotation marks").map(|Words(text)| text)
}

/// Most characters of a title, which stands in a line of its own.
const MOST_OF_TITLE: usize = 200;

/// A title.
pub(crate) fn title<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let title = words(deserializer)?;
    match title.chars().count() {
        0..=MOST_OF_TITLE => Ok(title),
        number => Err(D::Error::custom(format!("a title of {number} characters: expected at most {MOST_OF_TITLE}"))),
    }
}
