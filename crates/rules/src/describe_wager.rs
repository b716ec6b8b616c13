//! A side wager in words.

use crate::describe_line::describe_line;
use crate::matches::{MatchPays, TensMatch};
use crate::side_wager::{AfterSplitHands, NoLiveHand, ParlayAdds, Pay, Quote, SideWager};

/// A side wager in words, in a game in which hands may be surrendered or not.
pub(crate) fn describe_wager(wager: &SideWager, surrenders: bool) -> String {
    let Some(matches) = wager.match_pays else {
        let lines: Vec<String> = wager
            .lines
            .iter()
            .filter(|line| !wager.without.contains(&line.name))
            .map(|line| format!("{} ({})", line.name, describe_line(line, wager)))
            .collect();
        let ends = wager.ends();
        let mut more = String::new();
        if wager.lines.iter().any(|line| line.straight.is_some()) {
            more.push_str(" A pair that is split leaves the straight as it was dealt.");
        }
        if wager.lines.iter().any(|line| line.depends_on_play() && line.straight.is_none()) {
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
        more.push_str(&describe_payment(wager));
        let busts = if surrenders {
            format!(
                "When the hand is surrendered the wager {}; when it busts, it {}",
                ends.surrender.text(),
                ends.bust.text()
            )
        } else {
            format!("When the hand busts the wager {}", ends.bust.text())
        };
        return format!(
            "wins with the first of these that fits: {}. {busts}; when a dealer blackjack ends the round, it {}.{more}",
            lines.join("; "),
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
    format!(
        "wins if either of the player's first two cards matches the up card's rank{tens}; {paid} paid.{}",
        describe_payment(wager)
    )
}

/// What a winner is paid besides the line's own words: whether the wager is returned, and what may be added to the base wager.
fn describe_payment(wager: &SideWager) -> String {
    let mut text = String::new();
    let pays = || wager.paytables.iter().flat_map(|paytable| wager.offered_lines(paytable)).map(|(_, pay)| pay);
    if wager.to_lines == Quote::For && pays().any(Pay::is_to_one) {
        text.push_str(" What is printed as \"to 1\" is paid for 1: the wager is not returned.");
    }
    if pays().any(Pay::is_of_meter_alone) {
        text.push_str(match wager.meter_lines {
            Quote::To => " A winner who is paid of the meter alone gets the wager back too.",
            Quote::For => " A winner who is paid of the meter alone does not get the wager back.",
        });
    }
    if let Some(parlay) = &wager.parlay {
        text.push_str(match parlay.adds {
            ParlayAdds::Payout => " Unless the dealer has a blackjack a winner may add the payout to the base wager.",
            ParlayAdds::PayoutAndWager => {
                " Unless the dealer has a blackjack a winner may add the payout and the wager that won it to the base wager."
            }
        });
    }
    text
}
