//! What an analysis says of its report: whom it is for, who answers for it, and what ISO/IEC 17025 asks a laboratory to say.

use std::str::FromStr;

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use crate::text::{Words, exactly, parsed, words};

/// Whom a report is for, who answers for it, and what a laboratory says of its work.
///
/// Only the first three are required. A report lists what is left out as not stated. No figure depends on any of them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReportDetails {
    /// Date of the report, a calendar date of ISO 8601 such as `2026-11-21`. Part of the analysis, so that a report can
    /// be made again byte for byte.
    #[serde(deserialize_with = "date")]
    pub date: String,
    /// The client.
    #[serde(deserialize_with = "words")]
    pub client: String,
    /// The authoriser.
    #[serde(deserialize_with = "words")]
    pub authoriser: String,
    /// Name of the laboratory.
    #[serde(default, deserialize_with = "optional_words")]
    pub laboratory: Option<String>,
    /// Its address.
    #[serde(default, deserialize_with = "optional_words")]
    pub laboratory_address: Option<String>,
    /// Where the work was done, also if that is not at the laboratory's address.
    #[serde(default, deserialize_with = "optional_words")]
    pub place: Option<String>,
    /// How the client is reached: a name and an address.
    #[serde(default, deserialize_with = "optional_words")]
    pub client_contact: Option<String>,
    /// The day on which the item was received.
    #[serde(default, deserialize_with = "optional_date")]
    pub received: Option<String>,
    /// The first and the last day of the work.
    #[serde(default, deserialize_with = "period")]
    pub performed: Option<[String; 2]>,
    /// Who else did part of the work; an empty list says that nobody did.
    #[serde(default, deserialize_with = "optional_names")]
    pub external_providers: Option<Vec<String>>,
    /// How it is decided whether a figure conforms (ISO/IEC 17025:2017, 7.8.6).
    #[serde(default, deserialize_with = "optional_words")]
    pub decision_rule: Option<String>,
    /// The commit of the program's sources, as the laboratory states it.
    #[serde(default, deserialize_with = "commit")]
    pub commit: Option<String>,
    /// The compiler that built the program, as the laboratory states it.
    #[serde(default, deserialize_with = "optional_words")]
    pub compiler: Option<String>,
    /// What changed in this report since it was first issued, oldest first; an empty list says that nothing did.
    pub revisions: Option<Vec<ReportRevision>>,
}

impl ReportDetails {
    /// What lies after the report's date, or before an older issue's: the key, and what is wrong.
    pub(crate) fn out_of_order(&self) -> Option<(&'static str, String)> {
        // Days of one form stand in the order of their texts.
        let after = |what: &str, day: &str| format!("{what} {day}, after the report's date, {}", self.date);
        let received = self.received.as_ref().filter(|day| **day > self.date);
        if let Some(day) = received {
            return Some(("received", after("the item was received on", day)));
        }
        let performed = self.performed.as_ref().filter(|[_, last]| *last > self.date);
        if let Some([_, last]) = performed {
            return Some(("performed", after("the work ended on", last)));
        }
        let issues = self.revisions.as_deref().unwrap_or_default();
        if let Some(late) = issues.iter().find(|issue| issue.date > self.date) {
            return Some(("revisions", after(&format!("revision {} was issued on", late.revision), &late.date)));
        }
        let [older, newer] = issues.array_windows().find(|[older, newer]| older.date > newer.date)?;
        let message =
            format!("revision {} of {} stands before {} of {}", older.revision, older.date, newer.revision, newer.date);
        Some(("revisions", message))
    }
}

/// An issue of a report.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReportRevision {
    /// Its number or name.
    #[serde(deserialize_with = "words")]
    pub revision: String,
    /// Its date.
    #[serde(deserialize_with = "date")]
    pub date: String,
    /// What is new in it, and why.
    #[serde(deserialize_with = "words")]
    pub changes: String,
}

/// A commit: 40 or 64 hexadecimal digits.
struct CommitName(String);

impl FromStr for CommitName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if [40, 64].contains(&text.len()) && text.bytes().all(is_digit) {
            return Ok(Self(text.to_owned()));
        }
        Err(format!(
            "`{}` is not a commit: expected 40 or 64 digits from 0 to f",
            text.chars().take(80).collect::<String>()
        ))
    }
}

fn commit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    parsed(deserializer, "a commit in quotation marks").map(|CommitName(text)| Some(text))
}

fn optional_words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    words(deserializer).map(Some)
}

fn optional_names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<String>>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    names.iter().try_for_each(|name| name.parse::<Words>().map(|_| ())).map_err(D::Error::custom)?;
    Ok(Some(names))
}

fn optional_date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    date(deserializer).map(Some)
}

fn period<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[String; 2]>, D::Error> {
    let days: [String; 2] = exactly(deserializer)?;
    for day in &days {
        day.parse::<Date>().map_err(D::Error::custom)?;
    }
    if days[0] > days[1] {
        return Err(D::Error::custom(format!("the work ends on {} and begins on {}", days[1], days[0])));
    }
    Ok(Some(days))
}

/// A day of the Gregorian calendar, as it is written.
struct Date(String);

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong =
            || format!("`{text}` is not a date: expected a day of the calendar as YYYY-MM-DD, such as 2026-11-21");
        let is_written_so = text.len() == 10
            && text
                .bytes()
                .enumerate()
                .all(|(at, byte)| if [4, 7].contains(&at) { byte == b'-' } else { byte.is_ascii_digit() });
        if !is_written_so {
            return Err(wrong());
        }
        // Every byte is ASCII, and the digits are digits.
        let number = |part: &str| part.parse::<u16>().map_err(|_| wrong());
        let (year, month, day) = (number(&text[..4])?, number(&text[5..7])?, number(&text[8..])?);
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            1..=12 => 31,
            _ => 0,
        };
        if (1..=days).contains(&day) { Ok(Self(text.to_owned())) } else { Err(wrong()) }
    }
}

fn date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    parsed(deserializer, "a date in quotation marks").map(|Date(text)| text)
}
