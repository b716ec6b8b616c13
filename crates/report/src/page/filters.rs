//! Template filters: the document's numbers and names as the report prints them.

use certificate::{Exact, Root};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Output, State, Value, escape_formatter};
use num_rational::BigRational;
use serde::Deserialize;

use crate::figure::{self, escaped};
use crate::names;

pub(super) fn add(environment: &mut Environment<'_>) {
    environment.add_filter("percent", |value: Value, places: u32| exact(value).map(|it| figure::percent(&it, places)));
    environment.add_filter("rtp", |edge: Value| {
        exact(edge).map(|it| figure::percent(&figure::rtp(&it), figure::PERCENT_PLACES))
    });
    environment.add_filter("short_percent", |value: Value| exact(value).map(|it| figure::short_percent(&it)));
    environment
        .add_filter("rounded", |value: Value, places: u32| exact(value).map(|it| figure::minus(&it.rounded(places))));
    environment.add_filter("below", |value: String, places: u32| outwards(&value, places, cards::decimal_below));
    environment.add_filter("above", |value: String, places: u32| outwards(&value, places, cards::decimal_above));
    environment.add_filter("root", root);
    environment.add_filter("amount", |value: String| value.parse().map_or(value, |it| figure::amount_of(&it)));
    environment
        .add_filter("stated_amount", |value: Value, unit: String| exact(value).map(|it| stated_amount(&it, &unit)));
    environment.add_filter("payout", |value: String| payout(&value));
    environment.add_filter("grouped", |value: String| figure::grouped(&value));
    environment.add_filter("grouped_decimal", |value: String| figure::grouped_decimal(&value));
    environment.add_filter("amount_text", |value: String| figure::minus(&value));
    environment.add_filter("capitalize_first", |value: String| names::capitalised(&value));
    environment.add_filter("code", |value: String| Value::from_safe_string(code(&value)));
    environment.add_filter("class_short", |class: String| names::class_short(&class));
    environment.add_filter("class_long", |class: String| names::class_long(&class));
}

/// Payout odds as other tables have them: `1,030 to 1` of `1030:1`, with a sign of its own for minus.
fn payout(text: &str) -> String {
    let (odds, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match odds.split_once(':').filter(|(win, stake)| digits(win) && digits(stake)) {
        Some((win, stake)) => format!("{} to {stake}{rest}", figure::grouped(win)),
        None => text.replace(" - ", " \u{2212} "),
    }
}

/// An amount that somebody states, without a digit rounded: `$5,000`, `2%`, `1/3`.
fn stated_amount(amount: &Exact, unit: &str) -> String {
    let Some(number) = amount.value() else { return amount.fraction.clone() };
    match unit {
        "dollars" => format!("${}", figure::trimmed(&number)),
        "part" => format!("{}%", figure::trimmed(&(number * figure::hundred()))),
        _ => figure::trimmed(&number),
    }
}

/// Escapes texts as HTML needs it and no further: the engine's own escaping also spells out slashes, and a
/// fraction must be found in the page's source as it stands.
pub(super) fn write(out: &mut Output<'_>, state: &State<'_, '_>, value: &Value) -> Result<(), Error> {
    let text = value.as_str().filter(|_| matches!(state.auto_escape(), AutoEscape::Html) && !value.is_safe());
    let Some(text) = text else { return escape_formatter(out, state, value) };
    out.write_str(&escaped(text)).map_err(Error::from)
}

/// A text in which names between backticks stand as code.
fn code(text: &str) -> String {
    let parts: Vec<String> = text.split('`').map(escaped).collect();
    // Without its pair a backtick stands for itself.
    if parts.len().is_multiple_of(2) {
        return escaped(text);
    }
    let marked = parts.iter().enumerate().map(|(at, part)| match at % 2 {
        0 => part.clone(),
        _ => format!("<code>{part}</code>"),
    });
    marked.collect()
}

fn exact(value: Value) -> Result<Exact, Error> {
    Exact::deserialize(value).map_err(|error| Error::new(ErrorKind::InvalidOperation, error.to_string()))
}

/// A decimal to fewer places, rounded as it is told to.
fn outwards(decimal: &str, places: u32, rounded: fn(&BigRational, u32) -> String) -> String {
    figure::minus(&figure::printed(decimal).map_or_else(|| decimal.to_owned(), |value| rounded(&value, places)))
}

fn root(value: Value, places: u32) -> Result<String, Error> {
    let root = Root::deserialize(value).map_err(|error| Error::new(ErrorKind::InvalidOperation, error.to_string()))?;
    Ok(figure::minus(&root.rounded(places)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_between_backticks_are_code() {
        assert_eq!(code("`a` is <no>, `b-c` is"), "<code>a</code> is &lt;no&gt;, <code>b-c</code> is");
        assert_eq!(code("`<b>`"), "<code>&lt;b&gt;</code>");
        assert_eq!(code("one ` alone"), "one ` alone");
    }
}
