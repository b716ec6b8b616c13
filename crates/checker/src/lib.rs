//! Independent verification of a certificate.
//!
//! The analysis and the certificate are two separate inputs. From the analysis the checker knows the rules; from the
//! certificate it takes the strategy and the claims. It derives every value of the stated strategy again, by another
//! algorithm than the program that wrote the certificate: backward recursion over the player's hands with explicit
//! conditioning on the cards seen, a dealer who draws card by card, and splits whose second cards are dealt one by one. It
//! then compares every single decision with its alternatives. It shares no code with the solver but the rules, the card
//! values and the certificate's format.
//!
//! [`plan`] lists every claim of a certificate with the work it takes to derive it again; [`check`] does that work as far as it is
//! asked to, and says of every claim whether it did.

mod base_game;
mod best;
mod bonus;
mod check;
mod claims;
mod combinations;
mod counted;
mod counted_wagers;
mod cut_card;
mod dealer;
mod dealer_outcomes;
mod dealer_sums;
mod decoded;
mod distribution;
mod doubled;
mod events;
mod followers;
mod form;
mod hand_place;
mod hands;
mod identity;
mod insurance;
mod many_splits;
mod nets;
mod numbers;
mod omissions;
mod parallel;
mod parlay;
mod pay;
mod perfect;
mod plan;
mod played;
mod random_card;
mod refusal;
mod removal;
mod results;
mod room;
mod round;
mod settlement;
mod signal_case;
mod simulation;
mod statement;
mod strategy;
mod switch;
mod switches;
mod total;
mod untold;
mod up_card_play;
mod variants;
mod wager_patterns;
mod wager_removal;
mod wagers;
mod whole;

pub use room::{has_room, has_room_without_a_card};

use certificate::{StatedClass, StatedWager};
use rules::Submission;

pub use best::best_zero_memory;
pub use check::{Checked, Depth, Verdict, check, check_claim, check_classes};
pub use counted::{CountDepth, count_depths, count_insurance_is_stated, count_squares_are_stated, sums_of_tags};
pub use counted_wagers::{count_wager_squares_are_stated, count_wagers, why_no_counts};
pub use dealer_outcomes::{DealerRow, check_dealer_outcomes, dealer_outcomes};
pub use decoded::{DecodedAct, DecodedActs, DecodedDeal, DecodedHand, DecodedSignal, DecodedUp, decode};
pub use form::check_form;
pub use omissions::perfect_is_stated;
pub use plan::plan;
pub use refusal::Refusal;
pub use removal::is_asked_for as removal_is_asked_for;
pub use statement::{Level, Statement};
pub use strategy::Permitted;

pub use up_card_play::even_money_is_offered;
pub use wager_removal::wager_removal_is_stated;
pub use wagers::beside_determinant;

/// The class with its values replaced by those of its stated strategy, good or bad. The variance and the distributions are left as
/// they are.
///
/// # Errors
/// [`Refusal`] for rules that are not known and for tables that the rules do not ask for.
pub fn values(submission: &Submission, class: &StatedClass) -> Result<StatedClass, Refusal> {
    base_game::checkable(&submission.game)?;
    base_game::derive(submission, class)
}

/// Checks the side wagers alone, without those that play decides unless the class that plays them is given. Gives the reasons why
/// wagers were not checked, by their places.
///
/// # Errors
/// [`Refusal`] for the first claim that does not hold.
pub fn check_wagers(
    submission: &Submission,
    stated: &[StatedWager],
    play: Option<&StatedClass>,
    progress: &dyn Fn(&str),
) -> Result<Vec<(usize, String)>, Refusal> {
    wagers::present(submission, stated)?;
    for places in wagers::groups(stated) {
        let group: Vec<&StatedWager> = places.iter().map(|&place| &stated[place]).collect();
        wagers::check(submission, &group, play, progress)?;
    }
    let unchecked = stated.iter().enumerate();
    Ok(unchecked.filter_map(|(at, one)| Some((at, wagers::unchecked(submission, one, play)?))).collect())
}

#[cfg(test)]
mod tests;
