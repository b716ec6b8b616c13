//! Effects of removal: what taking out one card of each value does.

use num_rational::BigRational;
use num_traits::Zero;
use serde_json::Value;

use crate::program::json;

const SIX_DECKS: &str = "analyses/pa-685a-down-under/6-decks.toml";

#[test]
fn effects_of_removal_are_the_shoe_without_a_card() {
    let counts = "4,0,0,2,2,2,2,2,2,12";
    let result = json(&["solve", SIX_DECKS, "--shoe", counts, "--effects-of-removal", "--json"], 0);
    let effects = result["effects_of_removal"].as_array().expect("a list");
    assert_eq!(effects.len(), 8, "values that the shoe holds");
    let without_eight = json(&["solve", SIX_DECKS, "--shoe", counts, "--remove", "8", "--json"], 0);
    let eight = effects.iter().find(|one| one["card"] == "8").expect("eights are in the shoe");
    assert_eq!(eight["ev"], without_eight["ev"]);
    // Under the play of the full shoe a random card has no effect.
    let fraction = |one: &Value| one["fraction"].as_str().and_then(|text| text.parse::<BigRational>().ok());
    let mut mean = BigRational::zero();
    for one in effects {
        let at = "A23456789T".find(one["card"].as_str().expect("a card")).expect("a value");
        let held: BigRational = counts.split(',').nth(at).and_then(|held| held.parse().ok()).expect("a count");
        mean += held * fraction(&one["fixed_effect"]).expect("a fraction");
    }
    assert!(mean.is_zero(), "{mean}");
    assert!(effects.iter().any(|one| one["ev"] != one["fixed_ev"]));
}
