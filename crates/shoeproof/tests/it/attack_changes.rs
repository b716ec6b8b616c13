//! A certificate changed as somebody would who looks for what nobody checks: its leaves, its lists and its members.

use std::collections::{BTreeMap, BTreeSet};

use certificate::runs;
use num_bigint::BigInt;
use num_rational::BigRational;
use serde_json::Value;

/// The leaves below a value, and the lists.
pub(crate) fn places(value: &Value, here: String, leaves: &mut Vec<String>, lists: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, one)| places(one, format!("{here}/{name}"), leaves, lists));
        }
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(at, one)| places(one, format!("{here}/{at}"), leaves, lists));
            lists.push(here);
        }
        _ => leaves.push(here),
    }
}

/// Members of objects, by the pattern of their places: the object and the member's name.
pub(crate) fn members(value: &Value, here: &str, found: &mut BTreeMap<String, Vec<(String, String)>>) {
    match value {
        Value::Object(all) => {
            for (name, one) in all {
                let place = format!("{here}/{name}");
                found.entry(pattern(&place)).or_default().push((here.to_owned(), name.clone()));
                members(one, &place, found);
            }
        }
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(at, one)| members(one, &format!("{here}/{at}"), found))
        }
        _ => {}
    }
}

/// A list without its last member.
pub(crate) fn shortened(list: &[Value]) -> Option<Vec<Value>> {
    list.split_last().map(|(_, rest)| rest.to_vec())
}

/// A list that says the same twice.
pub(crate) fn lengthened(list: &[Value]) -> Option<Vec<Value>> {
    list.last().map(|last| [list, std::slice::from_ref(last)].concat())
}

/// A list whose first two members are in the other order; `None` if that is the same.
pub(crate) fn reordered(list: &[Value]) -> Option<Vec<Value>> {
    let mut list = list.to_vec();
    let differ = list.len() > 1 && list[0] != list[1];
    differ.then(|| {
        list.swap(0, 1);
        list
    })
}

/// What an object is, by the member that holds it: those of one kind may state the same members.
fn kind(place: &str) -> &str {
    let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    match place.split('/').rfind(|part| !is_number(part)) {
        Some("class") => "classes",
        other => other.unwrap_or_default(),
    }
}

/// Members that an object has not and another of its kind has, of the first object of every pattern: the object, the member's name, and the other's.
pub(crate) fn foreign(certificate: &Value) -> Vec<(String, String, Value)> {
    fn objects<'a>(value: &'a Value, here: String, found: &mut Vec<(String, &'a serde_json::Map<String, Value>)>) {
        match value {
            Value::Object(all) => {
                all.iter().for_each(|(name, one)| objects(one, format!("{here}/{name}"), found));
                found.push((here, all));
            }
            Value::Array(list) => {
                list.iter().enumerate().for_each(|(at, one)| objects(one, format!("{here}/{at}"), found))
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    objects(certificate, String::new(), &mut all);
    let mut of_kind: BTreeMap<(&str, &str), &Value> = BTreeMap::new();
    for (place, object) in &all {
        object.iter().for_each(|(name, value)| _ = of_kind.entry((kind(place), name)).or_insert(value));
    }
    let mut patterns = BTreeSet::new();
    let mut foreign = Vec::new();
    for (place, object) in &all {
        for (&(_, name), &value) in of_kind.range((kind(place), "")..).take_while(|((of, _), _)| *of == kind(place)) {
            if !object.contains_key(name) && patterns.insert((pattern(place), name)) {
                foreign.push((place.clone(), name.to_owned(), value.clone()));
            }
        }
    }
    foreign
}

/// Members that are written in runs.
const IN_RUNS: [&str; 4] = ["acts", "doubled", "doubled_free", "switched"];

/// The leaf at a place changed into something of its kind.
pub(crate) fn changed(leaf: &Value, place: &str) -> Value {
    let Value::String(text) = leaf else { return Value::Bool(leaf != &Value::Bool(true)) };
    if IN_RUNS.iter().any(|name| place.ends_with(&format!("/{name}"))) {
        return Value::String(runs::packed(&other_text(&runs::letters(text).expect("runs"))));
    }
    Value::String(match certificate::number::fraction(text) {
        Ok(fraction) => cards::fraction(&(fraction + BigRational::new(1.into(), BigInt::from(10).pow(30)))),
        Err(_) => match text.parse::<BigInt>() {
            Ok(number) => (number + 1_u32).to_string(),
            Err(_) => other_text(text),
        },
    })
}

/// A text of the same kind: another letter of a table, another last digit of a decimal, another word.
fn other_text(text: &str) -> String {
    let is_table = text.len() > 1 && text.bytes().all(|byte| b"SHDRPNXK-".contains(&byte));
    let at = text.len() / 2;
    match text.as_bytes().get(at) {
        Some(letter) if is_table => {
            let other = if *letter == b'S' { "H" } else { "S" };
            format!("{}{other}{}", &text[..at], &text[at + 1..])
        }
        _ => match text.strip_suffix(|last: char| last.is_ascii_digit()) {
            Some(start) if text.contains('.') => format!("{start}{}", if text.ends_with('1') { '2' } else { '1' }),
            _ => format!("{text}x"),
        },
    }
}

/// A place with the numbers of lists left out.
pub(crate) fn pattern(place: &str) -> String {
    let part = |part: &str| {
        if part.bytes().all(|byte| byte.is_ascii_digit()) && !part.is_empty() { "*" } else { part }.to_owned()
    };
    place.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// The first place of every pattern, and one in so many of all. Combinations of readings are one claim that takes seconds, so fewer of its places are taken.
pub(crate) fn every_kind(places: &[String], stride: usize) -> Vec<&String> {
    let mut kinds = BTreeSet::new();
    let stride_of =
        |place: &String| if place.starts_with("/combinations/") && stride > 1 { 8 * stride } else { stride };
    let is_taken = |&(at, place): &(usize, &String)| kinds.insert(pattern(place)) || at % stride_of(place) == 0;
    places.iter().enumerate().filter(is_taken).map(|(_, place)| place).collect()
}
