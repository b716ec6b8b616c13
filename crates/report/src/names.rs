//! The report's words for strategy classes, signals and up cards, and the order they come in.

use certificate::{DealerOutcomes, HandClass, SimulatedJudged, SimulatedOf};

/// The values of cards in the order of a shoe's counts.
pub const VALUES: [&str; 10] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"];

/// Up cards in the order of the field's charts: 2 … 9, T, A.
pub(crate) fn up_order(up: &str) -> (u8, &str) {
    let place = match up {
        "T" => 10,
        "A" => 11,
        digit => digit.parse().unwrap_or(12),
    };
    (place, up)
}

/// Strategy classes from the least informed to the best.
pub(crate) fn class_order(class: &str) -> (u8, &str) {
    let place = match class {
        "td" => 0,
        "cdz" => 1,
        "perfect" => 2,
        _ => 3,
    };
    (place, class)
}

/// `TD`, `CDZ-`, `perfect`, with a minus that cannot be taken for a hyphen.
pub fn class_short(class: &str) -> String {
    match class {
        "td" => "TD".into(),
        "cdz" => "CDZ\u{2212}".into(),
        "perfect" => "Perfect".into(),
        other => other.to_owned(),
    }
}

/// What is done with the attack wager.
pub(crate) fn attack_decision(made: bool) -> &'static str {
    if made { "attack" } else { "no attack" }
}

/// What EV and house edge are per unit of, as part of a sentence: `the initial wager`.
pub fn the_unit(unit: &str) -> String {
    if unit == "initial wager" { format!("the {unit}") } else { unit.to_owned() }
}

/// The class in words.
pub(crate) fn class_long(class: &str) -> String {
    match class {
        "td" => "Total-dependent strategy".into(),
        "cdz" => "Composition-dependent strategy".into(),
        "perfect" => "Perfect strategy".into(),
        other => other.to_owned(),
    }
}

/// Signals in the order of the report's charts; exposed hole cards among themselves as up cards are ordered.
pub(crate) fn signal_order(signal: &str) -> (u8, u8, &str) {
    let place = match signal {
        "small" => 0,
        "medium" => 1,
        "large" => 2,
        "none" => 3,
        "no blackjack" => 4,
        _ if exposed(signal).is_some() => 6,
        "blackjack" => 7,
        _ => 5,
    };
    (place, exposed(signal).map_or(0, |hole| up_order(hole).0), signal)
}

/// The dealer's outcomes by up card and signal, both in the order of the charts.
pub(crate) fn in_order(rows: &[DealerOutcomes]) -> Vec<&DealerOutcomes> {
    let mut sorted: Vec<&DealerOutcomes> = rows.iter().collect();
    sorted.sort_by_key(|row| (up_order(&row.up), signal_order(&row.signal)));
    sorted
}

/// The hole card that an `exposed …` signal shows.
pub(crate) fn exposed(signal: &str) -> Option<&str> {
    signal.strip_prefix("exposed ")
}

/// A text as part of a file name: lower-case letters, digits and single hyphens; never empty.
pub(crate) fn slug(text: &str) -> String {
    let mut slug = String::new();
    for letter in text.chars() {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "signal".into() } else { slug.to_owned() }
}

pub(crate) fn simulated_of(of: SimulatedOf) -> &'static str {
    match of {
        SimulatedOf::BaseGame => "base-game",
        SimulatedOf::Results => "results",
        SimulatedOf::UpCards => "up-cards",
        SimulatedOf::Dealer => "dealer",
        SimulatedOf::Insurance => "insurance",
        SimulatedOf::WagerLines => "wager-lines",
        SimulatedOf::Wager => "wager",
    }
}

pub(crate) fn simulated_judged(judged: SimulatedJudged) -> &'static str {
    match judged {
        SimulatedJudged::ByZ => "by-z",
        SimulatedJudged::ByCount => "by-count",
        SimulatedJudged::Not => "not",
    }
}

pub(crate) fn hand_class(class: HandClass) -> &'static str {
    match class {
        HandClass::Hard => "hard",
        HandClass::Soft => "soft",
        HandClass::Pair => "pair",
    }
}

/// A text that begins a sentence or a heading.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A card value in a sentence.
pub(crate) fn card_name(card: &str) -> &str {
    match card {
        "A" => "ace",
        "T" => "ten-valued card",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_safe_file_names() {
        let slugs = ["small", "exposed A", "../../etc", "", "<script>", "no  blackjack!"].map(slug);
        assert_eq!(slugs, ["small", "exposed-a", "etc", "signal", "script", "no-blackjack"]);
    }

    #[test]
    fn up_cards_end_with_ten_and_ace() {
        let mut ups = ["A", "T", "2", "9"];
        ups.sort_by_key(|up| up_order(up));
        assert_eq!(ups, ["2", "9", "T", "A"]);
    }

    #[test]
    fn exposed_hole_cards_are_ordered_as_up_cards() {
        let mut signals = ["blackjack", "exposed A", "exposed T", "large", "exposed 2", "small"];
        signals.sort_by_key(|signal| signal_order(signal));
        assert_eq!(signals, ["small", "large", "exposed 2", "exposed T", "exposed A", "blackjack"]);
    }
}
