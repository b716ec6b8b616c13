//! Combinations of readings beside each other.

use crate::program::{json, shoeproof};

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

/// The page, the spreadsheets and the JSON of one and six decks of plain blackjack.
#[test]
fn compare_writes_a_page_and_replaces_it() {
    let home = tempfile::tempdir().expect("a folder");
    let out = home.path().join("compared");
    let [one, six] = ["analyses/plain-blackjack/1-decks.toml", "analyses/plain-blackjack/6-decks.toml"];
    let write = |title: &str| {
        let out = out.to_str().expect("a name");
        shoeproof(&["compare", one, six, "--title", title, "--out", out]).assert().success();
        std::fs::read_to_string(home.path().join("compared/comparison.html")).expect("a page")
    };
    assert!(write("A title").contains("<h1>A title</h1>"));
    let page = write("Of <decks>");
    assert!(page.contains("<h1>Of &lt;decks&gt;</h1>") && page.contains("Strategy cells that differ"));
    let read = |name: &str| std::fs::read_to_string(out.join(name)).expect("a file");
    let compared: serde_json::Value = serde_json::from_str(&read("comparison.json")).expect("JSON");
    // The same figures as by the other roads: `solve`, and `compare` without a page.
    let edge = |analysis: &str| json(&["compare", analysis, "--json"], 0)[0]["house_edge"]["cdz"].clone();
    for (at, analysis) in [one, six].into_iter().enumerate() {
        assert_eq!(compared["analyses"][at]["classes"]["cdz"]["house_edge"], edge(analysis), "{analysis}");
    }
    let effects = compared["rule_effects"].as_array().expect("effects");
    let decks = effects.iter().find(|one| one["of"] == 0 && one["key"] == "decks" && one["choice"] == "6");
    assert_eq!(decks.expect("six decks")["house_edge"]["cdz"], edge(six));
    assert!(read("cells.csv").lines().count() > 1 && read("rule-effects.csv").contains("options.soft-17"));
    // It has no certificate, and says what to do instead.
    let verified = shoeproof(&["verify", out.to_str().expect("a name")]).assert().code(2);
    assert!(String::from_utf8_lossy(&verified.get_output().stderr).contains("is the folder of a comparison"));
    // What no manifest accounts for is not replaced.
    std::fs::write(out.join("note.txt"), "mine").expect("written");
    let refused = shoeproof(&["compare", one, "--out", out.to_str().expect("a name")]).assert().failure();
    assert!(String::from_utf8_lossy(&refused.get_output().stderr).contains("note.txt"));
}
