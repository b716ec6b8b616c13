//! Side wagers, valued from a fresh shoe by exact counts of physical cards.
//!
//! A wager is data: the game file says which cards win and what each way of winning pays ([`rules::SideWager`]). Here its
//! rule, a paytable and a shoe become *lines*: an outcome, the number of equally likely deals that give it, and
//! what it pays. Everything else a report says of a wager follows from its lines and is the same for all of them: see
//! [`WagerResult`], [`LongRun`], [`MaximumCost`].

mod count;
mod deal;
mod dealers_hand;
mod denominator;
mod determinant;
mod event;
mod joint;
mod known_card;
mod match_up_card;
mod maximum;
mod outcome;
mod parlay;
mod pattern;
mod played;
mod progressive;
mod result;
mod taken;

use rules::{OfferedWager, Submission};

pub use dealers_hand::DealerNets;
pub use denominator::in_fewest_deals;
pub use determinant::{BesideDeterminant, beside_determinant, names_a_suit, straights_beside_determinant};
pub use event::{EventValue, chance_if_offered};
pub use joint::{GivenValues, covariances, given_four_values, given_values};
pub use known_card::{Colour, Seat};
pub use maximum::MaximumCost;
pub use parlay::{Parlayed, parlayed};
pub use played::{PlayedEnd, PlayedLines};
pub use progressive::{LongRun, PartHits, ReserveGoes};
pub use result::{Line, WagerResult};
pub use taken::{WagerByCardsTaken, by_cards_taken};

/// Values a wager that a submission offers, from a fresh shoe.
///
/// Nothing has been seen: the figures are those of a player who makes the wager every round, whatever the round's place in
/// the shoe. `None` for a wager that depends on how the hand is played, which has no value apart from a strategy.
///
/// # Panics
/// If the wager's cards are too few to be dealt. Those of a submission never are.
pub fn value(submission: &Submission, wager: &OfferedWager) -> Option<WagerResult> {
    let game = &submission.game;
    if wager.rule.depends_on_play() {
        return None;
    }
    let lines = if let Some(pays) = wager.rule.match_pays {
        match_up_card::lines(pays, wager)
    } else if wager.rule.lines.iter().any(|line| line.dealer_hand.is_some()) {
        dealers_hand::lines(wager, game)
    } else {
        deal::lines(wager)
    };
    Some(WagerResult::from_lines(wager, lines))
}
