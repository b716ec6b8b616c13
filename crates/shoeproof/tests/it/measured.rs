//! What a report costs to check. These are measurements: run them by name, in a release build.

use crate::agreement::agrees;

#[test]
#[ignore = "a measurement"]
fn six_decks_of_both_games() {
    agrees("pa-685a-down-under/6-decks.toml", &[]);
    agrees("pa-633a-blackjack/6-decks.toml", &[]);
}

#[test]
#[ignore = "a measurement"]
fn eight_decks_of_blackjack_switch() {
    agrees("pa-633a-blackjack-switch/8-decks.toml", &[]);
}
