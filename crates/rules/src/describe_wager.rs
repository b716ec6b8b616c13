//! A side wager in words.

use crate::describe_line::describe_line;
use crate::matches::{MatchPays, TensMatch};
use crate::side_wager::SideWager;

pub(crate) fn describe_wager(wager: &SideWager) -> String {
    let Some(matches) = wager.match_pays else {
        let lines: Vec<String> = wager
            .lines
            .iter()
            .filter(|line| !wager.without.contains(&line.name))
            .map(|line| format!("{} ({})", line.name, describe_line(line, wager)))
            .collect();
        let fate = wager.ends();
        return format!(
            "wins with the first of these that fits: {}. When the hand is surrendered the wager {}; when it busts, it {}; when a dealer blackjack ends \
             the round, it {}.",
            lines.join("; "),
            fate.surrender.text(),
            fate.bust.text(),
            fate.dealer_blackjack.text()
        );
    };
    let paid = match matches {
        MatchPays::Each => "each match is",
        MatchPays::Best => "only the higher match is",
    };
    let tens = match wager.tens_match {
        TensMatch::Rank => "",
        TensMatch::RankAndSuit => ", and its suit too where it counts ten",
    };
    format!("wins if the player's first two cards match the up card's rank{tens}; {paid} paid.")
}
