//! Combinations of readings beside each other.

use crate::program::json;

/// Readings interact, so the extremes are looked for over all combinations.
#[test]
fn compare_names_the_most_adverse_combinations_of_readings() {
    let down_under = "analyses/pa-685a-down-under/4-decks.toml";
    let fixed = ["compare", "analyses/plain-blackjack/1-decks.toml", "analyses/pa-633a-blackjack/1-decks.toml"];
    let result = json(&[&fixed[..], &["--combinations", "--json"]].concat(), 0);
    assert_eq!((&result[0]["combination_count"], result[0].get("combinations")), (&1.into(), None));
    let all = &result[1]["combinations"];
    let edge =
        |one: &serde_json::Value| one["house_edge"]["decimal"].as_str().and_then(|text| text.parse::<f64>().ok());
    let one_at_a_time = result[1]["by_reading"].as_array().expect("a list").iter();
    let alone: Vec<f64> = one_at_a_time
        .map(|one| one["house_edge"]["cdz"]["decimal"].as_str().expect("a decimal").parse().expect("a number"))
        .collect();
    assert!(alone.iter().all(|&one| Some(one) <= edge(&all["largest"]) && Some(one) >= edge(&all["smallest"])));
    assert!(edge(&all["largest"]) > edge(&all["smallest"]));
    assert_eq!(all["chosen"]["house_edge"], result[1]["house_edge"]["cdz"]);
    assert_eq!(all["number"], result[1]["combination_count"]);
    let largest = all["largest"]["choices"].as_object().expect("choices");
    let sets: Vec<String> =
        largest.iter().map(|(name, choice)| format!("readings.{name}={}", choice.as_str().expect("text"))).collect();
    let set: Vec<&str> = sets.iter().flat_map(|set| ["--set", set.as_str()]).collect();
    let solved =
        json(&[&["solve", "analyses/pa-633a-blackjack/1-decks.toml", "--json", "--no-variance"], &set[..]].concat(), 0);
    assert_eq!(solved["house_edge"], all["largest"]["house_edge"]);
    assert!(json(&["compare", down_under, "--json"], 0)[0].get("combinations").is_none(), "they take minutes");
}
