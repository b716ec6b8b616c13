//! Wrong wagers on matches with the up card.

use super::fixture::Rejected;
use super::wager::check;

#[test]
fn what_tens_match_in_a_wager_on_lines() {
    check(&[Rejected {
        case: "what tens match in a wager on lines",
        edits: &[("cards = \"first-two\"", "tens-match = \"rank-and-suit\"")],
        at: Some(("tens-match = \"rank-and-suit\"", "\"rank-and-suit\"")),
        message: "`tens-match` goes with `match-pays`",
        expected: Some("a wager on matches, or no such key"),
    }]);
}
