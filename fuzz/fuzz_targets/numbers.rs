//! Numbers of any text, by every reader of numbers: one number has one text where the form is canonical, and a printed number is its own
//! rounding.
#![no_main]

use certificate::{Exact, number};
use libfuzzer_sys::fuzz_target;
use rules::{CardName, Odds, Penetration, Percent};

fuzz_target!(|text: &str| {
    if let Ok(value) = number::fraction(text) {
        assert_eq!(format!("{}/{}", value.numer(), value.denom()), text);
    }
    if let Ok(value) = number::whole(text) {
        assert_eq!(value.to_string(), text);
    }
    if let Ok(value) = number::ratio(text) {
        assert!(value.to_string() == text || format!("{}/1", value.numer()) == text);
    }
    let _ = number::decimal(text);
    let _ = Exact { fraction: text.to_owned(), decimal: String::new() }.rounded(4);
    #[cfg(feature = "library")]
    of_the_library(text);
    if let Ok(percent) = text.parse::<Percent>() {
        assert_eq!(percent.to_string(), text);
    }
    if let Ok(place) = text.parse::<Penetration>() {
        let _ = place.cards(312);
    }
    if let Ok(odds) = text.parse::<Odds>() {
        let _ = odds.exact();
    }
    let _ = text.parse::<CardName>();
    let _ = cards::parse_hand(text);
});

#[cfg(feature = "library")]
fn of_the_library(text: &str) {
    use shoeproof::outside;

    if let Some((_, agrees)) = outside::printed(text) {
        assert!(agrees);
    }
    let _ = outside::edge(text);
}
