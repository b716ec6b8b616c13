//! A side wager in words.

use crate::describe_line::describe_line;
use crate::matches::{MatchPays, TensMatch};
use crate::side_wager::{AfterSplitHands, LineRule, NoLiveHand, SideWager};

pub(crate) fn describe_wager(wager: &SideWager) -> String {
    let Some(matches) = wager.match_pays else {
        let lines: Vec<String> = wager
            .lines
            .iter()
            .filter(|line| !wager.without.contains(&line.name))
            .map(|line| format!("{} ({})", line.name, describe_line(line, wager)))
            .collect();
        let ends = wager.ends();
        let mut more = String::new();
        if wager.lines.iter().any(LineRule::depends_on_play) {
            more.push_str(match wager.play.after_split {
                AfterSplitHands::First => " Of a split the hand that is played first counts.",
                AfterSplitHands::None => " Of a split no hand counts.",
            });
        }
        if wager.play.king_queen_ace {
            more.push_str(" A queen, a king and an ace are a straight.");
        }
        if wager.play.no_live_hand == NoLiveHand::Stops {
            more.push_str(" Where no hand is live the dealer draws no further card, and the wager is lost.");
        }
        return format!(
            "wins with the first of these that fits: {}. When the hand is surrendered the wager {}; when it busts, it {}; when a dealer blackjack ends \
             the round, it {}.{more}",
            lines.join("; "),
            ends.surrender.text(),
            ends.bust.text(),
            ends.dealer_blackjack.text()
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
